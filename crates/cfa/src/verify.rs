//! Checks what every engine relies on: types of operands agree, edges lead somewhere, registers and memory
//! are used as such. Run on every program; a failure is a bug of the front end.

use crate::expr::{Binary, ExprId, ExprKind, Unary};
use crate::op::{AtomicOp, Callee, Destination, Op, Place, Value};
use crate::program::{AddressTarget, Body, LocalId, Object, Program, Storage};
use crate::types::{Bits, Scalar, Type, TypeId};

/// The first violation found, in words.
pub fn verify(program: &Program) -> Result<(), String> {
    for object in &program.objects {
        self::object(program, object).map_err(|problem| format!("object `{}`: {problem}", object.name))?;
    }
    for function in &program.functions {
        if let Some(body) = &function.body {
            let check = Check { program, body };
            check.body(function.ty).map_err(|problem| format!("function `{}`: {problem}", function.name))?;
        }
    }
    Ok(())
}

/// The initial value lies inside the object, in order, and points to what there is.
fn object(program: &Program, object: &Object) -> Checked {
    let mut end = 0;
    for (offset, run) in &object.init.bytes {
        require(*offset >= end, || "runs of bytes overlap".into())?;
        end = offset + run.len() as u64;
    }
    require(end <= object.size, || "its initial value is longer than it".into())?;
    let mut end = 0;
    for address in &object.init.addresses {
        require(address.offset >= end, || "addresses overlap".into())?;
        end = address.offset + u64::from(address.size);
        let is_there = match address.target {
            AddressTarget::Object(id) => id.index() < program.objects.len(),
            AddressTarget::Function(id) => id.index() < program.functions.len(),
            // A body that another definition replaced takes its labels with it.
            AddressTarget::Label(id, _) | AddressTarget::LabelDifference(id, ..) => {
                id.index() < program.functions.len()
            }
        };
        require(is_there, || "it points to nothing".into())?;
    }
    require(end <= object.size, || "an address lies past its end".into())
}

struct Check<'a> {
    program: &'a Program,
    body: &'a Body,
}

type Checked = Result<(), String>;

fn require(holds: bool, what: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(what()) }
}

