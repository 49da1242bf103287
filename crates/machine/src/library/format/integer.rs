//! Integers in a format.

use super::{Field, padded, padded_with_zeros};

pub(super) fn signed(field: &Field, value: i64) -> Vec<u8> {
    let sign: &[u8] = match value {
        ..0 => b"-",
        _ if field.directive.flags.plus => b"+",
        _ if field.directive.flags.space => b" ",
        _ => b"",
    };
    number(field, sign, value.unsigned_abs().to_string().into_bytes(), value == 0)
}

pub(super) fn unsigned(field: &Field, value: u64) -> Vec<u8> {
    let is_alternate = field.directive.flags.alternate && value != 0;
    let (prefix, digits): (&[u8], String) = match field.directive.conversion {
        b'o' => return octal(field, value),
        b'x' => (if is_alternate { b"0x" } else { b"" }, format!("{value:x}")),
        b'X' => (if is_alternate { b"0X" } else { b"" }, format!("{value:X}")),
        _ => (b"", value.to_string()),
    };
    number(field, prefix, digits.into_bytes(), value == 0)
}

/// The alternate form has a zero in front, be it one of the precision's.
fn octal(field: &Field, value: u64) -> Vec<u8> {
    let digits = format!("{value:o}");
    let has_zero = digits.starts_with('0') && field.precision != Some(0);
    let has_room = field.precision.is_some_and(|precision| precision > digits.len());
    if field.directive.flags.alternate && !has_zero && !has_room {
        let digits = if value == 0 { digits } else { format!("0{digits}") };
        return number(field, b"", digits.into_bytes(), false);
    }
    number(field, b"", digits.into_bytes(), value == 0)
}

/// `%p` of what is a number after all.
pub(super) fn pointer(field: &Field, value: u64) -> Vec<u8> {
    if value == 0 {
        return padded(field, b"", b"(nil)");
    }
    let flags = &field.directive.flags;
    let sign: &[u8] = match (flags.plus, flags.space) {
        (true, _) => b"+0x",
        (_, true) => b" 0x",
        _ => b"0x",
    };
    number(field, sign, format!("{value:x}").into_bytes(), false)
}

/// Digits with their precision: it turns the flag `0` off, and a zero with precision 0 has no digits.
fn number(field: &Field, prefix: &[u8], digits: Vec<u8>, is_zero: bool) -> Vec<u8> {
    let Some(precision) = field.precision else { return padded_with_zeros(field, prefix, &digits) };
    if is_zero && precision == 0 {
        return padded(field, prefix, b"");
    }
    let zeros = vec![b'0'; precision.saturating_sub(digits.len())];
    padded(field, prefix, &[zeros, digits].concat())
}
