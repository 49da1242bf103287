//! math.h: functions of doubles.

use super::{check, check_last_bit, check_small, inverse};
use crate::exec::Machine;
use crate::fault::Stop;
use crate::library::args::{Args, double};
use crate::library::{Function, errno};
use crate::value::Val;

pub(in crate::library) const FUNCTIONS: &[(&str, Function)] = &[
    ("acos", |machine, args| rounded(machine, args, f64::acos)),
    ("asin", |machine, args| rounded(machine, args, f64::asin)),
    ("atan", |machine, args| rounded(machine, args, f64::atan)),
    ("ceil", |machine, args| one(machine, args, f64::ceil)),
    ("cos", |machine, args| rounded(machine, args, f64::cos)),
    ("cosh", |machine, args| rounded(machine, args, f64::cosh)),
    ("expm1", |machine, args| rounded(machine, args, f64::exp_m1)),
    ("fabs", |machine, args| one(machine, args, f64::abs)),
    ("floor", |machine, args| one(machine, args, f64::floor)),
    ("log", |machine, args| rounded(machine, args, f64::ln)),
    ("log10", |machine, args| rounded(machine, args, f64::log10)),
    ("log1p", |machine, args| rounded(machine, args, f64::ln_1p)),
    ("log2", |machine, args| rounded(machine, args, f64::log2)),
    ("rint", |machine, args| one(machine, args, f64::round_ties_even)),
    ("nearbyint", |machine, args| one(machine, args, f64::round_ties_even)),
    ("round", |machine, args| one(machine, args, f64::round)),
    ("roundeven", |machine, args| one(machine, args, f64::round_ties_even)),
    ("sin", |machine, args| rounded(machine, args, f64::sin)),
    ("sinh", |machine, args| rounded(machine, args, f64::sinh)),
    ("sqrt", |machine, args| one(machine, args, f64::sqrt)),
    ("tan", |machine, args| rounded(machine, args, f64::tan)),
    ("tanh", |machine, args| rounded(machine, args, f64::tanh)),
    ("trunc", |machine, args| one(machine, args, f64::trunc)),
    ("cbrt", |machine, args| rounded(machine, args, f64::cbrt)),
    ("asinh", |machine, args| rounded(machine, args, inverse::asinh)),
    ("acosh", |machine, args| rounded(machine, args, inverse::acosh)),
    ("atanh", |machine, args| rounded(machine, args, inverse::atanh)),
    ("exp", |machine, args| small(machine, args, f64::exp)),
    ("exp2", |machine, args| small(machine, args, f64::exp2)),
    ("pow", power),
    ("atan2", arc),
    ("fmod", |machine, args| two(machine, args, |x, y| x % y)),
    ("remainder", |machine, args| two(machine, args, rest)),
    ("drem", |machine, args| two(machine, args, rest)),
    ("hypot", |machine, args| rounded_two(machine, args, f64::hypot)),
    ("fdim", |machine, args| two(machine, args, difference)),
    ("fmin", |machine, args| equal_zeros(machine, args, least)),
    ("fmax", |machine, args| equal_zeros(machine, args, greatest)),
    ("copysign", |machine, args| two(machine, args, f64::copysign)),
    ("nextafter", next_after),
    ("fma", fused),
];

fn one(machine: &mut Machine<'_>, args: &Args, f: fn(f64) -> f64) -> Result<Val, Stop> {
    let x = args.double(0)?;
    let result = f(x);
    check(machine, result, &[x])?;
    double(result)
}

fn rounded(machine: &mut Machine<'_>, args: &Args, f: fn(f64) -> f64) -> Result<Val, Stop> {
    let x = args.double(0)?;
    check_last_bit(machine, f(x), &[x])?;
    one(machine, args, f)
}

fn rounded_two(machine: &mut Machine<'_>, args: &Args, f: fn(f64, f64) -> f64) -> Result<Val, Stop> {
    let (x, y) = (args.double(0)?, args.double(1)?);
    check_last_bit(machine, f(x, y), &[x, y])?;
    two(machine, args, f)
}

fn small(machine: &mut Machine<'_>, args: &Args, f: fn(f64) -> f64) -> Result<Val, Stop> {
    let x = args.double(0)?;
    let result = f(x);
    check_last_bit(machine, result, &[x])?;
    check_small(machine, result, &[x])?;
    double(result)
}

fn two(machine: &mut Machine<'_>, args: &Args, f: fn(f64, f64) -> f64) -> Result<Val, Stop> {
    let (x, y) = (args.double(0)?, args.double(1)?);
    let result = f(x, y);
    check(machine, result, &[x, y])?;
    double(result)
}

fn power(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (x, y) = (args.double(0)?, args.double(1)?);
    let result = x.powf(y);
    check_last_bit(machine, result, &[x, y])?;
    // A power of zero may be zero.
    let check = if x == 0.0 { check } else { check_small };
    check(machine, result, &[x, y])?;
    double(result)
}

fn arc(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (y, x) = (args.double(0)?, args.double(1)?);
    let result = y.atan2(x);
    check_last_bit(machine, result, &[x, y])?;
    let check = if y == 0.0 { check } else { check_small };
    check(machine, result, &[x, y])?;
    double(result)
}

fn fused(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (x, y, z) = (args.double(0)?, args.double(1)?, args.double(2)?);
    let result = x.mul_add(y, z);
    check(machine, result, &[x, y, z])?;
    double(result)
}

fn rest(x: f64, y: f64) -> f64 {
    super::remainder(x, y)
}

fn difference(x: f64, y: f64) -> f64 {
    if x <= y { 0.0 } else { x - y }
}

/// Of zeros of either sign `f` gives the second, as on x86-64; in 32 bits it is the first.
fn equal_zeros(machine: &mut Machine<'_>, args: &Args, f: fn(f64, f64) -> f64) -> Result<Val, Stop> {
    if machine.word_bytes() == 4 && args.double(0)? == 0.0 && args.double(1)? == 0.0 {
        return double(args.double(0)?);
    }
    two(machine, args, f)
}

fn least(x: f64, y: f64) -> f64 {
    if x < y || y.is_nan() { x } else { y }
}

fn greatest(x: f64, y: f64) -> f64 {
    if x > y || y.is_nan() { x } else { y }
}

/// The range ends where numbers are no longer normal.
fn next_after(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (x, y) = (args.double(0)?, args.double(1)?);
    let result = next(x, y);
    if x != 0.0 && x != y && x.is_finite() && !y.is_nan() && !result.is_normal() {
        errno::set(machine, errno::ERANGE)?;
    }
    double(result)
}

fn next(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        x + y
    } else if x == y {
        y
    } else if x < y {
        x.next_up()
    } else {
        x.next_down()
    }
}
