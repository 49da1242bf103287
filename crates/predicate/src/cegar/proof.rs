//! The graph of a finished search as a proof.

use rustc_hash::FxHashMap as HashMap;

use super::Search;
use crate::abstraction;
use crate::proof::{Condition, Hints, Node, Part, Proof};
use crate::summary::ENTRANCE;
use crate::term::Term;

impl Search<'_, '_> {
    /// What holds where, if the program is safe.
    pub fn proof(&mut self) -> Proof {
        let is_live = |id: &usize| !self.nodes[*id].is_removed && self.nodes[*id].covered_by.is_none();
        let live: Vec<usize> = (0..self.nodes.len()).filter(is_live).collect();
        // A part for the start, and one for each node at an entrance; where each node is in its part.
        let (mut parts, mut part_of) = (Vec::new(), HashMap::default());
        let mut place_of: HashMap<usize, usize> = HashMap::default();
        for &id in &live {
            let point = self.nodes[id].point;
            if point.is_none_or(|point| point.at == ENTRANCE) {
                part_of.insert(id, parts.len());
                let function = point.map(|point| self.builder.function(point.context));
                let entrance = self.condition(id);
                parts.push(Part { function, entrance, start: Hints::default(), nodes: Vec::new() });
            }
        }
        let root = live.iter().copied().find(|&id| self.nodes[id].point.is_none());
        for &id in &live {
            if let Some(point) = self.nodes[id].point.filter(|_| !part_of.contains_key(&id))
                && let Some(&part) = self.nodes[id].entrance.or(root).and_then(|it| part_of.get(&it))
            {
                let condition = self.condition(id);
                place_of.insert(id, parts[part].nodes.len());
                parts[part].nodes.push(Node { point, condition, next: Hints::default() });
            }
        }
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
                (Some(&part), _) => parts[part].start = next,
                (None, Some(&place)) => {
                    if let Some(&part) = self.nodes[id].entrance.or(root).and_then(|it| part_of.get(&it)) {
                        parts[part].nodes[place].next = next;
                    }
                }
                (None, None) => {}
            }
        }
        Proof { parts }
    }

    pub(super) fn condition(&mut self, id: usize) -> Condition {
        // In the same words, so that what was asked about it is known by them.
        if let Some(known) = self.transplant.as_ref().and_then(|it| it.condition(id)) {
            return known.clone();
        }
        let (node, terms) = (&self.nodes[id], &mut self.builder.encoder.terms);
        let formula: Term = abstraction::formula(node.region, &self.bdds, &self.precision, terms);
        Condition { known: (*node.valuation).clone(), formula }
    }
}
