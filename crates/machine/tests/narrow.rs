//! The machine against gcc in 32 bits: the programs of `tests/programs/run`, `library` and `narrow` that gcc
//! compiles with `-m32` print the same and end with the same status.
//!
//! `// WIDE: reason` in the opening comment of a program says why it has no such run in 32 bits: the machine must find
//! a fault, or say what it does not model. Where gcc has no 32-bit C library the test
//! says so and checks nothing. `PROGRAM=sorting` runs those whose path contains the word.

mod common;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use cfa::types::DataModel;
use common::case::{Case, below, compare, for_all, outcome};
use common::{Scratch, header};
use machine::Stop;
use machine::number::Placement;

/// Programs that agree: fewer are to be looked into.
const LEAST_AGREED: usize = 175;

fn narrow(source: &Path) -> Case {
    Case { model: DataModel::Ilp32, ..Case::read(source) }
}

/// Whether gcc makes programs of 32 bits, and they run here.
fn is_possible() -> bool {
    let scratch = Scratch::new();
    let source = scratch.0.join("empty.c");
    let text = "#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n";
    std::fs::write(&source, text).expect("it can be written");
    narrow(&source).native(&[]).is_ok_and(|output| output.status.success())
}

fn check((source, is_library): &(PathBuf, bool), agreed: &AtomicUsize) -> Result<(), String> {
    let named = |message: String| format!("{}: {message}", source.display());
    let mut case = narrow(source);
    if *is_library {
        case.preprocessor.extend(["-w".into(), "-D_GNU_SOURCE".into()]);
    }
    if header(source, "WIDE").is_some() {
        case.placement = Placement::Any;
    }
    let Ok(expected) = case.native(&[]) else { return Ok(()) };
    let found = case.interpreted().map_err(named)?;
    if header(source, "WIDE").is_some() {
        return match found.ended.stop {
            Stop::Fault(_) | Stop::NotModelled(_) => Ok(()),
            other => Err(named(format!("is marked `WIDE`, but ends with {other:?}"))),
        };
    }
    compare(&outcome(&expected), &found).map_err(named)?;
    agreed.fetch_add(1, Ordering::Relaxed);
    Ok(())
}

#[test]
fn programs_run_as_compiled_for_32_bits() {
    if !is_possible() {
        // Past the harness, which keeps what a test prints to itself.
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: gcc -m32 has no C library (Debian: gcc-multilib); nothing was compared"
        );
        return;
    }
    let only = std::env::var("PROGRAM").unwrap_or_default();
    let programs: Vec<_> = ["run", "library", "narrow"]
        .into_iter()
        .flat_map(|topic| below(topic).into_iter().map(move |path| (path, topic == "library")))
        .filter(|(path, _)| path.to_string_lossy().contains(&only))
        .collect();
    let agreed = AtomicUsize::new(0);
    for_all(&programs, |program| check(program, &agreed));
    let agreed = agreed.into_inner();
    println!("{agreed} of {} programs agreed", programs.len());
    assert!(!only.is_empty() || agreed >= LEAST_AGREED, "only {agreed} programs agreed");
}
