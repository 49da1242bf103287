//! Random comparisons of words of three bits, beside all their values.

use super::{ByOrder, by_order};
use crate::{Evaluation, Order, Sort, Term, Terms, Word};

/// xorshift
struct Random(u64);

impl Random {
    fn below(&mut self, count: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % count
    }
}

fn word(random: &mut Random, terms: &mut Terms, symbols: &[Term], width: u32) -> Term {
    let symbol = symbols[random.below(symbols.len() as u64) as usize];
    let word = match random.below(10) {
        0 => terms.bits(3, random.below(8).into()),
        1 => {
            let one = terms.bits(3, 1);
            terms.word(Word::Add, symbol, one)
        }
        _ => symbol,
    };
    if width == 3 { word } else { terms.extend(word, random.below(2) == 0, width) }
}

fn condition(random: &mut Random, terms: &mut Terms, symbols: &[Term], depth: u32) -> Term {
    match random.below(8) {
        0 if depth > 0 => {
            let (a, b) =
                (condition(random, terms, symbols, depth - 1), condition(random, terms, symbols, depth - 1));
            if random.below(2) == 0 { terms.and(a, b) } else { terms.or(a, b) }
        }
        1 if depth > 0 => {
            let a = condition(random, terms, symbols, depth - 1);
            terms.not(a)
        }
        kind => {
            let width = if random.below(3) == 0 { 5 } else { 3 };
            let (a, b) = (word(random, terms, symbols, width), word(random, terms, symbols, width));
            match kind {
                2 => terms.eq(a, b),
                3 => {
                    let is_equal = terms.eq(a, b);
                    terms.not(is_equal)
                }
                _ => terms.order(Order::ALL[random.below(4) as usize], a, b),
            }
        }
    }
}

#[test]
fn no_is_said_of_what_has_no_values() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut refuted, mut missed, mut shown, mut others) = (0, 0, 0, 0);
    for _ in 0..20_000 {
        let mut terms = Terms::default();
        let names: Vec<_> = (0..3).map(|i| terms.new_symbol(format!("s{i}"), Sort::Bits(3))).collect();
        let symbols: Vec<Term> = names.iter().map(|&name| terms.symbol(name)).collect();
        let count = 1 + random.below(7);
        let all: Vec<Term> = (0..count).map(|_| condition(&mut random, &mut terms, &symbols, 1)).collect();
        let hold = |values: &dyn Fn(usize) -> u128| {
            let mut evaluation = Evaluation::default();
            names.iter().enumerate().for_each(|(i, &name)| evaluation.set(&terms, name, values(i)));
            all.iter().all(|&term| evaluation.eval(&terms, term) == Some(1))
        };
        let is_possible = (0..512u128).any(|word| hold(&|i| word >> (3 * i) & 7));
        match by_order(&terms, &all) {
            ByOrder::No => {
                let told: Vec<String> = all.iter().map(|&term| terms.show(term)).collect();
                assert!(!is_possible, "{told:?}");
                refuted += 1;
            }
            ByOrder::Perhaps(values) => {
                let value = |i: usize| values.iter().find(|it| it.0 == names[i]).map_or(0, |it| it.1);
                let is_shown = hold(&value);
                assert!(is_possible || !is_shown);
                *if is_shown { &mut shown } else { &mut others } += 1;
                missed += usize::from(!is_possible);
            }
            ByOrder::Unknown => missed += usize::from(!is_possible),
        }
    }
    // It says something, too: most of what order tells.
    assert!(refuted > 4 * missed && shown > 2 * others, "{refuted} {missed} {shown} {others}");
}

#[test]
fn a_circle_of_words_of_64_bits_is_refuted() {
    let mut terms = Terms::default();
    let [a, b, c] = ["a", "b", "c"].map(|name| {
        let name = terms.new_symbol(name.into(), Sort::Bits(64));
        terms.symbol(name)
    });
    let circle =
        [terms.order(Order::Slt, a, b), terms.order(Order::Sle, b, c), terms.order(Order::Slt, c, a)];
    assert_eq!(by_order(&terms, &circle), ByOrder::No);
    assert!(matches!(by_order(&terms, &circle[..2]), ByOrder::Perhaps(_)));
    // One more than the largest there is not.
    let most = terms.bits(64, i64::MAX as u128);
    let beyond = [terms.order(Order::Sle, most, a), circle[0]];
    assert_eq!(by_order(&terms, &beyond), ByOrder::No);
}
