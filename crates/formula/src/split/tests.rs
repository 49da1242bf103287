//! Splits against each value tried, at small widths; and what has to be decided at large ones.

use super::*;
use crate::{Sort, Word};

/// Sets of words: all, some and none, with holes.
fn sets(width: u32) -> Vec<Set> {
    let most = mask(width) as i128;
    vec![
        Set::interval(0, most),
        Set::of((0..=most).filter(|it| it % 3 != 1).map(|it| (it, it))),
        Set::interval(most / 3, most - most / 4),
        Set::interval(most, most),
        Set::default(),
    ]
}

fn check(terms: &Terms, condition: Term, symbol: Symbol) -> bool {
    let width = terms.symbol_sort(symbol).width();
    let all = terms.tried(condition, symbol, &terms.all_values(symbol)).unwrap();
    for values in sets(width) {
        let expected = all.intersection(&values);
        let (holding, others) = terms.split_values(condition, symbol, &values).unwrap();
        let shown = || format!("{} of {values:?}", terms.show(condition));
        assert_eq!(holding, expected, "{}", shown());
        assert_eq!(others, values.without(&expected), "{}", shown());
    }
    terms.solved(condition, symbol, &mut { FUEL }).is_some()
}

/// Comparisons of a word with every constant, in both directions, and their combinations.
fn comparisons(terms: &mut Terms, word: Term) -> Vec<Term> {
    let width = terms.width(word);
    let mut found = Vec::new();
    for value in 0..1u128 << width {
        let constant = terms.bits(width, value);
        let equal = terms.eq(word, constant);
        found.extend([equal, terms.not(equal)]);
        for order in Order::ALL {
            let (less, more) = (terms.order(order, word, constant), terms.order(order, constant, word));
            found.extend([less, more, terms.and(less, more), terms.or(less, equal)]);
        }
    }
    found
}

/// What is made of a word by one operation with a constant, by an extension or by a part of it.
fn made_of(terms: &mut Terms, word: Term) -> Vec<Term> {
    let width = terms.width(word);
    let mut made = vec![word];
    for value in 0..1u128 << width {
        let constant = terms.bits(width, value);
        for op in Word::ALL {
            made.extend([terms.word(op, word, constant), terms.word(op, constant, word)]);
        }
        let condition = terms.order(Order::Slt, word, constant);
        let other = terms.word(Word::Sub, constant, word);
        made.push(terms.ite(condition, word, other));
    }
    for low in 0..width {
        made.extend((1..=width - low).map(|bits| terms.extract(word, low, bits)));
    }
    for more in 1..=2 {
        made.extend([true, false].map(|is_signed| terms.extend(word, is_signed, width + more)));
        for value in 0..1u128 << more {
            let constant = terms.bits(more, value);
            made.extend([terms.concat(constant, word), terms.concat(word, constant)]);
        }
    }
    made.sort_unstable();
    made.dedup();
    made
}

#[test]
fn every_split_by_one_operation_is_exact() {
    for width in 1..=4 {
        let mut terms = Terms::default();
        let symbol = terms.new_symbol("x".into(), Sort::Bits(width));
        let x = terms.symbol(symbol);
        // Of the many that are as wide as that, every third.
        let step = if width == 4 { 3 } else { 1 };
        for (i, word) in made_of(&mut terms, x).into_iter().enumerate() {
            for condition in comparisons(&mut terms, word).into_iter().skip(i % step).step_by(step) {
                check(&terms, condition, symbol);
            }
        }
    }
}

#[test]
fn every_split_by_two_operations_is_exact() {
    let mut terms = Terms::default();
    let symbol = terms.new_symbol("x".into(), Sort::Bits(3));
    let x = terms.symbol(symbol);
    let mut solved = 0;
    for (i, inner) in made_of(&mut terms, x).into_iter().enumerate() {
        for word in made_of(&mut terms, inner).into_iter().skip(i % 7).step_by(7) {
            for condition in comparisons(&mut terms, word).into_iter().skip(i % 5).step_by(5) {
                solved += u32::from(check(&terms, condition, symbol));
            }
        }
    }
    assert!(solved > 1000, "{solved}");
}

