//! Shifts without a result: when the count is negative or not below the width, and when a left shift of a signed value
//! loses something.
//!
//! The rules are those of C11 6.5.7: a negative value is not shifted to the left, and the result of a
//! left shift has to fit; right shifts keep the sign.

use crate::range::bounds;
use crate::term::{Order, Term, Terms, Word, mask};

impl Terms {
    /// A signed count for a value of some width, as a word in which a negative one is too large: one of few bits is extended.
    pub fn signed_count(&mut self, width: u32, count: Term) -> Term {
        let of_count = self.width(count);
        let is_told = bounds(of_count).1 + 1 >= i128::from(width);
        if is_told { count } else { self.extend(count, true, width.max(of_count)) }
    }

    /// When a count is not below the width. As a word, a negative one is large.
    pub fn is_bad_count(&mut self, width: u32, count: Term) -> Term {
        let of_count = self.width(count);
        if mask(of_count) < u128::from(width) {
            return Term::FALSE;
        }
        if of_count <= 64 {
            let (low, high) = self.range(count);
            if low >= 0 && high < i128::from(width) {
                return Term::FALSE;
            }
        }
        let limit = self.bits(of_count, u128::from(width) - 1);
        self.order(Order::Ult, limit, count)
    }

    /// When a left shift of a signed value has no result: the value is negative, the count too large, or bits are lost.
    pub fn is_bad_shift(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let is_too_large = self.is_bad_count(width, b);
        if let Some(count) = self.constant(b) {
            if count >= u128::from(width) {
                return Term::TRUE;
            }
            let limit = mask(width - 1) >> count;
            let range = if width <= 64 { self.range(a) } else { bounds(width) };
            if range.0 >= 0 && range.1 as u128 <= limit {
                return Term::FALSE;
            }
            // A negative value is a large one.
            let limit = self.bits(width, limit);
            return self.order(Order::Ult, limit, a);
        }
        let zero = self.bits(width, 0);
        let is_negative = self.order(Order::Slt, a, zero);
        let (count, most) = (self.resize(b, false, width), self.bits(width, u128::from(width) - 1));
        let kept = self.word(Word::Sub, most, count);
        let lost = self.word(Word::LShr, a, kept);
        let fits = self.eq(lost, zero);
        let is_lossy = self.not(fits);
        let is_bad = self.or(is_negative, is_lossy);
        self.or(is_too_large, is_bad)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exhaustive::each_pair;
    use crate::term::{Sort, signed};

    #[test]
    fn conditions_are_exact() {
        const WIDTH: u32 = 5;
        each_pair(WIDTH, |terms, [p, q], [x, y]| {
            let (a, most) = (signed(x, WIDTH), bounds(WIDTH).1);
            let is_too_large = y >= u128::from(WIDTH);
            let is_lossy = is_too_large || a < 0 || a << y > most;
            [(terms.is_bad_shift(p, q), is_lossy), (terms.is_bad_count(WIDTH, q), is_too_large)]
        });
    }

    #[test]
    fn what_cannot_go_wrong_costs_nothing() {
        let mut terms = Terms::default();
        let byte = terms.new_symbol("byte".into(), Sort::Bits(8));
        let byte = terms.symbol(byte);
        let unsigned = terms.extend(byte, false, 32);
        let (three, seven) = (terms.bits(32, 3), terms.bits(32, 7));
        assert_eq!(terms.is_bad_shift(unsigned, three), Term::FALSE);
        let count = terms.word(Word::And, unsigned, seven);
        assert_eq!(terms.is_bad_count(32, count), Term::FALSE);
    }
}
