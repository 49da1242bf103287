//! stdlib.h and wchar.h: multibyte characters in the C locale. Each is one byte of ASCII; no other byte is
//! one.

use super::args::{Args, number};
use super::{Function, errno, wide};
use crate::address::moved;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("mblen", |machine, args| to_wide(machine, Val::ZERO, args.pointer(0)?, args.size(1)?)),
    ("mbtowc", |machine, args| to_wide(machine, args.pointer(0)?, args.pointer(1)?, args.size(2)?)),
    ("wctomb", wctomb),
    ("mbstowcs", mbstowcs),
    ("wcstombs", wcstombs),
    ("btowc", |_, args| number(if (0..=0x7f).contains(&args.int32(0)?) { args.int32(0)? } else { -1 })),
    ("wctob", |_, args| number(if (0..=0x7f).contains(&args.int32(0)?) { args.int32(0)? } else { -1 })),
];

const LAST: u32 = 0x7f;

fn no_character(machine: &mut Machine<'_>) -> Result<Val, Stop> {
    errno::set(machine, errno::EILSEQ)?;
    number(-1)
}

fn to_wide(machine: &mut Machine<'_>, dst: Val, src: Val, size: u64) -> Result<Val, Stop> {
    // Asks whether there are states: no.
    if src == Val::ZERO {
        return number(0);
    }
    if size == 0 {
        return number(-1);
    }
    let byte = machine.byte(src, 0)?;
    if u32::from(byte) > LAST {
        return no_character(machine);
    }
    if dst != Val::ZERO {
        wide::store(machine, dst, byte.into())?;
    }
    number(i64::from(byte != 0))
}

fn wctomb(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (dst, character) = (args.pointer(0)?, args.int32(1)? as u32);
    if dst == Val::ZERO {
        return number(0);
    }
    if character > LAST {
        return no_character(machine);
    }
    machine.memory.write_bytes(dst, &[character as u8])?;
    number(1)
}

fn mbstowcs(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (dst, src, size) = (args.pointer(0)?, args.pointer(1)?, args.size(2)?);
    let limit = if dst == Val::ZERO { u64::MAX } else { size };
    let text = machine.memory.string(src, limit)?;
    if text.iter().any(|&byte| u32::from(byte) > LAST) {
        return no_character(machine);
    }
    if dst != Val::ZERO {
        let end: &[u8] = if (text.len() as u64) < size { &[0] } else { &[] };
        for (i, &byte) in text.iter().chain(end).enumerate() {
            wide::store(machine, moved(dst, 4 * i as i64)?, byte.into())?;
        }
    }
    number(text.len() as i64)
}

fn wcstombs(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (dst, src, size) = (args.pointer(0)?, args.pointer(1)?, args.size(2)?);
    let limit = if dst == Val::ZERO { u64::MAX } else { size };
    let text = wide::text(machine, src, limit)?;
    if text.iter().any(|&character| character > LAST) {
        return no_character(machine);
    }
    if dst != Val::ZERO {
        let mut bytes: Vec<u8> = text.iter().map(|&character| character as u8).collect();
        bytes.extend(((bytes.len() as u64) < size).then_some(0));
        machine.memory.write_bytes(dst, &bytes)?;
    }
    number(text.len() as i64)
}
