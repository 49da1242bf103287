//! The builtins that have a node of their own in the typed tree.

use rucc_sema::{
    BitCount, Classify, Elementwise, ExprId as RuccExpr, ExprKind as Rucc, ExprList, FrameAsk, JumpAsk,
    OverflowOp, Sign,
};
use rucc_types::{TypeId as RuccType, TypeKind};

use super::{Lower, Val};
use crate::expr::{Binary, ExprId, ExprKind, Overflow, Unary};
use crate::op::Op;
use crate::types::Scalar;

impl Lower<'_, '_> {
    pub(super) fn builtin(&mut self, e: RuccExpr, kind: Rucc, ty: RuccType) -> Val {
        let scalar = self.scalar_of(ty).unwrap_or(Scalar::INT);
        match kind {
            Rucc::VaStart { list } => self.va(list, |list| Op::VaStart { list }),
            Rucc::VaEnd { list } => self.va(list, |list| Op::VaEnd { list }),
            Rucc::VaCopy { dst, src } => {
                let (dst, src) = (self.scalar(dst), self.scalar(src));
                self.b.emit(Op::VaCopy { dst, src });
                Val::Void
            }
            Rucc::VaArg { list } => {
                let list = self.scalar(list);
                let (dst, result) = self.call_result(ty);
                let ty = self.ty(ty);
                self.b.emit(Op::VaArg { dst, list, ty });
                result
            }
            Rucc::Classify { op, lhs, rhs } => Val::Scalar(self.classify(op, lhs, rhs, scalar)),
            Rucc::FpClassify { value, answers } => self.fp_classify(value, answers, scalar),
            Rucc::Sign { op, lhs, rhs } => {
                let sign = rhs.filter(|_| op == Sign::Of).map(|rhs| self.scalar(rhs));
                let magnitude = self.scalar(lhs);
                Val::Scalar(match sign {
                    Some(sign) => self.b.binary(Binary::CopySign, magnitude, sign),
                    None => self.b.unary(Unary::Absolute, magnitude, scalar),
                })
            }
            Rucc::Abs { operand } => self.one(operand, Unary::Absolute, scalar),
            Rucc::ByteSwap { operand } => self.one(operand, Unary::ByteSwap, scalar),
            Rucc::BitCount { operand, count } => {
                let op = match count {
                    BitCount::Leading => Unary::LeadingZeros,
                    BitCount::Trailing => Unary::TrailingZeros,
                    BitCount::Ones => Unary::PopulationCount,
                    BitCount::Parity => Unary::Parity,
                    BitCount::FirstSet => Unary::FirstSet,
                    BitCount::RedundantSign => Unary::RedundantSign,
                };
                self.one(operand, op, Scalar::INT)
            }
            Rucc::Overflow { op, at, args, stores } => self.overflow(op, at, args, stores, ty),
            Rucc::Atomic { op, order, args, .. } => {
                self.atomic(op, order, &self.tast[args], ty, self.tast.expr_span(e).lo)
            }
            Rucc::Expect { value, hint, .. } => {
                self.discard(hint);
                self.value(value)
            }
            Rucc::Prefetch { address, .. } => {
                self.discard(address);
                Val::Void
            }
            Rucc::Unreachable => {
                self.b.stop(Op::Unreachable);
                Val::Void
            }
            Rucc::Trap => {
                self.b.stop(Op::Trap);
                Val::Void
            }
            Rucc::Alloca { size } => {
                let size = self.scalar(size);
                let size = self.b.convert(size, self.model.size());
                let dst = self.register(Scalar::Pointer);
                self.b.emit(Op::Alloca { dst, size, align: 16 });
                Val::Scalar(self.b.read(dst))
            }
            Rucc::Jump { ask, buffer } => {
                let buffer = self.scalar(buffer);
                match ask {
                    JumpAsk::Save => {
                        let dst = self.register(Scalar::INT);
                        self.b.emit(Op::SetJump { dst, buffer });
                        let value = self.b.read(dst);
                        Val::Scalar(self.b.convert(value, scalar))
                    }
                    JumpAsk::Restore => {
                        self.b.stop(Op::LongJump { buffer });
                        Val::Void
                    }
                }
            }
            // What gcc answers without optimisation: nothing is known of the object.
            Rucc::ObjectSize { kind, .. } => {
                Val::Scalar(self.b.int(if kind & 2 == 0 { -1 } else { 0 }, scalar))
            }
            Rucc::ConstantP { .. } => Val::Scalar(self.b.int(0, scalar)),
            Rucc::FrameAddress { ask: FrameAsk::Frame, .. } => {
                Val::Scalar(self.opaque("frame address", scalar))
            }
            Rucc::FrameAddress { ask: FrameAsk::Return, .. } => {
                Val::Scalar(self.opaque("return address", scalar))
            }
            Rucc::ThreadPointer => Val::Scalar(self.opaque("thread pointer", scalar)),
            Rucc::TimeStamp { aux: None } => Val::Scalar(self.opaque("rdtsc", scalar)),
            Rucc::Eflags { value: None } => Val::Scalar(self.opaque("flags register", scalar)),
            Rucc::CpuModel { .. } => Val::Scalar(self.opaque("cpuid", scalar)),
            Rucc::Complex { real, imag } => {
                let (real, imag) = (self.scalar(real), self.scalar(imag));
                match self.complex_part(ty) {
                    Some((part, _)) => Val::Aggregate(self.make_complex(ty, part, real, imag)),
                    None => self.dead(ty),
                }
            }
            Rucc::ConvertVector { operand } => self.convert_vector(operand, ty),
            Rucc::Elementwise { op, lhs, rhs } => self.elementwise(op, lhs, rhs, ty),
            Rucc::Shuffle { lhs, rhs, mask } => self.shuffle(lhs, rhs, mask, ty),
            Rucc::ShuffleVector { operands } => self.shuffle_vector(operands, ty),
            _ => {
                let name = builtin_name(kind);
                self.at(self.tast.expr_span(e));
                self.unsupported(name);
                self.dead(ty)
            }
        }
    }

