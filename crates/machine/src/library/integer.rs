//! stdlib.h and strings.h: arithmetic on integers.

use super::Function;
use super::args::{Args, number};
use crate::address::moved;
use crate::exec::Machine;
use crate::fault::{Fault, FaultKind, Stop};
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("abs", |_, args| absolute(args.int32(0)?.into(), 32)),
    ("labs", |machine, args| absolute(args.int(0)?, 8 * machine.word_bytes())),
    ("llabs", |_, args| absolute(args.int(0)?, 64)),
    ("imaxabs", |_, args| absolute(args.int(0)?, 64)),
    ("div", |machine, args| divide(machine, args, 4)),
    ("ldiv", |machine, args| divide(machine, args, machine.word_bytes())),
    ("lldiv", |machine, args| divide(machine, args, 8)),
    ("imaxdiv", |machine, args| divide(machine, args, 8)),
    ("ffs", |_, args| first_set(args.int32(0)? as u32 as u64)),
    ("ffsl", |machine, args| first_set(args.size(0)? & (u64::MAX >> (64 - 8 * machine.word_bytes())))),
    ("ffsll", |_, args| first_set(args.size(0)?)),
];

fn absolute(value: i64, bits: u32) -> Result<Val, Stop> {
    if value == i64::MIN >> (64 - bits) {
        return Fault::stop(FaultKind::SignedOverflow, format!("the absolute value of {value} does not fit"));
    }
    number(value.abs())
}

/// A structure of quotient and remainder, `bytes` each.
fn divide(machine: &mut Machine<'_>, args: &Args, bytes: u32) -> Result<Val, Stop> {
    let (a, b) = match bytes {
        4 => (args.int32(0)?.into(), args.int32(1)?.into()),
        _ => (args.int(0)?, args.int(1)?),
    };
    if b == 0 {
        return Fault::stop(FaultKind::DivisionByZero, "division by zero");
    }
    if b == -1 && a == i64::MIN >> (64 - 8 * bytes) {
        return Fault::stop(FaultKind::SignedOverflow, format!("{a} / {b} does not fit"));
    }
    if let Some((destination, _)) = args.destination {
        machine.memory.store(destination, bytes, Val::int((a / b) as u64))?;
        machine.memory.store(moved(destination, bytes.into())?, bytes, Val::int((a % b) as u64))?;
    }
    Ok(Val::UNINIT)
}

fn first_set(value: u64) -> Result<Val, Stop> {
    number(if value == 0 { 0 } else { i64::from(value.trailing_zeros()) + 1 })
}
