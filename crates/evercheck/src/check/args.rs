//! The options of `check`, each declared once, in the struct of the engine that it is for.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use explicit::path::Malformed;
use explicit::range::Range;

use super::given::Given;
use crate::base::Base;
use crate::cluster::args::ClusterArgs;
use crate::engine::{Engine, Externs, Summaries};
use crate::format::Format;
use crate::git::Revision;
use crate::kept::Recall;
use crate::outputs::OutputArgs;
use crate::quantity;
use crate::reuse_args::ReuseArgs;
use crate::source_args::{CallsArgs, SourceArgs};

/// Verify a C program: prove each property, or show a counterexample
///
/// There are two engines. The explicit one explores every interleaving of threads and every choice
/// (`evercheck_choose`, `__VERIFIER_nondet_*`), state by state. The predicate one covers all values of inputs and any number
/// of loop iterations, for programs of one thread. By default both work side by side where they can decide (--engine). The last
/// line on stdout is the verdict.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct CheckArgs {
    /// First, since whoever reads an option takes it away.
    #[command(flatten)]
    pub given: Given,

    /// C files, linked into one program; targets of the project's evercheck.toml; a folder; or a verification task, FILE.yml
    ///
    /// Without any, all targets are checked, one after the other or --jobs at a time, with a table at the end. Options override
    /// those of evercheck.toml. What is both a file and a target is taken for the file.
    ///
    /// Of a folder its evercheck.toml says what the targets are, or else they are what `evercheck init` would propose. A
    /// compile_commands.json stands for the programs that its files make up.
    ///
    /// A task names its files and properties. -m or --data-model overrides the data model it states, or else that of
    /// the category it is in (X.set names it, X.cfg says the architecture); --property overrides its properties. The
    /// verdicts that it expects are compared with those found.
    #[arg(value_name = "FILE|TARGET|DIR")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub common: CommonArgs,

    #[command(flatten)]
    pub limits: LimitArgs,

    #[command(flatten)]
    pub explicit: ExplicitArgs,

    #[command(flatten)]
    pub predicate: PredicateArgs,

    /// Show every step of a counterexample
    #[arg(long)]
    pub full_trace: bool,

    /// Write the counterexample to FILE, for --replay
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    pub save_trace: Option<PathBuf>,

    /// Run a saved counterexample again instead of searching, with the options that it was found with
    #[arg(long, value_name = "FILE", conflicts_with_all = ["CommonArgs", "ExplicitArgs", "PredicateArgs", "reuse", "cex", "changed", "no_record", "audit"])]
    pub replay: Option<PathBuf>,

    /// Write the inputs of the counterexample as a C file to be compiled with the program (one thread only)
    #[arg(long, value_name = "FILE")]
    pub harness: Option<PathBuf>,

    /// Write a witness of the verdict to FILE, in SV-COMP's format 2.0
    ///
    /// Of a violation, what functions return on the way to it (one thread only); of a proof, the invariants of loops that can be
    /// said in C.
    #[arg(long, value_name = "FILE.yml", conflicts_with_all = ["replay", "witness_in"])]
    pub witness: Option<PathBuf>,

    /// Check a witness of format 2.0 instead of searching
    ///
    /// A violation is followed by the machine, with the results of functions that the witness names (function_return). Invariants of
    /// loops become checks of the program, which is proved with them. A witness that does not hold, or that cannot be checked, is
    /// rejected: unknown(replay).
    #[arg(long, value_name = "FILE.yml", conflicts_with = "replay")]
    pub witness_in: Option<PathBuf>,

    /// How to print the result; the last line of text is the verdict
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,

    /// Compare with a revision of the repository: its violations are known, and only new ones count
    ///
    /// The files of the revision come out of git's object database. Drivers, models and evercheck.toml are the work tree's, and
    /// so is a file that the revision does not have. What it came to is taken from the store, or else it is checked
    /// first. Violations that it has as well are told and count for nothing; those that are gone are said to be fixed.
    #[arg(long, value_name = "REVISION", conflicts_with = "replay")]
    pub since: Option<String>,

    #[command(flatten)]
    pub outputs: OutputArgs,

    #[command(flatten)]
    pub reuse: ReuseArgs,

    #[command(flatten)]
    pub cluster: ClusterArgs,

    #[command(flatten)]
    pub calls: CallsArgs,

    #[command(flatten)]
    pub source: SourceArgs,

    /// The folder that the files are below; the current one if it is empty.
    #[arg(skip)]
    pub root: PathBuf,

    /// The preprocessor's flags of single files.
    #[arg(skip)]
    pub flags: Vec<(PathBuf, Vec<String>)>,

    /// What runs are called by in the store, if not by their files.
    #[arg(skip)]
    pub name: Option<String>,

    /// The revision that the files are of, if they are not the work tree's.
    #[arg(skip)]
    pub revision: Option<Revision>,

    /// What it is compared with.
    #[arg(skip)]
    pub base: Option<Base>,

    /// Which outcomes of earlier runs will do.
    #[arg(skip)]
    pub recall: Recall,

    /// Whether what a page shows is wanted, whoever writes it.
    #[arg(skip)]
    pub is_detailed: bool,
}

