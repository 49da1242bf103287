//! What is recorded of searches whose inputs are symbols is reused, and changes no report: pairs of programs that differ in what a record
//! must not overlook, and random revisions.
//!
//! `SYMBOLIC_REVISIONS=N` tries so many sequences, from `SYMBOLIC_SEED`.

mod common;
#[path = "symbolic_records/generate.rs"]
mod generate;
#[path = "symbolic_records/pairs.rs"]
mod pairs;

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cfa::Program;
use cfa::fuzz::random::Random;
use common::said;
use explicit::audit::Audit;
use explicit::layer::Layer;
use explicit::reuse::{Checked, Mode, Request, check};
use explicit::{Options, Order, Stats};
use formula::{Term, Terms};
use machine::symbolic::{Answer, Oracle};
use verdict::{Limits, Property, Unknown};

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

/// Z3, and how often it is asked.
struct Counting(Box<dyn Oracle>);

impl Oracle for Counting {
    fn ask(&mut self, terms: &Terms, all: &[Term]) -> Answer {
        ASKED.set(ASKED.get() + 1);
        self.0.ask(terms, all)
    }

    fn ask_afresh(&mut self, terms: &Terms, all: &[Term]) -> Answer {
        ASKED.set(ASKED.get() + 1);
        self.0.ask_afresh(terms, all)
    }
}

fn counting() -> Box<dyn Oracle> {
    Box::new(Counting(solver::oracle()))
}

/// How often somebody was asked meanwhile.
fn asked<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = ASKED.get();
    let done = work();
    (done, ASKED.get() - before)
}

fn symbols() -> Options {
    let mut options = Options::default();
    options.machine.has_symbols = true;
    options.machine.oracle = Some(counting);
    options
}

