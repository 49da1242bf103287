//! The values of expressions: operands that hold them, and the instructions that compute them.

use cfa::expr::{Binary, ExprId, ExprKind, Reach};
use cfa::types::Scalar;

use super::{Compiler, function_address, label_address, object_address};
use crate::arith::extend;
use crate::code::{CONST, Instr, Kind, Operand, Slot};
use crate::value::{INIT, Val};

impl Compiler<'_> {
    /// The operand that holds an expression's value, computing it if need be.
    pub(super) fn value(&mut self, edge: u32, e: ExprId) -> Operand {
        let expr = self.body.expr(e);
        match expr.kind {
            ExprKind::Local(local) => self.slot_of[local.index()],
            ExprKind::Address(local) => self.slot_of[local.index()],
            ExprKind::Int(value) if matches!(self.kind(expr.ty), Kind::Wide { .. }) => {
                self.wide_const(value.into())
            }
            ExprKind::Int(value) => {
                let bits = match self.kind(expr.ty) {
                    Kind::Pointer { bits } => extend(value as u64, bits, false),
                    _ => value as u64,
                };
                self.constant(Val::int(bits))
            }
            ExprKind::Wide(index) => self.wide_const(self.body.wide[index as usize]),
            ExprKind::Float(bits) => self.constant(Val::int(bits)),
            ExprKind::Object(id) if self.program.object(id).is_thread_local => {
                let dst = self.temporary(self.kind(Scalar::Pointer));
                self.emit(edge, Instr::ThreadLocal { dst, object: self.statics[id.index()] });
                dst
            }
            ExprKind::Object(id) => self.constant(object_address(self.program, id, self.statics)),
            ExprKind::Function(id) => self.constant(function_address(self.program, id)),
            ExprKind::Label(id) => self.constant(label_address(self.first_label, id)),
            _ => {
                let dst = self.temporary(self.kind(expr.ty));
                self.value_into(edge, e, dst);
                dst
            }
        }
    }

    pub(super) fn constant(&mut self, value: Val) -> Operand {
        // Small pools are searched, so that a loop over a body does not grow the pool without end.
        let recent = self.code.consts.len().saturating_sub(64);
        if let Some(at) = self.code.consts[recent..].iter().position(|&c| c == value) {
            return CONST | (recent + at) as u32;
        }
        self.code.consts.push(value);
        CONST | (self.code.consts.len() as u32 - 1)
    }

    fn wide_const(&mut self, value: i128) -> Operand {
        self.code.consts.push(Val { bits: value as u64, tag: INIT });
        self.code.consts.push(Val { bits: (value >> 64) as u64, tag: INIT });
        CONST | (self.code.consts.len() as u32 - 2)
    }

    pub(super) fn value_into(&mut self, edge: u32, e: ExprId, dst: Slot) {
        let expr = self.body.expr(e);
        let instr = match expr.kind {
            ExprKind::Binary { op, lhs, rhs } => {
                let operand_kind = self.kind(self.body.expr(lhs).ty);
                let (a, mut b) = (self.value(edge, lhs), self.value(edge, rhs));
                // A shift's count has a type of its own; it is brought to one slot.
                if matches!(op, Binary::Shl | Binary::Shr) {
                    let from = self.kind(self.body.expr(rhs).ty);
                    if let Kind::Wide { signed, .. } = from {
                        let to = Kind::Int { bits: 64, signed };
                        let narrow = self.temporary(to);
                        self.emit(edge, Instr::Convert { from, to, dst: narrow, a: b });
                        b = narrow;
                    }
                }
                Instr::Binary { op, kind: operand_kind, dst, a, b }
            }
            ExprKind::Unary { op, operand } => {
                let a = self.value(edge, operand);
                Instr::Unary { op, kind: self.kind(self.body.expr(operand).ty), dst, a }
            }
            ExprKind::Convert { operand } => {
                let a = self.value(edge, operand);
                Instr::Convert { from: self.kind(self.body.expr(operand).ty), to: self.kind(expr.ty), dst, a }
            }
            ExprKind::Overflows { op, to, lhs, rhs } => {
                let (a, b) = (self.value(edge, lhs), self.value(edge, rhs));
                let (from, right) = (self.kind(self.body.expr(lhs).ty), self.kind(self.body.expr(rhs).ty));
                Instr::Overflows { op, from, right, to: self.kind(to), dst, a, b }
            }
            ExprKind::Field { base, record, field } => {
                let base = self.value(edge, base);
                let offset = self.program.types.record(record).fields[field as usize].offset;
                Instr::Offset { dst, base, bytes: offset as i64 }
            }
            ExprKind::Index { base, index, scale } if self.limited(index).is_some() => {
                let Some((index, limit, reach)) = self.limited(index) else { return };
                let (base, index) = (self.value(edge, base), self.value(edge, index));
                Instr::Element { dst, base, index, scale, limit, reach }
            }
            ExprKind::Within { index, length, reach } => {
                let (index, length) = (self.value(edge, index), self.value(edge, length));
                Instr::Within { dst, index, length, reach }
            }
            ExprKind::Index { base, index, scale } => {
                let constant =
                    self.body.constant(index).and_then(|i| i64::try_from(i.checked_mul(scale.into())?).ok());
                let base = self.value(edge, base);
                match constant {
                    Some(bytes) => Instr::Offset { dst, base, bytes },
                    None => {
                        let index = self.value(edge, index);
                        Instr::Index { dst, base, index, scale }
                    }
                }
            }
            ExprKind::Difference { lhs, rhs, scale } => {
                let (a, b) = (self.value(edge, lhs), self.value(edge, rhs));
                Instr::Difference { dst, a, b, scale }
            }
            _ => {
                let a = self.value(edge, e);
                Instr::Move { dst, a, kind: self.kind(expr.ty) }
            }
        };
        self.emit(edge, instr);
    }

    /// An index that is to be below a constant, and that constant.
    fn limited(&self, index: ExprId) -> Option<(ExprId, u64, Reach)> {
        let ExprKind::Within { index, length, reach } = self.body.expr(index).kind else { return None };
        let length = u64::try_from(self.body.constant(length)?).ok()?;
        Some((index, length + u64::from(reach == Reach::End), reach))
    }
}
