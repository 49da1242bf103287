//! stdlib.h: allocation.

use super::{Args, Function};
use crate::exec::Machine;
use crate::fault::{Fault, FaultKind, Stop};
use crate::memory::{Life, OBJECT_LIMIT, ObjectKind};
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("malloc", malloc),
    ("calloc", calloc),
    ("realloc", realloc),
    ("free", free),
    ("aligned_alloc", aligned_alloc),
];

fn allocate(machine: &mut Machine<'_>, size: u64, align: u64) -> Result<Val, Stop> {
    // More than there can be: what a real allocator answers.
    if size > OBJECT_LIMIT {
        return Ok(Val::ZERO);
    }
    let id = machine.memory.allocate(size, align, ObjectKind::Heap)?;
    Ok(Val::pointer(id, 0))
}

fn malloc(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    allocate(machine, args.size(0)?, 16)
}

fn calloc(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let size = args.size(0)?.saturating_mul(args.size(1)?);
    let pointer = allocate(machine, size, 16)?;
    if pointer.is_pointer() {
        machine.memory.fill(pointer, 0, size)?;
    }
    Ok(pointer)
}

fn aligned_alloc(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    allocate(machine, args.size(1)?, args.size(0)?)
}

fn realloc(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (old, size) = (args.pointer(0)?, args.size(1)?);
    if old == Val::ZERO {
        return allocate(machine, size, 16);
    }
    let kept = checked_heap(machine, old, "realloc")?.min(size);
    let new = allocate(machine, size, 16)?;
    if new.is_pointer() {
        machine.memory.copy(new, old, kept)?;
        machine.memory.end(old.object());
    }
    Ok(new)
}

fn free(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let pointer = args.pointer(0)?;
    if pointer != Val::ZERO {
        checked_heap(machine, pointer, "free")?;
        machine.memory.end(pointer.object());
    }
    Ok(Val::UNINIT)
}

/// The size of the heap object that a pointer to be freed stands for.
fn checked_heap(machine: &Machine<'_>, pointer: Val, what: &str) -> Result<u64, Stop> {
    let object = pointer.is_pointer().then(|| machine.memory.object(pointer.object())).flatten();
    match object {
        Some(object) if object.kind == ObjectKind::Heap && pointer.offset() == 0 => match object.life {
            Life::Alive => Ok(object.size.into()),
            _ => Fault::stop(FaultKind::DoubleFree, format!("{what} of an object that is freed already")),
        },
        _ => Fault::stop(FaultKind::BadFree, format!("{what} of what no allocation returned")),
    }
}