    fn va(&mut self, list: RuccExpr, op: impl FnOnce(ExprId) -> Op) -> Val {
        let list = self.scalar(list);
        self.b.emit(op(list));
        Val::Void
    }

    fn one(&mut self, operand: RuccExpr, op: Unary, scalar: Scalar) -> Val {
        let value = self.scalar(operand);
        Val::Scalar(self.b.unary(op, value, scalar))
    }

    fn classify(&mut self, op: Classify, lhs: RuccExpr, rhs: Option<RuccExpr>, scalar: Scalar) -> ExprId {
        let a = self.scalar(lhs);
        let unary = match op {
            Classify::Nan => Unary::IsNan,
            Classify::Infinite => Unary::IsInfinite,
            Classify::Finite => Unary::IsFinite,
            Classify::Normal => Unary::IsNormal,
            Classify::SignBit => Unary::SignBit,
            Classify::InfiniteSign => Unary::InfiniteSign,
            Classify::Unordered | Classify::LessGreater => {
                let b = match rhs {
                    Some(rhs) => self.scalar(rhs),
                    None => a,
                };
                let op = if op == Classify::Unordered { Binary::Unordered } else { Binary::LessGreater };
                let value = self.b.binary(op, a, b);
                return self.b.convert(value, scalar);
            }
        };
        let value = self.b.unary(unary, a, Scalar::INT);
        self.b.convert(value, scalar)
    }

