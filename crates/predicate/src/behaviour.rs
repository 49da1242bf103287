//! What C leaves undefined beside memory and arithmetic: when an operation does that.
//!
//! The rules are the machine's. Expressed are: control that comes to where it is promised not to, a trap or unsequenced side
//! effects; accesses and copies that overlap; counting the zeros of zero; a `_Bool` that is neither; a result that is used
//! and was not returned; and arguments that a function of the C library refuses. What depends on floats, on the depth of
//! the stack, on variable arguments and on memory that the C library looks at is not expressed and stands in the way of a proof.

use cfa::expr::{ExprId, ExprKind, Unary};
use cfa::library::{self, Trait};
use cfa::op::{Callee, Destination, Op, Place, Value};
use cfa::passing::{self, Passing};
use cfa::program::{Body, FunctionId, LocalId, Storage as Kind};
use cfa::types::{Float, Scalar, Type};

use verdict::Unknown;

use crate::block::{Builder, ContextId};
use crate::encode::{Encoder, Here, State};
use crate::facts::storage::bits_at;
use crate::property::Faults;
use formula::{Order, Term, Word};

impl<'p> Builder<'p> {
    /// When an operation does what is undefined.
    pub fn behaviour(&mut self, state: &State, here: Here<'p>, op: &Op) -> Faults {
        let mut faults = self.encoder.undefined_values(state, here, op);
        let found = match op {
            Op::Unsequenced | Op::Unreachable | Op::Trap => Faults::of(Term::TRUE),
            Op::Distinct(places) => Faults::of(self.encoder.overlap(state, here, &places.0, &places.1)),
            Op::Copy { dst, src, ty, .. } => {
                let size = self.program.types.size(*ty, self.program.model);
                Faults::of(self.encoder.overlaps_in_part(state, here, (*dst, *src), size))
            }
            Op::Load { place, .. } if place.ty == Scalar::Bool && place.bits.is_none() => {
                Faults::of(self.encoder.is_no_truth(state, here, place))
            }
            Op::Call { dst, callee, args } => self.call_behaviour(here, callee, (dst, args)),
            Op::VaStart { .. } | Op::VaArg { .. } | Op::VaCopy { .. } => {
                Faults::unclear("variable arguments")
            }
            Op::Asm(_) => Faults::unclear("assembly, which may do anything"),
            _ => Faults::none(),
        };
        faults.wrong = self.encoder.terms.or(faults.wrong, found.wrong);
        faults.unclear.extend(found.unclear);
        faults
    }

    /// Calls of functions that the program defines: which may be too deep, or have other arguments than parameters.
    fn call_behaviour(
        &mut self,
        here: Here<'p>,
        callee: &Callee,
        (dst, args): (&Destination, &[Value]),
    ) -> Faults {
        let targets = self.risks.targets(callee);
        if targets.iter().any(|&target| self.risks.is_recursive(here.function, target)) {
            return Faults::unclear("recursion, which may exhaust the stack");
        }
        match callee {
            Callee::Direct(target) if !fits(self.program, *target, here.body, (dst, args)) => {
                Faults::unclear("a call with arguments or a result of other types than the function has")
            }
            Callee::Indirect(_, ty) if self.risks.has_misfits(here.body, *ty, (dst, args)) => {
                Faults::unclear("a call through a pointer, which may lead to a function of another type")
            }
            _ => Faults::none(),
        }
    }

    /// Whether a result is missing that the caller uses, where a function ends without one.
    pub fn missing_result(&self, context: ContextId, function: FunctionId) -> Faults {
        match self.caller(context) {
            Some((caller, edge)) => {
                let is_used = self.risks.is_used_at(self.function(caller), edge);
                Faults::of(if is_used { Term::TRUE } else { Term::FALSE })
            }
            None if self.is_summarised(context) && self.risks.is_result_used(function) => {
                Faults::unclear("a function that may end without a result")
            }
            None => Faults::none(),
        }
    }
}

