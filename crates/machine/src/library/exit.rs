//! stdlib.h: how programs end themselves.

use cfa::program::FunctionId;

use super::args::{Args, bad_call, not_modelled, number};
use super::sync::Call;
use super::{Function, signal, stream};
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::{Val, function_of};

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("exit", exit),
    ("_exit", end_now),
    ("_Exit", end_now),
    ("quick_exit", quick_exit),
    ("abort", abort),
    ("atexit", at_exit),
    ("at_quick_exit", at_quick_exit),
];

/// Functions to be called at the end of the program, first registered first.
#[derive(Clone, Debug, Default)]
pub(super) struct Handlers {
    exit: Vec<Val>,
    quick_exit: Vec<Val>,
    /// Whoever has begun to call them.
    by: Option<Ender>,
}

/// A thread that ends the program, and the depth of its frames below those of handlers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ender {
    thread: usize,
    depth: usize,
}

impl Handlers {
    pub fn digest(&self, name: &dyn Fn(Val) -> u64) -> ([Vec<u64>; 2], String) {
        let handlers = [&self.exit, &self.quick_exit];
        let names = handlers.map(|handlers| handlers.iter().map(|&handler| name(handler)).collect());
        (names, self.by.map_or_else(String::new, |by| format!("{by:?}")))
    }
}

/// The program is about to end, by `exit` or by the return of `main`: it does so once (C11 7.22.4.4). Of two threads
/// that end it at once the later one waits in newer versions of POSIX, and is undefined in C.
pub(super) fn begin(machine: &Machine<'_>) -> Result<(), Stop> {
    match machine.library.kept().exit.by {
        None => Ok(()),
        Some(by) if by.thread == machine.current => {
            bad_call("the program is ended by a function that is called at its end")
        }
        Some(_) => not_modelled("a thread that ends the program while another one does"),
    }
}

/// Notes that a handler is called, from frames as deep as these.
fn calls(machine: &mut Machine<'_>, depth: usize) {
    let by = Some(Ender { thread: machine.current, depth });
    if machine.library.kept().exit.by != by {
        machine.library.kept_mut().exit.by = by;
    }
}

/// A jump to a frame of this depth must not leave a handler.
pub(super) fn check_jump(machine: &Machine<'_>, depth: usize) -> Result<(), Stop> {
    match machine.library.kept().exit.by {
        Some(by) if by.thread == machine.current && depth <= by.depth => {
            bad_call("longjmp out of a function that is called at the end of the program")
        }
        _ => Ok(()),
    }
}

/// What the return of `main` and `exit` do: the handlers, last registered first, then the destructors, then
/// all that is buffered. A handler may register more.
pub(super) fn finish(machine: &mut Machine<'_>, limit: u64) -> Result<(), Stop> {
    begin(machine)?;
    calls(machine, machine.frames.len());
    while let Some(handler) = machine.library.kept_mut().exit.exit.pop() {
        machine.call_back(handler, &[], "a call of an exit handler", limit)?;
    }
    let image = machine.image;
    for &destructor in &image.program.destructors {
        machine.call_function(destructor, &[], limit)?;
    }
    stream::flush_all(machine);
    Ok(())
}

/// What comes next when the process ends: a handler, or a destructor after so many; and how many are done then.
pub(super) fn next(machine: &mut Machine<'_>, destructors: u32) -> Result<Option<(FunctionId, u32)>, Stop> {
    machine.footprint.end_of_program();
    // Whoever ends the program has waited for its turn. Before each further step others may register handlers.
    if machine.library.kept().exit.by.is_some() {
        machine.call_turn(Call::Step)?;
    }
    let program = machine.image.program;
    let function = |handler: Val| match function_of(handler).map(FunctionId) {
        Some(function) if program.function(function).body.is_some() => Ok(function),
        _ => not_modelled("an exit handler that is no function of the program"),
    };
    if !machine.library.kept().exit.exit.is_empty() {
        calls(machine, machine.frames.len());
        let handler = machine.library.kept_mut().exit.exit.pop();
        return handler.map(|handler| function(handler).map(|function| (function, destructors))).transpose();
    }
    let next = program.destructors.get(destructors as usize).map(|&function| (function, destructors + 1));
    match next {
        Some(_) => calls(machine, machine.frames.len()),
        None if !machine.is_choosing() => stream::flush_all(machine),
        None => {}
    }
    Ok(next)
}

fn exit(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let status = args.int32(0)?;
    if machine.exploring().is_some() {
        // Each handler is called from here, and then `exit` again.
        let done = machine.progress().checked_sub(1);
        if done.is_none() {
            machine.call_turn(Call::Step)?;
            begin(machine)?;
        }
        return match next(machine, done.unwrap_or(0))? {
            Some((function, done)) => {
                machine.set_progress(done + 1, Val::UNINIT);
                machine.call_again_after(function)?;
                Ok(Val::ZERO)
            }
            None => leave(status),
        };
    }
    finish(machine, args.limit)?;
    leave(status)
}

/// Ends the program here and now; what is buffered is lost. The system keeps eight bits of the status.
fn leave(status: i32) -> Result<Val, Stop> {
    Err(Stop::Exit(status & 0xff))
}

fn end_now(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let status = args.int32(0)?;
    machine.call_turn(Call::Step)?;
    leave(status)
}

fn quick_exit(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let status = args.int32(0)?;
    machine.call_turn(Call::Step)?;
    begin(machine)?;
    if !machine.library.kept().exit.quick_exit.is_empty() {
        calls(machine, machine.frames.len());
    }
    while let Some(handler) = machine.library.kept_mut().exit.quick_exit.pop() {
        machine.call_back(handler, &[], "a call of an exit handler", args.limit)?;
    }
    leave(status)
}

/// A handler for SIGABRT is called, but if it returns the program ends all the same.
fn abort(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    machine.call_turn(Call::Step)?;
    signal::deliver(machine, signal::SIGABRT, args.limit)?;
    Err(Stop::Abort)
}

fn at_exit(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let handler = args.pointer(0)?;
    machine.call_turn(Call::Step)?;
    machine.library.kept_mut().exit.exit.push(handler);
    number(0)
}

fn at_quick_exit(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let handler = args.pointer(0)?;
    machine.call_turn(Call::Step)?;
    machine.library.kept_mut().exit.quick_exit.push(handler);
    number(0)
}
