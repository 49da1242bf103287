//! What nothing in a program can violate: a property is proved if no operation that some run may come to can break it.
//!
//! For each operation there is the set of properties that it may violate, as the machine has it; whatever is not known may
//! violate all. The sets say nothing of values, so what they rule out costs no search, and holds with threads, `longjmp` and
//! recursion, too. Code that no run comes to does not count (see [`cfa::address`]).

use rustc_hash::FxHashSet as HashSet;

use cfa::Program;
use cfa::address::Addresses;
use cfa::expr::{Binary, ExprId, ExprKind, Unary};
use cfa::library::{Row, Trait};
use cfa::op::{Access, Callee, Destination, Op, Place, Value};
use cfa::program::{Body, FunctionId, Location, ObjectId, ObjectKind, Storage as Kind};
use cfa::scc::{Components, Graph};
use cfa::types::Scalar;
use machine::mention::Mentions;

use verdict::{Properties, Property};

use crate::assignment::Assignment;
use crate::behaviour::{fits, is_convertible};
use crate::externs::Externs;
use crate::library::{self, plain_name};
use crate::storage::{Owner, bits_at, inside};

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

    fn is_stream(&self, owner: Owner) -> bool {
        matches!(owner, Owner::Object(id) if STREAMS.contains(&self.program.object(id).name.as_str()))
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
                && self.fits_exactly(id, body, passed)
        };
        !self.taken.iter().all(is_fit)
    }

    /// Whether a call through a pointer can enter a function with these arguments.
    fn fits_exactly(&self, target: FunctionId, caller: &Body, passed: (&Destination, &[Value])) -> bool {
        let function = self.program.function(target);
        let Some(body) = &function.body else { return true };
        let is_variadic = match self.program.types.get(function.ty) {
            cfa::types::Type::Function(signature) => signature.variadic,
            _ => false,
        };
        (body.params.len() == passed.1.len() || is_variadic) && fits(self.program, target, caller, passed)
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

    /// What a call of a function that the program does not define may violate.
    pub fn of_call(&self, function: FunctionId, body: &Body, name: &str, args: &[Value]) -> Properties {
        let mut risks = library::risks(name, args.len(), self.are_streams_open);
        if !self.is_outside_trusted && is_handing_out(body, name, args) {
            risks = risks.and(Property::ValidDeref);
        }
        match name {
            "printf" | "fprintf"
                if self.are_streams_open && self.is_plain_print(function, body, name, args) =>
            {
                Properties::NONE
            }
            "puts" if args.iter().all(|arg| self.literal(function, body, arg).is_some()) => {
                risks.but([Property::ValidDeref, Property::NoUninitialisedRead])
            }
            "fflush" | "time" if args.iter().all(|arg| is_null_constant(body, arg.expr())) => {
                risks.but([Property::ValidDeref, Property::NoUninitialisedRead])
            }
            _ => risks,
        }
    }

    /// Whether a call prints what a literal format says, of arguments that fit it and strings that are literals.
    fn is_plain_print(&self, function: FunctionId, body: &Body, name: &str, args: &[Value]) -> bool {
        let args = match (name, args) {
            ("fprintf", [stream, rest @ ..]) if self.is_standard_stream(function, body, stream) => rest,
            ("printf", args) => args,
            _ => return false,
        };
        let Some((format, rest)) = args.split_first() else { return false };
        let Some(format) = self.literal(function, body, format) else { return false };
        let model = self.program.model;
        let kinds = rest.iter().map(|arg| match arg {
            Value::Scalar(expr) => Some(machine::compile::kind(body.expr(*expr).ty, model)),
            Value::Aggregate(..) => None,
        });
        let Some(kinds) = kinds.collect::<Option<Vec<_>>>() else { return false };
        // Which argument a string is, is not looked at: where there are strings, all are.
        let is_pointer = |arg: &Value| body.expr(arg.expr()).ty == Scalar::Pointer;
        let has_strings = format.iter().any(|byte| b"sSn".contains(byte)) && format.contains(&b'%');
        (!has_strings || rest.iter().all(is_pointer))
            && rest.iter().all(|arg| self.is_printable(function, body, arg))
            && machine::library::fits_format(&format, &kinds, model.pointer_bytes() as u32)
    }

    /// Whether an argument is no address, or that of a literal.
    fn is_printable(&self, function: FunctionId, body: &Body, arg: &Value) -> bool {
        let Value::Scalar(expr) = arg else { return false };
        body.expr(*expr).ty != Scalar::Pointer || self.literal(function, body, arg).is_some()
    }

    /// The bytes of a literal that an argument is the address of, up to the first zero.
    fn literal(&self, function: FunctionId, body: &Body, arg: &Value) -> Option<Vec<u8>> {
        let at = inside(self.program, function, body, arg.expr())?;
        let Owner::Object(id) = at.owner else { return None };
        let object = self.program.object(id);
        if object.kind != ObjectKind::Literal || at.offset != 0 || !at.indices.is_empty() {
            return None;
        }
        let mut bytes = vec![0; usize::try_from(object.size).ok()?];
        for (offset, run) in &object.init.bytes {
            let start = usize::try_from(*offset).ok()?;
            bytes.get_mut(start..start + run.len())?.copy_from_slice(run);
        }
        let end = bytes.iter().position(|&byte| byte == 0)?;
        bytes.truncate(end);
        Some(bytes)
    }

    /// Whether an argument is what `stdout` or `stderr` holds, read right before.
    fn is_standard_stream(&self, function: FunctionId, body: &Body, arg: &Value) -> bool {
        let Value::Scalar(expr) = arg else { return false };
        let ExprKind::Local(register) = body.expr(*expr).kind else { return false };
        let mut setters = body.edges.iter().filter(|edge| {
            let mut is_set = false;
            edge.op.for_each_written(|local| is_set |= local == register);
            is_set
        });
        let (Some(setter), None) = (setters.next(), setters.next()) else { return false };
        matches!(&setter.op, Op::Load { place, .. }
            if inside(self.program, function, body, place.address).is_some_and(|it| self.is_stream(it.owner)))
    }

    /// Whether an access is to an object that its address names, within its bounds, whatever values there are.
    fn is_sure(&self, (id, body): (FunctionId, &Body), place: &Place, is_write: bool) -> bool {
        let Some(at) = inside(self.program, id, body, place.address) else { return false };
        let (start, width) = bits_at(place, self.program.model);
        let bytes = i128::from((start + u64::from(width)).div_ceil(8));
        let (size, is_steady) = match at.owner {
            Owner::Object(object) => {
                let it = self.program.object(object);
                (it.size, it.is_defined)
            }
            Owner::Local(_, local) => match body.local(local).storage {
                Kind::Memory { size, is_variable, .. } => (size, !is_variable),
                Kind::Register(_) => return false,
            },
        };
        let is_change = is_write && place.access != Access::Initial;
        is_steady
            && !(is_change && at.owner.is_constant(self.program))
            && at.indices.is_empty()
            && (0..=i128::from(size) - bytes).contains(&at.offset)
            && at.offset % i128::from(place.align.max(1)) == 0
    }

    /// What an operation may violate, calls of functions and reads of what was not set left aside.
    pub fn of_operation(&self, id: FunctionId, body: &Body, op: &Op) -> Properties {
        use Property::*;
        let mut risks = match op {
            Op::Skip
            | Op::Assign { .. }
            | Op::Assume { .. }
            | Op::Case { .. }
            | Op::Begin { .. }
            | Op::End { .. }
            | Op::Fence(_)
            | Op::Return { .. } => Properties::NONE,
            Op::Load { place, .. } if place.ty == Scalar::Bool && place.bits.is_none() => {
                [ValidDeref, NoUndefinedBehaviour].into()
            }
            Op::Load { place, .. } if self.is_sure((id, body), place, false) => Properties::NONE,
            Op::Store { place, .. } if self.is_sure((id, body), place, true) => Properties::NONE,
            Op::Load { .. }
            | Op::Store { .. }
            | Op::Zero { .. }
            | Op::Atomic(_)
            | Op::Jump { .. }
            | Op::BeginVla { .. }
            | Op::Alloca { .. }
            | Op::VaEnd { .. } => ValidDeref.into(),
            Op::Copy { .. }
            | Op::VaStart { .. }
            | Op::VaArg { .. }
            | Op::VaCopy { .. }
            | Op::SetJump { .. }
            | Op::LongJump { .. } => [ValidDeref, NoUndefinedBehaviour].into(),
            Op::Unsequenced | Op::Unreachable | Op::Trap | Op::Distinct(_) => NoUndefinedBehaviour.into(),
            Op::Complex(_) => [ValidDeref, NoOverflow, NoDivisionByZero].into(),
            Op::Call { dst, callee, args } => {
                let is_moved = matches!(dst, Destination::Memory(_))
                    || args.iter().any(|arg| matches!(arg, Value::Aggregate(..)));
                let moved = if is_moved { ValidDeref.into() } else { Properties::NONE };
                match callee {
                    Callee::Direct(_) => moved,
                    Callee::Indirect(_, ty) if self.has_misfits(body, *ty, (dst, args)) => {
                        moved.and([ValidDeref, NoUndefinedBehaviour])
                    }
                    Callee::Indirect(..) => moved.and(ValidDeref),
                }
            }
            // As with functions of other units, control is taken to come out again and no error to be called.
            Op::Asm(_) => Properties::ALL.but([UnreachCall, NoOverflow]),
            Op::Unsupported(_) => Properties::ALL,
        };
        let mut work: Vec<ExprId> = Vec::new();
        op.for_each_expr(|expr| work.push(expr));
        while let Some(id) = work.pop() {
            risks = risks.and(of_expression(body, id));
            body.expr(id).kind.for_each_operand(|operand| work.push(operand));
        }
        risks
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

/// What it may violate to evaluate an expression, its operands left aside.
fn of_expression(body: &Body, id: ExprId) -> Properties {
    use Property::*;
    let expr = body.expr(id);
    match expr.kind {
        ExprKind::Binary { op, lhs, rhs } => {
            let (ty, by) = (body.expr(lhs).ty, body.constant(rhs));
            let bits = match ty {
                Scalar::Int { bits, .. } => i128::from(bits),
                Scalar::Float(_) => return Properties::NONE,
                Scalar::Bool | Scalar::Pointer => 0,
            };
            let overflow = |is_safe: bool| match ty.is_signed() && !is_safe {
                true => NoOverflow.into(),
                false => Properties::NONE,
            };
            match op {
                Binary::Add | Binary::Sub | Binary::Mul => overflow(false),
                Binary::Div | Binary::Rem => {
                    let risks = overflow(by.is_some_and(|by| by != -1));
                    if by.is_some_and(|by| by != 0) { risks } else { risks.and(NoDivisionByZero) }
                }
                Binary::Shl | Binary::Shr => {
                    let is_small = by.is_some_and(|by| (0..bits).contains(&by));
                    let is_lossy = op == Binary::Shl && ty.is_signed();
                    if is_small && !is_lossy { Properties::NONE } else { NoBadShift.into() }
                }
                _ if is_comparison_of_addresses(body, expr.kind) => NoUndefinedBehaviour.into(),
                _ => Properties::NONE,
            }
        }
        ExprKind::Difference { .. } => NoUndefinedBehaviour.into(),
        ExprKind::Unary { op: Unary::Negate | Unary::Absolute, operand }
            if body.expr(operand).ty.is_signed() =>
        {
            NoOverflow.into()
        }
        ExprKind::Unary { op: Unary::LeadingZeros | Unary::TrailingZeros, .. } => NoUndefinedBehaviour.into(),
        ExprKind::Convert { operand } if !is_convertible(body, operand, expr.ty) => {
            NoUndefinedBehaviour.into()
        }
        // Often enough, even a step takes a pointer too far.
        ExprKind::Index { base, index, .. } if body.constant(index).is_none() || !is_named(body, base) => {
            ValidDeref.into()
        }
        ExprKind::Within { .. } => ValidDeref.into(),
        ExprKind::Int(_)
        | ExprKind::Wide(_)
        | ExprKind::Float(_)
        | ExprKind::Local(_)
        | ExprKind::Address(_)
        | ExprKind::Object(_)
        | ExprKind::Function(_)
        | ExprKind::Label(_)
        | ExprKind::Field { .. }
        | ExprKind::Index { .. }
        | ExprKind::Unary { .. }
        | ExprKind::Convert { .. }
        | ExprKind::Overflows { .. } => Properties::NONE,
    }
}

/// Whether an address is that of an object by name, or of something in it at a constant distance.
fn is_named(body: &Body, id: ExprId) -> bool {
    match body.expr(id).kind {
        ExprKind::Object(_) | ExprKind::Address(_) => true,
        ExprKind::Field { base, .. } => is_named(body, base),
        ExprKind::Index { base, index, .. } => body.constant(index).is_some() && is_named(body, base),
        _ => false,
    }
}

/// Whether one of the cases at a location is for all that the others leave.
fn is_complete(body: &Body, at: Location) -> bool {
    body.out(at).iter().any(|edge| matches!(edge.op, Op::Case { inside: false, .. }))
}

/// Whether two addresses are compared or subtracted. That of an object that is gone has no meaning any more, and those of two
/// objects have no order.
pub fn is_comparison_of_addresses(body: &Body, kind: ExprKind) -> bool {
    match kind {
        ExprKind::Difference { .. } => true,
        ExprKind::Binary { lhs, rhs, .. } => {
            let is_address = |id| body.expr(id).ty == Scalar::Pointer && !is_null_constant(body, id);
            is_address(lhs) && is_address(rhs)
        }
        _ => false,
    }
}

/// Whether a function that nobody defines is given memory: how much of it is there only that function could say.
pub fn is_handing_out(body: &Body, name: &str, args: &[Value]) -> bool {
    let is_memory = |arg: &Value| match arg {
        Value::Scalar(expr) => body.expr(*expr).ty == Scalar::Pointer && !is_null_constant(body, *expr),
        Value::Aggregate(..) => false,
    };
    !library::is_modelled(name) && args.iter().any(is_memory)
}

fn is_null_constant(body: &Body, id: ExprId) -> bool {
    match body.expr(id).kind {
        ExprKind::Convert { operand } => is_null_constant(body, operand),
        _ => body.constant(id) == Some(0),
    }
}
