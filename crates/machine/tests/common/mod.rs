//! Programs compiled by gcc and run by the machine, side by side.

#![allow(dead_code, reason = "each test uses its part")]

pub mod case;

use std::cell::RefCell;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use machine::Stop;
use machine::library::Host;
use machine::number::Placement;
use machine::run::{Setup, run};

/// What a program printed, and its status as a shell sees it.
#[derive(Debug, PartialEq, Eq)]
pub struct Outcome {
    pub status: i32,
    pub stdout: String,
}

/// How the machine's run ended.
#[derive(Debug)]
pub struct Ran {
    pub stop: Stop,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    /// As the compiled program would have ended, or the reason why there is no such end.
    pub fn outcome(&self) -> Result<Outcome, String> {
        let status = match &self.stop {
            Stop::Exit(status) => status & 0xff,
            Stop::Abort => 134,
            other => return Err(format!("{other:?}, after the output\n{}", self.stdout)),
        };
        Ok(Outcome { status, stdout: self.stdout.clone() })
    }
}

/// A folder of the test's own, removed at its end.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new() -> Scratch {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("machine-test-{}-{count}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Compiles a program without optimisation and runs it.
pub fn compiled(source: &Path, input: &[u8]) -> Outcome {
    let scratch = Scratch::new();
    let binary = scratch.0.join("program");
    let mut gcc = Command::new("gcc");
    gcc.args(["-O0", "-w", "-D_GNU_SOURCE", "-o"]).arg(&binary).arg(source).arg("-lm");
    let output = gcc.output().expect("gcc is there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut child = Command::new("timeout")
        .arg("20")
        .arg(&binary)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // A program that does not read its input may be gone by now.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let status = output.status.code().unwrap_or_else(|| 128 + output.status.signal().unwrap_or(0));
    Outcome { status, stdout: String::from_utf8_lossy(&output.stdout).into_owned() }
}

/// Runs a program by the machine.
pub fn interpreted(source: &Path, input: &[u8]) -> Ran {
    let options =
        cfa::Options { preprocessor: vec!["-w".into(), "-D_GNU_SOURCE".into()], ..Default::default() };
    let loaded = cfa::load(&[source.to_path_buf()], &options);
    execute(&loaded.unwrap_or_else(|error| panic!("{}: {error:?}", source.display())).program, input)
}

/// Runs a program given as preprocessed text.
pub fn interpreted_text(text: &str) -> Ran {
    let program = cfa::from_text(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    execute(&program, b"")
}

fn execute(program: &cfa::Program, input: &[u8]) -> Ran {
    let output = Rc::default();
    let host = Recorder { input: input.to_vec(), output: Rc::clone(&output) };
    let setup = Setup { args: vec![b"program".to_vec()], max_steps: 200_000_000, placement: Placement::Any };
    let stop = run(program, &setup, Box::new(host)).stop;
    let [stdout, stderr] = output.take();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ran { stop, stdout: text(stdout), stderr: text(stderr) }
}

struct Recorder {
    input: Vec<u8>,
    output: Rc<RefCell<[Vec<u8>; 2]>>,
}

impl Host for Recorder {
    fn write(&mut self, descriptor: i32, bytes: &[u8]) {
        self.output.borrow_mut()[descriptor as usize - 1].extend_from_slice(bytes);
    }

    fn read(&mut self, limit: usize) -> Vec<u8> {
        let count = limit.min(self.input.len());
        self.input.drain(..count).collect()
    }
}

/// Fails, with the first line that differs, unless both ways of running a program come to the same.
pub fn compare(source: &Path, input: &[u8]) {
    let expected = compiled(source, input);
    let name = source.display();
    let found = interpreted(source, input).outcome().unwrap_or_else(|reason| panic!("{name}: {reason}"));
    let pairs = expected.stdout.lines().zip(found.stdout.lines());
    for (number, (expected, found)) in pairs.enumerate() {
        assert_eq!(found, expected, "{name}: line {} of the output; gcc's is on the right", number + 1);
    }
    assert_eq!(found, expected, "{name}: gcc's is on the right");
}

/// The C programs in a folder below `tests/programs`.
pub fn programs(topic: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").join(topic);
    let entries = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<_> = entries.filter(|path| path.extension().is_some_and(|end| end == "c")).collect();
    found.sort();
    assert!(!found.is_empty(), "{}", folder.display());
    found
}

/// The text of a comment `// WORD: text` at the top of a program, with `\n` for the end of a line.
pub fn header(source: &Path, word: &str) -> Option<String> {
    let text = std::fs::read_to_string(source).unwrap();
    let start = format!("// {word}: ");
    let line =
        text.lines().take_while(|line| line.starts_with("//")).find_map(|line| line.strip_prefix(&start));
    line.map(|line| line.replace("\\n", "\n"))
}

/// Marsaglia's xorshift: the same numbers in every run.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        (self.next() >> 11) % limit
    }

    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }
}

/// Compares generated programs, from this seed on, for FUZZ_SECONDS or about a second. The name of a program
/// that fails tells its seed.
pub fn fuzz(seed: u64, program: fn(u64) -> String) {
    let seconds = std::env::var("FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let end = Instant::now() + Duration::from_secs(seconds);
    let scratch = Scratch::new();
    let mut seed = seed;
    loop {
        let source = scratch.0.join(format!("seed-{seed:x}.c"));
        std::fs::write(&source, program(seed)).unwrap();
        compare(&source, b"");
        seed = Random(seed).next();
        if Instant::now() >= end {
            break;
        }
    }
}
