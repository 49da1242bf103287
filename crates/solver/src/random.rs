//! Random formulas, against a reading of them that knows no simplification: what terms, evaluation and integers make of
//! them has to agree.

use crate::{Answer, Smt};
use formula::Evaluation;
use formula::{Order, Sort, Symbol, Term, Terms, Word, mask, signed};

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, bound: u64) -> u64 {
        (self.next() >> 11) % bound
    }
}

const WIDTHS: [u32; 5] = [1, 4, 7, 8, 16];

/// A word or a truth value, as it was asked for.
enum Tree {
    Constant(u32, u128),
    Symbol(usize),
    Word(Word, Box<Tree>, Box<Tree>),
    Extract(Box<Tree>, u32, u32),
    Extend(Box<Tree>, bool, u32),
    Concat(Box<Tree>, Box<Tree>),
    Ite(Box<Tree>, Box<Tree>, Box<Tree>),
    Not(Box<Tree>),
    And(Box<Tree>, Box<Tree>),
    Or(Box<Tree>, Box<Tree>),
    Eq(Box<Tree>, Box<Tree>),
    Order(Order, Box<Tree>, Box<Tree>),
}

/// Widths of the symbols.
const SYMBOLS: [u32; 4] = [4, 4, 8, 1];

fn constant(random: &mut Random, width: u32) -> u128 {
    let special = [0, 1, 2, mask(width), mask(width) >> 1, (mask(width) >> 1) + 1, 3, 5];
    let value =
        if random.below(3) > 0 { special[random.below(8) as usize] } else { u128::from(random.next()) };
    value & mask(width)
}

fn word(random: &mut Random, width: u32, depth: u32) -> Tree {
    let choice = if depth == 0 { random.below(2) } else { random.below(9) };
    let boxed = |tree: Tree| Box::new(tree);
    match choice {
        0 => Tree::Constant(width, constant(random, width)),
        1 => match (0..SYMBOLS.len()).filter(|&it| SYMBOLS[it] == width).collect::<Vec<_>>()[..] {
            [] => Tree::Constant(width, constant(random, width)),
            ref fitting => Tree::Symbol(fitting[random.below(fitting.len() as u64) as usize]),
        },
        2..=4 => {
            let op = Word::ALL[random.below(13) as usize];
            Tree::Word(op, boxed(word(random, width, depth - 1)), boxed(word(random, width, depth - 1)))
        }
        5 => {
            let more = random.below(9) as u32;
            let low = random.below(u64::from(more) + 1) as u32;
            Tree::Extract(boxed(word(random, width + more, depth - 1)), low, width)
        }
        6 => {
            let narrow = 1 + random.below(u64::from(width)) as u32;
            Tree::Extend(boxed(word(random, narrow, depth - 1)), random.below(2) == 0, width)
        }
        7 if width > 1 => {
            let low = 1 + random.below(u64::from(width) - 1) as u32;
            Tree::Concat(boxed(word(random, width - low, depth - 1)), boxed(word(random, low, depth - 1)))
        }
        _ => Tree::Ite(
            boxed(truth(random, depth - 1)),
            boxed(word(random, width, depth - 1)),
            boxed(word(random, width, depth - 1)),
        ),
    }
}

fn truth(random: &mut Random, depth: u32) -> Tree {
    let width = WIDTHS[random.below(5) as usize];
    let boxed = |tree: Tree| Box::new(tree);
    let below = depth.saturating_sub(1);
    match if depth == 0 { 3 + random.below(2) } else { random.below(7) } {
        0 => Tree::Not(boxed(truth(random, below))),
        1 => Tree::And(boxed(truth(random, below)), boxed(truth(random, below))),
        2 => Tree::Or(boxed(truth(random, below)), boxed(truth(random, below))),
        3 | 5 => Tree::Eq(boxed(word(random, width, below)), boxed(word(random, width, below))),
        _ => Tree::Order(
            Order::ALL[random.below(4) as usize],
            boxed(word(random, width, below)),
            boxed(word(random, width, below)),
        ),
    }
}

fn build(tree: &Tree, terms: &mut Terms, symbols: &[Symbol]) -> Term {
    match tree {
        Tree::Constant(width, value) => terms.bits(*width, *value),
        Tree::Symbol(index) => terms.symbol(symbols[*index]),
        Tree::Word(op, a, b) => {
            let (a, b) = (build(a, terms, symbols), build(b, terms, symbols));
            terms.word(*op, a, b)
        }
        Tree::Extract(of, low, width) => {
            let of = build(of, terms, symbols);
            terms.extract(of, *low, *width)
        }
        Tree::Extend(of, is_signed, width) => {
            let of = build(of, terms, symbols);
            terms.extend(of, *is_signed, *width)
        }
        Tree::Concat(a, b) => {
            let (a, b) = (build(a, terms, symbols), build(b, terms, symbols));
            terms.concat(a, b)
        }
        Tree::Ite(c, a, b) => {
            let c = build(c, terms, symbols);
            let (a, b) = (build(a, terms, symbols), build(b, terms, symbols));
            terms.ite(c, a, b)
        }
        Tree::Not(a) => {
            let a = build(a, terms, symbols);
            terms.not(a)
        }
        Tree::And(a, b) => {
            let (a, b) = (build(a, terms, symbols), build(b, terms, symbols));
            terms.and(a, b)
        }
        Tree::Or(a, b) => {
            let (a, b) = (build(a, terms, symbols), build(b, terms, symbols));
            terms.or(a, b)
        }
        Tree::Eq(a, b) => {
            let (a, b) = (build(a, terms, symbols), build(b, terms, symbols));
            terms.eq(a, b)
        }
        Tree::Order(order, a, b) => {
            let (a, b) = (build(a, terms, symbols), build(b, terms, symbols));
            terms.order(*order, a, b)
        }
    }
}

