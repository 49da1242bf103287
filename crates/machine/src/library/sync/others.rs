//! Read-write locks, spin locks and barriers of pthread.h.

use super::mutex::{EBUSY, EDEADLK, ETIMEDOUT};
use super::{Call, check_time, misuse};
use crate::exec::Machine;
use crate::explore::Pending;
use crate::fault::{Fault, FaultKind, Stop};
use crate::library::Function;
use crate::library::args::{Args, not_modelled, number};
use crate::naming::Extent;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("pthread_rwlock_init", |machine, args| clear(machine, args.pointer(0)?, 32)),
    ("pthread_rwlock_destroy", |machine, args| rwlock_destroy(machine, args.pointer(0)?)),
    ("pthread_rwlock_rdlock", |machine, args| read_lock(machine, args.pointer(0)?, false)),
    ("pthread_rwlock_timedrdlock", |machine, args| {
        check_time(machine, args.pointer(1)?)?;
        read_lock(machine, args.pointer(0)?, true)
    }),
    ("pthread_rwlock_tryrdlock", |machine, args| try_read_lock(machine, args.pointer(0)?)),
    ("pthread_rwlock_wrlock", |machine, args| write_lock(machine, args.pointer(0)?, false)),
    ("pthread_rwlock_timedwrlock", |machine, args| {
        check_time(machine, args.pointer(1)?)?;
        write_lock(machine, args.pointer(0)?, true)
    }),
    ("pthread_rwlock_trywrlock", |machine, args| try_write_lock(machine, args.pointer(0)?)),
    ("pthread_rwlock_unlock", |machine, args| rwlock_unlock(machine, args.pointer(0)?)),
    ("pthread_spin_init", |machine, args| clear(machine, args.pointer(0)?, 4)),
    ("pthread_spin_destroy", |machine, args| spin_destroy(machine, args.pointer(0)?)),
    ("pthread_spin_lock", |machine, args| spin_lock(machine, args.pointer(0)?)),
    ("pthread_spin_trylock", |machine, args| spin_try_lock(machine, args.pointer(0)?)),
    ("pthread_spin_unlock", |machine, args| spin_unlock(machine, args.pointer(0)?)),
    ("pthread_barrier_init", barrier_init),
    ("pthread_barrier_destroy", |machine, args| barrier_destroy(machine, args.pointer(0)?)),
    ("pthread_barrier_wait", |machine, args| barrier_wait(machine, args.pointer(0)?)),
];

/// Of a read-write lock: readers in the first word, the writer in the second, then a byte for each of some threads.
pub(crate) const WRITER: i64 = 4;
const READS: i64 = 8;
const COUNTED: usize = 16;
pub(super) const DESTROYED: u32 = u32::MAX;

fn clear(machine: &mut Machine<'_>, lock: Val, size: u64) -> Result<Val, Stop> {
    machine.call_turn(Call::Step)?;
    machine.memory.fill(lock, 0, size)?;
    number(0)
}

/// Readers and writer.
fn rwlock(machine: &Machine<'_>, lock: Val) -> Result<(u32, u32), Stop> {
    let readers = machine.lock_word(lock, 0, "a read-write lock")?;
    if readers == DESTROYED {
        return misuse("use of a read-write lock that has been destroyed");
    }
    Ok((readers, machine.lock_word(lock, WRITER, "a read-write lock")?))
}

fn rwlock_destroy(machine: &mut Machine<'_>, lock: Val) -> Result<Val, Stop> {
    machine.call_turn(Call::Step)?;
    if rwlock(machine, lock)? != (0, 0) {
        return misuse("a locked read-write lock is destroyed");
    }
    machine.set_lock_word(lock, 0, DESTROYED)?;
    number(0)
}

fn read_lock(machine: &mut Machine<'_>, lock: Val, timed: bool) -> Result<Val, Stop> {
    let option = machine.call_turn(Call::ReadLock { lock, timed })?;
    let (readers, writer) = rwlock(machine, lock)?;
    if writer == machine.own_number() {
        return number(EDEADLK);
    }
    if writer != 0 || option == 1 {
        return number(ETIMEDOUT);
    }
    add_reader(machine, lock, readers)
}

