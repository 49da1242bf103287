//! Conversions, and values that arrive where another type is expected.

use cfa::expr::ExprId;
use cfa::passing::Passing;
use cfa::types::Scalar;

use super::{Encoder, Here, State};
use crate::facts::region::FIRST_PAGE;
use formula::{Order, Term};

impl<'p> Encoder<'p> {
    pub(super) fn convert(&mut self, state: &State, here: Here<'_>, operand: ExprId, to: Scalar) -> Term {
        let from = here.body.expr(operand).ty;
        let width = self.width(to);
        match (from.is_float(), to) {
            (_, Scalar::Float(_)) if from == to => self.eval(state, here, operand),
            (_, Scalar::Float(_)) => self.unknown(width, state),
            (true, Scalar::Bool) => {
                let flag = self.unknown(1, state);
                self.terms.extend(flag, false, width)
            }
            (true, _) => self.unknown(width, state),
            (false, Scalar::Bool) => {
                let truth = self.truth(state, here, operand);
                self.flag(truth, width)
            }
            (false, Scalar::Pointer) if from == Scalar::Pointer => self.eval(state, here, operand),
            (false, _) => {
                let value = self.eval(state, here, operand);
                self.convert_word(state, (value, from), to)
            }
        }
    }

    /// From one of integers and addresses to another.
    fn convert_word(&mut self, state: &State, (mut value, from): (Term, Scalar), to: Scalar) -> Term {
        if from == Scalar::Pointer && to != Scalar::Pointer {
            value = self.address_as_number(state, value);
        }
        // gcc extends an address with its sign.
        let is_signed = from.is_signed() || from == Scalar::Pointer;
        let value = self.terms.resize(value, is_signed, self.width(to));
        match to {
            Scalar::Pointer if from != Scalar::Pointer => self.number_as_address(state, value),
            _ => value,
        }
    }

    /// A value as it arrives where it is taken for one of another type; anything where it does not.
    pub fn arrive(&mut self, state: &State, (value, from): (Term, Scalar), to: Scalar, how: Passing) -> Term {
        if from == to && how == Passing::Converted {
            return value;
        }
        let width = self.width(to);
        if how == Passing::Lost || from.is_float() || to.is_float() {
            return self.unknown(width, state);
        }
        let converted = self.convert_word(state, (value, from), to);
        let Passing::Between(low, high) = how else { return converted };
        let is_outside = self.terms.is_outside(value, (low, high));
        let any = self.unknown(width, state);
        self.terms.ite(is_outside, any, converted)
    }

    /// Where objects lie is not known and differs from call to call: as a number an address is any but zero.
    fn address_as_number(&mut self, state: &State, value: Term) -> Term {
        let width = self.terms.width(value);
        let any = self.unknown(width, state);
        let (zero, one) = (self.terms.bits(width, 0), self.terms.bits(width, 1));
        let is_zero = self.terms.eq(any, zero);
        let any = self.terms.ite(is_zero, one, any);
        let is_null = self.terms.eq(value, zero);
        self.terms.ite(is_null, zero, any)
    }

    /// The other way round: what lies at a number is not known, unless it is nothing (null, and results that say what went
    /// wrong). Else it could be asked where objects lie: `(char *)n == p` tells that of `n`.
    pub(super) fn number_as_address(&mut self, state: &State, value: Term) -> Term {
        if self.terms.constant(value).is_some() {
            return value;
        }
        let width = self.terms.width(value);
        let any = self.unknown(width, state);
        let (zero, one) = (self.terms.bits(width, 0), self.terms.bits(width, 1));
        let is_zero = self.terms.eq(any, zero);
        let any = self.terms.ite(is_zero, one, any);
        let page = i128::from(FIRST_PAGE);
        let from_last = self.moved(value, page - 1);
        let most = self.terms.bits(width, (2 * page - 2) as u128);
        let is_nothing = self.terms.order(Order::Ule, from_last, most);
        self.terms.ite(is_nothing, value, any)
    }
}
