//! Unsequenced side effects (C11 6.5p2): two accesses to one object, at least one of them a write, with no
//! sequence point between them, are a fault of the program.
//!
//! Every access is noted while an expression is lowered. Where an operator leaves the order of its operands
//! open, the accesses of one operand are compared with those of the other. Accesses inside a called function
//! are sequenced and not noted. Known different objects never conflict; known equal ones always do; for the
//! rest the addresses are compared when the program runs. An access that is made only on some paths leaves
//! its address in a marker, which is null if it was not made.

use std::ops::Range;

use super::Lower;
use crate::expr::{ExprId, ExprKind};
use crate::op::{Access, Op, Place};
use crate::program::LocalId;
use crate::types::Scalar;

/// Pairs compared in one full expression before the check is given up, and said so.
const PAIR_LIMIT: usize = 1 << 20;
/// Comparisons made at run time for one operator.
const CHECK_LIMIT: usize = 256;

const TOO_MANY: &str = "an expression with too many side effects to check their order";

#[derive(Clone, Copy)]
pub(super) enum Object {
    Register(LocalId),
    Memory(Place),
}

#[derive(Clone, Copy)]
struct Touch {
    object: Object,
    is_write: bool,
    /// A sequence point lies between this access and the value of the operator it is an operand of.
    is_complete: bool,
    /// Nesting of conditional evaluation.
    depth: u32,
    edge: usize,
}

#[derive(Default)]
pub(super) struct Trace {
    touches: Vec<Touch>,
    writes: Vec<u32>,
    /// Accesses that no sequence point has completed yet.
    pending: Vec<u32>,
    /// Pairs compared in this full expression.
    compared: usize,
    pub depth: u32,
    /// The first edge of the full expression, where markers are reset.
    pub start: usize,
}

impl Trace {
    pub fn mark(&self) -> usize {
        self.touches.len()
    }

    pub fn note(&mut self, object: Object, is_write: bool, edge: usize) {
        if is_write {
            self.writes.push(self.touches.len() as u32);
        }
        self.pending.push(self.touches.len() as u32);
        self.touches.push(Touch { object, is_write, is_complete: false, depth: self.depth, edge });
    }

    /// A sequence point: what was done since `from` is over.
    pub fn complete(&mut self, from: usize) {
        while let Some(last) = self.pending.pop_if(|last| *last as usize >= from) {
            self.touches[last as usize].is_complete = true;
        }
    }

    pub fn clear(&mut self) {
        self.touches.clear();
        self.writes.clear();
        self.pending.clear();
        self.compared = 0;
    }

    fn writes_in(&self, range: &Range<usize>) -> &[u32] {
        let from = self.writes.partition_point(|&w| (w as usize) < range.start);
        let to = self.writes.partition_point(|&w| (w as usize) < range.end);
        &self.writes[from..to]
    }
}

impl Lower<'_, '_> {
    /// Checks two operands whose order of evaluation is open.
    pub(super) fn unsequenced(&mut self, a: Range<usize>, b: Range<usize>) {
        let writes: Vec<(usize, Range<usize>)> =
            (self.trace.writes_in(&a).iter().map(|&w| (w as usize, b.clone())))
                .chain(self.trace.writes_in(&b).iter().map(|&w| (w as usize, a.clone())))
                .collect();
        if writes.is_empty() {
            return;
        }
        if self.is_beyond_limit(writes.len().saturating_mul(a.len() + b.len())) {
            return;
        }
        let mut pairs = Vec::new();
        for (write, others) in writes {
            for other in others {
                // A pair of writes is met from both sides.
                if self.trace.touches[other].is_write && other < write {
                    continue;
                }
                pairs.push((write, other));
            }
        }
        self.check_pairs(pairs);
    }

    /// Checks an operator's own write, noted last, against side effects of its operands that may not be over.
    pub(super) fn own_write(&mut self, operands: Range<usize>) {
        let own = self.trace.mark() - 1;
        if self.is_beyond_limit(self.trace.writes_in(&operands).len()) {
            return;
        }
        let pending = self.trace.writes_in(&operands).iter().map(|&w| w as usize);
        let pairs = pending.filter(|&w| !self.trace.touches[w].is_complete).map(|w| (own, w)).collect();
        self.check_pairs(pairs);
    }

