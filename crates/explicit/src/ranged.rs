//! Ranged search: only paths of a range are explored.
//!
//! D. Funes, J. H. Siddiqui, S. Khurshid, "Ranged Model Checking" (2012), §2.1, listing 1. Guarantee: a search within a range
//! comes to the states and ends to which paths of the range lead, and to the states on the way along its ends; in any order, with
//! states and without.
//!
//! On the way to START or END a state's choices are limited by the path; whether a state is on such a way follows from the
//! state before it and the choice between them. A state that was come to on the way is explored in part only. What is
//! *uncovered* there is tried when the state is come to again, as far as that is in the range: the choice by which the way
//! goes on is uncovered too, since what it leads to was explored in part only.
//!
//! Deviations:
//! 1. The paper steers choice generators, which assumes depth first; here choices are filtered as a state is entered.
//! 2. Ranges are half-open, so that those that follow each other share nothing; the paper's are `..=`.
//! 3. With states, the paper prunes where a state of p_start or p_end is come to again, and leaves the rest of it to other
//!    ranges. Here what is uncovered is kept, so a range means the same whatever else is explored.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use machine::explore::Choice;

use crate::path::Impossible;
use crate::range::Range;
use crate::space::Space;

/// States that were come to on a way, by number: at which depth each choice was taken off the way, if it was.
pub(crate) type Partial = HashMap<u32, Vec<(Choice, u64)>>;

pub(crate) struct Ranged {
    start: Vec<Choice>,
    end: Option<Vec<Choice>>,
    is_inclusive: bool,
    partial: Partial,
}

/// Which ways a state is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ways {
    start: bool,
    end: bool,
}

impl Ways {
    pub fn is_off(self) -> bool {
        !self.start && !self.end
    }
}

/// The depth of a choice that was not taken.
const UNCOVERED: u64 = u64::MAX;

impl Ranged {
    /// The space stands at the first state.
    pub fn new(range: &Range, space: &mut impl Space) -> Result<Ranged, Impossible> {
        Ok(Ranged {
            start: range.start.resolve(space)?,
            end: range.end.as_ref().map(|end| end.resolve(space)).transpose()?,
            is_inclusive: range.is_inclusive,
            partial: HashMap::default(),
        })
    }

    /// The ways that the first state is on.
    pub fn first(&self) -> Ways {
        Ways { start: !self.start.is_empty(), end: self.end.as_ref().is_some_and(|end| !end.is_empty()) }
    }

    /// The ways that a state is on, by those of the one before it, the depth of that, and the choice.
    pub fn next(&self, ways: Ways, depth: u64, choice: Choice) -> Ways {
        let goes_on = |path: &[Choice]| {
            let depth = depth as usize;
            path.get(depth) == Some(&choice) && depth + 1 < path.len()
        };
        Ways {
            start: ways.start && goes_on(&self.start),
            end: ways.end && self.end.as_ref().is_some_and(|end| goes_on(end)),
        }
    }

    /// Whether a choice at this depth is in the range.
    fn has(&self, ways: Ways, depth: u64, choice: Choice) -> bool {
        let depth = depth as usize;
        let is_from = !ways.start || self.start.get(depth).is_none_or(|&start| choice >= start);
        let is_last = |end: &[Choice]| depth + 1 == end.len();
        let is_to = !ways.end
            || self.end.as_ref().is_none_or(|end| match end.get(depth) {
                Some(&last) => choice < last || choice == last && (self.is_inclusive || !is_last(end)),
                None => true,
            });
        is_from && is_to
    }

    /// Whether there is something uncovered at a state that was come to before. `limited` is the depth if that is limited:
    /// what was taken deeper down has to be taken again then.
    pub fn has_left(&self, number: u32, ways: Ways, depth: u64, limited: u64) -> bool {
        let Some(choices) = self.partial.get(&number) else { return false };
        choices.iter().any(|&(choice, taken)| taken > limited && self.has(ways, depth, choice))
    }

    /// Leaves of a state's choices those that are in the range and uncovered; whether that is not all of them.
    pub fn filter(
        &mut self,
        number: u32,
        ways: Ways,
        depth: u64,
        limited: u64,
        choices: &mut Vec<Choice>,
    ) -> bool {
        if ways.is_off() && !self.partial.contains_key(&number) {
            return false;
        }
        let all = choices.len();
        // Of a state that was come to before off the way, it is not known at which depth.
        let mut known = self
            .partial
            .remove(&number)
            .unwrap_or_else(|| choices.iter().map(|&choice| (choice, UNCOVERED)).collect());
        let taken = |choice: Choice| known.iter().find(|it| it.0 == choice).map_or(UNCOVERED, |it| it.1);
        choices.retain(|&choice| self.has(ways, depth, choice) && taken(choice) > limited);
        for entry in &mut known {
            if choices.contains(&entry.0) && self.next(ways, depth, entry.0).is_off() {
                entry.1 = limited;
            }
        }
        self.partial.insert(number, known);
        choices.len() < all
    }

    /// As [`Ranged::filter`], where states are not told apart.
    pub fn filter_path(&self, ways: Ways, depth: u64, choices: &mut Vec<Choice>) {
        if !ways.is_off() {
            choices.retain(|&choice| self.has(ways, depth, choice));
        }
    }

    pub fn set_partial(&mut self, partial: Partial) {
        self.partial = partial;
    }

    pub fn take_partial(&mut self) -> Partial {
        std::mem::take(&mut self.partial)
    }

    /// The states that were explored in part, by number, unless the rest was taken elsewhere.
    pub fn uncovered(&self) -> HashSet<u32> {
        let is_left = |choices: &[(Choice, u64)]| choices.iter().any(|it| it.1 == UNCOVERED);
        self.partial.iter().filter(|(_, choices)| is_left(choices)).map(|(&number, _)| number).collect()
    }

    /// Whether a state was explored in part.
    pub fn is_partial(&self, number: u32) -> bool {
        self.partial.contains_key(&number)
    }
}
