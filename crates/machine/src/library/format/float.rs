//! Floating numbers in a format. Decimal digits are those of the exact value, rounded to nearest, ties to
//! even, at any precision.

use super::{Field, padded, padded_with_zeros};
use crate::library::decimal::Decimal;

pub(super) fn float(field: &Field, value: f64) -> Vec<u8> {
    let flags = &field.directive.flags;
    let sign: &[u8] = match (value.is_sign_negative(), flags.plus, flags.space) {
        (true, ..) => b"-",
        (_, true, _) => b"+",
        (_, _, true) => b" ",
        _ => b"",
    };
    let is_upper = field.directive.conversion.is_ascii_uppercase();
    let cased = |text: String| if is_upper { text.to_ascii_uppercase() } else { text }.into_bytes();
    if !value.is_finite() {
        // Never filled up with zeros.
        return padded(field, sign, &cased(if value.is_nan() { "nan" } else { "inf" }.into()));
    }
    let decimal = Decimal::of(value);
    let precision = field.precision.unwrap_or(6) as i64;
    let body = match field.directive.conversion.to_ascii_lowercase() {
        b'f' => fixed(decimal, precision, flags.alternate),
        b'e' => exponential(decimal, precision, flags.alternate),
        b'g' => general(decimal, precision.max(1), flags.alternate),
        _ => {
            let prefix = [sign, if is_upper { b"0X" } else { b"0x" }].concat();
            return padded_with_zeros(field, &prefix, &cased(hexadecimal(field, value)));
        }
    };
    padded_with_zeros(field, sign, &cased(body))
}

/// Digits from a place to another, counted from the decimal point.
fn digits(decimal: &Decimal, places: std::ops::Range<i64>) -> String {
    places.map(|place| char::from(b'0' + decimal.at(place))).collect()
}

fn fixed(mut decimal: Decimal, precision: i64, has_point: bool) -> String {
    decimal.round(decimal.point + precision);
    let whole = digits(&decimal, -decimal.point.max(1)..0);
    let point = if precision > 0 || has_point { "." } else { "" };
    format!("{whole}{point}{}", digits(&decimal, 0..precision))
}

fn exponential(mut decimal: Decimal, precision: i64, has_point: bool) -> String {
    decimal.round(precision + 1);
    let exponent = if decimal.is_zero() { 0 } else { decimal.point - 1 };
    let first = -decimal.point;
    let lead = digits(&decimal, first..first + 1);
    let point = if precision > 0 || has_point { "." } else { "" };
    let rest = digits(&decimal, first + 1..first + 1 + precision);
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{lead}{point}{rest}e{sign}{:02}", exponent.abs())
}

/// C11 7.21.6.1p8: the style depends on the exponent, and zeros at the end are dropped.
fn general(decimal: Decimal, precision: i64, keeps_zeros: bool) -> String {
    let mut rounded = decimal.clone();
    rounded.round(precision);
    let exponent = if rounded.is_zero() { 0 } else { rounded.point - 1 };
    // Where rounding alone makes the exponent too large, glibc forgets the zeros that `#` asks for.
    if keeps_zeros && exponent == precision && decimal.point == precision {
        return format!("1.e+{exponent:02}");
    }
    let text = match exponent {
        -4.. if exponent < precision => fixed(decimal, precision - 1 - exponent, keeps_zeros),
        _ => exponential(decimal, precision - 1, keeps_zeros),
    };
    if keeps_zeros || !text.contains('.') {
        return text;
    }
    let (mantissa, exponent) = text.split_at(text.find('e').unwrap_or(text.len()));
    format!("{}{exponent}", mantissa.trim_end_matches('0').trim_end_matches('.'))
}

/// What follows `0x`: glibc's first digit is 1, or 0 for zero and subnormal numbers, or 2 if rounding makes
/// it.
fn hexadecimal(field: &Field, value: f64) -> String {
    const DIGITS: usize = 13;
    let bits = value.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    let (lead, exponent) = match (exponent, fraction) {
        (0, 0) => (0, 0),
        (0, _) => (0, -1022),
        _ => (1, exponent - 1023),
    };
    let mut mantissa: u64 = lead << 52 | fraction;
    let mut kept = DIGITS;
    if let Some(precision) = field.precision.filter(|&precision| precision < DIGITS) {
        let drop = 4 * (DIGITS - precision) as u32;
        let (rest, half) = (mantissa & ((1 << drop) - 1), 1 << (drop - 1));
        mantissa >>= drop;
        mantissa += u64::from(rest > half || (rest == half && mantissa % 2 == 1));
        kept = precision;
    }
    let lead = mantissa >> (4 * kept);
    let mut rest = match kept {
        0 => String::new(),
        _ => format!("{:0kept$x}", mantissa & ((1 << (4 * kept)) - 1)),
    };
    match field.precision {
        Some(precision) => rest.extend(std::iter::repeat_n('0', precision.saturating_sub(kept))),
        None => rest.truncate(rest.trim_end_matches('0').len()),
    }
    let point = if rest.is_empty() && !field.directive.flags.alternate { "" } else { "." };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{lead:x}{point}{rest}p{sign}{}", exponent.abs())
}
