//! Atomic accesses: C11 `_Atomic` objects, `__atomic_*` and `__sync_*`.

use rucc_ast::BinaryOp;
use rucc_sema::{AtomicOp as RuccOp, ExprId as RuccExpr, Ordering as RuccOrdering, Rmw};
use rucc_types::{TypeId as RuccType, TypeKind};

use super::super::exchange;
use super::place::Designated;
use super::{Lower, Val};
use crate::expr::{Binary, ExprId, Unary};
use crate::op::{Access, Atomic, AtomicOp, Op, Ordering, Place};
use crate::program::LocalId;
use crate::types::Scalar;

impl Lower<'_, '_> {
    /// An atomic operation whose name begins at byte `at` of the text.
    pub(super) fn atomic(
        &mut self,
        op: RuccOp,
        order: RuccOrdering,
        args: &[RuccExpr],
        ty: RuccType,
        at: u32,
    ) -> Val {
        let order = ordering(order);
        match op {
            RuccOp::Fence => {
                self.b.emit(Op::Fence(order));
                return Val::Void;
            }
            // Orders the compiler only: under sequential consistency, nothing.
            RuccOp::SignalFence => return Val::Void,
            _ => {}
        }
        let start = self.trace.mark();
        let mut values = Vec::with_capacity(args.len());
        for &arg in args.iter().rev() {
            let from = self.trace.mark();
            values.push(self.value(arg));
            self.unsequenced(start..from, from..self.trace.mark());
        }
        values.reverse();
        let Some(&Val::Scalar(address)) = values.first() else { return self.dead(ty) };
        let pointee = self.pointee(args[0]);
        let is_flag = match (op, values.get(1)) {
            (RuccOp::TestAndSet, _) => true,
            // Only `__atomic_clear` stores what is not of the object's type.
            (RuccOp::Store, Some(&Val::Scalar(value))) => self.scalar_of(pointee) != Some(self.b.ty(value)),
            _ => false,
        };
        let Some(scalar) = (if is_flag { Some(Scalar::BYTE) } else { self.scalar_of(pointee) }) else {
            self.unsupported("an atomic access to an aggregate");
            return self.dead(ty);
        };
        let align = is_flag.then_some(1);
        let mut place = self.place(address, scalar, pointee, align);
        place.access = Access::Atomic(order);
        let operand = |this: &mut Self, i: usize| match values.get(i) {
            Some(&Val::Scalar(value)) => this.b.convert(value, scalar),
            _ => this.b.int(0, scalar),
        };
        match op {
            RuccOp::Fence | RuccOp::SignalFence => Val::Void,
            RuccOp::Load => {
                let own = self.ty(pointee);
                let value = self.b.load(place, own).0;
                self.result_as(value, ty)
            }
            RuccOp::LoadInto => {
                let own = self.ty(pointee);
                let value = self.b.load(place, own).0;
                self.store_through(&values, 1, value, args);
                Val::Void
            }
            RuccOp::Store => {
                let value = operand(self, 1);
                self.b.emit(Op::Store { place, value });
                Val::Void
            }
            RuccOp::CompareExchange => {
                let expected_at = match values.get(1) {
                    Some(&Val::Scalar(address)) => address,
                    _ => return self.dead(ty),
                };
                let mut expected_place = self.place(expected_at, scalar, pointee, None);
                expected_place.access = Access::Plain;
                let own = self.ty(pointee);
                let expected = self.b.load(expected_place, own).0;
                let desired = operand(self, 2);
                let parsed = self.unit.parsed;
                let (is_weak, failure) = exchange::weakness(&parsed.tokens, &parsed.names, at);
                if is_weak.is_none() {
                    self.unsupported("a compare-exchange that is weak or not by what is no plain constant");
                }
                let is_weak = is_weak.unwrap_or(false);
                let op = AtomicOp::CompareExchange { expected, failure, is_weak };
                let success = is_weak.then(|| self.register(Scalar::INT));
                let found = self.atomic_operation(op, place, desired, success);
                let matched = match success {
                    Some(success) => self.b.read(success),
                    None => self.b.binary(Binary::Eq, found, expected),
                };
                let matched = self.keep(matched);
                let (same, differs, end) = (self.b.location(), self.b.location(), self.b.location());
                self.split(matched, same, differs);
                self.b.at = differs;
                self.b.emit(Op::Store { place: expected_place, value: found });
                self.b.jump(end);
                self.b.at = same;
                self.b.join(end);
                self.result_as(matched, ty)
            }
            RuccOp::SwapBool => {
                let (expected, desired) = (operand(self, 1), operand(self, 2));
                let found = self.compare_exchange(place, expected, desired);
                let matched = self.b.binary(Binary::Eq, found, expected);
                self.result_as(matched, ty)
            }
            RuccOp::SwapValue => {
                let (expected, desired) = (operand(self, 1), operand(self, 2));
                let found = self.compare_exchange(place, expected, desired);
                self.result_as(found, ty)
            }
            RuccOp::Exchange => {
                let value = operand(self, 1);
                let found = self.read_modify_write(AtomicOp::Exchange, place, value);
                self.result_as(found, ty)
            }
            RuccOp::ExchangeInto => {
                let value = operand(self, 1);
                let found = self.read_modify_write(AtomicOp::Exchange, place, value);
                self.store_through(&values, 2, found, args);
                Val::Void
            }
            RuccOp::TestAndSet => {
                let one = self.b.int(1, Scalar::BYTE);
                let found = self.read_modify_write(AtomicOp::Exchange, place, one);
                let set = self.b.convert(found, Scalar::Bool);
                self.result_as(set, ty)
            }
            RuccOp::Fetch(rmw) => {
                let value = self.rmw_operand(&values, scalar);
                let found = self.read_modify_write(rmw_op(rmw), place, value);
                self.result_as(found, ty)
            }
            RuccOp::Update(rmw) => {
                let value = self.rmw_operand(&values, scalar);
                let found = self.read_modify_write(rmw_op(rmw), place, value);
                let new = self.after(rmw_op(rmw), found, value);
                self.result_as(new, ty)
            }
        }
    }