/// Words that are a symbol plus two numbers, and what is put together of two parts of it.
#[test]
fn every_split_by_two_words_of_one_symbol_is_exact() {
    for width in 1..=4 {
        let mut terms = Terms::default();
        let symbol = terms.new_symbol("x".into(), Sort::Bits(width));
        let x = terms.symbol(symbol);
        let moved: Vec<Term> = (0..1u128 << width)
            .map(|value| {
                let constant = terms.bits(width, value);
                terms.word(Word::Add, x, constant)
            })
            .collect();
        for &a in &moved {
            for &b in &moved {
                for order in Order::ALL {
                    let condition = terms.order(order, a, b);
                    assert!(check(&terms, condition, symbol), "{}", terms.show(condition));
                }
            }
        }
        let parts: Vec<Term> = (0..width)
            .flat_map(|low| (1..=width - low).map(move |bits| (low, bits)))
            .map(|(low, bits)| terms.extract(x, low, bits))
            .collect();
        for &high in &parts {
            for &low in &parts {
                let word = terms.concat(high, low);
                for condition in comparisons(&mut terms, word) {
                    check(&terms, condition, symbol);
                }
            }
        }
    }
}

/// Without trying each value.
#[test]
fn what_programs_ask_is_decided_at_any_width() {
    let mut terms = Terms::default();
    let symbol = terms.new_symbol("x".into(), Sort::Bits(32));
    let x = terms.symbol(symbol);
    let number = |terms: &mut Terms, value: i64| terms.bits(64, value as u128);
    // As C promotes it.
    let wide = terms.extend(x, true, 64);
    let (seven, ten, thousand) = (number(&mut terms, 7), number(&mut terms, 10), number(&mut terms, 1000));
    let sum = terms.word(Word::Add, wide, seven);
    let product = terms.word(Word::SDiv, wide, ten);
    let (less, equal) = (terms.order(Order::Slt, sum, thousand), terms.eq(product, seven));
    let byte = terms.extract(x, 24, 8);
    let letter = terms.bits(8, b'a'.into());
    let is_letter = terms.eq(byte, letter);
    let bits = terms.bits(32, 0x00ff_0000);
    let masked = terms.word(Word::And, x, bits);
    let is_masked = terms.order(Order::Ult, masked, bits);
    let all = terms.all_values(symbol);
    let half = 1i128 << 31;
    for (condition, expected) in [
        (less, vec![(0, 992), (half, 2 * half - 1)]),
        (equal, vec![(70, 79)]),
        (is_letter, vec![(0x6100_0000, 0x61ff_ffff)]),
        (is_masked, (0..256).map(|i| (i << 24, (i << 24) + 0xfe_ffff)).collect()),
    ] {
        let (holding, others) = terms.split_values(condition, symbol, &all).unwrap();
        assert_eq!(holding, Set::of(expected), "{}", terms.show(condition));
        assert_eq!(holding.union(&others), all);
    }
}

#[test]
fn what_is_too_much_or_about_others_is_left_open() {
    let mut terms = Terms::default();
    let [x, y] = ["x", "y"].map(|name| terms.new_symbol(name.into(), Sort::Bits(32)));
    let [a, b] = [x, y].map(|symbol| terms.symbol(symbol));
    let square = terms.word(Word::Mul, a, a);
    let nine = terms.bits(32, 9);
    let (is_nine, is_less) = (terms.eq(square, nine), terms.order(Order::Ult, a, b));
    assert_eq!(terms.split_values(is_nine, x, &terms.all_values(x)), None);
    assert_eq!(terms.split_values(is_less, x, &Set::interval(0, 3)), None);
    let (holding, _) = terms.split_values(is_nine, x, &Set::interval(0, MEMBERS as i128 - 1)).unwrap();
    assert_eq!(holding.intervals(), [(3, 3)]);
}
