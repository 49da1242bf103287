//! A checked function body to an automaton.
//!
//! Order of evaluation, where C leaves it open (gcc's on x86-64): operands from left to right, except that
//! the arguments of a call are evaluated from right to left after the function designator, the right operand
//! of an assignment comes before its left one (but behind it an aggregate made by `?:` or a literal, and of a
//! call whose result is assigned as it is only the arguments), that of a compound assignment only if it has
//! side effects, and a plain variable on the left of a commutative operator is read after a right operand that
//! has side effects. Operators are folded over commas and turned round as gcc does it (see [`hoist`]).
//! Initialisers are evaluated in the order of what they initialise. Side effects with no sequence point between
//! them on one object are a fault (see [`sequence`]).
//!
//! Every scalar whose address is never taken is a register; everything else is memory, read and written by
//! operations of their own.

mod aggregate;
mod answered;
mod asm;
mod assign;
mod atomic;
mod bounds;
mod builtin;
mod call;
mod condition;
mod convert;
mod expr;
mod hoist;
mod init;
mod operator;
mod place;
mod scope;
mod sequence;
mod stmt;

use rustc_hash::FxHashMap as HashMap;

use rucc_diag::Span;
use rucc_sema::{DeclId, ExprId as RuccExpr, LabelId as RuccLabel, StorageDuration, Tast};
use rucc_types::{Qualifiers, TypeId as RuccType, TypeKind};

use super::unit::{Unit, stem};
use crate::build::Builder;
use crate::expr::ExprId;
use crate::op::{Op, Value};
use crate::program::{Body, FunctionId, Label, Local, LocalId, LocalKind, Location, Storage};
use crate::source::Pos;
use crate::types::{DataModel, Scalar, TypeId};

use scope::Scopes;
use sequence::Trace;

/// Lowers the body of a function definition.
pub(super) fn function(unit: &mut Unit, id: FunctionId, decl: DeclId) -> Body {
    unit.current = Some(id);
    unit.labels.clear();
    let mut lower = Lower::new(unit, id);
    lower.body(decl);
    let body = lower.finish();
    unit.current = None;
    body
}

/// The result of an expression.
#[derive(Clone, Copy)]
enum Val {
    Void,
    Scalar(ExprId),
    /// The address of an object that holds the value.
    Aggregate(ExprId),
}

struct Lower<'u, 'a> {
    unit: &'u mut Unit<'a>,
    tast: &'a Tast,
    b: Builder,
    model: DataModel,
    function: FunctionId,
    locals: HashMap<DeclId, LocalId>,
    /// How often a local's name has been given.
    names: HashMap<String, u32>,
    /// Expressions whose value is at hand: lengths of variable arrays, the condition of `a ?: b`.
    saved: HashMap<RuccExpr, ExprId>,
    scopes: Scopes,
    /// Objects that hold intermediate values of the full expression lowered now.
    intermediate: Vec<LocalId>,
    trace: Trace,
    hoisted: hoist::Hoisted,
    /// The type the function returns.
    result: Option<RuccType>,
    labels: HashMap<RuccLabel, Location>,
    depth: u32,
}

impl<'u, 'a> Lower<'u, 'a> {
    fn new(unit: &'u mut Unit<'a>, function: FunctionId) -> Self {
        let model = unit.linker.program.model;
        let mut b = Builder::new(model);
        b.is_as_written = unit.linker.is_as_written;
        Lower {
            tast: unit.tast,
            unit,
            b,
            model,
            function,
            locals: HashMap::default(),
            names: HashMap::default(),
            saved: HashMap::default(),
            scopes: Scopes::default(),
            intermediate: Vec::new(),
            trace: Trace::default(),
            hoisted: hoist::Hoisted::default(),
            result: None,
            labels: HashMap::default(),
            depth: 0,
        }
    }

    fn body(&mut self, id: DeclId) {
        let tast = self.tast;
        let decl = &tast[id];
        if let TypeKind::Function(f) = self.unit.convert.kind(decl.ty) {
            self.result = Some(self.unit.convert.types.signature(f).ret);
        }
        self.at(tast.definition_span(id));
        let params: Vec<DeclId> = tast[decl.params].to_vec();
        for &param in &params {
            let local = self.declare(param, LocalKind::Parameter);
            self.b.body.params.push(local);
        }
        self.scopes.open();
        for &param in &params {
            // `int a[n]` is a pointer: its length is evaluated, and may be anything.
            if let Some(written) = tast.adjusted_from(param) {
                self.variable_length(written);
            }
            self.variable_lengths(tast[param].ty);
        }
        if let Some(body) = decl.body {
            self.stmt(body);
        }
        self.at(Span::empty_at(decl.body.map_or(0, |b| tast.stmt_span(b).hi.saturating_sub(1))));
        // Falling off the end: `main` returns 0, a function that should return a value returns none.
        let value = match self.result.and_then(|r| self.scalar_of(r)) {
            Some(scalar @ Scalar::Int { .. }) if self.unit.decl_name(id) == "main" => {
                Some(Value::Scalar(self.b.int(0, scalar)))
            }
            _ => None,
        };
        self.leave_to(0);
        self.b.emit_to(Op::Return { value }, self.b.body.exit);
    }

    fn finish(mut self) -> Body {
        self.resolve_jumps();
        let names: Vec<(String, Option<Location>)> = self
            .unit
            .labels
            .iter()
            .map(|&label| {
                let name = self.unit.parsed.names.resolve(self.tast[label].name).to_string();
                (name, self.labels.get(&label).copied())
            })
            .collect();
        let at: Vec<_> = names.iter().map(|n| n.1).collect();
        self.b.body.labels = names.into_iter().map(|(name, _)| Label { name, at: None }).collect();
        self.b.finish(&at)
    }

