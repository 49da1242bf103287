//! Transplant: where the program is as it was, the conditions of an earlier proof take the place of the abstraction.
//!
//! The proof is of another program, so its conditions are only *candidates*. A node that was made of one has, for each block
//! behind it, the candidates that covered that block in the proof. If they still do, which is one obligation and mostly known by
//! its digest, they become the node's successors and nothing is computed. Otherwise, and for blocks that are new, the
//! abstraction goes on from there, with the predicates of the proof.
//!
//! After section 5 of He, Yu, Cai on summary reuse (2020), and Beyer, Löwe, Novikov, Stahlbauer, Wendler: *Precision reuse for
//! efficient regression verification* (FSE 2013).
//!
//! Guarantee: that of the search, since a candidate becomes a node only if it covers all states that a block leads to. (Besides,
//! [`crate::proof::certify`] checks what comes of it like any other proof.)
//!
//! Deviations: 1. What is reused is conditions at points with their obligations, not summaries of fragments chosen by what their code
//! is; a condition survives an edit in its own fragment. 2. Of the candidates on a path that turns out to be impossible the last is given
//! up if no new predicates are found soon, as it may be all that lets the path pass.

#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap as HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::{Call, Node, Search};
use crate::abstraction::Place;
use crate::bdd::Bdd;
use crate::block::{Block, Blocks, Point, Target, Valuation};
use crate::path::{Link, Step};
use crate::proof::obligation::{Oracle, Values};
use crate::proof::{Condition, Hints, Proof};
use formula::{Node as Of, Sort, Term};

/// Diagrams that all candidates together may have.
const DIAGRAMS: usize = 200_000;
/// Candidates of one point that are tried together, if those of the proof do not cover a block.
const TOGETHER: usize = 12;

/// A condition of the earlier proof.
struct Candidate {
    condition: Condition,
    valuation: Rc<Valuation>,
    region: Bdd,
    /// Where it was, and which candidates were next: nodes of its part, and entrances.
    point: Option<Point>,
    next: Hints,
    is_given_up: bool,
}

/// What an earlier proof offers.
#[derive(Default)]
pub struct Transplant {
    candidates: Vec<Candidate>,
    /// By node, the candidate that it was made of.
    of: HashMap<usize, usize>,
    at: HashMap<Point, Vec<usize>>,
    /// Where the candidates of each part begin and end.
    parts: Vec<Range<usize>>,
}

impl Transplant {
    fn part(&self, candidate: usize) -> Range<usize> {
        let part = self.parts.iter().find(|part| part.contains(&candidate));
        part.cloned().unwrap_or(candidate..candidate)
    }

    /// No node is made from now on of the candidate that one was made of; whether there was one.
    fn give_up(&mut self, node: usize) -> bool {
        let candidate = self.of.get(&node).map(|&it| &mut self.candidates[it]);
        candidate.is_some_and(|it| !std::mem::replace(&mut it.is_given_up, true))
    }

    /// Which of some nodes of a path are to be made anew first: those that were made of no candidate, else the last.
    pub fn first_to_go(&mut self, nodes: Vec<usize>) -> Vec<usize> {
        let is_made = |node: &usize| self.of.get(node).is_some_and(|&it| !self.candidates[it].is_given_up);
        let (made, others): (Vec<usize>, Vec<usize>) = nodes.into_iter().partition(is_made);
        match made.last().copied().filter(|_| others.is_empty()) {
            Some(last) => {
                self.give_up(last);
                vec![last]
            }
            None => others,
        }
    }

    /// What a node stands for, as the proof said it.
    pub fn condition(&self, node: usize) -> Option<&Condition> {
        self.of.get(&node).map(|&candidate| &self.candidates[candidate].condition)
    }
}

impl Search<'_, '_> {
    /// Offers the conditions of a proof, and takes up its predicates. Whether there is anything to offer.
    pub fn transplant(&mut self, proof: &Proof) -> bool {
        let mut transplant = Transplant::default();
        let firsts: Vec<usize> = proof
            .parts
            .iter()
            .scan(0, |next, part| Some(std::mem::replace(next, *next + part.nodes.len() + 1)))
            .collect();
        for (part, &first) in proof.parts.iter().zip(&firsts) {
            transplant.parts.push(first..first + part.nodes.len() + 1);
            let entrance = part.function.map(|function| self.builder.entrance_of(function));
            let start = std::iter::once((entrance, &part.entrance, &part.start));
            let nodes = part.nodes.iter().map(|node| (Some(node.point), &node.condition, &node.next));
            for (point, condition, next) in start.chain(nodes) {
                let region = self.region(point, condition);
                let next = Hints {
                    nodes: next.nodes.iter().map(|node| first + 1 + node).collect(),
                    parts: next.parts.iter().filter_map(|&part| firsts.get(part).copied()).collect(),
                };
                if let Some(point) = point.filter(|_| region.is_some()) {
                    transplant.at.entry(point).or_default().push(transplant.candidates.len());
                }
                transplant.candidates.push(Candidate {
                    condition: condition.clone(),
                    valuation: Rc::new(condition.known.clone()),
                    region: region.unwrap_or(Bdd::TRUE),
                    point,
                    next,
                    is_given_up: region.is_none(),
                });
                if self.bdds.len() > DIAGRAMS {
                    return false;
                }
            }
        }
        self.transplant = Some(transplant);
        !proof.parts.is_empty()
    }

