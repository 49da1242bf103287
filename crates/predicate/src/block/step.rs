//! What one point leads to.

use cfa::expr::{ExprId, ExprKind};
use cfa::op::{Asm, Destination, Op, Value};
use cfa::passing;
use cfa::program::{Edge, Function, FunctionId, Storage as Kind};
use cfa::source::Pos;
use cfa::types::{Scalar, Type};

use super::{Builder, ContextId, Flow, Point, Target, Turn, Way, not_modelled};
use crate::encode::{Here, Input, Origin, Site, State};
use crate::externs::Externs;
use formula::{Symbol, Term};
use verdict::Property;

/// What a point leads to.
#[derive(Debug, Default)]
pub struct Step {
    /// In the order in which they were found.
    pub ends: Vec<(Target, State)>,
    /// What is given on the way, in order.
    pub inputs: Vec<Input>,
    /// When control comes to the error, and where that is.
    pub errors: Vec<(Term, Pos)>,
}

impl Step {
    pub fn to(&mut self, target: Target, state: State) {
        self.ends.push((target, state));
    }

    pub fn obstacle(&mut self, message: String, pos: Pos, state: State) {
        self.to(Target::Obstacle(not_modelled(message, pos)), state);
    }
}

impl<'p> Builder<'p> {
    /// What one point leads to, where control does as its flow says.
    pub fn step(&mut self, point: Point, flow: &Flow<'p>, mut state: State) -> Step {
        let mut step = Step::default();
        match flow {
            Flow::Begin(next) => {
                if let Some(state) = self.begin(point, state) {
                    step.to(Target::Point(*next), state);
                }
            }
            Flow::Back(caller, number, edge) => self.leave(point, (*caller, *number, edge), state, &mut step),
            Flow::End => {}
            Flow::Around(next) => {
                self.forget_between(point, *next, &mut state);
                step.to(Target::Point(*next), state);
            }
            Flow::Edges(ways) => self.branch(point, ways, state, &mut step),
        }
        step.inputs = self.encoder.take_inputs();
        step
    }

