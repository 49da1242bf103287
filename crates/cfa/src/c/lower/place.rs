//! Lvalues: registers, and addresses of what lives in memory.

use rucc_ast::UnaryOp;
use rucc_sema::{Conversion, DeclId, ExprId as RuccExpr, ExprKind as Rucc};
use rucc_types::{TypeId as RuccType, TypeKind};

use super::sequence::Object;
use super::{Lower, Val};
use crate::expr::{ExprId, ExprKind, Reach};
use crate::link::Symbol;
use crate::op::{Access, Op, Ordering, Place};
use crate::program::{LocalId, Storage};
use crate::types::Scalar;

/// What an lvalue designates.
#[derive(Clone, Copy)]
pub(super) enum Designated {
    Register(LocalId),
    /// A scalar in memory.
    Scalar(Place),
    /// An aggregate, by its address.
    Aggregate(ExprId),
    /// A function, by its address.
    Function(ExprId),
}

impl Lower<'_, '_> {
    /// Evaluates an lvalue down to what it designates, without accessing it.
    pub(super) fn designate(&mut self, e: RuccExpr) -> Designated {
        self.depth += 1;
        let designated = self.designate_inner(e);
        self.depth -= 1;
        designated
    }

    fn designate_inner(&mut self, e: RuccExpr) -> Designated {
        let expr = self.tast[e];
        match expr.kind {
            Rucc::Decl(decl) => self.designate_decl(decl, expr.ty),
            Rucc::Str(id) => {
                let object = self.unit.literal(id);
                let address = self.b.expr(ExprKind::Object(object), Scalar::Pointer);
                Designated::Aggregate(address)
            }
            Rucc::CompoundLiteral(decl) => {
                if self.is_automatic(decl) {
                    self.compound_literal(decl);
                }
                self.designate_decl(decl, expr.ty)
            }
            Rucc::Member { base, field } => self.member(base, field as usize, expr.ty),
            Rucc::Subscript { base, index } => {
                let address = self.element_address(base, index, Reach::Element);
                self.designate_address(address, expr.ty, None)
            }
            Rucc::Unary { op: UnaryOp::Deref, .. } if self.named(e) != e => self.designate(self.named(e)),
            Rucc::Unary { op: UnaryOp::Deref, operand } => {
                let address = self.scalar(operand);
                self.designate_address(address, expr.ty, None)
            }
            Rucc::Unary { op: op @ (UnaryOp::Real | UnaryOp::Imag), operand } => {
                let base_ty = self.tast[operand].ty;
                if self.scalar_of(base_ty).is_some() {
                    return self.designate(operand);
                }
                let base = self.address_of(operand);
                let half = self.unit.convert.size(base_ty) / 2;
                let offset = if op == UnaryOp::Imag { half } else { 0 };
                let address = self.b.offset(base, offset.into());
                self.designate_address(address, expr.ty, None)
            }
            Rucc::Comma { lhs, rhs } => {
                self.discard(lhs);
                self.designate(rhs)
            }
            Rucc::Convert { kind: Conversion::Lvalue, operand } if self.scalar_of(expr.ty).is_none() => {
                self.designate(operand)
            }
            _ => match self.value(e) {
                Val::Aggregate(address) => Designated::Aggregate(address),
                Val::Scalar(value) => {
                    // A scalar that is no lvalue, used as one: `f().x` of a one-member value, GNU casts.
                    let dst = self.register(self.b.ty(value));
                    self.b.emit(Op::Assign { dst, value });
                    Designated::Register(dst)
                }
                Val::Void => {
                    let null = self.b.null();
                    Designated::Aggregate(null)
                }
            },
        }
    }

    fn designate_decl(&mut self, decl: DeclId, ty: RuccType) -> Designated {
        if self.is_automatic(decl) {
            let local = match self.locals.get(&decl) {
                Some(&local) => local,
                // Used before the walk met its declaration: a jump into its block, or a switch body.
                None => self.declare_late(decl),
            };
            return match self.b.body.local(local).storage {
                Storage::Register(_) => Designated::Register(local),
                Storage::Memory { .. } => {
                    let address = self.b.address(local);
                    let align = self.tast[decl].alignment;
                    self.designate_address(address, ty, align)
                }
            };
        }
        let owner = self.unit.linker.program.function(self.function).name.clone();
        match self.unit.static_symbol(decl, Some(&owner)) {
            Some(Symbol::Function(id)) => {
                Designated::Function(self.b.expr(ExprKind::Function(id), Scalar::Pointer))
            }
            Some(Symbol::Object(id)) => {
                let address = self.b.expr(ExprKind::Object(id), Scalar::Pointer);
                self.designate_address(address, ty, None)
            }
            None => {
                let null = self.b.null();
                self.designate_address(null, ty, None)
            }
        }
    }

