//! The summaries of a search, for later runs: of procedures that were searched to their end without coming upon the error.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use cfa::program::FunctionId;

use super::Search;
use super::proof::From;
use crate::abstraction::Place;
use crate::inherited::{Fragments, Summary, Told};

impl Search<'_, '_> {
    /// The summaries that are finished, however the search ended. A part is if all its nodes are searched and if the parts
    /// that it enters are finished.
    pub fn finished(&mut self, fragments: &mut Fragments) -> Vec<Summary> {
        let (proof, from) = self.parts();
        let mut summaries: Vec<Option<Summary>> = Vec::new();
        for (part, &from) in proof.parts.iter().zip(&from) {
            let precision = match (from, part.function) {
                (From::Node(root), Some(function)) if self.is_all_searched(root) => {
                    self.precision_of(fragments, function)
                }
                (From::Summary(number), _) => {
                    self.holes.as_ref().map(|it| it.summary(number).precision.clone())
                }
                _ => None,
            };
            let it = part.function.zip(precision);
            summaries.push(it.map(|(function, precision)| Summary {
                function,
                precision,
                part: part.clone(),
            }));
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

    /// Whether nothing is left to be done between a node at an entrance and its exits, and the error was not met there.
    fn is_all_searched(&self, root: usize) -> bool {
        (0..self.nodes.len()).all(|id| {
            let node = &self.nodes[id];
            node.entrance != Some(root)
                || node.is_removed
                || node.covered_by.is_some()
                || !self.is_waiting(id) && (node.is_searched || self.is_at_exit(id))
        })
    }

    /// What is told apart in a fragment and in all that impacts it.
    fn precision_of(
        &mut self,
        fragments: &mut Fragments,
        function: FunctionId,
    ) -> Option<HashMap<Place, Told>> {
        let fragment = fragments.get(self.builder, function)?;
        let places = self.precision.places().filter(|(place, ..)| fragment.functions.contains(&place.0));
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
                && other.function == summary.function
                && it.valuation.iter().all(|(symbol, value)| valuation.get(symbol) == Some(value))
                && self.bdds.implies(region, it.region)
        })
    }
}
