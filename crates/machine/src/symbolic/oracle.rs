//! Whether there is a state: what is asked of whoever can decide formulas, and what is known without asking.
//!
//! A question is about the literals that share symbols, over others or not, with what is asked for, and the sets of all these symbols. What
//! is not among them has states of its own, whatever these are. In this order: a state that was found before may be one of these; the
//! order of words may tell (`formula`'s `order.rs`); the same
//! question may have been asked, of other symbols; then the oracle is asked, and once more afresh. Whoever says that there is a state
//! has to show it: it is evaluated here. So a wrong oracle could lose states and not make them up.

use std::collections::VecDeque;
use std::rc::Rc;

use formula::digest::{self, Digest};
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
    /// Told by the order of words.
    pub by_order: u64,
    /// Answered before.
    pub by_digest: u64,
    /// Asked of the oracle, and once more.
    pub by_oracle: u64,
    pub afresh: u64,
    pub undecided: u64,
}

/// States that are tried.
const STATES: usize = 4;
/// Intervals of a set that are told to the oracle.
const INTERVALS: usize = 256;
/// Answers that are kept.
const ANSWERS: usize = 1 << 20;

/// What is asked of, and what is known without asking.
#[derive(Default)]
pub(super) struct Asking {
    oracle: Option<Box<dyn Oracle>>,
    states: VecDeque<Rc<Values>>,
    /// The values of symbols in the order in which the digest numbers them.
    answers: HashMap<Digest, Option<Vec<u128>>>,
    /// What nobody could tell.
    undecided: rustc_hash::FxHashSet<Digest>,
    sets: HashMap<(Symbol, Set), Term>,
    pub counts: Asked,
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
        for index in 0..self.asking.states.len() {
            let state = self.asking.states[index].clone();
            if self.is_state(&state, slice, &literals, narrowed) {
                self.asking.counts.by_state += 1;
                return Found::Yes(state);
            }
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
        match formula::by_order(&self.terms, &asked) {
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
                if self.is_state(&state, slice, &literals, narrowed) {
                    self.asking.counts.by_order += 1;
                    return Found::Yes(self.keep(state));
                }
            }
            ByOrder::Unknown => {}
        }
        let (digest, symbols) = digest::unordered(&self.terms, &[], &asked);
        let known = match self.asking.answers.get(&digest) {
            Some(known) => {
                self.asking.counts.by_digest += 1;
                known.clone()
            }
            None if self.asking.undecided.contains(&digest) => {
                self.asking.counts.by_digest += 1;
                return Found::Unknown;
            }
            None => match self.ask(&asked) {
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
        if !self.is_state(&state, slice, &literals, narrowed) {
            return Found::Unknown;
        }
        Found::Yes(self.keep(state))
    }

    /// A state that may answer what is asked next.
    fn keep(&mut self, state: Values) -> Rc<Values> {
        let state = Rc::new(state);
        self.asking.states.push_front(state.clone());
        self.asking.states.truncate(STATES);
        state
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
        state: &Values,
        slice: &Slice,
        literals: &[Term],
        narrowed: Option<(Symbol, &Set)>,
    ) -> bool {
        let mut evaluation = Evaluation::default();
        for &symbol in &slice.symbols {
            let value = state.get(&symbol).copied().unwrap_or(0);
            let values = match narrowed {
                Some((it, values)) if it == symbol => values,
                _ => self.values(symbol),
            };
            if !i128::try_from(value).is_ok_and(|value| values.contains(value)) {
                return false;
            }
            evaluation.set(&self.terms, symbol, value);
        }
        literals.iter().all(|&literal| evaluation.eval(&self.terms, literal) == Some(1))
    }

    /// That a symbol has one of these values, or, if that is too long to say, something that follows from it.
    pub(super) fn set_as_term(&mut self, symbol: Symbol, values: &Set) -> Term {
        let key = (symbol, values.clone());
        if let Some(&known) = self.asking.sets.get(&key) {
            return known;
        }
        let intervals = match values.ends() {
            Some(ends) if values.intervals().len() > INTERVALS => vec![ends],
            _ => values.intervals().to_vec(),
        };
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
        let state = slice.symbols.iter().map(|it| (*it, found.get(it).copied().unwrap_or(0))).collect();
        self.is_state(&state, slice, &slice.literals, None).then_some(state)
    }
}

/// Inputs of a run that are made small.
const SMALL: usize = 64;
