//! Path conditions with literals, with an oracle that tries all values.

use formula::{Evaluation, Order, Symbol, Term, Terms, Word};

use super::{Answer, Filled, Judged, Narrowed, Oracle, Part, Symbolic, Valued};

/// Tries all values of each symbol that conditions on it alone allow.
struct Trying;

/// Knows nothing.
struct Ignorant;

impl Oracle for Trying {
    fn ask(&mut self, terms: &Terms, all: &[Term]) -> Answer {
        let mut symbols: Vec<Symbol> = Vec::new();
        terms.for_each_symbol(all, |symbol| symbols.push(symbol));
        let holds = |term: Term, values: &[(Symbol, u128)]| {
            let mut evaluation = Evaluation::default();
            values.iter().for_each(|&(symbol, value)| evaluation.set(terms, symbol, value));
            evaluation.eval(terms, term) == Some(1)
        };
        let mut found: Vec<Vec<(Symbol, u128)>> = vec![Vec::new()];
        for &symbol in &symbols {
            let is_alone = |term: &Term| {
                let mut is_it = true;
                terms.for_each_symbol(&[*term], |it| is_it &= it == symbol);
                is_it
            };
            let alone: Vec<Term> = all.iter().copied().filter(is_alone).collect();
            let values = 0..1u128 << terms.symbol_sort(symbol).width();
            let values: Vec<u128> =
                values.filter(|&value| alone.iter().all(|&term| holds(term, &[(symbol, value)]))).collect();
            let more = |it: &Vec<(Symbol, u128)>| {
                let it = it.clone();
                values
                    .iter()
                    .map(move |&value| it.iter().copied().chain([(symbol, value)]).collect())
                    .collect()
            };
            found = found.iter().flat_map(|it| -> Vec<Vec<(Symbol, u128)>> { more(it) }).collect();
        }
        let state = found.into_iter().find(|values| all.iter().all(|&term| holds(term, values)));
        state.map_or(Answer::No, Answer::Yes)
    }

    fn ask_afresh(&mut self, terms: &Terms, all: &[Term]) -> Answer {
        self.ask(terms, all)
    }
}

impl Oracle for Ignorant {
    fn ask(&mut self, _: &Terms, _: &[Term]) -> Answer {
        Answer::Unknown
    }

    fn ask_afresh(&mut self, _: &Terms, _: &[Term]) -> Answer {
        Answer::Unknown
    }
}

/// Inputs of so many values each.
fn inputs<const N: usize>(oracle: Box<dyn Oracle>, count: i128) -> (Symbolic, [Term; N]) {
    let mut symbolic = Symbolic::new(Some(oracle));
    let terms = std::array::from_fn(|_| symbolic.read("input", 0, &[(0, count - 1)]).expect("some values"));
    (symbolic, terms)
}

fn less(symbolic: &mut Symbolic, a: Term, b: Term) -> Term {
    symbolic.terms.order(Order::Ult, a, b)
}

fn assume(symbolic: &mut Symbolic, condition: Term) {
    let part = Part::Literal(condition);
    assert_eq!(symbolic.is_filled(&part), Filled::Yes);
    assert_ne!(symbolic.narrow(&part), Narrowed::Nothing);
}

fn always(judged: Judged) -> Option<bool> {
    match judged {
        Judged::Always(holds) => Some(holds),
        _ => None,
    }
}

#[test]
fn what_is_known_of_three_inputs_goes_through_the_second() {
    let (mut symbolic, [x, y, z]) = inputs(Box::new(Trying), 20);
    let (first, second, both) =
        (less(&mut symbolic, x, y), less(&mut symbolic, y, z), less(&mut symbolic, x, z));
    assume(&mut symbolic, first);
    assert_eq!(always(symbolic.judge(both)), None);
    assume(&mut symbolic, second);
    assert_eq!(always(symbolic.judge(both)), Some(true));
    let back = less(&mut symbolic, z, x);
    assert_eq!(symbolic.is_filled(&Part::Literal(back)), Filled::No);
    // The greatest that x may be leaves two above it.
    let last = formula::Set::interval(18, 19);
    assert_eq!(symbolic.is_filled(&Part::Values(0, last.clone())), Filled::No);
    assert_eq!(symbolic.is_filled(&Part::Values(2, last)), Filled::Yes);
}

#[test]
fn both_sides_of_what_nobody_can_tell_are_there() {
    let (mut symbolic, [x, y]) = inputs(Box::new(Ignorant), 20);
    let product = symbolic.terms.word(Word::Mul, x, y);
    let six = symbolic.terms.bits(symbolic.terms.width(product), 6);
    let condition = symbolic.terms.eq(product, six);
    let Judged::Split(split) = symbolic.judge(condition) else { panic!("nobody knows") };
    // That some numbers have another product is seen without asking.
    let filled: Vec<Filled> = split.parts.iter().map(|part| symbolic.is_filled(part)).collect();
    assert_eq!(filled, [Filled::Unknown, Filled::Yes]);
    let sum = symbolic.terms.word(Word::Add, x, y);
    assert!(matches!(symbolic.value(sum, &[]), Valued::Hard));
}

