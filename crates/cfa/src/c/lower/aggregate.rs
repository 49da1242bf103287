//! Complex numbers and vectors. Both live in memory; a vector operation is done lane by lane, arithmetic on
//! complex numbers is an operation of its own.

use rucc_ast::{BinaryOp, UnaryOp};
use rucc_sema::{Conversion, ExprId as RuccExpr, ExprKind as Rucc};
use rucc_types::{TypeId as RuccType, TypeKind};

use super::operator::scalar_op;
use super::{Lower, Val};
use crate::expr::{Binary, ExprId, Unary};
use crate::op::{Complex, ComplexOp, Destination, Op};
use crate::types::Scalar;

/// Where an operand stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
}

impl Lower<'_, '_> {
    /// The type of a complex number's halves.
    pub(super) fn complex_part(&self, ty: RuccType) -> Option<(RuccType, Scalar)> {
        match self.unit.convert.kind(ty) {
            TypeKind::Complex(part) => Some((part, self.scalar_of(part)?)),
            _ => None,
        }
    }

    pub(super) fn make_complex(
        &mut self,
        ty: RuccType,
        part: RuccType,
        real: ExprId,
        imag: ExprId,
    ) -> ExprId {
        let object = self.memory(ty);
        let address = self.b.address(object);
        for (index, value) in [real, imag].into_iter().enumerate() {
            self.store_element(address, part, index as u64, value);
        }
        address
    }

    pub(super) fn complex_part_at(&mut self, address: ExprId, part: RuccType, index: usize) -> ExprId {
        self.load_element(address, part, index as u64)
    }

    pub(super) fn complex_parts(&mut self, address: ExprId, part: RuccType) -> (ExprId, ExprId) {
        (self.load_element(address, part, 0), self.load_element(address, part, 1))
    }

    /// The value of a complex number at an address. It is one of an arithmetic type, so that both halves have to be set,
    /// which those who copy objects do not look at. Objects of other types stay where they are.
    pub(super) fn read_complex(&mut self, address: ExprId, ty: RuccType) -> ExprId {
        let Some((part, _)) = self.complex_part(ty) else { return address };
        let (real, imag) = self.complex_parts(address, part);
        self.make_complex(ty, part, real, imag)
    }

    /// Element `index` of the consecutive scalars at an address.
    fn load_element(&mut self, address: ExprId, elem: RuccType, index: u64) -> ExprId {
        let (place, own) = (self.element(address, elem, index), self.ty(elem));
        self.b.load(place, own).0
    }

    fn store_element(&mut self, address: ExprId, elem: RuccType, index: u64, value: ExprId) {
        let place = self.element(address, elem, index);
        self.b.emit(Op::Store { place, value });
    }

    fn element(&mut self, address: ExprId, elem: RuccType, index: u64) -> crate::op::Place {
        let scalar = self.scalar_of(elem).unwrap_or(Scalar::INT);
        let index = self.b.int(index.into(), self.model.ptrdiff());
        let size = self.unit.convert.size(elem);
        let address = self.b.index(address, index, size);
        self.place(address, scalar, elem, None)
    }

    fn vector(&self, ty: RuccType) -> Option<(RuccType, u32)> {
        match self.unit.convert.kind(ty) {
            TypeKind::Vector { elem, len } => Some((elem, len)),
            _ => None,
        }
    }

    pub(super) fn broadcast(&mut self, value: ExprId, ty: RuccType) -> ExprId {
        let Some((elem, len)) = self.vector(ty) else {
            // A real operand of a complex operator.
            if let Some((part, scalar)) = self.complex_part(ty) {
                let real = self.b.convert(value, scalar);
                let zero = self.b.int(0, Scalar::INT);
                let zero = self.b.convert(zero, scalar);
                return self.make_complex(ty, part, real, zero);
            }
            return self.b.null();
        };
        let scalar = self.scalar_of(elem).unwrap_or(Scalar::INT);
        let value = self.b.convert(value, scalar);
        let value = self.keep(value);
        self.lanes(ty, elem, len, |_, _| value)
    }

    /// A vector whose lanes are computed one by one.
    pub(super) fn lanes(
        &mut self,
        ty: RuccType,
        elem: RuccType,
        len: u32,
        mut lane: impl FnMut(&mut Self, u64) -> ExprId,
    ) -> ExprId {
        let object = self.memory(ty);
        let address = self.b.address(object);
        let scalar = self.scalar_of(elem).unwrap_or(Scalar::INT);
        for i in 0..u64::from(len) {
            let value = lane(self, i);
            let value = self.b.convert(value, scalar);
            self.store_element(address, elem, i, value);
        }
        address
    }

