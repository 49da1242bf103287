use super::*;
use crate::term::{Order, Sort};

/// An obligation over a few symbols, made in terms of its own.
fn of(make: impl Fn(&mut Terms) -> Vec<Term>) -> Vec<u8> {
    let mut terms = Terms::default();
    let obligation = make(&mut terms);
    bytes(&terms, &obligation)
}

fn word(terms: &mut Terms, name: &str, width: u32) -> Term {
    let symbol = terms.new_symbol(name.into(), Sort::Bits(width));
    terms.symbol(symbol)
}

fn array(terms: &mut Terms, index: u32, value: u32) -> Term {
    let symbol = terms.new_symbol("a".into(), Sort::Array { index, value });
    terms.symbol(symbol)
}

fn equal(terms: &mut Terms, a: Term, b: Term) -> Vec<Term> {
    vec![terms.eq(a, b)]
}

#[test]
fn names_and_the_order_of_making_do_not_matter() {
    let less = |names: [&'static str; 2], is_late: bool| {
        of(move |terms| {
            if is_late {
                let other = word(terms, "other", 8);
                terms.not(other);
            }
            let x = word(terms, names[0], 32);
            let y = word(terms, names[1], 32);
            let sum = if is_late { terms.word(Word::Add, y, x) } else { terms.word(Word::Add, x, y) };
            vec![terms.order(Order::Ult, sum, x), terms.order(Order::Slt, y, sum)]
        })
    };
    assert_eq!(less(["x", "y"], false), less(["x", "y"], true));
    assert_eq!(less(["x", "y"], false), less(["p", "q"], false));
}

#[test]
fn the_order_of_the_terms_does_not_matter() {
    let both = |is_turned: bool| {
        of(move |terms| {
            let (x, y) = (word(terms, "x", 8), word(terms, "y", 8));
            let (a, b) = (terms.order(Order::Ult, x, y), terms.order(Order::Slt, y, x));
            if is_turned { vec![b, a] } else { vec![a, b] }
        })
    };
    assert_eq!(both(false), both(true));
}

