//! assert.h, and the error functions of verification tasks: each call is a fault.

use super::args::Args;
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
    failed(&String::from_utf8_lossy(&text))
}

fn assert_perror_fail(_: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    failed(&errno::message(args.int32(0)?))
}

fn failed(text: &str) -> Result<Val, Stop> {
    Fault::stop(FaultKind::FailedAssertion, format!("assertion `{text}` failed"))
}

fn reach_error(_: &mut Machine<'_>, _: &Args) -> Result<Val, Stop> {
    Fault::stop(FaultKind::ReachError, "the error function is called")
}
