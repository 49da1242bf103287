//! Whether a proof proves a program safe, asked without the search that found it.
//!
//! Every block between two points is encoded from the program at hand, for any state, and has to lead from what holds before it
//! to what holds behind it; none may lead to the error or to what the engine cannot follow. Each of these *obligations* is a
//! formula that must not be satisfiable, asked alone.
//!
//! Guarantee: if all are met, every state that the program reaches, as [`crate::encode`] describes it, satisfies a condition of the
//! proof at its point. By induction over the run: the initial block and every entrance lead to nodes of their part (or into a
//! part that covers the call, and from each of its exits to nodes behind the call), and so does every node. What is
//! assumed along the way is checked along the way: conditions speak of nothing that is not there at their point, a
//! procedure changes only what its summary says it may, and what always holds of data holds of what it is set to.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use cfa::program::FunctionId;

use super::obligation::{Obligations, Oracle, Values};
use super::{Condition, Hints, Node, Part, Proof};
use crate::block::{Block, Blocks, Builder, Point, Target};
use crate::summary::ENTRANCE;
use formula::digest::Digest;
use formula::{Symbol, Term};
use solver::Smt;

/// Why a proof does not hold, or is not known to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// What a block leads to and must not, as far as is known.
    Obligation(&'static str),
    NotVisible,
    NotForeseen,
    NotWhole,
}

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Obligation(what) => write!(f, "a step may lead to {what}"),
            Failure::NotVisible => f.write_str("a condition speaks of what is not there"),
            Failure::NotForeseen => f.write_str("a procedure changes what it is not known to change"),
            Failure::NotWhole => f.write_str("it is not of the whole program"),
        }
    }
}

/// Checks a proof.
pub fn certify(builder: &mut Builder<'_>, smt: &mut Smt, main: FunctionId, proof: &Proof) -> Certificate {
    let mut check = Check { oracle: Oracle::new(builder, smt), proof };
    let result = check.proof(main);
    let Oracle { count, met, .. } = check.oracle;
    Certificate { result, obligations: count, met: met.into_iter().collect() }
}

/// What came of checking a proof.
pub struct Certificate {
    pub result: Result<(), Failure>,
    pub obligations: Obligations,
    /// Obligations that are met by answers of the solver.
    pub met: Vec<Digest>,
}

struct Check<'a, 'p> {
    oracle: Oracle<'a, 'p>,
    proof: &'a Proof,
}

/// What is said of a value that breaks what always holds.
const NEVER: &str = "a value that data never has";

/// A place in a proof that blocks begin at.
struct From<'a> {
    part: &'a Part,
    /// Nothing at the start of the program.
    point: Option<Point>,
    condition: &'a Condition,
    next: &'a Hints,
}

impl Check<'_, '_> {
    fn proof(&mut self, main: FunctionId) -> Result<(), Failure> {
        let proof = self.proof;
        // One part for `main`, and that first: no other begins with the program.
        // Nothing is known there, whatever the proof says.
        let is_open = |part: &Part| part.entrance.known.is_empty() && part.entrance.formula == Term::TRUE;
        let is_in_place = |(index, part): (usize, &Part)| match part.function {
            None => index == 0 && is_open(part),
            Some(_) => index > 0,
        };
        if proof.parts.is_empty() || !proof.parts.iter().enumerate().all(is_in_place) {
            return Err(Failure::NotWhole);
        }
        // Before anything is asked, since it costs nothing.
        for part in &proof.parts {
            if let Some(function) = part.function {
                let point = self.entrance(function)?;
                self.visible(point, &part.entrance)?;
            }
            part.nodes.iter().try_for_each(|node| self.visible(node.point, &node.condition))?;
        }
        for part in &proof.parts {
            let (blocks, point) = match part.function {
                None => (self.oracle.builder.initial(main), None),
                Some(function) => {
                    let point = self.entrance(function)?;
                    (self.oracle.builder.blocks(point), Some(point))
                }
            };
            self.all(&blocks, &From { part, point, condition: &part.entrance, next: &part.start })?;
            for node in &part.nodes {
                // What lies behind an exit is for whoever calls.
                if self.oracle.builder.is_end(node.point) {
                    continue;
                }
                let blocks = self.oracle.builder.blocks(node.point);
                let from =
                    From { part, point: Some(node.point), condition: &node.condition, next: &node.next };
                self.all(&blocks, &from)?;
            }
        }
        Ok(())
    }

