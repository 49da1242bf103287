//! What nothing in a program can violate: a property is proved if no operation that some run may come to can break it.
//!
//! For each operation there is the set of properties that it may violate, as the machine has it; whatever is not known may
//! violate all. The sets say nothing of values, so what they rule out costs no search, and holds with threads, `longjmp` and
//! recursion, too. Code that no run comes to does not count (see [`cfa::address`]).

mod call;
mod operation;

use rustc_hash::FxHashSet as HashSet;

use cfa::Program;
use cfa::address::Addresses;
use cfa::library::{Row, Trait};
use cfa::op::{Callee, Destination, Op, Value};
use cfa::program::{Body, FunctionId, ObjectId};
use cfa::scc::{Components, Graph};
use machine::mention::Mentions;

use crate::assignment::Assignment;
use crate::behaviour::fits;
use crate::externs::Externs;
use crate::facts::storage::{Owner, inside};
use crate::library::{self, plain_name};
use operation::is_complete;
use verdict::{Properties, Property};

pub use call::is_handing_out;
pub use operation::is_comparison_of_addresses;

/// What the operations of a program may violate.
pub struct Risks<'p> {
    program: &'p Program,
    addresses: &'p Addresses,
    /// Functions that calls through pointers may lead to.
    taken: Vec<FunctionId>,
    /// For each function, the set of those that call each other, and whether they do.
    components: Vec<u32>,
    is_recursive: Vec<bool>,
    /// Functions whose result some call uses.
    used: Vec<bool>,
    /// Calls whose result is used, by function and edge.
    used_edges: HashSet<(FunctionId, u32)>,
    /// Whether the program closes no stream and replaces none.
    are_streams_open: bool,
    /// Whether undefined functions are taken to access only what they may of what they are given pointers to.
    is_outside_trusted: bool,
}

/// Functions that may be nested, whatever they are.
const DEEPEST: usize = 100_000;
const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

/// The properties that nothing in a program can violate. `error_function` is the one whose call is an error, if it is named.
pub fn absence(
    program: &Program,
    externs: Externs,
    is_outside_trusted: bool,
    error_function: Option<&str>,
) -> Properties {
    if !program.file_asm.is_empty() {
        return Properties::NONE;
    }
    let addresses = Addresses::of(program);
    let risks = Risks::of(program, &addresses, is_outside_trusted);
    let mut found = Properties::NONE;
    for (index, function) in program.functions.iter().enumerate() {
        let id = FunctionId(index as u32);
        if !addresses.is_function_reached(id) {
            continue;
        }
        // Whoever has its address may call it, with whatever arguments.
        if addresses.is_function_taken(id) {
            found = found.and(risks.of_anybody_calling(id, error_function));
        }
        let Some(body) = &function.body else { continue };
        for (number, edge) in body.edges.iter().enumerate() {
            found = found.and(risks.of_edge((id, body), number as u32, &edge.op, error_function));
        }
    }
    // This takes more than a look at each operation.
    found = found.but(Property::NoUninitialisedRead);
    if Assignment::of(program, &addresses, externs).is_unclear_anywhere() {
        found = found.and(Property::NoUninitialisedRead);
    }
    Properties::ALL.but(found)
}

