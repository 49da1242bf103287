//! Operators on integer constants, where the result is the same whenever it is computed: what is a fault at run
//! time (overflow, division by zero, a bad shift) is left to run time.

use crate::build::wrap;
use crate::expr::{Binary, Unary};
use crate::types::{DataModel, Float, Scalar};

/// The value of an operator on one constant of this type.
pub(crate) fn unary(op: Unary, value: i128, ty: Scalar, model: DataModel) -> Option<i128> {
    match op {
        Unary::Negate => in_range(value.checked_neg()?, ty, model),
        Unary::BitNot => in_range(wrap(!value, ty, model), ty, model),
        Unary::Not => Some(i128::from(value == 0)),
        _ => None,
    }
}

/// The value of an operator on two constants; `ty` is the left one's type.
pub(crate) fn binary(op: Binary, a: i128, b: i128, ty: Scalar, model: DataModel) -> Option<i128> {
    let Scalar::Int { bits, signed } = ty else { return None };
    if ty == Scalar::int(128, false) {
        return None;
    }
    let is_shift = (0..i128::from(bits)).contains(&b);
    let value = match op {
        Binary::Add => a.checked_add(b)?,
        Binary::Sub => a.checked_sub(b)?,
        Binary::Mul => a.checked_mul(b)?,
        Binary::Div => a.checked_div(b)?,
        Binary::Rem => {
            // Where the quotient overflows, so does the remainder.
            in_range(a.checked_div(b)?, ty, model)?;
            a.checked_rem(b)?
        }
        Binary::Shl if is_shift && a >= 0 && bits <= 64 => a.checked_mul(1 << b)?,
        Binary::Shr if is_shift && (a >= 0 || signed) => a >> b,
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Lt => i128::from(a < b),
        Binary::Le => i128::from(a <= b),
        Binary::Gt => i128::from(a > b),
        Binary::Ge => i128::from(a >= b),
        Binary::Eq => i128::from(a == b),
        Binary::Ne => i128::from(a != b),
        _ => return None,
    };
    if op.is_comparison() { Some(value) } else { in_range(value, ty, model) }
}

/// A value brought into its type: unsigned integers wrap, signed ones must fit. The greater values of the
/// widest unsigned type are negative here, so that it is left alone.
fn in_range(value: i128, ty: Scalar, model: DataModel) -> Option<i128> {
    match ty {
        Scalar::Int { bits: 128, signed: false } => None,
        Scalar::Int { signed: true, .. } => (wrap(value, ty, model) == value).then_some(value),
        Scalar::Int { .. } => Some(wrap(value, ty, model)),
        _ => None,
    }
}

/// An x87 extended number rounded to a format of 24 or 53 bits, as `DBL_EPSILON` of `<float.h>` is from its constant.
pub(crate) fn narrow_extended(bits: u128, to: Float) -> Option<f64> {
    let (precision, least) = match to {
        Float::Single => (24, -149),
        Float::Double => (53, -1074),
        _ => return None,
    };
    let (significand, exponent) = (bits as u64, (bits >> 64) as i32 & 0x7fff);
    let sign = if bits >> 79 & 1 == 1 { -1.0 } else { 1.0 };
    if exponent == 0x7fff {
        let is_infinite = significand << 1 == 0;
        return Some(if is_infinite { sign * f64::INFINITY } else { f64::NAN });
    }
    // The value is the significand times two to this power; the result's last place counts two to `last`.
    let power = exponent.max(1) - 16383 - 63;
    let last = (power + 64 - significand.leading_zeros() as i32 - precision).max(least);
    let rounded = match last - power {
        ..=0 => return Some(sign * scale(significand as f64, power)),
        shift @ 1..=64 => {
            let wide = u128::from(significand);
            let (whole, rest, half) = (wide >> shift, wide & ((1 << shift) - 1), 1u128 << (shift - 1));
            whole + u128::from(rest > half || (rest == half && whole % 2 == 1))
        }
        _ => 0,
    };
    Some(sign * scale(rounded as f64, last))
}

/// `value` times two to this power, in two steps: the power alone may be out of range.
fn scale(value: f64, power: i32) -> f64 {
    let half = power.clamp(-2200, 2200) / 2;
    value * 2f64.powi(half) * 2f64.powi(power.clamp(-2200, 2200) - half)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fold(op: Binary, a: i128, b: i128, bits: u32, signed: bool) -> Option<i128> {
        binary(op, a, b, Scalar::int(bits, signed), DataModel::Lp64)
    }

    #[test]
    fn constants_fold_as_they_compute() {
        assert_eq!(fold(Binary::Sub, 3, 5, 32, true), Some(-2));
        assert_eq!(fold(Binary::Sub, 3, 5, 32, false), Some(0xffff_fffe));
        assert_eq!(fold(Binary::Mul, 0xffff_ffff, 0xffff_ffff, 32, false), Some(1));
        assert_eq!(fold(Binary::Shl, 1, 31, 32, false), Some(1 << 31));
        assert_eq!(fold(Binary::Shr, -8, 1, 32, true), Some(-4));
        assert_eq!(fold(Binary::Rem, -7, 2, 32, true), Some(-1));
        assert_eq!(fold(Binary::Lt, -1, 0, 8, true), Some(1));
        assert_eq!(unary(Unary::BitNot, 0, Scalar::int(16, false), DataModel::Lp64), Some(0xffff));
    }

    #[test]
    fn faults_are_left_to_run_time() {
        let least = i128::from(i32::MIN);
        for (op, a, b) in [
            (Binary::Add, i128::from(i32::MAX), 1),
            (Binary::Mul, 65536, 65536),
            (Binary::Div, 1, 0),
            (Binary::Rem, 1, 0),
            (Binary::Div, least, -1),
            (Binary::Rem, least, -1),
            (Binary::Shl, 1, 32),
            (Binary::Shl, 1, -1),
            (Binary::Shl, -1, 1),
            (Binary::Shl, 1, 31),
            (Binary::Shr, 1, 32),
        ] {
            assert_eq!(fold(op, a, b, 32, true), None, "{op:?} {a} {b}");
        }
        assert_eq!(unary(Unary::Negate, least, Scalar::INT, DataModel::Lp64), None);
        assert_eq!(fold(Binary::Add, 1, 1, 128, false), None);
    }
}
