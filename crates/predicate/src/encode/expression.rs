//! The values of expressions.

use cfa::expr::{Binary, Expr, ExprId, ExprKind, Overflow, Unary};
use cfa::types::Scalar;

use super::{Encoder, Here, State};
use crate::facts::region::is_null;
use crate::facts::storage::{Addressed, Owner, bits_of};
use formula::{Order, Term, Word};

impl<'p> Encoder<'p> {
    /// Whether an expression is not zero.
    pub fn truth(&mut self, state: &State, here: Here<'_>, expr: ExprId) -> Term {
        let word = self.storage.word();
        let expr = match here.body.expr(expr) {
            // As a number an address is any but zero: whether it is null is asked of the address.
            Expr { kind: ExprKind::Convert { operand }, ty }
                if here.body.expr(operand).ty == Scalar::Pointer
                    && bits_of(ty, self.program.model) >= word =>
            {
                operand
            }
            _ => expr,
        };
        let value = self.eval(state, here, expr);
        let zero = self.terms.bits(self.terms.width(value), 0);
        let is_zero = self.terms.eq(value, zero);
        self.terms.not(is_zero)
    }

    pub(super) fn flag(&mut self, condition: Term, width: u32) -> Term {
        let (one, zero) = (self.terms.bits(width, 1), self.terms.bits(width, 0));
        self.terms.ite(condition, one, zero)
    }

    pub fn eval(&mut self, state: &State, here: Here<'_>, id: ExprId) -> Term {
        let Expr { kind, ty } = here.body.expr(id);
        let width = self.width(ty);
        match kind {
            ExprKind::Int(value) => self.terms.bits(width, i128::from(value) as u128),
            ExprKind::Wide(index) => self.terms.bits(width, here.body.wide[index as usize] as u128),
            ExprKind::Float(bits) => self.terms.bits(width, bits.into()),
            ExprKind::Local(local) => {
                let symbol = self.register(here.function, local);
                self.value(state, symbol)
            }
            ExprKind::Address(local) => {
                let of = Addressed::Owner(Owner::Local(here.function, local));
                self.address(of)
            }
            ExprKind::Object(object) => {
                let of = Addressed::Owner(Owner::Object(object));
                let it = self.program.object(object);
                if it.is_weak && !it.is_defined {
                    return self.unknown(width, state);
                }
                self.address(of)
            }
            ExprKind::Function(function) => {
                let it = self.program.function(function);
                if it.is_weak && it.body.is_none() {
                    return self.unknown(width, state);
                }
                self.address(Addressed::Function(function))
            }
            ExprKind::Label(label) => self.address(Addressed::Label(here.function, label)),
            ExprKind::Field { base, record, field } => {
                let base = self.eval(state, here, base);
                let offset = self.program.types.record(record).fields[field as usize].offset;
                let offset = self.terms.bits(width, offset.into());
                self.terms.word(Word::Add, base, offset)
            }
            ExprKind::Index { base, index, scale } => {
                let base = self.eval(state, here, base);
                let index = self.eval(state, here, index);
                let index = self.terms.resize(index, true, width);
                let scale = self.terms.bits(width, scale.into());
                let offset = self.terms.word(Word::Mul, index, scale);
                self.terms.word(Word::Add, base, offset)
            }
            ExprKind::Within { index, .. } => self.eval(state, here, index),
            // The distance from null is an address as a number.
            ExprKind::Difference { lhs, rhs, .. }
                if here.body.constant(lhs).is_some() != here.body.constant(rhs).is_some() =>
            {
                self.unknown(width, state)
            }
            ExprKind::Difference { lhs, rhs, scale } => {
                let (lhs, rhs) = (self.eval(state, here, lhs), self.eval(state, here, rhs));
                let difference = self.terms.word(Word::Sub, lhs, rhs);
                let scale = self.terms.bits(self.terms.width(difference), scale.max(1).into());
                let elements = self.terms.word(Word::SDiv, difference, scale);
                self.terms.resize(elements, true, width)
            }
            ExprKind::Unary { op, operand } => self.unary(state, here, op, operand, width),
            ExprKind::Binary { op, lhs, rhs } => self.binary(state, here, op, (lhs, rhs), width),
            ExprKind::Convert { operand } => self.convert(state, here, operand, ty),
            ExprKind::Overflows { op, to, lhs, rhs } => {
                self.overflows(state, here, op, to, (lhs, rhs), width)
            }
        }
    }

