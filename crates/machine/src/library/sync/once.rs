//! `pthread_once` and `call_once`: whoever comes while the function runs waits for its end.

use super::Call;
use crate::exec::Machine;
use crate::fault::{Fault, FaultKind, Stop};
use crate::library::Function;
use crate::library::args::{Args, nothing, number};
use crate::value::{Val, function_of};

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("pthread_once", |machine, args| once(machine, args).and_then(|_| number(0))),
    ("call_once", |machine, args| once(machine, args).and_then(|_| nothing())),
];

pub(super) const RUNNING: u32 = 1;
const DONE: u32 = 2;

fn once(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let control = args.pointer(0)?;
    if machine.progress() == 1 {
        // The function has returned.
        machine.call_turn(Call::Step)?;
        machine.set_lock_word(control, 0, DONE)?;
        machine.set_progress(0, Val::UNINIT);
        return Ok(Val::ZERO);
    }
    machine.call_turn(Call::Once { control })?;
    if machine.lock_word(control, 0, "a `pthread_once_t`")? == DONE {
        return Ok(Val::ZERO);
    }
    let Some(function) = function_of(args.pointer(1)?) else {
        return Fault::stop(FaultKind::InvalidPointer, "a call through a pointer to no function");
    };
    machine.set_lock_word(control, 0, RUNNING)?;
    machine.set_progress(1, Val::UNINIT);
    machine.call_again_after(cfa::program::FunctionId(function))?;
    Ok(Val::ZERO)
}
