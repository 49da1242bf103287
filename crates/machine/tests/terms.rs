//! Operators of C on all numbers of one to six bits: what formulas say of results and of undefined behaviour is what the machine does.

use cfa::expr::{Binary, Overflow, Unary};
use formula::{Evaluation, Sort, Symbol, Term, Terms, Word};
use machine::arith::{self, Number};
use machine::code::Kind;
use machine::symbolic::operate::{self, Computed};
use machine::value::Val;
use machine::{FaultKind, Stop};

const WIDEST: u8 = 6;

/// What may come of an operation: when it is this fault, in this order, and else its result.
struct Outcomes {
    faults: Vec<(Term, FaultKind)>,
    result: Term,
}

fn int(bits: u8, signed: bool) -> Kind {
    Kind::Int { bits, signed }
}

/// All integer types of a few bits.
fn types() -> Vec<(u8, bool)> {
    (1..=WIDEST).flat_map(|bits| [(bits, false), (bits, true)]).collect()
}

/// Truths are numbers of 32 bits.
fn outcomes(terms: &mut Terms, op: Binary, is_signed: bool, a: Term, b: Term) -> Outcomes {
    let found = operate::binary(terms, op, is_signed, a, b);
    as_words(terms, found)
}

fn as_words(terms: &mut Terms, found: Option<operate::Outcomes>) -> Outcomes {
    let operate::Outcomes { faults, result } = found.expect("an operator of integers");
    let result = match result {
        Computed::Word(word) => word,
        Computed::Truth(holds) => {
            let (one, zero) = (terms.bits(32, 1), terms.bits(32, 0));
            terms.ite(holds, one, zero)
        }
    };
    Outcomes { faults, result }
}

/// Two symbols of two types.
struct Case {
    terms: Terms,
    symbols: [Symbol; 2],
    types: [(u8, bool); 2],
}

impl Case {
    fn new(types: [(u8, bool); 2]) -> Case {
        let mut terms = Terms::default();
        let symbols = types.map(|(bits, _)| terms.new_symbol("x".into(), Sort::Bits(bits.into())));
        Case { terms, symbols, types }
    }

    fn operands(&self) -> impl Iterator<Item = [u128; 2]> + use<> {
        let [(of_a, _), (of_b, _)] = self.types;
        (0..1u128 << of_a).flat_map(move |a| (0..1u128 << of_b).map(move |b| [a, b]))
    }

    /// Words as the machine has them.
    fn words(&self, values: [u128; 2]) -> [u64; 2] {
        [0, 1].map(|i| arith::extend(values[i] as u64, self.types[i].0, self.types[i].1))
    }

    /// Both operands, each as a symbol and as a constant.
    fn forms(&mut self, values: [u128; 2]) -> [[Term; 2]; 4] {
        let free = self.symbols.map(|symbol| self.terms.symbol(symbol));
        let fixed = [0, 1].map(|i| self.terms.bits(self.types[i].0.into(), values[i]));
        [free, [fixed[0], free[1]], [free[0], fixed[1]], fixed]
    }

    fn value(&self, values: [u128; 2], term: Term) -> u128 {
        let mut evaluation = Evaluation::default();
        self.symbols.iter().zip(values).for_each(|(&it, value)| evaluation.set(&self.terms, it, value));
        evaluation.eval(&self.terms, term).unwrap()
    }

    /// What formulas say, as the machine says it: the result in the form of its type.
    fn said(
        &self,
        values: [u128; 2],
        outcomes: &Outcomes,
        (bits, signed): (u8, bool),
    ) -> Result<u64, FaultKind> {
        match outcomes.faults.iter().find(|(when, _)| self.value(values, *when) == 1) {
            Some(&(_, kind)) => Err(kind),
            None => Ok(arith::extend(self.value(values, outcomes.result) as u64, bits, signed)),
        }
    }
}

fn done(result: Result<Val, Stop>) -> Result<u64, FaultKind> {
    match result {
        Ok(value) => Ok(value.bits),
        Err(Stop::Fault(fault)) => Err(fault.kind),
        Err(_) => panic!("neither a result nor a fault"),
    }
}

