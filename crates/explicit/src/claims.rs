//! Which states of a run are claimed: whoever comes to a state first claims it, and goes on from it.
//!
//! A state is told by its fingerprint. Its number is what the record calls it; a state that is only spoken of has one
//! without being claimed here, where somebody else keeps the book ([`crate::plan`]).

use std::sync::Arc;

use machine::explore::Choice;
use rustc_hash::FxHashSet as HashSet;

use crate::common::{Arrival, Common};
use crate::depth::Bound;
use crate::options::Options;
use crate::portion::Committed;
use crate::ranged::{Partial, Ranged, Ways};
use crate::visited::{Sorted, Visited};

pub(crate) struct Claims {
    pub visited: Visited,
    /// What all workers claim, in the place of `visited`, if there are several.
    common: Option<Arc<Common>>,
    /// With several workers: as many states were claimed before the last one that this worker claimed.
    before: u64,
    bound: Bound,
    /// All paths are explored without it.
    range: Option<Ranged>,
    /// Which ways along the range's ends the state is on that was come to last.
    ways: Ways,
    /// States at which a portion stops, if this is one; and those at which it has, by number.
    committed: Option<Arc<Committed>>,
    stopped: HashSet<u32>,
    /// States that were claimed, here or elsewhere.
    pub states: u64,
    /// The state that was come to last was claimed before: it is gone on from again, and counts once.
    pub is_again: bool,
    /// As many as there may be.
    most: Option<u64>,
    is_stateless: bool,
    is_recorded: bool,
}

/// What the ranges of one search have claimed so far, to be gone on with by the next one: states with their numbers and depths, and
/// what is uncovered of those on the way along a range's ends. What is covered does not depend on the range that it was covered in.
#[derive(Default)]
pub struct Seen {
    visited: Visited,
    bound: Bound,
    partial: Partial,
}

impl Claims {
    pub fn new(options: &Options) -> Claims {
        Claims {
            visited: Visited::new(),
            common: None,
            before: 0,
            bound: Bound::new(options.limits.depth),
            range: None,
            ways: Ways::default(),
            committed: None,
            stopped: HashSet::default(),
            states: 0,
            is_again: false,
            most: options.limits.states,
            is_stateless: options.is_stateless,
            is_recorded: false,
        }
    }

    /// From now on, states that are claimed elsewhere have numbers, too.
    pub fn keep_numbers(&mut self) {
        self.is_recorded = true;
    }

    /// What was claimed so far, to be gone on with by several workers. There is no range.
    pub fn hand_over(&mut self) -> Common {
        let visited = std::mem::take(&mut self.visited);
        let count = if self.is_stateless { self.states as usize } else { visited.len() };
        let depths = self.bound.depths();
        Common::after(visited, count, depths.unwrap_or_default(), depths.is_some())
    }

    /// From now on, states are claimed beside other workers.
    pub fn share(&mut self, common: Arc<Common>) {
        self.common = Some(common);
    }

    /// What was claimed, and what others have left out for its depth, when nobody works any more.
    pub fn unite(&mut self, common: &Common, others: Vec<u32>) {
        let (visited, depths) = common.close();
        let mut cut = self.bound.take_cut();
        cut.extend(others);
        self.visited = visited;
        self.bound.set(depths, cut);
    }

    /// States that were left alone for their depth, by number.
    pub fn take_cut(&mut self) -> Vec<u32> {
        self.bound.take_cut()
    }

    /// From now on, only paths of a range are explored.
    pub fn limit_to(&mut self, range: Ranged) {
        self.range = Some(range);
    }

    /// From now on, states of committed results are not gone on from, unless they are on the way along a range's end.
    pub fn stop_at(&mut self, committed: Arc<Committed>) {
        self.committed = Some(committed);
    }

