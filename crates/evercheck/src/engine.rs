//! Which engine checks a program, and what the predicate engine found out as a report like any other.

use std::sync::atomic::Ordering;

use cfa::Program;
use cfa::source::Pos;
use cfa::types::Scalar;
use clap::ValueEnum;
use explicit::search::Obstacle;
use explicit::trace::run_given;
use explicit::{Options, Property, Report, Scope, Stats, Unknown, Verdict, Violation};
use machine::inputs::{Inputs, has_threads};
use machine::{FaultKind, Stop};
use predicate::{Answer, BAD_SHIFT, Given, Limit, Model, Origin};

use crate::report::scope::missing_functions;

/// How a program is checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// The explicit one for threads and bounded inputs, the predicate one for unbounded inputs
    #[default]
    Auto,
    /// Every interleaving and every choice, state by state
    Explicit,
    /// Predicates over all values of inputs, refined until they prove or a counterexample is found
    Predicate,
}

/// What functions do that are not defined, beside returning anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Externs {
    /// They change nothing
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

impl Summaries {
    fn of_engine(self) -> predicate::Summaries {
        match self {
            Summaries::None => predicate::Summaries::None,
            Summaries::Recursive => predicate::Summaries::Recursive,
            Summaries::All => predicate::Summaries::All,
        }
    }
}

/// Choices that a run may have which is to show a counterexample.
const LONGEST: usize = 100_000_000;
/// And one that is only tried.
const TRIED: usize = 10_000;

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
    (externs, summaries): (Externs, Summaries),
    is_asked: bool,
    see: &mut (dyn FnMut(&'static str, &predicate::Stats) + Send),
) -> Result<Checked, String> {
    let limits = predicate::Limits {
        deadline: options.limits.deadline.clone(),
        memory: options.limits.memory.clone(),
        cancel: options.limits.cancel.clone(),
    };
    let mut machine = options.machine();
    let mut report = Report {
        properties: Vec::new(),
        violations: Vec::new(),
        is_stopped: false,
        obstacles: Vec::new(),
        scope: Scope { is_without_arguments: false, ..Scope::default() },
        stats: Stats::default(),
    };
    let (mut stats, mut invariants) = (predicate::Stats::default(), Vec::new());
    for property in options.properties.iter() {
        // Most programs have accesses that it cannot decide: nobody wants to be told so unasked.
        let is_known =
            |&(it, _): &(Property, _)| it == property && (is_asked || property != Property::ValidDeref);
        let Some((_, wanted)) = BY_PREDICATES.into_iter().find(is_known) else {
            if is_asked {
                let message = format!("the predicate engine does not check {}", property.name());
                let reason = Unknown::UnsupportedProperty;
                let verdict = unknown(&mut report, Obstacle { reason, message, pos: Pos::NONE });
                report.properties.push((property, verdict));
            }
            continue;
        };
        if report.is_stopped {
            report.properties.push((property, Verdict::Unknown(Unknown::OtherViolation)));
            continue;
        }
        let wanted = predicate::Options {
            property: wanted,
            externs: externs.into(),
            error_function: options.machine.error_function.clone(),
            limits: limits.clone(),
            malloc_may_fail: options.machine.malloc_may_fail,
            summaries: summaries.of_engine(),
        };
        let before = stats.clone();
        let found = predicate::check(program, &wanted, &mut |now| see(now.phase.name(), &before.plus(now)))?;
        stats = stats.plus(&found.stats);
        let verdict = match found.answer {
            Answer::Safe => {
                invariants.push((property, found.invariants));
                Verdict::True
            }
            Answer::Reached(model) => {
                see("replay", &stats);
                let replaying = given(&machine, &model);
                let place = model.error.unwrap_or(Pos::NONE);
                match violation(program, options, &replaying, property, place, LONGEST) {
                    Ok(violation) => {
                        machine = replaying;
                        violated(&mut report, violation)
                    }
                    Err(obstacle) => unknown(&mut report, obstacle),
                }
            }
            Answer::Obstacle(stuck, model) => {
                // What the engine cannot follow the machine may: a run that gets there may go wrong.
                see("replay", &stats);
                let replaying = given(&machine, &model);
                match violation(program, options, &replaying, property, stuck.pos, TRIED) {
                    Ok(violation) => {
                        machine = replaying;
                        violated(&mut report, violation)
                    }
                    Err(_) => {
                        let obstacle = obstacle(Answer::Obstacle(stuck, model));
                        unknown(&mut report, obstacle)
                    }
                }
            }
            other => {
                let obstacle = obstacle(other);
                unknown(&mut report, obstacle)
            }
        };
        report.properties.push((property, verdict));
    }
    Ok(Checked { report, stats, invariants, machine })
}

/// A machine that is given the inputs of a path.
fn given(machine: &machine::explore::Options, model: &Model) -> machine::explore::Options {
    let given = model.given.iter().filter_map(input).collect();
    machine::explore::Options { given: Some(given), ..machine.clone() }
}

fn violated(report: &mut Report, violation: Violation) -> Verdict {
    report.violations.push(violation);
    report.is_stopped = true;
    Verdict::False
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
        Origin::Extern(name) | Origin::Local(name) => (name, None),
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

/// Runs the program with given inputs, which are to lead to a violation of a property at this place.
fn violation(
    program: &Program,
    options: &Options,
    machine: &machine::explore::Options,
    property: Property,
    place: Pos,
    most: usize,
) -> Result<Violation, Obstacle> {
    let limits = &options.limits;
    let is_wanted = || !limits.cancel.load(Ordering::Relaxed) && !limits.deadline.load(Ordering::Relaxed);
    let (path, stop, call_stack) = run_given(program, machine, most, is_wanted);
    let at = call_stack.first().map_or(Pos::NONE, |(_, pos)| *pos);
    let (reason, why) = match stop {
        Some(Stop::Fault(fault)) => {
            let is_other_assertion =
                fault.kind == FaultKind::FailedAssertion && machine.error_function.is_some();
            let found = Property::violated_by(fault.kind);
            if found == property && !is_other_assertion {
                return Ok(Violation { property, fault, path, call_stack, thread: 0 });
            }
            let why = format!("{}: {}", fault.kind, fault.message);
            // A run that ends in an assertion has nothing undefined.
            let is_end = found == Property::UnreachCall;
            (if is_end { Unknown::Replay } else { Unknown::UndefinedBehaviour }, why)
        }
        Some(Stop::NotModelled(what)) => (Unknown::Replay, format!("the machine comes to {what}")),
        Some(Stop::Unbounded(what)) => {
            (Unknown::Replay, format!("the run asks for more of {what}() than the path does"))
        }
        None if !is_wanted() => {
            let message = Unknown::Time.limit().into();
            return Err(Obstacle { reason: Unknown::Time, message, pos: Pos::NONE });
        }
        _ => (Unknown::Replay, "the path depends on what is not modelled exactly".into()),
    };
    let at = match at {
        Pos::NONE => String::new(),
        pos => format!(" ({}:{})", program.file(pos.file), pos.line),
    };
    let message = format!("{why}{at}, so that no run shows the violation of {}", property.name());
    Err(Obstacle { reason, message, pos: place })
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
