//! A portion of a search: a range of paths, explored until a budget is used up. What is left comes back as ranges.
//!
//! Whoever has many machines gives a portion to each. A portion ends with a *result*: what it has recorded, and the ranges that are
//! left of it, which are portions again. A result counts once it is *committed*, that is, once it and the ranges that are left
//! are kept where nobody loses them. Portions may be done twice, at once, with other budgets and other knowledge, and may be lost
//! halfway: that costs time, and nothing else.
//!
//! Guarantee: if the first portion is everything, and of each portion that is left of a committed result some result is committed,
//! then all that can be reached is recorded in committed results, and [`unite`](crate::reuse::unite) makes one complete record
//! of them.
//!
//! *Why.* A portion stops only at states of committed results, and never on the way along its range's ends. At every moment, of each
//! state that may be stopped at, each choice was taken in a committed result, or is taken by a portion that is still to be done.
//! It holds at the start, as there is no such state. Let a result be committed. Of the states that it came to, those count whose
//! choices were all taken or left, so they are in what is left, whose portions are kept by then. What a choice led to
//! is such a state, or one where the portion stopped, which was committed before. Those on the way along an end of the range are
//! excepted, as far as only that way led there: some of their choices are of other ranges. So what portions take *on the
//! way* is not taken for granted by anybody, and a portion is discharged by what it took, not by where it stopped.
//!
//! That a state was claimed by somebody is not enough to stop there. Let T come to a, U stop at b since T is behind it, and T die: T
//! is done again, comes to what U has committed, stops there, and nobody goes on from b.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use machine::explore::Choice;
use rustc_hash::FxHashSet as HashSet;

use crate::common::Common;
use crate::path::Path;
use crate::range::Range;
use crate::space::{Ended, Space};

/// What a portion is explored with, beside its range.
#[derive(Clone)]
pub struct Portion {
    pub budget: Arc<Budget>,
    pub committed: Arc<Committed>,
}

/// What a portion leaves behind, beside its record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rest {
    /// What was not explored for want of budget, in order; nothing if all was.
    pub left: Vec<Range>,
    /// States of the record at which nobody may stop: some of their choices are of other ranges.
    pub uncovered: Vec<u128>,
    /// States of the record that were left before all choices were tried, with their kinds as if all had been.
    pub wholes: Vec<(u128, u32)>,
}

/// As many transitions as are to be tried beside those on the way to the start of the range, and one at least: what is left of a
/// range is less than it. Somebody else may ask for less.
pub struct Budget(AtomicU64);

impl Budget {
    pub fn new(transitions: u64) -> Budget {
        Budget(AtomicU64::new(transitions.max(1)))
    }

    /// No more than this.
    pub fn limit(&self, transitions: u64) {
        self.0.fetch_min(transitions.max(1), Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn is_used_up(&self, range: &Range, transitions: u64) -> bool {
        transitions.saturating_sub(range.start.0.len() as u64) >= self.0.load(Ordering::Relaxed)
    }
}

/// The states of committed results, as far as they are known here; there may be more at any time. Nothing is lost if one is
/// missing.
pub struct Committed(Common);

impl Default for Committed {
    fn default() -> Committed {
        Committed(Common::new(false))
    }
}

impl Committed {
    /// Adds the states of a committed result: those of its record, without the ones that are uncovered.
    pub fn add(&self, states: &[u8], uncovered: &[u128]) {
        let (prints, _) = states.as_chunks::<16>();
        let uncovered: HashSet<u128> = uncovered.iter().copied().collect();
        for print in prints.iter().map(|bytes| u128::from_le_bytes(*bytes)) {
            if !uncovered.contains(&print) && !self.0.is_full() {
                self.0.claim(print, 0);
            }
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.count()
    }

    #[inline]
    pub(crate) fn has(&self, print: u128) -> bool {
        self.0.has(print)
    }
}

/// Parts that the rest is cut into, at most.
const PARTS: usize = 4;

/// What a search has not tried: the choices from the first state to the last, and those that are left at each depth that has
/// some, from the first on, in ascending order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Untried {
    pub path: Vec<Choice>,
    pub left: Vec<(usize, Vec<Choice>)>,
}

/// The part of a range that is left, cut into a few. The space stands at the first state, and does so again afterwards.
pub(crate) fn left<S: Space>(
    space: &mut S,
    range: &Range,
    Untried { path, left }: &Untried,
) -> Result<Vec<Range>, Ended<S::End>> {
    if left.is_empty() {
        return Ok(Vec::new());
    }
    let (mut numbers, mut choices) = (Vec::new(), Vec::new());
    // By depth, from the first on: where the choices begin that are left, by number, and how many there are.
    let mut levels: Vec<(Path, usize)> = Vec::new();
    let mut next = left.iter().peekable();
    for depth in 0..=path.len() {
        space.choices(&mut choices);
        let number = |choice: &Choice| choices.binary_search(choice).map(|at| at as u32 + 1);
        if let Some((_, left)) = next.next_if(|it| it.0 == depth) {
            let first = left.first().map(number).and_then(Result::ok).ok_or(Ended::Rejected)?;
            let start = Path(numbers.iter().copied().chain([first]).collect());
            levels.push((start, left.len()));
        }
        let Some(taken) = path.get(depth) else { break };
        numbers.push(number(taken).map_err(|_| Ended::Rejected)?);
        space.take(*taken)?;
    }
    path.iter().for_each(|_| space.undo());
    let Some((start, _)) = levels.last() else { return Ok(Vec::new()) };
    let rest = Range { start: start.clone(), ..range.clone() };
    Ok(rest.split(cuts(&levels)))
}

/// Where the rest is cut: before what is left nearest to the start, since most is behind that.
fn cuts(levels: &[(Path, usize)]) -> Vec<Path> {
    let mut cuts = Vec::new();
    for (first, count) in levels {
        let parts = (PARTS - 1 - cuts.len()).min(*count);
        for part in 0..parts {
            let mut cut = first.clone();
            if let Some(last) = cut.0.last_mut() {
                *last += (part * count / parts) as u32;
            }
            cuts.push(cut);
        }
    }
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_cut_near_the_start() {
        let check = |levels: &[(&str, usize)], expected: &[&str]| {
            let levels: Vec<_> =
                levels.iter().map(|(path, count)| (path.parse().expect("a path"), *count)).collect();
            assert_eq!(cuts(&levels).iter().map(Path::to_string).collect::<Vec<_>>(), expected);
        };
        check(&[("3", 9)], &["3", "6", "9"]);
        check(&[("2", 2), ("1.1.4", 5)], &["2", "3", "1.1.4"]);
        check(&[("2", 1), ("1.4", 1), ("1.3.2", 1), ("1.3.1.2", 7)], &["2", "1.4", "1.3.2"]);
    }
}
