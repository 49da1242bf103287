//! stdlib.h and inttypes.h: strings to integers.

use super::args::{Args, bad_call, number};
use super::{Function, errno};
use crate::address::moved;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("strtol", |machine, args| signed(machine, args, 8 * machine.word_bytes(), Digits::C17)),
    ("strtoll", |machine, args| signed(machine, args, 64, Digits::C17)),
    ("strtoq", |machine, args| signed(machine, args, 64, Digits::C17)),
    ("strtoimax", |machine, args| signed(machine, args, 64, Digits::C17)),
    ("__isoc23_strtol", |machine, args| signed(machine, args, 8 * machine.word_bytes(), Digits::C23)),
    ("__isoc23_strtoll", |machine, args| signed(machine, args, 64, Digits::C23)),
    ("__isoc23_strtoimax", |machine, args| signed(machine, args, 64, Digits::C23)),
    ("strtoul", |machine, args| unsigned(machine, args, 8 * machine.word_bytes(), Digits::C17)),
    ("strtoull", |machine, args| unsigned(machine, args, 64, Digits::C17)),
    ("strtouq", |machine, args| unsigned(machine, args, 64, Digits::C17)),
    ("strtoumax", |machine, args| unsigned(machine, args, 64, Digits::C17)),
    ("__isoc23_strtoul", |machine, args| unsigned(machine, args, 8 * machine.word_bytes(), Digits::C23)),
    ("__isoc23_strtoull", |machine, args| unsigned(machine, args, 64, Digits::C23)),
    ("__isoc23_strtoumax", |machine, args| unsigned(machine, args, 64, Digits::C23)),
    ("atoi", |machine, args| number(decimal(machine, args, 32)? as i32)),
    ("atol", |machine, args| number(decimal(machine, args, 8 * machine.word_bytes())?)),
    ("atoll", |machine, args| number(decimal(machine, args, 64)?)),
];

/// Whether the prefix `0b` is known: as of C23.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Digits {
    C17,
    C23,
}

/// An integer at the start of some bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Parsed {
    pub is_negative: bool,
    /// Saturates.
    pub magnitude: u64,
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

/// Reads an integer after white space; the base is 0 or 2 to 36.
pub(super) fn parse(text: &[u8], base: u32, digits: Digits) -> Parsed {
    let byte = |at: usize| text.get(at).copied().unwrap_or(0);
    let value = |at: usize, base: u32| char::from(byte(at)).to_digit(36).filter(|&digit| digit < base);
    let mut at = text.iter().take_while(|&&b| super::access::is_space(b)).count();
    let is_negative = byte(at) == b'-';
    at += usize::from(matches!(byte(at), b'-' | b'+'));
    let mut base = base;
    let prefix = (byte(at) == b'0').then(|| byte(at + 1).to_ascii_lowercase());
    // The prefix counts only if a digit follows it.
    if prefix == Some(b'x') && matches!(base, 0 | 16) && value(at + 2, 16).is_some() {
        (at, base) = (at + 2, 16);
    } else if prefix == Some(b'b')
        && digits == Digits::C23
        && matches!(base, 0 | 2)
        && value(at + 2, 2).is_some()
    {
        (at, base) = (at + 2, 2);
    } else if base == 0 {
        base = if prefix.is_some() { 8 } else { 10 };
    }
    let start = at;
    let (mut magnitude, mut overflows) = (0u64, false);
    while let Some(digit) = value(at, base) {
        let next = magnitude.checked_mul(base.into()).and_then(|m| m.checked_add(digit.into()));
        overflows |= next.is_none();
        magnitude = next.unwrap_or(u64::MAX);
        at += 1;
    }
    Parsed { is_negative, magnitude, overflows, length: if at > start { at } else { 0 } }
}

fn signed(machine: &mut Machine<'_>, args: &Args, bits: u32, digits: Digits) -> Result<Val, Stop> {
    let Some(parsed) = read(machine, args, digits)? else { return number(0) };
    let (value, is_out) = parsed.signed(bits);
    if is_out {
        errno::set(machine, errno::ERANGE)?;
    }
    number(value)
}

fn unsigned(machine: &mut Machine<'_>, args: &Args, bits: u32, digits: Digits) -> Result<Val, Stop> {
    let Some(parsed) = read(machine, args, digits)? else { return number(0) };
    let (value, is_out) = parsed.unsigned(bits);
    if is_out {
        errno::set(machine, errno::ERANGE)?;
    }
    Ok(Val::int(value))
}

/// The arguments are string, place for the end, and base.
fn read(machine: &mut Machine<'_>, args: &Args, digits: Digits) -> Result<Option<Parsed>, Stop> {
    let (pointer, end, base) = (args.pointer(0)?, args.pointer(1)?, args.int32(2)?);
    if base < 0 || base == 1 || base > 36 {
        errno::set(machine, errno::EINVAL)?;
        return Ok(None);
    }
    let text = machine.prefix(pointer, is_part)?;
    let parsed = parse(&text, base as u32, digits);
    if end != Val::ZERO {
        machine.store_word(end, moved(pointer, parsed.length as i64)?)?;
    }
    Ok(Some(parsed))
}

fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-')
}

/// `atoi` and the like are `strtol` without its error reports: what does not fit is undefined (C11 7.22.1p1).
fn decimal(machine: &Machine<'_>, args: &Args, bits: u32) -> Result<i64, Stop> {
    let text = machine.prefix(args.pointer(0)?, is_part)?;
    let (value, is_out_of_range) = parse(&text, 10, Digits::C17).signed(bits);
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
