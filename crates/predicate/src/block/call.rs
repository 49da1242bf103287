//! Calls: what is passed, and what comes back.

use cfa::expr::ExprId;
use cfa::op::{Destination, Op, Value};
use cfa::passing;
use cfa::program::{Body, FunctionId, Storage as Kind};
use cfa::types::Scalar;

use super::{Builder, Call, Entry, Point, Step, Target};
use crate::encode::{Here, Origin, Site, State};
use crate::facts::storage::{Addressed, Owner};
use formula::Term;
use verdict::Property;

impl<'p> Builder<'p> {
    /// A call by a pointer: of what it leads to.
    pub(super) fn call_through(
        &mut self,
        here: Here<'p>,
        call: &Call<'p>,
        (pointer, entries): (ExprId, &[(FunctionId, Entry)]),
        state: State,
        step: &mut Step,
    ) {
        let pointer = self.encoder.eval(&state, here, pointer);
        let mut rest = state;
        for entry in entries {
            let target = Addressed::Function(entry.0);
            let address = self.encoder.address(target);
            let is_it = self.encoder.terms.eq(pointer, address);
            let mut state = rest.clone();
            self.encoder.assume(&mut state, is_it);
            if state.guard != Term::FALSE {
                self.enter_function(here, call, entry, state, step);
            }
            let not = self.encoder.terms.not(is_it);
            self.encoder.assume(&mut rest, not);
        }
        // A function that the program does not know.
        if rest.guard != Term::FALSE {
            if self.property == Property::ValidDeref {
                self.error(Term::TRUE, call.pos, &rest, step);
            }
            if self.is_changing_memory(here, call, None) {
                self.encoder.forget_memory(&mut rest);
            }
            self.unknown_call(here, call, None, rest, step);
        }
    }

    pub(super) fn enter_function(
        &mut self,
        here: Here<'p>,
        call: &Call<'p>,
        &(target, ref entry): &(FunctionId, Entry),
        mut state: State,
        step: &mut Step,
    ) {
        match entry {
            Entry::Error => self.error(Term::TRUE, call.pos, &state, step),
            Entry::Undefined(what) => self.undefined_call(here, call, (target, what), state, step),
            Entry::Stuck(why) => step.obstacle(why.clone(), call.pos, state),
            Entry::Code(point) => {
                self.pass(here, call, self.here(point.context), &mut state);
                step.to(Target::Point(*point), state);
            }
            Entry::Summary(point) => {
                let there = self.here(point.context);
                self.pass(here, call, there, &mut state);
                self.prepare_frame(there, &mut state);
                step.to(Target::Enter(call.edge, *point), state);
            }
        }
    }

    /// Gives a function its arguments.
    fn pass(&mut self, here: Here<'p>, call: &Call<'p>, there: Here<'p>, state: &mut State) {
        let (target, body) = (there.function, there.body);
        let given = self.arguments(here, call, there, state);
        for (index, &param) in body.params.iter().enumerate() {
            match (body.local(param).storage, given.get(index).copied().flatten(), call.args.get(index)) {
                (Kind::Register(_), Some(value), _) => {
                    self.encoder.set_register(state, there, param, value);
                }
                (Kind::Memory { size, .. }, Some(value), _)
                    if size * 8 == u64::from(self.encoder.terms.width(value)) =>
                {
                    self.fill_parameter(state, target, param, value)
                }
                (_, None, Some(Value::Aggregate(address, ty))) => {
                    let owner = Owner::Local(target, param);
                    self.encoder.copy_to(state, (owner, 0, false), (here, *address), *ty);
                }
                _ => self.encoder.forget(state, there, param),
            }
        }
    }

    /// What a function is given, as its parameters take it: terms, and nothing for aggregates.
    fn arguments(
        &mut self,
        here: Here<'p>,
        call: &Call<'p>,
        there: Here<'p>,
        state: &State,
    ) -> Vec<Option<Term>> {
        let is_prototyped = self.is_prototyped(there.function);
        let mut given = Vec::new();
        for (arg, &param) in call.args.iter().zip(&there.body.params) {
            let to = self.program.types.as_scalar(there.body.local(param).ty);
            given.push(match (arg, to) {
                (Value::Scalar(expr), Some(to)) => {
                    let (value, from) = (self.encoder.eval(state, here, *expr), here.body.expr(*expr).ty);
                    let how = passing::argument(from, to, is_prototyped, self.program.model);
                    Some(self.encoder.arrive(state, (value, from), to, how))
                }
                _ => None,
            });
        }
        given
    }

    /// What a frame holds besides the parameters: nothing that is known.
    fn prepare_frame(&mut self, there: Here<'p>, state: &mut State) {
        let is_unset = |local: &cfa::program::LocalId| {
            !there.body.params.contains(local)
                && (matches!(there.body.local(*local).storage, Kind::Memory { .. })
                    || self.live.is_live(there.function, Body::ENTRY, *local))
        };
        let locals = (0..there.body.locals.len() as u32).map(cfa::program::LocalId);
        let unset: Vec<_> = locals.filter(is_unset).collect();
        unset.into_iter().for_each(|local| self.encoder.forget(state, there, local));
        if let Some(width) = self.result_width(there.function) {
            let symbol = self.encoder.result(there.function, width);
            let value = self.encoder.fresh(width, state.guard, Origin::Unknown);
            state.values.insert(symbol, value);
        }
    }

    /// The end of a call by its summary, back in the caller.
    pub fn take_result(&mut self, point: Point, edge: u32, value: Option<(Term, Scalar)>) -> Step {
        let (here, mut step) = (self.here(point.context), Step::default());
        let edge_of = &here.body.edges[edge as usize];
        self.encoder.site = Site { function: here.function, edge, pos: edge_of.pos };
        if let Op::Call { dst, args, .. } = &edge_of.op {
            let next = Point { context: point.context, at: edge_of.to };
            let call = Call { edge, dst, args, pos: edge_of.pos, next };
            self.finish_call(here, &call, value, State::start(), &mut step);
        }
        step.inputs = self.encoder.take_inputs();
        step
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
        step: &mut Step,
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
        step.to(Target::Point(call.next), state);
    }
}
