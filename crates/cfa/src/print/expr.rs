//! Expressions in C's notation: values, and places where an access is made.

use std::fmt::Write;

use crate::expr::{Binary, ExprId, ExprKind, Overflow, Unary};
use crate::op::{Access, Place};
use crate::print::Printer;
use crate::program::{LabelId, LocalId, ObjectKind};
use crate::types::{Scalar, Type, TypeId};

/// Below this nothing is printed: generated sums have thousands of terms.
const DEPTH: u32 = 64;

impl Printer<'_> {
    /// A value.
    pub fn expr(&mut self, id: ExprId) {
        self.value(id, 0);
    }

    /// The memory that an access of this place touches.
    pub fn place(&mut self, place: &Place) {
        match place.access {
            Access::Plain => {}
            Access::Volatile => self.out.push_str("volatile "),
            Access::Initial => self.out.push_str("initial "),
            Access::Atomic(ordering) => {
                let _ = write!(self.out, "atomic({ordering:?}) ");
            }
        }
        let scalar = self.type_at(place.address).and_then(|ty| self.program.types.as_scalar(ty));
        self.lvalue(place.address, Some(place.ty), 0);
        if let Some(bits) = place.bits {
            let _ = write!(self.out, ":{}@{}", bits.width, bits.bit);
        }
        if scalar != Some(place.ty) {
            self.out.push_str(" as ");
            self.scalar(place.ty);
        }
        // Less than an object of its type has.
        if place.bits.is_none() && u64::from(place.align) < place.ty.size(self.program.model) {
            let _ = write!(self.out, " aligned to {}", place.align);
        }
    }

    /// What lies at an address.
    pub fn at(&mut self, address: ExprId) {
        self.lvalue(address, None, 0);
    }

    pub fn local_name(&mut self, id: LocalId) {
        let name = self.body.map_or("?", |body| body.local(id).name.as_str());
        self.out.push_str(name);
    }

    pub fn label_name(&mut self, id: LabelId) {
        let name = self.body.map_or("?", |body| body.labels[id.index()].name.as_str());
        self.out.push_str(name);
    }

    fn lvalue(&mut self, address: ExprId, accessed: Option<Scalar>, depth: u32) {
        let Some(body) = self.body.filter(|_| depth < DEPTH) else { return self.out.push('…') };
        match body.expr(address).kind {
            ExprKind::Object(id) => self.out.push_str(&self.program.object(id).name),
            ExprKind::Address(id) => self.local_name(id),
            ExprKind::Field { base, record, field } => {
                match body.expr(base).kind {
                    ExprKind::Object(_) | ExprKind::Address(_) | ExprKind::Field { .. } => {
                        self.lvalue(base, None, depth + 1);
                        self.out.push('.');
                    }
                    ExprKind::Index { base: outer, scale, .. } if self.has_elements(outer, scale) => {
                        self.lvalue(base, None, depth + 1);
                        self.out.push('.');
                    }
                    _ => {
                        self.operand(base, depth);
                        self.out.push_str("->");
                    }
                }
                self.out.push_str(&self.program.types.record(record).fields[field as usize].name);
            }
            ExprKind::Index { base, index, scale } => {
                let size = accessed.map(|scalar| scalar.size(self.program.model));
                let is_array = self.has_elements(base, scale);
                if is_array {
                    self.lvalue(base, None, depth + 1);
                } else if size == Some(scale) {
                    self.operand(base, depth);
                } else {
                    self.out.push_str("*(");
                    self.value(address, depth);
                    return self.out.push(')');
                }
                self.out.push('[');
                self.value(index, depth + 1);
                self.out.push(']');
            }
            _ => {
                self.out.push('*');
                self.operand(address, depth);
            }
        }
    }

    fn value(&mut self, id: ExprId, depth: u32) {
        let Some(body) = self.body.filter(|_| depth < DEPTH) else { return self.out.push('…') };
        let expr = body.expr(id);
        match expr.kind {
            ExprKind::Int(0) if expr.ty == Scalar::Pointer => self.out.push_str("null"),
            ExprKind::Int(value) => {
                let _ = write!(self.out, "{value}");
            }
            ExprKind::Wide(index) => self.wide(body.wide[index as usize], expr.ty),
            ExprKind::Float(bits) => {
                let value = match expr.ty {
                    Scalar::Float(crate::types::Float::Single) => f64::from(f32::from_bits(bits as u32)),
                    _ => f64::from_bits(bits),
                };
                let _ = write!(self.out, "{value:?}");
            }
            ExprKind::Local(local) => self.local_name(local),
            ExprKind::Function(function) => self.out.push_str(&self.program.function(function).name),
            ExprKind::Label(label) => {
                self.out.push_str("&&");
                self.label_name(label);
            }
            ExprKind::Object(object) if self.program.object(object).kind == ObjectKind::Literal => {
                self.out.push_str(&self.program.object(object).name)
            }
            ExprKind::Object(_) | ExprKind::Address(_) | ExprKind::Field { .. } => {
                self.out.push('&');
                self.lvalue(id, None, depth);
            }
            ExprKind::Index { base, scale, .. } if self.has_elements(base, scale) => {
                self.out.push('&');
                self.lvalue(id, None, depth);
            }
            ExprKind::Index { base, index, scale } => {
                self.operand(base, depth);
                match body.constant(index) {
                    Some(index) => {
                        let bytes = index * i128::from(scale);
                        let sign = if bytes < 0 { '-' } else { '+' };
                        let _ = write!(self.out, " {sign} {}", bytes.unsigned_abs());
                    }
                    None => {
                        self.out.push_str(" + ");
                        self.operand(index, depth);
                        if scale != 1 {
                            let _ = write!(self.out, " * {scale}");
                        }
                    }
                }
            }
            // The type of the array says how long it is.
            ExprKind::Within { index, .. } => self.value(index, depth),
            ExprKind::Difference { lhs, rhs, scale } => {
                self.out.push('(');
                self.operand(lhs, depth);
                self.out.push_str(" - ");
                self.operand(rhs, depth);
                let _ = write!(self.out, ") / {scale}");
            }
            ExprKind::Unary { op, operand } => {
                self.out.push_str(unary(op));
                self.operand(operand, depth);
            }
            ExprKind::Binary { op, lhs, rhs } => {
                self.operand(lhs, depth);
                self.out.push_str(binary(op));
                self.operand(rhs, depth);
            }
            ExprKind::Convert { operand } => {
                self.out.push('(');
                self.scalar(expr.ty);
                self.out.push(')');
                self.operand(operand, depth);
            }
            ExprKind::Overflows { op, to, lhs, rhs } => {
                self.out.push_str("overflows<");
                self.scalar(to);
                self.out.push_str(">(");
                self.operand(lhs, depth);
                self.out.push_str(match op {
                    Overflow::Add => " + ",
                    Overflow::Sub => " - ",
                    Overflow::Mul => " * ",
                });
                self.operand(rhs, depth);
                self.out.push(')');
            }
        }
    }

    /// A value, in brackets if it consists of several.
    fn operand(&mut self, id: ExprId, depth: u32) {
        let Some(body) = self.body else { return };
        let is_compound = match body.expr(id).kind {
            ExprKind::Within { index, .. } => return self.operand(index, depth),
            ExprKind::Difference { .. } | ExprKind::Binary { .. } => true,
            ExprKind::Index { base, scale, .. } => !self.has_elements(base, scale),
            _ => false,
        };
        if is_compound {
            self.out.push('(');
        }
        self.value(id, depth + 1);
        if is_compound {
            self.out.push(')');
        }
    }

    pub fn wide(&mut self, value: i128, ty: Scalar) {
        let _ = match ty {
            Scalar::Float(_) => write!(self.out, "bits 0x{value:x}"),
            Scalar::Int { signed: true, .. } => write!(self.out, "{value}"),
            _ => write!(self.out, "{}", value as u128),
        };
    }

    /// Whether an array of elements of this size lies at the address.
    fn has_elements(&self, base: ExprId, size: u64) -> bool {
        let types = &self.program.types;
        self.type_at(base).is_some_and(|ty| match types.get(ty) {
            Type::Array { elem, .. } => types.size(*elem, self.program.model) == size,
            _ => false,
        })
    }

    fn type_at(&self, address: ExprId) -> Option<TypeId> {
        self.body?.type_at(self.program, address)
    }
}

