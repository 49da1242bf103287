//! Operations as formulas: what an edge does to a symbolic state.
//!
//! A state maps data to terms over the values at the start of a block, so the effect of a block is a substitution. What C
//! leaves undefined is assumed not to happen (signed arithmetic wraps; the scope of a verdict says so); what is not
//! modelled yields an unknown value, never nothing.

mod convert;
mod copy;
mod expression;
mod lanes;
mod memory;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap as HashMap;
use std::collections::BTreeMap;

use cfa::Program;
use cfa::address::Addresses;
use cfa::library::{self, Trait};
use cfa::op::{AtomicOp, Op};
use cfa::program::{Body, FunctionId, LocalId, Storage as Kind};
use cfa::source::Pos;
use cfa::types::Scalar;

use crate::externs::Externs;
use crate::facts::key::Keys;
use crate::facts::storage::{Addressed, Owner, Storage, bits_of};
use formula::{Sort, Symbol, Term, Terms, Word};

/// What holds at a point of a block.
#[derive(Clone, Debug)]
pub struct State {
    /// When control comes here.
    pub guard: Term,
    /// Data that differs from what it was at the start of the block.
    pub values: BTreeMap<Symbol, Term>,
}

impl State {
    pub fn start() -> State {
        State { guard: Term::TRUE, values: BTreeMap::new() }
    }
}

/// A value that the program is given: what it is, when, and where it came from.
#[derive(Clone, Debug)]
pub struct Input {
    pub symbol: Symbol,
    pub guard: Term,
    pub origin: Origin,
    pub pos: Pos,
    pub is_pointer: bool,
    /// Where it is read from, if it is.
    pub address: Option<Term>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A function whose result is chosen, by name; the result's type.
    Choice(String, Scalar),
    /// An undefined function; of one that allocates, whether it does not.
    Extern(String),
    /// What a local holds before it is set.
    Local(String),
    /// What is read from memory of which nothing is known: where that is.
    Read(String),
    /// Not modelled, indeterminate or unknown.
    Unknown,
}

impl Origin {
    /// Whether a run takes the value that it is given. What a function of the C library returns, the machine computes.
    pub fn is_given(&self) -> bool {
        match self {
            Origin::Choice(..) | Origin::Local(_) => true,
            Origin::Extern(name) => {
                library::find(name).is_none_or(|row| !row.is_modelled() || row.is(Trait::Fresh))
            }
            // Only where the run comes to memory that is filled from outside.
            Origin::Read(_) | Origin::Unknown => false,
        }
    }
}

pub struct Encoder<'p> {
    pub program: &'p Program,
    pub terms: Terms,
    pub keys: Keys,
    pub storage: Storage<'p>,
    /// What cells of constant objects hold, of those that were asked for.
    constants: HashMap<Symbol, Option<Term>>,
    /// Since the last time they were taken, in order.
    inputs: Vec<Input>,
    /// Where the operation is that is being encoded.
    pub site: Site,
}

/// An edge, and where it is in the text.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    pub function: FunctionId,
    pub edge: u32,
    pub pos: Pos,
}

/// A function's code and where in it we are.
#[derive(Clone, Copy)]
pub struct Here<'p> {
    pub function: FunctionId,
    pub body: &'p Body,
}

impl<'p> Encoder<'p> {
    pub fn new(program: &'p Program, addresses: &Addresses, externs: Externs) -> Encoder<'p> {
        let (mut terms, mut keys) = (Terms::default(), Keys::default());
        let storage = Storage::of(program, addresses, externs, &mut terms, &mut keys);
        let site = Site { function: FunctionId(0), edge: 0, pos: Pos::NONE };
        Encoder { program, terms, keys, storage, constants: HashMap::default(), inputs: Vec::new(), site }
    }

    pub fn register(&mut self, function: FunctionId, local: LocalId) -> Symbol {
        self.storage.register(&mut self.terms, &mut self.keys, function, local)
    }

    /// What a function returns, until its caller has taken it.
    pub fn result(&mut self, function: FunctionId, width: u32) -> Symbol {
        self.storage.result(&mut self.terms, &mut self.keys, function, width)
    }

    /// What data of a function's call was when it was entered.
    pub fn ghost(&mut self, function: FunctionId, data: Symbol) -> Symbol {
        self.storage.ghost(&mut self.terms, &mut self.keys, function, data)
    }

    pub fn address(&mut self, of: Addressed) -> Term {
        self.storage.address(&mut self.terms, &mut self.keys, of)
    }

    /// All cells with their values when the program starts, but for what is not known then.
    pub fn initial(&mut self) -> Vec<(Symbol, Term)> {
        self.storage.initial(&mut self.terms, &mut self.keys)
    }

    /// What was given since the last time.
    pub fn take_inputs(&mut self) -> Vec<Input> {
        std::mem::take(&mut self.inputs)
    }

    /// Does something, as if nothing were given in it.
    pub fn without_inputs<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.inputs.len();
        let done = work(self);
        self.inputs.truncate(before);
        done
    }

