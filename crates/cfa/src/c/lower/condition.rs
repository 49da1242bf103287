//! Conditions: branches on them, short circuits, and expressions of which only one arm is evaluated.

use rucc_ast::{BinaryOp, UnaryOp};
use rucc_sema::{Conversion, ExprId as RuccExpr, ExprKind as Rucc};
use rucc_types::TypeId as RuccType;

use super::{Lower, Val};
use crate::expr::ExprId;
use crate::op::Op;
use crate::program::Location;
use crate::types::Scalar;

impl Lower<'_, '_> {
    /// Branches on a condition; short circuits become control flow.
    pub(super) fn branch(&mut self, cond: RuccExpr, yes: Location, no: Location) {
        if let Some(&value) = self.saved.get(&cond) {
            return self.split(value, yes, no);
        }
        let expr = self.tast[cond];
        match expr.kind {
            Rucc::Binary { op: BinaryOp::LogAnd, lhs, rhs } if self.scalar_of(expr.ty).is_some() => {
                let middle = self.b.location();
                self.first_operand(|this| this.branch(lhs, middle, no));
                self.b.at = middle;
                self.second_operand(|this| this.branch(rhs, yes, no));
            }
            Rucc::Binary { op: BinaryOp::LogOr, lhs, rhs } if self.scalar_of(expr.ty).is_some() => {
                let middle = self.b.location();
                self.first_operand(|this| this.branch(lhs, yes, middle));
                self.b.at = middle;
                self.second_operand(|this| this.branch(rhs, yes, no));
            }
            Rucc::Unary { op: UnaryOp::Not, operand } if self.scalar_of(self.tast[operand].ty).is_some() => {
                self.branch(operand, no, yes);
            }
            Rucc::Convert { kind: Conversion::Bool | Conversion::Arithmetic, operand }
                if self.is_truth(operand) =>
            {
                self.branch(operand, yes, no);
            }
            _ => {
                let pos = self.b.pos;
                self.at(self.tast.expr_span(cond));
                let value = match self.value(cond) {
                    Val::Scalar(value) => value,
                    _ => self.b.int(0, Scalar::INT),
                };
                self.split(value, yes, no);
                self.b.pos = pos;
            }
        }
    }

    /// Two edges on a value; a constant one leaves only the edge that is taken.
    pub(super) fn split(&mut self, cond: ExprId, yes: Location, no: Location) {
        match self.b.body.constant(cond) {
            Some(0) => self.b.emit_to(Op::Skip, no),
            Some(_) => self.b.emit_to(Op::Skip, yes),
            None => {
                // `x != 0` as a condition is `x`.
                self.b.emit_to(Op::Assume { cond, truth: true }, yes);
                self.b.emit_to(Op::Assume { cond, truth: false }, no);
            }
        }
        self.b.at = self.b.location();
    }

    /// Evaluates what a sequence point follows.
    pub(super) fn first_operand(&mut self, evaluate: impl FnOnce(&mut Self)) {
        let mark = self.trace.mark();
        evaluate(self);
        self.trace.complete(mark);
    }

    /// Evaluates what is evaluated on some paths only, after a sequence point.
    pub(super) fn second_operand<T>(&mut self, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        self.trace.depth += 1;
        let value = evaluate(self);
        self.trace.depth -= 1;
        value
    }

    /// Whether an expression is a comparison or a connective, so that converting it to `bool` or `int`
    /// changes nothing.
    pub(super) fn is_truth(&self, e: RuccExpr) -> bool {
        match self.tast[e].kind {
            Rucc::Binary { op, lhs, .. } => {
                use BinaryOp::*;
                matches!(op, Lt | Gt | Le | Ge | Eq | Ne | LogAnd | LogOr)
                    && self.scalar_of(self.tast[lhs].ty).is_some()
            }
            Rucc::Unary { op: UnaryOp::Not, operand } => self.scalar_of(self.tast[operand].ty).is_some(),
            Rucc::Convert { kind: Conversion::Bool | Conversion::Arithmetic, operand } => {
                self.scalar_of(self.tast[e].ty).is_some_and(|s| !s.is_float()) && self.is_truth(operand)
            }
            _ => false,
        }
    }

    /// 0 or 1, by branching.
    pub(super) fn truth(&mut self, e: RuccExpr) -> ExprId {
        let (yes, no, end) = (self.b.location(), self.b.location(), self.b.location());
        let dst = self.register(Scalar::INT);
        self.branch(e, yes, no);
        for (at, value) in [(yes, 1), (no, 0)] {
            self.b.at = at;
            let value = self.b.int(value, Scalar::INT);
            self.b.emit(Op::Assign { dst, value });
            self.b.jump(end);
        }
        self.b.at = end;
        let value = self.b.read(dst);
        let scalar = self.scalar_of(self.tast[e].ty).unwrap_or(Scalar::INT);
        self.b.convert(value, scalar)
    }

    pub(super) fn conditional(
        &mut self,
        cond: RuccExpr,
        then: RuccExpr,
        otherwise: RuccExpr,
        ty: RuccType,
    ) -> Val {
        let mark = self.trace.mark();
        let (yes, no, end) = (self.b.location(), self.b.location(), self.b.location());
        // `a ?: b` names `a` twice; it is evaluated once.
        let shared =
            self.under(cond).filter(|&c| self.under(then) == Some(c) && !self.saved.contains_key(&c));
        if let Some(shared) = shared {
            let value = self.scalar(shared);
            let value = self.keep(value);
            self.saved.insert(shared, value);
        }
        self.branch(cond, yes, no);
        self.trace.complete(mark);
        let scalar = self.scalar_of(ty);
        let result =
            if self.is_void(ty) { None } else { Some(self.register(scalar.unwrap_or(Scalar::Pointer))) };
        for (at, arm) in [(yes, then), (no, otherwise)] {
            self.b.at = at;
            self.second_operand(|this| {
                if let (Val::Scalar(value) | Val::Aggregate(value), Some(dst)) = (this.value(arm), result) {
                    this.b.emit(Op::Assign { dst, value });
                }
            });
            self.b.jump(end);
        }
        if let Some(shared) = shared {
            self.saved.remove(&shared);
        }
        self.b.at = end;
        match (result, scalar) {
            (None, _) => Val::Void,
            (Some(dst), Some(_)) => Val::Scalar(self.b.read(dst)),
            (Some(dst), None) => Val::Aggregate(self.b.read(dst)),
        }
    }

    /// The node below conversions, if any conversion or not: what `a ?: b` shares.
    fn under(&self, mut e: RuccExpr) -> Option<RuccExpr> {
        loop {
            match self.tast[e].kind {
                Rucc::Convert { kind, operand }
                    if !matches!(
                        kind,
                        Conversion::Lvalue | Conversion::ArrayDecay | Conversion::FunctionDecay
                    ) =>
                {
                    e = operand;
                }
                Rucc::Const(_) => return None,
                _ => return Some(e),
            }
        }
    }
}
