//! Random programs with small inputs, explored with inputs as symbols and with each value tried.
//!
//! `SYMBOLIC_PROGRAMS=N` tries so many, from `SYMBOLIC_SEED`; `SYMBOLIC_SHOW` prints them.

#![allow(dead_code, reason = "each test uses its part")]

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use explicit::{Observer, Options, Order, Report, Stats, check};
use machine::exec::Machine;
use verdict::{Property, Unknown, Verdict};

/// xorshift: the same programs for a seed in every test that writes some.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 20
    }

    pub fn below(&mut self, count: u64) -> u64 {
        self.next() % count
    }

    pub fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    pub fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }
}

/// A number of the environment.
pub fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// The properties that are violated.
pub fn violated(report: &Report) -> Vec<Property> {
    report.violations.iter().map(|it| it.property).collect()
}

/// Whether a limit of what is done with symbols was met.
pub fn is_open(property: &(Property, Verdict)) -> bool {
    let reasons = [Unknown::SymbolicValue, Unknown::SymbolicFloat, Unknown::NotModelled];
    reasons.into_iter().any(|reason| property.1 == Verdict::Unknown(reason))
}

/// Does something for each seed, by so many threads.
pub fn for_each_seed(first: u64, count: u64, threads: u64, one: impl Fn(u64) + Sync) {
    let next = AtomicU64::new(0);
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return;
            }
            one(first + index);
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().for_each(|thread| thread.join().expect("what is said is the same"));
    });
}

/// What memory holds where runs end.
pub struct Ends {
    pub contents: BTreeSet<Vec<Option<u8>>>,
    /// There are more than are looked at.
    pub is_cut: bool,
    most: u128,
}

impl Ends {
    pub fn up_to(most: u128) -> Ends {
        Ends { contents: BTreeSet::new(), is_cut: false, most }
    }
}

impl Observer for Ends {
    fn progress(&mut self, _: &Stats) {}

    fn exit(&mut self, machine: &Machine<'_>) {
        match machine.possible_contents(self.most) {
            Some(contents) => self.contents.extend(contents),
            None => self.is_cut = true,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Way {
    has_symbols: bool,
    is_reduced: bool,
    order: Order,
    /// Races are asked for.
    has_races: bool,
}

fn explore(program: &cfa::Program, way: Way) -> (Report, Ends) {
    let Way { has_symbols, is_reduced, order, has_races } = way;
    let mut options = Options { order, ..Options::default() };
    options.machine.has_symbols = has_symbols;
    options.machine.oracle = Some(solver::oracle);
    options.machine.is_reduced = is_reduced;
    options.is_keeping_going = !has_symbols;
    options.limits.states = Some(60_000);
    if !has_races {
        options.properties = options.properties.without(Property::NoDataRace);
    }
    let mut ends = Ends::up_to(10_000);
    let report = check(program, &options, &mut ends);
    (report, ends)
}

/// Programs with threads: each is explored with symbols in three ways, and with each value tried. Whether what is violated was
/// expected, the last parameter says of both.
pub fn threads_end_as_when_each_value_is_tried(
    program: impl Fn(u64) -> String + Sync,
    is_expected: fn(found: &[Property], expected: &[Property]) -> bool,
) {
    let (count, first) = (number("SYMBOLIC_PROGRAMS", 60), number("SYMBOLIC_SEED", 1));
    let (decided, held) = (AtomicU64::new(0), AtomicU64::new(0));
    let (states, each) = (AtomicU64::new(0), AtomicU64::new(0));
    for_each_seed(first, count, 2, |seed| {
        let text = program(seed);
        if std::env::var_os("SYMBOLIC_SHOW").is_some() {
            println!("{text}");
        }
        let program = cfa::from_text(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let has_races = seed % 3 == 0;
        let plain = Way { has_symbols: false, is_reduced: true, order: Order::Depth, has_races };
        let (expected, ends) = explore(&program, plain);
        if expected.is_limited() {
            return;
        }
        let ways = [(true, Order::Depth), (true, Order::Breadth), (false, Order::Depth)];
        for (is_reduced, order) in ways {
            let way = Way { has_symbols: true, is_reduced, order, has_races };
            let (found, ended) = explore(&program, way);
            let shown = || {
                let verdicts = (found.verdict(), expected.verdict());
                format!("seed {seed}, {way:?}: {} instead of {}\n{text}", verdicts.0, verdicts.1)
            };
            assert!(is_expected(&violated(&found), &violated(&expected)), "{}", shown());
            if found.is_limited() && !is_reduced {
                continue;
            }
            if found.properties.iter().any(is_open) && found.violations.is_empty() {
                continue;
            }
            let is_missed = !violated(&expected).is_empty() && violated(&found).is_empty();
            assert!(!is_missed && !found.is_limited(), "{} {:?}", shown(), found.obstacles);
            decided.fetch_add(1, Ordering::Relaxed);
            states.fetch_add(found.stats.states, Ordering::Relaxed);
            each.fetch_add(expected.stats.states, Ordering::Relaxed);
            if violated(&expected).is_empty() {
                assert!(expected.properties == found.properties, "{} {:?}", shown(), found.obstacles);
                held.fetch_add(1, Ordering::Relaxed);
                let is_same = ended.is_cut || ends.contents == ended.contents;
                assert!(is_same, "{}\n{:?}\n{:?}", shown(), ended.contents, ends.contents);
            }
        }
    });
    let [decided, held, states, each] = [decided, held, states, each].map(AtomicU64::into_inner);
    println!(
        "{decided} of {} decided, {held} of them true; {states} states, {each} with each value",
        3 * count
    );
    assert!(decided > count, "{decided} of {} decided", 3 * count);
    assert!(held * 8 > decided, "{held} of {decided} true");
}
