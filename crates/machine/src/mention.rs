//! How often a body mentions each of its locals. The result of a call that is mentioned nowhere else is not used by the
//! caller, and then a function need not return one (C11 6.9.1p12).

use cfa::expr::{ExprId, ExprKind};
use cfa::op::Destination;
use cfa::program::{Body, LocalId};

pub struct Mentions(Vec<u32>);

impl Mentions {
    pub fn of(body: &Body) -> Mentions {
        let mut count = vec![0; body.locals.len()];
        let mut work: Vec<ExprId> = Vec::new();
        for edge in &body.edges {
            edge.op.for_each_expr(|e| work.push(e));
            while let Some(e) = work.pop() {
                match body.expr(e).kind {
                    ExprKind::Local(local) | ExprKind::Address(local) => count[local.index()] += 1,
                    kind => kind.for_each_operand(|operand| work.push(operand)),
                }
            }
        }
        Mentions(count)
    }

    /// Whether anything but the call itself refers to where its result goes.
    pub fn is_used(&self, body: &Body, dst: &Destination) -> bool {
        let count = |local: LocalId| self.0[local.index()];
        match *dst {
            Destination::None => false,
            Destination::Local(local) => count(local) > 0,
            Destination::Memory(address) => match body.expr(address).kind {
                ExprKind::Address(local) => count(local) > 1,
                _ => true,
            },
        }
    }
}
