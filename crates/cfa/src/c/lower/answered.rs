//! Calls that gcc answers itself, even without optimisation and even if the program defines the function.

use super::{Lower, Val};
use crate::expr::{Binary, ExprId, Unary};
use crate::op::{Callee, Value};
use crate::program::Linkage;
use crate::types::{Float, Scalar, Type};

/// What a call is replaced by.
#[derive(Clone, Copy)]
enum Answer {
    Unary(Unary),
    IsDigit,
    IsAscii,
    ToAscii,
}

impl Lower<'_, '_> {
    pub(super) fn answered(&mut self, callee: Callee, args: &[Value]) -> Option<Val> {
        let (Callee::Direct(id), &[Value::Scalar(arg)]) = (callee, args) else { return None };
        let function = self.unit.linker.program.function(id);
        let (answer, from, to) = self.answer(&function.name)?;
        let types = &self.unit.linker.program.types;
        let result = match types.get(function.ty) {
            Type::Function(signature) => types.as_scalar(signature.result),
            _ => None,
        };
        if function.linkage != Linkage::External || result != Some(to) || self.b.ty(arg) != from {
            return None;
        }
        let value = match answer {
            Answer::Unary(op) => self.b.unary(op, arg, to),
            Answer::IsDigit => {
                let arg = self.b.convert(arg, from.unsigned());
                let (zero, nine) = (self.b.int(48, from.unsigned()), self.b.int(9, from.unsigned()));
                let digit = self.b.binary(Binary::Sub, arg, zero);
                self.b.binary(Binary::Le, digit, nine)
            }
            Answer::IsAscii => {
                let high = self.masked(arg, !0x7f);
                let zero = self.b.int(0, Scalar::INT);
                self.b.binary(Binary::Eq, high, zero)
            }
            Answer::ToAscii => self.masked(arg, 0x7f),
        };
        // Even if nobody wants the value, it is computed.
        Some(Val::Scalar(self.keep(value)))
    }

    fn masked(&mut self, value: ExprId, mask: i128) -> ExprId {
        let mask = self.b.int(mask, Scalar::INT);
        self.b.binary(Binary::And, value, mask)
    }

    /// The answer, and the types of argument and result that the function must have.
    fn answer(&self, name: &str) -> Option<(Answer, Scalar, Scalar)> {
        const SINGLE: Scalar = Scalar::Float(Float::Single);
        const DOUBLE: Scalar = Scalar::Float(Float::Double);
        let same = |op: Unary, ty: Scalar| Some((Answer::Unary(op), ty, ty));
        let test = |op: Unary, ty: Scalar| Some((Answer::Unary(op), ty, Scalar::INT));
        match name {
            "abs" => same(Unary::Absolute, Scalar::INT),
            "labs" => same(Unary::Absolute, self.model.ptrdiff()),
            "llabs" | "imaxabs" => same(Unary::Absolute, Scalar::int(64, true)),
            "fabs" => same(Unary::Absolute, DOUBLE),
            "fabsf" => same(Unary::Absolute, SINGLE),
            "isdigit" => Some((Answer::IsDigit, Scalar::INT, Scalar::INT)),
            // The rest is not of the C standard.
            _ if !self.unit.parsed.gnu => None,
            "isascii" => Some((Answer::IsAscii, Scalar::INT, Scalar::INT)),
            "toascii" => Some((Answer::ToAscii, Scalar::INT, Scalar::INT)),
            "isnan" => test(Unary::IsNan, DOUBLE),
            "isnanf" => test(Unary::IsNan, SINGLE),
            "isinf" => test(Unary::IsInfinite, DOUBLE),
            "isinff" => test(Unary::IsInfinite, SINGLE),
            "finite" => test(Unary::IsFinite, DOUBLE),
            "finitef" => test(Unary::IsFinite, SINGLE),
            _ => None,
        }
    }
}