    /// What lies at an address, seen as this type.
    pub(super) fn designate_address(
        &mut self,
        address: ExprId,
        ty: RuccType,
        align: Option<u32>,
    ) -> Designated {
        match self.unit.convert.kind(ty) {
            TypeKind::Function(_) => Designated::Function(address),
            _ => match self.scalar_of(ty) {
                Some(scalar) => Designated::Scalar(self.place(address, scalar, ty, align)),
                None => Designated::Aggregate(address),
            },
        }
    }

    pub(super) fn place(
        &mut self,
        address: ExprId,
        scalar: Scalar,
        ty: RuccType,
        align: Option<u32>,
    ) -> Place {
        let access = if self.is_atomic(ty) {
            Access::Atomic(Ordering::SeqCst)
        } else if self.is_volatile(ty) {
            Access::Volatile
        } else {
            Access::Plain
        };
        let align = align.unwrap_or_else(|| self.natural_align(address, ty));
        Place { address, ty: scalar, bits: None, access, align }
    }

    /// The alignment an access needs: that of its type, but no more than each record on the way was placed at.
    fn natural_align(&self, address: ExprId, ty: RuccType) -> u32 {
        let mut align = self.unit.convert.align(ty).clamp(1, 1 << 20);
        let mut address = address;
        loop {
            match self.b.body.expr(address).kind {
                ExprKind::Index { base, .. } => address = base,
                ExprKind::Field { base, record, field } => {
                    let record = self.unit.linker.program.types.record(record);
                    let offset = record.fields[field as usize].offset;
                    let placed =
                        if offset == 0 { record.align } else { 1 << offset.trailing_zeros().min(20) };
                    align = align.min(placed).min(record.align).max(1);
                    address = base;
                }
                _ => return align as u32,
            }
        }
    }

    fn member(&mut self, base: RuccExpr, field: usize, ty: RuccType) -> Designated {
        let base_ty = self.tast[base].ty;
        let TypeKind::Record(id) = self.unit.convert.kind(base_ty) else {
            self.unsupported("a member of what is no record");
            return Designated::Aggregate(self.b.null());
        };
        let info = self.unit.convert.types.record_info(id);
        let layout = info.fields[field];
        let (is_variable, is_reversed) = (info.variable.is_some(), info.reverse);
        let base = self.address_of(base);
        if is_variable {
            self.unsupported("a struct whose size is variable");
        }
        if is_reversed {
            self.unsupported("scalar_storage_order");
        }
        let own = self.ty(base_ty);
        let crate::types::Type::Record(record) = *self.unit.linker.program.types.get(own) else {
            return Designated::Aggregate(base);
        };
        let address = self.b.field(base, record, field as u32);
        let bits = self.unit.linker.program.types.record(record).fields[field].bits;
        match bits {
            None => self.designate_address(address, ty, None),
            bits => {
                // The declared type, not the promoted one of the expression.
                let declared = layout.ty;
                let scalar = self.scalar_of(declared).unwrap_or(Scalar::INT);
                let mut place = self.place(address, scalar, declared, Some(1));
                place.bits = bits;
                Designated::Scalar(place)
            }
        }
    }

    /// `base + index * size`, where the base is a pointer or, for a lane of a vector, an aggregate.
    pub(super) fn element_address(&mut self, base: RuccExpr, index: RuccExpr, reach: Reach) -> ExprId {
        let is_pointer = matches!(self.unit.convert.kind(self.tast[base].ty), TypeKind::Pointer(_));
        if is_pointer && self.subscripted(base).is_none() {
            return self.hoisting([base, index], |this| this.element_at(base, index, reach));
        }
        self.element_at(base, index, reach)
    }

    fn element_at(&mut self, base: RuccExpr, index: RuccExpr, reach: Reach) -> ExprId {
        let base_ty = self.tast[base].ty;
        let early = (self.early_accesses(base), self.early_accesses(index));
        let mark = self.trace.mark();
        let array = self.subscripted(base);
        let elem = match self.unit.convert.kind(base_ty) {
            TypeKind::Pointer(elem) | TypeKind::Vector { elem, .. } | TypeKind::Array { elem, .. } => elem,
            _ => base_ty,
        };
        let pointer = match array {
            Some(array) => self.address_of(array),
            None => self.scalar(base),
        };
        let middle = self.trace.mark();
        let mut index = self.scalar(index);
        if let Some(array) = array {
            index = self.checked_index(array, index, reach);
        }
        let end = self.trace.mark();
        self.unsequenced(mark..middle, middle..end);
        self.unsequenced(early.0.clone(), middle..end);
        self.unsequenced(mark..middle, early.1.clone());
        self.unsequenced(early.0, early.1);
        self.step(pointer, index, elem, false)
    }