    /// Sets the position of what is emitted next.
    fn at(&mut self, span: Span) {
        let pos = self.unit.pos(span);
        if pos != Pos::NONE {
            self.b.pos = pos;
        }
    }

    fn ty(&mut self, ty: RuccType) -> TypeId {
        self.unit.ty(ty)
    }

    fn scalar_of(&self, ty: RuccType) -> Option<Scalar> {
        self.unit.convert.scalar(ty)
    }

    fn is_volatile(&self, ty: RuccType) -> bool {
        self.unit.convert.types.object_quals(ty).has(Qualifiers::VOLATILE)
    }

    fn is_atomic(&self, ty: RuccType) -> bool {
        rucc_types::is_atomic(self.unit.convert.types, ty)
    }

    fn is_void(&self, ty: RuccType) -> bool {
        matches!(self.unit.convert.kind(ty), TypeKind::Void)
    }

    /// A register or object of the frame for a declaration.
    fn declare(&mut self, id: DeclId, kind: LocalKind) -> LocalId {
        let tast = self.tast;
        let decl = &tast[id];
        let in_memory = self.unit.addressed.contains(&id)
            || decl.cleanup.is_some()
            || self.is_volatile(decl.ty)
            || self.is_atomic(decl.ty);
        let storage = match self.scalar_of(decl.ty) {
            Some(scalar) if !in_memory => Storage::Register(scalar),
            _ => Storage::Memory {
                size: self.unit.convert.size(decl.ty),
                align: decl.alignment.map_or(0, u64::from).max(self.unit.convert.align(decl.ty)),
                is_variable: self.unit.convert.is_variable(decl.ty),
            },
        };
        let base = match decl.name {
            Some(_) => stem(self.unit.decl_name(id)),
            None if kind == LocalKind::Parameter => "(unnamed)",
            None => "(literal)",
        };
        let count = self.names.entry(base.to_string()).or_insert(0);
        *count += 1;
        let name = if *count == 1 { base.to_string() } else { format!("{base}#{count}") };
        let ty = self.ty(decl.ty);
        let pos = self.unit.pos(tast.decl_span(id));
        let is_constant = matches!(storage, Storage::Memory { .. }) && self.unit.is_constant(decl.ty);
        let local = self.b.local(Local { name, storage, ty, kind, is_constant, pos });
        self.locals.insert(id, local);
        local
    }

    fn is_automatic(&self, id: DeclId) -> bool {
        self.tast[id].duration == StorageDuration::Automatic
            && self.tast[id].kind == rucc_sema::DeclKind::Object
    }

    /// A fresh register.
    fn register(&mut self, scalar: Scalar) -> LocalId {
        let ty = self.unit.program().types.scalar(scalar);
        self.b.temporary(ty, Storage::Register(scalar))
    }

    /// Keeps a value in a register of its own, unless it is one that cannot change.
    fn keep(&mut self, value: ExprId) -> ExprId {
        if self.b.body.constant(value).is_some() {
            return value;
        }
        let dst = self.register(self.b.ty(value));
        self.b.emit(Op::Assign { dst, value });
        self.b.read(dst)
    }

    /// A fresh object of the frame for an intermediate value. It lives until the end of its full expression where
    /// that is `whole`, and otherwise as long as the innermost block.
    fn memory(&mut self, ty: RuccType) -> LocalId {
        let size = self.unit.convert.size(ty);
        let align = self.unit.convert.align(ty);
        let own = self.ty(ty);
        let local = self.b.temporary(own, Storage::Memory { size, align, is_variable: false });
        self.b.emit(Op::Begin { locals: Box::new([local]) });
        self.scopes.hold(local);
        self.intermediate.push(local);
        local
    }

    /// A fresh object with the value of the one at an address.
    fn copy(&mut self, src: ExprId, ty: RuccType) -> ExprId {
        let object = self.memory(ty);
        let (dst, ty) = (self.b.address(object), self.ty(ty));
        self.b.emit(Op::Copy { dst, src, ty, is_initial: false });
        dst
    }

    /// What is not modelled: reaching it ends in `unknown`. The code behind it is not reached.
    fn unsupported(&mut self, what: &str) {
        self.b.stop(Op::Unsupported(what.into()));
    }

    /// A value nothing is known of, as if an instruction had made it.
    fn opaque(&mut self, what: &str, scalar: Scalar) -> ExprId {
        let dst = self.register(scalar);
        self.b.emit(Op::Asm(Box::new(crate::op::Asm {
            template: what.into(),
            outputs: Box::new([("=r".into(), dst)]),
            memory: Box::new([]),
            inputs: Box::new([]),
            clobbers_memory: false,
            volatile: true,
            target: None,
        })));
        self.b.read(dst)
    }

    /// A value to stand in code that is never reached.
    fn dead(&mut self, ty: RuccType) -> Val {
        match self.scalar_of(ty) {
            Some(scalar @ Scalar::Float(_)) => {
                let zero = self.b.int(0, Scalar::INT);
                Val::Scalar(self.b.convert(zero, scalar))
            }
            Some(scalar) => Val::Scalar(self.b.int(0, scalar)),
            None if self.is_void(ty) => Val::Void,
            None => Val::Aggregate(self.b.null()),
        }
    }
}
