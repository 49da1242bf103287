//! Operations as formulas: what an edge does to a symbolic state.
//!
//! A state maps data to terms over the values at the start of a block, so the effect of a block is a substitution. What C
//! leaves undefined is assumed not to happen (signed arithmetic wraps; the scope of a verdict says so); what is not
//! modelled yields an unknown value, never nothing.

use std::collections::BTreeMap;

use cfa::Program;
use cfa::expr::{Binary, Expr, ExprId, ExprKind, Overflow, Unary};
use cfa::library::{self, Trait};
use cfa::op::{Access, AtomicOp, Op, Place};
use cfa::passing::Passing;
use cfa::program::{Body, FunctionId, LocalId, Storage as Kind};
use cfa::source::Pos;
use cfa::types::{Scalar, TypeId};
use machine::exec::foreign::name_of_read;

use crate::region::{FIRST_PAGE, is_null};
use crate::storage::{Addressed, Cell, Lanes, Owner, Spot, Storage, bits_at, bits_of};
use crate::term::{Order, Sort, Symbol, Term, Terms, Word};

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
    pub storage: Storage<'p>,
    /// Since the last time they were taken, in order.
    pub inputs: Vec<Input>,
    /// As with inputs: when control comes to an error, and where that is.
    pub errors: Vec<(Term, Pos)>,
    /// Where the operation is that is being encoded, and its edge.
    pub at: Pos,
    pub edge: (FunctionId, u32),
}

/// A function's code and where in it we are.
#[derive(Clone, Copy)]
pub struct Here<'p> {
    pub function: FunctionId,
    pub body: &'p Body,
}

