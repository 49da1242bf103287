//! Choices and assumptions of verification tasks: `evercheck_choose`, `__VERIFIER_nondet_*`, `__VERIFIER_assume`. In a
//! single run the first possibility is taken: 0 where a type has it.

use super::Function;
use super::args::{Args, nothing};
use super::sync::Call;
use crate::exec::Machine;
use crate::explore::Pending;
use crate::fault::{Fault, FaultKind, Stop};
use crate::inputs::count;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("evercheck_choose", choose),
    ("__VERIFIER_nondet_bool", |machine, _| pick(machine, 0, 1)),
    ("__VERIFIER_nondet__Bool", |machine, _| pick(machine, 0, 1)),
    ("__VERIFIER_nondet_char", |machine, _| pick(machine, -128, 127)),
    ("__VERIFIER_nondet_schar", |machine, _| pick(machine, -128, 127)),
    ("__VERIFIER_nondet_uchar", |machine, _| pick(machine, 0, 255)),
    ("__VERIFIER_nondet_u8", |machine, _| pick(machine, 0, 255)),
    ("__VERIFIER_nondet_short", |machine, _| wide(machine, "__VERIFIER_nondet_short")),
    ("__VERIFIER_nondet_ushort", |machine, _| wide(machine, "__VERIFIER_nondet_ushort")),
    ("__VERIFIER_nondet_u16", |machine, _| wide(machine, "__VERIFIER_nondet_u16")),
    ("__VERIFIER_nondet_int", |machine, _| wide(machine, "__VERIFIER_nondet_int")),
    ("__VERIFIER_nondet_uint", |machine, _| wide(machine, "__VERIFIER_nondet_uint")),
    ("__VERIFIER_nondet_unsigned", |machine, _| wide(machine, "__VERIFIER_nondet_unsigned")),
    ("__VERIFIER_nondet_u32", |machine, _| wide(machine, "__VERIFIER_nondet_u32")),
    ("__VERIFIER_nondet_long", |machine, _| wide(machine, "__VERIFIER_nondet_long")),
    ("__VERIFIER_nondet_ulong", |machine, _| wide(machine, "__VERIFIER_nondet_ulong")),
    ("__VERIFIER_nondet_size_t", |machine, _| wide(machine, "__VERIFIER_nondet_size_t")),
    ("__VERIFIER_nondet_loff_t", |machine, _| wide(machine, "__VERIFIER_nondet_loff_t")),
    ("__VERIFIER_nondet_longlong", |machine, _| wide(machine, "__VERIFIER_nondet_longlong")),
    ("__VERIFIER_nondet_ulonglong", |machine, _| wide(machine, "__VERIFIER_nondet_ulonglong")),
    ("__VERIFIER_nondet_int128", |machine, _| wide(machine, "__VERIFIER_nondet_int128")),
    ("__VERIFIER_nondet_float", |machine, _| other(machine, "__VERIFIER_nondet_float")),
    ("__VERIFIER_nondet_double", |machine, _| other(machine, "__VERIFIER_nondet_double")),
    ("__VERIFIER_nondet_pointer", |machine, _| other(machine, "__VERIFIER_nondet_pointer")),
    ("__VERIFIER_nondet_pchar", |machine, _| other(machine, "__VERIFIER_nondet_pchar")),
    ("__VERIFIER_assume", assume),
    ("assume_abort_if_not", assume),
    ("__VERIFIER_atomic_begin", |machine, _| machine.begin_atomic().and_then(|()| nothing())),
    ("__VERIFIER_atomic_end", |machine, _| {
        machine.end_atomic();
        nothing()
    }),
];

/// Whether a function's result is chosen.
pub(super) fn is_input(name: &str) -> bool {
    ["evercheck_choose", "time", "clock"].contains(&name) || name.starts_with("__VERIFIER_nondet_")
}

/// Ways that one choice may go.
const MOST: i128 = 1 << 20;

/// What a function yields that has too many values to try them all.
pub enum Input {
    Number {
        low: i128,
        high: i128,
    },
    /// Something else than an integer.
    Other,
}

