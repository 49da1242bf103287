//! Operations as views show them. Tags are written out: they are part of the format.

use crate::expr::{ExprId, ExprKind};
use crate::op::{Asm, Atomic, AtomicOp, Callee, Complex, Destination, Op, Value};
use crate::program::{FunctionId, ObjectKind};
use crate::view::{Encoder, Scope};

/// Undefined functions that are told a file and a line, which say nothing of what the program does: where the
/// literal stands among the arguments; the line comes next. The kernel's are those of `WARN` and its kin.
const TOLD_A_POSITION: [(&str, usize); 9] = [
    ("__assert", 1),
    ("__assert_fail", 1),
    ("__assert_perror_fail", 1),
    ("__assert_rtn", 1),
    ("__might_fault", 0),
    ("__might_sleep", 0),
    ("warn_slowpath_fmt", 0),
    ("warn_slowpath_fmt_taint", 0),
    ("warn_slowpath_null", 0),
];

/// The section that the kernel's `BUG` enters file and line into, by constant operands of an `asm`.
const BUG_TABLE: &str = "__bug_table";

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
            Op::Copy { dst, src, ty, is_initial } => {
                self.out.byte(if *is_initial { 34 } else { 4 });
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
                skipped = self.position_argument(*id, args).map_or(0..0, |file| file..file + 2);
                self.out.byte(if skipped.is_empty() { 15 } else { 33 });
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
        if self.scope == Scope::Fragment {
            self.entered(op);
        }
    }

    /// Whoever may be entered, in order of names: the targets, and what undefined ones call back.
    fn entered(&mut self, op: &Op) {
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

    fn position_argument(&self, id: FunctionId, args: &[Value]) -> Option<usize> {
        let function = self.context.program.function(id);
        let told = TOLD_A_POSITION.binary_search_by_key(&function.name.as_str(), |it| it.0).ok()?;
        let file = TOLD_A_POSITION[told].1;
        let [Value::Scalar(name), Value::Scalar(line), ..] = args.get(file..)? else { return None };
        let is_position = self.is_literal(*name) && self.body.constant(*line).is_some();
        (function.body.is_none() && is_position).then_some(file)
    }

    fn is_literal(&self, expr: ExprId) -> bool {
        matches!(self.body.expr(expr).kind, ExprKind::Object(object)
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
        if let AtomicOp::CompareExchange { expected, failure, is_weak } = atomic.op {
            self.expr(expected);
            self.ordering(failure);
            self.out.flag(is_weak);
        }
        self.place(&atomic.place);
        self.expr(atomic.operand);
        self.out.flag(atomic.dst.is_some());
        atomic.dst.into_iter().chain(atomic.success).for_each(|dst| self.local(dst));
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
        let is_bug = asm.template.contains(BUG_TABLE);
        for (constraint, value) in &asm.inputs {
            self.out.text(constraint);
            let is_constant = self.body.constant(*value).is_some() || self.is_literal(*value);
            // No value starts with this byte: it is no scalar's tag.
            match is_bug && &**constraint == "i" && is_constant {
                true => self.out.byte(u8::MAX),
                false => self.expr(*value),
            }
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
}
