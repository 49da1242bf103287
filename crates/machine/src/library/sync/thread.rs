//! Threads of pthread.h and threads.h, and what belongs to each. A handle is opaque: which one it is can be asked, and
//! nothing else ([`crate::exec::identity`]). So it does not matter to a program in which order others create threads, and
//! creating one is no step that they can see.

use cfa::program::FunctionId;

use super::mutex::EDEADLK;
use super::{Call, check_time, misuse};
use crate::exec::Machine;
use crate::explore::{Access, Pending};
use crate::fault::{Fault, FaultKind, Stop};
use crate::library::Function;
use crate::library::args::{Args, not_modelled, nothing, number};
use crate::library::objects::Own;
use crate::value::{Val, function_of, thread_handle, thread_of};

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("pthread_create", |machine, args| create(machine, args, args.pointer(1)?, 2)),
    ("pthread_join", |machine, args| join(machine, args, None)),
    ("pthread_detach", |machine, args| detach(machine, args)),
    ("pthread_exit", |_, args| Err(Stop::ThreadExit(args.pointer(0)?))),
    ("pthread_self", |machine, _| Ok(thread_handle(machine.running()))),
    ("pthread_equal", equal),
    ("pthread_cancel", |_, _| not_modelled("cancellation, here by pthread_cancel")),
    ("pthread_kill", |_, _| not_modelled("signals to threads, here by pthread_kill")),
    ("pthread_setcancelstate", |machine, args| set_cancel(machine, args, Own::CancelState)),
    ("pthread_setcanceltype", |machine, args| set_cancel(machine, args, Own::CancelType)),
    ("pthread_testcancel", |_, _| nothing()),
    ("pthread_yield", |_, _| number(0)),
    ("pthread_setconcurrency", |_, args| args.int(0).and_then(|_| number(0))),
    ("pthread_setname_np", set_name),
    ("pthread_setaffinity_np", |machine, args| {
        machine.memory.bytes(args.pointer(2)?, args.size(1)?).and_then(|_| number(0))
    }),
    ("pthread_attr_init", |machine, args| {
        machine.memory.fill(args.pointer(0)?, 0, 8).and_then(|()| number(0))
    }),
    ("pthread_attr_destroy", |_, args| args.pointer(0).and_then(|_| number(0))),
    ("pthread_attr_setdetachstate", set_detach_state),
    ("pthread_attr_setguardsize", |_, args| args.pointer(0).and_then(|_| number(0))),
    ("pthread_attr_setstacksize", |_, args| args.pointer(0).and_then(|_| number(0))),
    ("pthread_attr_setscope", |_, args| args.pointer(0).and_then(|_| number(0))),
    ("pthread_attr_setschedpolicy", |_, args| args.pointer(0).and_then(|_| number(0))),
    ("pthread_attr_setinheritsched", |_, args| args.pointer(0).and_then(|_| number(0))),
    ("pthread_key_create", |machine, args| key_create(machine, args, false)),
    ("pthread_key_delete", |machine, args| key_delete(machine, args)),
    ("pthread_setspecific", |machine, args| set_specific(machine, args)),
    ("pthread_getspecific", |machine, args| get_specific(machine, args)),
    ("thrd_create", |machine, args| create(machine, args, Val::ZERO, 1)),
    ("thrd_join", |machine, args| join(machine, args, Some(4))),
    ("thrd_detach", |machine, args| detach(machine, args)),
    ("thrd_exit", |_, args| Err(Stop::ThreadExit(Val::int(args.int(0)? as u64)))),
    ("thrd_current", |machine, _| Ok(thread_handle(machine.running()))),
    ("thrd_equal", equal),
    ("thrd_yield", |_, _| nothing()),
    ("thrd_sleep", |machine, args| check_time(machine, args.pointer(0)?).and_then(|()| number(0))),
    ("tss_create", |machine, args| key_create(machine, args, true)),
    ("tss_delete", |machine, args| key_delete(machine, args).and_then(|_| nothing())),
    ("tss_set", |machine, args| set_specific(machine, args)),
    ("tss_get", |machine, args| get_specific(machine, args)),
];

const EINVAL: i32 = 22;
const ESRCH: i32 = 3;
const ERANGE: i32 = 34;

/// For debuggers: nothing in the program depends on it, but that a long name is refused.
fn set_name(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    args.pointer(0)?;
    let name = machine.text(args.pointer(1)?)?;
    number(if name.len() > 15 { ERANGE } else { 0 })
}
const EAGAIN: i32 = 11;
/// Threads of one run; beyond it is not modelled.
const MOST: usize = 1000;
const KEYS: u64 = 64;

