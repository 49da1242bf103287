//! semaphore.h: the value lies in the first word.

use super::{Call, check_time, misuse};
use crate::exec::Machine;
use crate::fault::Stop;
use crate::library::args::{Args, not_modelled, number};
use crate::library::{Function, errno};
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("sem_init", init),
    ("sem_destroy", destroy),
    ("sem_wait", |machine, args| down(machine, args.pointer(0)?, false)),
    ("sem_timedwait", |machine, args| timed_down(machine, args, 1)),
    ("sem_clockwait", |machine, args| timed_down(machine, args, 2)),
    ("sem_trywait", try_down),
    ("sem_post", post),
    ("sem_getvalue", get_value),
    ("sem_open", |_, _| not_modelled("named semaphores, here by sem_open")),
    ("sem_close", |_, _| not_modelled("named semaphores, here by sem_close")),
    ("sem_unlink", |_, _| not_modelled("named semaphores, here by sem_unlink")),
];

const EAGAIN: i32 = 11;
const EOVERFLOW: i32 = 75;
const ETIMEDOUT: i32 = 110;
const MOST: u32 = i32::MAX as u32;
/// What the value becomes in the end.
const DESTROYED: u32 = u32::MAX;

fn value(machine: &Machine<'_>, semaphore: Val) -> Result<u32, Stop> {
    match machine.lock_word(semaphore, 0, "a semaphore")? {
        DESTROYED => misuse("use of a semaphore that has been destroyed"),
        value => Ok(value),
    }
}

fn fail(machine: &mut Machine<'_>, error: i32) -> Result<Val, Stop> {
    errno::set(machine, error)?;
    number(-1)
}

fn init(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (semaphore, first) = (args.pointer(0)?, args.int32(2)? as u32);
    machine.call_turn(Call::Step)?;
    if first > MOST {
        return fail(machine, errno::EINVAL);
    }
    let size = if machine.word_bytes() == 8 { 32 } else { 16 };
    machine.memory.fill(semaphore, 0, size)?;
    machine.set_lock_word(semaphore, 0, first)?;
    number(0)
}

fn destroy(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let semaphore = args.pointer(0)?;
    machine.call_turn(Call::Step)?;
    value(machine, semaphore)?;
    machine.set_lock_word(semaphore, 0, DESTROYED)?;
    number(0)
}

fn timed_down(machine: &mut Machine<'_>, args: &Args, time: usize) -> Result<Val, Stop> {
    check_time(machine, args.pointer(time)?)?;
    down(machine, args.pointer(0)?, true)
}

fn down(machine: &mut Machine<'_>, semaphore: Val, timed: bool) -> Result<Val, Stop> {
    let option = machine.call_turn(Call::Down { semaphore, timed })?;
    let value = value(machine, semaphore)?;
    if value == 0 || option == 1 {
        return fail(machine, ETIMEDOUT);
    }
    machine.set_lock_word(semaphore, 0, value - 1)?;
    number(0)
}

fn try_down(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let semaphore = args.pointer(0)?;
    machine.call_turn(Call::Step)?;
    match value(machine, semaphore)? {
        0 => fail(machine, EAGAIN),
        value => {
            machine.set_lock_word(semaphore, 0, value - 1)?;
            number(0)
        }
    }
}

fn post(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let semaphore = args.pointer(0)?;
    machine.call_turn(Call::Step)?;
    match value(machine, semaphore)? {
        MOST => fail(machine, EOVERFLOW),
        value => {
            machine.set_lock_word(semaphore, 0, value + 1)?;
            number(0)
        }
    }
}

fn get_value(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (semaphore, place) = (args.pointer(0)?, args.pointer(1)?);
    machine.call_turn(Call::Step)?;
    let value = value(machine, semaphore)?;
    machine.note_in_step(place, 4, true);
    machine.memory.store(place, 4, Val::int(value.into()))?;
    number(0)
}
