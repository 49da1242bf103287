//! math.h: rounding to integers, and what kind of number a number is.

use crate::exec::Machine;
use crate::fault::Stop;
use crate::library::Function;
use crate::library::args::{Args, not_modelled, number};
use crate::value::Val;

pub(in crate::library) const FUNCTIONS: &[(&str, Function)] = &[
    ("lround", |machine, args| whole(args.double(0)?.round(), 8 * machine.word_bytes())),
    ("llround", |_, args| whole(args.double(0)?.round(), 64)),
    ("lroundf", |machine, args| whole(args.double(0)?.round(), 8 * machine.word_bytes())),
    ("llroundf", |_, args| whole(args.double(0)?.round(), 64)),
    ("lrint", |machine, args| whole(args.double(0)?.round_ties_even(), 8 * machine.word_bytes())),
    ("llrint", |_, args| whole(args.double(0)?.round_ties_even(), 64)),
    ("lrintf", |machine, args| whole(args.double(0)?.round_ties_even(), 8 * machine.word_bytes())),
    ("llrintf", |_, args| whole(args.double(0)?.round_ties_even(), 64)),
    ("isnan", is_nan),
    ("isnanf", is_nan),
    ("__isnan", is_nan),
    ("__isnanf", is_nan),
    ("isinf", is_infinite),
    ("isinff", is_infinite),
    ("__isinf", is_infinite),
    ("__isinff", is_infinite),
    ("finite", is_finite),
    ("finitef", is_finite),
    ("__finite", is_finite),
    ("__finitef", is_finite),
    ("__signbit", sign),
    ("__signbitf", sign),
    ("__fpclassify", |_, args| class(args.double(0)?.classify())),
    ("__fpclassifyf", |_, args| class(args.float(0)?.classify())),
];

/// What does not fit is what the processor's conversion gives; in 32 bits that depends on who converts, gcc or glibc.
fn whole(value: f64, bits: u32) -> Result<Val, Stop> {
    let end = 2f64.powi(bits as i32 - 1);
    match (-end..end).contains(&value) {
        true => number(value as i64),
        false if bits == 64 => number(i64::MIN),
        false => not_modelled("rounding to a `long` that cannot hold the result"),
    }
}

fn is_nan(_: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    number(i64::from(args.double(0)?.is_nan()))
}

/// With its sign.
fn is_infinite(_: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let value = args.double(0)?;
    number(if value.is_infinite() { value.signum() as i64 } else { 0 })
}

fn is_finite(_: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    number(i64::from(args.double(0)?.is_finite()))
}

fn sign(_: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    number(i64::from(args.double(0)?.is_sign_negative()))
}

/// glibc's numbers for the classes.
fn class(category: std::num::FpCategory) -> Result<Val, Stop> {
    use std::num::FpCategory::*;
    number(match category {
        Nan => 0,
        Infinite => 1,
        Zero => 2,
        Subnormal => 3,
        Normal => 4,
    })
}
