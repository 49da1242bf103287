//! What becomes of a value that is passed as one type and taken as another, by the calling conventions of x86.
//!
//! C leaves all such calls undefined but for those without a prototype. Real programs make them, through pointers to
//! functions of other types, and where both sides agree on the register and on the bits that matter, the value arrives. What
//! arrives otherwise is decided by nobody: it is whatever lay in the register.

use crate::types::{DataModel, Float, Scalar};

/// How a value arrives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    /// Converted as C converts: cut, or extended with the sign that it had.
    Converted,
    /// Unchanged if it lies between these; else not at all.
    Between(i128, i128),
    /// Not at all.
    Lost,
}

/// An argument. A function without a prototype takes its parameters as they are promoted.
pub fn argument(from: Scalar, to: Scalar, is_prototyped: bool, model: DataModel) -> Passing {
    let (single, double) = (Scalar::Float(Float::Single), Scalar::Float(Float::Double));
    match (from, to) {
        (from, to) if !is_prototyped && to == single => match from == double {
            true => Passing::Converted,
            false => Passing::Lost,
        },
        // The caller extends what is smaller than an `int`.
        _ => taken(from, to, 32, model),
    }
}

/// A result.
pub fn result(from: Scalar, to: Scalar, model: DataModel) -> Passing {
    taken(from, to, 0, model)
}

/// `promoted` bits are the same on both sides, whatever type they hold.
fn taken(from: Scalar, to: Scalar, promoted: u32, model: DataModel) -> Passing {
    let (Some(given), Some(wanted)) = (general(from, model), general(to, model)) else {
        return match from.unsigned() == to.unsigned() {
            true => Passing::Converted,
            false => Passing::Lost,
        };
    };
    match to {
        _ if from == to => Passing::Converted,
        // Any other byte is no value of the type.
        Scalar::Bool if from == Scalar::Pointer => Passing::Lost,
        Scalar::Bool => Passing::Between(0, 1),
        // Above a result that is smaller than an `int` gcc leaves what it likes: the sign of an unsigned one, too.
        _ if promoted == 0 && given < 32 && wanted > given && from != Scalar::Bool => {
            Passing::Between(0, (1 << (given - 1)) - 1)
        }
        // gcc and clang leave zeros above an unsigned value, or one that is not negative.
        _ if from.is_signed() && wanted > given.max(promoted) => Passing::Between(0, i128::MAX),
        _ => Passing::Converted,
    }
}

/// The bits of what is passed in a general register or one word of the stack.
fn general(scalar: Scalar, model: DataModel) -> Option<u32> {
    let bits = match scalar {
        Scalar::Bool => 8,
        Scalar::Pointer => 8 * model.pointer_bytes() as u32,
        Scalar::Int { bits, .. } => u32::from(bits),
        Scalar::Float(_) => return None,
    };
    (bits.is_power_of_two() && (8..=8 * model.pointer_bytes() as u32).contains(&bits)).then_some(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_arrives() {
        let int = |bits| Scalar::int(bits, true);
        let unsigned = |bits| Scalar::int(bits, false);
        let float = |of| Scalar::Float(of);
        let not_negative = Passing::Between(0, i128::MAX);
        let rows = [
            (int(32), int(32), Passing::Converted, Passing::Converted),
            (int(32), unsigned(32), Passing::Converted, Passing::Converted),
            (int(64), int(32), Passing::Converted, Passing::Converted),
            (int(32), int(64), not_negative, not_negative),
            (unsigned(32), int(64), Passing::Converted, Passing::Converted),
            (int(8), int(32), Passing::Converted, Passing::Between(0, 127)),
            (int(8), int(64), not_negative, Passing::Between(0, 127)),
            (unsigned(8), int(32), Passing::Converted, Passing::Between(0, 127)),
            (Scalar::Pointer, int(64), Passing::Converted, Passing::Converted),
            (Scalar::Pointer, int(32), Passing::Converted, Passing::Converted),
            (int(64), Scalar::Pointer, Passing::Converted, Passing::Converted),
            (int(32), Scalar::Pointer, not_negative, not_negative),
            (int(32), Scalar::Bool, Passing::Between(0, 1), Passing::Between(0, 1)),
            (Scalar::Bool, int(32), Passing::Converted, Passing::Converted),
            (Scalar::Pointer, Scalar::Bool, Passing::Lost, Passing::Lost),
            (int(128), int(64), Passing::Lost, Passing::Lost),
            (int(128), unsigned(128), Passing::Converted, Passing::Converted),
            (int(32), float(Float::Double), Passing::Lost, Passing::Lost),
            (float(Float::Double), int(64), Passing::Lost, Passing::Lost),
            (float(Float::Single), float(Float::Double), Passing::Lost, Passing::Lost),
            (float(Float::Double), float(Float::Single), Passing::Lost, Passing::Lost),
            (float(Float::Extended), float(Float::Extended), Passing::Converted, Passing::Converted),
            (int(7), int(8), Passing::Lost, Passing::Lost),
        ];
        for (from, to, passed, returned) in rows {
            assert_eq!(argument(from, to, true, DataModel::Lp64), passed, "{from:?} as {to:?}");
            assert_eq!(result(from, to, DataModel::Lp64), returned, "{from:?} as {to:?}");
        }
        let (single, double) = (float(Float::Single), float(Float::Double));
        assert_eq!(argument(double, single, false, DataModel::Lp64), Passing::Converted);
        assert_eq!(argument(single, single, false, DataModel::Lp64), Passing::Lost);
        assert_eq!(argument(int(64), int(32), true, DataModel::Ilp32), Passing::Lost);
        assert_eq!(argument(int(32), Scalar::Pointer, true, DataModel::Ilp32), Passing::Converted);
    }
}
