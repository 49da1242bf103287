//! Statements.

use rucc_sema::{CaseId, DeclId, ExprId as RuccExpr, LabelId as RuccLabel, Stmt, StmtId};

use super::scope::{Path, Target};
use super::{Lower, Val};
use crate::op::{Op, Value};
use crate::program::{LocalKind, Location, Storage};
use crate::types::Scalar;

/// Where `break` and `continue` lead, with the number of scopes open there.
pub(super) struct Breakable {
    break_to: Location,
    continue_to: Option<Location>,
    depth: usize,
}

/// The cases of a switch met so far.
#[derive(Default)]
pub(super) struct Switch {
    cases: Vec<(CaseId, Location, Path)>,
    default: Option<(Location, Path)>,
}

impl Lower<'_, '_> {
    pub(super) fn stmt(&mut self, id: StmtId) {
        let tast = self.tast;
        self.at(tast.stmt_span(id));
        match tast[id] {
            Stmt::Error => self.unsupported("a statement that does not parse"),
            Stmt::Empty => {}
            Stmt::Expr(e) => self.whole(|this| this.discard(e)),
            Stmt::Block(list) => {
                let statements = tast[list].to_vec();
                let depth = self.scopes.depth();
                self.open_block(&statements);
                statements.iter().for_each(|&s| self.stmt(s));
                self.at(rucc_diag::Span::empty_at(tast.stmt_span(id).hi.saturating_sub(1)));
                self.close_block(depth);
            }
            Stmt::Decls(list) => tast[list].iter().for_each(|&d| self.declaration(d)),
            Stmt::If { cond, then, otherwise } => {
                let (yes, no, end) = (self.b.location(), self.b.location(), self.b.location());
                self.condition(cond, yes, no);
                self.b.at = yes;
                self.substatement(then);
                self.b.jump(end);
                self.b.at = no;
                if let Some(otherwise) = otherwise {
                    self.substatement(otherwise);
                }
                self.b.join(end);
            }
            Stmt::While { cond, body } => self.iterate(None, Some(cond), None, body, true),
            Stmt::DoWhile { body, cond } => self.iterate(None, Some(cond), None, body, false),
            Stmt::For { init, cond, step, body } => {
                let depth = self.scopes.depth();
                match init {
                    Some(init) => self.open_block(&[init]),
                    None => self.open_block(&[]),
                }
                self.iterate(init, cond, step, body, true);
                self.close_block(depth);
            }
            // The walk over the body meets every case again, with its scopes.
            Stmt::Switch { cond, body, .. } => self.switch(cond, body),
            Stmt::Case { case, body } => {
                let at = self.b.location();
                self.b.join(at);
                let path = self.scopes.path();
                if let Some(switch) = self.scopes.switches.last_mut() {
                    switch.cases.push((case, at, path));
                }
                self.stmt(body);
            }
            Stmt::Default { body } => {
                let at = self.b.location();
                self.b.join(at);
                let path = self.scopes.path();
                if let Some(switch) = self.scopes.switches.last_mut() {
                    switch.default = Some((at, path));
                }
                self.stmt(body);
            }
            Stmt::Label { label, body } => {
                self.place_label(label);
                self.stmt(body);
            }
            Stmt::Goto(label) => self.goto(Target::Label(label)),
            Stmt::IndirectGoto(address) => {
                let address = self.full(|this| this.scalar(address));
                self.goto(Target::Computed(address));
            }
            Stmt::Asm(asm) => self.asm(asm),
            Stmt::Break => self.leave_loop(|b| Some(b.break_to)),
            Stmt::Continue => self.leave_loop(|b| b.continue_to),
            Stmt::Return(value) => self.return_(value),
        }
    }

    /// A statement that is a block of its own (C11 6.8.4p3, 6.8.5p5), braces or not: literals end with it.
    fn substatement(&mut self, id: StmtId) {
        let depth = self.scopes.depth();
        self.scopes.open();
        self.stmt(id);
        self.close_block(depth);
    }

    pub(super) fn place_label(&mut self, label: RuccLabel) {
        let at = self.b.location();
        self.b.join(at);
        self.scopes.add_label(label, at);
    }

    /// Opens a block and begins what it declares.
    pub(super) fn open_block(&mut self, statements: &[StmtId]) {
        self.scopes.open();
        let tast = self.tast;
        let declared: Vec<DeclId> = statements
            .iter()
            .filter_map(|&s| if let Stmt::Decls(list) = tast[s] { Some(tast[list].to_vec()) } else { None })
            .flatten()
            .filter(|&d| self.is_automatic(d))
            .collect();
        let mut begun = Vec::new();
        for id in declared {
            let local = self.declare(id, LocalKind::Variable);
            let is_begun = match self.b.body.local(local).storage {
                // Held when its length is known.
                Storage::Memory { is_variable: true, .. } => continue,
                Storage::Memory { .. } => true,
                Storage::Register(_) => tast[id].init.is_none(),
            };
            self.scopes.hold(local);
            if is_begun {
                begun.push(local);
            }
        }
        if !begun.is_empty() {
            self.b.emit(Op::Begin { locals: begun.into() });
        }
    }

