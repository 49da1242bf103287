//! `evercheck check`: every run of a program, state by state or by predicates.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ::cfa::Program;
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use explicit::reuse::{self, Request};
use explicit::{Options, Order};
use machine::FaultKind;
use signal_hook::consts::SIGINT;
use signal_hook::flag;
use verdict::replay::End;
use verdict::{Limits, Properties, Property, Report, Unknown, Verdict, Violation};

use crate::beside::{self, Ended};
use crate::console::Console;
use crate::engine::{self, Engine, Externs, Summaries};
use crate::format::Format;
use crate::harness::{command, harness};
use crate::past::{self, Past};
use crate::phases::Phases;
use crate::progress::Progress;
use crate::report::ledger::Ledger;
use crate::report::scope::Scope;
use crate::report::trace::{self, Length};
use crate::report::{Ending, Finding, Outcome, json, text};
use crate::resources::{Effort, rss_bytes};
use crate::reuse_args::{AuditArg, Reuse, ReuseArgs};
use crate::saved::SavedTrace;
use crate::source_args::SourceArgs;
use crate::status::{INTERRUPTED, Status};
use crate::task::expectation::{Comparison, Found};
use crate::task::{self, Task};
use crate::{crash, diagnostics, prp, quantity};

/// Verify a C program: prove each property, or show a counterexample
///
/// There are two engines. The explicit one explores every interleaving of threads and every choice
/// (`evercheck_choose`, `__VERIFIER_nondet_*`), state by state, under sequential consistency. The predicate one takes
/// inputs as they are, with all their values, and proves loops without bounds; it does not follow threads. If nothing is
/// said (--engine), the explicit one is taken for programs with threads, and for those whose inputs are all bounded and
/// whose functions are all defined; the predicate one for the rest. The last line on stdout is the verdict.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct CheckArgs {
    /// C files, linked into one program; or a verification task of SV-COMP's, FILE.yml
    ///
    /// A task names its files and properties. -m or --data-model goes before the data model it states, or else that of
    /// the category it is in (X.set names it, X.cfg says the architecture); --property goes before its properties. The
    /// verdicts that it expects are compared with those found.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Properties to check, by name or as a BenchExec .prp file; may be repeated
    ///
    /// In their order: unreach-call, valid-deref, valid-free, valid-memtrack, valid-memcleanup, no-overflow, no-deadlock,
    /// no-data-race, no-uninitialised-read, no-division-by-zero, no-bad-shift, no-lock-misuse, no-undefined-behaviour.
    /// If nothing is said, the explicit engine checks all but leaks (valid-memtrack, valid-memcleanup) and data races
    /// (no-data-race), the predicate engine unreach-call and no-overflow; a line before the verdict then says which.
    /// valid-memsafety is valid-deref, valid-free and valid-memtrack.
    #[arg(long, value_name = "NAME|FILE", value_delimiter = ',')]
    property: Vec<String>,

    /// How to check: state by state, or by predicates over all values of inputs
    ///
    /// Programs with threads are for the explicit engine; their inputs have to be bounded, or --nondet-range bounds them.
    /// The predicate engine ends in unknown(not-modelled) where a run may start a thread. It checks unreach-call and
    /// no-overflow, and valid-deref if that is asked for. Runs with undefined behaviour are left out; behind a signed
    /// overflow that nobody asks about, words wrap. A warning names options that the engine taken has no use for.
    #[arg(long, value_enum, value_name = "ENGINE", default_value_t)]
    engine: Engine,

    /// Which procedures the predicate engine proves once for all their calls, instead of following each call
    #[arg(long, value_enum, value_name = "WHICH", default_value_t)]
    summaries: Summaries,

    /// Predicate engine: look also at code that the property cannot depend on
    #[arg(long)]
    whole: bool,

    /// What functions do that are not defined, beside returning anything
    ///
    /// For the predicate engine; of the explicit one a call of such a function is not modelled. In neither case do they
    /// call functions of the program.
    #[arg(long, value_enum, value_name = "pure|havoc", default_value_t)]
    externs: Externs,

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
    #[arg(long, value_enum, value_name = "ORDER", default_value_t)]
    search: Search,

    /// Seed of the random order; 0 if none is given
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = quantity::count)]
    seed: Option<u64>,

    /// Merge steps that no other thread can see
    #[arg(long, value_enum, value_name = "on|off", default_value_t, overrides_with = "por")]
    por: Switch,

    /// Explore paths without remembering states
    #[arg(long)]
    stateless: bool,

    /// Look for all violations, not only for the first
    ///
    /// A run is not followed beyond a violation. The last line names the first property that is violated, in the order
    /// in which they are listed at --property; a line before names them all.
    #[arg(long)]
    keep_going: bool,

    /// Do not go further than this many transitions from the start
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = quantity::count)]
    depth: Option<u64>,

    /// Give up after this many states
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = quantity::positive)]
    max_states: Option<u64>,

    /// Give up after this time: 40s, 5m, 1h
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    time_limit: Option<Duration>,

    /// Give up when this much memory is used: 500MB, 4GB
    #[arg(long, value_name = "SIZE", value_parser = quantity::size)]
    memory_limit: Option<u64>,

    /// Show what holds at each loop of a program that the predicate engine has proved
    #[arg(long)]
    invariants: bool,

    /// Show every step of a counterexample
    #[arg(long)]
    full_trace: bool,

    /// Write the counterexample to FILE, for --replay
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    save_trace: Option<PathBuf>,

    /// Run a saved counterexample again instead of searching, with the options that it was found with
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "engine", "externs", "summaries", "whole", "invariants", "property", "nondet_range", "malloc_may_fail", "spurious_wakeups", "search", "seed", "por", "stateless",
        "keep_going", "depth", "max_states", "time_limit", "memory_limit", "reuse", "changed", "no_record", "audit",
    ])]
    replay: Option<PathBuf>,

    /// Write the inputs of the counterexample as a C file to be compiled with the program (one thread only)
    #[arg(long, value_name = "FILE")]
    harness: Option<PathBuf>,

    /// How to print the result; the last line of text is the verdict
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    reuse: ReuseArgs,

    #[command(flatten)]
    source: SourceArgs,
}

