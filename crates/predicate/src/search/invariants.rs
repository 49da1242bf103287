//! What a graph without the error says of a program.

use std::collections::BTreeMap;

use super::Search;
use crate::abstraction::{self, Place};
use crate::block::equalities;
use crate::summary::ENTRANCE;
use crate::{Invariant, Kind};
use formula::Term;

impl<'a, 'p> Search<'a, 'p> {
    /// What holds at each loop head whenever control is there, and of each procedure with a summary, if the program is safe.
    pub fn invariants(&mut self) -> Vec<Invariant> {
        let mut found: BTreeMap<Place, Vec<Term>> = BTreeMap::new();
        for node in 0..self.nodes.len() {
            let it = &self.nodes[node];
            let Some(point) = it.point.filter(|_| !it.is_removed && it.covered_by.is_none()) else {
                continue;
            };
            if !self.builder.is_telling(point) {
                continue;
            }
            let is_more = |&other: &usize| {
                let wider = &self.nodes[other];
                other != node
                    && wider.region != it.region
                    && wider.covered_by.is_none()
                    && wider.valuation == it.valuation
                    && self.bdds.implies(it.region, wider.region)
            };
            if self.at[&point].iter().any(is_more) {
                continue;
            }
            let it = &self.nodes[node];
            let terms = &mut self.builder.encoder.terms;
            let known = equalities(&it.valuation, terms);
            let formula = abstraction::formula(it.region, &self.bdds, &self.precision, terms);
            let formula = terms.and(known, formula);
            let place = self.builder.place(point);
            let list = found.entry(place).or_default();
            if !list.contains(&formula) {
                list.push(formula);
            }
        }
        let program = self.builder.encoder.program;
        let terms = &self.builder.encoder.terms;
        found
            .into_iter()
            .map(|((id, at), formulas)| {
                let function = program.function(id);
                let body = function.body.as_ref();
                let kind = match body {
                    _ if at == ENTRANCE => Kind::Entrance,
                    Some(body) if body.exit == at => Kind::Exit,
                    _ => Kind::Loop,
                };
                let edge = body.filter(|_| kind == Kind::Loop).and_then(|body| body.out(at).first());
                Invariant {
                    kind,
                    function: function.source_name.clone(),
                    pos: edge.map_or(function.pos, |edge| edge.pos),
                    cases: formulas.iter().map(|&formula| terms.show(formula)).collect(),
                }
            })
            .collect()
    }
}
