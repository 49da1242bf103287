//! The frequent instructions in their frequent cases, with no room for a fault: what does not fit here, and every
//! fault, goes the general way. It makes integer loops three times as fast.

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
            Instr::Load { dst, address, kind, align } => {
                let address = self.get(code, base, address);
                let (size, sign) = match kind {
                    Kind::Int { bits, signed } if bits.is_power_of_two() && bits >= 8 => {
                        (kind.bytes(), if signed { bits } else { 0 })
                    }
                    Kind::Pointer { .. } | Kind::Double | Kind::Single => (kind.bytes(), 0),
                    _ => return false,
                };
                if !(address.offset() as u32).is_multiple_of(align) {
                    return false;
                }
                let Some(value) = self.memory.quick_load(address, size) else { return false };
                let value = match (value.tag, sign) {
                    (_, 0) => value,
                    (INIT, sign) => Val::int(arith::extend(value.bits, sign, true)),
                    _ => return false,
                };
                self.set(base, dst, value);
                true
            }
            Instr::Store { address, value, kind, align, .. } => {
                let (address, value) = (self.get(code, base, address), self.get(code, base, value));
                let size = match kind {
                    Kind::Int { .. } | Kind::Pointer { .. } | Kind::Double | Kind::Single => kind.bytes(),
                    _ => return false,
                };
                (address.offset() as u32).is_multiple_of(align)
                    && self.memory.quick_store(address, size, value)
            }
            _ => false,
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
