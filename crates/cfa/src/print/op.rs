//! Operations, one line each.

use std::fmt::Write;

use crate::op::{AtomicOp, Callee, Destination, Op, Value};
use crate::print::Printer;
use crate::program::LocalId;

/// So many targets of an indirect call are shown.
const TARGETS: usize = 8;

impl Printer<'_> {
    pub fn op(&mut self, op: &Op) {
        match op {
            Op::Skip => self.out.push_str("skip"),
            Op::Assign { dst, value } => {
                self.target(*dst);
                self.expr(*value);
            }
            Op::Load { dst, place } => {
                self.target(*dst);
                self.out.push_str("load ");
                self.place(place);
            }
            Op::Store { place, value } => {
                self.out.push_str("store ");
                self.place(place);
                self.out.push_str(" := ");
                self.expr(*value);
            }
            Op::Copy { dst, src, is_initial, .. } => {
                self.out.push_str(if *is_initial { "copy initial " } else { "copy " });
                self.at(*dst);
                self.out.push_str(" := ");
                self.at(*src);
            }
            Op::Zero { dst, size } => {
                self.out.push_str("zero ");
                self.at(*dst);
                let _ = write!(self.out, ", {size} bytes");
            }
            Op::Assume { cond, truth } => {
                self.out.push_str(if *truth { "[" } else { "[!(" });
                self.expr(*cond);
                self.out.push_str(if *truth { "]" } else { ")]" });
            }
            Op::Case { value, ranges, inside } => {
                self.out.push('[');
                self.expr(*value);
                self.out.push_str(if *inside { " in " } else { " not in " });
                for (index, (low, high)) in ranges.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    let _ = match low == high {
                        true => write!(self.out, "{comma}{low}"),
                        false => write!(self.out, "{comma}{low} ... {high}"),
                    };
                }
                self.out.push(']');
            }
            Op::Jump { address, label } => {
                self.out.push('[');
                self.expr(*address);
                self.out.push_str(" == &&");
                self.label_name(*label);
                self.out.push(']');
            }
            Op::Begin { locals } => self.locals("begin ", locals),
            Op::End { locals } => self.locals("end ", locals),
            Op::BeginVla { local, size } => {
                self.locals("begin ", &[*local]);
                self.out.push_str(", bytes: ");
                self.expr(*size);
            }
            Op::Alloca { dst, size, .. } => {
                self.target(*dst);
                self.out.push_str("alloca ");
                self.expr(*size);
            }
            Op::Call { dst, callee, args } => self.call(dst, callee, args),
            Op::Return { value } => {
                self.out.push_str("return");
                if let Some(value) = value {
                    self.out.push(' ');
                    self.value_passed(value);
                }
            }
            Op::VaStart { list } => self.va("va_start ", *list),
            Op::VaArg { dst, list, ty } => {
                self.destination(dst);
                self.va("va_arg ", *list);
                self.out.push_str(" as ");
                self.declare(*ty, "");
            }
            Op::VaEnd { list } => self.va("va_end ", *list),
            Op::VaCopy { dst, src } => {
                self.va("va_copy ", *dst);
                self.out.push_str(" := ");
                self.at(*src);
            }
            Op::SetJump { dst, buffer } => {
                self.target(*dst);
                self.va("setjmp ", *buffer);
            }
            Op::LongJump { buffer } => self.va("longjmp ", *buffer),
            Op::Distinct(places) => {
                self.out.push_str("distinct ");
                self.place(&places.0);
                self.out.push_str(", ");
                self.place(&places.1);
            }
            Op::Fence(ordering) => {
                let _ = write!(self.out, "fence {ordering:?}");
            }
            Op::Atomic(_) | Op::Asm(_) | Op::Complex(_) => self.rare(op),
            Op::Unsequenced => self.out.push_str("unsequenced"),
            Op::Unreachable => self.out.push_str("unreachable"),
            Op::Trap => self.out.push_str("trap"),
            Op::Unsupported(what) => {
                let _ = write!(self.out, "unsupported: {what}");
            }
        }
    }

    fn rare(&mut self, op: &Op) {
        match op {
            Op::Atomic(atomic) => {
                if let Some(dst) = atomic.dst {
                    self.target(dst);
                }
                if let Some(success) = atomic.success {
                    self.target(success);
                }
                if let AtomicOp::CompareExchange { expected, is_weak, .. } = atomic.op {
                    self.out.push_str(if is_weak { "weak-compare-exchange " } else { "compare-exchange " });
                    self.place(&atomic.place);
                    self.out.push_str(", ");
                    self.expr(expected);
                } else {
                    let _ = write!(self.out, "fetch-{:?} ", atomic.op);
                    self.place(&atomic.place);
                }
                self.out.push_str(", ");
                self.expr(atomic.operand);
            }
            Op::Asm(asm) => {
                let _ = write!(self.out, "asm {:?}", asm.template);
                for (constraint, local) in &asm.outputs {
                    let _ = write!(self.out, " {constraint:?} -> ");
                    self.local_name(*local);
                }
                for (address, _) in &asm.memory {
                    self.out.push_str(" memory ");
                    self.at(*address);
                }
                for (constraint, value) in &asm.inputs {
                    let _ = write!(self.out, " {constraint:?} <- ");
                    self.expr(*value);
                }
                if asm.clobbers_memory {
                    self.out.push_str(" clobbers memory");
                }
                if let Some(label) = asm.target {
                    self.out.push_str(" goto ");
                    self.label_name(label);
                }
            }
            Op::Complex(complex) => {
                self.destination(&complex.dst);
                let _ = write!(self.out, "complex {:?}", complex.op);
                for (index, &arg) in complex.args.iter().enumerate() {
                    self.out.push_str(if index > 0 { ", " } else { " " });
                    self.at(arg);
                }
            }
            _ => {}
        }
    }

    fn call(&mut self, dst: &Destination, callee: &Callee, args: &[Value]) {
        self.destination(dst);
        match callee {
            Callee::Direct(id) => self.out.push_str(&self.program.function(*id).name),
            Callee::Indirect(address, _) => {
                self.out.push_str("(*");
                self.expr(*address);
                self.out.push(')');
            }
        }
        self.out.push('(');
        for (index, arg) in args.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.value_passed(arg);
        }
        self.out.push(')');
        if let Callee::Indirect(_, ty) = callee {
            let targets = self.addresses.targets_of(*ty);
            self.out.push_str(if targets.is_empty() { "  // calls nothing known" } else { "  // calls " });
            for (index, &target) in targets.iter().take(TARGETS).enumerate() {
                self.out.push_str(if index > 0 { ", " } else { "" });
                self.out.push_str(&self.program.function(target).name);
            }
            if targets.len() > TARGETS {
                let _ = write!(self.out, ", … ({} functions)", targets.len());
            }
        }
    }

    fn target(&mut self, dst: LocalId) {
        self.local_name(dst);
        self.out.push_str(" := ");
    }

    fn destination(&mut self, dst: &Destination) {
        match dst {
            Destination::None => {}
            Destination::Local(local) => self.target(*local),
            Destination::Memory(address) => {
                self.at(*address);
                self.out.push_str(" := ");
            }
        }
    }

    fn value_passed(&mut self, value: &Value) {
        match value {
            Value::Scalar(expr) => self.expr(*expr),
            Value::Aggregate(address, _) => self.at(*address),
        }
    }

    fn va(&mut self, what: &str, list: crate::expr::ExprId) {
        self.out.push_str(what);
        self.at(list);
    }

    fn locals(&mut self, what: &str, locals: &[LocalId]) {
        self.out.push_str(what);
        for (index, &local) in locals.iter().enumerate() {
            self.out.push_str(if index > 0 { ", " } else { "" });
            self.local_name(local);
        }
    }
}
