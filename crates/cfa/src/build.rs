//! Builds one automaton edge by edge, then tidies it: skips threaded, unreachable code dropped, locations
//! numbered in depth-first order so that equal code gives equal numbers.

use crate::expr::{Binary, Expr, ExprId, ExprKind, Unary};
use crate::fold;
use crate::op::{Destination, Op, Place};
use crate::program::{Body, Edge, Local, LocalId, LocalKind, Location, Storage};
use crate::source::Pos;
use crate::types::{DataModel, Float, RecordId, Scalar, TypeId};

/// An automaton under construction. Code is emitted at `at`; after a jump `at` is a location that nothing
/// leads to, so code that cannot be reached is built and then dropped.
pub(crate) struct Builder {
    pub body: Body,
    pub model: DataModel,
    pub at: Location,
    pub pos: Pos,
    /// Nothing is brought to its normal form.
    pub is_as_written: bool,
    edges: Vec<Edge>,
    next: u32,
    temporaries: u32,
}

impl Builder {
    pub fn new(model: DataModel) -> Builder {
        let body = Body { exit: Location(1), ..Body::default() };
        Builder {
            body,
            model,
            at: Location(0),
            pos: Pos::NONE,
            is_as_written: false,
            edges: Vec::new(),
            next: 2,
            temporaries: 0,
        }
    }

    pub fn location(&mut self) -> Location {
        self.next += 1;
        Location(self.next - 1)
    }

    /// Appends an operation; returns the number of its edge.
    pub fn emit(&mut self, op: Op) -> usize {
        let to = self.location();
        self.emit_to(op, to);
        self.at = to;
        self.edges.len() - 1
    }

    /// Adds an edge from here without moving on.
    pub fn emit_to(&mut self, op: Op, to: Location) {
        self.edges.push(Edge { from: self.at, to, op, pos: self.pos });
    }

    /// Leads to `to`; what follows is not reached from here.
    pub fn jump(&mut self, to: Location) {
        self.emit_to(Op::Skip, to);
        self.at = self.location();
    }

    /// Goes on at `to`, which also what came before leads to.
    pub fn join(&mut self, to: Location) {
        self.emit_to(Op::Skip, to);
        self.at = to;
    }

    /// Ends the path with a terminal operation.
    pub fn stop(&mut self, op: Op) {
        self.emit(op);
        self.at = self.location();
    }

    /// Whether the last operation is a call whose result this is.
    pub fn has_just_called(&self, local: LocalId) -> bool {
        let result = Destination::Local(local);
        matches!(self.edges.last(), Some(Edge { op: Op::Call { dst, .. }, .. }) if *dst == result)
    }

    /// Puts an operation in front of an edge that is the only one to leave its location.
    pub fn insert_before(&mut self, edge: usize, op: Op) {
        let between = self.location();
        let Edge { from, pos, .. } = self.edges[edge];
        self.edges.push(Edge { from, to: between, op, pos });
        self.edges[edge].from = between;
    }

    pub fn local(&mut self, local: Local) -> LocalId {
        self.body.locals.push(local);
        LocalId(self.body.locals.len() as u32 - 1)
    }

    pub fn temporary(&mut self, ty: TypeId, storage: Storage) -> LocalId {
        self.temporaries += 1;
        let name = format!("${}", self.temporaries);
        self.local(Local { name, storage, ty, kind: LocalKind::Temporary, is_constant: false, pos: self.pos })
    }

    pub fn expr(&mut self, kind: ExprKind, ty: Scalar) -> ExprId {
        self.body.exprs.push(Expr { kind, ty });
        ExprId(self.body.exprs.len() as u32 - 1)
    }

    pub fn ty(&self, id: ExprId) -> Scalar {
        self.body.expr(id).ty
    }

    /// An integer constant, wrapped to its type.
    pub fn int(&mut self, value: i128, ty: Scalar) -> ExprId {
        let value = wrap(value, ty, self.model);
        match i64::try_from(value) {
            Ok(small) => self.expr(ExprKind::Int(small), ty),
            Err(_) => {
                self.body.wide.push(value);
                let index = self.body.wide.len() as u32 - 1;
                self.expr(ExprKind::Wide(index), ty)
            }
        }
    }

    pub fn null(&mut self) -> ExprId {
        self.expr(ExprKind::Int(0), Scalar::Pointer)
    }

    /// The value of a register.
    pub fn read(&mut self, local: LocalId) -> ExprId {
        let Storage::Register(ty) = self.body.local(local).storage else {
            return self.null();
        };
        self.expr(ExprKind::Local(local), ty)
    }

    pub fn address(&mut self, local: LocalId) -> ExprId {
        self.expr(ExprKind::Address(local), Scalar::Pointer)
    }