#[test]
fn binary_operators() {
    use Binary::*;
    for (bits, signed) in types() {
        let mut case = Case::new([(bits, signed); 2]);
        for values in case.operands() {
            let [x, y] = case.words(values);
            for op in [Add, Sub, Mul, Div, Rem, And, Or, Xor, Eq, Ne, Lt, Le, Gt, Ge] {
                let expected = done(arith::binary(op, int(bits, signed), x, y));
                let ty = if op.is_comparison() { (32, true) } else { (bits, signed) };
                for [a, b] in case.forms(values) {
                    let found = outcomes(&mut case.terms, op, signed, a, b);
                    let said = case.said(values, &found, ty);
                    assert_eq!(said, expected, "{op:?} of {values:?}, {bits} bits, signed: {signed}");
                }
            }
        }
    }
}

/// The count has a type of its own.
#[test]
fn shifts() {
    for of_value in types() {
        for of_count in types() {
            let mut case = Case::new([of_value, of_count]);
            for values in case.operands() {
                let [x, count] = case.words(values);
                for op in [Binary::Shl, Binary::Shr] {
                    let expected = done(arith::binary(op, int(of_value.0, of_value.1), x, count));
                    for [a, mut b] in case.forms(values) {
                        if of_count.1 {
                            b = case.terms.signed_count(of_value.0.into(), b);
                        }
                        let found = outcomes(&mut case.terms, op, of_value.1, a, b);
                        let said = case.said(values, &found, of_value);
                        assert_eq!(said, expected, "{op:?} of {values:?}: {of_value:?}, {of_count:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn unary_operators() {
    for (bits, signed) in types() {
        let mut case = Case::new([(bits, signed), (1, false)]);
        for values in case.operands().filter(|values| values[1] == 0) {
            let [x, _] = case.words(values);
            for op in [Unary::Negate, Unary::Absolute, Unary::BitNot, Unary::Not] {
                let expected = done(arith::unary(op, int(bits, signed), Val::int(x)));
                for [a, _] in case.forms(values) {
                    let terms = &mut case.terms;
                    let found = operate::unary(terms, op, signed, a);
                    let outcomes = as_words(terms, found);
                    let ty = if op == Unary::Not { (32, true) } else { (bits, signed) };
                    let said = case.said(values, &outcomes, ty);
                    assert_eq!(said, expected, "{op:?} of {values:?}, {bits} bits, signed: {signed}");
                }
            }
        }
    }
}

#[test]
fn conversions() {
    for from in types() {
        let mut case = Case::new([from, (1, false)]);
        for values in case.operands().filter(|values| values[1] == 0) {
            let [x, _] = case.words(values);
            let number = if from.1 { i128::from(x as i64) } else { i128::from(x) };
            for [a, _] in case.forms(values) {
                for (bits, signed) in types() {
                    let converted = arith::convert(Number::Int(number), int(bits, signed));
                    let term = case.terms.resize(a, from.1, bits.into());
                    let said = arith::extend(case.value(values, term) as u64, bits, signed) as i64;
                    assert!(
                        matches!(converted, Ok(Number::Int(it)) if it == said.into()),
                        "{values:?} of {from:?}"
                    );
                }
                let truth = arith::convert(Number::Int(number), Kind::Bool);
                let is_zero = case.terms.is_zero(a);
                let is_set = 1 - case.value(values, is_zero) as i128;
                assert!(matches!(truth, Ok(Number::Int(it)) if it == is_set), "{values:?} of {from:?}");
            }
        }
    }
}

/// `__builtin_add_overflow` and the like, on operands of one type.
#[test]
fn overflow_as_a_value() {
    for ty @ (bits, signed) in types() {
        let mut case = Case::new([ty; 2]);
        let width = u32::from(bits);
        for values in case.operands() {
            let numbers = case.words(values).map(|it| if signed { i128::from(it as i64) } else { it.into() });
            for (op, word) in
                [(Overflow::Add, Word::Add), (Overflow::Sub, Word::Sub), (Overflow::Mul, Word::Mul)]
            {
                let expected = arith::overflows(op, int(bits, signed), numbers[0], numbers[1]);
                for form in case.forms(values) {
                    let terms = &mut case.terms;
                    let condition = if signed {
                        terms.overflows(word, form[0], form[1])
                    } else {
                        // Exact in twice the bits and one for the sign.
                        let [a, b] = form.map(|it| terms.extend(it, false, 2 * width + 1));
                        let exact = terms.word(word, a, b);
                        terms.is_outside(exact, (0, (1 << width) - 1))
                    };
                    assert_eq!(case.value(values, condition) == 1, expected, "{op:?} of {values:?}, {ty:?}");
                }
            }
        }
    }
}
