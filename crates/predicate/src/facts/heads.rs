//! Where blocks begin and end: at the heads of loops, around calls of procedures with summaries, and behind loops where these
//! are to be summed up by themselves.

use std::collections::BTreeSet;

use cfa::Program;
use cfa::address::Addresses;
use cfa::loops::Loops;
use cfa::op::Op;
use cfa::program::{Body, FunctionId, LocalId, Location, Storage as Kind};
use cfa::scc::Components;
use cfa::types::Type;

use crate::cone::Cone;
use crate::facts::callees::Callees;
use crate::facts::storage::{Owner, Storage};
use crate::summary::Summaries;

/// By function.
pub struct Heads {
    /// Of loops.
    loops: Vec<Vec<Location>>,
    /// Whether it has a summary.
    chosen: Vec<bool>,
    /// For each location whether blocks begin and end there.
    heads: Vec<Vec<bool>>,
}

/// What heads are found by, beside the cone.
pub struct Parts<'a, 'p> {
    pub program: &'p Program,
    pub addresses: &'p Addresses,
    pub callees: &'a Callees,
    pub storage: &'a Storage<'p>,
}

impl Heads {
    pub fn of(parts: &Parts<'_, '_>, cone: &Cone, summaries: Summaries, has_exits: bool) -> Heads {
        let program = parts.program;
        let ids = || (0..program.functions.len() as u32).map(FunctionId);
        let (mut loops, mut exits) = (Vec::new(), Vec::new());
        for id in ids() {
            let (mut heads, mut left) = (Vec::new(), BTreeSet::new());
            if let Some(body) = &program.function(id).body {
                let outline = cone.outline(id, body);
                let body = outline.as_ref().unwrap_or(body);
                let loops = Loops::of(body);
                heads.extend(loops.loops.iter().map(|it| it.head));
                if has_exits {
                    left = exits_of(body, &loops);
                }
            }
            loops.push(heads);
            exits.push(left);
        }
        let chosen = chosen(parts, &loops, summaries);
        let heads = ids().map(|id| {
            let Some(body) = &program.function(id).body else { return Vec::new() };
            let mut heads = vec![false; body.locations()];
            loops[id.index()].iter().chain(&exits[id.index()]).for_each(|at| heads[at.index()] = true);
            for (at, is_head) in (0..).map(Location).zip(&mut heads) {
                *is_head |=
                    cone.way_around(id, at).is_none() && calls_chosen((id, body), at, &chosen, parts.callees);
            }
            heads
        });
        let heads = heads.collect();
        Heads { loops, chosen, heads }
    }

    pub fn is_loop(&self, function: FunctionId, at: Location) -> bool {
        self.loops[function.index()].contains(&at)
    }

    pub fn is_chosen(&self, function: FunctionId) -> bool {
        self.chosen[function.index()]
    }

    pub fn is_head(&self, function: FunctionId, at: Location) -> bool {
        self.heads[function.index()][at.index()]
    }

    /// Where blocks of a function begin and end, in order.
    pub fn all(&self, function: FunctionId) -> impl Iterator<Item = Location> {
        let heads = (0..).map(Location).zip(&self.heads[function.index()]);
        heads.filter(|(_, is_head)| **is_head).map(|(at, _)| at)
    }
}

/// Where control is when it has left a loop.
fn exits_of(body: &Body, loops: &Loops) -> BTreeSet<Location> {
    let mut exits = BTreeSet::new();
    for at in (0..body.locations() as u32).map(Location) {
        if let Some(inner) = loops.innermost(at) {
            exits.extend(body.out(at).iter().map(|edge| edge.to).filter(|&to| !loops.contains(inner, to)));
        }
    }
    exits
}

/// The functions with summaries.
fn chosen(parts: &Parts<'_, '_>, loops: &[Vec<Location>], which: Summaries) -> Vec<bool> {
    let Parts { program, addresses, callees, storage } = *parts;
    let mut chosen = vec![false; program.functions.len()];
    if which == Summaries::None {
        return chosen;
    }
    let graph = callees.graph(program);
    let components = Components::new(&graph);
    let mut has_loops = vec![false; program.functions.len()];
    for component in components.iter() {
        let ids = || component.iter().map(|&id| FunctionId(id));
        let is_recursive = component.len() > 1 || ids().any(|id| graph.successors(id.0).contains(&id.0));
        let has_loop = is_recursive
            || ids().any(|id| {
                !loops[id.index()].is_empty()
                    || graph.successors(id.0).iter().any(|&to| has_loops[to as usize])
            });
        let is_private = |id: FunctionId| {
            program
                .function(id)
                .body
                .as_ref()
                .is_none_or(|body| is_frame_private(body, id, addresses, storage))
        };
        // In formulas all calls of a function share its frame. It can be put aside while the function calls itself, unless
        // pointers lead into it; and so it must be with all that take part.
        let is_possible = !is_recursive || ids().all(is_private);
        for id in ids() {
            has_loops[id.index()] = has_loop;
            chosen[id.index()] = program.function(id).body.is_some()
                && is_possible
                && (is_recursive
                    || which == Summaries::All
                        && has_loop
                        && program.main != Some(id)
                        && is_scalar(program, id));
        }
    }
    chosen
}

/// Whether nobody but the function itself gets at its frame: no address is taken, and no local lies in memory that is reached
/// through pointers (as one does that is copied from there).
fn is_frame_private(body: &Body, id: FunctionId, addresses: &Addresses, storage: &Storage<'_>) -> bool {
    let is_private = |local: LocalId| {
        let owner = Owner::Local(id, local);
        !addresses.is_local_taken(id, local)
            && (matches!(body.local(local).storage, Kind::Register(_))
                || storage.layout(owner).is_some()
                || storage.lanes_of_owner(owner).is_none())
    };
    (0..body.locals.len() as u32).map(LocalId).all(is_private)
        && body.params.iter().all(|&param| matches!(body.local(param).storage, Kind::Register(_)))
}

/// Whether a function returns a scalar or nothing.
fn is_scalar(program: &Program, id: FunctionId) -> bool {
    match program.types.get(program.function(id).ty) {
        Type::Function(signature) => {
            program.types.as_scalar(signature.result).is_some()
                || matches!(program.types.get(signature.result), Type::Void)
        }
        _ => false,
    }
}

/// Whether a location calls a function with a summary: abstract states are told apart there.
fn calls_chosen(
    (function, body): (FunctionId, &Body),
    at: Location,
    chosen: &[bool],
    callees: &Callees,
) -> bool {
    (body.first[at.index()]..).zip(body.out(at)).any(|(number, edge)| match &edge.op {
        Op::Call { callee, .. } => {
            callees.at(function, number, callee).iter().any(|target| chosen[target.index()])
        }
        _ => false,
    })
}
