//! `evercheck run`: one deterministic run of a program, as the compiled program runs.

use rustc_hash::FxHashMap as HashMap;
use std::ffi::OsString;
use std::io::{IsTerminal, Read, Write};
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use ::cfa::Program;
use ::cfa::source::Pos;
use anyhow::Result;
use clap::Args;
use machine::library::Host;
use machine::number::Placement;
use machine::run::{Ended, Setup, Watch};
use machine::trace::{Event, Tracer};
use machine::{FaultKind, Stop};

use crate::console::Console;
use crate::source_args::SourceArgs;
use crate::status::Status;
use crate::{diagnostics, quantity};

/// Run a C program once, with the output and exit status of the compiled program
///
/// Executes the program's automata with every access, conversion and operator checked. A fault of the program
/// ends the run with its name, the source line and the call stack.
///
/// Each thread runs until it has to wait, ends or has run for long; then the next one that can go on does, in the order of
/// their creation. Choices (`evercheck_choose`, `__VERIFIER_nondet_*`) yield 0, or the least value if 0 is none of theirs.
/// `evercheck check` tries every schedule and every value.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct RunArgs {
    /// C files, linked into one program
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    args: Vec<OsString>,

    /// Show each source line reached and each value assigned, on stderr
    #[arg(long)]
    trace: bool,

    /// Give up after this many steps
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = quantity::count)]
    max_steps: Option<u64>,

    #[command(flatten)]
    source: SourceArgs,
}

const EXAMPLES: &str = "\
Examples:
  evercheck run queue.c
  evercheck run -Iinclude main.c queue.c -- --size 10 < input.txt

Exit status: the program's own, or
  125  wrong usage, or input that cannot be read or is not valid C
  126  a fault of the program
  127  something that is not modelled, an assumption that does not hold, or more steps than --max-steps
  134  a failed assertion or abort(), as in the shell";

pub const INPUT_ERROR: u8 = 125;
const FAULT: u8 = 126;
const NOT_MODELLED: u8 = 127;
const ABORTED: u8 = 134;

pub fn run(console: &Console, args: &RunArgs) -> Result<Status> {
    let loaded = match args.source.load(&args.files) {
        Ok(loaded) => loaded,
        Err(error) => {
            console.error(&format!("{error:#}"));
            return Ok(Status::Program(INPUT_ERROR));
        }
    };
    let loaded = match loaded {
        Ok(loaded) => loaded,
        Err(error) => {
            let status = diagnostics::show_load_error(console, &error);
            return Ok(if status == Status::Input { Status::Program(INPUT_ERROR) } else { status });
        }
    };
    diagnostics::show_all(console, &loaded.warnings);
    if loaded.program.main.is_none() {
        console.error("the program has no function main");
        return Ok(Status::Program(INPUT_ERROR));
    }
    let name = args.files[0].with_extension("").into_os_string();
    let words = std::iter::once(name).chain(args.args.iter().cloned()).map(OsString::into_vec).collect();
    let max_steps = args.max_steps.unwrap_or(u64::MAX);
    let setup = Setup { args: words, max_steps, placement: Placement::Fixed };
    let watch = if args.trace {
        Watch::Trace(tracer(&loaded.program))
    } else if console.is_verbose() {
        Watch::Operations
    } else {
        Watch::Nothing
    };
    let ended = machine::run::run_watched(&loaded.program, &setup, Box::new(Terminal), watch);
    console.detail(&format!("steps: {}, operations: {}", ended.steps, ended.operations));
    Ok(Status::Program(report(console, &loaded.program, &ended)))
}