const EXAMPLES: &str = "\
Examples:
  evercheck check queue.c
  evercheck check --property no-data-race,no-deadlock server.c pool.c
  evercheck check --nondet-range -10..10 sort.c
  evercheck check --save-trace bug.json queue.c     keep the counterexample
  evercheck check --replay bug.json queue.c         and see whether it still is one
  evercheck check --harness inputs.c parser.c       says how to compile the two
  evercheck check loops/array-1.yml                 a verification task

Exit status:
  0  every property holds
  1  one is violated
  2  wrong usage, or input that cannot be read or is not valid C
  3  unknown
  4  internal error: a bug in Evercheck
  5  the verdict contradicts the one that a verification task expects
  130  interrupted: what was covered until then is reported

Of --replay, with the last line on stdout:
  0  passed(PROPERTY): the saved run comes to its end, and the property is not violated
  1  false(PROPERTY): it is violated
  3  unknown(replay): the run cannot be followed any more, or ends in another fault";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Search {
    /// Depth first
    #[default]
    Dfs,
    /// Breadth first: no counterexample has fewer transitions than the one shown
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

pub fn run(console: &Console, args: &CheckArgs) -> Result<Status> {
    args.check_outputs()?;
    let (args, task) = &args.with_task(console)?;
    args.check_outputs()?;
    let options = args.options()?;
    let saved = args.replay.as_deref().map(SavedTrace::read).transpose()?;
    if let (Some(saved), Some(file)) = (&saved, args.files.iter().find(|file| !file.exists())) {
        let (file, of_what) = (file.display(), saved.of_what());
        bail!("there is no {file}: the run was saved for {of_what}; give the files as they are called now");
    }
    let began = Instant::now();
    let program = match args.source.load(&args.files)? {
        Ok(loaded) => Arc::new(loaded.program),
        Err(error) => return Ok(diagnostics::show_load_error(console, &error)),
    };
    let reading = began.elapsed();
    if program.main.is_none() {
        bail!("the program has no function main");
    }
    let is_there = |name: &String| program.functions.iter().any(|function| function.source_name == *name);
    if let Some(name) = args.reuse.changed.iter().find(|name| !is_there(name)) {
        bail!("--changed: the program has no function {name}");
    }
    if let (Some(saved), Some(file)) = (&saved, &args.replay) {
        return replay(console, args, &program, saved, file);
    }
    // From here on an interrupt ends the search; a second one ends the process.
    let cancel = &options.limits.cancel;
    flag::register_conditional_shutdown(SIGINT, INTERRUPTED, cancel.clone())
        .and_then(|_| flag::register(SIGINT, cancel.clone()))
        .context("cannot handle interrupts")?;
    let start = Instant::now();
    let (engine, why) = args.engine.choose(&program, &options);
    for (option, whose) in args.idle(engine) {
        console.warning(&format!("{option} is for the {whose} engine, which was not taken"));
    }
    let examined = match engine {
        Engine::Predicate => {
            by_predicates(console, args, &program, &options, start, Phases::after("reading", reading))
        }
        _ => Ok(by_states(console, args, &program, &options, start)),
    };
    match examined {
        Ok(examined) => {
            conclude(console, args, &program, &options, task.as_ref(), Examined { why, ..examined })
        }
        Err(message) => {
            crash::report(console, &message);
            Ok(Status::Internal)
        }
    }
}

