//! Definite assignment: reads of which it is not sure that what they read has been set.
//!
//! Forwards over each function, registers and the bits of its objects in memory are known to be set where they are on all
//! ways (as Java's compilers do: *The Java Language Specification*, chapter 16). Deviations: (1) objects are followed bit
//! by bit, so that a struct may be set member by member; (2) a function sets what its parameters point to where it does so
//! on all ways to its end, callees first.
//!
//! Through pointers an object is read from anywhere: what is sure to be set of it then is all of a static object, of one that
//! `calloc` allocates, and of a local what has been set whenever its address becomes known. Copies of what is not sure to be
//! set count as reads of it. In the machine they are none, but so nothing that was set is overwritten by what was not;
//! what lies between members may be, in objects that nobody else knows.
//!
//! What undefined functions are given pointers to holds anything behind the call, and so does what comes from them.

mod follow;

use rustc_hash::FxHashMap as HashMap;

use cfa::Program;
use cfa::address::Addresses;
use cfa::callgraph::CallGraph;
use cfa::expr::{ExprId, ExprKind};
use cfa::library::{Row, Trait};
use cfa::op::{Callee, Op, Place, Value};
use cfa::program::{Body, FunctionId, LocalId, Storage as Kind};
use cfa::types::{DataModel, Float, Scalar};

use crate::extent::Extent;
use crate::externs::Externs;
use crate::facts::region::Regions;
use crate::facts::storage::{Inside, Owner, bits_at, inside};
use crate::library::{self, plain_name};
use follow::{Followed, State, target, whole};

/// What may be read before it is set.
pub struct Assignment {
    unclear: HashMap<(FunctionId, u32), &'static str>,
}

/// Distances within objects are less.
const FARTHEST: u64 = 1 << 40;
const LOCAL: &str = "a local that may not have been set";
const MEMORY: &str = "memory that may not have been set";
const OTHERS: &str = "memory that a function of the C library reads and that may not have been set";

impl Assignment {
    pub fn of(program: &Program, addresses: &Addresses, externs: Externs) -> Assignment {
        let mut analysis = Analysis {
            program,
            addresses,
            regions: Regions::of(program, addresses, externs),
            taken: (0..program.functions.len() as u32)
                .map(FunctionId)
                .filter(|&id| addresses.is_function_taken(id))
                .collect(),
            is_closed: true,
            is_outside_set: true,
            sets: HashMap::default(),
            assured: HashMap::default(),
            unclear: HashMap::default(),
        };
        analysis.look_at_library();
        let graph = CallGraph::of(program, addresses);
        let components = graph.components();
        let order: Vec<FunctionId> = components.iter().flatten().map(|&id| FunctionId(id)).collect();
        let is_wanted = |id: &FunctionId| addresses.is_function_reached(*id);
        let mut states = Vec::new();
        for id in order.into_iter().filter(is_wanted) {
            let Some(body) = &program.function(id).body else { continue };
            let found = Followed::new(&analysis, id, body).run();
            match found {
                Some(found) => {
                    analysis.learn(id, body, &found);
                    states.push((id, body, found));
                }
                None => {
                    analysis.unclear.insert((id, 0), "a function with too many locals");
                }
            }
        }
        for (id, body, states) in &states {
            for (number, edge) in body.edges.iter().enumerate() {
                if let Some(state) = &states[edge.from.index()]
                    && let Some(why) = analysis.unset(*id, body, &edge.op, state)
                {
                    analysis.unclear.insert((*id, number as u32), why);
                }
            }
        }
        Assignment { unclear: analysis.unclear }
    }

    /// Why an edge may read what was not set.
    pub fn unclear(&self, function: FunctionId, edge: u32) -> Option<&'static str> {
        self.unclear.get(&(function, edge)).copied()
    }

    pub fn is_unclear_anywhere(&self) -> bool {
        !self.unclear.is_empty()
    }
}

type States = Vec<Option<State>>;

struct Analysis<'p> {
    program: &'p Program,
    addresses: &'p Addresses,
    regions: Regions<'p>,
    /// What a function sets of what its parameters point to, by parameter.
    sets: HashMap<FunctionId, Vec<Extent>>,
    /// Of locals whose address becomes known, what is set whenever it does.
    assured: HashMap<(FunctionId, LocalId), Extent>,
    /// Functions that calls through pointers may lead to.
    taken: Vec<FunctionId>,
    /// Whether functions are called by functions of the program only.
    is_closed: bool,
    /// Whether all that comes from elsewhere is set.
    is_outside_set: bool,
    unclear: HashMap<(FunctionId, u32), &'static str>,
}

