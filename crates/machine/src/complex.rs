//! Arithmetic on complex numbers, as gcc does it without optimisation.

mod divide;
mod multiply;

use cfa::expr::Binary;
use cfa::op::ComplexOp;
use cfa::types::DataModel;

use self::divide::{divide, divide_integers, divide_single};
use self::multiply::multiply;
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
            ComplexOp::Mul => match part {
                Kind::Double => double(multiply([a, b, c, d].map(|v| f64::from_bits(v.bits)), |x| x)),
                Kind::Single => single(multiply([a, b, c, d].map(widened), narrowed)),
                _ => Outcome::Number(
                    compute(Binary::Sub, compute(Binary::Mul, a, c)?, compute(Binary::Mul, b, d)?)?,
                    compute(Binary::Add, compute(Binary::Mul, a, d)?, compute(Binary::Mul, b, c)?)?,
                ),
            },
            // The libgcc of 32-bit code computes in the precision of the x87.
            ComplexOp::Div
                if self.image.program.model == DataModel::Ilp32 && !matches!(part, Kind::Int { .. }) =>
            {
                return Err(Stop::NotModelled("division of complex numbers in 32-bit code".into()));
            }
            ComplexOp::Div => match part {
                Kind::Double => double(divide([a, b, c, d].map(|v| f64::from_bits(v.bits)))),
                Kind::Single => single(divide_single([a, b, c, d].map(widened))),
                _ => return divide_integers(part, a, b, c, d),
            },
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

fn double((real, imag): (f64, f64)) -> Outcome {
    Outcome::Number(Val::int(real.to_bits()), Val::int(imag.to_bits()))
}

fn single((real, imag): (f64, f64)) -> Outcome {
    Outcome::Number(Val::int((real as f32).to_bits().into()), Val::int((imag as f32).to_bits().into()))
}

/// Sums, products and quotients of floats are those of doubles, rounded: a double has more than twice the digits.
fn widened(value: Val) -> f64 {
    f32::from_bits(value.bits as u32).into()
}

fn narrowed(value: f64) -> f64 {
    (value as f32).into()
}
