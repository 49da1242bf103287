//! What an expression is for each of a set of values of one input: the set, split into pieces by the results.

use std::collections::BTreeMap;

use cfa::expr::{Binary, ExprId, ExprKind, Unary};
use cfa::program::{Body, LocalId};
use cfa::types::Scalar;

use formula::Set;

/// Times that a range of values may wrap around a type.
const WINDOWS: i128 = 8;

/// A value that is known in terms of the input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Value {
    Known(i128),
    /// The input, wrapped to this integer type. Addresses are only compared with null, and other types copied.
    Input(Scalar),
}

/// What is known of the registers of an activation.
pub(super) type Registers = BTreeMap<LocalId, Value>;

/// A set split by what an expression is for its members.
pub(super) type Pieces = Vec<(Set, Value)>;

/// Whether an expression reads a register that holds the input.
pub(super) fn has_input(body: &Body, registers: &Registers, e: ExprId) -> bool {
    match body.expr(e).kind {
        ExprKind::Local(local) => matches!(registers.get(&local), Some(Value::Input(_))),
        kind => {
            let mut is_found = false;
            kind.for_each_operand(|operand| is_found |= has_input(body, registers, operand));
            is_found
        }
    }
}

/// What an expression is for each of the values; nothing if it is not followed, or might be a fault.
pub(super) fn eval(body: &Body, registers: &Registers, e: ExprId, values: &Set) -> Option<Pieces> {
    let expr = body.expr(e);
    let truth = |zero: Set, other: Set, if_zero: i128| {
        let known = |set: Set, value: i128| (!set.is_empty()).then_some((set, Value::Known(value)));
        [known(zero, if_zero), known(other, 1 - if_zero)].into_iter().flatten()
    };
    match expr.kind {
        ExprKind::Int(_) | ExprKind::Wide(_) => {
            let value = body.constant(e)?;
            let value = match expr.ty {
                Scalar::Bool => value,
                Scalar::Pointer if value != 0 => return None,
                ty => wrap(value, ty)?,
            };
            Some(vec![(values.clone(), Value::Known(value))])
        }
        ExprKind::Local(local) => Some(vec![(values.clone(), *registers.get(&local)?)]),
        ExprKind::Convert { operand } => {
            let (pieces, from) = (eval(body, registers, operand, values)?, body.expr(operand).ty);
            if expr.ty == Scalar::Bool && has_zero(from) {
                let (zero, other) = split(&pieces)?;
                return Some(truth(zero, other, 0).collect());
            }
            if !is_integer(from) || !is_integer(expr.ty) {
                return None;
            }
            let pieces = pieces.into_iter().map(|(set, value)| {
                let value = convert(&set, value, expr.ty)?;
                Some((set, value))
            });
            pieces.collect()
        }
        ExprKind::Unary { op: Unary::Not, operand } if has_zero(body.expr(operand).ty) => {
            let (zero, other) = split(&eval(body, registers, operand, values)?)?;
            Some(truth(zero, other, 1).collect())
        }
        ExprKind::Binary { op, lhs, rhs }
            if is_integer(body.expr(lhs).ty)
                || (has_zero(body.expr(lhs).ty) && matches!(op, Binary::Eq | Binary::Ne)) =>
        {
            let mut pieces = Vec::new();
            for (set, left) in eval(body, registers, lhs, values)? {
                for (set, right) in eval(body, registers, rhs, &set)? {
                    match (left, right) {
                        (Value::Known(a), Value::Known(b)) => {
                            pieces.push((set, Value::Known(compute(op, a, b)?)));
                        }
                        (value @ Value::Input(ty), Value::Known(bound)) => {
                            let yes = having(&set, value, &satisfying(op, ty, bound)?)?;
                            pieces.extend(truth(set.without(&yes), yes, 0));
                        }
                        (Value::Known(bound), value @ Value::Input(ty)) => {
                            let yes = having(&set, value, &satisfying(mirrored(op), ty, bound)?)?;
                            pieces.extend(truth(set.without(&yes), yes, 0));
                        }
                        (Value::Input(_), Value::Input(_)) => return None,
                    }
                }
            }
            Some(pieces)
        }
        _ => None,
    }
}

/// Whether values of a type can be compared with zero here.
fn has_zero(ty: Scalar) -> bool {
    is_integer(ty) || ty == Scalar::Pointer
}

fn is_integer(ty: Scalar) -> bool {
    matches!(ty, Scalar::Int { .. } | Scalar::Bool)
}

