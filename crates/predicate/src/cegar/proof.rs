//! The graph of a finished search as a proof.

use rustc_hash::FxHashMap as HashMap;

use super::Search;
use crate::abstraction;
use crate::proof::{Condition, Hints, Node, Part, Proof};
use crate::summary::ENTRANCE;
use crate::term::Term;

/// What a part was made from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum From {
    /// The node that it begins with.
    Node(usize),
    /// A summary of an earlier run, by number.
    Summary(usize),
}

impl Search<'_, '_> {
    /// What holds where, if the program is safe.
    pub fn proof(&mut self) -> Proof {
        let (proof, from) = self.parts();
        self.stats.inherited.used = from.iter().filter(|it| matches!(it, From::Summary(_))).count() as u64;
        proof
    }

    /// A part for the start, one for each node at an entrance, and those of the summaries that stand for such nodes.
    pub(super) fn parts(&mut self) -> (Proof, Vec<From>) {
        let is_live = |id: &usize| !self.nodes[*id].is_removed && self.nodes[*id].covered_by.is_none();
        let live: Vec<usize> = (0..self.nodes.len()).filter(is_live).collect();
        // Where each node is in its part.
        let (mut parts, mut from, mut part_of) = (Vec::new(), Vec::new(), HashMap::default());
        let mut place_of: HashMap<usize, usize> = HashMap::default();
        for &id in &live {
            let point = self.nodes[id].point;
            if point.is_none_or(|point| point.at == ENTRANCE) && self.hole(id).is_none() {
                part_of.insert(id, parts.len());
                let function = point.map(|point| self.builder.function(point.context));
                let entrance = self.condition(id);
                parts.push(Part { function, entrance, start: Hints::default(), nodes: Vec::new() });
                from.push(From::Node(id));
            }
        }
        let root = live.iter().copied().find(|&id| self.nodes[id].point.is_none());
        let own = |search: &Self, id: usize| {
            search.nodes[id].entrance.or(root).filter(|&it| search.hole(it).is_none())
        };
        for &id in &live {
            if let Some(point) = self.nodes[id].point.filter(|_| !part_of.contains_key(&id))
                && let Some(&part) = own(self, id).and_then(|it| part_of.get(&it))
            {
                let condition = self.condition(id);
                place_of.insert(id, parts[part].nodes.len());
                parts[part].nodes.push(Node { point, condition, next: Hints::default() });
            }
        }
        self.add_summaries(&live, &mut parts, &mut from, &mut part_of);
        for &id in &live {
            let mut next = Hints::default();
            for &child in &self.nodes[id].children {
                let by = self.root(child);
                match part_of.get(&by) {
                    Some(&part) => next.parts.push(part),
                    None => next.nodes.extend(place_of.get(&by)),
                }
            }
            next.nodes.sort_unstable();
            next.nodes.dedup();
            next.parts.sort_unstable();
            next.parts.dedup();
            match (part_of.get(&id), place_of.get(&id)) {
                (Some(&part), _) if self.hole(id).is_none() => parts[part].start = next,
                (None, Some(&place)) => {
                    if let Some(&part) = own(self, id).and_then(|it| part_of.get(&it)) {
                        parts[part].nodes[place].next = next;
                    }
                }
                _ => {}
            }
        }
        (Proof { parts }, from)
    }

    /// Parts of the summaries that stand for live nodes, with all that they enter.
    fn add_summaries(
        &self,
        live: &[usize],
        parts: &mut Vec<Part>,
        from: &mut Vec<From>,
        part_of: &mut HashMap<usize, usize>,
    ) {
        let Some(holes) = &self.holes else { return };
        let (mut list, mut numbers): (Vec<usize>, HashMap<usize, usize>) = Default::default();
        let mut take = |summary: usize, list: &mut Vec<usize>| {
            *numbers.entry(summary).or_insert_with(|| {
                list.push(summary);
                parts.len() + list.len() - 1
            })
        };
        for &id in live {
            if let Some(summary) = self.hole(id) {
                part_of.insert(id, take(summary, &mut list));
            }
        }
        let mut next = 0;
        while let Some(&summary) = list.get(next) {
            next += 1;
            let mut used: Vec<usize> = holes.summary(summary).uses().into_iter().collect();
            used.sort_unstable();
            used.into_iter().for_each(|it| _ = take(it, &mut list));
        }
        for summary in list {
            parts.push(holes.summary(summary).clone().renumbered(&numbers).part);
            from.push(From::Summary(summary));
        }
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
