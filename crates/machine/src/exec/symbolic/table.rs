//! Tables that are looked into at a place that is a term: what lies there is a term, too, if it is numbers.

use formula::{Order, Term};

use super::{ELEMENTS, Machine};
use crate::address;
use crate::arith::extend;
use crate::code::{Code, Instr, Kind, Slot};
use crate::fault::Stop;
use crate::memory::ObjectKind;
use crate::value::Val;

/// Stretches of equal numbers that a table may have.
const RUNS: usize = 256;

impl Machine<'_> {
    /// Loads a number of an array if its address is computed for nothing else, and all elements that may be meant are numbers; whether that
    /// was so. The index and the load are two instructions, the second of which is behind `pc`.
    pub(super) fn load_of_table(
        &mut self,
        code: &Code,
        base: u32,
        (pc, between): (usize, Slot),
        pointer: Val,
        index: Term,
        scale: u64,
    ) -> Result<bool, Stop> {
        let Some(&Instr::Load { dst, address, kind: Kind::Int { bits, signed }, align }) =
            code.instrs.get(pc + 1)
        else {
            return Ok(false);
        };
        let is_one =
            address == between && between >= code.cleared && code.start_of[pc + 1] == code.start_of[pc];
        let size = Kind::Int { bits, signed }.bytes();
        let object = self.memory.object(pointer.object()).filter(|_| pointer.is_pointer() && is_one).copied();
        let (Some(object), Ok(scale)) = (object, i64::try_from(scale)) else { return Ok(false) };
        // All of its elements may be meant, and how many there are tells where it ends.
        self.memory.notes.whole(object.extent);
        // An access that others may see is made at its turn, to an element that is known.
        if object.kind != ObjectKind::Constant
            && (self.is_visible(pointer) || self.live > 1 && self.threads[self.current].atomic > 0)
        {
            return Ok(false);
        }
        let (offset, align) = (i64::from(pointer.offset()), i64::from(align.max(1)));
        if scale <= 0 || offset % align != 0 || scale % align != 0 {
            return Ok(false);
        }
        // The first and the last element that lie in the object as a whole.
        let first = -(offset.div_euclid(scale));
        let last = (i64::from(object.size) - i64::from(size) - offset).div_euclid(scale);
        if last < first || last - first >= ELEMENTS {
            return Ok(false);
        }
        let mut numbers = Vec::new();
        for element in first..=last {
            let at = address::moved(pointer, element * scale)?;
            match self.memory.load(at, size) {
                Ok(value) if value.is_int() => numbers.push(extend(value.bits, bits, signed)),
                // Each by itself.
                _ => return Ok(false),
            }
        }
        if numbers.chunk_by(|a, b| a == b).count() > RUNS || !self.is_between(index, first, last)? {
            return Ok(false);
        }
        let value = self.looked_up(index, first, &numbers)?;
        self.set(base, dst, value);
        Ok(true)
    }

    /// Whether a term, as a signed number, is one of these, here.
    pub(crate) fn is_between(&mut self, term: Term, first: i64, last: i64) -> Result<bool, Stop> {
        let terms = &mut self.symbolic().terms;
        let (low, high) = (terms.bits(64, first as u64 as u128), terms.bits(64, last as u64 as u128));
        let (above, below) = (terms.order(Order::Sle, low, term), terms.order(Order::Sle, term, high));
        let inside = terms.and(above, below);
        self.holds_here(inside)
    }

    /// A number that a term is in one of the concrete states.
    pub(crate) fn example_of(&mut self, term: Term) -> Result<u64, Stop> {
        self.examples([Val::term(term)]).map(|[value]| value)
    }

    /// The number of a table at a place that is a term, and one of its places. The table begins at `first`.
    pub(crate) fn looked_up(&mut self, term: Term, first: i64, numbers: &[u64]) -> Result<Val, Stop> {
        let mut runs: Vec<(i64, u64)> = Vec::new();
        for (place, &number) in (first..).zip(numbers) {
            if runs.last().is_none_or(|run| run.1 != number) {
                runs.push((place, number));
            }
        }
        let value = self.run_of(term, &runs);
        self.checked(value)
    }

    /// The number of the last run that begins at a term or before it, which is not before the first.
    fn run_of(&mut self, term: Term, runs: &[(i64, u64)]) -> Term {
        let middle = runs.len() / 2;
        if middle == 0 {
            let number = runs.first().map_or(0, |run| run.1);
            return self.symbolic().terms.bits(64, number.into());
        }
        let (before, from) = runs.split_at(middle);
        let (start, low, high) = (from[0].0, self.run_of(term, before), self.run_of(term, from));
        let terms = &mut self.symbolic().terms;
        let start = terms.bits(64, start as u64 as u128);
        let is_low = terms.order(Order::Slt, term, start);
        terms.ite(is_low, low, high)
    }
}
