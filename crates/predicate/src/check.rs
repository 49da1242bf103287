//! Checks properties one after the other, and replays what the search finds: no run, no violation.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use cfa::Program;
use cfa::op::Op;
use cfa::program::FunctionId;
use cfa::source::{FileId, Pos};
use cfa::types::Scalar;
use machine::explore;
use machine::{FaultKind, Stop};
use verdict::replay::{GivenRun, run_given};
use verdict::{
    Assumption, Bound, Known, Limits, Obstacle, Properties, Property, Scope, Unknown, Verdict, Violation,
};

use crate::encode::Origin;
use crate::externs::Externs;
use crate::inherited::Cex;
use crate::path::{Given, Model};
use crate::reuse::{self, Technique, Without};
use crate::search::Answer;
use crate::summary::Summaries;
use crate::{Found, Invariant, Job, Stats, search};

/// What is to be checked, and how.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub properties: Properties,
    pub externs: Externs,
    /// Take undefined functions to access only what they may of what they are given pointers to.
    pub is_outside_trusted: bool,
    pub summaries: Summaries,
    /// Look at the whole program, also at what the property cannot depend on.
    pub is_whole: bool,
    /// Check every proof that is found.
    pub is_certified: bool,
    /// Proofs of earlier runs, which may prove this program too, and what such runs found until a limit ended them.
    pub proofs: Vec<(Property, Vec<u8>)>,
    pub hints: Vec<(Property, Vec<u8>)>,
    /// Summaries of earlier runs, those of the last run first.
    pub cache: Vec<(Property, Arc<[u8]>)>,
    pub technique: Technique,
    pub without: Without,
    /// Ask again what earlier runs found out about obligations.
    pub is_audited: bool,
    /// Violations that count for nothing.
    pub known: Vec<Known>,
    pub cex: Cex,
    pub limits: Limits,
    /// How the machine replays what is found.
    pub machine: explore::Options,
}

/// What a search found out.
pub type Report = verdict::Report<Stats>;

/// What came of checking a program.
pub struct Checked {
    pub report: Report,
    /// Of each property that was proved.
    pub invariants: Vec<(Property, Vec<Invariant>)>,
    /// The proofs of these for later runs, and what was found out of others until a limit was reached.
    pub proofs: Vec<(Property, Vec<u8>)>,
    pub hints: Vec<(Property, Vec<u8>)>,
    /// Summaries, if they are kept.
    pub cache: Vec<(Property, Vec<u8>)>,
    /// How the machine replays a violation.
    pub machine: explore::Options,
}

/// Choices that a run may have which is to show a counterexample.
const LONGEST: usize = 100_000_000;
/// And one that is only tried.
const TRIED: usize = 10_000;
/// And one of which inputs were passed over.
const BRIEF: usize = 1_000;

/// The order in which properties are looked at, after the first those that are decided soonest.
const ORDER: [Property; 13] = {
    use Property::*;
    [
        UnreachCall,
        NoDivisionByZero,
        NoBadShift,
        NoUninitialisedRead,
        NoUndefinedBehaviour,
        NoLockMisuse,
        NoDeadlock,
        NoDataRace,
        ValidFree,
        ValidMemtrack,
        ValidMemcleanup,
        NoOverflow,
        ValidDeref,
    ]
};

/// Questions to the solver that are spent on a property before all others have had as many, and by how much more each time.
const FIRST_EFFORT: u64 = 1 << 10;
const MORE_EFFORT: u64 = 8;

