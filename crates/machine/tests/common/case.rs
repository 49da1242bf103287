//! A program with what its opening comment says of it, compiled and run in several ways.

use std::cell::RefCell;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use cfa::types::DataModel;
use machine::Stop;
use machine::number::Placement;
use machine::run::{Ended, Setup, run};

use super::{Outcome, Recorder, Scratch, header};

/// `// ARGS: a b`, `// INPUT: text` and `// STD: gnu89` in the opening comment are what they say; `// WITH: b.part.c`
/// names further units beside the first.
pub struct Case {
    pub sources: Vec<PathBuf>,
    pub args: Vec<String>,
    pub input: Vec<u8>,
    pub standard: Option<String>,
    /// Options that gcc and the front end get.
    pub preprocessor: Vec<String>,
    pub model: DataModel,
    /// Seconds and instructions after which a run is given up.
    pub seconds: u32,
    pub max_steps: u64,
    pub placement: Placement,
}

/// What makes gcc compile for 32 bits, with floating arithmetic in the precision of its types.
pub const NARROW: [&str; 3] = ["-m32", "-msse2", "-mfpmath=sse"];

/// A run of the machine.
pub struct Interpreted {
    pub ended: Ended,
    pub stdout: String,
}

impl Case {
    pub fn read(source: &Path) -> Case {
        let words = header(source, "ARGS").unwrap_or_default();
        let parts = header(source, "WITH").unwrap_or_default();
        let parts = parts.split_whitespace().map(|name| source.with_file_name(name));
        Case {
            sources: std::iter::once(source.to_path_buf()).chain(parts).collect(),
            args: words.split_whitespace().map(str::to_string).collect(),
            input: header(source, "INPUT").unwrap_or_default().into_bytes(),
            standard: header(source, "STD"),
            preprocessor: Vec::new(),
            model: DataModel::Lp64,
            seconds: 20,
            max_steps: 200_000_000,
            placement: Placement::Fixed,
        }
    }

    /// Compiles the program with gcc, without optimisation, and runs it; what gcc says if it refuses.
    pub fn native(&self, flags: &[&str]) -> Result<Output, String> {
        let scratch = Scratch::new();
        let binary = scratch.0.join("program");
        let mut gcc = Command::new("gcc");
        if self.model == DataModel::Ilp32 {
            gcc.args(NARROW);
        }
        gcc.args(["-O0", "-w"])
            .args(&self.preprocessor)
            .args(flags)
            .arg("-o")
            .arg(&binary)
            .args(&self.sources);
        gcc.arg("-lm").args(self.standard.iter().map(|name| format!("-std={name}")));
        let output = gcc.output().expect("gcc is there");
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        // Without sanitizers the environment is empty, as the machine's is.
        let options = "detect_leaks=0:detect_stack_use_after_return=1:handle_sigill=1";
        let mut child = Command::new("timeout")
            .arg(self.seconds.to_string())
            .arg(&binary)
            .args(&self.args)
            .env_clear()
            .envs((!flags.is_empty()).then_some(("ASAN_OPTIONS", options)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("timeout is there");
        // A program that does not read its input may be gone by now.
        let _ = child.stdin.take().expect("it is piped").write_all(&self.input);
        Ok(child.wait_with_output().expect("it can be waited for"))
    }

    /// Runs the program by the machine; why it cannot be read if it cannot.
    pub fn interpreted(&self) -> Result<Interpreted, String> {
        let options = cfa::Options {
            preprocessor: self.preprocessor.clone(),
            standard: self.standard.clone(),
            data_model: self.model,
            ..Default::default()
        };
        let loaded = cfa::load(&self.sources, &options).map_err(|e| format!("{e:?}"))?;
        let output = Rc::<RefCell<[Vec<u8>; 2]>>::default();
        let host = Recorder { input: self.input.clone(), output: Rc::clone(&output) };
        let words = std::iter::once("program").chain(self.args.iter().map(String::as_str));
        let args = words.map(|word| word.as_bytes().to_vec()).collect();
        let setup = Setup { args, max_steps: self.max_steps, placement: self.placement };
        let ended = run(&loaded.program, &setup, Box::new(host));
        let [stdout, _] = output.take();
        Ok(Interpreted { ended, stdout: String::from_utf8_lossy(&stdout).into_owned() })
    }
}

/// The output of a compiled program and its status as a shell sees it.
pub fn outcome(output: &Output) -> Outcome {
    let status = output.status.code().unwrap_or_else(|| 128 + output.status.signal().unwrap_or(0));
    Outcome { status, stdout: String::from_utf8_lossy(&output.stdout).into_owned() }
}

/// Whether the machine's run came to the same as the compiled program, or how it did not.
pub fn compare(expected: &Outcome, found: &Interpreted) -> Result<(), String> {
    let status = match &found.ended.stop {
        Stop::Exit(status) => status & 0xff,
        Stop::Abort => 134,
        other => return Err(format!("{other:?} at {:?}", found.ended.call_stack.first())),
    };
    let pairs = expected.stdout.lines().zip(found.stdout.lines()).enumerate();
    for (number, (expected, found)) in pairs {
        if expected != found {
            return Err(format!("line {}: gcc's `{expected}`, ours `{found}`", number + 1));
        }
    }
    if expected.stdout != found.stdout {
        return Err(format!("gcc's output\n{}\nours\n{}", expected.stdout, found.stdout));
    }
    if expected.status != status {
        return Err(format!("gcc's status {}, ours {status}", expected.status));
    }
    Ok(())
}

/// Whether a file is a unit of another program.
fn is_part(path: &Path) -> bool {
    path.to_string_lossy().ends_with(".part.c")
}

/// All C programs below a folder of `tests/programs`.
pub fn below(topic: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").join(topic);
    let (mut folders, mut found) = (vec![root], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.expect("it can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "c") && !is_part(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Does the work for all items, two at a time; fails with everything that went wrong.
pub fn for_all<T: Sync>(items: &[T], work: impl Fn(&T) -> Result<(), String> + Sync) {
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(message) = work(item) {
                        failures.lock().expect("nobody panics").push(message);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("nobody panics");
    assert!(failures.is_empty(), "{} of {} failed:\n{}", failures.len(), items.len(), failures.join("\n"));
}
