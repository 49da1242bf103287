//! string.h: functions that cut a string into tokens, writing into it.

use super::Function;
use super::args::Args;
use super::characters::END;
use super::search::{span, span_without};
use crate::address::moved;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] =
    &[("strtok", strtok), ("strtok_r", strtok_r), ("__strtok_r", strtok_r), ("strsep", strsep)];

fn strtok(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let place = machine.library_object("strtok", 8)?;
    cut(machine, args.pointer(0)?, args.pointer(1)?, place)
}

fn strtok_r(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    cut(machine, args.pointer(0)?, args.pointer(1)?, args.pointer(2)?)
}

/// The next token; where to go on is kept at `place`.
fn cut(machine: &mut Machine<'_>, text: Val, delimiters: Val, place: Val) -> Result<Val, Stop> {
    let text = if text == Val::ZERO { machine.load_word(place)? } else { text };
    let start = moved(text, span(machine, text, delimiters)? as i64)?;
    if is_end(machine, start)? {
        machine.store_word(place, start)?;
        return Ok(Val::ZERO);
    }
    let end = moved(start, span_without(machine, start, delimiters)? as i64)?;
    let next = match is_end(machine, end)? {
        true => end,
        false => {
            machine.memory.write_bytes(end, &[0])?;
            moved(end, 1)?
        }
    };
    machine.store_word(place, next)?;
    Ok(start)
}

/// As `strtok_r`, but tokens may be empty, and the end is a null pointer.
fn strsep(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let place = args.pointer(0)?;
    let start = machine.load_word(place)?;
    if start == Val::ZERO {
        return Ok(Val::ZERO);
    }
    let end = moved(start, span_without(machine, start, args.pointer(1)?)? as i64)?;
    let next = match is_end(machine, end)? {
        true => Val::ZERO,
        false => {
            machine.memory.write_bytes(end, &[0])?;
            moved(end, 1)?
        }
    };
    machine.store_word(place, next)?;
    Ok(start)
}

fn is_end(machine: &mut Machine<'_>, pointer: Val) -> Result<bool, Stop> {
    let byte = machine.character(pointer, 0)?;
    machine.is_one_of(byte, &[END])
}
