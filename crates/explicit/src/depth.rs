//! A limit to the depth: choices that lead further are not tried.
//!
//! Guarantee: what is within the limit, and whether something was left out, depends on the graph alone. A state counts
//! with its least depth, which is known only in the end; whenever a state is reached on a shorter way, it is gone on from
//! again, so in the end these are the lengths of the shortest ways in every order.

use machine::explore::Choice;

#[derive(Default)]
pub(crate) struct Bound {
    limit: Option<u64>,
    /// By number of the state, the least depth at which it was reached so far.
    depths: Vec<u32>,
    /// States whose choices were left alone because they were reached too deep.
    cut: Vec<u32>,
}

impl Bound {
    pub fn new(limit: Option<u64>) -> Bound {
        Bound { limit, ..Bound::default() }
    }

    /// Whether a state is to be gone on from: it is new, or it may lead to others within the limit, since the way is shorter.
    #[inline]
    pub fn claim(&mut self, number: u32, is_new: bool, depth: u64) -> bool {
        if self.limit.is_none() {
            return is_new;
        }
        let depth = depth as u32;
        if is_new {
            self.depths.push(depth);
            return true;
        }
        let known = &mut self.depths[number as usize];
        let is_shorter = depth < *known;
        *known = depth.min(*known);
        is_shorter
    }

    /// The depth as far as it matters.
    #[inline]
    pub fn counted(&self, depth: u64) -> u64 {
        if self.limit.is_some() { depth } else { 0 }
    }

    /// Whether nothing is tried at this depth.
    #[inline]
    pub fn is_deepest(&self, depth: u64) -> bool {
        self.limit.is_some_and(|limit| depth >= limit)
    }

    /// Leaves of a state's choices those that do not lead too deep.
    #[inline]
    pub fn filter(&mut self, number: u32, depth: u64, choices: &mut Vec<Choice>) {
        if self.is_deepest(depth) && !choices.is_empty() {
            if self.cut.last() != Some(&number) {
                self.cut.push(number);
            }
            choices.clear();
        }
    }

    /// Goes on with the depths of an earlier search. What was left out there is told by that.
    pub fn after(&self, before: Bound) -> Bound {
        Bound { limit: self.limit, depths: before.depths, cut: Vec::new() }
    }

    /// The least depths so far, by number, if they matter.
    pub fn depths(&self) -> Option<&[u32]> {
        self.limit.map(|_| &*self.depths)
    }

    /// Takes over what several workers found out.
    pub fn set(&mut self, depths: Vec<u32>, cut: Vec<u32>) {
        (self.depths, self.cut) = (depths, cut);
    }

    pub fn take_cut(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.cut)
    }

    /// Whether something was left out, told when the search has come to its end. Without states, nobody knows of a
    /// shorter way; and what was gone on from in part may have been on that.
    pub fn has_cut(&self, is_partial: impl Fn(u32) -> bool) -> bool {
        let is_deepest = |number: &u32| {
            let depth = self.depths.get(*number as usize);
            depth.is_none_or(|&depth| self.is_deepest(u64::from(depth))) || is_partial(*number)
        };
        self.cut.iter().any(is_deepest)
    }
}
