//! The C library against glibc: each program of `tests/programs/library` prints the same, and ends with the
//! same status, compiled by gcc and run by the machine.
//!
//! A program opens with `// RUN:` and what it shows; `// INPUT:` is what it reads.

mod common;

use std::path::Path;

fn check(source: &Path) {
    assert!(common::header(source, "RUN").is_some(), "{} does not say what it shows", source.display());
    let input = common::header(source, "INPUT").unwrap_or_default();
    common::compare(source, input.as_bytes());
}

#[test]
fn programs_run_as_compiled() {
    let only = std::env::var("PROGRAM").ok();
    let programs = common::programs("library").into_iter().filter(|path| {
        only.as_ref().is_none_or(|name| path.file_stem().is_some_and(|stem| stem == name.as_str()))
    });
    programs.for_each(|source| check(&source));
}
