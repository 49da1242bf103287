//! stdlib.h and malloc.h: allocation. It fails only for what no machine has.

use cfa::library::Trait;

use super::args::{Args, not_modelled, nothing, number};
use super::sync::Call;
use super::{Function, LibraryId, errno};
use crate::exec::Machine;
use crate::explore::Access;
use crate::extent::HEAP_ALIGN;
use crate::fault::{Fault, FaultKind, Stop};
use crate::memory::{Blank, Life, OBJECT_LIMIT, ObjectKind};
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("malloc", malloc),
    ("calloc", calloc),
    ("realloc", realloc),
    ("reallocarray", realloc_array),
    ("free", free),
    ("cfree", free),
    ("aligned_alloc", aligned),
    ("memalign", aligned),
    ("posix_memalign", posix_memalign),
    ("valloc", |machine, args| allocate(machine, args.size(0)?, PAGE)),
    ("pvalloc", |machine, args| allocate(machine, args.size(0)?.max(1).next_multiple_of(PAGE), PAGE)),
    ("malloc_usable_size", usable_size),
];

pub(super) const ALIGN: u64 = HEAP_ALIGN as u64;
const PAGE: u64 = 4096;
/// Blocks of this size and above are pages of their own.
const MAPPED: u64 = 128 << 10;

/// A new object of the heap, or null if there is no room for it.
pub(super) fn allocate(machine: &mut Machine<'_>, size: u64, align: u64) -> Result<Val, Stop> {
    allocate_as(machine, size, align, (0, Blank::Indeterminate))
}

fn allocate_as(machine: &mut Machine<'_>, size: u64, align: u64, shape: (u32, Blank)) -> Result<Val, Stop> {
    if is_too_large(machine, size)? {
        errno::set(machine, errno::ENOMEM)?;
        return Ok(Val::ZERO);
    }
    if may_fail(machine) {
        let is_turn_taken = machine.exploring().is_some_and(|e| e.is_turn_taken);
        let option = machine.call_turn(Call::Allocate);
        // It is the allocation that has waited, not what else the function does.
        machine.exploring_mut().is_turn_taken = is_turn_taken;
        if option? == 1 {
            errno::set(machine, errno::ENOMEM)?;
            return Ok(Val::ZERO);
        }
    }
    let id = machine.memory.allocate_as(size, align, ObjectKind::Heap, shape)?;
    machine.learn_site(id);
    Ok(Val::pointer(id, 0))
}

fn may_fail(machine: &Machine<'_>) -> bool {
    machine.exploring().is_some_and(|e| e.options.malloc_may_fail)
}

/// More than there can be, for which there is no room. In 32 bits half of all addresses may be had.
fn is_too_large(machine: &Machine<'_>, size: u64) -> Result<bool, Stop> {
    if size > OBJECT_LIMIT && machine.word_bytes() == 4 && size <= i32::MAX as u64 {
        return not_modelled("an allocation of more than 1 GiB");
    }
    Ok(size > OBJECT_LIMIT)
}

/// `realloc`: the object moves, whatever its size.
pub(super) fn resize(machine: &mut Machine<'_>, old: Val, size: u64) -> Result<Val, Stop> {
    if old == Val::ZERO {
        return allocate(machine, size, ALIGN);
    }
    // An allocation that may fail waits itself.
    if size == 0 || !may_fail(machine) {
        see_end(machine, old)?;
    }
    let kept = checked_heap(machine, old, "realloc")?.min(size);
    // How much is kept depends on how much there was.
    if let Some(object) = machine.memory.object(old.object()) {
        machine.memory.notes.whole(object.extent);
    }
    if size == 0 {
        machine.memory.end(old.object());
        return Ok(Val::ZERO);
    }
    let new = allocate(machine, size, ALIGN)?;
    if new.is_pointer() {
        if let Some(exploring) = &mut machine.exploring {
            exploring.is_turn_taken |= exploring.options.malloc_may_fail;
        }
        machine.memory.copy(new, old, kept)?;
        machine.memory.end(old.object());
    }
    Ok(new)
}

fn malloc(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let size = match args.pointer(0)?.as_term() {
        Some(term) => machine.size_of_term(term)?,
        None => args.size(0)?,
    };
    allocate_as(machine, size, ALIGN, (machine.allocated_extent(size), Blank::Indeterminate))
}