/// The width and value of a tree, as C and the solver have it.
fn read(tree: &Tree, values: &[u128]) -> (u32, u128) {
    let both = |a: &Tree, b: &Tree| (read(a, values), read(b, values).1);
    match tree {
        Tree::Constant(width, value) => (*width, *value),
        Tree::Symbol(index) => (SYMBOLS[*index], values[*index]),
        Tree::Word(op, a, b) => {
            let ((width, x), y) = both(a, b);
            let (sx, sy) = (signed(x, width), signed(y, width));
            let value = match op {
                Word::Add => x.wrapping_add(y),
                Word::Sub => x.wrapping_sub(y),
                Word::Mul => x.wrapping_mul(y),
                Word::UDiv => x.checked_div(y).unwrap_or(mask(width)),
                Word::URem => x.checked_rem(y).unwrap_or(x),
                Word::SDiv if sy == 0 => (if sx < 0 { 1 } else { -1i128 }) as u128,
                Word::SDiv => sx.wrapping_div(sy) as u128,
                Word::SRem if sy == 0 => x,
                Word::SRem => sx.wrapping_rem(sy) as u128,
                Word::And => x & y,
                Word::Or => x | y,
                Word::Xor => x ^ y,
                Word::Shl => x.checked_shl(y.min(200) as u32).unwrap_or(0),
                Word::LShr => x.checked_shr(y.min(200) as u32).unwrap_or(0),
                Word::AShr => (sx >> y.min(100)) as u128,
            };
            (width, value & mask(width))
        }
        Tree::Extract(of, low, width) => (*width, read(of, values).1 >> low & mask(*width)),
        Tree::Extend(of, is_signed, width) => {
            let (narrow, value) = read(of, values);
            let value = if *is_signed { signed(value, narrow) as u128 } else { value };
            (*width, value & mask(*width))
        }
        Tree::Concat(a, b) => {
            let ((high, x), (low, y)) = (read(a, values), read(b, values));
            (high + low, x << low | y)
        }
        Tree::Ite(c, a, b) => read(if read(c, values).1 == 1 { a } else { b }, values),
        Tree::Not(a) => (1, 1 - read(a, values).1),
        Tree::And(a, b) => (1, read(a, values).1 & read(b, values).1),
        Tree::Or(a, b) => (1, read(a, values).1 | read(b, values).1),
        Tree::Eq(a, b) => (1, u128::from(read(a, values).1 == read(b, values).1)),
        Tree::Order(order, a, b) => {
            let ((width, x), y) = both(a, b);
            let is_so = match order {
                Order::Ult => x < y,
                Order::Ule => x <= y,
                Order::Slt => signed(x, width) < signed(y, width),
                Order::Sle => signed(x, width) <= signed(y, width),
            };
            (1, u128::from(is_so))
        }
    }
}

fn new_symbols(terms: &mut Terms, random: &mut Random) -> Vec<Symbol> {
    let name = |index: usize| format!("x{index}");
    let mut symbols = Vec::new();
    for (index, &width) in SYMBOLS.iter().enumerate() {
        let symbol = terms.new_symbol(name(index), Sort::Bits(width));
        if random.below(2) == 0 {
            terms.set_sign(symbol, random.below(2) == 0);
        }
        symbols.push(symbol);
    }
    symbols
}

fn for_all_values(mut f: impl FnMut(&[u128])) {
    for bits in 0..1u128 << 17 {
        f(&[bits & 15, bits >> 4 & 15, bits >> 8 & 255, bits >> 16 & 1]);
    }
}

#[test]
fn terms_mean_what_was_asked_for() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for round in 0..3000 {
        let tree = truth(&mut random, 1 + (round % 5) as u32);
        let mut terms = Terms::default();
        let symbols = new_symbols(&mut terms, &mut random);
        let term = build(&tree, &mut terms, &symbols);
        for _ in 0..60 {
            let values: Vec<u128> =
                SYMBOLS.iter().map(|&width| u128::from(random.next()) & mask(width)).collect();
            let mut evaluation = Evaluation::default();
            symbols.iter().zip(&values).for_each(|(&symbol, &value)| evaluation.set(&terms, symbol, value));
            let expected = read(&tree, &values).1;
            assert_eq!(evaluation.eval(&terms, term), Some(expected), "round {round}: {}", terms.show(term));
        }
    }
}

#[test]
fn what_words_satisfy_integers_do_not_refute() {
    let mut random = Random(0x0123_4567_89ab_cdef);
    let mut refuted = 0;
    for round in 0..400 {
        let tree = truth(&mut random, 2 + (round % 4) as u32);
        let mut terms = Terms::default();
        let symbols = new_symbols(&mut terms, &mut random);
        let term = build(&tree, &mut terms, &symbols);
        let mut is_satisfiable = false;
        for_all_values(|values| is_satisfiable |= !is_satisfiable && read(&tree, values).1 == 1);
        // New symbols, new formulas: nothing of another round may be left.
        let mut smt = Smt::default();
        let mut query = smt.query();
        let integers = query.check_integers(&mut smt, &terms, &[term]);
        let words = smt.query().check(&mut smt, &terms, &[term]);
        if is_satisfiable {
            assert_ne!(integers, Answer::Unsat, "round {round}: {}", terms.show(term));
            assert_eq!(words, Answer::Sat, "round {round}: {}", terms.show(term));
        } else if integers == Answer::Sat {
            panic!("round {round}: a model over integers that is none: {}", terms.show(term));
        }
        refuted += u32::from(integers == Answer::Unsat);
    }
    assert!(refuted > 20, "{refuted}");
}
