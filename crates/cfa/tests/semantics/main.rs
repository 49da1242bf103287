//! What automata compute, compared with what gcc's programs compute.

mod library;
mod machine;
mod memory;
mod value;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use machine::{Machine, Stop};

/// Runs a program on a stack large enough for deep expressions.
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

/// What a program compiled by gcc prints and returns; `None` if it does not compile or does not end.
fn native(source: &Path, directory: &Path) -> Option<(i32, String)> {
    let binary = directory.join("native");
    let library = directory.join("out.c");
    let text = "#include <stdio.h>\n__attribute__((weak)) void out(long long x) { printf(\"%lld\\n\", x); }\n";
    std::fs::write(&library, text).ok()?;
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-fwrapv", "-fno-builtin-llabs", "-o"]).arg(&binary).arg("-x").arg("c").arg(source).arg(&library).args(["-latomic", "-lm"]);
    if !gcc.stderr(Stdio::null()).status().ok()?.success() {
        return None;
    }
    let output = Command::new("timeout").arg("5").arg(&binary).stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Some((output.status.code()?, text))
}

/// Each program prints numbers by `out`; they must be those that gcc's prints.
#[test]
fn programs_compute_what_gcc_s_do() {
    let scratch = scratch("programs");
    let mut files: Vec<PathBuf> = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/semantics/programs"))
        .unwrap()
        .map(|it| it.unwrap().path())
        .collect();
    files.sort();
    for file in files {
        let source = std::fs::read_to_string(&file).unwrap();
        let (status, expected) = match native(&file, &scratch) { Some(it) => it, None => { println!("gcc: {}", file.display()); continue } };
        let program = cfa::load(std::slice::from_ref(&file), &cfa::Options::default())
            .unwrap_or_else(|error| panic!("{}: {error:#?}", file.display()))
            .program;
        let (stop, printed) = run(program);
        for (i, (own, gcc)) in printed.lines().zip(expected.lines()).enumerate() {
            if own != gcc {
                println!("{}: number {i} is {own} for {gcc}", file.display());
            }
        }
        let counts = (printed.lines().count(), expected.lines().count());
        println!("{} {stop:?} {status} {counts:?}", file.display());
        let _ = source;
    }
    std::fs::remove_dir_all(&scratch).unwrap();
}

fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("cfa-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// Programs of CORPUS=directory, each compared with gcc's.
#[test]
fn corpus() {
    let Some(directory) = std::env::var_os("CORPUS") else { return };
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory).unwrap().map(|it| it.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|it| it == "c"));
    files.sort();
    let scratch = std::env::temp_dir().join(format!("cfa-semantics-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).unwrap();
    let mut counts = std::collections::BTreeMap::<&str, u32>::new();
    for file in files {
        let options = cfa::Options { preprocessor: vec!["-w".into()], ..Default::default() };
        let Some((status, output)) = native(&file, &scratch) else { continue };
        let (kind, text) = match cfa::load(std::slice::from_ref(&file), &options) {
            Err(error) => ("input", format!("{error:?}").chars().take(300).collect()),
            Ok(loaded) => {
                let (stop, printed) = run(loaded.program);
                let own = match &stop {
                    Stop::Exit(status) => status & 255,
                    Stop::Abort => 134,
                    _ => -1,
                };
                match stop {
                    Stop::Fault(text) => ("fault", text),
                    Stop::Unmodelled(text) => ("unmodelled", text),
                    Stop::Broken(text) => ("BROKEN", text),
                    _ if own == status && printed == output => ("ok", String::new()),
                    _ => ("DIFFERS", format!("{own} for {status}; {printed:?} for {output:?}")),
                }
            }
        };
        *counts.entry(kind).or_default() += 1;
        if kind != "ok" {
            println!("{kind:10} {} {text}", file.file_name().unwrap().to_string_lossy());
        }
    }
    std::fs::remove_dir_all(&scratch).unwrap();
    println!("{counts:?}");
}