    /// Those of the states some of whose choices are in no path of the range.
    pub fn uncovered(&self, states: &Sorted) -> Vec<u128> {
        let numbers = self.range.as_ref().map(Ranged::uncovered).unwrap_or_default();
        states.iter().filter(|it| numbers.contains(&it.1)).map(|it| it.0).collect()
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
        if let Some(common) = &self.common {
            let Arrival { number, is_first, is_new } = match self.is_stateless {
                true => Arrival { number: 0, is_first: true, is_new: true },
                false => common.claim(print, depth as u32),
            };
            // Numbers are dense, so a number says how many there were before.
            self.before = match self.is_stateless && self.most.is_some() {
                true => common.number() as u64,
                false => u64::from(number),
            };
            self.is_again = !is_first;
            return (number, is_new);
        }
        if self.is_stateless {
            return (0, true);
        }
        let (number, is_new) = self.visited.insert(print);
        self.is_again = !is_new;
        if let Some(committed) = &self.committed
            && self.ways.is_off()
            && (is_new || self.range.as_ref().is_some_and(|range| range.is_partial(number)))
            && committed.has(print)
        {
            self.stopped.insert(number);
            return (number, false);
        }
        (number, self.bound.claim(number, is_new, depth) || self.has_left(number, depth))
    }

    /// As [`Claims::claim`], for a state that has its number from there.
    ///
    /// Beside other workers that will do only where depths do not matter ([`Claims::tells_by_number`]).
    pub fn claim_again(&mut self, number: u32, depth: u64) -> bool {
        self.is_again = true;
        self.bound.claim(number, false, depth) || self.has_left(number, depth)
    }

    /// Whether a number is enough to claim a state again.
    #[inline]
    pub fn tells_by_number(&self) -> bool {
        self.common.is_none() || self.bound.depths().is_none()
    }

    #[inline]
    fn has_left(&self, number: u32, depth: u64) -> bool {
        let limited = self.bound.counted(depth);
        let Some(range) = &self.range else { return false };
        if !self.stopped.is_empty() && self.stopped.contains(&number) {
            // On the way to an end a state is gone on from even so, but for what was taken on the way before.
            let is_met = range.is_partial(number);
            return !self.ways.is_off() && (!is_met || range.has_left(number, self.ways, depth, limited));
        }
        range.has_left(number, self.ways, depth, limited)
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

    /// Goes on with what other ranges have claimed.
    pub fn go_on(&mut self, seen: Seen) {
        let Seen { visited, bound, partial } = seen;
        let range = self.range.as_mut().filter(|_| !self.is_stateless);
        // Without a range, nobody would look at what is uncovered.
        if let Some(range) = range {
            range.set_partial(partial);
            (self.visited, self.bound) = (visited, self.bound.after(bound));
        }
    }

    /// What the next range goes on with.
    pub fn seen(&mut self) -> Seen {
        let partial = self.range.as_mut().map(Ranged::take_partial).unwrap_or_default();
        let bound = std::mem::take(&mut self.bound);
        Seen { visited: self.visited.clone(), bound, partial }
    }

    /// The number of a state that is claimed elsewhere.
    pub fn number(&mut self, print: u128) -> u32 {
        match &self.common {
            Some(common) => common.claim(print, 0).number,
            None if self.is_recorded => self.visited.insert(print).0,
            None => 0,
        }
    }

    /// Why there is no room for one more state, if there is none.
    #[inline]
    pub fn overflow(&self) -> Option<&'static str> {
        let (states, is_full) = match &self.common {
            Some(common) => (self.before, common.is_full()),
            None => (self.states, self.visited.is_full()),
        };
        if self.most.is_some_and(|most| states >= most) {
            return Some("more states than --max-states");
        }
        is_full.then_some("more states than can be numbered")
    }

    /// Bytes that it takes to remember what is claimed.
    pub fn bytes(&self) -> usize {
        self.common.as_ref().map_or_else(|| self.visited.bytes(), |common| common.bytes())
    }

    /// Whether a state that was claimed beside others has this number.
    pub fn is(&self, print: u128, number: u32) -> bool {
        self.is_stateless || self.common.as_ref().is_some_and(|common| common.is(print, number))
    }
}
