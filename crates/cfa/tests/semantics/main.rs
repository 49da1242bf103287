//! What automata compute, compared with what gcc's programs compute.

mod library;
mod machine;
mod memory;
mod native;
mod value;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cfa::fuzz::{grammar, random::Random};
use machine::{Machine, Stop};
use native::Scratch;

/// Each program prints numbers by `out`; they must be those that gcc's prints.
#[test]
fn programs_compute_what_gcc_s_do() {
    let scratch = Scratch::new("programs");
    for file in sources(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/semantics/programs"))) {
        compare(&scratch, &file);
    }
}

#[test]
fn fuzz_random_programs_compute_what_gcc_s_do() {
    let seconds = std::env::var("FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let deadline = Instant::now() + Duration::from_secs(seconds);
    let first: u64 = std::env::var("FUZZ_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let scratch = Scratch::new("random");
    for seed in first.. {
        if Instant::now() > deadline {
            break;
        }
        let mut random = Random::new(seed);
        let functions = random.below(6);
        let text = grammar::program(&mut random, functions);
        let file = scratch.path.join(format!("seed{seed}.c"));
        std::fs::write(&file, text).unwrap();
        compare(&scratch, &file);
        std::fs::remove_file(&file).unwrap();
    }
}

/// The programs of CORPUS=directory. Those that do what this machine does not know, or what is undefined, are
/// listed; an automaton that cannot be run is a failure.
#[test]
fn corpus_programs_compute_what_gcc_s_do() {
    let Some(directory) = std::env::var_os("CORPUS") else { return };
    let scratch = Scratch::new("corpus");
    let mut counts = BTreeMap::<&str, u32>::new();
    for file in sources(Path::new(&directory)) {
        let Some(expected) = scratch.compile(&file).ok().and_then(|()| scratch.run()) else { continue };
        let (kind, text) = match cfa::load(std::slice::from_ref(&file), &cfa::Options::default()) {
            Err(error) => ("rejected", format!("{error:?}").chars().take(200).collect()),
            Ok(loaded) => match run(loaded.program) {
                (Stop::Fault(text), _) => ("fault", text),
                (Stop::Unmodelled(text), _) => ("unmodelled", text),
                (Stop::Broken(text), _) => ("broken", text),
                (stop, printed) if (status(&stop), &printed) == (Some(expected.0), &expected.1) => {
                    ("same", String::new())
                }
                (stop, _) => ("different", format!("{stop:?}, gcc's {}", expected.0)),
            },
        };
        *counts.entry(kind).or_default() += 1;
        if kind != "same" {
            println!("{kind:10} {} {text}", file.display());
        }
    }
    println!("{counts:?}");
    assert!(!counts.contains_key("broken"));
}

fn compare(scratch: &Scratch, file: &Path) {
    let name = file.display();
    match scratch.compile(file) {
        // Seldom, but nothing to compare with.
        Err(message) if message.contains("internal compiler error") => return,
        result => result.unwrap_or_else(|message| panic!("gcc does not take {name}: {message}")),
    }
    // gcc 12 makes `-(a / b)` a division by `-b`, which traps where the quotient does not.
    let Some((expected, lines)) = scratch.run() else { return };
    let loaded = cfa::load(&[file.to_path_buf()], &cfa::Options::default());
    let program = loaded.unwrap_or_else(|error| panic!("{name}: {error:#?}")).program;
    let (stop, printed) = run(program);
    let differs = |(own, gcc): &(&str, &str)| own != gcc;
    let first = printed.lines().zip(lines.lines()).position(|pair| differs(&pair));
    if let Some(index) = first {
        let (own, gcc) = (printed.lines().nth(index), lines.lines().nth(index));
        panic!("{name}: number {index} is {own:?}, gcc's {gcc:?}");
    }
    assert_eq!(status(&stop), Some(expected), "{name}: {stop:?}");
    assert_eq!(printed.lines().count(), lines.lines().count(), "{name}");
}

/// Runs a program on a stack large enough for deep expressions; gives what it printed.
fn run(program: cfa::Program) -> (Stop, String) {
    let work = move || {
        let mut machine = match Machine::new(&program) {
            Ok(machine) => machine,
            Err(stop) => return (stop, String::new()),
        };
        let stop = machine.run();
        (stop, String::from_utf8_lossy(&machine.output).into_owned())
    };
    std::thread::Builder::new().stack_size(1 << 28).spawn(work).unwrap().join().unwrap()
}

/// The status as the shell sees it, if the program came to an end.
fn status(stop: &Stop) -> Option<i32> {
    match stop {
        Stop::Exit(status) => Some(status & 255),
        Stop::Abort => Some(134),
        _ => None,
    }
}

fn sources(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|it| it == "c")).collect();
    files.sort();
    files
}
