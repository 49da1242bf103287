//! The frequent instructions in their frequent cases, with no room for a fault: what does not fit here, and every
//! fault, goes the general way. It makes integer loops three times as fast.

use cfa::expr::Binary;

use super::Machine;
use crate::arith;
use crate::code::{Code, Instr, Kind};
use crate::value::{INIT, POINTER, Val};

impl Machine<'_> {
    /// Carries an instruction out and says so, or does nothing.
    #[inline(always)]
    pub(super) fn quick(&mut self, code: &Code, base: u32, instr: &Instr) -> bool {
        match *instr {
            Instr::Move { dst, a, kind: Kind::Int { .. } | Kind::Pointer { .. } | Kind::Double } => {
                let value = self.get(code, base, a);
                if value.tag != INIT && value.tag != POINTER {
                    return false;
                }
                self.set(base, dst, value);
                true
            }
            Instr::Binary { op, kind: Kind::Int { bits, signed }, dst, a, b } => {
                let (x, y) = (self.get(code, base, a), self.get(code, base, b));
                if x.tag != INIT || y.tag != INIT {
                    return false;
                }
                let Some(value) = arith::quick(op, bits, signed, x.bits, y.bits) else { return false };
                self.set(base, dst, Val::int(value));
                true
            }
            Instr::Convert { from: Kind::Int { .. } | Kind::Bool, to, dst, a } => {
                let value = self.get(code, base, a);
                if value.tag != INIT {
                    return false;
                }
                let bits = match to {
                    Kind::Int { bits, signed } => arith::extend(value.bits, bits, signed),
                    Kind::Bool => u64::from(value.bits != 0),
                    _ => return false,
                };
                self.set(base, dst, Val::int(bits));
                true
            }
            Instr::Offset { dst, base: pointer, bytes } => {
                let pointer = self.get(code, base, pointer);
                self.quick_move(base, dst, pointer, Some(bytes))
            }
            Instr::Index { dst, base: pointer, index, scale } => {
                let (pointer, index) = (self.get(code, base, pointer), self.get(code, base, index));
                let bytes = (index.bits as i64).checked_mul(scale as i64).filter(|_| index.tag == INIT);
                self.quick_move(base, dst, pointer, bytes)
            }
            Instr::Element { dst, base: pointer, index, scale, limit, .. } => {
                let (pointer, index) = (self.get(code, base, pointer), self.get(code, base, index));
                if index.tag != INIT || index.bits >= limit {
                    return false;
                }
                let bytes = (index.bits as i64).checked_mul(scale as i64);
                self.quick_move(base, dst, pointer, bytes)
            }
            Instr::Load { dst, address, align, width, .. } => {
                let address = self.get(code, base, address);
                if width.bytes == 0 || !is_aligned(address, align) {
                    return false;
                }
                let Some(value) = self.memory.quick_load(address, width.bytes.into()) else { return false };
                let value = match (value.tag, width.sign) {
                    (_, 0) => value,
                    (INIT, sign) => Val::int(arith::extend(value.bits, sign, true)),
                    _ => return false,
                };
                self.set(base, dst, value);
                true
            }
            Instr::Store { address, value, align, width, .. } => {
                let (address, value) = (self.get(code, base, address), self.get(code, base, value));
                width.bytes != 0
                    && is_aligned(address, align)
                    && self.memory.quick_store(address, width.bytes.into(), value)
            }
            _ => false,
        }
    }

    /// Whether a comparison holds, if there is nothing more to it than its operands.
    #[inline(always)]
    pub(super) fn quick_compare(op: Binary, kind: Kind, x: Val, y: Val) -> Option<bool> {
        let is_null = |value: Val| value.tag == INIT && value.bits == 0;
        match kind {
            Kind::Int { bits, signed } if x.tag == INIT && y.tag == INIT => {
                arith::quick(op, bits, signed, x.bits, y.bits).map(|value| value != 0)
            }
            Kind::Pointer { .. } if op == Binary::Eq || op == Binary::Ne => {
                let are_same = match (x.tag, y.tag) {
                    (POINTER, POINTER) if x.object() == y.object() => x.bits == y.bits,
                    // No object lies there.
                    (POINTER, _) if is_null(y) => false,
                    (_, POINTER) if is_null(x) => false,
                    (INIT, INIT) => x.bits == y.bits,
                    _ => return None,
                };
                Some(are_same == (op == Binary::Eq))
            }
            _ => None,
        }
    }

    #[inline(always)]
    fn quick_move(&mut self, base: u32, dst: u32, pointer: Val, bytes: Option<i64>) -> bool {
        let Some(offset) = bytes.and_then(|bytes| i64::from(pointer.offset()).checked_add(bytes)) else {
            return false;
        };
        match i32::try_from(offset) {
            Ok(offset) if pointer.tag == POINTER => {
                self.set(base, dst, Val::pointer(pointer.object(), offset));
                true
            }
            _ => false,
        }
    }
}

/// Alignments are powers of two; what none of them is goes the general way.
#[inline(always)]
fn is_aligned(address: Val, align: u32) -> bool {
    address.offset() as u32 & align.wrapping_sub(1) == 0
}
