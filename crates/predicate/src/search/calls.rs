//! Calls by summaries: every exit of a procedure is handed to every call that its entrance stands for.

use rustc_hash::FxHashMap as HashMap;
use std::rc::Rc;

use cfa::program::FunctionId;

use super::{Call, Search};
use crate::abstraction;
use crate::bdd::Bdd;
use crate::block::{Block, Blocks, Point, Target, Valuation, equalities, not_modelled};
use crate::path::{Link, Model, Step};
use crate::summary::Procedure;
use formula::Symbol;

impl<'a, 'p> Search<'a, 'p> {
    /// Whether the procedure of an entrance can be entered; else that is an obstacle.
    pub(super) fn is_procedure_known(&mut self, entrance: Point) -> bool {
        let function = self.builder.function(entrance.context);
        let is_known = self.builder.procedure(function).is_some();
        if !is_known {
            self.give_up_on(function, |name| format!("{name} has too many paths"));
        }
        is_known
    }

    /// Notes that a procedure cannot be summed up.
    pub(super) fn give_up_on(&mut self, function: FunctionId, why: impl Fn(&str) -> String) {
        let function = self.builder.program.function(function);
        let message = why(&function.source_name);
        let obstacle = not_modelled(message, function.pos);
        if self.obstacles.iter().all(|(known, _)| *known != obstacle) {
            self.obstacles.push((obstacle, Model::default()));
        }
    }

    /// Whether a block changes only what the procedure it is in is known to change; else that is an obstacle. A summary
    /// rests on that, so it is looked at, wherever it was found out.
    pub(super) fn is_foreseen(&mut self, node: usize, block: &Block) -> bool {
        let Some(point) = self.nodes[node].entrance.and_then(|entrance| self.nodes[entrance].point) else {
            return true;
        };
        let function = self.builder.function(point.context);
        let Some(procedure) = self.builder.procedure(function) else { return false };
        let keys = &self.builder.encoder.keys;
        let is_foreseen =
            |symbol: &Symbol| keys.home(*symbol).is_some() || procedure.modified.contains(symbol);
        let is_all = block.values.keys().all(is_foreseen);
        if !is_all {
            self.give_up_on(function, |name| format!("what {name} changes is not known"));
        }
        is_all
    }

    pub(super) fn is_at_exit(&self, node: usize) -> bool {
        self.nodes[node].point.is_some_and(|point| self.builder.is_end(point))
    }

    /// The node at an entrance that is explored for this one.
    pub(super) fn root(&self, mut entrance: usize) -> usize {
        while let Some(by) = self.nodes[entrance].covered_by {
            entrance = by;
        }
        entrance
    }

    /// All nodes at an entrance that are explored by a node.
    pub(super) fn entering(&self, root: usize) -> Vec<usize> {
        let Some(list) = self.nodes[root].point.and_then(|point| self.at.get(&point)) else {
            return Vec::new();
        };
        list.iter().copied().filter(|&it| self.root(it) == root).collect()
    }

    /// A node at an exit leads back to all callers.
    pub(super) fn hand_out(&mut self, exit: usize) {
        let Some(root) = self.nodes[exit].entrance else { return };
        for entrance in self.entering(root) {
            self.step_over((entrance, exit));
        }
    }

    /// A node at an entrance is now covered: it, and those that it covers, have the exits that are known.
    pub(super) fn go_on_behind(&mut self, entrance: usize) {
        let root = self.root(entrance);
        let is_known = |&it: &usize| {
            let node = &self.nodes[it];
            node.entrance == Some(root) && node.covered_by.is_none() && !self.is_waiting(it)
        };
        let Some(point) = self.nodes[root].point else { return };
        let at = self.builder.exit_of(point.context);
        let list = self.at.get(&Point { context: point.context, at });
        let exits: Vec<usize> = list.into_iter().flatten().copied().filter(is_known).collect();
        for entrance in self.entering(root) {
            exits.iter().for_each(|&exit| self.step_over((entrance, exit)));
        }
    }

    /// Goes on behind a call with what holds at an exit.
    pub(super) fn step_over(&mut self, (entrance, exit): Call) {
        let Some((caller, enter)) = self.nodes[entrance].parent.clone() else { return };
        let is_done = |&it: &usize| self.nodes[it].over == Some((entrance, exit));
        if self.nodes[caller].children.iter().any(is_done) {
            return;
        }
        if self.graft_over(caller, &enter, (entrance, exit)) {
            return;
        }
        let key = (enter.blocks.id, enter.index, self.nodes[exit].region, self.nodes[exit].valuation.clone());
        let blocks = match self.over.get(&key) {
            Some(blocks) => blocks.clone(),
            None => {
                let Some(block) = self.block_over(caller, &enter, exit) else { return };
                let (id, all) = (self.builder.new_id(), vec![block]);
                let general = Blocks { id, all, is_complete: true, ..Blocks::default() };
                let valuation = self.nodes[caller].valuation.clone();
                let blocks = Rc::new(match self.precision.is_tracking() {
                    true => self.specialise(&general, &valuation),
                    false => general,
                });
                self.over.insert(key, blocks.clone());
                blocks
            }
        };
        for (index, block) in blocks.all.iter().enumerate() {
            if !self.is_foreseen(caller, block) {
                continue;
            }
            let next = self.successor(caller, &blocks, index);
            if next != Bdd::FALSE {
                let valuation = self.nodes[caller].valuation.clone();
                let step = Step { valuation, blocks: blocks.clone(), index, link: Link::Within };
                let known = Rc::new(block.valuation.clone());
                self.add(block.target.point(), known, next, Some((caller, step)), Some((entrance, exit)));
            }
        }
    }

    /// A call and its return as one block, by what holds at the exit.
    pub(super) fn block_over(&mut self, caller: usize, enter: &Step, exit: usize) -> Option<Block> {
        let (leave, procedure) = self.leaving(caller, enter, &Valuation::new())?;
        let exit = &self.nodes[exit];
        let encoder = &mut self.builder.encoder;
        let over = procedure.over(encoder, enter.block(), &leave.all[0], &exit.valuation);
        let known = equalities(&exit.valuation, &mut encoder.terms);
        let relation = abstraction::formula(exit.region, &self.bdds, &self.precision, &mut encoder.terms);
        let relation = encoder.terms.and(known, relation);
        let by = |symbol: Symbol| over.at_exit.get(&symbol).copied();
        let relation = encoder.terms.replace(relation, &by, &mut HashMap::default());
        Some(Block {
            is_possible: false,
            target: leave.all[0].target.clone(),
            guard: encoder.terms.and(over.guard, relation),
            values: over.values,
            valuation: Valuation::new(),
        })
    }

    pub(super) fn leaving(
        &mut self,
        caller: usize,
        enter: &Step,
        known: &Valuation,
    ) -> Option<(Rc<Blocks>, Rc<Procedure>)> {
        let Target::Enter(edge, entrance) = enter.block().target else { return None };
        let function = self.builder.function(entrance.context);
        let procedure = self.builder.procedure(function)?;
        let leave = self.builder.leaving(self.nodes[caller].point?, edge, function, known)?;
        Some((leave, procedure))
    }
}
