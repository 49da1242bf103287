//! stdlib.h: how programs end themselves.

use super::args::{Args, number};
use super::{Function, signal, stream};
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("exit", exit),
    ("_exit", |_, args| leave(args.int32(0)?)),
    ("_Exit", |_, args| leave(args.int32(0)?)),
    ("quick_exit", quick_exit),
    ("abort", abort),
    ("atexit", at_exit),
    ("at_quick_exit", at_quick_exit),
];

/// Functions to be called at the end of the program, first registered first.
#[derive(Default)]
pub(super) struct Handlers {
    exit: Vec<Val>,
    quick_exit: Vec<Val>,
}

/// What the return of `main` and `exit` do: the handlers, last registered first, then the destructors, then
/// all that is buffered. A handler may register more.
pub(super) fn finish(machine: &mut Machine<'_>, limit: u64) -> Result<(), Stop> {
    while let Some(handler) = machine.library.exit.exit.pop() {
        machine.call_back(handler, &[], "a call of an exit handler", limit)?;
    }
    let image = machine.image;
    for &destructor in &image.program.destructors {
        machine.call_function(destructor, &[], limit)?;
    }
    stream::flush_all(machine);
    Ok(())
}

fn exit(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let status = args.int32(0)?;
    finish(machine, args.limit)?;
    leave(status)
}

/// Ends the program here and now; what is buffered is lost. The system keeps eight bits of the status.
fn leave(status: i32) -> Result<Val, Stop> {
    Err(Stop::Exit(status & 0xff))
}

fn quick_exit(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let status = args.int32(0)?;
    while let Some(handler) = machine.library.exit.quick_exit.pop() {
        machine.call_back(handler, &[], "a call of an exit handler", args.limit)?;
    }
    leave(status)
}

/// A handler for SIGABRT is called, but if it returns the program ends all the same.
fn abort(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    signal::deliver(machine, signal::SIGABRT, args.limit)?;
    Err(Stop::Abort)
}

fn at_exit(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let handler = args.pointer(0)?;
    machine.library.exit.exit.push(handler);
    number(0)
}

fn at_quick_exit(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let handler = args.pointer(0)?;
    machine.library.exit.quick_exit.push(handler);
    number(0)
}
