//! stdlib.h: `rand` and `random` as in glibc: additive feedback `r[i] = r[i-3] + r[i-31]` (its TYPE_3), and
//! the small generator of `rand_r`.

use super::Function;
use super::args::{Args, not_modelled, nothing, number};
use crate::address::moved;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("rand", random),
    ("random", random),
    ("srand", seed),
    ("srandom", seed),
    ("rand_r", rand_r),
    ("initstate", |_, _| not_modelled("initstate")),
    ("setstate", |_, _| not_modelled("setstate")),
];

/// Words of the state; one more holds how many numbers were drawn.
const DEGREE: u32 = 31;
const SEPARATION: u32 = 3;
const NAME: &str = "random";

fn word(machine: &mut Machine<'_>, index: u32) -> Result<Val, Stop> {
    let is_new = !machine.has_library_object(NAME);
    let place = machine.library_object(NAME, u64::from(DEGREE + 1) * 4)?;
    if is_new {
        // A program that never seeds gets what seed 1 gives.
        fill(machine, 1)?;
    }
    moved(place, 4 * i64::from(index))
}

fn load(machine: &mut Machine<'_>, index: u32) -> Result<u32, Stop> {
    let place = word(machine, index)?;
    machine.memory.load(place, 4).map(|value| value.bits as u32)
}

fn store(machine: &mut Machine<'_>, index: u32, value: u32) -> Result<(), Stop> {
    let place = word(machine, index)?;
    machine.memory.store(place, 4, Val::int(value.into()))
}

fn random(machine: &mut Machine<'_>, _: &Args) -> Result<Val, Stop> {
    number(next(machine)? >> 1)
}

fn next(machine: &mut Machine<'_>) -> Result<u32, Stop> {
    let drawn = load(machine, DEGREE)?;
    let (front, rear) = ((drawn + SEPARATION) % DEGREE, drawn);
    let sum = load(machine, front)?.wrapping_add(load(machine, rear)?);
    store(machine, front, sum)?;
    store(machine, DEGREE, (drawn + 1) % DEGREE)?;
    Ok(sum)
}

fn seed(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let seed = args.int32(0)? as u32;
    word(machine, 0)?;
    fill(machine, seed)?;
    nothing()
}

/// The state starts with a linear congruential generator; its first numbers are thrown away.
fn fill(machine: &mut Machine<'_>, seed: u32) -> Result<(), Stop> {
    let mut value = i64::from(if seed == 0 { 1 } else { seed } as i32);
    for i in 0..DEGREE {
        store(machine, i, value as u32)?;
        // The remainder has the sign of the value, as C's has.
        value = 16807 * value % 2_147_483_647;
        if value < 0 {
            value += 2_147_483_647;
        }
    }
    store(machine, DEGREE, 0)?;
    for _ in 0..10 * DEGREE {
        next(machine)?;
    }
    Ok(())
}

fn rand_r(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let place = args.pointer(0)?;
    let bytes = machine.memory.bytes(place, 4)?;
    let mut state = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let mut result = 0u32;
    for range in [2048, 1024, 1024] {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12345);
        result = (result << 10) ^ (state / 65536 % range);
    }
    machine.memory.write_bytes(place, &state.to_le_bytes())?;
    number(result)
}