fn calloc(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let size = args.size(0)?.saturating_mul(args.size(1)?);
    let pointer = allocate_as(machine, size, ALIGN, (machine.allocated_extent(size), Blank::Zero))?;
    if pointer.is_pointer() {
        machine.memory.fill(pointer, 0, size)?;
    }
    Ok(pointer)
}

fn aligned(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let align = args.size(0)?;
    // glibc takes the next power of two; one that is too large fails.
    match align.checked_next_power_of_two() {
        Some(align) if align <= OBJECT_LIMIT => allocate(machine, args.size(1)?, align.max(ALIGN)),
        _ => {
            errno::set(machine, errno::EINVAL)?;
            Ok(Val::ZERO)
        }
    }
}

fn posix_memalign(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (place, align) = (args.pointer(0)?, args.size(1)?);
    if !align.is_power_of_two() || align % u64::from(machine.word_bytes()) != 0 {
        return number(errno::EINVAL);
    }
    let size = args.size(2)?;
    if is_too_large(machine, size)? {
        return number(errno::ENOMEM);
    }
    let pointer = allocate(machine, size, align.max(ALIGN))?;
    machine.store_word(place, pointer)?;
    number(0)
}

fn realloc(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    resize(machine, args.pointer(0)?, args.size(1)?)
}

fn realloc_array(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    match args.size(1)?.checked_mul(args.size(2)?) {
        Some(size) => resize(machine, args.pointer(0)?, size),
        None => {
            errno::set(machine, errno::ENOMEM)?;
            Ok(Val::ZERO)
        }
    }
}

/// What glibc leaves for use in a fresh block. That is part of the layout of memory: what lies behind the bytes that
/// were asked for is no part of the object.
fn usable_size(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let pointer = args.pointer(0)?;
    if pointer == Val::ZERO {
        return number(0);
    }
    let size = checked_heap(machine, pointer, "malloc_usable_size")?;
    let head = u64::from(machine.word_bytes());
    if machine.memory.places.is_none() || size >= MAPPED {
        return not_modelled("malloc_usable_size");
    }
    Ok(Val::int((size + head).next_multiple_of(ALIGN).max(2 * ALIGN) - head))
}

/// Whether a function ends an object of the heap.
pub(crate) fn is_freeing(function: LibraryId) -> bool {
    function.entry().row.is(Trait::Frees)
}

fn free(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    release(machine, args.pointer(0)?)?;
    nothing()
}

/// Frees an object; whoever can still reach it notices.
pub(super) fn release(machine: &mut Machine<'_>, pointer: Val) -> Result<(), Stop> {
    if pointer == Val::ZERO {
        return Ok(());
    }
    see_end(machine, pointer)?;
    checked_heap(machine, pointer, "free")?;
    machine.memory.end(pointer.object());
    Ok(())
}

/// Waits for one's turn to end an object that others can reach. Who still uses it then would fault, so that what else
/// is done with it need not be in steps of its own.
fn see_end(machine: &mut Machine<'_>, pointer: Val) -> Result<(), Stop> {
    let Some(exploring) = machine.exploring() else { return Ok(()) };
    let is_counted = exploring.options.counts_heap && pointer.is_pointer();
    if machine.is_visible(pointer) {
        let size = machine.memory.object(pointer.object()).map_or(0, |object| object.size);
        let at = Val::pointer(pointer.object(), 0);
        machine.access_turn(Access::new(at, size, true, false))?;
    } else if is_counted {
        // Another thread may end the program before.
        machine.call_turn(Call::Step)?;
    }
    Ok(())
}

/// The size of the heap object that a pointer to be freed stands for.
fn checked_heap(machine: &Machine<'_>, pointer: Val, what: &str) -> Result<u64, Stop> {
    let object = pointer.is_pointer().then(|| machine.memory.object(pointer.object())).flatten();
    // What somebody outside returns the address of may be an allocation.
    let start = || machine.start_of_made_up(pointer.object()).unwrap_or(0);
    match object {
        Some(object) if object.kind == ObjectKind::Heap && i64::from(pointer.offset()) == start() => {
            match object.life {
                Life::Alive => Ok(object.size.into()),
                _ => Fault::stop(FaultKind::DoubleFree, format!("{what} of an object that is freed already")),
            }
        }
        _ => Fault::stop(FaultKind::BadFree, format!("{what} of what no allocation returned")),
    }
}
