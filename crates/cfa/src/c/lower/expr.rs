//! Expressions: values, and what is evaluated for its effects.

use rucc_ast::{BinaryOp, UnaryOp};
use rucc_sema::{Base, Const, Conversion, ExprId as RuccExpr, ExprKind as Rucc, Stmt, StmtId};
use rucc_types::TypeId as RuccType;

use super::place::Designated;
use super::{Lower, Val};
use crate::expr::{Binary, ExprId, ExprKind, Unary};
use crate::link::Symbol;
use crate::op::{Op, Place};
use crate::program::Storage;
use crate::types::{Float, Scalar};

impl Lower<'_, '_> {
    /// A whole expression: a full expression of C, at whose end everything is sequenced.
    pub(super) fn full<T>(&mut self, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        let outer = (self.trace.start, self.trace.depth);
        let mark = self.trace.mark();
        self.trace.start = self.b.emit(Op::Skip);
        self.trace.depth = 0;
        let value = evaluate(self);
        (self.trace.start, self.trace.depth) = outer;
        if mark == 0 {
            self.trace.clear();
        } else {
            self.trace.complete(mark);
        }
        value
    }

    /// Evaluates a full expression of which nothing is used afterwards but what it stored: objects that hold
    /// its intermediate values, the results of calls among them, end with it (C11 6.2.4p8).
    pub(super) fn whole(&mut self, evaluate: impl FnOnce(&mut Self)) {
        let outer = std::mem::take(&mut self.intermediate);
        self.full(evaluate);
        let ended = std::mem::replace(&mut self.intermediate, outer);
        self.end(ended.into());
    }

    /// A value that must be a scalar.
    pub(super) fn scalar(&mut self, e: RuccExpr) -> ExprId {
        match self.value(e) {
            Val::Scalar(value) => value,
            Val::Aggregate(address) => address,
            Val::Void => self.b.int(0, Scalar::INT),
        }
    }

    /// Evaluates for the effects alone.
    pub(super) fn discard(&mut self, e: RuccExpr) {
        let mark = self.trace.mark();
        let expr = self.tast[e];
        match expr.kind {
            Rucc::Convert { kind: Conversion::Void, operand } => self.discard(operand),
            Rucc::Cast(operand) if self.is_void(expr.ty) => self.discard(operand),
            Rucc::Unary { op: UnaryOp::PostInc | UnaryOp::PreInc, operand } => self.increment(operand, 1),
            Rucc::Unary { op: UnaryOp::PostDec | UnaryOp::PreDec, operand } => self.increment(operand, -1),
            // Reading a plain object whose value is not wanted is no access; a volatile one is.
            Rucc::Convert { kind: Conversion::Lvalue, operand }
                if !self.is_volatile(self.tast[operand].ty) =>
            {
                if !matches!(self.tast[operand].kind, Rucc::Decl(_)) {
                    let designated = self.designate(operand);
                    if let Designated::Scalar(Place { address, .. }) | Designated::Aggregate(address) =
                        designated
                    {
                        self.evaluate(address, operand);
                    }
                }
            }
            Rucc::Comma { lhs, rhs } => {
                if !self.is_comma_done(e) {
                    self.discard(lhs);
                }
                self.discard(rhs);
            }
            Rucc::Binary { .. } | Rucc::Unary { .. } | Rucc::Cast(_) | Rucc::Convert { .. } => {
                if let Val::Scalar(value) = self.value(e) {
                    self.evaluate(value, e);
                }
            }
            _ => {
                self.value(e);
            }
        };
        self.trace.complete(mark);
    }

    /// Computes what nobody wants the value of, if computing it may be a fault.
    fn evaluate(&mut self, value: ExprId, e: RuccExpr) {
        if self.b.may_fault(value) {
            let pos = self.b.pos;
            self.at(self.tast.expr_span(e));
            self.keep(value);
            self.b.pos = pos;
        }
    }

    pub(super) fn value(&mut self, e: RuccExpr) -> Val {
        if let Some(&value) = self.saved.get(&e) {
            return Val::Scalar(value);
        }
        if self.unit.struct_lengths.contains(&e) {
            self.unsupported("a struct whose size is variable");
        }
        self.depth += 1;
        let pos = self.b.pos;
        self.at(self.tast.expr_span(e));
        let value = self.unless_folded(e, |this| this.value_inner(e));
        self.b.pos = pos;
        self.depth -= 1;
        value
    }

