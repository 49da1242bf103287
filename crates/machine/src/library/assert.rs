//! How programs end themselves: exit, abort, assertions, and the error functions of verification tasks.

use super::{Args, Function};
use crate::exec::Machine;
use crate::fault::{Fault, FaultKind, Stop};
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("exit", exit),
    ("_exit", quick_exit),
    ("_Exit", quick_exit),
    ("quick_exit", quick_exit),
    ("abort", abort),
    ("atexit", at_exit),
    ("__assert_fail", assert_fail),
    ("reach_error", reach_error),
    ("__VERIFIER_error", reach_error),
];

fn exit(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let status = args.int(0)? as i32;
    machine.run_exit_handlers(args.limit)?;
    Err(Stop::Exit(status))
}

fn quick_exit(_: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    Err(Stop::Exit(args.int(0)? as i32))
}

fn abort(_: &mut Machine<'_>, _: &Args) -> Result<Val, Stop> {
    Err(Stop::Abort)
}

fn at_exit(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let function = args.pointer(0)?;
    machine.library.at_exit.push(function);
    Ok(Val::ZERO)
}

fn assert_fail(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let text = machine.memory.string(args.pointer(0)?, 1 << 16)?;
    let text = String::from_utf8_lossy(&text).into_owned();
    Fault::stop(FaultKind::FailedAssertion, format!("assertion `{text}` failed"))
}

fn reach_error(_: &mut Machine<'_>, _: &Args) -> Result<Val, Stop> {
    Fault::stop(FaultKind::ReachError, "the error function is called")
}

impl Machine<'_> {
    /// Runs what `atexit` registered, last first.
    pub(crate) fn run_exit_handlers(&mut self, limit: u64) -> Result<(), Stop> {
        while let Some(handler) = self.library.at_exit.pop() {
            match crate::value::function_of(handler) {
                Some(id) => {
                    self.call_function(cfa::program::FunctionId(id), &[], limit)?;
                }
                None => return Fault::stop(FaultKind::InvalidPointer, "atexit with a pointer to no function"),
            }
        }
        Ok(())
    }
}
