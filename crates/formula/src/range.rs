//! Between which numbers a word lies, and when it lies beyond one.

use crate::term::{Node, Order, Symbol, Term, Terms, Word, mask, signed};

/// Terms that are looked at to bound a value.
const FUEL: u32 = 64;

/// Between which numbers a symbol lies, if that is known.
type Known<'a> = &'a dyn Fn(Symbol) -> Option<(i128, i128)>;

/// A value on the wrong side of a number.
pub(crate) enum Bound {
    Above(Term, i128),
    Below(Term, i128),
}

impl Terms {
    pub fn is_zero(&mut self, value: Term) -> Term {
        let width = self.width(value);
        if width <= 64 {
            let (low, high) = self.range(value);
            if low > 0 || high < 0 {
                return Term::FALSE;
            }
        }
        let zero = self.bits(width, 0);
        self.eq(value, zero)
    }

    /// When a word of at most 64 bits, read as a signed one, is not between two numbers.
    pub fn is_outside(&mut self, term: Term, (low, high): (i128, i128)) -> Term {
        let range = self.range(term);
        let above = if range.1 > high { self.is_beyond(Bound::Above(term, high)) } else { Term::FALSE };
        let below = if range.0 < low { self.is_beyond(Bound::Below(term, low)) } else { Term::FALSE };
        self.or(above, below)
    }

    pub(crate) fn is_beyond(&mut self, bound: Bound) -> Term {
        match bound {
            Bound::Above(term, limit) => {
                let limit = self.bits(self.width(term), limit as u128);
                self.order(Order::Slt, limit, term)
            }
            Bound::Below(term, limit) => {
                let limit = self.bits(self.width(term), limit as u128);
                self.order(Order::Slt, term, limit)
            }
        }
    }

    /// Between which numbers a word of at most 64 bits lies, read as a signed one.
    pub fn range(&self, term: Term) -> (i128, i128) {
        self.range_within(term, None, &mut { FUEL })
    }

    /// The same, where more is known of symbols: between which numbers each lies, read as a signed one.
    pub fn range_where(&self, term: Term, of: Known<'_>) -> (i128, i128) {
        self.range_within(term, Some(of), &mut { FUEL })
    }

    fn range_within(&self, term: Term, of: Option<Known<'_>>, fuel: &mut u32) -> (i128, i128) {
        let width = self.width(term);
        let full = bounds(width);
        if *fuel == 0 {
            return full;
        }
        *fuel -= 1;
        let of_constant = |term| self.constant(term).map(|value| signed(value, width)).filter(|&it| it > 0);
        match self.node(term) {
            Node::Bits { value, .. } => (signed(value, width), signed(value, width)),
            Node::Symbol(symbol) => of.and_then(|of| of(symbol)).unwrap_or(full),
            Node::Extend { signed: true, of: inner, .. } => self.range_within(inner, of, fuel),
            Node::Extend { signed: false, of: inner, .. } => match self.range_within(inner, of, fuel) {
                range if range.0 >= 0 => range,
                _ => (0, mask(self.width(inner)) as i128),
            },
            Node::Ite(_, a, b) => {
                let (a, b) = (self.range_within(a, of, fuel), self.range_within(b, of, fuel));
                (a.0.min(b.0), a.1.max(b.1))
            }
            Node::Word(op, a, b) => match (op, of_constant(b)) {
                (Word::And, Some(c)) => (0, c),
                (Word::URem, Some(c)) => (0, c - 1),
                (Word::SRem, Some(c)) => {
                    let (low, high) = self.range_within(a, of, fuel);
                    (if low >= 0 { 0 } else { low.max(1 - c) }, if high <= 0 { 0 } else { high.min(c - 1) })
                }
                (Word::SDiv, Some(c)) => {
                    let (low, high) = self.range_within(a, of, fuel);
                    (low / c, high / c)
                }
                (Word::LShr, Some(c)) if c < i128::from(width) => (0, (mask(width) >> c) as i128),
                (Word::AShr, Some(c)) if c < i128::from(width) => {
                    let (low, high) = self.range_within(a, of, fuel);
                    (low >> c, high >> c)
                }
                (Word::Add | Word::Sub | Word::Mul, _) => {
                    let range = combined(op, self.range_within(a, of, fuel), self.range_within(b, of, fuel));
                    // What may wrap is anything.
                    if full.0 <= range.0 && range.1 <= full.1 { range } else { full }
                }
                // What is not known of symbols is not worth it.
                _ if of.is_some() => {
                    let (a, b) = (self.range_within(a, of, fuel), self.range_within(b, of, fuel));
                    of_quotient_or_bits(op, a, b).unwrap_or(full)
                }
                _ => full,
            },
            _ => full,
        }
    }
}

