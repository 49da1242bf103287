//! stdlib.h: strings to floating numbers, rounded correctly.

use super::args::{Args, double, not_modelled, single};
use super::decimal::Decimal;
use super::{Function, errno};
use crate::address::moved;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("strtod", |machine, args| double(read(machine, args)?.double(machine)?)),
    ("strtof", |machine, args| single(read(machine, args)?.single(machine)?)),
    ("strtold", |_, _| not_modelled("long double, here as the result of strtold")),
    ("atof", |machine, args| double(parse(&machine.prefix(args.pointer(0)?, is_part)?).value.double().0)),
];

/// A floating number at the start of some bytes.
pub(super) struct Parsed {
    pub value: Value,
    /// The bytes it takes, 0 if there is none.
    pub length: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Infinite {
        is_negative: bool,
    },
    Nan {
        is_negative: bool,
        payload: u64,
    },
    /// Digits, a point and an exponent, as Rust reads them too.
    Decimal(String),
    /// `mantissa · 2^power`, and whether there is more below.
    Hexadecimal {
        is_negative: bool,
        mantissa: u64,
        power: i64,
        has_more: bool,
    },
}

impl Parsed {
    pub fn double(&self, machine: &mut Machine<'_>) -> Result<f64, Stop> {
        let (value, is_out) = self.value.double();
        if is_out {
            errno::set(machine, errno::ERANGE)?;
        }
        Ok(value)
    }

    pub fn single(&self, machine: &mut Machine<'_>) -> Result<f32, Stop> {
        let (value, is_out) = self.value.single();
        if is_out {
            errno::set(machine, errno::ERANGE)?;
        }
        Ok(value)
    }
}

impl Value {
    /// The nearest double, and whether the number is out of range: too large, or too small to be exact.
    pub fn double(&self) -> (f64, bool) {
        match self {
            Value::Infinite { is_negative } => (signed(*is_negative, f64::INFINITY), false),
            Value::Nan { is_negative, payload } => {
                let bits = f64::NAN.to_bits() & !(1 << 63) | payload & ((1 << 51) - 1);
                (signed(*is_negative, f64::from_bits(bits)), false)
            }
            Value::Decimal(text) => {
                let value: f64 = text.parse().unwrap_or(0.0);
                (value, value.is_infinite() || (is_tiny(value, f64::MIN_POSITIVE) && !is_exact(text, value)))
            }
            Value::Hexadecimal { is_negative, .. } => {
                let (value, is_inexact) = self.scaled(53, -1074, 1024);
                let is_out = value.is_infinite() || (is_inexact && is_tiny(value, f64::MIN_POSITIVE));
                (signed(*is_negative, value), is_out)
            }
        }
    }

    /// The nearest float: not by way of a double, which would round twice.
    pub fn single(&self) -> (f32, bool) {
        match self {
            Value::Infinite { .. } => (self.double().0 as f32, false),
            Value::Nan { is_negative, payload } => {
                let bits = 0x7fc0_0000 | (*payload as u32) & 0x3f_ffff | u32::from(*is_negative) << 31;
                (f32::from_bits(bits), false)
            }
            Value::Decimal(text) => {
                let value: f32 = text.parse().unwrap_or(0.0);
                let is_out = is_tiny(value.into(), f32::MIN_POSITIVE.into()) && !is_exact(text, value.into());
                (value, value.is_infinite() || is_out)
            }
            Value::Hexadecimal { is_negative, .. } => {
                let (value, is_inexact) = self.scaled(24, -149, 128);
                let is_out = value.is_infinite() || (is_inexact && is_tiny(value, f32::MIN_POSITIVE.into()));
                (signed(*is_negative, value) as f32, is_out)
            }
        }
    }

    /// The magnitude of a hexadecimal number rounded to so many bits, none below `2^lowest`, and whether
    /// that changed it. From `2^highest` on it is infinite.
    fn scaled(&self, bits: u32, lowest: i64, highest: i64) -> (f64, bool) {
        let Value::Hexadecimal { mantissa, power, has_more, .. } = *self else { return (0.0, false) };
        if mantissa == 0 {
            return (0.0, false);
        }
        let width = i64::from(64 - mantissa.leading_zeros());
        let drop = (width - i64::from(bits)).max(lowest - power).max(0);
        let (mut kept, rest, half) = match drop {
            0 => (mantissa, 0, 1),
            1..=63 => (mantissa >> drop, mantissa & ((1 << drop) - 1), 1 << (drop - 1)),
            64 => (0, mantissa, 1 << 63),
            _ => (0, 0, 1),
        };
        let is_inexact = rest != 0 || has_more || drop > 64;
        if rest > half || (rest == half && drop > 0 && (has_more || kept % 2 == 1)) {
            kept += 1;
        }
        let power = power + drop;
        if kept != 0 && i64::from(64 - kept.leading_zeros()) + power > highest {
            return (f64::INFINITY, true);
        }
        (super::math::scale(kept as f64, power.clamp(-5000, 5000) as i32), is_inexact)
    }
}

fn signed(is_negative: bool, value: f64) -> f64 {
    if is_negative { -value } else { value }
}

fn is_tiny(value: f64, least_normal: f64) -> bool {
    value.abs() < least_normal
}

