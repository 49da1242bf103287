//! Choices and assumptions of verification tasks: `evercheck_choose`, `__VERIFIER_nondet_*`, `__VERIFIER_assume`. In a
//! single run the first possibility is taken: 0 where a type has it.

use super::Function;
use super::args::{Args, nothing};
use super::sync::Call;
use crate::exec::Machine;
use crate::explore::Pending;
use crate::fault::{Fault, FaultKind, Stop};
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("evercheck_choose", choose),
    ("__VERIFIER_nondet_bool", |machine, _| pick(machine, 0, 1)),
    ("__VERIFIER_nondet__Bool", |machine, _| pick(machine, 0, 1)),
    ("__VERIFIER_nondet_char", |machine, _| pick(machine, -128, 127)),
    ("__VERIFIER_nondet_schar", |machine, _| pick(machine, -128, 127)),
    ("__VERIFIER_nondet_uchar", |machine, _| pick(machine, 0, 255)),
    ("__VERIFIER_nondet_u8", |machine, _| pick(machine, 0, 255)),
    ("__VERIFIER_nondet_short", |machine, _| wide(machine, 16, true)),
    ("__VERIFIER_nondet_ushort", |machine, _| wide(machine, 16, false)),
    ("__VERIFIER_nondet_u16", |machine, _| wide(machine, 16, false)),
    ("__VERIFIER_nondet_int", |machine, _| wide(machine, 32, true)),
    ("__VERIFIER_nondet_uint", |machine, _| wide(machine, 32, false)),
    ("__VERIFIER_nondet_unsigned", |machine, _| wide(machine, 32, false)),
    ("__VERIFIER_nondet_u32", |machine, _| wide(machine, 32, false)),
    ("__VERIFIER_nondet_long", |machine, _| long(machine, true)),
    ("__VERIFIER_nondet_ulong", |machine, _| long(machine, false)),
    ("__VERIFIER_nondet_size_t", |machine, _| long(machine, false)),
    ("__VERIFIER_nondet_loff_t", |machine, _| wide(machine, 64, true)),
    ("__VERIFIER_nondet_longlong", |machine, _| wide(machine, 64, true)),
    ("__VERIFIER_nondet_ulonglong", |machine, _| wide(machine, 64, false)),
    ("__VERIFIER_nondet_int128", |machine, _| wide(machine, 64, true)),
    ("__VERIFIER_nondet_float", |_, _| Err(Stop::Unbounded("__VERIFIER_nondet_float".into()))),
    ("__VERIFIER_nondet_double", |_, _| Err(Stop::Unbounded("__VERIFIER_nondet_double".into()))),
    ("__VERIFIER_nondet_pointer", |_, _| Err(Stop::Unbounded("__VERIFIER_nondet_pointer".into()))),
    ("__VERIFIER_nondet_pchar", |_, _| Err(Stop::Unbounded("__VERIFIER_nondet_pchar".into()))),
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
    name == "evercheck_choose" || name.starts_with("__VERIFIER_nondet_")
}

/// Ways that one choice may go.
const MOST: i128 = 1 << 20;

/// One of the numbers from `low` to `high`.
fn pick(machine: &mut Machine<'_>, low: i128, high: i128) -> Result<Val, Stop> {
    let count = high - low + 1;
    if count > MOST {
        return Err(Stop::NotModelled(format!("a choice of {count} values")));
    }
    if let Some(exploring) = &mut machine.exploring {
        exploring.is_turn_taken = true;
    } else {
        return Ok(Val::int(if (low..=high).contains(&0) { 0 } else { low as u64 }));
    }
    let option = if count == 1 { 0 } else { machine.turn(Pending::Choose(count as u32))? };
    Ok(Val::int((low + i128::from(option)) as u64))
}

fn choose(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (low, high) = (i128::from(args.int(0)?), i128::from(args.int(1)?));
    if low > high {
        return Fault::stop(FaultKind::BadLibraryCall, "evercheck_choose with nothing to choose from");
    }
    pick(machine, low, high)
}

fn long(machine: &mut Machine<'_>, signed: bool) -> Result<Val, Stop> {
    wide(machine, 8 * machine.word_bytes(), signed)
}

/// A number of a type with many values: those of `--nondet-range`.
fn wide(machine: &mut Machine<'_>, bits: u32, signed: bool) -> Result<Val, Stop> {
    let (least, most) =
        if signed { (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1) } else { (0, (1i128 << bits) - 1) };
    let Some(exploring) = &mut machine.exploring else { return Ok(Val::ZERO) };
    let range = exploring.options.nondet_range;
    exploring.is_range_used |= range.is_some_and(|(low, high)| low > least || high < most);
    match range {
        Some((low, high)) if low.max(least) <= high.min(most) => {
            pick(machine, low.max(least), high.min(most))
        }
        Some(_) => prune(machine),
        None => Err(Stop::Unbounded(format!("an input of {bits} bits"))),
    }
}

/// An assumption that fails ends all threads, which might have gone on before.
fn assume(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    match args.int(0)? {
        0 => prune(machine),
        _ => nothing(),
    }
}

fn prune(machine: &mut Machine<'_>) -> Result<Val, Stop> {
    machine.call_turn(Call::Step)?;
    Err(Stop::Pruned)
}
