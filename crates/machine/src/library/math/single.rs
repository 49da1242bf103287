//! math.h: functions of floats.

use super::{check, check_last_bit, check_small, inverse};
use crate::exec::Machine;
use crate::fault::Stop;
use crate::library::args::{Args, single};
use crate::library::{Function, errno};
use crate::value::Val;

pub(in crate::library) const FUNCTIONS: &[(&str, Function)] = &[
    ("acosf", |machine, args| rounded(machine, args, f32::acos)),
    ("asinf", |machine, args| rounded(machine, args, f32::asin)),
    ("atanf", |machine, args| rounded(machine, args, f32::atan)),
    ("ceilf", |machine, args| one(machine, args, f32::ceil)),
    ("cosf", |machine, args| rounded(machine, args, f32::cos)),
    ("coshf", |machine, args| rounded(machine, args, f32::cosh)),
    ("expm1f", |machine, args| rounded(machine, args, f32::exp_m1)),
    ("fabsf", |machine, args| one(machine, args, f32::abs)),
    ("floorf", |machine, args| one(machine, args, f32::floor)),
    ("logf", |machine, args| rounded(machine, args, f32::ln)),
    ("log10f", |machine, args| rounded(machine, args, f32::log10)),
    ("log1pf", |machine, args| rounded(machine, args, f32::ln_1p)),
    ("log2f", |machine, args| rounded(machine, args, f32::log2)),
    ("rintf", |machine, args| one(machine, args, f32::round_ties_even)),
    ("nearbyintf", |machine, args| one(machine, args, f32::round_ties_even)),
    ("roundf", |machine, args| one(machine, args, f32::round)),
    ("roundevenf", |machine, args| one(machine, args, f32::round_ties_even)),
    ("sinf", |machine, args| rounded(machine, args, f32::sin)),
    ("sinhf", |machine, args| rounded(machine, args, f32::sinh)),
    ("sqrtf", |machine, args| one(machine, args, f32::sqrt)),
    ("tanf", |machine, args| rounded(machine, args, f32::tan)),
    ("tanhf", |machine, args| rounded(machine, args, f32::tanh)),
    ("truncf", |machine, args| one(machine, args, f32::trunc)),
    ("cbrtf", |machine, args| rounded(machine, args, f32::cbrt)),
    ("asinhf", |machine, args| rounded(machine, args, inverse::asinhf)),
    ("acoshf", |machine, args| rounded(machine, args, inverse::acoshf)),
    ("atanhf", |machine, args| rounded(machine, args, inverse::atanhf)),
    ("expf", |machine, args| small(machine, args, f32::exp)),
    ("exp2f", |machine, args| small(machine, args, f32::exp2)),
    ("powf", power),
    ("atan2f", arc),
    ("fmodf", |machine, args| two(machine, args, |x, y| x % y)),
    ("remainderf", |machine, args| two(machine, args, rest)),
    ("dremf", |machine, args| two(machine, args, rest)),
    ("hypotf", |machine, args| rounded_two(machine, args, f32::hypot)),
    ("fdimf", |machine, args| two(machine, args, difference)),
    ("fminf", |machine, args| equal_zeros(machine, args, least)),
    ("fmaxf", |machine, args| equal_zeros(machine, args, greatest)),
    ("copysignf", |machine, args| two(machine, args, f32::copysign)),
    ("nextafterf", next_after),
    ("fmaf", fused),
];

fn one(machine: &mut Machine<'_>, args: &Args, f: fn(f32) -> f32) -> Result<Val, Stop> {
    let x = args.float(0)?;
    let result = f(x);
    check(machine, f64::from(result), &[f64::from(x)])?;
    single(result)
}

fn rounded(machine: &mut Machine<'_>, args: &Args, f: fn(f32) -> f32) -> Result<Val, Stop> {
    let x = args.float(0)?;
    check_last_bit(machine, f64::from(f(x)), &[f64::from(x)])?;
    one(machine, args, f)
}

fn rounded_two(machine: &mut Machine<'_>, args: &Args, f: fn(f32, f32) -> f32) -> Result<Val, Stop> {
    let (x, y) = (args.float(0)?, args.float(1)?);
    check_last_bit(machine, f64::from(f(x, y)), &[f64::from(x), f64::from(y)])?;
    two(machine, args, f)
}

fn small(machine: &mut Machine<'_>, args: &Args, f: fn(f32) -> f32) -> Result<Val, Stop> {
    let x = args.float(0)?;
    let result = f(x);
    check_last_bit(machine, f64::from(result), &[f64::from(x)])?;
    check_small(machine, f64::from(result), &[f64::from(x)])?;
    single(result)
}

fn two(machine: &mut Machine<'_>, args: &Args, f: fn(f32, f32) -> f32) -> Result<Val, Stop> {
    let (x, y) = (args.float(0)?, args.float(1)?);
    let result = f(x, y);
    check(machine, f64::from(result), &[f64::from(x), f64::from(y)])?;
    single(result)
}

fn power(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (x, y) = (args.float(0)?, args.float(1)?);
    let result = x.powf(y);
    check_last_bit(machine, f64::from(result), &[f64::from(x), f64::from(y)])?;
    // A power of zero may be zero.
    let check = if x == 0.0 { check } else { check_small };
    check(machine, f64::from(result), &[f64::from(x), f64::from(y)])?;
    single(result)
}

fn arc(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (y, x) = (args.float(0)?, args.float(1)?);
    let result = y.atan2(x);
    check_last_bit(machine, f64::from(result), &[f64::from(x), f64::from(y)])?;
    let check = if y == 0.0 { check } else { check_small };
    check(machine, f64::from(result), &[f64::from(x), f64::from(y)])?;
    single(result)
}

fn fused(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (x, y, z) = (args.float(0)?, args.float(1)?, args.float(2)?);
    let result = x.mul_add(y, z);
    check(machine, f64::from(result), &[f64::from(x), f64::from(y), f64::from(z)])?;
    single(result)
}

fn rest(x: f32, y: f32) -> f32 {
    // Exact as a double, and never longer than its operands.
    super::remainder(x.into(), y.into()) as f32
}

fn difference(x: f32, y: f32) -> f32 {
    if x <= y { 0.0 } else { x - y }
}

/// Of zeros of either sign `f` gives the second, as on x86-64; in 32 bits it is the first.
fn equal_zeros(machine: &mut Machine<'_>, args: &Args, f: fn(f32, f32) -> f32) -> Result<Val, Stop> {
    if machine.word_bytes() == 4 && args.double(0)? == 0.0 && args.double(1)? == 0.0 {
        return single(args.float(0)?);
    }
    two(machine, args, f)
}

fn least(x: f32, y: f32) -> f32 {
    if x < y || y.is_nan() { x } else { y }
}

fn greatest(x: f32, y: f32) -> f32 {
    if x > y || y.is_nan() { x } else { y }
}

/// The range ends where numbers are no longer normal.
fn next_after(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (x, y) = (args.float(0)?, args.float(1)?);
    let result = next(x, y);
    if x != 0.0 && x != y && x.is_finite() && !y.is_nan() && !result.is_normal() {
        errno::set(machine, errno::ERANGE)?;
    }
    single(result)
}

fn next(x: f32, y: f32) -> f32 {
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
