//! The graph of a finished search as a proof.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::Search;
use crate::abstraction;
use crate::proof::{Condition, Hints, Node, Part, Proof};
use crate::summary::ENTRANCE;
use formula::Term;

/// What a part or a node of one was made from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum From {
    /// A node of the search; of a part, the one that it begins with.
    Node(usize),
    /// A summary of an earlier run, by number.
    Summary(usize),
}

/// The graph as a proof.
#[derive(Default)]
pub(super) struct Assembled {
    pub proof: Proof,
    /// By part.
    pub from: Vec<From>,
    /// By part and node.
    pub nodes: Vec<Vec<From>>,
    /// By node of the search, the part that it begins, and its place in the part that it is in.
    part_of: HashMap<usize, usize>,
    place_of: HashMap<usize, (usize, usize)>,
}

impl Assembled {
    fn push(&mut self, from: From, part: Part) -> usize {
        self.from.push(from);
        self.nodes.push(Vec::new());
        self.proof.parts.push(part);
        self.from.len() - 1
    }

    fn push_node(&mut self, part: usize, from: From, node: Node) -> usize {
        self.nodes[part].push(from);
        self.proof.parts[part].nodes.push(node);
        self.nodes[part].len() - 1
    }
}

impl Search<'_, '_> {
    /// What holds where, if the program is safe.
    pub fn proof(&mut self) -> Proof {
        let assembled = self.assembled();
        let all = assembled.from.iter().chain(assembled.nodes.iter().flatten());
        let used: HashSet<usize> =
            all.filter_map(|it| if let From::Summary(number) = *it { Some(number) } else { None }).collect();
        self.stats.inherited.used = used.len() as u64;
        assembled.proof
    }

    /// A part for the start, one for each node at an entrance, and those of the summaries that stand for such nodes. What lies
    /// inside a loop that a summary stands for is in the part that the loop is in.
    pub(super) fn assembled(&mut self) -> Assembled {
        let is_live = |id: &usize| !self.nodes[*id].is_removed && self.nodes[*id].covered_by.is_none();
        let live: Vec<usize> = (0..self.nodes.len()).filter(is_live).collect();
        let mut all = Assembled::default();
        for &id in &live {
            let point = self.nodes[id].point;
            if point.is_none_or(|point| point.at == ENTRANCE) && self.hole(id).is_none() {
                let function = point.map(|point| self.builder.function(point.context));
                let (entrance, start) = (self.condition(id), Hints::default());
                let part = all.push(From::Node(id), Part { function, entrance, start, nodes: Vec::new() });
                all.part_of.insert(id, part);
            }
        }
        let root = live.iter().copied().find(|&id| self.nodes[id].point.is_none());
        for &id in &live {
            let own = self.nodes[id].entrance.or(root).filter(|&it| self.hole(it).is_none());
            let is_inside = self.nodes[id].point.is_some_and(|point| point.at != ENTRANCE);
            if let Some(point) = self.nodes[id].point.filter(|_| is_inside)
                && let Some(&part) = own.and_then(|it| all.part_of.get(&it))
            {
                let (condition, from) = match self.loop_hole(id) {
                    Some((hole, summary)) => (summary.entrance.clone(), From::Summary(hole.summary)),
                    None => (self.condition(id), From::Node(id)),
                };
                let place = all.push_node(part, from, Node { point, condition, next: Hints::default() });
                all.place_of.insert(id, (part, place));
            }
        }
        let numbers = self.add_summaries(&live, &mut all);
        for &id in &live {
            if self.loop_hole(id).is_some() {
                self.fill(id, &numbers, &mut all);
                continue;
            }
            let mut next = Hints::default();
            for &child in &self.nodes[id].children {
                let by = self.root(child);
                match all.part_of.get(&by) {
                    Some(&part) => next.parts.push(part),
                    None => next.nodes.extend(all.place_of.get(&by).map(|it| it.1)),
                }
            }
            next.nodes.sort_unstable();
            next.nodes.dedup();
            next.parts.sort_unstable();
            next.parts.dedup();
            match (all.part_of.get(&id), all.place_of.get(&id)) {
                (Some(&part), _) if self.hole(id).is_none() => all.proof.parts[part].start = next,
                (None, Some(&(part, place))) => all.proof.parts[part].nodes[place].next = next,
                _ => {}
            }
        }
        all
    }

