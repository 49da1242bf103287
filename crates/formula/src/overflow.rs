//! Signed overflow: when the result of an operation does not fit its width, as formulas.

use crate::range::{Bound, bounds, combined};
use crate::term::{Order, Term, Terms, Word, mask, signed};

impl Terms {
    /// The least value, which has no opposite.
    pub fn is_least(&mut self, value: Term) -> Term {
        let width = self.width(value);
        let least = self.bits(width, 1 << (width - 1));
        self.eq(value, least)
    }

    /// When a signed quotient does not fit: the least value divided by -1.
    pub fn quotient_overflows(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(b);
        let minus_one = self.bits(width, mask(width));
        let (is_least, is_minus_one) = (self.is_least(a), self.eq(b, minus_one));
        self.and(is_least, is_minus_one)
    }

    /// Of a sum: the operands have one sign and it has the other. Of a difference, likewise.
    pub fn sum_changes_sign(&mut self, op: Word, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let zero = self.bits(width, 0);
        let result = self.word(op, a, b);
        let [of_a, of_b, of_result] = [a, b, result].map(|it| self.order(Order::Slt, it, zero));
        let of_b = if op == Word::Add { of_b } else { self.not(of_b) };
        let [not_a, not_b, not_result] = [of_a, of_b, of_result].map(|it| self.not(it));
        let over = self.all([not_a, not_b, of_result]);
        let under = self.all([of_a, of_b, not_result]);
        self.or(over, under)
    }

    /// When a sum, a difference or a product of at most 64 bits does not fit.
    pub fn overflows(&mut self, op: Word, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (least, most) = bounds(width);
        let (of_a, of_b) = (self.range(a), self.range(b));
        let (low, high) = combined(op, of_a, of_b);
        let (is_over, is_under) = (high > most, low < least);
        if !is_over && !is_under {
            return Term::FALSE;
        }
        let constant = |terms: &Terms, term| terms.constant(term).map(|value| signed(value, width));
        let (x, y) = (constant(self, a), constant(self, b));
        // Where one operand is a constant, the other is compared with a constant. These fit: what is compared with them
        // reaches beyond them.
        let (over, under) = match (op, x, y) {
            (Word::Add, _, Some(c)) => (Bound::Above(a, most - c), Bound::Below(a, least - c)),
            (Word::Add, Some(c), _) => (Bound::Above(b, most - c), Bound::Below(b, least - c)),
            (Word::Sub, _, Some(c)) => (Bound::Above(a, most + c), Bound::Below(a, least + c)),
            (Word::Sub, Some(c), _) => (Bound::Below(b, c - most), Bound::Above(b, c - least)),
            (Word::Mul, _, Some(c)) if c > 0 => (Bound::Above(a, most / c), Bound::Below(a, least / c)),
            (Word::Mul, Some(c), _) if c > 0 => (Bound::Above(b, most / c), Bound::Below(b, least / c)),
            (Word::Mul, _, Some(c)) if c < 0 => (Bound::Below(a, most / c), Bound::Above(a, least / c)),
            (Word::Mul, Some(c), _) if c < 0 => (Bound::Below(b, most / c), Bound::Above(b, least / c)),
            _ => {
                // Exact in as many bits as the result may have.
                let exact = (width + 1..).find(|&bits| bounds(bits).0 <= low && high <= bounds(bits).1);
                let exact = exact.unwrap_or(2 * width);
                let (a, b) = (self.extend(a, true, exact), self.extend(b, true, exact));
                let result = self.word(op, a, b);
                (Bound::Above(result, most), Bound::Below(result, least))
            }
        };
        let over = if is_over { self.is_beyond(over) } else { Term::FALSE };
        let under = if is_under { self.is_beyond(under) } else { Term::FALSE };
        self.or(over, under)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exhaustive::each_pair;
    use crate::term::Sort;

    #[test]
    fn conditions_are_exact() {
        const WIDTH: u32 = 5;
        each_pair(WIDTH, |terms, [p, q], words| {
            let [a, b] = words.map(|word| signed(word, WIDTH));
            let (least, most) = bounds(WIDTH);
            let is_beyond = |result: i128| result < least || result > most;
            [
                (terms.overflows(Word::Add, p, q), is_beyond(a + b)),
                (terms.sum_changes_sign(Word::Add, p, q), is_beyond(a + b)),
                (terms.overflows(Word::Sub, p, q), is_beyond(a - b)),
                (terms.sum_changes_sign(Word::Sub, p, q), is_beyond(a - b)),
                (terms.overflows(Word::Mul, p, q), is_beyond(a * b)),
                (terms.quotient_overflows(p, q), a == least && b == -1),
            ]
        });
    }

    #[test]
    fn what_cannot_overflow_costs_nothing() {
        let mut terms = Terms::default();
        let byte = terms.new_symbol("byte".into(), Sort::Bits(8));
        let byte = terms.symbol(byte);
        let [promoted, unsigned] = [true, false].map(|is_signed| terms.extend(byte, is_signed, 32));
        let thousand = terms.bits(32, 1000);
        let rest = terms.word(Word::SRem, promoted, thousand);
        for (op, a, b) in [
            (Word::Add, promoted, unsigned),
            (Word::Sub, unsigned, thousand),
            (Word::Mul, promoted, promoted),
            (Word::Mul, rest, thousand),
        ] {
            assert_eq!(terms.overflows(op, a, b), Term::FALSE, "{op:?}");
        }
    }
}