/// What is checked, how far, and for how long.
#[derive(Clone, Debug, Args)]
pub struct CommonArgs {
    /// Properties to check, by name or as a BenchExec .prp file; may be repeated
    ///
    /// In their order: unreach-call, valid-deref, valid-free, valid-memtrack, valid-memcleanup, no-overflow, no-deadlock,
    /// no-data-race, no-uninitialised-read, no-division-by-zero, no-bad-shift, no-lock-misuse, no-undefined-behaviour.
    /// By default all but leaks (valid-memtrack, valid-memcleanup) are checked. A property that could not be checked makes
    /// the verdict unknown(not-checked). valid-memsafety is valid-deref, valid-free and valid-memtrack;
    /// default is what is checked by default.
    #[arg(long, value_name = "NAME|FILE", value_delimiter = ',')]
    pub property: Vec<String>,

    /// Properties not to check, of the default ones or those of --property
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub except: Vec<String>,

    /// How to check: state by state, by predicates over all values of inputs, or both side by side
    #[arg(long, value_enum, value_name = "ENGINE", default_value_t)]
    pub engine: Engine,

    /// Violations that are known, listed in FILE: each that is there is told, counts for nothing, and does not end the search
    #[arg(long, value_name = "FILE")]
    pub known: Option<PathBuf>,

    /// Add the violations that were found to the file of --known, and take out those that are gone
    #[arg(long)]
    pub update_known: bool,

    /// Let each allocation fail as well
    #[arg(long)]
    pub malloc_may_fail: bool,
}

/// When to give up, whatever is done.
#[derive(Clone, Debug, Args)]
pub struct LimitArgs {
    /// Give up this long after the start: 40s, 5m, 1h
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    pub time_limit: Option<Duration>,

    /// Give up after this much processor time, of the preprocessor too: 40s, 5m, 1h
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    pub cpu_limit: Option<Duration>,

    /// Give up when this much memory is used: 500MB, 4GB
    #[arg(long, value_name = "SIZE", value_parser = quantity::memory)]
    pub memory_limit: Option<u64>,
}

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Explicit engine")]
pub struct ExplicitArgs {
    /// Values of inputs whose type has more than 256; the verdict then covers only these
    #[arg(long, value_name = "LOW..HIGH", allow_hyphen_values = true, value_parser = range)]
    pub nondet_range: Option<(i128, i128)>,

    /// What inputs are: each of their values, one by one, or symbols that stand for all values at once (experimental)
    ///
    /// With `symbolic` an input has any value of its type and is split only where the program tells values apart; what is done with
    /// numbers only makes the verdict unknown(symbolic-value) where an input has too many values. Conditions on several inputs
    /// are decided by Z3, and there is one worker. `auto` takes symbols for a program that the explicit engine is to check and that has an input with too many values to
    /// try each, so that it could not be checked otherwise; of a choice of at most four numbers each is tried even then.
    #[arg(long, value_enum, value_name = "auto|each|symbolic", default_value_t)]
    pub inputs: Inputs,