    /// The five answers are constants: NaN, infinite, normal, subnormal, zero.
    fn fp_classify(&mut self, value: RuccExpr, answers: ExprList, scalar: Scalar) -> Val {
        let value = self.scalar(value);
        let value = self.keep(value);
        let answers: Vec<ExprId> = self.tast[answers].iter().map(|&a| self.scalar(a)).collect();
        let [nan, infinite, normal, subnormal, zero] = answers[..] else {
            return Val::Scalar(self.b.int(0, scalar));
        };
        let dst = self.register(scalar);
        let end = self.b.location();
        let none = self.b.int(0, Scalar::INT);
        let none = self.b.convert(none, self.b.ty(value));
        let tests = [
            (self.b.unary(Unary::IsNan, value, Scalar::INT), nan),
            (self.b.unary(Unary::IsInfinite, value, Scalar::INT), infinite),
            (self.b.unary(Unary::IsNormal, value, Scalar::INT), normal),
            (self.b.binary(Binary::Eq, value, none), zero),
        ];
        for (test, answer) in tests {
            let (yes, no) = (self.b.location(), self.b.location());
            self.split(test, yes, no);
            self.b.at = yes;
            let answer = self.b.convert(answer, scalar);
            self.b.emit(Op::Assign { dst, value: answer });
            self.b.jump(end);
            self.b.at = no;
        }
        let answer = self.b.convert(subnormal, scalar);
        self.b.emit(Op::Assign { dst, value: answer });
        self.b.join(end);
        Val::Scalar(self.b.read(dst))
    }

    /// `__builtin_*_overflow`: the result wrapped to its type, and whether it did not fit.
    fn overflow(&mut self, op: OverflowOp, at: RuccType, args: ExprList, stores: bool, ty: RuccType) -> Val {
        let args = self.tast[args].to_vec();
        let (Some(work), [lhs, rhs, third]) = (self.scalar_of(at), &args[..]) else {
            self.unsupported("__builtin_*_overflow on this type");
            return self.dead(ty);
        };
        let (a, b) = (self.scalar(*lhs), self.scalar(*rhs));
        let (a, b) = (self.keep(a), self.keep(b));
        let third_ty = self.tast[*third].ty;
        let (address, to_ty) = match (stores, self.unit.convert.kind(third_ty)) {
            (true, TypeKind::Pointer(to)) => (Some(self.scalar(*third)), to),
            _ => (None, third_ty),
        };
        let Some(to) = self.scalar_of(to_ty) else { return self.dead(ty) };
        let kind = match op {
            OverflowOp::Add => (Overflow::Add, Binary::Add),
            OverflowOp::Sub => (Overflow::Sub, Binary::Sub),
            OverflowOp::Mul => (Overflow::Mul, Binary::Mul),
        };
        let overflows = self.b.expr(ExprKind::Overflows { op: kind.0, to, lhs: a, rhs: b }, Scalar::INT);
        let overflows = self.keep(overflows);
        if let Some(address) = address {
            // Wrapping in a type at least as wide as the result's gives the result's low bits.
            let wide = work.unsigned();
            let (a, b) = (self.b.convert(a, wide), self.b.convert(b, wide));
            let value = self.b.binary(kind.1, a, b);
            let value = self.b.convert(value, to);
            let place = self.place(address, to, to_ty, None);
            self.b.emit(Op::Store { place, value });
        }
        let scalar = self.scalar_of(ty).unwrap_or(Scalar::INT);
        Val::Scalar(self.b.convert(overflows, scalar))
    }

    fn aggregate_value(&mut self, e: RuccExpr) -> ExprId {
        match self.value(e) {
            Val::Aggregate(address) | Val::Scalar(address) => address,
            Val::Void => self.b.null(),
        }
    }

    fn convert_vector(&mut self, operand: RuccExpr, ty: RuccType) -> Val {
        let from = self.tast[operand].ty;
        let source = self.aggregate_value(operand);
        let (Some((elem, _)), Some((to_elem, len))) = (self.vector_of(from), self.vector_of(ty)) else {
            return self.dead(ty);
        };
        Val::Aggregate(self.lanes(ty, to_elem, len, |this, i| this.lane(source, elem, i)))
    }

