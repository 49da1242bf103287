//! Calls.

use rucc_sema::{Conversion, ExprId as RuccExpr, ExprKind as Rucc};
use rucc_types::{TypeId as RuccType, TypeKind};

use super::{Lower, Val};
use crate::expr::ExprKind;
use crate::op::{Callee, Destination, Op, Value};

/// A call whose function and arguments are evaluated.
pub(super) struct Prepared {
    target: Callee,
    values: Vec<Value>,
}

impl Lower<'_, '_> {
    pub(super) fn call(&mut self, callee: RuccExpr, args: &[RuccExpr], ty: RuccType) -> Val {
        let prepared = self.prepare_call(callee, args);
        self.finish_call(prepared, ty)
    }

    pub(super) fn prepare_call(&mut self, callee: RuccExpr, args: &[RuccExpr]) -> Prepared {
        let mut operands = Vec::with_capacity(args.len() + 1);
        let start = self.trace.mark();
        let target = self.callee(callee);
        operands.push(start..self.trace.mark());
        let mut values = Vec::with_capacity(args.len());
        for &arg in args.iter().rev() {
            let from = self.trace.mark();
            let arg_ty = self.tast[arg].ty;
            let value = match self.value(arg) {
                // A register read here must not see what a later argument's side effect does; such a side
                // effect would be unsequenced, so the check below has it.
                Val::Scalar(value) => Value::Scalar(value),
                Val::Aggregate(mut address) => {
                    // gcc copies what a conditional has chosen; else the object is read when the call is made.
                    if self.is_conditional(arg) {
                        address = self.copy(address, arg_ty);
                    }
                    Value::Aggregate(address, self.ty(arg_ty))
                }
                Val::Void => Value::Scalar(self.b.null()),
            };
            values.push(value);
            operands.push(from..self.trace.mark());
        }
        values.reverse();
        for operand in operands.iter().skip(1) {
            self.unsequenced(start..operand.start, operand.clone());
        }
        // All arguments are evaluated before the call.
        self.trace.complete(start);
        Prepared { target, values }
    }

    fn is_conditional(&self, mut e: RuccExpr) -> bool {
        while let Rucc::Comma { rhs, .. } = self.tast[e].kind {
            e = rhs;
        }
        matches!(self.tast[e].kind, Rucc::Cond { .. })
    }

    pub(super) fn finish_call(&mut self, call: Prepared, ty: RuccType) -> Val {
        let Prepared { target, values } = call;
        if let Some(value) = self.alloca(target, &values).or_else(|| self.answered(target, &values)) {
            return value;
        }
        let (dst, result) = self.call_result(ty);
        self.b.emit(Op::Call { dst, callee: target, args: values.into() });
        if let Callee::Direct(id) = target
            && self.unit.linker.program.function(id).is_noreturn
        {
            self.b.stop(Op::Unreachable);
        }
        result
    }

    /// `alloca` by its plain name takes bytes of this very frame, which no function could.
    fn alloca(&mut self, callee: Callee, args: &[Value]) -> Option<Val> {
        let Callee::Direct(id) = callee else { return None };
        let function = self.unit.linker.program.function(id);
        let &[Value::Scalar(size)] = args else { return None };
        if function.name != "alloca" || function.body.is_some() {
            return None;
        }
        let size = self.b.convert(size, self.model.size());
        let dst = self.register(crate::types::Scalar::Pointer);
        self.b.emit(Op::Alloca { dst, size, align: 16 });
        Some(Val::Scalar(self.b.read(dst)))
    }

    fn callee(&mut self, callee: RuccExpr) -> Callee {
        let ty = self.tast[callee].ty;
        let function = match self.unit.convert.kind(ty) {
            TypeKind::Pointer(to) => to,
            _ => ty,
        };
        let (address, is_name) = match self.tast[callee].kind {
            Rucc::Convert { kind: Conversion::FunctionDecay, operand } => {
                (self.address_of(operand), matches!(self.tast[operand].kind, Rucc::Decl(_)))
            }
            _ => (self.scalar(callee), false),
        };
        let own = self.ty(function);
        match self.b.body.expr(address).kind {
            // A known function called through a cast is still an indirect call: its type is the cast's.
            ExprKind::Function(id) if is_name || self.unit.linker.program.function(id).ty == own => {
                Callee::Direct(id)
            }
            _ => Callee::Indirect(address, own),
        }
    }

    /// Where the result of a call or of `va_arg` goes.
    pub(super) fn call_result(&mut self, ty: RuccType) -> (Destination, Val) {
        if self.is_void(ty) {
            return (Destination::None, Val::Void);
        }
        match self.scalar_of(ty) {
            Some(scalar) => {
                let dst = self.register(scalar);
                (Destination::Local(dst), Val::Scalar(self.b.read(dst)))
            }
            None => {
                let object = self.memory(ty);
                let address = self.b.address(object);
                (Destination::Memory(address), Val::Aggregate(address))
            }
        }
    }
}