    /// Counts comparisons; beyond the limit the expression is not modelled.
    fn is_beyond_limit(&mut self, pairs: usize) -> bool {
        let before = self.trace.compared;
        self.trace.compared = before.saturating_add(pairs);
        if before <= PAIR_LIMIT && self.trace.compared > PAIR_LIMIT {
            self.unsupported(TOO_MANY);
        }
        self.trace.compared > PAIR_LIMIT
    }

    fn check_pairs(&mut self, pairs: Vec<(usize, usize)>) {
        let mut checks = 0;
        for (a, b) in pairs {
            let (x, y) = (self.trace.touches[a], self.trace.touches[b]);
            match self.overlap(x.object, y.object) {
                Some(false) => {}
                Some(true) if x.depth == self.trace.depth && y.depth == self.trace.depth => {
                    return self.b.stop(Op::Unsequenced);
                }
                _ => {
                    checks += 1;
                    if checks > CHECK_LIMIT {
                        return self
                            .unsupported("an expression with too many side effects to check their order");
                    }
                    let (x, y) = (self.witness(a), self.witness(b));
                    self.b.emit(Op::Distinct(Box::new((x, y))));
                }
            }
        }
    }

    /// A place that tells at run time what an access touched. For a register it is a pretended byte whose
    /// address, the number of the register, is the same for every access to it.
    fn witness(&mut self, touch: usize) -> Place {
        let Touch { object, depth, edge, .. } = self.trace.touches[touch];
        let place = match object {
            Object::Memory(place) => place,
            Object::Register(local) => {
                let address = self.b.int(i128::from(local.0) + 1, Scalar::Pointer);
                Place { address, ty: Scalar::BYTE, bits: None, access: Access::Plain, align: 1 }
            }
        };
        if depth == self.trace.depth {
            return place;
        }
        let marker = self.register(Scalar::Pointer);
        let null = self.b.null();
        self.b.insert_before(self.trace.start, Op::Assign { dst: marker, value: null });
        self.b.insert_before(edge, Op::Assign { dst: marker, value: place.address });
        let address = self.b.read(marker);
        Place { address, ..place }
    }

    /// Whether two accesses touch a common byte, if that is known here.
    fn overlap(&self, a: Object, b: Object) -> Option<bool> {
        match (a, b) {
            (Object::Register(a), Object::Register(b)) => Some(a == b),
            (Object::Memory(a), Object::Memory(b)) => self.places_overlap(&a, &b),
            _ => Some(false),
        }
    }

    fn places_overlap(&self, a: &Place, b: &Place) -> Option<bool> {
        let (root_a, from_a) = self.root(a.address);
        let (root_b, from_b) = self.root(b.address);
        let (kind_a, kind_b) = (self.b.body.expr(root_a).kind, self.b.body.expr(root_b).kind);
        let is_known = |k| matches!(k, ExprKind::Object(_) | ExprKind::Address(_));
        if kind_a != kind_b {
            return if is_known(kind_a) && is_known(kind_b) { Some(false) } else { None };
        }
        if !is_known(kind_a) && !matches!(kind_a, ExprKind::Local(_)) {
            return None;
        }
        let bits = |place: &Place, from: i128| {
            let (bit, width) = match place.bits {
                Some(bits) => (i128::from(bits.bit), i128::from(bits.width)),
                None => (0, i128::from(place.ty.size(self.model)) * 8),
            };
            (from * 8 + bit, from * 8 + bit + width)
        };
        let (a, b) = (bits(a, from_a?), bits(b, from_b?));
        Some(a.0 < b.1 && b.0 < a.1)
    }

    /// The address that an address is computed from, and the distance if it is constant.
    fn root(&self, mut address: ExprId) -> (ExprId, Option<i128>) {
        let mut distance = Some(0i128);
        loop {
            match self.b.body.expr(address).kind {
                ExprKind::Field { base, record, field } => {
                    let field = &self.unit.linker.program.types.record(record).fields[field as usize];
                    distance = distance.map(|d| d + i128::from(field.offset));
                    address = base;
                }
                ExprKind::Index { base, index, scale } => {
                    let step = self.b.body.constant(index).map(|i| i.wrapping_mul(scale.into()));
                    distance = distance.zip(step).map(|(d, s)| d.wrapping_add(s));
                    address = base;
                }
                _ => return (address, distance),
            }
        }
    }
}
