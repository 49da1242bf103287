//! Searches of random graphs beside plain reachability.

use std::collections::{BTreeSet, VecDeque};

use cfa::Program;
use cfa::fuzz::random::Random;
use machine::explore::Choice;
use verdict::{Limits, Unknown, Violation};

use super::{Graph, To, Walk};
use crate::findings::{Findings, Report};
use crate::options::{Options, Order, Stats};
use crate::search::Search;
use crate::space::{Ended, Space};

pub const GRAPHS: u64 = 1000;
pub const ORDERS: [Order; 4] = [Order::Depth, Order::Breadth, Order::Random(1), Order::Random(2)];

/// Explores a graph; the report, and how many states were met.
fn explore(graph: &Graph, options: &Options) -> (Report, usize) {
    let observer = &mut |_: &Stats| {};
    let mut search = Search::new(Findings::new(&Program::default(), options, observer));
    search.run(&mut Walk::new(graph)).expect("nothing is known that could be wrong");
    let states = search.shared.claims.visited.len();
    (search.report(), states)
}

/// The least depth of each state that can be reached within a limit. Nobody goes on from what is wrong.
pub fn depths(graph: &Graph, limit: u64) -> Vec<Option<u64>> {
    let mut depths = vec![None; graph.edges.len()];
    depths[0] = Some(0);
    let mut queue = VecDeque::from([(0, 0)]);
    while let Some((state, depth)) = queue.pop_front() {
        if graph.wrong[state as usize] || depth >= limit {
            continue;
        }
        for &(_, to) in &graph.edges[state as usize] {
            if let To::State(to) = to
                && depths[to as usize].is_none()
            {
                depths[to as usize] = Some(depth + 1);
                queue.push_back((to, depth + 1));
            }
        }
    }
    depths
}

/// A state that is wrong, and zero, or an edge that is, by its number from one.
pub type Wrong = (u32, u32);

/// What is wrong within a limit.
pub fn violated(graph: &Graph, limit: u64) -> BTreeSet<Wrong> {
    let mut violated = BTreeSet::new();
    for (state, depth) in depths(graph, limit).into_iter().enumerate() {
        match depth {
            Some(_) if graph.wrong[state] => {
                violated.insert((state as u32, 0));
            }
            Some(depth) if depth < limit => {
                let edges = graph.edges[state].iter().zip(1..);
                violated.extend(edges.filter(|it| it.0.1 == To::Error).map(|it| (state as u32, it.1)));
            }
            _ => {}
        }
    }
    violated
}

fn place(violation: &Violation) -> Wrong {
    let pos = violation.call_stack[0].1;
    (pos.line, pos.column)
}

pub fn found(report: &Report) -> BTreeSet<Wrong> {
    report.violations.iter().map(place).collect()
}

/// What a violation's path leads to.
pub fn follow(graph: &Graph, path: &[Choice]) -> Wrong {
    let mut walk = Walk::new(graph);
    for (index, &choice) in path.iter().enumerate() {
        match walk.take(choice) {
            Ok(()) => {}
            Err(Ended::Run(machine::Stop::Abort)) if index + 1 == path.len() => {}
            ended => panic!("{path:?} of {graph:?}: {ended:?}"),
        }
    }
    walk.wrong_place()
}

/// The first violation in the order of paths, each state being gone into once.
fn first(graph: &Graph, state: u32, seen: &mut BTreeSet<u32>) -> Option<Vec<Choice>> {
    if graph.wrong[state as usize] {
        return Some(Vec::new());
    }
    for &(choice, to) in &graph.edges[state as usize] {
        let rest = match to {
            To::Error => Some(Vec::new()),
            To::State(to) if seen.insert(to) => first(graph, to, seen),
            _ => None,
        };
        if let Some(rest) = rest {
            return Some([choice].into_iter().chain(rest).collect());
        }
    }
    None
}

/// Paths of at most so many choices, and their edges.
fn paths(graph: &Graph, state: u32, limit: u64) -> (u64, u64) {
    let (mut states, mut edges) = (1, 0);
    if limit > 0 && !graph.wrong[state as usize] {
        for &(_, to) in &graph.edges[state as usize] {
            edges += 1;
            if let To::State(to) = to {
                let below = paths(graph, to, limit - 1);
                (states, edges) = (states + below.0, edges + below.1);
            }
        }
    }
    (states, edges)
}

