//! Unary and binary operators.

use rucc_ast::{BinaryOp, UnaryOp};
use rucc_sema::{Conversion, ExprId as RuccExpr, ExprKind as Rucc};
use rucc_types::{TypeId as RuccType, TypeKind};

use super::aggregate::Side;
use super::{Lower, Val};
use crate::expr::{Binary, ExprId, ExprKind, Unary};
use crate::types::Scalar;

impl Lower<'_, '_> {
    pub(super) fn unary(&mut self, op: UnaryOp, operand: RuccExpr, ty: RuccType, whole: RuccExpr) -> Val {
        match op {
            UnaryOp::PreInc => self.increment_value(operand, 1, true, false),
            UnaryOp::PreDec => self.increment_value(operand, -1, true, false),
            UnaryOp::PostInc => self.increment_value(operand, 1, false, false),
            UnaryOp::PostDec => self.increment_value(operand, -1, false, false),
            UnaryOp::AddrOf => Val::Scalar(self.taken_address(operand)),
            UnaryOp::Deref => {
                let designated = self.designate(whole);
                self.read(designated)
            }
            UnaryOp::Real | UnaryOp::Imag => {
                let from = self.tast[operand].ty;
                match self.unit.convert.kind(from) {
                    TypeKind::Complex(part) => {
                        // Of an object only this half is read.
                        let address = self.address_of(operand);
                        let index = usize::from(op == UnaryOp::Imag);
                        Val::Scalar(self.complex_part_at(address, part, index))
                    }
                    _ if op == UnaryOp::Real => self.value(operand),
                    _ => {
                        self.discard(operand);
                        self.dead(ty)
                    }
                }
            }
            UnaryOp::Plus => self.value(operand),
            UnaryOp::Minus | UnaryOp::BitNot | UnaryOp::Not => match self.value(operand) {
                Val::Scalar(value) if op == UnaryOp::Not => {
                    let not = self.not(value);
                    match self.scalar_of(ty) {
                        Some(scalar) => Val::Scalar(self.b.convert(not, scalar)),
                        None => self.dead(ty),
                    }
                }
                Val::Scalar(value) => {
                    let op = if op == UnaryOp::Minus { Unary::Negate } else { Unary::BitNot };
                    let scalar = self.b.ty(value);
                    Val::Scalar(self.b.unary(op, value, scalar))
                }
                Val::Aggregate(address) => {
                    let from = self.tast[operand].ty;
                    self.aggregate_unary(op, address, from, ty)
                }
                Val::Void => self.dead(ty),
            },
        }
    }

    pub(super) fn binary(&mut self, op: BinaryOp, lhs: RuccExpr, rhs: RuccExpr, ty: RuccType) -> Val {
        let (lhs, rhs) = match (self.unconverted(op, lhs, Side::Left), self.unconverted(op, rhs, Side::Right))
        {
            // Two real operands make a complex number only when both are converted.
            (left, right) if left != lhs && right != rhs => (lhs, rhs),
            operands => operands,
        };
        let (a, b) = self.hoisting([lhs, rhs], |this| this.operands(op, lhs, rhs));
        let (lhs_ty, rhs_ty) = (self.tast[lhs].ty, self.tast[rhs].ty);
        match (a, b) {
            (Val::Scalar(a), Val::Scalar(b)) => {
                let value = self.arithmetic(op, a, b, lhs_ty, rhs_ty);
                match self.scalar_of(ty) {
                    Some(scalar) => Val::Scalar(self.b.convert(value, scalar)),
                    None => self.dead(ty),
                }
            }
            (Val::Aggregate(a), Val::Aggregate(b)) => self.aggregate_binary(op, a, b, lhs_ty, ty),
            // A vector shifted by, or combined with, a scalar; a complex number with a real one.
            (Val::Aggregate(a), Val::Scalar(b)) => {
                if let Some(value) = self.with_real(op, a, b, lhs_ty, Side::Right) {
                    return value;
                }
                let b = self.broadcast(b, lhs_ty);
                self.aggregate_binary(op, a, b, lhs_ty, ty)
            }
            (Val::Scalar(a), Val::Aggregate(b)) => {
                if let Some(value) = self.with_real(op, b, a, rhs_ty, Side::Left) {
                    return value;
                }
                let a = self.broadcast(a, rhs_ty);
                self.aggregate_binary(op, a, b, rhs_ty, ty)
            }
            _ => self.dead(ty),
        }
    }

