//! From an instruction to its quick form, if it has one.

use cfa::expr::Binary;

use super::{Does, IMMEDIATE, Part, Two, Ways};
use crate::code::{CONST, Code, Instr, Kind, Operand, Slot};
use crate::value::{INIT, POINTER, Val};

pub(super) fn does(code: &Code, instr: &Instr, pointer_bytes: u8) -> Option<Does> {
    Some(match *instr {
        Instr::Move { dst, a, kind } if kind.slots() == 1 => match value(code, a) {
            Ok(value) => set(dst, value)?,
            Err(a) => Does::Move { dst, a },
        },
        Instr::Binary { op, kind: Kind::Int { bits, signed }, dst, a, b } => {
            binary(code, op, (bits, signed), dst, a, b)?
        }
        Instr::Compare { op, kind, a, b, yes, no } => compare(code, op, kind, (a, b), Ways { yes, no })?,
        Instr::Branch { cond, kind: Kind::Int { .. } | Kind::Bool | Kind::Pointer { .. }, yes, no } => {
            Does::Branch { a: slot(cond)?, ways: Ways { yes, no } }
        }
        Instr::Jump { to } => Does::Jump { to },
        Instr::Convert { from, to, dst, a } => convert(from, to, dst, slot(a)?)?,
        Instr::Offset { dst, base, bytes } => match (value(code, base), i32::try_from(bytes).ok()?) {
            (Ok(value), bytes) => {
                let offset = value.offset().checked_add(bytes).filter(|_| value.is_pointer())?;
                set(dst, Val::pointer(value.object(), offset))?
            }
            (Err(a), bytes) => Does::Offset { dst, a, bytes },
        },
        Instr::Index { dst, base, index, scale } => {
            Does::Index { dst, a: slot(base)?, index: slot(index)?, scale: scale.try_into().ok()? }
        }
        Instr::Element { dst, base, index, scale, limit, .. } => {
            let (index, scale) = (slot(index)?, scale.try_into().ok()?);
            let limit = limit.try_into().ok()?;
            match value(code, base) {
                Ok(value) if value.is_pointer() => {
                    let (object, offset) = (value.object(), value.offset());
                    Does::ElementOf { dst, object, offset, index, scale, limit }
                }
                Ok(_) => return None,
                Err(a) => Does::Element { dst, a, index, scale, limit },
            }
        }
        Instr::Load { dst, address, kind, align, .. } => {
            let part = part(kind, align)?;
            match (value(code, address), part) {
                (Ok(_), _) if kind == Kind::Bool => return None,
                (Ok(value), _) => {
                    let (object, offset) = place(value, part)?;
                    Does::LoadOf { dst, object, offset, part }
                }
                (Err(a), Part { bytes: 8, low: 7, .. }) if pointer_bytes == 8 => Does::Load64 { dst, a },
                (Err(a), Part { bytes: 4, low: 3, sign: 32 }) if pointer_bytes == 8 => {
                    Does::LoadInt { dst, a }
                }
                (Err(a), _) if kind == Kind::Bool => Does::LoadBool { dst, a },
                (Err(a), _) => Does::Load { dst, a, part },
            }
        }
        Instr::Store { address, value: stored, kind, align, .. } => {
            let part = part(kind, align)?;
            let (stored, constant) = right(code, stored)?;
            match (value(code, address), part) {
                (Ok(value), _) => {
                    let (object, offset) = place(value, part)?;
                    Does::StoreOf { object, offset, value: stored, constant, part }
                }
                (Err(a), Part { bytes: 8, low: 7, .. }) if pointer_bytes == 8 => {
                    Does::Store64 { a, value: stored, constant }
                }
                (Err(a), Part { bytes: 4, low: 3, .. }) if pointer_bytes == 8 => {
                    Does::StoreInt { a, value: stored, constant }
                }
                (Err(a), _) => Does::Store { a, value: stored, constant, part },
            }
        }
        _ => return None,
    })
}

/// A constant, or else the slot.
fn value(code: &Code, operand: Operand) -> Result<Val, Slot> {
    if operand & CONST != 0 { Ok(code.consts[(operand & !CONST) as usize]) } else { Err(operand) }
}

fn slot(operand: Operand) -> Option<Slot> {
    (operand & CONST == 0).then_some(operand)
}

/// A slot, or a constant number that is small.
fn right(code: &Code, operand: Operand) -> Option<(Slot, i32)> {
    match value(code, operand) {
        Ok(value) => Some((IMMEDIATE, i32::try_from(value.bits as i64).ok().filter(|_| value.is_int())?)),
        Err(slot) => Some((slot, 0)),
    }
}

fn two(code: &Code, a: Operand, b: Operand) -> Option<Two> {
    let (b, constant) = right(code, b)?;
    Some(Two { a: slot(a)?, b, constant })
}