    /// Closes blocks until `depth` are open. The function's outermost block is ended by the return.
    pub(super) fn close_block(&mut self, depth: usize) {
        self.leave_to_open(depth);
        while self.scopes.depth() > depth {
            self.scopes.close();
        }
    }

    fn leave_to_open(&mut self, depth: usize) {
        // Depth 1 is the function's own scope, whose one block ends with the function.
        if depth > 1 {
            self.leave_to(depth);
        } else {
            self.run_cleanups(depth);
        }
    }

    fn condition(&mut self, cond: RuccExpr, yes: Location, no: Location) {
        self.full(|this| this.branch(cond, yes, no));
    }

    fn iterate(
        &mut self,
        init: Option<StmtId>,
        cond: Option<RuccExpr>,
        step: Option<RuccExpr>,
        body: StmtId,
        is_tested_first: bool,
    ) {
        if let Some(init) = init {
            self.stmt(init);
        }
        let (test, inside, next, end) =
            (self.b.location(), self.b.location(), self.b.location(), self.b.location());
        self.b.jump(if is_tested_first { test } else { inside });
        self.b.at = test;
        match cond {
            Some(cond) => {
                self.at(self.tast.expr_span(cond));
                self.condition(cond, inside, end);
            }
            None => self.b.jump(inside),
        }
        self.b.at = inside;
        let depth = self.scopes.depth();
        let continue_to = if is_tested_first { next } else { test };
        self.scopes.breakables.push(Breakable { break_to: end, continue_to: Some(continue_to), depth });
        self.substatement(body);
        self.scopes.breakables.pop();
        self.b.jump(continue_to);
        self.b.at = next;
        if let Some(step) = step {
            self.at(self.tast.expr_span(step));
            self.whole(|this| this.discard(step));
        }
        self.b.jump(test);
        self.b.at = end;
    }

    fn leave_loop(&mut self, to: impl Fn(&Breakable) -> Option<Location>) {
        let found = self.scopes.breakables.iter().rev().find_map(|b| to(b).map(|to| (to, b.depth)));
        if let Some((to, depth)) = found {
            self.leave_to(depth);
            self.b.jump(to);
        }
    }

    fn switch(&mut self, cond: RuccExpr, body: StmtId) {
        let value = self.full(|this| {
            let value = this.scalar(cond);
            this.keep(value)
        });
        let dispatch = self.b.at;
        let pos = self.b.pos;
        let end = self.b.location();
        self.b.at = self.b.location();
        let depth = self.scopes.depth();
        let path = self.scopes.path();
        self.scopes.breakables.push(Breakable { break_to: end, continue_to: None, depth });
        self.scopes.switches.push(Switch::default());
        self.substatement(body);
        self.scopes.breakables.pop();
        let switch = self.scopes.switches.pop().unwrap_or_default();
        self.b.join(end);

        // One edge for each case, then one for all other values.
        self.b.pos = pos;
        let mut all: Vec<(i128, i128)> = Vec::with_capacity(switch.cases.len());
        for (case, at, path) in switch.cases {
            let case = self.tast[case];
            let range = (case.low, case.high);
            all.push(range);
            self.case_edge(dispatch, Op::Case { value, ranges: Box::new([range]), inside: true }, at, path);
        }
        all.sort_unstable();
        let (at, path) = match switch.default {
            Some(default) => default,
            None => (end, path),
        };
        self.case_edge(dispatch, Op::Case { value, ranges: all.into(), inside: false }, at, path);
        self.b.at = end;
    }

    /// An edge from a switch to one of its labels, through the blocks it enters.
    fn case_edge(&mut self, dispatch: Location, op: Op, to: Location, path: Path) {
        let op = match op {
            Op::Case { ranges, inside: false, .. } if ranges.is_empty() => Op::Skip,
            op => op,
        };
        let via = self.b.location();
        self.b.at = dispatch;
        self.b.emit_to(op, via);
        self.goto_from(via, Target::Place(to, path));
    }

    fn return_(&mut self, value: Option<RuccExpr>) {
        let value = match value {
            None => None,
            Some(e) => {
                let ty = self.tast[e].ty;
                match self.full(|this| this.value(e)) {
                    Val::Void => None,
                    Val::Scalar(value) => {
                        let value = match self.result.and_then(|r| self.scalar_of(r)) {
                            Some(scalar) => self.b.convert(value, scalar),
                            None => value,
                        };
                        // Cleanups run after the value is computed.
                        let value = if self.scopes.has_cleanups() { self.keep(value) } else { value };
                        Some(Value::Scalar(value))
                    }
                    Val::Aggregate(address) => {
                        let own = self.ty(ty);
                        let kept = if self.scopes.has_cleanups() { self.copy(address, ty) } else { address };
                        Some(Value::Aggregate(kept, own))
                    }
                }
            }
        };
        self.leave_to(0);
        let exit = self.b.body.exit;
        self.b.emit_to(Op::Return { value }, exit);
        self.b.at = self.b.location();
    }

    /// A truth value as an `int`, for builtins.
    pub(super) fn as_int(&mut self, value: crate::expr::ExprId) -> crate::expr::ExprId {
        self.b.convert(value, Scalar::INT)
    }
}
