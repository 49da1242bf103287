//! The command line: global options and the list of commands.

use std::ffi::OsString;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{ArgAction, Args, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::command::{
    cfa::CfaArgs, check::CheckArgs, completions::CompletionsArgs, diff::DiffArgs, man::ManArgs, run::RunArgs,
};
use crate::console::{Color, Console, Verbosity};

/// Verifies C programs that keep changing
///
/// The aim: prove each revision of a C program safe or show a counterexample, reusing what earlier revisions
/// established. Reuse is still to come. `evercheck check` explores every interleaving and every choice of one program;
/// `evercheck run` executes it once with every fault named; `evercheck cfa` shows its control-flow automata and
/// fingerprints; `evercheck diff` tells what differs between two programs, and what that can affect.
#[derive(Debug, Parser)]
#[command(name = "evercheck", version = env!("EVERCHECK_VERSION"), styles = STYLES)]
#[command(propagate_version = true, arg_required_else_help = true, after_long_help = EXAMPLES)]
pub struct Cli {
    #[command(flatten)]
    pub global: GlobalArgs,

    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Check(CheckArgs),
    Cfa(CfaArgs),
    Diff(DiffArgs),
    Run(RunArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
pub struct GlobalArgs {
    /// Say nothing on stderr but errors
    #[arg(short, long, global = true)]
    quiet: bool,

    /// Say more on stderr about what is done; repeat for more
    #[arg(short, long, global = true, action = ArgAction::Count, conflicts_with = "quiet")]
    verbose: u8,

    /// When to use colour
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t)]
    color: Color,
}

impl GlobalArgs {
    pub fn console(&self) -> Console {
        let verbosity = match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (false, 0) => Verbosity::Normal,
            (false, _) => Verbosity::Verbose,
        };
        Console::new(self.color, verbosity)
    }
}

/// Parses the arguments; ends the process for `--help`, `--version` (status 0) and wrong usage (status 2).
pub fn parse(arguments: Vec<OsString>) -> Cli {
    let mut command = Cli::command().color(color_choice(&arguments));
    let matches = command.try_get_matches_from_mut(arguments).unwrap_or_else(|error| error.exit());
    Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut command).exit())
}

/// Finds `--color` before parsing: it has to be known by the time there is a usage error or help to print.
fn color_choice(arguments: &[OsString]) -> ColorChoice {
    let words: Vec<_> =
        arguments.iter().map(|word| word.to_str().unwrap_or("")).take_while(|word| *word != "--").collect();
    let separate = words.windows(2).filter(|pair| pair[0] == "--color").map(|pair| pair[1]);
    let joined = words.iter().filter_map(|word| word.strip_prefix("--color="));
    match separate.chain(joined).last() {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Yellow.on_default().bold())
    .usage(AnsiColor::Yellow.on_default().bold())
    .literal(AnsiColor::Green.on_default())
    .placeholder(AnsiColor::Cyan.on_default());

const EXAMPLES: &str = "\
Examples:
  evercheck check queue.c                   prove it, or show a counterexample
  evercheck cfa lock.c                      the automata of every function, as text
  evercheck cfa --dot lock.c | dot -Tsvg    the same as a picture
  evercheck cfa --fingerprints lock.c       a line for each procedure and loop
  evercheck diff old/lock.c lock.c          what changed, and what that can affect
  evercheck run queue.c -- --size 10        one run, as the compiled program runs

Exit status:
  0    the command did what was asked; of check: every property holds
  1    of check: a property is violated; of diff: the programs differ
  2    wrong usage, or input that cannot be read or is not valid C
  3    of check: unknown
  4    internal error: a bug in Evercheck
  130  of check: interrupted
`evercheck run` passes the program's own status on.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_last_color_option_counts() {
        let check = |line: &str, expected| {
            let words: Vec<_> = line.split(' ').map(OsString::from).collect();
            assert_eq!(color_choice(&words), expected, "{line}");
        };
        check("evercheck --color=always", ColorChoice::Always);
        check("evercheck --color never cfa x.c", ColorChoice::Never);
        check("evercheck cfa x.c", ColorChoice::Auto);
        check("evercheck cfa -- --color=always", ColorChoice::Auto);
    }
}