/// Between which numbers a quotient, a rest or a conjunction lies, if something can be said.
fn of_quotient_or_bits(op: Word, a: (i128, i128), b: (i128, i128)) -> Option<(i128, i128)> {
    let is_natural = a.0 >= 0;
    match op {
        // A quotient by one at least is no farther from zero, on the same side.
        Word::SDiv if b.0 > 0 => Some((a.0.min(0), a.1.max(0))),
        Word::SRem if b.0 > 0 => Some((a.0.min(0).max(1 - b.1), a.1.max(0).min(b.1 - 1))),
        Word::UDiv if is_natural && b.0 > 0 => Some((a.0 / b.1, a.1 / b.0)),
        Word::URem if is_natural && b.0 > 0 => Some((0, a.1.min(b.1 - 1))),
        Word::And if is_natural && b.0 >= 0 => Some((0, a.1.min(b.1))),
        Word::And if is_natural => Some((0, a.1)),
        Word::And if b.0 >= 0 => Some((0, b.1)),
        Word::LShr if is_natural => Some((0, a.1)),
        _ => None,
    }
}

/// The least and the greatest number of so many bits.
pub fn bounds(width: u32) -> (i128, i128) {
    (-1 << (width - 1), mask(width - 1) as i128)
}

/// Between which numbers a result lies.
pub(crate) fn combined(op: Word, (a, b): (i128, i128), (c, d): (i128, i128)) -> (i128, i128) {
    match op {
        Word::Add => (a + c, b + d),
        Word::Sub => (a - d, b - c),
        _ => {
            let corners = [a * c, a * d, b * c, b * d];
            (corners.into_iter().min().unwrap_or(0), corners.into_iter().max().unwrap_or(0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Sort;

    /// Of each operator on numbers between each two.
    #[test]
    fn ranges_hold_what_words_come_to() {
        const WIDTH: u32 = 3;
        let mut terms = Terms::default();
        let symbols = [(); 2].map(|()| terms.new_symbol("x".into(), Sort::Bits(WIDTH)));
        let [a, b] = symbols.map(|symbol| terms.symbol(symbol));
        let (least, most) = bounds(WIDTH);
        let all: Vec<(i128, i128)> =
            (least..=most).flat_map(|low| (low..=most).map(move |high| (low, high))).collect();
        for op in Word::ALL {
            let word = terms.word(op, a, b);
            for &x in &all {
                for &y in &all {
                    let known = |symbol| Some(if symbol == symbols[0] { x } else { y });
                    let (low, high) = terms.range_where(word, &known);
                    for (p, q) in (x.0..=x.1).flat_map(|p| (y.0..=y.1).map(move |q| (p, q))) {
                        let mut values = crate::Evaluation::default();
                        values.set(&terms, symbols[0], p as u128);
                        values.set(&terms, symbols[1], q as u128);
                        let value = signed(values.eval(&terms, word).unwrap(), WIDTH);
                        assert!(low <= value && value <= high, "{op:?} of {p} and {q} between {x:?}, {y:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_divisor_that_cannot_be_zero_costs_nothing() {
        let mut terms = Terms::default();
        let byte = terms.new_symbol("byte".into(), Sort::Bits(8));
        let byte = terms.symbol(byte);
        let (wide, one) = (terms.extend(byte, false, 32), terms.bits(32, 1));
        let more = terms.word(Word::Add, wide, one);
        assert_eq!(terms.is_zero(more), Term::FALSE);
        assert_ne!(terms.is_zero(wide), Term::FALSE);
    }
}
