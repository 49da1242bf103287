//! What the engines found out, put together: the best that is known of each property, and who found it out.

use cfa::program::Function;
use cfa::source::Pos;
use explicit::Order;
use verdict::{
    Assumption, BUDGET, Bound, Known, Obstacle, Property, Report, Scope, Unknown, Verdict, Violation, shorten,
};

use super::Checked;
use super::attempt::{Account, Attempt};
use super::portfolio::Attempts;
use super::problem::Problem;
use crate::afterwards::Left;
use crate::known_file::Fate;
use crate::report::{Files, Finding, Outcome, trace};
use crate::resources::Effort;
use crate::vacuous;

/// Replays what was found, and puts it together.
pub fn of(problem: &Problem, attempts: Attempts, effort: Effort) -> Result<Checked, String> {
    let all: Vec<&Attempt> = attempts.explicit.iter().chain(&attempts.predicate).collect();
    // Only one finds violations: the other is stopped then.
    let finder = all.iter().find(|attempt| !attempt.report.violations.is_empty()).or(all.first());
    let Some(finder) = finder else { return Err("no engine took part".into()) };
    let machine = finder.machine.clone();
    let is_by_states = matches!(finder.account, Account::Explicit { .. });
    let mut findings = Vec::new();
    // Within a range, a way outside it may be shorter.
    let is_ranged = problem.explicit.range.is_some() || problem.args.explicit.ranges.is_some();
    let is_shortest = problem.explicit.order == Order::Breadth && is_by_states && !is_ranged;
    let mut budget = if is_by_states && !is_shortest { BUDGET } else { 0 };
    for violation in &finder.report.violations {
        let found = find(problem, &machine, violation.clone(), is_shortest)?;
        let properties = problem.explicit.properties;
        let shorter =
            shorten(&problem.program, &machine, properties, problem.limits(), violation, &mut budget);
        // At a limit there is no time to replay another one.
        let is_better = shorter.path != violation.path && problem.limits().reached().is_none();
        findings.push(if is_better { find(problem, &machine, shorter, is_shortest)? } else { found });
    }
    let mut report = merge(problem, &all);
    let input = problem.args.source.standard_input().map(Bound::StandardInput);
    report.scope.bounds.splice(0..0, Bound::calls(&problem.program).into_iter().chain(input));
    let error = problem.explicit.machine.error_function.as_deref();
    let vacuous = vacuous::note(&problem.program, &report.properties, error);
    let is_default = problem.args.common.property.is_empty();
    let mut outcome = Outcome {
        known: fates(&problem.explicit.known, &report),
        is_silent_of_leaks: is_default && machine::inputs::has_allocation(&problem.program),
        files: Files::of(&problem.program),
        entry: entry(problem),
        report,
        findings,
        effort,
        explicit: None,
        ranges: None,
        predicate: None,
        origin: None,
        invariants: Vec::new(),
        by_predicates: Vec::new(),
        why: problem.contenders.why.clone(),
        symbols: problem.contenders.symbols.clone(),
        task: None,
        since: None,
        is_uncalled: false,
        is_kept: false,
        slower: None,
        details: None,
        vacuous,
    };
    let (mut proofs, mut held) = (Vec::new(), Vec::new());
    if let Some(Attempt {
        report,
        account: Account::Predicate { stats, phases, invariants, proofs: found, origin },
        ..
    }) = attempts.predicate
    {
        outcome.by_predicates = decided(&report);
        proofs = found;
        outcome.invariants = if problem.args.predicate.invariants { invariants.clone() } else { Vec::new() };
        held = invariants;
        (outcome.predicate, outcome.origin) = (Some((stats, phases)), origin);
    }
    let mut afterwards = None;
    if let Some(Attempt {
        report,
        account: Account::Explicit { stats, ledger, ranges },
        afterwards: left,
        ..
    }) = attempts.explicit
    {
        afterwards = left;
        // What both have decided, the one that covers all runs of it has.
        let by_states = decided(&report);
        outcome.by_predicates.retain(|property| !by_states.contains(property));
        (outcome.explicit, outcome.ranges) = (Some((stats, ledger)), ranges);
    }
    let left = Left { record: afterwards, shared: problem.shared.clone() };
    Ok(Checked { outcome, machine, proofs, invariants: held, left })
}

/// The function that runs begin with: the one that was asked for, or `main`.
fn entry(problem: &Problem) -> Option<(String, Pos)> {
    let (program, asked) = (&problem.program, problem.args.calls.function());
    let is_asked = |it: &&Function| it.body.is_some() && Some(it.source_name.as_str()) == asked;
    let main = || program.main.and_then(|main| program.functions.get(main.0 as usize));
    let function = program.functions.iter().find(is_asked).or_else(main)?;
    Some((function.source_name.clone(), function.pos))
}

