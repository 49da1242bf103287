//! Automata to code.

mod value;

use cfa::Program;
use cfa::address::Addresses;
use cfa::expr::{ExprId, ExprKind};
use cfa::op::{Access, Callee, Destination, Op, Place, Value};
use cfa::program::{Body, Edge, Function, FunctionId, LabelId, LocalId, Location, ObjectId, Storage};
use cfa::types::{DataModel, Float, Scalar, Type, TypeId};

use crate::code::{Arg, Code, FrameObject, Instr, Kind, Operand, Param, Result_, Slot, Table};
use crate::extent::Extents;
use crate::library;
use crate::memory::Blank;
use crate::mention::Mentions;
use crate::quick;
use crate::value::{LABEL_BASE, Val, function_pointer};

/// Compiles one function's body.
pub(crate) fn compile(
    program: &Program,
    addresses: &Addresses,
    id: FunctionId,
    first_label: u32,
    objects: &[u32],
    extents: &Extents,
) -> Code {
    let Some(body) = &program.function(id).body else { return Code::default() };
    Compiler::new(program, addresses, (id, first_label), body, (objects, extents)).run()
}

/// The number of each function's first label among those of all functions.
pub(crate) fn first_labels(program: &Program) -> Vec<u32> {
    let labels = program.functions.iter().map(|it| it.body.as_ref().map_or(0, |body| body.labels.len()));
    labels.scan(0, |next, labels| Some(std::mem::replace(next, *next + labels as u32))).collect()
}

/// The address of a label: labels of two functions are different ones.
pub(crate) fn label_address(first_label: u32, label: LabelId) -> Val {
    Val::pointer(LABEL_BASE + first_label + label.0, 0)
}

/// What a local's bytes are taken to be where nobody sets them: zero if it is set to that as a whole somewhere, as initialisers do.
fn blank(body: &Body, local: LocalId, size: u64) -> Blank {
    let is_zeroed = |edge: &Edge| match edge.op {
        Op::Zero { dst, size: all } => all == size && body.expr(dst).kind == ExprKind::Address(local),
        _ => false,
    };
    let is_parameter = body.params.contains(&local);
    if !is_parameter && body.edges.iter().any(is_zeroed) { Blank::Zero } else { Blank::Indeterminate }
}

pub fn kind(scalar: Scalar, model: DataModel) -> Kind {
    match scalar {
        Scalar::Bool => Kind::Bool,
        Scalar::Int { bits, signed } if bits > 64 => Kind::Wide { bits, signed },
        Scalar::Int { bits, signed } => Kind::Int { bits, signed },
        Scalar::Pointer => Kind::Pointer { bits: 8 * model.pointer_bytes() as u8 },
        Scalar::Float(Float::Single) => Kind::Single,
        Scalar::Float(Float::Double) => Kind::Double,
        Scalar::Float(Float::Half) => Kind::Opaque { bytes: 2 },
        Scalar::Float(Float::Decimal(bytes)) => Kind::Opaque { bytes },
        // What lies behind the ten bytes of an x87 number is padding, which is neither read nor written.
        Scalar::Float(Float::Extended) => Kind::Opaque { bytes: 10 },
        Scalar::Float(Float::Quad) => Kind::Opaque { bytes: scalar.size(model) as u8 },
    }
}

/// A function's address; null if it is only declared `weak` and nobody defines it.
pub fn function_address(program: &Program, id: FunctionId) -> Val {
    if is_missing(program, id) { Val::ZERO } else { function_pointer(id.0) }
}

/// An object's address; null if it is only declared `weak` and nobody defines it.
pub fn object_address(program: &Program, id: ObjectId, statics: &[u32]) -> Val {
    let object = program.object(id);
    if object.is_weak && !object.is_defined { Val::ZERO } else { Val::pointer(statics[id.index()], 0) }
}

fn is_missing(program: &Program, id: FunctionId) -> bool {
    let function = program.function(id);
    function.is_weak && function.body.is_none() && library::find(&function.name).is_none()
}

