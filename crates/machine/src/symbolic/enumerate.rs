//! Words that are needed as numbers, where sets do not tell which these may be: found one after the other.

use std::rc::Rc;

use formula::digest::Digest;
use formula::{Evaluation, Symbol, Term, mask};

use super::judge::FOLLOWED;
use super::oracle::Found;
use super::{Part, Split, Symbolic, Valued};

/// Numbers that a word may be.
const NUMBERS: usize = 256;
/// Numbers asked for that are tried of a word that may be more.
const WANTED: usize = 256;
/// Words whose numbers are kept.
const KEPT: usize = 1 << 14;

/// A word, all that has a say in what it is, and the numbers that are asked for.
pub(super) type Key = (Term, Digest, Box<[u64]>);

/// What a word may be, in order.
#[derive(Clone, Debug)]
pub(super) enum Numbers {
    All(Rc<[u64]>),
    /// Some of those that are followed.
    Some(Rc<[u64]>),
    Unknown,
}

impl Symbolic {
    /// What a word is, as [`Symbolic::value`], by asking.
    pub(super) fn asked_value(&mut self, term: Term, wanted: &[u64]) -> Valued {
        if !self.asking.has_oracle() {
            return Valued::Hard;
        }
        let (numbers, has_rest) = match self.numbers_of(term, wanted) {
            Numbers::All(numbers) => (numbers, false),
            Numbers::Some(numbers) => (numbers, true),
            Numbers::Unknown => return Valued::Hard,
        };
        if let ([number], false) = (&*numbers, has_rest) {
            return Valued::Always(*number);
        }
        let width = self.terms.width(term);
        let (mut parts, mut rest) = (Vec::new(), Term::TRUE);
        for &number in &*numbers {
            let constant = self.terms.bits(width, number.into());
            let is_it = self.terms.eq(term, constant);
            parts.push(Part::Literal(is_it));
            let is_other = self.terms.not(is_it);
            rest = self.terms.and(rest, is_other);
        }
        if has_rest {
            parts.push(Part::Literal(rest));
        }
        Valued::Split(Split::new(parts, has_rest))
    }

    fn numbers_of(&mut self, term: Term, wanted: &[u64]) -> Numbers {
        let symbols = self.symbols(term);
        let slice = self.slice(&symbols);
        let mut told = slice.literals.clone();
        for &symbol in &slice.symbols {
            let values = self.values(symbol).clone();
            told.push(self.set_as_term(symbol, &values));
        }
        let key = (term, self.digest(&[term], &told).0, wanted.into());
        if let Some(known) = self.words.get(&key) {
            return known.clone();
        }
        let found = match self.all_numbers(term, &slice.symbols) {
            Some(Some(all)) => Numbers::All(all),
            Some(None) => self.some_numbers(term, wanted).map_or(Numbers::Unknown, Numbers::Some),
            None => Numbers::Unknown,
        };
        if self.words.len() > KEPT {
            self.words.clear();
        }
        self.words.insert(key, found.clone());
        found
    }

    /// All numbers that a word may be, or that these are too many; nothing if that is not told.
    fn all_numbers(&mut self, term: Term, symbols: &[Symbol]) -> Option<Option<Rc<[u64]>>> {
        let width = self.terms.width(term);
        let (mut numbers, mut others) = (Vec::new(), Vec::new());
        loop {
            match self.found_with(&others, symbols) {
                Found::Yes(state) => {
                    let mut evaluation = Evaluation::default();
                    for (&symbol, &value) in &*state {
                        evaluation.set(&self.terms, symbol, value);
                    }
                    let number = evaluation.eval(&self.terms, term)? as u64;
                    if numbers.len() == NUMBERS {
                        return Some(None);
                    }
                    numbers.push(number);
                    let constant = self.terms.bits(width, number.into());
                    let is_it = self.terms.eq(term, constant);
                    others.push(self.terms.not(is_it));
                }
                // Of no states at all, the question is another one.
                Found::No if numbers.is_empty() => return None,
                Found::No => {
                    numbers.sort_unstable();
                    return Some(Some(numbers.into()));
                }
                Found::Unknown => return None,
            }
        }
    }

    /// Those that are followed of too many.
    fn some_numbers(&mut self, term: Term, wanted: &[u64]) -> Option<Rc<[u64]>> {
        let width = self.terms.width(term);
        let wanted = wanted.iter().take(WANTED).map(|&it| it & mask(width) as u64);
        let mut numbers: Vec<u64> = (0..FOLLOWED).chain(wanted).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut found = Vec::new();
        for number in numbers {
            let constant = self.terms.bits(width, number.into());
            let is_it = self.terms.eq(term, constant);
            match self.found_with(&[is_it], &[]) {
                Found::Yes(_) => found.push(number),
                Found::No => {}
                Found::Unknown => return None,
            }
        }
        Some(found.into())
    }
}
