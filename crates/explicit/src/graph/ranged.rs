//! Ranges of paths of random graphs: each beside plain reachability restricted to it, and all together beside the whole.

use std::collections::{BTreeSet, VecDeque};

use cfa::Program;
use cfa::fuzz::random::Random;
use verdict::{Limits, Unknown};

use super::plain::{GRAPHS, ORDERS, Wrong, depths, found, violated};
use super::{Graph, To, Walk};
use crate::claims::Seen;
use crate::findings::{Findings, Report};
use crate::options::{Options, Stats};
use crate::partition::{clipped, random_path};
use crate::path::Path;
use crate::range::Range;
use crate::search::Search;

/// Explores a graph; the report, and the states that were come to.
fn explore(graph: &Graph, options: &Options) -> (Report, BTreeSet<u32>) {
    explore_after(graph, options, &mut Seen::default())
}

/// Goes on with what other ranges have claimed.
fn explore_after(graph: &Graph, options: &Options, seen: &mut Seen) -> (Report, BTreeSet<u32>) {
    let observer = &mut |_: &Stats| {};
    let mut search = Search::new(Findings::new(&Program::default(), options, observer));
    let mut walk = Walk::new(graph);
    search.limit(&mut walk).expect("paths that there are");
    search.shared.claims.go_on(std::mem::take(seen));
    search.run(&mut walk).expect("nothing is known that could be wrong");
    let is_met = |state: &u32| search.shared.claims.visited.contains(Walk::print(*state));
    let states = (0..graph.edges.len() as u32).filter(is_met).collect();
    *seen = search.shared.claims.seen();
    (search.report(), states)
}

/// What a range leads to.
#[derive(Default)]
struct Reached {
    states: BTreeSet<u32>,
    wrong: BTreeSet<Wrong>,
    /// Something was left out for its depth, and not tried elsewhere.
    is_cut: bool,
    /// There are paths in the range.
    has_path: bool,
}

/// Whether a path is in a range, or leads to one that is, or is one that a path of the range goes on from.
fn is_in(range: &Range, path: &Path) -> bool {
    (*path >= range.start || range.start.starts_with(path))
        && range.end.as_ref().is_none_or(|end| path < end || range.is_inclusive && path.starts_with(end))
}

/// All pairs of a state and the path to it, without the path where all that go on from it are in the range.
fn reached(graph: &Graph, range: &Range, limit: u64) -> Reached {
    let (mut reached, mut tried, mut cut) = (Reached::default(), BTreeSet::new(), BTreeSet::new());
    let leads = |path: &Path| {
        let is_on = |end: &Path| end != path && end.starts_with(path);
        is_on(&range.start) || range.end.as_ref().is_some_and(is_on)
    };
    let on_the_way = |path: Path| Some(path).filter(leads);
    let first = (0, on_the_way(Path::default()));
    let (mut seen, mut queue) = (BTreeSet::from([first.clone()]), VecDeque::from([(first, 0)]));
    while let Some(((state, path), depth)) = queue.pop_front() {
        reached.states.insert(state);
        if graph.wrong[state as usize] {
            reached.wrong.insert((state, 0));
            continue;
        }
        for (&(_, to), number) in graph.edges[state as usize].iter().zip(1..) {
            let next = path.clone().map(|mut path| {
                path.0.push(number);
                path
            });
            if next.as_ref().is_some_and(|next| !is_in(range, next)) {
                continue;
            }
            let next = next.and_then(on_the_way);
            reached.has_path |= next.is_none();
            if depth >= limit {
                cut.insert((state, number, next));
                continue;
            }
            tried.insert((state, number, next.clone()));
            match to {
                To::State(to) => {
                    let next = (to, next);
                    if seen.insert(next.clone()) {
                        queue.push_back((next, depth + 1));
                    }
                }
                To::Error => {
                    reached.wrong.insert((state, number));
                }
                To::Exit | To::Nowhere => {}
            }
        }
    }
    let is_tried = |it: &(u32, u32, Option<Path>)| tried.contains(it) || tried.contains(&(it.0, it.1, None));
    reached.is_cut = !cut.iter().all(is_tried);
    reached
}