impl Encoder<'_> {
    /// What goes wrong when expressions are evaluated, beside arithmetic.
    fn undefined_values(&mut self, state: &State, here: Here<'_>, op: &Op) -> Faults {
        let mut faults = Faults::none();
        let mut work: Vec<ExprId> = Vec::new();
        op.for_each_expr(|expr| work.push(expr));
        while let Some(id) = work.pop() {
            let kind = here.body.expr(id).kind;
            kind.for_each_operand(|operand| work.push(operand));
            if crate::absence::is_comparison_of_addresses(here.body, kind) {
                faults.unclear.push((
                    Term::TRUE,
                    Unknown::NotModelled,
                    "a comparison of addresses, whose objects may be gone or different",
                ));
            }
            match kind {
                ExprKind::Unary { op: Unary::LeadingZeros | Unary::TrailingZeros, operand } => {
                    let value = self.eval(state, here, operand);
                    let is_zero = self.terms.is_zero(value);
                    faults.wrong = self.terms.or(faults.wrong, is_zero);
                }
                ExprKind::Convert { operand }
                    if !is_convertible(here.body, operand, here.body.expr(id).ty) =>
                {
                    faults.unclear.push((
                        Term::TRUE,
                        Unknown::NotModelled,
                        "a floating value that the integer type may not hold",
                    ));
                }
                _ => {}
            }
        }
        faults
    }

    /// When two accesses overlap; a null address stands for one that was not made.
    fn overlap(&mut self, state: &State, here: Here<'_>, a: &Place, b: &Place) -> Term {
        let model = self.program.model;
        let inside = |place: &Place| self.storage.inside(here.function, here.body, place.address);
        if let (Some(a), Some(b)) = (inside(a), inside(b))
            && a.owner != b.owner
        {
            return Term::FALSE;
        }
        let [(first, of_first), (second, of_second)] = [a, b].map(|place| {
            let (start, width) = bits_at(place, model);
            (self.eval(state, here, place.address), (start, start + u64::from(width)))
        });
        let bytes = |bits: (u64, u64)| bits.1.div_ceil(8);
        let is_same = self.terms.eq(first, second);
        let meets = of_first.0 < of_second.1 && of_second.0 < of_first.1;
        let at_once = if meets { is_same } else { Term::FALSE };
        let behind = self.is_within(first, second, bytes(of_second));
        let before = self.is_within(second, first, bytes(of_first));
        let near = self.terms.or(behind, before);
        let elsewhere = self.terms.not(is_same);
        let near = self.terms.and(elsewhere, near);
        let overlap = self.terms.or(at_once, near);
        let [is_first, is_second] = [first, second].map(|address| {
            let is_null = self.terms.is_zero(address);
            self.terms.not(is_null)
        });
        self.terms.all([is_first, is_second, overlap])
    }

    /// When a copy overlaps what it is made of, but is not the same.
    fn overlaps_in_part(
        &mut self,
        state: &State,
        here: Here<'_>,
        (dst, src): (ExprId, ExprId),
        size: u64,
    ) -> Term {
        let inside = |address| self.storage.inside(here.function, here.body, address);
        if let (Some(to), Some(from)) = (inside(dst), inside(src))
            && to.owner != from.owner
        {
            return Term::FALSE;
        }
        let (to, from) = (self.eval(state, here, dst), self.eval(state, here, src));
        let (behind, before) = (self.is_within(to, from, size), self.is_within(from, to, size));
        let is_same = self.terms.eq(to, from);
        let elsewhere = self.terms.not(is_same);
        let near = self.terms.or(behind, before);
        self.terms.and(elsewhere, near)
    }

    /// When an address is one of so many from another on.
    fn is_within(&mut self, address: Term, start: Term, bytes: u64) -> Term {
        let width = self.terms.width(address);
        let distance = self.terms.word(Word::Sub, address, start);
        let bytes = self.terms.bits(width, bytes.into());
        self.terms.order(Order::Ult, distance, bytes)
    }

    /// When a `_Bool` in memory is neither 0 nor 1.
    fn is_no_truth(&mut self, state: &State, here: Here<'_>, place: &Place) -> Term {
        // The read itself comes later, and asks for what is not known there.
        let value = self.without_inputs(|encoder| encoder.load(state, here, place));
        let one = self.terms.bits(self.terms.width(value), 1);
        self.terms.order(Order::Ult, one, value)
    }

    /// When a function of the C library refuses its arguments, where it looks at nothing else; nothing if it is another one.
    pub fn library_refuses(&mut self, name: &str, args: &[Term]) -> Option<Term> {
        match *args {
            [low, high] if library::is(name, Trait::Choice) => {
                let (low, high) = (self.terms.resize(low, true, 64), self.terms.resize(high, true, 64));
                Some(self.terms.order(Order::Slt, high, low))
            }
            [character] if library::is(name, Trait::Class) => {
                let character = self.terms.resize(character, true, 32);
                Some(self.terms.is_outside(character, (-128, 255)))
            }
            _ => None,
        }
    }
}

/// Whether a value converted to a type is surely one that the type holds: all are but for floats.
pub fn is_convertible(body: &Body, operand: ExprId, to: Scalar) -> bool {
    let (from, Scalar::Int { bits, signed }) = (body.expr(operand), to) else { return true };
    let Scalar::Float(format) = from.ty else { return true };
    let exact = match format {
        Float::Single => 24,
        Float::Double => 53,
        _ => return false,
    };
    match from.kind {
        ExprKind::Float(value) => {
            let value = if format == Float::Single {
                f32::from_bits(value as u32).into()
            } else {
                f64::from_bits(value)
            };
            let end = 2f64.powi(bits as i32 - i32::from(signed));
            let least = if signed { -end } else { 0.0 };
            (least..end).contains(&value.trunc())
        }
        // There and back.
        ExprKind::Convert { operand } => match body.expr(operand).ty {
            Scalar::Bool => true,
            Scalar::Int { bits: of, signed: was_signed } if u32::from(of) <= exact => {
                (signed || !was_signed) && of + u8::from(signed && !was_signed) <= bits
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether arguments are such that a function can be entered with them: as many as it takes, of types that arrive.
pub fn fits(
    program: &cfa::Program,
    target: FunctionId,
    caller: &Body,
    (dst, args): (&Destination, &[Value]),
) -> bool {
    let function = program.function(target);
    let Some(body) = &function.body else { return true };
    let Type::Function(signature) = program.types.get(function.ty) else { return false };
    let is_fit = |(&param, arg): (&LocalId, &Value)| {
        let local = body.local(param);
        match (program.types.as_scalar(local.ty), arg) {
            (Some(to), Value::Scalar(value)) => {
                let from = caller.expr(*value).ty;
                !matches!(
                    passing::argument(from, to, signature.prototyped, program.model),
                    Passing::Lost | Passing::Between(..)
                )
            }
            (None, Value::Aggregate(..)) => true,
            _ => false,
        }
    };
    let is_result_fit = match *dst {
        Destination::Local(local) => match caller.local(local).storage {
            Kind::Register(scalar) => program.types.as_scalar(signature.result).is_none_or(|it| it == scalar),
            Kind::Memory { .. } => false,
        },
        Destination::Memory(_) => program.types.as_scalar(signature.result).is_none(),
        Destination::None => true,
    };
    let spare = args.len().checked_sub(body.params.len());
    let is_counted = spare == Some(0) || (signature.variadic && spare.is_some());
    is_result_fit && is_counted && body.params.iter().zip(args).all(is_fit)
}
