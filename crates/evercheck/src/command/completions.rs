//! `evercheck completions`: the shell's completion script.

use anyhow::Result;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::cli::Cli;
use crate::console::Console;
use crate::status::Status;

/// Print the completion script of a shell
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct CompletionsArgs {
    #[arg(value_enum)]
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  evercheck completions bash > ~/.local/share/bash-completion/completions/evercheck
  evercheck completions zsh > ~/.zfunc/_evercheck
  evercheck completions fish > ~/.config/fish/completions/evercheck.fish";

pub fn run(console: &Console, args: &CompletionsArgs) -> Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "evercheck", &mut script);
    console.result(&script)?;
    Ok(Status::Success)
}