fn try_read_lock(machine: &mut Machine<'_>, lock: Val) -> Result<Val, Stop> {
    machine.call_turn(Call::Step)?;
    let (readers, writer) = rwlock(machine, lock)?;
    if writer != 0 {
        return number(EBUSY);
    }
    add_reader(machine, lock, readers)
}

/// Where the running thread counts how often it reads; those beyond the first few are not told apart.
fn own_reads(machine: &Machine<'_>, lock: Val) -> Result<Option<(Val, u64)>, Stop> {
    if machine.running() >= COUNTED {
        return Ok(None);
    }
    let place = crate::address::moved(lock, READS + machine.running() as i64)?;
    let count = machine.memory.load(place, 1)?;
    if count.is_int() {
        Ok(Some((place, count.bits)))
    } else {
        misuse("a read-write lock that is not initialised")
    }
}

/// Of the first few threads, those that read.
pub(crate) fn readers<'m>(machine: &'m Machine<'_>, lock: Val) -> impl Iterator<Item = usize> + 'm {
    let is_reading = move |&thread: &usize| {
        let place = crate::address::moved(lock, READS + thread as i64);
        let count = place.and_then(|place| machine.memory.load(place, 1));
        count.is_ok_and(|count| count.is_int() && count.bits > 0)
    };
    (0..machine.thread_count().min(COUNTED)).filter(is_reading)
}

fn add_reader(machine: &mut Machine<'_>, lock: Val, readers: u32) -> Result<Val, Stop> {
    if let Some((place, count)) = own_reads(machine, lock)? {
        if count == 255 {
            return not_modelled("a read-write lock that a thread holds more than 255 times");
        }
        machine.memory.store(place, 1, Val::int(count + 1))?;
    }
    machine.set_lock_word(lock, 0, readers + 1)?;
    number(0)
}

fn write_lock(machine: &mut Machine<'_>, lock: Val, timed: bool) -> Result<Val, Stop> {
    let option = machine.call_turn(Call::WriteLock { lock, timed })?;
    let (readers, writer) = rwlock(machine, lock)?;
    if writer == machine.own_number() {
        return number(EDEADLK);
    }
    if readers != 0 || writer != 0 || option == 1 {
        return number(ETIMEDOUT);
    }
    machine.set_lock_word(lock, WRITER, machine.own_number())?;
    number(0)
}

fn try_write_lock(machine: &mut Machine<'_>, lock: Val) -> Result<Val, Stop> {
    machine.call_turn(Call::Step)?;
    if rwlock(machine, lock)? != (0, 0) {
        return number(EBUSY);
    }
    machine.set_lock_word(lock, WRITER, machine.own_number())?;
    number(0)
}

fn rwlock_unlock(machine: &mut Machine<'_>, lock: Val) -> Result<Val, Stop> {
    machine.call_turn(Call::Step)?;
    match rwlock(machine, lock)? {
        (_, writer) if writer == machine.own_number() => machine.set_lock_word(lock, WRITER, 0)?,
        (0, _) => return misuse("a thread unlocks a read-write lock that it does not hold"),
        (readers, _) => {
            match own_reads(machine, lock)? {
                Some((_, 0)) => return misuse("a thread unlocks a read-write lock that it does not hold"),
                Some((place, count)) => machine.memory.store(place, 1, Val::int(count - 1))?,
                None => {
                    let what = format!("whether a thread beyond the first {COUNTED} holds a read-write lock");
                    return not_modelled(&what);
                }
            }
            machine.set_lock_word(lock, 0, readers - 1)?;
        }
    }
    number(0)
}

fn spin(machine: &Machine<'_>, lock: Val) -> Result<u32, Stop> {
    match machine.lock_word(lock, 0, "a spin lock")? {
        DESTROYED => misuse("use of a spin lock that has been destroyed"),
        owner => Ok(owner),
    }
}