/// What a function of this name yields, unless that has few values.
pub fn input(name: &str, word_bits: u32) -> Option<Input> {
    let (bits, signed) = match name.strip_prefix("__VERIFIER_nondet_")? {
        "short" => (16, true),
        "ushort" | "u16" => (16, false),
        "int" => (32, true),
        "uint" | "unsigned" | "u32" => (32, false),
        "long" => (word_bits, true),
        "ulong" | "size_t" => (word_bits, false),
        "loff_t" | "longlong" | "int128" => (64, true),
        "ulonglong" => (64, false),
        "float" | "double" | "pointer" | "pchar" => return Some(Input::Other),
        _ => return None,
    };
    let (low, high) =
        if signed { (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1) } else { (0, (1i128 << bits) - 1) };
    Some(Input::Number { low, high })
}

/// One of the numbers from `low` to `high`.
fn pick(machine: &mut Machine<'_>, low: i128, high: i128) -> Result<Val, Stop> {
    pick_from(machine, &[(low, high)])
}

/// One of the numbers in these ranges.
fn pick_from(machine: &mut Machine<'_>, ranges: &[(i128, i128)]) -> Result<Val, Stop> {
    let count = count(ranges);
    if count > MOST {
        return Err(Stop::NotModelled(format!("a choice of {count} values")));
    }
    if !machine.is_choosing() {
        let has_zero = ranges.iter().any(|&(low, high)| (low..=high).contains(&0));
        let first = ranges.first().map_or(0, |range| range.0);
        return Ok(Val::int(if has_zero { 0 } else { first as u64 }));
    }
    machine.exploring_mut().is_turn_taken = true;
    let option = if count == 1 { 0 } else { machine.turn(Pending::Choose(count as u32))? };
    let mut left = i128::from(option);
    for (low, high) in ranges {
        if left <= high - low {
            return Ok(Val::int((low + left) as u64));
        }
        left -= high - low + 1;
    }
    unreachable!("an option is one of those counted")
}

fn choose(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (low, high) = (i128::from(args.int(0)?), i128::from(args.int(1)?));
    if low > high {
        return Fault::stop(FaultKind::BadLibraryCall, "evercheck_choose with nothing to choose from");
    }
    pick(machine, low, high)
}

/// A number of a type with many values: those that matter where it is asked for (see [`crate::inputs`]).
fn wide(machine: &mut Machine<'_>, name: &str) -> Result<Val, Stop> {
    let Some(exploring) = machine.exploring().filter(|e| !e.is_single) else { return Ok(Val::ZERO) };
    let edge = machine.edge();
    let known = exploring.inputs.at(edge.0, edge.1);
    let is_asked = known.is_none() && exploring.options.nondet_range.is_some();
    let ranges = match (known, exploring.options.nondet_range) {
        (Some(ranges), _) => ranges.to_vec(),
        // Called through a pointer.
        (None, Some((low, high))) => match input(name, 8 * machine.word_bytes()) {
            Some(Input::Number { low: least, high: most }) if low.max(least) <= high.min(most) => {
                vec![(low.max(least), high.min(most))]
            }
            _ => Vec::new(),
        },
        (None, None) => return Err(Stop::Unbounded(name.into())),
    };
    machine.exploring_mut().noticed.range_used |= is_asked;
    if ranges.is_empty() {
        return prune(machine);
    }
    pick_from(machine, &ranges)
}

/// Something that is not a number: only where the program does not look at it.
fn other(machine: &mut Machine<'_>, name: &str) -> Result<Val, Stop> {
    let edge = machine.edge();
    match machine.exploring().filter(|e| !e.is_single).and_then(|e| e.inputs.at(edge.0, edge.1)) {
        Some(_) => wide(machine, name),
        None => Err(Stop::Unbounded(name.into())),
    }
}

/// An assumption that fails ends all threads, which might have gone on before.
fn assume(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    if args.pointer(0)?.is_pointer() {
        // The address of an object is not zero.
        return nothing();
    }
    match args.int(0)? {
        0 => prune(machine),
        _ => nothing(),
    }
}

fn prune(machine: &mut Machine<'_>) -> Result<Val, Stop> {
    machine.call_turn(Call::Step)?;
    Err(Stop::Pruned)
}