/// Each pair differs in one thing that decides whether the terms can hold together.
#[test]
fn what_matters_is_in_it() {
    type Make = fn(&mut Terms) -> Vec<Term>;
    let pairs: [(&str, Make, Make); 14] = [
        (
            "which of two symbols of one name",
            |terms| {
                let (x, y) = (word(terms, "s+0", 8), word(terms, "s+0", 8));
                let three = terms.bits(8, 3);
                vec![terms.order(Order::Ule, three, x), terms.order(Order::Ult, x, y)]
            },
            |terms| {
                let (x, y) = (word(terms, "s+0", 8), word(terms, "s+0", 8));
                let three = terms.bits(8, 3);
                vec![terms.order(Order::Ule, three, y), terms.order(Order::Ult, x, y)]
            },
        ),
        (
            "one symbol or two",
            |terms| {
                let (x, y) = (word(terms, "x?", 8), word(terms, "x?", 8));
                vec![terms.order(Order::Ult, x, y)]
            },
            |terms| {
                let x = word(terms, "x?", 8);
                let y = terms.complement(x);
                vec![terms.order(Order::Ult, x, y)]
            },
        ),
        (
            "the width of a word",
            |terms| {
                let (x, zero) = (word(terms, "x", 8), terms.bits(8, 0));
                equal(terms, x, zero)
            },
            |terms| {
                let (x, zero) = (word(terms, "x", 16), terms.bits(16, 0));
                equal(terms, x, zero)
            },
        ),
        (
            "the width of an index",
            |terms| {
                let (a, b) = (array(terms, 32, 8), array(terms, 32, 8));
                equal(terms, a, b)
            },
            |terms| {
                let (a, b) = (array(terms, 64, 8), array(terms, 64, 8));
                equal(terms, a, b)
            },
        ),
        (
            "the width of the index of what is the same everywhere",
            |terms| {
                let (x, y) = (word(terms, "x", 8), word(terms, "y", 8));
                let (a, b) = (terms.fill(32, x), terms.fill(32, y));
                equal(terms, a, b)
            },
            |terms| {
                let (x, y) = (word(terms, "x", 8), word(terms, "y", 8));
                let (a, b) = (terms.fill(64, x), terms.fill(64, y));
                equal(terms, a, b)
            },
        ),
        (
            "the width of an element",
            |terms| {
                let (a, b) = (array(terms, 32, 8), array(terms, 32, 8));
                equal(terms, a, b)
            },
            |terms| {
                let (a, b) = (array(terms, 32, 1), array(terms, 32, 1));
                equal(terms, a, b)
            },
        ),
        (
            "a truth value or a word of one bit",
            |terms| {
                let symbols = ["a", "b"].map(|name| terms.new_symbol(name.into(), Sort::Bool));
                let [a, b] = symbols.map(|symbol| terms.symbol(symbol));
                equal(terms, a, b)
            },
            |terms| {
                let (a, b) = (word(terms, "a", 1), word(terms, "b", 1));
                equal(terms, a, b)
            },
        ),
        (
            "the sign of an extension",
            |terms| {
                let (x, y) = (word(terms, "x", 8), word(terms, "y", 16));
                let x = terms.extend(x, true, 16);
                equal(terms, x, y)
            },
            |terms| {
                let (x, y) = (word(terms, "x", 8), word(terms, "y", 16));
                let x = terms.extend(x, false, 16);
                equal(terms, x, y)
            },
        ),
        (
            "the lowest bit",
            |terms| {
                let (x, y) = (word(terms, "x", 8), word(terms, "y", 3));
                let x = terms.extract(x, 2, 3);
                equal(terms, x, y)
            },
            |terms| {
                let (x, y) = (word(terms, "x", 8), word(terms, "y", 3));
                let x = terms.extract(x, 5, 3);
                equal(terms, x, y)
            },
        ),
        (
            "the sign of an order",
            |terms| {
                let (x, y) = (word(terms, "x", 8), word(terms, "y", 8));
                vec![terms.order(Order::Ult, x, y)]
            },
            |terms| {
                let (x, y) = (word(terms, "x", 8), word(terms, "y", 8));
                vec![terms.order(Order::Slt, x, y)]
            },
        ),
        (
            "the operands of a difference",
            |terms| {
                let (x, y) = (word(terms, "x", 8), word(terms, "y", 8));
                let difference = terms.word(Word::Sub, x, y);
                vec![terms.order(Order::Ult, difference, x)]
            },
            |terms| {
                let (x, y) = (word(terms, "x", 8), word(terms, "y", 8));
                let difference = terms.word(Word::Sub, y, x);
                vec![terms.order(Order::Ult, difference, x)]
            },
        ),
        (
            "the size of an object",
            |terms| {
                let objects = [4, 4].map(|size| terms.new_address("&o".into(), 64, size));
                let [a, b] = objects.map(|symbol| terms.symbol(symbol));
                vec![terms.order(Order::Ult, a, b)]
            },
            |terms| {
                let objects = [8, 4].map(|size| terms.new_address("&o".into(), 64, size));
                let [a, b] = objects.map(|symbol| terms.symbol(symbol));
                vec![terms.order(Order::Ult, a, b)]
            },
        ),
        (
            "a fact",
            |terms| {
                let (x, y) = (word(terms, "x", 8), word(terms, "y", 8));
                vec![terms.order(Order::Ult, x, y)]
            },
            |terms| {
                let symbol = terms.new_symbol("x".into(), Sort::Bits(8));
                let (x, y) = (terms.symbol(symbol), word(terms, "y", 8));
                let fact = terms.order(Order::Ule, x, y);
                terms.set_fact(symbol, fact);
                vec![terms.order(Order::Ult, x, y)]
            },
        ),
        (
            "a fact of what only a fact speaks of",
            |terms| {
                let symbols = ["x", "z"].map(|name| terms.new_symbol(name.into(), Sort::Bits(8)));
                let ([x, z], y) = (symbols.map(|symbol| terms.symbol(symbol)), word(terms, "y", 8));
                let fact = terms.order(Order::Ule, x, z);
                terms.set_fact(symbols[0], fact);
                vec![terms.order(Order::Ult, y, x)]
            },
            |terms| {
                let symbols = ["x", "z"].map(|name| terms.new_symbol(name.into(), Sort::Bits(8)));
                let ([x, z], y) = (symbols.map(|symbol| terms.symbol(symbol)), word(terms, "y", 8));
                let (fact, three) = (terms.order(Order::Ule, x, z), terms.bits(8, 3));
                terms.set_fact(symbols[0], fact);
                let fact = terms.order(Order::Ult, z, three);
                terms.set_fact(symbols[1], fact);
                vec![terms.order(Order::Ult, y, x)]
            },
        ),
    ];
    for (what, one, other) in pairs {
        assert_ne!(of(one), of(other), "{what}");
    }
}

