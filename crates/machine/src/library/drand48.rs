//! stdlib.h: the generators of 48 bits, `x = a·x + c mod 2^48`.

use super::Function;
use super::args::{Args, double, nothing, number};
use crate::address::moved;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("drand48", |machine, _| own(machine).and_then(|x| as_double(machine, x))),
    ("lrand48", |machine, _| own(machine).and_then(|x| as_positive(machine, x))),
    ("mrand48", |machine, _| own(machine).and_then(|x| as_signed(machine, x))),
    ("erand48", |machine, args| as_double(machine, args.pointer(0)?)),
    ("nrand48", |machine, args| as_positive(machine, args.pointer(0)?)),
    ("jrand48", |machine, args| as_signed(machine, args.pointer(0)?)),
    ("srand48", srand48),
    ("seed48", seed48),
    ("lcong48", lcong48),
];

// What the library keeps, in bytes: x, the old x for `seed48`, a (in 8 bytes), c.
const NAME: &str = "drand48";
const OLD: i64 = 6;
const A: i64 = 16;
const C: i64 = 24;
const SIZE: u64 = 32;
const MASK: u64 = (1 << 48) - 1;

/// The library's own x. It starts as zero.
fn own(machine: &mut Machine<'_>) -> Result<Val, Stop> {
    let is_new = !machine.has_library_object(NAME);
    let place = machine.library_object(NAME, SIZE)?;
    if is_new {
        reset(machine, place)?;
    }
    Ok(place)
}

fn reset(machine: &mut Machine<'_>, place: Val) -> Result<(), Stop> {
    put(machine, moved(place, A)?, 0x5_deec_e66d)?;
    put(machine, moved(place, C)?, 0xb)
}

fn get(machine: &Machine<'_>, place: Val) -> Result<u64, Stop> {
    let bytes = machine.memory.bytes(place, 6)?;
    Ok(bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)))
}

fn put(machine: &mut Machine<'_>, place: Val, value: u64) -> Result<(), Stop> {
    machine.memory.write_bytes(place, &value.to_le_bytes()[..6])
}

/// Draws from the x at a place.
fn next(machine: &mut Machine<'_>, place: Val) -> Result<u64, Stop> {
    let own = own(machine)?;
    let (a, c) = (get(machine, moved(own, A)?)?, get(machine, moved(own, C)?)?);
    let x = get(machine, place)?.wrapping_mul(a).wrapping_add(c) & MASK;
    put(machine, place, x)?;
    Ok(x)
}

fn as_double(machine: &mut Machine<'_>, place: Val) -> Result<Val, Stop> {
    let x = next(machine, place)?;
    double(x as f64 / (1u64 << 48) as f64)
}

fn as_positive(machine: &mut Machine<'_>, place: Val) -> Result<Val, Stop> {
    number((next(machine, place)? >> 17) as i64)
}

fn as_signed(machine: &mut Machine<'_>, place: Val) -> Result<Val, Stop> {
    number((next(machine, place)? >> 16) as i32)
}

fn srand48(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let place = own(machine)?;
    reset(machine, place)?;
    put(machine, place, u64::from(args.int32(0)? as u32) << 16 | 0x330e)?;
    nothing()
}

/// Returns the old x.
fn seed48(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let place = own(machine)?;
    let (old, new) = (get(machine, place)?, get(machine, args.pointer(0)?)?);
    reset(machine, place)?;
    put(machine, place, new)?;
    put(machine, moved(place, OLD)?, old)?;
    moved(place, OLD)
}

fn lcong48(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (place, given) = (own(machine)?, args.pointer(0)?);
    let (x, a) = (get(machine, given)?, get(machine, moved(given, 6)?)?);
    let c = machine.memory.bytes(moved(given, 12)?, 2)?;
    put(machine, place, x)?;
    put(machine, moved(place, A)?, a)?;
    put(machine, moved(place, C)?, u16::from_le_bytes([c[0], c[1]]).into())?;
    nothing()
}