    fn unary(&mut self, state: &State, here: Here<'_>, op: Unary, operand: ExprId, width: u32) -> Term {
        let of = here.body.expr(operand).ty;
        if of.is_float() && op != Unary::Not {
            return self.unknown(width, state);
        }
        if op == Unary::Not {
            if of.is_float() {
                let flag = self.unknown(1, state);
                return self.terms.extend(flag, false, width);
            }
            let truth = self.truth(state, here, operand);
            let not = self.terms.not(truth);
            return self.flag(not, width);
        }
        let value = self.eval(state, here, operand);
        match op {
            Unary::Negate => self.terms.negate(value),
            Unary::BitNot => self.terms.complement(value),
            Unary::Absolute => {
                let zero = self.terms.bits(width, 0);
                let is_negative = self.terms.order(Order::Slt, value, zero);
                let negated = self.terms.negate(value);
                self.terms.ite(is_negative, negated, value)
            }
            Unary::ByteSwap => {
                let bytes = self.terms.width(value) / 8;
                let mut swapped = self.terms.extract(value, 0, 8);
                for byte in 1..bytes {
                    let next = self.terms.extract(value, byte * 8, 8);
                    swapped = self.terms.concat(swapped, next);
                }
                swapped
            }
            Unary::PopulationCount | Unary::Parity => {
                let bits = self.terms.width(value);
                let mut sum = self.terms.bits(width, 0);
                for bit in 0..bits {
                    let one = self.terms.extract(value, bit, 1);
                    let one = self.terms.extend(one, false, width);
                    sum = self.terms.word(Word::Add, sum, one);
                }
                if op == Unary::Parity {
                    let one = self.terms.bits(width, 1);
                    sum = self.terms.word(Word::And, sum, one);
                }
                sum
            }
            _ => self.unknown(width, state),
        }
    }

    fn binary(
        &mut self,
        state: &State,
        here: Here<'_>,
        op: Binary,
        (lhs, rhs): (ExprId, ExprId),
        width: u32,
    ) -> Term {
        let of = here.body.expr(lhs).ty;
        if of.is_float() {
            if op.is_comparison() {
                let flag = self.unknown(1, state);
                return self.terms.extend(flag, false, width);
            }
            return self.unknown(width, state);
        }
        if let Some(is_equal) = self.equal_addresses(state, here, op, (lhs, rhs)) {
            return self.flag(is_equal, width);
        }
        let (a, mut b) = (self.eval(state, here, lhs), self.eval(state, here, rhs));
        let is_signed = of.is_signed();
        if matches!(op, Binary::Shl | Binary::Shr) {
            b = self.terms.resize(b, false, self.terms.width(a));
        }
        let word = match op {
            Binary::Add => Word::Add,
            Binary::Sub => Word::Sub,
            Binary::Mul => Word::Mul,
            Binary::Div => {
                if is_signed {
                    Word::SDiv
                } else {
                    Word::UDiv
                }
            }
            Binary::Rem => {
                if is_signed {
                    Word::SRem
                } else {
                    Word::URem
                }
            }
            Binary::Shl => Word::Shl,
            Binary::Shr => {
                if is_signed {
                    Word::AShr
                } else {
                    Word::LShr
                }
            }
            Binary::And => Word::And,
            Binary::Or => Word::Or,
            Binary::Xor => Word::Xor,
            _ if of == Scalar::Pointer && self.is_placed(a) != self.is_placed(b) => {
                let flag = self.unknown(1, state);
                return self.terms.extend(flag, false, width);
            }
            _ => {
                let condition = self.comparison(op, a, b, is_signed);
                return self.flag(condition, width);
            }
        };
        self.terms.word(word, a, b)
    }

    /// Whether an address is a number that may be that of an object: where objects lie is not known.
    fn is_placed(&self, address: Term) -> bool {
        let number = self.terms.constant(address);
        number.is_some_and(|number| !is_null(number as i128, self.program.model))
    }

