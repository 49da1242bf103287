//! Bytes of memory that are those of terms.

use super::{Machine, Then};
use crate::code::{Code, Kind, Operand};
use crate::exec::{is_character, uninitialised_memory};
use crate::fault::{Fault, FaultKind, Stop};
use crate::value::Val;
use formula::{Order, Term};

/// Bytes as a word.
pub(super) enum Word {
    Term(Term),
    /// Some bytes are not initialised.
    Uninitialised,
    /// Some are no numbers.
    Other,
}

impl Machine<'_> {
    /// Makes the bytes of terms here numbers.
    pub(super) fn memory_as_numbers(&mut self, address: Val, size: u32) -> Result<(), Stop> {
        // What is wrong with the access is said where it is made.
        let Ok(at) = self.memory.check(address, size.into(), "read") else { return Ok(()) };
        (at..at + size as usize).try_for_each(|at| self.byte_as_number(at))
    }

    /// Loads a word that has bytes of terms.
    pub(super) fn load_term(
        &mut self,
        code: &Code,
        base: u32,
        dst: u32,
        address: Operand,
        kind: Kind,
        align: u32,
    ) -> Result<Then, Stop> {
        let address = self.place(code, base, address);
        let size = kind.bytes();
        let Ok(at) = self.memory.check(address, size.into(), "read") else { return Ok(Then::Usual) };
        let places = || at..at + size as usize;
        if !places().any(|at| self.memory.term_byte(at).is_some()) {
            return Ok(Then::Usual);
        }
        if kind.slots() == 2 || size > 8 {
            self.memory_as_numbers(address, size)?;
            return Ok(Then::Usual);
        }
        self.check_align(address, align)?;
        let word = match self.word_of_bytes(at, size) {
            Word::Term(word) => word,
            Word::Uninitialised if is_character(kind) && !self.memory.is_foreign(address) => {
                self.set(base, dst, Val::UNINIT);
                return Ok(Then::Next);
            }
            Word::Uninitialised => return uninitialised_memory(),
            // Beside what is left of a pointer: the usual way has its own to say.
            Word::Other => {
                self.memory_as_numbers(address, size)?;
                return Ok(Then::Usual);
            }
        };
        if kind == Kind::Bool {
            let terms = &mut self.symbolic().terms;
            let one = terms.bits(8, 1);
            let is_bad = terms.order(Order::Ult, one, word);
            if self.holds_here(is_bad)? {
                // All of them are: one is read in the usual way, and nothing comes of it.
                let wide = self.symbolic().terms.extend(word, false, 64);
                let [value] = self.examples([Val::term(wide)])?;
                let what = format!("a _Bool that holds {value}");
                return Fault::stop(FaultKind::InvalidConversion, what);
            }
        }
        let terms = &mut self.symbolic().terms;
        let term = match kind {
            Kind::Int { bits, signed } => {
                let low = terms.extract(word, 0, bits.into());
                terms.extend(low, signed, 64)
            }
            _ => terms.extend(word, false, 64),
        };
        let value = self.value_of_term(term);
        self.set(base, dst, value);
        Ok(Then::Next)
    }

    /// Bytes some of which are those of terms, to be moved: a term, too, whatever they are.
    pub(crate) fn part_as_term(&mut self, pointer: Val, size: u32) -> Result<Val, Stop> {
        let at = self.memory.check(pointer, size.into(), "read")?;
        match self.word_of_bytes(at, size) {
            Word::Term(word) => Ok(Val::term(self.symbolic().terms.extend(word, false, 64))),
            _ => Err(Stop::SymbolicValue("a block with inputs beside what is no number is moved".into())),
        }
    }

    /// What so many bytes, at most eight, are as one word, the lowest first.
    pub(super) fn word_of_bytes(&mut self, at: usize, size: u32) -> Word {
        if let Some(first) = self.memory.term_byte(at) {
            // Put together again as it was.
            let is_next = |i: u32| {
                let byte = self.memory.term_byte(at + i as usize);
                byte.is_some_and(|it| {
                    it.term == first.term && u32::from(it.byte) == u32::from(first.byte) + i
                })
            };
            if (1..size).all(is_next) {
                let word = self.symbolic().terms.extract(first.term, 8 * u32::from(first.byte), 8 * size);
                return Word::Term(word);
            }
        }
        let mut word = None;
        let mut is_uninitialised = false;
        for at in (at..at + size as usize).rev() {
            let byte = match (self.memory.term_byte(at), self.memory.byte(at)) {
                (Some(byte), _) => self.symbolic().terms.extract(byte.term, 8 * u32::from(byte.byte), 8),
                (None, (byte, 1)) => self.symbolic().terms.bits(8, (byte & 0xff).into()),
                (None, (_, 0)) => {
                    is_uninitialised = true;
                    continue;
                }
                _ => return Word::Other,
            };
            let terms = &mut self.symbolic().terms;
            word = Some(match word {
                Some(high) => terms.concat(high, byte),
                None => byte,
            });
        }
        word.filter(|_| !is_uninitialised).map_or(Word::Uninitialised, Word::Term)
    }

    /// Makes a byte of memory a number, if it is one of a term.
    pub(crate) fn byte_as_number(&mut self, at: usize) -> Result<(), Stop> {
        let Some(byte) = self.memory.term_byte(at) else { return Ok(()) };
        let low = self.symbolic().terms.extract(byte.term, 8 * u32::from(byte.byte), 8);
        let value = self.number_of_term(low, &[])?;
        // It may be one already, as all that the last decision told.
        if self.memory.term_byte(at).is_some() {
            self.memory.set_number_byte(at, value as u8);
        }
        Ok(())
    }
}
