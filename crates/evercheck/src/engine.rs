//! Which engine checks a program, and what the predicate engine found out as a report like any other.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use cfa::Program;
use cfa::source::{FileId, Pos};
use cfa::types::Scalar;
use clap::ValueEnum;
use explicit::search::Obstacle;
use explicit::trace::{GivenRun, run_given};
use explicit::{Options, Property, Report, Scope, Stats, Unknown, Verdict, Violation};
use machine::inputs::{Inputs, has_threads};
use machine::{FaultKind, Stop};
use predicate::{Answer, BAD_SHIFT, Given, Limit, Model, Origin};

use crate::quantity::counted;
use crate::report::scope::missing_functions;
use crate::source_text::SourceText;

/// How a program is checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// The explicit one for threads, or if all inputs are bounded and all functions defined; else the predicate one
    #[default]
    Auto,
    /// Every interleaving of threads and every choice, state by state
    Explicit,
    /// Predicates over all values of inputs, refined until they prove or a counterexample is found; no threads
    Predicate,
}

/// Which procedures have summaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Summaries {
    /// None: what calls itself is not followed
    None,
    /// Those that call themselves
    #[default]
    Recursive,
    /// Those too that have loops, or call what has some
    All,
}

impl From<Summaries> for predicate::Summaries {
    fn from(summaries: Summaries) -> predicate::Summaries {
        match summaries {
            Summaries::None => predicate::Summaries::None,
            Summaries::Recursive => predicate::Summaries::Recursive,
            Summaries::All => predicate::Summaries::All,
        }
    }
}

/// What functions do that are not defined, beside returning anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Externs {
    /// They change at most what they are given pointers to, which holds anything, also before the call
    #[default]
    Pure,
    /// They may change all memory, but locals whose address nobody takes
    Havoc,
}

impl From<Externs> for predicate::Externs {
    fn from(externs: Externs) -> predicate::Externs {
        match externs {
            Externs::Pure => predicate::Externs::Pure,
            Externs::Havoc => predicate::Externs::Havoc,
        }
    }
}

/// How the predicate engine works.
#[derive(Clone, Copy)]
pub struct How {
    pub externs: Externs,
    pub summaries: Summaries,
    /// Look at what the property cannot depend on, too.
    pub is_whole: bool,
}

/// Choices that a run may have which is to show a counterexample.
const LONGEST: usize = 100_000_000;
/// And one that is only tried.
const TRIED: usize = 10_000;
/// And one of which inputs were passed over.
const BRIEF: usize = 1_000;

impl Engine {
    /// The engine to be used, and why if that was not said.
    pub fn choose(self, program: &Program, options: &Options) -> (Engine, Option<String>) {
        if self != Engine::Auto {
            return (self, None);
        }
        if has_threads(program) {
            return (Engine::Explicit, Some("the program has threads".into()));
        }
        let inputs = Inputs::of(program, &options.machine);
        if let Some(site) = inputs.unbounded().first() {
            return (Engine::Predicate, Some(format!("{}() has too many values to try each", site.name)));
        }
        if let Some(name) = unknown_function(program) {
            return (Engine::Predicate, Some(format!("{name}() is not defined and may return anything")));
        }
        (Engine::Explicit, Some("all inputs are bounded".into()))
    }
}

/// A function that some run may call, and that neither the program nor the library defines.
fn unknown_function(program: &Program) -> Option<&str> {
    unknown_functions(program).next()
}

/// Functions that some run may call, and that neither the program nor the library defines.
pub fn unknown_functions(program: &Program) -> impl Iterator<Item = &str> {
    let missing = missing_functions(program);
    missing.filter(|it| machine::library::find(&it.name).is_none()).map(|it| it.source_name.as_str())
}

/// What the predicate engine found out.
pub struct Checked {
    pub report: Report,
    pub stats: predicate::Stats,
    /// Of each property that was proved.
    pub invariants: Vec<(Property, Vec<predicate::Invariant>)>,
    /// How the machine replays a violation.
    pub machine: machine::explore::Options,
}