    /// Moves a pointer by a number of elements, forwards or back.
    pub(super) fn step(&mut self, pointer: ExprId, count: ExprId, elem: RuccType, back: bool) -> ExprId {
        let ptrdiff = self.model.ptrdiff();
        let mut count = self.b.convert(count, ptrdiff);
        if back {
            count = match self.b.body.constant(count) {
                Some(value) => self.b.int(-value, ptrdiff),
                None => self.b.unary(crate::expr::Unary::Negate, count, ptrdiff),
            };
        }
        if self.unit.convert.is_variable(elem) {
            let size = self.size_of(elem);
            let size = self.b.convert(size, ptrdiff);
            let bytes = self.b.binary(crate::expr::Binary::Mul, count, size);
            return self.b.index(pointer, bytes, 1);
        }
        // `void` and functions count as one byte, as GNU C has it.
        let scale = self.unit.convert.size(elem).max(u64::from(self.is_byte_stepped(elem)));
        self.b.index(pointer, count, scale)
    }

    fn is_byte_stepped(&self, elem: RuccType) -> bool {
        matches!(self.unit.convert.kind(elem), TypeKind::Void | TypeKind::Function(_))
    }

    /// Bytes of a type, computed if it is variable: a `size_t`.
    pub(super) fn size_of(&mut self, ty: RuccType) -> ExprId {
        let size_t = self.model.size();
        match self.unit.convert.kind(ty) {
            TypeKind::Array { elem, len } if self.unit.convert.is_variable(ty) => {
                let elem = self.size_of(elem);
                let count = match len {
                    rucc_types::ArrayLen::Variable(id) => {
                        let count = self.tast.vla_size(id);
                        let count = self.scalar(count);
                        self.b.convert(count, size_t)
                    }
                    rucc_types::ArrayLen::Fixed(n) => self.b.int(n.into(), size_t),
                    _ => self.b.int(0, size_t),
                };
                self.b.binary(crate::expr::Binary::Mul, elem, count)
            }
            _ => {
                if self.unit.convert.is_variable(ty) {
                    self.unsupported("a struct whose size is variable");
                }
                self.b.int(self.unit.convert.size(ty).into(), size_t)
            }
        }
    }

    /// The address of an lvalue, or of the object that holds an aggregate value.
    pub(super) fn address_of(&mut self, e: RuccExpr) -> ExprId {
        match self.designate(e) {
            Designated::Aggregate(address) | Designated::Function(address) => address,
            Designated::Scalar(place) => place.address,
            Designated::Register(local) => {
                // Only reached for values that are no lvalues: give the value an object.
                let value = self.b.read(local);
                let ty = self.tast[e].ty;
                let object = self.memory(ty);
                let address = self.b.address(object);
                let scalar = self.b.ty(value);
                let place = self.place(address, scalar, ty, None);
                self.b.emit(Op::Store { place, value });
                address
            }
        }
    }

    /// Reads what an lvalue designates.
    pub(super) fn read(&mut self, designated: Designated) -> Val {
        match designated {
            Designated::Register(local) => {
                let edge = if self.trace.depth > 0 { self.b.emit(Op::Skip) } else { 0 };
                self.trace.note(Object::Register(local), false, edge);
                Val::Scalar(self.b.read(local))
            }
            Designated::Scalar(place) => {
                let ty = self.unit.program().types.scalar(place.ty);
                let (value, edge) = self.b.load(place, ty);
                self.trace.note(Object::Memory(place), false, edge);
                Val::Scalar(value)
            }
            Designated::Aggregate(address) => Val::Aggregate(address),
            Designated::Function(address) => Val::Scalar(address),
        }
    }

    /// Writes a scalar of the designated type.
    pub(super) fn write(&mut self, designated: Designated, value: ExprId) {
        match designated {
            Designated::Register(dst) => {
                let edge = self.b.emit(Op::Assign { dst, value });
                self.trace.note(Object::Register(dst), true, edge);
            }
            Designated::Scalar(place) => {
                let value = self.fitted(place, value);
                let edge = self.b.emit(Op::Store { place, value });
                self.trace.note(Object::Memory(place), true, edge);
            }
            Designated::Aggregate(_) | Designated::Function(_) => self.unsupported("a store to no scalar"),
        }
    }

    /// What is stored in a place: a floating number has to fit a bit-field's width, not only its declared type
    /// (C11 6.3.1.4p1, 6.7.2.1p10).
    pub(super) fn fitted(&mut self, place: Place, value: ExprId) -> ExprId {
        match (place.bits, place.ty, self.b.body.expr(value).kind) {
            (Some(bits), Scalar::Int { signed, .. }, ExprKind::Convert { operand })
                if self.b.ty(operand).is_float() =>
            {
                let narrow = self.b.convert(operand, Scalar::int(bits.width.into(), signed));
                self.b.convert(narrow, place.ty)
            }
            _ => value,
        }
    }

    /// The scalar type that a designated place holds.
    pub(super) fn designated_ty(&self, designated: Designated) -> Scalar {
        match designated {
            Designated::Register(local) => match self.b.body.local(local).storage {
                Storage::Register(scalar) => scalar,
                Storage::Memory { .. } => Scalar::Pointer,
            },
            Designated::Scalar(place) => place.ty,
            Designated::Aggregate(_) | Designated::Function(_) => Scalar::Pointer,
        }
    }
}
