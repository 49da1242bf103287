//! Random expressions on words of up to 128 bits: a term is what the expression is, whatever was simplified and whichever symbols are
//! replaced, and a condition on one symbol splits its values where it changes.
//!
//! `RANDOM_TERMS=N` tries so many, from `RANDOM_SEED`.

use formula::{Evaluation, Order, Set, Sort, Symbol, Term, Terms, Word, mask, signed};
use rustc_hash::FxHashMap as HashMap;

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    fn below(&mut self, count: u64) -> u64 {
        self.next() % count
    }

    /// A word: small, next to an end, a power of two or any.
    fn word(&mut self, width: u32) -> u128 {
        let near = u128::from(self.below(5)).wrapping_sub(2);
        let value = match self.below(5) {
            0 => u128::from(self.below(20)),
            1 => near,
            2 => (1u128 << (width - 1)).wrapping_add(near),
            3 => (1u128 << self.below(width.into())).wrapping_add(near),
            _ => u128::from(self.next()) << 70 ^ u128::from(self.next()) << 35 ^ u128::from(self.next()),
        };
        value & mask(width)
    }
}

const WIDTHS: [u32; 6] = [8, 16, 32, 64, 7, 33];

/// Expressions, each with its width, as they are written.
#[derive(Clone, Debug)]
enum Expr {
    Word(Word, Box<Expr>, Box<Expr>),
    Order(Order, Box<Expr>, Box<Expr>),
    Eq(Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Ite(Box<Expr>, Box<Expr>, Box<Expr>),
    Extract(u32, u32, Box<Expr>),
    Extend(bool, u32, Box<Expr>),
    Concat(Box<Expr>, Box<Expr>),
    Bits(u32, u128),
    Input(usize),
}

struct Inputs {
    symbols: Vec<(Symbol, u32)>,
}

fn word(random: &mut Random, inputs: &Inputs, width: u32, depth: u32) -> Expr {
    let sub = |random: &mut Random, width| Box::new(word(random, inputs, width, depth.saturating_sub(1)));
    let free: Vec<usize> = (0..inputs.symbols.len()).filter(|&i| inputs.symbols[i].1 == width).collect();
    if depth == 0 || random.below(8) == 0 {
        if let Some(&input) = free.get(random.below(free.len().max(1) as u64) as usize)
            && random.below(3) > 0
        {
            return Expr::Input(input);
        }
        let input = random.below(inputs.symbols.len() as u64) as usize;
        let of = inputs.symbols[input].1;
        return match random.below(3) {
            0 => Expr::Bits(width, random.word(width)),
            _ if of < width => Expr::Extend(random.below(2) == 0, width, Box::new(Expr::Input(input))),
            _ if of > width => {
                let low = random.below((of - width + 1).into()) as u32;
                Expr::Extract(if random.below(2) == 0 { 0 } else { low }, width, Box::new(Expr::Input(input)))
            }
            _ => Expr::Input(input),
        };
    }
    match random.below(14) {
        0..7 => {
            let op = Word::ALL[random.below(13) as usize];
            let right = if random.below(2) == 0 {
                Box::new(Expr::Bits(width, random.word(width)))
            } else {
                sub(random, width)
            };
            let left = sub(random, width);
            if random.below(4) == 0 { Expr::Word(op, right, left) } else { Expr::Word(op, left, right) }
        }
        7 | 8 if width < 128 => {
            let more = 1 + random.below(64.min(128 - u64::from(width))) as u32;
            let low = random.below(u64::from(more) + 1) as u32;
            Expr::Extract(low, width, sub(random, width + more))
        }
        9 | 10 if width > 1 => {
            let narrow = 1 + random.below(u64::from(width) - 1) as u32;
            Expr::Extend(random.below(2) == 0, width, sub(random, narrow))
        }
        11 if width > 1 => {
            let low = 1 + random.below(u64::from(width) - 1) as u32;
            Expr::Concat(sub(random, width - low), sub(random, low))
        }
        _ => {
            let condition = Box::new(truth(random, inputs, depth - 1));
            Expr::Ite(condition, sub(random, width), sub(random, width))
        }
    }
}

fn truth(random: &mut Random, inputs: &Inputs, depth: u32) -> Expr {
    let width = match random.below(3) {
        0 => inputs.symbols[0].1,
        _ => WIDTHS[random.below(6) as usize],
    };
    let left = Box::new(word(random, inputs, width, depth));
    let right = match random.below(3) {
        0 => Box::new(word(random, inputs, width, depth.saturating_sub(1))),
        _ => Box::new(Expr::Bits(width, random.word(width))),
    };
    let (left, right) = if random.below(4) == 0 { (right, left) } else { (left, right) };
    let other = |random: &mut Random| Box::new(truth(random, inputs, depth.saturating_sub(1)));
    match random.below(10) {
        0 if depth > 0 => Expr::And(other(random), other(random)),
        1 if depth > 0 => Expr::Or(other(random), other(random)),
        2 if depth > 0 => Expr::Not(other(random)),
        3 | 4 => Expr::Eq(left, right),
        _ => Expr::Order(Order::ALL[random.below(4) as usize], left, right),
    }
}

/// Makes a term of an expression.
fn term(terms: &mut Terms, inputs: &Inputs, expr: &Expr) -> Term {
    let mut of = |it: &Expr| term(terms, inputs, it);
    match expr {
        Expr::Word(op, a, b) => {
            let (a, b) = (of(a), of(b));
            terms.word(*op, a, b)
        }
        Expr::Order(order, a, b) => {
            let (a, b) = (of(a), of(b));
            terms.order(*order, a, b)
        }
        Expr::Eq(a, b) => {
            let (a, b) = (of(a), of(b));
            terms.eq(a, b)
        }
        Expr::Not(a) => {
            let a = of(a);
            terms.not(a)
        }
        Expr::And(a, b) => {
            let (a, b) = (of(a), of(b));
            terms.and(a, b)
        }
        Expr::Or(a, b) => {
            let (a, b) = (of(a), of(b));
            terms.or(a, b)
        }
        Expr::Ite(c, a, b) => {
            let (c, a, b) = (of(c), of(a), of(b));
            terms.ite(c, a, b)
        }
        Expr::Extract(low, width, a) => {
            let a = of(a);
            terms.extract(a, *low, *width)
        }
        Expr::Extend(is_signed, width, a) => {
            let a = of(a);
            terms.extend(a, *is_signed, *width)
        }
        Expr::Concat(a, b) => {
            let (a, b) = (of(a), of(b));
            terms.concat(a, b)
        }
        Expr::Bits(width, value) => terms.bits(*width, *value),
        Expr::Input(index) => terms.symbol(inputs.symbols[*index].0),
    }
}

/// What an expression is, and how wide, as the solver has it.
fn value(inputs: &Inputs, values: &[u128], expr: &Expr) -> (u128, u32) {
    let of = |it: &Expr| value(inputs, values, it);
    let (value, width) = match expr {
        Expr::Word(op, a, b) => {
            let ((x, width), (y, _)) = (of(a), of(b));
            let (sx, sy) = (signed(x, width), signed(y, width));
            let result = match op {
                Word::Add => x.wrapping_add(y),
                Word::Sub => x.wrapping_sub(y),
                Word::Mul => x.wrapping_mul(y),
                Word::UDiv => x.checked_div(y).unwrap_or(u128::MAX),
                Word::URem => x.checked_rem(y).unwrap_or(x),
                Word::SDiv if y == 0 => (if sx < 0 { 1 } else { -1i128 }) as u128,
                Word::SDiv => sx.wrapping_div(sy) as u128,
                Word::SRem if y == 0 => x,
                Word::SRem => sx.wrapping_rem(sy) as u128,
                Word::And => x & y,
                Word::Or => x | y,
                Word::Xor => x ^ y,
                Word::Shl if y >= width.into() => 0,
                Word::Shl => x << y,
                Word::LShr if y >= width.into() => 0,
                Word::LShr => x >> y,
                Word::AShr if y >= width.into() => (sx >> (width - 1)) as u128,
                Word::AShr => (sx >> y) as u128,
            };
            (result, width)
        }
        Expr::Order(order, a, b) => {
            let ((x, width), (y, _)) = (of(a), of(b));
            let (sx, sy) = (signed(x, width), signed(y, width));
            let holds = match order {
                Order::Ult => x < y,
                Order::Ule => x <= y,
                Order::Slt => sx < sy,
                Order::Sle => sx <= sy,
            };
            (holds.into(), 1)
        }
        Expr::Eq(a, b) => ((of(a).0 == of(b).0).into(), 1),
        Expr::Not(a) => (1 - of(a).0, 1),
        Expr::And(a, b) => (of(a).0 & of(b).0, 1),
        Expr::Or(a, b) => (of(a).0 | of(b).0, 1),
        Expr::Ite(c, a, b) => {
            if of(c).0 == 1 {
                of(a)
            } else {
                of(b)
            }
        }
        Expr::Extract(low, width, a) => (of(a).0 >> low, *width),
        Expr::Extend(is_signed, width, a) => {
            let (x, narrow) = of(a);
            (if *is_signed { signed(x, narrow) as u128 } else { x }, *width)
        }
        Expr::Concat(a, b) => {
            let ((x, high), (y, low)) = (of(a), of(b));
            (x << low | y, high + low)
        }
        Expr::Bits(width, value) => (*value, *width),
        Expr::Input(index) => (values[*index], inputs.symbols[*index].1),
    };
    (value & mask(width), width)
}

fn evaluated(terms: &Terms, inputs: &Inputs, values: &[u128], term: Term) -> u128 {
    let mut evaluation = Evaluation::default();
    inputs.symbols.iter().zip(values).for_each(|(it, &value)| evaluation.set(terms, it.0, value));
    evaluation.eval(terms, term).expect("there are no arrays")
}

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn random_of(seed: u64) -> Random {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    (0..4).for_each(|_| _ = random.next());
    random
}

#[test]
fn terms_are_what_expressions_are() {
    let first = setting("RANDOM_SEED", 1);
    for seed in first..first + setting("RANDOM_TERMS", 4000) {
        let mut random = random_of(seed);
        let mut terms = Terms::default();
        let widths: Vec<u32> = (0..3).map(|_| WIDTHS[random.below(6) as usize]).collect();
        let new = |&width: &u32| (terms.new_symbol(String::new(), Sort::Bits(width)), width);
        let inputs = Inputs { symbols: widths.iter().map(new).collect() };
        let width = WIDTHS[random.below(6) as usize];
        let expr = match random.below(2) {
            0 => word(&mut random, &inputs, width, 4),
            _ => truth(&mut random, &inputs, 3),
        };
        let made = term(&mut terms, &inputs, &expr);
        for _ in 0..20 {
            let values: Vec<u128> = widths.iter().map(|&width| random.word(width)).collect();
            let expected = value(&inputs, &values, &expr).0;
            let found = evaluated(&terms, &inputs, &values, made);
            assert_eq!(found, expected, "seed {seed}, {values:?}: {expr:?}, {}", terms.show(made));
            // With some of the symbols replaced by what they are.
            let chosen = random.below(7);
            let by: HashMap<Symbol, Term> = (0..3)
                .filter(|i| chosen >> i & 1 == 1)
                .map(|i| (inputs.symbols[i].0, terms.bits(widths[i], values[i])))
                .collect();
            let plain = terms.replace(made, &|symbol| by.get(&symbol).copied(), &mut HashMap::default());
            let found = evaluated(&terms, &inputs, &values, plain);
            assert_eq!(found, expected, "seed {seed}, {values:?}: {expr:?}, {}", terms.show(plain));
            if terms.sort(made) != Sort::Bool && terms.width(made) <= 64 {
                let of = |symbol: Symbol| {
                    let index = inputs.symbols.iter().position(|it| it.0 == symbol)?;
                    let it = signed(values[index], widths[index]);
                    Some((it, it))
                };
                let (it, exact, range) =
                    (signed(expected, width), terms.range_where(made, &of), terms.range(made));
                assert!(exact.0 <= it && it <= exact.1, "seed {seed}, {values:?}: {exact:?}, {expr:?}");
                assert!(range.0 <= it && it <= range.1, "seed {seed}, {values:?}: {range:?}, {expr:?}");
            }
        }
    }
}

#[test]
fn splits_are_exact_at_any_width() {
    let (first, mut split) = (setting("RANDOM_SEED", 1), 0);
    let count = setting("RANDOM_TERMS", 4000);
    for seed in first..first + count {
        let mut random = random_of(seed);
        let mut terms = Terms::default();
        let width = WIDTHS[random.below(6) as usize];
        let symbol = terms.new_symbol(String::new(), Sort::Bits(width));
        let inputs = Inputs { symbols: vec![(symbol, width)] };
        let depth = 1 + random.below(2) as u32;
        let expr = truth(&mut random, &inputs, depth);
        let condition = term(&mut terms, &inputs, &expr);
        let all = terms.all_values(symbol);
        let (a, b) = (random.word(width) as i128, random.word(width) as i128);
        let values = match random.below(2) {
            0 => all.clone(),
            _ => all.without(&Set::interval(a.min(b), a.max(b))),
        };
        let Some((holding, others)) = terms.split_values(condition, symbol, &values) else { continue };
        split += 1;
        assert_eq!(holding.union(&others), values, "seed {seed}");
        assert!(holding.intersection(&others).is_empty(), "seed {seed}");
        let mut tried: Vec<i128> = (0..20).map(|_| random.word(width) as i128).collect();
        for &(low, high) in holding.intervals().iter().chain(others.intervals()).take(40) {
            tried.extend([low - 1, low, low + 1, high - 1, high, high + 1]);
        }
        for it in tried.into_iter().filter(|&it| values.contains(it)) {
            let holds = value(&inputs, &[it as u128], &expr).0 == 1;
            assert_eq!(holding.contains(it), holds, "seed {seed}, {it}: {expr:?}, {}", terms.show(condition));
        }
    }
    assert!(split * 4 > count, "{split}");
}

/// What C leaves open of sums, products, quotients and shifts, on words of 32 and 64 bits.
#[test]
fn overflows_are_those_of_exact_arithmetic() {
    let first = setting("RANDOM_SEED", 1);
    for seed in first..first + setting("RANDOM_TERMS", 4000) {
        let mut random = random_of(seed);
        let mut terms = Terms::default();
        let width = [32, 64][random.below(2) as usize];
        let of = WIDTHS[random.below(4) as usize].min(width);
        let symbols = [of, width].map(|width| (terms.new_symbol(String::new(), Sort::Bits(width)), width));
        let inputs = Inputs { symbols: symbols.to_vec() };
        let is_signed = random.below(2) == 0;
        let operands = [0, 1].map(|i| {
            let it = terms.symbol(symbols[i].0);
            terms.extend(it, is_signed, width)
        });
        let constant = random.word(width);
        let fixed = terms.bits(width, constant);
        let (a, b) = [
            (operands[0], operands[1]),
            (operands[1], operands[0]),
            (operands[0], fixed),
            (fixed, operands[1]),
        ][random.below(4) as usize];
        let [add, sub, mul] = [Word::Add, Word::Sub, Word::Mul].map(|op| terms.overflows(op, a, b));
        let [added, subtracted] = [Word::Add, Word::Sub].map(|op| terms.sum_changes_sign(op, a, b));
        let (quotient, shift, count) =
            (terms.quotient_overflows(a, b), terms.is_bad_shift(a, b), terms.is_bad_count(width, b));
        for _ in 0..20 {
            let values = [random.word(of), random.word(width)];
            let eval = |term| evaluated(&terms, &inputs, &values, term);
            let (p, q) = (eval(a), eval(b));
            let (x, y) = (signed(p, width), signed(q, width));
            let (least, most) = formula::bounds(width);
            let is_beyond = |it: i128| it < least || it > most;
            let is_large = q >= width.into();
            let is_lossy = is_large || x < 0 || x << q.min(63) > most;
            for (name, found, expected) in [
                ("add", add, is_beyond(x + y)),
                ("sub", sub, is_beyond(x - y)),
                ("added", added, is_beyond(x + y)),
                ("subtracted", subtracted, is_beyond(x - y)),
                ("mul", mul, is_beyond(x * y)),
                ("quotient", quotient, x == least && y == -1),
                ("shift", shift, is_lossy),
                ("count", count, is_large),
            ] {
                assert_eq!(eval(found) == 1, expected, "seed {seed}, {name} of {x} and {y} in {width} bits");
            }
        }
    }
}