/// States and edges of all paths of at most so many choices that are in a range or lead to one.
fn paths(graph: &Graph, range: &Range, state: u32, path: &Path, limit: u64) -> (u64, u64) {
    let (mut states, mut edges) = (1, 0);
    if limit == 0 || graph.wrong[state as usize] {
        return (states, edges);
    }
    for (&(_, to), number) in graph.edges[state as usize].iter().zip(1..) {
        let next = Path(path.0.iter().copied().chain([number]).collect());
        if !is_in(range, &next) {
            continue;
        }
        edges += 1;
        if let To::State(to) = to {
            let below = paths(graph, range, to, &next, limit - 1);
            (states, edges) = (states + below.0, edges + below.1);
        }
    }
    (states, edges)
}

/// Paths that cannot be gone on from, or have so many choices.
fn whole_paths(graph: &Graph, state: u32, path: Path, limit: u64, all: &mut Vec<Path>) {
    if limit == 0 || graph.edges[state as usize].is_empty() {
        all.push(path);
        return;
    }
    for (&(_, to), number) in graph.edges[state as usize].iter().zip(1..) {
        let next = Path(path.0.iter().copied().chain([number]).collect());
        match to {
            To::State(to) => whole_paths(graph, to, next, limit - 1, all),
            To::Exit | To::Nowhere | To::Error => all.push(next),
        }
    }
}

/// A path of the graph, of at most so many choices.
pub fn some_path(graph: &Graph, random: &mut Random, longest: usize) -> Path {
    let path = random_path(&mut Walk::new(graph), &Range::default(), longest, &mut |low, high, all| {
        clipped(random, low, high, all)
    })
    .expect("no interruption");
    let Path(mut numbers) = path.expect("a path");
    numbers.truncate(random.below(longest));
    Path(numbers)
}

pub fn some_range(graph: &Graph, random: &mut Random) -> Range {
    let (a, b) = (some_path(graph, random, 10), some_path(graph, random, 10));
    let is_inclusive = random.one_in(3);
    let (start, end) = (a.clone().min(b.clone()), a.max(b));
    let has_end = !random.one_in(6) && !end.0.is_empty() && (is_inclusive || start != end);
    Range { start, end: has_end.then_some(end), is_inclusive: is_inclusive && has_end }
}

#[test]
fn a_range_is_what_its_paths_lead_to() {
    for seed in 0..3 * GRAPHS {
        let random = &mut Random::new(seed);
        let graph = Graph::random(random);
        let range = some_range(&graph, random);
        let limit = random.one_in(2).then(|| random.below(8) as u64);
        let expected = reached(&graph, &range, limit.unwrap_or(u64::MAX));
        for order in ORDERS {
            let limits = Limits { depth: limit, ..Limits::default() };
            let range = Some(range.clone());
            let options = Options { order, range, limits, is_keeping_going: true, ..Options::default() };
            let (report, states) = explore(&graph, &options);
            let place = format!("seed {seed} {order:?} {:?} {limit:?}\n{graph:?}", options.range);
            assert_eq!(states, expected.states, "{place}");
            assert_eq!(found(&report), expected.wrong, "{place}");
            let has_cut = report.obstacles.iter().any(|obstacle| obstacle.reason == Unknown::Depth);
            assert!(has_cut || !expected.is_cut, "{place}");
        }
    }
}

#[test]
fn without_states_every_path_of_a_range_is_explored() {
    for seed in 0..GRAPHS {
        let random = &mut Random::new(seed);
        let graph = Graph::random(random);
        let range = some_range(&graph, random);
        for order in ORDERS {
            let limits = Limits { depth: Some(5), ..Limits::default() };
            let options = Options {
                order,
                limits,
                range: Some(range.clone()),
                is_stateless: true,
                is_keeping_going: true,
                ..Options::default()
            };
            let stats = explore(&graph, &options).0.stats;
            let expected = paths(&graph, &range, 0, &Path::default(), 5);
            assert_eq!((stats.states, stats.transitions), expected, "seed {seed} {options:?} {graph:?}");
        }
    }
}

#[test]
fn ranges_that_follow_each_other_share_no_path_and_miss_none() {
    for seed in 0..GRAPHS {
        let random = &mut Random::new(seed);
        let graph = Graph::random(random);
        let mut all = Vec::new();
        whole_paths(&graph, 0, Path::default(), 5, &mut all);
        for count in [1, 2, 5, 26] {
            let ranges = Range::default().split((1..count).map(|_| some_path(&graph, random, 6)).collect());
            let (mut states, mut wrong) = (BTreeSet::new(), BTreeSet::new());
            for path in &all {
                assert_eq!(
                    ranges.iter().filter(|range| range.contains(path)).count(),
                    1,
                    "{path} {ranges:?}"
                );
            }
            for range in ranges {
                let options = Options { range: Some(range), is_keeping_going: true, ..Options::default() };
                let (report, reached) = explore(&graph, &options);
                states.extend(reached);
                wrong.extend(found(&report));
            }
            let whole = depths(&graph, u64::MAX);
            let whole = (0..whole.len() as u32).filter(|&state| whole[state as usize].is_some());
            assert!(states.iter().copied().eq(whole), "seed {seed} {count}");
            assert_eq!(wrong, violated(&graph, u64::MAX), "seed {seed} {count}");
        }
    }
}

