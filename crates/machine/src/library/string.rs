//! string.h.

use super::{Args, Function};
use crate::address::moved;
use crate::exec::Machine;
use crate::fault::{Fault, FaultKind, Stop};
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("memcpy", memcpy),
    ("memmove", memmove),
    ("memset", memset),
    ("memcmp", memcmp),
    ("strlen", strlen),
    ("strcpy", strcpy),
    ("strcmp", strcmp),
];

fn memcpy(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (dst, src, size) = (args.pointer(0)?, args.pointer(1)?, args.size(2)?);
    if dst.is_pointer() && src.is_pointer() && dst.object() == src.object() {
        let distance = (i64::from(dst.offset()) - i64::from(src.offset())).unsigned_abs();
        if distance < size && distance != 0 {
            return Fault::stop(FaultKind::OverlappingCopy, "memcpy between overlapping objects");
        }
    }
    machine.memory.copy(dst, src, size)?;
    Ok(dst)
}

fn memmove(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    machine.memory.copy(args.pointer(0)?, args.pointer(1)?, args.size(2)?)?;
    args.pointer(0)
}

fn memset(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    machine.memory.fill(args.pointer(0)?, args.int(1)? as u8, args.size(2)?)?;
    args.pointer(0)
}

fn memcmp(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let size = args.size(2)?;
    let (a, b) = (machine.memory.bytes(args.pointer(0)?, size)?, machine.memory.bytes(args.pointer(1)?, size)?);
    let order = a.iter().zip(&b).find(|(x, y)| x != y).map_or(0, |(x, y)| i64::from(*x) - i64::from(*y));
    Ok(Val::int(order.signum() as u64))
}

fn strlen(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    Ok(Val::int(machine.memory.string(args.pointer(0)?, u64::MAX)?.len() as u64))
}

fn strcpy(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let dst = args.pointer(0)?;
    let text = machine.memory.string(args.pointer(1)?, u64::MAX)?;
    machine.memory.write_bytes(dst, &text)?;
    machine.memory.write_bytes(moved(dst, text.len() as i64)?, &[0])?;
    Ok(dst)
}

fn strcmp(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let a = machine.memory.string(args.pointer(0)?, u64::MAX)?;
    let b = machine.memory.string(args.pointer(1)?, u64::MAX)?;
    Ok(Val::int(a.cmp(&b) as i64 as u64))
}
