//! Instructions on terms of the inputs: those that compute terms or are decided by them. For all others terms are made numbers first.
//!
//! Everything here happens before the instruction has done anything, so that the operation can start over when a decision ends
//! the transition. Why that is sound, [`crate::symbolic`] says.

use cfa::expr::{Binary, Reach, Unary};
use formula::{Order, Term};

use super::rare::check_index;
use super::{Machine, is_character};
use crate::arith;
use crate::code::{Arg, Code, Instr, Kind, Operand, Param, Result_};
use crate::explore::Pending;
use crate::fault::{Fault, FaultKind, Stop};
use crate::library::LibraryId;
use crate::memory::OBJECT_LIMIT;
use crate::symbolic::operate::{self, Computed, Outcomes};
use crate::symbolic::{Judged, Split, Valued};
use crate::value::{INIT, TERM, Val};

/// What is left to do of an instruction.
pub(super) enum Then {
    /// All of it, in the usual way: no term is among its operands any more, or it passes terms on as they are.
    Usual,
    /// Nothing.
    Next,
    /// To go on there.
    To(u32),
}

/// Elements of an object that are followed one by one.
const ELEMENTS: i64 = 1 << 12;

impl Machine<'_> {
    /// Does what terms among the operands of an instruction ask for.
    pub(super) fn on_terms(&mut self, code: &Code, base: u32, instr: &Instr) -> Result<Then, Stop> {
        let is_term = |machine: &Self, operand: Operand| machine.get(code, base, operand).tag == TERM;
        match instr {
            Instr::Binary { op, kind, dst, a, b } if is_term(self, *a) || is_term(self, *b) => {
                let Some(result) = self.binary_of_terms(code, base, *op, *kind, [*a, *b])? else {
                    return self.fix_all(code, base, &[(*a, *kind), (*b, *kind)]);
                };
                self.set(base, *dst, result);
                Ok(Then::Next)
            }
            Instr::Compare { op, kind, a, b, yes, no } if is_term(self, *a) || is_term(self, *b) => {
                let Some(result) = self.binary_of_terms(code, base, *op, *kind, [*a, *b])? else {
                    return self.fix_all(code, base, &[(*a, *kind), (*b, *kind)]);
                };
                let holds = self.is_true(result)?;
                Ok(Then::To(if holds { *yes } else { *no }))
            }
            Instr::Branch { cond, kind, yes, no } if is_term(self, *cond) => match kind {
                Kind::Int { .. } | Kind::Bool | Kind::Pointer { .. } => {
                    let value = self.get(code, base, *cond);
                    let holds = self.is_true(value)?;
                    Ok(Then::To(if holds { *yes } else { *no }))
                }
                _ => self.fix_all(code, base, &[(*cond, *kind)]),
            },
            Instr::Switch { value, kind, table } if is_term(self, *value) => {
                self.switch_on_term(code, base, *value, *kind, *table)
            }
            Instr::Unary { op, kind, dst, a } if is_term(self, *a) => {
                let Some(result) = self.unary_of_term(code, base, *op, *kind, *a)? else {
                    return self.fix_all(code, base, &[(*a, *kind)]);
                };
                self.set(base, *dst, result);
                Ok(Then::Next)
            }
            Instr::Convert { from, to, dst, a } if is_term(self, *a) => {
                let Some(result) = self.converted_term(code, base, *from, *to, *a) else {
                    let done = self.fix_all(code, base, &[(*a, *from)]);
                    return if is_float(*to) { done.map_err(of_float) } else { done };
                };
                self.set(base, *dst, result);
                Ok(Then::Next)
            }
            Instr::Overflows { from, right, a, b, .. } => {
                self.fix_all(code, base, &[(*a, *from), (*b, *right)])
            }
            Instr::Index { base: pointer, index, scale, .. } => {
                self.fix(code, base, *pointer)?;
                if let Some(term) = self.get(code, base, *index).as_term() {
                    let (at, pointer) = (*index, self.get(code, base, *pointer));
                    let value = self.index_of_term(pointer, term, *scale)?;
                    self.set(base, at, value);
                }
                Ok(Then::Usual)
            }
            Instr::Element { base: pointer, index, limit, reach, .. } => {
                self.fix(code, base, *pointer)?;
                self.bounded(code, base, *index, *limit, *reach)?;
                if let Some(term) = self.get(code, base, *index).as_term() {
                    let elements: Vec<u64> = (0..(*limit).min(ELEMENTS as u64)).collect();
                    let value = self.number_of_term(term, &elements)?;
                    self.set(base, *index, Val::int(value));
                }
                Ok(Then::Usual)
            }
            Instr::Within { index, length, reach, dst } => {
                self.fix(code, base, *length)?;
                let length = self.get(code, base, *length);
                let is_plain = length.tag == INIT && length.bits as i64 > 0;
                if is_plain && is_term(self, *index) {
                    let limit = length.bits.saturating_add((*reach == Reach::End).into());
                    self.bounded(code, base, *index, limit, *reach)?;
                    let index = self.get(code, base, *index);
                    self.set(base, *dst, index);
                    return Ok(Then::Next);
                }
                self.fix(code, base, *index)?;
                Ok(Then::Usual)
            }
            Instr::Load { dst, address, kind, align } => {
                self.fix(code, base, *address)?;
                self.load_term(code, base, *dst, *address, *kind, *align)
            }
            Instr::Store { address, value, kind, .. } => {
                self.fix(code, base, *address)?;
                // A register is stored as the term that it is, and one of two as numbers.
                if kind.slots() == 2 {
                    return self.fix_all(code, base, &[(*value, *kind)]);
                }
                Ok(Then::Usual)
            }
            Instr::StoreBits { address, value, kind, .. } => {
                self.fix(code, base, *address)?;
                self.fix_all(code, base, &[(*value, *kind)])
            }
            Instr::Atomic { address, operand, expected, kind, .. } => {
                for operand in [*address, *operand, *expected] {
                    self.fix(code, base, operand)?;
                }
                let at = self.place(code, base, *address);
                self.memory_as_numbers(at, kind.bytes())?;
                Ok(Then::Usual)
            }
            Instr::Offset { base: a, .. }
            | Instr::LoadBits { address: a, .. }
            | Instr::Goto { address: a, .. }
            | Instr::Alloca { size: a, .. }
            | Instr::BeginVla { size: a, .. }
            | Instr::VaStart { list: a }
            | Instr::VaArg { list: a, .. }
            | Instr::VaEnd { list: a }
            | Instr::Zero { dst: a, .. }
            | Instr::SetJump { buffer: a, .. }
            | Instr::LongJump { buffer: a } => {
                self.fix(code, base, *a)?;
                Ok(Then::Usual)
            }
            Instr::Difference { a, b, .. }
            | Instr::Copy { dst: a, src: b, .. }
            | Instr::VaCopy { dst: a, src: b }
            | Instr::Distinct { a, b, .. } => {
                self.fix(code, base, *a)?;
                self.fix(code, base, *b)?;
                Ok(Then::Usual)
            }
            Instr::Complex { args, result, .. } => {
                args.iter().try_for_each(|&a| self.fix(code, base, a))?;
                self.fix_place(code, base, result)?;
                Ok(Then::Usual)
            }
            Instr::Call { function, args, result } => {
                let params = &self.image.code[function.index()].params;
                self.pass(code, base, args, params)?;
                self.fix_place(code, base, result)?;
                Ok(Then::Usual)
            }
            Instr::CallIndirect { callee, args, result, .. } => {
                self.fix(code, base, *callee)?;
                self.pass(code, base, args, &[])?;
                self.fix_place(code, base, result)?;
                Ok(Then::Usual)
            }
            Instr::Absent { args, result, .. } => {
                self.pass(code, base, args, &[])?;
                self.fix_place(code, base, result)?;
                Ok(Then::Usual)
            }
            Instr::Library { function, args, result, .. } => {
                self.fix_place(code, base, result)?;
                self.pass_to_library(code, base, *function, args)
            }
            Instr::Return { value: Some(Arg::Scalar(operand, kind)) } if is_term(self, *operand) => {
                let result = self.frames[self.frames.len() - 1].result;
                let is_same = matches!(result, Result_::Slot(_, wanted) if wanted == *kind);
                // Who called from the library takes numbers.
                if (is_same || result == Result_::None) && kind.slots() == 1 && self.library.callbacks == 0 {
                    return Ok(Then::Usual);
                }
                self.fix_all(code, base, &[(*operand, *kind)])
            }
            Instr::Return { value: Some(Arg::Aggregate(operand, _)) } => {
                self.fix(code, base, *operand)?;
                Ok(Then::Usual)
            }
            _ => Ok(Then::Usual),
        }
    }

    /// Makes operands of these kinds numbers.
    fn fix_all(&mut self, code: &Code, base: u32, operands: &[(Operand, Kind)]) -> Result<Then, Stop> {
        for &(operand, kind) in operands {
            for slot in 0..kind.slots() {
                let done = self.fix(code, base, operand + slot);
                if is_float(kind) { done.map_err(of_float)? } else { done? }
            }
        }
        Ok(Then::Usual)
    }

    /// Makes an operand a number, if it is a term.
    fn fix(&mut self, code: &Code, base: u32, operand: Operand) -> Result<(), Stop> {
        if let Some(term) = self.get(code, base, operand).as_term() {
            let value = self.number_of_term(term, &[])?;
            self.set(base, operand, Val::int(value));
        }
        Ok(())
    }

    /// The address that an aggregate result goes to.
    fn fix_place(&mut self, code: &Code, base: u32, result: &Result_) -> Result<(), Stop> {
        match result {
            Result_::Memory(operand, _) => self.fix(code, base, *operand),
            _ => Ok(()),
        }
    }

    /// The number that a term is, here: states in which it is another one are other options.
    pub(crate) fn number_of_term(&mut self, term: Term, wanted: &[u64]) -> Result<u64, Stop> {
        loop {
            match self.symbolic().value(term, wanted) {
                Valued::Always(value) => return Ok(value),
                Valued::Split(split) => self.take_part(&split)?,
                Valued::Hard => return Err(too_many()),
            }
        }
    }

    /// Whether a condition holds, here.
    pub(crate) fn holds_here(&mut self, condition: Term) -> Result<bool, Stop> {
        loop {
            match self.symbolic().judge(condition) {
                Judged::Always(holds) => return Ok(holds),
                Judged::Split(split) => self.take_part(&split)?,
                Judged::Hard => return Err(too_many()),
            }
        }
    }

    /// Takes the part that was chosen, or ends the transition before the choice.
    fn take_part(&mut self, split: &Split) -> Result<(), Stop> {
        let count = split.parts.len();
        let option = match self.symbolic().decided.take() {
            Some((option, question)) if question == split.question => option as usize,
            Some(_) => return Err(other_question()),
            None if count == 1 => 0,
            None if self.library.callbacks > 0 => {
                let what = "a decision that depends on inputs, inside a callback or before main";
                return Err(Stop::SymbolicValue(what.into()));
            }
            None => {
                return self.yield_to(Pending::Decide { count: count as u32, question: split.question });
            }
        };
        let Some(part) = split.parts.get(option) else {
            return Err(Stop::SymbolicValue("an option that there is not".into()));
        };
        if split.has_rest && option + 1 == count {
            return Err(too_many());
        }
        self.restrict(split.place, part.clone());
        Ok(())
    }

    /// What was chosen has to have been asked for again.
    pub(crate) fn refuse_undecided(&self) -> Result<(), Stop> {
        let symbolic = self.exploring().and_then(|exploring| exploring.symbolic.as_ref());
        match symbolic.is_some_and(|symbolic| symbolic.decided.is_some()) {
            true => Err(other_question()),
            false => Ok(()),
        }
    }

    /// A symbol has only these values from now on. Bytes that are known by that are bytes like any other.
    fn restrict(&mut self, place: u32, values: formula::Set) {
        if !self.symbolic().restrict(place, values) {
            return;
        }
        let held: Vec<_> = self.memory.term_bytes().collect();
        for (at, byte) in held {
            let symbolic = self.symbolic();
            let term = symbolic.plain(byte.term);
            let low = symbolic.terms.extract(term, 8 * u32::from(byte.byte), 8);
            match symbolic.terms.constant(low) {
                Some(value) => self.memory.set_number_byte(at, value as u8),
                None if term != byte.term => self.memory.set_term_byte(at, term, byte.byte),
                None => {}
            }
        }
    }

    /// Whether a value that is a number or a term is not zero.
    fn is_true(&mut self, value: Val) -> Result<bool, Stop> {
        let Some(term) = value.as_term() else { return Ok(value.bits != 0) };
        let is_zero = self.symbolic().terms.is_zero(term);
        self.holds_here(is_zero).map(|is_zero| !is_zero)
    }

    /// A number or a term as a term of so many bits.
    fn low_bits(&mut self, value: Val, bits: u8) -> Option<Term> {
        let terms = &mut self.symbolic().terms;
        let term = match (value.tag, value.as_term()) {
            (_, Some(term)) => term,
            (INIT, _) => terms.bits(64, value.bits.into()),
            _ => return None,
        };
        Some(terms.extract(term, 0, bits.into()))
    }

    /// What a function of the library returns, as its caller takes it.
    pub(crate) fn result_of_term(&mut self, value: Val, kind: Kind) -> Result<Val, Stop> {
        let Some((bits, signed)) = integer(kind) else {
            return Err(Stop::SymbolicFloat("an input that the program takes for no integer".into()));
        };
        match self.low_bits(value, bits) {
            Some(low) => Ok(self.computed(Computed::Word(low), signed)),
            None => Ok(value),
        }
    }

    /// What came of an operator, as a register holds it.
    fn computed(&mut self, result: Computed, signed: bool) -> Val {
        let terms = &mut self.symbolic().terms;
        let term = match result {
            Computed::Word(term) => terms.extend(term, signed, 64),
            Computed::Truth(holds) => {
                let (one, zero) = (terms.bits(64, 1), terms.bits(64, 0));
                terms.ite(holds, one, zero)
            }
        };
        self.value_of_term(term)
    }

    /// A binary operator with a term; nothing if it takes numbers only.
    fn binary_of_terms(
        &mut self,
        code: &Code,
        base: u32,
        op: Binary,
        kind: Kind,
        operands: [Operand; 2],
    ) -> Result<Option<Val>, Stop> {
        let Some((bits, signed)) = integer(kind) else { return Ok(None) };
        let [x, y] = operands.map(|operand| self.get(code, base, operand));
        let (Some(a), Some(mut b)) = (self.low_bits(x, bits), self.low_bits(y, bits)) else {
            return Ok(None);
        };
        if matches!(op, Binary::Shl | Binary::Shr) {
            // The count is as wide as a register, whatever its type: a negative one is too large.
            b = match self.low_bits(y, 64) {
                Some(count) => count,
                None => return Ok(None),
            };
        }
        let Some(Outcomes { faults, result }) = operate::binary(&mut self.symbolic().terms, op, signed, a, b)
        else {
            return Ok(None);
        };
        for (is_faulty, _) in faults {
            if self.holds_here(is_faulty)? {
                let [x, y] = self.examples([x, y])?;
                return certainly(arith::binary(op, kind, x, y));
            }
        }
        Ok(Some(self.computed(result, signed)))
    }

    fn unary_of_term(
        &mut self,
        code: &Code,
        base: u32,
        op: Unary,
        kind: Kind,
        operand: Operand,
    ) -> Result<Option<Val>, Stop> {
        let Some((bits, signed)) = integer(kind) else { return Ok(None) };
        let value = self.get(code, base, operand);
        let Some(a) = self.low_bits(value, bits) else { return Ok(None) };
        let Some(Outcomes { faults, result }) = operate::unary(&mut self.symbolic().terms, op, signed, a)
        else {
            return Ok(None);
        };
        for (is_faulty, _) in faults {
            if self.holds_here(is_faulty)? {
                let [x] = self.examples([value])?;
                return certainly(arith::unary(op, kind, Val::int(x)));
            }
        }
        Ok(Some(self.computed(result, signed)))
    }

    /// What values are in one of the concrete states.
    fn examples<const N: usize>(&mut self, values: [Val; N]) -> Result<[u64; N], Stop> {
        let terms: Vec<Term> = values.iter().filter_map(|value| value.as_term()).collect();
        let Some(found) = self.symbolic().example(&terms) else { return Err(too_many()) };
        let mut found = found.into_iter();
        Ok(values.map(|value| match value.tag {
            TERM => found.next().unwrap_or(0),
            _ => value.bits,
        }))
    }

    /// A term as another type has it; nothing if that is done with numbers only.
    fn converted_term(&mut self, code: &Code, base: u32, from: Kind, to: Kind, a: Operand) -> Option<Val> {
        let (of_from, _) = integer(from)?;
        let value = self.get(code, base, a);
        if to == Kind::Bool {
            let term = self.low_bits(value, of_from)?;
            let terms = &mut self.symbolic().terms;
            let is_zero = terms.is_zero(term);
            let is_set = terms.not(is_zero);
            return Some(self.computed(Computed::Truth(is_set), false));
        }
        let (bits, signed) = integer(to)?;
        let term = match from {
            // Where an integer is wider, the sign of an address is extended.
            Kind::Pointer { bits: narrow } if bits > narrow => {
                let low = self.low_bits(value, narrow)?;
                let wide = self.symbolic().terms.extend(low, true, bits.into());
                self.symbolic().terms.extend(wide, signed, 64)
            }
            _ => {
                let low = self.low_bits(value, bits)?;
                self.symbolic().terms.extend(low, signed, 64)
            }
        };
        Some(self.value_of_term(term))
    }

    /// Goes along one edge of a switch.
    fn switch_on_term(
        &mut self,
        code: &Code,
        base: u32,
        value: Operand,
        kind: Kind,
        table: u32,
    ) -> Result<Then, Stop> {
        let (Some((_, signed)), Some(term)) = (integer(kind), self.get(code, base, value).as_term()) else {
            return self.fix_all(code, base, &[(value, kind)]);
        };
        let table = &code.tables[table as usize];
        let order = if signed { Order::Sle } else { Order::Ule };
        let terms = &mut self.symbolic().terms;
        let (mut edges, mut others): (Vec<(u32, Term)>, Term) = (Vec::new(), Term::TRUE);
        for &(low, high, to) in &table.ranges {
            // A bound that no such word has would be another word.
            let (least, most) =
                if signed { (i64::MIN.into(), i64::MAX.into()) } else { (0, u64::MAX.into()) };
            let (low, high) = (low.max(least), high.min(most));
            if low > high {
                continue;
            }
            let (low, high) = (terms.bits(64, low as u128), terms.bits(64, high as u128));
            let (above, below) = (terms.order(order, low, term), terms.order(order, term, high));
            let inside = if low == high { terms.eq(term, low) } else { terms.and(above, below) };
            let outside = terms.not(inside);
            others = terms.and(others, outside);
            match edges.iter_mut().find(|edge| edge.0 == to) {
                Some(edge) => edge.1 = terms.or(edge.1, inside),
                None => edges.push((to, inside)),
            }
        }
        let mut conditions: Vec<Term> = edges.iter().map(|edge| edge.1).collect();
        conditions.push(others);
        loop {
            match self.symbolic().which(&conditions) {
                Ok(index) => {
                    // What no case fits goes where the table says, or is a fault.
                    return match edges.get(index) {
                        Some(&(to, _)) => Ok(Then::To(to)),
                        None => match table.default {
                            Some(to) => Ok(Then::To(to)),
                            None => Fault::stop(FaultKind::UnreachableReached, "no case fits"),
                        },
                    };
                }
                Err(Some(split)) => self.take_part(&split)?,
                Err(None) => return Err(too_many()),
            }
        }
    }

    /// An index of an array that is a term is within bounds, or all such indices are a fault.
    fn bounded(
        &mut self,
        code: &Code,
        base: u32,
        index: Operand,
        limit: u64,
        reach: Reach,
    ) -> Result<(), Stop> {
        let value = self.get(code, base, index);
        let Some(term) = value.as_term() else { return Ok(()) };
        let terms = &mut self.symbolic().terms;
        let end = terms.bits(64, limit.into());
        let is_inside = terms.order(Order::Ult, term, end);
        if !self.holds_here(is_inside)? {
            let [index] = self.examples([value])?;
            certainly(check_index(Val::int(index), limit, reach))?;
        }
        Ok(())
    }

    /// The number that an index is, here: of each element of the object, of what is next to it, and of some others.
    fn index_of_term(&mut self, pointer: Val, term: Term, scale: u64) -> Result<Val, Stop> {
        let mut wanted = Vec::new();
        if let Some(object) = self.memory.object(pointer.object()).filter(|_| pointer.is_pointer()) {
            let (offset, size) = (i64::from(pointer.offset()), i64::from(object.size));
            let scale = (scale as i64).max(1);
            let (first, last) = (-offset / scale - 1, (size - offset) / scale + 1);
            wanted.extend((first..=last.min(first + ELEMENTS)).map(|index| index as u64));
        }
        self.number_of_term(term, &wanted).map(Val::int)
    }

    /// Makes the bytes of terms here numbers.
    fn memory_as_numbers(&mut self, address: Val, size: u32) -> Result<(), Stop> {
        // What is wrong with the access is said where it is made.
        let Ok(at) = self.memory.check(address, size.into(), "read") else { return Ok(()) };
        (at..at + size as usize).try_for_each(|at| self.byte_as_number(at))
    }

    /// Makes a byte of memory a number, if it is one of a term.
    pub(crate) fn byte_as_number(&mut self, at: usize) -> Result<(), Stop> {
        let Some(byte) = self.memory.term_byte(at) else { return Ok(()) };
        let low = self.symbolic().terms.extract(byte.term, 8 * u32::from(byte.byte), 8);
        let value = self.number_of_term(low, &[])?;
        // It may be one already, as all that the last decision told.
        if self.memory.term_byte(at).is_some() {
            self.memory.set_number_byte(at, value as u8);
        }
        Ok(())
    }

    /// Loads a word that has bytes of terms.
    fn load_term(
        &mut self,
        code: &Code,
        base: u32,
        dst: u32,
        address: Operand,
        kind: Kind,
        align: u32,
    ) -> Result<Then, Stop> {
        let address = self.place(code, base, address);
        let size = kind.bytes();
        let Ok(at) = self.memory.check(address, size.into(), "read") else { return Ok(Then::Usual) };
        let places = || at..at + size as usize;
        if !places().any(|at| self.memory.term_byte(at).is_some()) {
            return Ok(Then::Usual);
        }
        if kind.slots() == 2 || size > 8 {
            self.memory_as_numbers(address, size)?;
            return Ok(Then::Usual);
        }
        self.check_align(address, align)?;
        let mut word = None;
        let mut is_uninitialised = false;
        for at in places().rev() {
            let byte = match (self.memory.term_byte(at), self.memory.byte(at)) {
                (Some(byte), _) => self.symbolic().terms.extract(byte.term, 8 * u32::from(byte.byte), 8),
                (None, (byte, 1)) => self.symbolic().terms.bits(8, (byte & 0xff).into()),
                (None, (_, 0)) => {
                    is_uninitialised = true;
                    continue;
                }
                // Beside what is left of a pointer: the usual way has its own to say.
                _ => {
                    self.memory_as_numbers(address, size)?;
                    return Ok(Then::Usual);
                }
            };
            let terms = &mut self.symbolic().terms;
            word = Some(match word {
                Some(high) => terms.concat(high, byte),
                None => byte,
            });
        }
        let Some(word) = word.filter(|_| !is_uninitialised) else {
            if is_character(kind) && !self.memory.is_foreign(address) {
                self.set(base, dst, Val::UNINIT);
                return Ok(Then::Next);
            }
            return super::uninitialised_memory();
        };
        if kind == Kind::Bool {
            let terms = &mut self.symbolic().terms;
            let one = terms.bits(8, 1);
            let is_bad = terms.order(Order::Ult, one, word);
            if self.holds_here(is_bad)? {
                // All of them are: one is read in the usual way, and nothing comes of it.
                let wide = self.symbolic().terms.extend(word, false, 64);
                let [value] = self.examples([Val::term(wide)])?;
                let what = format!("a _Bool that holds {value}");
                return Fault::stop(FaultKind::InvalidConversion, what);
            }
        }
        let terms = &mut self.symbolic().terms;
        let term = match kind {
            Kind::Int { bits, signed } => {
                let low = terms.extract(word, 0, bits.into());
                terms.extend(low, signed, 64)
            }
            _ => terms.extend(word, false, 64),
        };
        let value = self.value_of_term(term);
        self.set(base, dst, value);
        Ok(Then::Next)
    }

    /// Arguments of a function of the program: terms are passed on as they are to a register of the same type.
    fn pass(&mut self, code: &Code, base: u32, args: &[Arg], params: &[Param]) -> Result<(), Stop> {
        for (index, arg) in args.iter().enumerate() {
            match *arg {
                Arg::Scalar(operand, from) => {
                    let is_same = params.get(index).is_some_and(|param| {
                        let to = match *param {
                            Param::Register { kind, .. } => Some(kind),
                            Param::Memory { scalar, .. } => scalar,
                        };
                        to == Some(from)
                    });
                    let is_plain = is_same && integer(from).is_some();
                    if !is_plain {
                        self.fix_all(code, base, &[(operand, from)])?;
                    }
                }
                Arg::Aggregate(operand, _) => self.fix(code, base, operand)?,
            }
        }
        Ok(())
    }

    fn pass_to_library(
        &mut self,
        code: &Code,
        base: u32,
        function: LibraryId,
        args: &[Arg],
    ) -> Result<Then, Stop> {
        let is_taken_as_it_is = match (function.name(), args) {
            ("__VERIFIER_assume" | "assume_abort_if_not" | "malloc", [Arg::Scalar(_, kind)]) => {
                integer(*kind).is_some()
            }
            _ => false,
        };
        if !is_taken_as_it_is {
            self.pass(code, base, args, &[])?;
        }
        Ok(Then::Usual)
    }

    /// Assumes that a term is not zero; whether it may be so. With one thread, a run that fails an assumption is none, whatever
    /// else there is: so there is nothing to choose.
    pub(crate) fn assume_term(&mut self, term: Term) -> Result<bool, Stop> {
        let is_zero = self.symbolic().terms.is_zero(term);
        loop {
            if let Some((place, values)) = self.symbolic().values_without(is_zero) {
                self.restrict(place, values);
            }
            match self.symbolic().judge(is_zero) {
                Judged::Always(is_zero) => return Ok(!is_zero),
                Judged::Split(split) => self.take_part(&split)?,
                Judged::Hard => return Err(too_many()),
            }
        }
    }

    /// A size that is a term, as one number. For all that are too large there is no room, however large they are.
    pub(crate) fn size_of_term(&mut self, term: Term) -> Result<u64, Stop> {
        if self.word_bits() == 64 {
            let terms = &mut self.symbolic().terms;
            let limit = terms.bits(64, OBJECT_LIMIT.into());
            let is_too_large = terms.order(Order::Ult, limit, term);
            if self.holds_here(is_too_large)? {
                return Ok(OBJECT_LIMIT + 1);
            }
        }
        self.number_of_term(term, &[])
    }
}

