//! Bytes of memory as functions on strings look at them: one after the other, each of which is a number or, where inputs are
//! symbols, may be a term.
//!
//! What a function asks of a byte that is a term (whether it ends the string, whether it is equal to another) splits the
//! states as a branch of the program does ([`crate::symbolic`]). The call then starts over, so functions ask all they want to
//! know before they write anything. Where other threads might look on, a call is made in steps (`steps.rs`) and may not ask:
//! there it stops at such a byte, which is made a number.

use std::ops::RangeInclusive;

use formula::{Order, Term, Word};

use super::args::Args;
use super::{Function, alloc};
use crate::address::moved;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;

/// The byte that ends a string.
pub(super) const END: RangeInclusive<u8> = 0..=0;

/// A string that is copied.
pub(super) struct Text {
    from: Val,
    pub length: u64,
    /// Its bytes, unless some are terms.
    pub bytes: Option<Vec<u8>>,
}

impl Machine<'_> {
    /// Whether a call may ask what bytes are that are terms.
    pub(super) fn may_ask(&self) -> bool {
        self.exploring().and_then(|it| it.symbolic.as_ref()).is_some_and(|it| it.is_asked_by_call)
    }

    /// Whether no call of the library is made in steps now.
    pub(crate) fn calls_are_whole(&self) -> bool {
        self.live < 2 && self.library.callbacks == 0
    }

    /// Calls a function that may ask, if it is not made in steps.
    pub(super) fn call_asking(&mut self, call: Function, args: &Args) -> Result<Val, Stop> {
        let may_ask = self.calls_are_whole();
        let outer = std::mem::replace(&mut self.symbolic().is_asked_by_call, may_ask);
        let value = call(self, args);
        self.symbolic().is_asked_by_call = outer;
        value
    }

    /// The byte at this distance from a pointer, a number or a term.
    pub(super) fn character(&mut self, pointer: Val, index: u64) -> Result<Val, Stop> {
        match self.byte(pointer, index) {
            Ok(byte) => Ok(Val::int(byte.into())),
            Err(Stop::TermByte(at)) if self.may_ask() => {
                let Some(byte) = self.memory.term_byte(at as usize) else { return Err(Stop::TermByte(at)) };
                let terms = &mut self.symbolic().terms;
                let low = terms.extract(byte.term, 8 * u32::from(byte.byte), 8);
                let wide = terms.extend(low, false, 64);
                Ok(self.value_of_term(wide))
            }
            Err(stop) => Err(stop),
        }
    }

    /// A word of a pointer's size; nothing if some of its bytes are those of terms that may be asked about.
    pub(super) fn whole_word(&mut self, place: Val) -> Result<Option<Val>, Stop> {
        match self.memory.load(place, self.word_bytes()) {
            Err(Stop::TermByte(_)) if self.may_ask() => Ok(None),
            value => value.map(Some),
        }
    }

    /// A character that is given as an `int`, as the byte that it is looked for as.
    pub(super) fn wanted(&mut self, args: &Args, index: usize) -> Result<Val, Stop> {
        match args.pointer(index)? {
            value if value.as_term().is_some() => Ok(self.low_byte(value)),
            _ => args.byte(index).map(|byte| Val::int(byte.into())),
        }
    }

    pub(super) fn low_byte(&mut self, value: Val) -> Val {
        let Some(term) = value.as_term() else { return Val::int(value.bits & 0xff) };
        let terms = &mut self.symbolic().terms;
        let low = terms.extract(term, 0, 8);
        let wide = terms.extend(low, false, 64);
        self.value_of_term(wide)
    }

    /// Whether a byte lies in one of these ranges.
    pub(super) fn is_one_of(&mut self, byte: Val, ranges: &[RangeInclusive<u8>]) -> Result<bool, Stop> {
        let Some(term) = byte.as_term() else {
            return Ok(ranges.iter().any(|range| range.contains(&(byte.bits as u8))));
        };
        let terms = &mut self.symbolic().terms;
        let mut is_in = terms.bool(false);
        for range in ranges {
            let [low, high] = [range.start(), range.end()].map(|&end| terms.bits(64, end.into()));
            let inside = if low == high {
                terms.eq(term, low)
            } else {
                let (above, below) =
                    (terms.order(Order::Ule, low, term), terms.order(Order::Ule, term, high));
                terms.and(above, below)
            };
            is_in = terms.or(is_in, inside);
        }
        self.holds_here(is_in)
    }

    /// Whether two bytes are equal.
    pub(super) fn are_same(&mut self, a: Val, b: Val) -> Result<bool, Stop> {
        if a.as_term().or(b.as_term()).is_none() {
            return Ok(a.bits == b.bits);
        }
        let [a, b] = [a, b].map(|value| self.term_of(value));
        let is_equal = self.symbolic().terms.eq(a, b);
        self.holds_here(is_equal)
    }

    /// The difference of two bytes that are not equal; where a word has four bytes, only its sign is told.
    pub(super) fn difference(&mut self, a: Val, b: Val, is_sign: bool) -> Result<Val, Stop> {
        if a.as_term().or(b.as_term()).is_none() {
            let difference = a.bits as i64 - b.bits as i64;
            return Ok(Val::int(if is_sign { difference.signum() } else { difference } as u64));
        }
        if is_sign {
            return Ok(Val::int(if self.is_less(a, b)? { -1 } else { 1 } as i64 as u64));
        }
        self.computed_word(Word::Sub, a, b)
    }

    /// A byte as a table of all bytes has it.
    pub(super) fn folded(&mut self, byte: Val, fold: fn(u8) -> u8) -> Result<Val, Stop> {
        match byte.as_term() {
            Some(term) => {
                let all: Vec<u64> = (0..=u8::MAX).map(|byte| fold(byte).into()).collect();
                self.looked_up(term, 0, &all)
            }
            None => Ok(Val::int(fold(byte.bits as u8).into())),
        }
    }

    /// What comes of an operation on words of 64 bits that are numbers or terms.
    pub(super) fn computed_word(&mut self, op: Word, a: Val, b: Val) -> Result<Val, Stop> {
        if a.as_term().or(b.as_term()).is_none() {
            let value = formula::fold(op, 64, a.bits.into(), b.bits.into());
            // Only what is divided by zero has none.
            return Ok(Val::int(value.unwrap_or_default() as u64));
        }
        let [a, b] = [a, b].map(|value| self.term_of(value));
        let term = self.symbolic().terms.word(op, a, b);
        self.checked(term)
    }

    /// Whether a word of 64 bits is less than another, without sign.
    pub(super) fn is_less(&mut self, a: Val, b: Val) -> Result<bool, Stop> {
        if a.as_term().or(b.as_term()).is_none() {
            return Ok(a.bits < b.bits);
        }
        let [a, b] = [a, b].map(|value| self.term_of(value));
        let is_less = self.symbolic().terms.order(Order::Ult, a, b);
        self.holds_here(is_less)
    }

    fn term_of(&mut self, value: Val) -> Term {
        match value.as_term() {
            Some(term) => term,
            None => self.symbolic().terms.bits(64, value.bits.into()),
        }
    }

    /// A string, of at most so many bytes, to be copied.
    pub(super) fn string(&mut self, from: Val, limit: u64) -> Result<Text, Stop> {
        match self.memory.string(from, limit) {
            Ok(bytes) => Ok(Text { from, length: bytes.len() as u64, bytes: Some(bytes) }),
            Err(Stop::TermByte(_)) if self.may_ask() => {
                let mut length = 0;
                while length < limit {
                    let byte = self.character(from, length)?;
                    if self.is_one_of(byte, &[END])? {
                        break;
                    }
                    length += 1;
                }
                Ok(Text { from, length, bytes: None })
            }
            Err(stop) => Err(stop),
        }
    }

    /// How long a string is, of which at most so many bytes are looked at.
    pub(super) fn length(&mut self, pointer: Val, limit: u64) -> Result<u64, Stop> {
        self.string(pointer, limit).map(|text| text.length)
    }

    /// Writes the start of a string, and zeros behind it.
    pub(super) fn put(&mut self, dst: Val, text: &Text, kept: u64, zeros: u64) -> Result<(), Stop> {
        // In one piece, so that a fault tells the size of the whole.
        match &text.bytes {
            Some(bytes) => {
                let mut bytes = bytes[..kept as usize].to_vec();
                bytes.resize((kept + zeros) as usize, 0);
                self.memory.write_bytes(dst, &bytes)
            }
            None => {
                self.memory.check_write(dst, kept + zeros)?;
                self.memory.copy(dst, text.from, kept)?;
                self.memory.fill(moved(dst, kept as i64)?, 0, zeros)
            }
        }
    }

    /// A new object of the heap that holds a string.
    pub(super) fn new_text(&mut self, text: &Text) -> Result<Val, Stop> {
        let pointer = alloc::allocate(self, text.length + 1, alloc::ALIGN)?;
        if pointer.is_pointer() {
            self.put(pointer, text, text.length, 1)?;
        }
        Ok(pointer)
    }
}
