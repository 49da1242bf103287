//! Whether there is a state: what is asked of whoever can decide formulas, and what is known without asking.
//!
//! A question is about the literals that share symbols, over others or not, with what is asked for, and the sets of all these symbols. What
//! is not among them has states of its own, whatever these are. In this order: a state that was found before may be one of these; the
//! same question may have been asked, of these symbols or of others; the order of words may tell (`formula`'s `order.rs`); then the oracle is
//! asked, and once more afresh. Whoever says that there is a state
//! has to show it: it is evaluated here. So a wrong oracle could lose states and not make them up.
//!
//! A set is told interval by interval, or, if these are many, as decisions on its bits, which are few for remainders and masks. One that
//! is neither is told by its ends alone: then there may be a state that is none, and nobody can tell.

use std::collections::VecDeque;
use std::rc::Rc;

use formula::digest::{self, Digest, Looks};
use formula::{ByOrder, Evaluation, Order, Set, Symbol, Term, Terms, mask};
use rustc_hash::FxHashMap as HashMap;

use super::{Part, Symbolic};

/// Decides formulas.
pub trait Oracle {
    /// Whether terms hold together.
    fn ask(&mut self, terms: &Terms, all: &[Term]) -> Answer;

    /// As [`Oracle::ask`], with more effort, and as if nothing had been asked before.
    fn ask_afresh(&mut self, terms: &Terms, all: &[Term]) -> Answer;
}

/// What an oracle says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// They do with these values; symbols that are not among them are zero.
    Yes(Vec<(Symbol, u128)>),
    No,
    Unknown,
}

/// What is known of a question.
#[derive(Clone, Debug)]
pub(crate) enum Found {
    /// In this state, among others.
    Yes(Rc<Values>),
    No,
    Unknown,
}

pub(crate) type Values = HashMap<Symbol, u128>;

/// How many questions were asked, and who knew.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Asked {
    /// Conditions and words that depend on inputs.
    pub decisions: u64,
    /// Questions about literals.
    pub questions: u64,
    /// Answered by a state that was known.
    pub by_state: u64,
    /// Answered before, of the same symbols or of others.
    pub by_terms: u64,
    pub by_digest: u64,
    /// Told by the order of words.
    pub by_order: u64,
    /// Asked of the oracle, and once more.
    pub by_oracle: u64,
    pub afresh: u64,
    pub undecided: u64,
}

/// States that are tried.
const STATES: usize = 4;
/// Intervals of a set that are told to the oracle one by one.
const INTERVALS: usize = 64;
/// Nodes of the diagram of a set that has more.
const NODES: usize = 1 << 12;
/// Answers that are kept.
const ANSWERS: usize = 1 << 20;
/// Values of terms that are kept of a state.
const KNOWN: usize = 1 << 20;

/// What is asked of, and what is known without asking.
#[derive(Default)]
pub(super) struct Asking {
    oracle: Option<Box<dyn Oracle>>,
    states: VecDeque<State>,
    /// By the terms that are asked for, in order.
    exact: HashMap<Box<[Term]>, Found>,
    /// The values of symbols in the order in which the digest numbers them.
    answers: HashMap<Digest, Option<Vec<u128>>>,
    /// What nobody could tell.
    undecided: rustc_hash::FxHashSet<Digest>,
    sets: HashMap<(Symbol, Set), Term>,
    pub looks: Looks,
    pub counts: Asked,
}

/// A state that was found, and what terms are in it, as far as was asked.
struct State {
    values: Rc<Values>,
    evaluation: Evaluation,
}

impl State {
    /// Symbols without a value are zero.
    fn new(terms: &Terms, values: Rc<Values>) -> State {
        let mut evaluation = Evaluation::default();
        values.iter().for_each(|(&symbol, &value)| evaluation.set(terms, symbol, value));
        State { values, evaluation }
    }
}

impl Asking {
    pub fn of(oracle: Option<Box<dyn Oracle>>) -> Asking {
        Asking { oracle, ..Asking::default() }
    }

    pub fn has_oracle(&self) -> bool {
        self.oracle.is_some()
    }
}

/// What has a say in a question.
pub(super) struct Slice {
    pub symbols: Vec<Symbol>,
    pub literals: Vec<Term>,
}

