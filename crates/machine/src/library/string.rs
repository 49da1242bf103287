//! string.h: functions that copy and join strings. Source and destination must not overlap.

use super::Function;
use super::access::check_apart;
use super::alloc::allocate_text;
use super::args::{Args, number};
use crate::address::moved;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::memory::OBJECT_LIMIT;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("strcpy", strcpy),
    ("stpcpy", stpcpy),
    ("__stpcpy", stpcpy),
    ("strncpy", strncpy),
    ("stpncpy", stpncpy),
    ("strcat", strcat),
    ("strncat", strncat),
    ("strlcpy", strlcpy),
    ("strlcat", strlcat),
    ("strdup", strdup),
    ("__strdup", strdup),
    ("strndup", strndup),
    ("__strndup", strndup),
    ("strxfrm", strxfrm),
];

pub(super) fn strcpy(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    copy(machine, args, "strcpy")?;
    args.pointer(0)
}

pub(super) fn stpcpy(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let length = copy(machine, args, "stpcpy")?;
    moved(args.pointer(0)?, length as i64)
}

/// Copies a string and returns its length.
fn copy(machine: &mut Machine<'_>, args: &Args, what: &str) -> Result<u64, Stop> {
    let (dst, src) = (args.pointer(0)?, args.pointer(1)?);
    let text = machine.text(src)?;
    let size = text.len() as u64 + 1;
    check_apart(what, dst, size, src, size)?;
    machine.put_text(dst, &text)?;
    Ok(size - 1)
}

pub(super) fn strncpy(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    copy_counted(machine, args, "strncpy")?;
    args.pointer(0)
}

pub(super) fn stpncpy(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let length = copy_counted(machine, args, "stpncpy")?;
    moved(args.pointer(0)?, length as i64)
}

/// Copies at most so many bytes of a string and fills up with zeros; the bytes copied.
fn copy_counted(machine: &mut Machine<'_>, args: &Args, what: &str) -> Result<u64, Stop> {
    let (dst, src, size) = (args.pointer(0)?, args.pointer(1)?, args.size(2)?);
    let text = machine.memory.string(src, size)?;
    let length = text.len() as u64;
    check_apart(what, dst, size, src, size.min(length + 1))?;
    if size > OBJECT_LIMIT {
        // Says what is wrong with it.
        machine.memory.check(dst, size, "write")?;
    }
    let mut bytes = text;
    bytes.resize(size as usize, 0);
    machine.memory.write_bytes(dst, &bytes)?;
    Ok(length)
}

pub(super) fn strcat(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    append(machine, args, u64::MAX, "strcat")
}

pub(super) fn strncat(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    append(machine, args, args.size(2)?, "strncat")
}

fn append(machine: &mut Machine<'_>, args: &Args, limit: u64, what: &str) -> Result<Val, Stop> {
    let (dst, src) = (args.pointer(0)?, args.pointer(1)?);
    let before = machine.text(dst)?.len() as u64;
    let text = machine.memory.string(src, limit)?;
    let length = text.len() as u64;
    check_apart(what, dst, before + length + 1, src, limit.min(length + 1))?;
    machine.put_text(moved(dst, before as i64)?, &text)?;
    Ok(dst)
}

/// As of glibc 2.38: the length of the source; what does not fit is cut off.
fn strlcpy(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (dst, src, size) = (args.pointer(0)?, args.pointer(1)?, args.size(2)?);
    let text = machine.text(src)?;
    if size > 0 {
        let kept = text.len().min(size as usize - 1);
        check_apart("strlcpy", dst, kept as u64 + 1, src, text.len() as u64 + 1)?;
        machine.put_text(dst, &text[..kept])?;
    }
    number(text.len() as i64)
}

fn strlcat(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (dst, src, size) = (args.pointer(0)?, args.pointer(1)?, args.size(2)?);
    let before = machine.memory.string(dst, size)?.len() as u64;
    let text = machine.text(src)?;
    if before < size {
        let kept = text.len().min((size - before) as usize - 1);
        check_apart("strlcat", dst, before + kept as u64 + 1, src, text.len() as u64 + 1)?;
        machine.put_text(moved(dst, before as i64)?, &text[..kept])?;
    }
    number((before + text.len() as u64) as i64)
}

fn strdup(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let text = machine.text(args.pointer(0)?)?;
    allocate_text(machine, &text)
}

fn strndup(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let text = machine.memory.string(args.pointer(0)?, args.size(1)?)?;
    allocate_text(machine, &text)
}

/// In the C locale a string is its own transformation.
fn strxfrm(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (dst, src, size) = (args.pointer(0)?, args.pointer(1)?, args.size(2)?);
    let text = machine.text(src)?;
    let with_end = [&text[..], &[0]].concat();
    let kept = with_end.len().min(size as usize);
    if kept > 0 {
        check_apart("strxfrm", dst, kept as u64, src, with_end.len() as u64)?;
        machine.memory.write_bytes(dst, &with_end[..kept])?;
    }
    number(text.len() as i64)
}
