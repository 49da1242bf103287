//! Operators, conversions and switches on terms.

use cfa::expr::{Binary, Reach, Unary};
use formula::{Order, Term};

use super::decide::too_many;
use super::{ELEMENTS, Machine, Then, integer};
use crate::arith;
use crate::code::{Code, Kind, Operand};
use crate::exec::rare::check_index;
use crate::fault::{Fault, FaultKind, Stop};
use crate::symbolic::operate::{self, Computed, Outcomes};
use crate::value::{INIT, Val};

impl Machine<'_> {
    /// A binary operator with a term; nothing if it takes numbers only.
    pub(super) fn binary_of_terms(
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
        self.computed(result, signed).map(Some)
    }

    pub(super) fn unary_of_term(
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
        self.computed(result, signed).map(Some)
    }

    /// A term as another type has it; nothing if that is done with numbers only.
    pub(super) fn converted_term(
        &mut self,
        code: &Code,
        base: u32,
        from: Kind,
        to: Kind,
        a: Operand,
    ) -> Option<Val> {
        let (of_from, _) = integer(from)?;
        let value = self.get(code, base, a);
        if to == Kind::Bool {
            let term = self.low_bits(value, of_from)?;
            let terms = &mut self.symbolic().terms;
            let is_zero = terms.is_zero(term);
            let is_set = terms.not(is_zero);
            return self.computed(Computed::Truth(is_set), false).ok();
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
    pub(super) fn switch_on_term(
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
    pub(super) fn bounded(
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
    pub(super) fn index_of_term(&mut self, pointer: Val, term: Term, scale: u64) -> Result<Val, Stop> {
        let mut wanted = Vec::new();
        if let Some(object) = self.memory.object(pointer.object()).filter(|_| pointer.is_pointer()) {
            let (offset, size, extent) = (i64::from(pointer.offset()), i64::from(object.size), object.extent);
            let scale = (scale as i64).max(1);
            let (first, last) = (-offset / scale - 1, (size - offset) / scale + 1);
            wanted.extend((first..=last.min(first + ELEMENTS)).map(|index| index as u64));
            self.memory.notes.whole(extent);
        }
        self.number_of_term(term, &wanted).map(Val::int)
    }

    /// What a function of the library returns, as its caller takes it.
    pub(crate) fn result_of_term(&mut self, value: Val, kind: Kind) -> Result<Val, Stop> {
        let Some((bits, signed)) = integer(kind) else {
            return Err(Stop::SymbolicFloat("an input that the program takes for no integer".into()));
        };
        match self.low_bits(value, bits) {
            Some(low) => self.computed(Computed::Word(low), signed),
            None => Ok(value),
        }
    }

    /// A number or a term as a term of so many bits.
    pub(super) fn low_bits(&mut self, value: Val, bits: u8) -> Option<Term> {
        let terms = &mut self.symbolic().terms;
        let term = match (value.tag, value.as_term()) {
            (_, Some(term)) => term,
            (INIT, _) => terms.bits(64, value.bits.into()),
            _ => return None,
        };
        Some(terms.extract(term, 0, bits.into()))
    }

    /// What came of an operator, as a register holds it.
    fn computed(&mut self, result: Computed, signed: bool) -> Result<Val, Stop> {
        let terms = &mut self.symbolic().terms;
        let term = match result {
            Computed::Word(term) => terms.extend(term, signed, 64),
            Computed::Truth(holds) => {
                let (one, zero) = (terms.bits(64, 1), terms.bits(64, 0));
                terms.ite(holds, one, zero)
            }
        };
        self.checked(term)
    }

    /// A term as a value, unless it is too deep.
    pub(crate) fn checked(&mut self, term: Term) -> Result<Val, Stop> {
        if self.symbolic().is_too_deep(term) {
            return Err(Stop::SymbolicValue(
                "more operations on inputs, one on top of the other, than are followed".into(),
            ));
        }
        Ok(self.value_of_term(term))
    }
}

/// The fault that an operation certainly ends in.
fn certainly<T, U>(done: Result<T, Stop>) -> Result<U, Stop> {
    match done {
        Err(stop @ Stop::Fault(_)) => Err(stop),
        _ => Err(Stop::SymbolicValue("a fault that does not show".into())),
    }
}
