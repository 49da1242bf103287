//! string.h: functions that look for something in a string. They read no further than they must.

use super::Function;
use super::args::{Args, number};
use super::mem::position;
use crate::address::moved;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("strlen", |machine, args| number(machine.text(args.pointer(0)?)?.len() as i64)),
    ("strnlen", |machine, args| number(machine.memory.string(args.pointer(0)?, args.size(1)?)?.len() as i64)),
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
    let found = strchrnul(machine, args)?;
    Ok(if machine.byte(found, 0)? == args.byte(1)? { found } else { Val::ZERO })
}

/// The first such byte, or the end of the string.
fn strchrnul(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (pointer, wanted) = (args.pointer(0)?, args.byte(1)?);
    let mut length = 0;
    loop {
        let byte = machine.byte(pointer, length)?;
        if byte == wanted || byte == 0 {
            return moved(pointer, length as i64);
        }
        length += 1;
    }
}

fn strrchr(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (pointer, wanted) = (args.pointer(0)?, args.byte(1)?);
    let mut text = machine.text(pointer)?;
    text.push(0);
    at(pointer, text.iter().rposition(|&byte| byte == wanted))
}

fn strstr(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (text, wanted) = (machine.text(args.pointer(0)?)?, machine.text(args.pointer(1)?)?);
    at(args.pointer(0)?, position(&text, &wanted))
}

fn strcasestr(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (text, wanted) = (machine.text(args.pointer(0)?)?, machine.text(args.pointer(1)?)?);
    at(args.pointer(0)?, position(&text.to_ascii_lowercase(), &wanted.to_ascii_lowercase()))
}

fn strpbrk(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let pointer = args.pointer(0)?;
    let length = span_without(machine, pointer, args.pointer(1)?)?;
    let is_end = machine.byte(pointer, length)? == 0;
    at(pointer, (!is_end).then_some(length as usize))
}

/// How many bytes at the start of a string are of a set.
pub(super) fn span(machine: &Machine<'_>, pointer: Val, set: Val) -> Result<u64, Stop> {
    let set = machine.text(set)?;
    let mut length = 0;
    while set.contains(&machine.byte(pointer, length)?) {
        length += 1;
    }
    Ok(length)
}

/// How many bytes at the start of a string are not of a set.
pub(super) fn span_without(machine: &Machine<'_>, pointer: Val, set: Val) -> Result<u64, Stop> {
    let mut set = machine.text(set)?;
    set.push(0);
    let mut length = 0;
    while !set.contains(&machine.byte(pointer, length)?) {
        length += 1;
    }
    Ok(length)
}

fn at(pointer: Val, index: Option<usize>) -> Result<Val, Stop> {
    match index {
        Some(index) => moved(pointer, index as i64),
        None => Ok(Val::ZERO),
    }
}
