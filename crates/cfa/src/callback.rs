//! Which functions of the program an undefined function may call back, so that a model of the C library finds
//! them among the callees.
//!
//! An argument that is a function's address hands over just that function. Any other argument for a parameter
//! that points to a function hands over every function that fits. Functions that run what was registered
//! before (`exit` runs what `atexit` was given) call back what fits their registrar's parameter. Addresses
//! inside memory that is passed on (`sigaction`) are not followed: who models such a function must add it here.

use crate::address::Addresses;
use crate::expr::{ExprId, ExprKind};
use crate::library::{self, Row, Trait};
use crate::op::Value;
use crate::program::{Body, FunctionId, Program};
use crate::targets::pointee_function;
use crate::types::{Signature, Type};

/// The runners of a program with their registrars; both undefined, both reached.
#[derive(Debug, Default)]
pub struct Callbacks {
    runners: Vec<(FunctionId, Vec<FunctionId>)>,
}

impl Callbacks {
    pub fn of(program: &Program, addresses: &Addresses) -> Callbacks {
        let functions = (0..).map(FunctionId).zip(&program.functions);
        let reached = functions.filter(|(id, it)| it.body.is_none() && addresses.is_function_reached(*id));
        let known: Vec<(FunctionId, &Row)> =
            reached.filter_map(|(id, it)| Some((id, library::find(&it.name)?))).collect();
        let registrars = |registry| {
            let is_it = |(_, row): &&(FunctionId, &Row)| row.is(Trait::Registers(registry));
            known.iter().filter(is_it).map(|(id, _)| *id).collect()
        };
        let run_by = |&(id, row): &(FunctionId, &Row)| {
            let run = |it: &Trait| if let Trait::Runs(registry) = *it { Some(registry) } else { None };
            row.traits.iter().find_map(run).map(|registry| (id, registrars(registry)))
        };
        Callbacks { runners: known.iter().filter_map(run_by).collect() }
    }

    /// Calls `f` on each function that this call of the undefined `callee` may call back.
    pub fn for_each(
        &self,
        program: &Program,
        addresses: &Addresses,
        (callee, args, body): (FunctionId, &[Value], &Body),
        mut f: impl FnMut(FunctionId),
    ) {
        let params = parameters(program, callee);
        for (index, arg) in args.iter().enumerate() {
            if let Some(function) = function_address(body, arg.expr()) {
                f(function);
            } else if let Some(call) = params.get(index).and_then(|&ty| pointee_function(&program.types, ty))
            {
                addresses.targets_of(call).iter().copied().for_each(&mut f);
            }
        }
        if let Some((_, registrars)) = self.runners.iter().find(|(runner, _)| *runner == callee) {
            let params = registrars.iter().flat_map(|&id| parameters(program, id));
            for call in params.filter_map(|&ty| pointee_function(&program.types, ty)) {
                addresses.targets_of(call).iter().copied().for_each(&mut f);
            }
        }
    }
}

fn parameters(program: &Program, id: FunctionId) -> &[crate::types::TypeId] {
    match program.types.get(program.function(id).ty) {
        Type::Function(Signature { params, .. }) => params,
        _ => &[],
    }
}

/// The function whose address an argument is, through any conversion.
fn function_address(body: &Body, mut at: ExprId) -> Option<FunctionId> {
    loop {
        match body.expr(at).kind {
            ExprKind::Function(id) => return Some(id),
            ExprKind::Convert { operand } => at = operand,
            _ => return None,
        }
    }
}
