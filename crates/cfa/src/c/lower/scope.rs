//! Blocks, the lifetimes of what they declare, and jumps between them.
//!
//! An object of a block lives from the block's entry to its exit, however control gets in or out. Jumps are
//! resolved at the end of the function, when every label's block is known: leaving a block ends its objects
//! and runs its cleanups, entering one begins its objects.

use rucc_sema::{DeclId, LabelId as RuccLabel};

use super::Lower;
use super::stmt::{Breakable, Switch};
use crate::expr::ExprId;
use crate::op::{Callee, Destination, Op, Value};
use crate::program::{LocalId, Location, Storage};
use crate::source::Pos;

pub(super) type ScopeId = usize;

#[derive(Default)]
pub(super) struct Scopes {
    all: Vec<Scope>,
    /// Open scopes, outermost first.
    open: Vec<ScopeId>,
    /// Where each label is and which scopes hold it.
    labels: Vec<(RuccLabel, Location, Vec<ScopeId>)>,
    gotos: Vec<Goto>,
    pub breakables: Vec<Breakable>,
    pub switches: Vec<Switch>,
}

#[derive(Default)]
struct Scope {
    /// Objects begun by the block; and registers that lose their value when the block is entered.
    locals: Vec<LocalId>,
    /// Cleanups in order of declaration.
    cleanups: Vec<(DeclId, LocalId)>,
}

/// A jump to be resolved: from `at`, with the state of each open scope (how many cleanups were due).
struct Goto {
    at: Location,
    pos: Pos,
    from: Vec<(ScopeId, usize)>,
    target: Target,
}

pub(super) enum Target {
    Label(RuccLabel),
    /// Any label whose address is taken.
    Computed(ExprId),
    /// A case of a switch, whose scopes were recorded when it was met.
    Place(Location, Vec<ScopeId>),
}

impl Scopes {
    pub fn open(&mut self) -> ScopeId {
        self.all.push(Scope::default());
        self.open.push(self.all.len() - 1);
        self.all.len() - 1
    }

    pub fn close(&mut self) {
        self.open.pop();
    }

    pub fn depth(&self) -> usize {
        self.open.len()
    }

    pub fn path(&self) -> Vec<ScopeId> {
        self.open.clone()
    }

    /// Adds an object to the innermost block.
    pub fn hold(&mut self, local: LocalId) {
        if let Some(&scope) = self.open.last() {
            self.all[scope].locals.push(local);
        }
    }

    /// Whether control can come back to a place already passed without leaving its block.
    pub fn may_repeat(&self) -> bool {
        !self.labels.is_empty()
    }

    pub fn has_cleanups(&self) -> bool {
        self.open.iter().any(|&s| !self.all[s].cleanups.is_empty())
    }

    pub fn add_cleanup(&mut self, handler: DeclId, local: LocalId) {
        if let Some(&scope) = self.open.last() {
            self.all[scope].cleanups.push((handler, local));
        }
    }

    pub fn add_label(&mut self, label: RuccLabel, at: Location) {
        let path = self.path();
        self.labels.push((label, at, path));
    }

    fn state(&self) -> Vec<(ScopeId, usize)> {
        self.open.iter().map(|&s| (s, self.all[s].cleanups.len())).collect()
    }
}

impl Lower<'_, '_> {
    /// Records a jump from here; what follows is not reached.
    pub(super) fn goto(&mut self, target: Target) {
        self.goto_from(self.b.at, target);
        self.b.at = self.b.location();
    }

    pub(super) fn goto_from(&mut self, at: Location, target: Target) {
        let from = self.scopes.state();
        self.scopes.gotos.push(Goto { at, pos: self.b.pos, from, target });
    }

    /// Leaves scopes until only `depth` are open, emitting here. The function's own scope is left by
    /// returning, which ends everything.
    pub(super) fn leave_to(&mut self, depth: usize) {
        let state = self.scopes.state();
        self.leave(&state[depth.min(state.len())..], depth == 0);
    }

    fn leave(&mut self, scopes: &[(ScopeId, usize)], returning: bool) {
        for &(scope, cleanups) in scopes.iter().rev() {
            let due: Vec<_> = self.scopes.all[scope].cleanups[..cleanups].to_vec();
            for (handler, local) in due.into_iter().rev() {
                self.cleanup(handler, local);
            }
            if returning {
                continue;
            }
            let ended: Box<[LocalId]> =
                self.scopes.all[scope].locals.iter().copied().filter(|&l| self.is_object(l)).collect();
            if !ended.is_empty() {
                self.b.emit(Op::End { locals: ended });
            }
        }
    }

    /// Runs the cleanups of open scopes beyond `depth`, whose objects the return ends.
    pub(super) fn run_cleanups(&mut self, depth: usize) {
        let state = self.scopes.state();
        self.leave(&state[depth.min(state.len())..], true);
    }

    fn enter(&mut self, scopes: &[ScopeId]) {
        for &scope in scopes {
            let begun: Box<[LocalId]> = self.scopes.all[scope]
                .locals
                .iter()
                .copied()
                .filter(|&l| !self.is_variable_object(l))
                .collect();
            if !begun.is_empty() {
                self.b.emit(Op::Begin { locals: begun });
            }
        }
    }

    fn is_object(&self, local: LocalId) -> bool {
        matches!(self.b.body.local(local).storage, Storage::Memory { .. })
    }

    fn is_variable_object(&self, local: LocalId) -> bool {
        matches!(self.b.body.local(local).storage, Storage::Memory { is_variable: true, .. })
    }

    fn cleanup(&mut self, handler: DeclId, local: LocalId) {
        if let Some(crate::link::Symbol::Function(function)) = self.unit.symbol(handler) {
            let address = self.b.address(local);
            self.b.emit(Op::Call {
                dst: Destination::None,
                callee: Callee::Direct(function),
                args: Box::new([Value::Scalar(address)]),
            });
        }
    }

    /// Emits the edges of every recorded jump.
    pub(super) fn resolve_jumps(&mut self) {
        let labels: std::collections::HashMap<_, _> = std::mem::take(&mut self.scopes.labels)
            .into_iter()
            .map(|(l, at, path)| (l, (at, path)))
            .collect();
        for goto in std::mem::take(&mut self.scopes.gotos) {
            self.b.pos = goto.pos;
            match goto.target {
                Target::Place(to, path) => self.transfer(goto.at, &goto.from, to, &path),
                Target::Label(label) => {
                    if let Some((to, path)) = labels.get(&label) {
                        self.transfer(goto.at, &goto.from, *to, path);
                    }
                }
                Target::Computed(address) => {
                    for id in 0..self.unit.labels.len() {
                        let Some((to, path)) = labels.get(&self.unit.labels[id]) else { continue };
                        let label = crate::program::LabelId(id as u32);
                        let via = self.b.location();
                        self.b.at = goto.at;
                        self.b.emit_to(Op::Jump { address, label }, via);
                        self.transfer(via, &goto.from, *to, path);
                    }
                }
            }
        }
        self.labels = labels.into_iter().map(|(label, (at, _))| (label, at)).collect();
    }

    fn transfer(&mut self, at: Location, from: &[(ScopeId, usize)], to: Location, path: &[ScopeId]) {
        let common = from.iter().zip(path).take_while(|(f, p)| f.0 == **p).count();
        self.b.at = at;
        self.leave(&from[common..], false);
        self.enter(&path[common..]);
        self.b.emit_to(Op::Skip, to);
    }
}
