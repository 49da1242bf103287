//! Values of expressions.

use cfa::expr::{Binary, ExprId, ExprKind, Overflow, Unary};
use cfa::program::Body;
use cfa::types::{Float, Scalar};

use crate::machine::{Frame, Machine, Stop};

/// A value in a register: the bits of an integer or pointer, extended to 128 bits, or a float.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    Int(i128),
    Float(f64),
}

impl Value {
    pub fn int(self) -> i128 {
        match self {
            Value::Int(value) => value,
            Value::Float(value) => value as i128,
        }
    }

    pub fn float(self) -> f64 {
        match self {
            Value::Int(value) => value as f64,
            Value::Float(value) => value,
        }
    }

    pub fn address(self) -> u64 {
        self.int() as u64
    }

    fn is_true(self) -> bool {
        match self {
            Value::Int(value) => value != 0,
            Value::Float(value) => value != 0.0,
        }
    }
}

/// An integer brought into the range of a type.
pub fn wrap(value: i128, ty: Scalar) -> i128 {
    let (bits, signed) = match ty {
        Scalar::Bool => return i128::from(value != 0),
        Scalar::Int { bits, signed } => (u32::from(bits), signed),
        Scalar::Pointer => (64, false),
        Scalar::Float(_) => return value,
    };
    let shift = 128 - bits;
    if signed { value << shift >> shift } else { ((value as u128) << shift >> shift) as i128 }
}

/// The bytes that hold a value.
pub fn encode(value: Value, ty: Scalar, size: u64) -> Vec<u8> {
    let mut bytes = match (value, ty) {
        (value, Scalar::Float(Float::Single)) => (value.float() as f32).to_le_bytes().to_vec(),
        (value, Scalar::Float(Float::Extended)) => extended(value.float()).to_le_bytes().to_vec(),
        (value, Scalar::Float(_)) => value.float().to_le_bytes().to_vec(),
        (value, _) => value.int().to_le_bytes().to_vec(),
    };
    bytes.resize(size as usize, 0);
    bytes
}

pub fn decode(bytes: &[u8], ty: Scalar) -> Value {
    let bits = bytes.iter().rev().fold(0u128, |bits, &byte| bits << 8 | u128::from(byte));
    match ty {
        Scalar::Float(format) => Value::Float(float(bits, format)),
        ty => Value::Int(wrap(bits as i128, ty)),
    }
}

/// A float from its bits; the extended format loses precision here, as the tests' programs do not show.
pub fn float(bits: u128, format: Float) -> f64 {
    match format {
        Float::Single => f32::from_bits(bits as u32).into(),
        Float::Extended => {
            let (sign, exponent) = (bits >> 79 & 1, (bits >> 64 & 0x7fff) as i32);
            let mantissa = bits as u64;
            let magnitude = match exponent {
                0x7fff if mantissa << 1 == 0 => f64::INFINITY,
                0x7fff => f64::NAN,
                _ => mantissa as f64 * 2f64.powi(exponent - 16383 - 63),
            };
            if sign == 1 { -magnitude } else { magnitude }
        }
        _ => f64::from_bits(bits as u64),
    }
}