/// Whether a decimal text and a finite double are the same number.
fn is_exact(text: &str, value: f64) -> bool {
    let text = text.trim_start_matches(['+', '-']);
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).map(|b| b - b'0').collect();
    let leading = digits.iter().take_while(|&&d| d == 0).count();
    let end = digits.iter().rposition(|&d| d != 0).map_or(leading, |last| last + 1);
    let exact = Decimal::of(value);
    if leading >= end {
        return exact.is_zero();
    }
    let point = exponent.parse::<i64>().ok().map(|e| e + whole.len() as i64 - leading as i64);
    digits[leading..end] == exact.digits && point == Some(exact.point)
}

/// Reads a floating number after white space.
pub(super) fn parse(text: &[u8]) -> Parsed {
    let blank = text.iter().take_while(|&&b| super::access::is_space(b)).count();
    let is_negative = text.get(blank) == Some(&b'-');
    let at = blank + usize::from(matches!(text.get(blank), Some(b'-' | b'+')));
    let rest = &text[at..];
    let starts =
        |word: &str| rest.len() >= word.len() && rest[..word.len()].eq_ignore_ascii_case(word.as_bytes());
    let (value, length) = if starts("infinity") {
        (Value::Infinite { is_negative }, 8)
    } else if starts("inf") {
        (Value::Infinite { is_negative }, 3)
    } else if starts("nan") {
        nan(rest, is_negative)
    } else if starts("0x") && hexadecimal(rest, is_negative).1 > 0 {
        hexadecimal(rest, is_negative)
    } else {
        decimal(rest, is_negative)
    };
    Parsed { value, length: if length > 0 { at + length } else { 0 } }
}

/// `nan`, or `nan(payload)`.
fn nan(text: &[u8], is_negative: bool) -> (Value, usize) {
    let inner: &[u8] = text.get(4..).filter(|_| text[3] == b'(').unwrap_or(&[]);
    let length = inner.iter().take_while(|&&b| b.is_ascii_alphanumeric() || b == b'_').count();
    if inner.get(length) != Some(&b')') {
        return (Value::Nan { is_negative, payload: 0 }, 3);
    }
    let number = super::parse_integer::parse(&inner[..length], 0, super::parse_integer::Digits::C17);
    let payload = if number.length == length { number.magnitude } else { 0 };
    (Value::Nan { is_negative, payload }, length + 5)
}

/// The length of an optional exponent, and its value, which saturates.
fn exponent(text: &[u8], letter: u8) -> (usize, i64) {
    if text.first().map(u8::to_ascii_lowercase) != Some(letter) {
        return (0, 0);
    }
    let sign = usize::from(matches!(text.get(1), Some(b'+' | b'-')));
    let digits = text[1 + sign..].iter().take_while(|b| b.is_ascii_digit()).count();
    if digits == 0 {
        return (0, 0);
    }
    let end = 1 + sign + digits;
    let add = |value: i64, &b: &u8| (value * 10 + i64::from(b - b'0')).min(1 << 40);
    let value = text[1 + sign..end].iter().fold(0, add);
    (end, if text[1] == b'-' { -value } else { value })
}

fn decimal(text: &[u8], is_negative: bool) -> (Value, usize) {
    let whole = text.iter().take_while(|b| b.is_ascii_digit()).count();
    let has_point = text.get(whole) == Some(&b'.');
    let fraction = match has_point {
        true => text[whole + 1..].iter().take_while(|b| b.is_ascii_digit()).count(),
        false => 0,
    };
    if whole + fraction == 0 {
        return (Value::Decimal("0".into()), 0);
    }
    let end = whole + usize::from(has_point) + fraction;
    let (length, power) = exponent(&text[end..], b'e');
    let digits = String::from_utf8_lossy(&text[..end]).into_owned();
    let sign = if is_negative { "-" } else { "" };
    (Value::Decimal(format!("{sign}{digits}e{power}")), end + length)
}

fn hexadecimal(text: &[u8], is_negative: bool) -> (Value, usize) {
    let (mut at, mut mantissa, mut power, mut has_more) = (2, 0u64, 0i64, false);
    let (mut has_digit, mut has_point) = (false, false);
    while let Some(&byte) = text.get(at) {
        if byte == b'.' && !has_point {
            has_point = true;
        } else if let Some(digit) = char::from(byte).to_digit(16) {
            has_digit = true;
            if mantissa >> 60 == 0 {
                mantissa = mantissa << 4 | u64::from(digit);
                power -= if has_point { 4 } else { 0 };
            } else {
                has_more |= digit != 0;
                power += if has_point { 0 } else { 4 };
            }
        } else {
            break;
        }
        at += 1;
    }
    if !has_digit {
        return (Value::Decimal("0".into()), 0);
    }
    let (length, exponent) = exponent(&text[at..], b'p');
    (Value::Hexadecimal { is_negative, mantissa, power: power + exponent, has_more }, at + length)
}

fn read(machine: &mut Machine<'_>, args: &Args) -> Result<Parsed, Stop> {
    let (pointer, end) = (args.pointer(0)?, args.pointer(1)?);
    let parsed = parse(&machine.prefix(pointer, is_part)?);
    if end != Val::ZERO {
        machine.store_word(end, moved(pointer, parsed.length as i64)?)?;
    }
    Ok(parsed)
}

fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.' | b'(' | b')' | b'_')
}
