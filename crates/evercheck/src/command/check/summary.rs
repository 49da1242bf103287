//! `--summary`: what a check came to, behind what others have written to a file.

use std::fs::{File, OpenOptions};
use std::io::Write;

use anyhow::{Context, Result};

use crate::check::args::CheckArgs;
use crate::report::markdown::{self, Row};

/// Whether it can be written, before the search.
pub fn check(args: &CheckArgs) -> Result<()> {
    open(args).map(drop)
}

pub fn append(args: &CheckArgs, rows: &[Row<'_>]) -> Result<()> {
    let Some(mut file) = open(args)? else { return Ok(()) };
    file.write_all(markdown::summary(rows).as_bytes()).context("cannot write the summary")
}

/// Of a check that came to nothing.
pub fn failed(args: &CheckArgs, why: &str) -> Result<()> {
    let target = if args.files.is_empty() { "all targets".into() } else { args.target() };
    append(args, &[Row { target: &target, outcome: Err(why) }])
}

fn open(args: &CheckArgs) -> Result<Option<File>> {
    let Some(path) = &args.summary else { return Ok(None) };
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.map(Some).with_context(|| format!("cannot write {}", path.display()))
}