/// What an engine has found out.
struct Examined {
    report: Report<()>,
    /// How the machine replays a violation.
    machine: machine::explore::Options,
    scope: Scope,
    effort: Effort,
    explicit: Option<(explicit::Stats, Ledger)>,
    predicate: Option<(predicate::Stats, Phases)>,
    invariants: Vec<(Property, Vec<predicate::Invariant>)>,
    why: Option<String>,
}

/// Checks a program by the explicit engine.
fn by_states(
    console: &Console,
    args: &CheckArgs,
    program: &Program,
    options: &Options,
    start: Instant,
) -> Examined {
    let mut progress = Progress::new(console);
    let mut past = args.past(console, program, options);
    let mut request = past
        .as_mut()
        .map_or_else(Request::default, |past| past.request(args.reuse.mode(), !args.reuse.no_record));
    (request.changed, request.audit) = (args.reuse.changed.clone(), args.reuse.audit());
    let (flush, mut flushed) = (request.flush.clone(), start);
    let mut checked = reuse::check(program, options, &request, &mut |stats: &explicit::Stats| {
        progress.show(stats);
        args.watch(start, &options.limits);
        if flushed.elapsed() >= args.reuse.journal_interval {
            flush.store(true, Ordering::Relaxed);
            flushed = Instant::now();
        }
    });
    progress.clear();
    let ledger = Ledger::of(&args.reuse, past.as_ref(), &checked);
    if let Some(mut past) = past {
        let kept = if args.reuse.no_record {
            past.set_aside();
            Ok(())
        } else {
            past.keep(&checked, &ledger.stats())
        };
        past.warnings.iter().for_each(|warning| console.warning(warning));
        if let Err(error) = kept {
            console.warning(&format!("the run is not recorded: {error}"));
        }
    }
    // Kept, so not needed any more.
    checked.layer = None;
    let (report, stats) = checked.report.split();
    let effort = Effort::since(start);
    console.detail(&text::details(&stats));
    let scope = Scope::of(program, options, &report);
    let machine = options.machine();
    Examined {
        report,
        machine,
        scope,
        effort,
        explicit: Some((stats, ledger)),
        predicate: None,
        invariants: Vec::new(),
        why: None,
    }
}

