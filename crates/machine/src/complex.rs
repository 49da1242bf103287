//! Arithmetic on complex numbers, as gcc does it without optimisation.

use cfa::expr::Binary;
use cfa::op::ComplexOp;

use crate::address;
use crate::arith;
use crate::code::Kind;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;

/// What an operation gives: a number, or a truth value.
pub(crate) enum Outcome {
    Number(Val, Val),
    Truth(bool),
}

impl Machine<'_> {
    /// The operation on the numbers at these addresses.
    pub(crate) fn complex(&self, op: ComplexOp, part: Kind, args: &[Val]) -> Result<Outcome, Stop> {
        let compute = |op: Binary, a: Val, b: Val| arith::binary(op, part, a.bits, b.bits);
        let (a, b) = self.parts(part, args[0])?;
        let zero = || match part {
            Kind::Double => Val::int((-0.0f64).to_bits()),
            Kind::Single => Val::int((-0.0f32).to_bits().into()),
            _ => Val::ZERO,
        };
        let negate = |v: Val| compute(Binary::Sub, zero(), v);
        match op {
            ComplexOp::Negate => return Ok(Outcome::Number(negate(a)?, negate(b)?)),
            ComplexOp::Conjugate => return Ok(Outcome::Number(a, negate(b)?)),
            _ => {}
        }
        let (c, d) = self.parts(part, args[1])?;
        Ok(match op {
            ComplexOp::Add => Outcome::Number(compute(Binary::Add, a, c)?, compute(Binary::Add, b, d)?),
            ComplexOp::Sub => Outcome::Number(compute(Binary::Sub, a, c)?, compute(Binary::Sub, b, d)?),
            ComplexOp::Mul => {
                let real = compute(Binary::Sub, compute(Binary::Mul, a, c)?, compute(Binary::Mul, b, d)?)?;
                let imag = compute(Binary::Add, compute(Binary::Mul, a, d)?, compute(Binary::Mul, b, c)?)?;
                // Annex G recovers infinities here, which is not modelled.
                if is_nan(part, real) && is_nan(part, imag) {
                    return Err(Stop::NotModelled("infinite or NaN complex numbers".into()));
                }
                Outcome::Number(real, imag)
            }
            // libgcc scales the operands in its own way to round better.
            ComplexOp::Div => return Err(Stop::NotModelled("division of complex numbers".into())),
            ComplexOp::Eq | ComplexOp::Ne => {
                let same = compute(Binary::Eq, a, c)?.bits != 0 && compute(Binary::Eq, b, d)?.bits != 0;
                Outcome::Truth(same == (op == ComplexOp::Eq))
            }
            ComplexOp::Negate | ComplexOp::Conjugate => Outcome::Number(a, b),
        })
    }

    fn parts(&self, part: Kind, at: Val) -> Result<(Val, Val), Stop> {
        if matches!(part, Kind::Wide { .. } | Kind::Opaque { .. }) {
            return Err(Stop::NotModelled("complex numbers of this type".into()));
        }
        let read = |at: Val| {
            let value = self.memory.load(at, part.bytes())?;
            match (value.is_int(), part) {
                (true, Kind::Int { bits, signed }) => Ok(Val::int(arith::extend(value.bits, bits, signed))),
                (true, _) => Ok(value),
                (false, _) => arith::uninitialised(),
            }
        };
        Ok((read(at)?, read(address::moved(at, part.bytes().into())?)?))
    }
}

fn is_nan(part: Kind, value: Val) -> bool {
    match part {
        Kind::Double => f64::from_bits(value.bits).is_nan(),
        Kind::Single => f32::from_bits(value.bits as u32).is_nan(),
        _ => false,
    }
}