/// An operator on constants that cannot be a fault.
fn compute(op: Binary, a: i128, b: i128) -> Option<i128> {
    Some(match op {
        Binary::Lt => i128::from(a < b),
        Binary::Le => i128::from(a <= b),
        Binary::Gt => i128::from(a > b),
        Binary::Ge => i128::from(a >= b),
        Binary::Eq => i128::from(a == b),
        Binary::Ne => i128::from(a != b),
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        _ => return None,
    })
}

fn mirrored(op: Binary) -> Binary {
    match op {
        Binary::Lt => Binary::Gt,
        Binary::Le => Binary::Ge,
        Binary::Gt => Binary::Lt,
        Binary::Ge => Binary::Le,
        other => other,
    }
}

/// The numbers of a type that compare with a bound as wanted.
fn satisfying(op: Binary, ty: Scalar, bound: i128) -> Option<Set> {
    let (low, high) = range(ty)?;
    let equal = Set::interval(bound, bound).intersection(&Set::interval(low, high));
    Some(match op {
        Binary::Lt => Set::interval(low, high.min(bound - 1)),
        Binary::Le => Set::interval(low, high.min(bound)),
        Binary::Gt => Set::interval(low.max(bound + 1), high),
        Binary::Ge => Set::interval(low.max(bound), high),
        Binary::Eq => equal,
        Binary::Ne => Set::interval(low, high).without(&equal),
        _ => return None,
    })
}

/// The members for which a value is zero, and those for which it is not.
pub(super) fn split(pieces: &Pieces) -> Option<(Set, Set)> {
    let (mut zero, mut other) = (Set::default(), Set::default());
    for (set, value) in pieces {
        let zeros = having(set, *value, &Set::interval(0, 0))?;
        other = other.union(&set.without(&zeros));
        zero = zero.union(&zeros);
    }
    Some((zero, other))
}

/// The members of a set of inputs for which a value is one of those wanted.
pub(super) fn having(set: &Set, value: Value, wanted: &Set) -> Option<Set> {
    let ty = match value {
        Value::Known(value) => {
            let is_wanted = !wanted.intersection(&Set::interval(value, value)).is_empty();
            return Some(if is_wanted { set.clone() } else { Set::default() });
        }
        Value::Input(ty) => ty,
    };
    let (low, high) = range(ty)?;
    let Some((first, last)) = set.ends() else { return Some(Set::default()) };
    // The type's range, moved by multiples of its size, covers the inputs.
    let size = high - low + 1;
    let (from, to) = ((first - low).div_euclid(size), (last - low).div_euclid(size));
    if to - from >= WINDOWS {
        return None;
    }
    let wanted = wanted.intersection(&Set::interval(low, high));
    let moved =
        (from..=to).flat_map(|k| wanted.intervals().iter().map(move |i| (i.0 + k * size, i.1 + k * size)));
    Some(Set::of(moved).intersection(set))
}

fn convert(set: &Set, value: Value, to: Scalar) -> Option<Value> {
    let (low, high) = range(to)?;
    match value {
        Value::Known(value) => Some(Value::Known(wrap(value, to)?)),
        Value::Input(from) => {
            let (from_low, from_high) = range(from)?;
            let is_input_itself = set.is_within(from_low, from_high);
            if is_input_itself || high - low <= from_high - from_low {
                Some(Value::Input(to))
            } else if low <= from_low && from_high <= high {
                Some(Value::Input(from))
            } else {
                None
            }
        }
    }
}

/// The numbers of an integer type; those of 128 bits are not followed. Addresses are null or some other number.
fn range(ty: Scalar) -> Option<(i128, i128)> {
    match ty {
        Scalar::Pointer => Some((0, i128::from(u64::MAX))),
        Scalar::Int { bits: 1..=100, signed: false } => Some((0, (1i128 << bits_of(ty)) - 1)),
        Scalar::Int { bits: 1..=100, signed: true } => {
            Some((-(1i128 << (bits_of(ty) - 1)), (1i128 << (bits_of(ty) - 1)) - 1))
        }
        _ => None,
    }
}

fn bits_of(ty: Scalar) -> u32 {
    if let Scalar::Int { bits, .. } = ty { bits.into() } else { 0 }
}

fn wrap(value: i128, ty: Scalar) -> Option<i128> {
    let (low, high) = range(ty)?;
    Some((value - low).rem_euclid(high - low + 1) + low)
}