/// Checks a program by the predicate engine.
fn by_predicates(
    console: &Console,
    args: &CheckArgs,
    program: &Arc<Program>,
    options: &Options,
    start: Instant,
    phases: Phases,
) -> Result<Examined, String> {
    if args.externs == Externs::Pure
        && let Some(names) = quantity::some_names(engine::unknown_functions(program))
    {
        console.warning(&format!(
            "not defined, and taken to change at most what they are given pointers to: {names} (--externs havoc: that \
             they may change all memory)"
        ));
    }
    let is_asked = !args.property.is_empty();
    // What is told on the way, and may have to do if the search is left behind.
    let seen = Arc::new(Mutex::new((phases, Progress::new(console), predicate::Stats::default())));
    let wanted = predicate::Options {
        // Unasked, only what most programs can be proved to have.
        properties: if is_asked { options.properties } else { engine::BY_PREDICATES.into_iter().collect() },
        externs: args.externs.into(),
        summaries: args.summaries.into(),
        is_whole: args.whole,
        limits: options.limits.clone(),
        machine: options.machine(),
    };
    let work = {
        let (program, wanted, seen) = (program.clone(), wanted.clone(), seen.clone());
        move || {
            predicate::check(&program, &wanted, &mut |phase, stats| {
                let (phases, progress, last) = &mut *crash::lock(&seen);
                phases.enter(phase, stats.queries);
                progress.show_predicate(stats);
                last.clone_from(stats);
            })
        }
    };
    let ended = beside::run(work, || {
        args.watch(start, &options.limits);
        options.limits.reached().is_some()
    });
    let (mut phases, mut progress, last) = {
        let seen = &*crash::lock(&seen);
        (seen.0.clone(), seen.1.clone(), seen.2.clone())
    };
    progress.clear();
    let checked = match ended.map_err(|error| format!("cannot start a thread: {error}"))? {
        Ended::Done(checked) => checked?,
        Ended::Panicked => return Err("a panic in the predicate engine".into()),
        Ended::Left => predicate::left(&wanted, last),
    };
    let predicate::Checked { report, invariants, machine } = checked;
    let (report, stats) = report.split();
    phases.stop(stats.queries);
    console.detail(&phases.text());
    // Where properties are asked for, each of them has its verdict.
    let is_left_out = |it: &Property| !is_asked && report.properties.iter().all(|(checked, _)| checked != it);
    let not_checked = Property::ALL.into_iter().filter(is_left_out).collect();
    let (effort, scope) =
        (Effort::since(start), Scope::of_predicate(program, options, args.externs, not_checked));
    Ok(Examined {
        report,
        machine,
        scope,
        effort,
        explicit: None,
        predicate: Some((stats, phases)),
        invariants,
        why: None,
    })
}

/// Replays what was found, and tells all of it.
fn conclude(
    console: &Console,
    args: &CheckArgs,
    program: &Program,
    options: &Options,
    task: Option<&Task>,
    examined: Examined,
) -> Result<Status> {
    let Examined { report, machine, scope, effort, explicit, predicate, invariants, why } = examined;
    let invariants = if args.invariants { invariants } else { Vec::new() };
    let mut findings = Vec::new();
    for violation in &report.violations {
        let (path, property) = (&violation.path, violation.property);
        let (replayed, trace) = trace::record(program, &machine, property, path, args.length());
        if !replayed.end.confirms(violation) {
            let (name, kind) = (property.name(), violation.fault.kind);
            crash::report(console, &format!("a violation of {name} ({kind}) did not show when replayed"));
            return Ok(Status::Internal);
        }
        let is_shortest = options.order == Order::Breadth && predicate.is_none();
        findings.push(Finding::new(violation.clone(), replayed, trace, is_shortest));
    }
    let is_rejected = explicit.as_ref().is_some_and(|(_, ledger)| ledger.is_rejected);
    let found = Found {
        properties: &report.properties,
        error_function: options.machine.error_function.as_deref(),
        is_bounded: scope.is_bounded(),
    };
    let task = task.map(|task| Comparison::new(task, &found));
    let contradictions: Vec<_> = task.iter().flat_map(Comparison::contradictions).collect();
    let outcome = Outcome { report, findings, scope, effort, explicit, predicate, invariants, why, task };
    console.result(&match args.format {
        Format::Text => text::report(program, &outcome),
        Format::Json => json::report(program, &outcome)?,
    })?;
    // The verdict stands, whatever becomes of the files.
    if let Err(error) = args.keep(console, program, &machine, outcome.findings.first()) {
        console.error(&format!("{error:#}"));
    }
    if is_rejected {
        let message = "what an earlier run recorded does not hold for this program: this run did without it";
        crash::report(console, message);
        return Ok(Status::Internal);
    }
    if !contradictions.is_empty() {
        contradictions.iter().for_each(|contradiction| console.error(contradiction));
        return Ok(Status::Contradicted);
    }
    Ok(status(&outcome.report))
}

