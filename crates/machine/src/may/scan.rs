//! What one operation does to static objects by name.

use cfa::expr::{ExprId, ExprKind};
use cfa::library::{self, Trait};
use cfa::op::{AtomicOp, Callee, Destination, Op, Place, Value};
use cfa::program::{Body, Edge, FunctionId, LocalId, LocalKind, Object, Program};
use cfa::types::{Bits, Scalar};

#[derive(Default)]
pub(super) struct Uses {
    /// Objects, as a whole.
    pub read: Vec<u32>,
    pub written: Vec<u32>,
    /// Their address becomes a value.
    pub named: Vec<u32>,
    pub parts: Vec<Part>,
    pub calls: Vec<FunctionId>,
    /// Calls any function whose address is taken.
    pub calls_any: bool,
}

/// An access to part of an object: see [`super::Element`].
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub object: u32,
    pub register: Option<LocalId>,
    pub scale: i64,
    pub low: i64,
    pub high: i64,
    pub is_write: bool,
}

/// An index on the way from an address to its object.
struct Index {
    /// The register that it is, if it is one.
    register: Option<LocalId>,
    scale: i64,
    /// Elements of the array within which it has to be.
    length: Option<i64>,
    /// Where the array begins in what is around it.
    base: i64,
}

/// By local: the address that a temporary stands for, as in `a[i] += 1`. It is set once, used for accesses only, and what it is made of is set
/// once at most (parameters by the call), so that it is the same wherever it is used: the one set would have to lie between the temporary's and its
/// use, within one expression, and a first evaluation would find the index unset.
pub(super) struct Aliases(Vec<Option<ExprId>>);

impl Aliases {
    pub fn of(body: &Body) -> Aliases {
        let mut sets = vec![0u32; body.locals.len()];
        body.params.iter().for_each(|local| sets[local.index()] = 1);
        let mut values = vec![None; body.locals.len()];
        let mut is_used = vec![false; body.locals.len()];
        for Edge { op, .. } in &body.edges {
            if !matches!(op, Op::Begin { .. } | Op::End { .. }) {
                op.for_each_written(|local| sets[local.index()] += 1);
            }
            if let Op::Assign { dst, value } = op {
                values[dst.index()] = Some(*value);
            }
            let accessed = match op {
                Op::Load { place, .. } | Op::Store { place, .. } => Some(place.address),
                Op::Atomic(atomic) => Some(atomic.place.address),
                _ => None,
            };
            let is_local = |e: ExprId| matches!(body.expr(e).kind, ExprKind::Local(_));
            op.for_each_expr(|e| {
                if accessed != Some(e) || !is_local(e) {
                    for_each_local(body, e, |local| is_used[local.index()] = true);
                }
            });
        }
        let is_fixed = |local: LocalId| sets[local.index()] <= 1;
        let alias = |index: usize| {
            let is_temporary = body.locals[index].kind == LocalKind::Temporary;
            let value = values[index].filter(|_| is_temporary && sets[index] == 1 && !is_used[index])?;
            let mut is_fixed_all = true;
            for_each_local(body, value, |local| is_fixed_all &= is_fixed(local));
            (is_fixed_all && is_in_object(body, value)).then_some(value)
        };
        Aliases((0..body.locals.len()).map(alias).collect())
    }

    pub fn locals(&self) -> impl Iterator<Item = LocalId> + '_ {
        self.0.iter().enumerate().filter(|(_, it)| it.is_some()).map(|(index, _)| LocalId(index as u32))
    }

    fn resolve(&self, body: &Body, address: ExprId) -> ExprId {
        match body.expr(address).kind {
            ExprKind::Local(local) => self.0[local.index()].unwrap_or(address),
            _ => address,
        }
    }
}

fn for_each_local(body: &Body, e: ExprId, mut f: impl FnMut(LocalId)) {
    let mut work = vec![e];
    while let Some(e) = work.pop() {
        match body.expr(e).kind {
            ExprKind::Local(local) => f(local),
            kind => kind.for_each_operand(|operand| work.push(operand)),
        }
    }
}

/// Whether an address is one of a static object, or of part of it.
fn is_in_object(body: &Body, mut at: ExprId) -> bool {
    loop {
        match body.expr(at).kind {
            ExprKind::Object(_) => return true,
            ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => at = base,
            ExprKind::Convert { operand } if body.expr(operand).ty == Scalar::Pointer => at = operand,
            _ => return false,
        }
    }
}

