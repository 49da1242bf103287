//! Operators on addresses. Pointers are object and offset; what is done with an address as a number is
//! modelled where the answer does not depend on where objects lie: moving within the object, comparing,
//! distances within one object, and the low bits that alignment leaves free. Whether two of which one is gone are the
//! same is [`crate::exec::identity`]'s business.

use cfa::expr::Binary;

use crate::arith::extend;
use crate::code::Kind;
use crate::fault::{Fault, FaultKind, Stop};
use crate::memory::{Memory, Object};
use crate::value::{INIT, LABEL_BASE, POINTER, THREAD_BASE, UNINIT, Val};

/// A binary operator with at least one operand that is no plain number.
#[cold]
pub fn binary(memory: &Memory, op: Binary, kind: Kind, a: Val, b: Val) -> Result<Val, Stop> {
    if a.tag == UNINIT || b.tag == UNINIT {
        return crate::arith::uninitialised();
    }
    let width = 8 * memory.unit() as u8;
    let signed = match kind {
        Kind::Pointer { .. } => false,
        Kind::Int { bits, signed } if bits == width => signed,
        _ => return not_modelled(),
    };
    // In 64 bits no address of a program is negative; in 32 those of the upper half are.
    if signed && width == 32 && depends_on_sign(op) && a.tag != b.tag {
        return not_modelled();
    }
    let number = |value: Val| extend(value.bits, width, true);
    let value = match (a.tag, b.tag) {
        (POINTER, POINTER) => two(memory, op, a, b),
        (POINTER, INIT) => with_number(memory, op, a, number(b), signed),
        (INIT, POINTER) => match op {
            Binary::Add | Binary::Eq | Binary::Ne | Binary::And | Binary::Or | Binary::Xor => {
                with_number(memory, op, b, number(a), signed)
            }
            Binary::Lt => with_number(memory, Binary::Gt, b, number(a), signed),
            Binary::Le => with_number(memory, Binary::Ge, b, number(a), signed),
            Binary::Gt => with_number(memory, Binary::Lt, b, number(a), signed),
            Binary::Ge => with_number(memory, Binary::Le, b, number(a), signed),
            _ => not_modelled(),
        },
        _ => not_modelled(),
    }?;
    Ok(if value.is_int() { Val::int(extend(value.bits, width, signed)) } else { value })
}

/// Whether an operator on an address and a number has another result if the address is a negative number.
fn depends_on_sign(op: Binary) -> bool {
    matches!(op, Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge | Binary::Rem)
}

fn two(memory: &Memory, op: Binary, a: Val, b: Val) -> Result<Val, Stop> {
    let same = a.object() == b.object();
    let (x, y) = (a.offset(), b.offset());
    let truth = |holds: bool| Ok(Val::int(holds.into()));
    match op {
        Binary::Eq | Binary::Ne if !same && !are_apart(memory, a, b) => not_modelled(),
        Binary::Eq => truth(a == b),
        Binary::Ne => truth(a != b),
        Binary::Sub if same => Ok(Val::int((i64::from(x) - i64::from(y)) as u64)),
        Binary::Lt if same => truth(x < y),
        Binary::Le if same => truth(x <= y),
        Binary::Gt if same => truth(x > y),
        Binary::Ge if same => truth(x >= y),
        Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => {
            Err(Stop::NotModelled("the order of addresses in different objects".into()))
        }
        _ => not_modelled(),
    }
}

/// Whether addresses of two objects that are there certainly differ. Labels may be at one place, and an object may begin
/// where another ends.
fn are_apart(memory: &Memory, a: Val, b: Val) -> bool {
    let (of_a, of_b) = match (memory.object(a.object()), memory.object(b.object())) {
        (Some(of_a), Some(of_b)) => (of_a, of_b),
        (None, None) => {
            let is_label = |value: Val| (LABEL_BASE..THREAD_BASE).contains(&value.object());
            return !(is_label(a) && is_label(b));
        }
        _ => return true,
    };
    let is_end = |value: Val, of: &Object| {
        let (offset, size) = (i64::from(value.offset()), i64::from(of.size));
        match (0..size).contains(&offset) {
            true => memory.notes.prefix(of.extent, offset as u32 + 1),
            false => memory.notes.whole(of.extent),
        }
        offset == size
    };
    !(b.offset() == 0 && is_end(a, of_a) || a.offset() == 0 && is_end(b, of_b))
}

