//! The machine against gcc: each program of `tests/programs/run` prints the same and ends with the same status. Each
//! program of `tests/programs/unknown` has something that is not modelled, and the machine says so.
//!
//! `PROGRAM=sorting` runs those whose path contains the word.

mod common;

use std::path::{Path, PathBuf};

use common::case::{Case, below, compare, for_all, outcome};
use machine::Stop;
use machine::number::Placement;

fn check(source: &PathBuf) -> Result<(), String> {
    let case = Case::read(source);
    let named = |message: String| format!("{}: {message}", source.display());
    let text = std::fs::read_to_string(source).map_err(|e| named(e.to_string()))?;
    if !text.starts_with("// ") {
        return Err(named("does not say what it shows".into()));
    }
    let expected = outcome(&case.native(&[]).map_err(named)?);
    let found = case.interpreted().map_err(named)?;
    compare(&expected, &found).map_err(named)
}

/// The run ends at the line marked `// UNKNOWN: reason`, for that reason.
fn check_unknown(source: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(source).map_err(|e| e.to_string())?;
    let marked =
        text.lines().zip(1..).find_map(|(line, number)| Some((line.split_once("// UNKNOWN: ")?.1, number)));
    let (reason, line) = marked.ok_or("marks no line")?;
    let ended = Case { placement: Placement::Any, ..Case::read(source) }.interpreted()?.ended;
    let found = ended.call_stack.first().map(|(_, pos)| pos.line);
    match &ended.stop {
        Stop::NotModelled(what) if what == reason && found == Some(line) => Ok(()),
        other => Err(format!("{other:?} at line {found:?}, expected `{reason}` at line {line}")),
    }
}

#[test]
fn what_is_not_modelled_says_so() {
    let programs = below("unknown");
    assert!(!programs.is_empty());
    for_all(&programs, |source| {
        check_unknown(source).map_err(|message| format!("{}: {message}", source.display()))
    });
}

#[test]
fn programs_run_as_compiled() {
    let only = std::env::var("PROGRAM").unwrap_or_default();
    let programs: Vec<_> = below("run").into_iter().filter(|p| p.to_string_lossy().contains(&only)).collect();
    assert!(!only.is_empty() || programs.len() >= 130, "only {} programs", programs.len());
    for_all(&programs, check);
}