    /// The arguments of the program: words as a shell splits them, or `none`, and the verdict then covers only these; or `any`
    ///
    /// The explicit engine explores a program that reads its arguments without any, and unless this option accepts that,
    /// its verdict is unknown(bounded). The predicate engine covers all arguments. `any`, which is the default, overrides what
    /// evercheck.toml says.
    #[arg(long, value_name = "any|none|WORDS", allow_hyphen_values = true, value_parser = words)]
    pub args: Option<Words>,

    /// What the clock says: anything, or steps of nothing or a second from 2001-09-09 on; the verdict then covers only these
    ///
    /// Steps are all that the explicit engine explores. Unless this option accepts that, its verdict on a program that reads
    /// the clock is unknown(bounded). A program that asks for the time without end never runs out of steps: with `stepped:N` the clock
    /// stands still when it has gone on N times.
    #[arg(long, value_name = "any|stepped|stepped:N", value_parser = clock, default_value = ANY)]
    pub clock: Clock,

    /// How atomic operations order memory: as C11 says, or all as seq_cst; the verdict then covers only that
    ///
    /// The explicit engine explores sequentially consistent executions. Unless this option accepts that, its verdict on a
    /// program of several threads with weaker atomic operations is unknown(bounded).
    #[arg(long, value_enum, value_name = "c11|sc", default_value_t)]
    pub memory_model: MemoryModel,

    /// Signals that come from outside: any, or none; the verdict then covers only that
    ///
    /// The explicit engine explores none. Unless this option accepts that, its verdict on a program that handles signals is
    /// unknown(bounded).
    #[arg(long, value_enum, value_name = "any|none", default_value_t)]
    pub signals: Signals,

    /// What the program may learn of where objects lie: nothing that depends on it, or what one layout tells; the verdict then
    /// covers only that layout
    ///
    /// With `any`, comparing addresses of different objects and numbers made of addresses are unknown(not-modelled) for the
    /// explicit engine. With `fixed` an address is a number like any other, the same one in every run of a path, as in
    /// `evercheck run`: an object gets the next free place when its address is first used as a number.
    #[arg(long, value_enum, value_name = "any|fixed", default_value_t)]
    pub addresses: Addresses,

    /// Let threads wake up from condition variables that nobody signalled
    ///
    /// POSIX and C allow it, so a proof without it is bounded. Nothing promises it: a thread that only such a wake-up could
    /// help is in a deadlock.
    #[arg(long, value_enum, value_name = "on|off", default_value_t, overrides_with = "spurious_wakeups")]
    pub spurious_wakeups: Switch,

    /// Order in which states are explored
    #[arg(long, value_enum, value_name = "ORDER", default_value_t)]
    pub search: Search,

