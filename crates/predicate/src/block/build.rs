//! Blocks from a point: all paths to the next ones, merged where they meet.

use rustc_hash::FxHashMap as HashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

use cfa::program::{Body, FunctionId};
use cfa::source::Pos;

use super::{Block, Blocks, Builder, PULSE, Point, Target, Valuation, not_modelled};
use crate::encode::State;
use crate::summary::ENTRANCE;
use formula::Term;
use verdict::Obstacle;

impl<'p> Builder<'p> {
    /// What leads to an obstacle at once.
    fn stuck(&mut self, message: String, pos: Pos) -> Blocks {
        let target = Target::Obstacle(not_modelled(message, pos));
        let block = Block {
            target,
            guard: Term::TRUE,
            values: BTreeMap::new(),
            is_possible: false,
            valuation: Valuation::new(),
        };
        Blocks { id: self.new_id(), all: vec![block], is_complete: true, ..Blocks::default() }
    }

    /// The blocks from the start of the program: before them, data has its initial values.
    pub fn initial(&mut self, main: FunctionId) -> Rc<Blocks> {
        if let Some(blocks) = self.initial.get(&main) {
            return blocks.clone();
        }
        let blocks = Rc::new(self.build_initial(main));
        if self.limits.reached().is_none() {
            self.initial.insert(main, blocks.clone());
        }
        blocks
    }

    fn build_initial(&mut self, main: FunctionId) -> Blocks {
        let context = self.of_main(main);
        let from = Point { context, at: Body::ENTRY };
        let mut state = State::start();
        let program = self.program;
        if let Some(&function) = program.constructors.iter().chain(&program.destructors).next() {
            let (name, pos) = (&program.function(function).source_name, program.function(function).pos);
            return self.stuck(format!("{name} runs before or after main"), pos);
        }
        if let Some((_, pos)) = program.file_asm.first() {
            return self.stuck("assembly outside functions".into(), *pos);
        }
        state.values.extend(self.encoder.initial());
        if self.is_head(from) {
            let values = state.values;
            let block = Block {
                target: Target::Point(from),
                guard: Term::TRUE,
                values,
                is_possible: false,
                valuation: Valuation::new(),
            };
            let (id, all) = (self.new_id(), vec![block]);
            return Blocks { id, all, is_complete: true, ..Blocks::default() };
        }
        self.build(from, state)
    }

    /// All blocks from a point.
    pub fn blocks(&mut self, from: Point) -> Rc<Blocks> {
        if let Some(blocks) = self.blocks.get(&from) {
            return blocks.clone();
        }
        let blocks = Rc::new(self.build(from, State::start()));
        if self.limits.reached().is_none() {
            self.blocks.insert(from, blocks.clone());
        }
        blocks
    }

    fn build(&mut self, from: Point, start: State) -> Blocks {
        let Some(order) = self.order(from) else {
            let stuck = self.stuck("too many paths in one block".into(), Pos::NONE);
            return Blocks { is_complete: self.limits.reached().is_none(), ..stuck };
        };
        let mut states: HashMap<Point, State> = HashMap::default();
        let mut ends: Vec<(Target, State)> = Vec::new();
        let (mut inputs, mut errors, mut is_complete) = (Vec::new(), Vec::new(), true);
        for (number, point) in order.into_iter().enumerate() {
            if number.is_multiple_of(PULSE) && self.limits.reached().is_some() {
                is_complete = false;
                states.clear();
                break;
            }
            let state = if point == from { Some(start.clone()) } else { states.remove(&point) };
            let Some(mut state) = state.filter(|state| state.guard != Term::FALSE) else { continue };
            if point != from && self.is_head(point) {
                self.drop_dead(&mut state, point);
                ends.push((Target::Point(point), state));
                continue;
            }
            let flow = self.flow(point);
            let step = self.step(point, &flow, state);
            inputs.extend(step.inputs);
            errors.extend(step.errors);
            for (target, mut state) in step.ends {
                match target {
                    // Unless it is the start again: the block ends there.
                    Target::Point(next) if next != from => {
                        self.drop_dead(&mut state, next);
                        let merged = match states.remove(&next) {
                            Some(other) => self.encoder.merge(other, state),
                            None => state,
                        };
                        states.insert(next, merged);
                    }
                    target => self.end(&mut ends, target, state),
                }
            }
        }
        // What was not foreseen where the points were put in order must not be lost.
        let mut left: Vec<(Point, State)> = states.into_iter().collect();
        left.sort_unstable_by_key(|(point, _)| *point);
        is_complete &= left.is_empty();
        for (point, state) in left {
            let target = Target::Obstacle(self.unforeseen(point));
            self.end(&mut ends, target, state);
        }
        let all = ends
            .into_iter()
            .filter(|(_, state)| state.guard != Term::FALSE)
            .map(|(target, state)| Block {
                target,
                guard: state.guard,
                values: state.values,
                is_possible: false,
                valuation: Valuation::new(),
            })
            .collect();
        Blocks { id: self.new_id(), all, inputs, errors, is_complete }
    }

    /// Where control comes to that is not among the points of a block.
    fn unforeseen(&self, point: Point) -> Obstacle {
        let here = self.here(point.context);
        let message = format!(
            "a way through {} that is not followed",
            self.program.function(here.function).source_name
        );
        let out = point.at != ENTRANCE && point.at != here.body.exit;
        let edge = if out { here.body.out(point.at).first() } else { None };
        not_modelled(message, edge.map_or(self.program.function(here.function).pos, |edge| edge.pos))
    }

    /// Adds an end of a block; those of one target are one.
    pub(super) fn end(&mut self, ends: &mut Vec<(Target, State)>, target: Target, mut state: State) {
        match &target {
            Target::Point(point) => self.drop_dead(&mut state, *point),
            Target::Enter(_, point) => {
                let (keys, callee) = (&self.encoder.keys, self.function(point.context));
                state.values.retain(|&symbol, _| keys.home(symbol).is_none_or(|home| home == callee));
            }
            _ => state.values.clear(),
        }
        match ends.iter_mut().find(|(known, _)| *known == target) {
            Some((_, known)) => {
                let other = std::mem::replace(known, State::start());
                *known = self.encoder.merge(other, state);
            }
            None => ends.push((target, state)),
        }
    }

    /// Forgets registers that are not read again.
    fn drop_dead(&self, state: &mut State, point: Point) {
        let (here, keys) = (self.function(point.context), &self.encoder.keys);
        state.values.retain(|&symbol, _| match keys.register_of(symbol) {
            Some((function, local)) if function == here => self.live.is_live(function, point.at, local),
            _ => true,
        });
    }

    /// Makes unknown what may be set on the ways that are passed over, but for registers that are not read again.
    pub(super) fn forget_between(&mut self, point: Point, next: Point, state: &mut State) {
        let here = self.here(point.context);
        let (place, keys) = ((here.function, point.at), &self.encoder.keys);
        let look = || Rc::new(self.cone.unknown(keys, here.body, place));
        let unknown = self.passed.entry(place).or_insert_with(look).clone();
        for &symbol in unknown.iter() {
            let is_dead = match self.encoder.keys.register_of(symbol) {
                Some((function, local)) => {
                    function == here.function && !self.live.is_live(function, next.at, local)
                }
                None => false,
            };
            if !is_dead {
                let terms = &mut self.encoder.terms;
                let name = format!("{}?", terms.symbol_name(symbol));
                let value = terms.copy_symbol(symbol, name);
                state.values.insert(symbol, terms.symbol(value));
            }
        }
    }
}