/// Calls `f` on each object of the frame whose address an operation makes known: uses it as a value.
fn for_each_known(body: &Body, op: &Op, f: &mut dyn FnMut(LocalId)) {
    let mut accessed = Vec::new();
    match op {
        Op::Load { place, .. } | Op::Store { place, .. } => accessed.push(place.address),
        Op::Atomic(atomic) => accessed.push(atomic.place.address),
        Op::Copy { dst, src, .. } => accessed.extend([*dst, *src]),
        Op::Zero { dst, .. } => accessed.push(*dst),
        Op::Distinct(places) => accessed.extend([places.0.address, places.1.address]),
        Op::Return { value: Some(Value::Aggregate(address, _)) } => accessed.push(*address),
        Op::Call { dst, args, .. } => {
            accessed.extend(crate::facts::storage::destination(dst));
            accessed.extend(args.iter().filter_map(|arg| match arg {
                Value::Aggregate(address, _) => Some(*address),
                Value::Scalar(_) => None,
            }));
        }
        _ => {}
    }
    let mut work: Vec<ExprId> = Vec::new();
    op.for_each_expr(|expr| work.push(expr));
    while let Some(id) = work.pop() {
        let kind = body.expr(id).kind;
        let is_accessed = accessed.contains(&id);
        match kind {
            ExprKind::Address(local) if !is_accessed => f(local),
            ExprKind::Index { base, .. } | ExprKind::Field { base, .. } if is_accessed => accessed.push(base),
            ExprKind::Convert { operand } if is_accessed && body.expr(operand).ty == Scalar::Pointer => {
                accessed.push(operand);
            }
            _ => {}
        }
        kind.for_each_operand(|operand| work.push(operand));
    }
}

impl<'p> Analysis<'p> {
    /// Notes what a function sets for its callers, and which of its objects are known too soon.
    fn learn(&mut self, id: FunctionId, body: &'p Body, states: &States) {
        let ends = states[body.exit.index()].as_ref();
        let sets = body.params.iter().map(|param| {
            let held = ends.and_then(|state| state.memory.get(param));
            match body.local(*param).storage {
                Kind::Register(_) => held.cloned().unwrap_or_default(),
                Kind::Memory { .. } => Extent::default(),
            }
        });
        self.sets.insert(id, sets.collect());
        for edge in &body.edges {
            let Some(before) = &states[edge.from.index()] else { continue };
            let mut assure = |local: LocalId, bits: &Extent| {
                let known = self.assured.entry((id, local)).or_insert_with(|| bits.clone());
                *known = known.meet(bits);
            };
            if let Op::Begin { locals } = &edge.op {
                // The same object once more: who knew it reads what is not set any more.
                let again = locals.iter().filter(|local| before.known.contains(local));
                again.for_each(|&local| assure(local, &Extent::default()));
            }
            let is_given = is_given_away(self.program, &edge.op);
            for_each_known(body, &edge.op, &mut |local| match is_given {
                true => assure(local, &whole(body, local)),
                false => assure(local, before.memory.get(&local).unwrap_or(&Extent::default())),
            });
        }
    }

    /// What functions of the C library bring in: calls of functions, and memory that is not set.
    fn look_at_library(&mut self) {
        let functions = self.program.functions.iter().enumerate();
        let missing = functions.filter(|(index, function)| {
            function.body.is_none() && self.addresses.is_function_reached(FunctionId(*index as u32))
        });
        for name in missing.map(|(_, function)| plain_name(&function.source_name)) {
            self.is_closed &= !cfa::library::find(name).is_some_and(Row::is_wild);
            self.is_outside_set &= !library::may_allocate(name) || cfa::library::is(name, Trait::Fresh);
        }
    }