impl Symbolic {
    /// The literals that share symbols with these, or with a literal that does, and their symbols.
    pub(super) fn slice(&mut self, symbols: &[Symbol]) -> Slice {
        let mut slice = Slice { symbols: symbols.to_vec(), literals: Vec::new() };
        let all = self.literals.clone();
        let mut left: Vec<(Term, Rc<[Symbol]>)> = all.iter().map(|&it| (it, self.symbols(it))).collect();
        loop {
            let before = slice.literals.len();
            left.retain(|(literal, symbols)| {
                let is_apart = !symbols.iter().any(|it| slice.symbols.contains(it));
                if !is_apart {
                    slice.literals.push(*literal);
                    let new = symbols.iter().filter(|it| !slice.symbols.contains(it));
                    let new: Vec<Symbol> = new.copied().collect();
                    slice.symbols.extend(new);
                }
                is_apart
            });
            if slice.literals.len() == before {
                return slice;
            }
        }
    }

    /// The literals that a state with these terms has to tell of. What is not tied to a term, by any number of literals, says nothing of it
    /// if there are states at all; where nobody knows that, all are told.
    pub fn literals_of(&mut self, terms: &[Term]) -> Vec<Term> {
        if self.literals.is_empty() {
            return Vec::new();
        }
        if self.is_undecided {
            return self.literals.to_vec();
        }
        let mut symbols = Vec::new();
        self.terms.for_each_symbol(terms, |symbol| symbols.push(symbol));
        self.slice(&symbols).literals
    }

    /// Terms in this order, and beside them some in any order, whatever their symbols are called; and these symbols as they are met.
    pub fn digest(&mut self, list: &[Term], set: &[Term]) -> (Digest, Vec<Symbol>) {
        digest::unordered_knowing(&self.terms, &mut self.asking.looks, list, set)
    }

    /// Whether literals are told that no term is tied to.
    pub fn counts_all(&self) -> bool {
        self.is_undecided
    }

    /// Whether literals say something of a symbol.
    pub(super) fn is_tied(&mut self, symbol: Symbol) -> bool {
        let all = self.literals.clone();
        all.iter().any(|&literal| self.symbols(literal).contains(&symbol))
    }

    /// Whether there are states in a part.
    pub(crate) fn found_in(&mut self, part: &Part) -> Found {
        match part {
            Part::Values(place, values) => {
                let symbol = self.read[*place as usize].symbol;
                if values.is_empty() {
                    return Found::No;
                }
                let slice = self.slice(&[symbol]);
                if slice.literals.is_empty() {
                    return Found::Yes(Rc::default());
                }
                self.found(&slice, &[], Some((symbol, values)))
            }
            Part::Literal(literal) => self.found_with(&[*literal], &[]),
        }
    }

    /// Whether there are states in which these hold, and one that tells of more symbols, too.
    pub(super) fn found_with(&mut self, literals: &[Term], more: &[Symbol]) -> Found {
        let mut symbols = more.to_vec();
        self.terms.for_each_symbol(literals, |symbol| symbols.push(symbol));
        symbols.sort_unstable();
        symbols.dedup();
        let slice = self.slice(&symbols);
        self.found(&slice, literals, None)
    }

    fn found(&mut self, slice: &Slice, more: &[Term], narrowed: Option<(Symbol, &Set)>) -> Found {
        self.asking.counts.questions += 1;
        let literals: Vec<Term> = slice.literals.iter().chain(more).copied().collect();
        let mut states = std::mem::take(&mut self.asking.states);
        let is_it = |state: &mut State| self.is_state(state, slice, &literals, narrowed);
        let found = states.iter_mut().find_map(|state| is_it(state).then(|| state.values.clone()));
        self.asking.states = states;
        if let Some(state) = found {
            self.asking.counts.by_state += 1;
            return Found::Yes(state);
        }
        let mut asked = literals.clone();
        for &symbol in &slice.symbols {
            let values = match narrowed {
                Some((it, values)) if it == symbol => values.clone(),
                _ => self.values(symbol).clone(),
            };
            let term = self.set_as_term(symbol, &values);
            if term != Term::TRUE {
                asked.push(term);
            }
        }
        asked.sort_unstable();
        asked.dedup();
        let found = match self.asking.exact.get(&*asked) {
            Some(known) => {
                self.asking.counts.by_terms += 1;
                known.clone()
            }
            None => {
                let found = self.found_of(slice, &literals, narrowed, &asked);
                if self.asking.exact.len() > ANSWERS {
                    self.asking.exact.clear();
                }
                self.asking.exact.insert(asked.into(), found.clone());
                found
            }
        };
        let Found::Yes(state) = found else { return found };
        let mut state = State::new(&self.terms, state);
        if !self.is_state(&mut state, slice, &literals, narrowed) {
            return Found::Unknown;
        }
        let values = state.values.clone();
        self.asking.states.push_front(state);
        self.asking.states.truncate(STATES);
        Found::Yes(values)
    }