    fn value_inner(&mut self, e: RuccExpr) -> Val {
        let expr = self.tast[e];
        match expr.kind {
            Rucc::Error => {
                self.unsupported("an expression that does not type");
                self.dead(expr.ty)
            }
            Rucc::Const(id) => self.constant(&self.tast[id].clone(), expr.ty),
            Rucc::Convert { operand, .. } | Rucc::Cast(operand) if self.is_foldable(operand, expr.ty) => {
                match self.fold(e) {
                    Some(value) => self.constant(&value, expr.ty),
                    None => self.cast(operand, expr.ty),
                }
            }
            Rucc::Convert { kind, operand } => self.conversion(kind, operand, expr.ty),
            Rucc::Cast(operand) => self.cast(operand, expr.ty),
            Rucc::Str(_)
            | Rucc::Decl(_)
            | Rucc::Member { .. }
            | Rucc::Subscript { .. }
            | Rucc::CompoundLiteral(_) => {
                let designated = self.designate(e);
                self.read(designated)
            }
            Rucc::Call { callee, args } => self.call(callee, &self.tast[args], expr.ty),
            Rucc::Unary { op, operand } => self.unary(op, operand, expr.ty, e),
            Rucc::Binary { op: BinaryOp::LogAnd | BinaryOp::LogOr, .. } => Val::Scalar(self.truth(e)),
            Rucc::Binary { op, lhs, rhs } => {
                let length = self.measured_length(e, lhs, rhs).filter(|_| op == BinaryOp::Mul);
                if let Some(length) = length {
                    let value = self.scalar(length);
                    let value = self.keep(value);
                    self.check_length(value);
                    self.saved.insert(length, value);
                }
                let product = self.binary(op, lhs, rhs, expr.ty);
                if let Some(length) = length {
                    self.saved.remove(&length);
                }
                product
            }
            Rucc::Assign { op: None, lhs, rhs, .. } => self.assign(lhs, rhs),
            Rucc::Assign { op: Some(op), computation, lhs, rhs } => {
                self.compound_assign(op, computation, lhs, rhs)
            }
            Rucc::Cond { cond, then, otherwise } => self.conditional(cond, then, otherwise, expr.ty),
            Rucc::Comma { lhs, rhs } => {
                if !self.is_comma_done(e) {
                    let mark = self.trace.mark();
                    self.discard(lhs);
                    self.trace.complete(mark);
                }
                self.value(rhs)
            }
            Rucc::StmtExpr(stmt) => self.statement_expression(stmt, expr.ty),
            Rucc::LabelAddr(label) => {
                let label = self.unit.label(label);
                Val::Scalar(self.b.expr(ExprKind::Label(label), Scalar::Pointer))
            }
            _ => self.builtin(e, expr.kind, expr.ty),
        }
    }