    /// The operand of an addition to a pointer is a number of bytes.
    fn rmw_operand(&mut self, values: &[Val], scalar: Scalar) -> ExprId {
        let to = if scalar == Scalar::Pointer { self.model.ptrdiff() } else { scalar };
        match values.get(1) {
            Some(&Val::Scalar(value)) => self.b.convert(value, to),
            _ => self.b.int(0, to),
        }
    }

    fn store_through(&mut self, values: &[Val], index: usize, value: ExprId, args: &[RuccExpr]) {
        if let (Some(&Val::Scalar(address)), Some(&arg)) = (values.get(index), args.get(index)) {
            let pointee = self.pointee(arg);
            let scalar = self.scalar_of(pointee).unwrap_or(self.b.ty(value));
            let value = self.b.convert(value, scalar);
            let place = self.place(address, scalar, pointee, None);
            self.b.emit(Op::Store { place, value });
        }
    }

    fn pointee(&self, e: RuccExpr) -> RuccType {
        let ty = self.tast[e].ty;
        match self.unit.convert.kind(ty) {
            TypeKind::Pointer(to) => to,
            _ => ty,
        }
    }

    fn result_as(&mut self, value: ExprId, ty: RuccType) -> Val {
        match self.scalar_of(ty) {
            Some(scalar) => Val::Scalar(self.b.convert(value, scalar)),
            None => Val::Void,
        }
    }

    fn read_modify_write(&mut self, op: AtomicOp, place: Place, operand: ExprId) -> ExprId {
        self.atomic_operation(op, place, operand, None)
    }

    fn atomic_operation(
        &mut self,
        op: AtomicOp,
        place: Place,
        operand: ExprId,
        success: Option<LocalId>,
    ) -> ExprId {
        let dst: LocalId = self.register(place.ty);
        self.b.emit(Op::Atomic(Box::new(Atomic { op, place, operand, dst: Some(dst), success })));
        self.b.read(dst)
    }

    fn compare_exchange(&mut self, place: Place, expected: ExprId, desired: ExprId) -> ExprId {
        let op = AtomicOp::CompareExchange { expected, failure: Ordering::SeqCst, is_weak: false };
        self.read_modify_write(op, place, desired)
    }

    /// The value an object has after an operation found `old`; atomics wrap.
    fn after(&mut self, op: AtomicOp, old: ExprId, operand: ExprId) -> ExprId {
        let ty = self.b.ty(old);
        if ty == Scalar::Pointer {
            let operand = match op {
                AtomicOp::Sub => self.b.unary(Unary::Negate, operand, self.model.ptrdiff()),
                _ => operand,
            };
            return self.b.index(old, operand, 1);
        }
        let (a, b) = (self.b.convert(old, ty.unsigned()), self.b.convert(operand, ty.unsigned()));
        let new = match op {
            AtomicOp::Add => self.b.binary(Binary::Add, a, b),
            AtomicOp::Sub => self.b.binary(Binary::Sub, a, b),
            AtomicOp::And => self.b.binary(Binary::And, a, b),
            AtomicOp::Or => self.b.binary(Binary::Or, a, b),
            AtomicOp::Xor => self.b.binary(Binary::Xor, a, b),
            AtomicOp::Nand => {
                let and = self.b.binary(Binary::And, a, b);
                self.b.unary(Unary::BitNot, and, ty.unsigned())
            }
            AtomicOp::Exchange | AtomicOp::CompareExchange { .. } => b,
        };
        self.b.convert(new, ty)
    }

