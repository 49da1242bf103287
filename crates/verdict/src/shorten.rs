//! A shorter way to a violation: delta debugging over the choices of its path.
//!
//! After A. Zeller, R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input" (TSE 2002), §3. Parts of the path are
//! left out (first of all what leads back to a state), turns of one thread are moved together, and inputs get earlier values; each try is executed, and is kept if it
//! comes to the same violation (property, kind of fault and place) by fewer choices, or by as many with fewer switches
//! between threads, or with earlier values. What is guaranteed:
//!
//! - The path leads to a violation of the same property, by the same kind of fault, at the same place. Whoever shows it
//!   replays it first, like any other.
//! - It is a path that the search might have shown: it passes no state at which the search had cut it off.
//! - It depends on the program, the options and the path that was found, and so not on a store. The effort is bounded by
//!   a number of transitions, and only a limit that is reached ends it before.
//!
//! What is missed: it is a local optimum, not the shortest path (`--search bfs` finds that).
//!
//! Deviations: (1) a choice that is not there any more is passed over, where the paper takes the try for unresolved, since
//! what depended on what was left out goes with it; (2) complements are tried only, as a part of a path on its own seldom
//! leads anywhere.

use std::collections::BTreeMap;
use std::hash::BuildHasher;

use cfa::Program;
use cfa::source::Pos;
use machine::Stop;
use machine::exec::{Image, Machine};
use machine::explore::{self, Choice};
use rustc_hash::{FxBuildHasher, FxHashSet as HashSet};

use crate::replay::{End, come_to, race};
use crate::{Limits, Properties, Property, Violation};

/// What shortening all violations of a report may take, in halves of short transitions.
pub const BUDGET: u64 = 1 << 18;
/// Instructions, and choices that are looked through, in the time of a short transition: longer ones count as several.
const SHORT: u64 = 256;

/// The same violation by a path that is no longer. `left` is what is left of the budget.
pub fn shorten(
    program: &Program,
    options: &explore::Options,
    properties: Properties,
    limits: &Limits,
    violation: &Violation,
    left: &mut u64,
) -> Violation {
    let ready = (*left > 0).then(|| Image::new(program).ok()).flatten();
    let Some((image, memory)) = ready else { return violation.clone() };
    let Ok(machine) = Machine::explore(&image, memory, options.clone()) else { return violation.clone() };
    let best = violation.clone();
    let prints = vec![machine.fingerprint()];
    let (made, tried, barren) = (Vec::new(), HashSet::default(), HashSet::default());
    let mut shortener = Shortener { machine, properties, limits, left, best, made, prints, tried, barren };
    loop {
        let before = shortener.best.path.clone();
        shortener.leave_out();
        shortener.join_turns();
        shortener.lower_values();
        if shortener.best.path == before || shortener.is_over() {
            return shortener.best;
        }
    }
}

struct Shortener<'a, 'i> {
    machine: Machine<'i>,
    properties: Properties,
    limits: &'a Limits,
    left: &'a mut u64,
    best: Violation,
    /// The choices that the machine has made.
    made: Vec<Choice>,
    /// The states before each of them, and behind the last.
    prints: Vec<u128>,
    /// Paths that were tried, by hash: none is better than the best since, which only becomes better.
    tried: HashSet<u64>,
    /// States, with the hash of the choices that were left there, from which these do not come to the violation.
    barren: HashSet<(u128, u64)>,
}

/// What came of choices that were executed.
enum Tried {
    /// A better path, which this one without its cycles may be better than.
    Better(Vec<Choice>),
    /// The same violation by a path that is no better, or no end, since a limit is reached.
    NoBetter,
    /// No violation, or another one.
    Elsewhere,
}

impl Shortener<'_, '_> {
    fn is_over(&self) -> bool {
        *self.left == 0 || self.limits.reached().is_some()
    }

    fn spend(&mut self, steps: u64) {
        *self.left = self.left.saturating_sub(1 + steps / SHORT);
    }

    /// Leaves out parts, large ones first.
    fn leave_out(&mut self) {
        let mut size = self.best.path.len() / 2;
        while size > 0 {
            let mut at = 0;
            while at < self.best.path.len() && !self.is_over() {
                let path = &self.best.path;
                let rest = path.get(at + size..).unwrap_or_default();
                let is_better = self.attempt(&[&path[..at], rest].concat());
                at += if is_better { 0 } else { size };
            }
            size /= 2;
        }
    }

    /// Moves the turns of a thread to its turns before, and those to the ones behind.
    fn join_turns(&mut self) {
        let mut at = 0;
        while let Some(next) = self.end_of_turn(at).filter(|_| !self.is_over()) {
            let path = &self.best.path;
            // The thread's turns from `again` on, and what comes between.
            let again = (next..path.len()).find(|&i| path[i].thread == path[at].thread);
            let mut is_better = false;
            if let Some(again) = again {
                let end = self.end_of_turn(again).unwrap_or(path.len());
                let earlier = [&path[..next], &path[again..end], &path[next..again], &path[end..]].concat();
                let later = [&path[..at], &path[next..again], &path[at..next], &path[again..]].concat();
                is_better = self.attempt(&earlier) || self.attempt(&later);
            }
            at = if is_better { at } else { next };
        }
    }

