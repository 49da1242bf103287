//! Checks what every engine relies on: types of operands agree, edges lead somewhere, registers and memory
//! are used as such. Run on every program; a failure is a bug of the front end.

use crate::expr::{Binary, ExprId, ExprKind};
use crate::op::{AtomicOp, Callee, Destination, Op, Place, Value};
use crate::program::{Body, LocalId, Program, Storage};
use crate::types::{Scalar, Type};

/// The first violation found, in words.
pub fn verify(program: &Program) -> Result<(), String> {
    for function in &program.functions {
        if let Some(body) = &function.body {
            let check = Check { program, body };
            check.body(function.ty).map_err(|problem| format!("function `{}`: {problem}", function.name))?;
        }
    }
    Ok(())
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
            ExprKind::Object(_) | ExprKind::Function(_) | ExprKind::Label(_) => expr.ty == Scalar::Pointer,
            ExprKind::Field { base, record, field } => {
                is_pointer(base) && (field as usize) < self.program.types.record(record).fields.len()
            }
            ExprKind::Index { base, index, .. } => is_pointer(base) && self.ty(index) == ptrdiff,
            ExprKind::Difference { lhs, rhs, .. } => is_pointer(lhs) && is_pointer(rhs) && expr.ty == ptrdiff,
            ExprKind::Unary { .. } | ExprKind::Convert { .. } => true,
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
        require(self.ty(place.address) == Scalar::Pointer, || "its address is no pointer".into())
    }

    fn destination(&self, dst: &Destination) -> Checked {
        let holds = match *dst {
            Destination::None => true,
            Destination::Local(local) => self.register(local).is_some(),
            Destination::Memory(address) => self.ty(address) == Scalar::Pointer,
        };
        require(holds, || "its destination is neither register nor address".into())
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
                if let Callee::Indirect(address, _) = callee {
                    require(self.ty(*address) == Scalar::Pointer, || "a callee that is no pointer".into())?;
                }
                args.iter().try_for_each(|a| self.value(a))
            }
            Op::Return { value: Some(Value::Scalar(value)) } => {
                require(result.is_none_or(|r| r == self.ty(*value)), || "a result of another type".into())
            }
            Op::VaArg { dst, .. } => self.destination(dst),
            Op::Atomic(atomic) => {
                self.place(&atomic.place)?;
                if let AtomicOp::CompareExchange { expected } = atomic.op {
                    require(self.ty(expected) == atomic.place.ty, || "it expects another type".into())?;
                }
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