    /// Why an operation may read what was not set.
    fn unset(&mut self, id: FunctionId, body: &'p Body, op: &Op, state: &State) -> Option<&'static str> {
        let mut work: Vec<ExprId> = Vec::new();
        op.for_each_expr(|expr| work.push(expr));
        while let Some(expr) = work.pop() {
            let kind = body.expr(expr).kind;
            if matches!(kind, ExprKind::Local(local) if !state.has(local)) {
                return Some(LOCAL);
            }
            kind.for_each_operand(|operand| work.push(operand));
        }
        let (program, model) = (self.program, self.program.model);
        let size = |ty| Extent::range(0, 8 * program.types.size(ty, model));
        let mut reads: Vec<(ExprId, Extent)> = Vec::new();
        match op {
            Op::Load { place, .. } => reads.push(place_bits(place, model)),
            Op::Atomic(atomic) => reads.push(place_bits(&atomic.place, model)),
            Op::Copy { dst, src, ty, .. } => {
                let is_own = matches!(target(program, id, body, *dst, &[]),
                    Some((local, _)) if !self.addresses.is_local_taken(id, local));
                reads.push((*src, if is_own { Extent::of_type(program, *ty) } else { size(*ty) }));
            }
            Op::Return { value: Some(Value::Aggregate(address, ty)) } => reads.push((*address, size(*ty))),
            Op::Call { callee, args, .. } => {
                for arg in args {
                    if let Value::Aggregate(address, ty) = arg {
                        reads.push((*address, Extent::of_type(program, *ty)));
                    }
                }
                let targets: Vec<FunctionId> = match callee {
                    Callee::Direct(target) => vec![*target],
                    Callee::Indirect(..) => self.taken.clone(),
                };
                for target in targets {
                    if self.program.function(target).body.is_none()
                        && let Some(why) = self.unset_for_library(id, body, target, args, state)
                    {
                        return Some(why);
                    }
                }
            }
            Op::Complex(complex) => {
                let size = 16 * complex.part.size(model);
                reads.extend(complex.args.iter().map(|&arg| (arg, Extent::range(0, size))));
            }
            Op::VaArg { .. } | Op::VaCopy { .. } => return Some("variable arguments"),
            Op::Asm(_) => return Some("assembly, which may read anything"),
            Op::SetJump { .. } | Op::LongJump { .. } => return Some("setjmp and longjmp"),
            Op::Unsupported(_) => return Some("an operation that is not modelled"),
            _ => {}
        }
        let mut reads = reads.iter();
        let is_all = reads.all(|(address, bits)| self.is_set((id, body), *address, Some(bits), state));
        (!is_all).then_some(MEMORY)
    }

    /// Why a function of the C library may read what was not set.
    fn unset_for_library(
        &mut self,
        id: FunctionId,
        body: &'p Body,
        target: FunctionId,
        args: &[Value],
        state: &State,
    ) -> Option<&'static str> {
        let row = cfa::library::find(&self.program.function(target).source_name);
        let row = row.filter(|row| row.is_modelled())?;
        if row.is(Trait::Jumps) {
            return Some("setjmp and longjmp");
        }
        let reads = |it: &Trait| if let Trait::Reads(from, to) = *it { Some((from, to)) } else { None };
        let (first, last) = row.traits.iter().find_map(reads).unwrap_or((0, args.len()));
        for arg in args.iter().take(last).skip(first) {
            let Value::Scalar(address) = arg else { return Some(OTHERS) };
            let is_null = body.constant(*address) == Some(0)
                || matches!(body.expr(*address).kind, ExprKind::Convert { operand }
                    if body.constant(operand) == Some(0));
            if body.expr(*address).ty == Scalar::Pointer
                && !is_null
                // How much it reads is not known.
                && !self.is_set((id, body), *address, None, state)
            {
                return Some(OTHERS);
            }
        }
        None
    }

    /// Whether memory is set that is read: these bits from an address on, or all there is.
    fn is_set(
        &self,
        (id, body): (FunctionId, &'p Body),
        address: ExprId,
        bits: Option<&Extent>,
        state: &State,
    ) -> bool {
        if let Some(Inside { owner: Owner::Object(_), .. }) = inside(self.program, id, body, address) {
            return true;
        }
        // An object of the frame, or what this function has set itself of what it was given.
        if let Some((local, at)) = target(self.program, id, body, address, &body.params) {
            let needed = match bits.zip(at) {
                Some((bits, at)) => bits.moved(8 * at),
                None => whole(body, local),
            };
            if !needed.is_empty() && state.covers(local, &needed) {
                return true;
            }
            if matches!(body.local(local).storage, Kind::Memory { .. }) {
                return false;
            }
        }
        let Some(at) = self.regions.locate(id, body, address) else { return false };
        if !self.regions.is_plain()
            || !self.is_closed
            || !self.is_outside_set && self.regions.is_outside(at.region)
        {
            return false;
        }
        let is_exact = self.regions.stride(at.region) == 0;
        let exact = bits.filter(|_| is_exact).zip(u64::try_from(at.offset).ok());
        let is_zeroed = |&(function, edge): &(FunctionId, u32)| {
            let body = self.program.function(function).body.as_ref();
            let op = body.and_then(|body| body.edges.get(edge as usize)).map(|edge| &edge.op);
            matches!(op, Some(Op::Call { callee: Callee::Direct(target), .. })
                if cfa::library::is(&self.program.function(*target).source_name, Trait::Zeroed))
        };
        let is_firm = |owner: &Owner| match *owner {
            Owner::Object(_) => true,
            Owner::Local(function, local) => {
                let Some(body) = &self.program.function(function).body else { return false };
                let needed = match exact {
                    Some((bits, at)) => bits.moved(8 * at.min(FARTHEST)),
                    None => whole(body, local),
                };
                // Nobody knows it if nothing is assured.
                let assured = self.assured.get(&(function, local));
                !needed.is_empty() && assured.is_none_or(|assured| assured.has(&needed))
            }
        };
        self.regions.owners(at.region).iter().all(is_firm)
            && self.regions.allocations(at.region).iter().all(is_zeroed)
    }
}

/// Whether an operation hands what it knows to an undefined function, and to nobody else.
fn is_given_away(program: &Program, op: &Op) -> bool {
    let Op::Call { callee: Callee::Direct(target), .. } = op else { return false };
    let function = program.function(*target);
    function.body.is_none() && machine::library::find(&function.source_name).is_none()
}

fn place_bits(place: &Place, model: cfa::types::DataModel) -> (ExprId, Extent) {
    let (start, width) = value_bits(place, model);
    (place.address, Extent::range(start, start + u64::from(width)))
}

/// The bits of an access that hold the value: of x87's extended precision the last bytes are left as they are.
fn value_bits(place: &Place, model: DataModel) -> (u64, u32) {
    match place.ty {
        Scalar::Float(Float::Extended) => (0, 80),
        _ => bits_at(place, model),
    }
}