    pub(super) fn aggregate_unary(
        &mut self,
        op: UnaryOp,
        address: ExprId,
        from: RuccType,
        ty: RuccType,
    ) -> Val {
        if let Some((elem, len)) = self.vector(from) {
            let Some((to_elem, _)) = self.vector(ty) else { return self.dead(ty) };
            let scalar = self.scalar_of(elem).unwrap_or(Scalar::INT);
            return Val::Aggregate(self.lanes(ty, to_elem, len, |this, i| {
                let value = this.load_element(address, elem, i);
                match op {
                    UnaryOp::Minus if scalar.is_float() => this.b.unary(Unary::Negate, value, scalar),
                    UnaryOp::Minus => this.lane_arithmetic(Binary::Sub, None, value, scalar),
                    UnaryOp::BitNot => this.b.unary(Unary::BitNot, value, scalar),
                    _ => {
                        let not = this.not(value);
                        this.mask(not)
                    }
                }
            }));
        }
        let Some((_, part)) = self.complex_part(from) else { return self.dead(ty) };
        match op {
            UnaryOp::Minus => self.complex(ComplexOp::Negate, part, ty, &[address]),
            UnaryOp::BitNot => self.complex(ComplexOp::Conjugate, part, ty, &[address]),
            _ => {
                let value =
                    self.convert_value(Val::Aggregate(address), from, self.unit.convert.types.boolean());
                match value {
                    Val::Scalar(value) => Val::Scalar(self.not(value)),
                    other => other,
                }
            }
        }
    }

    pub(super) fn aggregate_binary(
        &mut self,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
        from: RuccType,
        ty: RuccType,
    ) -> Val {
        if let Some((elem, len)) = self.vector(from) {
            let Some((to_elem, _)) = self.vector(ty) else { return self.dead(ty) };
            let scalar = self.scalar_of(elem).unwrap_or(Scalar::INT);
            return Val::Aggregate(self.lanes(ty, to_elem, len, |this, i| {
                let x = this.load_element(a, elem, i);
                let y = this.load_element(b, elem, i);
                match op {
                    BinaryOp::LogAnd | BinaryOp::LogOr => {
                        let (x, y) = (this.b.convert(x, Scalar::Bool), this.b.convert(y, Scalar::Bool));
                        let (x, y) = (this.as_int(x), this.as_int(y));
                        let both = this.b.binary(scalar_op(op), x, y);
                        this.mask(both)
                    }
                    _ if scalar_op(op).is_comparison() => {
                        let truth = this.b.binary(scalar_op(op), x, y);
                        this.mask(truth)
                    }
                    _ => this.lane_arithmetic(scalar_op(op), Some(x), y, scalar),
                }
            }));
        }
        let Some((_, part)) = self.complex_part(from) else {
            self.unsupported("an operator on aggregates");
            return self.dead(ty);
        };
        let op = match op {
            BinaryOp::Add => ComplexOp::Add,
            BinaryOp::Sub => ComplexOp::Sub,
            BinaryOp::Mul => ComplexOp::Mul,
            BinaryOp::Div => ComplexOp::Div,
            BinaryOp::Eq => ComplexOp::Eq,
            BinaryOp::Ne => ComplexOp::Ne,
            _ => {
                self.unsupported("an operator that complex numbers do not have");
                return self.dead(ty);
            }
        };
        self.complex(op, part, ty, &[a, b])
    }

