//! Every program of `tests/programs/check` has the verdict that its opening comment says, in whatever order its states
//! are explored, with and without reduction, in 64 and in 32 bits.

mod common;

use std::sync::atomic::{AtomicU64, Ordering};

use cfa::Program;
use cfa::types::DataModel;
use common::{Case, cases, for_each};
use explicit::{Options, Order, Report, check};
use machine::explore;

/// Programs with at most this many states are explored without reduction, too.
const SMALL: u64 = 3000;

#[test]
fn in_every_order_with_and_without_reduction() {
    let unreduced = AtomicU64::new(0);
    let cases = cases();
    let failures = for_each(&cases, |case| {
        let program = case.load(DataModel::Lp64);
        let mut failures = Vec::new();
        let mut small = true;
        for order in [Order::Depth, Order::Breadth, Order::Random(1), Order::Mixed] {
            let report = explore(case, &program, order, case.options.machine.clone(), &mut failures);
            small &= report.stats.states <= SMALL;
        }
        if small && case.options.machine.is_reduced {
            let machine = &case.options.machine;
            for order in [Order::Depth, Order::Breadth] {
                let unreduced = explore::Options { is_reduced: false, ..machine.clone() };
                explore(case, &program, order, unreduced, &mut failures);
            }
            let otherwise =
                explore::Options { postpones: !machine.postpones, undo_bytes: 0, ..machine.clone() };
            explore(case, &program, Order::Depth, otherwise, &mut failures);
            unreduced.fetch_add(1, Ordering::Relaxed);
        }
        failures
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    // Nearly all are small.
    assert!(unreduced.into_inner() as usize * 10 > cases.len() * 8);
}

#[test]
fn in_32_bits() {
    let failures = for_each(&cases(), |case| {
        let mut failures = Vec::new();
        let program = case.load(DataModel::Ilp32);
        explore(case, &program, Order::Depth, case.options.machine.clone(), &mut failures);
        failures
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Normal forms change no state: they are the same step by step. `FORMS=all` takes all programs instead of every sixth.
#[test]
fn in_normal_form_and_as_they_are_written() {
    let step = if std::env::var_os("FORMS").is_some() { 1 } else { 6 };
    let cases: Vec<Case> = cases().into_iter().step_by(step).collect();
    let failures = for_each(&cases, |case| {
        let mut failures = Vec::new();
        let explored = [case.load(DataModel::Lp64), case.load_as_written(DataModel::Lp64)].map(|program| {
            let report = explore(case, &program, Order::Breadth, case.options.machine.clone(), &mut failures);
            let explicit::Stats { states, transitions, ends, depth, .. } = report.stats;
            (report.properties, states, transitions, ends, depth)
        });
        if explored[0] != explored[1] {
            failures.push(format!("{}: {:?} instead of {:?}", case.name(), explored[0], explored[1]));
        }
        failures
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn explore(
    case: &Case,
    program: &Program,
    order: Order,
    machine: explore::Options,
    failures: &mut Vec<String>,
) -> Report {
    let reduction = match (machine.is_reduced, machine.postpones) {
        (false, _) => "without reduction",
        (true, false) => "with reduction",
        (true, true) => "alone",
    };
    let options = Options { order, machine, ..case.options.clone() };
    let report = check(program, &options, &mut |_: &explicit::Stats| ());
    if report.verdict() != case.expected {
        failures.push(format!(
            "{}: {} instead of {}, {order:?} {reduction}",
            case.name(),
            report.verdict(),
            case.expected
        ));
    }
    report
}
