//! Indices of arrays whose length is known: `a[i]` is an element, `&a[i]` may also be the end. What is checked is what
//! gcc's `-fsanitize=bounds` checks: subscripts of arrays as they are written, members of structs and rows of other arrays
//! among them, and not what is computed from a pointer. The last member of a struct that a pointer leads to may have more
//! elements than its type says, as those had that were written before C knew flexible array members.

use rucc_ast::UnaryOp;
use rucc_sema::{Conversion, ExprId as RuccExpr, ExprKind as Rucc};
use rucc_types::{ArrayLen, RecordKind, TypeId as RuccType, TypeKind};

use super::Lower;
use crate::expr::{Binary, ExprId, ExprKind, Reach};
use crate::types::Scalar;

impl Lower<'_, '_> {
    /// The address of an lvalue that is not accessed: that of an element may be the end of its array.
    pub(super) fn taken_address(&mut self, e: RuccExpr) -> ExprId {
        match self.tast[self.named(e)].kind {
            Rucc::Subscript { base, index } => self.element_address(base, index, Reach::End),
            _ => self.address_of(e),
        }
    }

    /// The array that a subscript is applied to, if it is one and no pointer.
    pub(super) fn subscripted(&self, base: RuccExpr) -> Option<RuccExpr> {
        match (self.tast[base].kind, self.unit.convert.kind(self.tast[base].ty)) {
            (Rucc::Convert { kind: Conversion::ArrayDecay, operand }, _) => Some(operand),
            (_, TypeKind::Array { .. } | TypeKind::Vector { .. }) => Some(base),
            _ => None,
        }
    }

    /// An index of the array as a `ptrdiff_t` that is checked, unless it is within its bounds for sure.
    pub(super) fn checked_index(&mut self, array: RuccExpr, index: ExprId, reach: Reach) -> ExprId {
        let ptrdiff = self.model.ptrdiff();
        let index = self.b.convert(index, ptrdiff);
        let length = match self.unit.convert.kind(self.tast[array].ty) {
            TypeKind::Vector { len, .. } => Some(self.b.int(i128::from(len), ptrdiff)),
            TypeKind::Array { len: ArrayLen::Fixed(len), .. } if len > 0 => {
                Some(self.b.int(len.into(), ptrdiff))
            }
            TypeKind::Array { len: ArrayLen::Variable(id), .. } => {
                let length = self.tast.vla_size(id);
                self.saved.get(&length).copied().map(|length| self.b.convert(length, ptrdiff))
            }
            _ => None,
        };
        let Some(length) = length.filter(|_| !self.is_flexible(array)) else { return index };
        // A variable length is at least one, or the array is a fault.
        let limit = self.b.body.constant(length).unwrap_or(1) + i128::from(reach == Reach::End);
        let is_inside = self.most(index).is_some_and(|most| most < limit);
        if is_inside { index } else { self.b.expr(ExprKind::Within { index, length, reach }, ptrdiff) }
    }

    /// A variable length has to be positive: the array has a first element.
    pub(super) fn check_length(&mut self, length: ExprId) {
        let ptrdiff = self.model.ptrdiff();
        if self.b.body.constant(length).is_some_and(|length| length > 0) {
            return;
        }
        let (index, length) = (self.b.int(0, ptrdiff), self.b.convert(length, ptrdiff));
        let first = self.b.expr(ExprKind::Within { index, length, reach: Reach::Element }, ptrdiff);
        self.keep(first);
    }

    /// The length that the size of an array is computed with where its type is written in place (`sizeof(int[n])`). The
    /// checker makes a product of it, all of which stands where `sizeof` does; no written one has a factor that does. It
    /// makes such products for `offsetof`, too, where they are no lengths.
    pub(super) fn measured_length(
        &self,
        product: RuccExpr,
        count: RuccExpr,
        size: RuccExpr,
    ) -> Option<RuccExpr> {
        let length = match self.tast[count].kind {
            Rucc::Convert { kind: Conversion::Arithmetic, operand } => operand,
            _ => count,
        };
        let span = self.tast.expr_span(product);
        let is_measure = span == self.tast.expr_span(size)
            && self.unit.source.text.get(span.lo as usize..).is_some_and(|text| text.starts_with(b"sizeof"));
        (is_measure && !self.saved.contains_key(&length)).then_some(length)
    }

    /// The lengths of a type that a cast names. They are evaluated again where they are needed, so those with side effects
    /// are left alone.
    pub(super) fn check_lengths(&mut self, ty: RuccType) {
        match self.unit.convert.kind(ty) {
            TypeKind::Pointer(to) => self.check_lengths(to),
            TypeKind::Array { elem, .. } => {
                let length = self.unit.convert.vla(ty).map(|(_, id)| self.tast.vla_size(id));
                if let Some(length) =
                    length.filter(|length| !self.saved.contains_key(length) && !self.has_effects(*length))
                {
                    let length = self.scalar(length);
                    self.check_length(length);
                }
                self.check_lengths(elem);
            }
            _ => {}
        }
    }