fn set(dst: Slot, value: Val) -> Option<Does> {
    let bits = [value.bits as u32, (value.bits >> 32) as u32];
    matches!(value.tag, INIT | POINTER).then_some(Does::Set { dst, bits, tag: value.tag })
}

fn binary(
    code: &Code,
    op: Binary,
    (bits, signed): (u8, bool),
    dst: Slot,
    a: Operand,
    b: Operand,
) -> Option<Does> {
    if slot(a).is_none() {
        let (_, constant) = right(code, a)?;
        return Some(Does::From { op, bits, signed, dst, constant, b: slot(b)? });
    }
    let two = two(code, a, b)?;
    Some(match (op, bits, signed) {
        (Binary::Add, 32, true) => Does::Add32 { dst, two },
        (Binary::Sub, 32, true) => Does::Sub32 { dst, two },
        (Binary::Add, 64, false) => Does::Add64 { dst, two },
        _ => Does::Binary { op, bits, signed, dst, two },
    })
}

fn compare(code: &Code, op: Binary, kind: Kind, (a, b): (Operand, Operand), ways: Ways) -> Option<Does> {
    let turned = Ways { yes: ways.no, no: ways.yes };
    if let Kind::Pointer { .. } = kind {
        let ways = match op {
            Binary::Eq => ways,
            Binary::Ne => turned,
            _ => return None,
        };
        return Some(match (value(code, a), value(code, b)) {
            (Err(a), Err(b)) => Does::Same { a, b, ways },
            (Err(a), Ok(Val::ZERO)) | (Ok(Val::ZERO), Err(a)) => {
                Does::Branch { a, ways: Ways { yes: ways.no, no: ways.yes } }
            }
            _ => return None,
        });
    }
    let Kind::Int { signed, .. } = kind else { return None };
    // A constant goes to the right.
    let (op, a, b) = match (op, slot(a)) {
        (_, Some(_)) => (op, a, b),
        (Binary::Lt, _) => (Binary::Gt, b, a),
        (Binary::Le, _) => (Binary::Ge, b, a),
        (Binary::Gt, _) => (Binary::Lt, b, a),
        (Binary::Ge, _) => (Binary::Le, b, a),
        _ => (op, b, a),
    };
    let two = two(code, a, b)?;
    Some(match (op, signed) {
        (Binary::Eq, _) => Does::Equal { two, ways },
        (Binary::Ne, _) => Does::Equal { two, ways: turned },
        (Binary::Lt, true) => Does::Less { two, ways },
        (Binary::Ge, true) => Does::Less { two, ways: turned },
        (Binary::Le, true) => Does::LessOrEqual { two, ways },
        (Binary::Gt, true) => Does::LessOrEqual { two, ways: turned },
        (Binary::Lt, false) => Does::Below { two, ways },
        (Binary::Ge, false) => Does::Below { two, ways: turned },
        (Binary::Le, false) => Does::BelowOrEqual { two, ways },
        (Binary::Gt, false) => Does::BelowOrEqual { two, ways: turned },
        _ => return None,
    })
}

fn convert(from: Kind, to: Kind, dst: Slot, a: Slot) -> Option<Does> {
    let (was, was_signed) = match from {
        Kind::Int { bits, signed } => (bits, signed),
        Kind::Bool => (1, false),
        _ => return None,
    };
    Some(match to {
        Kind::Bool => Does::IsTrue { dst, a },
        // Values are kept as 64 bits of their own sign.
        Kind::Int { bits: 64, .. } => Does::Keep { dst, a },
        Kind::Int { bits, signed } if was < bits && (signed || !was_signed) => Does::Keep { dst, a },
        Kind::Int { bits, signed } if (was, was_signed) == (bits, signed) => Does::Keep { dst, a },
        Kind::Int { bits, signed: true } => Does::SignExtend { dst, a, bits },
        Kind::Int { bits, signed: false } => Does::ZeroExtend { dst, a, bits },
        _ => return None,
    })
}

/// What is loaded or stored, if all its bits are in memory.
fn part(kind: Kind, align: u32) -> Option<Part> {
    let sign = match kind {
        Kind::Int { bits, signed } if bits.is_power_of_two() && bits >= 8 => match signed {
            true => bits,
            false => 0,
        },
        Kind::Pointer { .. } | Kind::Double | Kind::Single | Kind::Bool => 0,
        _ => return None,
    };
    let low = align.checked_sub(1).filter(|_| align.is_power_of_two())?;
    Some(Part { bytes: kind.bytes() as u8, sign, low: low.try_into().ok()? })
}

/// The object and the offset of an access at an address that is known.
fn place(address: Val, part: Part) -> Option<(u32, i32)> {
    let (object, offset) = (address.object(), address.offset());
    (address.is_pointer() && offset & i32::from(part.low) == 0).then_some((object, offset))
}
