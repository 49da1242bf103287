//! Atomic operations on words that are terms.

use cfa::op::AtomicOp;
use formula::{Term, Word as Op};

use super::Machine;
use super::memory::Word;
use crate::code::{Code, Instr, Kind};
use crate::fault::Stop;
use crate::value::Val;

impl Machine<'_> {
    /// Does an atomic operation on integers some of which are terms; whether that was so. The decision whether a compare-exchange finds what
    /// it expects comes first, and all the rest is one step.
    pub(super) fn is_done_on_terms(
        &mut self,
        code: &Code,
        base: u32,
        instr: &Instr,
        at: Val,
    ) -> Result<bool, Stop> {
        let &Instr::Atomic { op, expected, dst, success, operand, kind: Kind::Int { bits, signed }, .. } =
            instr
        else {
            return Ok(false);
        };
        let size = u32::from(bits) / 8;
        let (operand, expected) = (self.get(code, base, operand), self.get(code, base, expected));
        // What is wrong with the access is said in the usual way.
        let Ok(first) = self.memory.check(at, size.into(), "read") else { return Ok(false) };
        let is_term =
            operand.as_term().or(expected.as_term()).is_some() || self.memory.has_terms(at, size)?;
        if !is_term || size > 8 {
            return Ok(false);
        }
        let (Some(new), Some(wanted)) = (self.low_bits(operand, bits), self.low_bits(expected, bits)) else {
            return Ok(false);
        };
        let Word::Term(found) = self.word_of_bytes(first, size) else { return Ok(false) };
        let new = self.atomic_term(op, found, new, wanted)?;
        let is_failing = self.exploring_mut().is_failing;
        self.exploring_mut().is_failing = false;
        let new = new.filter(|_| !is_failing);
        if let Some(new) = new {
            let wide = self.symbolic().terms.extend(new, false, 64);
            let value = self.value_of_term(wide);
            self.memory.store(at, size, value)?;
        }
        if let Some(success) = success {
            self.set(base, success, Val::int(new.is_some().into()));
        }
        if let Some(dst) = dst {
            let wide = self.symbolic().terms.extend(found, signed, 64);
            let value = self.checked(wide)?;
            self.set(base, dst, value);
        }
        Ok(true)
    }

    /// What is stored; nothing by a compare-exchange that finds something else.
    fn atomic_term(
        &mut self,
        op: AtomicOp,
        found: Term,
        operand: Term,
        expected: Term,
    ) -> Result<Option<Term>, Stop> {
        let terms = &mut self.symbolic().terms;
        Ok(Some(match op {
            AtomicOp::Exchange => operand,
            AtomicOp::CompareExchange { .. } => {
                let is_it = terms.eq(found, expected);
                return Ok(self.holds_here(is_it)?.then_some(operand));
            }
            AtomicOp::Add => terms.word(Op::Add, found, operand),
            AtomicOp::Sub => terms.word(Op::Sub, found, operand),
            AtomicOp::And => terms.word(Op::And, found, operand),
            AtomicOp::Or => terms.word(Op::Or, found, operand),
            AtomicOp::Xor => terms.word(Op::Xor, found, operand),
            AtomicOp::Nand => {
                let both = terms.word(Op::And, found, operand);
                terms.complement(both)
            }
        }))
    }
}