    /// The greatest value of an expression that is never negative, as far as its operator tells.
    fn most(&self, e: ExprId) -> Option<i128> {
        if let Some(value) = self.b.body.constant(e) {
            return (value >= 0).then_some(value);
        }
        let expr = self.b.body.expr(e);
        let of_type = |ty| match ty {
            Scalar::Bool => Some(1),
            Scalar::Int { bits, signed: false } if bits < 127 => Some((1i128 << bits) - 1),
            _ => None,
        };
        let own = of_type(expr.ty);
        let found = match expr.kind {
            // What does not fit may come out as anything.
            ExprKind::Convert { operand } => match (expr.ty, self.b.ty(operand)) {
                (Scalar::Int { bits, signed }, Scalar::Int { .. } | Scalar::Bool) => {
                    let room = (1i128 << (bits - u8::from(signed)).min(126)) - 1;
                    self.most(operand).filter(|&most| most <= room)
                }
                _ => None,
            },
            ExprKind::Binary { op: Binary::And, lhs, rhs } => {
                [lhs, rhs].into_iter().filter_map(|operand| self.most(operand)).min()
            }
            ExprKind::Binary { op: Binary::Rem, lhs, rhs } => {
                let most = self.most(lhs)?;
                self.b.body.constant(rhs).filter(|&by| by > 0).map(|by| most.min(by - 1))
            }
            _ => None,
        };
        found.into_iter().chain(own).min()
    }

    /// Whether an array is the last member of what a pointer leads to, so that its length says nothing.
    fn is_flexible(&self, array: RuccExpr) -> bool {
        let Rucc::Member { .. } = self.tast[array].kind else { return false };
        let mut at = array;
        while let Rucc::Member { base, field } = self.tast[at].kind {
            if let TypeKind::Record(id) = self.unit.convert.kind(self.tast[base].ty) {
                let record = self.unit.convert.types.record_info(id);
                if record.kind == RecordKind::Struct && field as usize + 1 < record.fields.len() {
                    return false;
                }
            }
            at = self.named(base);
        }
        loop {
            at = match self.tast[at].kind {
                Rucc::Member { base, .. } => self.named(base),
                Rucc::Subscript { base, .. } => match self.subscripted(base) {
                    Some(array) => array,
                    None => return true,
                },
                Rucc::Unary { op: UnaryOp::Deref, .. } => return true,
                _ => return false,
            };
        }
    }

    /// What `*&e` names, and otherwise the expression itself.
    pub(super) fn named(&self, e: RuccExpr) -> RuccExpr {
        match self.tast[e].kind {
            Rucc::Unary { op: UnaryOp::Deref, operand } => match self.tast[operand].kind {
                Rucc::Unary { op: UnaryOp::AddrOf, operand } => self.named(operand),
                _ => e,
            },
            _ => e,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::expr::ExprKind;

    /// How many indices of `f` are checked.
    fn checked(statement: &str) -> usize {
        let text = format!(
            "struct s {{ char key[8]; int value; char last[4]; }} s; struct o {{ struct s s; }}; int a[3][4]; int whole[256];
             void use(void *); int g(int n);
             void f(int i, unsigned u, unsigned char c, _Bool b, struct s *p, struct o *q, int n) {{
                 int v[n][n]; {statement} }}"
        );
        let program = crate::from_text(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let function = program.functions.iter().find(|it| it.name == "f").expect("f");
        let body = function.body.as_ref().expect("a body");
        let mut work = Vec::new();
        body.edges.iter().for_each(|edge| edge.op.for_each_expr(|e| work.push(e)));
        let mut count = 0;
        while let Some(e) = work.pop() {
            let kind = body.expr(e).kind;
            count += usize::from(matches!(kind, ExprKind::Within { .. }));
            kind.for_each_operand(|operand| work.push(operand));
        }
        // Two are the lengths of `v`.
        count - 2
    }

    #[test]
    fn an_index_is_checked_where_it_may_be_out_of_bounds() {
        let rows = [
            ("s.key[i] = 1;", 1),
            ("s.key[8] = 1;", 1),
            ("s.last[i] = 1;", 1),
            ("p->key[i] = 1;", 1),
            ("q->s.key[i] = 1;", 1),
            ("(&s)->last[i] = 1;", 1),
            ("a[i][i] = 1;", 2),
            ("v[1][n] = 1;", 2),
            ("use(&s.key[9]);", 1),
            ("use(a[i]);", 1),
            ("i[s.key] = 1;", 1),
            ("s.key[i & 8] = 1;", 1),
            ("s.key[i % 8] = 1;", 1),
            // In bounds for sure.
            ("s.key[7] = 1;", 0),
            ("use(&s.key[8]);", 0),
            ("use(a[3]);", 0),
            ("v[0][0] = 1;", 0),
            ("s.key[i & 7] = 1;", 0),
            ("s.key[u % 8] = 1;", 0),
            ("s.key[b] = 1;", 0),
            ("whole[c] = 1;", 0),
            ("whole[(unsigned char)i] = 1;", 0),
            ("s.key[(char)(c & 3)] = 1;", 0),
            // No subscript of an array, or one of what may be longer than its type says.
            ("*(s.key + i) = 1;", 0),
            ("p->last[i] = 1;", 0),
            ("q->s.last[i] = 1;", 0),
            ("g(sizeof s.key[i]);", 0),
        ];
        for (statement, count) in rows {
            assert_eq!(checked(statement), count, "{statement}");
        }
    }
}
