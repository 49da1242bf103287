//! One function, forwards: what is set at each location, on all ways.

use rustc_hash::FxHashSet as HashSet;
use std::collections::{BTreeMap, BTreeSet};

use cfa::Program;
use cfa::expr::{ExprId, ExprKind};
use cfa::op::{Callee, Destination, Op, Place, Value};
use cfa::program::{Body, FunctionId, LocalId, Storage as Kind};
use cfa::types::Scalar;

use super::{Analysis, FARTHEST, States, for_each_known, value_bits};
use crate::extent::Extent;
use crate::facts::storage::{Inside, Owner, inside};
use crate::library::plain_name;

/// Locals of all locations of a function that are followed.
const LARGEST: usize = 1 << 30;

/// What is set at a location, on all ways to it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct State {
    registers: Vec<u64>,
    /// Of objects of the frame, and of what parameters point to.
    pub(super) memory: BTreeMap<LocalId, Extent>,
    /// Objects whose address somebody may know.
    pub(super) known: BTreeSet<LocalId>,
}

impl State {
    pub(super) fn has(&self, local: LocalId) -> bool {
        self.registers[local.index() / 64] & 1 << (local.index() % 64) != 0
    }

    pub(super) fn set(&mut self, local: LocalId, is_set: bool) {
        let (word, bit) = (&mut self.registers[local.index() / 64], 1 << (local.index() % 64));
        if is_set { *word |= bit } else { *word &= !bit }
    }

    fn add(&mut self, local: LocalId, bits: &Extent) {
        self.memory.entry(local).or_default().add(bits);
    }

    pub(super) fn covers(&self, local: LocalId, bits: &Extent) -> bool {
        bits.is_empty() || self.memory.get(&local).is_some_and(|it| it.has(bits))
    }

    /// What holds on both ways; whether that is less than here.
    pub(super) fn meet(&mut self, other: &State) -> bool {
        let mut is_less = false;
        for (own, it) in self.registers.iter_mut().zip(&other.registers) {
            is_less |= *own & !it != 0;
            *own &= it;
        }
        self.memory.retain(|local, bits| {
            let met = other.memory.get(local).map(|it| bits.meet(it)).unwrap_or_default();
            is_less |= met != *bits;
            *bits = met;
            !bits.is_empty()
        });
        for local in &other.known {
            is_less |= self.known.insert(*local);
        }
        is_less
    }
}

/// A function being followed.
pub(super) struct Followed<'a, 'p> {
    analysis: &'a Analysis<'p>,
    id: FunctionId,
    body: &'p Body,
    /// Parameters that always point to what they pointed to at first.
    steady: Vec<LocalId>,
}

impl<'a, 'p> Followed<'a, 'p> {
    pub(super) fn new(analysis: &'a Analysis<'p>, id: FunctionId, body: &'p Body) -> Followed<'a, 'p> {
        let mut written = HashSet::default();
        body.edges.iter().for_each(|edge| {
            edge.op.for_each_written(|local| {
                written.insert(local);
            });
        });
        let is_steady = |param: &&LocalId| {
            matches!(body.local(**param).storage, Kind::Register(Scalar::Pointer)) && !written.contains(param)
        };
        let steady = body.params.iter().filter(is_steady).copied().collect();
        Followed { analysis, id, body, steady }
    }

    /// What is set at each location that control comes to; nothing if that is too much.
    pub(super) fn run(&self) -> Option<States> {
        let body = self.body;
        if body.locations().saturating_mul(body.locals.len()) > LARGEST {
            return None;
        }
        let mut states: States = vec![None; body.locations()];
        let mut entry = State {
            registers: vec![0; body.locals.len().div_ceil(64).max(1)],
            memory: BTreeMap::new(),
            known: BTreeSet::new(),
        };
        for &param in &body.params {
            match body.local(param).storage {
                Kind::Register(_) => entry.set(param, true),
                Kind::Memory { .. } => {
                    entry.add(param, &Extent::of_type(self.analysis.program, body.local(param).ty));
                }
            }
        }
        states[Body::ENTRY.index()] = Some(entry);
        let mut work = BTreeSet::from([Body::ENTRY]);
        while let Some(at) = work.pop_first() {
            for edge in body.out(at) {
                let Some(mut state) = states[at.index()].clone() else { continue };
                if edge.op.is_terminal() {
                    continue;
                }
                self.step(&edge.op, &mut state);
                let is_new = match &mut states[edge.to.index()] {
                    Some(known) => known.meet(&state),
                    empty => {
                        *empty = Some(state);
                        true
                    }
                };
                if is_new {
                    work.insert(edge.to);
                }
            }
        }
        Some(states)
    }

    /// The object of the frame, or the parameter, that an address leads into, and where.
    pub(super) fn target(&self, address: ExprId) -> Option<(LocalId, Option<u64>)> {
        target(self.analysis.program, self.id, self.body, address, &self.steady)
    }

    fn fill(&self, state: &mut State, address: ExprId, bits: &Extent) {
        if let Some((local, Some(offset))) = self.target(address) {
            state.add(local, &bits.moved(8 * offset));
        }
    }

