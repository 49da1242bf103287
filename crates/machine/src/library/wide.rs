//! wchar.h: strings of wide characters, four bytes each.

use super::Function;
use super::access::check_apart;
use super::args::{Args, number};
use crate::address::moved;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("wcslen", |machine, args| number(text(machine, args.pointer(0)?, u64::MAX)?.len() as i64)),
    ("wcsnlen", |machine, args| number(text(machine, args.pointer(0)?, args.size(1)?)?.len() as i64)),
    ("wcscpy", wcscpy),
    ("wcsncpy", wcsncpy),
    ("wcscat", wcscat),
    ("wcscmp", |machine, args| compare(machine, args, u64::MAX)),
    ("wcscoll", |machine, args| compare(machine, args, u64::MAX)),
    ("wcsncmp", |machine, args| compare(machine, args, args.size(2)?)),
    ("wcschr", wcschr),
    ("wcsrchr", wcsrchr),
    ("wcsstr", wcsstr),
    ("wmemcpy", wmemcpy),
    ("wmemmove", wmemmove),
    ("wmemset", wmemset),
    ("wmemcmp", wmemcmp),
    ("wmemchr", wmemchr),
];

pub(super) fn load(machine: &Machine<'_>, place: Val) -> Result<u32, Stop> {
    let bytes = machine.memory.bytes(place, 4)?;
    Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
}

pub(super) fn store(machine: &mut Machine<'_>, place: Val, character: u32) -> Result<(), Stop> {
    machine.memory.write_bytes(place, &character.to_le_bytes())
}

fn at(pointer: Val, index: u64) -> Result<Val, Stop> {
    moved(pointer, (index as i64).wrapping_mul(4))
}

/// A string without its terminator; at most so many characters are looked at.
pub(super) fn text(machine: &Machine<'_>, pointer: Val, limit: u64) -> Result<Vec<u32>, Stop> {
    let mut out = Vec::new();
    while (out.len() as u64) < limit {
        match load(machine, at(pointer, out.len() as u64)?)? {
            0 => break,
            character => out.push(character),
        }
    }
    Ok(out)
}

fn put(machine: &mut Machine<'_>, dst: Val, characters: &[u32]) -> Result<(), Stop> {
    let bytes: Vec<u8> = characters.iter().flat_map(|character| character.to_le_bytes()).collect();
    machine.memory.write_bytes(dst, &bytes)
}

fn wcscpy(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (dst, src) = (args.pointer(0)?, args.pointer(1)?);
    let mut text = text(machine, src, u64::MAX)?;
    text.push(0);
    let size = 4 * text.len() as u64;
    check_apart("wcscpy", dst, size, src, size)?;
    put(machine, dst, &text)?;
    Ok(dst)
}

fn wcsncpy(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (dst, src, count) = (args.pointer(0)?, args.pointer(1)?, args.size(2)?);
    let text = text(machine, src, count)?;
    check_apart("wcsncpy", dst, count.saturating_mul(4), src, 4 * count.min(text.len() as u64 + 1))?;
    machine.memory.fill(dst, 0, count.saturating_mul(4))?;
    put(machine, dst, &text)?;
    Ok(dst)
}

fn wcscat(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (dst, src) = (args.pointer(0)?, args.pointer(1)?);
    let before = text(machine, dst, u64::MAX)?.len() as u64;
    let mut text = text(machine, src, u64::MAX)?;
    text.push(0);
    let size = 4 * text.len() as u64;
    check_apart("wcscat", dst, 4 * before + size, src, size)?;
    put(machine, at(dst, before)?, &text)?;
    Ok(dst)
}

/// Only the sign of the result means anything; glibc's is -1, 0 or 1.
fn compare(machine: &mut Machine<'_>, args: &Args, limit: u64) -> Result<Val, Stop> {
    let (a, b) = (args.pointer(0)?, args.pointer(1)?);
    for i in 0..limit {
        let (x, y) = (load(machine, at(a, i)?)? as i32, load(machine, at(b, i)?)? as i32);
        if x != y || x == 0 {
            return number(x.cmp(&y) as i32);
        }
    }
    number(0)
}

fn wcschr(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let mut text = text(machine, args.pointer(0)?, u64::MAX)?;
    text.push(0);
    let wanted = args.int32(1)? as u32;
    found(args, text.iter().position(|&character| character == wanted))
}

fn wcsrchr(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let mut text = text(machine, args.pointer(0)?, u64::MAX)?;
    text.push(0);
    let wanted = args.int32(1)? as u32;
    found(args, text.iter().rposition(|&character| character == wanted))
}

fn wcsstr(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (text, wanted) =
        (text(machine, args.pointer(0)?, u64::MAX)?, text(machine, args.pointer(1)?, u64::MAX)?);
    let is_here = |&from: &usize| text[from..].starts_with(&wanted);
    found(args, (0..=text.len()).find(is_here))
}

fn found(args: &Args, index: Option<usize>) -> Result<Val, Stop> {
    match index {
        Some(index) => at(args.pointer(0)?, index as u64),
        None => Ok(Val::ZERO),
    }
}

fn wmemcpy(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (dst, src, size) = (args.pointer(0)?, args.pointer(1)?, args.size(2)?.saturating_mul(4));
    if dst != src {
        check_apart("wmemcpy", dst, size, src, size)?;
    }
    machine.memory.copy(dst, src, size)?;
    Ok(dst)
}

fn wmemmove(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    machine.memory.copy(args.pointer(0)?, args.pointer(1)?, args.size(2)?.saturating_mul(4))?;
    args.pointer(0)
}

fn wmemset(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (dst, character, count) = (args.pointer(0)?, args.int32(1)? as u32, args.size(2)?);
    for i in 0..count {
        store(machine, at(dst, i)?, character)?;
    }
    Ok(dst)
}

fn wmemcmp(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (a, b) = (args.pointer(0)?, args.pointer(1)?);
    for i in 0..args.size(2)? {
        let (x, y) = (load(machine, at(a, i)?)? as i32, load(machine, at(b, i)?)? as i32);
        if x != y {
            return number(x.cmp(&y) as i32);
        }
    }
    number(0)
}

fn wmemchr(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (pointer, wanted) = (args.pointer(0)?, args.int32(1)? as u32);
    for i in 0..args.size(2)? {
        if load(machine, at(pointer, i)?)? == wanted {
            return at(pointer, i);
        }
    }
    Ok(Val::ZERO)
}
