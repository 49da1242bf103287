//! stdlib.h and inttypes.h: strings to integers.

use std::convert::Infallible;
use std::ops::RangeInclusive;

use formula::Word;

use super::access::SPACE;
use super::args::{Args, bad_call, number};
use super::{Function, errno};
use crate::address::moved;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("strtol", |machine, args| convert(machine, args, 8 * machine.word_bytes(), Digits::C17, as_signed)),
    ("strtoll", |machine, args| convert(machine, args, 64, Digits::C17, as_signed)),
    ("strtoq", |machine, args| convert(machine, args, 64, Digits::C17, as_signed)),
    ("strtoimax", |machine, args| convert(machine, args, 64, Digits::C17, as_signed)),
    ("__isoc23_strtol", |machine, args| {
        convert(machine, args, 8 * machine.word_bytes(), Digits::C23, as_signed)
    }),
    ("__isoc23_strtoll", |machine, args| convert(machine, args, 64, Digits::C23, as_signed)),
    ("__isoc23_strtoimax", |machine, args| convert(machine, args, 64, Digits::C23, as_signed)),
    ("strtoul", |machine, args| convert(machine, args, 8 * machine.word_bytes(), Digits::C17, as_unsigned)),
    ("strtoull", |machine, args| convert(machine, args, 64, Digits::C17, as_unsigned)),
    ("strtouq", |machine, args| convert(machine, args, 64, Digits::C17, as_unsigned)),
    ("strtoumax", |machine, args| convert(machine, args, 64, Digits::C17, as_unsigned)),
    ("__isoc23_strtoul", |machine, args| {
        convert(machine, args, 8 * machine.word_bytes(), Digits::C23, as_unsigned)
    }),
    ("__isoc23_strtoull", |machine, args| convert(machine, args, 64, Digits::C23, as_unsigned)),
    ("__isoc23_strtoumax", |machine, args| convert(machine, args, 64, Digits::C23, as_unsigned)),
    ("atoi", |machine, args| decimal(machine, args, 32)),
    ("atol", |machine, args| decimal(machine, args, 8 * machine.word_bytes())),
    ("atoll", |machine, args| decimal(machine, args, 64)),
];

/// Whether the prefix `0b` is known: as of C23.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Digits {
    C17,
    C23,
}

/// Characters that an integer is read from.
trait Characters {
    type Number: Copy;
    type Error;

    /// Whether the character at a place lies in one of these ranges.
    fn is_one_of(&mut self, at: usize, ranges: &[RangeInclusive<u8>]) -> Result<bool, Self::Error>;
    /// How much more the character at a place is than this one.
    fn above(&mut self, at: usize, least: u8) -> Result<Self::Number, Self::Error>;
    fn number(&mut self, number: u64) -> Self::Number;
    /// A number with one more digit, whose value lies so far above another; nothing if it does not fit 64 bits.
    fn with_digit(
        &mut self,
        number: Self::Number,
        base: u32,
        digit: (u64, Self::Number),
    ) -> Result<Option<Self::Number>, Self::Error>;
}

/// An integer at the start of some bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Parsed<Number = u64> {
    pub is_negative: bool,
    /// Saturates.
    pub magnitude: Number,
    pub overflows: bool,
    /// The bytes it takes, 0 if there is none.
    pub length: usize,
}

impl Parsed {
    /// As a signed number of so many bits, and whether it is out of range; then it is the nearest.
    pub fn signed(self, bits: u32) -> (i64, bool) {
        let (least, most) = (i64::MIN >> (64 - bits), i64::MAX >> (64 - bits));
        match (self.is_negative, self.magnitude) {
            (true, magnitude) if self.overflows || magnitude > least.unsigned_abs() => (least, true),
            (true, magnitude) => ((magnitude as i64).wrapping_neg(), false),
            (false, magnitude) if self.overflows || magnitude > most as u64 => (most, true),
            (false, magnitude) => (magnitude as i64, false),
        }
    }

    /// As an unsigned number of so many bits: a negative one wraps.
    pub fn unsigned(self, bits: u32) -> (u64, bool) {
        let most = u64::MAX >> (64 - bits);
        match self.is_negative {
            _ if self.overflows || self.magnitude > most => (most, true),
            true => (self.magnitude.wrapping_neg() & most, false),
            false => (self.magnitude, false),
        }
    }
}

