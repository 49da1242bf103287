//! string.h and strings.h: functions on memory, whose sizes are given. Copies keep what bytes are, be they
//! indeterminate or parts of pointers; comparing and searching needs numbers.

use super::Function;
use super::access::check_apart;
use super::args::{Args, nothing, number};
use crate::address::moved;
use crate::exec::Machine;
use crate::exec::gate::Source;
use crate::fault::Stop;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("memcpy", |machine, args| copy_apart(machine, args, "memcpy")),
    ("mempcpy", mempcpy),
    ("__mempcpy", mempcpy),
    ("memmove", memmove),
    ("memset", memset),
    ("memcmp", memcmp),
    ("bcmp", memcmp),
    ("memchr", memchr),
    ("rawmemchr", |machine, args| find_byte(machine, args, u64::MAX)),
    ("memrchr", memrchr),
    ("memccpy", memccpy),
    ("memmem", memmem),
    ("bzero", zero),
    ("explicit_bzero", zero),
    ("bcopy", bcopy),
];

/// A copy between objects that must not overlap; copying an object onto itself is let pass.
pub(super) fn copy_apart(machine: &mut Machine<'_>, args: &Args, what: &str) -> Result<Val, Stop> {
    let (dst, src, size) = (args.pointer(0)?, args.pointer(1)?, args.size(2)?);
    if dst != src {
        check_apart(what, dst, size, src, size)?;
    }
    machine.move_block(dst, Source::Bytes(src), size)?;
    Ok(dst)
}

pub(super) fn mempcpy(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let dst = copy_apart(machine, args, "mempcpy")?;
    moved(dst, args.int(2)?)
}

pub(super) fn memmove(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    shift(machine, args.pointer(0)?, args.pointer(1)?, args.size(2)?)?;
    args.pointer(0)
}

/// A copy between objects that may overlap: then it is one access, which others must not see the middle of.
fn shift(machine: &mut Machine<'_>, dst: Val, src: Val, size: u64) -> Result<(), Stop> {
    match check_apart("memmove", dst, size, src, size) {
        Ok(()) => machine.move_block(dst, Source::Bytes(src), size),
        Err(_) => machine.memory.copy(dst, src, size),
    }
}

fn bcopy(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    shift(machine, args.pointer(1)?, args.pointer(0)?, args.size(2)?)?;
    nothing()
}

pub(super) fn memset(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    machine.move_block(args.pointer(0)?, Source::Fill(args.byte(1)?), args.size(2)?)?;
    args.pointer(0)
}

pub(super) fn zero(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    machine.move_block(args.pointer(0)?, Source::Fill(0), args.size(1)?)?;
    nothing()
}

/// The difference of the first bytes that differ. glibc gives this or another number of the same sign,
/// depending on the processor and on the size.
fn memcmp(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (a, b, size) = (args.pointer(0)?, args.pointer(1)?, args.size(2)?);
    if size > 0 {
        machine.memory.check(a, size, "read")?;
        machine.memory.check(b, size, "read")?;
    }
    let word = machine.word_bytes() as i32;
    let mut i = 0;
    while i < size {
        let (at, bt) = (moved(a, i as i64)?, moved(b, i as i64)?);
        // Equal pointers have equal bytes; of others nothing is known.
        if (at.offset() | bt.offset()) % word == 0 && i + word as u64 <= size {
            let (x, y) = (machine.whole_word(at)?, machine.whole_word(bt)?);
            if x == y && x.is_some_and(|x| x.is_pointer() || x.is_int()) {
                i += word as u64;
                continue;
            }
        }
        let (x, y) = (machine.character(a, i)?, machine.character(b, i)?);
        if !machine.are_same(x, y)? {
            return machine.difference(x, y, false);
        }
        i += 1;
    }
    number(0)
}

fn memchr(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    find_byte(machine, args, args.size(2)?)
}

/// C11 7.24.5.1: as if the bytes were read one by one, until one matches.
fn find_byte(machine: &mut Machine<'_>, args: &Args, size: u64) -> Result<Val, Stop> {
    let (pointer, wanted) = (args.pointer(0)?, machine.wanted(args, 1)?);
    for i in 0..size {
        let byte = machine.character(pointer, i)?;
        if machine.are_same(byte, wanted)? {
            return moved(pointer, i as i64);
        }
    }
    Ok(Val::ZERO)
}

fn memrchr(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (pointer, wanted, size) = (args.pointer(0)?, machine.wanted(args, 1)?, args.size(2)?);
    if size > 0 {
        machine.memory.check(pointer, size, "read")?;
    }
    for i in (0..size).rev() {
        let byte = machine.character(pointer, i)?;
        if machine.are_same(byte, wanted)? {
            return moved(pointer, i as i64);
        }
    }
    Ok(Val::ZERO)
}

fn memccpy(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (dst, src, last, size) = (args.pointer(0)?, args.pointer(1)?, args.byte(2)?, args.size(3)?);
    let mut count = 0;
    let mut is_found = false;
    while count < size && !is_found {
        let byte = machine.character(src, count)?;
        is_found = machine.is_one_of(byte, &[last..=last])?;
        count += 1;
    }
    check_apart("memccpy", dst, count, src, count)?;
    machine.memory.copy(dst, src, count)?;
    if is_found { moved(dst, count as i64) } else { Ok(Val::ZERO) }
}

fn memmem(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let haystack = machine.memory.bytes(args.pointer(0)?, args.size(1)?)?;
    let needle = machine.memory.bytes(args.pointer(2)?, args.size(3)?)?;
    match position(&haystack, &needle) {
        Some(at) => moved(args.pointer(0)?, at as i64),
        None => Ok(Val::ZERO),
    }
}

/// Where a sequence of bytes first occurs.
pub(super) fn position(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    if needle.is_empty() {
        return Some(0);
    }
    haystack.windows(needle.len()).position(|window| window == needle)
}
