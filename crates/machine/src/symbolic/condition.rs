//! The path condition: a set of values for each symbol, and literals for what sets cannot say.
//!
//! A literal is kept only while sets do not say it: one that comes to a condition on a single symbol that can be solved goes into that
//! symbol's set, one that always holds is dropped, and symbols that have one value are replaced by it. All that keeps the states.

use std::rc::Rc;

use formula::{MEMBERS, Node, Set, Term};

use super::oracle::Found;
use super::{Judged, Symbolic, only};

/// A part of the states.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Part {
    /// Those in which the symbol of a place has one of these values.
    Values(u32, Set),
    /// Those in which a condition holds.
    Literal(Term),
}

/// Something as it was before it changed.
#[derive(Debug)]
pub(super) enum Change {
    Values(u32, Set),
    Literals(Rc<[Term]>),
    /// Nothing was undecided.
    Decided,
}

/// What became of the states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Narrowed {
    /// There are none.
    Nothing,
    /// There are some, as far as is known.
    Some {
        /// Symbols have one value that had more.
        is_fixed: bool,
    },
}

/// What is known of the states of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Filled {
    Yes,
    No,
    Unknown,
}

impl Symbolic {
    /// Whether there are states in a part.
    pub fn is_filled(&mut self, part: &Part) -> Filled {
        match self.found_in(part) {
            Found::Yes(_) => Filled::Yes,
            Found::No => Filled::No,
            Found::Unknown => Filled::Unknown,
        }
    }

    /// The states of a part are all that there are from now on.
    pub fn narrow(&mut self, part: &Part) -> Narrowed {
        let narrowed = match part {
            Part::Values(place, values) => self.restrict(*place, values.clone()),
            Part::Literal(literal) => self.conjoin(*literal),
        };
        match narrowed {
            Narrowed::Some { is_fixed } => self.settle(is_fixed),
            Narrowed::Nothing => Narrowed::Nothing,
        }
    }

    pub fn literals(&self) -> &[Term] {
        &self.literals
    }

    /// Nobody could tell whether there are states any more.
    pub fn mark_undecided(&mut self) {
        if !self.is_undecided {
            self.is_undecided = true;
            self.changes.push(Change::Decided);
        }
    }

    pub(super) fn undo_change(&mut self, change: Change) {
        match change {
            Change::Values(place, values) => self.read[place as usize].values = values,
            Change::Literals(literals) => self.literals = literals,
            Change::Decided => self.is_undecided = false,
        }
    }

    /// What literals say of a condition.
    pub(super) fn looked_up(&mut self, condition: Term) -> Option<bool> {
        if self.literals.is_empty() {
            return None;
        }
        if self.literals.contains(&condition) {
            return Some(true);
        }
        let opposite = self.terms.not(condition);
        if self.literals.contains(&opposite) {
            return Some(false);
        }
        // An equation is not turned round by itself.
        let (is_not, atom) = match self.terms.node(condition) {
            Node::Not(atom) => (true, atom),
            _ => (false, condition),
        };
        let Node::Eq(a, b) = self.terms.node(atom) else { return None };
        let turned = self.terms.eq(b, a);
        if self.literals.contains(&turned) {
            return Some(!is_not);
        }
        let opposite = self.terms.not(turned);
        self.literals.contains(&opposite).then_some(is_not)
    }

    pub(super) fn restrict(&mut self, place: u32, values: Set) -> Narrowed {
        let read = &mut self.read[place as usize];
        if values == read.values {
            return Narrowed::Some { is_fixed: false };
        }
        let is_fixed = only(&values).is_some();
        let is_empty = values.is_empty();
        let old = std::mem::replace(&mut read.values, values);
        self.changes.push(Change::Values(place, old));
        if is_empty { Narrowed::Nothing } else { Narrowed::Some { is_fixed } }
    }

    pub(super) fn set_literals(&mut self, literals: Vec<Term>) {
        let old = std::mem::replace(&mut self.literals, literals.into());
        self.changes.push(Change::Literals(old));
    }

    /// Adds a condition: to a set if that can say it.
    fn conjoin(&mut self, condition: Term) -> Narrowed {
        let condition = self.plain(condition);
        match self.terms.constant(condition) {
            Some(1) => return Narrowed::Some { is_fixed: false },
            Some(_) => return Narrowed::Nothing,
            None => {}
        }
        let both = match self.terms.node(condition) {
            Node::And(a, b) => Some((a, b)),
            Node::Not(not) => match self.terms.node(not) {
                Node::Or(a, b) => Some((self.terms.not(a), self.terms.not(b))),
                _ => None,
            },
            _ => None,
        };
        if let Some((a, b)) = both {
            let Narrowed::Some { is_fixed } = self.conjoin(a) else { return Narrowed::Nothing };
            return match self.conjoin(b) {
                Narrowed::Some { is_fixed: other } => Narrowed::Some { is_fixed: is_fixed | other },
                Narrowed::Nothing => Narrowed::Nothing,
            };
        }
        if let [symbol] = *self.symbols(condition) {
            match self.judge_alone(condition, symbol) {
                Judged::Always(true) => return Narrowed::Some { is_fixed: false },
                Judged::Always(false) => return Narrowed::Nothing,
                Judged::Split(split) => {
                    if let Part::Values(place, values) = &split.parts[0] {
                        return self.restrict(*place, values.clone());
                    }
                }
                Judged::Hard => {}
            }
        }
        match self.by_ranges(condition) {
            Some(true) => return Narrowed::Some { is_fixed: false },
            Some(false) => return Narrowed::Nothing,
            None => {}
        }
        if !self.literals.contains(&condition) {
            let mut literals = self.literals.to_vec();
            literals.push(condition);
            self.set_literals(literals);
        }
        Narrowed::Some { is_fixed: false }
    }

    /// Whether a literal is on one symbol, and its values can be told. What a literal on another symbol did to them may make that so.
    fn is_said_by_a_set(&mut self, literal: Term) -> bool {
        match *self.symbols(literal) {
            // Of more values it has been told when the literal was added, if it can be.
            [symbol] if self.values(symbol).count() <= MEMBERS => {
                !matches!(self.judge_alone(literal, symbol), Judged::Hard)
            }
            _ => false,
        }
    }

    /// Says literals anew where symbols have one value, until nothing changes, so that it does not matter in which order they came.
    fn settle(&mut self, mut is_fixed: bool) -> Narrowed {
        let mut has_fixed = is_fixed;
        loop {
            let all = self.literals.clone();
            let mut said = Vec::new();
            for &literal in &*all {
                let is_changed = is_fixed && self.plain(literal) != literal;
                if is_changed || self.by_ranges(literal).is_some() || self.is_said_by_a_set(literal) {
                    said.push(literal);
                }
            }
            if said.is_empty() {
                return Narrowed::Some { is_fixed: has_fixed };
            }
            self.set_literals(all.iter().copied().filter(|it| !said.contains(it)).collect());
            is_fixed = false;
            for literal in said {
                match self.conjoin(literal) {
                    Narrowed::Nothing => return Narrowed::Nothing,
                    Narrowed::Some { is_fixed: more } => is_fixed |= more,
                }
            }
            has_fixed |= is_fixed;
        }
    }
}
