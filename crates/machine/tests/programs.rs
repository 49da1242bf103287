//! The machine against gcc: each program of `tests/programs/run` prints the same and ends with the same status.
//!
//! `PROGRAM=sorting` runs those whose path contains the word.

mod common;

use std::path::PathBuf;

use common::case::{Case, below, compare, for_all, outcome};

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

#[test]
fn programs_run_as_compiled() {
    let only = std::env::var("PROGRAM").unwrap_or_default();
    let programs: Vec<_> = below("run").into_iter().filter(|p| p.to_string_lossy().contains(&only)).collect();
    assert!(!only.is_empty() || programs.len() >= 130, "only {} programs", programs.len());
    for_all(&programs, check);
}
