//! Which states of a run are claimed: whoever comes to a state first claims it, and goes on from it.
//!
//! A state is told by its fingerprint. Its number is what the record calls it; a state that is only spoken of has one
//! without being claimed here, where somebody else keeps the book ([`crate::plan`]).

use crate::depth::Bound;
use crate::options::Options;
use crate::visited::Visited;

pub(crate) struct Claims {
    pub visited: Visited,
    pub bound: Bound,
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

    /// The number of a state that is reached at this depth, and whether it is to be gone on from.
    #[inline]
    pub fn claim(&mut self, print: u128, depth: u64) -> (u32, bool) {
        if self.is_stateless {
            return (0, true);
        }
        let (number, is_new) = self.visited.insert(print);
        (number, self.bound.claim(number, is_new, depth))
    }

    /// As [`Claims::claim`], for a state that has its number from there.
    pub fn claim_again(&mut self, number: u32, depth: u64) -> bool {
        self.bound.claim(number, false, depth)
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