/// Runs a saved counterexample again, on a program that may have changed since.
fn replay(
    console: &Console,
    args: &CheckArgs,
    program: &Program,
    saved: &SavedTrace,
    file: &Path,
) -> Result<Status> {
    let (property, options, path) = (saved.property()?, saved.options()?, saved.path()?);
    if saved.is_of_another(program) {
        let (file, of_what) = (file.display(), saved.of_what());
        bail!(
            "{file} was saved for another program, {of_what}: no file and no function of this one is called the same; \
             if it has become this one, give it under a name of these"
        );
    }
    let is_same = saved.is_of(program);
    if !is_same {
        console.warning(&format!("the program has changed since {} was saved", file.display()));
    }
    let (replayed, trace) = trace::record(program, &options, property, &path, args.length());
    let count = path.len();
    let unknown = |message: String| (Ending::Unknown(message), Status::Unknown);
    let (ending, status) = match replayed.end.clone() {
        End::Fault { fault, thread, call_stack } if is_violated(property, fault.kind, &options) => {
            let violation = Violation { property, fault, path, call_stack, thread };
            let finding = Finding::new(violation, replayed, trace, false);
            args.keep(console, program, &options, Some(&finding))?;
            (Ending::Violated(Box::new(finding)), Status::Violated)
        }
        End::Fault { fault, .. } => {
            unknown(format!("the run now ends in another fault: {}: {}", fault.kind, fault.message))
        }
        End::Harmless if is_same => unknown(format!("the saved run does not violate {}", property.name())),
        End::Harmless => (Ending::Passed, Status::Success),
        End::Elsewhere { after } => unknown(format!(
            "the saved run does not exist any more: after {after} of its {count} choices the next cannot be made"
        )),
    };
    console.result(&match args.format {
        Format::Text => text::replay(program, property, &ending),
        Format::Json => json::replay(program, property, &ending)?,
    })?;
    Ok(status)
}

/// Whether a fault at the end of a replayed path violates the property that the path was saved for.
fn is_violated(property: Property, kind: FaultKind, options: &machine::explore::Options) -> bool {
    match kind {
        FaultKind::MemoryLeak => matches!(property, Property::ValidMemtrack | Property::ValidMemcleanup),
        FaultKind::FailedAssertion if options.error_function.is_some() => false,
        _ => Property::violated_by(kind) == property,
    }
}

fn status(report: &Report<()>) -> Status {
    if report.obstacles.iter().any(|obstacle| obstacle.reason == Unknown::Cancelled) {
        return Status::Interrupted;
    }
    if !report.violations.is_empty() {
        return Status::Violated;
    }
    let is_proved = report.properties.iter().all(|(_, verdict)| *verdict == Verdict::True);
    if is_proved { Status::Success } else { Status::Unknown }
}

impl CheckArgs {
    /// A verification task is short for files and options; those of the command line go before its own.
    fn with_task(&self, console: &Console) -> Result<(CheckArgs, Option<Task>)> {
        let mut args = self.clone();
        let Some(file) = self.files.iter().find(|file| task::is_task(file)) else { return Ok((args, None)) };
        if self.files.len() > 1 {
            bail!(
                "{} is a verification task, which names its files itself: give nothing beside it",
                file.display()
            );
        }
        let task = Task::read(file)?;
        args.files = task.sources.clone();
        if args.property.is_empty() {
            args.property = task.property_files()?;
        }
        match &task.data_model {
            Some((model, says)) if args.source.default_data_model(*model) => {
                console.detail(&format!("data model: {model:?}, says {}", says.display()));
            }
            Some(_) => {}
            None => console.detail("data model: the task does not say, nor does a category that it is in"),
        }
        Ok((args, Some(task)))
    }

    /// Options that were given and mean nothing to the engine that is taken, and whose they are. Options that ask for
    /// nothing to be reused or recorded get what they ask for.
    fn idle(&self, taken: Engine) -> impl Iterator<Item = (&'static str, &'static str)> {
        let (whose, options) = match taken {
            Engine::Predicate => (
                "explicit",
                vec![
                    ("--nondet-range", self.nondet_range.is_some()),
                    ("--spurious-wakeups", self.spurious_wakeups),
                    ("--search", self.search != Search::default()),
                    ("--por", self.por != Switch::default()),
                    ("--stateless", self.stateless),
                    ("--keep-going", self.keep_going),
                    ("--depth", self.depth.is_some()),
                    ("--max-states", self.max_states.is_some()),
                    ("--reuse", !matches!(self.reuse.reuse, Reuse::Auto | Reuse::Off)),
                    ("--changed", !self.reuse.changed.is_empty()),
                    ("--audit", self.reuse.audit == AuditArg::Full),
                ],
            ),
            _ => (
                "predicate",
                vec![
                    ("--summaries", self.summaries != Summaries::default()),
                    ("--whole", self.whole),
                    ("--externs", self.externs != Externs::default()),
                    ("--invariants", self.invariants),
                ],
            ),
        };
        options.into_iter().filter(|(_, is_given)| *is_given).map(move |(name, _)| (name, whose))
    }

