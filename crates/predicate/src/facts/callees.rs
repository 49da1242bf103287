//! Who is called: for each call, the functions that it may enter, and those that its pointer may lead to all the same.
//!
//! Regions tell which functions a pointer may lead to. Types say only into which of them a call is followed: a call of any
//! other is a fault, and no reason to take it for nothing.

use cfa::Program;
use cfa::address::Addresses;
use cfa::op::{Callee, Op, Value};
use cfa::passing::{self, Passing};
use cfa::program::{Body, FunctionId};
use cfa::scc::Graph;
use cfa::targets;
use cfa::types::{Type, TypeId};
use rustc_hash::FxHashMap as HashMap;

use crate::facts::storage::Storage;

/// By function and edge of the call.
#[derive(Default)]
pub struct Callees {
    indirect: HashMap<(FunctionId, u32), Targets>,
}

/// Functions by name.
#[derive(Default)]
pub struct Targets {
    pub entered: Vec<FunctionId>,
    /// Whose parameters or result are of types that the machine does not pass so.
    pub refused: Vec<FunctionId>,
}

impl Callees {
    pub fn of(program: &Program, addresses: &Addresses, storage: &Storage<'_>) -> Callees {
        let ids = || (0..program.functions.len() as u32).map(FunctionId);
        let mut callees = Callees::default();
        for id in ids().filter(|&id| addresses.is_function_reached(id)) {
            let Some(body) = &program.function(id).body else { continue };
            for (number, edge) in (0..).zip(&body.edges) {
                let Op::Call { callee: Callee::Indirect(_, ty), args, .. } = &edge.op else { continue };
                let Some(known) = storage.called(id, number) else { continue };
                let (mut entered, mut refused): (Vec<_>, Vec<_>) =
                    known.iter().partition(|&&target| is_entered(program, body, (*ty, args), target));
                entered.sort_by_key(|&target| &program.function(target).name);
                refused.sort_by_key(|&target| &program.function(target).name);
                callees.indirect.insert((id, number), Targets { entered, refused });
            }
        }
        callees
    }

    /// The functions that the call on an edge may enter.
    pub fn at<'a>(&'a self, function: FunctionId, edge: u32, callee: &'a Callee) -> &'a [FunctionId] {
        match callee {
            Callee::Direct(target) => std::slice::from_ref(target),
            Callee::Indirect(..) => {
                self.indirect.get(&(function, edge)).map_or(&[], |targets| &targets.entered[..])
            }
        }
    }

    /// The functions that it may lead to and does not enter.
    pub fn refused(&self, function: FunctionId, edge: u32) -> &[FunctionId] {
        self.indirect.get(&(function, edge)).map_or(&[], |targets| &targets.refused[..])
    }

    /// Who calls whom.
    pub fn graph(&self, program: &Program) -> Graph {
        let mut graph = Graph::default();
        for (id, function) in (0..).map(FunctionId).zip(&program.functions) {
            let mut callees: Vec<u32> = Vec::new();
            for (number, edge) in (0..).zip(function.body.iter().flat_map(|body| &body.edges)) {
                if let Op::Call { callee, .. } = &edge.op {
                    callees.extend(self.at(id, number, callee).iter().map(|target| target.0));
                }
            }
            callees.sort_unstable();
            callees.dedup();
            graph.push(callees);
        }
        graph
    }
}

/// Whether a call through a pointer is followed into a function: if the machine enters it, or would if fewer arguments were
/// passed. In the latter case the run ends there, as undefined, so to follow it costs no proof and makes no counterexample.
/// Undefined ones are not entered, but known.
fn is_entered(program: &Program, caller: &Body, (ty, args): (TypeId, &[Value]), target: FunctionId) -> bool {
    let function = program.function(target);
    let (Some(body), Type::Function(signature)) = (&function.body, program.types.get(function.ty)) else {
        return true;
    };
    let is_passed = |(arg, &param): (&Value, &cfa::program::LocalId)| match (
        arg,
        program.types.as_scalar(body.local(param).ty),
    ) {
        (Value::Scalar(value), Some(to)) => {
            let from = caller.expr(*value).ty;
            passing::argument(from, to, signature.prototyped, program.model) != Passing::Lost
        }
        (Value::Aggregate(..), None) => true,
        _ => false,
    };
    body.params.len() <= args.len()
        && args.iter().zip(&body.params).all(is_passed)
        && targets::fits_with_spare(program, ty, function.ty)
}