    fn operands(&mut self, op: BinaryOp, lhs: RuccExpr, rhs: RuccExpr) -> (Val, Val) {
        let early = (self.early_accesses(lhs), self.early_accesses(rhs));
        let start = self.trace.mark();
        let is_swapped = (self.reads_late(op, lhs, rhs) && self.has_effects(rhs))
            || self.is_sum_with_pointer(op, lhs, rhs)
            || self.is_turned_round(op, lhs, rhs);
        let (first, second) = if is_swapped { (rhs, lhs) } else { (lhs, rhs) };
        let first = self.value(first);
        let middle = self.trace.mark();
        let second = self.value(second);
        let (mut left, mut right) = (start..middle, middle..self.trace.mark());
        let (mut a, mut b) = (first, second);
        if is_swapped {
            (left, right, a, b) = (right, left, b, a);
        }
        self.unsequenced(left.clone(), right.clone());
        self.unsequenced(early.0.clone(), right);
        self.unsequenced(left, early.1.clone());
        self.unsequenced(early.0, early.1);
        (a, b)
    }

    /// A plain variable on the left of an operator that commutes: gcc reads it after the other operand.
    fn reads_late(&self, op: BinaryOp, lhs: RuccExpr, rhs: RuccExpr) -> bool {
        use BinaryOp::*;
        // gcc makes these operators narrow again if both operands were widened from one type.
        let is_narrowed = matches!(op, BitAnd | BitOr | BitXor | Eq | Ne | Lt | Gt | Le | Ge);
        let lhs = match (self.widened(lhs), self.widened(rhs)) {
            (Some((narrow, from)), Some((_, to))) if is_narrowed && from == to => narrow,
            _ => lhs,
        };
        (is_narrowed || matches!(op, Add | Mul))
            && matches!(
                self.tast[self.without_casts(lhs)].kind,
                Rucc::Convert { kind: Conversion::Lvalue, operand } if matches!(self.tast[operand].kind, Rucc::Decl(_))
            )
    }

    /// The operand of a conversion to a wider integer, and its type.
    fn widened(&self, e: RuccExpr) -> Option<(RuccExpr, Scalar)> {
        let (Rucc::Cast(operand) | Rucc::Convert { kind: Conversion::Arithmetic, operand }) =
            self.tast[e].kind
        else {
            return None;
        };
        let (Scalar::Int { bits: wide, .. }, from @ Scalar::Int { bits, signed }) =
            (self.scalar_of(self.tast[e].ty)?, self.scalar_of(self.tast[operand].ty)?)
        else {
            return None;
        };
        // Of two conversions in a row both count if they come to the same as one.
        match self.widened(operand) {
            inner if bits == wide => inner,
            Some((narrow, inner)) if bits < wide && (signed || !inner.is_signed()) => Some((narrow, inner)),
            _ => (bits < wide).then_some((operand, from)),
        }
    }

    /// The operand of conversions between integers of one width, which gcc looks through.
    fn without_casts(&self, e: RuccExpr) -> RuccExpr {
        let width = |e: RuccExpr| match self.scalar_of(self.tast[e].ty) {
            Some(Scalar::Int { bits, .. }) => Some(bits),
            _ => None,
        };
        match self.tast[e].kind {
            Rucc::Cast(operand) | Rucc::Convert { kind: Conversion::Arithmetic, operand }
                if width(e).is_some() && width(e) == width(operand) =>
            {
                self.without_casts(operand)
            }
            _ => e,
        }
    }

    /// An integer plus a pointer: gcc takes the pointer first.
    fn is_sum_with_pointer(&self, op: BinaryOp, lhs: RuccExpr, rhs: RuccExpr) -> bool {
        let is_pointer =
            |e: RuccExpr| matches!(self.unit.convert.kind(self.tast[e].ty), TypeKind::Pointer(_));
        op == BinaryOp::Add && is_pointer(rhs) && !is_pointer(lhs)
    }