fn program(text: &str) -> Program {
    cfa::from_text(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

fn run(program: &Program, options: &Options, mode: Mode, base: &[Layer]) -> Checked {
    audited(program, options, mode, base, Audit::Auto)
}

/// As [`run`], and nothing is executed again.
fn unaudited(program: &Program, options: &Options, mode: Mode, base: &[Layer]) -> Checked {
    audited(program, options, mode, base, Audit::Off)
}

fn audited(program: &Program, options: &Options, mode: Mode, base: &[Layer], audit: Audit) -> Checked {
    let request = Request { mode, base: base.to_vec(), is_recording: true, audit, ..Request::default() };
    check(program, options, &request, &mut |_: &Stats| {})
}

fn extended(base: &[Layer], checked: &Checked) -> Vec<Layer> {
    let new = checked.layer.clone().map(|sections| Layer::open(Arc::new(sections)).expect("a layer of ours"));
    new.into_iter().chain(base.iter().cloned()).collect()
}

/// Checks a revision in all modes, and compares with a run from scratch; the record after it, and the statistics from scratch and with it.
fn revision(
    program: &Program,
    options: &Options,
    record: &[Layer],
) -> Result<(Vec<Layer>, [Stats; 2]), String> {
    let scratch = run(program, options, Mode::Off, &[]);
    let expected = said(&scratch.report);
    let is_clean = scratch.report.violations.is_empty() && scratch.report.obstacles.is_empty();
    let (mut next, mut stats) = (Vec::new(), Stats::default());
    for mode in Mode::ALL {
        let checked = run(program, options, mode, record);
        let name = mode.name();
        if checked.ledger.is_rejected || checked.ledger.is_astray {
            return Err(format!("{name} rejects the record"));
        }
        if said(&checked.report) != expected {
            return Err(format!("{name} says {}, and it is {expected}", said(&checked.report)));
        }
        let (new, old) = (checked.report.stats, scratch.report.stats);
        if mode == Mode::Isse && is_clean && (new.states, new.transitions) != (old.states, old.transitions) {
            return Err(format!("{name} goes through other states: {new:?}, and it is {old:?}"));
        }
        if mode == Mode::Delta {
            (next, stats) = (extended(record, &checked), new);
        }
    }
    let audited = Request { base: record.to_vec(), audit: Audit::Full, ..Request::default() };
    let audited = check(program, options, &audited, &mut |_: &Stats| {}).ledger;
    if audited.is_rejected || audited.is_astray {
        return Err("the audit finds a fact that is not so".into());
    }
    if is_clean {
        let (again, asked) = asked(|| unaudited(program, options, Mode::Delta, &next).report.stats);
        if again.executed > 0 || asked > 0 {
            return Err(format!("not all is recorded: {asked} asked, {again:?}"));
        }
    }
    Ok((next, [scratch.report.stats, stats]))
}

/// Checks programs, one after the other, on one record: how many transitions were executed from scratch, and with the record.
fn revisions(texts: &[&str], options: &Options) -> Vec<(u64, u64)> {
    let mut record = Vec::new();
    let mut executed = Vec::new();
    for text in texts {
        let (next, [scratch, reusing]) = match revision(&program(text), options, &record) {
            Ok(done) => done,
            Err(problem) => panic!("{problem}\n{text}"),
        };
        record = next;
        executed.push((scratch.executed, reusing.executed));
    }
    executed
}

/// States beyond which a program is not worth the time.
const STATES: u64 = 400;

#[derive(Default)]
struct Counts {
    revisions: AtomicU64,
    large: AtomicU64,
    broken: AtomicU64,
    violated: AtomicU64,
    held: AtomicU64,
    open: AtomicU64,
    executed: AtomicU64,
    executed_anew: AtomicU64,
    cheap: AtomicU64,
}

fn sequence(seed: u64, counts: &Counts) {
    let random = &mut Random::new(seed);
    let mut options = symbols();
    match random.below(4) {
        0 => options.properties = Property::UnreachCall.into(),
        1 | 2 => {
            let properties = options.properties.without(Property::NoOverflow);
            options.properties = properties.without(Property::NoDataRace);
        }
        _ => {}
    }
    options.machine.nondet_range = random.one_in(3).then(|| (-3, 4 + random.below(300) as i128));
    options.machine.is_reduced = !random.one_in(6);
    options.order = [Order::Depth, Order::Mixed, Order::Breadth, Order::Random(seed)][random.below(4)];
    let add = |count: &AtomicU64, number: u64| _ = count.fetch_add(number, Ordering::Relaxed);
    let (mut sketches, mut record): (Vec<generate::Sketch>, _) =
        (vec![generate::generate(random)], Vec::new());
    for number in 0..6 {
        if number > 0 {
            let earlier = &sketches[random.below(sketches.len())];
            let next = match random.below(8) {
                0 => earlier.clone(),
                1 => generate::revise(random, earlier),
                _ => generate::revise(random, &sketches[sketches.len() - 1]),
            };
            sketches.push(next);
        }
        let text = generate::print(&sketches[sketches.len() - 1]);
        let Ok(program) = cfa::from_text(&text) else {
            add(&counts.broken, 1);
            sketches.pop();
            if sketches.is_empty() {
                return;
            }
            continue;
        };
        let limits = Limits { states: Some(STATES), ..Limits::default() };
        let look = run(&program, &Options { limits, ..options.clone() }, Mode::Off, &[]).report;
        if look.is_limited() || look.obstacles.iter().any(|it| it.reason == Unknown::States) {
            add(&counts.large, 1);
            sketches.pop();
            if sketches.is_empty() {
                return;
            }
            continue;
        }
        let (next, [scratch, reusing]) = match revision(&program, &options, &record) {
            Ok(done) => done,
            Err(problem) => {
                if let Ok(folder) = std::env::var("REVISIONS_SAVE") {
                    for (index, sketch) in sketches.iter().enumerate() {
                        std::fs::write(format!("{folder}/{seed}-{index}.c"), generate::print(sketch))
                            .expect("a folder");
                    }
                }
                let before = sketches.iter().rev().nth(1).map_or(String::new(), generate::print);
                panic!("seed {seed}, revision {number}: {problem}\n{options:?}\n{text}\ninstead of\n{before}")
            }
        };
        record = next;
        if number > 0 {
            add(&counts.revisions, 1);
            add(&counts.violated, (!look.violations.is_empty()).into());
            add(&counts.held, (look.verdict() == "true").into());
            add(&counts.open, (!look.obstacles.is_empty()).into());
            add(&counts.executed, scratch.executed);
            add(&counts.executed_anew, reusing.executed);
            add(&counts.cheap, (2 * reusing.executed < scratch.executed).into());
        }
    }
}

#[test]
fn random_revisions_say_what_a_run_from_scratch_says() {
    let number = |name: &str, otherwise| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let (count, first) = (number("SYMBOLIC_REVISIONS", 24), number("SYMBOLIC_SEED", 1u64));
    let (next, counts) = (AtomicU64::new(first), Counts::default());
    std::thread::scope(|scope| {
        let work = || {
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= first + count {
                    return;
                }
                sequence(seed, &counts);
            }
        };
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        threads.into_iter().for_each(|thread| thread.join().expect("reports are the same"));
    });
    let Counts { revisions, large, broken, violated, held, open, executed, executed_anew, cheap } = counts;
    let [revisions, large, broken, violated, held, open, executed, anew, cheap] =
        [revisions, large, broken, violated, held, open, executed, executed_anew, cheap]
            .map(AtomicU64::into_inner);
    println!(
        "{revisions} revisions, {large} too large, {broken} no C: {held} true, {violated} violated, {open} open; {anew} of {executed} transitions \
         executed anew, {cheap} less than half"
    );
    assert!(revisions > 3 * count && held > count / 3 && violated > count / 3);
    assert!(cheap * 4 > revisions && anew * 4 < executed * 3);
}