/// The number is sign-extended, whatever its type.
fn with_number(memory: &Memory, op: Binary, pointer: Val, number: u64, signed: bool) -> Result<Val, Stop> {
    // The low bits of an address are those of its offset as far as its object is aligned.
    let object = memory.object(pointer.object());
    let align = object.map_or(1, |o| u64::from(o.align));
    if let (Some(object), Binary::And | Binary::Or | Binary::Xor | Binary::Rem) = (object, op) {
        memory.notes.whole(object.extent);
    }
    let low = align - 1;
    let offset = pointer.offset() as i64 as u64;
    // If an address is known to be greater than a number, then it is known for all smaller ones: the reuse of a
    // comparison's outcome with another constant rests on that.
    let is_below_all = number < 4096 || signed && (number as i64) < 0;
    match op {
        Binary::Add => moved(pointer, number as i64),
        Binary::Sub => moved(pointer, (number as i64).wrapping_neg()),
        // No object lies at a small address, nor one at the very end.
        Binary::Eq if number < 4096 || number == u64::MAX => Ok(Val::ZERO),
        Binary::Ne if number < 4096 || number == u64::MAX => Ok(Val::int(1)),
        Binary::Gt | Binary::Ge if is_below_all => Ok(Val::int(1)),
        Binary::Lt | Binary::Le if is_below_all => Ok(Val::ZERO),
        // The low bits alone, or all but the low bits, or low bits set or flipped.
        Binary::And if number <= low => Ok(Val::int(offset & number)),
        Binary::And if !number <= low => at(pointer, (offset & number) as i64),
        Binary::Or if number <= low => at(pointer, (offset | number) as i64),
        Binary::Xor if number <= low => at(pointer, (offset ^ number) as i64),
        Binary::Rem if number.is_power_of_two() && number <= align => Ok(Val::int(offset & (number - 1))),
        _ => not_modelled(),
    }
}

/// A pointer moved by a number of bytes. Beyond its object it is no error until it is used.
#[inline]
pub fn moved(pointer: Val, bytes: i64) -> Result<Val, Stop> {
    if pointer.tag == INIT {
        return Ok(Val::int(pointer.bits.wrapping_add(bytes as u64)));
    }
    if pointer.tag == UNINIT {
        return crate::arith::uninitialised();
    }
    if pointer.tag != POINTER {
        return not_modelled();
    }
    at(pointer, i64::from(pointer.offset()).wrapping_add(bytes))
}

/// A pointer moved to an element of its array. Farther away than any object reaches it is one of no array.
#[inline]
pub fn element(memory: &Memory, pointer: Val, bytes: i64) -> Result<Val, Stop> {
    if pointer.tag == INIT {
        return Ok(Val::int(extend(pointer.bits.wrapping_add(bytes as u64), 8 * memory.unit() as u8, false)));
    }
    if pointer.tag != POINTER {
        return moved(pointer, bytes);
    }
    match i64::from(pointer.offset()).checked_add(bytes).map(i32::try_from) {
        Some(Ok(offset)) => Ok(Val::pointer(pointer.object(), offset)),
        _ => beyond(),
    }
}

#[cold]
pub fn beyond<T>() -> Result<T, Stop> {
    Fault::stop(FaultKind::OutOfBounds, "an address more than 2 GiB from its object")
}

#[inline]
fn at(pointer: Val, offset: i64) -> Result<Val, Stop> {
    match i32::try_from(offset) {
        Ok(offset) => Ok(Val::pointer(pointer.object(), offset)),
        Err(_) => Err(Stop::NotModelled("an address more than 2 GiB from its object".into())),
    }
}

fn not_modelled<T>() -> Result<T, Stop> {
    Err(Stop::NotModelled("arithmetic on an address".into()))
}