    /// Seed of the random order, and of the paths of --ranges; 0 if none is given
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = quantity::count)]
    pub seed: Option<u64>,

    /// Merge steps that no other thread can see
    ///
    /// With `alone` (experimental), threads that no other can disturb before they move go first, too: what others may still do is worked
    /// out from where they stand.
    #[arg(long, value_enum, value_name = "on|off|alone", default_value_t, overrides_with = "por")]
    pub por: Reduction,

    /// Explore paths without remembering states
    #[arg(long)]
    pub stateless: bool,

    /// Explore with this many workers side by side, depth first or in a random order; the report is that of one
    ///
    /// By default one worker begins, and after a second there is one for each core, if the explicit engine is alone by then and neither
    /// --depth nor --max-states is given, which depend on the order.
    ///
    /// Verdict, violation, scope and number of states are the same with any number of workers. If they find a violation, one
    /// worker searches again from the start for the one to be shown (--any), with what was recorded, if anything is; and so it does
    /// beyond --max-states. Of several targets, this many are checked side by side, by one worker each.
    #[arg(
        long,
        short = 'j',
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = quantity::workers,
        conflicts_with_all = ["range", "ranges"]
    )]
    pub jobs: Option<usize>,

    /// With several workers, show the violation that is found first; it may be another one each time
    #[arg(long, requires = "jobs", conflicts_with_all = ["keep_going", "known"])]
    pub any: bool,

    /// Look for all violations, not only for the first
    ///
    /// A run is not followed beyond a violation. The last line names the first property that is violated, in the order
    /// in which they are listed at --property; a line before names them all.
    #[arg(long)]
    pub keep_going: bool,

    /// Do not go further than this many transitions from the start
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = quantity::count)]
    pub depth: Option<u64>,

    /// Explore only paths from START on, up to but without END; the verdict then covers only these
    ///
    /// A path is the numbers of its choices from the start, as in 1.2.2: choices of data and of the thread to go on with
    /// are numbered from 1 at each state. Paths are ordered by the first number that differs, and those that go on from one come
    /// right after it: END leaves them out, too. `..=END` has END and those that go on from it. Without START or END a
    /// range begins or ends with all paths. Which choices there are depends on the options, first of all on --por.
    #[arg(long, value_name = "START..END", allow_hyphen_values = true, value_parser = paths)]
    pub range: Option<Range>,

    /// Explore all paths, or those of --range, as N ranges one after the other, and tell what each of them took
    ///
    /// The ranges lie between N - 1 paths (--split), which depend on the program, the options and --seed alone; there are fewer of
    /// them if paths are the same. The verdict is that of all together. A state that several ranges come to counts for each.
    /// Without --keep-going a violation ends the search, and no range is explored after the one that it is in.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = quantity::positive)]
    pub ranges: Option<u64>,

    /// Let each of the ranges know the states that those before it came to, so that together they take what one search takes
    ///
    /// What is told of a range is what it adds, first of all its new states. The verdict is the same.
    #[arg(long, requires = "ranges", conflicts_with = "stateless")]
    pub shared: bool,

    /// How --ranges splits
    #[arg(long, value_enum, value_name = "HOW", requires = "ranges")]
    pub split: Option<Split>,

    /// Give up after this many states
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = quantity::positive)]
    pub max_states: Option<u64>,
}

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Predicate engine")]
pub struct PredicateArgs {
    /// Which procedures are proved once for all their calls, instead of following each call
    #[arg(long, value_enum, value_name = "WHICH", default_value_t)]
    pub summaries: Summaries,

    /// Include code that the property cannot depend on
    #[arg(long)]
    pub whole: bool,

    /// Whether each proof is checked anew, without the search that found it
    ///
    /// `off` is for measuring what that takes.
    #[arg(long, value_enum, value_name = "on|off", default_value_t = Switch::On)]
    pub certify: Switch,

    /// What undefined functions do, besides returning anything
    ///
    /// If it is given, they are also taken to access only what they may of memory that they are given pointers to. For
    /// the explicit engine a call of such a function is not modelled. In neither case do they call functions of the
    /// program.
    #[arg(long, value_enum, value_name = "pure|havoc", default_value_t)]
    pub externs: Externs,

    /// Write the proof to FILE, for `evercheck certify`; by default only the predicate engine is taken then
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,

    /// Show what holds at each loop of a program that was proved
    #[arg(long)]
    pub invariants: bool,
}

