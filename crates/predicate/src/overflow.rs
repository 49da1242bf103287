//! Signed overflow: when the result of an operation does not fit its type.
//!
//! Operations and rules are those of the machine (`machine::arith`): `+`, `-`, `*`, negation and absolute value of signed
//! integers, and the least value divided by -1. Conversions cut and atomic operations wrap; neither is an overflow. A left
//! shift whose result does not fit violates another property there (no-bad-shift). Whether it overflows is a matter of
//! taste, so it stands in the way of a proof.
//!
//! Behind an overflow arithmetic wraps, as everywhere in formulas: whatever is found there has an overflow before it, so
//! the guards of blocks need not say that there was none.

use cfa::expr::Binary;
use cfa::types::Scalar;

use verdict::Unknown;

use crate::encode::Encoder;
use crate::property::Faults;
use crate::term::{Node, Order, Term, Terms, Word, mask, signed};

const BAD_SHIFT: &str = "a left shift whose result does not fit, which was not asked about";

/// Terms that are looked at to bound a value.
const FUEL: u32 = 64;

impl Encoder<'_> {
    /// When an operator on signed integers overflows.
    pub fn binary_overflow(&mut self, op: Binary, a: Term, b: Term) -> Faults {
        let is_wide = self.terms.width(a) > 64;
        match op {
            Binary::Div | Binary::Rem => Faults::of(self.terms.quotient_overflows(a, b)),
            Binary::Mul if is_wide => Faults::unclear("a product of wide integers, which may overflow"),
            Binary::Add | Binary::Sub if is_wide => Faults::of(self.terms.sum_changes_sign(op, a, b)),
            Binary::Add | Binary::Sub | Binary::Mul => Faults::of(self.terms.overflows(op, a, b)),
            Binary::Shl => {
                let is_bad = self.terms.is_bad_shift(a, b);
                let unclear = if is_bad == Term::FALSE {
                    Vec::new()
                } else {
                    vec![(is_bad, Unknown::UndefinedBehaviour, BAD_SHIFT)]
                };
                Faults { wrong: Term::FALSE, unclear }
            }
            _ => Faults::none(),
        }
    }

    /// When a call of a function of the C library overflows, given its arguments; nothing if it is none of those that may.
    pub fn library_overflow(&mut self, name: &str, args: &[Term]) -> Option<Term> {
        let long = self.width(self.program.model.ptrdiff());
        let width = match name {
            "abs" | "div" => self.width(Scalar::INT),
            "labs" | "ldiv" => long,
            "llabs" | "imaxabs" | "lldiv" | "imaxdiv" => 64,
            _ => return None,
        };
        let args: Vec<Term> = args.iter().map(|&arg| self.terms.resize(arg, true, width)).collect();
        Some(match args[..] {
            [value] => self.terms.is_least(value),
            [a, b] => self.terms.quotient_overflows(a, b),
            _ => Term::FALSE,
        })
    }
}

impl Terms {
    pub fn is_least(&mut self, value: Term) -> Term {
        let width = self.width(value);
        let least = self.bits(width, 1 << (width - 1));
        self.eq(value, least)
    }

    fn quotient_overflows(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(b);
        let minus_one = self.bits(width, mask(width));
        let (is_least, is_minus_one) = (self.is_least(a), self.eq(b, minus_one));
        self.and(is_least, is_minus_one)
    }

    /// Of a sum: the operands have one sign and it has the other. Of a difference, likewise.
    fn sum_changes_sign(&mut self, op: Binary, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let zero = self.bits(width, 0);
        let word = if op == Binary::Add { Word::Add } else { Word::Sub };
        let result = self.word(word, a, b);
        let [of_a, of_b, of_result] = [a, b, result].map(|it| self.order(Order::Slt, it, zero));
        let of_b = if op == Binary::Add { of_b } else { self.not(of_b) };
        let [not_a, not_b, not_result] = [of_a, of_b, of_result].map(|it| self.not(it));
        let over = self.all([not_a, not_b, of_result]);
        let under = self.all([of_a, of_b, not_result]);
        self.or(over, under)
    }

