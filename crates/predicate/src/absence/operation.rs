//! What operations and expressions may violate.

use cfa::expr::{Binary, ExprId, ExprKind, Unary};
use cfa::op::{Access, Callee, Destination, Op, Place, Value};
use cfa::program::{Body, FunctionId, Location, Storage as Kind};
use cfa::types::Scalar;

use super::Risks;
use crate::behaviour::is_convertible;
use crate::facts::storage::{Owner, bits_at, inside};
use verdict::{Properties, Property};

impl<'p> Risks<'p> {
    /// Whether an access is to an object that its address names, within its bounds, whatever values there are.
    fn is_sure(&self, (id, body): (FunctionId, &Body), place: &Place, is_write: bool) -> bool {
        let Some(at) = inside(self.program, id, body, place.address) else { return false };
        let (start, width) = bits_at(place, self.program.model);
        let bytes = i128::from((start + u64::from(width)).div_ceil(8));
        let (size, is_steady) = match at.owner {
            Owner::Object(object) => {
                let it = self.program.object(object);
                (it.size, it.is_defined)
            }
            Owner::Local(_, local) => match body.local(local).storage {
                Kind::Memory { size, is_variable, .. } => (size, !is_variable),
                Kind::Register(_) => return false,
            },
        };
        let is_change = is_write && place.access != Access::Initial;
        is_steady
            && !(is_change && at.owner.is_constant(self.program))
            && at.indices.is_empty()
            && (0..=i128::from(size) - bytes).contains(&at.offset)
            && at.offset % i128::from(place.align.max(1)) == 0
    }

    /// What an operation may violate, calls of functions and reads of what was not set left aside.
    pub fn of_operation(&self, id: FunctionId, body: &Body, op: &Op) -> Properties {
        use Property::*;
        let mut risks = match op {
            Op::Skip
            | Op::Assign { .. }
            | Op::Assume { .. }
            | Op::Case { .. }
            | Op::Begin { .. }
            | Op::End { .. }
            | Op::Fence(_)
            | Op::Return { .. } => Properties::NONE,
            Op::Load { place, .. } if place.ty == Scalar::Bool && place.bits.is_none() => {
                [ValidDeref, NoUndefinedBehaviour].into()
            }
            Op::Load { place, .. } if self.is_sure((id, body), place, false) => Properties::NONE,
            Op::Store { place, .. } if self.is_sure((id, body), place, true) => Properties::NONE,
            Op::Load { .. }
            | Op::Store { .. }
            | Op::Zero { .. }
            | Op::Atomic(_)
            | Op::Jump { .. }
            | Op::BeginVla { .. }
            | Op::Alloca { .. }
            | Op::VaEnd { .. } => ValidDeref.into(),
            Op::Copy { .. }
            | Op::VaStart { .. }
            | Op::VaArg { .. }
            | Op::VaCopy { .. }
            | Op::SetJump { .. }
            | Op::LongJump { .. } => [ValidDeref, NoUndefinedBehaviour].into(),
            Op::Unsequenced | Op::Unreachable | Op::Trap | Op::Distinct(_) => NoUndefinedBehaviour.into(),
            Op::Complex(_) => [ValidDeref, NoOverflow, NoDivisionByZero].into(),
            Op::Call { dst, callee, args } => {
                let is_moved = matches!(dst, Destination::Memory(_))
                    || args.iter().any(|arg| matches!(arg, Value::Aggregate(..)));
                let moved = if is_moved { ValidDeref.into() } else { Properties::NONE };
                match callee {
                    Callee::Direct(_) => moved,
                    Callee::Indirect(_, ty) if self.has_misfits(body, *ty, (dst, args)) => {
                        moved.and([ValidDeref, NoUndefinedBehaviour])
                    }
                    Callee::Indirect(..) => moved.and(ValidDeref),
                }
            }
            // As with functions of other units, control is taken to come out again and no error to be called.
            Op::Asm(_) => Properties::ALL.but([UnreachCall, NoOverflow]),
            Op::Unsupported(_) => Properties::ALL,
        };
        let mut work: Vec<ExprId> = Vec::new();
        op.for_each_expr(|expr| work.push(expr));
        while let Some(id) = work.pop() {
            risks = risks.and(of_expression(body, id));
            body.expr(id).kind.for_each_operand(|operand| work.push(operand));
        }
        risks
    }
}

