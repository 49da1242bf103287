//! Bytes of which only some bits are initialised: a bit-field in them was written, its neighbours were not.

use crate::fault::Stop;
use crate::memory::{Memory, PARTIAL};
use crate::value::Val;

impl Memory {
    /// The bytes that hold a bit-field as one number, and which of its bits are initialised.
    pub fn bits(&self, pointer: Val, bytes: u32) -> Result<(u128, u128), Stop> {
        let at = self.check(pointer, bytes.into(), "read")?;
        let (mut value, mut known) = (0, 0);
        for i in 0..bytes {
            let (byte, bits) = self.known_bits(at + i as usize)?;
            value |= u128::from(byte) << (8 * i);
            known |= u128::from(bits) << (8 * i);
        }
        Ok((value, known))
    }

    /// Writes the bits of `mask` in so many bytes.
    pub fn write_bits(&mut self, pointer: Val, bytes: u32, value: u128, mask: u128) -> Result<(), Stop> {
        let at = self.check_write(pointer, bytes.into())?;
        for i in 0..bytes {
            let (value, mask) = ((value >> (8 * i)) as u8, (mask >> (8 * i)) as u8);
            let (old, known) = self.known_bits(at + i as usize)?;
            self.set_known_bits(at + i as usize, old & !mask | value & mask, known | mask);
        }
        Ok(())
    }

    /// A byte and those of its bits that are initialised.
    fn known_bits(&self, at: usize) -> Result<(u8, u8), Stop> {
        match self.byte(at) {
            (_, 0) => Ok((0, 0)),
            (byte, 1) => Ok((byte as u8, 0xff)),
            (byte, PARTIAL) => match self.partial_bits(at) {
                Some(known) => Ok((byte as u8, known)),
                None => Err(not_known()),
            },
            _ => Err(Stop::NotModelled("a bit-field over the bytes of a pointer".into())),
        }
    }
}

pub fn not_known() -> Stop {
    Stop::NotModelled("a value of which only a part is known".into())
}
