//! Arithmetic on values: C's rules, with each undefined case a fault.

use cfa::expr::{Binary, Overflow, Unary};

use crate::code::Kind;
use crate::fault::{Fault, FaultKind, Stop};
use crate::value::{INIT, POINTER, UNINIT, Val};

/// Brings bits into the canonical form of an integer type: sign- or zero-extended.
#[inline]
pub fn extend(bits: u64, width: u8, signed: bool) -> u64 {
    let shift = 64 - u32::from(width);
    if signed { ((bits << shift) as i64 >> shift) as u64 } else { bits << shift >> shift }
}

/// The result of an operator on integers where it has one: `None` for a fault, and where the general way is
/// as good. It needs no room for a fault's description, which makes it several times faster than [`binary`].
#[inline(always)]
pub fn quick(op: Binary, bits: u8, signed: bool, a: u64, b: u64) -> Option<u64> {
    let fit = |value: Option<i64>| value.map(|v| v as u64).filter(|&v| extend(v, bits, true) == v);
    let (x, y) = (a as i64, b as i64);
    let truth = |holds: bool| Some(u64::from(holds));
    match op {
        Binary::Add if signed => fit(x.checked_add(y)),
        Binary::Sub if signed => fit(x.checked_sub(y)),
        Binary::Mul if signed => fit(x.checked_mul(y)),
        Binary::Add => Some(extend(a.wrapping_add(b), bits, false)),
        Binary::Sub => Some(extend(a.wrapping_sub(b), bits, false)),
        Binary::Mul => Some(extend(a.wrapping_mul(b), bits, false)),
        Binary::And => Some(a & b),
        Binary::Or => Some(a | b),
        Binary::Xor => Some(a ^ b),
        Binary::Eq => truth(a == b),
        Binary::Ne => truth(a != b),
        Binary::Lt => truth(if signed { x < y } else { a < b }),
        Binary::Le => truth(if signed { x <= y } else { a <= b }),
        Binary::Gt => truth(if signed { x > y } else { a > b }),
        Binary::Ge => truth(if signed { x >= y } else { a >= b }),
        Binary::Shr if b < u64::from(bits) => Some(if signed { (x >> b) as u64 } else { a >> b }),
        Binary::Shl if b < u64::from(bits) && !signed => Some(extend(a << b, bits, false)),
        _ => None,
    }
}

/// A binary operator on initialised numbers of up to 64 bits.
#[inline(never)]
pub fn binary(op: Binary, kind: Kind, a: u64, b: u64) -> Result<Val, Stop> {
    match kind {
        Kind::Int { bits, signed } => integer(op, bits, signed, a, b).map(Val::int),
        Kind::Double => Ok(double(op, f64::from_bits(a), f64::from_bits(b))),
        Kind::Single => Ok(single(op, f32::from_bits(a as u32), f32::from_bits(b as u32))),
        Kind::Pointer { bits } => integer(op, bits, false, a, b).map(Val::int),
        Kind::Bool => integer(op, 8, false, a, b).map(Val::int),
        Kind::Wide { .. } => Err(Stop::NotModelled("this operator on a wide integer".into())),
        Kind::Opaque { .. } => Err(Stop::NotModelled("arithmetic on long double and the like".into())),
    }
}

#[inline]
fn integer(op: Binary, bits: u8, signed: bool, a: u64, b: u64) -> Result<u64, Stop> {
    let truth = |holds: bool| Ok(u64::from(holds));
    match op {
        Binary::Add | Binary::Sub | Binary::Mul => {
            if !signed {
                let value = match op {
                    Binary::Add => a.wrapping_add(b),
                    Binary::Sub => a.wrapping_sub(b),
                    _ => a.wrapping_mul(b),
                };
                return Ok(extend(value, bits, false));
            }
            let (x, y) = (a as i64, b as i64);
            let value = match op {
                Binary::Add => x.checked_add(y),
                Binary::Sub => x.checked_sub(y),
                _ => x.checked_mul(y),
            };
            match value {
                Some(value) if extend(value as u64, bits, true) == value as u64 => Ok(value as u64),
                _ => overflow(op, x, y, bits),
            }
        }
        Binary::Div | Binary::Rem => divide(op, bits, signed, a, b),
        Binary::Shl | Binary::Shr => shift(op, bits, signed, a, b),
        Binary::And => Ok(a & b),
        Binary::Or => Ok(a | b),
        Binary::Xor => Ok(a ^ b),
        Binary::Eq => truth(a == b),
        Binary::Ne => truth(a != b),
        Binary::Lt => truth(if signed { (a as i64) < b as i64 } else { a < b }),
        Binary::Le => truth(if signed { a as i64 <= b as i64 } else { a <= b }),
        Binary::Gt => truth(if signed { a as i64 > b as i64 } else { a > b }),
        Binary::Ge => truth(if signed { a as i64 >= b as i64 } else { a >= b }),
        Binary::Unordered | Binary::LessGreater | Binary::CopySign => {
            Err(Stop::NotModelled("a floating operator on integers".into()))
        }
    }
}