/// Checks a program for properties until one is violated: first by what is not there ([`crate::absence`]), then one after the
/// other in rounds, so that what cannot be decided soon keeps no other property from its turn. `see` is told at the start of
/// every phase what was done so far.
pub fn check(
    program: &Program,
    options: &Options,
    see: &mut (dyn FnMut(&'static str, &Stats) + Send),
) -> Result<Checked, String> {
    let mut machine = options.machine.clone();
    let mut report = nothing_found(program, options);
    let (mut invariants, mut proofs, mut hints, mut cache) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    if let Some(obstacle) = renamed(program) {
        for property in options.properties.iter() {
            report.properties.push((property, Verdict::Unknown(obstacle.reason)));
        }
        report.obstacles.push(obstacle);
        return Ok(Checked { report, invariants, proofs, hints, cache, machine });
    }
    let absent = absent(program, options);
    let mut left = VecDeque::new();
    for property in ORDER.into_iter().filter(|&property| options.properties.has(property)) {
        match absent.has(property) {
            true => report.properties.push((property, Verdict::True)),
            false => left.push_back(property),
        }
    }
    let (mut round, mut effort) = (left.len(), FIRST_EFFORT);
    let mut excluded: Vec<(Property, Pos)> = Vec::new();
    while let Some(property) = left.pop_front() {
        if round == 0 {
            (round, effort) = (left.len() + 1, effort.saturating_mul(MORE_EFFORT));
        }
        round -= 1;
        if !is_supported(&mut report, property) {
            continue;
        }
        if report.is_stopped {
            report.properties.push((property, Verdict::Unknown(Unknown::OtherViolation)));
            continue;
        }
        let left_out: Vec<Pos> = excluded.iter().filter(|it| it.0 == property).map(|it| it.1).collect();
        let mut is_first = effort == FIRST_EFFORT;
        let mut attempt = |is_whole| {
            let before = report.stats.clone();
            let mut see = |phase, now: &Stats| see(phase, &before.plus(now));
            let is_first = std::mem::take(&mut is_first);
            // What smaller blocks do not decide soon, the usual ones may.
            let has_exits = effort == FIRST_EFFORT && reuse::has_exits(options, property);
            let job = Job { options, property, excluded: &left_out, is_whole, has_exits, effort, is_first };
            let mut found = search(program, &job, &mut |now| see(now.phase.name(), now))?;
            // What is left out is no part of what later runs are asked.
            if let Some(summaries) = found.cache.take().filter(|_| left_out.is_empty()) {
                cache.retain(|(other, _)| *other != property);
                cache.push((property, summaries));
            }
            report.stats = before.plus(&found.stats);
            see("replay", &found.stats);
            Ok::<_, String>(outcome(program, options, &machine, property, found))
        };
        let mut found = attempt(options.is_whole)?;
        // What was passed over may be what keeps a run from getting there.
        if matches!(found, Outcome::NotReplayed { is_whole: false, .. }) {
            found = attempt(true)?;
        }
        let verdict = match found {
            Outcome::Later => {
                left.push_back(property);
                continue;
            }
            Outcome::Proved(found, proof) => match left_out.first() {
                None => {
                    report.stats.proved.push(property);
                    invariants.push((property, found));
                    proofs.extend(proof.map(|proof| (property, proof)));
                    Verdict::True
                }
                // Something else may be wrong at a place that is left out.
                Some(&pos) if faults(property) > 1 => {
                    let message = "a known violation, beside which others of another kind may be".to_string();
                    unknown(&mut report, Obstacle { reason: Unknown::OtherViolation, message, pos })
                }
                // Proved of what is left, and so only for this run.
                Some(_) => Verdict::True,
            },
            // One that is known hides what else there is: it is left out, and the search goes on.
            Outcome::Violated(violation, _, place) if Known::is_among(&violation, &options.known) => {
                report.known.push(violation);
                if let Some(place) = place.filter(|place| !left_out.contains(place)) {
                    excluded.push((property, place));
                    left.push_front(property);
                    round += 1;
                    continue;
                }
                let message = "a known violation, behind which nothing was looked for".to_string();
                let pos = place.unwrap_or(Pos::NONE);
                unknown(&mut report, Obstacle { reason: Unknown::OtherViolation, message, pos })
            }
            Outcome::Violated(violation, taken, _) => {
                machine.given = Some(taken);
                report.violations.push(violation);
                report.is_stopped = true;
                Verdict::False
            }
            Outcome::Unknown(obstacle, hint) => {
                hints.extend(hint.map(|hint| (property, hint)));
                unknown(&mut report, obstacle)
            }
            Outcome::NotReplayed { obstacle, .. } => unknown(&mut report, obstacle),
        };
        report.properties.push((property, verdict));
    }
    let known: BTreeSet<Known> = report.known.iter().map(Known::of).collect();
    report.scope.bounds.extend(known.into_iter().map(Bound::Known));
    report.properties.sort_unstable_by_key(|&(property, _)| property);
    invariants.sort_by_key(|&(property, _)| property);
    Ok(Checked { report, invariants, proofs, hints, cache, machine })
}

/// What is known if a search did not even stop at its limit.
pub fn left(program: &Program, options: &Options, stats: Stats) -> Checked {
    let limit = options.limits.reached().unwrap_or(Unknown::Time);
    let mut report = Report { stats, ..nothing_found(program, options) };
    let absent = absent(program, options);
    for property in options.properties.iter() {
        if absent.has(property) || report.stats.proved.contains(&property) {
            report.properties.push((property, Verdict::True));
        } else if is_supported(&mut report, property) {
            let verdict = unknown(&mut report, Obstacle::limit(limit));
            report.properties.push((property, verdict));
        }
    }
    let (invariants, proofs, hints, cache) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    Checked { report, invariants, proofs, hints, cache, machine: options.machine.clone() }
}

fn nothing_found(program: &Program, options: &Options) -> Report {
    Report {
        properties: Vec::new(),
        violations: Vec::new(),
        known: Vec::new(),
        is_stopped: false,
        obstacles: Vec::new(),
        scope: scope(program, options),
        stats: Stats::default(),
    }
}

/// What the engine takes for granted, besides that no run has undefined behaviour.
pub fn scope(program: &Program, options: &Options) -> Scope {
    let mut scope = Scope::default();
    if machine::inputs::has_allocation(program) && !options.machine.malloc_may_fail {
        scope.assumptions.push(Assumption::AllocationsSucceed);
    }
    if machine::inputs::undefined_functions(program).next().is_some() {
        scope.assumptions.push(match options.externs {
            Externs::Pure => Assumption::ExternsPure,
            Externs::Havoc => Assumption::ExternsHavoc,
        });
    }
    scope
}

/// A function that is called under another name than it is linked with: what it does goes by the latter. The headers of
/// glibc link functions of scanf's kind so, which changes nothing.
fn renamed(program: &Program) -> Option<Obstacle> {
    let is_renamed = |it: &&cfa::program::Function| {
        let plain = ["__isoc99_", "__isoc23_", "__xpg_"].iter().find_map(|start| it.name.strip_prefix(start));
        it.name != it.source_name && plain != Some(it.source_name.as_str())
    };
    let function = machine::inputs::missing_functions(program).find(is_renamed)?;
    let message = format!("`{}`, which is linked as `{}`", function.source_name, function.name);
    Some(Obstacle { reason: Unknown::NotModelled, message, pos: function.pos })
}

/// What nothing in the program can violate.
pub fn absent(program: &Program, options: &Options) -> Properties {
    let error_function = options.machine.error_function.as_deref();
    crate::absence(program, options.externs, options.is_outside_trusted, error_function)
}

/// Whether the engine searches for violations of a property; otherwise the report says that it does not.
fn is_supported(report: &mut Report, property: Property) -> bool {
    let is_supported = !matches!(property, Property::ValidMemtrack | Property::ValidMemcleanup);
    if !is_supported {
        let message = format!("the predicate engine does not check {}", property.name());
        let reason = Unknown::NotChecked;
        let verdict = unknown(report, Obstacle { reason, message, pos: Pos::NONE });
        report.properties.push((property, verdict));
    }
    is_supported
}

/// How many kinds of faults violate a property.
fn faults(property: Property) -> usize {
    FaultKind::ALL.into_iter().filter(|&kind| Property::violated_by(kind) == property).count()
}

/// All inputs of a run.
type Taken = Arc<[(String, i128)]>;

/// What came of a search for a violation.
enum Outcome {
    /// With what holds where, and with the proof if it was checked.
    Proved(Vec<Invariant>, Option<Vec<u8>>),
    /// With all inputs of the run that shows it, and the place that the search was led to.
    Violated(Violation, Taken, Option<Pos>),
    /// A path was found that no run takes, of all of the program or of what the property depends on.
    NotReplayed { obstacle: Obstacle, is_whole: bool },
    /// With what was found until a limit was reached.
    Unknown(Obstacle, Option<Vec<u8>>),
    /// Others may have their turn first.
    Later,
}

fn outcome(
    program: &Program,
    options: &Options,
    machine: &explore::Options,
    property: Property,
    found: Found,
) -> Outcome {
    let (mut passed_over, is_whole) = (found.passed_over, found.is_whole);
    let is_unset = property == Property::NoUninitialisedRead;
    if is_unset {
        // What locals hold before they are set is the matter itself.
        passed_over.retain(|&(function, edge)| !is_beginning(program, function, edge));
    }
    let passed_over = Arc::new(passed_over);
    let replay = |model: &Model, place, most| {
        let is_given = |it: &&Given| !(is_unset && matches!(it.origin, Origin::Local(_)));
        let given = model.given.iter().filter(is_given).filter_map(input).collect();
        let passed_over = passed_over.clone();
        let machine = explore::Options { given: Some(given), passed_over, ..machine.clone() };
        violation(program, options, &machine, &Aim { property, place, unknown: &model.unknown }, most)
    };
    match found.answer {
        Answer::Safe => Outcome::Proved(found.invariants, found.proof),
        Answer::Reached(model) => {
            // What was passed over may not end.
            let most = if is_whole { LONGEST } else { BRIEF };
            match replay(&model, model.error.unwrap_or(Pos::NONE), most) {
                Ok((violation, taken)) => Outcome::Violated(violation, taken, model.error),
                Err(obstacle) => Outcome::NotReplayed { obstacle, is_whole },
            }
        }
        // What the engine cannot follow the machine may: a run that gets there may go wrong.
        Answer::Obstacles(stuck) => {
            let shown = stuck.iter().find_map(|(stuck, model)| replay(model, stuck.pos, TRIED).ok());
            match shown {
                Some((violation, taken)) => Outcome::Violated(violation, taken, None),
                None => Outcome::NotReplayed { obstacle: obstacle(Answer::Obstacles(stuck)), is_whole },
            }
        }
        Answer::Spent => Outcome::Later,
        other => Outcome::Unknown(obstacle(other), found.proof),
    }
}

/// Whether locals begin at an edge.
fn is_beginning(program: &Program, function: FunctionId, edge: u32) -> bool {
    let body = program.function(function).body.as_ref();
    body.is_some_and(|body| matches!(body.edges[edge as usize].op, Op::Begin { .. }))
}

fn unknown(report: &mut Report, obstacle: Obstacle) -> Verdict {
    let reason = obstacle.reason;
    // One may stand in the way of several properties.
    if !report.obstacles.contains(&obstacle) {
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
    machine: &explore::Options,
    aim: &Aim<'_>,
    most: usize,
) -> Result<(Violation, Taken), Obstacle> {
    let property = aim.property;
    let is_wanted = || options.limits.reached().is_none();
    let GivenRun { path, stop, thread, call_stack, taken } = run_given(program, machine, most, is_wanted);
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
            // What goes wrong before `main` is on no path that could be shown.
            if found == property && !is_other_assertion && !path.is_empty() {
                return Ok((Violation { property, fault, path, call_stack, thread }, taken));
            }
            let why = format!("{fault}{at}");
            // A run that ends in an assertion has nothing undefined.
            let is_end = found == Property::UnreachCall;
            (if is_end { Unknown::Replay } else { Unknown::UndefinedBehaviour }, why)
        }
        Some(Stop::OutOfMemory) => return Err(Obstacle::limit(Unknown::Memory)),
        Some(Stop::NotModelled(what)) => (Unknown::Replay, format!("the machine comes to {what}{at}")),
        Some(Stop::Unbounded(what)) => {
            (Unknown::Replay, format!("the run asks for more of {what}() than the path does{}", astray()))
        }
        None | Some(Stop::Cancelled) if !is_wanted() => {
            return Err(Obstacle::limit(options.limits.reached().unwrap_or(Unknown::Time)));
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
    let more = match lines.len() {
        1 => String::new(),
        2 => " and 1 more line".into(),
        count => format!(" and {} more lines", count - 1),
    };
    format!(": {}:{line}{more}", program.file(file))
}

fn obstacle(answer: Answer) -> Obstacle {
    let at_no_place = |reason, message: &str| Obstacle { reason, message: message.into(), pos: Pos::NONE };
    match answer {
        Answer::Obstacles(stuck) => match stuck.into_iter().next() {
            Some((obstacle, _)) => obstacle,
            None => at_no_place(Unknown::NotModelled, "something that is not followed"),
        },
        Answer::Spent => at_no_place(Unknown::NoProgress, "more work than was allowed"),
        Answer::Undecided => at_no_place(
            Unknown::Solver,
            "the solver does not decide whether a path to the error can be taken",
        ),
        Answer::NoProgress => at_no_place(
            Unknown::NoProgress,
            "no predicates were found that exclude a path which the program cannot take",
        ),
        Answer::NotCertified(failure) => {
            at_no_place(Unknown::Certificate, &format!("a proof was found, but not confirmed: {failure}"))
        }
        Answer::Limit(limit) => Obstacle::limit(limit),
        Answer::Safe | Answer::Reached(_) => unreachable!("these are verdicts"),
    }
}
