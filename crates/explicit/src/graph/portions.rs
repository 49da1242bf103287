//! Searches in portions, on random graphs: portions are done in any order, twice, with any budget and any part of what is
//! committed, and are lost halfway. In the end the committed results are all that there is to know.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cfa::Program;
use cfa::fuzz::random::Random;

use super::crew::large;
use super::plain::GRAPHS;
use super::ranged::some_path;
use super::revised::{explore, said};
use super::{Graph, To, Walk};
use crate::findings::Findings;
use crate::layer::{Layer, STATES};
use crate::options::{Options, Stats};
use crate::portion::{Budget, Committed, Rest, left};
use crate::range::Range;
use crate::recorder::Recorder;
use crate::reuse::{Mode, Request, unite};
use crate::search::Search;

struct Result {
    layer: Option<Layer>,
    rest: Rest,
}

fn portion(graph: &Graph, range: &Range, budget: u64, known: &[&Result]) -> Result {
    let options = Options { range: Some(range.clone()), is_keeping_going: true, ..Options::default() };
    let observer = &mut |_: &Stats| {};
    let mut search = Search::new(Findings::new(&Program::default(), &options, observer));
    let mut walk = Walk::new(graph);
    search.limit(&mut walk).expect("paths that there are");
    let head = [Vec::new(), Vec::new(), graph.elements().concat(), Vec::new(), Vec::new()];
    search.record(Recorder::new(head, None, &Request::default()));
    let committed = Committed::default();
    for Result { layer, rest } in known {
        layer.iter().for_each(|layer| committed.add(layer.section(STATES), &rest.uncovered));
    }
    search.shared.budget = Some(Arc::new(Budget::new(budget)));
    search.shared.claims.stop_at(Arc::new(committed));
    search.run(&mut walk).expect("nothing is known that could be wrong");
    let recorder = search.recorder.take().expect("a recorder");
    let states = std::mem::take(&mut search.shared.claims.visited).into_sorted();
    let rest = Rest {
        left: left(&mut Walk::new(graph), range, &search.shared.untried).expect("paths that there are"),
        uncovered: search.shared.claims.uncovered(&states),
        wholes: recorder.wholes(&states),
    };
    let layer = recorder.finish(states).map(|sections| Layer::open(Arc::new(sections)).expect("a layer"));
    Result { layer, rest }
}

/// What is kept where nobody loses it: tasks, and of some of them results, in the order in which they were committed.
#[derive(Default)]
struct Broker {
    tasks: BTreeSet<String>,
    results: BTreeMap<String, usize>,
    committed: Vec<Result>,
}

impl Broker {
    fn publish(&mut self, range: &Range) {
        if !self.results.contains_key(&range.to_string()) {
            self.tasks.insert(range.to_string());
        }
    }

    /// A task is delivered, and becomes what may become of it.
    fn deliver(&mut self, graph: &Graph, random: &mut Random) {
        let task = self.tasks.iter().nth(random.below(self.tasks.len())).expect("a task").clone();
        let range: Range = task.parse().expect("a range");
        let known: Vec<&Result> = self.committed.iter().filter(|_| !random.one_in(4)).collect();
        let result = portion(graph, &range, 1 + random.below(12) as u64, &known);
        follow(&range, &result.rest.left);
        // Killed before anything is sent; or when some of what is left is, or all of it.
        let sent = if random.one_in(6) { random.below(result.rest.left.len() + 1) } else { usize::MAX };
        result.rest.left.iter().take(sent).for_each(|left| self.publish(left));
        if sent == usize::MAX {
            // The first result counts. It may be acknowledged too late.
            if !self.results.contains_key(&task) {
                self.results.insert(task.clone(), self.committed.len());
                self.committed.push(result);
            }
            if !random.one_in(6) {
                self.tasks.remove(&task);
            }
        }
    }

    /// Whether of everything that is left of a result there is one.
    fn is_done(&self, first: &[Range]) -> bool {
        let left = self.committed.iter().flat_map(|it| &it.rest.left);
        first.iter().chain(left).all(|range| self.results.contains_key(&range.to_string()))
    }
}

/// What is left of a range is its end, and nothing between is missing.
fn follow(range: &Range, left: &[Range]) {
    let Some((first, last)) = left.first().zip(left.last()) else { return };
    assert!(first.start > range.start && range.contains(&first.start));
    assert!((&last.end, last.is_inclusive) == (&range.end, range.is_inclusive));
    assert!(
        left.windows(2).all(|pair| pair[0].end.as_ref() == Some(&pair[1].start) && !pair[0].is_inclusive)
    );
}

#[test]
fn committed_portions_are_all_there_is_to_know() {
    let (mut count, mut stopped) = (0, 0);
    for seed in 0..GRAPHS {
        let random = &mut Random::new(seed);
        let mut graph = if seed % 100 == 0 { large(random) } else { Graph::random(random) };
        let is_right = seed % 2 == 0;
        if is_right {
            graph.wrong.fill(false);
            graph.edges.iter_mut().flatten().filter(|it| it.1 == To::Error).for_each(|it| it.1 = To::Exit);
        }
        let mut broker = Broker::default();
        let cuts = if random.one_in(2) { random.below(4) } else { 0 };
        let cuts = (0..cuts).map(|_| some_path(&graph, random, 6)).collect();
        let first = Range::default().split(cuts);
        first.iter().for_each(|range| broker.publish(range));
        let mut deliveries = 0;
        while !broker.is_done(&first) {
            deliveries += 1;
            assert!(deliveries < 100_000, "it does not come to an end: {graph:?}");
            broker.deliver(&graph, random);
        }
        count += broker.committed.len();
        stopped += broker.committed.iter().filter(|it| it.layer.is_none()).count();
        let layers: Vec<Layer> = broker.committed.iter().filter_map(|it| it.layer.clone()).collect();
        let with_layer = broker.committed.iter().filter(|it| it.layer.is_some());
        let wholes: Vec<_> = with_layer.map(|it| it.rest.wholes.clone()).collect();
        let united =
            unite(&layers, &wholes).map(|sections| Layer::open(Arc::new(sections)).expect("a layer"));
        let options = Options { is_keeping_going: true, ..Options::default() };
        let plain = explore(&graph, &options, Mode::Off, false, &mut Vec::new());
        let mut record: Vec<Layer> = united.into_iter().collect();
        let report = explore(&graph, &options, Mode::Delta, true, &mut record);
        assert_eq!(said(&report), said(&plain), "{graph:?}");
        if is_right && plain.stats.states > 1 {
            assert_eq!(report.stats.executed, 0, "something was lost: {seed} {graph:?}");
        }
    }
    assert!(count > 2 * GRAPHS as usize, "{count} portions, {stopped} without a record");
}
