//! unistd.h: reading and writing file descriptors 0, 1 and 2, past the buffers of stdio.h.

use super::args::{Args, not_modelled, number};
use super::{Function, READ_BY, errno};
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[("read", read), ("write", write), ("isatty", isatty)];

pub(super) fn read(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (descriptor, buffer, size) = (args.int32(0)?, args.pointer(1)?, args.size(2)?);
    if descriptor != 0 {
        return not_modelled(&format!("a file descriptor other than 0{READ_BY}read"));
    }
    if size == 0 {
        return number(0);
    }
    machine.memory.check(buffer, size, "write")?;
    if machine.library.is_mute {
        // Of a run whose inputs are given, what has the number 0 may be a socket.
        return not_modelled(&format!("a file descriptor{READ_BY}read"));
    }
    let bytes = machine.library.host.read(size.min(1 << 20) as usize);
    machine.memory.write_bytes(buffer, &bytes)?;
    number(bytes.len() as i64)
}

fn write(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (descriptor, buffer, size) = (args.int32(0)?, args.pointer(1)?, args.size(2)?);
    if !matches!(descriptor, 1 | 2) {
        return not_modelled("writing to a file descriptor other than 1 and 2");
    }
    let bytes = machine.memory.bytes(buffer, size)?;
    machine.library.host.write(descriptor, &bytes);
    number(bytes.len() as i64)
}

fn isatty(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let descriptor = args.int32(0)?;
    if machine.is_choosing() {
        return not_modelled("whether somebody sits at a terminal, here by isatty");
    }
    if machine.library.host.is_terminal(descriptor) {
        return number(1);
    }
    errno::set(machine, if (0..=2).contains(&descriptor) { errno::ENOTTY } else { errno::EBADF })?;
    number(0)
}