    pub fn field(&mut self, base: ExprId, record: RecordId, field: u32) -> ExprId {
        self.expr(ExprKind::Field { base, record, field }, Scalar::Pointer)
    }

    /// `base + index * scale`; `index` is a `ptrdiff_t`.
    pub fn index(&mut self, base: ExprId, index: ExprId, scale: u64) -> ExprId {
        if self.body.constant(index) == Some(0) {
            return base;
        }
        self.expr(ExprKind::Index { base, index, scale }, Scalar::Pointer)
    }

    pub fn offset(&mut self, base: ExprId, bytes: i128) -> ExprId {
        let index = self.int(bytes, self.model.ptrdiff());
        self.index(base, index, 1)
    }

    pub fn unary(&mut self, op: Unary, operand: ExprId, ty: Scalar) -> ExprId {
        let value = self.body.constant(operand);
        if let Some(value) = value.and_then(|value| fold::unary(op, value, self.ty(operand), self.model)) {
            return self.int(value, ty);
        }
        self.expr(ExprKind::Unary { op, operand }, ty)
    }

    /// The result has the left operand's type, or `int` for comparisons.
    pub fn binary(&mut self, op: Binary, lhs: ExprId, rhs: ExprId) -> ExprId {
        let ty = if op.is_comparison() { Scalar::INT } else { self.ty(lhs) };
        if let (Some(a), Some(b)) = (self.body.constant(lhs), self.body.constant(rhs))
            && let Some(value) = fold::binary(op, a, b, self.ty(lhs), self.model)
        {
            return self.int(value, ty);
        }
        self.expr(ExprKind::Binary { op, lhs, rhs }, ty)
    }

    pub fn convert(&mut self, operand: ExprId, to: Scalar) -> ExprId {
        let from = self.ty(operand);
        if from == to {
            return operand;
        }
        // The greater half of the widest unsigned type is negative here.
        let is_exact = |value: i128| value >= 0 || from != Scalar::int(128, false);
        if let Some(value) = self.body.constant(operand).filter(|&value| is_exact(value)) {
            match to {
                Scalar::Float(Float::Single) => {
                    return self.expr(ExprKind::Float((value as f32).to_bits().into()), to);
                }
                Scalar::Float(Float::Double) => {
                    return self.expr(ExprKind::Float((value as f64).to_bits()), to);
                }
                Scalar::Float(_) => {}
                // A pointer constant is held in 63 bits.
                Scalar::Pointer if !(0..=i64::MAX.into()).contains(&value) => {}
                _ => return self.int(value, to),
            }
        }
        if let (ExprKind::Wide(index), Scalar::Float(Float::Extended), Scalar::Float(narrow)) =
            (self.body.expr(operand).kind, from, to)
            && let Some(value) = fold::narrow_extended(self.body.wide[index as usize] as u128, narrow)
        {
            let bits =
                if narrow == Float::Single { (value as f32).to_bits().into() } else { value.to_bits() };
            return self.expr(ExprKind::Float(bits), to);
        }
        self.expr(ExprKind::Convert { operand }, to)
    }

    /// Whether computing a value may be a fault, its registers being initialised.
    pub fn may_fault(&self, value: ExprId) -> bool {
        let expr = self.body.expr(value);
        let may = match expr.kind {
            ExprKind::Binary { op, lhs, .. } => match (op, self.ty(lhs)) {
                (Binary::Div | Binary::Rem | Binary::Shl | Binary::Shr, Scalar::Int { .. }) => true,
                (Binary::Add | Binary::Sub | Binary::Mul, ty) => ty.is_signed(),
                _ => false,
            },
            ExprKind::Unary { op: Unary::Negate | Unary::Absolute, operand } => self.ty(operand).is_signed(),
            ExprKind::Unary { op, .. } => matches!(op, Unary::LeadingZeros | Unary::TrailingZeros),
            ExprKind::Convert { operand } => self.ty(operand).is_float() && !expr.ty.is_float(),
            ExprKind::Within { .. } => true,
            _ => false,
        };
        let mut inside = false;
        expr.kind.for_each_operand(|operand| inside |= self.may_fault(operand));
        may || inside
    }

    /// Loads into a fresh temporary.
    pub fn load(&mut self, place: Place, ty: TypeId) -> (ExprId, usize) {
        let dst = self.temporary(ty, Storage::Register(place.ty));
        let edge = self.emit(Op::Load { dst, place });
        (self.read(dst), edge)
    }

