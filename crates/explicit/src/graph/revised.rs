//! Revisions of random graphs, each explored on the record of the ones before: whatever is reused, the report is that of a
//! search from scratch.

use std::sync::Arc;

use cfa::Program;
use cfa::fuzz::random::Random;
use machine::explore::Hash;
use verdict::Limits;

use super::crew::{help, large, makes};
use super::plain::GRAPHS;
use super::ranged::some_range;
use super::{Graph, To, Walk};
use crate::condense::Needs;
use crate::crew::{self, Crewed};
use crate::findings::{Findings, Report};
use crate::layer::Layer;
use crate::memo::Memo;
use crate::options::{Options, Order, Stats};
use crate::parts::Families;
use crate::recorder::Recorder;
use crate::reuse::{Mode, Request};
use crate::rmc::Clean;
use crate::search::Search;
use crate::space::Space;
use crate::stack::{Stack, is_plannable};

impl Graph {
    /// Some edges and states are others.
    fn revised(&self, random: &mut Random) -> Graph {
        let mut graph = self.clone();
        let count = graph.edges.len();
        for _ in 0..random.below(3) {
            let state = random.below(count);
            match random.below(4) {
                0 => graph.edges[state] = Graph::edges_of(random, count as u32),
                1 => graph.wrong[state] = random.one_in(2),
                _ => {
                    let edges = graph.edges[state].len();
                    let to = To::State(random.below(count) as u32);
                    if edges > 0 {
                        graph.edges[state][random.below(edges)].1 = to;
                    }
                }
            }
        }
        graph
    }

    /// What each state and each edge is: two graphs have the same element where they are the same.
    pub fn elements(&self) -> Vec<Hash> {
        let hash = |text: String| {
            let mut element = [0; 16];
            element.copy_from_slice(&blake3::hash(text.as_bytes()).as_bytes()[..16]);
            element
        };
        let mut elements = Vec::new();
        for (state, edges) in self.edges.iter().enumerate() {
            let choices: Vec<_> = edges.iter().map(|edge| edge.0).collect();
            elements.push(hash(format!("{state} {choices:?} {}", self.wrong[state])));
            elements.extend(edges.iter().map(|edge| hash(format!("{state} {edge:?}"))));
        }
        elements
    }
}

/// Explores a graph on a record, which gets what is new; with a plan if that is asked for and possible.
pub fn explore(
    graph: &Graph,
    options: &Options,
    mode: Mode,
    is_planned: bool,
    record: &mut Vec<Layer>,
) -> Report {
    let is_reusing = mode != Mode::Off && !record.is_empty();
    let (report, crewed) = attempt(graph, options, mode, (is_planned, true), record);
    match crewed {
        Some(Crewed::Again) if !is_reusing => {
            let options = Options { workers: 1, ..options.clone() };
            attempt(graph, &options, Mode::Delta, (false, false), record).0
        }
        None | Some(Crewed::Again) => {
            let options = Options { workers: 1, ..options.clone() };
            explore(graph, &options, mode, false, record)
        }
        Some(Crewed::Alone | Crewed::Together) => report,
    }
}

