//! Reads and writes of scalars in memory.

use cfa::types::Bits;

use super::{Machine, is_character, uninitialised_memory};
use crate::address;
use crate::arith::{self, Number};
use crate::code::{Code, Kind, Operand, Slot};
use crate::explore::{Access, Pending};
use crate::fault::{Fault, FaultKind, Stop};
use crate::value::{INIT, UNINIT, Val};

impl Machine<'_> {
    /// Objects may start at any multiple of what any access needs; what lies off such a multiple is misaligned.
    pub(super) fn check_align(&self, address: Val, align: u32) -> Result<(), Stop> {
        if align > 1 && address.is_pointer() && !(address.offset() as u32).is_multiple_of(align) {
            return Fault::stop(
                FaultKind::MisalignedAccess,
                format!("access at an address that is not a multiple of {align}"),
            );
        }
        Ok(())
    }

    #[inline]
    pub(super) fn load(
        &mut self,
        base: u32,
        dst: Slot,
        address: Val,
        kind: Kind,
        align: u32,
    ) -> Result<(), Stop> {
        self.check_align(address, align)?;
        match kind {
            Kind::Int { bits, signed } => {
                let value = self.memory.load(address, kind.bytes())?;
                let value = match value.tag {
                    INIT if signed || bits % 8 != 0 => Val::int(arith::extend(value.bits, bits, signed)),
                    UNINIT if !is_character(kind) || self.memory.is_foreign(address) => {
                        return uninitialised_memory();
                    }
                    _ => value,
                };
                self.set(base, dst, value);
            }
            Kind::Wide { .. } | Kind::Opaque { .. } => {
                let bytes = kind.bytes();
                let low = self.memory.load(address, bytes.min(8))?;
                let high = if bytes > 8 {
                    self.memory.load(address::moved(address, 8)?, bytes - 8)?
                } else {
                    Val::ZERO
                };
                if low.tag == UNINIT || high.tag == UNINIT {
                    return uninitialised_memory();
                }
                self.set(base, dst, low);
                self.set(base, dst + 1, high);
            }
            _ => {
                let value = self.memory.load(address, kind.bytes())?;
                if value.tag == UNINIT {
                    return uninitialised_memory();
                }
                if kind == Kind::Bool && value.is_int() && value.bits > 1 {
                    return Fault::stop(
                        FaultKind::InvalidConversion,
                        format!("a _Bool that holds {}", value.bits),
                    );
                }
                self.set(base, dst, value);
            }
        }
        Ok(())
    }

    #[inline]
    pub(super) fn store(
        &mut self,
        code: &Code,
        base: u32,
        address: Val,
        value: Operand,
        kind: Kind,
        align: u32,
    ) -> Result<(), Stop> {
        self.check_align(address, align)?;
        let low = self.get(code, base, value);
        if low.tag == UNINIT && !is_character(kind) {
            return arith::uninitialised();
        }
        if kind.slots() == 1 {
            return self.memory.store(address, kind.bytes(), low);
        }
        let bytes = kind.bytes();
        self.memory.store(address, bytes.min(8), low)?;
        if bytes > 8 {
            let high = self.get(code, base, value + 1);
            if high.tag == UNINIT {
                return arith::uninitialised();
            }
            self.memory.store(address::moved(address, 8)?, bytes - 8, high)?;
        }
        Ok(())
    }

    pub(super) fn load_bits(
        &mut self,
        base: u32,
        dst: Slot,
        address: Val,
        kind: Kind,
        bits: Bits,
    ) -> Result<(), Stop> {
        let (value, known) = self.memory.bits(address, bits.bytes(), mask_of(bits))?;
        if known & mask_of(bits) != mask_of(bits) {
            return uninitialised_memory();
        }
        let signed = matches!(kind, Kind::Int { signed: true, .. } | Kind::Wide { signed: true, .. });
        let value = arith::extend_wide((value >> bits.bit) as i128, bits.width, signed);
        self.put_number(base, dst, Number::Int(value), kind);
        Ok(())
    }

    /// As a processor does it where another thread can see it: read the bytes, then write them.
    pub(super) fn store_bits_in_steps(
        &mut self,
        code: &Code,
        base: u32,
        address: Val,
        value: Operand,
        kind: Kind,
        bits: Bits,
    ) -> Result<(), Stop> {
        if bits.bytes() > 8 {
            return Err(Stop::NotModelled("a bit-field of nine bytes that other threads can reach".into()));
        }
        if self.progress() == 0 {
            let (old, _) = self.memory.bits(address, bits.bytes(), u128::MAX)?;
            self.set_progress(1, Val::int(old as u64));
            if self.is_visible(address) {
                let access =
                    Access { around: bits.around, ..Access::new(address, bits.bytes(), true, false) };
                self.turn(Pending::Access(access))?;
            }
        }
        let old = u128::from(self.frame().scratch.bits);
        let value = self.bits_of(code, base, value, kind, bits)?;
        let new = old & !mask_of(bits) | value;
        self.memory.write_bytes(address, &new.to_le_bytes()[..bits.bytes() as usize])?;
        self.set_progress(0, Val::UNINIT);
        Ok(())
    }

    pub(super) fn store_bits(
        &mut self,
        code: &Code,
        base: u32,
        address: Val,
        value: Operand,
        kind: Kind,
        bits: Bits,
    ) -> Result<(), Stop> {
        let value = self.bits_of(code, base, value, kind, bits)?;
        self.memory.write_bits(address, bits.bytes(), value, mask_of(bits))
    }

    /// A value at the place of a bit-field within its bytes.
    fn bits_of(&self, code: &Code, base: u32, value: Operand, kind: Kind, bits: Bits) -> Result<u128, Stop> {
        match self.number(code, base, value, kind)? {
            Number::Int(value) => Ok((value as u128) << bits.bit & mask_of(bits)),
            Number::Double(_) => Err(Stop::NotModelled("a floating bit-field".into())),
        }
    }
}

pub(super) fn mask_of(bits: Bits) -> u128 {
    u128::MAX >> (128 - u32::from(bits.width)) << bits.bit
}
