//! `evercheck man`: the manual pages, made from the same definition as `--help`.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;

use crate::cli::Cli;
use crate::console::Console;
use crate::status::Status;

/// Print the manual page, or write those of all commands to a directory
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct ManArgs {
    /// Directory for evercheck.1 and one evercheck-COMMAND.1 for each command; created if missing
    dir: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  evercheck man | man -l -
  evercheck man ~/.local/share/man/man1";

pub fn run(console: &Console, args: &ManArgs) -> Result<Status> {
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    match &args.dir {
        Some(dir) => {
            std::fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
            for command in with_subcommands(&program) {
                let page = Man::new(command.clone());
                let path = dir.join(page.get_filename());
                std::fs::write(&path, render(&page)?)
                    .with_context(|| format!("cannot write {}", path.display()))?;
            }
        }
        None => console.result(&render(&Man::new(program))?)?,
    }
    Ok(Status::Success)
}

/// A command and those below it that are shown.
fn with_subcommands(command: &Command) -> Vec<&Command> {
    let shown = command.get_subcommands().filter(|it| !it.is_hide_set() && it.get_name() != "help");
    std::iter::once(command).chain(shown.flat_map(with_subcommands)).collect()
}

/// The page, with what follows the options in `--help` under the customary headings and line by line.
fn render(page: &Man) -> Result<String> {
    let mut roff = Vec::new();
    page.render(&mut roff)?;
    let text = String::from_utf8(roff).context("the manual page is not text")?;
    Ok(text
        .replace(".SH EXTRA\n", "")
        .replace("\nExamples:\n", "\n.SH EXAMPLES\n.nf\n")
        .replace("\nExit status:\n", "\n.fi\n.SH \"EXIT STATUS\"\n.nf\n")
        .replace("\n.SH VERSION\n", "\n.fi\n.SH VERSION\n"))
}
