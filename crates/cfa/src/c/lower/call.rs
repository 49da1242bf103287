//! Calls.

use rucc_sema::{Conversion, ExprId as RuccExpr, ExprKind as Rucc};
use rucc_types::{TypeId as RuccType, TypeKind};

use super::{Lower, Val};
use crate::expr::ExprKind;
use crate::op::{Callee, Destination, Op, Value};
use crate::types::Type;

impl Lower<'_, '_> {
    pub(super) fn call(&mut self, callee: RuccExpr, args: &[RuccExpr], ty: RuccType) -> Val {
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
                Val::Aggregate(address) => Value::Aggregate(address, self.ty(arg_ty)),
                Val::Void => Value::Scalar(self.b.null()),
            };
            values.push(value);
            operands.push(from..self.trace.mark());
        }
        values.reverse();
        for i in 1..operands.len() {
            self.unsequenced(start..operands[i].start, operands[i].clone());
        }
        // All arguments are evaluated before the call.
        self.trace.complete(start);
        let (dst, result) = self.call_result(ty);
        self.b.emit(Op::Call { dst, callee: target, args: values.into() });
        if let Callee::Direct(id) = target
            && self.unit.linker.program.function(id).is_noreturn
        {
            self.b.stop(Op::Unreachable);
        }
        result
    }

    fn callee(&mut self, callee: RuccExpr) -> Callee {
        if let Rucc::Convert { kind: Conversion::FunctionDecay, operand } = self.tast[callee].kind
            && let super::place::Designated::Function(address) = self.designate(operand)
            && let ExprKind::Function(id) = self.b.body.expr(address).kind
        {
            return Callee::Direct(id);
        }
        let ty = self.tast[callee].ty;
        let function = match self.unit.convert.kind(ty) {
            TypeKind::Pointer(to) => to,
            _ => ty,
        };
        let address = self.scalar(callee);
        let own = self.ty(function);
        // A cast of a known function to another type is still an indirect call: its type is the cast's.
        match (self.b.body.expr(address).kind, self.unit.linker.program.types.get(own)) {
            (ExprKind::Function(id), Type::Function(_))
                if self.unit.linker.program.function(id).ty == own =>
            {
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
