//! What gcc evaluates before its place. It folds an operator over `(a, b)` into `a, (… b …)`, so that `a` comes before
//! the operator's other operand, however deep in the operators it stands. `x op= y`, where `y` has side effects, is
//! such a pair of `y` and the assignment. And it turns some operators round: `x < y + 1` into `y >= x`, `-x + y` into
//! `y - x`.
//!
//! The outermost operator of an expression evaluates all these parts first; the nodes they were taken from are then
//! evaluated without them. Their accesses still belong to the operands they stand in.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::ops::Range;

use rucc_ast::{BinaryOp, UnaryOp};
use rucc_sema::{Const, Conversion, ExprId as RuccExpr, ExprKind as Rucc};

use super::{Lower, Val};
use crate::types::Scalar;

#[derive(Default)]
pub(super) struct Hoisted {
    /// The expression lowered now is part of an operator that has done this.
    is_inside: bool,
    /// Commas whose left side is evaluated.
    commas: HashSet<RuccExpr>,
    /// The accesses made early for an operand, if there are any.
    accesses: HashMap<RuccExpr, Range<usize>>,
}

impl Lower<'_, '_> {
    /// Evaluates what comes early in the operands of an operator, then the rest by `evaluate`.
    pub(super) fn hoisting<T>(
        &mut self,
        operands: [RuccExpr; 2],
        evaluate: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let was_inside = std::mem::replace(&mut self.hoisted.is_inside, true);
        if !was_inside {
            operands.into_iter().for_each(|operand| self.hoist(operand));
        }
        let value = evaluate(self);
        self.hoisted.is_inside = was_inside;
        value
    }

    /// Lowers an expression; one that gcc does not fold operators over is on its own.
    pub(super) fn unless_folded<T>(&mut self, e: RuccExpr, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        let was_inside = self.hoisted.is_inside;
        self.hoisted.is_inside = was_inside && self.folded(e).is_some();
        let value = evaluate(self);
        self.hoisted.is_inside = was_inside;
        value
    }

    /// Whether the left side of a comma has been evaluated before its place.
    pub(super) fn is_comma_done(&mut self, comma: RuccExpr) -> bool {
        self.hoisted.commas.remove(&comma)
    }

    /// The accesses made early for an operand.
    pub(super) fn early_accesses(&mut self, operand: RuccExpr) -> Range<usize> {
        self.hoisted.accesses.remove(&operand).unwrap_or(0..0)
    }

    /// Whether gcc turns an operator on signed integers round, so that the right operand comes first.
    pub(super) fn is_turned_round(&self, op: BinaryOp, lhs: RuccExpr, rhs: RuccExpr) -> bool {
        if !matches!(self.scalar_of(self.tast[lhs].ty), Some(Scalar::Int { signed: true, .. })) {
            return false;
        }
        match op {
            BinaryOp::Add => matches!(self.tast[lhs].kind, Rucc::Unary { op: UnaryOp::Minus, .. }),
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                // With a constant on both sides it is the difference that counts.
                let (left, right) = (self.added_constant(lhs), self.added_constant(rhs));
                let is_left_done = right == 0 && left != 0 && is_reducible(op, left);
                let added = right.saturating_sub(left);
                !is_left_done && right != 0 && added != 0 && is_reducible(reversed(op), added)
            }
            _ => false,
        }
    }

    /// The constant that a signed sum or difference adds to something else; 0 if there is none.
    fn added_constant(&self, e: RuccExpr) -> i128 {
        let Rucc::Binary { op, lhs, rhs } = self.tast[e].kind else { return 0 };
        match op {
            BinaryOp::Add => self.integer(rhs).or(self.integer(lhs)).unwrap_or(0),
            BinaryOp::Sub => self.integer(rhs).map_or(0, |value| value.saturating_neg()),
            _ => 0,
        }
    }

    fn integer(&self, e: RuccExpr) -> Option<i128> {
        match self.tast[e].kind {
            Rucc::Const(id) => match self.tast[id] {
                Const::Int(value) => Some(value),
                _ => None,
            },
            Rucc::Unary { op: UnaryOp::Minus, operand } => self.integer(operand).map(i128::saturating_neg),
            Rucc::Convert { operand, .. } | Rucc::Cast(operand) => self.integer(operand),
            _ => None,
        }
    }

    fn hoist(&mut self, e: RuccExpr) {
        let mark = self.trace.mark();
        match self.tast[e].kind {
            Rucc::Comma { lhs, rhs } => {
                self.alone(|this| this.discard(lhs));
                self.hoisted.commas.insert(e);
                self.hoist(rhs);
            }
            Rucc::Assign { op: Some(_), lhs, rhs, .. } if self.is_pair(lhs, rhs) => {
                if let Val::Scalar(value) = self.alone(|this| this.value(rhs)) {
                    let value = self.keep(value);
                    self.saved.insert(rhs, value);
                    self.hoisted.accesses.insert(rhs, mark..self.trace.mark());
                }
            }
            _ => self.folded(e).into_iter().flatten().flatten().for_each(|operand| self.hoist(operand)),
        }
        if self.trace.mark() > mark {
            self.hoisted.accesses.insert(e, mark..self.trace.mark());
        }
    }

    fn alone<T>(&mut self, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        let was_inside = std::mem::replace(&mut self.hoisted.is_inside, false);
        let value = evaluate(self);
        self.hoisted.is_inside = was_inside;
        value
    }

    fn is_pair(&self, lhs: RuccExpr, rhs: RuccExpr) -> bool {
        let is_scalar = |e: RuccExpr| self.scalar_of(self.tast[e].ty).is_some();
        is_scalar(lhs) && is_scalar(rhs) && !self.is_atomic(self.tast[lhs].ty) && self.has_effects(rhs)
    }

    /// The operands of an expression that gcc folds over theirs.
    fn folded(&self, e: RuccExpr) -> Option<[Option<RuccExpr>; 2]> {
        match self.tast[e].kind {
            Rucc::Binary { op: BinaryOp::LogAnd | BinaryOp::LogOr, .. } => None,
            Rucc::Binary { lhs, rhs, .. } => Some([Some(lhs), Some(rhs)]),
            Rucc::Unary { op: UnaryOp::Minus | UnaryOp::Plus | UnaryOp::BitNot | UnaryOp::Not, operand } => {
                Some([Some(operand), None])
            }
            Rucc::Convert {
                kind:
                    Conversion::Arithmetic | Conversion::Bool | Conversion::Pointer | Conversion::NullPointer,
                operand,
            }
            | Rucc::Cast(operand) => Some([Some(operand), None]),
            Rucc::Comma { rhs, .. } => Some([Some(rhs), None]),
            _ => None,
        }
    }
}

/// Whether `x + added op y` has a form with a smaller constant: `x + 1 > y` is `x >= y`.
fn is_reducible(op: BinaryOp, added: i128) -> bool {
    match op {
        BinaryOp::Gt | BinaryOp::Le => added > 0,
        _ => added < 0,
    }
}

fn reversed(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Le => BinaryOp::Ge,
        _ => BinaryOp::Le,
    }
}
