//! `evercheck serve`: the pages of reports, live over the store, and programs to step through.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Result, bail};
use clap::Args;

use super::check::targets;
use crate::check::given::Handed;
use crate::console::Console;
use crate::job::Job;
use crate::project::Project;
use crate::serve::Site;
use crate::status::Status;
use crate::task;
use crate::worker::Foreman;
use crate::{place, serve};

/// Show what runs came to, and step through programs, in a browser
///
/// Shows the outcomes and runs that the store holds, each with the page of `check --report`, and explores states: from the first
/// state of a program, or from any step of a counterexample, one chooses which thread goes on and which value an input has,
/// goes back, and sees all variables and the heap. The programs are the files, the targets of evercheck.toml that are named, or
/// all of them. Options are those of `check`, as far as they say what a program is and does; --time-limit (10s by default)
/// and --memory-limit (2GB) are for one page.
///
/// Only browsers on this machine are answered, and only for pages of this server; nothing can be changed through it. Ctrl-C
/// ends it.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct ServeArgs {
    /// C files, linked into one program; or targets of the project's evercheck.toml, all if none is named
    #[arg(value_name = "FILE|TARGET")]
    files: Vec<PathBuf>,

    /// The port of this machine to answer at; 0 is any that is free
    #[arg(long, value_name = "N", default_value_t = 8642)]
    port: u16,

    /// Open the first page in a browser, with xdg-open
    #[arg(long)]
    open: bool,

    #[command(flatten)]
    options: Handed,
}

const EXAMPLES: &str = "\
Examples:
  evercheck serve                          what the store holds, and the targets of the project
  evercheck serve queue.c -DN=3            the states of a program
  evercheck serve --port 0 --open";

pub fn run(console: &Console, args: &ServeArgs) -> Result<Status> {
    let site = Site::new(console, jobs(console, args)?, &args.options.0)?;
    let listening = serve::http::listen(args.port)?;
    let url = format!("http://{}/", listening.1);
    let foreman = Foreman::new(console)?;
    console.result(format!("{url}\n"))?;
    console.inform("Ctrl-C ends it");
    if args.open && !open(&url) {
        console.warning("there is no xdg-open: open the address yourself");
    }
    serve::run(listening, site, || foreman.signalled().is_some())?;
    Ok(foreman.signalled().unwrap_or(Status::Success))
}

/// The programs to be explored: those that are named, or the targets of the project if there is one.
fn jobs(console: &Console, args: &ServeArgs) -> Result<Vec<Job>> {
    let files = args.files.iter().fold(Job::new(""), Job::file);
    let job = files.options(args.options.0.iter().cloned());
    // What is wrong with an option is said now.
    let check = job.args()?;
    if args.files.is_empty() && Project::find()?.is_none() {
        if place::find(console, check.reuse.folder()).is_none_or(|place| !place.folder.is_dir()) {
            bail!(
                "there is nothing to show: name a C file, or check something first, which leaves its outcome in the store"
            );
        }
        return Ok(Vec::new());
    }
    if args.files.iter().any(|file| task::is_task(file)) {
        bail!("a verification task is no program to be stepped through: name its files");
    }
    match targets::jobs(console, &check)? {
        Some((_, jobs)) => Ok(jobs),
        None => {
            if let Some(file) = args.files.iter().find(|file| !file.is_file()) {
                bail!("there is no file {}", file.display());
            }
            let names: Vec<String> = args.files.iter().map(|file| file.display().to_string()).collect();
            Ok(vec![Job { target: names.join(" "), ..job }])
        }
    }
}

/// Whether somebody could be asked to open it.
fn open(url: &str) -> bool {
    let mut command = Command::new("xdg-open");
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
}