    /// Takes up the predicates of a proof, and nothing else.
    pub fn take_up_precision(&mut self, proof: &Proof) {
        for part in &proof.parts {
            let entrance = part.function.map(|function| self.builder.entrance_of(function));
            let nodes = part.nodes.iter().map(|node| (Some(node.point), &node.condition));
            for (point, condition) in std::iter::once((entrance, &part.entrance)).chain(nodes) {
                if self.bdds.len() <= DIAGRAMS {
                    self.region(point, condition);
                }
            }
        }
    }

    /// How many of its conditions are nodes now.
    pub fn kept(&self) -> u64 {
        let Some(transplant) = &self.transplant else { return 0 };
        let is_live = |node: usize| !self.nodes[node].is_removed && self.nodes[node].covered_by.is_none();
        transplant.of.keys().filter(|&&node| is_live(node)).count() as u64
    }

    /// A condition as a region, whose predicates and data are told apart at its point from now on.
    fn region(&mut self, point: Option<Point>, condition: &Condition) -> Option<Bdd> {
        let Some(point) = point else { return Some(Bdd::TRUE) };
        let place = self.builder.place(point);
        let is_visible = condition.known.keys().all(|&symbol| self.builder.is_visible(point, symbol))
            && self.is_visible(point, condition.formula);
        if !is_visible {
            return None;
        }
        for &symbol in condition.known.keys() {
            self.precision.track(place, symbol);
        }
        self.diagram(Some(place), condition.formula, &mut HashMap::default())
    }

    /// A formula as a diagram over its atoms, which are told apart at a place from now on, if there is one.
    pub(super) fn diagram(
        &mut self,
        place: Option<Place>,
        term: Term,
        done: &mut HashMap<Term, Bdd>,
    ) -> Option<Bdd> {
        if let Some(&known) = done.get(&term) {
            return Some(known);
        }
        let terms = &self.builder.encoder.terms;
        let is_bool = |term: Term| terms.sort(term) == Sort::Bool;
        let bdd = match terms.node(term) {
            Of::Bool(value) => [Bdd::FALSE, Bdd::TRUE][usize::from(value)],
            Of::Not(a) => {
                let a = self.diagram(place, a, done)?;
                self.bdds.not(a)
            }
            Of::And(a, b) => {
                let (a, b) = (self.diagram(place, a, done)?, self.diagram(place, b, done)?);
                self.bdds.and(a, b)
            }
            Of::Or(a, b) => {
                let (a, b) = (self.diagram(place, a, done)?, self.diagram(place, b, done)?);
                self.bdds.or(a, b)
            }
            Of::Ite(c, a, b) => {
                let c = self.diagram(place, c, done)?;
                let (a, b) = (self.diagram(place, a, done)?, self.diagram(place, b, done)?);
                self.bdds.ite(c, a, b)
            }
            Of::Eq(a, b) if is_bool(a) => {
                let (a, b) = (self.diagram(place, a, done)?, self.diagram(place, b, done)?);
                let not = self.bdds.not(b);
                self.bdds.ite(a, b, not)
            }
            _ => {
                let terms = &mut self.builder.encoder.terms;
                if let Some(place) = place {
                    self.precision.add(terms, place, term);
                }
                let (id, value) = self.precision.intern(terms, term)?;
                self.bdds.variable(id.0, value)
            }
        };
        done.insert(term, bdd);
        Some(bdd)
    }

    /// Takes back the last of some nodes that was made of a candidate; whether there is one.
    pub(super) fn give_up_candidate(&mut self, nodes: &[usize]) -> bool {
        let Some(transplant) = &mut self.transplant else { return false };
        let Some(&last) = nodes.iter().rev().find(|&&node| transplant.give_up(node)) else { return false };
        self.take_back(&[last]);
        true
    }

    /// The candidate that a node was made of, or else one whose states include all of the node: what followed it may follow the
    /// node. The start of the program is the start of the proof.
    pub(super) fn candidate(&mut self, node: usize) -> Option<usize> {
        let transplant = self.transplant.as_ref()?;
        let Node { point: Some(point), valuation, region, .. } = &self.nodes[node] else { return Some(0) };
        transplant.of.get(&node).copied().or_else(|| {
            transplant.at.get(point)?.iter().copied().find(|&it| {
                let it = &transplant.candidates[it];
                it.valuation.iter().all(|(symbol, value)| valuation.get(symbol) == Some(value))
                    && self.bdds.implies(*region, it.region)
            })
        })
    }