    /// Where a procedure with a summary is entered.
    fn entrance(&mut self, function: FunctionId) -> Result<Point, Failure> {
        if !self.oracle.builder.is_chosen(function) {
            return Err(Failure::NotWhole);
        }
        self.oracle.builder.procedure(function).ok_or(Failure::NotWhole)?;
        Ok(self.oracle.builder.entrance_of(function))
    }

    /// A condition at a point speaks of what is there.
    fn visible(&self, point: Point, condition: &Condition) -> Result<(), Failure> {
        let (keys, values): (Vec<Symbol>, Vec<Term>) = condition.known.iter().unzip();
        let mut is_visible = keys.iter().all(|&symbol| self.oracle.builder.is_visible(point, symbol));
        let terms = &self.oracle.builder.encoder.terms;
        terms.for_each_symbol(&[condition.formula], |symbol| {
            is_visible &= self.oracle.builder.is_visible(point, symbol);
        });
        // A value is the same wherever it is put in.
        terms.for_each_symbol(&values, |symbol| {
            is_visible &= self.oracle.builder.encoder.keys.is_address(symbol)
        });
        is_visible.then_some(()).ok_or(Failure::NotVisible)
    }

    /// All blocks from a place.
    fn all(&mut self, blocks: &Blocks, from: &From<'_>) -> Result<(), Failure> {
        if !blocks.is_complete {
            return Err(Failure::NotWhole);
        }
        blocks.all.iter().try_for_each(|block| self.block(block, from))
    }

    fn block(&mut self, block: &Block, from: &From<'_>) -> Result<(), Failure> {
        self.foreseen(block, from)?;
        match block.target {
            Target::Error => self.refute(from, block.guard, Term::TRUE, "the error"),
            Target::Obstacle(_) => self.refute(from, block.guard, Term::TRUE, "what is not modelled"),
            Target::Point(to) => {
                self.facts(block, from)?;
                self.covered(from, to, block.guard, &block.values, "a state that no condition covers")
            }
            Target::Enter(edge, entrance) => {
                self.facts(block, from)?;
                self.call(block, from, edge, entrance)
            }
        }
    }

    /// The states behind a step are those of some nodes at a point.
    fn covered(
        &mut self,
        from: &From<'_>,
        to: Point,
        guard: Term,
        values: &Values,
        what: &'static str,
    ) -> Result<(), Failure> {
        let nodes = &from.part.nodes;
        let hinted = from.next.nodes.iter().filter_map(|&it| nodes.get(it));
        let hinted: Vec<&Condition> = at(to, hinted).collect();
        let there: Vec<&Condition> = at(to, nodes.iter()).collect();
        let is_covered = self.oracle.is_covered(from.condition, guard, values, &hinted)
            || there.len() > hinted.len() && self.oracle.is_covered(from.condition, guard, values, &there);
        is_covered.then_some(()).ok_or(Failure::Obligation(what))
    }

