//! Which states of a run are claimed: whoever comes to a state first claims it, and goes on from it.
//!
//! A state is told by its fingerprint. Its number is what the record calls it; a state that is only spoken of has one
//! without being claimed here, where somebody else keeps the book ([`crate::plan`]).

use machine::explore::Choice;

use crate::depth::Bound;
use crate::options::Options;
use crate::ranged::{Ranged, Ways};
use crate::visited::Visited;

pub(crate) struct Claims {
    pub visited: Visited,
    bound: Bound,
    /// All paths are explored without it.
    range: Option<Ranged>,
    /// Which ways along the range's ends the state is on that was come to last.
    ways: Ways,
    /// States that were claimed, here or elsewhere.
    pub states: u64,
    /// As many as there may be.
    most: Option<u64>,
    is_stateless: bool,
    is_recorded: bool,
}

impl Claims {
    pub fn new(options: &Options) -> Claims {
        Claims {
            visited: Visited::new(),
            bound: Bound::new(options.limits.depth),
            range: None,
            ways: Ways::default(),
            states: 0,
            most: options.limits.states,
            is_stateless: options.is_stateless,
            is_recorded: false,
        }
    }

    /// From now on, states that are claimed elsewhere have numbers, too.
    pub fn keep_numbers(&mut self) {
        self.is_recorded = true;
    }

    /// From now on, only paths of a range are explored.
    pub fn limit_to(&mut self, range: Ranged) {
        self.range = Some(range);
    }

    /// A choice leads from a state on these ways to another, at this depth; or that is the first one.
    #[inline]
    pub fn come(&mut self, from: Option<(Ways, Choice)>, depth: u64) -> Ways {
        if let Some(range) = &self.range {
            self.ways = match from {
                Some((ways, choice)) => range.next(ways, depth - 1, choice),
                None => range.first(),
            };
        }
        self.ways
    }

    /// The number of a state that is reached at this depth, and whether it is to be gone on from.
    #[inline]
    pub fn claim(&mut self, print: u128, depth: u64) -> (u32, bool) {
        if self.is_stateless {
            return (0, true);
        }
        let (number, is_new) = self.visited.insert(print);
        (number, self.bound.claim(number, is_new, depth) || self.has_left(number, depth))
    }

    /// As [`Claims::claim`], for a state that has its number from there.
    pub fn claim_again(&mut self, number: u32, depth: u64) -> bool {
        self.bound.claim(number, false, depth) || self.has_left(number, depth)
    }

    #[inline]
    fn has_left(&self, number: u32, depth: u64) -> bool {
        let limited = self.bound.counted(depth);
        self.range.as_ref().is_some_and(|range| range.has_left(number, self.ways, depth, limited))
    }

    /// Whether nothing is tried at this depth.
    pub fn is_deepest(&self, depth: u64) -> bool {
        self.bound.is_deepest(depth)
    }

    /// Leaves of the choices of the state that was come to last those that are to be tried; whether others are in no path of
    /// the range.
    #[inline]
    pub fn filter(&mut self, number: u32, depth: u64, choices: &mut Vec<Choice>) -> bool {
        self.bound.filter(number, depth, choices);
        let Some(range) = self.range.as_mut().filter(|_| !choices.is_empty()) else { return false };
        if self.is_stateless {
            range.filter_path(self.ways, depth, choices);
            return false;
        }
        range.filter(number, self.ways, depth, self.bound.counted(depth), choices)
    }

    /// Whether something was left out for its depth, told when the search has come to its end.
    pub fn has_cut(&self) -> bool {
        self.bound.has_cut(|number| self.range.as_ref().is_some_and(|range| range.is_partial(number)))
    }

    /// The number of a state that is claimed elsewhere.
    pub fn number(&mut self, print: u128) -> u32 {
        if self.is_recorded { self.visited.insert(print).0 } else { 0 }
    }

    /// Why there is no room for one more state, if there is none.
    #[inline]
    pub fn overflow(&self) -> Option<&'static str> {
        if self.most.is_some_and(|most| self.states >= most) {
            return Some("more states than --max-states");
        }
        self.visited.is_full().then_some("more states than can be numbered")
    }
}