#[cold]
fn overflow<T>(op: Binary, a: i64, b: i64, bits: u8) -> Result<T, Stop> {
    let symbol = match op {
        Binary::Add => "+",
        Binary::Sub => "-",
        Binary::Mul => "*",
        Binary::Div => "/",
        Binary::Rem => "%",
        _ => "<<",
    };
    Fault::stop(FaultKind::SignedOverflow, format!("{a} {symbol} {b} does not fit {bits} bits"))
}

fn divide(op: Binary, bits: u8, signed: bool, a: u64, b: u64) -> Result<u64, Stop> {
    if b == 0 {
        return Fault::stop(FaultKind::DivisionByZero, "division by zero");
    }
    if !signed {
        return Ok(if op == Binary::Div { a / b } else { a % b });
    }
    let (x, y) = (a as i64, b as i64);
    if y == -1 && extend(1 << (bits - 1), bits, true) == a {
        return overflow(op, x, y, bits);
    }
    Ok(if op == Binary::Div { x.wrapping_div(y) } else { x.wrapping_rem(y) } as u64)
}

/// The count is sign-extended if its type was signed; a huge value is too large either way.
fn shift(op: Binary, bits: u8, signed: bool, a: u64, count: u64) -> Result<u64, Stop> {
    if count >= u64::from(bits) {
        let count = count as i64;
        return Fault::stop(FaultKind::BadShift, format!("shift of {bits} bits by {count}"));
    }
    let count = count as u32;
    if op == Binary::Shr {
        return Ok(if signed { ((a as i64) >> count) as u64 } else { a >> count });
    }
    if signed {
        // C11 6.5.7p4: a negative value, or a result that does not fit, is undefined.
        if (a as i64) < 0 {
            return Fault::stop(
                FaultKind::BadShift,
                format!("left shift of the negative value {}", a as i64),
            );
        }
        let wide = u128::from(a) << count;
        if wide >> (bits - 1) != 0 {
            return Fault::stop(FaultKind::BadShift, format!("{a} << {count} does not fit {bits} bits"));
        }
    }
    Ok(extend(a << count, bits, signed))
}

fn double(op: Binary, a: f64, b: f64) -> Val {
    if let Some(truth) = compare(op, a.partial_cmp(&b)) {
        return Val::int(truth.into());
    }
    let value = match op {
        Binary::Add => a + b,
        Binary::Sub => a - b,
        Binary::Mul => a * b,
        Binary::Div => a / b,
        Binary::CopySign => a.copysign(b),
        _ => a % b,
    };
    Val::int(value.to_bits())
}

fn single(op: Binary, a: f32, b: f32) -> Val {
    if let Some(truth) = compare(op, a.partial_cmp(&b)) {
        return Val::int(truth.into());
    }
    let value = match op {
        Binary::Add => a + b,
        Binary::Sub => a - b,
        Binary::Mul => a * b,
        Binary::Div => a / b,
        Binary::CopySign => a.copysign(b),
        _ => a % b,
    };
    Val::int(value.to_bits().into())
}

/// The answer of a comparison, given the order of the operands; `None` if the operator is none.
fn compare(op: Binary, order: Option<std::cmp::Ordering>) -> Option<bool> {
    use std::cmp::Ordering::*;
    Some(match op {
        Binary::Lt => order == Some(Less),
        Binary::Le => matches!(order, Some(Less | Equal)),
        Binary::Gt => order == Some(Greater),
        Binary::Ge => matches!(order, Some(Greater | Equal)),
        Binary::Eq => order == Some(Equal),
        Binary::Ne => order != Some(Equal),
        Binary::Unordered => order.is_none(),
        Binary::LessGreater => matches!(order, Some(Less | Greater)),
        _ => return None,
    })
}

