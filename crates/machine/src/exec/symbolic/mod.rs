//! Instructions on terms of the inputs: those that compute terms or are decided by them. For all others terms are made numbers first.
//!
//! Everything here happens before the instruction has done anything, so that the operation can start over when a decision ends
//! the transition. Why that is sound, [`crate::symbolic`] says.

mod atomic;
mod compute;
mod decide;
mod memory;
mod pass;
mod table;

use cfa::expr::{Binary, Reach};
use cfa::program::FunctionId;

use super::Machine;
use crate::code::{Arg, Code, Instr, Kind, Operand, Result_};
use crate::fault::Stop;
use crate::value::{INIT, TERM, Val, function_of};

/// What is left to do of an instruction.
pub(super) enum Then {
    /// All of it, in the usual way: no term is among its operands any more, or it passes terms on as they are.
    Usual,
    /// Nothing.
    Next,
    /// Nothing, nor of the next one.
    Second,
    /// To go on there.
    To(u32),
}

/// Elements of an object that are followed one by one.
const ELEMENTS: i64 = 1 << 12;

impl Machine<'_> {
    /// Does what terms among the operands of an instruction ask for.
    #[cold]
    pub(super) fn on_terms(&mut self, code: &Code, base: u32, pc: usize) -> Result<Then, Stop> {
        let instr = &code.instrs[pc];
        let is_term = |machine: &Self, operand: Operand| machine.get(code, base, operand).tag == TERM;
        let looks_at_terms = match instr {
            Instr::Compare { a, b, .. } => is_term(self, *a) || is_term(self, *b),
            Instr::Branch { cond: a, .. } | Instr::Switch { value: a, .. } => is_term(self, *a),
            _ => false,
        };
        if looks_at_terms {
            let top = self.frames.len() - 1;
            self.frames[top].pc = pc as u32;
            self.note_whole();
        }
        match instr {
            Instr::Binary { op, kind, dst, a, b } if is_term(self, *a) || is_term(self, *b) => {
                let Some(result) = self.binary_of_terms(code, base, *op, *kind, [*a, *b])? else {
                    return self.fix_all(code, base, &[(*a, *kind), (*b, of_count(*op, *kind))]);
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
            Instr::Index { base: pointer, index, scale, dst } => {
                self.fix(code, base, *pointer)?;
                if let Some(term) = self.get(code, base, *index).as_term() {
                    let (at, pointer) = (*index, self.get(code, base, *pointer));
                    if self.load_of_table(code, base, (pc, *dst), pointer, term, *scale)? {
                        return Ok(Then::Second);
                    }
                    let value = self.index_of_term(pointer, term, *scale)?;
                    self.set(base, at, value);
                }
                Ok(Then::Usual)
            }
            Instr::Element { base: pointer, index, limit, reach, scale, dst } => {
                self.fix(code, base, *pointer)?;
                self.bounded(code, base, *index, *limit, *reach)?;
                if let Some(term) = self.get(code, base, *index).as_term() {
                    let pointer = self.get(code, base, *pointer);
                    if self.load_of_table(code, base, (pc, *dst), pointer, term, *scale)? {
                        return Ok(Then::Second);
                    }
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
                self.fix(code, base, *address)?;
                let at = self.place(code, base, *address);
                if self.is_done_on_terms(code, base, instr, at)? {
                    return Ok(Then::Next);
                }
                for operand in [*operand, *expected] {
                    self.fix(code, base, operand)?;
                }
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
                let called = function_of(self.get(code, base, *callee));
                // What it takes is asked before it is entered.
                called.into_iter().for_each(|id| self.footprint.call(FunctionId(id)));
                let params = called.map_or(&[][..], |id| &self.image.code[id as usize].params);
                self.pass(code, base, args, params)?;
                self.fix_place(code, base, result)?;
                Ok(Then::Usual)
            }
            // What it does does not depend on the numbers that it is given.
            Instr::Absent { args, result, .. } => {
                for arg in args {
                    if let Arg::Aggregate(operand, _) = *arg {
                        self.fix(code, base, operand)?;
                    }
                }
                self.fix_place(code, base, result)?;
                Ok(Then::Usual)
            }
            Instr::Library { function, args, result, .. } => {
                self.fix_place(code, base, result)?;
                self.pass_to_library(code, base, *function, args, result)
            }
            Instr::Return { value: Some(Arg::Scalar(operand, kind)) } if is_term(self, *operand) => {
                // What the caller takes is asked here already.
                self.note_return();
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
}

/// The kind of the second operand: the count of a shift takes one register.
fn of_count(op: Binary, kind: Kind) -> Kind {
    match op {
        Binary::Shl | Binary::Shr if kind.slots() == 2 => Kind::Int { bits: 64, signed: true },
        _ => kind,
    }
}

pub(super) fn is_float(kind: Kind) -> bool {
    matches!(kind, Kind::Single | Kind::Double | Kind::Opaque { .. })
}

pub(super) fn of_float(stop: Stop) -> Stop {
    match stop {
        Stop::SymbolicValue(what) => Stop::SymbolicFloat(what),
        stop => stop,
    }
}

/// Bits and sign of what is computed with as a word.
pub(super) fn integer(kind: Kind) -> Option<(u8, bool)> {
    match kind {
        Kind::Int { bits, signed } => Some((bits, signed)),
        Kind::Pointer { bits } => Some((bits, false)),
        Kind::Bool => Some((8, false)),
        _ => None,
    }
}