impl<'p> Encoder<'p> {
    pub fn new(program: &'p Program, terms: Terms, storage: Storage<'p>) -> Encoder<'p> {
        let (inputs, errors) = (Vec::new(), Vec::new());
        Encoder { program, terms, storage, inputs, errors, at: Pos::NONE, edge: (FunctionId(0), 0) }
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
        self.inputs.push(Input { symbol, guard, origin, pos: self.at, is_pointer, address });
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
        let symbol = self.storage.register(&mut self.terms, here.function, local);
        debug_assert_eq!(self.terms.symbol_sort(symbol), self.terms.sort(value));
        state.values.insert(symbol, value);
    }

    /// Whether an expression is not zero.
    pub fn truth(&mut self, state: &State, here: Here<'_>, expr: ExprId) -> Term {
        let value = self.eval(state, here, expr);
        let zero = self.terms.bits(self.terms.width(value), 0);
        let is_zero = self.terms.eq(value, zero);
        self.terms.not(is_zero)
    }

    fn flag(&mut self, condition: Term, width: u32) -> Term {
        let (one, zero) = (self.terms.bits(width, 1), self.terms.bits(width, 0));
        self.terms.ite(condition, one, zero)
    }

    pub fn eval(&mut self, state: &State, here: Here<'_>, id: ExprId) -> Term {
        let Expr { kind, ty } = here.body.expr(id);
        let width = self.width(ty);
        match kind {
            ExprKind::Int(value) => self.terms.bits(width, i128::from(value) as u128),
            ExprKind::Wide(index) => self.terms.bits(width, here.body.wide[index as usize] as u128),
            ExprKind::Float(bits) => self.terms.bits(width, bits.into()),
            ExprKind::Local(local) => {
                let symbol = self.storage.register(&mut self.terms, here.function, local);
                self.value(state, symbol)
            }
            ExprKind::Address(local) => {
                let of = Addressed::Owner(Owner::Local(here.function, local));
                self.storage.address(&mut self.terms, of)
            }
            ExprKind::Object(object) => {
                let of = Addressed::Owner(Owner::Object(object));
                let it = self.program.object(object);
                if it.is_weak && !it.is_defined {
                    return self.unknown(width, state);
                }
                self.storage.address(&mut self.terms, of)
            }
            ExprKind::Function(function) => {
                let it = self.program.function(function);
                if it.is_weak && it.body.is_none() {
                    return self.unknown(width, state);
                }
                self.storage.address(&mut self.terms, Addressed::Function(function))
            }
            ExprKind::Label(label) => {
                self.storage.address(&mut self.terms, Addressed::Label(here.function, label))
            }
            ExprKind::Field { base, record, field } => {
                let base = self.eval(state, here, base);
                let offset = self.program.types.record(record).fields[field as usize].offset;
                let offset = self.terms.bits(width, offset.into());
                self.terms.word(Word::Add, base, offset)
            }
            ExprKind::Index { base, index, scale } => {
                let base = self.eval(state, here, base);
                let index = self.eval(state, here, index);
                let index = self.terms.resize(index, true, width);
                let scale = self.terms.bits(width, scale.into());
                let offset = self.terms.word(Word::Mul, index, scale);
                self.terms.word(Word::Add, base, offset)
            }
            ExprKind::Within { index, .. } => self.eval(state, here, index),
            // The distance from null is an address as a number.
            ExprKind::Difference { lhs, rhs, .. }
                if here.body.constant(lhs).is_some() != here.body.constant(rhs).is_some() =>
            {
                self.unknown(width, state)
            }
            ExprKind::Difference { lhs, rhs, scale } => {
                let (lhs, rhs) = (self.eval(state, here, lhs), self.eval(state, here, rhs));
                let difference = self.terms.word(Word::Sub, lhs, rhs);
                let scale = self.terms.bits(self.terms.width(difference), scale.max(1).into());
                let elements = self.terms.word(Word::SDiv, difference, scale);
                self.terms.resize(elements, true, width)
            }
            ExprKind::Unary { op, operand } => self.unary(state, here, op, operand, width),
            ExprKind::Binary { op, lhs, rhs } => self.binary(state, here, op, (lhs, rhs), width),
            ExprKind::Convert { operand } => self.convert(state, here, operand, ty),
            ExprKind::Overflows { op, to, lhs, rhs } => {
                self.overflows(state, here, op, to, (lhs, rhs), width)
            }
        }
    }

    fn unary(&mut self, state: &State, here: Here<'_>, op: Unary, operand: ExprId, width: u32) -> Term {
        let of = here.body.expr(operand).ty;
        if of.is_float() && op != Unary::Not {
            return self.unknown(width, state);
        }
        if op == Unary::Not {
            if of.is_float() {
                let flag = self.unknown(1, state);
                return self.terms.extend(flag, false, width);
            }
            let truth = self.truth(state, here, operand);
            let not = self.terms.not(truth);
            return self.flag(not, width);
        }
        let value = self.eval(state, here, operand);
        match op {
            Unary::Negate => self.terms.negate(value),
            Unary::BitNot => self.terms.complement(value),
            Unary::Absolute => {
                let zero = self.terms.bits(width, 0);
                let is_negative = self.terms.order(Order::Slt, value, zero);
                let negated = self.terms.negate(value);
                self.terms.ite(is_negative, negated, value)
            }
            Unary::ByteSwap => {
                let bytes = self.terms.width(value) / 8;
                let mut swapped = self.terms.extract(value, 0, 8);
                for byte in 1..bytes {
                    let next = self.terms.extract(value, byte * 8, 8);
                    swapped = self.terms.concat(swapped, next);
                }
                swapped
            }
            Unary::PopulationCount | Unary::Parity => {
                let bits = self.terms.width(value);
                let mut sum = self.terms.bits(width, 0);
                for bit in 0..bits {
                    let one = self.terms.extract(value, bit, 1);
                    let one = self.terms.extend(one, false, width);
                    sum = self.terms.word(Word::Add, sum, one);
                }
                if op == Unary::Parity {
                    let one = self.terms.bits(width, 1);
                    sum = self.terms.word(Word::And, sum, one);
                }
                sum
            }
            _ => self.unknown(width, state),
        }
    }

    fn binary(
        &mut self,
        state: &State,
        here: Here<'_>,
        op: Binary,
        (lhs, rhs): (ExprId, ExprId),
        width: u32,
    ) -> Term {
        let of = here.body.expr(lhs).ty;
        if of.is_float() {
            if op.is_comparison() {
                let flag = self.unknown(1, state);
                return self.terms.extend(flag, false, width);
            }
            return self.unknown(width, state);
        }
        if let Some(is_equal) = self.equal_addresses(state, here, op, (lhs, rhs)) {
            return self.flag(is_equal, width);
        }
        let (a, mut b) = (self.eval(state, here, lhs), self.eval(state, here, rhs));
        let is_signed = of.is_signed();
        if matches!(op, Binary::Shl | Binary::Shr) {
            b = self.terms.resize(b, false, self.terms.width(a));
        }
        let word = match op {
            Binary::Add => Word::Add,
            Binary::Sub => Word::Sub,
            Binary::Mul => Word::Mul,
            Binary::Div => {
                if is_signed {
                    Word::SDiv
                } else {
                    Word::UDiv
                }
            }
            Binary::Rem => {
                if is_signed {
                    Word::SRem
                } else {
                    Word::URem
                }
            }
            Binary::Shl => Word::Shl,
            Binary::Shr => {
                if is_signed {
                    Word::AShr
                } else {
                    Word::LShr
                }
            }
            Binary::And => Word::And,
            Binary::Or => Word::Or,
            Binary::Xor => Word::Xor,
            _ if of == Scalar::Pointer && self.is_placed(a) != self.is_placed(b) => {
                let flag = self.unknown(1, state);
                return self.terms.extend(flag, false, width);
            }
            _ => {
                let condition = self.comparison(op, a, b, is_signed);
                return self.flag(condition, width);
            }
        };
        self.terms.word(word, a, b)
    }

    /// Whether an address is a number that may be that of an object: where objects lie is not known.
    fn is_placed(&self, address: Term) -> bool {
        let number = self.terms.constant(address);
        number.is_some_and(|number| !is_null(number as i128, self.program.model))
    }

    /// Addresses that are compared as numbers, with each other or with zero, are compared as addresses.
    fn equal_addresses(
        &mut self,
        state: &State,
        here: Here<'_>,
        op: Binary,
        (lhs, rhs): (ExprId, ExprId),
    ) -> Option<Term> {
        let word = self.storage.word();
        let address = |id: ExprId| match here.body.expr(id).kind {
            ExprKind::Convert { operand } if here.body.expr(operand).ty == Scalar::Pointer => Some(operand),
            _ => None,
        };
        let is_wide = |id: ExprId| bits_of(here.body.expr(id).ty, self.program.model) >= word;
        if !matches!(op, Binary::Eq | Binary::Ne) || !is_wide(lhs) || !is_wide(rhs) {
            return None;
        }
        let (a, b) = match (address(lhs), address(rhs)) {
            (Some(a), Some(b)) => (self.eval(state, here, a), self.eval(state, here, b)),
            (Some(a), None) if here.body.constant(rhs) == Some(0) => {
                (self.eval(state, here, a), self.terms.bits(word, 0))
            }
            (None, Some(b)) if here.body.constant(lhs) == Some(0) => {
                (self.terms.bits(word, 0), self.eval(state, here, b))
            }
            _ => return None,
        };
        let is_equal = self.terms.eq(a, b);
        Some(if op == Binary::Eq { is_equal } else { self.terms.not(is_equal) })
    }

    fn comparison(&mut self, op: Binary, a: Term, b: Term, is_signed: bool) -> Term {
        let (less, at_most) = if is_signed { (Order::Slt, Order::Sle) } else { (Order::Ult, Order::Ule) };
        match op {
            Binary::Lt => self.terms.order(less, a, b),
            Binary::Le => self.terms.order(at_most, a, b),
            Binary::Gt => self.terms.order(less, b, a),
            Binary::Ge => self.terms.order(at_most, b, a),
            Binary::Eq => self.terms.eq(a, b),
            Binary::Ne | Binary::LessGreater => {
                let equal = self.terms.eq(a, b);
                self.terms.not(equal)
            }
            _ => Term::FALSE,
        }
    }

    fn convert(&mut self, state: &State, here: Here<'_>, operand: ExprId, to: Scalar) -> Term {
        let from = here.body.expr(operand).ty;
        let width = self.width(to);
        match (from.is_float(), to) {
            (_, Scalar::Float(_)) if from == to => self.eval(state, here, operand),
            (_, Scalar::Float(_)) => self.unknown(width, state),
            (true, Scalar::Bool) => {
                let flag = self.unknown(1, state);
                self.terms.extend(flag, false, width)
            }
            (true, _) => self.unknown(width, state),
            (false, Scalar::Bool) => {
                let truth = self.truth(state, here, operand);
                self.flag(truth, width)
            }
            (false, Scalar::Pointer) if from == Scalar::Pointer => self.eval(state, here, operand),
            (false, _) => {
                let value = self.eval(state, here, operand);
                self.convert_word(state, (value, from), to)
            }
        }
    }

    /// From one of integers and addresses to another.
    fn convert_word(&mut self, state: &State, (mut value, from): (Term, Scalar), to: Scalar) -> Term {
        if from == Scalar::Pointer && to != Scalar::Pointer {
            value = self.address_as_number(state, value);
        }
        // gcc extends an address with its sign.
        let is_signed = from.is_signed() || from == Scalar::Pointer;
        let value = self.terms.resize(value, is_signed, self.width(to));
        match to {
            Scalar::Pointer if from != Scalar::Pointer => self.number_as_address(state, value),
            _ => value,
        }
    }

    /// A value as it arrives where it is taken for one of another type; anything where it does not.
    pub fn arrive(&mut self, state: &State, (value, from): (Term, Scalar), to: Scalar, how: Passing) -> Term {
        if from == to && how == Passing::Converted {
            return value;
        }
        let width = self.width(to);
        if how == Passing::Lost || from.is_float() || to.is_float() {
            return self.unknown(width, state);
        }
        let converted = self.convert_word(state, (value, from), to);
        let Passing::Between(low, high) = how else { return converted };
        let is_outside = self.terms.is_outside(value, (low, high));
        let any = self.unknown(width, state);
        self.terms.ite(is_outside, any, converted)
    }

    /// Where objects lie is not known and differs from call to call: as a number an address is any but zero.
    fn address_as_number(&mut self, state: &State, value: Term) -> Term {
        let width = self.terms.width(value);
        let any = self.unknown(width, state);
        let (zero, one) = (self.terms.bits(width, 0), self.terms.bits(width, 1));
        let is_zero = self.terms.eq(any, zero);
        let any = self.terms.ite(is_zero, one, any);
        let is_null = self.terms.eq(value, zero);
        self.terms.ite(is_null, zero, any)
    }

    /// The other way round: what lies at a number is not known, unless it is nothing (null, and results that say what went
    /// wrong). Else it could be asked where objects lie: `(char *)n == p` tells that of `n`.
    fn number_as_address(&mut self, state: &State, value: Term) -> Term {
        if self.terms.constant(value).is_some() {
            return value;
        }
        let width = self.terms.width(value);
        let any = self.unknown(width, state);
        let (zero, one) = (self.terms.bits(width, 0), self.terms.bits(width, 1));
        let is_zero = self.terms.eq(any, zero);
        let any = self.terms.ite(is_zero, one, any);
        let page = i128::from(FIRST_PAGE);
        let from_last = self.moved(value, page - 1);
        let most = self.terms.bits(width, (2 * page - 2) as u128);
        let is_nothing = self.terms.order(Order::Ule, from_last, most);
        self.terms.ite(is_nothing, value, any)
    }

    fn overflows(
        &mut self,
        state: &State,
        here: Here<'_>,
        op: Overflow,
        to: Scalar,
        (lhs, rhs): (ExprId, ExprId),
        width: u32,
    ) -> Term {
        let (of_l, of_r) = (here.body.expr(lhs).ty, here.body.expr(rhs).ty);
        let widest = self.width(of_l).max(self.width(of_r)).max(self.width(to));
        let exact = if op == Overflow::Mul { 2 * widest + 2 } else { widest + 2 };
        if exact > 128 {
            let flag = self.unknown(1, state);
            return self.terms.extend(flag, false, width);
        }
        let (a, b) = (self.eval(state, here, lhs), self.eval(state, here, rhs));
        let a = self.terms.extend(a, of_l.is_signed(), exact);
        let b = self.terms.extend(b, of_r.is_signed(), exact);
        let word = match op {
            Overflow::Add => Word::Add,
            Overflow::Sub => Word::Sub,
            Overflow::Mul => Word::Mul,
        };
        let result = self.terms.word(word, a, b);
        let cut = self.terms.extract(result, 0, self.width(to));
        let back = self.terms.extend(cut, to.is_signed(), exact);
        let fits = self.terms.eq(result, back);
        let not = self.terms.not(fits);
        self.flag(not, width)
    }

    /// The index of an access into cells with a stride.
    fn element(
        &mut self,
        state: &State,
        here: Here<'_>,
        inside: &crate::storage::Inside,
        stride: u64,
    ) -> Term {
        let word = self.storage.word();
        let base = inside.offset.div_euclid(i128::from(stride)) * i128::from(stride);
        let mut index = self.terms.bits(word, base as u128);
        for &(expr, scale) in &inside.indices {
            let value = self.eval(state, here, expr);
            let value = self.terms.resize(value, true, word);
            let scale = self.terms.bits(word, scale.into());
            let offset = self.terms.word(Word::Mul, value, scale);
            index = self.terms.word(Word::Add, index, offset);
        }
        index
    }

    pub fn load(&mut self, state: &State, here: Here<'_>, place: &Place) -> Term {
        let width = self.width(place.ty);
        let (start, bits) = bits_at(place, self.program.model);
        let inside = self.storage.inside(here.function, here.body, place.address);
        let cell = inside.as_ref().and_then(|it| self.storage.cell(it.owner, it.offset, start, bits));
        let (Some(inside), Some((cell, first))) = (inside, cell) else {
            let Some(spot) = self.spot(here, place.address, start, bits) else {
                let (function, edge) = self.edge;
                let read = name_of_read(&self.program.function(function).name, edge);
                let address = self.eval(state, here, place.address);
                let value = self.unknown_of(state, place.ty, bits, width, Origin::Read(read));
                if let Some(input) = self.inputs.last_mut() {
                    (input.is_pointer, input.address) = (place.ty == Scalar::Pointer, Some(address));
                }
                return value;
            };
            let address = self.eval(state, here, place.address);
            let part = self.load_spot(state, spot, address, bits);
            return self.terms.resize(part, place.ty.is_signed(), width);
        };
        if place.ty != Scalar::Pointer && self.storage.holds_pointers(cell.symbol) {
            // An address as a number: where objects lie is not known.
            return self.unknown_of(state, place.ty, bits, width, Origin::Unknown);
        }
        if place.ty.is_signed() {
            self.terms.set_sign(cell.symbol, true);
        }
        let constant = match place.access {
            Access::Volatile => None,
            _ => self.storage.constant(&mut self.terms, inside.owner, &cell),
        };
        let mut whole = constant.unwrap_or_else(|| self.value(state, cell.symbol));
        let stride = self.storage.layout(inside.owner).map_or(0, |layout| layout.stride);
        if stride != 0 {
            let index = self.element(state, here, &inside, stride);
            whole = match constant {
                Some(table) => self.terms.look_up(table, index),
                None => self.terms.select(whole, index),
            };
        }
        let part = self.terms.extract(whole, first, bits);
        self.terms.resize(part, place.ty.is_signed(), width)
    }

    /// A value of a type that nothing is known of.
    fn unknown_of(&mut self, state: &State, ty: Scalar, bits: u32, width: u32, origin: Origin) -> Term {
        if ty == Scalar::Bool {
            let flag = self.fresh(1, state.guard, origin);
            return self.terms.extend(flag, false, width);
        }
        let part = self.fresh(bits.min(width), state.guard, origin);
        self.terms.resize(part, ty.is_signed(), width)
    }

    pub fn store(&mut self, state: &mut State, here: Here<'_>, place: &Place, value: Term) {
        let (start, bits) = bits_at(place, self.program.model);
        let mut value = self.terms.resize(value, place.ty.is_signed(), bits);
        let inside = self.storage.inside(here.function, here.body, place.address);
        let cell = inside.as_ref().and_then(|it| self.storage.cell(it.owner, it.offset, start, bits));
        let (Some(inside), Some((cell, first))) = (inside, cell) else {
            if let Some((lanes, offset)) = self.storage.lanes(here.function, here.body, place.address) {
                let address = self.eval(state, here, place.address);
                match Storage::spot(&lanes, offset, start, bits) {
                    Some(spot) => self.store_spot(state, spot, address, value),
                    None => self.forget_lanes(state, &lanes),
                }
            }
            return;
        };
        if place.ty != Scalar::Pointer && self.storage.holds_pointers(cell.symbol) {
            value = match bits == self.storage.word() {
                true => self.number_as_address(state, value),
                false => self.unknown(bits, state),
            };
        }
        let stride = self.storage.layout(inside.owner).map_or(0, |layout| layout.stride);
        let old = self.value(state, cell.symbol);
        let new = if stride == 0 {
            self.overlay(old, value, first)
        } else {
            let index = self.element(state, here, &inside, stride);
            let element = if bits == cell.width { value } else { self.terms.select(old, index) };
            let element = self.overlay(element, value, first);
            self.terms.store(old, index, element)
        };
        state.values.insert(cell.symbol, new);
    }

    /// Where an access through a pointer goes; nothing if the region is not known.
    fn spot(&self, here: Here<'_>, address: ExprId, start: u64, bits: u32) -> Option<Spot> {
        let (lanes, offset) = self.storage.lanes(here.function, here.body, address)?;
        Storage::spot(&lanes, offset, start, bits)
    }

    fn moved(&mut self, address: Term, by: i128) -> Term {
        let by = self.terms.bits(self.terms.width(address), by as u128);
        self.terms.word(Word::Add, address, by)
    }

    fn load_spot(&mut self, state: &State, spot: Spot, address: Term, bits: u32) -> Term {
        match spot {
            Spot::Cell { cell, before, first } => {
                let index = self.moved(address, -i128::from(before));
                let array = self.value(state, cell.symbol);
                let whole = self.terms.select(array, index);
                self.terms.extract(whole, first, bits)
            }
            Spot::Bytes { symbol, first } => {
                let array = self.value(state, symbol);
                let bytes = (first + bits).div_ceil(8);
                let mut whole = self.terms.select(array, address);
                for byte in 1..bytes {
                    let index = self.moved(address, byte.into());
                    let next = self.terms.select(array, index);
                    whole = self.terms.concat(next, whole);
                }
                self.terms.extract(whole, first, bits)
            }
        }
    }

    fn store_spot(&mut self, state: &mut State, spot: Spot, address: Term, value: Term) {
        let bits = self.terms.width(value);
        match spot {
            Spot::Cell { cell, before, first } => {
                let index = self.moved(address, -i128::from(before));
                let array = self.value(state, cell.symbol);
                let old = if bits == cell.width { value } else { self.terms.select(array, index) };
                let new = self.overlay(old, value, first);
                let array = self.terms.store(array, index, new);
                state.values.insert(cell.symbol, array);
            }
            Spot::Bytes { symbol, first } => {
                let bytes = (first + bits).div_ceil(8);
                let mut whole = value;
                if first != 0 || !bits.is_multiple_of(8) {
                    let old = self.load_spot(state, Spot::Bytes { symbol, first: 0 }, address, bytes * 8);
                    whole = self.overlay(old, value, first);
                }
                let mut array = self.value(state, symbol);
                for byte in 0..bytes {
                    let index = self.moved(address, byte.into());
                    let part = self.terms.extract(whole, byte * 8, 8);
                    array = self.terms.store(array, index, part);
                }
                state.values.insert(symbol, array);
            }
        }
    }

    /// A scalar that an owner in a region holds from its start on.
    pub fn store_owner(&mut self, state: &mut State, owner: Owner, value: Term) {
        let Some(lanes) = self.storage.lanes_of_owner(owner) else { return };
        let address = self.storage.address(&mut self.terms, Addressed::Owner(owner));
        match Storage::spot(&lanes, 0, 0, self.terms.width(value)) {
            Some(spot) => self.store_spot(state, spot, address, value),
            None => self.forget_lanes(state, &lanes),
        }
    }

    /// All that the arrays of a region hold becomes unknown.
    pub fn forget_lanes(&mut self, state: &mut State, lanes: &Lanes) {
        let symbols: Vec<Symbol> = match lanes {
            Lanes::Cells(layout) => layout.cells.iter().map(|cell| cell.symbol).collect(),
            Lanes::Bytes(symbol) => vec![*symbol],
        };
        for symbol in symbols {
            let value = self.unknown_like(state, symbol);
            state.values.insert(symbol, value);
        }
    }

    fn unknown_like(&mut self, state: &State, symbol: Symbol) -> Term {
        let sort = self.terms.symbol_sort(symbol);
        self.input("unknown".into(), sort, state.guard, Origin::Unknown)
    }

    /// `size` bytes of a region at an address become what `f` says of each cell, by its distance from there.
    fn fill_lanes(
        &mut self,
        state: &mut State,
        (lanes, offset): (&Lanes, i64),
        address: Term,
        size: u64,
        f: &mut dyn FnMut(&mut Self, Cell, u64) -> Option<Term>,
    ) {
        let Some(cells) = Storage::cells_within(lanes, offset, size) else {
            return self.forget_lanes(state, lanes);
        };
        // All are read before any is written.
        let mut values = Vec::new();
        for (cell, at) in cells {
            let value = f(self, cell, at);
            let value = value.unwrap_or_else(|| self.unknown(cell.width, state));
            values.push((cell, at, value));
        }
        for (cell, at, value) in values {
            let index = self.moved(address, at.into());
            let array = self.value(state, cell.symbol);
            let array = self.terms.store(array, index, value);
            state.values.insert(cell.symbol, array);
        }
    }

    /// Copies within a region: what is copied is of one region on both sides.
    pub fn copy_lanes(
        &mut self,
        state: &mut State,
        (lanes, offset): (&Lanes, i64),
        (to, from): (Term, Option<Term>),
        size: u64,
    ) {
        let before = state.clone();
        self.fill_lanes(state, (lanes, offset), to, size, &mut |encoder, cell, at| {
            let index = encoder.moved(from?, at.into());
            let array = encoder.value(&before, cell.symbol);
            Some(encoder.terms.select(array, index))
        });
    }

    /// `size` bytes at an address become this one, or unknown.
    pub fn set_lanes(
        &mut self,
        state: &mut State,
        (lanes, offset): (&Lanes, i64),
        address: Term,
        size: u64,
        byte: Option<u8>,
    ) {
        self.fill_lanes(state, (lanes, offset), address, size, &mut |encoder, cell, _| {
            let all = u128::from_ne_bytes([byte?; 16]);
            Some(encoder.terms.bits(cell.width, all >> (cell.start % 8)))
        });
    }

    /// `old` with the bits from `first` on replaced.
    fn overlay(&mut self, old: Term, part: Term, first: u32) -> Term {
        let (whole, bits) = (self.terms.width(old), self.terms.width(part));
        let mut new = part;
        if first > 0 {
            let low = self.terms.extract(old, 0, first);
            new = self.terms.concat(new, low);
        }
        if first + bits < whole {
            let high = self.terms.extract(old, first + bits, whole - first - bits);
            new = self.terms.concat(high, new);
        }
        new
    }

    /// The cells of `size` bytes at an address become what `f` says of each: the cell, and its first bit from the address.
    /// Cells of which only a part lies there become unknown.
    fn fill(
        &mut self,
        state: &mut State,
        here: Here<'_>,
        address: ExprId,
        size: u64,
        f: &mut dyn FnMut(&mut Self, &Cell, u64) -> Option<Term>,
    ) {
        let Some(inside) = self.storage.inside(here.function, here.body, address) else { return };
        self.fill_at(state, (inside.owner, inside.offset, !inside.indices.is_empty()), size, f);
    }

    fn fill_at(
        &mut self,
        state: &mut State,
        (owner, offset, is_indexed): (Owner, i128, bool),
        size: u64,
        f: &mut dyn FnMut(&mut Self, &Cell, u64) -> Option<Term>,
    ) {
        let Some(layout) = self.storage.layout(owner).cloned() else { return };
        for cell in &layout.cells {
            let value = if layout.stride == 0 && !is_indexed {
                let (from, to) = (offset * 8, (offset + i128::from(size)) * 8);
                let (start, end) = (i128::from(cell.start), i128::from(cell.start) + i128::from(cell.width));
                if end <= from || to <= start {
                    continue;
                }
                let is_within = from <= start && end <= to;
                let known = if is_within { f(self, cell, (start - from) as u64) } else { None };
                known.unwrap_or_else(|| self.unknown(cell.width, state))
            } else {
                self.unknown_like(state, cell.symbol)
            };
            state.values.insert(cell.symbol, value);
        }
    }

    /// The bits for a cell of what lies at a constant place, where cells know them. As a number, an address is any.
    fn bits_inside(&mut self, state: &State, owner: Owner, bit: u64, to: &Cell) -> Option<Term> {
        let layout = self.storage.layout(owner)?;
        if layout.stride != 0 {
            return None;
        }
        let end = bit + u64::from(to.width);
        let cell = *layout.cells.iter().find(|c| c.start <= bit && end <= c.start + u64::from(c.width))?;
        if self.storage.holds_pointers(cell.symbol) != self.storage.holds_pointers(to.symbol) {
            return None;
        }
        let whole = self.value(state, cell.symbol);
        Some(self.terms.extract(whole, (bit - cell.start) as u32, to.width))
    }

    /// Copies an object. `from` is evaluated where it is, which may be another function than the destination's.
    pub fn copy(
        &mut self,
        state: &mut State,
        (dst_here, dst): (Here<'_>, ExprId),
        (src_here, src): (Here<'_>, ExprId),
        ty: TypeId,
    ) {
        let inside = self.storage.inside(dst_here.function, dst_here.body, dst);
        if let Some(inside) = inside.filter(|inside| self.storage.layout(inside.owner).is_some()) {
            let to = (inside.owner, inside.offset, !inside.indices.is_empty());
            return self.copy_to(state, to, (src_here, src), ty);
        }
        if let Some((lanes, offset)) = self.storage.lanes(dst_here.function, dst_here.body, dst) {
            let to = self.eval(state, dst_here, dst);
            let from = self.source(state, (src_here, src));
            let size = self.program.types.size(ty, self.program.model);
            self.copy_lanes(state, (&lanes, offset), (to, from), size);
        }
    }

    /// The address that is copied from, if it lies in a region that is known.
    fn source(&mut self, state: &State, (here, src): (Here<'_>, ExprId)) -> Option<Term> {
        self.storage.lanes(here.function, here.body, src)?;
        let inside = self.storage.inside(here.function, here.body, src);
        if inside.is_some_and(|inside| self.storage.layout(inside.owner).is_some()) {
            return None;
        }
        Some(self.eval(state, here, src))
    }

    pub fn copy_to(
        &mut self,
        state: &mut State,
        to: (Owner, i128, bool),
        (here, src): (Here<'_>, ExprId),
        ty: TypeId,
    ) {
        let size = self.program.types.size(ty, self.program.model);
        if self.storage.layout(to.0).is_none() {
            if let Some(lanes) = self.storage.lanes_of_owner(to.0) {
                let from = self.source(state, (here, src));
                let base = self.storage.address(&mut self.terms, Addressed::Owner(to.0));
                let target = self.moved(base, to.1);
                let offset = i64::try_from(to.1).unwrap_or(0);
                self.copy_lanes(state, (&lanes, offset), (target, from), size);
            }
            return;
        }
        let source = self.storage.inside(here.function, here.body, src);
        if let Some(source) = &source
            && self.copy_whole(state, to, source, size)
        {
            return;
        }
        let before = state.clone();
        self.fill_at(state, to, size, &mut |encoder, cell, bit| {
            let source = source.as_ref().filter(|source| source.indices.is_empty())?;
            let start = u64::try_from(source.offset).ok()? * 8 + bit;
            encoder.bits_inside(&before, source.owner, start, cell)
        });
    }

    /// Copies arrays that are cut alike and copied as a whole.
    fn copy_whole(
        &mut self,
        state: &mut State,
        (owner, offset, is_indexed): (Owner, i128, bool),
        source: &crate::storage::Inside,
        size: u64,
    ) -> bool {
        let (Some(to), Some(from)) = (self.storage.layout(owner), self.storage.layout(source.owner)) else {
            return false;
        };
        let is_alike = to.stride == from.stride
            && to.stride != 0
            && to.cells.len() == from.cells.len()
            && to.cells.iter().zip(&from.cells).all(|(to, from)| {
                (to.start, to.width) == (from.start, from.width)
                    && (self.storage.holds_pointers(to.symbol) || !self.storage.holds_pointers(from.symbol))
            });
        let is_whole = offset == 0
            && source.offset == 0
            && !is_indexed
            && source.indices.is_empty()
            && self.storage.size_of(owner) == size
            && self.storage.size_of(source.owner) == size;
        if !is_alike || !is_whole {
            return false;
        }
        let pairs: Vec<_> = to.cells.iter().zip(&from.cells).map(|(a, b)| (a.symbol, b.symbol)).collect();
        for (to, from) in pairs {
            let value = self.value(state, from);
            state.values.insert(to, value);
        }
        true
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

    pub fn forget_owner(&mut self, state: &mut State, owner: Owner) {
        if self.storage.layout(owner).is_none()
            && let Some(lanes) = self.storage.lanes_of_owner(owner)
        {
            let address = self.storage.address(&mut self.terms, Addressed::Owner(owner));
            if self.storage.is_variable_length(owner) {
                return self.forget_lanes(state, &lanes);
            }
            let size = self.storage.size_of(owner);
            return self.set_lanes(state, (&lanes, 0), address, size, None);
        }
        self.fill_at(state, (owner, 0, true), 0, &mut |_, _, _| None);
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
                let target = self.storage.address(&mut self.terms, Addressed::Label(here.function, *label));
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
                        let symbol = self.storage.register(&mut self.terms, here.function, dst);
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
                places.extend(crate::storage::destination(dst));
            }
            Op::VaCopy { dst, .. } => places.push(*dst),
            Op::Complex(complex) => places.extend(crate::storage::destination(&complex.dst)),
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

    fn zero(&mut self, state: &mut State, here: Here<'_>, dst: ExprId, size: u64) {
        let inside = self.storage.inside(here.function, here.body, dst);
        let layout = inside.as_ref().and_then(|inside| self.storage.layout(inside.owner).cloned());
        let (Some(inside), Some(layout)) = (inside, layout) else {
            if let Some((lanes, offset)) = self.storage.lanes(here.function, here.body, dst) {
                let address = self.eval(state, here, dst);
                self.set_lanes(state, (&lanes, offset), address, size, Some(0));
            }
            return;
        };
        let is_whole =
            inside.offset == 0 && inside.indices.is_empty() && size >= self.storage.size_of(inside.owner);
        if layout.stride != 0 && is_whole {
            for cell in &layout.cells {
                let zero = self.terms.bits(cell.width, 0);
                let array = self.terms.fill(self.storage.word(), zero);
                state.values.insert(cell.symbol, array);
            }
            return;
        }
        self.fill(state, here, dst, size, &mut |encoder, cell, _| Some(encoder.terms.bits(cell.width, 0)));
    }

    fn case(&mut self, state: &State, here: Here<'_>, value: ExprId, ranges: &[(i128, i128)]) -> Term {
        let ty = here.body.expr(value).ty;
        let value = self.eval(state, here, value);
        let width = self.terms.width(value);
        let order = if ty.is_signed() { Order::Sle } else { Order::Ule };
        let mut any = Term::FALSE;
        for &(low, high) in ranges {
            let (low_term, high_term) =
                (self.terms.bits(width, low as u128), self.terms.bits(width, high as u128));
            let within = if low == high {
                self.terms.eq(value, low_term)
            } else {
                let (from, to) =
                    (self.terms.order(order, low_term, value), self.terms.order(order, value, high_term));
                self.terms.and(from, to)
            };
            any = self.terms.or(any, within);
        }
        any
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