    /// From before an operation to behind it.
    fn step(&self, op: &Op, state: &mut State) {
        let program = self.analysis.program;
        let of_place = |place: &Place| {
            let (start, width) = value_bits(place, program.model);
            Extent::range(start, start + u64::from(width))
        };
        for_each_known(self.body, op, &mut |local| {
            state.known.insert(local);
        });
        match op {
            Op::Begin { locals } | Op::End { locals } => {
                for &local in locals {
                    state.set(local, false);
                    state.memory.remove(&local);
                    if matches!(op, Op::End { .. }) {
                        state.known.remove(&local);
                    }
                }
                return;
            }
            Op::BeginVla { local, .. } => {
                state.memory.remove(local);
            }
            Op::Store { place, .. } => self.fill(state, place.address, &of_place(place)),
            Op::Atomic(atomic) => self.fill(state, atomic.place.address, &of_place(&atomic.place)),
            Op::Zero { dst, size } => self.fill(state, *dst, &Extent::range(0, 8 * size)),
            Op::Copy { dst, ty, .. } => {
                let bits = Extent::of_type(program, *ty);
                if let Some((local, at)) = self.target(*dst)
                    && !self.analysis.addresses.is_local_taken(self.id, local)
                    && bits != Extent::range(0, 8 * program.types.size(*ty, program.model))
                {
                    // What lies between the members is not set any more.
                    let kept = at.map_or(0, |at| 8 * at);
                    let held = state.memory.get(&local).map(|it| it.meet(&Extent::range(0, kept)));
                    state.memory.insert(local, held.unwrap_or_default());
                }
                self.fill(state, *dst, &bits);
            }
            Op::Complex(complex) => {
                if let Destination::Memory(address) = complex.dst {
                    let size = 16 * complex.part.size(program.model);
                    self.fill(state, address, &Extent::range(0, size));
                }
            }
            Op::Call { dst, callee, args } => {
                if let Callee::Direct(target) = callee {
                    self.call(*target, args, state);
                }
                if let Destination::Memory(address) = dst {
                    let ty = match callee {
                        Callee::Direct(target) => program.function(*target).ty,
                        Callee::Indirect(_, ty) => *ty,
                    };
                    if let cfa::types::Type::Function(signature) = program.types.get(ty) {
                        self.fill(state, *address, &Extent::of_type(program, signature.result));
                    }
                }
            }
            _ => {}
        }
        op.for_each_written(|local| state.set(local, true));
    }

    /// What a call sets of what its arguments point to.
    fn call(&self, target: FunctionId, args: &[Value], state: &mut State) {
        let function = self.analysis.program.function(target);
        let is_defined = function.body.is_some();
        let name = plain_name(&function.source_name);
        let is_known = machine::library::find(name).is_some();
        if let ("memset", [Value::Scalar(dst), _, Value::Scalar(size)]) = (name, args)
            && let Some(size) = self.body.constant(*size).and_then(|size| u64::try_from(size).ok())
            && !is_defined
        {
            self.fill(state, *dst, &Extent::range(0, 8 * size));
        }
        for (index, arg) in args.iter().enumerate() {
            let Value::Scalar(address) = arg else { continue };
            if self.body.expr(*address).ty != Scalar::Pointer {
                continue;
            }
            if is_defined {
                let sets = self.analysis.sets.get(&target).and_then(|sets| sets.get(index));
                sets.into_iter().for_each(|bits| self.fill(state, *address, bits));
            } else if !is_known && let Some((local, _)) = self.target(*address) {
                let whole = whole(self.body, local);
                state.add(local, &whole);
            }
        }
    }
}

/// All bits of an object of a frame.
pub(super) fn whole(body: &Body, local: LocalId) -> Extent {
    match body.local(local).storage {
        Kind::Memory { size, is_variable: false, .. } => Extent::range(0, 8 * size),
        _ => Extent::default(),
    }
}

/// The object of a frame, or the parameter of `steady`, that an address leads into; and where, if that is a constant.
pub(super) fn target(
    program: &Program,
    id: FunctionId,
    body: &Body,
    address: ExprId,
    steady: &[LocalId],
) -> Option<(LocalId, Option<u64>)> {
    if let Some(Inside { owner, offset, indices }) = inside(program, id, body, address) {
        let Owner::Local(_, local) = owner else { return None };
        let offset = u64::try_from(offset).ok().filter(|&offset| indices.is_empty() && offset < FARTHEST);
        return Some((local, offset));
    }
    match body.expr(address).kind {
        ExprKind::Local(param) if steady.contains(&param) => Some((param, Some(0))),
        ExprKind::Field { base, record, field } => {
            let (local, at) = target(program, id, body, base, steady)?;
            let offset = program.types.record(record).fields[field as usize].offset;
            Some((local, at.map(|at| at + offset).filter(|&at| at < FARTHEST)))
        }
        ExprKind::Index { base, index, scale } => {
            let (local, at) = target(program, id, body, base, steady)?;
            let moved = body.constant(index).and_then(|index| u64::try_from(index * i128::from(scale)).ok());
            let at = at.zip(moved).map(|(at, by)| at.saturating_add(by)).filter(|&at| at < FARTHEST);
            Some((local, at))
        }
        ExprKind::Convert { operand } if body.expr(operand).ty == Scalar::Pointer => {
            target(program, id, body, operand, steady)
        }
        _ => None,
    }
}
