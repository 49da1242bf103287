//! string.h: functions that copy and join strings. Source and destination must not overlap.

use super::Function;
use super::access::check_apart;
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
    let text = machine.string(src, u64::MAX)?;
    let size = text.length + 1;
    check_apart(what, dst, size, src, size)?;
    machine.put(dst, &text, text.length, 1)?;
    Ok(text.length)
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
    let text = machine.string(src, size)?;
    let length = text.length;
    check_apart(what, dst, size, src, size.min(length + 1))?;
    if size > OBJECT_LIMIT {
        // Says what is wrong with it.
        machine.memory.check(dst, size, "write")?;
    }
    machine.put(dst, &text, length, size - length)?;
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
    let before = machine.length(dst, u64::MAX)?;
    let text = machine.string(src, limit)?;
    let length = text.length;
    check_apart(what, dst, before + length + 1, src, limit.min(length + 1))?;
    machine.put(moved(dst, before as i64)?, &text, length, 1)?;
    Ok(dst)
}

/// As of glibc 2.38: the length of the source; what does not fit is cut off.
fn strlcpy(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (dst, src, size) = (args.pointer(0)?, args.pointer(1)?, args.size(2)?);
    let text = machine.string(src, u64::MAX)?;
    if size > 0 {
        let kept = text.length.min(size - 1);
        check_apart("strlcpy", dst, kept + 1, src, text.length + 1)?;
        machine.put(dst, &text, kept, 1)?;
    }
    number(text.length as i64)
}

fn strlcat(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (dst, src, size) = (args.pointer(0)?, args.pointer(1)?, args.size(2)?);
    let before = machine.length(dst, size)?;
    let text = machine.string(src, u64::MAX)?;
    if before < size {
        let kept = text.length.min(size - before - 1);
        check_apart("strlcat", dst, before + kept + 1, src, text.length + 1)?;
        machine.put(moved(dst, before as i64)?, &text, kept, 1)?;
    }
    number((before + text.length) as i64)
}

fn strdup(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let text = machine.string(args.pointer(0)?, u64::MAX)?;
    machine.new_text(&text)
}

fn strndup(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let text = machine.string(args.pointer(0)?, args.size(1)?)?;
    machine.new_text(&text)
}

/// In the C locale a string is its own transformation.
fn strxfrm(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (dst, src, size) = (args.pointer(0)?, args.pointer(1)?, args.size(2)?);
    let text = machine.string(src, u64::MAX)?;
    let length = text.length;
    if size > 0 {
        check_apart("strxfrm", dst, size.min(length + 1), src, length + 1)?;
        machine.put(dst, &text, length.min(size), u64::from(length < size))?;
    }
    number(length as i64)
}
