//! Ranges of paths of C programs: together they come to the states and violations of the whole, and each says what it is.

use std::collections::BTreeSet;

use cfa::Program;
use explicit::partition::{Split, ranges};
use explicit::range::Range;
use explicit::reuse::{Checked, Mode, Request, check, together};
use explicit::{Observer, Options, Order, Stats};
use machine::exec::Machine;
use verdict::{Limits, Properties, Property, Verdict};

const THREADS: &str = "
    extern int pthread_create(unsigned long *, void *, void *(*)(void *), void *);
    extern int pthread_join(unsigned long, void **);
    int evercheck_choose(int, int);
    void reach_error(void);
    int shared, own[2];
    static void *work(void *at) { int n = evercheck_choose(1, 3); *(int *)at = n; shared += n; return 0; }
    int main(void) {
        unsigned long one, two;
        pthread_create(&one, 0, work, &own[0]);
        pthread_create(&two, 0, work, &own[1]);
        pthread_join(one, 0);
        pthread_join(two, 0);
        if (own[0] == 3 && shared == 3) reach_error();
        return 0;
    }";

const CHOICES: &str = "
    int evercheck_choose(int, int);
    void reach_error(void);
    int main(void) {
        int sum = 0;
        for (int i = 0; i < 3; i++) sum += evercheck_choose(1, 6) * (i + 1);
        if (sum == 33) reach_error();
        return 0;
    }";

/// Runs that go round, so states on the way are come to again.
const ROUNDS: &str = "
    int evercheck_choose(int, int);
    void reach_error(void);
    int main(void) {
        int at = 0, other = 0;
        for (;;) {
            at = (at + evercheck_choose(0, 2)) % 5;
            other = evercheck_choose(0, 1) ? at : other;
            if (at == 3 && other == 4) reach_error();
        }
    }";

#[derive(Default)]
struct States(BTreeSet<u128>);

impl Observer for States {
    fn state(&mut self, machine: &Machine<'_>) {
        self.0.insert(machine.fingerprint());
    }
}

fn explore(program: &Program, options: &Options) -> (Checked, BTreeSet<u128>) {
    let mut states = States::default();
    let checked = check(program, options, &Request::default(), &mut states);
    (checked, states.0)
}

fn options(range: Option<Range>) -> Options {
    let properties = Properties::default().without(Property::NoDataRace);
    Options { properties, range, is_keeping_going: true, ..Options::default() }
}

fn program(text: &str) -> Program {
    cfa::from_text(text).unwrap_or_else(|error| panic!("{error:?}"))
}

#[test]
fn all_ranges_together_are_the_whole() {
    for text in [THREADS, CHOICES, ROUNDS] {
        let program = program(text);
        for (is_reduced, postpones) in [(true, false), (true, true), (false, false)] {
            let with = |range: Option<Range>, order: Order| {
                let mut options = Options { order, ..options(range) };
                (options.machine.is_reduced, options.machine.postpones) = (is_reduced, postpones);
                options
            };
            let (whole, states) = explore(&program, &with(None, Order::Depth));
            assert_eq!(whole.report.violations.len(), 1);
            for (count, order) in [(2, Order::Breadth), (5, Order::Depth), (26, Order::Random(1))] {
                let ranges = ranges(&program, &with(None, order), Split::Random, count, 7);
                let (mut reached, mut all) = (BTreeSet::new(), Vec::new());
                for range in ranges {
                    let scope = format!("paths {range}");
                    let (checked, states) = explore(&program, &with(Some(range), order));
                    assert!(checked.report.scope.to_string().contains(&scope), "{}", checked.report.scope);
                    all.push(checked);
                    reached.extend(states);
                }
                assert_eq!(reached, states);
                let together = together(all, None).expect("ranges").report;
                assert_eq!(together.properties, whole.report.properties);
                assert_eq!((together.scope, together.violations.len()), (whole.report.scope.clone(), 1));
            }
        }
    }
}

#[test]
fn even_ranges_have_about_as_many_paths_each() {
    let program = program(CHOICES);
    let ranges = ranges(&program, &options(None), Split::Even, 6, 1);
    let stateless = |range: Range| Options { is_stateless: true, ..options(Some(range)) };
    let ends = ranges.into_iter().map(|range| explore(&program, &stateless(range)).0.report.stats.ends);
    let ends: Vec<u64> = ends.collect();
    // Three of 216 paths end in a violation.
    assert_eq!((ends.len(), ends.iter().sum::<u64>()), (6, 213));
    assert!(ends.iter().all(|&ends| (24..=48).contains(&ends)), "{ends:?}");
}

#[test]
fn without_states_no_end_is_shared_and_none_is_missed() {
    let program = program(CHOICES);
    let stateless = |range: Option<Range>| Options { is_stateless: true, ..options(range) };
    let whole = explore(&program, &stateless(None)).0.report.stats.ends;
    for count in [1, 2, 5, 26] {
        let ranges = ranges(&program, &options(None), Split::Random, count, 3);
        let ends = |range| explore(&program, &stateless(Some(range))).0.report.stats.ends;
        assert_eq!(ranges.into_iter().map(ends).sum::<u64>(), whole);
    }
}

#[test]
fn a_path_that_there_is_not_is_an_error_that_names_the_place() {
    let check = |range: &str, expected: &str| {
        let range = Some(range.parse().expect("a range"));
        let checked = explore(&program(CHOICES), &options(range)).0;
        assert_eq!(checked.impossible.expect("an error").to_string(), expected);
        assert!(checked.report.properties.iter().all(|it| matches!(it.1, Verdict::Unknown(_))));
    };
    check("1.9..", "there is no path 1.9: there are 6 choices after 1, and no choice 9");
    check("..7.1", "there is no path 7.1: there is one choice at the start, and no choice 7");
    check("1.1.1.1.1..", "there is no path 1.1.1.1.1: there is nothing to choose after 1.1.1.1");
}