#[test]
fn every_order_finds_what_can_be_reached() {
    for seed in 0..GRAPHS {
        let graph = Graph::random(&mut Random::new(seed));
        let reached = depths(&graph, u64::MAX);
        let states = reached.iter().flatten().count();
        let gone_on = |state: &usize| reached[*state].is_some() && !graph.wrong[*state];
        let edges = (0..reached.len()).filter(gone_on).flat_map(|state| &graph.edges[state]);
        let exits = edges.clone().filter(|edge| edge.1 == To::Exit).count();
        for order in ORDERS {
            let options = Options { order, is_keeping_going: true, ..Options::default() };
            let (report, met) = explore(&graph, &options);
            let Stats { states: counted, transitions, ends, executed, .. } = report.stats;
            assert_eq!((counted as usize, met), (states, states), "{order:?} {graph:?}");
            assert_eq!((transitions as usize, ends as usize), (edges.clone().count(), exits));
            assert_eq!(executed, transitions);
            assert_eq!(found(&report), violated(&graph, u64::MAX), "{order:?} {graph:?}");
            for violation in &report.violations {
                assert_eq!(follow(&graph, &violation.path), place(violation));
            }
        }
    }
}

#[test]
fn the_first_violation_is_the_first_path_or_a_shortest() {
    for seed in 0..GRAPHS {
        let graph = Graph::random(&mut Random::new(seed));
        let path = |order| {
            let report = explore(&graph, &Options { order, ..Options::default() }).0;
            report.violations.into_iter().next().map(|violation| violation.path)
        };
        assert_eq!(path(Order::Depth), first(&graph, 0, &mut BTreeSet::from([0])), "{graph:?}");
        let shortest = (0..30).find(|&limit| !violated(&graph, limit).is_empty());
        assert_eq!(path(Order::Breadth).map(|path| path.len() as u64), shortest, "{graph:?}");
        let random = path(Order::Random(seed)).map(|path| follow(&graph, &path));
        assert_eq!(random.is_some(), shortest.is_some());
    }
}

#[test]
fn a_limit_to_the_depth_means_the_same_in_every_order() {
    for seed in 0..GRAPHS {
        let random = &mut Random::new(seed);
        let graph = Graph::random(random);
        let limit = random.below(8) as u64;
        let reached = depths(&graph, limit);
        let is_cut = |state: usize| {
            reached[state] == Some(limit) && !graph.wrong[state] && !graph.edges[state].is_empty()
        };
        for order in ORDERS {
            let limits = Limits { depth: Some(limit), ..Limits::default() };
            let options = Options { order, limits, is_keeping_going: true, ..Options::default() };
            let (report, met) = explore(&graph, &options);
            let has_cut = report.obstacles.iter().any(|obstacle| obstacle.reason == Unknown::Depth);
            let states = reached.iter().flatten().count();
            assert_eq!((report.stats.states as usize, met), (states, states), "{order:?} {limit} {graph:?}");
            assert_eq!(has_cut, (0..reached.len()).any(is_cut), "{order:?} {limit} {graph:?}");
            assert_eq!(found(&report), violated(&graph, limit), "{order:?} {limit} {graph:?}");
        }
    }
}

#[test]
fn without_states_every_path_is_explored() {
    for seed in 0..GRAPHS {
        let graph = Graph::random(&mut Random::new(seed));
        for order in ORDERS {
            let limits = Limits { depth: Some(4), ..Limits::default() };
            let options =
                Options { order, limits, is_stateless: true, is_keeping_going: true, ..Options::default() };
            let stats = explore(&graph, &options).0.stats;
            assert_eq!((stats.states, stats.transitions), paths(&graph, 0, 4), "{order:?} {graph:?}");
        }
    }
}

#[test]
fn a_limit_of_states_leaves_the_rest_for_later() {
    for seed in 0..GRAPHS {
        let random = &mut Random::new(seed);
        let graph = Graph::random(random);
        let all = depths(&graph, u64::MAX).iter().flatten().count() as u64;
        let limit = 1 + random.below(12) as u64;
        for order in ORDERS {
            let limits = Limits { states: Some(limit), ..Limits::default() };
            let options = Options { order, limits, is_keeping_going: true, ..Options::default() };
            let report = explore(&graph, &options).0;
            assert_eq!(report.stats.states, all.min(limit), "{order:?} {limit} {graph:?}");
            assert_eq!(report.is_limited(), all > limit, "{order:?} {limit} {graph:?}");
            assert!(!report.is_limited() || report.stats.frontier > 0);
        }
    }
}