    /// Tidies and hands over the body. `map` gives the new location of an old one.
    pub fn finish(mut self, labels: &[Option<Location>]) -> Body {
        let mut edges = std::mem::take(&mut self.edges);
        if !self.is_as_written {
            self.normalise(&mut edges);
        }
        let (first, order) = by_source(&edges, self.next as usize);
        let resolve = Threads::new(&edges, &first, &order);
        let mut number = vec![u32::MAX; self.next as usize];
        let mut sorted: Vec<Location> = Vec::new();
        let entry = resolve.of(Location(0));
        number[entry.index()] = 0;
        let mut stack = vec![entry];
        let mut seen = vec![false; self.next as usize];
        // Preorder: a location is numbered when it is first popped, successors in the order of their edges.
        while let Some(at) = stack.pop() {
            if std::mem::replace(&mut seen[at.index()], true) {
                continue;
            }
            number[at.index()] = sorted.len() as u32;
            sorted.push(at);
            let out = &order[first[at.index()] as usize..first[at.index() + 1] as usize];
            for &edge in out.iter().rev() {
                let to = resolve.of(edges[edge as usize].to);
                edges[edge as usize].to = to;
                if !seen[to.index()] {
                    stack.push(to);
                }
            }
        }
        let exit = self.body.exit;
        if !seen[exit.index()] {
            number[exit.index()] = sorted.len() as u32;
            sorted.push(exit);
        }
        let mut slots: Vec<Option<Edge>> = edges.into_iter().map(Some).collect();
        let mut body = self.body;
        body.first = Vec::with_capacity(sorted.len() + 1);
        for &at in &sorted {
            body.first.push(body.edges.len() as u32);
            for &edge in &order[first[at.index()] as usize..first[at.index() + 1] as usize] {
                if let Some(mut edge) = slots[edge as usize].take() {
                    edge.from = Location(number[at.index()]);
                    edge.to = Location(number[edge.to.index()]);
                    body.edges.push(edge);
                }
            }
        }
        body.first.push(body.edges.len() as u32);
        body.exit = Location(number[exit.index()]);
        for (label, at) in body.labels.iter_mut().zip(labels) {
            label.at = at.map(|at| number[resolve.of(at).index()]).filter(|&n| n != u32::MAX).map(Location);
        }
        body
    }
}

/// Where chains of single skips lead; a cycle of skips stays, for it is an endless loop.
struct Threads(Vec<Location>);

impl Threads {
    fn new(edges: &[Edge], first: &[u32], order: &[u32]) -> Threads {
        let step = |at: Location| {
            let out = &order[first[at.index()] as usize..first[at.index() + 1] as usize];
            match out {
                [only] if edges[*only as usize].op == Op::Skip => Some(edges[*only as usize].to),
                _ => None,
            }
        };
        let count = first.len() - 1;
        let mut to: Vec<Location> = (0..count as u32).map(Location).collect();
        let mut state = vec![0u8; count];
        let mut path = Vec::new();
        for start in 0..count as u32 {
            let mut at = Location(start);
            while state[at.index()] == 0 {
                state[at.index()] = 1;
                path.push(at);
                match step(at) {
                    Some(next) => at = next,
                    None => break,
                }
            }
            // Either `at` has no single skip, or it is resolved, or a cycle closes at it.
            let end = if state[at.index()] == 2 { to[at.index()] } else { at };
            for passed in path.drain(..) {
                to[passed.index()] = end;
                state[passed.index()] = 2;
            }
        }
        Threads(to)
    }

    fn of(&self, at: Location) -> Location {
        self.0[at.index()]
    }
}

/// Edge numbers grouped by source location, in order of emission.
fn by_source(edges: &[Edge], locations: usize) -> (Vec<u32>, Vec<u32>) {
    let mut first = vec![0u32; locations + 1];
    for edge in edges {
        first[edge.from.index() + 1] += 1;
    }
    for i in 0..locations {
        first[i + 1] += first[i];
    }
    let mut next = first.clone();
    let mut order = vec![0u32; edges.len()];
    for (i, edge) in edges.iter().enumerate() {
        order[next[edge.from.index()] as usize] = i as u32;
        next[edge.from.index()] += 1;
    }
    (first, order)
}

/// A value brought into the range of an integer type.
pub(crate) fn wrap(value: i128, ty: Scalar, model: DataModel) -> i128 {
    let (bits, signed) = match ty {
        Scalar::Bool => return i128::from(value != 0),
        Scalar::Int { bits, signed } => (u32::from(bits), signed),
        Scalar::Pointer => (model.pointer_bytes() as u32 * 8, false),
        Scalar::Float(_) => return value,
    };
    if bits >= 128 {
        return value;
    }
    let shifted = value << (128 - bits);
    if signed { shifted >> (128 - bits) } else { ((shifted as u128) >> (128 - bits)) as i128 }
}
