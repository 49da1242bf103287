//! Bytes of which only some bits are known: a bit-field in them was written, and its neighbours were not, or hold
//! what is left of a pointer, or a byte of a term of the inputs ([`crate::symbolic`]), of which nothing is known as a number.

use formula::Term;

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
    /// All bits are lost, but it is known of which term this is a byte. The rest of memory need not know of this.
    pub term: Option<TermByte>,
}

/// A byte of a term of 64 bits, by its place from the lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TermByte {
    pub term: Term,
    pub byte: u8,
}

impl Known {
    /// Nothing but that the byte holds something.
    pub const NOTHING: Known = Known { bits: 0, lost: 0xff, term: None };

    pub fn of_term(term: Term, byte: u8) -> Known {
        Known { term: Some(TermByte { term, byte }), ..Known::NOTHING }
    }
}

/// Bytes of one word as they are, and which of them are those of terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub value: Val,
    terms: Vec<(u32, TermByte)>,
}

impl Part {
    pub const NONE: Part = Part { value: Val::UNINIT, terms: Vec::new() };
}

impl Memory {
    /// As [`Memory::part`], with terms.
    pub(crate) fn part_with_terms(&self, pointer: Val, size: u32) -> Result<Part, Stop> {
        let value = self.part(pointer, size)?;
        let at = self.check(pointer, size.into(), "read")?;
        let terms = (0..size).filter_map(|i| Some((i, self.term_byte(at + i as usize)?))).collect();
        Ok(Part { value, terms })
    }

    /// Writes what [`Memory::part_with_terms`] gave.
    pub(crate) fn set_part_with_terms(&mut self, pointer: Val, size: u32, part: &Part) -> Result<(), Stop> {
        self.set_part(pointer, size, part.value)?;
        if !part.terms.is_empty() {
            let at = self.check_write(pointer, size.into())?;
            for &(i, TermByte { term, byte }) in &part.terms {
                self.set_term_byte(at + i as usize, term, byte);
            }
        }
        Ok(())
    }

    /// The bytes that hold a bit-field as one number, and which of its bits are initialised. Of the bits of `mask` none
    /// may be lost.
    pub fn bits(&self, pointer: Val, bytes: u32, mask: u128) -> Result<(u128, u128), Stop> {
        let at = self.check(pointer, bytes.into(), "read")?;
        let (mut value, mut known) = (0, 0);
        for i in 0..bytes {
            let (byte, bits) = self.known_bits(at + i as usize)?;
            if u128::from(bits.lost) << (8 * i) & mask != 0 {
                return Err(self.lost(at + i as usize));
            }
            value |= u128::from(byte) << (8 * i);
            known |= u128::from(bits.bits) << (8 * i);
        }
        Ok((value, known))
    }

    /// Writes the bits of `mask` in so many bytes.
    pub fn write_bits(&mut self, pointer: Val, bytes: u32, value: u128, mask: u128) -> Result<(), Stop> {
        let at = self.check_write(pointer, bytes.into())?;
        let is_term = |i: &u32| self.known_bits(at + *i as usize).is_ok_and(|(_, it)| it.term.is_some());
        // The other bits of such a byte would be lost.
        if let Some(i) = (0..bytes).find(is_term) {
            return Err(Stop::TermByte((at + i as usize) as u64));
        }
        for i in 0..bytes {
            let (value, mask) = ((value >> (8 * i)) as u8, (mask >> (8 * i)) as u8);
            if mask != 0 {
                let (old, Known { bits, lost, .. }) = self.known_bits(at + i as usize)?;
                let known = Known { bits: bits | mask, lost: lost & !mask, term: None };
                self.set_known_bits(at + i as usize, old & !mask | value & mask, known);
            }
        }
        Ok(())
    }

    /// Why a byte is not a number: it is a term's, or unknown.
    pub(crate) fn lost(&self, at: usize) -> Stop {
        match self.partial_byte(at).is_some_and(|known| known.term.is_some()) {
            true => Stop::TermByte(at as u64),
            false => not_known(),
        }
    }

    /// Makes bytes from this one on those of a term, the lowest first.
    pub(crate) fn set_term(&mut self, at: usize, size: u32, term: Term) {
        for byte in 0..size as u8 {
            self.set_term_byte(at + usize::from(byte), term, byte);
        }
    }

    /// A byte of a term is known to be this number.
    pub(crate) fn set_number_byte(&mut self, at: usize, value: u8) {
        self.set_known_bits(at, value, Known { bits: 0xff, lost: 0, term: None });
    }

    /// A byte is one of this term.
    pub(crate) fn set_term_byte(&mut self, at: usize, term: Term, byte: u8) {
        self.set_known_bits(at, 0, Known::of_term(term, byte));
    }

    /// The byte of a term that lies here, if one does.
    pub(crate) fn term_byte(&self, at: usize) -> Option<TermByte> {
        self.partial_byte(at)?.term
    }

    /// Whether some of these bytes are those of terms.
    pub(crate) fn has_terms(&self, pointer: Val, size: u32) -> Result<bool, Stop> {
        let at = self.check(pointer, size.into(), "read")?;
        Ok((at..at + size as usize).any(|at| self.term_byte(at).is_some()))
    }

    /// All bytes of terms.
    pub(crate) fn term_bytes(&self) -> impl Iterator<Item = (usize, TermByte)> + '_ {
        self.partial_bytes().filter_map(|(at, known)| Some((at, known.term?)))
    }

    /// A byte and what is known of its bits.
    fn known_bits(&self, at: usize) -> Result<(u8, Known), Stop> {
        let whole = Known { bits: 0xff, lost: 0, term: None };
        Ok(match self.byte(at) {
            (_, 0) => (0, Known { bits: 0, lost: 0, term: None }),
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