/// What a range explores is recorded as far as it goes: what is missing is explored by whoever builds on the record.
#[test]
fn the_record_of_a_range_is_gone_on_with() {
    for text in [THREADS, CHOICES, ROUNDS] {
        let program = program(text);
        let run = |options: &Options, mode: Mode, base: &[explicit::layer::Layer]| {
            let request = Request { mode, base: base.to_vec(), is_recording: true, ..Request::default() };
            check(&program, options, &request, &mut States::default())
        };
        let whole = run(&options(None), Mode::Off, &[]);
        let ranges = ranges(&program, &options(None), Split::Random, 4, 5);
        let mut record = Vec::new();
        for range in ranges {
            let alone = run(&options(Some(range.clone())), Mode::Off, &[]);
            for mode in [Mode::Rmc, Mode::Isse, Mode::Delta] {
                let checked = run(&options(Some(range.clone())), mode, &record);
                assert!(checked.report.is_same_as(&alone.report) && !checked.ledger.is_rejected);
            }
            let new = run(&options(Some(range)), Mode::Delta, &record).layer;
            let new = new.map(|it| explicit::layer::Layer::open(std::sync::Arc::new(it)).expect("a layer"));
            record = new.into_iter().chain(record).collect();
            for mode in [Mode::Rmc, Mode::Isse, Mode::Delta] {
                let checked = run(&options(None), mode, &record);
                assert!(checked.report.is_same_as(&whole.report) && !checked.ledger.is_rejected);
            }
        }
    }
}

/// Ranges that know nothing of each other leave one record, which knows what that of the whole knows.
#[test]
fn the_records_of_all_ranges_are_one() {
    for text in [THREADS, CHOICES, ROUNDS] {
        let program = program(text);
        let recording = Request { is_recording: true, ..Request::default() };
        let run =
            |options: &Options, request: &Request| check(&program, options, request, &mut States::default());
        let again = |checked: &Checked, mode: Mode| {
            let layer = checked.layer.clone().expect("a layer");
            let base = explicit::layer::Layer::open(std::sync::Arc::new(layer)).into_iter().collect();
            run(&options(None), &Request { mode, base, ..Request::default() })
        };
        let ranges = ranges(&program, &options(None), Split::Random, 5, 5);
        let all = ranges.into_iter().map(|range| run(&options(Some(range)), &recording));
        let (all, whole) = (together(all.collect(), None).expect("ranges"), run(&options(None), &recording));
        for mode in [Mode::Rmc, Mode::Isse, Mode::Delta] {
            let (one, other) = (again(&all, mode), again(&whole, mode));
            assert!(one.report.is_same_as(&whole.report) && !one.ledger.is_rejected);
            // What no range has tried in every way is tried again.
            let (one, other) = (one.report.stats.executed, other.report.stats.executed);
            assert!(one <= other + 40, "{mode:?} {one} {other}");
        }
    }
}

/// Ranges that share states come to each of them once; their records together are that of the whole.
#[test]
fn ranges_that_share_states_are_the_whole() {
    for text in [THREADS, CHOICES, ROUNDS] {
        let program = program(text);
        let run =
            |options: &Options, request: &Request| check(&program, options, request, &mut |_: &Stats| ());
        let whole = run(&options(None), &Request::default()).report;
        for is_recording in [false, true] {
            let request = Request { is_recording, seen: Some(Default::default()), ..Request::default() };
            let ranges = ranges(&program, &options(None), Split::Random, 26, 5).into_iter();
            let all = ranges.map(|range| run(&options(Some(range)), &request)).collect();
            let mut all = together(all, None).expect("ranges");
            assert_eq!(all.report.properties, whole.properties);
            assert_eq!(all.report.violations.len(), whole.violations.len());
            assert_eq!(all.report.stats.states, whole.stats.states);
            let layer = all.layer.take().and_then(|it| explicit::layer::Layer::open(std::sync::Arc::new(it)));
            let base: Vec<_> = layer.into_iter().collect();
            assert_eq!(base.len(), usize::from(is_recording));
            let again = run(&options(None), &Request { base, ..Request::default() });
            assert!(again.report.is_same_as(&whole) && !again.ledger.is_rejected);
        }
    }
}

/// States on the way are recorded as far as they were explored.
#[test]
fn a_range_that_is_explored_again_is_executed_on_its_way_only() {
    let (program, options) = (program(CHOICES), options("1.2.3.4..1.5.2".parse().ok()));
    let first = Request { is_recording: true, ..Request::default() };
    let checked = check(&program, &options, &first, &mut States::default());
    let layer = explicit::layer::Layer::open(std::sync::Arc::new(checked.layer.expect("a layer")));
    let again = Request { base: layer.into_iter().collect(), ..Request::default() };
    for mode in [Mode::Isse, Mode::Delta] {
        let again = check(&program, &options, &Request { mode, ..again.clone() }, &mut States::default());
        let (before, stats) = (checked.report.stats, again.report.stats);
        assert!(again.report.is_same_as(&checked.report));
        // ISSE goes to every state, to one of them on the way and off it, and what is wrong is executed.
        let most = if mode == Mode::Isse { before.states + 4 } else { 12 };
        assert!(stats.executed <= most && most < before.transitions, "{mode:?} {stats:?}");
    }
}

#[test]
fn a_limit_to_the_depth_holds_within_a_range() {
    let program = program(ROUNDS);
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let checked = explore(&program, &Options { limits, ..options("1.1..1.2".parse().ok()) }).0;
    assert_eq!(checked.report.scope.to_string(), "runs of at most 3 transitions; paths 1.1..1.2");
}