/// What a search comes to, and who has explored; nobody whose order counts if there was a plan and a violation.
fn attempt(
    graph: &Graph,
    options: &Options,
    mode: Mode,
    (is_planned, is_pruned): (bool, bool),
    record: &mut Vec<Layer>,
) -> (Report, Option<Crewed>) {
    let elements = graph.elements();
    let numbers = elements.iter().copied().zip(0..).collect();
    let memo = (mode != Mode::Off && !record.is_empty()).then(|| Memo::new(record.clone(), numbers, None));
    let is_pruned = is_pruned && mode != Mode::Isse && options.limits.depth.is_none();
    let clean = memo.as_ref().filter(|_| is_pruned).map(Clean::of);
    let (help, mut observer) = help(record.len() as u64 + graph.edges.len() as u64);
    let options = &Options { help, ..options.clone() };
    let mut search = Search::new(Findings::new(&Program::default(), options, &mut observer));
    let mut walk = Walk::new(graph);
    search.limit(&mut walk).expect("paths that there are");
    let head = [Vec::new(), Vec::new(), elements.concat(), Vec::new(), Vec::new()];
    search.record(Recorder::new(head, memo.as_ref(), &Request::default()));
    let is_planned = is_planned && is_plannable(mode, options);
    let stack = Stack { memo: memo.as_ref(), clean: clean.as_ref(), mode, is_planned };
    let make = makes(graph, options.workers);
    let is_shared = crew::is_possible(options);
    let explored = stack.explore(walk, &mut search, is_shared.then_some(&make)).expect("a record that fits");
    if explored.was_planned && explored.crewed == Crewed::Alone {
        // The way back to where something has to be executed is a tree, and each edge of it is gone along once.
        assert!(explored.space.gone.values().all(|&times| times == 1), "{options:?}\n{graph:?}");
    }
    let recorder = search.recorder.take().expect("a recorder");
    let states = std::mem::take(&mut search.shared.claims.visited).into_sorted();
    let new = recorder.finish(states).map(|sections| Layer::open(Arc::new(sections)).expect("a layer"));
    if let Some(new) = new {
        record.insert(0, new);
    }
    let report = search.report();
    let is_in_order = !explored.was_planned || report.violations.is_empty();
    (report, is_in_order.then_some(explored.crewed))
}

/// All that a report says, without what it took.
pub fn said(report: &Report) -> String {
    let Report { properties, violations, is_stopped, obstacles, scope, .. } = report;
    format!("{properties:?} {violations:?} {is_stopped} {obstacles:?} {scope:?}")
}

fn options(graph: &Graph, random: &mut Random) -> Options {
    let order = match random.below(5) {
        0 | 1 => Order::Breadth,
        2 => Order::Random(random.word()),
        _ => Order::Depth,
    };
    let limits = Limits { depth: random.one_in(4).then(|| random.below(8) as u64), ..Limits::default() };
    let range = random.one_in(4).then(|| some_range(graph, random));
    Options { order, limits, range, is_keeping_going: !random.one_in(3), ..Options::default() }
}

#[test]
fn revisions_have_the_same_report_in_all_modes() {
    let (mut executed, mut all, mut violated, mut condensed) = (0, 0, 0, 0);
    for seed in 0..GRAPHS {
        let random = &mut Random::new(seed);
        let mut graph = Graph::random(random);
        let mut record = Vec::new();
        for _ in 0..4 {
            let options = options(&graph, random);
            let scratch = explore(&graph, &options, Mode::Off, false, &mut Vec::new());
            let mut next = Vec::new();
            for mode in Mode::ALL {
                next = record.clone();
                let report = explore(&graph, &options, mode, true, &mut next);
                assert_eq!(said(&report), said(&scratch), "{mode:?} seed {seed} {options:?}\n{graph:?}");
                let counts = |stats: Stats| (stats.states, stats.transitions, stats.ends);
                if mode == Mode::Isse {
                    assert_eq!(
                        counts(report.stats),
                        counts(scratch.stats),
                        "seed {seed} {options:?}\n{graph:?}"
                    );
                }
                if mode == Mode::Delta {
                    (executed, all) = (executed + report.stats.executed, all + scratch.stats.executed);
                    violated += u64::from(!report.violations.is_empty());
                }
            }
            // A complete search leaves nothing to be executed.
            let is_whole = options.limits.depth.is_none() && options.range.is_none();
            if is_whole && scratch.violations.is_empty() {
                let again = explore(&graph, &options, Mode::Delta, true, &mut next.clone());
                assert_eq!(again.stats.executed, 0, "seed {seed} {options:?}\n{graph:?}");
            }
            // What this graph needs of the layers says as much of it as they do.
            let needs = Needs {
                elements: graph.elements(),
                families: Families::default(),
                start: Walk::new(&graph).fingerprint(),
            };
            if next.len() > record.len()
                && let Some(one) = needs.condense(&next, &|| false)
            {
                next = vec![Layer::open(Arc::new(one)).expect("a layer")];
                if is_whole && scratch.violations.is_empty() {
                    let again = explore(&graph, &options, Mode::Delta, true, &mut next.clone());
                    assert_eq!(again.stats.executed, 0, "condensed, seed {seed} {options:?}\n{graph:?}");
                }
                // Also to whoever goes on from what a limit has left.
                let whole = Options { limits: Limits::default(), range: None, ..options.clone() };
                for options in [&options, &whole] {
                    let scratch = explore(&graph, options, Mode::Off, false, &mut Vec::new());
                    let report = explore(&graph, options, Mode::Delta, true, &mut next.clone());
                    assert_eq!(
                        said(&report),
                        said(&scratch),
                        "condensed, seed {seed} {options:?}\n{graph:?}"
                    );
                }
                condensed += 1;
            }
            record = next;
            graph = graph.revised(random);
        }
    }
    // They are worth something.
    assert!(condensed > GRAPHS, "{condensed}");
    assert!(2 * executed < all && violated > GRAPHS / 2, "{executed} of {all}, {violated} violated");
}