    /// What edges lead to.
    fn branch(&mut self, point: Point, ways: &[Way<'p>], state: State, step: &mut Step) {
        let here = self.here(point.context);
        let is_told = |op: &Op| matches!(op, Op::Assume { .. } | Op::Case { .. } | Op::Jump { .. });
        // Where nothing tells the edges apart, an unknown value does.
        let is_open = ways.len() > 1 && !ways.iter().all(|way| is_told(&way.edge.op));
        let mut rest = state;
        for (index, way) in ways.iter().enumerate() {
            let is_last = index + 1 == ways.len();
            self.encoder.site = Site { function: here.function, edge: way.number, pos: way.edge.pos };
            let mut state = rest.clone();
            if is_open && !is_last {
                let flag = self.encoder.fresh(1, rest.guard, Origin::Unknown);
                let one = self.encoder.terms.bits(1, 1);
                let condition = self.encoder.terms.eq(flag, one);
                self.encoder.assume(&mut state, condition);
                let not = self.encoder.terms.not(condition);
                self.encoder.assume(&mut rest, not);
            }
            self.take(point, way, state, step);
        }
    }

    /// What one edge leads to.
    fn take(&mut self, point: Point, way: &Way<'p>, mut state: State, step: &mut Step) {
        let (here, pos) = (self.here(point.context), way.edge.pos);
        self.check_operation(here, (way.number, &way.edge.op), pos, &state, step);
        match (&way.turn, &way.edge.op) {
            (Turn::Call(call, entry), _) => self.enter_function(here, call, entry, state, step),
            (Turn::CallThrough(pointer, call, entries), _) => {
                self.call_through(here, call, (*pointer, entries), state, step);
            }
            (Turn::Nowhere, _) => {}
            (Turn::Stuck(why), _) => step.obstacle(why.clone(), pos, state),
            (Turn::On, Op::Return { value }) => {
                if value.is_none() && self.property == Property::NoUndefinedBehaviour {
                    let faults = self.missing_result(point.context, here.function);
                    self.lead(faults, pos, &state, step);
                }
                self.give(point, here, value.as_ref(), &mut state);
                step.to(Target::Point(way.next), state);
            }
            (Turn::On, op) => {
                self.encoder.apply(&mut state, here, op);
                if self.externs == Externs::Havoc && self.encoder.writes_wildly(here, op) {
                    self.encoder.forget_memory(&mut state);
                }
                if state.guard != Term::FALSE {
                    step.to(Target::Point(way.next), state);
                }
            }
        }
    }

    /// Whether assembly may call a function of the program: it calls, names one, or is given its address.
    pub(super) fn is_calling(&self, here: Here<'p>, asm: &Asm) -> bool {
        let is_code = |&(_, input): &(Box<str>, ExprId)| {
            let mut at = input;
            while let ExprKind::Convert { operand } = here.body.expr(at).kind {
                at = operand;
            }
            matches!(here.body.expr(at).kind, ExprKind::Function(_))
        };
        let is_named = |word: &str| {
            let is_it = |function: &Function| function.body.is_some() && function.source_name == word;
            self.program.functions.iter().any(is_it)
        };
        // The first word of a statement is an instruction, whatever else has its name (`outb` of Linux has).
        let is_call = |statement: &str| {
            let is_label =
                |text: &str| text.trim().chars().all(|c| c.is_alphanumeric() || "_.$%=".contains(c));
            let mut statement = statement;
            while let Some((_, rest)) = statement.split_once(':').filter(|(label, _)| is_label(label)) {
                statement = rest;
            }
            let words = statement.split(|c: char| !c.is_alphanumeric() && c != '_');
            let mut words = words.filter(|word| !word.is_empty());
            words.next().is_some_and(|instruction| instruction.starts_with("call")) || words.any(is_named)
        };
        asm.inputs.iter().any(is_code) || asm.template.split(['\n', ';']).any(is_call)
    }

    /// A return: what the caller gets.
    fn give(&mut self, point: Point, here: Here<'p>, value: Option<&Value>, state: &mut State) {
        match value {
            Some(Value::Scalar(expr)) => {
                let value = self.encoder.eval(state, here, *expr);
                let width = self.encoder.terms.width(value);
                let symbol = self.encoder.result(here.function, width);
                state.values.insert(symbol, value);
            }
            Some(Value::Aggregate(address, ty)) => {
                let Some((caller, edge)) = self.caller(point.context) else { return };
                let there = self.here(caller);
                if let Op::Call { dst: Destination::Memory(dst), .. } = &there.body.edges[edge as usize].op {
                    self.encoder.copy(state, (there, *dst), (here, *address), *ty);
                    if self.externs == Externs::Havoc && self.encoder.is_wild(there, *dst) {
                        self.encoder.forget_memory(state);
                    }
                }
            }
            None => {}
        }
    }

    /// The end of a call: back to its caller.
    fn leave(
        &mut self,
        point: Point,
        (caller, number, edge): (ContextId, u32, &Edge),
        mut state: State,
        step: &mut Step,
    ) {
        let (function, there) = (self.function(point.context), self.here(caller));
        self.encoder.site = Site { function: there.function, edge: number, pos: edge.pos };
        let result = self.result_width(function).map(|width| {
            let symbol = self.encoder.result(function, width);
            let value = state.values.remove(&symbol);
            // A function that ends without a value returns anything.
            value.unwrap_or_else(|| self.encoder.fresh(width, state.guard, Origin::Unknown))
        });
        let result = result.zip(self.result_scalar(function));
        let keys = &self.encoder.keys;
        state.values.retain(|&symbol, _| keys.home(symbol) != Some(function));
        if let Op::Call { dst: Destination::Local(dst), .. } = &edge.op {
            self.receive(&mut state, there, *dst, result);
        }
        step.to(Target::Point(Point { context: caller, at: edge.to }), state);
    }

    pub(super) fn receive(
        &mut self,
        state: &mut State,
        there: Here<'p>,
        dst: cfa::program::LocalId,
        value: Option<(Term, Scalar)>,
    ) {
        let Kind::Register(to) = there.body.local(dst).storage else { return };
        match value {
            Some((value, from)) => {
                let how = passing::result(from, to, self.program.model);
                let value = self.encoder.arrive(state, (value, from), to, how);
                self.encoder.set_register(state, there, dst, value);
            }
            None => self.encoder.forget(state, there, dst),
        }
    }

    pub fn result_scalar(&self, function: FunctionId) -> Option<Scalar> {
        match self.program.types.get(self.program.function(function).ty) {
            Type::Function(signature) => self.program.types.as_scalar(signature.result),
            _ => None,
        }
    }

    pub(super) fn result_width(&self, function: FunctionId) -> Option<u32> {
        self.result_scalar(function).map(|scalar| self.encoder.width(scalar))
    }

    /// Where the result of a function is put.
    pub fn result_of(&mut self, function: FunctionId) -> Option<Symbol> {
        let width = self.result_width(function)?;
        Some(self.encoder.result(function, width))
    }
}
