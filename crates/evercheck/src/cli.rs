//! The command line: global options and the list of commands.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::check::args::CheckArgs;
use crate::command::run::INPUT_ERROR;
use crate::command::{
    bisect::BisectArgs, certify::CertifyArgs, cfa::CfaArgs, completions::CompletionsArgs, diff::DiffArgs,
    history::HistoryArgs, init::InitArgs, job::JobArgs, lsp::LspArgs, man::ManArgs, run::RunArgs,
    serve::ServeArgs, status::StatusArgs, store::StoreArgs, watch::WatchArgs, worker::WorkerArgs,
};
use crate::console::{Color, Console, Verbosity};
use crate::status::Status;
use crate::{argv, beside, command, crash, platform};

/// Parses the command line, runs one command, and turns what came of it into an exit status.
pub fn main() -> ExitCode {
    // A reader that has seen enough (`evercheck … | head`) ends us silently, as it does any other filter.
    sigpipe::reset();
    let cli = parse(argv::normalise(std::env::args_os()));
    let console = cli.global.console();
    let status = crash::guard(&console, || {
        let outcome = platform::check().and_then(|()| command::run(&console, &cli.command));
        outcome.unwrap_or_else(|error| {
            console.error(&format!("{error:#}"));
            Status::Input
        })
    });
    beside::end(status)
}

/// Verifies C programs that keep changing
///
/// `evercheck check` proves a revision of a C program safe or shows a counterexample, state by state or by predicates over all
/// values of inputs. State by state, what earlier revisions established is reused (`evercheck store` looks after it);
/// `evercheck init` sets a project up, whose targets `check` then knows by name, and `evercheck history` verifies each of its
/// revisions; `evercheck watch` checks again on every save, and `evercheck lsp` shows editors what is found. `evercheck run` executes a program once with every fault named; `evercheck cfa` shows its control-flow automata and
/// fingerprints; `evercheck diff` tells what differs between two programs, and what that can affect.
#[derive(Debug, Parser)]
#[command(name = "evercheck", version = env!("EVERCHECK_VERSION"), styles = STYLES)]
#[command(propagate_version = true, arg_required_else_help = true, after_long_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(flatten)]
    global: GlobalArgs,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(Box<CheckArgs>),
    Bisect(BisectArgs),
    Certify(CertifyArgs),
    Cfa(CfaArgs),
    Diff(DiffArgs),
    Run(RunArgs),
    Serve(Box<ServeArgs>),
    Store(StoreArgs),
    Completions(CompletionsArgs),
    History(Box<HistoryArgs>),
    Init(InitArgs),
    Lsp(LspArgs),
    Watch(WatchArgs),
    Worker(WorkerArgs),
    Status(StatusArgs),
    Job(JobArgs),
    Man(ManArgs),
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
struct GlobalArgs {
    /// Say nothing on stderr but errors
    #[arg(short, long, global = true)]
    quiet: bool,

    /// Say more on stderr about what is done
    #[arg(short, long, global = true, overrides_with = "verbose", conflicts_with = "quiet")]
    verbose: bool,

    /// When to use colour
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t)]
    color: Color,
}

impl GlobalArgs {
    fn console(&self) -> Console {
        let verbosity = match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (false, false) => Verbosity::Normal,
            (false, true) => Verbosity::Verbose,
        };
        Console::new(self.color, verbosity)
    }
}

/// Parses the arguments; ends the process for `--help`, `--version` (status 0) and wrong usage (status 2, of `run` 125).
fn parse(arguments: Vec<OsString>) -> Cli {
    let mut command = Cli::command().color(color_choice(&arguments));
    let is_run = is_run(&arguments);
    let matches = command.try_get_matches_from_mut(arguments).unwrap_or_else(|error| exit(&error, is_run));
    Cli::from_arg_matches(&matches).unwrap_or_else(|error| exit(&error.format(&mut command), is_run))
}

fn exit(error: &clap::Error, is_run: bool) -> ! {
    if is_run && error.use_stderr() {
        // A stderr that cannot be written to leaves nobody to tell.
        let _ = error.print();
        std::process::exit(i32::from(INPUT_ERROR));
    }
    error.exit()
}

/// Whether the command is `run`, whose statuses up to 124 are the program's.
fn is_run(arguments: &[OsString]) -> bool {
    let is_option = |word: &&OsString| word.to_str().is_some_and(|word| word.starts_with('-'));
    let mut words = arguments.iter().skip(1).skip_while(is_option);
    // The only option before a command that takes a value.
    let color =
        arguments.windows(2).any(|pair| pair[0] == "--color" && Some(&pair[1]) == words.clone().next());
    words.nth(usize::from(color)).is_some_and(|word| word == "run")
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
  evercheck certify queue.proof queue.c     a proof that was saved, checked by itself
  evercheck init                            set a project up, with targets for check
  evercheck history v1.0..main              each revision of it
  evercheck bisect v1.0..main               the revision that flipped a verdict
  evercheck cfa lock.c                      the automata of every function, as text
  evercheck cfa --dot lock.c | dot -Tsvg    the same as a picture
  evercheck cfa --fingerprints lock.c       a line for each procedure and loop
  evercheck diff old/lock.c lock.c          what changed, and what that can affect
  evercheck run queue.c -- --size 10        one run, as the compiled program runs
  evercheck serve                           what earlier runs came to, in a browser
  evercheck store ls                        what earlier runs left
  evercheck worker --broker nats://host     take part in checks with --broker

Exit status:
  0    the command did what was asked; of check: every property holds
  1    of check: a property is violated; of diff: the programs differ; of store verify: something is damaged
  2    wrong usage, or input that cannot be read or is not valid C
  3    of check: unknown; of certify: the proof does not prove the program
  4    internal error: a bug in Evercheck
  5    of check: the verdict contradicts the one that a verification task expects
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
    fn run_is_told_from_other_commands() {
        let check = |line: &str, expected| {
            let words: Vec<_> = line.split(' ').map(OsString::from).collect();
            assert_eq!(is_run(&words), expected, "{line}");
        };
        check("evercheck run x.c", true);
        check("evercheck -q --color never run", true);
        check("evercheck check run", false);
        check("evercheck", false);
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
