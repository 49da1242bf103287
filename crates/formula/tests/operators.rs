//! Every operator of terms on all words of one to six bits, each operand a symbol or a constant, against plain arithmetic: what
//! simplification, evaluation and the conditions of C make of them has to agree with it.

use formula::{Evaluation, Order, Sort, Symbol, Term, Terms, Word, bounds};

const WIDEST: u32 = 6;

/// Two symbols of a width, and their values.
struct Pair {
    terms: Terms,
    width: u32,
    symbols: [Symbol; 2],
    values: [u128; 2],
}

impl Pair {
    fn new(width: u32) -> Pair {
        let mut terms = Terms::default();
        let symbols = ["a", "b"].map(|name| terms.new_symbol(name.into(), Sort::Bits(width)));
        Pair { terms, width, symbols, values: [0; 2] }
    }

    /// What is made of two operands has this value, whichever of them are constants.
    fn check(&mut self, what: &str, expected: u128, make: impl Fn(&mut Terms, Term, Term) -> Term) {
        let free = self.symbols.map(|symbol| self.terms.symbol(symbol));
        let fixed = self.values.map(|value| self.terms.bits(self.width, value));
        for [a, b] in [free, [fixed[0], free[1]], [free[0], fixed[1]], fixed] {
            let term = make(&mut self.terms, a, b);
            let mut evaluation = Evaluation::default();
            for (symbol, value) in self.symbols.into_iter().zip(self.values) {
                evaluation.set(&self.terms, symbol, value);
            }
            let found = evaluation.eval(&self.terms, term);
            let shown = self.terms.show(term);
            assert_eq!(found, Some(expected), "{what} of {:?}, {} bits: {shown}", self.values, self.width);
        }
    }
}

/// The number that a word stands for, by the weight of its highest bit.
fn signed(word: u128, width: u32) -> i128 {
    let (word, whole) = (word as i128, 1i128 << width);
    if word >= whole / 2 { word - whole } else { word }
}

/// The word that stands for a number.
fn word(number: i128, width: u32) -> u128 {
    number.rem_euclid(1 << width) as u128
}

fn for_all_pairs(mut f: impl FnMut(&mut Pair, i128, i128)) {
    for width in 1..=WIDEST {
        let mut pair = Pair::new(width);
        for a in 0..1u128 << width {
            for b in 0..1u128 << width {
                pair.values = [a, b];
                f(&mut pair, a as i128, b as i128);
            }
        }
    }
}

#[test]
fn operators_on_words() {
    for_all_pairs(|pair, x, y| {
        let width = pair.width;
        let (sx, sy) = (signed(x as u128, width), signed(y as u128, width));
        let is_shift = y < width.into();
        for op in Word::ALL {
            let number = match op {
                Word::Add => x + y,
                Word::Sub => x - y,
                Word::Mul => x * y,
                // Nothing divided by zero is asked of terms before it is excluded, but they say what the solver says.
                Word::UDiv if y == 0 => -1,
                Word::SDiv if y == 0 => {
                    if sx < 0 {
                        1
                    } else {
                        -1
                    }
                }
                Word::URem | Word::SRem if y == 0 => x,
                Word::UDiv => x / y,
                Word::URem => x % y,
                Word::SDiv => sx / sy,
                Word::SRem => sx % sy,
                Word::And => x & y,
                Word::Or => x | y,
                Word::Xor => x ^ y,
                Word::Shl if is_shift => x * (1 << y),
                Word::LShr if is_shift => x / (1 << y),
                Word::AShr if is_shift => sx.div_euclid(1 << y),
                Word::Shl | Word::LShr => 0,
                Word::AShr => -i128::from(sx < 0),
            };
            pair.check(&format!("{op:?}"), word(number, width), |terms, a, b| terms.word(op, a, b));
        }
    });
}

#[test]
fn comparisons_and_conditionals() {
    for_all_pairs(|pair, x, y| {
        let (sx, sy) = (signed(x as u128, pair.width), signed(y as u128, pair.width));
        for order in Order::ALL {
            let holds = match order {
                Order::Ult => x < y,
                Order::Ule => x <= y,
                Order::Slt => sx < sy,
                Order::Sle => sx <= sy,
            };
            let what = format!("{order:?}");
            pair.check(&what, holds.into(), |terms, a, b| terms.order(order, a, b));
            pair.check(&what, (!holds).into(), |terms, a, b| {
                let order = terms.order(order, a, b);
                terms.not(order)
            });
            let chosen = if holds { x } else { y } as u128;
            pair.check(&what, chosen, |terms, a, b| {
                let condition = terms.order(order, a, b);
                terms.ite(condition, a, b)
            });
            let is_equal = x == y;
            pair.check(&what, (holds && !is_equal).into(), |terms, a, b| {
                let (order, equal) = (terms.order(order, a, b), terms.eq(a, b));
                let differ = terms.not(equal);
                terms.and(order, differ)
            });
            pair.check(&what, (holds || is_equal).into(), |terms, a, b| {
                let (order, equal) = (terms.order(order, a, b), terms.eq(a, b));
                terms.or(order, equal)
            });
        }
    });
}

