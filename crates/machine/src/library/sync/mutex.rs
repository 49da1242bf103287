//! Mutexes of pthread.h and threads.h.

use super::{Call, check_time, misuse};
use crate::exec::Machine;
use crate::fault::{Fault, FaultKind, Stop};
use crate::library::Function;
use crate::library::args::{Args, nothing, number};
use crate::naming::Extent;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("pthread_mutex_init", init),
    ("pthread_mutex_destroy", destroy),
    ("pthread_mutex_lock", |machine, args| lock(machine, args.pointer(0)?, false)),
    ("pthread_mutex_timedlock", |machine, args| timed_lock(machine, args, 1)),
    ("pthread_mutex_clocklock", |machine, args| timed_lock(machine, args, 2)),
    ("pthread_mutex_trylock", |machine, args| try_lock(machine, args.pointer(0)?)),
    ("pthread_mutex_unlock", |machine, args| unlock(machine, args.pointer(0)?)),
    ("pthread_mutexattr_init", |machine, args| {
        machine.memory.store(args.pointer(0)?, 4, Val::ZERO).and_then(|()| number(0))
    }),
    ("pthread_mutexattr_destroy", |_, args| args.pointer(0).and_then(|_| number(0))),
    ("pthread_mutexattr_settype", set_type),
    ("pthread_mutexattr_gettype", get_type),
    ("mtx_init", mtx_init),
    ("mtx_destroy", |machine, args| destroy(machine, args).and_then(|_| nothing())),
    ("mtx_lock", |machine, args| c11(lock(machine, args.pointer(0)?, false)?)),
    ("mtx_timedlock", |machine, args| c11(timed_lock(machine, args, 1)?)),
    ("mtx_trylock", |machine, args| c11(try_lock(machine, args.pointer(0)?)?)),
    ("mtx_unlock", |machine, args| c11(unlock(machine, args.pointer(0)?)?)),
];

/// The first word holds the number of the thread that has it, 0 if nobody has.
const COUNT: i64 = 4;
const NORMAL: u32 = 0;
const RECURSIVE: u32 = 1;
const ERRORCHECK: u32 = 2;
/// PTHREAD_MUTEX_ADAPTIVE_NP, which behaves as a normal one.
const ADAPTIVE: u32 = 3;
/// Not a kind: the mutex has been destroyed.
const DESTROYED: u32 = u32::MAX;

pub(super) const EPERM: i32 = 1;
pub(super) const EBUSY: i32 = 16;
const EINVAL: i32 = 22;
pub(super) const EDEADLK: i32 = 35;
pub(super) const ETIMEDOUT: i32 = 110;

/// Where glibc has the kind: on 64 bits behind a count of users.
fn kind_offset(machine: &Machine<'_>) -> i64 {
    if machine.word_bytes() == 8 { 16 } else { 12 }
}

fn kind(machine: &Machine<'_>, mutex: Val) -> Result<u32, Stop> {
    match machine.lock_word(mutex, kind_offset(machine), "a mutex")? {
        DESTROYED => misuse("use of a mutex that has been destroyed"),
        kind => Ok(kind & 3),
    }
}

/// The codes of threads.h for those of errno.h.
pub(super) fn c11(result: Val) -> Result<Val, Stop> {
    number(match result.bits as i32 {
        0 => 0,
        EBUSY => 1,
        ETIMEDOUT => 4,
        _ => 2,
    })
}

fn fill(machine: &mut Machine<'_>, mutex: Val, kind: u32) -> Result<Val, Stop> {
    machine.call_turn(Call::Step)?;
    let size = if machine.word_bytes() == 8 { 40 } else { 24 };
    machine.memory.fill(mutex, 0, size)?;
    machine.set_lock_word(mutex, kind_offset(machine), kind)?;
    number(0)
}

fn init(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (mutex, attributes) = (args.pointer(0)?, args.pointer(1)?);
    let kind =
        if attributes == Val::ZERO { NORMAL } else { machine.lock_word(attributes, 0, "an attribute")? };
    if attributes != Val::ZERO {
        machine.note_in_step(attributes, 4, false);
    }
    fill(machine, mutex, kind)
}

fn mtx_init(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (mutex, kind) = (args.pointer(0)?, args.int32(1)?);
    fill(machine, mutex, if kind & 1 != 0 { RECURSIVE } else { NORMAL })
}

fn destroy(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let mutex = args.pointer(0)?;
    machine.call_turn(Call::Step)?;
    kind(machine, mutex)?;
    if machine.lock_word(mutex, 0, "a mutex")? != 0 {
        return misuse("a locked mutex is destroyed");
    }
    machine.set_lock_word(mutex, kind_offset(machine), DESTROYED)?;
    number(0)
}

