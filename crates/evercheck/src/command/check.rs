//! `evercheck check`: every interleaving and every choice of a program.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use ::cfa::Program;
use ::cfa::source::Pos;
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use explicit::search::Obstacle;
use explicit::{Limits, Options, Order, Properties, Property, Report, Stats, Verdict, Violation};

use crate::console::Console;
use crate::diagnostics;
use crate::source_args::SourceArgs;
use crate::status::Status;

/// Verify a C program: prove each property, or show a counterexample
///
/// Explores every interleaving of threads and every choice (`evercheck_choose`, `__VERIFIER_nondet_*`). The memory
/// model is sequential consistency. The last line on stdout is the verdict.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct CheckArgs {
    /// C files, linked into one program
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Properties to check, by name or as a BenchExec .prp file; may be repeated
    #[arg(long, value_name = "NAME|FILE", value_delimiter = ',')]
    property: Vec<String>,

    /// Values of inputs whose type has more than 256; the verdict then covers only these
    #[arg(long, value_name = "LOW..HIGH", allow_hyphen_values = true, value_parser = range)]
    nondet_range: Option<(i128, i128)>,

    /// Let each allocation fail as well
    #[arg(long)]
    malloc_may_fail: bool,

    /// Let threads wake up from condition variables that nobody signalled
    #[arg(long)]
    spurious_wakeups: bool,

    /// Order in which states are explored
    #[arg(long, value_enum, default_value_t)]
    search: Search,

    /// Seed of the random order
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Merge steps that no other thread can see
    #[arg(long, value_enum, value_name = "on|off", default_value_t, overrides_with = "por")]
    por: Switch,

    /// Explore paths without remembering states
    #[arg(long)]
    stateless: bool,

    /// Look for all violations, not only for the first
    #[arg(long)]
    keep_going: bool,

    /// Do not go further than this many transitions from the start
    #[arg(long, value_name = "N")]
    depth: Option<u64>,

    /// Give up after this many states
    #[arg(long, value_name = "N")]
    max_states: Option<u64>,

    /// Give up after this time: 40s, 5m, 1h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time_limit: Option<Duration>,

    #[command(flatten)]
    source: SourceArgs,
}

const EXAMPLES: &str = "\
Examples:
  evercheck check queue.c
  evercheck check --property no-data-race,no-deadlock server.c pool.c
  evercheck check --nondet-range -10..10 sort.c

Exit status:
  0  every property holds
  1  one is violated
  2  wrong usage, or input that cannot be read or is not valid C
  3  unknown
  4  internal error: a bug in Evercheck
  130  interrupted";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Search {
    /// Depth first
    #[default]
    Dfs,
    /// Breadth first: counterexamples are shortest
    Bfs,
    /// Depth first, with choices in a random order
    Random,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Switch {
    #[default]
    On,
    Off,
}

fn range(text: &str) -> Result<(i128, i128), String> {
    let (low, high) = text.split_once("..").ok_or("expected LOW..HIGH")?;
    let number = |text: &str| text.trim().parse::<i128>().map_err(|error| format!("{text:?}: {error}"));
    let (low, high) = (number(low)?, number(high)?);
    if low > high { Err(format!("{low} is more than {high}")) } else { Ok((low, high)) }
}

fn duration(text: &str) -> Result<Duration, String> {
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let number: f64 = number.parse().map_err(|_| "expected a number with a unit: 40s, 5m, 1h".to_string())?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "s" | "" => number,
        "m" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(format!("unknown unit {unit:?}: ms, s, m or h")),
    };
    Ok(Duration::from_secs_f64(seconds))
}

pub fn run(console: &Console, args: &CheckArgs) -> Result<Status> {
    let options = args.options()?;
    let loaded = match ::cfa::load(&args.files, &args.source.options()?) {
        Ok(loaded) => loaded,
        Err(error) => return Ok(diagnostics::show_load_error(console, &error)),
    };
    let program = &loaded.program;
    if program.main.is_none() {
        bail!("the program has no function main");
    }
    let start = Instant::now();
    let deadline = options.limits.deadline.clone();
    let mut watch = |_: &Stats| {
        if args.time_limit.is_some_and(|limit| start.elapsed() >= limit) {
            deadline.store(true, Ordering::Relaxed);
        }
    };
    let report = explicit::check(program, &options, &mut watch);
    console.detail(&format!("{:?} in {:.3} s", report.stats, start.elapsed().as_secs_f64()));
    let mut text = String::new();
    for violation in &report.violations {
        text.push_str(&show_violation(program, violation));
    }
    if report.violations.is_empty() {
        report.obstacles.iter().for_each(|obstacle| text.push_str(&show_obstacle(program, obstacle)));
    }
    text.push_str(&format!(
        "{} states, {} transitions, depth {}\n",
        report.stats.states, report.stats.transitions, report.stats.depth
    ));
    text.push_str(&report.verdict());
    text.push('\n');
    console.result(&text)?;
    Ok(status(&report))
}

