//! Where values point to, and what each operation makes the same.

use cfa::expr::{ExprId, ExprKind};
use cfa::op::{AtomicOp, Callee, Destination, Op, Place, Value};
use cfa::program::{AddressTarget, Body, FunctionId, LocalId, ObjectId, Storage as Kind};
use cfa::types::Scalar;

use super::analysis::Carriers;
use super::plain::{constant_address, is_null};
use super::union::Holder;
use super::{Pointer, Regions};
use crate::facts::storage::{Owner, bits_at};

impl<'p> Regions<'p> {
    /// Where the value of an expression points to, if it is an address.
    pub(super) fn pointer(&mut self, function: FunctionId, body: &Body, id: ExprId) -> Option<Pointer> {
        let expr = body.expr(id);
        if expr.ty != Scalar::Pointer {
            return None;
        }
        if let Some(number) = constant_address(body, id) {
            // What lies there, others know.
            return (!is_null(number, self.program.model)).then(|| self.outside());
        }
        match expr.kind {
            ExprKind::Local(local) => Some(self.holder(Holder::Register(function, local))),
            ExprKind::Address(local) => Some(self.owner(Owner::Local(function, local))),
            ExprKind::Object(object) => Some(self.owner(Owner::Object(object))),
            ExprKind::Function(named) => {
                let code = self.holder(Holder::Code(function, id));
                self.region_mut(code.region).functions.insert(named);
                Some(code)
            }
            ExprKind::Field { base, record, field } => {
                let base = self.base(function, body, base)?;
                let offset = self.program.types.record(record).fields[field as usize].offset;
                self.moved(base, Some(i128::from(offset)))
            }
            ExprKind::Index { base, index, scale } => {
                let base = self.base(function, body, base)?;
                match body.constant(index) {
                    Some(index) => self.moved(base, Some(index * i128::from(scale))),
                    None => {
                        if scale > 0 {
                            self.set_stride(base.region, scale);
                            self.settle();
                        }
                        Some(self.normal(base))
                    }
                }
            }
            ExprKind::Convert { operand }
                if self.carriers == Carriers::Numbers && body.expr(operand).ty != Scalar::Pointer =>
            {
                Some(self.outside())
            }
            ExprKind::Convert { operand } => self.pointer(function, body, operand),
            _ => None,
        }
    }

    /// Where an address points to that another one is computed from.
    pub(super) fn base(&mut self, function: FunctionId, body: &Body, id: ExprId) -> Option<Pointer> {
        let base = self.pointer(function, body, id);
        // Null moved by a number is that number.
        base.or((self.carriers == Carriers::Numbers).then(|| self.outside()))
    }

    /// A pointer moved by so many bytes, or by any number of them.
    pub(super) fn moved(&mut self, pointer: Pointer, by: Option<i128>) -> Option<Pointer> {
        match by.and_then(|by| Regions::shifted(pointer, by)) {
            Some(moved) => Some(self.normal(moved)),
            None => {
                self.set_stride(pointer.region, 1);
                self.settle();
                Some(self.normal(pointer))
            }
        }
    }

    pub(super) fn initial(&mut self, id: ObjectId) {
        let owner = self.owner(Owner::Object(id));
        if !self.program.object(id).is_defined {
            self.expose(Some(owner));
        }
        for address in &self.program.object(id).init.addresses {
            let at = Pointer { offset: address.offset as i64, ..owner };
            let held = self.field(at, u64::from(address.size));
            self.settle();
            match address.target {
                AddressTarget::Object(target) => {
                    let target = self.owner(Owner::Object(target));
                    if let Some(target) = Regions::shifted(target, i128::from(address.addend)) {
                        self.unify(held, target);
                    }
                }
                AddressTarget::Function(target) => {
                    self.region_mut(held.region).functions.insert(target);
                }
                AddressTarget::Label(..) | AddressTarget::LabelDifference(..) => {}
            }
        }
    }

    /// What a parameter holds: an address, or the addresses in it.
    pub(super) fn parameter(&mut self, function: FunctionId, body: &Body, param: LocalId) -> Pointer {
        match body.local(param).storage {
            Kind::Register(_) => self.holder(Holder::Register(function, param)),
            Kind::Memory { size, .. } => {
                let owner = self.owner(Owner::Local(function, param));
                let held = self.field(owner, size.min(self.program.model.pointer_bytes()));
                self.settle();
                held
            }
        }
    }

    fn is_direct(body: &Body, id: ExprId) -> bool {
        match body.expr(id).kind {
            ExprKind::Object(_) | ExprKind::Address(_) => true,
            ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => Regions::is_direct(body, base),
            ExprKind::Convert { operand } => {
                body.expr(operand).ty == Scalar::Pointer && Regions::is_direct(body, operand)
            }
            _ => false,
        }
    }

    /// Notes that memory is accessed; where it is.
    fn access(&mut self, (function, body): (FunctionId, &Body), place: &Place) -> Pointer {
        let at = self.reach((function, body), place.address);
        let (start, width) = bits_at(place, self.program.model);
        self.region_mut(at.region).accesses.insert((at.offset, start, width));
        if place.ty != Scalar::Pointer {
            let size = (start + u64::from(width)).div_ceil(8);
            self.region_mut(at.region).numbers.insert((at.offset, size));
        }
        at
    }

