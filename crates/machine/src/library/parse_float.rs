//! stdlib.h: strings to floating numbers, rounded correctly.

use super::access::SPACE;
use super::args::{Args, double, not_modelled, single};
use super::decimal::Decimal;
use super::float_text::{Parsed, Value, follow, parse};
use super::{Function, errno};
use crate::address::moved;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("strtod", |machine, args| double(read(machine, args)?.double(machine)?)),
    ("strtof", |machine, args| single(read(machine, args)?.single(machine)?)),
    ("strtold", |_, _| not_modelled("long double, here as the result of strtold")),
    ("atof", |machine, args| double(text_of(machine, args.pointer(0)?)?.value.double().0)),
];

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

fn read(machine: &mut Machine<'_>, args: &Args) -> Result<Parsed, Stop> {
    let (pointer, end) = (args.pointer(0)?, args.pointer(1)?);
    let parsed = text_of(machine, pointer)?;
    if end != Val::ZERO {
        machine.store_word(end, moved(pointer, parsed.length as i64)?)?;
    }
    Ok(parsed)
}

/// The number that a string begins with. No character behind the first that does not go on with it is looked at. One that is an input is
/// asked for as far as it does.
fn text_of(machine: &mut Machine<'_>, pointer: Val) -> Result<Parsed, Stop> {
    let mut text = Vec::new();
    loop {
        let byte = machine.character(pointer, text.len() as u64)?;
        if !machine.is_one_of(byte, &follow(&text))? {
            return Ok(parse(&text));
        }
        text.push(match byte.as_term() {
            // Which white space it is does not matter.
            Some(_) if machine.is_one_of(byte, &SPACE)? => b' ',
            Some(term) => machine.number_of_term(term, &[])? as u8,
            None => byte.bits as u8,
        });
    }
}