fn is_float(kind: Kind) -> bool {
    matches!(kind, Kind::Single | Kind::Double | Kind::Opaque { .. })
}

fn of_float(stop: Stop) -> Stop {
    match stop {
        Stop::SymbolicValue(what) => Stop::SymbolicFloat(what),
        stop => stop,
    }
}

/// Bits and sign of what is computed with as a word.
fn integer(kind: Kind) -> Option<(u8, bool)> {
    match kind {
        Kind::Int { bits, signed } => Some((bits, signed)),
        Kind::Pointer { bits } => Some((bits, false)),
        Kind::Bool => Some((8, false)),
        _ => None,
    }
}

/// The fault that an operation certainly ends in.
fn certainly<T, U>(done: Result<T, Stop>) -> Result<U, Stop> {
    match done {
        Err(stop @ Stop::Fault(_)) => Err(stop),
        _ => Err(Stop::SymbolicValue("a fault that does not show".into())),
    }
}

/// An error of ours, which must not be taken for an answer.
fn other_question() -> Stop {
    Stop::SymbolicValue("a decision that did not come again as it was".into())
}

fn too_many() -> Stop {
    Stop::SymbolicValue(
        "a decision between more values of inputs than can be told apart one by one; an assumption that bounds \
         them helps, or --engine predicate"
            .into(),
    )
}