/// What one range has covered is nothing to the next; all together they come to each state once.
#[test]
fn ranges_that_share_states_miss_nothing_and_count_each_state_once() {
    for seed in 0..2 * GRAPHS {
        let random = &mut Random::new(seed);
        let graph = Graph::random(random);
        let limit = random.one_in(2).then(|| random.below(8) as u64);
        let order = ORDERS[random.below(ORDERS.len())];
        let limits = Limits { depth: limit, ..Limits::default() };
        let count = 2 + random.below(5);
        let paths: Vec<Path> = (1..count).map(|_| some_path(&graph, random, 6)).collect();
        let (mut seen, mut counted) = (Seen::default(), 0);
        let (mut states, mut wrong, mut has_cut) = (BTreeSet::new(), BTreeSet::new(), false);
        for range in Range::default().split(paths) {
            let range = Some(range).filter(|range| !range.is_whole());
            let limits = limits.clone();
            let options = Options { order, range, limits, is_keeping_going: true, ..Options::default() };
            let (report, reached) = explore_after(&graph, &options, &mut seen);
            counted += report.stats.states as usize;
            states.extend(reached);
            wrong.extend(found(&report));
            has_cut |= report.obstacles.iter().any(|obstacle| obstacle.reason == Unknown::Depth);
        }
        let limit = limit.unwrap_or(u64::MAX);
        let whole = depths(&graph, limit);
        let is_cut = |state: usize| {
            whole[state] == Some(limit) && !graph.wrong[state] && !graph.edges[state].is_empty()
        };
        let place = format!("seed {seed} {order:?} {limit} {graph:?}");
        assert!(has_cut || !(0..whole.len()).any(is_cut), "{place}");
        let whole = (0..whole.len() as u32).filter(|&state| whole[state as usize].is_some());
        assert_eq!(counted, states.len(), "{place}");
        assert!(states.iter().copied().eq(whole), "{place} {states:?}");
        assert_eq!(wrong, violated(&graph, limit), "{place}");
    }
}

#[test]
fn a_random_path_is_in_its_range() {
    for seed in 0..GRAPHS {
        let random = &mut Random::new(seed);
        let graph = Graph::random(random);
        let range = some_range(&graph, random);
        let walk = &mut Walk::new(&graph);
        let fine = Graph { wrong: vec![false; graph.wrong.len()], ..graph.clone() };
        let is_ended = graph.edges[0].is_empty();
        let has_path = is_ended || reached(&fine, &range, u64::MAX).has_path;
        for _ in 0..10 {
            let path = random_path(walk, &range, 20, &mut |low, high, all| clipped(random, low, high, all))
                .expect("no interruption");
            assert!(path.iter().all(|path| range.contains(path)), "seed {seed} {path:?} {range}");
            assert_eq!(path.is_some(), has_path, "seed {seed} {range} {graph:?}");
        }
    }
}

/// a -1-> b, b -1-> a, b -2-> c; c is behind the end of the range unless b is come to again, by way of a.
#[test]
fn what_is_uncovered_on_the_way_is_tried_off_it() {
    let choice = |option| machine::explore::Choice { thread: 0, option };
    let edges =
        |to: &[u32]| to.iter().zip(0..).map(|(&to, option)| (choice(option), To::State(to))).collect();
    let graph = Graph { edges: vec![edges(&[1]), edges(&[0, 2]), edges(&[])], wrong: vec![false; 3] };
    let states = |range: &str| {
        let range = Some(range.parse().expect("a range"));
        explore(&graph, &Options { range, ..Options::default() }).1.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(states("..1.2"), [0, 1, 2]);
    assert_eq!(states("..1.1"), [0, 1]);
    assert_eq!(states("1.1.1.2.."), [0, 1, 2]);
    assert_eq!(states("1.2.."), [0, 1, 2]);
}