    pub fn fresh(&mut self, width: u32, guard: Term, origin: Origin) -> Term {
        let name = match &origin {
            Origin::Choice(name, _) | Origin::Extern(name) => format!("{name}()"),
            Origin::Local(name) => name.clone(),
            Origin::Read(_) | Origin::Unknown => "unknown".to_string(),
        };
        self.input(name, Sort::Bits(width), guard, origin)
    }

    fn input(&mut self, name: String, sort: Sort, guard: Term, origin: Origin) -> Term {
        let symbol = self.terms.new_symbol(name, sort);
        let (is_pointer, address) = (false, None);
        self.inputs.push(Input { symbol, guard, origin, pos: self.site.pos, is_pointer, address });
        self.terms.symbol(symbol)
    }

    /// Any value of a type.
    pub fn any(&mut self, scalar: Scalar, guard: Term, origin: Origin) -> Term {
        let width = self.width(scalar);
        let value = self.fresh(if scalar == Scalar::Bool { 1 } else { width }, guard, origin);
        if let Some(input) = self.inputs.last_mut() {
            input.is_pointer = scalar == Scalar::Pointer;
        }
        self.terms.extend(value, false, width)
    }

    fn unknown(&mut self, width: u32, state: &State) -> Term {
        self.fresh(width, state.guard, Origin::Unknown)
    }

    pub fn width(&self, scalar: Scalar) -> u32 {
        bits_of(scalar, self.program.model)
    }

    pub fn value(&mut self, state: &State, symbol: Symbol) -> Term {
        match state.values.get(&symbol) {
            Some(&value) => value,
            None => self.terms.symbol(symbol),
        }
    }

    pub fn set_register(&mut self, state: &mut State, here: Here<'_>, local: LocalId, value: Term) {
        let symbol = self.register(here.function, local);
        debug_assert_eq!(self.terms.symbol_sort(symbol), self.terms.sort(value));
        state.values.insert(symbol, value);
    }

    /// Everything a local holds becomes indeterminate.
    pub fn forget(&mut self, state: &mut State, here: Here<'_>, local: LocalId) {
        match here.body.local(local).storage {
            Kind::Register(scalar) => {
                let function = self.program.function(here.function);
                let origin = Origin::Local(format!("{}::{}", function.name, here.body.local(local).name));
                let value = self.any(scalar, state.guard, origin);
                self.set_register(state, here, local, value);
            }
            Kind::Memory { .. } => self.forget_owner(state, Owner::Local(here.function, local)),
        }
    }

    pub fn assume(&mut self, state: &mut State, condition: Term) {
        state.guard = self.terms.and(state.guard, condition);
    }

