//! stdio.h: output of characters, strings and blocks.

use super::args::{Args, nothing, number};
use super::stream::{STDERR, STDOUT, standard, stream, write};
use super::{Function, errno};
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("puts", puts),
    ("fputs", fputs),
    ("fputs_unlocked", fputs),
    ("putchar", |machine, args| put(machine, standard(machine, STDOUT)?, args)),
    ("putchar_unlocked", |machine, args| put(machine, standard(machine, STDOUT)?, args)),
    ("fputc", fputc),
    ("fputc_unlocked", fputc),
    ("putc", fputc),
    ("putc_unlocked", fputc),
    ("_IO_putc", fputc),
    ("__overflow", |machine, args| put_byte(machine, stream(machine, args.pointer(0)?)?, args.byte(1)?)),
    ("fwrite", fwrite),
    ("fwrite_unlocked", fwrite),
    ("perror", perror),
    ("psignal", |_, _| super::args::not_modelled("psignal")),
];

const EOF: i32 = -1;

fn puts(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (length, text) = printed(machine, args.pointer(0)?)?;
    let file = standard(machine, STDOUT)?;
    let is_written = write(machine, file, &text)? && write(machine, file, b"\n")?;
    number(if is_written { length as i64 + 1 } else { EOF.into() })
}

fn fputs(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (_, text) = printed(machine, args.pointer(0)?)?;
    let file = stream(machine, args.pointer(1)?)?;
    number(if write(machine, file, &text)? { 1 } else { EOF })
}

/// A string, and its length. Where nobody sees what is written, only the length of one with inputs in it is told.
fn printed(machine: &mut Machine<'_>, pointer: Val) -> Result<(u64, Vec<u8>), Stop> {
    match machine.library.is_mute {
        true => machine.length(pointer, u64::MAX).map(|length| (length, Vec::new())),
        false => machine.text(pointer).map(|text| (text.len() as u64, text)),
    }
}

/// The character comes first; what an input is, is only asked if somebody takes the result.
fn put(machine: &mut Machine<'_>, file: usize, args: &Args) -> Result<Val, Stop> {
    let is_term = args.pointer(0)?.as_term().is_some();
    put_byte(machine, file, if is_term { 0 } else { args.byte(0)? })
}

fn put_byte(machine: &mut Machine<'_>, file: usize, byte: u8) -> Result<Val, Stop> {
    number(if write(machine, file, &[byte])? { i32::from(byte) } else { EOF })
}

fn fputc(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    put(machine, stream(machine, args.pointer(1)?)?, args)
}

fn fwrite(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (size, count) = (args.size(1)?, args.size(2)?);
    let file = stream(machine, args.pointer(3)?)?;
    let bytes = machine.memory.bytes(args.pointer(0)?, size.saturating_mul(count))?;
    if bytes.is_empty() || !write(machine, file, &bytes)? {
        return number(0);
    }
    Ok(Val::int(count))
}

fn perror(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let prefix = if args.pointer(0)? == Val::ZERO { Vec::new() } else { machine.text(args.pointer(0)?)? };
    let error = errno::get(machine)?;
    let colon: &[u8] = if prefix.is_empty() { b"" } else { b": " };
    let line = [&prefix, colon, errno::message(error).as_bytes(), b"\n"].concat();
    let file = standard(machine, STDERR)?;
    write(machine, file, &line)?;
    nothing()
}