    /// Makes the successors of a node that candidates are; what is left are the blocks that none cover.
    pub(super) fn graft(&mut self, node: usize, candidate: usize) -> Rc<Blocks> {
        let general = self.general_blocks(node);
        let mut left = Vec::new();
        for (index, block) in general.all.iter().enumerate() {
            let (next, link) = match block.target {
                Target::Point(to) => (self.next(candidate, to), Link::Within),
                Target::Enter(_, to) if self.is_procedure_known(to) => {
                    (self.next(candidate, to), Link::Enter)
                }
                _ => (Vec::new(), Link::Within),
            };
            let is_foreseen = block.target.point().is_none() || self.is_foreseen(node, block);
            match is_foreseen.then(|| self.covers(node, block.guard, &block.values, next)).flatten() {
                Some(covers) => {
                    let (valuation, blocks) = (self.nodes[node].valuation.clone(), general.clone());
                    let step = Step { valuation, blocks, index, link };
                    covers.into_iter().for_each(|cover| self.take_up(cover, (node, step.clone()), None));
                }
                None => left.push(block.clone()),
            }
        }
        let (id, inputs, errors) = (self.builder.new_id(), general.inputs.clone(), general.errors.clone());
        let left = Blocks { id, all: left, inputs, errors, is_complete: general.is_complete };
        match self.precision.is_tracking() {
            true => Rc::new(self.specialise(&left, &self.nodes[node].valuation.clone())),
            false => Rc::new(left),
        }
    }

    /// Goes on behind a call with what holds at an exit, by candidates; whether they cover that.
    pub(super) fn graft_over(&mut self, caller: usize, enter: &Step, call: Call) -> bool {
        let Some(candidate) = self.candidate(caller) else { return false };
        let Some((leave, procedure)) = self.leaving(caller, enter, &Valuation::new()) else { return false };
        let [leave] = &leave.all[..] else { return false };
        let Some(to) = leave.target.point() else { return false };
        let (entrance, exit) = (self.condition(self.root(call.0)), self.condition(call.1));
        let over = procedure.over(&mut self.builder.encoder, enter.block(), leave, &Valuation::new());
        let mut oracle = Oracle::new(self.builder, self.smt);
        let entered = oracle.holds(&entrance, &enter.block().values);
        let left = oracle.holds(&exit, &over.at_exit);
        let guard = self.builder.encoder.terms.all([over.guard, entered, left]);
        let behind = Block { values: over.values, guard, ..leave.clone() };
        if !self.is_foreseen(caller, &behind) {
            return false;
        }
        let next = self.next(candidate, to);
        let covers = self.covers(caller, behind.guard, &behind.values, next);
        let Some(covers) = covers else { return false };
        let valuation = self.nodes[caller].valuation.clone();
        let blocks = Rc::new(Blocks { id: self.builder.new_id(), all: vec![behind], ..Blocks::default() });
        let step = Step { valuation, blocks, index: 0, link: Link::Within };
        covers.into_iter().for_each(|cover| self.take_up(cover, (caller, step.clone()), Some(call)));
        true
    }

    /// The candidates that followed another at a point, then all others of its part there.
    fn next(&self, candidate: usize, to: Point) -> Vec<Vec<usize>> {
        let Some(transplant) = &self.transplant else { return Vec::new() };
        let is_there = |&it: &usize| {
            let there = transplant.candidates.get(it);
            there.is_some_and(|there| there.point == Some(to) && !there.is_given_up)
        };
        let next = &transplant.candidates[candidate].next;
        let hinted: Vec<usize> = next.nodes.iter().chain(&next.parts).copied().filter(is_there).collect();
        let all: Vec<usize> = transplant.part(candidate).filter(is_there).collect();
        let mut sets = Vec::new();
        if all.len() > hinted.len() && all.len() <= TOGETHER {
            sets.push(all);
        }
        if !hinted.is_empty() {
            sets.insert(0, hinted);
        }
        sets
    }

    /// The first of some sets of candidates that covers what a block leads to: none at all if it is known to lead nowhere.
    fn covers(
        &mut self,
        node: usize,
        guard: Term,
        values: &Values,
        sets: Vec<Vec<usize>>,
    ) -> Option<Vec<usize>> {
        let from = self.condition(node);
        let transplant = self.transplant.as_ref()?;
        let mut oracle = Oracle::new(self.builder, self.smt);
        match oracle.is_known(&from, guard, Term::TRUE) {
            true => Some(Vec::new()),
            false => sets.into_iter().find(|set| {
                let by: Vec<&Condition> =
                    set.iter().map(|&it| &transplant.candidates[it].condition).collect();
                oracle.is_covered(&from, guard, values, &by)
            }),
        }
    }

    /// Makes a node of a candidate.
    fn take_up(&mut self, candidate: usize, parent: (usize, Step), over: Option<Call>) {
        let Some(transplant) = &self.transplant else { return };
        let it = &transplant.candidates[candidate];
        let (point, valuation, region) = (it.point, it.valuation.clone(), it.region);
        let node = self.add(point, valuation, region, Some(parent), over);
        if let Some(transplant) = &mut self.transplant {
            transplant.of.insert(node, candidate);
        }
    }
}