#[test]
fn what_a_limit_left_is_gone_on_with() {
    for seed in 0..GRAPHS {
        let random = &mut Random::new(seed);
        let graph = Graph::random(random);
        let options = options(&graph, random);
        let mut limited = options.clone();
        limited.limits.states = Some(1 + random.below(8) as u64);
        let scratch = explore(&graph, &options, Mode::Off, false, &mut Vec::new());
        let mut record = Vec::new();
        explore(&graph, &limited, Mode::Off, false, &mut record);
        for mode in Mode::ALL {
            let report = explore(&graph, &options, mode, true, &mut record.clone());
            assert_eq!(said(&report), said(&scratch), "{mode:?} seed {seed} {options:?}\n{graph:?}");
        }
    }
}

/// However many states there are at which something has to be executed: [`attempt`] counts.
#[test]
fn no_transition_is_executed_twice_to_go_back() {
    let (mut rebuilt, mut executed) = (0, 0);
    for seed in 0..GRAPHS / 10 {
        let random = &mut Random::new(seed);
        let (mut graph, mut record) = (large(random), Vec::new());
        for _ in 0..4 {
            let report = explore(&graph, &Options::default(), Mode::Delta, true, &mut record);
            (rebuilt, executed) = (rebuilt + report.stats.rebuilt, executed + report.stats.executed);
            graph = graph.revised(random);
        }
    }
    assert!(rebuilt > GRAPHS && rebuilt < executed, "{rebuilt} of {executed}");
}

/// With workers, on any record: the report of one worker, and as many states where nothing is left out; and what they have recorded
/// leaves nothing to be executed.
#[test]
fn workers_on_a_record_report_what_one_reports() {
    let (mut together, mut violated) = (0, 0);
    for seed in 0..GRAPHS / 5 {
        let random = &mut Random::new(seed);
        let mut graph = if seed % 4 == 0 { large(random) } else { Graph::random(random) };
        let mut record = Vec::new();
        for revision in 0..4 {
            let plain = Options { range: None, ..options(&graph, random) };
            let mode = Mode::ALL[random.below(4)];
            let workers = 2 + random.below(3);
            let crowd = Options { workers, ..plain.clone() };
            let scratch = explore(&graph, &plain, Mode::Off, false, &mut Vec::new());
            let (mut one, mut next) = (record.clone(), record.clone());
            let alone = explore(&graph, &plain, mode, true, &mut one);
            let report = explore(&graph, &crowd, mode, true, &mut next);
            let place = format!("{mode:?} seed {seed}, {revision}, {crowd:?}\n{graph:?}");
            assert_eq!(said(&report), said(&scratch), "{place}");
            let is_counted = scratch.violations.is_empty() || mode == Mode::Off;
            if is_counted && plain.limits.depth.is_none() {
                let counts = |stats: Stats| (stats.states, stats.transitions, stats.ends);
                assert_eq!(counts(report.stats), counts(alone.stats), "{place}");
            }
            if plain.limits.depth.is_none() && scratch.violations.is_empty() {
                let again = explore(&graph, &plain, Mode::Delta, true, &mut next.clone());
                assert_eq!(again.stats.executed, 0, "{place}");
                assert_eq!(said(&again), said(&scratch), "{place}");
            }
            together += report.stats.rebuilt;
            violated += u64::from(!report.violations.is_empty());
            record = next;
            graph = graph.revised(random);
        }
    }
    assert!(together > 0 && violated > GRAPHS / 20, "{together}, {violated}");
}