    fn elementwise(&mut self, op: Elementwise, lhs: RuccExpr, rhs: Option<RuccExpr>, ty: RuccType) -> Val {
        self.discard(lhs);
        if let Some(rhs) = rhs {
            self.discard(rhs);
        }
        self.unsupported(&format!("__builtin_elementwise_{}", op.as_str()));
        self.dead(ty)
    }

    fn shuffle(&mut self, lhs: RuccExpr, rhs: Option<RuccExpr>, mask: RuccExpr, ty: RuccType) -> Val {
        let a = self.aggregate_value(lhs);
        let b = rhs.map(|rhs| self.aggregate_value(rhs));
        let mask_ty = self.tast[mask].ty;
        let mask = self.aggregate_value(mask);
        let (Some((elem, len)), Some((mask_elem, _))) = (self.vector_of(ty), self.vector_of(mask_ty)) else {
            return self.dead(ty);
        };
        let result = self.lanes(ty, elem, len, |this, i| {
            let index = this.lane(mask, mask_elem, i);
            let index_ty = this.b.ty(index);
            let total = i128::from(len) * if b.is_some() { 2 } else { 1 };
            let low = this.b.int(total - 1, index_ty);
            let index = this.b.binary(Binary::And, index, low);
            let index = this.keep(index);
            let Some(b) = b else { return this.lane_at(a, elem, index) };
            let bound = this.b.int(len.into(), index_ty);
            let first = this.b.binary(Binary::Lt, index, bound);
            let scalar = this.scalar_of(elem).unwrap_or(Scalar::INT);
            let (dst, end) = (this.register(scalar), this.b.location());
            let (yes, no) = (this.b.location(), this.b.location());
            this.split(first, yes, no);
            this.b.at = yes;
            let value = this.lane_at(a, elem, index);
            this.b.emit(Op::Assign { dst, value });
            this.b.jump(end);
            this.b.at = no;
            let index = this.b.binary(Binary::Sub, index, bound);
            let value = this.lane_at(b, elem, index);
            this.b.emit(Op::Assign { dst, value });
            this.b.join(end);
            this.b.read(dst)
        });
        Val::Aggregate(result)
    }

    fn shuffle_vector(&mut self, operands: ExprList, ty: RuccType) -> Val {
        let operands = self.tast[operands].to_vec();
        let (Some((elem, len)), [a, b, picks @ ..]) = (self.vector_of(ty), &operands[..]) else {
            return self.dead(ty);
        };
        let Some((_, width)) = self.vector_of(self.tast[*a].ty) else { return self.dead(ty) };
        let (a, b) = (self.aggregate_value(*a), self.aggregate_value(*b));
        let picks: Vec<i128> = picks
            .iter()
            .map(|&p| {
                let value = self.scalar(p);
                self.b.body.constant(value).unwrap_or(-1)
            })
            .collect();
        let result = self.lanes(ty, elem, len, |this, i| match picks.get(i as usize) {
            Some(&pick) if pick >= i128::from(width) => this.lane(b, elem, (pick - i128::from(width)) as u64),
            Some(&pick) if pick >= 0 => this.lane(a, elem, pick as u64),
            _ => {
                let scalar = this.scalar_of(elem).unwrap_or(Scalar::INT);
                this.opaque("unspecified lane", scalar)
            }
        });
        Val::Aggregate(result)
    }
}

fn builtin_name(kind: Rucc) -> &'static str {
    match kind {
        Rucc::SpEntry => "__builtin_sponentry",
        Rucc::TimeStamp { .. } => "rdtscp",
        Rucc::Eflags { .. } => "writing the flags register",
        Rucc::XState { .. } => "xsave and its family",
        Rucc::ApplyArgs => "__builtin_apply_args",
        Rucc::Apply { .. } => "__builtin_apply",
        _ => "a builtin this tool does not know",
    }
}