    pub(super) fn constant(&mut self, value: &Const, ty: RuccType) -> Val {
        match *value {
            Const::Int(value) => match self.scalar_of(ty) {
                Some(scalar @ Scalar::Float(_)) => {
                    let value = self.b.int(value, Scalar::int(128, true));
                    Val::Scalar(self.b.convert(value, scalar))
                }
                Some(scalar) => Val::Scalar(self.b.int(value, scalar)),
                None => self.dead(ty),
            },
            Const::Float(value) => {
                let Some(scalar @ Scalar::Float(format)) = self.scalar_of(ty) else { return self.dead(ty) };
                Val::Scalar(self.float_bits(value.to_bits(), format, scalar))
            }
            Const::Complex { real, imag } => {
                let Some((part, scalar)) = self.complex_part(ty) else { return self.dead(ty) };
                let Scalar::Float(format) = scalar else { return self.dead(ty) };
                let real = self.float_bits(real.to_bits(), format, scalar);
                let imag = self.float_bits(imag.to_bits(), format, scalar);
                Val::Aggregate(self.make_complex(ty, part, real, imag))
            }
            Const::ComplexInt { real, imag } => {
                let Some((part, scalar)) = self.complex_part(ty) else { return self.dead(ty) };
                let (real, imag) = (self.b.int(real, scalar), self.b.int(imag, scalar));
                Val::Aggregate(self.make_complex(ty, part, real, imag))
            }
            Const::Address(address) => {
                let base = match address.base {
                    Base::Decl(decl) => {
                        let owner = self.unit.linker.program.function(self.function).name.clone();
                        match self.unit.static_symbol(decl, Some(&owner)) {
                            Some(Symbol::Function(id)) => {
                                self.b.expr(ExprKind::Function(id), Scalar::Pointer)
                            }
                            Some(Symbol::Object(id)) => self.b.expr(ExprKind::Object(id), Scalar::Pointer),
                            None => self.b.null(),
                        }
                    }
                    Base::Str(id) => {
                        let object = self.unit.literal(id);
                        self.b.expr(ExprKind::Object(object), Scalar::Pointer)
                    }
                    Base::Label(label) => {
                        let label = self.unit.label(label);
                        self.b.expr(ExprKind::Label(label), Scalar::Pointer)
                    }
                    Base::Absolute => return Val::Scalar(self.b.int(address.offset, Scalar::Pointer)),
                };
                let pointer = self.b.offset(base, address.offset);
                match self.scalar_of(ty) {
                    Some(scalar) => Val::Scalar(self.b.convert(pointer, scalar)),
                    None => Val::Scalar(pointer),
                }
            }
            Const::Apart { to, from } => {
                let (to, from) = (self.unit.label(to), self.unit.label(from));
                let lhs = self.b.expr(ExprKind::Label(to), Scalar::Pointer);
                let rhs = self.b.expr(ExprKind::Label(from), Scalar::Pointer);
                let ptrdiff = self.model.ptrdiff();
                let apart = self.b.expr(ExprKind::Difference { lhs, rhs, scale: 1 }, ptrdiff);
                let scalar = self.scalar_of(ty).unwrap_or(ptrdiff);
                Val::Scalar(self.b.convert(apart, scalar))
            }
        }
    }

    /// A constant of a wide floating type on its way to a narrower one, as `DBL_MAX` is written: engines carry
    /// wide floats but do not compute with them, so what is constant is computed here.
    fn is_foldable(&self, operand: RuccExpr, ty: RuccType) -> bool {
        let is_wide = |s: Option<Scalar>| matches!(s, Some(Scalar::Float(f)) if !matches!(f, Float::Single | Float::Double));
        is_wide(self.scalar_of(self.tast[operand].ty))
            && self.scalar_of(ty).is_some_and(|s| !is_wide(Some(s)))
            && !self.saved.contains_key(&operand)
    }

    fn fold(&self, e: RuccExpr) -> Option<Const> {
        let convert = &self.unit.convert;
        rucc_sema::Eval::new(self.tast, convert.types, convert.target, convert.names).constant(e).ok()
    }

    pub(super) fn float_bits(&mut self, bits: u128, format: Float, scalar: Scalar) -> ExprId {
        match format {
            Float::Single | Float::Double => self.b.expr(ExprKind::Float(bits as u64), scalar),
            _ => {
                self.b.body.wide.push(bits as i128);
                let index = self.b.body.wide.len() as u32 - 1;
                self.b.expr(ExprKind::Wide(index), scalar)
            }
        }
    }

    /// `({ … })`: the value is that of the last expression statement, taken before the block ends.
    fn statement_expression(&mut self, stmt: StmtId, ty: RuccType) -> Val {
        let Stmt::Block(list) = self.tast[stmt] else {
            self.stmt(stmt);
            return Val::Void;
        };
        let mark = self.trace.mark();
        let statements = self.tast[list].to_vec();
        let depth = self.scopes.depth();
        // An aggregate result outlives the block: its object belongs to the block around.
        let object = (self.scalar_of(ty).is_none() && !self.is_void(ty)).then(|| self.memory(ty));
        self.open_block(&statements);
        let mut result = Val::Void;
        for (i, &statement) in statements.iter().enumerate() {
            let last = (i + 1 == statements.len()).then(|| self.last_expression(statement)).flatten();
            match last {
                Some(e) if !self.is_void(ty) => {
                    result = match self.full(|this| this.value(e)) {
                        Val::Scalar(value) => Val::Scalar(self.keep(value)),
                        Val::Aggregate(src) => match object {
                            Some(object) => {
                                let dst = self.b.address(object);
                                let ty = self.ty(ty);
                                self.b.emit(Op::Copy { dst, src, ty, is_initial: false });
                                Val::Aggregate(dst)
                            }
                            None => Val::Aggregate(src),
                        },
                        Val::Void => Val::Void,
                    };
                }
                _ => self.stmt(statement),
            }
        }
        self.close_block(depth);
        self.trace.complete(mark);
        if matches!(result, Val::Void) && !self.is_void(ty) { self.dead(ty) } else { result }
    }