/// What it may violate to evaluate an expression, its operands left aside.
fn of_expression(body: &Body, id: ExprId) -> Properties {
    use Property::*;
    let expr = body.expr(id);
    match expr.kind {
        ExprKind::Binary { op, lhs, rhs } => {
            let (ty, by) = (body.expr(lhs).ty, body.constant(rhs));
            let bits = match ty {
                Scalar::Int { bits, .. } => i128::from(bits),
                Scalar::Float(_) => return Properties::NONE,
                Scalar::Bool | Scalar::Pointer => 0,
            };
            let overflow = |is_safe: bool| match ty.is_signed() && !is_safe {
                true => NoOverflow.into(),
                false => Properties::NONE,
            };
            match op {
                Binary::Add | Binary::Sub | Binary::Mul => overflow(false),
                Binary::Div | Binary::Rem => {
                    let risks = overflow(by.is_some_and(|by| by != -1));
                    if by.is_some_and(|by| by != 0) { risks } else { risks.and(NoDivisionByZero) }
                }
                Binary::Shl | Binary::Shr => {
                    let is_small = by.is_some_and(|by| (0..bits).contains(&by));
                    let is_lossy = op == Binary::Shl && ty.is_signed();
                    if is_small && !is_lossy { Properties::NONE } else { NoBadShift.into() }
                }
                _ if is_comparison_of_addresses(body, expr.kind) => NoUndefinedBehaviour.into(),
                _ => Properties::NONE,
            }
        }
        ExprKind::Difference { .. } => NoUndefinedBehaviour.into(),
        ExprKind::Unary { op: Unary::Negate | Unary::Absolute, operand }
            if body.expr(operand).ty.is_signed() =>
        {
            NoOverflow.into()
        }
        ExprKind::Unary { op: Unary::LeadingZeros | Unary::TrailingZeros, .. } => NoUndefinedBehaviour.into(),
        ExprKind::Convert { operand } if !is_convertible(body, operand, expr.ty) => {
            NoUndefinedBehaviour.into()
        }
        // Often enough, even a step takes a pointer too far.
        ExprKind::Index { base, index, .. } if body.constant(index).is_none() || !is_named(body, base) => {
            ValidDeref.into()
        }
        ExprKind::Within { .. } => ValidDeref.into(),
        ExprKind::Int(_)
        | ExprKind::Wide(_)
        | ExprKind::Float(_)
        | ExprKind::Local(_)
        | ExprKind::Address(_)
        | ExprKind::Object(_)
        | ExprKind::Function(_)
        | ExprKind::Label(_)
        | ExprKind::Field { .. }
        | ExprKind::Index { .. }
        | ExprKind::Unary { .. }
        | ExprKind::Convert { .. }
        | ExprKind::Overflows { .. } => Properties::NONE,
    }
}

/// Whether an address is that of an object by name, or of something in it at a constant distance.
fn is_named(body: &Body, id: ExprId) -> bool {
    match body.expr(id).kind {
        ExprKind::Object(_) | ExprKind::Address(_) => true,
        ExprKind::Field { base, .. } => is_named(body, base),
        ExprKind::Index { base, index, .. } => body.constant(index).is_some() && is_named(body, base),
        _ => false,
    }
}

/// Whether one of the cases at a location is for all that the others leave.
pub(super) fn is_complete(body: &Body, at: Location) -> bool {
    body.out(at).iter().any(|edge| matches!(edge.op, Op::Case { inside: false, .. }))
}

/// Whether two addresses are compared or subtracted. That of an object that is gone has no meaning any more, and those of two
/// objects have no order.
pub fn is_comparison_of_addresses(body: &Body, kind: ExprKind) -> bool {
    match kind {
        ExprKind::Difference { .. } => true,
        ExprKind::Binary { lhs, rhs, .. } => {
            let is_address = |id| body.expr(id).ty == Scalar::Pointer && !is_null_constant(body, id);
            is_address(lhs) && is_address(rhs)
        }
        _ => false,
    }
}

pub(super) fn is_null_constant(body: &Body, id: ExprId) -> bool {
    match body.expr(id).kind {
        ExprKind::Convert { operand } => is_null_constant(body, operand),
        _ => body.constant(id) == Some(0),
    }
}
