//! Operations and expressions as views show them. Tags are written out: they are part of the format.

use crate::expr::{ExprId, ExprKind};
use crate::op::{Access, Asm, Atomic, AtomicOp, Callee, Complex, Destination, Op, Ordering, Place, Value};
use crate::program::{FunctionId, LabelId, ObjectKind};
use crate::view::Encoder;
use crate::view::labels::rank_in;

/// Their second and third arguments are the file and the line of an assertion, which say nothing of what it does.
const FAILED_ASSERTIONS: [&str; 4] = ["__assert_fail", "__assert", "__assert_rtn", "__assert_perror_fail"];

impl Encoder<'_> {
    pub fn op(&mut self, op: &Op) {
        match op {
            Op::Skip => self.out.byte(0),
            Op::Assign { dst, value } => {
                self.out.byte(1);
                self.local(*dst);
                self.expr(*value);
            }
            Op::Load { dst, place } => {
                self.out.byte(2);
                self.local(*dst);
                self.place(place);
            }
            Op::Store { place, value } => {
                self.out.byte(3);
                self.place(place);
                self.expr(*value);
            }
            Op::Copy { dst, src, ty } => {
                self.out.byte(4);
                self.expr(*dst);
                self.expr(*src);
                self.ty(*ty);
            }
            Op::Zero { dst, size } => {
                self.out.byte(5);
                self.expr(*dst);
                self.out.number(*size);
                // What is set to zero, region by region.
                let whole = self.body.type_at(self.context.program, *dst);
                self.out.flag(whole.is_some());
                whole.into_iter().for_each(|ty| self.ty(ty));
            }
            Op::Assume { cond, truth } => {
                self.out.byte(if *truth { 6 } else { 7 });
                self.expr(*cond);
            }
            Op::Case { value, ranges, inside } => {
                self.out.byte(if *inside { 8 } else { 9 });
                self.expr(*value);
                self.out.count(ranges.len());
                for (low, high) in ranges {
                    self.out.wide(*low);
                    self.out.wide(*high);
                }
            }
            Op::Jump { address, label } => {
                self.out.byte(10);
                self.expr(*address);
                self.label(*label);
            }
            Op::Begin { locals } | Op::End { locals } => {
                self.out.byte(if matches!(op, Op::Begin { .. }) { 11 } else { 12 });
                self.out.count(locals.len());
                locals.iter().for_each(|&local| self.local(local));
            }
            Op::BeginVla { local, size } => {
                self.out.byte(13);
                self.local(*local);
                self.expr(*size);
            }
            Op::Alloca { dst, size, align } => {
                self.out.byte(14);
                self.local(*dst);
                self.expr(*size);
                self.out.number(*align);
            }
            Op::Call { dst, callee, args } => self.call(op, dst, callee, args),
            Op::Return { value } => {
                self.out.byte(17);
                self.out.flag(value.is_some());
                value.iter().for_each(|value| self.value(value));
            }
            Op::VaStart { list } => {
                self.out.byte(18);
                self.expr(*list);
            }
            Op::VaArg { dst, list, ty } => {
                self.out.byte(19);
                self.destination(dst);
                self.expr(*list);
                self.ty(*ty);
            }
            Op::VaEnd { list } => {
                self.out.byte(20);
                self.expr(*list);
            }
            Op::VaCopy { dst, src } => {
                self.out.byte(21);
                self.expr(*dst);
                self.expr(*src);
            }
            Op::Atomic(atomic) => self.atomic(atomic),
            Op::Fence(ordering) => {
                self.out.byte(23);
                self.ordering(*ordering);
            }
            Op::Asm(asm) => self.asm(asm),
            Op::Complex(complex) => self.complex(complex),
            Op::SetJump { dst, buffer } => {
                self.out.byte(26);
                self.local(*dst);
                self.expr(*buffer);
            }
            Op::LongJump { buffer } => {
                self.out.byte(27);
                self.expr(*buffer);
            }
            Op::Distinct(places) => {
                self.out.byte(28);
                self.place(&places.0);
                self.place(&places.1);
            }
            Op::Unsequenced => self.out.byte(29),
            Op::Unreachable => self.out.byte(30),
            Op::Trap => self.out.byte(31),
            Op::Unsupported(what) => {
                self.out.byte(32);
                self.out.text(what);
            }
        }
    }

    fn call(&mut self, op: &Op, dst: &Destination, callee: &Callee, args: &[Value]) {
        let skipped;
        match callee {
            Callee::Direct(id) => {
                let is_failed_assertion = self.is_failed_assertion(*id, args);
                skipped = if is_failed_assertion { 1..3 } else { 0..0 };
                self.out.byte(if is_failed_assertion { 33 } else { 15 });
                self.function(*id);
            }
            Callee::Indirect(address, ty) => {
                skipped = 0..0;
                self.out.byte(16);
                self.expr(*address);
                self.ty(*ty);
            }
        }
        self.destination(dst);
        self.out.count(args.len());
        let kept = args.iter().enumerate().filter(|(index, _)| !skipped.contains(index));
        kept.for_each(|(_, arg)| self.value(arg));
        // Whoever may be entered, in order of names: the targets, and what undefined ones call back.
        let mut entered = std::mem::take(&mut self.entered);
        self.context.calls().for_each(self.body, op, |id| entered.push(id));
        let rank = |id: &FunctionId| self.context.ranks[id.index()];
        entered.sort_unstable_by_key(rank);
        entered.dedup();
        self.out.count(entered.len());
        for id in entered.drain(..) {
            self.function(id);
            self.callees.push(id);
        }
        self.entered = entered;
    }

    fn is_failed_assertion(&self, id: FunctionId, args: &[Value]) -> bool {
        let function = self.context.program.function(id);
        let [_, Value::Scalar(file), Value::Scalar(line), ..] = args else { return false };
        function.body.is_none()
            && FAILED_ASSERTIONS.contains(&function.name.as_str())
            && self.body.constant(*line).is_some()
            && matches!(self.body.expr(*file).kind, ExprKind::Object(object)
                if self.context.program.object(object).kind == ObjectKind::Literal)
    }

    fn atomic(&mut self, atomic: &Atomic) {
        self.out.byte(22);
        self.out.byte(match atomic.op {
            AtomicOp::Exchange => 0,
            AtomicOp::Add => 1,
            AtomicOp::Sub => 2,
            AtomicOp::And => 3,
            AtomicOp::Nand => 4,
            AtomicOp::Or => 5,
            AtomicOp::Xor => 6,
            AtomicOp::CompareExchange { .. } => 7,
        });
        if let AtomicOp::CompareExchange { expected } = atomic.op {
            self.expr(expected);
        }
        self.place(&atomic.place);
        self.expr(atomic.operand);
        self.out.flag(atomic.dst.is_some());
        atomic.dst.into_iter().for_each(|dst| self.local(dst));
    }

    fn asm(&mut self, asm: &Asm) {
        self.out.byte(24);
        self.out.text(&asm.template);
        self.out.count(asm.outputs.len());
        for (constraint, local) in &asm.outputs {
            self.out.text(constraint);
            self.local(*local);
        }
        self.out.count(asm.memory.len());
        for (address, ty) in &asm.memory {
            self.expr(*address);
            self.ty(*ty);
        }
        self.out.count(asm.inputs.len());
        for (constraint, value) in &asm.inputs {
            self.out.text(constraint);
            self.expr(*value);
        }
        self.out.flag(asm.clobbers_memory);
        self.out.flag(asm.volatile);
        self.out.flag(asm.target.is_some());
        asm.target.into_iter().for_each(|label| self.label(label));
    }

    fn complex(&mut self, complex: &Complex) {
        self.out.byte(25);
        self.out.byte(complex.op as u8);
        self.out.scalar(complex.part);
        self.destination(&complex.dst);
        self.out.count(complex.args.len());
        complex.args.iter().for_each(|&arg| self.expr(arg));
    }

    fn place(&mut self, place: &Place) {
        self.expr(place.address);
        self.out.scalar(place.ty);
        self.out.bits(place.bits);
        match place.access {
            Access::Plain => self.out.byte(0),
            Access::Volatile => self.out.byte(1),
            Access::Atomic(ordering) => {
                self.out.byte(2);
                self.ordering(ordering);
            }
        }
        self.out.number(place.align.into());
    }

    fn ordering(&mut self, ordering: Ordering) {
        self.out.byte(ordering as u8);
    }

    fn destination(&mut self, destination: &Destination) {
        match destination {
            Destination::None => self.out.byte(0),
            Destination::Local(local) => {
                self.out.byte(1);
                self.local(*local);
            }
            Destination::Memory(address) => {
                self.out.byte(2);
                self.expr(*address);
            }
        }
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Scalar(expr) => {
                self.out.byte(0);
                self.expr(*expr);
            }
            Value::Aggregate(address, ty) => {
                self.out.byte(1);
                self.expr(*address);
                self.ty(*ty);
            }
        }
    }

    fn label(&mut self, label: LabelId) {
        self.out.number(rank_in(self.body, label).into());
    }

    /// An expression in prefix form. Not recursive: sums of thousands of terms exist.
    fn expr(&mut self, id: ExprId) {
        let mut work = std::mem::take(&mut self.work);
        work.push(id);
        while let Some(id) = work.pop() {
            let expr = self.body.expr(id);
            self.out.scalar(expr.ty);
            match expr.kind {
                ExprKind::Int(value) => {
                    self.out.byte(0);
                    self.out.signed(value);
                }
                ExprKind::Wide(index) => {
                    self.out.byte(1);
                    self.out.wide(self.body.wide[index as usize]);
                }
                ExprKind::Float(bits) => {
                    self.out.byte(2);
                    self.out.bytes.extend_from_slice(&bits.to_le_bytes());
                }
                ExprKind::Local(local) => {
                    self.out.byte(3);
                    self.local(local);
                }
                ExprKind::Address(local) => {
                    self.out.byte(4);
                    self.local(local);
                }
                ExprKind::Object(object) => {
                    self.out.byte(5);
                    self.object(object);
                }
                ExprKind::Function(function) => {
                    self.out.byte(6);
                    self.function(function);
                }
                ExprKind::Label(label) => {
                    self.out.byte(7);
                    self.label(label);
                }
                ExprKind::Field { record, field, .. } => {
                    self.out.byte(8);
                    self.field(record, field);
                }
                ExprKind::Index { scale, .. } => {
                    self.out.byte(9);
                    self.out.number(scale);
                }
                ExprKind::Difference { scale, .. } => {
                    self.out.byte(10);
                    self.out.number(scale);
                }
                ExprKind::Unary { op, .. } => {
                    self.out.byte(11);
                    self.out.byte(op as u8);
                }
                ExprKind::Binary { op, .. } => {
                    self.out.byte(12);
                    self.out.byte(op as u8);
                }
                ExprKind::Convert { .. } => self.out.byte(13),
                ExprKind::Overflows { op, to, .. } => {
                    self.out.byte(14);
                    self.out.byte(op as u8);
                    self.out.scalar(to);
                }
            }
            expr.kind.for_each_operand(|operand| work.push(operand));
        }
        self.work = work;
    }
}
