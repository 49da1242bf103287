//! math.h: numbers taken apart and put together by exponent, fraction and payload.

use super::{check, check_last_bit, check_small};
use crate::exec::Machine;
use crate::fault::Stop;
use crate::library::args::{Args, double, nothing, number, single};
use crate::library::{Function, errno, float_text};
use crate::value::Val;

pub(in crate::library) const FUNCTIONS: &[(&str, Function)] = &[
    ("ldexp", |machine, args| double(scaled(machine, args, scale)?)),
    ("scalbn", |machine, args| double(scaled(machine, args, scale)?)),
    ("scalbln", |machine, args| double(scaled(machine, args, scale)?)),
    ("ldexpf", |machine, args| single(scaled(machine, args, scale_single)? as f32)),
    ("scalbnf", |machine, args| single(scaled(machine, args, scale_single)? as f32)),
    ("scalblnf", |machine, args| single(scaled(machine, args, scale_single)? as f32)),
    ("frexp", |machine, args| double(frexp(machine, args)?)),
    ("frexpf", |machine, args| single(frexp(machine, args)? as f32)),
    ("modf", modf),
    ("modff", modff),
    ("logb", |_, args| double(logb(args.double(0)?))),
    ("logbf", |_, args| single(logb(args.double(0)?) as f32)),
    ("ilogb", ilogb),
    ("ilogbf", ilogb),
    ("sincos", sincos),
    ("sincosf", sincosf),
    ("nan", |machine, args| double(tagged_nan(machine, args)?.double().0)),
    ("nanf", |machine, args| single(tagged_nan(machine, args)?.single().0)),
];

/// `x · 2^n`, rounded once.
pub(in crate::library) fn scale(x: f64, n: i32) -> f64 {
    let (mut x, mut n) = (x, n.clamp(-5000, 5000));
    while n > 1023 {
        x *= 2f64.powi(1023);
        n -= 1023;
    }
    // A step down leaves 53 bits above the least normal number, so that only the last step rounds.
    while n < -1022 {
        x *= 2f64.powi(-1022) * 2f64.powi(53);
        n += 1022 - 53;
    }
    x * 2f64.powi(n)
}

/// The same for a `float`: exact as a double, then rounded.
fn scale_single(x: f64, n: i32) -> f64 {
    (scale(x, n.clamp(-400, 400)) as f32).into()
}

fn scaled(machine: &mut Machine<'_>, args: &Args, scale: fn(f64, i32) -> f64) -> Result<f64, Stop> {
    let (x, n) = (args.double(0)?, args.int(1)?);
    let result = scale(x, n.clamp(-5000, 5000) as i32);
    let check = if x == 0.0 { check } else { check_small };
    check(machine, result, &[x])
}

/// The exponent of the highest bit; the number must be finite and not zero.
fn exponent(x: f64) -> i32 {
    let exponent = (x.to_bits() >> 52 & 0x7ff) as i32;
    match exponent {
        0 => 63 - (x.to_bits() & ((1 << 52) - 1)).leading_zeros() as i32 - 1074,
        _ => exponent - 1023,
    }
}

fn frexp(machine: &mut Machine<'_>, args: &Args) -> Result<f64, Stop> {
    let x = args.double(0)?;
    let power = if x == 0.0 || !x.is_finite() { 0 } else { exponent(x) + 1 };
    machine.memory.store(args.pointer(1)?, 4, Val::int(power as u64))?;
    Ok(scale(x, -power))
}

fn modf(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let x = args.double(0)?;
    let whole = x.trunc();
    machine.memory.store(args.pointer(1)?, 8, Val::int(whole.to_bits()))?;
    double(fraction(x, whole))
}

fn modff(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let x = args.float(0)?;
    let whole = x.trunc();
    machine.memory.store(args.pointer(1)?, 4, Val::int(whole.to_bits().into()))?;
    single(fraction(x.into(), whole.into()) as f32)
}

fn fraction(x: f64, whole: f64) -> f64 {
    if x.is_infinite() { 0f64.copysign(x) } else { (x - whole).copysign(x) }
}

fn logb(x: f64) -> f64 {
    match x.abs() {
        0.0 => f64::NEG_INFINITY,
        size if !size.is_finite() => size,
        _ => exponent(x).into(),
    }
}

fn ilogb(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let x = args.double(0)?;
    if x != 0.0 && x.is_finite() {
        return number(exponent(x));
    }
    errno::set(machine, errno::EDOM)?;
    number(if x.is_infinite() { i32::MAX } else { i32::MIN })
}

fn sincos(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let x = args.double(0)?;
    check_last_bit(machine, x.sin(), &[x])?;
    check(machine, x.sin(), &[x])?;
    machine.memory.store(args.pointer(1)?, 8, Val::int(x.sin().to_bits()))?;
    machine.memory.store(args.pointer(2)?, 8, Val::int(x.cos().to_bits()))?;
    nothing()
}

fn sincosf(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let x = args.float(0)?;
    check_last_bit(machine, x.sin().into(), &[x.into()])?;
    check(machine, x.sin().into(), &[x.into()])?;
    machine.memory.store(args.pointer(1)?, 4, Val::int(x.sin().to_bits().into()))?;
    machine.memory.store(args.pointer(2)?, 4, Val::int(x.cos().to_bits().into()))?;
    nothing()
}

/// `nan("7")` is what `strtod` makes of `nan(7)`.
fn tagged_nan(machine: &Machine<'_>, args: &Args) -> Result<float_text::Value, Stop> {
    let tag = machine.text(args.pointer(0)?)?;
    Ok(float_text::parse(&[b"nan(", &tag[..], b")"].concat()).value)
}