/// Waits for one's turn if an access to the program's object could be seen.
fn see(machine: &mut Machine<'_>, at: Val, size: u32) -> Result<(), Stop> {
    if machine.is_visible(at) {
        machine.access_turn(Access::new(at, size, true, false))?;
    }
    Ok(())
}

/// Nobody is cancelled, but what was said last is told.
fn set_cancel(machine: &mut Machine<'_>, args: &Args, own: Own) -> Result<Val, Stop> {
    let (new, place) = (args.int32(0)?, args.pointer(1)?);
    if !matches!(new, 0 | 1) {
        return number(EINVAL);
    }
    if place != Val::ZERO {
        see(machine, place, 4)?;
    }
    let kept = machine.thread_object(own, 4)?;
    let old = machine.memory.load(kept, 4)?;
    machine.memory.store(kept, 4, Val::int(new as u64))?;
    if place != Val::ZERO {
        machine.memory.store(place, 4, old)?;
    }
    number(0)
}

fn create(machine: &mut Machine<'_>, args: &Args, attributes: Val, first: usize) -> Result<Val, Stop> {
    let (place, function, argument) = (args.pointer(0)?, args.pointer(first)?, args.pointer(first + 1)?);
    if machine.exploring().is_none() {
        return not_modelled("threads in a single run");
    }
    let Some(function) = function_of(function) else {
        return Fault::stop(FaultKind::InvalidPointer, "a thread that begins with what is no function");
    };
    let function = FunctionId(function);
    if machine.image.code[function.index()].instrs.is_empty() {
        return not_modelled("a thread that begins with a function of the library");
    }
    if machine.thread_count() >= MOST {
        return not_modelled("more than a thousand threads");
    }
    let size = machine.word_bytes();
    see(machine, place, size)?;
    if attributes != Val::ZERO {
        machine.note_in_step(attributes, 4, false);
    }
    let is_detached = attributes != Val::ZERO && machine.lock_word(attributes, 0, "an attribute")? == 1;
    machine.memory.check(place, size.into(), "write")?;
    let thread = machine.add_thread(function, argument)?;
    machine.threads[thread].is_detached = is_detached;
    machine.store_word(place, thread_handle(thread))?;
    number(0)
}

/// The thread that a handle stands for.
fn find(machine: &Machine<'_>, handle: Val) -> Option<usize> {
    thread_of(handle).filter(|&thread| handle.offset() == 0 && thread < machine.thread_count())
}

fn equal(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (kind, a, b) = (machine.pointer_kind(), args.pointer(0)?, args.pointer(1)?);
    machine.are_equal(kind, a, b).and_then(|is_equal| number(i32::from(is_equal)))
}

fn join(machine: &mut Machine<'_>, args: &Args, result_bytes: Option<u32>) -> Result<Val, Stop> {
    let (handle, place) = (args.pointer(0)?, args.pointer(1)?);
    if machine.exploring().is_none() {
        return not_modelled("waiting for another thread");
    }
    let Some(thread) = find(machine, handle) else { return number(ESRCH) };
    if thread == machine.running() {
        return number(EDEADLK);
    }
    let is_gone =
        |machine: &Machine<'_>| machine.thread(thread).is_joined || machine.thread(thread).is_detached;
    machine.call_turn(Call::Join { thread: thread as u32 })?;
    if is_gone(machine) {
        return misuse("joins a thread that is detached or was joined already");
    }
    let Pending::Ended { value } = machine.pending(thread) else { return number(EINVAL) };
    machine.thread_mut(thread).is_joined = true;
    if place != Val::ZERO {
        machine.note_in_step(place, result_bytes.unwrap_or(machine.word_bytes()), true);
        match result_bytes {
            Some(bytes) => machine.memory.store(place, bytes, value)?,
            None => machine.store_word(place, value)?,
        }
    }
    number(0)
}

fn detach(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let Some(thread) = find(machine, args.pointer(0)?).filter(|_| machine.exploring().is_some()) else {
        return number(ESRCH);
    };
    machine.call_turn(Call::Step)?;
    if machine.thread(thread).is_joined || machine.thread(thread).is_detached {
        return misuse("a thread is detached that is detached or was waited for already");
    }
    machine.thread_mut(thread).is_detached = true;
    number(0)
}

