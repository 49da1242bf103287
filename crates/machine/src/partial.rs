//! Bytes of which only some bits are known: a bit-field in them was written, and its neighbours were not, or hold
//! what is left of a pointer.

use crate::fault::Stop;
use crate::memory::{Memory, PARTIAL};
use crate::value::Val;

/// What is known of the bits of a byte; those that are neither are indeterminate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    /// Initialised, and their values are known.
    pub bits: u8,
    /// They hold something that is not known.
    pub lost: u8,
}

impl Known {
    /// Nothing but that the byte holds something.
    pub const NOTHING: Known = Known { bits: 0, lost: 0xff };
}

impl Memory {
    /// The bytes that hold a bit-field as one number, and which of its bits are initialised. Of the bits of `mask` none
    /// may be lost.
    pub fn bits(&self, pointer: Val, bytes: u32, mask: u128) -> Result<(u128, u128), Stop> {
        let at = self.check(pointer, bytes.into(), "read")?;
        let (mut value, mut known) = (0, 0);
        for i in 0..bytes {
            let (byte, bits) = self.known_bits(at + i as usize)?;
            if u128::from(bits.lost) << (8 * i) & mask != 0 {
                return Err(not_known());
            }
            value |= u128::from(byte) << (8 * i);
            known |= u128::from(bits.bits) << (8 * i);
        }
        Ok((value, known))
    }

    /// Writes the bits of `mask` in so many bytes.
    pub fn write_bits(&mut self, pointer: Val, bytes: u32, value: u128, mask: u128) -> Result<(), Stop> {
        let at = self.check_write(pointer, bytes.into())?;
        for i in 0..bytes {
            let (value, mask) = ((value >> (8 * i)) as u8, (mask >> (8 * i)) as u8);
            if mask != 0 {
                let (old, Known { bits, lost }) = self.known_bits(at + i as usize)?;
                let known = Known { bits: bits | mask, lost: lost & !mask };
                self.set_known_bits(at + i as usize, old & !mask | value & mask, known);
            }
        }
        Ok(())
    }

    /// A byte and what is known of its bits.
    fn known_bits(&self, at: usize) -> Result<(u8, Known), Stop> {
        let whole = Known { bits: 0xff, lost: 0 };
        Ok(match self.byte(at) {
            (_, 0) => (0, Known { bits: 0, lost: 0 }),
            (byte, 1) => (byte as u8, whole),
            (byte, PARTIAL) => (byte as u8, self.partial_bits(at)),
            _ if self.places.is_some() && self.is_of_whole_pointer(at) => (self.number_byte(at)?, whole),
            _ => (0, Known::NOTHING),
        })
    }
}

pub fn not_known() -> Stop {
    Stop::NotModelled("a value of which only a part is known".into())
}
