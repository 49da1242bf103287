//! Quotients of complex numbers, rounded as libgcc 12 rounds them.
//!
//! For `double`: M. Baudin and R. L. Smith, "A Robust Complex Division in Scilab", 2012, section 3.4, with the
//! scaling of P. McGehearty that libgcc has since version 12. The result is within a few units in the last place
//! unless parts of the operands differ by more than the range of the exponent. Deviations:
//!
//! 1. Very large divisors and very small operands are scaled by a power of two first.
//! 2. The order of operations changes when the ratio is subnormal, not when a product is zero.
//! 3. Infinities are recovered as in C11 annex G.5.1.
//!
//! For `float` the textbook formula is computed in `double`.

use cfa::expr::Binary;

use super::Outcome;
use super::multiply::boxed;
use crate::arith;
use crate::code::Kind;
use crate::fault::Stop;
use crate::value::Val;

/// `(a + bi) / (c + di)`.
pub(super) fn divide([a, b, c, d]: [f64; 4]) -> (f64, f64) {
    if c.abs() < d.abs() {
        let (parts, found) = quotient([a, b, c, d], |p, q| p - q);
        recover(parts, found, |x| x)
    } else {
        // With the parts exchanged only the sign of the imaginary part changes.
        let ([b, a, d, c], found) = quotient([b, a, d, c], |p, q| q - p);
        recover([a, b, c, d], found, |x| x)
    }
}

/// The parts are those of floats.
pub(super) fn divide_single([a, b, c, d]: [f64; 4]) -> (f64, f64) {
    let denominator = c * c + d * d;
    let x = (a * c + b * d) / denominator;
    let y = (b * c - a * d) / denominator;
    recover([a, b, c, d], (super::narrowed(x), super::narrowed(y)), super::narrowed)
}

/// The operands as scaled and their quotient where `|c| <= |d|`; `minus` takes the one from the other in one of the
/// two orders.
fn quotient(parts: [f64; 4], minus: fn(f64, f64) -> f64) -> ([f64; 4], (f64, f64)) {
    const BIG: f64 = f64::MAX / 2.0;
    const SMALL: f64 = f64::MIN_POSITIVE;
    const SCALE: f64 = 1.0 / f64::EPSILON;
    const ROOM: f64 = BIG * f64::EPSILON;
    // Deviation 1.
    let [a, b, c, d] = if parts[3].abs() >= BIG { parts.map(|part| part / 2.0) } else { parts };
    let is_lost = |small: f64, other: f64| small.abs() < SMALL && other.abs() < ROOM && d.abs() < ROOM;
    let is_scaled = d.abs() < f64::EPSILON || is_lost(a, b) || is_lost(b, a);
    let [a, b, c, d] = if is_scaled { [a, b, c, d].map(|part| part * SCALE) } else { [a, b, c, d] };
    let ratio = c / d;
    let denominator = c * ratio + d;
    // Deviation 2.
    let (real, imag) = if ratio.abs() > SMALL {
        (a * ratio + b, minus(b * ratio, a))
    } else {
        (c * (a / d) + b, minus(c * (b / d), a))
    };
    ([a, b, c, d], (real / denominator, imag / denominator))
}

/// Infinite and zero quotients whose parts came out as NaN.
fn recover([a, b, c, d]: [f64; 4], (x, y): (f64, f64), round: fn(f64) -> f64) -> (f64, f64) {
    if !(x.is_nan() && y.is_nan()) {
        return (x, y);
    }
    let product = |[a, b, c, d]: [f64; 4]| {
        let times = |p: f64, q: f64| round(p * q);
        (round(times(a, c) + times(b, d)), round(times(b, c) - times(a, d)))
    };
    if c == 0.0 && d == 0.0 && !(a.is_nan() && b.is_nan()) {
        let infinity = f64::INFINITY.copysign(c);
        (infinity * a, infinity * b)
    } else if (a.is_infinite() || b.is_infinite()) && c.is_finite() && d.is_finite() {
        let (x, y) = product([boxed(a), boxed(b), c, d]);
        (f64::INFINITY * x, f64::INFINITY * y)
    } else if (c.is_infinite() || d.is_infinite()) && a.is_finite() && b.is_finite() {
        let (x, y) = product([a, b, boxed(c), boxed(d)]);
        (0.0 * x, 0.0 * y)
    } else {
        (x, y)
    }
}

/// gcc divides complex integers by the same formula with truncated ratios.
pub(super) fn divide_integers(part: Kind, a: Val, b: Val, c: Val, d: Val) -> Result<Outcome, Stop> {
    let compute = |op: Binary, a: Val, b: Val| arith::binary(op, part, a.bits, b.bits);
    let multiply_add = |p: Val, q: Val, r: Val| compute(Binary::Add, compute(Binary::Mul, p, q)?, r);
    let magnitude = |v: Val| if is_signed(part) { (v.bits as i64).unsigned_abs() } else { v.bits };
    let (real, imag, denominator);
    if magnitude(c) < magnitude(d) {
        let ratio = compute(Binary::Div, c, d)?;
        denominator = multiply_add(c, ratio, d)?;
        real = multiply_add(a, ratio, b)?;
        imag = compute(Binary::Sub, compute(Binary::Mul, b, ratio)?, a)?;
    } else {
        let ratio = compute(Binary::Div, d, c)?;
        denominator = multiply_add(d, ratio, c)?;
        real = multiply_add(b, ratio, a)?;
        imag = compute(Binary::Sub, b, compute(Binary::Mul, a, ratio)?)?;
    }
    Ok(Outcome::Number(compute(Binary::Div, real, denominator)?, compute(Binary::Div, imag, denominator)?))
}

fn is_signed(part: Kind) -> bool {
    matches!(part, Kind::Int { signed: true, .. })
}