#[test]
fn words_cut_extended_and_put_together() {
    for_all_pairs(|pair, x, y| {
        let width = pair.width;
        pair.check("concat", (x << width | y) as u128, |terms, a, b| terms.concat(a, b));
        // All there is to one operand is tried once, with each value of it.
        if y != 0 {
            return;
        }
        for low in 0..width {
            for kept in 1..=width - low {
                let expected = (x as u128 >> low) % (1 << kept);
                pair.check("extract", expected, |terms, a, _| terms.extract(a, low, kept));
                let sign = word(signed(expected, kept), WIDEST);
                pair.check("field", sign, |terms, a, _| {
                    let field = terms.extract(a, low, kept);
                    terms.extend(field, true, WIDEST)
                });
            }
        }
        let number = signed(x as u128, width);
        for other in 1..=WIDEST + 2 {
            pair.check("unsigned", word(x, other), |terms, a, _| terms.resize(a, false, other));
            pair.check("signed", word(number, other), |terms, a, _| terms.resize(a, true, other));
        }
    });
}

/// Of arithmetic that may have no result, and of what bounds words.
#[test]
fn conditions() {
    for_all_pairs(|pair, x, y| {
        let width = pair.width;
        let (a, b) = (signed(x as u128, width), signed(y as u128, width));
        let (least, most) = bounds(width);
        assert_eq!((least, most), (-(1 << (width - 1)), (1 << (width - 1)) - 1));
        let is_outside = |number: i128| u128::from(number < least || number > most);
        for (op, exact) in [(Word::Add, a + b), (Word::Sub, a - b), (Word::Mul, a * b)] {
            pair.check("overflow", is_outside(exact), |terms, a, b| terms.overflows(op, a, b));
            if op != Word::Mul {
                pair.check("sign", is_outside(exact), |terms, a, b| terms.sum_changes_sign(op, a, b));
            }
        }
        let is_lost = a == least && b == -1;
        pair.check("quotient", is_lost.into(), |terms, a, b| terms.quotient_overflows(a, b));
        pair.check("least", (a == least).into(), |terms, a, _| terms.is_least(a));
        pair.check("zero", (b == 0).into(), |terms, _, b| terms.is_zero(b));
        let is_bad_count = y >= width.into();
        pair.check("count", is_bad_count.into(), |terms, _, b| terms.is_bad_count(width, b));
        let is_bad_shift = is_bad_count || a < 0 || a * (1 << y) > most;
        pair.check("shift", is_bad_shift.into(), |terms, a, b| terms.is_bad_shift(a, b));
        let is_beyond = b < a.min(0) || b > a.max(0);
        let limits = (a.min(0), a.max(0));
        pair.check("outside", is_beyond.into(), |terms, _, b| terms.is_outside(b, limits));
    });
}

/// A bound on a word holds of what it is made of, however that is.
#[test]
fn ranges_hold_all_values() {
    for_all_pairs(|pair, x, y| {
        let width = pair.width;
        let symbol = pair.terms.symbol(pair.symbols[0]);
        let constant = pair.terms.bits(width, y as u128);
        for op in Word::ALL {
            let result = pair.terms.word(op, symbol, constant);
            let wide = [true, false].map(|is_signed| {
                let wide = pair.terms.extend(result, is_signed, width + 1);
                let again = pair.terms.extend(constant, is_signed, width + 1);
                pair.terms.word(op, wide, again)
            });
            for term in [result, wide[0], wide[1]] {
                let mut evaluation = Evaluation::default();
                evaluation.set(&pair.terms, pair.symbols[0], x as u128);
                let value = evaluation.eval(&pair.terms, term).unwrap();
                let value = signed(value, pair.terms.width(term));
                let (low, high) = pair.terms.range(term);
                assert!((low..=high).contains(&value), "{}: {value}", pair.terms.show(term));
            }
        }
    });
}