    /// When a sum, a difference or a product of at most 64 bits does not fit.
    fn overflows(&mut self, op: Binary, a: Term, b: Term) -> Term {
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
            (Binary::Add, _, Some(c)) => (Bound::Above(a, most - c), Bound::Below(a, least - c)),
            (Binary::Add, Some(c), _) => (Bound::Above(b, most - c), Bound::Below(b, least - c)),
            (Binary::Sub, _, Some(c)) => (Bound::Above(a, most + c), Bound::Below(a, least + c)),
            (Binary::Sub, Some(c), _) => (Bound::Below(b, c - most), Bound::Above(b, c - least)),
            (Binary::Mul, _, Some(c)) if c > 0 => (Bound::Above(a, most / c), Bound::Below(a, least / c)),
            (Binary::Mul, Some(c), _) if c > 0 => (Bound::Above(b, most / c), Bound::Below(b, least / c)),
            (Binary::Mul, _, Some(c)) if c < 0 => (Bound::Below(a, most / c), Bound::Above(a, least / c)),
            (Binary::Mul, Some(c), _) if c < 0 => (Bound::Below(b, most / c), Bound::Above(b, least / c)),
            _ => {
                // Exact in as many bits as the result may have.
                let exact = (width + 1..).find(|&bits| bounds(bits).0 <= low && high <= bounds(bits).1);
                let exact = exact.unwrap_or(2 * width);
                let (a, b) = (self.extend(a, true, exact), self.extend(b, true, exact));
                let word = match op {
                    Binary::Add => Word::Add,
                    Binary::Sub => Word::Sub,
                    _ => Word::Mul,
                };
                let result = self.word(word, a, b);
                (Bound::Above(result, most), Bound::Below(result, least))
            }
        };
        let over = if is_over { self.is_beyond(over) } else { Term::FALSE };
        let under = if is_under { self.is_beyond(under) } else { Term::FALSE };
        self.or(over, under)
    }

    /// When a word of at most 64 bits, read as a signed one, is not between two numbers.
    pub fn is_outside(&mut self, term: Term, (low, high): (i128, i128)) -> Term {
        let range = self.range(term);
        let above = if range.1 > high { self.is_beyond(Bound::Above(term, high)) } else { Term::FALSE };
        let below = if range.0 < low { self.is_beyond(Bound::Below(term, low)) } else { Term::FALSE };
        self.or(above, below)
    }

    fn is_beyond(&mut self, bound: Bound) -> Term {
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
        self.range_within(term, &mut { FUEL })
    }

    fn range_within(&self, term: Term, fuel: &mut u32) -> (i128, i128) {
        let width = self.width(term);
        let full = bounds(width);
        if *fuel == 0 {
            return full;
        }
        *fuel -= 1;
        let of_constant = |term| self.constant(term).map(|value| signed(value, width)).filter(|&it| it > 0);
        match self.node(term) {
            Node::Bits { value, .. } => (signed(value, width), signed(value, width)),
            Node::Extend { signed: true, of, .. } => self.range_within(of, fuel),
            Node::Extend { signed: false, of, .. } => match self.range_within(of, fuel) {
                range if range.0 >= 0 => range,
                _ => (0, mask(self.width(of)) as i128),
            },
            Node::Ite(_, a, b) => {
                let (a, b) = (self.range_within(a, fuel), self.range_within(b, fuel));
                (a.0.min(b.0), a.1.max(b.1))
            }
            Node::Word(op, a, b) => match (op, of_constant(b)) {
                (Word::And, Some(c)) => (0, c),
                (Word::URem, Some(c)) => (0, c - 1),
                (Word::SRem, Some(c)) => {
                    let (low, high) = self.range_within(a, fuel);
                    (if low >= 0 { 0 } else { low.max(1 - c) }, if high <= 0 { 0 } else { high.min(c - 1) })
                }
                (Word::SDiv, Some(c)) => {
                    let (low, high) = self.range_within(a, fuel);
                    (low / c, high / c)
                }
                (Word::LShr, Some(c)) if c < i128::from(width) => (0, (mask(width) >> c) as i128),
                (Word::AShr, Some(c)) if c < i128::from(width) => {
                    let (low, high) = self.range_within(a, fuel);
                    (low >> c, high >> c)
                }
                (Word::Add | Word::Sub | Word::Mul, _) => {
                    let op = match op {
                        Word::Add => Binary::Add,
                        Word::Sub => Binary::Sub,
                        _ => Binary::Mul,
                    };
                    let range = combined(op, self.range_within(a, fuel), self.range_within(b, fuel));
                    // What may wrap is anything.
                    if full.0 <= range.0 && range.1 <= full.1 { range } else { full }
                }
                _ => full,
            },
            _ => full,
        }
    }
}

