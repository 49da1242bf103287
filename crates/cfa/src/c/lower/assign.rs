//! Assignments, plain and compound.

use rucc_ast::BinaryOp;
use rucc_sema::{Category, Conversion, ExprId as RuccExpr, ExprKind as Rucc};
use rucc_types::{TypeId as RuccType, TypeKind};

use super::aggregate::Side;
use super::place::Designated;
use super::{Lower, Val};
use crate::op::Op;

impl Lower<'_, '_> {
    pub(super) fn assign(&mut self, lhs: RuccExpr, mut rhs: RuccExpr) -> Val {
        let ty = self.tast[lhs].ty;
        let start = self.trace.mark();
        while let Rucc::Comma { lhs: first, rhs: last } = self.tast[rhs].kind {
            self.discard(first);
            rhs = last;
        }
        let first = self.trace.mark();
        let (designated, value);
        let (left, right);
        if let Some(call) = self.call_in_place(lhs, rhs) {
            let (from, pos) = (self.tast[call].ty, self.b.pos);
            let Rucc::Call { callee, args } = self.tast[call].kind else { return self.dead(ty) };
            self.at(self.tast.expr_span(call));
            let prepared = self.prepare_call(callee, &self.tast[args]);
            right = first..self.trace.mark();
            designated = self.designate(lhs);
            left = right.end..self.trace.mark();
            let result = self.finish_call(prepared, from);
            self.b.pos = pos;
            value = self.convert_value(result, from, ty);
        } else if self.fills_in_place(lhs, rhs) {
            designated = self.designate(lhs);
            left = first..self.trace.mark();
            value = self.value(rhs);
            right = left.end..self.trace.mark();
        } else {
            value = self.value(rhs);
            right = first..self.trace.mark();
            designated = self.designate(lhs);
            left = right.end..self.trace.mark();
        }
        let end = self.trace.mark();
        self.unsequenced(left.clone(), start..first);
        self.unsequenced(left, right);
        match (designated, value) {
            (Designated::Register(_) | Designated::Scalar(_), Val::Scalar(value)) => {
                let scalar = self.designated_ty(designated);
                let value = self.b.convert(value, scalar);
                self.write(designated, value);
                self.own_write(start..end);
                Val::Scalar(self.stored(designated, value))
            }
            (Designated::Aggregate(dst), Val::Aggregate(src)) => {
                let own = self.ty(ty);
                self.b.emit(Op::Copy { dst, src, ty: own, is_initial: false });
                Val::Aggregate(dst)
            }
            _ => {
                self.unsupported("an assignment between a scalar and an aggregate");
                self.dead(ty)
            }
        }
    }

    /// A call whose result gcc has written straight to the left side, which is evaluated between the call's
    /// arguments and the call: one that needs no conversion.
    fn call_in_place(&self, lhs: RuccExpr, rhs: RuccExpr) -> Option<RuccExpr> {
        match self.tast[rhs].kind {
            _ if self.has_no_place(lhs) => None,
            Rucc::Call { .. } => Some(rhs),
            Rucc::Convert { kind: Conversion::Pointer, operand } => self.call_in_place(lhs, operand),
            _ => None,
        }
    }

    fn has_no_place(&self, lhs: RuccExpr) -> bool {
        self.tast[lhs].category == Category::Bitfield || self.is_atomic(self.tast[lhs].ty)
    }

    /// Whether gcc has the right side write its result straight to the left one, which is evaluated first
    /// then: a conditional or a literal of aggregate type.
    fn fills_in_place(&self, lhs: RuccExpr, rhs: RuccExpr) -> bool {
        if self.has_no_place(lhs) {
            return false;
        }
        match self.tast[rhs].kind {
            Rucc::Convert { kind: Conversion::Lvalue, operand } => {
                matches!(self.tast[operand].kind, Rucc::CompoundLiteral(_))
            }
            Rucc::Cond { .. } => self.scalar_of(self.tast[rhs].ty).is_none(),
            _ => false,
        }
    }

    /// `lhs op= rhs`, computed in the computation type; a right operand with side effects is evaluated first.
    pub(super) fn compound_assign(
        &mut self,
        op: BinaryOp,
        computation: RuccType,
        lhs: RuccExpr,
        mut rhs: RuccExpr,
    ) -> Val {
        let lhs_ty = self.tast[lhs].ty;
        if self.complex_part(lhs_ty).is_some() {
            rhs = self.unconverted(op, rhs, Side::Right);
        }
        let rhs_ty = self.tast[rhs].ty;
        let early = self.early_accesses(rhs);
        let start = self.trace.mark();
        let is_first = self.has_effects(rhs) || self.is_atomic(lhs_ty) || self.scalar_of(lhs_ty).is_none();
        let mut right = if is_first { Some(self.value(rhs)) } else { None };
        self.saved.remove(&rhs);
        let mut middle = self.trace.mark();
        let designated = self.designate(lhs);
        if let (Designated::Aggregate(dst), Some(right)) = (designated, right) {
            return self.compound_aggregate(op, dst, right, lhs_ty, rhs_ty, computation);
        }
        if let (true, Some(Val::Scalar(right))) = (self.is_atomic(lhs_ty), right) {
            return self.atomic_assign(op, designated, right, lhs_ty, rhs_ty, computation);
        }
        let Val::Scalar(old) = self.read(designated) else { return self.dead(lhs_ty) };
        if right.is_none() {
            middle = self.trace.mark();
            right = Some(self.value(rhs));
        }
        let Some(Val::Scalar(right)) = right else {
            self.unsupported("an assignment between a scalar and an aggregate");
            return self.dead(lhs_ty);
        };
        let end = self.trace.mark();
        self.unsequenced(start..middle, middle..end);
        self.unsequenced(early.clone(), start..end);
        let new = self.combine(op, old, right, lhs_ty, rhs_ty, computation);
        self.write(designated, new);
        self.own_write(start..end);
        self.own_write(early);
        Val::Scalar(self.stored(designated, new))
    }

    /// `old op right` in the computation type, converted to the type of the left side.
    pub(super) fn combine(
        &mut self,
        op: BinaryOp,
        old: crate::expr::ExprId,
        right: crate::expr::ExprId,
        lhs_ty: RuccType,
        rhs_ty: RuccType,
        computation: RuccType,
    ) -> crate::expr::ExprId {
        if matches!(self.unit.convert.kind(lhs_ty), TypeKind::Pointer(_)) {
            return self.arithmetic(op, old, right, lhs_ty, rhs_ty);
        }
        let to = self.b.ty(old);
        let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        // Which no compiler takes, but the checker lets pass.
        if is_shift && (to.is_float() || self.b.ty(right).is_float()) {
            self.unsupported("a shift of or by a floating number");
            return old;
        }
        let (left, right) = match self.scalar_of(computation) {
            Some(scalar) => {
                let right = if is_shift { right } else { self.b.convert(right, scalar) };
                (self.b.convert(old, scalar), right)
            }
            // A real number combined with a complex one: done in complex numbers.
            None => {
                self.unsupported("a real lvalue combined with a complex value");
                (old, right)
            }
        };
        let value = self.arithmetic(op, left, right, computation, rhs_ty);
        self.b.convert(value, to)
    }
}