    /// Addresses that are compared as numbers, with each other or with zero, are compared as addresses.
    fn equal_addresses(
        &mut self,
        state: &State,
        here: Here<'_>,
        op: Binary,
        (lhs, rhs): (ExprId, ExprId),
    ) -> Option<Term> {
        let word = self.storage.word();
        let address = |id: ExprId| match here.body.expr(id).kind {
            ExprKind::Convert { operand } if here.body.expr(operand).ty == Scalar::Pointer => Some(operand),
            _ => None,
        };
        let is_wide = |id: ExprId| bits_of(here.body.expr(id).ty, self.program.model) >= word;
        if !matches!(op, Binary::Eq | Binary::Ne) || !is_wide(lhs) || !is_wide(rhs) {
            return None;
        }
        let (a, b) = match (address(lhs), address(rhs)) {
            (Some(a), Some(b)) => (self.eval(state, here, a), self.eval(state, here, b)),
            (Some(a), None) if here.body.constant(rhs) == Some(0) => {
                (self.eval(state, here, a), self.terms.bits(word, 0))
            }
            (None, Some(b)) if here.body.constant(lhs) == Some(0) => {
                (self.terms.bits(word, 0), self.eval(state, here, b))
            }
            _ => return None,
        };
        let is_equal = self.terms.eq(a, b);
        Some(if op == Binary::Eq { is_equal } else { self.terms.not(is_equal) })
    }

    fn comparison(&mut self, op: Binary, a: Term, b: Term, is_signed: bool) -> Term {
        let (less, at_most) = if is_signed { (Order::Slt, Order::Sle) } else { (Order::Ult, Order::Ule) };
        match op {
            Binary::Lt => self.terms.order(less, a, b),
            Binary::Le => self.terms.order(at_most, a, b),
            Binary::Gt => self.terms.order(less, b, a),
            Binary::Ge => self.terms.order(at_most, b, a),
            Binary::Eq => self.terms.eq(a, b),
            Binary::Ne | Binary::LessGreater => {
                let equal = self.terms.eq(a, b);
                self.terms.not(equal)
            }
            _ => Term::FALSE,
        }
    }

    fn overflows(
        &mut self,
        state: &State,
        here: Here<'_>,
        op: Overflow,
        to: Scalar,
        (lhs, rhs): (ExprId, ExprId),
        width: u32,
    ) -> Term {
        let (of_l, of_r) = (here.body.expr(lhs).ty, here.body.expr(rhs).ty);
        let widest = self.width(of_l).max(self.width(of_r)).max(self.width(to));
        let exact = if op == Overflow::Mul { 2 * widest + 2 } else { widest + 2 };
        if exact > 128 {
            let flag = self.unknown(1, state);
            return self.terms.extend(flag, false, width);
        }
        let (a, b) = (self.eval(state, here, lhs), self.eval(state, here, rhs));
        let a = self.terms.extend(a, of_l.is_signed(), exact);
        let b = self.terms.extend(b, of_r.is_signed(), exact);
        let word = match op {
            Overflow::Add => Word::Add,
            Overflow::Sub => Word::Sub,
            Overflow::Mul => Word::Mul,
        };
        let result = self.terms.word(word, a, b);
        let cut = self.terms.extract(result, 0, self.width(to));
        let back = self.terms.extend(cut, to.is_signed(), exact);
        let fits = self.terms.eq(result, back);
        let not = self.terms.not(fits);
        self.flag(not, width)
    }

    pub(super) fn case(
        &mut self,
        state: &State,
        here: Here<'_>,
        value: ExprId,
        ranges: &[(i128, i128)],
    ) -> Term {
        let ty = here.body.expr(value).ty;
        let value = self.eval(state, here, value);
        let width = self.terms.width(value);
        let order = if ty.is_signed() { Order::Sle } else { Order::Ule };
        let mut any = Term::FALSE;
        for &(low, high) in ranges {
            let (low_term, high_term) =
                (self.terms.bits(width, low as u128), self.terms.bits(width, high as u128));
            let within = if low == high {
                self.terms.eq(value, low_term)
            } else {
                let (from, to) =
                    (self.terms.order(order, low_term, value), self.terms.order(order, value, high_term));
                self.terms.and(from, to)
            };
            any = self.terms.or(any, within);
        }
        any
    }
}