    /// Where the turns of the thread end that has the one at `at`, if others have theirs then.
    fn end_of_turn(&self, at: usize) -> Option<usize> {
        let path = &self.best.path;
        (at + 1..path.len()).find(|&i| path[i].thread != path[at].thread)
    }

    /// Takes the first possible option of each choice that will do, or one half as far from it.
    fn lower_values(&mut self) {
        let mut at = 0;
        while at < self.best.path.len() && !self.is_over() {
            let option = self.best.path[at].option;
            let mut lower = vec![0, option / 2, option.saturating_sub(1)];
            lower.dedup();
            lower.retain(|&it| it < option);
            let is_better = lower.into_iter().any(|option| {
                let mut path = self.best.path.clone();
                path[at].option = option;
                self.attempt(&path)
            });
            at += usize::from(!is_better);
        }
    }

    /// Executes choices, as far as they are there, and keeps what was made if it is better. Whether it was.
    fn attempt(&mut self, path: &[Choice]) -> bool {
        if !self.tried.insert(FxBuildHasher.hash_one(path)) {
            return false;
        }
        let shared = self.made.iter().zip(path).take_while(|(a, b)| a == b).count();
        self.go_back(shared);
        let mut passed = Vec::new();
        match self.execute(&path[shared..], &mut passed) {
            Tried::Better(straight) => {
                self.attempt(&straight);
                true
            }
            Tried::Elsewhere => {
                self.barren.extend(passed);
                false
            }
            Tried::NoBetter => false,
        }
    }

    /// Executes choices from where the machine stands, and notes where it passes with what was left.
    fn execute(&mut self, path: &[Choice], passed: &mut Vec<(u128, u64)>) -> Tried {
        let rests = rests(path);
        let mut choices = Vec::new();
        for (&choice, rest) in path.iter().zip(rests) {
            if self.is_over() || self.made.len() >= self.best.path.len() {
                return Tried::NoBetter;
            }
            self.machine.choices(&mut choices);
            self.spend(choices.len() as u64);
            if !choices.contains(&choice) {
                continue;
            }
            let place = (self.machine.fingerprint(), rest);
            if self.barren.contains(&place) {
                return Tried::Elsewhere;
            }
            passed.push(place);
            let steps = self.machine.steps;
            let taken = self.machine.take(choice);
            self.spend(self.machine.steps - steps);
            self.made.push(choice);
            self.prints.push(self.machine.fingerprint());
            let is_end = taken.is_err();
            if matches!(taken, Err(Stop::Cancelled | Stop::OutOfMemory)) {
                self.go_back(self.made.len() - 1);
                return Tried::NoBetter;
            }
            let end = come_to(&mut self.machine, self.best.property, taken);
            if let End::Fault { fault, thread, call_stack } = end {
                let place = |stack: &[(String, Pos)]| stack.first().map(|site| site.1);
                let is_same =
                    fault.kind == self.best.fault.kind && place(&call_stack) == place(&self.best.call_stack);
                let is_better = is_same && cost(&self.made) < cost(&self.best.path);
                let straight = self.without_cycles();
                // A run that ends in a fault goes no further.
                self.go_back(self.made.len() - 1);
                if is_better {
                    let property = self.best.property;
                    let path = [&self.made[..], &[choice]].concat();
                    self.best = Violation { property, fault, path, call_stack, thread };
                    return Tried::Better(straight);
                }
                return if is_same { Tried::NoBetter } else { Tried::Elsewhere };
            }
            if is_end || self.is_cut_off() {
                self.go_back(self.made.len() - 1);
                return Tried::Elsewhere;
            }
        }
        Tried::Elsewhere
    }

    /// The choices made, but for those that led back to a state.
    fn without_cycles(&self) -> Vec<Choice> {
        let (mut states, mut straight) = (BTreeMap::new(), Vec::new());
        for (&print, &choice) in self.prints.iter().zip(&self.made) {
            if let Some(&at) = states.get(&print) {
                for (print, _) in straight.drain(at..) {
                    states.remove(&print);
                }
            }
            states.insert(print, straight.len());
            straight.push((print, choice));
        }
        straight.into_iter().map(|(_, choice)| choice).collect()
    }

    /// Whether a search does not go on from here, since something else is wrong.
    fn is_cut_off(&self) -> bool {
        let has_raced = || self.machine.raced().is_some() || race(&self.machine).is_some();
        self.properties.has(Property::NoDataRace) && has_raced()
            || self.properties.has(Property::ValidMemtrack) && self.machine.is_leaking()
    }

    fn go_back(&mut self, count: usize) {
        while self.made.len() > count {
            self.machine.undo();
            self.made.pop();
            self.prints.pop();
        }
    }
}

/// For each choice a hash of it and all behind it.
fn rests(path: &[Choice]) -> Vec<u64> {
    let mut rests = vec![0; path.len()];
    // Of zeros alone the hash is zero, however many they are.
    let mut rest = 1_u64;
    for (at, choice) in path.iter().enumerate().rev() {
        rest = FxBuildHasher.hash_one((rest, choice));
        rests[at] = rest;
    }
    rests
}

/// What makes a path worse than another: its length, then switches between threads, then late values.
fn cost(path: &[Choice]) -> (usize, usize, u64) {
    let switches = path.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count();
    (path.len(), switches, path.iter().map(|choice| u64::from(choice.option)).sum())
}