fn status(report: &Report) -> Status {
    if !report.violations.is_empty() {
        return Status::Violated;
    }
    let is_proved = report.properties.iter().all(|(_, verdict)| *verdict == Verdict::True);
    if is_proved { Status::Success } else { Status::Unknown }
}

impl CheckArgs {
    fn options(&self) -> Result<Options> {
        let mut options = Options {
            order: match self.search {
                Search::Dfs => Order::Depth,
                Search::Bfs => Order::Breadth,
                Search::Random => Order::Random(self.seed),
            },
            is_keeping_going: self.keep_going,
            is_stateless: self.stateless,
            limits: Limits { depth: self.depth, states: self.max_states, ..Limits::default() },
            ..Options::default()
        };
        options.machine.malloc_may_fail = self.malloc_may_fail;
        options.machine.spurious_wakeups = self.spurious_wakeups;
        options.machine.is_reduced = self.por == Switch::On;
        options.machine.nondet_range = self.nondet_range;
        if !self.property.is_empty() {
            let mut properties = Vec::new();
            for name in &self.property {
                match Property::named(name) {
                    Some(found) => properties.extend(found),
                    None if name.ends_with(".prp") => {
                        let text =
                            std::fs::read_to_string(name).with_context(|| format!("cannot read {name}"))?;
                        let (found, error) = parse_prp(&text).with_context(|| format!("in {name}"))?;
                        properties.extend(found);
                        options.machine.error_function = error.or(options.machine.error_function);
                    }
                    None => bail!("unknown property {name:?}"),
                }
            }
            options.properties = properties.into_iter().collect::<Properties>();
        }
        Ok(options)
    }
}

/// The properties of a BenchExec property file, and the error function that it names.
fn parse_prp(text: &str) -> Result<(Vec<Property>, Option<String>)> {
    let (mut properties, mut error) = (Vec::new(), None);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let compact: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        let inner = compact.strip_prefix("CHECK(init(main()),LTL(").and_then(|rest| rest.strip_suffix("))"));
        let Some(formula) = inner else { bail!("not a property: {line}") };
        let call = formula.strip_prefix("G!call(").and_then(|rest| rest.strip_suffix(')'));
        if let Some(call) = call {
            properties.push(Property::UnreachCall);
            error = Some(call.trim_end_matches("()").to_string());
            continue;
        }
        let name = match formula {
            "G!overflow" => "no-overflow",
            "G!data-race" => "no-data-race",
            "G!deadlock" => "no-deadlock",
            _ => formula.strip_prefix('G').unwrap_or(formula),
        };
        match Property::named(name) {
            Some(found) => properties.extend(found),
            None => bail!("a property that Evercheck does not know: {line}"),
        }
    }
    if properties.is_empty() {
        bail!("no property");
    }
    Ok((properties, error))
}

fn place(program: &Program, pos: Pos) -> String {
    if pos == Pos::NONE {
        "no place".into()
    } else {
        format!("{}:{}:{}", program.file(pos.file), pos.line, pos.column)
    }
}

fn show_violation(program: &Program, violation: &Violation) -> String {
    let mut text = format!(
        "{} violated: {}: {}\n",
        violation.property.name(),
        violation.fault.kind,
        violation.fault.message
    );
    for (i, (function, pos)) in violation.call_stack.iter().enumerate().take(20) {
        let word = if i == 0 { "in" } else { "called from" };
        text.push_str(&format!("  {word} {function} at {}\n", place(program, *pos)));
    }
    text
}

fn show_obstacle(program: &Program, obstacle: &Obstacle) -> String {
    format!("{}: {} at {}\n", obstacle.reason.name(), obstacle.message, place(program, obstacle.pos))
}
