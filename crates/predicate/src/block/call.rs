//! Calls: what is passed, and what comes back.

use cfa::op::{Callee, Destination, Op, Value};
use cfa::passing::{self, Passing};
use cfa::program::{Body, FunctionId, Storage as Kind};
use cfa::source::Pos;
use cfa::types::{Scalar, Type};

use super::{Builder, Point, Target};
use crate::encode::{Here, Origin, State};
use crate::facts::live::Live;
use crate::facts::storage::{Addressed, Owner};
use crate::summary::ENTRANCE;
use crate::term::Term;
use verdict::Property;

impl<'p> Builder<'p> {
    pub(super) fn call(
        &mut self,
        here: Here<'p>,
        call: &Call<'p>,
        callee: &'p Callee,
        state: State,
        to: &mut dyn FnMut(&mut Builder<'p>, Target, State),
    ) {
        let pointer = match callee {
            Callee::Direct(function) => return self.call_function(here, call, *function, state, to),
            Callee::Indirect(pointer, _) => self.encoder.eval(&state, here, *pointer),
        };
        let callees = self.callees.clone();
        let entered = callees.at(here.function, call.edge, callee).iter().map(|&target| (target, true));
        let refused = callees.refused(here.function, call.edge).iter().map(|&target| (target, false));
        let mut rest = state;
        for (target, is_entered) in entered.chain(refused) {
            let address = self.encoder.storage.address(&mut self.encoder.terms, Addressed::Function(target));
            let is_it = self.encoder.terms.eq(pointer, address);
            let mut state = rest.clone();
            self.encoder.assume(&mut state, is_it);
            match is_entered {
                _ if state.guard == Term::FALSE => {}
                true => self.call_function(here, call, target, state, to),
                false => {
                    let name = &self.program.function(target).source_name;
                    let message = format!("{name} called through a pointer to a function of another type");
                    self.obstacle(message, call.pos, state, to);
                }
            }
            let not = self.encoder.terms.not(is_it);
            self.encoder.assume(&mut rest, not);
        }
        // A function that the program does not know.
        if rest.guard != Term::FALSE {
            if self.property == Property::ValidDeref {
                self.error(Term::TRUE, call.pos, &rest, to);
            }
            if self.is_changing_memory(here, call, None) {
                self.encoder.forget_memory(&mut rest);
            }
            self.unknown_call(here, call, None, rest, to);
        }
    }

    fn call_function(
        &mut self,
        here: Here<'p>,
        call: &Call<'p>,
        target: FunctionId,
        mut state: State,
        to: &mut dyn FnMut(&mut Builder<'p>, Target, State),
    ) {
        if self.is_error(target) {
            return self.error(Term::TRUE, call.pos, &state, to);
        }
        let Some(body) = &self.program.function(target).body else {
            return self.undefined_call(here, call, target, state, to);
        };
        let is_chosen = self.is_chosen(target);
        let context = match is_chosen {
            true => Some(self.summarised(target)),
            false => self.enter(call.point.context, call.edge, target),
        };
        let Some(context) = context else {
            let name = &self.program.function(target).source_name;
            return self.obstacle(format!("recursion: {name} calls itself"), call.pos, state, to);
        };
        let there = Here { function: target, body };
        let Some(given) = self.arguments(here, call, there, &state) else {
            let name = &self.program.function(target).source_name;
            let message = format!("{name} called with arguments of other types");
            return self.obstacle(message, call.pos, state, to);
        };
        for (index, &param) in body.params.iter().enumerate() {
            match (body.local(param).storage, given.get(index).copied().flatten(), call.args.get(index)) {
                (Kind::Register(_), Some(value), _) => {
                    self.encoder.set_register(&mut state, there, param, value);
                }
                (Kind::Memory { size, .. }, Some(value), _)
                    if size * 8 == u64::from(self.encoder.terms.width(value)) =>
                {
                    self.fill_parameter(&mut state, target, param, value)
                }
                (_, None, Some(Value::Aggregate(address, ty))) => {
                    let owner = Owner::Local(target, param);
                    self.encoder.copy_to(&mut state, (owner, 0, false), (here, *address), *ty);
                }
                _ => self.encoder.forget(&mut state, there, param),
            }
        }
        if is_chosen {
            self.prepare_frame(there, &mut state);
            return to(self, Target::Enter(call.edge, Point { context, at: ENTRANCE }), state);
        }
        to(self, Target::Point(Point { context, at: Body::ENTRY }), state);
    }

    /// What a function is given, as its parameters take it: terms, and nothing for aggregates. Nothing at all if the
    /// machine does not pass it so.
    fn arguments(
        &mut self,
        here: Here<'p>,
        call: &Call<'p>,
        there: Here<'p>,
        state: &State,
    ) -> Option<Vec<Option<Term>>> {
        let is_prototyped = match self.program.types.get(self.program.function(there.function).ty) {
            Type::Function(signature) => signature.prototyped,
            _ => true,
        };
        if call.args.len() < there.body.params.len() {
            return None;
        }
        let mut given = Vec::new();
        for (arg, &param) in call.args.iter().zip(&there.body.params) {
            let to = self.program.types.as_scalar(there.body.local(param).ty);
            given.push(match (arg, to) {
                (Value::Scalar(expr), Some(to)) => {
                    let (value, from) = (self.encoder.eval(state, here, *expr), here.body.expr(*expr).ty);
                    let how = passing::argument(from, to, is_prototyped, self.program.model);
                    if how == Passing::Lost {
                        return None;
                    }
                    Some(self.encoder.arrive(state, (value, from), to, how))
                }
                (Value::Aggregate(..), None) => None,
                _ => return None,
            });
        }
        Some(given)
    }

    /// What a frame holds besides the parameters: nothing that is known.
    fn prepare_frame(&mut self, there: Here<'p>, state: &mut State) {
        let live = self.live.entry(there.function).or_insert_with(|| Live::of(there.body));
        let is_unset = |local: &cfa::program::LocalId| {
            !there.body.params.contains(local)
                && (matches!(there.body.local(*local).storage, Kind::Memory { .. })
                    || live.is_live(Body::ENTRY, *local))
        };
        let locals = (0..there.body.locals.len() as u32).map(cfa::program::LocalId);
        let unset: Vec<_> = locals.filter(is_unset).collect();
        unset.into_iter().for_each(|local| self.encoder.forget(state, there, local));
        if let Some(width) = self.result_width(there.function) {
            let symbol = self.encoder.storage.result(&mut self.encoder.terms, there.function, width);
            let value = self.encoder.fresh(width, state.guard, Origin::Unknown);
            state.values.insert(symbol, value);
        }
    }

    /// The end of a call by its summary, back in the caller.
    pub fn take_result(
        &mut self,
        point: Point,
        edge: u32,
        value: Option<(Term, Scalar)>,
        state: State,
        to: &mut dyn FnMut(&mut Builder<'p>, Target, State),
    ) {
        let here = self.here(point.context);
        let edge_of = &here.body.edges[edge as usize];
        let next = Target::Point(Point { context: point.context, at: edge_of.to });
        if let Op::Call { dst, args, .. } = &edge_of.op {
            let call = Call { point, edge, dst, args, pos: edge_of.pos, next };
            self.finish_call(here, &call, value, state, to);
        }
    }

    /// A scalar parameter that lives in memory.
    fn fill_parameter(
        &mut self,
        state: &mut State,
        function: FunctionId,
        param: cfa::program::LocalId,
        value: Term,
    ) {
        let owner = Owner::Local(function, param);
        let width = self.encoder.terms.width(value);
        if self.encoder.storage.layout(owner).is_none() {
            return self.encoder.store_owner(state, owner, value);
        }
        self.encoder.forget_owner(state, owner);
        if let Some((cell, 0)) = self.encoder.storage.cell(owner, 0, 0, width)
            && cell.width == width
            && self.encoder.storage.layout(owner).is_some_and(|layout| layout.stride == 0)
        {
            state.values.insert(cell.symbol, value);
        }
    }

    pub fn finish_call(
        &mut self,
        here: Here<'p>,
        call: &Call<'p>,
        value: Option<(Term, Scalar)>,
        mut state: State,
        to: &mut dyn FnMut(&mut Builder<'p>, Target, State),
    ) {
        match call.dst {
            Destination::Local(dst) => self.receive(&mut state, here, *dst, value),
            Destination::Memory(address) => {
                if let Some(inside) = self.encoder.storage.inside(here.function, here.body, *address) {
                    self.encoder.forget_owner(&mut state, inside.owner);
                }
                if let Some((lanes, _)) = self.encoder.storage.lanes(here.function, here.body, *address) {
                    self.encoder.forget_lanes(&mut state, &lanes);
                }
            }
            Destination::None => {}
        }
        to(self, call.next.clone(), state);
    }
}

/// A call being made.
pub struct Call<'p> {
    pub point: Point,
    pub edge: u32,
    pub dst: &'p Destination,
    pub args: &'p [Value],
    pub pos: Pos,
    pub next: Target,
}
