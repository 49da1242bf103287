//! Condition variables of pthread.h and threads.h. A signal wakes one of those that wait, whichever. Whoever waits may
//! also wake up without a reason, unless the options say otherwise; nothing promises that it does.

use super::mutex::{self, ETIMEDOUT, c11};
use super::{Call, check_time, misuse};
use crate::exec::Machine;
use crate::explore::Pending;
use crate::fault::Stop;
use crate::library::Function;
use crate::library::args::{Args, nothing, number};
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("pthread_cond_init", |machine, args| init(machine, args.pointer(0)?)),
    ("pthread_cond_destroy", |machine, args| destroy(machine, args.pointer(0)?)),
    ("pthread_cond_wait", |machine, args| wait(machine, args, None)),
    ("pthread_cond_timedwait", |machine, args| wait(machine, args, Some(2))),
    ("pthread_cond_clockwait", |machine, args| wait(machine, args, Some(3))),
    ("pthread_cond_signal", |machine, args| signal(machine, args.pointer(0)?)),
    ("pthread_cond_broadcast", |machine, args| broadcast(machine, args.pointer(0)?)),
    ("pthread_condattr_init", |_, args| args.pointer(0).and_then(|_| number(0))),
    ("pthread_condattr_destroy", |_, args| args.pointer(0).and_then(|_| number(0))),
    ("pthread_condattr_setclock", |_, args| args.pointer(0).and_then(|_| number(0))),
    ("cnd_init", |machine, args| init(machine, args.pointer(0)?)),
    ("cnd_destroy", |machine, args| destroy(machine, args.pointer(0)?).and_then(|_| nothing())),
    ("cnd_wait", |machine, args| c11(wait(machine, args, None)?)),
    ("cnd_timedwait", |machine, args| c11(wait(machine, args, Some(2))?)),
    ("cnd_signal", |machine, args| signal(machine, args.pointer(0)?)),
    ("cnd_broadcast", |machine, args| broadcast(machine, args.pointer(0)?)),
];

const BYTES: u64 = 48;
/// What the first word holds after `destroy`; 0 before.
const DESTROYED: u32 = 1;

fn init(machine: &mut Machine<'_>, condition: Val) -> Result<Val, Stop> {
    machine.call_turn(Call::Step)?;
    machine.memory.fill(condition, 0, BYTES)?;
    number(0)
}

fn check(machine: &Machine<'_>, condition: Val) -> Result<(), Stop> {
    match machine.lock_word(condition, 0, "a condition variable")? {
        DESTROYED => misuse("use of a condition variable that has been destroyed"),
        _ => Ok(()),
    }
}

fn destroy(machine: &mut Machine<'_>, condition: Val) -> Result<Val, Stop> {
    machine.call_turn(Call::Step)?;
    check(machine, condition)?;
    machine.note_others();
    if machine.waiting(condition).next().is_some() {
        return misuse("a condition variable that a thread waits for is destroyed");
    }
    machine.set_lock_word(condition, 0, DESTROYED)?;
    number(0)
}

/// Two phases: give up the mutex and wait; wake up and take it again. `time` is the argument that says how long.
fn wait(machine: &mut Machine<'_>, args: &Args, time: Option<usize>) -> Result<Val, Stop> {
    let (condition, mutex, timed) = (args.pointer(0)?, args.pointer(1)?, time.is_some());
    if machine.exploring().is_none() {
        return super::super::args::not_modelled("waiting for another thread");
    }
    let call = Call::Wait { condition, mutex, timed };
    if machine.progress() == 0 {
        machine.call_turn(Call::Step)?;
        check(machine, condition)?;
        if let Some(time) = time {
            check_time(machine, args.pointer(time)?)?;
        }
        mutex::give_up(machine, mutex)?;
        machine.set_progress(1, Val::UNINIT);
        return machine.yield_to(Pending::Call(call));
    }
    let option = machine.call_turn(call)?;
    let result = match machine.pending(machine.running()) {
        Pending::Call(Call::Relock { result, .. }) => result,
        // Nobody has signalled: the time is out, or there is no reason at all.
        _ if timed && option == 0 => ETIMEDOUT,
        _ => 0,
    };
    if machine.lock_word(mutex, 0, "a mutex")? != 0 {
        return machine.yield_to(Pending::Call(Call::Relock { mutex, result }));
    }
    mutex::take_again(machine, mutex)?;
    machine.set_progress(0, Val::UNINIT);
    number(result)
}

fn wake(machine: &mut Machine<'_>, thread: usize) {
    if let Pending::Call(Call::Wait { mutex, .. }) = machine.pending(thread) {
        machine.thread_mut(thread).pending = Pending::Call(Call::Relock { mutex, result: 0 });
    }
}

fn signal(machine: &mut Machine<'_>, condition: Val) -> Result<Val, Stop> {
    // How many ways there are to go on depends on who waits, too.
    machine.note_others();
    let option = machine.call_turn(Call::Signal { condition })?;
    check(machine, condition)?;
    let chosen = machine.waiting(condition).nth(option as usize);
    if let Some(thread) = chosen {
        wake(machine, thread);
    }
    number(0)
}

fn broadcast(machine: &mut Machine<'_>, condition: Val) -> Result<Val, Stop> {
    machine.call_turn(Call::Step)?;
    check(machine, condition)?;
    machine.note_others();
    let waiting: Vec<usize> = machine.waiting(condition).collect();
    waiting.into_iter().for_each(|thread| wake(machine, thread));
    number(0)
}
