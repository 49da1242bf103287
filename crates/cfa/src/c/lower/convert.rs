//! Conversions and casts.

use rucc_sema::{Conversion, ExprId as RuccExpr, ExprKind as Rucc};
use rucc_types::{TypeId as RuccType, TypeKind};

use super::{Lower, Val};
use crate::expr::{Binary, ExprId, ExprKind};
use crate::op::Op;
use crate::program::LocalKind;
use crate::types::Scalar;

impl Lower<'_, '_> {
    pub(super) fn conversion(&mut self, kind: Conversion, operand: RuccExpr, ty: RuccType) -> Val {
        match kind {
            Conversion::Lvalue => {
                let designated = self.designate(operand);
                let value = self.read(designated);
                match (value, self.scalar_of(ty)) {
                    (Val::Scalar(value), Some(scalar)) => Val::Scalar(self.b.convert(value, scalar)),
                    (Val::Aggregate(address), _) => Val::Aggregate(self.read_complex(address, ty)),
                    (value, _) => value,
                }
            }
            Conversion::ArrayDecay | Conversion::FunctionDecay => Val::Scalar(self.taken_address(operand)),
            Conversion::Void => {
                self.discard(operand);
                Val::Void
            }
            Conversion::Broadcast => {
                let value = self.scalar(operand);
                Val::Aggregate(self.broadcast(value, ty))
            }
            Conversion::Hardbool => {
                self.unsupported("hardbool");
                self.dead(ty)
            }
            Conversion::Arithmetic | Conversion::Pointer | Conversion::Bool | Conversion::NullPointer => {
                let from = self.tast[operand].ty;
                let value = self.value(operand);
                self.convert_value(value, from, ty)
            }
        }
    }

    pub(super) fn cast(&mut self, operand: RuccExpr, ty: RuccType) -> Val {
        if self.is_void(ty) {
            self.discard(operand);
            return Val::Void;
        }
        self.check_lengths(ty);
        let from = self.tast[operand].ty;
        // A cast straight on an lvalue reads it first; the checker marks the read, but not for aggregates.
        let value = match self.tast[operand].kind {
            Rucc::CompoundLiteral(_) if self.scalar_of(from).is_none() => {
                Val::Aggregate(self.address_of(operand))
            }
            _ => self.value(operand),
        };
        self.convert_value(value, from, ty)
    }

    /// Converts a value between any two types that C converts between.
    pub(super) fn convert_value(&mut self, value: Val, from: RuccType, to: RuccType) -> Val {
        match (value, self.scalar_of(to)) {
            (Val::Void, _) => {
                if self.is_void(to) {
                    Val::Void
                } else {
                    self.dead(to)
                }
            }
            (_, None) if self.is_void(to) => Val::Void,
            (Val::Scalar(value), Some(scalar)) => {
                if scalar == Scalar::Pointer
                    && matches!(self.unit.convert.kind(from), TypeKind::Pointer(it) if self.is_void(it))
                {
                    self.type_result(value, to);
                }
                Val::Scalar(self.b.convert(value, scalar))
            }
            (Val::Scalar(value), None) => match self.unit.convert.kind(to) {
                TypeKind::Complex(part) => {
                    let Some(scalar) = self.scalar_of(part) else { return self.dead(to) };
                    let real = self.b.convert(value, scalar);
                    let zero = self.b.int(0, Scalar::INT);
                    let zero = self.b.convert(zero, scalar);
                    Val::Aggregate(self.make_complex(to, part, real, zero))
                }
                // A vector from an integer of its size takes over the bytes.
                _ => Val::Aggregate(self.reinterpret(value, from, to)),
            },
            (Val::Aggregate(address), scalar) => self.convert_aggregate(address, from, to, scalar),
        }
    }

    /// What a call returns as `void *` is of the type that it is converted to: that is how one tells what was allocated.
    fn type_result(&mut self, value: ExprId, to: RuccType) {
        let ExprKind::Local(local) = self.b.body.expr(value).kind else { return };
        if self.b.has_just_called(local) && self.b.body.local(local).kind == LocalKind::Temporary {
            self.b.body.locals[local.index()].ty = self.ty(to);
        }
    }

    fn convert_aggregate(
        &mut self,
        address: ExprId,
        from: RuccType,
        to: RuccType,
        scalar: Option<Scalar>,
    ) -> Val {
        match (self.unit.convert.kind(from), self.unit.convert.kind(to), scalar) {
            (TypeKind::Complex(from_part), TypeKind::Complex(to_part), _) => {
                let (Some(f), Some(t)) = (self.scalar_of(from_part), self.scalar_of(to_part)) else {
                    return self.dead(to);
                };
                if f == t {
                    return Val::Aggregate(address);
                }
                let (real, imag) = self.complex_parts(address, from_part);
                let (real, imag) = (self.b.convert(real, t), self.b.convert(imag, t));
                Val::Aggregate(self.make_complex(to, to_part, real, imag))
            }
            (TypeKind::Complex(part), _, Some(Scalar::Bool)) => {
                let (real, imag) = self.complex_parts(address, part);
                let (real, imag) = (self.b.convert(real, Scalar::Bool), self.b.convert(imag, Scalar::Bool));
                let (real, imag) = (self.b.convert(real, Scalar::INT), self.b.convert(imag, Scalar::INT));
                let either = self.b.binary(Binary::Or, real, imag);
                Val::Scalar(self.b.convert(either, Scalar::Bool))
            }
            (TypeKind::Complex(part), _, Some(scalar)) => {
                let (real, _) = self.complex_parts(address, part);
                Val::Scalar(self.b.convert(real, scalar))
            }
            // The bytes of a vector as an integer of its size.
            (TypeKind::Vector { .. }, _, Some(scalar)) => {
                let place = self.place(address, scalar, to, Some(1));
                let own = self.ty(to);
                Val::Scalar(self.b.load(place, own).0)
            }
            _ => Val::Aggregate(address),
        }
    }

    /// An object of type `to` that holds the bytes of a scalar.
    fn reinterpret(&mut self, value: ExprId, from: RuccType, to: RuccType) -> ExprId {
        let object = self.memory(to);
        let address = self.b.address(object);
        let scalar = self.b.ty(value);
        if self.unit.convert.size(from) != self.unit.convert.size(to) {
            self.unsupported("a conversion between values of different size");
        }
        let place = self.place(address, scalar, from, Some(1));
        self.b.emit(Op::Store { place, value });
        address
    }
}