/// A unary operator on values of up to 64 bits.
pub fn unary(op: Unary, kind: Kind, a: Val) -> Result<Val, Stop> {
    if a.tag == UNINIT {
        return uninitialised();
    }
    if op == Unary::Not && a.tag == POINTER {
        return Ok(Val::ZERO);
    }
    if a.tag != INIT {
        return Err(Stop::NotModelled("arithmetic on an address".into()));
    }
    match kind {
        Kind::Int { bits, signed } => integer_unary(op, bits, signed, a.bits),
        Kind::Bool => integer_unary(op, 8, false, a.bits),
        Kind::Pointer { bits } => integer_unary(op, bits, false, a.bits),
        Kind::Double => {
            let value = f64::from_bits(a.bits);
            Ok(match op {
                Unary::Negate => Val::int((-value).to_bits()),
                Unary::Absolute => Val::int(value.abs().to_bits()),
                _ => Val::int(classify(op, value.classify(), value.is_sign_negative())),
            })
        }
        Kind::Single => {
            let value = f32::from_bits(a.bits as u32);
            Ok(match op {
                Unary::Negate => Val::int((-value).to_bits().into()),
                Unary::Absolute => Val::int(value.abs().to_bits().into()),
                _ => Val::int(classify(op, value.classify(), value.is_sign_negative())),
            })
        }
        Kind::Wide { .. } => Err(Stop::NotModelled("this operator on a wide integer".into())),
        Kind::Opaque { .. } => Err(Stop::NotModelled("arithmetic on long double and the like".into())),
    }
}

fn classify(op: Unary, category: std::num::FpCategory, negative: bool) -> u64 {
    use std::num::FpCategory::*;
    let truth = |holds: bool| u64::from(holds);
    match op {
        Unary::Not => truth(category == Zero),
        Unary::IsNan => truth(category == Nan),
        Unary::IsInfinite => truth(category == Infinite),
        Unary::IsFinite => truth(!matches!(category, Nan | Infinite)),
        Unary::IsNormal => truth(category == Normal),
        Unary::SignBit => truth(negative),
        _ if category != Infinite => 0,
        _ if negative => -1i64 as u64,
        _ => 1,
    }
}

fn integer_unary(op: Unary, bits: u8, signed: bool, a: u64) -> Result<Val, Stop> {
    let width = u32::from(bits);
    let low = extend(a, bits, false);
    let int = |value: u32| Ok(Val::int(value.into()));
    match op {
        Unary::Negate | Unary::Absolute => {
            if signed && a == extend(1 << (bits - 1), bits, true) {
                return overflow(Binary::Sub, 0, a as i64, bits);
            }
            let negate = op == Unary::Negate || (a as i64) < 0;
            Ok(Val::int(extend(if negate { a.wrapping_neg() } else { a }, bits, signed)))
        }
        Unary::BitNot => Ok(Val::int(extend(!a, bits, signed))),
        Unary::Not => int((a == 0).into()),
        Unary::ByteSwap => Ok(Val::int(extend(a.swap_bytes() >> (64 - width), bits, signed))),
        Unary::LeadingZeros | Unary::TrailingZeros if low == 0 => {
            Fault::stop(FaultKind::BadLibraryCall, "counting the zeros of zero")
        }
        Unary::LeadingZeros => int(low.leading_zeros() - (64 - width)),
        Unary::TrailingZeros => int(low.trailing_zeros()),
        Unary::PopulationCount => int(low.count_ones()),
        Unary::Parity => int(low.count_ones() % 2),
        Unary::FirstSet => int(if low == 0 { 0 } else { low.trailing_zeros() + 1 }),
        Unary::RedundantSign => {
            let value = extend(a, bits, true);
            let folded = value ^ ((value as i64) >> 63) as u64;
            int(folded.leading_zeros() - (64 - width) - 1)
        }
        _ => Err(Stop::NotModelled("a floating operator on an integer".into())),
    }
}

pub fn uninitialised<T>() -> Result<T, Stop> {
    Fault::stop(FaultKind::UninitialisedRead, "use of an uninitialised value")
}