    /// The store with what earlier runs found out. Whatever is wrong with it costs time, and nothing else.
    fn past(&self, console: &Console, program: &Program, options: &Options) -> Option<Past> {
        if !self.reuse.is_used() || self.stateless {
            return None;
        }
        let folder = past::folder(self.reuse.store.as_deref());
        let target = self.files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(" ");
        match Past::open(&folder, program, options, &target) {
            Ok(mut past) => {
                past.warnings.drain(..).for_each(|warning| console.warning(&warning));
                Some(past)
            }
            Err(error) => {
                console.warning(&format!("nothing is reused or recorded: {error}"));
                None
            }
        }
    }

    /// Raises the flags of limits that only a clock or the kernel can tell of.
    fn watch(&self, start: Instant, limits: &Limits) {
        if self.time_limit.is_some_and(|limit| start.elapsed() >= limit) {
            limits.deadline.store(true, Ordering::Relaxed);
        }
        if self.memory_limit.is_some_and(|limit| rss_bytes() >= limit) {
            limits.memory.store(true, Ordering::Relaxed);
        }
    }

    /// Whether what is asked for can be written, before the search: not over the program, and into a folder that exists.
    fn check_outputs(&self) -> Result<()> {
        for output in self.save_trace.iter().chain(&self.harness) {
            let is_same = |file: &PathBuf| match (file.canonicalize(), output.canonicalize()) {
                (Ok(file), Ok(output)) => file == output,
                _ => file == output,
            };
            if self.files.iter().any(is_same) {
                bail!("{} is a file of the program: it will not be overwritten", output.display());
            }
            let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty());
            if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
                bail!("cannot write {}: there is no folder {}", output.display(), folder.display());
            }
        }
        Ok(())
    }

    fn length(&self) -> Length {
        if self.full_trace { Length::Full } else { Length::Abridged }
    }

    /// Writes the files that a counterexample is asked for in.
    fn keep(
        &self,
        console: &Console,
        program: &Program,
        options: &machine::explore::Options,
        finding: Option<&Finding>,
    ) -> Result<()> {
        let Some(Finding { violation, replayed, trace, .. }) = finding else {
            for file in self.save_trace.iter().chain(&self.harness) {
                console.warning(&format!("no counterexample: {} is not written", file.display()));
            }
            return Ok(());
        };
        if let Some(file) = &self.save_trace {
            let Violation { property, fault, path, .. } = violation;
            SavedTrace::new(program, options, *property, fault.kind.name(), path).write(file)?;
        }
        if let Some(file) = &self.harness {
            let error = options.error_function.as_deref();
            let words = self.source.compiler_words()?;
            let command = command(program, &words, &self.files, file, violation.fault.kind);
            let text = harness(program, trace, replayed.threads, error, &command)?;
            std::fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?;
            console.inform(&format!("to compile {} with the program: {command}", file.display()));
            if violation.fault.kind == FaultKind::ReachError && violation.fault.message.contains('`') {
                console.warning(
                    "the program defines its error function itself: what that does is what you will see",
                );
            }
        }
        Ok(())
    }

    fn options(&self) -> Result<Options> {
        if self.seed.is_some() && self.search != Search::Random {
            bail!("--seed is for --search random");
        }
        let mut options = Options {
            order: match self.search {
                Search::Dfs => Order::Depth,
                Search::Bfs => Order::Breadth,
                Search::Random => Order::Random(self.seed.unwrap_or(0)),
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
                        let (found, error) = prp::parse(&text).with_context(|| format!("in {name}"))?;
                        properties.extend(found);
                        options.machine.error_function = error.or(options.machine.error_function);
                    }
                    None => {
                        let known = Property::ALL.map(Property::name);
                        bail!("unknown property {name:?}; known are {}, valid-memsafety", known.join(", "));
                    }
                }
            }
            options.properties = properties.into_iter().collect::<Properties>();
        }
        Ok(options)
    }
}