/// A value on the wrong side of a number.
enum Bound {
    Above(Term, i128),
    Below(Term, i128),
}

/// The least and the greatest number of so many bits.
pub fn bounds(width: u32) -> (i128, i128) {
    (-1 << (width - 1), mask(width - 1) as i128)
}

/// Between which numbers a result lies.
fn combined(op: Binary, (a, b): (i128, i128), (c, d): (i128, i128)) -> (i128, i128) {
    match op {
        Binary::Add => (a + c, b + d),
        Binary::Sub => (a - d, b - c),
        _ => {
            let corners = [a * c, a * d, b * c, b * d];
            (corners.into_iter().min().unwrap_or(0), corners.into_iter().max().unwrap_or(0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Evaluation;
    use crate::term::Sort;

    /// Every pair of words of five bits, each operand as a symbol and as a constant.
    #[test]
    fn conditions_are_exact() {
        const WIDTH: u32 = 5;
        let mut terms = Terms::default();
        let symbols = ["a", "b"].map(|name| terms.new_symbol(name.into(), Sort::Bits(WIDTH)));
        let free = symbols.map(|symbol| terms.symbol(symbol));
        let words = 0..1u128 << WIDTH;
        for (x, y) in words.clone().flat_map(|x| words.clone().map(move |y| (x, y))) {
            let (a, b) = (signed(x, WIDTH), signed(y, WIDTH));
            let (least, most) = bounds(WIDTH);
            let expected = [
                (Binary::Add, a + b < least || a + b > most),
                (Binary::Sub, a - b < least || a - b > most),
                (Binary::Mul, a * b < least || a * b > most),
                (Binary::Div, a == least && b == -1),
            ];
            let constants = [terms.bits(WIDTH, x), terms.bits(WIDTH, y)];
            for (op, is_wrong) in expected {
                for [p, q] in [free, [constants[0], free[1]], [free[0], constants[1]], constants] {
                    let mut conditions = vec![match op {
                        Binary::Div => terms.quotient_overflows(p, q),
                        _ => terms.overflows(op, p, q),
                    }];
                    if matches!(op, Binary::Add | Binary::Sub) {
                        conditions.push(terms.sum_changes_sign(op, p, q));
                    }
                    for condition in conditions {
                        let mut values = Evaluation::default();
                        values.set(&terms, symbols[0], x);
                        values.set(&terms, symbols[1], y);
                        assert_eq!(values.eval(&terms, condition), Some(is_wrong.into()), "{a} {op:?} {b}");
                    }
                }
            }
        }
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
            (Binary::Add, promoted, unsigned),
            (Binary::Sub, unsigned, thousand),
            (Binary::Mul, promoted, promoted),
            (Binary::Mul, rest, thousand),
        ] {
            assert_eq!(terms.overflows(op, a, b), Term::FALSE, "{op:?}");
        }
    }
}