impl Uses {
    pub fn of(program: &Program, body: &Body, aliases: &Aliases, op: &Op) -> Uses {
        let mut scan = Scan { program, body, aliases, uses: Uses::default() };
        scan.operation(op);
        let mut uses = scan.uses;
        let is_telling = |object: &u32| !is_inert(&program.objects[*object as usize]);
        for objects in [&mut uses.read, &mut uses.written, &mut uses.named] {
            objects.retain(is_telling);
        }
        uses.parts.retain(|part| is_telling(&part.object));
        uses
    }
}

/// Whether an object never changes and leads nowhere, as most literals: it makes no difference who names it.
fn is_inert(object: &Object) -> bool {
    object.is_constant && object.is_defined && !object.is_thread_local && object.init.addresses.is_empty()
}

/// What a call of a function does that has no body.
pub(super) fn library_call(name: &str, given: &[Option<FunctionId>], uses: &mut Uses) {
    let Some(row) = library::find(name) else { return };
    for what in row.traits {
        match what {
            Trait::CallsBack | Trait::StartsThreads => {
                let functions: Vec<FunctionId> = given.iter().flatten().copied().collect();
                // A thread's function is given by name, or it may be any.
                match functions[..] {
                    [one] if *what == Trait::StartsThreads => uses.calls.push(one),
                    _ => uses.calls_any = true,
                }
            }
            _ => {}
        }
    }
}

struct Scan<'a> {
    program: &'a Program,
    body: &'a Body,
    aliases: &'a Aliases,
    uses: Uses,
}

