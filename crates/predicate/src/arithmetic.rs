//! Arithmetic that has no result: what of it an operation evaluates, and when.
//!
//! The rules are those of the machine (`machine::arith`). Which fault violates which property is told apart there: that the
//! least value divided by -1 does not fit is an overflow, and that a left shift loses bits is a bad shift.

use cfa::expr::{Binary, ExprId, ExprKind, Unary};
use cfa::op::Op;
use cfa::types::Scalar;

use verdict::{Property, Unknown};

use crate::encode::{Encoder, Here, State};
use crate::property::Faults;
use formula::Term;

impl Encoder<'_> {
    /// When what an operation evaluates violates one of the properties of arithmetic.
    pub fn arithmetic(&mut self, state: &State, here: Here<'_>, op: &Op, property: Property) -> Faults {
        let mut faults = Faults::none();
        if let Op::Complex(complex) = op
            && !complex.part.is_float()
        {
            faults.unclear.push((Term::TRUE, Unknown::NotModelled, "arithmetic on complex integers"));
        }
        let mut work: Vec<ExprId> = Vec::new();
        op.for_each_expr(|expr| work.push(expr));
        while let Some(id) = work.pop() {
            let kind = here.body.expr(id).kind;
            kind.for_each_operand(|operand| work.push(operand));
            let found = match kind {
                ExprKind::Binary { op, lhs, rhs } if is_concerned(property, op, here.body.expr(lhs).ty) => {
                    let is_signed = here.body.expr(lhs).ty.is_signed();
                    let (a, mut b) = (self.eval(state, here, lhs), self.eval(state, here, rhs));
                    if matches!(op, Binary::Shl | Binary::Shr) && here.body.expr(rhs).ty.is_signed() {
                        b = self.terms.signed_count(self.terms.width(a), b);
                    }
                    match property {
                        Property::NoOverflow => self.binary_overflow(op, a, b),
                        Property::NoDivisionByZero => Faults::of(self.terms.is_zero(b)),
                        _ if op == Binary::Shl && is_signed => Faults::of(self.terms.is_bad_shift(a, b)),
                        _ => Faults::of(self.terms.is_bad_count(self.terms.width(a), b)),
                    }
                }
                ExprKind::Unary { op: Unary::Negate | Unary::Absolute, operand }
                    if property == Property::NoOverflow && here.body.expr(operand).ty.is_signed() =>
                {
                    let value = self.eval(state, here, operand);
                    Faults::of(self.terms.is_least(value))
                }
                _ => continue,
            };
            faults.wrong = self.terms.or(faults.wrong, found.wrong);
            faults.unclear.extend(found.unclear);
        }
        faults
    }

    /// When a call of a function of the C library divides by zero, given its arguments; nothing if it does not divide.
    pub fn library_divides_by_zero(&mut self, name: &str, args: &[Term]) -> Option<Term> {
        let width = match name {
            "div" => self.width(Scalar::INT),
            "ldiv" => self.width(self.program.model.ptrdiff()),
            "lldiv" | "imaxdiv" => 64,
            _ => return None,
        };
        let &[_, divisor] = args else { return None };
        let divisor = self.terms.resize(divisor, true, width);
        Some(self.terms.is_zero(divisor))
    }
}

/// Whether an operator on this type may violate a property.
fn is_concerned(property: Property, op: Binary, ty: Scalar) -> bool {
    match op {
        _ if ty.is_float() => false,
        Binary::Add | Binary::Sub | Binary::Mul => property == Property::NoOverflow && ty.is_signed(),
        Binary::Div | Binary::Rem => {
            property == Property::NoDivisionByZero || property == Property::NoOverflow && ty.is_signed()
        }
        Binary::Shl => property == Property::NoBadShift || property == Property::NoOverflow && ty.is_signed(),
        Binary::Shr => property == Property::NoBadShift,
        _ => false,
    }
}
