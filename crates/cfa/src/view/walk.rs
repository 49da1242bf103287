//! Walks a fragment and writes its view: head, steps in depth-first order, entries.

use crate::expr::ExprKind;
use crate::fragment::{Fragment, FragmentId, FragmentKind};
use crate::op::Op;
use crate::program::{FunctionId, LocalId, LocalKind, Location};
use crate::types::DataModel;
use crate::view::{Encoder, FORMAT, Node, View};

impl Encoder<'_> {
    /// The views of a function's fragments, a parent before its children.
    pub(super) fn views(&mut self, function: FunctionId) -> Vec<View> {
        let Some(body) = &self.context.program.function(function).body else { return Vec::new() };
        (self.function, self.body) = (function, body);
        let ids = self.context.fragments.of_function(function);
        self.find_homes(function);
        // Children first, for their exits and shared temporaries are part of the parent's view.
        let mut views: Vec<View> = ids.clone().map(|_| View::default()).collect();
        let Some(procedure) = ids.clone().next() else { return views };
        for id in ids.rev() {
            let view = self.view(id, |child| &views[(child.0 - procedure.0) as usize]);
            views[(id.0 - procedure.0) as usize] = view;
        }
        views
    }

    fn view<'v>(&mut self, id: FragmentId, child: impl Fn(FragmentId) -> &'v View) -> View {
        let context = self.context;
        let fragment = context.fragments.get(id);
        self.start(id);
        self.out.number(FORMAT);
        self.out.byte(match context.program.model {
            DataModel::Lp64 => 0,
            DataModel::Ilp32 => 1,
        });
        self.out.byte(match fragment.kind {
            FragmentKind::Procedure => 0,
            FragmentKind::Loop => 1,
        });
        if fragment.kind == FragmentKind::Procedure {
            self.procedure(fragment);
        }
        let mut walk = Walk::default();
        self.step(fragment.head, &mut walk);
        while let Some(node) = walk.work.pop() {
            let before = walk.work.len();
            match node {
                Node::Location(at) => {
                    let out = self.body.out(at);
                    self.out.count(out.len());
                    for edge in out {
                        self.op(&edge.op);
                        self.step(edge.to, &mut walk);
                    }
                }
                Node::Nested(inner) => {
                    let view = child(inner);
                    self.out.count(view.exits.len());
                    view.exits.iter().for_each(|&to| self.step(to, &mut walk));
                    self.out.count(view.shared.len());
                    view.shared.iter().for_each(|&temporary| self.local(temporary));
                }
            }
            // The first edge's target is walked first.
            walk.work[before..].reverse();
        }
        self.out.count(fragment.side_entries.len());
        fragment.side_entries.iter().for_each(|&at| self.step(at, &mut walk));
        let mut callees = std::mem::take(&mut self.callees);
        callees.sort_unstable_by_key(|id| context.ranks[id.index()]);
        callees.dedup();
        let temporaries = std::mem::take(&mut self.temporaries);
        View {
            bytes: std::mem::take(&mut self.out.bytes),
            nodes: walk.nodes,
            exits: walk.exits,
            shared: temporaries.iter().copied().filter(|&temporary| self.is_shared(temporary)).collect(),
            temporaries,
            callees,
        }
    }

    fn start(&mut self, id: FragmentId) {
        self.fragment = id;
        let fragments = self.context.fragments.of_function(self.function).count();
        self.nodes.restart(self.body.locations() + fragments);
        self.restart();
    }

    /// Forgets which symbols have been named.
    pub(super) fn restart(&mut self) {
        self.locals.restart(self.body.locals.len());
        for numbering in
            [&mut self.objects, &mut self.functions, &mut self.fields, &mut self.records, &mut self.types]
        {
            numbering.restart(0);
        }
    }

    /// What a procedure has and a loop has not: a type, parameters, and what `main` starts from.
    fn procedure(&mut self, fragment: &Fragment) {
        let program = self.context.program;
        let function = program.function(fragment.function);
        self.ty(function.ty);
        self.out.flag(function.is_noreturn);
        self.out.count(self.body.params.len());
        let body = self.body;
        body.params.iter().for_each(|&param| self.local(param));
        let is_main = program.main == Some(fragment.function);
        self.out.flag(is_main);
        if is_main {
            self.out.bytes.extend_from_slice(&self.context.objects.initial_values());
            for list in [&program.constructors, &program.destructors] {
                self.out.count(list.len());
                for &id in list {
                    self.function(id);
                    self.callees.push(id);
                }
            }
            self.out.count(program.file_asm.len());
            program.file_asm.iter().for_each(|(template, _)| self.out.text(template));
        }
    }

    /// Names the place where control goes: a location of the fragment, an entry of a nested one, or an exit.
    fn step(&mut self, to: Location, walk: &mut Walk) {
        let fragments = self.context.fragments;
        let owner = fragments.owner(self.function, to);
        if owner == Some(self.fragment) {
            self.out.byte(0);
            return self.node(Node::Location(to), to.index(), walk);
        }
        let Some(inner) = owner.and_then(|owner| fragments.child_towards(self.fragment, owner)) else {
            self.out.byte(2);
            let known = walk.exits.iter().position(|&exit| exit == to);
            return self.out.count(known.unwrap_or_else(|| {
                walk.exits.push(to);
                walk.exits.len() - 1
            }));
        };
        self.out.byte(1);
        let nested = fragments.get(inner);
        let entry = nested.side_entries.iter().position(|&entry| entry == to).map_or(0, |at| at + 1);
        self.out.count(entry);
        let procedure = fragments.procedure(self.function).map_or(0, |id| id.0);
        self.node(Node::Nested(inner), self.body.locations() + (inner.0 - procedure) as usize, walk);
    }

    fn node(&mut self, node: Node, key: usize, walk: &mut Walk) {
        let (number, is_new) = self.nodes.number(key);
        if is_new {
            walk.nodes.push(node);
            walk.work.push(node);
        }
        self.out.number(number.into());
    }

    /// Whether fragments other than the current one and those inside it use the temporary.
    pub(super) fn is_shared(&self, id: LocalId) -> bool {
        self.homes.get(id.index()).is_some_and(|&home| home != Some(self.fragment))
    }

    fn find_homes(&mut self, function: FunctionId) {
        self.homes.clear();
        let (body, fragments) = (self.body, self.context.fragments);
        if fragments.of_function(function).count() < 2 {
            return;
        }
        self.homes.resize(body.locals.len(), None);
        for edge in &body.edges {
            let Some(owner) = fragments.owner(function, edge.from) else { continue };
            let homes = &mut self.homes;
            let mut uses = |local: LocalId| {
                if body.local(local).kind == LocalKind::Temporary {
                    let home = &mut homes[local.index()];
                    *home = Some(home.map_or(owner, |home| fragments.common(home, owner)));
                }
            };
            edge.op.for_each_written(&mut uses);
            if let Op::BeginVla { local, .. } = edge.op {
                uses(local);
            }
            let work = &mut self.work;
            edge.op.for_each_expr(|expr| work.push(expr));
            while let Some(expr) = work.pop() {
                match body.expr(expr).kind {
                    ExprKind::Local(local) | ExprKind::Address(local) => uses(local),
                    kind => kind.for_each_operand(|operand| work.push(operand)),
                }
            }
        }
    }
}

/// What has been found of a fragment so far.
#[derive(Default)]
struct Walk {
    nodes: Vec<Node>,
    exits: Vec<Location>,
    work: Vec<Node>,
}