    /// Whether evaluating an expression may change anything; calls always may.
    pub(super) fn has_effects(&self, e: RuccExpr) -> bool {
        match self.tast[e].kind {
            Rucc::Const(_) | Rucc::Decl(_) | Rucc::Str(_) | Rucc::LabelAddr(_) => false,
            Rucc::Member { base, .. } => self.has_effects(base),
            Rucc::Subscript { base: a, index: b }
            | Rucc::Binary { lhs: a, rhs: b, .. }
            | Rucc::Comma { lhs: a, rhs: b } => self.has_effects(a) || self.has_effects(b),
            Rucc::Unary { op, operand } => {
                use UnaryOp::*;
                matches!(op, PreInc | PreDec | PostInc | PostDec) || self.has_effects(operand)
            }
            Rucc::Cond { cond, then, otherwise } => {
                self.has_effects(cond) || self.has_effects(then) || self.has_effects(otherwise)
            }
            Rucc::Cast(operand) | Rucc::Convert { operand, .. } => self.has_effects(operand),
            _ => true,
        }
    }

    /// An operator on scalars that are converted already.
    pub(super) fn arithmetic(
        &mut self,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
        lhs_ty: RuccType,
        rhs_ty: RuccType,
    ) -> ExprId {
        let (left, right) = (self.unit.convert.kind(lhs_ty), self.unit.convert.kind(rhs_ty));
        match (op, left, right) {
            (BinaryOp::Add, TypeKind::Pointer(elem), _) => self.step(a, b, elem, false),
            (BinaryOp::Add, _, TypeKind::Pointer(elem)) => self.step(b, a, elem, false),
            (BinaryOp::Sub, TypeKind::Pointer(elem), TypeKind::Pointer(_)) => self.difference(a, b, elem),
            (BinaryOp::Sub, TypeKind::Pointer(elem), _) => self.step(a, b, elem, true),
            _ => {
                let op = scalar_op(op);
                // Comparing a pointer with an integer constant: both become pointers.
                let (a, b) = match (self.b.ty(a), self.b.ty(b)) {
                    (Scalar::Pointer, other) if other != Scalar::Pointer => {
                        (a, self.b.convert(b, Scalar::Pointer))
                    }
                    (other, Scalar::Pointer) if other != Scalar::Pointer => {
                        (self.b.convert(a, Scalar::Pointer), b)
                    }
                    _ => (a, b),
                };
                self.b.binary(op, a, b)
            }
        }
    }

    fn difference(&mut self, lhs: ExprId, rhs: ExprId, elem: RuccType) -> ExprId {
        let ptrdiff = self.model.ptrdiff();
        if self.unit.convert.is_variable(elem) {
            let bytes = self.b.expr(ExprKind::Difference { lhs, rhs, scale: 1 }, ptrdiff);
            let size = self.size_of(elem);
            let size = self.b.convert(size, ptrdiff);
            return self.b.binary(Binary::Div, bytes, size);
        }
        let scale = self.unit.convert.size(elem).max(1);
        self.b.expr(ExprKind::Difference { lhs, rhs, scale }, ptrdiff)
    }
}

pub(super) fn scalar_op(op: BinaryOp) -> Binary {
    match op {
        BinaryOp::Mul => Binary::Mul,
        BinaryOp::Div => Binary::Div,
        BinaryOp::Rem => Binary::Rem,
        BinaryOp::Add => Binary::Add,
        BinaryOp::Sub => Binary::Sub,
        BinaryOp::Shl => Binary::Shl,
        BinaryOp::Shr => Binary::Shr,
        BinaryOp::Lt => Binary::Lt,
        BinaryOp::Gt => Binary::Gt,
        BinaryOp::Le => Binary::Le,
        BinaryOp::Ge => Binary::Ge,
        BinaryOp::Eq => Binary::Eq,
        BinaryOp::Ne => Binary::Ne,
        BinaryOp::BitAnd | BinaryOp::LogAnd => Binary::And,
        BinaryOp::BitOr | BinaryOp::LogOr => Binary::Or,
        BinaryOp::BitXor => Binary::Xor,
    }
}
