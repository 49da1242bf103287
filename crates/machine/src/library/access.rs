//! How library functions reach the program's memory: bytes, strings, and what must not overlap.

use std::ops::RangeInclusive;

use crate::address::moved;
use crate::exec::Machine;
use crate::fault::{Fault, FaultKind, Stop};
use crate::value::{UNINIT, Val};

impl Machine<'_> {
    /// A string, without its terminator.
    pub(super) fn text(&self, pointer: Val) -> Result<Vec<u8>, Stop> {
        self.memory.string(pointer, u64::MAX)
    }

    /// Bytes of a pointer, a `long` and a `size_t`.
    pub(super) fn word_bytes(&self) -> u32 {
        self.memory.unit() as u32
    }

    /// A pointer, `long` or `size_t` in memory.
    pub(super) fn load_word(&self, place: Val) -> Result<Val, Stop> {
        match self.memory.load(place, self.word_bytes())? {
            Val { tag: UNINIT, .. } => {
                Fault::stop(FaultKind::UninitialisedRead, "read of memory that is not initialised")
            }
            value => Ok(value),
        }
    }

    pub(crate) fn store_word(&mut self, place: Val, value: Val) -> Result<(), Stop> {
        self.memory.store(place, self.word_bytes(), value)
    }

    /// The byte at this distance from a pointer.
    pub(super) fn byte(&self, pointer: Val, index: u64) -> Result<u8, Stop> {
        let at = moved(pointer, index as i64)?;
        match self.memory.load(at, 1)? {
            value if value.is_int() => Ok(value.bits as u8),
            // Says what is wrong with it.
            _ => self.memory.bytes(at, 1).map(|bytes| bytes[0]),
        }
    }

    /// Writes a string with its terminator.
    pub(super) fn put_text(&mut self, dst: Val, text: &[u8]) -> Result<(), Stop> {
        // In one piece, so that a fault tells the size of the whole.
        self.memory.write_bytes(dst, &[text, &[0]].concat())
    }
}

/// White space in the C locale.
pub(super) const SPACE: [RangeInclusive<u8>; 2] = [b' '..=b' ', b'\t'..=b'\r'];

pub(super) fn is_space(byte: u8) -> bool {
    SPACE.iter().any(|range| range.contains(&byte))
}

/// A fault if two ranges of bytes overlap.
pub(super) fn check_apart(what: &str, a: Val, a_size: u64, b: Val, b_size: u64) -> Result<(), Stop> {
    if !a.is_pointer() || !b.is_pointer() || a.object() != b.object() {
        return Ok(());
    }
    let (x, y) = (i128::from(a.offset()), i128::from(b.offset()));
    if x < y + i128::from(b_size) && y < x + i128::from(a_size) {
        return Fault::stop(FaultKind::OverlappingCopy, format!("{what} between overlapping objects"));
    }
    Ok(())
}