    /// The effect of an operation that neither calls nor ends the function. What it may write and is not modelled becomes
    /// unknown.
    pub fn apply(&mut self, state: &mut State, here: Here<'_>, op: &Op) {
        match op {
            Op::Assign { dst, value } => {
                let value = self.eval(state, here, *value);
                self.set_register(state, here, *dst, value);
            }
            Op::Load { dst, place } => {
                let value = self.load(state, here, place);
                self.set_register(state, here, *dst, value);
            }
            Op::Store { place, value } => {
                let value = self.eval(state, here, *value);
                self.store(state, here, place, value);
            }
            Op::Copy { dst, src, ty, .. } => self.copy(state, (here, *dst), (here, *src), *ty),
            Op::Zero { dst, size } => self.zero(state, here, *dst, *size),
            Op::Assume { cond, truth } => {
                let condition = self.truth(state, here, *cond);
                let condition = if *truth { condition } else { self.terms.not(condition) };
                self.assume(state, condition);
            }
            Op::Case { value, ranges, inside } => {
                let condition = self.case(state, here, *value, ranges);
                let condition = if *inside { condition } else { self.terms.not(condition) };
                self.assume(state, condition);
            }
            Op::Jump { address, label } => {
                let address = self.eval(state, here, *address);
                let target = self.address(Addressed::Label(here.function, *label));
                let condition = self.terms.eq(address, target);
                self.assume(state, condition);
            }
            Op::Begin { locals } => locals.iter().for_each(|&local| self.forget(state, here, local)),
            Op::End { .. } | Op::Skip | Op::Fence(_) | Op::VaEnd { .. } => {}
            Op::Atomic(atomic) => {
                let old = self.load(state, here, &atomic.place);
                let operand = self.eval(state, here, atomic.operand);
                let width = self.terms.width(old);
                let operand = self.terms.resize(operand, false, width);
                let new = match atomic.op {
                    AtomicOp::Exchange => operand,
                    AtomicOp::Add => self.terms.word(Word::Add, old, operand),
                    AtomicOp::Sub => self.terms.word(Word::Sub, old, operand),
                    AtomicOp::And => self.terms.word(Word::And, old, operand),
                    AtomicOp::Or => self.terms.word(Word::Or, old, operand),
                    AtomicOp::Xor => self.terms.word(Word::Xor, old, operand),
                    AtomicOp::Nand => {
                        let and = self.terms.word(Word::And, old, operand);
                        self.terms.complement(and)
                    }
                    AtomicOp::CompareExchange { expected, is_weak, .. } => {
                        let expected = self.eval(state, here, expected);
                        let expected = self.terms.resize(expected, false, width);
                        let is_equal = self.terms.eq(old, expected);
                        if is_weak {
                            self.unknown(width, state)
                        } else {
                            self.terms.ite(is_equal, operand, old)
                        }
                    }
                };
                self.store(state, here, &atomic.place, new);
                if let Some(dst) = atomic.dst {
                    let is_weak = matches!(atomic.op, AtomicOp::CompareExchange { is_weak: true, .. });
                    if is_weak {
                        self.forget(state, here, dst);
                        atomic.success.into_iter().for_each(|success| self.forget(state, here, success));
                    } else {
                        let symbol = self.register(here.function, dst);
                        let width = self.terms.symbol_sort(symbol).width();
                        let value = self.terms.resize(old, atomic.place.ty.is_signed(), width);
                        self.set_register(state, here, dst, value);
                    }
                }
            }
            Op::BeginVla { local, .. } => self.forget(state, here, *local),
            _ => self.havoc(state, here, op),
        }
    }

    /// What an operation may write becomes unknown.
    fn havoc(&mut self, state: &mut State, here: Here<'_>, op: &Op) {
        op.for_each_written(|local| self.forget(state, here, local));
        let mut places = Vec::new();
        match op {
            Op::Asm(asm) => places.extend(asm.memory.iter().map(|(address, _)| *address)),
            Op::VaStart { list } => places.push(*list),
            Op::VaArg { dst, list, .. } => {
                places.push(*list);
                places.extend(crate::facts::storage::destination(dst));
            }
            Op::VaCopy { dst, .. } => places.push(*dst),
            Op::Complex(complex) => places.extend(crate::facts::storage::destination(&complex.dst)),
            _ => {}
        }
        for address in places {
            if let Some(inside) = self.storage.inside(here.function, here.body, address) {
                self.forget_owner(state, inside.owner);
            }
            if let Some((lanes, _)) = self.storage.lanes(here.function, here.body, address) {
                self.forget_lanes(state, &lanes);
            }
        }
        if let Op::Asm(asm) = op
            && asm.clobbers_memory
        {
            for lanes in self.storage.all_lanes() {
                self.forget_lanes(state, &lanes);
            }
            for owner in self.storage.owners_known_to(&asm.template) {
                self.forget_owner(state, owner);
            }
        }
    }

    /// Two states that control may come from, as one.
    pub fn merge(&mut self, a: State, b: State) -> State {
        if a.guard == Term::FALSE {
            return b;
        }
        if b.guard == Term::FALSE {
            return a;
        }
        let guard = self.terms.or(a.guard, b.guard);
        let (_, rest_a, rest_b) = self.terms.split(a.guard, b.guard);
        // Where both went different ways at one branch, that branch tells them apart.
        let condition = match (rest_a.first(), rest_b.first()) {
            (Some(&x), Some(&y)) if self.terms.not(x) == y => x,
            _ => self.terms.all(rest_a),
        };
        let mut values = BTreeMap::new();
        let mut b_values = b.values;
        for (symbol, x) in a.values {
            let y = match b_values.remove(&symbol) {
                Some(y) => y,
                None => self.terms.symbol(symbol),
            };
            let value = self.terms.ite(condition, x, y);
            values.insert(symbol, value);
        }
        for (symbol, y) in b_values {
            let x = self.terms.symbol(symbol);
            let value = self.terms.ite(condition, x, y);
            values.insert(symbol, value);
        }
        State { guard, values }
    }
}