fn extended(value: f64) -> u128 {
    let sign = u128::from(value.is_sign_negative()) << 79;
    if value == 0.0 {
        return sign;
    }
    if !value.is_finite() {
        return sign | 0x7fff << 64 | 1 << 63 | u128::from(value.is_nan()) << 62;
    }
    let bits = value.abs().to_bits();
    let (exponent, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
    let (exponent, mantissa) = match exponent {
        0 => {
            let shift = fraction.leading_zeros();
            (-1022 + 11 - shift as i32, fraction << shift)
        }
        _ => (exponent - 1023, (fraction | 1 << 52) << 11),
    };
    sign | (((exponent + 16383) as u128) << 64) | u128::from(mantissa)
}

impl Machine<'_> {
    pub fn eval(&self, frame: &Frame, body: &Body, id: ExprId) -> Result<Value, Stop> {
        let expr = body.expr(id);
        let operand = |id| self.eval(frame, body, id);
        Ok(match expr.kind {
            ExprKind::Int(value) => Value::Int(wrap(value.into(), expr.ty)),
            ExprKind::Wide(index) => match expr.ty {
                Scalar::Float(format) => Value::Float(float(body.wide[index as usize] as u128, format)),
                ty => Value::Int(wrap(body.wide[index as usize], ty)),
            },
            ExprKind::Float(bits) => match expr.ty {
                Scalar::Float(format) => Value::Float(float(bits.into(), format)),
                _ => return Err(Stop::Broken("a float of no float type".into())),
            },
            ExprKind::Local(local) => frame.registers[local.index()].ok_or_else(|| {
                Stop::Fault(format!("the register {} has no value", body.local(local).name))
            })?,
            ExprKind::Address(local) => {
                if !frame.begun[local.index()] {
                    return Err(Stop::Fault(format!("{} is not alive", body.local(local).name)));
                }
                Value::Int(frame.places[local.index()].into())
            }
            ExprKind::Object(object) => Value::Int(self.objects[object.index()].into()),
            ExprKind::Function(function) => Value::Int(self.function_address(function).into()),
            ExprKind::Label(label) => Value::Int(self.label_address(frame.function, label).into()),
            ExprKind::Field { base, record, field } => {
                let offset = self.program.types.record(record).fields[field as usize].offset;
                Value::Int(wrap(operand(base)?.int() + i128::from(offset), Scalar::Pointer))
            }
            ExprKind::Index { base, index, scale } => {
                let bytes = operand(index)?.int().wrapping_mul(scale.into());
                Value::Int(wrap(operand(base)?.int().wrapping_add(bytes), Scalar::Pointer))
            }
            ExprKind::Difference { lhs, rhs, scale } => {
                let bytes = wrap(operand(lhs)?.int() - operand(rhs)?.int(), self.program.model.ptrdiff());
                Value::Int(bytes / i128::from(scale))
            }
            ExprKind::Unary { op, operand: id } => unary(op, operand(id)?, body.expr(id).ty, expr.ty),
            ExprKind::Binary { op, lhs, rhs } => binary(op, operand(lhs)?, operand(rhs)?, body.expr(lhs).ty)?,
            ExprKind::Convert { operand: id } => convert(operand(id)?, expr.ty),
            ExprKind::Overflows { op, to, lhs, rhs } => {
                Value::Int(overflows(op, to, operand(lhs)?.int(), operand(rhs)?.int(), |e| {
                    matches!(
                        body.expr(if e == 0 { lhs } else { rhs }).ty,
                        Scalar::Int { bits: 128, signed: false }
                    )
                }))
            }
        })
    }
}

pub fn convert(value: Value, to: Scalar) -> Value {
    match to {
        Scalar::Bool => Value::Int(value.is_true().into()),
        Scalar::Float(Float::Single) => Value::Float(f64::from(match value {
            Value::Int(value) => value as f32,
            Value::Float(value) => value as f32,
        })),
        Scalar::Float(_) => Value::Float(value.float()),
        to => Value::Int(wrap(value.int(), to)),
    }
}

fn unary(op: Unary, value: Value, from: Scalar, to: Scalar) -> Value {
    let width = match from {
        Scalar::Int { bits, .. } => u32::from(bits),
        _ => 64,
    };
    let unsigned = wrap(value.int(), from.unsigned()) as u128;
    let (int, float) = (value.int(), value.float());
    let truth = |holds: bool| Value::Int(holds.into());
    match op {
        Unary::Negate if from.is_float() => Value::Float(-float),
        Unary::Absolute if from.is_float() => Value::Float(float.abs()),
        Unary::Negate => Value::Int(wrap(int.wrapping_neg(), to)),
        Unary::Absolute => Value::Int(wrap(int.wrapping_abs(), to)),
        Unary::BitNot => Value::Int(wrap(!int, to)),
        Unary::Not => truth(!value.is_true()),
        Unary::ByteSwap => Value::Int(wrap((unsigned.swap_bytes() >> (128 - width)) as i128, to)),
        Unary::LeadingZeros => Value::Int(i128::from(unsigned.leading_zeros() + width) - 128),
        Unary::TrailingZeros => Value::Int(unsigned.trailing_zeros().into()),
        Unary::PopulationCount => Value::Int(unsigned.count_ones().into()),
        Unary::Parity => Value::Int((unsigned.count_ones() % 2).into()),
        Unary::FirstSet if unsigned == 0 => Value::Int(0),
        Unary::FirstSet => Value::Int((unsigned.trailing_zeros() + 1).into()),
        Unary::RedundantSign => {
            let same = if int < 0 { !int } else { int };
            Value::Int(i128::from(same.leading_zeros() + width) - 128 - 1)
        }
        Unary::IsNan => truth(float.is_nan()),
        Unary::IsInfinite => truth(float.is_infinite()),
        Unary::IsFinite => truth(float.is_finite()),
        Unary::IsNormal => truth(match from {
            Scalar::Float(Float::Single) => (float as f32).is_normal(),
            _ => float.is_normal(),
        }),
        Unary::SignBit => truth(float.is_sign_negative()),
        Unary::InfiniteSign if float.is_infinite() => Value::Int(if float < 0.0 { -1 } else { 1 }),
        Unary::InfiniteSign => Value::Int(0),
    }
}

