//! The summaries of a search, for later runs: of procedures and loops that were searched to their end without coming upon the
//! error.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::Search;
use super::proof::{Assembled, From};
use crate::abstraction::Place;
use crate::block::Point;
use crate::inherited::{Fragments, Scope, Summary, Told};
use crate::proof::{Hints, Part};

impl Search<'_, '_> {
    /// The summaries that are finished, however the search ended. A part is if all its nodes are searched and if the parts
    /// that it enters are finished.
    pub fn finished(&mut self, fragments: &mut Fragments) -> Vec<Summary> {
        let Assembled { proof, mut from, nodes, .. } = self.assembled();
        let mut summaries: Vec<Option<Summary>> = Vec::new();
        for (part, &from) in proof.parts.iter().zip(&from) {
            let summary = match (from, part.function) {
                (From::Node(root), Some(function)) if self.is_all_searched(root) => {
                    let entrance = self.builder.entrance_of(function);
                    let precision = self.precision_of(fragments, entrance);
                    precision.map(|precision| Summary { entrance, precision, part: part.clone() })
                }
                (From::Summary(number), _) => {
                    let summary = self.holes.as_ref().map(|it| it.summary(number));
                    summary.map(|it| Summary { part: part.clone(), ..it.clone() })
                }
                _ => None,
            };
            summaries.push(summary);
        }
        for (part, nodes) in proof.parts.iter().zip(&nodes) {
            for (place, summary) in self.loops_of(fragments, part, nodes) {
                from.push(nodes[place]);
                summaries.push(Some(summary));
            }
        }
        let uses: Vec<HashSet<usize>> =
            summaries.iter().map(|it| it.as_ref().map_or(HashSet::default(), Summary::uses)).collect();
        let is_open = |summaries: &[Option<Summary>], it: usize| {
            summaries[it].is_some() && uses[it].iter().any(|&to| summaries[to].is_none())
        };
        while let Some(open) = (0..summaries.len()).find(|&it| is_open(&summaries, it)) {
            summaries[open] = None;
        }
        for index in 0..summaries.len() {
            let is_used =
                (0..uses.len()).any(|it| it != index && summaries[it].is_some() && uses[it].contains(&index));
            if !is_used && self.is_subsumed(&summaries, &from, index) {
                summaries[index] = None;
            }
        }
        let kept: Vec<usize> = (0..summaries.len()).filter(|&it| summaries[it].is_some()).collect();
        let numbers: HashMap<usize, usize> = kept.into_iter().zip(0..).collect();
        summaries.into_iter().flatten().map(|summary| summary.renumbered(&numbers)).collect()
    }

    /// The summaries of loops of a part that are finished, each with the place of its entrance.
    fn loops_of(&mut self, fragments: &mut Fragments, part: &Part, nodes: &[From]) -> Vec<(usize, Summary)> {
        let mut loops = Vec::new();
        let places = nodes.iter().enumerate().filter(|(_, from)| matches!(from, From::Node(_)));
        for (place, _) in places {
            let entrance = part.nodes[place].point;
            let Some(scope) = fragments.scope(self.builder, entrance) else { continue };
            let is_entered = part.start.nodes.contains(&place)
                || part
                    .nodes
                    .iter()
                    .any(|from| !scope.contains(&from.point) && from.next.nodes.contains(&place));
            if is_entered
                && let Some(part) = self.loop_of(part, nodes, place, &scope)
                && let Some(precision) = self.precision_of(fragments, entrance)
            {
                loops.push((place, Summary { entrance, precision, part }));
            }
        }
        loops
    }

    /// What lies between a node at the entrance of a loop and its exits, if all of it is searched.
    fn loop_of(&self, part: &Part, nodes: &[From], place: usize, scope: &Scope) -> Option<Part> {
        let (mut places, mut next) = (vec![place], 0);
        let mut numbers: HashMap<usize, usize> = [(place, 0)].into_iter().collect();
        while let Some(&place) = places.get(next) {
            next += 1;
            if !scope.contains(&part.nodes[place].point) {
                continue;
            }
            if let From::Node(id) = nodes[place]
                && (self.is_waiting(id) || !self.nodes[id].is_searched)
            {
                return None;
            }
            for &to in &part.nodes[place].next.nodes {
                numbers.entry(to).or_insert_with(|| {
                    places.push(to);
                    places.len() - 1
                });
            }
        }
        let inside = places.iter().map(|&place| {
            let mut node = part.nodes[place].clone();
            match scope.contains(&node.point) {
                true => node.next.nodes.iter_mut().for_each(|it| *it = numbers[it]),
                false => node.next = Hints::default(),
            }
            node
        });
        let start = Hints { nodes: vec![0], parts: Vec::new() };
        let entrance = part.nodes[place].condition.clone();
        let function = Some(self.builder.function(part.nodes[place].point.context));
        Some(Part { function, entrance, start, nodes: inside.collect() })
    }

    /// Whether nothing is left to be done between a node at an entrance and its exits, and the error was not met there.
    fn is_all_searched(&self, root: usize) -> bool {
        (0..self.nodes.len()).all(|id| {
            let node = &self.nodes[id];
            node.entrance != Some(root)
                || node.is_removed
                || node.covered_by.is_some()
                || !self.is_waiting(id)
                    && (node.is_searched || self.is_at_exit(id) || self.loop_hole(id).is_some())
        })
    }

    /// What is told apart in a fragment and in all that impacts it.
    fn precision_of(&mut self, fragments: &mut Fragments, entrance: Point) -> Option<HashMap<Place, Told>> {
        let fragment = fragments.get(self.builder, entrance)?;
        let places = self.precision.places().filter(|(place, ..)| fragment.has(*place));
        let told = |(place, ids, tracked): (Place, &[_], _)| {
            (place, (ids.iter().map(|&id| self.precision.term(id)).collect(), tracked))
        };
        Some(places.map(told).collect())
    }

    /// Whether another summary is applicable wherever one is. All of one search have one precision.
    fn is_subsumed(&mut self, summaries: &[Option<Summary>], from: &[From], index: usize) -> bool {
        let (Some(summary), From::Node(node)) = (&summaries[index], from[index]) else { return false };
        let (valuation, region) = (self.nodes[node].valuation.clone(), self.nodes[node].region);
        summaries.iter().zip(from).any(|(other, from)| {
            let (Some(other), &From::Node(by)) = (other, from) else { return false };
            let it = &self.nodes[by];
            by != node
                && other.entrance == summary.entrance
                && it.valuation.iter().all(|(symbol, value)| valuation.get(symbol) == Some(value))
                && self.bdds.implies(region, it.region)
        })
    }
}
