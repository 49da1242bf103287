//! Tests: conditions on two words, tried with all of them.

use crate::term::{Sort, Term, Terms};
use crate::{Evaluation, signed};

/// Every pair of words of a width, each operand as a symbol and as a constant: what `conditions` gives for the operands and their
/// words has to come out as it says beside each.
pub fn each_pair<const N: usize>(
    width: u32,
    mut conditions: impl FnMut(&mut Terms, [Term; 2], [u128; 2]) -> [(Term, bool); N],
) {
    let mut terms = Terms::default();
    let symbols = ["a", "b"].map(|name| terms.new_symbol(name.into(), Sort::Bits(width)));
    let free = symbols.map(|symbol| terms.symbol(symbol));
    let words = 0..1u128 << width;
    for (x, y) in words.clone().flat_map(|x| words.clone().map(move |y| (x, y))) {
        let constants = [terms.bits(width, x), terms.bits(width, y)];
        for operands in [free, [constants[0], free[1]], [free[0], constants[1]], constants] {
            for (index, (condition, expected)) in
                conditions(&mut terms, operands, [x, y]).into_iter().enumerate()
            {
                let mut values = Evaluation::default();
                values.set(&terms, symbols[0], x);
                values.set(&terms, symbols[1], y);
                let (a, b) = (signed(x, width), signed(y, width));
                assert_eq!(
                    values.eval(&terms, condition),
                    Some(expected.into()),
                    "condition {index} of {a} and {b}"
                );
            }
        }
    }
}