    /// What a summary has inside, in the part of the loop that it stands for.
    fn fill(&self, id: usize, numbers: &HashMap<usize, usize>, all: &mut Assembled) {
        let Some((hole, summary)) = self.loop_hole(id) else { return };
        let Some(&(part, place)) = all.place_of.get(&id) else { return };
        let mut places: HashMap<usize, usize> = HashMap::default();
        for &(number, exit) in &hole.exits {
            places.extend(all.place_of.get(&self.root(exit)).map(|it| (number, it.1)));
        }
        places.insert(0, place);
        let is_exit = |number: usize| hole.exits.iter().any(|it| it.0 == number);
        let inside: Vec<usize> = (0..summary.nodes.len()).filter(|&it| !is_exit(it)).collect();
        for &number in &inside {
            if number > 0 {
                let node = summary.nodes[number].clone();
                places.insert(number, all.push_node(part, From::Summary(hole.summary), node));
            }
        }
        for number in inside {
            let next = &summary.nodes[number].next;
            let next = Hints {
                nodes: next.nodes.iter().filter_map(|it| places.get(it)).copied().collect(),
                parts: next.parts.iter().filter_map(|it| numbers.get(it)).copied().collect(),
            };
            all.proof.parts[part].nodes[places[&number]].next = next;
        }
    }

    /// Parts of the summaries that stand for live nodes, with all that they enter; by number of the summary.
    fn add_summaries(&self, live: &[usize], all: &mut Assembled) -> HashMap<usize, usize> {
        let (mut list, mut numbers): (Vec<usize>, HashMap<usize, usize>) = Default::default();
        let Some(holes) = &self.holes else { return numbers };
        let first = all.from.len();
        let mut take = |summary: usize, list: &mut Vec<usize>| {
            *numbers.entry(summary).or_insert_with(|| {
                list.push(summary);
                first + list.len() - 1
            })
        };
        let uses = |summary: usize| {
            let mut uses: Vec<usize> = holes.summary(summary).uses().into_iter().collect();
            uses.sort_unstable();
            uses
        };
        for &id in live {
            if let Some(summary) = self.procedure_hole(id) {
                all.part_of.insert(id, take(summary, &mut list));
            } else if let Some(hole) = self.hole(id) {
                uses(hole.summary).into_iter().for_each(|it| _ = take(it, &mut list));
            }
        }
        let mut next = 0;
        while let Some(&summary) = list.get(next) {
            next += 1;
            uses(summary).into_iter().for_each(|it| _ = take(it, &mut list));
        }
        for summary in list {
            let part = holes.summary(summary).clone().renumbered(&numbers).part;
            let nodes = vec![From::Summary(summary); part.nodes.len()];
            let number = all.push(From::Summary(summary), part);
            all.nodes[number] = nodes;
        }
        numbers
    }

    pub(super) fn condition(&mut self, id: usize) -> Condition {
        // In the same words, so that what was asked about it is known by them.
        if let Some(known) = self.transplant.as_ref().and_then(|it| it.condition(id)) {
            return known.clone();
        }
        if let Some(known) = self.holes.as_ref().and_then(|it| it.condition(id)) {
            return known.clone();
        }
        let (node, terms) = (&self.nodes[id], &mut self.builder.encoder.terms);
        let formula: Term = abstraction::formula(node.region, &self.bdds, &self.precision, terms);
        Condition { known: (*node.valuation).clone(), formula }
    }
}