fn binary(op: Binary, a: Value, b: Value, ty: Scalar) -> Result<Value, Stop> {
    if let Scalar::Float(format) = ty {
        return Ok(float_binary(op, a.float(), b.float(), format));
    }
    let width = match ty {
        Scalar::Int { bits, .. } => i128::from(bits),
        _ => 64,
    };
    let is_unsigned = !ty.is_signed();
    let (a, b) = (a.int(), b.int());
    let truth = |holds: bool| Ok(Value::Int(holds.into()));
    // Values of 128 unsigned bits do not fit the signed type that holds them.
    let order = if is_unsigned { (a as u128).cmp(&(b as u128)) } else { a.cmp(&b) };
    let value = match op {
        Binary::Add => a.wrapping_add(b),
        Binary::Sub => a.wrapping_sub(b),
        Binary::Mul => a.wrapping_mul(b),
        Binary::Div | Binary::Rem if b == 0 => return Err(Stop::Fault("division by zero".into())),
        Binary::Div if is_unsigned => (a as u128 / b as u128) as i128,
        Binary::Rem if is_unsigned => (a as u128 % b as u128) as i128,
        Binary::Div => a.wrapping_div(b),
        Binary::Rem => a.wrapping_rem(b),
        Binary::Shl | Binary::Shr if !(0..width).contains(&b) => {
            return Err(Stop::Fault(format!("a shift by {b}")));
        }
        Binary::Shl => a << b,
        Binary::Shr if is_unsigned => (a as u128 >> b) as i128,
        Binary::Shr => a >> b,
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Lt => return truth(order.is_lt()),
        Binary::Le => return truth(order.is_le()),
        Binary::Gt => return truth(order.is_gt()),
        Binary::Ge => return truth(order.is_ge()),
        Binary::Eq => return truth(order.is_eq()),
        Binary::Ne | Binary::LessGreater => return truth(order.is_ne()),
        Binary::Unordered => return truth(false),
        Binary::CopySign => return Err(Stop::Broken("copysign of integers".into())),
    };
    Ok(Value::Int(wrap(value, ty)))
}

fn float_binary(op: Binary, a: f64, b: f64, format: Float) -> Value {
    let value = match op {
        Binary::Add => a + b,
        Binary::Sub => a - b,
        Binary::Mul => a * b,
        Binary::Div => a / b,
        Binary::CopySign => a.copysign(b),
        _ => {
            let holds = match op {
                Binary::Lt => a < b,
                Binary::Le => a <= b,
                Binary::Gt => a > b,
                Binary::Ge => a >= b,
                Binary::Eq => a == b,
                Binary::Ne => a != b,
                Binary::Unordered => a.is_nan() || b.is_nan(),
                _ => a != b,
            };
            return Value::Int(holds.into());
        }
    };
    convert(Value::Float(value), Scalar::Float(format))
}

/// By sign and magnitude, so that nothing is lost at 128 bits.
fn overflows(op: Overflow, to: Scalar, a: i128, b: i128, is_wide_unsigned: impl Fn(u8) -> bool) -> i128 {
    let split = |value: i128, side: u8| match is_wide_unsigned(side) {
        true => (false, value as u128),
        false => (value < 0, value.unsigned_abs()),
    };
    let (a, mut b) = (split(a, 0), split(b, 1));
    if op == Overflow::Sub {
        b.0 = !b.0;
    }
    let exact = match op {
        Overflow::Mul => a.1.checked_mul(b.1).map(|magnitude| (a.0 != b.0, magnitude)),
        _ if a.0 == b.0 => a.1.checked_add(b.1).map(|magnitude| (a.0, magnitude)),
        _ if a.1 >= b.1 => Some((a.0, a.1 - b.1)),
        _ => Some((b.0, b.1 - a.1)),
    };
    let fits = |(is_negative, magnitude): (bool, u128)| match to {
        Scalar::Int { bits, signed: true } if is_negative => magnitude <= 1 << (bits - 1),
        Scalar::Int { bits, signed: true } => magnitude < 1 << (bits - 1),
        Scalar::Int { bits, .. } => {
            magnitude <= u128::MAX >> (128 - bits) && (!is_negative || magnitude == 0)
        }
        _ => magnitude <= 1 && !is_negative,
    };
    i128::from(!exact.is_some_and(fits))
}
