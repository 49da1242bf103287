//! Inputs as symbols: programs have the verdicts that they have when each value is tried, or it is said what is not there.

mod common;

use std::sync::atomic::{AtomicU64, Ordering};

use cfa::types::DataModel;
use common::{Case, cases, for_each, symbolic_cases};
use explicit::{Options, Order, Report, check};
use formula::{Term, Terms};
use machine::inputs::has_threads;
use machine::symbolic::{Answer, Oracle};
use verdict::{Unknown, Verdict};

/// Programs with more values than can be tried, and what is so.
const BEYOND: [(&str, &str); 14] = [
    ("choice/int_at_shared_address.c", "false(no-data-race)"),
    ("choice/int_bounded_after_truncation.c", "false(unreach-call)"),
    ("choice/int_bounded_on_one_side.c", "true"),
    ("choice/int_divided_before_assume.c", "false(no-division-by-zero)"),
    ("choice/int_printed_before_assume.c", "true"),
    ("choice/int_stored_before_assume.c", "false(unreach-call)"),
    ("choice/int_with_assume_on_another.c", "false(unreach-call)"),
    ("choice/int_with_exit_and_handler.c", "true"),
    ("choice/int_without_bound.c", "true"),
    ("choice/short_without_bound.c", "true"),
    ("choice/unbounded_beside_error.c", "false(unreach-call)"),
    ("choice/unbounded_not_reached.c", "true"),
    ("choice/unsigned_bounded_after_wrap.c", "false(unreach-call)"),
    ("choice/unsigned_without_bound.c", "true"),
];

fn explore(case: &Case, model: DataModel, order: Order) -> Report {
    // Far more than any of them takes.
    explore_with(case, model, order, solver::oracle, 200_000)
}

fn explore_with(
    case: &Case,
    model: DataModel,
    order: Order,
    oracle: fn() -> Box<dyn Oracle>,
    states: u64,
) -> Report {
    let mut options = Options { order, ..case.options.clone() };
    options.machine.has_symbols = true;
    options.machine.oracle = Some(oracle);
    options.machine.postpones = false;
    options.is_keeping_going = false;
    options.limits.states = Some(states);
    check(&case.load(model), &options, &mut |_: &explicit::Stats| {})
}

/// Each program that was written to attack this, in any order.
#[test]
fn programs_have_their_verdicts() {
    let failures = for_each(&symbolic_cases(), |case| {
        let mut failures = Vec::new();
        for order in [Order::Depth, Order::Breadth, Order::Random(1)] {
            let report = explore(case, DataModel::Lp64, order);
            let verdict = report.verdict();
            let is_first = verdict != case.expected;
            if is_first {
                let obstacles: Vec<&str> = report.obstacles.iter().map(|it| it.message.as_str()).collect();
                failures.push(format!("{}, {order:?}: {verdict}, {obstacles:?}", case.name()));
            }
        }
        failures
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn programs_have_their_verdicts_in_32_bits() {
    let failures = for_each(&symbolic_cases(), |case| {
        let verdict = explore(case, DataModel::Ilp32, Order::Depth).verdict();
        // Sizes are others there.
        let is_about_sizes = ["allocation_size", "wide_"].iter().any(|it| case.name().contains(it));
        let is_wrong = verdict != case.expected && !is_about_sizes;
        Vec::from_iter(is_wrong.then(|| format!("{}: {verdict}", case.name())))
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Somebody who knows nothing.
struct Ignorant;

impl Oracle for Ignorant {
    fn ask(&mut self, _: &Terms, _: &[Term]) -> Answer {
        Answer::Unknown
    }

    fn ask_afresh(&mut self, _: &Terms, _: &[Term]) -> Answer {
        Answer::Unknown
    }
}

/// What is said where nothing can be told of several inputs is what is so, or that nobody knows.
#[test]
fn what_nobody_can_tell_is_not_taken_for_an_answer() {
    let open = AtomicU64::new(0);
    let failures = for_each(&symbolic_cases(), |case| {
        let report = explore_with(case, DataModel::Lp64, Order::Depth, || Box::new(Ignorant), 200_000);
        let verdict = report.verdict();
        let is_open = verdict.starts_with("unknown(");
        open.fetch_add(is_open.into(), Ordering::Relaxed);
        let is_wrong = !is_open && verdict != case.expected;
        Vec::from_iter(is_wrong.then(|| format!("{}: {verdict}", case.name())))
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(open.into_inner() > 20);
}

/// All other programs: what is said is what is said when each value is tried, or that something is not there.
#[test]
fn what_is_said_is_what_enumeration_says() {
    let (same, open) = (AtomicU64::new(0), AtomicU64::new(0));
    let failures = for_each(&cases(), |case| {
        let report = explore_with(case, DataModel::Lp64, Order::Depth, solver::oracle, 5000);
        let verdict = report.verdict();
        if verdict == case.expected {
            same.fetch_add(1, Ordering::Relaxed);
            return Vec::new();
        }
        let is_missing = |it: &(_, Verdict)| {
            // Runs with other choices than those of inputs are not shown yet.
            let reasons = [Unknown::SymbolicValue, Unknown::SymbolicFloat, Unknown::Replay];
            reasons.into_iter().any(|reason| it.1 == Verdict::Unknown(reason))
        };
        // What cannot be enumerated may have a verdict.
        let is_more = case.expected == "unknown(unbounded-input)" && case.name().starts_with("choice/");
        if is_more && BEYOND.contains(&(case.name().as_str(), verdict.as_str())) {
            return Vec::new();
        }
        // With threads there are more states than where some go first.
        let is_limited = report.is_limited() && has_threads(&case.load(DataModel::Lp64));
        if report.violations.is_empty() && (is_limited || report.properties.iter().any(is_missing)) {
            open.fetch_add(1, Ordering::Relaxed);
            return Vec::new();
        }
        vec![format!("{}: {verdict} instead of {}, {:?}", case.name(), case.expected, report.obstacles)]
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let (same, open) = (same.into_inner(), open.into_inner());
    assert!(same >= 170, "{same} the same, {open} open");
}