/// What became of each violation that is known.
fn fates(known: &[Known], report: &Report<()>) -> Vec<(Known, Fate)> {
    // Where runs are left out, it may be in one of those.
    let is_bounded = report.scope.bounds.iter().any(|bound| !matches!(bound, Bound::Known(_)));
    let fate = |known: &Known| match () {
        () if report.known.iter().any(|it| Known::of(it) == *known) => Fate::Present,
        () if is_bounded => Fate::Open,
        () if report.properties.contains(&(known.property, Verdict::True)) => Fate::Fixed,
        () => Fate::Open,
    };
    known.iter().map(|it| (it.clone(), fate(it))).collect()
}

/// Replays a violation.
fn find(
    problem: &Problem,
    machine: &machine::explore::Options,
    violation: Violation,
    is_shortest: bool,
) -> Result<Finding, String> {
    let (path, property, root) = (&violation.path, violation.property, &problem.args.root);
    let (replayed, trace) =
        trace::record(&problem.program, root, machine, property, path, problem.args.length());
    if !replayed.end.confirms(&violation) {
        let (name, kind) = (property.name(), violation.fault.kind);
        return Err(format!("a violation of {name} ({kind}) did not show when replayed"));
    }
    let finding = Finding::new(&problem.program, root, violation, replayed, trace);
    Ok(Finding { is_shortest, ..finding })
}

fn decided(report: &Report<()>) -> Vec<Property> {
    let is_decided = |(_, verdict): &&(Property, Verdict)| !matches!(verdict, Verdict::Unknown(_));
    report.properties.iter().filter(is_decided).map(|(property, _)| *property).collect()
}

/// The best that is known of each property.
fn merge(problem: &Problem, attempts: &[&Attempt]) -> Report<()> {
    let said = |property: Property| {
        attempts.iter().filter_map(move |attempt| {
            attempt.report.properties.iter().find(|(it, _)| *it == property).map(|(_, verdict)| *verdict)
        })
    };
    // Predicates prove runs without undefined behaviour: where a run has some, that is no proof.
    let has_undefined = attempts.iter().any(|attempt| attempt.knows_undefined_behaviour());
    let undefined = Verdict::Unknown(Unknown::UndefinedBehaviour);
    let best = |property: Property| match said(property).min_by_key(rank) {
        Some(Verdict::True) if has_undefined => undefined,
        Some(verdict) => verdict,
        None => Verdict::Unknown(Unknown::NotChecked),
    };
    let properties: Vec<(Property, Verdict)> =
        problem.explicit.properties.iter().map(|property| (property, best(property))).collect();
    let is_reason = |obstacle: &&Obstacle| {
        properties.iter().any(|(_, verdict)| *verdict == Verdict::Unknown(obstacle.reason))
    };
    let mut obstacles: Vec<Obstacle> = Vec::new();
    for obstacle in attempts.iter().flat_map(|attempt| &attempt.report.obstacles).filter(is_reason) {
        if !obstacles.contains(obstacle) {
            obstacles.push(obstacle.clone());
        }
    }
    let violations = attempts.iter().flat_map(|attempt| attempt.report.violations.clone()).collect();
    let scope = scope(problem, attempts, &properties);
    let is_stopped = attempts.iter().any(|attempt| attempt.report.is_stopped);
    let mut known: Vec<Violation> = Vec::new();
    for violation in attempts.iter().flat_map(|attempt| &attempt.report.known) {
        if !known.iter().any(|it| Known::of(it) == Known::of(violation)) {
            known.push(violation.clone());
        }
    }
    known.sort_by_key(Known::of);
    Report { properties, violations, known, is_stopped, obstacles, scope, stats: () }
}

/// What is worth more comes first: a verdict, then the reason about which most can be done.
fn rank(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::False => 0,
        Verdict::True => 1,
        Verdict::Unknown(reason) => match reason {
            Unknown::Time | Unknown::Memory | Unknown::States | Unknown::Cancelled => 2,
            Unknown::Depth | Unknown::Bounded => 3,
            Unknown::UndefinedBehaviour | Unknown::Replay => 4,
            Unknown::Solver | Unknown::NoProgress | Unknown::Certificate => 4,
            Unknown::NotModelled | Unknown::RelaxedAtomic => 5,
            Unknown::SymbolicValue | Unknown::SymbolicFloat => 6,
            Unknown::UnboundedInput | Unknown::UnboundedOther => 6,
            Unknown::NotChecked => 7,
            Unknown::OtherViolation => 8,
        },
    }
}

/// What the verdicts cover. Where both engines took part, it is what either leaves out or takes for granted, so that it does
/// not depend on which of them was faster.
fn scope(problem: &Problem, attempts: &[&Attempt], properties: &[(Property, Verdict)]) -> Scope {
    let is_proved = |property| properties.contains(&(property, Verdict::True));
    let mut scope = attempts.iter().fold(Scope::default(), |all, it| all.and(it.report.scope.clone()));
    if problem.contenders.has_predicate {
        scope = scope.and(predicate::scope(&problem.program, &problem.predicate));
        scope.assume_defined(is_proved);
    }
    scope.assumptions.extend(problem.args.source.assumptions().map(Assumption::Model));
    // What one engine leaves out the other covers, if it has decided all.
    if attempts.iter().any(|it| it.is_decisive() && !it.report.scope.is_bounded()) {
        scope.bounds.clear();
    }
    scope
}