    /// A call by a summary: parts cover it, and nodes behind it cover each of their exits.
    fn call(&mut self, block: &Block, from: &From<'_>, edge: u32, entrance: Point) -> Result<(), Failure> {
        let proof = self.proof;
        let function = self.oracle.builder.function(entrance.context);
        let hinted = from.next.parts.iter().filter_map(|&it| proof.parts.get(it));
        let parts: Vec<&Part> = hinted.filter(|part| part.function == Some(function)).collect();
        let outside = self.oracle.none_of(parts.iter().map(|part| &part.entrance), &block.values);
        self.refute(from, block.guard, outside, "a call that nothing covers")?;
        if parts.is_empty() {
            return Ok(());
        }
        // Calls by summaries begin a block of their own, so the start of the program makes none.
        let at = from.point.ok_or(Failure::NotWhole)?;
        let (leave, to) = self.oracle.builder.behind(at, edge, entrance).ok_or(Failure::NotWhole)?;
        let procedure = self.oracle.builder.procedure(function).ok_or(Failure::NotWhole)?;
        for part in parts {
            let entered = self.oracle.holds(&part.entrance, &block.values);
            for exit in part.nodes.iter().filter(|node| node.point.context == entrance.context) {
                if !self.oracle.builder.is_end(exit.point) {
                    continue;
                }
                let over = procedure.over(&mut self.oracle.builder.encoder, block, &leave, &BTreeMap::new());
                let left = self.oracle.holds(&exit.condition, &over.at_exit);
                let terms = &mut self.oracle.builder.encoder.terms;
                let guard = terms.all([over.guard, entered, left]);
                let behind = Block { values: over.values, guard, ..leave.clone() };
                self.foreseen(&behind, from)?;
                self.facts(&behind, from)?;
                self.covered(from, to, behind.guard, &behind.values, "a return that nothing covers")?;
            }
        }
        Ok(())
    }

    /// A procedure changes only what its summary says it may, and frames that end with it.
    fn foreseen(&mut self, block: &Block, from: &From<'_>) -> Result<(), Failure> {
        let (Some(function), Some(point)) = (from.part.function, from.point) else { return Ok(()) };
        let procedure = self.oracle.builder.procedure(function).ok_or(Failure::NotForeseen)?;
        let target = block.target.point();
        let is_foreseen = |&symbol: &Symbol| {
            procedure.modified.contains(&symbol)
                || point.at == ENTRANCE && procedure.ghosts.values().any(|&ghost| ghost == symbol)
                || procedure.result == Some(symbol)
                || self.oracle.builder.encoder.keys.home(symbol).is_some_and(|home| {
                    let is_callees =
                        target.is_some_and(|to| self.oracle.builder.function(to.context) == home);
                    is_callees
                        || self.oracle.builder.is_in(point.context, home)
                        || target.is_some_and(|to| self.oracle.builder.is_in(to.context, home))
                })
        };
        match block.values.keys().all(is_foreseen) {
            true => Ok(()),
            false => Err(Failure::NotForeseen),
        }
    }

    /// What always holds of data holds of what it is set to.
    fn facts(&mut self, block: &Block, from: &From<'_>) -> Result<(), Failure> {
        for &symbol in block.values.keys() {
            let Some(fact) = self.oracle.builder.encoder.terms.fact(symbol) else { continue };
            let holds = self.oracle.behind(fact, &block.values);
            let not = self.oracle.builder.encoder.terms.not(holds);
            // It mostly holds by how the value is made, whatever else is the case.
            if !self.oracle.is_refuted(&Condition::ANYTHING, Term::TRUE, not) {
                self.refute(from, block.guard, not, NEVER)?;
            }
        }
        Ok(())
    }

    /// No state of a place passes a guard and satisfies something.
    fn refute(
        &mut self,
        from: &From<'_>,
        guard: Term,
        outside: Term,
        what: &'static str,
    ) -> Result<(), Failure> {
        let is_refuted = self.oracle.is_refuted(from.condition, guard, outside);
        is_refuted.then_some(()).ok_or(Failure::Obligation(what))
    }
}

/// What is said of a point.
fn at<'a>(point: Point, nodes: impl Iterator<Item = &'a Node>) -> impl Iterator<Item = &'a Condition> {
    nodes.filter(move |node| node.point == point).map(|node| &node.condition)
}