/// Reads an integer after white space; the base is 0 or 2 to 36. No character behind the first that is not part of it is looked at.
fn read<C: Characters>(from: &mut C, base: u32, digits: Digits) -> Result<Parsed<C::Number>, C::Error> {
    let mut at = 0;
    while from.is_one_of(at, &SPACE)? {
        at += 1;
    }
    let is_negative = from.is_one_of(at, &[b'-'..=b'-'])?;
    at += usize::from(is_negative || from.is_one_of(at, &[b'+'..=b'+'])?);
    let mut base = base;
    let is_zero = matches!(base, 0 | 2 | 16) && from.is_one_of(at, &[b'0'..=b'0'])?;
    // The prefix counts only if a digit follows it.
    if is_zero
        && matches!(base, 0 | 16)
        && from.is_one_of(at + 1, &[b'x'..=b'x', b'X'..=b'X'])?
        && digit(from, at + 2, 16)?.is_some()
    {
        (at, base) = (at + 2, 16);
    } else if is_zero
        && digits == Digits::C23
        && matches!(base, 0 | 2)
        && from.is_one_of(at + 1, &[b'b'..=b'b', b'B'..=b'B'])?
        && digit(from, at + 2, 2)?.is_some()
    {
        (at, base) = (at + 2, 2);
    } else if base == 0 {
        base = if is_zero { 8 } else { 10 };
    }
    let start = at;
    let (mut magnitude, mut overflows) = (from.number(0), false);
    while let Some(digit) = digit(from, at, base)? {
        match from.with_digit(magnitude, base, digit)? {
            Some(next) if !overflows => magnitude = next,
            _ => (magnitude, overflows) = (from.number(u64::MAX), true),
        }
        at += 1;
    }
    Ok(Parsed { is_negative, magnitude, overflows, length: if at > start { at } else { 0 } })
}

/// The value of a digit of this base, as a number and how far it lies above that.
fn digit<C: Characters>(from: &mut C, at: usize, base: u32) -> Result<Option<(u64, C::Number)>, C::Error> {
    for (first, value, count) in [(b'0', 0, 10), (b'a', 10, 26), (b'A', 10, 26)] {
        let count = base.saturating_sub(value).min(count) as u8;
        if count > 0 && from.is_one_of(at, &[first..=first + count - 1])? {
            return Ok(Some((value.into(), from.above(at, first)?)));
        }
    }
    Ok(None)
}

/// Bytes that are numbers, behind which the string ends.
impl Characters for &[u8] {
    type Number = u64;
    type Error = Infallible;

    fn is_one_of(&mut self, at: usize, ranges: &[RangeInclusive<u8>]) -> Result<bool, Infallible> {
        let byte = self.get(at).copied().unwrap_or(0);
        Ok(ranges.iter().any(|range| range.contains(&byte)))
    }

    fn above(&mut self, at: usize, least: u8) -> Result<u64, Infallible> {
        Ok(self.get(at).map_or(0, |byte| byte.wrapping_sub(least).into()))
    }

    fn number(&mut self, number: u64) -> u64 {
        number
    }

    fn with_digit(&mut self, number: u64, base: u32, digit: (u64, u64)) -> Result<Option<u64>, Infallible> {
        Ok(number.checked_mul(base.into()).and_then(|number| number.checked_add(digit.0 + digit.1)))
    }
}

pub(super) fn parse(text: &[u8], base: u32, digits: Digits) -> Parsed {
    match read(&mut &*text, base, digits) {
        Ok(parsed) => parsed,
        Err(never) => match never {},
    }
}

/// A string in memory.
struct InMemory<'a, 'm> {
    machine: &'a mut Machine<'m>,
    text: Val,
}

impl Characters for InMemory<'_, '_> {
    type Number = Val;
    type Error = Stop;

    fn is_one_of(&mut self, at: usize, ranges: &[RangeInclusive<u8>]) -> Result<bool, Stop> {
        let byte = self.machine.character(self.text, at as u64)?;
        self.machine.is_one_of(byte, ranges)
    }

    fn above(&mut self, at: usize, least: u8) -> Result<Val, Stop> {
        let byte = self.machine.character(self.text, at as u64)?;
        self.machine.computed_word(Word::Sub, byte, Val::int(least.into()))
    }

    fn number(&mut self, number: u64) -> Val {
        Val::int(number)
    }

    fn with_digit(&mut self, number: Val, base: u32, digit: (u64, Val)) -> Result<Option<Val>, Stop> {
        let machine = &mut *self.machine;
        let digit = machine.computed_word(Word::Add, digit.1, Val::int(digit.0))?;
        let most = Val::int(u64::MAX / u64::from(base));
        if machine.is_less(most, number)? {
            return Ok(None);
        }
        let shifted = machine.computed_word(Word::Mul, number, Val::int(base.into()))?;
        let sum = machine.computed_word(Word::Add, shifted, digit)?;
        Ok(if machine.is_less(sum, shifted)? { None } else { Some(sum) })
    }
}