impl Scan<'_> {
    fn operation(&mut self, op: &Op) {
        match op {
            // What it stands for is accessed where it is used.
            Op::Assign { dst, value } if self.aliases.0[dst.index()].is_some() => _ = self.root(*value),
            Op::Load { place, .. } => self.place(place, &[false]),
            Op::Store { place, value } => {
                self.place(place, &[true]);
                self.mention(*value);
            }
            Op::Atomic(atomic) => {
                self.place(&atomic.place, &[false, true]);
                self.mention(atomic.operand);
                if let AtomicOp::CompareExchange { expected, .. } = atomic.op {
                    self.mention(expected);
                }
            }
            Op::Copy { dst, src, .. } => {
                self.whole(*dst, true);
                self.whole(*src, false);
            }
            Op::Zero { dst, .. } => self.whole(*dst, true),
            // Addresses are compared, and that is all.
            Op::Distinct(_) => {}
            Op::Call { dst, callee, args } => {
                if let Destination::Memory(at) = dst {
                    self.mention(*at);
                }
                args.iter().for_each(|arg| self.mention(arg.expr()));
                match *callee {
                    Callee::Direct(id) if self.program.function(id).body.is_some() => {
                        self.uses.calls.push(id)
                    }
                    Callee::Direct(id) => {
                        let given: Vec<Option<FunctionId>> =
                            args.iter().map(|arg| self.function(arg)).collect();
                        library_call(&self.program.function(id).name, &given, &mut self.uses);
                    }
                    Callee::Indirect(at, _) => {
                        self.mention(at);
                        self.uses.calls_any = true;
                    }
                }
            }
            op => {
                let mut all = Vec::new();
                op.for_each_expr(|e| all.push(e));
                all.into_iter().for_each(|e| self.mention(e));
            }
        }
    }

    /// The function whose address an argument is.
    fn function(&self, arg: &Value) -> Option<FunctionId> {
        let mut at = arg.expr();
        loop {
            match self.body.expr(at).kind {
                ExprKind::Function(id) => return Some(id),
                ExprKind::Convert { operand } => at = operand,
                _ => return None,
            }
        }
    }

    /// All objects whose address an expression has.
    fn mention(&mut self, e: ExprId) {
        let mut work = vec![e];
        while let Some(e) = work.pop() {
            match self.body.expr(e).kind {
                ExprKind::Object(id) => self.uses.named.push(id.0),
                kind => kind.for_each_operand(|operand| work.push(operand)),
            }
        }
    }

    /// An access to all that is at an address, and maybe to more of the object.
    fn whole(&mut self, address: ExprId, is_write: bool) {
        match self.root(address) {
            Some(object) => self.access(object, is_write),
            None => self.mention(address),
        }
    }

    fn access(&mut self, object: u32, is_write: bool) {
        let all = if is_write { &mut self.uses.written } else { &mut self.uses.read };
        all.push(object);
    }

    /// The object that an address lies in; what else the address is made of is mentioned.
    fn root(&mut self, address: ExprId) -> Option<u32> {
        let mut at = address;
        loop {
            match self.body.expr(at).kind {
                ExprKind::Object(id) => return Some(id.0),
                ExprKind::Field { base, .. } => at = base,
                ExprKind::Index { base, index, .. } => {
                    self.mention(index);
                    at = base;
                }
                ExprKind::Convert { operand } if self.body.expr(operand).ty == Scalar::Pointer => {
                    at = operand
                }
                _ => return None,
            }
        }
    }

    /// An access to a scalar, by reading or writing or both.
    fn place(&mut self, place: &Place, ways: &[bool]) {
        let address = self.aliases.resolve(self.body, place.address);
        let Some(object) = self.root(address) else { return self.mention(address) };
        let part = self.part(place, address).filter(|part| {
            let size = self.program.objects[object as usize].size;
            part.register.is_some() || part.low > 0 || (part.high as u64) < size
        });
        for &is_write in ways {
            match part {
                Some(part) => self.uses.parts.push(Part { object, is_write, ..part }),
                None => self.access(object, is_write),
            }
        }
    }

    /// Which bytes of its object a place is, if that can be told: an interval, and the index nearest to the object.
    fn part(&self, place: &Place, address: ExprId) -> Option<Part> {
        let (mut low, mut high) = match place.bits {
            Some(Bits { around, .. }) => {
                let bytes = place.bits.map_or(0, Bits::bytes);
                (-i64::from(around.before), i64::from(bytes) + i64::from(around.behind))
            }
            None => (0, place.ty.size(self.program.model) as i64),
        };
        let mut index: Option<Index> = None;
        let mut at = address;
        loop {
            let mut shift = 0i64;
            match self.body.expr(at).kind {
                ExprKind::Object(_) => break,
                ExprKind::Field { base, record, field } => {
                    let field = &self.program.types.record(record).fields[field as usize];
                    shift = i64::try_from(field.offset).ok()?;
                    at = base;
                }
                ExprKind::Convert { operand } => at = operand,
                ExprKind::Index { base, index: by, scale } => {
                    let scale = i64::try_from(scale).ok()?;
                    match self.body.constant(self.within(by).0) {
                        Some(number) => shift = i64::try_from(number).ok()?.checked_mul(scale)?,
                        None => {
                            if let Some(inner) = index.take() {
                                (low, high) = inner.any(low, high)?;
                            }
                            let (by, length) = self.within(by);
                            index = Some(Index { register: self.register(by), scale, length, base: 0 });
                        }
                    }
                    at = base;
                }
                _ => return None,
            }
            match &mut index {
                Some(index) => index.base = index.base.checked_add(shift)?,
                None => (low, high) = (low.checked_add(shift)?, high.checked_add(shift)?),
            }
        }
        let part = Part { object: 0, register: None, scale: 0, low, high, is_write: false };
        Some(match index {
            None => part,
            Some(Index { register: Some(register), scale, base, .. }) => {
                let (low, high) = (low.checked_add(base)?, high.checked_add(base)?);
                Part { register: Some(register), scale, low, high, ..part }
            }
            Some(index) => {
                let (low, high) = index.any(low, high)?;
                Part { low, high, ..part }
            }
        })
    }

    /// An index without the check of its bounds, and the bound.
    fn within(&self, index: ExprId) -> (ExprId, Option<i64>) {
        match self.body.expr(index).kind {
            ExprKind::Within { index, length, .. } => {
                (index, self.body.constant(length).and_then(|it| i64::try_from(it).ok()))
            }
            _ => (index, None),
        }
    }

    /// The register that an index is, if it has the same value.
    fn register(&self, index: ExprId) -> Option<LocalId> {
        let is_int = |ty: Scalar| matches!(ty, Scalar::Int { bits: ..=64, .. });
        let mut at = index;
        loop {
            let expr = self.body.expr(at);
            match expr.kind {
                ExprKind::Local(local) if is_int(expr.ty) => return Some(local),
                // Whatever has up to 64 bits is the same number with 64.
                ExprKind::Convert { operand } if matches!(expr.ty, Scalar::Int { bits: 64, .. }) => {
                    at = operand
                }
                _ => return None,
            }
        }
    }
}

impl Index {
    /// The bytes from `low` to `high` of any of its elements.
    fn any(&self, low: i64, high: i64) -> Option<(i64, i64)> {
        if low < 0 || high > self.scale {
            return None;
        }
        let end = self.length?.checked_mul(self.scale)?.checked_add(self.base)?;
        Some((self.base, end))
    }
}