/// Prints each line with its place and text, and the values it assigns.
fn tracer(program: &Program) -> Tracer {
    let files = program.files.clone();
    let mut texts: HashMap<u32, Vec<String>> = HashMap::default();
    Box::new(move |event| match event {
        Event::Line { thread, function, pos, depth } => {
            let file = files.get(pos.file.0 as usize).map_or("", String::as_str);
            let lines = texts.entry(pos.file.0).or_insert_with(|| {
                let text = std::fs::read(file).unwrap_or_default();
                String::from_utf8_lossy(&text).lines().map(|l| l.trim().to_string()).collect()
            });
            let text = lines.get(pos.line as usize - 1).map_or("", String::as_str);
            let thread = if *thread > 0 { format!("[{thread}] ") } else { String::new() };
            eprintln!("{}{thread}{file}:{} {function}: {text}", "  ".repeat((*depth).min(20)), pos.line);
        }
        Event::Assigned { name, value } => eprintln!("        {name} = {value}"),
        Event::Waits { .. }
        | Event::Read { .. }
        | Event::Called { .. }
        | Event::Input { .. }
        | Event::Outside { .. }
        | Event::State { .. } => {}
    })
}

/// Says how the run ended, unless it ended by itself; the exit status.
fn report(console: &Console, program: &Program, ended: &Ended) -> u8 {
    let (message, status) = match &ended.stop {
        Stop::Exit(status) => return *status as u8,
        Stop::Abort => return ABORTED,
        Stop::Fault(fault) => {
            let status = if fault.kind == FaultKind::FailedAssertion { ABORTED } else { FAULT };
            (fault.to_string(), status)
        }
        Stop::StepLimit => ("more steps than --max-steps allows".to_string(), NOT_MODELLED),
        Stop::Cancelled | Stop::OutOfMemory => ("the run was cancelled".to_string(), NOT_MODELLED),
        Stop::NotModelled(what) | Stop::SymbolicValue(what) | Stop::SymbolicFloat(what) => {
            (format!("not modelled: {what}"), NOT_MODELLED)
        }
        Stop::Pruned => {
            let message = "this assumption does not hold, so the run is none of the program's; `evercheck check` looks \
                           for those that are";
            (message.to_string(), NOT_MODELLED)
        }
        Stop::Unbounded(what) => (format!("not modelled: {what}"), NOT_MODELLED),
        Stop::Yield | Stop::ThreadExit(_) | Stop::TermByte(_) => {
            ("not modelled: threads in a single run".to_string(), NOT_MODELLED)
        }
    };
    console.error(&message);
    for (i, (function, pos)) in ended.call_stack.iter().enumerate().take(STACK_SHOWN) {
        let word = if i == 0 { "in" } else { "called from" };
        console.raw(&format!("  {word} {function} at {}\n", place(program, *pos)));
        if let Some(text) = source_line(program, *pos).filter(|_| i == 0) {
            console.raw(&format!("    {}\n", text.trim()));
        }
    }
    if ended.call_stack.len() > STACK_SHOWN {
        console.raw(&format!("  and {} more calls\n", ended.call_stack.len() - STACK_SHOWN));
    }
    status
}

/// Calls shown of a call stack: a run-away recursion has hundreds of thousands.
const STACK_SHOWN: usize = 20;

fn place(program: &Program, pos: Pos) -> String {
    format!("{}:{}:{}", program.file(pos.file), pos.line, pos.column)
}

fn source_line(program: &Program, pos: Pos) -> Option<String> {
    let text = std::fs::read(program.file(pos.file)).ok()?;
    let line = text.split(|&b| b == b'\n').nth(pos.line.checked_sub(1)? as usize)?;
    Some(String::from_utf8_lossy(line).into_owned())
}

/// The program's own standard streams are ours.
struct Terminal;

impl Host for Terminal {
    fn write(&mut self, descriptor: i32, bytes: &[u8]) {
        // A closed stream is the program's to notice, and C programs do not.
        let _ = if descriptor == 2 {
            std::io::stderr().write_all(bytes)
        } else {
            let mut out = std::io::stdout().lock();
            out.write_all(bytes).and_then(|()| out.flush())
        };
    }

    fn is_terminal(&self, descriptor: i32) -> bool {
        match descriptor {
            0 => std::io::stdin().is_terminal(),
            1 => std::io::stdout().is_terminal(),
            _ => std::io::stderr().is_terminal(),
        }
    }

    fn read(&mut self, limit: usize) -> Vec<u8> {
        let mut bytes = vec![0; limit];
        let count = std::io::stdin().read(&mut bytes).unwrap_or(0);
        bytes.truncate(count);
        bytes
    }
}