struct Compiler<'a> {
    program: &'a Program,
    function: &'a Function,
    body: &'a Body,
    first_label: u32,
    /// Machine objects of the program's static objects.
    statics: &'a [u32],
    extents: &'a Extents,
    mentions: Mentions,
    code: Code,
    slot_of: Vec<Slot>,
    first: Vec<u32>,
    /// Slots that the current edge's temporaries take, and the most that any edge took.
    temporaries: u32,
    most_temporaries: u32,
}

impl<'a> Compiler<'a> {
    fn new(
        program: &'a Program,
        addresses: &Addresses,
        (id, first_label): (FunctionId, u32),
        body: &'a Body,
        (statics, extents): (&'a [u32], &'a Extents),
    ) -> Compiler<'a> {
        let function = program.function(id);
        let mut code = Code::default();
        let mut slot_of = Vec::with_capacity(body.locals.len());
        for (i, local) in body.locals.iter().enumerate() {
            slot_of.push(code.slots);
            match local.storage {
                Storage::Register(scalar) => {
                    code.slots += kind(scalar, program.model).slots();
                    code.objects.push(None);
                }
                Storage::Memory { size, align, .. } => {
                    let is_private = !addresses.is_local_taken(id, LocalId(i as u32));
                    let is_constant = local.is_constant;
                    code.objects.push(Some(FrameObject {
                        slot: code.slots,
                        size,
                        align,
                        is_private,
                        is_constant,
                        extent: extents.of_local(id, LocalId(i as u32)),
                        blank: blank(body, LocalId(i as u32), size),
                    }));
                    code.slots += 1;
                }
            }
        }
        code.cleared = code.slots;
        if let Type::Function(signature) = program.types.get(function.ty) {
            code.is_variadic = signature.variadic;
        }
        for &param in &body.params {
            let local = body.local(param);
            code.params.push(match local.storage {
                Storage::Register(scalar) => {
                    Param::Register { slot: slot_of[param.index()], kind: kind(scalar, program.model) }
                }
                Storage::Memory { .. } => {
                    let scalar = program.types.as_scalar(local.ty);
                    Param::Memory { local: param, scalar: scalar.map(|s| kind(s, program.model)) }
                }
            });
        }
        Compiler {
            program,
            function,
            body,
            first_label,
            statics,
            extents,
            mentions: Mentions::of(body),
            code,
            slot_of,
            first: vec![u32::MAX; body.locations()],
            temporaries: 0,
            most_temporaries: 0,
        }
    }

    fn run(mut self) -> Code {
        // Locations are numbered depth first, so emitting them in order makes most successors fall through.
        for location in 0..self.body.locations() as u32 {
            self.first[location as usize] = self.code.instrs.len() as u32;
            self.location(Location(location));
        }
        let first = std::mem::take(&mut self.first);
        let target = |to: &mut u32| *to = first[*to as usize];
        for instr in &mut self.code.instrs {
            match instr {
                Instr::Jump { to } => target(to),
                Instr::Branch { yes, no, .. } | Instr::Compare { yes, no, .. } => {
                    target(yes);
                    target(no);
                }
                _ => {}
            }
        }
        for table in &mut self.code.tables {
            table.ranges.iter_mut().for_each(|r| target(&mut r.2));
            table.default.iter_mut().for_each(target);
        }
        self.code.is_atomic = self.function.source_name.starts_with("__VERIFIER_atomic_");
        self.code.labels = self.body.labels.iter().map(|l| l.at.map(|at| first[at.index()])).collect();
        self.code.slots = self.code.cleared + self.most_temporaries;
        self.code.slot_of = self.slot_of;
        self.code.object_slots = self.code.objects.iter().flatten().map(|object| object.slot).collect();
        // Every location has one operation: one edge, or the edges of one branch.
        let mut starts = vec![0; self.code.instrs.len()];
        first.iter().for_each(|&pc| starts[pc as usize] = pc);
        (1..starts.len()).for_each(|pc| starts[pc] = starts[pc].max(starts[pc - 1]));
        (self.code.first_of, self.code.start_of) = (first, starts);
        let edges = self.code.edge_of.iter().map(|&edge| &self.body.edges[edge as usize].op);
        self.code.gates = edges.enumerate().map(|(pc, op)| self.code.gate_of(pc, op)).collect();
        self.code.quick = quick::all(&self.code, self.program.model.pointer_bytes() as u8);
        self.code
    }

    fn emit(&mut self, edge: u32, instr: Instr) {
        self.code.instrs.push(instr);
        self.code.edge_of.push(edge);
    }

    fn temporary(&mut self, kind: Kind) -> Slot {
        // Temporaries are dead at the end of their edge; each edge starts over with the same slots.
        let slot = self.code.cleared + self.temporaries;
        self.temporaries += kind.slots();
        self.most_temporaries = self.most_temporaries.max(self.temporaries);
        slot
    }

    fn location(&mut self, at: Location) {
        let first = self.body.first[at.index()];
        let edges = self.body.out(at);
        self.temporaries = 0;
        match edges {
            [] => {
                // The exit is never executed; anything else without edges follows a terminal operation.
                self.emit(first.min(self.body.edges.len().saturating_sub(1) as u32), Instr::Unreachable);
            }
            [edge] => {
                self.edge(first, edge);
                self.continue_at(first, edge, at);
            }
            [
                Edge { op: Op::Assume { cond, truth: true }, to: yes, .. },
                Edge { op: Op::Assume { truth: false, .. }, to: no, .. },
            ] => {
                self.branch(first, *cond, yes.0, no.0);
            }
            _ => self.many(first, edges),
        }
    }

    fn continue_at(&mut self, number: u32, edge: &Edge, at: Location) {
        if edge.op.is_terminal() || matches!(edge.op, Op::Return { .. }) {
            return;
        }
        if edge.to.0 != at.0 + 1 {
            self.emit(number, Instr::Jump { to: edge.to.0 });
        }
    }

    fn branch(&mut self, edge: u32, cond: ExprId, yes: u32, no: u32) {
        let expr = self.body.expr(cond);
        if let ExprKind::Binary { op, lhs, rhs } = expr.kind
            && op.is_comparison()
            && !matches!(self.kind(self.body.expr(lhs).ty), Kind::Wide { .. } | Kind::Opaque { .. })
        {
            let kind = self.kind(self.body.expr(lhs).ty);
            let (a, b) = (self.value(edge, lhs), self.value(edge, rhs));
            return self.emit(edge, Instr::Compare { op, kind, a, b, yes, no });
        }
        // To ask whether something is other than zero takes no conversion.
        let cond = match expr.kind {
            ExprKind::Convert { operand } if expr.ty == Scalar::Bool && self.is_plain(operand) => operand,
            _ => cond,
        };
        let kind = self.kind(self.body.expr(cond).ty);
        let cond = self.value(edge, cond);
        self.emit(edge, Instr::Branch { cond, kind, yes, no });
    }

    fn is_plain(&self, value: ExprId) -> bool {
        matches!(self.kind(self.body.expr(value).ty), Kind::Int { .. } | Kind::Bool | Kind::Pointer { .. })
    }

    /// A switch, a computed goto, or `asm goto`.
    fn many(&mut self, first: u32, edges: &[Edge]) {
        match &edges[0].op {
            Op::Case { value, .. } => {
                let kind = self.kind(self.body.expr(*value).ty);
                let value = self.value(first, *value);
                let mut table = Table::default();
                for edge in edges {
                    match &edge.op {
                        Op::Case { ranges, inside: true, .. } => {
                            table.ranges.extend(ranges.iter().map(|&(low, high)| (low, high, edge.to.0)));
                        }
                        _ => table.default = Some(edge.to.0),
                    }
                }
                table.ranges.sort_unstable();
                self.code.tables.push(table);
                let table = self.code.tables.len() as u32 - 1;
                self.emit(first, Instr::Switch { value, kind, table });
            }
            Op::Jump { address, .. } => {
                let address = self.value(first, *address);
                let mut table = Table::default();
                for edge in edges {
                    if let Op::Jump { label, .. } = edge.op {
                        let number = i128::from(label_address(self.first_label, label).object());
                        table.ranges.push((number, number, edge.to.0));
                    }
                }
                table.ranges.sort_unstable();
                self.code.tables.push(table);
                let table = self.code.tables.len() as u32 - 1;
                self.emit(first, Instr::Goto { address, table });
            }
            _ => self.emit(first, Instr::NotModelled { what: "inline assembly".into() }),
        }
    }

    fn place(&mut self, edge: u32, place: &Place) -> Operand {
        self.value(edge, place.address)
    }

    fn kind(&self, scalar: Scalar) -> Kind {
        kind(scalar, self.program.model)
    }

    fn size(&self, ty: TypeId) -> u64 {
        self.program.types.size(ty, self.program.model)
    }

    fn arg(&mut self, edge: u32, value: &Value) -> Arg {
        match *value {
            Value::Scalar(e) => Arg::Scalar(self.value(edge, e), self.kind(self.body.expr(e).ty)),
            Value::Aggregate(e, ty) => Arg::Aggregate(self.value(edge, e), self.size(ty) as u32),
        }
    }

    fn result(&mut self, edge: u32, dst: &Destination, ty: TypeId) -> Result_ {
        match *dst {
            Destination::None => Result_::None,
            Destination::Local(local) => match self.body.local(local).storage {
                Storage::Register(scalar) => Result_::Slot(self.slot_of[local.index()], self.kind(scalar)),
                Storage::Memory { .. } => Result_::None,
            },
            Destination::Memory(address) => Result_::Memory(self.value(edge, address), self.size(ty) as u32),
        }
    }

    fn edge(&mut self, n: u32, edge: &Edge) {
        let instr = match &edge.op {
            Op::Skip | Op::Fence(_) => return,
            Op::Assign { dst, value } => return self.value_into(n, *value, self.slot_of[dst.index()]),
            Op::Load { dst, place } => {
                let address = self.place(n, place);
                let (dst, kind) = (self.slot_of[dst.index()], self.kind(place.ty));
                match place.bits {
                    None => Instr::Load { dst, address, kind, align: place.align },
                    Some(bits) => Instr::LoadBits { dst, address, kind, bits },
                }
            }
            Op::Store { place, value } => {
                let address = self.place(n, place);
                let value = self.value(n, *value);
                let kind = self.kind(place.ty);
                let is_initial = place.access == Access::Initial;
                match place.bits {
                    None => Instr::Store { address, value, kind, align: place.align, is_initial },
                    Some(bits) => Instr::StoreBits { address, value, kind, bits, is_initial },
                }
            }
            &Op::Copy { dst, src, ty, is_initial } => {
                let (dst, src) = (self.value(n, dst), self.value(n, src));
                Instr::Copy { dst, src, size: self.size(ty), is_initial }
            }
            Op::Zero { dst, size } => Instr::Zero { dst: self.value(n, *dst), size: *size },
            // The front end makes conditions in pairs.
            Op::Assume { .. } => Instr::NotModelled { what: "a condition without its negation".into() },
            Op::Case { .. } | Op::Jump { .. } => return self.many(n, std::slice::from_ref(edge)),
            Op::Begin { locals } => Instr::Begin { locals: locals.clone() },
            Op::End { locals } => Instr::End { locals: locals.clone() },
            Op::BeginVla { local, size } => Instr::BeginVla { local: *local, size: self.value(n, *size) },
            Op::Alloca { dst, size, .. } => {
                Instr::Alloca { dst: self.slot_of[dst.index()], size: self.value(n, *size) }
            }
            op @ Op::Call { dst, callee, args } => self.call(n, op, dst, callee, args),
            Op::Return { value } => Instr::Return { value: value.as_ref().map(|v| self.arg(n, v)) },
            Op::VaStart { list } => Instr::VaStart { list: self.value(n, *list) },
            Op::VaArg { dst, list, ty } => {
                let list = self.value(n, *list);
                Instr::VaArg { result: self.result(n, dst, *ty), list, ty: *ty }
            }
            Op::VaEnd { list } => Instr::VaEnd { list: self.value(n, *list) },
            Op::VaCopy { dst, src } => Instr::VaCopy { dst: self.value(n, *dst), src: self.value(n, *src) },
            Op::Atomic(atomic) => {
                let address = self.place(n, &atomic.place);
                let operand = self.value(n, atomic.operand);
                let expected = match atomic.op {
                    cfa::op::AtomicOp::CompareExchange { expected, .. } => self.value(n, expected),
                    _ => operand,
                };
                let slot = |local: LocalId| self.slot_of[local.index()];
                let (dst, success) = (atomic.dst.map(slot), atomic.success.map(slot));
                Instr::Atomic {
                    op: atomic.op,
                    expected,
                    dst,
                    success,
                    address,
                    operand,
                    kind: self.kind(atomic.place.ty),
                }
            }
            Op::Asm(_) => Instr::NotModelled { what: "inline assembly".into() },
            Op::Complex(complex) => {
                let args = complex.args.iter().map(|&a| self.value(n, a)).collect();
                let result = match complex.dst {
                    Destination::Memory(address) => Result_::Memory(self.value(n, address), 0),
                    Destination::Local(local) => {
                        Result_::Slot(self.slot_of[local.index()], Kind::Int { bits: 32, signed: true })
                    }
                    Destination::None => Result_::None,
                };
                Instr::Complex { op: complex.op, part: self.kind(complex.part), result, args }
            }
            Op::SetJump { dst, buffer } => {
                Instr::SetJump { dst: self.slot_of[dst.index()], buffer: self.value(n, *buffer) }
            }
            Op::LongJump { buffer } => Instr::LongJump { buffer: self.value(n, *buffer) },
            Op::Distinct(places) => {
                let (a, b) = (self.place(n, &places.0), self.place(n, &places.1));
                let bits = |p: &Place| match p.bits {
                    Some(bits) => (bits.bit.into(), u32::from(bits.bit) + u32::from(bits.width)),
                    None => (0, 8 * self.kind(p.ty).bytes()),
                };
                Instr::Distinct { a, a_bits: bits(&places.0), b, b_bits: bits(&places.1) }
            }
            Op::Unsequenced => Instr::Unsequenced,
            Op::Unreachable => Instr::Unreachable,
            Op::Trap => Instr::Trap,
            Op::Unsupported(what) => Instr::NotModelled { what: what.clone() },
        };
        self.emit(n, instr);
    }

    fn call(&mut self, n: u32, op: &Op, dst: &Destination, callee: &Callee, args: &[Value]) -> Instr {
        let ty = match callee {
            Callee::Direct(id) => self.program.function(*id).ty,
            Callee::Indirect(_, ty) => *ty,
        };
        let result_ty = match self.program.types.get(ty) {
            Type::Function(signature) => signature.result,
            _ => self.function.ty,
        };
        let target = match callee {
            Callee::Indirect(e, _) => Err(self.value(n, *e)),
            Callee::Direct(id) if is_missing(self.program, *id) => Err(self.constant(Val::ZERO)),
            Callee::Direct(id) => Ok(*id),
        };
        let args: Box<[Arg]> = args.iter().map(|a| self.arg(n, a)).collect();
        let is_wanted = self.mentions.is_used(self.body, dst);
        let result = if is_wanted { self.result(n, dst, result_ty) } else { Result_::None };
        match target {
            Err(callee) => Instr::CallIndirect { callee, ty, args, result },
            Ok(function) if self.program.function(function).body.is_some() => {
                Instr::Call { function, args, result }
            }
            Ok(function) => match library::find(&self.program.function(function).name) {
                Some(library) => {
                    let extent = self.extents.of_call(self.program, self.body, op);
                    Instr::Library { function: library, args, result, extent }
                }
                None => Instr::Absent { function, args, result },
            },
        }
    }
}