/// The properties that the predicate engine checks, in the order of [`Property::ALL`].
pub const BY_PREDICATES: [(Property, predicate::Property); 3] = [
    (Property::UnreachCall, predicate::Property::UnreachCall),
    (Property::ValidDeref, predicate::Property::ValidDeref),
    (Property::NoOverflow, predicate::Property::NoOverflow),
];

/// Checks a program by the predicate engine, one property after the other until one is violated. `is_asked` says whether
/// the properties were asked for, or are just all. `see` is told at the start of every phase what was done so far.
pub fn check(
    program: &Program,
    options: &Options,
    how: How,
    is_asked: bool,
    see: &mut (dyn FnMut(&'static str, &predicate::Stats) + Send),
) -> Result<Checked, String> {
    let limits = predicate::Limits {
        deadline: options.limits.deadline.clone(),
        memory: options.limits.memory.clone(),
        cancel: options.limits.cancel.clone(),
    };
    let mut machine = options.machine();
    let mut report = nothing_found();
    let (mut stats, mut invariants) = (predicate::Stats::default(), Vec::new());
    for property in options.properties.iter() {
        let Some(wanted) = supported(&mut report, property, is_asked) else { continue };
        if report.is_stopped {
            report.properties.push((property, Verdict::Unknown(Unknown::OtherViolation)));
            continue;
        }
        let mut wanted = predicate::Options {
            property: wanted,
            externs: how.externs.into(),
            summaries: how.summaries.into(),
            error_function: options.machine.error_function.clone(),
            limits: limits.clone(),
            malloc_may_fail: options.machine.malloc_may_fail,
            is_whole: how.is_whole,
        };
        let mut attempt = |wanted: &predicate::Options| {
            let before = stats.clone();
            let mut see = |phase, now: &predicate::Stats| see(phase, &before.plus(now));
            let found = predicate::check(program, wanted, &mut |now| see(now.phase.name(), now))?;
            stats = before.plus(&found.stats);
            see("replay", &found.stats);
            Ok::<_, String>(outcome(program, options, &machine, property, found))
        };
        let mut found = attempt(&wanted)?;
        // What was passed over may be what keeps a run from getting there.
        if matches!(found, Outcome::NotReplayed { is_whole: false, .. }) {
            wanted.is_whole = true;
            found = attempt(&wanted)?;
        }
        let verdict = match found {
            Outcome::Proved(found) => {
                invariants.push((property, found));
                Verdict::True
            }
            Outcome::Violated(violation, taken) => {
                machine.given = Some(taken);
                report.violations.push(violation);
                report.is_stopped = true;
                Verdict::False
            }
            Outcome::NotReplayed { obstacle, .. } | Outcome::Unknown(obstacle) => {
                unknown(&mut report, obstacle)
            }
        };
        report.properties.push((property, verdict));
    }
    Ok(Checked { report, stats, invariants, machine })
}

/// What is known if a search did not even stop at its limit.
pub fn left(options: &Options, is_asked: bool, stats: predicate::Stats) -> Checked {
    let limits = &options.limits;
    let limit = if limits.cancel.load(Ordering::Relaxed) {
        Limit::Cancelled
    } else if limits.memory.load(Ordering::Relaxed) {
        Limit::Memory
    } else {
        Limit::Time
    };
    let mut report = nothing_found();
    for property in options.properties.iter() {
        if supported(&mut report, property, is_asked).is_some() {
            let verdict = unknown(&mut report, obstacle(Answer::Limit(limit)));
            report.properties.push((property, verdict));
        }
    }
    Checked { report, stats, invariants: Vec::new(), machine: options.machine() }
}

fn nothing_found() -> Report {
    Report {
        properties: Vec::new(),
        violations: Vec::new(),
        is_stopped: false,
        obstacles: Vec::new(),
        scope: Scope { is_without_arguments: false, ..Scope::default() },
        stats: Stats::default(),
    }
}

/// The property as the predicate engine knows it; otherwise the report says that it does not, if it was asked for.
fn supported(report: &mut Report, property: Property, is_asked: bool) -> Option<predicate::Property> {
    // Most programs have accesses that it cannot decide: nobody wants to be told so unasked.
    let is_known =
        |&(it, _): &(Property, _)| it == property && (is_asked || property != Property::ValidDeref);
    let found = BY_PREDICATES.into_iter().find(is_known).map(|(_, wanted)| wanted);
    if found.is_none() && is_asked {
        let message = format!("the predicate engine does not check {}", property.name());
        let reason = Unknown::UnsupportedProperty;
        let verdict = unknown(report, Obstacle { reason, message, pos: Pos::NONE });
        report.properties.push((property, verdict));
    }
    found
}

/// All inputs of a run.
type Taken = Arc<[(String, i128)]>;

/// What came of a search for a violation.
enum Outcome {
    Proved(Vec<predicate::Invariant>),
    /// With all inputs of the run that shows it.
    Violated(Violation, Taken),
    /// A path was found that no run takes, of all of the program or of what the property depends on.
    NotReplayed {
        obstacle: Obstacle,
        is_whole: bool,
    },
    Unknown(Obstacle),
}

fn outcome(
    program: &Program,
    options: &Options,
    machine: &machine::explore::Options,
    property: Property,
    found: predicate::Report,
) -> Outcome {
    let (passed_over, is_whole) = (Arc::new(found.passed_over), found.is_whole);
    let replay = |model: &Model, place, most| {
        let given = model.given.iter().filter_map(input).collect();
        let passed_over = passed_over.clone();
        let machine = machine::explore::Options { given: Some(given), passed_over, ..machine.clone() };
        violation(program, options, &machine, &Aim { property, place, unknown: &model.unknown }, most)
    };
    match found.answer {
        Answer::Safe => Outcome::Proved(found.invariants),
        Answer::Reached(model) => {
            // What was passed over may not end.
            let most = if is_whole { LONGEST } else { BRIEF };
            match replay(&model, model.error.unwrap_or(Pos::NONE), most) {
                Ok((violation, taken)) => Outcome::Violated(violation, taken),
                Err(obstacle) => Outcome::NotReplayed { obstacle, is_whole },
            }
        }
        // What the engine cannot follow the machine may: a run that gets there may go wrong.
        Answer::Obstacle(stuck, model) => match replay(&model, stuck.pos, TRIED) {
            Ok((violation, taken)) => Outcome::Violated(violation, taken),
            Err(_) => Outcome::NotReplayed { obstacle: obstacle(Answer::Obstacle(stuck, model)), is_whole },
        },
        other => Outcome::Unknown(obstacle(other)),
    }
}

fn unknown(report: &mut Report, obstacle: Obstacle) -> Verdict {
    let reason = obstacle.reason.clone();
    // One may stand in the way of several properties.
    let is_it = |known: &Obstacle| {
        known.reason == reason && known.message == obstacle.message && known.pos == obstacle.pos
    };
    if !report.obstacles.iter().any(is_it) {
        report.obstacles.push(obstacle);
    }
    Verdict::Unknown(reason)
}

/// The result of an input, as the machine is given it.
fn input(given: &Given) -> Option<(String, i128)> {
    let (name, scalar) = match &given.origin {
        Origin::Choice(name, scalar) => (name, Some(scalar)),
        Origin::Extern(name) | Origin::Local(name) | Origin::Read(name) => (name, None),
        Origin::Unknown => return None,
    };
    let shift = 128 - given.width;
    let value = match scalar {
        Some(Scalar::Int { signed: true, .. }) if given.width > 1 => {
            ((given.value << shift) as i128) >> shift
        }
        _ => given.value as i128,
    };
    Some((name.clone(), value))
}

/// A path that a run is to take: where the violation is that it leads to, and where values come from that it depends on
/// and that are not modelled.
struct Aim<'a> {
    property: Property,
    place: Pos,
    unknown: &'a BTreeSet<Pos>,
}

/// Runs the program with given inputs, which are to lead along a path.
fn violation(
    program: &Program,
    options: &Options,
    machine: &machine::explore::Options,
    aim: &Aim<'_>,
    most: usize,
) -> Result<(Violation, Taken), Obstacle> {
    let property = aim.property;
    let limits = &options.limits;
    let is_wanted = || !limits.cancel.load(Ordering::Relaxed) && !limits.deadline.load(Ordering::Relaxed);
    let GivenRun { path, stop, call_stack, taken } = run_given(program, machine, most, is_wanted);
    let at = match call_stack.first() {
        None | Some((_, Pos::NONE)) => String::new(),
        Some((_, pos)) => format!(" ({}:{})", program.file(pos.file), pos.line),
    };
    let astray =
        || format!("{at}, which depends on what is not modelled exactly{}", lines(program, aim.unknown));
    let (reason, why) = match stop {
        Some(Stop::Fault(fault)) => {
            let is_other_assertion =
                fault.kind == FaultKind::FailedAssertion && machine.error_function.is_some();
            let found = Property::violated_by(fault.kind);
            if found == property && !is_other_assertion {
                return Ok((Violation { property, fault, path, call_stack, thread: 0 }, taken));
            }
            let why = format!("{}: {}{at}", fault.kind, fault.message);
            // A run that ends in an assertion has nothing undefined.
            let is_end = found == Property::UnreachCall;
            (if is_end { Unknown::Replay } else { Unknown::UndefinedBehaviour }, why)
        }
        Some(Stop::NotModelled(what)) => (Unknown::Replay, format!("the machine comes to {what}{at}")),
        Some(Stop::Unbounded(what)) => {
            (Unknown::Replay, format!("the run asks for more of {what}() than the path does{}", astray()))
        }
        None if !is_wanted() => {
            let message = Unknown::Time.limit().into();
            return Err(Obstacle { reason: Unknown::Time, message, pos: Pos::NONE });
        }
        _ => (Unknown::Replay, format!("the run does not take the path{}", astray())),
    };
    let message = format!("{why}, so that no run shows the violation of {}", property.name());
    Err(Obstacle { reason, message, pos: aim.place })
}

/// The first of these lines of the source, and how many more there are.
fn lines(program: &Program, places: &BTreeSet<Pos>) -> String {
    let lines: BTreeSet<(FileId, u32)> =
        places.iter().filter(|pos| pos.line > 0).map(|pos| (pos.file, pos.line)).collect();
    let Some(&(file, line)) = lines.first() else { return String::new() };
    let file = program.file(file);
    let more = match lines.len() {
        1 => String::new(),
        count => format!(" and {}", counted(count as u64 - 1, "more line")),
    };
    format!(": `{}` ({file}:{line}){more}", SourceText::default().line(file, line))
}

fn obstacle(answer: Answer) -> Obstacle {
    let at_no_place = |reason, message: &str| Obstacle { reason, message: message.into(), pos: Pos::NONE };
    match answer {
        Answer::Obstacle(predicate::Obstacle { message, pos }, _) if message == BAD_SHIFT => {
            let message = format!("{message}, which was not asked about");
            Obstacle { reason: Unknown::UndefinedBehaviour, message, pos }
        }
        Answer::Obstacle(predicate::Obstacle { message, pos }, _) => {
            Obstacle { reason: Unknown::NotModelled, message, pos }
        }
        Answer::Undecided => at_no_place(
            Unknown::Solver,
            "the solver does not decide whether a path to the error can be taken",
        ),
        Answer::NoProgress => at_no_place(
            Unknown::NoProgress,
            "no predicates were found that exclude a path which the program cannot take",
        ),
        Answer::Limit(limit) => {
            let reason = match limit {
                Limit::Time => Unknown::Time,
                Limit::Memory => Unknown::Memory,
                Limit::Cancelled => Unknown::Cancelled,
            };
            let message = reason.limit();
            at_no_place(reason, message)
        }
        Answer::Safe | Answer::Reached(_) => unreachable!("these are verdicts"),
    }
}