    /// Where an address that is accessed points to.
    pub(super) fn reach(&mut self, (function, body): (FunctionId, &Body), address: ExprId) -> Pointer {
        let at = self.pointer(function, body, address).unwrap_or(self.outside());
        let at = self.normal(at);
        if !Regions::is_direct(body, address) {
            self.region_mut(at.region).is_indirect = true;
        }
        at
    }

    pub(super) fn flow(&mut self, from: Option<Pointer>, to: Pointer) {
        if let Some(from) = from {
            self.unify(from, to);
        }
    }

    pub(super) fn operation(&mut self, here: (FunctionId, &Body), number: u32, op: &Op) {
        let (function, body) = here;
        match op {
            Op::Assign { dst, value } => {
                let value = self.pointer(function, body, *value);
                let dst = self.holder(Holder::Register(function, *dst));
                self.flow(value, dst);
            }
            Op::Load { dst, place } => {
                let at = self.access(here, place);
                if place.ty == Scalar::Pointer {
                    let held = self.field(at, place.ty.size(self.program.model));
                    self.settle();
                    let dst = self.holder(Holder::Register(function, *dst));
                    self.unify(held, dst);
                }
            }
            Op::Store { place, value } => {
                let at = self.access(here, place);
                // An address of a function, too, is no number; null is one.
                let is_address = place.ty == Scalar::Pointer && constant_address(body, *value) != Some(0);
                let value = self.pointer(function, body, *value);
                if is_address {
                    let held = self.field(at, place.ty.size(self.program.model));
                    self.settle();
                    self.flow(value, held);
                }
            }
            Op::Copy { dst, src, .. } => {
                let (dst, src) = (self.reach(here, *dst), self.reach(here, *src));
                self.unify(dst, src);
            }
            Op::VaCopy { dst, src } => {
                let (dst, src) = (self.reach(here, *dst), self.reach(here, *src));
                self.unify(dst, src);
                self.expose(Some(dst));
            }
            Op::Zero { dst, .. } => {
                self.reach(here, *dst);
            }
            Op::Atomic(atomic) if atomic.place.ty != Scalar::Pointer => {
                self.access(here, &atomic.place);
            }
            Op::Atomic(atomic) => {
                let at = self.access(here, &atomic.place);
                let held = self.field(at, atomic.place.ty.size(self.program.model));
                self.settle();
                let operand = self.pointer(function, body, atomic.operand);
                self.flow(operand, held);
                if !matches!(atomic.op, AtomicOp::Exchange | AtomicOp::CompareExchange { .. }) {
                    // A pointer moves by any number of bytes.
                    self.moved(held, None);
                }
                if let AtomicOp::CompareExchange { expected, .. } = atomic.op {
                    self.pointer(function, body, expected);
                }
                if let Some(dst) = atomic.dst {
                    let dst = self.holder(Holder::Register(function, dst));
                    self.unify(held, dst);
                }
            }
            Op::Alloca { dst, .. } => {
                let fresh = self.holder(Holder::Allocation(function, number));
                let dst = self.holder(Holder::Register(function, *dst));
                self.unify(fresh, dst);
            }
            Op::Call { dst, callee: Callee::Direct(target), args } => {
                self.enter(here, number, *target, (dst, args));
            }
            // Followed when all pointers are known.
            Op::Call { callee: Callee::Indirect(pointer, _), .. } => {
                self.pointer(function, body, *pointer);
            }
            Op::Return { value: Some(Value::Scalar(value)) } => {
                let value = self.pointer(function, body, *value);
                let result = self.holder(Holder::Result(function));
                self.flow(value, result);
            }
            Op::Return { value: Some(Value::Aggregate(address, _)) } => {
                let at = self.reach(here, *address);
                let area = self.holder(Holder::Area(function));
                self.unify(at, area);
            }
            Op::Asm(asm) => {
                for &(address, _) in &asm.memory {
                    let at = self.reach(here, address);
                    self.expose(Some(at));
                }
                for &(_, input) in &asm.inputs {
                    let input = self.pointer(function, body, input);
                    self.expose(input);
                }
                for &(_, output) in &asm.outputs {
                    let output = self.holder(Holder::Register(function, output));
                    self.expose(Some(output));
                }
            }
            Op::VaStart { list } | Op::VaEnd { list } => {
                let at = self.reach(here, *list);
                self.expose(Some(at));
            }
            Op::VaArg { dst, list, .. } => {
                let at = self.reach(here, *list);
                self.expose(Some(at));
                self.receive(here, dst, None);
            }
            Op::Complex(complex) => {
                let size = 2 * complex.part.size(self.program.model);
                for &arg in &complex.args {
                    let at = self.reach(here, arg);
                    self.region_mut(at.region).numbers.insert((at.offset, size));
                }
                if let Destination::Memory(address) = complex.dst {
                    let at = self.reach(here, address);
                    self.expose(Some(at));
                }
            }
            _ => {
                // Addresses that are only looked at have their regions all the same.
                op.for_each_expr(|expr| {
                    self.pointer(function, body, expr);
                });
            }
        }
    }

    /// Something is known outside the program.
    pub(super) fn expose(&mut self, pointer: Option<Pointer>) {
        let outside = self.outside();
        self.flow(pointer, outside);
    }
}
