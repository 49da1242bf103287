//! Copies, fills and strings: any number of bytes, in pieces between which the brake is asked.

use super::{Memory, Object, PARTIAL};
use crate::brake::LARGE;
use crate::fault::{Fault, FaultKind, Stop};
use crate::partial::not_known;
use crate::value::{INIT, UNINIT, Val};

impl Memory {
    /// Copies bytes with their tags; the ranges may overlap.
    pub fn copy(&mut self, dst: Val, src: Val, size: u64) -> Result<(), Stop> {
        if size == 0 {
            return Ok(());
        }
        let from = self.check(src, size, "read")?;
        let to = self.check_write(dst, size)?;
        let (size, unit) = (size as usize, self.unit());
        if self.is_foreign(src) {
            // What is copied must not be given another value in its new place.
            for at in from..from + size {
                let known = match self.byte(at).1 {
                    0 => 0,
                    PARTIAL => self.partial_bits(at).bits,
                    _ => continue,
                };
                let byte = self.byte(at).0 as u8 & known;
                self.set_byte(at, byte.into(), 1);
            }
        }
        // From the end if the source would be overwritten before it is read.
        let is_forwards = to <= from;
        let mut left = size;
        while left > LARGE {
            let at = if is_forwards { size - left } else { left - LARGE };
            self.begin_piece(to + at)?;
            self.copy_piece(from + at, to + at, LARGE, unit)?;
            left -= LARGE;
        }
        let at = if is_forwards { size - left } else { 0 };
        self.copy_piece(from + at, to + at, left, unit)
    }

    fn copy_piece(&mut self, from: usize, to: usize, size: usize, unit: usize) -> Result<(), Stop> {
        let is_aligned = from % unit == to % unit;
        let is_forwards = to <= from;
        let mut done = 0;
        while done < size {
            let left = size - done;
            let at = if is_forwards { done } else { left - 1 };
            let is_whole = is_aligned
                && left >= unit
                && if is_forwards {
                    (from + at).is_multiple_of(unit)
                } else {
                    (from + at + 1).is_multiple_of(unit)
                };
            if is_whole {
                let start = if is_forwards { at } else { at + 1 - unit };
                let source = self.split(from + start).0;
                let (bits, tag) = (self.words[source], self.tags[source]);
                let target = self.split(to + start).0;
                self.set_word(target, bits, tag);
                if tag & tag >> 1 & INIT != 0 {
                    (0..unit).for_each(|i| self.copy_partial(from + start + i, to + start + i));
                }
                done += unit;
                continue;
            }
            let (mut byte, mut kind) = self.byte(from + at);
            if kind == 2 && !is_aligned {
                if self.places.is_none() {
                    return Err(Stop::NotModelled("parts of a pointer in another place or size".into()));
                }
                (byte, kind) = (self.number_byte(from + at)?.into(), 1);
            }
            self.set_byte(to + at, byte, kind);
            if kind == PARTIAL {
                self.copy_partial(from + at, to + at);
            }
            done += 1;
        }
        Ok(())
    }

    fn copy_partial(&mut self, from: usize, to: usize) {
        self.set_partial(to, self.partial.get(&from).copied());
    }

    /// Sets bytes to one value.
    pub fn fill(&mut self, dst: Val, byte: u8, size: u64) -> Result<(), Stop> {
        if size == 0 {
            return Ok(());
        }
        let at = self.check_write(dst, size)?;
        self.fill_at(at, byte, size as usize)
    }

    fn fill_at(&mut self, at: usize, byte: u8, size: usize) -> Result<(), Stop> {
        let mut done = 0;
        while size - done > LARGE {
            self.begin_piece(at + done)?;
            self.fill_piece(at + done, byte, LARGE);
            done += LARGE;
        }
        self.fill_piece(at + done, byte, size - done);
        Ok(())
    }

    fn fill_piece(&mut self, at: usize, byte: u8, size: usize) {
        let (mut i, end, unit) = (at, at + size, self.unit());
        let whole = u64::from_ne_bytes([byte; 8]) >> (64 - 8 * unit);
        while i < end {
            if i % unit == 0 && i + unit <= end {
                self.set_word(i >> self.shift, whole, INIT & self.full());
                i += unit;
            } else {
                self.set_byte(i, byte.into(), 1);
                i += 1;
            }
        }
    }

    /// Initialised bytes, for library functions.
    pub fn bytes(&self, pointer: Val, size: u64) -> Result<Vec<u8>, Stop> {
        if size == 0 {
            return Ok(Vec::new());
        }
        let at = self.check(pointer, size, "read")?;
        if size as usize >= LARGE {
            self.brake.take(size as usize)?;
        }
        (0..size as usize)
            .map(|i| match self.byte(at + i) {
                (byte, 1) => Ok(byte as u8),
                (_, 0) => Fault::stop(FaultKind::UninitialisedRead, "read of an uninitialised byte"),
                _ => self.number_byte(at + i),
            })
            .collect()
    }

    pub fn write_bytes(&mut self, pointer: Val, bytes: &[u8]) -> Result<(), Stop> {
        if bytes.is_empty() {
            return Ok(());
        }
        let at = self.check_write(pointer, bytes.len() as u64)?;
        bytes.iter().enumerate().for_each(|(i, &byte)| self.set_byte(at + i, byte.into(), 1));
        Ok(())
    }

    /// A string up to its terminator, which is not included; at most `limit` bytes are looked at.
    pub fn string(&self, pointer: Val, limit: u64) -> Result<Vec<u8>, Stop> {
        let mut out = Vec::new();
        let mut at = pointer;
        while (out.len() as u64) < limit {
            if (out.len() + 1).is_multiple_of(LARGE) {
                self.brake.take(LARGE)?;
            }
            let value = self.load(at, 1)?;
            match value {
                Val { bits: 0, tag: INIT } => break,
                Val { bits, tag: INIT } => out.push(bits as u8),
                Val { tag: UNINIT, .. } => {
                    return Fault::stop(
                        FaultKind::UninitialisedRead,
                        "read of an uninitialised byte of a string",
                    );
                }
                value if value.as_partial().is_some() => return Err(not_known()),
                value => match self.number_of(value)? {
                    Some(Val { bits: 0, .. }) => break,
                    Some(number) => out.push(number.bits as u8),
                    None => {
                        return Err(Stop::NotModelled("the bytes of a pointer as characters".into()));
                    }
                },
            }
            at.bits = at.bits.wrapping_add(1);
        }
        Ok(out)
    }

    /// Writes without regard to constness, for initial values.
    pub fn initialise(&mut self, id: u32, offset: u64, bytes: &[u8]) {
        let at = ((self.objects[id as usize].base as usize) << self.shift) + offset as usize;
        let room = (self.objects[id as usize].size as usize).saturating_sub(offset as usize);
        bytes.iter().take(room).enumerate().for_each(|(i, &byte)| self.set_byte(at + i, byte.into(), 1));
    }

    pub fn zero(&mut self, id: u32) -> Result<(), Stop> {
        let Object { base, size, .. } = self.objects[id as usize];
        self.fill_at((base as usize) << self.shift, 0, size as usize)
    }
}