    /// What is said of terms, whoever asks.
    fn found_of(
        &mut self,
        slice: &Slice,
        literals: &[Term],
        narrowed: Option<(Symbol, &Set)>,
        asked: &[Term],
    ) -> Found {
        match formula::by_order(&self.terms, asked) {
            ByOrder::No => {
                self.asking.counts.by_order += 1;
                return Found::No;
            }
            ByOrder::Perhaps(values) => {
                let mut state: Values = values.into_iter().collect();
                for &symbol in &slice.symbols {
                    let values =
                        narrowed.filter(|it| it.0 == symbol).map_or_else(|| self.values(symbol), |it| it.1);
                    let any = values.nearest_to_zero().unwrap_or_default();
                    state.entry(symbol).or_insert(any as u128);
                }
                let state = Rc::new(state);
                if self.is_state(&mut State::new(&self.terms, state.clone()), slice, literals, narrowed) {
                    self.asking.counts.by_order += 1;
                    return Found::Yes(state);
                }
            }
            ByOrder::Unknown => {}
        }
        let (digest, symbols) = self.digest(&[], asked);
        let known = match self.asking.answers.get(&digest) {
            Some(known) => {
                self.asking.counts.by_digest += 1;
                known.clone()
            }
            None if self.asking.undecided.contains(&digest) => {
                self.asking.counts.by_digest += 1;
                return Found::Unknown;
            }
            None => match self.ask(asked) {
                Answer::Yes(found) => {
                    let of = |symbol: &Symbol| found.iter().find(|it| it.0 == *symbol).map_or(0, |it| it.1);
                    Some(symbols.iter().map(of).collect())
                }
                Answer::No => None,
                Answer::Unknown => {
                    self.asking.counts.undecided += 1;
                    self.asking.undecided.insert(digest);
                    return Found::Unknown;
                }
            },
        };
        if self.asking.answers.len() > ANSWERS {
            self.asking.answers.clear();
        }
        self.asking.answers.insert(digest, known.clone());
        let Some(values) = known else { return Found::No };
        let mut state: Values = symbols.into_iter().zip(values).collect();
        for &symbol in &slice.symbols {
            // The oracle was not told of it.
            state.entry(symbol).or_insert(0);
        }
        Found::Yes(Rc::new(state))
    }

    fn ask(&mut self, all: &[Term]) -> Answer {
        let Some(oracle) = &mut self.asking.oracle else { return Answer::Unknown };
        self.asking.counts.by_oracle += 1;
        match oracle.ask(&self.terms, all) {
            Answer::Unknown => {
                self.asking.counts.afresh += 1;
                oracle.ask_afresh(&self.terms, all)
            }
            answer => answer,
        }
    }

    fn is_state(
        &self,
        state: &mut State,
        slice: &Slice,
        literals: &[Term],
        narrowed: Option<(Symbol, &Set)>,
    ) -> bool {
        for &symbol in &slice.symbols {
            let value = state.values.get(&symbol).copied().unwrap_or(0);
            let values = match narrowed {
                Some((it, values)) if it == symbol => values,
                _ => self.values(symbol),
            };
            if !i128::try_from(value).is_ok_and(|value| values.contains(value)) {
                return false;
            }
        }
        if state.evaluation.count() > KNOWN {
            *state = State::new(&self.terms, state.values.clone());
        }
        literals.iter().all(|&literal| state.evaluation.eval(&self.terms, literal) == Some(1))
    }

