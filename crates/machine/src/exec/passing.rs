//! Values that are passed as one type and taken as another: what arrives, as [`cfa::passing`] has it.

use cfa::passing::{self, Passing};
use cfa::program::FunctionId;
use cfa::types::{Float, Scalar, Type};

use super::{Machine, is_character};
use crate::arith::{self, Number};
use crate::code::Kind;
use crate::fault::{Fault, FaultKind, Stop};
use crate::value::{POINTER, UNINIT, Val, function_of};
use crate::{compile, partial};

impl Machine<'_> {
    /// An argument as a function's parameter takes it; of one in two slots, the lower.
    #[inline]
    pub(super) fn argument(
        &self,
        function: FunctionId,
        value: Val,
        from: Kind,
        to: Kind,
    ) -> Result<Val, Stop> {
        if from == to && to != Kind::Single {
            return Ok(value);
        }
        self.other_argument(function, value, from, to)
    }

    fn other_argument(&self, function: FunctionId, value: Val, from: Kind, to: Kind) -> Result<Val, Stop> {
        let (program, is_prototyped) = (self.image.program, self.is_prototyped(function));
        let how = self.how(from, to, |from, to| passing::argument(from, to, is_prototyped, program.model));
        let why = || format!("an argument of `{}` has another type than its parameter", self.name(function));
        self.arrive(value, from, to, how, why)
    }

    pub(super) fn is_prototyped(&self, function: FunctionId) -> bool {
        let program = self.image.program;
        match program.types.get(program.function(function).ty) {
            Type::Function(signature) => signature.prototyped,
            _ => true,
        }
    }

    /// The result of a function as its caller takes it.
    #[inline]
    pub(crate) fn returned(
        &self,
        function: FunctionId,
        value: Val,
        from: Kind,
        to: Kind,
    ) -> Result<Val, Stop> {
        if from == to {
            return Ok(value);
        }
        self.other_result(function, value, from, to)
    }

    fn other_result(&self, function: FunctionId, value: Val, from: Kind, to: Kind) -> Result<Val, Stop> {
        let how = self.how(from, to, |from, to| passing::result(from, to, self.image.program.model));
        let why =
            || format!("the result of `{}` has another type than its caller expects", self.name(function));
        self.arrive(value, from, to, how, why)
    }

    /// The result of what a pointer points to, for a caller that is no code of the program.
    pub(crate) fn returned_by(&self, callee: Val, value: Val, to: Kind) -> Result<Val, Stop> {
        let Some(function) = function_of(callee).map(FunctionId) else { return Ok(value) };
        let program = self.image.program;
        let Type::Function(signature) = program.types.get(program.function(function).ty) else {
            return Ok(value);
        };
        match program.types.as_scalar(signature.result) {
            Some(from) => self.returned(function, value, compile::kind(from, program.model), to),
            None => Ok(value),
        }
    }

    fn name(&self, function: FunctionId) -> &str {
        &self.image.program.function(function).source_name
    }

    fn how(&self, from: Kind, to: Kind, passing: impl Fn(Scalar, Scalar) -> Passing) -> Passing {
        match (scalar(from), scalar(to)) {
            (Some(from), Some(to)) => passing(from, to),
            _ if from == to => Passing::Converted,
            _ => Passing::Lost,
        }
    }

    fn arrive(
        &self,
        value: Val,
        from: Kind,
        to: Kind,
        how: Passing,
        why: impl Fn() -> String,
    ) -> Result<Val, Stop> {
        let lost = || Fault::stop(FaultKind::BadCall, why());
        match how {
            Passing::Lost => return lost(),
            // Both halves as they are; a float on its way to one; characters that hold anything.
            Passing::Converted if from == to || to.slots() == 2 => return Ok(value),
            _ => {}
        }
        if value.tag == UNINIT {
            return if is_character(from) && is_character(to) { Ok(value) } else { arith::uninitialised() };
        }
        let is_numeric = self.memory.places.is_some();
        if value.tag == POINTER {
            match to {
                Kind::Pointer { .. } => return Ok(value),
                Kind::Int { bits, .. } if bits >= self.word_bits() => return Ok(value),
                _ if is_numeric => {}
                _ => return Err(Stop::NotModelled("an address as a number of another size".into())),
            }
        }
        if value.as_fragment().is_some() || value.as_partial().is_some() {
            match is_character(from) && is_character(to) {
                true => return Ok(value),
                false if value.as_partial().is_some() => return Err(partial::not_known()),
                false if is_numeric => {}
                false => return Err(Stop::NotModelled("part of an address as a number".into())),
            }
        }
        let value = self.number_as(value, from)?;
        let number = match from {
            Kind::Double => Number::Double(f64::from_bits(value.bits)),
            Kind::Int { signed: true, .. } => Number::Int((value.bits as i64).into()),
            _ => Number::Int(value.bits.into()),
        };
        if let (Passing::Between(low, high), Number::Int(number)) = (how, number)
            && !(low..=high).contains(&number)
        {
            return lost();
        }
        Ok(Val::int(match arith::convert(number, to)? {
            Number::Int(number) => number as u64,
            Number::Double(number) => (number as f32).to_bits().into(),
        }))
    }
}

/// The scalar type of a kind that is computed with.
fn scalar(kind: Kind) -> Option<Scalar> {
    Some(match kind {
        Kind::Bool => Scalar::Bool,
        Kind::Int { bits, signed } | Kind::Wide { bits, signed } => Scalar::Int { bits, signed },
        Kind::Pointer { .. } => Scalar::Pointer,
        Kind::Single => Scalar::Float(Float::Single),
        Kind::Double => Scalar::Float(Float::Double),
        Kind::Opaque { .. } => return None,
    })
}
