//! Several workers report what the plain search reports, and count as many states: on all programs of `tests/programs/check`
//! and on random ones, with reduction and without.

mod common;
#[allow(dead_code, unused_imports, reason = "only its programs are used")]
mod naive;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cfa::Program;
use cfa::types::DataModel;
use common::{cases, for_each, said};
use explicit::audit::Audit;
use explicit::layer::Layer;
use explicit::reuse::{self, Request};
use explicit::{Options, Order, Report, Stats, check};
use verdict::{Properties, Property};

/// Programs with at most this many states are explored without reduction, too.
const SMALL: u64 = 3000;

fn explore(program: &Program, options: &Options) -> Report {
    check(program, options, &mut |_: &Stats| ())
}

/// What must be the same with any number of workers.
fn told(report: &Report, options: &Options) -> (String, [u64; 3]) {
    let Stats { states, transitions, ends, .. } = report.stats;
    // How often a state is gone on from depends on the order, if depths are limited.
    let others = if options.limits.depth.is_some() { [0; 2] } else { [transitions, ends] };
    (said(report), [states, others[0], others[1]])
}

/// Compares as many workers with one; how that differs, and how many states there are.
fn compare(program: &Program, options: &Options, workers: usize, jobs: &AtomicU64) -> (Option<String>, u64) {
    let plain = explore(program, options);
    // They pack what undoing takes at every step, and unpack it; one worker does not here.
    let mut together = Options { workers, ..options.clone() };
    together.machine.undo_bytes = 0;
    let report = explore(program, &together);
    if report.violations.is_empty() {
        jobs.fetch_add(report.stats.rebuilt, Ordering::Relaxed);
    }
    let (expected, found) = (told(&plain, options), told(&report, options));
    let difference = (expected != found).then(|| format!("{workers} workers: {found:?}\nnot {expected:?}"));
    (difference, plain.stats.states)
}

#[test]
fn all_programs_with_and_without_reduction() {
    let jobs = AtomicU64::new(0);
    let failures = for_each(&cases(), |case| {
        let program = case.load(DataModel::Lp64);
        let mut options = case.options.clone();
        let (mut difference, states) = compare(&program, &options, 3, &jobs);
        if difference.is_none() && states <= SMALL {
            options.machine.is_reduced = !options.machine.is_reduced;
            options.order = Order::Mixed;
            difference = compare(&program, &options, 2, &jobs).0;
        }
        difference.into_iter().map(|it| format!("{}: {it}", case.name())).collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn fuzz_random_programs() {
    let jobs = AtomicU64::new(0);
    let seeds: Vec<u64> = (0..120).collect();
    let failures = for_each(&seeds, |&seed| {
        let program = cfa::from_text(&naive::print(&naive::generate(seed))).expect("a program");
        let mut failures = Vec::new();
        for is_reduced in [true, false] {
            // Nothing of this is violated, so workers go to the end; and then something may be.
            for property in [Property::NoBadShift, Property::UnreachCall, Property::NoDataRace] {
                let order = if seed % 3 == 0 { Order::Random(seed) } else { Order::Depth };
                let mut options =
                    Options { order, properties: Properties::from_iter([property]), ..Options::default() };
                options.machine.is_reduced = is_reduced;
                options.machine.postpones = seed % 2 == 0;
                options.limits.states = Some(20_000);
                let workers = 2 + seed as usize % 3;
                let difference = compare(&program, &options, workers, &jobs).0;
                failures
                    .extend(difference.map(|it| format!("seed {seed}, {property:?}, {is_reduced}: {it}")));
            }
        }
        failures
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(jobs.into_inner() > 0, "nobody took anything over");
}

/// What workers record is all that there is, and all of it is true.
#[test]
fn a_record_of_several_workers_is_complete() {
    let jobs = AtomicU64::new(0);
    let failures = for_each(&cases(), |case| {
        let program = case.load(DataModel::Lp64);
        let nobody = &mut |_: &Stats| ();
        let recording = Request { is_recording: true, ..Request::default() };
        let workers = Options { workers: 3, ..case.options.clone() };
        let first = reuse::check(&program, &workers, &recording, nobody);
        if first.report.violations.is_empty() {
            jobs.fetch_add(first.report.stats.rebuilt, Ordering::Relaxed);
        }
        let Some(layer) = first.layer.and_then(|sections| Layer::open(Arc::new(sections))) else {
            return Vec::new();
        };
        let reusing = Request { base: vec![layer], audit: Audit::Full, ..Request::default() };
        let second = reuse::check(&program, &case.options, &reusing, nobody);
        let mut failures = Vec::new();
        if second.ledger.is_rejected || said(&first.report) != said(&second.report) {
            failures.push(format!("{}: {}", case.name(), said(&second.report)));
        }
        let is_known = case.expected == "true" && first.ledger.refused.is_none();
        if is_known && case.options.limits.depth.is_none() && second.report.stats.executed > 0 {
            failures.push(format!("{}: {} were executed again", case.name(), second.report.stats.executed));
        }
        failures
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(jobs.into_inner() > 0, "nobody took anything over");
}
