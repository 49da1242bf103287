//! Blocks, the lifetimes of what they declare, and jumps between them.
//!
//! An object of a block lives from the block's entry to its exit, however control gets in or out. Jumps are
//! resolved at the end of the function, when every label's block is known: leaving a block ends its objects
//! and runs its cleanups, entering one begins its objects.

use std::ops::Range;

use rucc_sema::{DeclId, LabelId as RuccLabel};

use super::Lower;
use super::stmt::{Breakable, Switch};
use crate::expr::ExprId;
use crate::op::{Callee, Destination, Op, Value};
use crate::program::{LocalId, Location, Storage};
use crate::source::Pos;

type ScopeId = usize;

#[derive(Default)]
pub(super) struct Scopes {
    all: Vec<Scope>,
    /// Open scopes, outermost first.
    open: Vec<ScopeId>,
    labels: Vec<(RuccLabel, Location, Path)>,
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

/// A scope that holds a place, and how many of its locals and cleanups are declared before it.
#[derive(Clone, Copy)]
pub(super) struct Standing {
    scope: ScopeId,
    locals: usize,
    cleanups: usize,
}

/// The scopes that hold a place, outermost first.
pub(super) type Path = Vec<Standing>;

/// A jump to be resolved.
struct Goto {
    at: Location,
    pos: Pos,
    from: Path,
    target: Target,
}

pub(super) enum Target {
    Label(RuccLabel),
    /// Any label whose address is taken.
    Computed(ExprId),
    /// A case of a switch, whose scopes were recorded when it was met.
    Place(Location, Path),
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

    /// The scopes around the place lowered now.
    pub fn path(&self) -> Path {
        let standing = |&scope: &ScopeId| {
            let Scope { locals, cleanups } = &self.all[scope];
            Standing { scope, locals: locals.len(), cleanups: cleanups.len() }
        };
        self.open.iter().map(standing).collect()
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
}

impl Lower<'_, '_> {
    /// Records a jump from here; what follows is not reached.
    pub(super) fn goto(&mut self, target: Target) {
        self.goto_from(self.b.at, target);
        self.b.at = self.b.location();
    }

    pub(super) fn goto_from(&mut self, at: Location, target: Target) {
        let from = self.scopes.path();
        self.scopes.gotos.push(Goto { at, pos: self.b.pos, from, target });
    }

    /// Leaves scopes until only `depth` are open, emitting here. The function's own scope is left by
    /// returning, which ends everything.
    pub(super) fn leave_to(&mut self, depth: usize) {
        let path = self.scopes.path();
        self.leave(&path[depth.min(path.len())..], depth == 0);
    }

    fn leave(&mut self, scopes: &[Standing], returning: bool) {
        for &Standing { scope, cleanups, .. } in scopes.iter().rev() {
            self.clean_up(scope, 0..cleanups);
            if !returning {
                // All of them: a loop may have begun what stands behind the place that is left.
                let locals = self.scopes.all[scope].locals.iter().copied();
                let ended = locals.filter(|&l| self.is_object(l)).collect();
                self.end(ended);
            }
        }
    }

    /// Goes back to an earlier place of the same scopes: what was declared since goes out of scope, but only
    /// variable arrays cease to exist.
    fn go_back(&mut self, from: &[Standing], to: &[Standing]) {
        for (from, to) in from.iter().zip(to).rev() {
            self.clean_up(from.scope, to.cleanups..from.cleanups);
            let locals = self.scopes.all[from.scope].locals.get(to.locals..from.locals).unwrap_or_default();
            let ended = locals.iter().copied().filter(|&l| self.is_variable_object(l)).collect();
            self.end(ended);
        }
    }

    fn clean_up(&mut self, scope: ScopeId, due: Range<usize>) {
        let due = self.scopes.all[scope].cleanups.get(due).unwrap_or_default().to_vec();
        for (handler, local) in due.into_iter().rev() {
            self.cleanup(handler, local);
        }
    }

    pub(super) fn end(&mut self, locals: Box<[LocalId]>) {
        if !locals.is_empty() {
            self.b.emit(Op::End { locals });
        }
    }

    /// Runs the cleanups of open scopes beyond `depth`, whose objects the return ends.
    pub(super) fn run_cleanups(&mut self, depth: usize) {
        let path = self.scopes.path();
        self.leave(&path[depth.min(path.len())..], true);
    }

    fn enter(&mut self, scopes: &[Standing]) {
        for &Standing { scope, .. } in scopes {
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
        let labels: rustc_hash::FxHashMap<_, _> = std::mem::take(&mut self.scopes.labels)
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

    fn transfer(&mut self, at: Location, from: &[Standing], to: Location, path: &[Standing]) {
        let common = from.iter().zip(path).take_while(|(f, p)| f.scope == p.scope).count();
        self.b.at = at;
        self.leave(&from[common..], false);
        self.go_back(&from[..common], &path[..common]);
        self.enter(&path[common..]);
        self.b.emit_to(Op::Skip, to);
    }
}
