//! What calls of functions of the C library may violate.

use cfa::expr::ExprKind;
use cfa::op::{Op, Value};
use cfa::program::{Body, FunctionId, ObjectKind};
use cfa::types::Scalar;

use super::operation::is_null_constant;
use super::{Risks, STREAMS};
use crate::facts::storage::{Owner, inside};
use crate::library;
use verdict::{Properties, Property};

impl<'p> Risks<'p> {
    pub(super) fn is_stream(&self, owner: Owner) -> bool {
        matches!(owner, Owner::Object(id) if STREAMS.contains(&self.program.object(id).name.as_str()))
    }

    /// What a call of a function that the program does not define may violate.
    pub fn of_call(&self, function: FunctionId, body: &Body, name: &str, args: &[Value]) -> Properties {
        let mut risks = library::risks(name, args.len(), self.are_streams_open);
        if !self.is_outside_trusted && is_handing_out(body, name, args) {
            risks = risks.and(Property::ValidDeref);
        }
        match name {
            "printf" | "fprintf"
                if self.are_streams_open && self.is_plain_print(function, body, name, args) =>
            {
                Properties::NONE
            }
            "puts" if args.iter().all(|arg| self.literal(function, body, arg).is_some()) => {
                risks.but([Property::ValidDeref, Property::NoUninitialisedRead])
            }
            "fflush" | "time" if args.iter().all(|arg| is_null_constant(body, arg.expr())) => {
                risks.but([Property::ValidDeref, Property::NoUninitialisedRead])
            }
            _ => risks,
        }
    }

    /// Whether a call prints what a literal format says, of arguments that fit it and strings that are literals.
    fn is_plain_print(&self, function: FunctionId, body: &Body, name: &str, args: &[Value]) -> bool {
        let args = match (name, args) {
            ("fprintf", [stream, rest @ ..]) if self.is_standard_stream(function, body, stream) => rest,
            ("printf", args) => args,
            _ => return false,
        };
        let Some((format, rest)) = args.split_first() else { return false };
        let Some(format) = self.literal(function, body, format) else { return false };
        let model = self.program.model;
        let kinds = rest.iter().map(|arg| match arg {
            Value::Scalar(expr) => Some(machine::compile::kind(body.expr(*expr).ty, model)),
            Value::Aggregate(..) => None,
        });
        let Some(kinds) = kinds.collect::<Option<Vec<_>>>() else { return false };
        // Which argument a string is, is not looked at: where there are strings, all are.
        let is_pointer = |arg: &Value| body.expr(arg.expr()).ty == Scalar::Pointer;
        let has_strings = format.iter().any(|byte| b"sSn".contains(byte)) && format.contains(&b'%');
        (!has_strings || rest.iter().all(is_pointer))
            && rest.iter().all(|arg| self.is_printable(function, body, arg))
            && machine::library::fits_format(&format, &kinds, model.pointer_bytes() as u32)
    }

    /// Whether an argument is no address, or that of a literal.
    fn is_printable(&self, function: FunctionId, body: &Body, arg: &Value) -> bool {
        let Value::Scalar(expr) = arg else { return false };
        body.expr(*expr).ty != Scalar::Pointer || self.literal(function, body, arg).is_some()
    }

    /// The bytes of a literal that an argument is the address of, up to the first zero.
    fn literal(&self, function: FunctionId, body: &Body, arg: &Value) -> Option<Vec<u8>> {
        let at = inside(self.program, function, body, arg.expr())?;
        let Owner::Object(id) = at.owner else { return None };
        let object = self.program.object(id);
        if object.kind != ObjectKind::Literal || at.offset != 0 || !at.indices.is_empty() {
            return None;
        }
        let mut bytes = vec![0; usize::try_from(object.size).ok()?];
        for (offset, run) in &object.init.bytes {
            let start = usize::try_from(*offset).ok()?;
            bytes.get_mut(start..start + run.len())?.copy_from_slice(run);
        }
        let end = bytes.iter().position(|&byte| byte == 0)?;
        bytes.truncate(end);
        Some(bytes)
    }

    /// Whether an argument is what `stdout` or `stderr` holds, read right before.
    fn is_standard_stream(&self, function: FunctionId, body: &Body, arg: &Value) -> bool {
        let Value::Scalar(expr) = arg else { return false };
        let ExprKind::Local(register) = body.expr(*expr).kind else { return false };
        let mut setters = body.edges.iter().filter(|edge| {
            let mut is_set = false;
            edge.op.for_each_written(|local| is_set |= local == register);
            is_set
        });
        let (Some(setter), None) = (setters.next(), setters.next()) else { return false };
        matches!(&setter.op, Op::Load { place, .. }
            if inside(self.program, function, body, place.address).is_some_and(|it| self.is_stream(it.owner)))
    }
}

/// Whether a function that nobody defines is given memory: how much of it is there only that function could say.
pub fn is_handing_out(body: &Body, name: &str, args: &[Value]) -> bool {
    let is_memory = |arg: &Value| match arg {
        Value::Scalar(expr) => body.expr(*expr).ty == Scalar::Pointer && !is_null_constant(body, *expr),
        Value::Aggregate(..) => false,
    };
    !library::is_modelled(name) && args.iter().any(is_memory)
}