fn spin_destroy(machine: &mut Machine<'_>, lock: Val) -> Result<Val, Stop> {
    machine.call_turn(Call::Step)?;
    if spin(machine, lock)? != 0 {
        return misuse("a locked spin lock is destroyed");
    }
    machine.set_lock_word(lock, 0, DESTROYED)?;
    number(0)
}

fn spin_lock(machine: &mut Machine<'_>, lock: Val) -> Result<Val, Stop> {
    machine.call_turn(Call::Spin { lock })?;
    if spin(machine, lock)? == machine.own_number() {
        let name = machine.name_place(lock, Extent::Start);
        let message = format!("a thread waits for the spin lock `{name}`, which it holds itself");
        return Fault::stop(FaultKind::Deadlock, message);
    }
    machine.set_lock_word(lock, 0, machine.own_number())?;
    number(0)
}

fn spin_try_lock(machine: &mut Machine<'_>, lock: Val) -> Result<Val, Stop> {
    machine.call_turn(Call::Step)?;
    if spin(machine, lock)? != 0 {
        return number(EBUSY);
    }
    machine.set_lock_word(lock, 0, machine.own_number())?;
    number(0)
}

fn spin_unlock(machine: &mut Machine<'_>, lock: Val) -> Result<Val, Stop> {
    machine.call_turn(Call::Step)?;
    if spin(machine, lock)? != machine.own_number() {
        return misuse("a thread unlocks a spin lock that it does not hold");
    }
    machine.set_lock_word(lock, 0, 0)?;
    number(0)
}

const ARRIVED: i64 = 4;
const SERIAL_THREAD: i32 = -1;
const EINVAL: i32 = 22;

fn barrier_init(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (barrier, count) = (args.pointer(0)?, args.int32(2)? as u32);
    machine.call_turn(Call::Step)?;
    if count == 0 || count > i32::MAX as u32 {
        return number(EINVAL);
    }
    machine.memory.fill(barrier, 0, 8)?;
    machine.set_lock_word(barrier, 0, count)?;
    number(0)
}

fn barrier_count(machine: &Machine<'_>, barrier: Val) -> Result<u32, Stop> {
    match machine.lock_word(barrier, 0, "a barrier")? {
        0 | DESTROYED => misuse("use of a barrier that is not initialised"),
        count => Ok(count),
    }
}

fn barrier_destroy(machine: &mut Machine<'_>, barrier: Val) -> Result<Val, Stop> {
    machine.call_turn(Call::Step)?;
    barrier_count(machine, barrier)?;
    if machine.lock_word(barrier, ARRIVED, "a barrier")? != 0 {
        return misuse("a barrier that a thread waits at is destroyed");
    }
    machine.set_lock_word(barrier, 0, DESTROYED)?;
    number(0)
}

/// The last one to come lets all go, and is told so.
fn barrier_wait(machine: &mut Machine<'_>, barrier: Val) -> Result<Val, Stop> {
    if machine.exploring().is_none() {
        return not_modelled("waiting for another thread");
    }
    if machine.progress() == 1 {
        machine.call_turn(Call::Passed)?;
        machine.set_progress(0, Val::UNINIT);
        return number(0);
    }
    machine.call_turn(Call::Step)?;
    let (count, arrived) =
        (barrier_count(machine, barrier)?, machine.lock_word(barrier, ARRIVED, "a barrier")? + 1);
    if arrived < count {
        machine.set_lock_word(barrier, ARRIVED, arrived)?;
        machine.set_progress(1, Val::UNINIT);
        return machine.yield_to(Pending::Call(Call::Barrier { barrier }));
    }
    machine.set_lock_word(barrier, ARRIVED, 0)?;
    // Whom it lets go depends on which barrier they wait at.
    machine.note_others();
    for thread in 0..machine.thread_count() {
        if machine.pending(thread) == Pending::Call(Call::Barrier { barrier }) {
            machine.thread_mut(thread).pending = Pending::Call(Call::Passed);
        }
    }
    number(SERIAL_THREAD)
}
