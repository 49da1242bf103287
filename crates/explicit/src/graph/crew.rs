//! Several workers on random graphs, beside the plain search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};

use cfa::Program;
use cfa::fuzz::random::Random;
use machine::Stop;
use verdict::Limits;

use super::plain::{GRAPHS, follow};
use super::{Graph, To, Walk};
use crate::crew::{self, Crewed};
use crate::findings::{Findings, Report};
use crate::options::{Options, Order, Stats};
use crate::search::Search;

/// Makes walks for workers that all begin at once.
pub fn makes<'g>(graph: &'g Graph, workers: usize) -> impl Fn() -> Result<Walk<'g>, Stop> + Sync {
    let together = Barrier::new(workers);
    move || {
        together.wait();
        Ok(Walk { is_slow: true, ..Walk::new(graph) })
    }
}

/// Whether others come at once, or later, or never, as the search goes on.
pub fn help(seed: u64) -> (Option<Arc<AtomicBool>>, impl FnMut(&Stats)) {
    let random = &mut Random::new(seed);
    let (flag, mut left) = (Arc::new(AtomicBool::new(false)), random.below(6));
    let raised = flag.clone();
    let observer = move |_: &Stats| {
        raised.fetch_or(left == 0, Ordering::Relaxed);
        left = left.saturating_sub(1);
    };
    ((!random.one_in(3)).then_some(flag), observer)
}

fn explore(graph: &Graph, options: &Options) -> Report {
    let (help, mut observer) = help(graph.edges.len() as u64);
    let options = &Options { help, ..options.clone() };
    let mut search = Search::new(Findings::new(&Program::default(), options, &mut observer));
    let mut walk = Walk::new(graph);
    let crewed = match options.workers {
        0 | 1 => search.run(&mut walk).map(|()| Crewed::Alone),
        workers => crew::explore(&mut search, &mut walk, &makes(graph, workers)),
    };
    if crewed.expect("nothing is known that could be wrong") == Crewed::Again {
        return explore(graph, &Options { workers: 1, ..options.clone() });
    }
    search.report()
}

/// All that must not depend on the number of workers.
fn told(report: &Report, has_depth: bool) -> String {
    let Report { properties, violations, is_stopped, obstacles, scope, stats, .. } = report;
    let transitions = if has_depth { 0 } else { stats.transitions };
    let counts = (stats.states, transitions, if has_depth { 0 } else { stats.ends });
    format!("{properties:?} {violations:?} {is_stopped} {obstacles:?} {scope:?} {counts:?}")
}

/// As many transitions were executed to take something over.
fn compare(graph: &Graph, options: &Options) -> u64 {
    let mut rebuilt = 0;
    let has_depth = options.limits.depth.is_some() && !options.is_stateless;
    let plain = told(&explore(graph, options), has_depth);
    for workers in 2..=4 {
        let report = explore(graph, &Options { workers, ..options.clone() });
        assert_eq!(told(&report, has_depth), plain, "{workers} {options:?} {graph:?}");
        rebuilt += if report.violations.is_empty() { report.stats.rebuilt } else { 0 };
    }
    rebuilt
}

/// Graphs that are large enough for jobs, most of them without anything wrong.
pub fn large(random: &mut Random) -> Graph {
    let mut graph = Graph { edges: Vec::new(), wrong: Vec::new() };
    let count = 100 + random.below(600) as u32;
    for _ in 0..count {
        graph.edges.push(Graph::edges_of(random, count));
        graph.wrong.push(false);
    }
    let is_right = random.below(3) > 0;
    let errors = graph.edges.iter_mut().flatten().filter(|edge| edge.1 == To::Error);
    errors.filter(|_| is_right).for_each(|edge| edge.1 = To::Exit);
    graph
}

#[test]
fn workers_report_what_the_plain_search_reports() {
    let mut rebuilt = 0;
    for seed in 0..GRAPHS / 20 {
        let random = &mut Random::new(seed);
        let graph = if seed % 4 == 0 { large(random) } else { Graph::random(random) };
        let order = if random.one_in(2) { Order::Depth } else { Order::Random(seed) };
        let options = Options { order, is_keeping_going: random.one_in(2), ..Options::default() };
        rebuilt += compare(&graph, &options);
        let limits = Limits { depth: Some(random.below(8) as u64), ..Limits::default() };
        compare(&graph, &Options { limits, ..options.clone() });
        let limits = Limits { states: Some(1 + random.below(30) as u64), ..Limits::default() };
        compare(&graph, &Options { limits, ..options.clone() });
        let limits = Limits { depth: Some(4), ..Limits::default() };
        compare(&graph, &Options { limits, is_stateless: true, ..options });
    }
    assert!(rebuilt > 0, "nobody took anything over");
}

#[test]
fn any_violation_is_one() {
    let mut count = 0;
    for seed in 0..GRAPHS / 20 {
        let graph = Graph::random(&mut Random::new(seed));
        let plain = explore(&graph, &Options::default());
        let any = explore(&graph, &Options { workers: 3, is_any: true, ..Options::default() });
        assert_eq!(any.violations.is_empty(), plain.violations.is_empty(), "{graph:?}");
        if let Some(violation) = any.violations.first() {
            let pos = violation.call_stack[0].1;
            assert_eq!(follow(&graph, &violation.path), (pos.line, pos.column), "{graph:?}");
            count += 1;
        }
    }
    assert!(count > 2);
}
