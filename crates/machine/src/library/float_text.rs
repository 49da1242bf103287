//! How floating numbers are written in C: what `strtod` reads.

use std::ops::RangeInclusive;

use super::access::{SPACE, is_space};

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

/// Reads a floating number after white space.
pub(super) fn parse(text: &[u8]) -> Parsed {
    let blank = text.iter().take_while(|&&b| is_space(b)).count();
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

/// The characters that go on with a number that begins so; of any other it ends, if it is one.
pub(super) fn follow(text: &[u8]) -> Vec<RangeInclusive<u8>> {
    const DIGITS: RangeInclusive<u8> = b'0'..=b'9';
    let one = |byte: u8| byte..=byte;
    let letter = |letter: u8| [one(letter), one(letter.to_ascii_uppercase())];
    let signs = [one(b'+'), one(b'-')];
    let start = [DIGITS, one(b'.')].into_iter().chain(letter(b'i')).chain(letter(b'n'));
    let blank = text.iter().take_while(|&&b| is_space(b)).count();
    let lower = text[blank..].to_ascii_lowercase();
    let body = lower.strip_prefix(b"-").or(lower.strip_prefix(b"+"));
    let Some(body) = body.or(Some(&lower)).filter(|body| !body.is_empty()) else {
        return match body {
            Some(_) => start.collect(),
            None => start.chain(signs).chain(SPACE).collect(),
        };
    };
    if let Some(payload) = body.strip_prefix(b"nan") {
        return match payload {
            [] => vec![one(b'(')],
            [.., b')'] => Vec::new(),
            _ => [DIGITS, one(b'_'), one(b')'), b'a'..=b'z', b'A'..=b'Z'].into(),
        };
    }
    if let Some(word) = [&b"infinity"[..], b"nan"].into_iter().find(|word| word.starts_with(body)) {
        return word.get(body.len()).map_or(Vec::new(), |&next| letter(next).into());
    }
    let (mark, rest, mut next) = match body.strip_prefix(b"0x") {
        Some(rest) => (b'p', rest, vec![DIGITS, b'a'..=b'f', b'A'..=b'F']),
        None => (b'e', body, vec![DIGITS]),
    };
    match rest.iter().position(|&byte| byte == mark) {
        Some(at) if at + 1 == rest.len() => [DIGITS].into_iter().chain(signs).collect(),
        Some(_) => vec![DIGITS],
        None => {
            if !rest.contains(&b'.') {
                next.push(one(b'.'));
            }
            if rest.iter().any(|&byte| byte != b'.') {
                next.extend(letter(mark));
            }
            if body == b"0" {
                next.extend(letter(b'x'));
            }
            next
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Each text of up to five of these characters, and longer ones that begin with a word.
    #[test]
    fn what_follows_is_all_that_counts() {
        let alphabet = b"01.xXepEInfaY(_)+- \x0b";
        for first in ["", "infini", "nan(", "0x1.", "1e"] {
            let most = if first.is_empty() { 4u32 } else { 3 };
            for count in 0..=most {
                for number in 0..alphabet.len().pow(count) {
                    let place = |at| alphabet[number / alphabet.len().pow(at) % alphabet.len()];
                    let whole: Vec<u8> = first.bytes().chain((0..count).map(place)).collect();
                    let goes_on =
                        |at: &usize| follow(&whole[..*at]).iter().any(|range| range.contains(&whole[*at]));
                    let read = (0..whole.len()).take_while(goes_on).count();
                    let (all, some) = (parse(&whole), parse(&whole[..read]));
                    let told = String::from_utf8_lossy(&whole);
                    assert_eq!(
                        (all.length, all.value),
                        (some.length, some.value),
                        "{told:?} and {read} of it"
                    );
                }
            }
        }
    }

    #[test]
    fn the_longest_number_is_read() {
        let check = |text: &str, length: usize, value: f64| {
            let parsed = parse(text.as_bytes());
            assert_eq!(parsed.length, length, "{text}");
            assert_eq!(parsed.value.double().0.to_bits(), value.to_bits(), "{text}");
        };
        check("12.5e1x", 6, 125.0);
        check("12.e1", 5, 120.0);
        check(" -.5", 4, -0.5);
        check("1e+", 1, 1.0);
        check(".", 0, 0.0);
        check("0x1.8p1", 7, 3.0);
        check("0xg", 1, 0.0);
        check("0x.p1", 1, 0.0);
        check("infinit", 3, f64::INFINITY);
        check("-INFINITY", 9, f64::NEG_INFINITY);
        check("0x1p-1074", 9, f64::from_bits(1));
        check("1e99999999999999999999", 22, f64::INFINITY);
    }

    #[test]
    fn a_nan_may_have_a_payload() {
        let check = |text: &str, length: usize| {
            let parsed = parse(text.as_bytes());
            assert!(parsed.value.double().0.is_nan());
            assert_eq!(parsed.length, length, "{text}");
        };
        check("nan", 3);
        check("nan(", 3);
        check("nan()", 5);
        check("NaN(0x1f)", 9);
        check("nan(1.5)", 3);
    }
}
