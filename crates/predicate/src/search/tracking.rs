//! Tracked data: abstract states are told apart by its values, and so are the blocks between them.

use rustc_hash::FxHashMap as HashMap;
use std::rc::Rc;

use super::Search;
use crate::block::{Block, Blocks, Valuation};
use crate::path::Path;
use crate::refine;
use formula::{Symbol, Term};
use solver::Answer;

/// Values of data that are told apart behind one block.
const CASES: usize = 64;
/// Combinations of values that are told apart behind one block.
const COMBINATIONS: usize = 512;

impl<'a, 'p> Search<'a, 'p> {
    /// The blocks from where a node is, for any state.
    pub(super) fn general_blocks(&mut self, node: usize) -> Rc<Blocks> {
        match self.nodes[node].point {
            Some(point) => self.builder.blocks(point),
            None => self.initial.clone(),
        }
    }

    /// The blocks from a node.
    pub(super) fn blocks(&mut self, node: usize) -> Rc<Blocks> {
        let (point, valuation) = (self.nodes[node].point, self.nodes[node].valuation.clone());
        let general = self.general_blocks(node);
        if !self.precision.is_tracking() {
            return general;
        }
        if let Some(known) = self.special.get(&(point, valuation.clone())) {
            return known.clone();
        }
        let special = Rc::new(self.specialise(&general, &valuation));
        if self.builder.limits.reached().is_none() {
            self.special.insert((point, valuation), special.clone());
        }
        special
    }

    /// Blocks given what is known before them, one for each combination of values that is to be known behind them.
    pub(super) fn specialise(&mut self, general: &Blocks, valuation: &Valuation) -> Blocks {
        let mut all = Vec::new();
        let mut done = HashMap::default();
        let by = |symbol: Symbol| valuation.get(&symbol).copied();
        for block in &general.all {
            let terms = &mut self.builder.encoder.terms;
            let guard = terms.replace(block.guard, &by, &mut done);
            if guard == Term::FALSE {
                continue;
            }
            let values =
                block.values.iter().map(|(&symbol, &value)| (symbol, terms.replace(value, &by, &mut done)));
            let whole = Block {
                target: block.target.clone(),
                guard,
                values: values.collect(),
                is_possible: false,
                valuation: Valuation::new(),
            };
            all.append(&mut self.cases(whole, valuation));
        }
        let (inputs, errors) = (general.inputs.clone(), general.errors.clone());
        Blocks { id: self.builder.new_id(), all, inputs, errors, is_complete: general.is_complete }
    }

    /// A block for each combination of constants that tracked data may be behind it, and for what else it may be.
    pub(super) fn cases(&mut self, mut block: Block, valuation: &Valuation) -> Vec<Block> {
        let Some(point) = block.target.point() else { return vec![block] };
        let place = self.builder.place(point);
        let terms = &mut self.builder.encoder.terms;
        let mut open = Vec::new();
        for symbol in self.precision.tracked(place) {
            let value = block.values.get(&symbol).or_else(|| valuation.get(&symbol)).copied();
            let leaves = value.and_then(|value| Some((value, terms.constant_leaves(value, CASES)?)));
            match leaves {
                Some((_, (constants, false))) if constants.len() == 1 => {
                    block.values.insert(symbol, constants[0]);
                    block.valuation.insert(symbol, constants[0]);
                }
                Some((value, (constants, _))) if !constants.is_empty() => {
                    open.push((symbol, value, constants));
                }
                _ => {}
            }
        }
        if open.is_empty() {
            return vec![block];
        }
        let (mut cases, mut rest) = (Vec::new(), block.guard);
        let mut query = self.smt.query();
        query.assert(self.smt, &self.builder.encoder.terms, block.guard);
        while cases.len() < COMBINATIONS && self.builder.limits.reached().is_none() {
            match query.check(self.smt, &self.builder.encoder.terms, &[]) {
                Answer::Unsat => return cases,
                Answer::Unknown => break,
                Answer::Sat => {}
            }
            let Some(mut model) = query.model() else { break };
            let (mut case, mut is_this) = (Block { is_possible: true, ..block.clone() }, Term::TRUE);
            for (symbol, value, constants) in &open {
                let bits = model.bits(self.smt, &self.builder.encoder.terms, *value);
                let terms = &mut self.builder.encoder.terms;
                let known =
                    constants.iter().find(|&&constant| bits.is_some() && terms.constant(constant) == bits);
                match known {
                    Some(&constant) => {
                        let is_it = terms.eq(*value, constant);
                        is_this = terms.and(is_this, is_it);
                        case.values.insert(*symbol, constant);
                        case.valuation.insert(*symbol, constant);
                    }
                    None => {
                        for &constant in constants {
                            let is_it = terms.eq(*value, constant);
                            let not = terms.not(is_it);
                            is_this = terms.and(is_this, not);
                        }
                    }
                }
            }
            let terms = &mut self.builder.encoder.terms;
            case.guard = terms.and(block.guard, is_this);
            let not = terms.not(is_this);
            rest = terms.and(rest, not);
            query.assert(self.smt, &self.builder.encoder.terms, not);
            cases.push(case);
        }
        // Nothing is told apart of what is left.
        cases.push(Block { guard: rest, ..block });
        cases
    }

    /// Tracks the values of variables that exclude the path.
    pub(super) fn track(&mut self, path: &Path) {
        let mut is_new = false;
        for (point, flag) in refine::flags_needed(self.builder, self.smt, path) {
            let place = self.builder.place(point);
            is_new |= self.precision.track(place, flag);
        }
        if is_new {
            self.special.clear();
            self.over.clear();
        }
    }
}
