//! What a search looks for: one property, each in a search of its own, so that none costs anything unless it is asked for.

use std::collections::BTreeMap;

use cfa::op::{Op, Value};
use cfa::source::Pos;

use verdict::{Obstacle, Property};

use crate::block::{Builder, Target, not_modelled};
use crate::encode::{Here, State};
use crate::term::Term;

/// The properties that formulas express, in the order of [`Property::ALL`].
pub const SUPPORTED: [Property; 3] = [Property::UnreachCall, Property::ValidDeref, Property::NoOverflow];

/// Where the ends of a block go.
type Ends<'a, 'p> = dyn FnMut(&mut Builder<'p>, Target, State) + 'a;

impl<'p> Builder<'p> {
    /// Leads to the error, or to what is not known, before an operation is carried out.
    pub fn check_operation(
        &mut self,
        here: Here<'p>,
        op: &Op,
        pos: Pos,
        state: &State,
        to: &mut Ends<'_, 'p>,
    ) {
        match self.property {
            Property::NoOverflow => {
                let faults = self.encoder.faults(state, here, op);
                self.error(faults.overflow, pos, state, to);
                for (condition, reason, why) in faults.unclear {
                    let obstacle = Obstacle { reason, message: why.into(), pos };
                    self.unclear(condition, obstacle, state, to);
                }
            }
            Property::ValidDeref => {
                let validity = self.encoder.validity(state, here, op);
                self.error(validity.invalid, pos, state, to);
                if let Some(why) = validity.unclear {
                    self.unclear(Term::TRUE, not_modelled(why.into(), pos), state, to);
                }
            }
            _ => {}
        }
    }

    /// The same of a call of a function that the program does not define.
    pub fn check_call(
        &mut self,
        here: Here<'p>,
        name: &str,
        args: &[Value],
        pos: Pos,
        state: &State,
        to: &mut Ends<'_, 'p>,
    ) {
        match self.property {
            Property::NoOverflow => {
                let mut values = Vec::new();
                for arg in args {
                    if let Value::Scalar(expr) = arg {
                        values.push(self.encoder.eval(state, here, *expr));
                    }
                }
                let overflow = self.encoder.library_overflow(name, &values);
                self.error(overflow, pos, state, to);
            }
            Property::ValidDeref => {
                if let Some(why) = self.encoder.library_access(here, name, args) {
                    self.unclear(Term::TRUE, not_modelled(why.into(), pos), state, to);
                }
            }
            _ => {}
        }
    }

    /// Leads to the error if a condition holds.
    pub fn error(&mut self, condition: Term, pos: Pos, state: &State, to: &mut Ends<'_, 'p>) {
        if let Some(state) = self.if_holds(condition, state) {
            self.encoder.errors.push((state.guard, pos));
            to(self, Target::Error, state);
        }
    }

    fn unclear(&mut self, condition: Term, obstacle: Obstacle, state: &State, to: &mut Ends<'_, 'p>) {
        if let Some(state) = self.if_holds(condition, state) {
            to(self, Target::Obstacle(obstacle), state);
        }
    }

    /// The end of a block where a condition holds, if it may.
    fn if_holds(&mut self, condition: Term, state: &State) -> Option<State> {
        let mut state = State { guard: state.guard, values: BTreeMap::new() };
        self.encoder.assume(&mut state, condition);
        (state.guard != Term::FALSE).then_some(state)
    }
}
