//! `evercheck diff`: what differs between two programs, and what that can affect.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use ::cfa::Program;
use ::change::diff::diff;
use anyhow::Result;
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::console::Console;
use crate::differences::Record;
use crate::past::Past;
use crate::place;
use crate::source_args::SourceArgs;
use crate::status::Status;
use crate::{diagnostics, differences};

/// Show what differs between two C programs, and what that can affect
///
/// Compares what the programs do: comments, layout, line numbers and the order of definitions make no difference. Shows
/// functions and static objects that differ, the lines that do side by side (`|` changed, `<` only in the old
/// program, `>` only in the new one), and the procedures and loops that are the same by themselves but call or contain
/// something that is not. The others, which are counted as unchanged, behave as before.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct DiffArgs {
    /// C file of the old program; several, linked into one, are separated by commas
    #[arg(value_name = "OLD", value_parser = OsStringValueParser::new().map(Files::of))]
    old: Files,

    /// C file of the new program, or several
    #[arg(value_name = "NEW", value_parser = OsStringValueParser::new().map(Files::of))]
    new: Files,

    /// How to print the differences
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,

    /// Where earlier runs of `check` are kept [default: your nearest .evercheck here or above, in the repository]
    #[arg(long, value_name = "DIR", env = "EVERCHECK_STORE")]
    store: Option<PathBuf>,

    #[command(flatten)]
    source: SourceArgs,
}

/// The files of one program.
#[derive(Clone, Debug)]
struct Files(Vec<PathBuf>);

impl Files {
    /// A file whose own name has a comma is taken as it is.
    fn of(word: OsString) -> Files {
        let names = word.as_bytes().split(|&byte| byte == b',').map(|name| OsStr::from_bytes(name).into());
        Files(if Path::new(&word).exists() { vec![word.into()] } else { names.collect() })
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people; long lists are cut, and say so
    #[default]
    Text,
    /// One JSON object with everything
    Json,
}

const EXAMPLES: &str = "\
Examples:
  evercheck diff old/lock.c new/lock.c
  evercheck diff -Iinclude old/main.c,old/queue.c new/main.c,new/queue.c
  evercheck diff --format json old/lock.c new/lock.c | jq -r '.fragments[].name'

Exit status:
  0  nothing differs
  1  something does
  2  wrong usage, or input that cannot be read or is not valid C";

impl DiffArgs {
    /// What the record that a plain `check` of the new program would build on is worth, if there is one.
    fn record(&self, console: &Console, program: &Program) -> Option<Record> {
        let place = place::find(console, self.store.as_deref()).filter(|place| place.folder.is_dir())?;
        let target = self.new.0.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(" ");
        let options = explicit::Options::default();
        match Past::open(&place, program, &options, &target) {
            Ok(past) => {
                past.warnings.iter().for_each(|warning| console.warning(warning));
                Some(Record { base: past.base()?, estimate: past.estimate(program, &options)? })
            }
            Err(error) => {
                console.warning(&format!("what can be reused is not known: {error}"));
                None
            }
        }
    }
}

pub fn run(console: &Console, args: &DiffArgs) -> Result<Status> {
    let mut programs: Vec<Program> = Vec::new();
    for files in [&args.old, &args.new] {
        match args.source.load(&files.0)? {
            Ok(loaded) => {
                diagnostics::show_all(console, &loaded.warnings);
                programs.push(loaded.program);
            }
            Err(error) => return Ok(diagnostics::show_load_error(console, &error)),
        }
    }
    let difference = diff(&programs[0], &programs[1]);
    let record = args.record(console, &programs[1]);
    console.result(&match args.format {
        Format::Text => {
            differences::text(&difference) + &record.map_or(String::new(), |it| differences::record(&it))
        }
        Format::Json => differences::json(&difference, record.as_ref())?,
    })?;
    Ok(if difference.is_empty() { Status::Success } else { Status::Different })
}