    /// The real operand under its conversion to a complex type, if the operator takes it as it is: gcc keeps
    /// the other operand's imaginary part apart from it, signed zeros and infinities among it.
    pub(super) fn unconverted(&self, op: BinaryOp, e: RuccExpr, side: Side) -> RuccExpr {
        let takes_real = match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => true,
            BinaryOp::Div => side == Side::Right,
            _ => false,
        };
        match self.tast[e].kind {
            Rucc::Convert { kind: Conversion::Arithmetic, operand }
                if takes_real
                    && self.complex_part(self.tast[e].ty).is_some_and(|(_, part)| part.is_float())
                    && self.scalar_of(self.tast[operand].ty).is_some() =>
            {
                operand
            }
            _ => e,
        }
    }

    /// A complex number and a real one on this side of it, part by part.
    pub(super) fn with_real(
        &mut self,
        op: BinaryOp,
        complex: ExprId,
        real: ExprId,
        ty: RuccType,
        side: Side,
    ) -> Option<Val> {
        let (part, scalar) = self.complex_part(ty).filter(|(_, part)| part.is_float())?;
        let is_product = matches!(op, BinaryOp::Mul | BinaryOp::Div);
        let is_sum = matches!(op, BinaryOp::Add | BinaryOp::Sub);
        if !(is_product || is_sum) || (op == BinaryOp::Div && side == Side::Left) {
            return None;
        }
        let other = self.b.convert(real, scalar);
        let other = self.keep(other);
        let (real, imag) = self.complex_parts(complex, part);
        let mut compute = |part: ExprId| {
            let (a, b) = if side == Side::Left { (other, part) } else { (part, other) };
            self.b.binary(scalar_op(op), a, b)
        };
        let real = compute(real);
        let imag = match op {
            _ if is_product => compute(imag),
            BinaryOp::Sub if side == Side::Left => self.b.unary(Unary::Negate, imag, scalar),
            _ => imag,
        };
        Some(Val::Aggregate(self.make_complex(ty, part, real, imag)))
    }

    /// Lanes wrap: GNU C gives vector arithmetic no overflow.
    fn lane_arithmetic(&mut self, op: Binary, a: Option<ExprId>, b: ExprId, scalar: Scalar) -> ExprId {
        let wraps = matches!(op, Binary::Add | Binary::Sub | Binary::Mul | Binary::Shl);
        let work = if wraps { scalar.unsigned() } else { scalar };
        let a = match a {
            Some(a) => self.b.convert(a, work),
            None => {
                let zero = self.b.int(0, Scalar::INT);
                self.b.convert(zero, work)
            }
        };
        let b = self.b.convert(b, work);
        let value = self.b.binary(op, a, b);
        self.b.convert(value, scalar)
    }

    /// All ones for true, zero for false.
    fn mask(&mut self, truth: ExprId) -> ExprId {
        self.b.unary(Unary::Negate, truth, Scalar::INT)
    }

    fn complex(&mut self, op: ComplexOp, part: Scalar, ty: RuccType, args: &[ExprId]) -> Val {
        let (dst, result) = self.call_result(ty);
        debug_assert!(!matches!(dst, Destination::None));
        self.b.emit(Op::Complex(Box::new(Complex { op, part, dst, args: args.into() })));
        result
    }

    /// `lhs op= rhs` on a complex number or a vector at `dst`.
    pub(super) fn compound_aggregate(
        &mut self,
        op: BinaryOp,
        dst: ExprId,
        right: Val,
        lhs_ty: RuccType,
        rhs_ty: RuccType,
        computation: RuccType,
    ) -> Val {
        let left = self.convert_value(Val::Aggregate(dst), lhs_ty, computation);
        let Val::Aggregate(left) = left else { return self.dead(lhs_ty) };
        let parts = match right {
            Val::Scalar(value) => self.with_real(op, left, value, computation, Side::Right),
            _ => None,
        };
        let value = match (parts, right) {
            (Some(value), _) => value,
            (None, right) => {
                let right = match right {
                    Val::Scalar(value) => Val::Aggregate(self.broadcast(value, computation)),
                    other => self.convert_value(other, rhs_ty, computation),
                };
                let Val::Aggregate(right) = right else { return self.dead(lhs_ty) };
                self.aggregate_binary(op, left, right, computation, computation)
            }
        };
        let value = self.convert_value(value, computation, lhs_ty);
        if let Val::Aggregate(src) = value {
            let own = self.ty(lhs_ty);
            self.b.emit(Op::Copy { dst, src, ty: own, is_initial: false });
        }
        Val::Aggregate(dst)
    }

    /// Lane `index` of a vector, where the index is computed and taken modulo the number of lanes.
    pub(super) fn lane_at(&mut self, address: ExprId, elem: RuccType, index: ExprId) -> ExprId {
        let scalar = self.scalar_of(elem).unwrap_or(Scalar::INT);
        let index = self.b.convert(index, self.model.ptrdiff());
        let size = self.unit.convert.size(elem);
        let address = self.b.index(address, index, size);
        let place = self.place(address, scalar, elem, None);
        let own = self.ty(elem);
        self.b.load(place, own).0
    }

    pub(super) fn lane(&mut self, address: ExprId, elem: RuccType, index: u64) -> ExprId {
        self.load_element(address, elem, index)
    }

    pub(super) fn vector_of(&self, ty: RuccType) -> Option<(RuccType, u32)> {
        self.vector(ty)
    }
}