/// A binary operator on integers of 65 to 128 bits; the count of a shift is a plain number.
pub fn wide(op: Binary, bits: u8, signed: bool, a: i128, b: i128) -> Result<i128, Stop> {
    let (x, y) = (a as u128, b as u128);
    let fit = |value: Option<i128>| match value {
        Some(value) if extend_wide(value, bits, true) == value => Ok(value),
        _ => Fault::stop(FaultKind::SignedOverflow, format!("a result that does not fit {bits} bits")),
    };
    let wrap = |value: u128| Ok(extend_wide(value as i128, bits, signed));
    match op {
        Binary::Add if signed => fit(a.checked_add(b)),
        Binary::Sub if signed => fit(a.checked_sub(b)),
        Binary::Mul if signed => fit(a.checked_mul(b)),
        Binary::Add => wrap(x.wrapping_add(y)),
        Binary::Sub => wrap(x.wrapping_sub(y)),
        Binary::Mul => wrap(x.wrapping_mul(y)),
        Binary::Div | Binary::Rem if b == 0 => Fault::stop(FaultKind::DivisionByZero, "division by zero"),
        Binary::Div if signed => fit(a.checked_div(b)),
        Binary::Rem if signed => fit(a.checked_rem(b)),
        Binary::Div => wrap(x / y),
        Binary::Rem => wrap(x % y),
        Binary::Shl | Binary::Shr if y >= u128::from(bits) => {
            Fault::stop(FaultKind::BadShift, format!("shift of {bits} bits by {b}"))
        }
        Binary::Shr if signed => Ok(a >> y),
        Binary::Shr => wrap(x >> y),
        Binary::Shl if signed && (a < 0 || (y > 0 && x >> (u128::from(bits) - 1 - y) != 0)) => {
            Fault::stop(FaultKind::BadShift, format!("{a} << {b} does not fit {bits} bits"))
        }
        Binary::Shl => wrap(x << y),
        Binary::And => Ok(a & b),
        Binary::Or => Ok(a | b),
        Binary::Xor => Ok(a ^ b),
        Binary::Eq => Ok((a == b).into()),
        Binary::Ne => Ok((a != b).into()),
        Binary::Lt => Ok(if signed { a < b } else { x < y }.into()),
        Binary::Le => Ok(if signed { a <= b } else { x <= y }.into()),
        Binary::Gt => Ok(if signed { a > b } else { x > y }.into()),
        Binary::Ge => Ok(if signed { a >= b } else { x >= y }.into()),
        Binary::Unordered | Binary::LessGreater | Binary::CopySign => {
            Err(Stop::NotModelled("a floating operator on integers".into()))
        }
    }
}

pub fn extend_wide(value: i128, bits: u8, signed: bool) -> i128 {
    let shift = 128 - u32::from(bits);
    if signed { value << shift >> shift } else { ((value as u128) << shift >> shift) as i128 }
}

/// A number converted between types that are at most 64 bits wide or integers.
pub fn convert(value: Number, to: Kind) -> Result<Number, Stop> {
    let out_of_range =
        || Fault::stop(FaultKind::InvalidConversion, "a floating value that the integer type cannot hold");
    Ok(match (value, to) {
        (Number::Int(value), Kind::Bool) => Number::Int((value != 0).into()),
        (Number::Double(value), Kind::Bool) => Number::Int((value != 0.0).into()),
        (Number::Int(value), Kind::Int { bits, signed } | Kind::Wide { bits, signed }) => {
            Number::Int(extend_wide(value, bits, signed))
        }
        (Number::Int(value), Kind::Pointer { bits }) => Number::Int(extend_wide(value, bits, false)),
        (Number::Double(value), Kind::Int { bits, signed } | Kind::Wide { bits, signed }) => {
            let whole = value.trunc();
            let (low, high) = if signed {
                (-(2f64.powi(i32::from(bits) - 1)), 2f64.powi(i32::from(bits) - 1))
            } else {
                (0.0, 2f64.powi(bits.into()))
            };
            if whole.is_nan() || whole < low || whole >= high {
                return out_of_range();
            }
            Number::Int(if signed { whole as i128 } else { whole as u128 as i128 })
        }
        (Number::Int(value), Kind::Double) => Number::Double(value as f64),
        // Straight to single precision: through double it would be rounded twice.
        (Number::Int(value), Kind::Single) => Number::Double((value as f32).into()),
        (Number::Double(value), Kind::Double) => Number::Double(value),
        (Number::Double(value), Kind::Single) => Number::Double((value as f32).into()),
        (_, Kind::Pointer { .. } | Kind::Opaque { .. }) => {
            return Err(Stop::NotModelled("arithmetic on long double and the like".into()));
        }
    })
}

/// A number on its way between types. Every `float` is a `double`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    Int(i128),
    Double(f64),
}

/// Whether an exact result does not fit.
pub fn overflows(op: Overflow, to: Kind, a: i128, b: i128) -> bool {
    let exact = match op {
        Overflow::Add => a.checked_add(b),
        Overflow::Sub => a.checked_sub(b),
        Overflow::Mul => a.checked_mul(b),
    };
    let (bits, signed) = match to {
        Kind::Bool => (1, false),
        Kind::Int { bits, signed } | Kind::Wide { bits, signed } => (u32::from(bits), signed),
        _ => (64, false),
    };
    let Some(value) = exact else { return true };
    if signed {
        bits < 128 && (value >> (bits - 1) != 0 && value >> (bits - 1) != -1)
    } else {
        value < 0 || (bits < 127 && value >> bits != 0)
    }
}
