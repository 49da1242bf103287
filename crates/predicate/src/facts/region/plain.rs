//! Whether addresses travel as pointers only, and which numbers are addresses of nothing.

use cfa::expr::{Binary, ExprId, ExprKind};
use cfa::program::Body;
use cfa::types::{DataModel, Scalar};

/// Numbers below this, or as far below zero, are addresses of nothing: null, and results that say what went wrong.
pub const FIRST_PAGE: u64 = 4096;

/// Whether a number is the address of nothing.
pub fn is_null(number: i128, model: DataModel) -> bool {
    (number as i64).unsigned_abs() < FIRST_PAGE
        || model.pointer_bytes() == 4 && u64::from((number as i32).unsigned_abs()) < FIRST_PAGE
}

/// The number that an address is.
pub(super) fn constant_address(body: &Body, id: ExprId) -> Option<i128> {
    match body.expr(id).kind {
        ExprKind::Convert { operand } => body.constant(operand),
        _ => body.constant(id),
    }
}

/// Whether a function makes no numbers of addresses and no addresses of numbers, but for constants and comparisons.
pub(super) fn is_plain(body: &Body) -> bool {
    let is_address = |id: ExprId| {
        let ExprKind::Convert { operand } = body.expr(id).kind else { return false };
        body.expr(operand).ty == Scalar::Pointer && body.expr(id).ty != Scalar::Pointer
    };
    let mut is_plain = true;
    let mut work = Vec::new();
    for edge in &body.edges {
        edge.op.for_each_expr(|expr| work.push(expr));
        while let Some(id) = work.pop() {
            let expr = body.expr(id);
            match expr.kind {
                ExprKind::Binary { op: Binary::Eq | Binary::Ne, lhs, rhs } => {
                    for side in [lhs, rhs] {
                        match body.expr(side).kind {
                            ExprKind::Convert { operand } if is_address(side) => work.push(operand),
                            _ => work.push(side),
                        }
                    }
                    // An address beside something that is neither one nor constant is a number.
                    let is_fit = |id: ExprId| is_address(id) || body.constant(id).is_some();
                    is_plain &= !(is_address(lhs) || is_address(rhs)) || is_fit(lhs) && is_fit(rhs);
                    continue;
                }
                // Whether it is null, as a comparison with zero.
                ExprKind::Convert { operand } if expr.ty == Scalar::Bool && is_address(operand) => {
                    body.expr(operand).kind.for_each_operand(|operand| work.push(operand));
                    continue;
                }
                ExprKind::Convert { operand } if expr.ty != Scalar::Bool => {
                    let from = body.expr(operand).ty;
                    is_plain &= (from == Scalar::Pointer) == (expr.ty == Scalar::Pointer)
                        || expr.ty == Scalar::Pointer && body.constant(operand).is_some();
                }
                ExprKind::Index { base, index, .. } => {
                    is_plain &= body.constant(base).is_none() || body.constant(index).is_some();
                }
                _ => {}
            }
            expr.kind.for_each_operand(|operand| work.push(operand));
        }
    }
    is_plain
}