fn set_detach_state(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (attributes, state) = (args.pointer(0)?, args.int32(1)?);
    machine.set_lock_word(attributes, 0, state as u32)?;
    number(0)
}

/// The destructors of all keys: a count, then a word each.
fn key_table(machine: &mut Machine<'_>) -> Result<Val, Stop> {
    let bytes = u64::from(machine.word_bytes());
    machine.library_object(Own::Keys.name(), (KEYS + 1) * bytes)
}

fn key_create(machine: &mut Machine<'_>, args: &Args, is_c11: bool) -> Result<Val, Stop> {
    let (place, destructor) = (args.pointer(0)?, args.pointer(1)?);
    machine.call_turn(Call::Step)?;
    let (table, bytes) = (key_table(machine)?, i64::from(machine.word_bytes()));
    let count = machine.load_word(table)?.bits;
    if count >= KEYS {
        return if is_c11 { number(2) } else { number(EAGAIN) };
    }
    machine.store_word(crate::address::moved(table, bytes * (count as i64 + 1))?, destructor)?;
    machine.store_word(table, Val::int(count + 1))?;
    machine.note_in_step(place, 4, true);
    machine.memory.store(place, 4, Val::int(count))?;
    number(0)
}

fn key_delete(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let key = args.int(0)?;
    machine.call_turn(Call::Step)?;
    let (table, bytes) = (key_table(machine)?, i64::from(machine.word_bytes()));
    if key < 0 || key as u64 >= machine.load_word(table)?.bits {
        return number(EINVAL);
    }
    machine.store_word(crate::address::moved(table, bytes * (key + 1))?, Val::ZERO)?;
    number(0)
}

/// Where the running thread keeps its value of a key.
fn specific(machine: &mut Machine<'_>, key: i64) -> Result<Val, Stop> {
    if !(0..KEYS as i64).contains(&key) {
        return misuse("a key that was not created");
    }
    let bytes = u64::from(machine.word_bytes());
    let values = machine.thread_object(Own::Keys, KEYS * bytes)?;
    crate::address::moved(values, key * bytes as i64)
}

fn set_specific(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let place = specific(machine, args.int(0)?)?;
    machine.store_word(place, args.pointer(1)?)?;
    number(0)
}

fn get_specific(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let place = specific(machine, args.int(0)?)?;
    machine.load_word(place)
}

/// The next destructor of a key that the running thread, which ends, has a value of; and that value. It waits for its turn, since
/// others may delete the key before; if there is none any more, others do not bring one.
pub(crate) fn next_destructor(machine: &mut Machine<'_>) -> Result<Option<(FunctionId, Val)>, Stop> {
    while let Some((destructor, place, value)) = due_destructor(machine)? {
        let program = machine.image.program;
        let function = function_of(destructor).map(FunctionId);
        function.into_iter().for_each(|function| machine.footprint.call(function));
        match function {
            Some(function) if program.function(function).body.is_some() => {
                machine.call_turn(Call::Step)?;
                machine.store_word(place, Val::ZERO)?;
                return Ok(Some((function, value)));
            }
            // `free` is the usual one. Mostly it waits for its turn itself.
            Some(function) if program.function(function).name == "free" => {
                let is_counted = machine.exploring().is_some_and(|e| e.options.counts_heap);
                if !is_counted && !machine.is_visible(value) {
                    machine.call_turn(Call::Step)?;
                }
                crate::library::free(machine, value)?;
                machine.end_turn();
                machine.store_word(place, Val::ZERO)?;
            }
            _ => return not_modelled("a key's destructor that is no function of the program"),
        }
    }
    machine.end_turn();
    Ok(None)
}

/// The first destructor of a key that the running thread has a value of, where that value is, and the value.
fn due_destructor(machine: &mut Machine<'_>) -> Result<Option<(Val, Val, Val)>, Stop> {
    if !machine.has_library_object(Own::Keys.name()) || !machine.has_thread_object(Own::Keys) {
        return Ok(None);
    }
    let (table, bytes) = (key_table(machine)?, i64::from(machine.word_bytes()));
    for key in 0..machine.load_word(table)?.bits as i64 {
        let destructor = machine.load_word(crate::address::moved(table, bytes * (key + 1))?)?;
        let place = specific(machine, key)?;
        let value = machine.load_word(place)?;
        if destructor != Val::ZERO && value != Val::ZERO {
            return Ok(Some((destructor, place, value)));
        }
    }
    Ok(None)
}
