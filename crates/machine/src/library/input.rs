//! stdio.h: input of characters, lines and blocks.

use super::alloc;
use super::args::{Args, number};
use super::stream::{STDIN, put_back, read, standard, stream};
use super::{Function, errno};
use crate::address::moved;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("getchar", |machine, _| get(machine, standard(machine, STDIN)?)),
    ("getchar_unlocked", |machine, _| get(machine, standard(machine, STDIN)?)),
    ("fgetc", fgetc),
    ("fgetc_unlocked", fgetc),
    ("getc", fgetc),
    ("getc_unlocked", fgetc),
    ("_IO_getc", fgetc),
    ("__uflow", fgetc),
    ("ungetc", ungetc),
    ("fgets", fgets),
    ("fgets_unlocked", fgets),
    ("gets", gets),
    ("getline", |machine, args| get_delimited(machine, args, b'\n', 2)),
    ("getdelim", |machine, args| get_delimited(machine, args, args.byte(2)?, 3)),
    ("__getdelim", |machine, args| get_delimited(machine, args, args.byte(2)?, 3)),
    ("fread", fread),
    ("fread_unlocked", fread),
];

const EOF: i32 = -1;

fn get(machine: &mut Machine<'_>, file: usize) -> Result<Val, Stop> {
    number(read(machine, file)?.map_or(EOF, i32::from))
}

fn fgetc(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    get(machine, stream(machine, args.pointer(0)?)?)
}

fn ungetc(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (c, file) = (args.int32(0)?, stream(machine, args.pointer(1)?)?);
    if c == EOF || file != STDIN {
        return number(EOF);
    }
    put_back(machine, c as u8)?;
    number(i32::from(c as u8))
}

/// Bytes up to a delimiter, which is included, but no more than a limit.
fn read_until(machine: &mut Machine<'_>, file: usize, delimiter: u8, limit: u64) -> Result<Vec<u8>, Stop> {
    let mut line = Vec::new();
    while (line.len() as u64) < limit && line.last() != Some(&delimiter) {
        match read(machine, file)? {
            Some(byte) => line.push(byte),
            None => break,
        }
    }
    Ok(line)
}

pub(super) fn fgets(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (buffer, size) = (args.pointer(0)?, args.int32(1)?);
    let file = stream(machine, args.pointer(2)?)?;
    if size <= 0 {
        return Ok(Val::ZERO);
    }
    // The caller promises room for the whole size.
    machine.memory.check(buffer, size as u64, "write")?;
    let line = match size {
        1 => Vec::new(),
        _ => read_until(machine, file, b'\n', size as u64 - 1)?,
    };
    if line.is_empty() && size > 1 {
        return Ok(Val::ZERO);
    }
    machine.put_text(buffer, &line)?;
    Ok(buffer)
}

fn gets(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let buffer = args.pointer(0)?;
    let file = standard(machine, STDIN)?;
    let mut line = read_until(machine, file, b'\n', u64::MAX)?;
    if line.is_empty() {
        return Ok(Val::ZERO);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    }
    machine.put_text(buffer, &line)?;
    Ok(buffer)
}

/// `getline` and `getdelim`: the buffer starts with 120 bytes and at least doubles, as in glibc.
fn get_delimited(
    machine: &mut Machine<'_>,
    args: &Args,
    delimiter: u8,
    stream_at: usize,
) -> Result<Val, Stop> {
    let (line_place, size_place) = (args.pointer(0)?, args.pointer(1)?);
    if line_place == Val::ZERO || size_place == Val::ZERO {
        errno::set(machine, errno::EINVAL)?;
        return number(EOF);
    }
    let file = stream(machine, args.pointer(stream_at)?)?;
    let mut buffer = machine.load_word(line_place)?;
    let mut size = if buffer == Val::ZERO { 0 } else { machine.load_word(size_place)?.bits };
    if size == 0 {
        size = 120;
        buffer = alloc::resize(machine, buffer, size)?;
        machine.store_word(line_place, buffer)?;
        machine.store_word(size_place, Val::int(size))?;
    }
    let line = read_until(machine, file, delimiter, u64::MAX)?;
    if line.is_empty() {
        return number(EOF);
    }
    let needed = line.len() as u64 + 1;
    if needed > size {
        size = needed.max(2 * size);
        buffer = alloc::resize(machine, buffer, size)?;
        machine.store_word(line_place, buffer)?;
        machine.store_word(size_place, Val::int(size))?;
    }
    machine.put_text(buffer, &line)?;
    number(line.len() as i64)
}

pub(super) fn fread(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (buffer, size, count) = (args.pointer(0)?, args.size(1)?, args.size(2)?);
    let file = stream(machine, args.pointer(3)?)?;
    let total = size.saturating_mul(count);
    if total == 0 {
        return number(0);
    }
    machine.memory.check(buffer, total, "write")?;
    let mut done = 0;
    while done < total {
        let Some(byte) = read(machine, file)? else { break };
        machine.memory.write_bytes(moved(buffer, done as i64)?, &[byte])?;
        done += 1;
    }
    Ok(Val::int(done / size))
}
