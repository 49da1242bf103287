//! `evercheck man`: the manual pages, made from the same definition as `--help`.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;

use crate::cli::Cli;
use crate::console::Console;
use crate::status::Status;

/// Print a manual page, or write those of all commands to a folder
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct ManArgs {
    /// The command whose page is printed, such as `check` or `store gc`; without one, that of evercheck itself
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,

    /// Write evercheck.1 and one evercheck-COMMAND.1 for each command to DIR instead; it is created if missing
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  evercheck man check | man -l -
  evercheck man --out ~/.local/share/man/man1";

pub fn run(console: &Console, args: &ManArgs) -> Result<Status> {
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    match &args.out {
        Some(dir) => {
            std::fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
            for command in with_subcommands(&program) {
                let page = Man::new(command.clone());
                let path = dir.join(page.get_filename());
                std::fs::write(&path, render(&page)?)
                    .with_context(|| format!("cannot write {}", path.display()))?;
            }
        }
        None => console.result(&render(&Man::new(named(&program, &args.command)?.clone()))?)?,
    }
    Ok(Status::Success)
}

/// The command of this name.
fn named<'a>(program: &'a Command, words: &[String]) -> Result<&'a Command> {
    let mut found = program;
    for word in words {
        let Some(command) = shown(found).find(|it| it.get_name() == word) else {
            let known: Vec<_> = shown(found).map(Command::get_name).collect();
            match known.is_empty() {
                true => bail!("{} has no commands", found.get_display_name().unwrap_or_default()),
                false => bail!("no command {word:?}; known are {}", known.join(", ")),
            }
        };
        found = command;
    }
    Ok(found)
}

/// A command and those below it that are shown.
fn with_subcommands(command: &Command) -> Vec<&Command> {
    std::iter::once(command).chain(shown(command).flat_map(with_subcommands)).collect()
}

fn shown(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|it| !it.is_hide_set() && it.get_name() != "help")
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
