//! Expressions and places as views show them.

use crate::expr::{ExprId, ExprKind, Reach};
use crate::op::{Access, Ordering, Place};
use crate::program::LabelId;
use crate::view::{Encoder, Scope};

impl Encoder<'_> {
    pub fn place(&mut self, place: &Place) {
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
            Access::Initial => self.out.byte(3),
        }
        self.out.number(place.align.into());
    }

    pub fn ordering(&mut self, ordering: Ordering) {
        self.out.byte(ordering as u8);
    }

    pub fn label(&mut self, label: LabelId) {
        self.out.number(match self.scope {
            Scope::Fragment => self.context.objects.labels.rank(self.function, label),
            Scope::Location => label.0.into(),
        });
    }

    /// An expression in prefix form. Not recursive: sums of thousands of terms exist.
    pub fn expr(&mut self, id: ExprId) {
        let mut work = std::mem::take(&mut self.work);
        work.push(id);
        while let Some(id) = work.pop() {
            let expr = self.body.expr(id);
            self.out.scalar(expr.ty);
            match expr.kind {
                ExprKind::Int(_) if self.hidden.contains(&id) => self.out.byte(15),
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
                ExprKind::Within { reach, .. } => self.out.byte(match reach {
                    Reach::Element => 16,
                    Reach::End => 17,
                }),
            }
            expr.kind.for_each_operand(|operand| work.push(operand));
        }
        self.work = work;
    }
}