#[test]
fn literals_are_taken_back() {
    let (mut symbolic, [x, y]) = inputs(Box::new(Trying), 20);
    let (condition, mark) = (less(&mut symbolic, x, y), symbolic.mark());
    let before = format!("{:?}", symbolic.save());
    assume(&mut symbolic, condition);
    symbolic.mark_undecided();
    assert_eq!(always(symbolic.judge(condition)), Some(true));
    assert_eq!(symbolic.literals_of(&[x]), [condition]);
    let saved = symbolic.save();
    symbolic.undo(mark);
    assert_eq!(format!("{:?}", symbolic.save()), before);
    assert_eq!(always(symbolic.judge(condition)), None);
    symbolic.restore(saved.clone());
    assert_eq!(symbolic.save(), saved);
}

#[test]
fn literals_of_other_symbols_tell_nothing_unless_there_may_be_no_states() {
    let (mut symbolic, [a, b, c, d]) = inputs(Box::new(Trying), 20);
    let (first, second) = (less(&mut symbolic, a, b), less(&mut symbolic, c, d));
    assume(&mut symbolic, first);
    assume(&mut symbolic, second);
    assert_eq!(symbolic.literals_of(&[d]), [second]);
    assert_eq!(symbolic.literals_of(&[]), []);
    symbolic.mark_undecided();
    assert_eq!(symbolic.literals_of(&[d]), [first, second]);
}

/// A literal that comes to one on one symbol goes into its set.
#[test]
fn the_normal_form_has_no_literal_that_sets_say() {
    let (mut symbolic, [x, y]) = inputs(Box::new(Trying), 20);
    let condition = less(&mut symbolic, x, y);
    assume(&mut symbolic, condition);
    assert_ne!(symbolic.narrow(&Part::Values(1, formula::Set::interval(4, 4))), Narrowed::Nothing);
    assert_eq!(symbolic.literals_of(&[x, y]), []);
    let symbol = symbolic.symbols(x)[0];
    assert_eq!(symbolic.values(symbol).ends(), Some((0, 3)));
    // Whatever is left has one value.
    let zero = symbolic.terms.bits(64, 0);
    let is_zero = symbolic.terms.eq(x, zero);
    assert_eq!(symbolic.narrow(&Part::Literal(is_zero)), Narrowed::Some { is_fixed: true });
}

#[test]
fn a_word_is_each_number_that_literals_allow() {
    let (mut symbolic, [x, y]) = inputs(Box::new(Trying), 20);
    let condition = less(&mut symbolic, x, y);
    assume(&mut symbolic, condition);
    let difference = symbolic.terms.word(Word::Sub, y, x);
    let three = symbolic.terms.bits(64, 3);
    let is_small = less(&mut symbolic, difference, three);
    assume(&mut symbolic, is_small);
    let Valued::Split(split) = symbolic.value(difference, &[]) else { panic!("it is 1 or 2") };
    assert!(!split.has_rest);
    assert_eq!(split.parts.len(), 2);
    assert_ne!(symbolic.narrow(&split.parts[1]), Narrowed::Nothing);
    assert!(matches!(symbolic.value(difference, &[]), Valued::Always(2)));
    assert_eq!(symbolic.example(&[difference]), Some(vec![2]));
    let inputs = symbolic.inputs().expect("there are some");
    assert_eq!(inputs, [("input", 0, 0), ("input", 2, 0)]);
}

/// Sets of many intervals, as remainders and masks make them, are told to the oracle exactly.
#[test]
fn sets_of_many_intervals_are_told_as_they_are() {
    let (mut symbolic, [x, y]) = inputs(Box::new(Trying), 1 << 10);
    let symbols = [x, y].map(|it| symbolic.symbols(it)[0]);
    let whole = 0..1i128 << 16;
    let third = formula::Set::of(whole.clone().filter(|it| it % 3 == 1).map(|it| (it, it)));
    let masked = formula::Set::of(whole.clone().filter(|it| it & 5 == 4).map(|it| (it, it)));
    let both = third.intersection(&masked).union(&formula::Set::interval(100, 999));
    for values in [third, masked, both] {
        let term = symbolic.set_as_term(symbols[0], &values);
        for value in whole.clone().step_by(7) {
            let mut evaluation = Evaluation::default();
            evaluation.set(&symbolic.terms, symbols[0], value as u128);
            let holds = evaluation.eval(&symbolic.terms, term) == Some(1);
            assert_eq!(holds, values.contains(value), "{value}");
        }
    }
}

/// A question that is asked again, of the same symbols or of others, is answered as before, and not once sets have changed.
#[test]
fn answers_are_those_of_the_sets_that_there_are() {
    let (mut symbolic, [x, y, z]) = inputs(Box::new(Trying), 20);
    let (first, second) = (less(&mut symbolic, x, y), less(&mut symbolic, y, x));
    assume(&mut symbolic, first);
    for _ in 0..2 {
        assert_eq!(symbolic.is_filled(&Part::Literal(second)), Filled::No);
    }
    assert_eq!(symbolic.asked().by_terms, 1);
    let mark = symbolic.mark();
    assert_ne!(symbolic.narrow(&Part::Values(0, formula::Set::interval(9, 12))), Narrowed::Nothing);
    let nine = symbolic.terms.bits(64, 9);
    let is_small = less(&mut symbolic, y, nine);
    for _ in 0..2 {
        assert_eq!(symbolic.is_filled(&Part::Literal(is_small)), Filled::No);
    }
    symbolic.undo(mark);
    assert_eq!(symbolic.is_filled(&Part::Literal(is_small)), Filled::Yes);
    let third = less(&mut symbolic, z, y);
    assert_eq!(symbolic.is_filled(&Part::Literal(third)), Filled::Yes);
}