/// As above, where no order of operands could tell them apart.
#[test]
fn what_matters_is_in_it_whatever_the_order() {
    let below = |terms: &mut Terms, it: Term| {
        let y = word(terms, "y", 8);
        vec![terms.order(Order::Ult, it, y)]
    };
    let low = |low: u32| {
        of(|terms| {
            let x = word(terms, "x", 32);
            let it = terms.extract(x, low, 8);
            below(terms, it)
        })
    };
    assert_ne!(low(3), low(5));
    let value = |value: u128| {
        of(|terms| {
            let it = terms.bits(8, value);
            below(terms, it)
        })
    };
    assert_ne!(value(3), value(5));
    let quotient = |op: Word| {
        of(|terms| {
            let (x, z) = (word(terms, "x", 8), word(terms, "z", 8));
            let it = terms.word(op, x, z);
            below(terms, it)
        })
    };
    for (one, other) in [(Word::SDiv, Word::UDiv), (Word::SRem, Word::URem), (Word::AShr, Word::LShr)] {
        assert_ne!(quotient(one), quotient(other), "{one:?}");
    }
    // A byte of a product, of a number that is made wider.
    let product = |width: u32| {
        of(|terms| {
            let (x, z) = (word(terms, "x", 8), word(terms, "z", 8));
            let [x, z] = [x, z].map(|it| terms.extend(it, true, width));
            let product = terms.word(Word::UDiv, x, z);
            let it = terms.extract(product, 8, 8);
            below(terms, it)
        })
    };
    assert_ne!(product(24), product(32));
    let quotient_of_part = |width: u32| {
        of(|terms| {
            let (x, z) = (word(terms, "x", 32), word(terms, "z", 32));
            let [x, z] = [x, z].map(|it| terms.extract(it, 4, width));
            let quotient = terms.word(Word::UDiv, x, z);
            let it = terms.extract(quotient, 0, 8);
            below(terms, it)
        })
    };
    assert_ne!(quotient_of_part(12), quotient_of_part(16));
    let constant = |width: u32| {
        of(|terms| {
            let (x, one) = (word(terms, "x", 8), terms.bits(width, 1));
            let x = terms.concat(x, one);
            let quotient = terms.word(Word::UDiv, x, x);
            let quotient = if quotient == x { x } else { terms.word(Word::Mul, x, x) };
            let it = terms.extract(quotient, 8, 8);
            below(terms, it)
        })
    };
    assert_ne!(constant(16), constant(24));
}

#[test]
fn shared_terms_are_written_once() {
    let written = of(|terms| {
        let mut x = word(terms, "x", 32);
        for _ in 0..64 {
            x = terms.word(Word::Mul, x, x);
        }
        let zero = terms.bits(32, 0);
        equal(terms, x, zero)
    });
    assert!(written.len() < 2_000, "{} bytes", written.len());
}