    /// `x++` and the like on an `_Atomic` object.
    pub(super) fn atomic_increment(
        &mut self,
        designated: Designated,
        ty: RuccType,
        by: i128,
        is_prefix: bool,
    ) -> Val {
        let Designated::Scalar(place) = designated else { return self.dead(ty) };
        if let Scalar::Int { .. } = place.ty {
            let (op, one) = (if by < 0 { AtomicOp::Sub } else { AtomicOp::Add }, self.b.int(1, place.ty));
            let found = self.read_modify_write(op, place, one);
            return Val::Scalar(if is_prefix { self.after(op, found, one) } else { found });
        }
        self.exchange_loop(place, ty, is_prefix, |this, old, scalar| this.plus_one(old, ty, scalar, by))
    }

    pub(super) fn atomic_assign(
        &mut self,
        op: BinaryOp,
        designated: Designated,
        right: ExprId,
        lhs_ty: RuccType,
        rhs_ty: RuccType,
        computation: RuccType,
    ) -> Val {
        let Designated::Scalar(place) = designated else { return self.dead(lhs_ty) };
        let right = self.keep(right);
        let simple = match (op, place.ty) {
            (BinaryOp::Add, Scalar::Int { .. }) => Some(AtomicOp::Add),
            (BinaryOp::Sub, Scalar::Int { .. }) => Some(AtomicOp::Sub),
            (BinaryOp::BitAnd, Scalar::Int { .. }) => Some(AtomicOp::And),
            (BinaryOp::BitOr, Scalar::Int { .. }) => Some(AtomicOp::Or),
            (BinaryOp::BitXor, Scalar::Int { .. }) => Some(AtomicOp::Xor),
            _ => None,
        };
        // Integers combined with integers wrap, so one indivisible operation does.
        if let (Some(op), Scalar::Int { .. }) = (simple, self.b.ty(right)) {
            let operand = self.b.convert(right, place.ty);
            let found = self.read_modify_write(op, place, operand);
            let new = self.after(op, found, operand);
            return Val::Scalar(new);
        }
        self.exchange_loop(place, lhs_ty, true, |this, old, _| {
            this.combine(op, old, right, lhs_ty, rhs_ty, computation)
        })
    }

    /// Read, compute, compare and exchange, until nobody came between.
    fn exchange_loop(
        &mut self,
        place: Place,
        ty: RuccType,
        wants_new: bool,
        compute: impl FnOnce(&mut Self, ExprId, Scalar) -> ExprId,
    ) -> Val {
        let own = self.ty(ty);
        let first = self.b.load(place, own).0;
        let old = self.register(place.ty);
        self.b.emit(Op::Assign { dst: old, value: first });
        let (again, done) = (self.b.location(), self.b.location());
        self.b.join(again);
        let expected = self.b.read(old);
        let new = compute(self, expected, place.ty);
        let new = self.keep(new);
        let found = self.compare_exchange(place, expected, new);
        let same = self.b.binary(Binary::Eq, found, expected);
        let retry = self.b.location();
        self.split(same, done, retry);
        self.b.at = retry;
        self.b.emit(Op::Assign { dst: old, value: found });
        self.b.jump(again);
        self.b.at = done;
        Val::Scalar(if wants_new { new } else { expected })
    }
}

fn ordering(order: RuccOrdering) -> Ordering {
    match order {
        RuccOrdering::Relaxed => Ordering::Relaxed,
        RuccOrdering::Acquire => Ordering::Acquire,
        RuccOrdering::Release => Ordering::Release,
        RuccOrdering::AcqRel => Ordering::AcqRel,
        RuccOrdering::SeqCst | RuccOrdering::Full => Ordering::SeqCst,
    }
}

fn rmw_op(rmw: Rmw) -> AtomicOp {
    match rmw {
        Rmw::Add => AtomicOp::Add,
        Rmw::Sub => AtomicOp::Sub,
        Rmw::And => AtomicOp::And,
        Rmw::Nand => AtomicOp::Nand,
        Rmw::Or => AtomicOp::Or,
        Rmw::Xor => AtomicOp::Xor,
    }
}
