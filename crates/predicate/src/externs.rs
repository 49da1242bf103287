//! Undefined functions: what they may change.
//!
//! Whatever they are, they may return anything. Pure ones change at most what they are given pointers to, and what that
//! points to: such memory is outside (`Regions::outside`), and reading it yields anything, before a call as well as behind
//! it. Others may change all that lies in
//! memory: objects of static storage whose names they may know, or whose functions they may call, all that has its
//! address taken, the heap. What they return, or leave in memory, may point there as well: of pointers in memory nothing is
//! known then (`Regions::open`), and what is written through a pointer of which nothing is known may be any of it. Locals
//! whose address nobody takes stay as they are.

use cfa::expr::ExprId;
use cfa::op::{Op, Value};
use cfa::types::Scalar;

use crate::encode::{Encoder, Here, State};
use crate::facts::region::{Effect, effect};
use crate::facts::storage::destination;

/// What calls of undefined functions do beside returning something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Externs {
    /// They change at most what they are given pointers to.
    #[default]
    Pure,
    /// They may change all memory.
    Havoc,
}

impl Encoder<'_> {
    /// All memory becomes unknown.
    pub fn forget_memory(&mut self, state: &mut State) {
        for lanes in self.storage.all_lanes() {
            self.forget_lanes(state, &lanes);
        }
        for owner in self.storage.owners_in_memory() {
            self.forget_owner(state, owner);
        }
    }

    /// Whether an address may be that of anything.
    pub fn is_wild(&self, here: Here<'_>, address: ExprId) -> bool {
        self.storage.inside(here.function, here.body, address).is_none()
            && self.storage.lanes(here.function, here.body, address).is_none()
    }

    /// Whether an operation writes through a pointer of which nothing is known.
    pub fn writes_wildly(&self, here: Here<'_>, op: &Op) -> bool {
        let written: Vec<ExprId> = match op {
            Op::Store { place, .. } => vec![place.address],
            Op::Atomic(atomic) => vec![atomic.place.address],
            Op::Copy { dst, .. } | Op::Zero { dst, .. } => vec![*dst],
            Op::VaStart { list } | Op::VaCopy { dst: list, .. } => vec![*list],
            Op::VaArg { dst, list, .. } => [*list].into_iter().chain(destination(dst)).collect(),
            Op::Complex(complex) => destination(&complex.dst).into_iter().collect(),
            Op::Asm(asm) => asm.memory.iter().map(|(address, _)| *address).collect(),
            _ => Vec::new(),
        };
        written.into_iter().any(|address| self.is_wild(here, address))
    }

    /// Whether a call of an undefined function may change all memory: nothing is known of it, or it writes where nothing
    /// is known of.
    pub fn calls_wildly(&self, here: Here<'_>, name: Option<&str>, args: &[Value]) -> bool {
        let count = match name.map_or(Effect::Outside, effect) {
            Effect::Outside => return true,
            Effect::Copies | Effect::Fills => 1,
            Effect::Writes => args.len(),
            Effect::None | Effect::Allocates => 0,
        };
        args.iter().take(count).any(|arg| match arg {
            Value::Scalar(expr) => here.body.expr(*expr).ty == Scalar::Pointer && self.is_wild(here, *expr),
            Value::Aggregate(..) => true,
        })
    }
}