impl<'p> Risks<'p> {
    pub fn of(program: &'p Program, addresses: &'p Addresses, is_outside_trusted: bool) -> Risks<'p> {
        let ids = (0..program.functions.len() as u32).map(FunctionId);
        let taken: Vec<FunctionId> = ids.filter(|&id| addresses.is_function_taken(id)).collect();
        let graph = calls(program, &taken);
        let components = Components::new(&graph);
        let mut is_recursive = vec![false; program.functions.len()];
        for component in components.iter() {
            let ids = || component.iter().map(|&id| FunctionId(id));
            let is_cycle = component.len() > 1 || ids().any(|id| graph.successors(id.0).contains(&id.0));
            ids().for_each(|id| is_recursive[id.index()] = is_cycle || program.functions.len() > DEEPEST);
        }
        let mut risks = Risks {
            program,
            addresses,
            taken,
            components: components.of.clone(),
            is_recursive,
            used: vec![false; program.functions.len()],
            used_edges: HashSet::default(),
            are_streams_open: true,
            is_outside_trusted,
        };
        risks.collect();
        risks
    }

    /// Which results are used, and what becomes of streams.
    fn collect(&mut self) {
        let ids = (0..self.program.functions.len() as u32).map(FunctionId);
        for id in ids.filter(|&id| self.addresses.is_function_reached(id)) {
            let function = self.program.function(id);
            self.are_streams_open &=
                function.body.is_some() || !cfa::library::is(&function.source_name, Trait::Closes);
            // A callback may have to return something to the library.
            self.used[id.index()] |= self.addresses.is_function_taken(id);
            let Some(body) = &function.body else { continue };
            let mentions = Mentions::of(body);
            for (number, edge) in body.edges.iter().enumerate() {
                match &edge.op {
                    Op::Call { dst, callee, .. } if mentions.is_used(body, dst) => {
                        self.used_edges.insert((id, number as u32));
                        if let Callee::Direct(target) = callee {
                            self.used[target.index()] = true;
                        }
                    }
                    Op::Store { place, .. } => {
                        let owner = inside(self.program, id, body, place.address).map(|it| it.owner);
                        self.are_streams_open &= !owner.is_some_and(|owner| self.is_stream(owner));
                    }
                    _ => {}
                }
            }
        }
        for index in (0..self.program.objects.len() as u32).map(ObjectId) {
            self.are_streams_open &=
                !(self.addresses.is_object_taken(index) && self.is_stream(Owner::Object(index)));
        }
    }

    /// The functions that a call may lead to.
    pub fn targets<'a>(&'a self, callee: &'a Callee) -> &'a [FunctionId] {
        match callee {
            Callee::Direct(target) => std::slice::from_ref(target),
            Callee::Indirect(..) => &self.taken,
        }
    }

    /// Whether a call makes a function be entered once more before it has ended.
    pub fn is_recursive(&self, caller: FunctionId, callee: FunctionId) -> bool {
        self.is_recursive[callee.index()]
            && self.components[caller.index()] == self.components[callee.index()]
            || self.program.functions.len() > DEEPEST
    }

    pub fn is_result_used(&self, function: FunctionId) -> bool {
        self.used[function.index()]
    }

    /// Whether the result of a call is used.
    pub fn is_used_at(&self, function: FunctionId, edge: u32) -> bool {
        self.used_edges.contains(&(function, edge))
    }

    /// Functions that a call through a pointer may come to, and that it does not fit.
    pub fn has_misfits(&self, body: &Body, ty: cfa::types::TypeId, passed: (&Destination, &[Value])) -> bool {
        let is_fit = |&id: &FunctionId| {
            cfa::targets::fits(self.program, ty, self.program.function(id).ty)
                && fits(self.program, id, body, passed)
        };
        !self.taken.iter().all(is_fit)
    }

    /// What an edge may violate, reads of what was not set left aside.
    fn of_edge(
        &self,
        (id, body): (FunctionId, &Body),
        number: u32,
        op: &Op,
        error_function: Option<&str>,
    ) -> Properties {
        let mut risks = self.of_operation(id, body, op);
        match op {
            Op::Call { dst, callee, args } => {
                for target in self.targets(callee) {
                    risks = risks.and(self.of_target((id, body), *target, (dst, args), error_function));
                }
            }
            Op::Return { value: None } if self.used[id.index()] => {
                risks = risks.and(Property::NoUndefinedBehaviour);
            }
            Op::Case { .. } if !is_complete(body, body.edges[number as usize].from) => {
                risks = risks.and(Property::NoUndefinedBehaviour);
            }
            _ => {}
        }
        risks
    }

    /// What it may violate to call a function by its address.
    fn of_anybody_calling(&self, id: FunctionId, error_function: Option<&str>) -> Properties {
        let function = self.program.function(id);
        let name = function.source_name.as_str();
        let own = match function.body {
            Some(_) => Properties::NONE,
            None => library::risks(plain_name(name), 0, self.are_streams_open),
        };
        if is_error(name, error_function) { own.and(Property::UnreachCall) } else { own }
    }

    /// What it may violate to call a function, beside what the function's own operations may.
    fn of_target(
        &self,
        (id, body): (FunctionId, &Body),
        target: FunctionId,
        (dst, args): (&Destination, &[Value]),
        error_function: Option<&str>,
    ) -> Properties {
        let function = self.program.function(target);
        let name = function.source_name.as_str();
        let mut risks = Properties::NONE;
        if function.body.is_none() {
            risks = self.of_call(id, body, plain_name(name), args);
            if error_function.is_some() {
                risks = risks.but(Property::UnreachCall);
            }
        } else if !fits(self.program, target, body, (dst, args)) || self.is_recursive(id, target) {
            risks = risks.and(Property::NoUndefinedBehaviour);
        }
        if is_error(name, error_function) { risks.and(Property::UnreachCall) } else { risks }
    }
}

/// Who calls whom: through pointers, and back from functions of the C library, all whose address is taken.
fn calls(program: &Program, taken: &[FunctionId]) -> Graph {
    let mut graph = Graph::default();
    for function in &program.functions {
        let mut callees = Vec::new();
        for edge in function.body.iter().flat_map(|body| &body.edges) {
            match &edge.op {
                Op::Call { callee: Callee::Direct(target), .. } => {
                    let called = program.function(*target);
                    callees.push(target.0);
                    if called.body.is_none()
                        && cfa::library::find(&called.source_name).is_some_and(Row::is_wild)
                    {
                        callees.extend(taken.iter().map(|id| id.0));
                    }
                }
                Op::Call { .. } => callees.extend(taken.iter().map(|id| id.0)),
                _ => {}
            }
        }
        callees.sort_unstable();
        callees.dedup();
        graph.push(callees);
    }
    graph
}

/// Whether a call of a function is an error.
fn is_error(name: &str, error_function: Option<&str>) -> bool {
    error_function.map_or_else(|| cfa::library::is(name, Trait::Error), |error| error == name)
}
