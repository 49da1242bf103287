//! assert.h, and the error functions of verification tasks: each call is a fault.

use super::args::Args;
use super::sync::Call;
use super::{Function, errno};
use crate::exec::Machine;
use crate::fault::{Fault, FaultKind, Stop};
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("__assert_fail", assert_fail),
    ("__assert", assert_fail),
    ("__assert_perror_fail", assert_perror_fail),
    ("reach_error", reach_error),
    ("__VERIFIER_error", reach_error),
];

fn assert_fail(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let text = machine.memory.string(args.pointer(0)?, 1 << 16)?;
    failed(machine, &String::from_utf8_lossy(&text))
}

fn assert_perror_fail(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    failed(machine, &errno::message(args.int32(0)?))
}

/// Ends the program, which other threads notice if nobody asks about assertions.
fn failed(machine: &mut Machine<'_>, text: &str) -> Result<Val, Stop> {
    machine.call_turn(Call::Step)?;
    Fault::stop(FaultKind::FailedAssertion, format!("assertion `{text}` failed"))
}

fn reach_error(machine: &mut Machine<'_>, _: &Args) -> Result<Val, Stop> {
    machine.call_turn(Call::Step)?;
    Fault::stop(FaultKind::ReachError, "the error function is called")
}