    /// The expression of a statement, under labels, which are placed.
    fn last_expression(&mut self, statement: StmtId) -> Option<RuccExpr> {
        match self.tast[statement] {
            Stmt::Expr(e) => Some(e),
            Stmt::Label { label, body } => {
                if !matches!(self.tast[body], Stmt::Expr(_)) {
                    return None;
                }
                self.place_label(label);
                self.last_expression(body)
            }
            _ => None,
        }
    }

    /// Adds one to or takes one from an lvalue, whose value nobody wants.
    fn increment(&mut self, operand: RuccExpr, by: i128) {
        let _ = self.increment_value(operand, by, false, true);
    }

    pub(super) fn increment_value(
        &mut self,
        operand: RuccExpr,
        by: i128,
        is_prefix: bool,
        is_unused: bool,
    ) -> Val {
        let ty = self.tast[operand].ty;
        let Some(scalar) = self.scalar_of(ty) else {
            self.unsupported("++ or -- of a value that is no scalar");
            return self.dead(ty);
        };
        let mark = self.trace.mark();
        let designated = self.designate(operand);
        if self.is_atomic(ty) {
            return self.atomic_increment(designated, ty, by, is_prefix);
        }
        let Val::Scalar(mut old) = self.read(designated) else { return self.dead(ty) };
        if let super::place::Designated::Register(local) = designated
            && !is_prefix
            && !is_unused
            && matches!(self.b.body.local(local).storage, Storage::Register(_))
        {
            old = self.keep(old);
        }
        let new = self.plus_one(old, ty, scalar, by);
        self.write(designated, new);
        self.own_write(mark..self.trace.mark() - 1);
        if is_prefix && !is_unused { Val::Scalar(self.stored(designated, new)) } else { Val::Scalar(old) }
    }

    /// `old + by` in the promoted type, converted back.
    pub(super) fn plus_one(&mut self, old: ExprId, ty: RuccType, scalar: Scalar, by: i128) -> ExprId {
        if let rucc_types::TypeKind::Pointer(elem) = self.unit.convert.kind(ty) {
            let one = self.b.int(1, self.model.ptrdiff());
            return self.step(old, one, elem, by < 0);
        }
        let wide = match scalar {
            Scalar::Bool => Scalar::INT,
            Scalar::Int { bits, .. } if bits < 32 => Scalar::INT,
            other => other,
        };
        let value = self.b.convert(old, wide);
        let one = self.b.int(1, Scalar::INT);
        let one = self.b.convert(one, wide);
        let op = if by < 0 { Binary::Sub } else { Binary::Add };
        let sum = self.b.binary(op, value, one);
        self.b.convert(sum, scalar)
    }

    /// The value that an lvalue has after `value` was stored in it: a bit-field keeps its width of it.
    pub(super) fn stored(&mut self, designated: super::place::Designated, value: ExprId) -> ExprId {
        match designated {
            super::place::Designated::Scalar(place) => match (place.bits, place.ty) {
                (Some(bits), Scalar::Int { signed, .. }) => {
                    let narrow = self.b.convert(value, Scalar::int(bits.width.into(), signed));
                    self.b.convert(narrow, place.ty)
                }
                _ => value,
            },
            super::place::Designated::Register(local) => self.b.read(local),
            _ => value,
        }
    }

    /// Sets a register to the negation of a truth value; used where C says `!x`.
    pub(super) fn not(&mut self, value: ExprId) -> ExprId {
        self.b.unary(Unary::Not, value, Scalar::INT)
    }
}