fn unary(op: Unary) -> &'static str {
    match op {
        Unary::Negate => "-",
        Unary::BitNot => "~",
        Unary::Not => "!",
        Unary::ByteSwap => "bswap ",
        Unary::LeadingZeros => "clz ",
        Unary::TrailingZeros => "ctz ",
        Unary::PopulationCount => "popcount ",
        Unary::Parity => "parity ",
        Unary::FirstSet => "ffs ",
        Unary::RedundantSign => "clrsb ",
        Unary::Absolute => "abs ",
        Unary::IsNan => "isnan ",
        Unary::IsInfinite => "isinf ",
        Unary::IsFinite => "isfinite ",
        Unary::IsNormal => "isnormal ",
        Unary::SignBit => "signbit ",
        Unary::InfiniteSign => "isinf_sign ",
    }
}

fn binary(op: Binary) -> &'static str {
    match op {
        Binary::Add => " + ",
        Binary::Sub => " - ",
        Binary::Mul => " * ",
        Binary::Div => " / ",
        Binary::Rem => " % ",
        Binary::Shl => " << ",
        Binary::Shr => " >> ",
        Binary::And => " & ",
        Binary::Or => " | ",
        Binary::Xor => " ^ ",
        Binary::Lt => " < ",
        Binary::Le => " <= ",
        Binary::Gt => " > ",
        Binary::Ge => " >= ",
        Binary::Eq => " == ",
        Binary::Ne => " != ",
        Binary::Unordered => " unordered ",
        Binary::LessGreater => " <> ",
        Binary::CopySign => " copysign ",
    }
}