impl Check<'_> {
    fn body(&self, ty: crate::types::TypeId) -> Checked {
        let result = match self.program.types.get(ty) {
            Type::Function(signature) => self.program.types.as_scalar(signature.result),
            _ => return Err("its type is no function type".into()),
        };
        require(self.body.out(self.body.exit).is_empty(), || "its exit has edges".into())?;
        for id in 0..self.body.exprs.len() as u32 {
            self.expr(ExprId(id)).map_err(|p| format!("expression {id}: {p}"))?;
        }
        for (i, edge) in self.body.edges.iter().enumerate() {
            let at = |p: String| format!("edge {i} at line {}: {p}: {:?}", edge.pos.line, edge.op);
            require(edge.to.index() < self.body.locations(), || at("it leads nowhere".into()))?;
            self.op(&edge.op, result).map_err(at)?;
        }
        Ok(())
    }

    fn ty(&self, e: ExprId) -> Scalar {
        self.body.expr(e).ty
    }

    fn register(&self, local: LocalId) -> Option<Scalar> {
        match self.body.local(local).storage {
            Storage::Register(scalar) => Some(scalar),
            Storage::Memory { .. } => None,
        }
    }

    fn expr(&self, id: ExprId) -> Checked {
        let expr = self.body.expr(id);
        let mut earlier = true;
        expr.kind.for_each_operand(|operand| earlier &= operand < id);
        require(earlier, || "an operand comes after it".into())?;
        let is_pointer = |e: ExprId| self.ty(e) == Scalar::Pointer;
        let ptrdiff = self.program.model.ptrdiff();
        let holds = match expr.kind {
            ExprKind::Int(_) => !expr.ty.is_float(),
            ExprKind::Wide(_) | ExprKind::Float(_) => true,
            ExprKind::Local(local) => self.register(local) == Some(expr.ty),
            ExprKind::Address(local) => self.register(local).is_none() && expr.ty == Scalar::Pointer,
            ExprKind::Object(id) => expr.ty == Scalar::Pointer && id.index() < self.program.objects.len(),
            ExprKind::Function(id) => expr.ty == Scalar::Pointer && id.index() < self.program.functions.len(),
            ExprKind::Label(id) => expr.ty == Scalar::Pointer && id.index() < self.body.labels.len(),
            ExprKind::Field { base, record, field } => {
                is_pointer(base) && (field as usize) < self.program.types.record(record).fields.len()
            }
            ExprKind::Index { base, index, .. } => is_pointer(base) && self.ty(index) == ptrdiff,
            ExprKind::Within { index, length, .. } => {
                [self.ty(index), self.ty(length), expr.ty] == [ptrdiff; 3]
            }
            ExprKind::Difference { lhs, rhs, .. } => is_pointer(lhs) && is_pointer(rhs) && expr.ty == ptrdiff,
            ExprKind::Unary {
                op: Unary::Negate | Unary::BitNot | Unary::ByteSwap | Unary::Absolute,
                operand,
            } => self.ty(operand) == expr.ty && expr.ty != Scalar::Pointer,
            ExprKind::Unary { .. } => expr.ty == Scalar::INT,
            ExprKind::Convert { operand } => self.ty(operand) != expr.ty,
            ExprKind::Binary { op: Binary::Shl | Binary::Shr, lhs, rhs } => {
                self.ty(lhs) == expr.ty && !self.ty(rhs).is_float()
            }
            ExprKind::Binary { op, lhs, rhs } => {
                let result = if op.is_comparison() { Scalar::INT } else { self.ty(lhs) };
                self.ty(lhs) == self.ty(rhs) && expr.ty == result
            }
            ExprKind::Overflows { .. } => expr.ty == Scalar::INT,
        };
        require(holds, || format!("ill-typed: {expr:?}"))
    }

    fn place(&self, place: &Place) -> Checked {
        require(self.ty(place.address) == Scalar::Pointer, || "its address is no pointer".into())?;
        require(place.align.is_power_of_two(), || "an alignment that is none".into())?;
        let width = match place.ty {
            Scalar::Int { bits, .. } => bits,
            _ => 8,
        };
        let fits = |bits: Bits| bits.bit < 8 && (1..=width).contains(&bits.width) && !place.ty.is_float();
        require(place.bits.is_none_or(fits), || "a bit-field that does not fit its type".into())
    }

    fn destination(&self, dst: &Destination) -> Checked {
        let holds = match *dst {
            Destination::None => true,
            Destination::Local(local) => self.register(local).is_some(),
            Destination::Memory(address) => self.ty(address) == Scalar::Pointer,
        };
        require(holds, || "its destination is neither register nor address".into())
    }

    /// Arguments are converted to the parameters of the type that the call is made with. A call by name may be
    /// made with another declaration than the one that counts in the end.
    fn arguments(&self, ty: TypeId, args: &[Value]) -> Checked {
        let Type::Function(signature) = self.program.types.get(ty) else {
            return Err("a callee that is no function".into());
        };
        if !signature.prototyped {
            return Ok(());
        }
        let given = args.len();
        let is_enough =
            given == signature.params.len() || (signature.variadic && given > signature.params.len());
        require(is_enough, || "another number of arguments".into())?;
        for (&param, arg) in signature.params.iter().zip(args) {
            let holds = match *arg {
                Value::Scalar(e) => self.program.types.as_scalar(param) == Some(self.ty(e)),
                Value::Aggregate(_, ty) => self.program.types.as_scalar(ty).is_none(),
            };
            require(holds, || "an argument of another type".into())?;
        }
        Ok(())
    }

    fn value(&self, value: &Value) -> Checked {
        match *value {
            Value::Scalar(_) => Ok(()),
            Value::Aggregate(address, _) => {
                require(self.ty(address) == Scalar::Pointer, || "an aggregate without address".into())
            }
        }
    }

    fn op(&self, op: &Op, result: Option<Scalar>) -> Checked {
        let same = |dst: LocalId, ty: Scalar| {
            require(self.register(dst) == Some(ty), || "a register of another type".into())
        };
        match op {
            Op::Assign { dst, value } => same(*dst, self.ty(*value)),
            Op::Load { dst, place } => {
                self.place(place)?;
                same(*dst, place.ty)
            }
            Op::Store { place, value } => {
                self.place(place)?;
                require(self.ty(*value) == place.ty, || "a value of another type".into())
            }
            Op::Case { value, ranges, .. } => {
                require(!self.ty(*value).is_float(), || "a case of a float".into())?;
                require(ranges.windows(2).all(|w| w[0] <= w[1]), || "ranges out of order".into())
            }
            Op::Call { dst, callee, args } => {
                self.destination(dst)?;
                if let Callee::Indirect(address, ty) = callee {
                    require(self.ty(*address) == Scalar::Pointer, || "a callee that is no pointer".into())?;
                    self.arguments(*ty, args)?;
                }
                args.iter().try_for_each(|a| self.value(a))
            }
            Op::Begin { locals } => {
                let is_variable = |&local: &LocalId| {
                    matches!(self.body.local(local).storage, Storage::Memory { is_variable: true, .. })
                };
                require(!locals.iter().any(is_variable), || "a variable array begun without its size".into())
            }
            Op::BeginVla { local, size } => {
                require(self.register(*local).is_none(), || "a register begun as an array".into())?;
                require(self.ty(*size) == self.program.model.size(), || "a size that is no size_t".into())
            }
            Op::Jump { address, label } => {
                require(self.ty(*address) == Scalar::Pointer, || "a jump to no address".into())?;
                require(label.index() < self.body.labels.len(), || "a jump to no label".into())
            }
            Op::Return { value: Some(Value::Scalar(value)) } => {
                require(result.is_none_or(|r| r == self.ty(*value)), || "a result of another type".into())
            }
            Op::VaArg { dst, .. } => self.destination(dst),
            Op::Atomic(atomic) => {
                self.place(&atomic.place)?;
                if let AtomicOp::CompareExchange { expected, .. } = atomic.op {
                    require(self.ty(expected) == atomic.place.ty, || "it expects another type".into())?;
                }
                atomic.success.map_or(Ok(()), |success| same(success, Scalar::INT))?;
                let is_weak = matches!(atomic.op, AtomicOp::CompareExchange { is_weak: true, .. });
                require(is_weak == atomic.success.is_some(), || "a success of what cannot fail".into())?;
                atomic.dst.map_or(Ok(()), |dst| same(dst, atomic.place.ty))
            }
            Op::Copy { dst, src, .. } | Op::VaCopy { dst, src } => {
                require(self.ty(*dst) == Scalar::Pointer && self.ty(*src) == Scalar::Pointer, || {
                    "a copy between what is no address".into()
                })
            }
            Op::Complex(complex) => self.destination(&complex.dst),
            _ => Ok(()),
        }
    }
}
