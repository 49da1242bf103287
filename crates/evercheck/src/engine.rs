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
use predicate::{Answer, Given, Limit, Origin};

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
    let mut missing = missing_functions(program);
    missing.find(|it| machine::library::find(&it.name).is_none()).map(|it| it.source_name.as_str())
}

/// What the predicate engine found out.
pub struct Checked {
    pub report: Report,
    pub stats: predicate::Stats,
    pub invariants: Vec<predicate::Invariant>,
    /// How the machine replays a violation.
    pub machine: machine::explore::Options,
}

/// Checks a program by the predicate engine. `is_asked` says whether the properties were asked for, or are just all.
pub fn check(
    program: &Program,
    options: &Options,
    is_asked: bool,
    summaries: Summaries,
    see: &mut (dyn FnMut(&predicate::Stats) + Send),
) -> Result<Checked, String> {
    let limits = predicate::Limits {
        deadline: options.limits.deadline.clone(),
        memory: options.limits.memory.clone(),
        cancel: options.limits.cancel.clone(),
    };
    let error_function = options.machine.error_function.clone();
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
    if options.properties.has(Property::UnreachCall) {
        let found = predicate::check(
            program,
            &predicate::Options {
                error_function,
                limits,
                malloc_may_fail: options.machine.malloc_may_fail,
                summaries: summaries.of_engine(),
            },
            see,
        )?;
        (stats, invariants) = (found.stats, found.invariants);
        let verdict = match found.answer {
            Answer::Safe => Verdict::True,
            Answer::Reached(given) => {
                machine.given = Some(given.iter().filter_map(input).collect());
                match violation(program, options, &machine) {
                    Ok(violation) => {
                        report.violations.push(violation);
                        report.is_stopped = true;
                        Verdict::False
                    }
                    Err(obstacle) => unknown(&mut report, obstacle),
                }
            }
            other => {
                let obstacle = obstacle(other);
                unknown(&mut report, obstacle)
            }
        };
        report.properties.push((Property::UnreachCall, verdict));
    }
    for property in options.properties.iter().filter(|&it| is_asked && it != Property::UnreachCall) {
        let message = format!("the predicate engine does not check {}", property.name());
        let reason = Unknown::UnsupportedProperty;
        let verdict = unknown(&mut report, Obstacle { reason, message, pos: Pos::NONE });
        report.properties.push((property, verdict));
    }
    Ok(Checked { report, stats, invariants, machine })
}

fn unknown(report: &mut Report, obstacle: Obstacle) -> Verdict {
    let reason = obstacle.reason.clone();
    report.obstacles.push(obstacle);
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

/// Runs the program with given inputs, which are to lead to the error.
fn violation(
    program: &Program,
    options: &Options,
    machine: &machine::explore::Options,
) -> Result<Violation, Obstacle> {
    let limits = &options.limits;
    let is_wanted = || !limits.cancel.load(Ordering::Relaxed) && !limits.deadline.load(Ordering::Relaxed);
    let (path, stop, call_stack) = run_given(program, machine, LONGEST, is_wanted);
    let pos = call_stack.first().map_or(Pos::NONE, |(_, pos)| *pos);
    let (reason, message) = match stop {
        Some(Stop::Fault(fault)) => {
            let is_other_assertion =
                fault.kind == FaultKind::FailedAssertion && machine.error_function.is_some();
            if Property::violated_by(fault.kind) == Property::UnreachCall && !is_other_assertion {
                let property = Property::UnreachCall;
                return Ok(Violation { property, fault, path, call_stack, thread: 0 });
            }
            let why = format!("on the way to the error, {}: {}", fault.kind, fault.message);
            (Unknown::UndefinedBehaviour, why)
        }
        Some(Stop::NotModelled(what)) => {
            (Unknown::Replay, format!("on the way to the error, the machine comes to {what}"))
        }
        Some(Stop::Unbounded(what)) => {
            (Unknown::Replay, format!("the run asks for more of {what}() than the path to the error does"))
        }
        None if !is_wanted() => (Unknown::Time, Unknown::Time.limit().into()),
        _ => (Unknown::Replay, "a path to the error depends on what is not modelled exactly".into()),
    };
    Err(Obstacle { reason, message, pos })
}

fn obstacle(answer: Answer) -> Obstacle {
    let at_no_place = |reason, message: &str| Obstacle { reason, message: message.into(), pos: Pos::NONE };
    match answer {
        Answer::Obstacle(predicate::Obstacle { message, pos }) => {
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
