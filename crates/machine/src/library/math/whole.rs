//! math.h: rounding to integers, and what kind of number a number is.

use crate::exec::Machine;
use crate::fault::Stop;
use crate::library::Function;
use crate::library::args::{Args, number};
use crate::value::Val;

pub(in crate::library) const FUNCTIONS: &[(&str, Function)] = &[
    ("lround", |_, args| whole(args.double(0)?.round())),
    ("llround", |_, args| whole(args.double(0)?.round())),
    ("lroundf", |_, args| whole(args.double(0)?.round())),
    ("llroundf", |_, args| whole(args.double(0)?.round())),
    ("lrint", |_, args| whole(args.double(0)?.round_ties_even())),
    ("llrint", |_, args| whole(args.double(0)?.round_ties_even())),
    ("lrintf", |_, args| whole(args.double(0)?.round_ties_even())),
    ("llrintf", |_, args| whole(args.double(0)?.round_ties_even())),
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

/// What does not fit is what the processor's conversion gives.
fn whole(value: f64) -> Result<Val, Stop> {
    let fits = (-(2f64.powi(63))..2f64.powi(63)).contains(&value);
    number(if fits { value as i64 } else { i64::MIN })
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
