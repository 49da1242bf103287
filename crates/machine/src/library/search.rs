//! string.h: functions that look for something in a string. They read no further than they must.

use std::ops::RangeInclusive;

use super::Function;
use super::args::{Args, number};
use super::characters::END;
use super::mem::position;
use crate::address::moved;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("strlen", |machine, args| number(machine.length(args.pointer(0)?, u64::MAX)? as i64)),
    ("strnlen", |machine, args| number(machine.length(args.pointer(0)?, args.size(1)?)? as i64)),
    ("strchr", strchr),
    ("index", strchr),
    ("strchrnul", strchrnul),
    ("strrchr", strrchr),
    ("rindex", strrchr),
    ("strstr", strstr),
    ("strcasestr", strcasestr),
    ("strspn", |machine, args| number(span(machine, args.pointer(0)?, args.pointer(1)?)? as i64)),
    ("strcspn", |machine, args| number(span_without(machine, args.pointer(0)?, args.pointer(1)?)? as i64)),
    ("strpbrk", strpbrk),
];

fn strchr(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (found, wanted) = (strchrnul(machine, args)?, machine.wanted(args, 1)?);
    let byte = machine.character(found, 0)?;
    Ok(if machine.are_same(byte, wanted)? { found } else { Val::ZERO })
}

/// The first such byte, or the end of the string.
fn strchrnul(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (pointer, wanted) = (args.pointer(0)?, machine.wanted(args, 1)?);
    let mut length = 0;
    loop {
        let byte = machine.character(pointer, length)?;
        if machine.are_same(byte, wanted)? || machine.is_one_of(byte, &[END])? {
            return moved(pointer, length as i64);
        }
        length += 1;
    }
}

fn strrchr(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (pointer, wanted) = (args.pointer(0)?, machine.wanted(args, 1)?);
    let length = machine.length(pointer, u64::MAX)?;
    for index in (0..=length).rev() {
        let byte = machine.character(pointer, index)?;
        if machine.are_same(byte, wanted)? {
            return moved(pointer, index as i64);
        }
    }
    Ok(Val::ZERO)
}

fn strstr(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (text, wanted) = (args.pointer(0)?, args.pointer(1)?);
    let (length, of_wanted) = (machine.length(text, u64::MAX)?, machine.length(wanted, u64::MAX)?);
    for start in 0..=length.saturating_sub(of_wanted) {
        if start + of_wanted <= length && begins_with(machine, moved(text, start as i64)?, wanted, of_wanted)?
        {
            return moved(text, start as i64);
        }
    }
    Ok(Val::ZERO)
}

fn begins_with(machine: &mut Machine<'_>, text: Val, wanted: Val, length: u64) -> Result<bool, Stop> {
    for index in 0..length {
        let (a, b) = (machine.character(text, index)?, machine.character(wanted, index)?);
        if !machine.are_same(a, b)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn strcasestr(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (text, wanted) = (machine.text(args.pointer(0)?)?, machine.text(args.pointer(1)?)?);
    at(args.pointer(0)?, position(&text.to_ascii_lowercase(), &wanted.to_ascii_lowercase()))
}

fn strpbrk(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let pointer = args.pointer(0)?;
    let length = span_without(machine, pointer, args.pointer(1)?)?;
    let byte = machine.character(pointer, length)?;
    let is_end = machine.is_one_of(byte, &[END])?;
    at(pointer, (!is_end).then_some(length as usize))
}

/// How many bytes at the start of a string are of a set.
pub(super) fn span(machine: &mut Machine<'_>, pointer: Val, set: Val) -> Result<u64, Stop> {
    let set: Vec<_> = machine.text(set)?.into_iter().map(|byte| byte..=byte).collect();
    span_of(machine, pointer, &set, true)
}

/// How many bytes at the start of a string are not of a set.
pub(super) fn span_without(machine: &mut Machine<'_>, pointer: Val, set: Val) -> Result<u64, Stop> {
    let set: Vec<_> = machine.text(set)?.into_iter().chain([0]).map(|byte| byte..=byte).collect();
    span_of(machine, pointer, &set, false)
}

fn span_of(
    machine: &mut Machine<'_>,
    pointer: Val,
    set: &[RangeInclusive<u8>],
    is_of: bool,
) -> Result<u64, Stop> {
    let mut length = 0;
    loop {
        let byte = machine.character(pointer, length)?;
        if machine.is_one_of(byte, set)? != is_of {
            return Ok(length);
        }
        length += 1;
    }
}

fn at(pointer: Val, index: Option<usize>) -> Result<Val, Stop> {
    match index {
        Some(index) => moved(pointer, index as i64),
        None => Ok(Val::ZERO),
    }
}
