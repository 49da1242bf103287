//! math.h.
//!
//! The elementary functions are those of Rust's standard library, which calls the system's libm: a result
//! here is the one a compiled program gets on the same system, to the last bit. Four are Rust's own: the
//! inverse hyperbolic functions are written out as in glibc ([`inverse`]); `cbrt` is rounded correctly, which
//! older versions of glibc do not always do. Errors set `errno` as glibc does. The functions on `long double`
//! are not modelled. In 32 bits glibc computes in other ways, so that only exact results are known.

mod double;
mod inverse;
mod parts;
mod single;
mod whole;

use super::args::not_modelled;
use super::errno;
use crate::exec::Machine;
use crate::fault::Stop;

pub(super) use double::FUNCTIONS;
pub(super) use parts::{FUNCTIONS as PART_FUNCTIONS, scale};
pub(super) use single::FUNCTIONS as FLOAT_FUNCTIONS;
pub(super) use whole::FUNCTIONS as WHOLE_FUNCTIONS;

/// What x86-64 makes of an invalid operation; `printf` shows its sign.
const INVALID: f64 = f64::from_bits(0xfff8_0000_0000_0000);
/// The same in single precision: converting the constant would leave its sign to the compiler.
const INVALID_SINGLE: f32 = f32::from_bits(0xffc0_0000);

/// Sets `errno` where the result shows an error: a NaN from numbers, an infinity from finite numbers.
fn check(machine: &mut Machine<'_>, result: f64, operands: &[f64]) -> Result<f64, Stop> {
    if result.is_nan() && !operands.iter().any(|x| x.is_nan()) {
        errno::set(machine, errno::EDOM)?;
    } else if result.is_infinite() && operands.iter().all(|x| x.is_finite()) {
        errno::set(machine, errno::ERANGE)?;
    }
    Ok(result)
}

/// Whether a result is known to the last bit: in 32 bits it must be exact.
fn check_last_bit(machine: &Machine<'_>, result: f64, operands: &[f64]) -> Result<(), Stop> {
    let is_whole = |x: f64| x.fract() == 0.0 && x.abs() < 2f64.powi(53);
    let is_exact = !result.is_finite()
        || result == 0.0
        || operands.contains(&0.0)
        || (is_whole(result) && operands.iter().copied().all(is_whole));
    if machine.word_bytes() == 8 || is_exact {
        return Ok(());
    }
    not_modelled("the last bit of a function of math.h in 32 bits")
}

/// As [`check`], for functions whose result is zero only if it is too small.
fn check_small(machine: &mut Machine<'_>, result: f64, operands: &[f64]) -> Result<f64, Stop> {
    if result == 0.0 && operands.iter().all(|x| x.is_finite()) {
        errno::set(machine, errno::ERANGE)?;
    }
    check(machine, result, operands)
}

/// `x - n·y` for the integer n nearest to x / y, exactly.
fn remainder(x: f64, y: f64) -> f64 {
    let (size, mut rest) = (y.abs(), x.abs());
    if x.is_nan() || y.is_nan() {
        return x + y;
    }
    if x.is_infinite() || y == 0.0 {
        return INVALID;
    }
    if size <= f64::MAX / 2.0 {
        rest %= size + size;
    }
    // Half of a number as small as that is not exact, but its double is.
    let to_half = |rest: f64| match size < 2f64.powi(-1021) {
        true => (rest + rest).total_cmp(&size),
        false => rest.total_cmp(&(0.5 * size)),
    };
    if to_half(rest).is_gt() {
        rest -= size;
        if to_half(rest).is_ge() {
            rest -= size;
        }
    }
    let rest = if rest == 0.0 { 0.0 } else { rest };
    if x.is_sign_negative() { -rest } else { rest }
}