    /// That a symbol has one of these values, or, if that is too long to say, something that follows from it.
    pub(super) fn set_as_term(&mut self, symbol: Symbol, values: &Set) -> Term {
        let key = (symbol, values.clone());
        if let Some(&known) = self.asking.sets.get(&key) {
            return known;
        }
        let mut intervals = values.intervals().to_vec();
        if intervals.len() > INTERVALS {
            let (width, word) = (self.terms.symbol_sort(symbol).width(), self.terms.symbol(symbol));
            if let Some(term) = diagram(&mut self.terms, word, width, &intervals, &mut HashMap::default()) {
                self.asking.sets.insert(key, term);
                return term;
            }
            intervals = Vec::from_iter(values.ends());
        }
        let terms = &mut self.terms;
        let (width, word) = (terms.symbol_sort(symbol).width(), terms.symbol(symbol));
        let mut any = Term::FALSE;
        for (low, high) in intervals {
            let (first, last) = (terms.bits(width, low as u128), terms.bits(width, high as u128));
            let (above, below) = if low == high {
                (terms.eq(word, first), Term::TRUE)
            } else if high == mask(width) as i128 {
                (terms.order(Order::Ule, first, word), Term::TRUE)
            } else {
                (terms.order(Order::Ule, first, word), terms.order(Order::Ule, word, last))
            };
            let inside = terms.and(above, below);
            any = terms.or(any, inside);
        }
        self.asking.sets.insert(key, any);
        any
    }

    /// The values of all symbols that literals tell of, in one of the states: small ones, as far as that is easy.
    pub(super) fn small_state(&mut self) -> Option<Values> {
        let mut symbols = Vec::new();
        let literals = self.literals.clone();
        self.terms.for_each_symbol(&literals, |symbol| symbols.push(symbol));
        symbols.sort_unstable_by_key(|&symbol| self.place(symbol));
        let slice = Slice { symbols, literals: literals.to_vec() };
        let mut asked = slice.literals.clone();
        for &symbol in &slice.symbols {
            let values = self.values(symbol).clone();
            asked.push(self.set_as_term(symbol, &values));
        }
        let mut found = self.shown(&slice, &asked)?;
        for &symbol in slice.symbols.iter().take(SMALL) {
            for wanted in self.read[self.place(symbol) as usize].small_ones() {
                let is_so = found.get(&symbol).copied();
                let term = self.set_as_term(symbol, &wanted);
                asked.push(term);
                if is_so.is_some_and(|value| wanted.contains(value as i128)) {
                    break;
                }
                match self.shown(&slice, &asked) {
                    Some(values) => {
                        found = values;
                        break;
                    }
                    None => asked.truncate(asked.len() - 1),
                }
            }
        }
        Some(found)
    }

    fn shown(&mut self, slice: &Slice, asked: &[Term]) -> Option<Values> {
        let Answer::Yes(found) = self.asking.oracle.as_mut()?.ask_afresh(&self.terms, asked) else {
            return None;
        };
        let found: Values = found.into_iter().collect();
        let state: Values =
            slice.symbols.iter().map(|it| (*it, found.get(it).copied().unwrap_or(0))).collect();
        let mut shown = State::new(&self.terms, Rc::new(state.clone()));
        self.is_state(&mut shown, slice, &slice.literals, None).then_some(state)
    }
}

/// Inputs of a run that are made small.
const SMALL: usize = 64;

/// The diagrams of parts of a set, by how many bits these are about.
type Diagrams = HashMap<(u32, Box<[(i128, i128)]>), Term>;

/// That the lowest bits of a word are one of the numbers of these intervals, as a decision on one bit after the other, from the highest:
/// what looks the same is the same, so of a remainder or of some of the bits few are left. Nothing if they are many.
fn diagram(
    terms: &mut Terms,
    word: Term,
    bits: u32,
    intervals: &[(i128, i128)],
    known: &mut Diagrams,
) -> Option<Term> {
    match intervals {
        [] => return Some(Term::FALSE),
        [(0, last)] if *last == mask(bits) as i128 => return Some(Term::TRUE),
        _ => {}
    }
    let key = (bits, Box::from(intervals));
    if let Some(&term) = known.get(&key) {
        return Some(term);
    }
    if known.len() >= NODES {
        return None;
    }
    let half = 1i128 << (bits - 1);
    let low = intervals.iter().filter(|it| it.0 < half).map(|it| (it.0, it.1.min(half - 1)));
    let high = intervals.iter().filter(|it| it.1 >= half).map(|it| (it.0.max(half) - half, it.1 - half));
    let (low, high) = (Vec::from_iter(low), Vec::from_iter(high));
    let low = diagram(terms, word, bits - 1, &low, known)?;
    let high = diagram(terms, word, bits - 1, &high, known)?;
    let (bit, one) = (terms.extract(word, bits - 1, 1), terms.bits(1, 1));
    let is_set = terms.eq(bit, one);
    let term = terms.ite(is_set, high, low);
    known.insert(key, term);
    Some(term)
}