fn set_type(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (attributes, kind) = (args.pointer(0)?, args.int32(1)? as u32);
    if kind > ADAPTIVE {
        return number(EINVAL);
    }
    machine.set_lock_word(attributes, 0, kind)?;
    number(0)
}

fn get_type(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let kind = machine.lock_word(args.pointer(0)?, 0, "an attribute")?;
    machine.memory.store(args.pointer(1)?, 4, Val::int(kind.into()))?;
    number(0)
}

fn timed_lock(machine: &mut Machine<'_>, args: &Args, time: usize) -> Result<Val, Stop> {
    check_time(machine, args.pointer(time)?)?;
    lock(machine, args.pointer(0)?, true)
}

fn lock(machine: &mut Machine<'_>, mutex: Val, timed: bool) -> Result<Val, Stop> {
    let option = machine.call_turn(Call::Lock { mutex, timed })?;
    let kind = kind(machine, mutex)?;
    let owner = machine.lock_word(mutex, 0, "a mutex")?;
    if owner == machine.own_number() {
        return match kind {
            RECURSIVE => {
                let count = machine.lock_word(mutex, COUNT, "a mutex")?;
                machine.set_lock_word(mutex, COUNT, count + 1)?;
                number(0)
            }
            ERRORCHECK => number(EDEADLK),
            _ if timed => number(ETIMEDOUT),
            _ => {
                let name = machine.name_place(mutex, Extent::Start);
                let message = format!("a thread waits for the mutex `{name}`, which it holds itself");
                Fault::stop(FaultKind::Deadlock, message)
            }
        };
    }
    if owner != 0 || option == 1 {
        return number(ETIMEDOUT);
    }
    take(machine, mutex, kind)?;
    number(0)
}

/// A mutex that is free becomes the running thread's.
fn take(machine: &mut Machine<'_>, mutex: Val, kind: u32) -> Result<(), Stop> {
    if kind == RECURSIVE {
        machine.set_lock_word(mutex, COUNT, 1)?;
    }
    machine.set_lock_word(mutex, 0, machine.own_number())
}

/// Takes a mutex again that was given up to wait.
pub(super) fn take_again(machine: &mut Machine<'_>, mutex: Val) -> Result<(), Stop> {
    let kind = kind(machine, mutex)?;
    take(machine, mutex, kind)
}

fn try_lock(machine: &mut Machine<'_>, mutex: Val) -> Result<Val, Stop> {
    machine.call_turn(Call::Step)?;
    let kind = kind(machine, mutex)?;
    let owner = machine.lock_word(mutex, 0, "a mutex")?;
    if owner == 0 {
        take(machine, mutex, kind)?;
        return number(0);
    }
    if kind == RECURSIVE && owner == machine.own_number() {
        let count = machine.lock_word(mutex, COUNT, "a mutex")?;
        machine.set_lock_word(mutex, COUNT, count + 1)?;
        return number(0);
    }
    number(EBUSY)
}

fn unlock(machine: &mut Machine<'_>, mutex: Val) -> Result<Val, Stop> {
    machine.call_turn(Call::Step)?;
    let kind = kind(machine, mutex)?;
    if machine.lock_word(mutex, 0, "a mutex")? != machine.own_number() {
        return match kind {
            RECURSIVE | ERRORCHECK => number(EPERM),
            _ => misuse("a thread unlocks a mutex that it does not hold"),
        };
    }
    release(machine, mutex, kind)?;
    number(0)
}

/// Gives a mutex back that is the running thread's, once.
fn release(machine: &mut Machine<'_>, mutex: Val, kind: u32) -> Result<(), Stop> {
    if kind == RECURSIVE {
        let count = machine.lock_word(mutex, COUNT, "a mutex")?;
        machine.set_lock_word(mutex, COUNT, count - 1)?;
        if count > 1 {
            return Ok(());
        }
    }
    machine.set_lock_word(mutex, 0, 0)
}

/// Gives up a mutex to wait on a condition variable: it must be held, once.
pub(super) fn give_up(machine: &mut Machine<'_>, mutex: Val) -> Result<(), Stop> {
    let kind = kind(machine, mutex)?;
    if machine.lock_word(mutex, 0, "a mutex")? != machine.own_number() {
        return misuse("a thread waits on a condition variable with a mutex that it does not hold");
    }
    if kind == RECURSIVE && machine.lock_word(mutex, COUNT, "a mutex")? > 1 {
        return Err(Stop::NotModelled("waiting with a recursive mutex that is held more than once".into()));
    }
    release(machine, mutex, kind)
}
