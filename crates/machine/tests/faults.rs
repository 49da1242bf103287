//! Every fault is found, and only where there is one.
//!
//! In `tests/programs/fault/<fault>/` each `<name>.c` ends with that fault at the line marked `// FAULT`. Its near
//! twin `<name>.ok.c` has no fault, and runs as the compiled program does. Where gcc's sanitizers can judge they
//! agree: they report the one and are silent about the other.

mod common;

use std::path::{Path, PathBuf};

use common::case::{Case, below, compare, for_all, outcome};
use machine::{FaultKind, Stop};

const SANITIZERS: &[&str] = &[
    "-fsanitize=address,undefined,float-cast-overflow",
    "-fno-sanitize-recover=all",
    // It is the verifier that defines `reach_error`.
    "-Wl,--defsym=reach_error=main",
];

/// Faults that the sanitizers have no check for.
fn is_beyond_sanitizers(kind: FaultKind) -> bool {
    use FaultKind::*;
    matches!(kind, UninitialisedRead | UnsequencedAccess | ReachError | MissingReturn | BadCall | BadVaArg)
}

fn kind_of(source: &Path) -> Option<FaultKind> {
    let folder = source.parent()?.file_name()?.to_str()?;
    FaultKind::ALL.into_iter().find(|kind| kind.name() == folder)
}

fn is_twin(source: &Path) -> bool {
    source.to_string_lossy().ends_with(".ok.c")
}

fn check(source: &Path) -> Result<(), String> {
    let checked = if is_twin(source) { check_twin(source) } else { check_fault(source) };
    checked.map_err(|message| format!("{}: {message}", source.display()))
}

fn check_fault(source: &Path) -> Result<(), String> {
    let kind = kind_of(source).ok_or("is in no folder of a fault")?;
    let text = std::fs::read_to_string(source).map_err(|e| e.to_string())?;
    let marked = text.lines().position(|line| line.contains("// FAULT")).ok_or("marks no line")? + 1;
    let case = Case::read(source);
    let ended = case.interpreted()?.ended;
    let line = ended.call_stack.first().map(|(_, pos)| pos.line);
    match &ended.stop {
        Stop::Fault(fault) if fault.kind == kind && line == Some(marked as u32) => {}
        other => return Err(format!("{other:?} at line {line:?}, expected {kind} at line {marked}")),
    }
    let is_seen = common::header(source, "SANITIZERS").is_none_or(|word| word != "blind");
    if is_beyond_sanitizers(kind) || !is_seen {
        return Ok(());
    }
    let native = case.native(SANITIZERS)?;
    let report = String::from_utf8_lossy(&native.stderr);
    let is_reported = ["runtime error: ", "ERROR: AddressSanitizer: ", "Assertion `"];
    match !native.status.success() && is_reported.iter().any(|start| report.contains(start)) {
        true => Ok(()),
        false => Err(format!("the sanitizers see nothing: {} {report}", native.status)),
    }
}

fn check_twin(source: &Path) -> Result<(), String> {
    let case = Case::read(source);
    let native = case.native(SANITIZERS)?;
    let report = String::from_utf8_lossy(&native.stderr);
    if !report.is_empty() {
        return Err(format!("the sanitizers see a fault: {report}"));
    }
    compare(&outcome(&native), &case.interpreted()?)
}

#[test]
fn faults_are_found_and_their_twins_run() {
    let programs = below("fault");
    // Those that need threads, or a look at all runs, are shown by the programs of `check`.
    let is_single_run = |kind: &FaultKind| {
        !matches!(
            kind,
            FaultKind::Deadlock | FaultKind::LockMisuse | FaultKind::DataRace | FaultKind::MemoryLeak
        )
    };
    for kind in FaultKind::ALL.into_iter().filter(is_single_run) {
        let is_shown = |p: &&PathBuf| kind_of(p) == Some(kind) && !is_twin(p);
        assert!(programs.iter().any(|p| is_shown(&p)), "no program shows {kind}");
    }
    for source in programs.iter().filter(|p| !is_twin(p)) {
        assert!(source.with_extension("ok.c").is_file(), "{} has no twin", source.display());
    }
    for_all(&programs, |source| check(source));
}