/// As a signed number of so many bits, and whether it is out of range; then it is the nearest.
fn as_signed(machine: &mut Machine<'_>, parsed: Parsed<Val>, bits: u32) -> Result<(Val, bool), Stop> {
    let Parsed { is_negative, magnitude, overflows, .. } = parsed;
    let least = (i64::MIN >> (64 - bits)).unsigned_abs();
    let most = if is_negative { least } else { least - 1 };
    let is_out = overflows || machine.is_less(Val::int(most), magnitude)?;
    let magnitude = if is_out { Val::int(most) } else { magnitude };
    let value = match is_negative {
        true => machine.computed_word(Word::Sub, Val::ZERO, magnitude)?,
        false => magnitude,
    };
    Ok((value, is_out))
}

/// As an unsigned number of so many bits: a negative one wraps.
fn as_unsigned(machine: &mut Machine<'_>, parsed: Parsed<Val>, bits: u32) -> Result<(Val, bool), Stop> {
    let Parsed { is_negative, magnitude, overflows, .. } = parsed;
    let most = Val::int(u64::MAX >> (64 - bits));
    if overflows || machine.is_less(most, magnitude)? {
        return Ok((most, true));
    }
    let value = match is_negative {
        true => {
            let negative = machine.computed_word(Word::Sub, Val::ZERO, magnitude)?;
            machine.computed_word(Word::And, negative, most)?
        }
        false => magnitude,
    };
    Ok((value, false))
}

type Converted = fn(&mut Machine<'_>, Parsed<Val>, u32) -> Result<(Val, bool), Stop>;

/// The arguments are string, place for the end, and base.
fn convert(
    machine: &mut Machine<'_>,
    args: &Args,
    bits: u32,
    digits: Digits,
    converted: Converted,
) -> Result<Val, Stop> {
    let (text, end, base) = (args.pointer(0)?, args.pointer(1)?, args.int32(2)?);
    if base < 0 || base == 1 || base > 36 {
        errno::set(machine, errno::EINVAL)?;
        return number(0);
    }
    let parsed = read(&mut InMemory { machine, text }, base as u32, digits)?;
    // All that is asked is asked before anything is written.
    let (value, is_out) = converted(machine, parsed, bits)?;
    if end != Val::ZERO {
        machine.store_word(end, moved(text, parsed.length as i64)?)?;
    }
    if is_out {
        errno::set(machine, errno::ERANGE)?;
    }
    Ok(value)
}

/// `atoi` and the like are `strtol` without its error reports: what does not fit is undefined (C11 7.22.1p1).
fn decimal(machine: &mut Machine<'_>, args: &Args, bits: u32) -> Result<Val, Stop> {
    let parsed = read(&mut InMemory { machine, text: args.pointer(0)? }, 10, Digits::C17)?;
    let (value, is_out_of_range) = as_signed(machine, parsed, bits)?;
    if is_out_of_range {
        return bad_call("a number that does not fit the result of atoi, atol or atoll");
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_number_is_read() {
        let check = |text: &str, base: u32, value: i64, length: usize| {
            let parsed = parse(text.as_bytes(), base, Digits::C17);
            assert_eq!((parsed.signed(64).0, parsed.length), (value, length), "{text}");
        };
        check("12", 10, 12, 2);
        check(" \t-12x", 10, -12, 5);
        check("0x1f", 0, 31, 4);
        check("0x", 16, 0, 1);
        check("0xg", 0, 0, 1);
        check("-", 10, 0, 0);
        check("", 10, 0, 0);
        check("077", 0, 63, 3);
        check("08", 0, 0, 1);
        check("zz", 36, 35 * 36 + 35, 2);
        check("9223372036854775808", 10, i64::MAX, 19);
        check("-9223372036854775808", 10, i64::MIN, 20);
        check("-99999999999999999999", 10, i64::MIN, 21);
        check("0b11", 0, 0, 1);
        assert_eq!(parse(b"0b11", 0, Digits::C23).signed(64).0, 3);
        assert_eq!(parse(b"-3000000000", 10, Digits::C17).signed(32), (i32::MIN.into(), true));
        assert_eq!(parse(b"4294967296", 10, Digits::C17).unsigned(32), (u32::MAX.into(), true));
        assert_eq!(parse(b"-1", 10, Digits::C17).unsigned(64), (u64::MAX, false));
    }
}
