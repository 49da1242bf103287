//! What a search looks for: one property, each in a search of its own, so that none costs anything unless it is asked for,
//! and what stands in the way of one says nothing of the others.

use std::collections::BTreeMap;

use cfa::op::{Op, Value};
use cfa::source::Pos;

use verdict::{Obstacle, Property, Unknown};

use crate::block::{Builder, Call, Step, Target};
use crate::encode::{Here, State};
use formula::Term;

/// What is known of an operation: it violates the property on a condition, and may on others.
#[derive(Debug)]
pub struct Faults {
    pub wrong: Term,
    /// When it is not known whether it does, and why.
    pub unclear: Vec<(Term, Unknown, &'static str)>,
}

impl Faults {
    pub fn none() -> Faults {
        Faults { wrong: Term::FALSE, unclear: Vec::new() }
    }

    pub fn unclear(why: &'static str) -> Faults {
        Faults { wrong: Term::FALSE, unclear: vec![(Term::TRUE, Unknown::NotModelled, why)] }
    }

    pub fn of(wrong: Term) -> Faults {
        Faults { wrong, unclear: Vec::new() }
    }
}

impl<'p> Builder<'p> {
    /// Leads to the error, or to what is not known, before an operation is carried out.
    pub fn check_operation(
        &mut self,
        here: Here<'p>,
        (edge, op): (u32, &Op),
        pos: Pos,
        state: &State,
        step: &mut Step,
    ) {
        let faults = match self.property {
            Property::UnreachCall => return,
            Property::NoOverflow | Property::NoDivisionByZero | Property::NoBadShift => {
                self.encoder.arithmetic(state, here, op, self.property)
            }
            Property::ValidDeref => {
                let validity = self.encoder.validity(state, here, op);
                let unclear =
                    validity.unclear.into_iter().map(|why| (Term::TRUE, Unknown::NotModelled, why)).collect();
                Faults { wrong: validity.invalid, unclear }
            }
            Property::NoUninitialisedRead => match self.uninitialised(here.function, edge) {
                Some(why) => Faults::unclear(why),
                None => return,
            },
            Property::NoUndefinedBehaviour => self.behaviour(state, here, op),
            property if self.risks.of_operation(here.function, here.body, op).has(property) => {
                Faults::unclear("an operation that is not modelled")
            }
            _ => return,
        };
        self.lead(faults, pos, state, step);
    }

    /// The same of a call of a function that the program does not define.
    pub fn check_call(
        &mut self,
        here: Here<'p>,
        call: &Call<'p>,
        name: &str,
        state: &State,
        step: &mut Step,
    ) {
        let (args, property) = (call.args, self.property);
        let faults = match property {
            Property::UnreachCall | Property::NoUninitialisedRead => return,
            Property::NoOverflow | Property::NoDivisionByZero | Property::NoUndefinedBehaviour
                if let Some(wrong) = self.wrong_call(here, name, args, state) =>
            {
                Faults::of(wrong)
            }
            Property::ValidDeref => match self.encoder.library_access(&self.risks, here, name, args) {
                Some(why) => Faults::unclear(why),
                None => return,
            },
            _ if self.risks.of_call(here.function, here.body, name, args).has(property) => {
                Faults::unclear("what a function of the C library does with its arguments")
            }
            _ => return,
        };
        self.lead(faults, call.pos, state, step);
    }

    /// When a call of a function of the C library violates the property, where its arguments alone decide.
    fn wrong_call(&mut self, here: Here<'p>, name: &str, args: &[Value], state: &State) -> Option<Term> {
        let mut values = Vec::new();
        for arg in args {
            if let Value::Scalar(expr) = arg {
                values.push(self.encoder.eval(state, here, *expr));
            }
        }
        match self.property {
            Property::NoOverflow => self.encoder.library_overflow(name, &values),
            Property::NoDivisionByZero => self.encoder.library_divides_by_zero(name, &values),
            _ => self.encoder.library_refuses(name, &values),
        }
    }

    pub fn lead(&mut self, faults: Faults, pos: Pos, state: &State, step: &mut Step) {
        self.error(faults.wrong, pos, state, step);
        for (condition, reason, why) in faults.unclear {
            if let Some(state) = self.if_holds(condition, state) {
                step.to(Target::Obstacle(Obstacle { reason, message: why.into(), pos }), state);
            }
        }
    }

    /// Leads to the error if a condition holds.
    pub fn error(&mut self, condition: Term, pos: Pos, state: &State, step: &mut Step) {
        if self.excluded.contains(&pos) {
            return;
        }
        if let Some(state) = self.if_holds(condition, state) {
            step.errors.push((state.guard, pos));
            step.to(Target::Error, state);
        }
    }

    /// The end of a block where a condition holds, if it may.
    fn if_holds(&mut self, condition: Term, state: &State) -> Option<State> {
        let mut state = State { guard: state.guard, values: BTreeMap::new() };
        self.encoder.assume(&mut state, condition);
        (state.guard != Term::FALSE).then_some(state)
    }
}
