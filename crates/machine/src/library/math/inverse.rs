//! The inverse hyperbolic functions, which Rust computes otherwise than glibc.
//!
//! From fdlibm, copyright (C) 1993 by Sun Microsystems, Inc., which may be used, copied, modified and
//! distributed freely provided that this notice is preserved. The bounds compare the upper bits of a number.

use std::f64::consts::LN_2;

use super::{INVALID, INVALID_SINGLE};

fn high(x: f64) -> u32 {
    (x.abs().to_bits() >> 32) as u32
}

pub(super) fn asinh(x: f64) -> f64 {
    let size = x.abs();
    let result = match high(x) {
        0x7ff0_0000.. => return x + x,
        ..0x3e30_0000 => return x,
        0x41b0_0001.. => size.ln() + LN_2,
        0x4000_0001.. => (2.0 * size + 1.0 / ((size * size + 1.0).sqrt() + size)).ln(),
        _ => {
            let square = size * size;
            (size + square / (1.0 + (1.0 + square).sqrt())).ln_1p()
        }
    };
    result.copysign(x)
}

pub(super) fn asinhf(x: f32) -> f32 {
    let size = x.abs();
    let result = match size.to_bits() {
        0x7f80_0000.. => return x + x,
        ..0x3800_0000 => return x,
        0x4700_0001.. => size.ln() + LN_2 as f32,
        0x4000_0001.. => (2.0 * size + 1.0 / ((size * size + 1.0).sqrt() + size)).ln(),
        _ => {
            let square = size * size;
            (size + square / (1.0 + (1.0 + square).sqrt())).ln_1p()
        }
    };
    result.copysign(x)
}

pub(super) fn acosh(x: f64) -> f64 {
    if x.is_nan() || x >= 2f64.powi(28) {
        return if x.is_finite() { x.ln() + LN_2 } else { x + x };
    }
    if x > 2.0 {
        return (2.0 * x - 1.0 / (x + (x * x - 1.0).sqrt())).ln();
    }
    if x < 1.0 {
        return INVALID;
    }
    let over = x - 1.0;
    (over + (2.0 * over + over * over).sqrt()).ln_1p()
}

pub(super) fn acoshf(x: f32) -> f32 {
    if x.is_nan() || x >= 2f32.powi(28) {
        return if x.is_finite() { x.ln() + LN_2 as f32 } else { x + x };
    }
    if x > 2.0 {
        return (2.0 * x - 1.0 / (x + (x * x - 1.0).sqrt())).ln();
    }
    if x < 1.0 {
        return INVALID_SINGLE;
    }
    let over = x - 1.0;
    (over + (2.0 * over + over * over).sqrt()).ln_1p()
}

pub(super) fn atanh(x: f64) -> f64 {
    let size = x.abs();
    if size < 2f64.powi(-28) || x.is_nan() {
        return x;
    }
    if size >= 1.0 {
        return if size > 1.0 { INVALID } else { x / 0.0 };
    }
    let twice = size + size;
    let inner = if size < 0.5 { twice + twice * size / (1.0 - size) } else { twice / (1.0 - size) };
    (0.5 * inner.ln_1p()).copysign(x)
}

pub(super) fn atanhf(x: f32) -> f32 {
    let size = x.abs();
    if size < 2f32.powi(-28) || x.is_nan() {
        return x;
    }
    if size >= 1.0 {
        return if size > 1.0 { INVALID_SINGLE } else { x / 0.0 };
    }
    let twice = size + size;
    let inner = if size < 0.5 { twice + twice * size / (1.0 - size) } else { twice / (1.0 - size) };
    (0.5 * inner.ln_1p()).copysign(x)
}