const EXAMPLES: &str = "\
Examples:
  evercheck check queue.c
  evercheck check --property no-data-race,no-deadlock server.c pool.c
  evercheck check --nondet-range -10..10 sort.c
  evercheck check --args '-n 3 input.txt' tool.c    a program with these arguments
  evercheck check --save-trace bug.json queue.c     keep the counterexample
  evercheck check --replay bug.json queue.c         and see whether it still is one
  evercheck check --proof queue.proof queue.c       keep the proof, for evercheck certify
  evercheck check --harness inputs.c parser.c       says how to compile the two
  evercheck check --range 1.2..1.4 queue.c          only paths that begin with the choices 1.2 or 1.3
  evercheck check --ranges 26 --seed 3 queue.c      all paths, in 26 parts
  evercheck check --sarif found.sarif --junit found.xml      for other tools
  evercheck check -j 4 queue.c                      by four workers
  evercheck check --since main                      all targets; only violations that main does not have count
  evercheck check --broker nats://host queue.c      by the workers that there are on other machines
  evercheck check loops/array-1.yml                 a verification task

Exit status:
  0  every property holds
  1  one is violated
  2  wrong usage, or input that cannot be read or is not valid C
  3  unknown
  4  internal error: a bug in Evercheck
  5  the verdict contradicts the one that a verification task expects
  130, 143  interrupted (SIGINT) or terminated (SIGTERM): what was covered until then is reported

With --replay, by the last line on stdout:
  0  passed(PROPERTY): the saved run comes to its end, and the property is not violated
  1  false(PROPERTY): it is violated
  3  unknown(replay): the run cannot be followed any more, or ends in another fault";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Inputs {
    /// All values are one symbol if some input has too many to try each, and else each is a choice
    Auto,
    /// Each value is a choice
    #[default]
    Each,
    /// All values are one symbol
    Symbolic,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Search {
    /// Depth first, but of violations among the first 1,000 states breadth first, the nearest is shown; a search that takes long
    /// looks for it itself
    #[default]
    Mixed,
    /// Depth first
    Dfs,
    /// Breadth first: no counterexample has fewer transitions than the one shown
    Bfs,
    /// Depth first, with choices in a random order
    Random,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Split {
    /// At random paths; the default
    Random,
    /// So that about as many paths are in each range, by an estimate
    Even,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    #[default]
    On,
    Off,
}

/// Which steps are merged, and which threads are tried at a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Reduction {
    #[default]
    On,
    Off,
    Alone,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    #[default]
    Any,
    /// So many times, or as often as the program looks.
    Stepped(Option<u32>),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum MemoryModel {
    #[default]
    C11,
    Sc,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Addresses {
    #[default]
    Any,
    Fixed,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Signals {
    #[default]
    Any,
    None,
}

/// The arguments of a program, without its name; nothing if they may be any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words(pub Option<Vec<String>>);

/// What stands for any arguments.
pub const ANY: &str = "any";

fn words(text: &str) -> Result<Words, String> {
    match text {
        ANY => Ok(Words(None)),
        "none" => Ok(Words(Some(Vec::new()))),
        _ => crate::argv::split(text).map(|words| Words(Some(words))),
    }
}

fn clock(text: &str) -> Result<Clock, String> {
    match text.strip_prefix("stepped") {
        None if text == ANY => Ok(Clock::Any),
        Some("") => Ok(Clock::Stepped(None)),
        Some(steps) if steps.starts_with(':') => {
            let steps = steps[1..].parse().map_err(|error| format!("{text:?}: {error}"))?;
            Ok(Clock::Stepped(Some(steps)))
        }
        _ => Err("expected any, stepped or stepped:N".into()),
    }
}

fn range(text: &str) -> Result<(i128, i128), String> {
    let (low, high) = text.split_once("..").ok_or("expected LOW..HIGH")?;
    let number = |text: &str| text.trim().parse::<i128>().map_err(|error| format!("{text:?}: {error}"));
    let (low, high) = (number(low)?, number(high)?);
    if low > high { Err(format!("{low} is more than {high}")) } else { Ok((low, high)) }
}

fn paths(text: &str) -> Result<Range, String> {
    text.parse().map_err(|malformed: Malformed| malformed.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_and_refused() {
        assert_eq!(range("-3..10"), Ok((-3, 10)));
        assert!(range("3..2").is_err());
        assert!(range("3").is_err());
    }
}
