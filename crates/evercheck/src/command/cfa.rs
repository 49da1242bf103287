//! `evercheck cfa`: the automata of a program, and the fingerprints of its fragments.

use std::path::PathBuf;
use std::time::Instant;

use ::cfa::Program;
use anyhow::{Result, bail};
use clap::Args;

use crate::console::Console;
use crate::diagnostics;
use crate::fingerprints;
use crate::format::Format;
use crate::nearest::did_you_mean;
use crate::source_args::SourceArgs;
use crate::status::Status;

/// Show the control-flow automata of a C program, and its fingerprints
///
/// Reads one or more C files, linked into one program, and prints an automaton for each function. Files ending
/// in `.i` are taken as preprocessed; all others go through `cc -E` first.
///
/// A fragment is a procedure or a loop. Its local fingerprint depends on what the fragment itself does, and not
/// on white space, comments or line numbers; its global fingerprint also on everything it calls or contains.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct CfaArgs {
    /// C files, linked into one program
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Print the automata for Graphviz
    #[arg(long, conflicts_with = "fingerprints")]
    dot: bool,

    /// Print one line for each fragment: local and global fingerprint, kind, name, position
    #[arg(long)]
    fingerprints: bool,

    /// Show only this function; may be repeated
    #[arg(long, value_name = "NAME")]
    function: Vec<String>,

    /// Form of the fingerprints
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t, requires = "fingerprints")]
    format: Format,

    #[command(flatten)]
    source: SourceArgs,
}

const EXAMPLES: &str = "\
Examples:
  evercheck cfa lock.c
  evercheck cfa --function acquire --dot lock.c | dot -Tsvg > acquire.svg
  evercheck cfa --fingerprints -Iinclude -DNDEBUG -include config.h main.c queue.c
  evercheck cfa --fingerprints --format json -m32 -std=gnu99 driver.i";

pub fn run(console: &Console, args: &CfaArgs) -> Result<Status> {
    let start = Instant::now();
    let loaded = match args.source.load(&args.files)? {
        Ok(loaded) => loaded,
        Err(error) => return Ok(diagnostics::show_load_error(console, &error)),
    };
    diagnostics::show_all(console, &loaded.warnings);
    let program = loaded.program;
    let functions = program.function_names();
    let seconds = start.elapsed().as_secs_f64();
    let (files, count) = (args.files.len(), functions.len());
    console.detail(&format!("files: {files}, functions: {count}, read in {seconds:.3} s"));
    if !functions.iter().any(|name| name == "main") {
        console.warning("the program has no function main");
    }
    check_names(&args.function, &functions)?;
    console.result(&render(&program, args)?)?;
    Ok(Status::Success)
}

fn render(program: &Program, args: &CfaArgs) -> Result<String> {
    let only = args.function.as_slice();
    match (args.fingerprints, args.format) {
        (true, Format::Text) => Ok(fingerprints::text(&fingerprints::select(program, only))),
        (true, Format::Json) => fingerprints::json(&fingerprints::select(program, only)),
        (false, _) if args.dot => Ok(::cfa::print::dot(program, only)),
        (false, _) => Ok(::cfa::print::text(program, only)),
    }
}

fn check_names(wanted: &[String], functions: &[String]) -> Result<()> {
    let Some(unknown) = wanted.iter().find(|name| !functions.contains(name)) else { return Ok(()) };
    bail!("the program has no function {unknown}{}", did_you_mean(unknown, functions))
}
