//! What to explore and how, and what is told of it meanwhile.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use machine::exec::Machine;
use machine::explore;
use serde::{Deserialize, Serialize};
use verdict::{Known, Limits, Properties, Property};

use crate::range::Range;

/// The order in which states are expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    #[default]
    Depth,
    Breadth,
    /// Depth first, with a look around breadth first ([`crate::near`]).
    Mixed,
    /// Depth first, with choices in a random order.
    Random(u64),
}

#[derive(Clone, Debug, Default)]
pub struct Options {
    pub properties: Properties,
    pub order: Order,
    pub limits: Limits,
    /// Only these paths are explored.
    pub range: Option<Range>,
    /// As many workers explore side by side; none and one are the same. Observers are shown no states and ends then.
    pub workers: usize,
    /// One worker begins, and the others come when this is raised; without it they begin at once.
    pub help: Option<Arc<AtomicBool>>,
    /// With several workers: the violation that is found first is shown, not that of the plain search.
    pub is_any: bool,
    /// Look for all violations, not only for the first.
    pub is_keeping_going: bool,
    /// Violations that count for nothing; whoever has some keeps going, or the first of them ends the search.
    pub known: Vec<Known>,
    /// Do not remember states: explore paths, not the graph.
    pub is_stateless: bool,
    /// It is enough that the clock advances by nothing or a second between two calls.
    pub is_clock_stepped: bool,
    /// It is enough that all atomic operations are sequentially consistent.
    pub is_order_strong: bool,
    /// It is enough that no signal comes from outside.
    pub is_without_signals: bool,
    pub machine: explore::Options,
}

impl Options {
    /// How the machine explores for these properties.
    pub fn machine(&self) -> explore::Options {
        let keeps_variables = self.properties.has(Property::ValidMemtrack);
        let counts_heap = self.properties.has(Property::ValidMemcleanup);
        // Where inputs are symbols there is one thread, which nobody goes before.
        let postpones = self.machine.postpones && !self.machine.has_symbols;
        explore::Options { keeps_variables, counts_heap, postpones, ..self.machine.clone() }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Stats {
    pub states: u64,
    pub transitions: u64,
    pub depth: u64,
    /// States that were not gone on from in every way.
    pub frontier: u64,
    /// Runs that came to an end of their own.
    pub ends: u64,
    pub steps: u64,
    pub visited_bytes: u64,
    /// Transitions that were executed, those that only went back to a state included.
    pub executed: u64,
    /// Transitions whose result was known.
    pub reused: u64,
    /// States from which nothing had to be explored.
    pub pruned: u64,
    /// Transitions executed to go back to a state, or before the search was done again.
    pub rebuilt: u64,
    /// Decisions between values of inputs that are symbols, and how many questions the solver was asked for them.
    #[serde(skip)]
    pub decisions: u64,
    #[serde(skip)]
    pub queries: u64,
}

impl Stats {
    /// As it is, after another search that was done in vain.
    pub fn after(self, before: Stats) -> Stats {
        Stats {
            steps: self.steps + before.steps,
            executed: self.executed + before.executed,
            rebuilt: self.rebuilt + before.executed,
            decisions: self.decisions + before.decisions,
            queries: self.queries + before.queries,
            ..self
        }
    }

    /// What two searches did, one after the other.
    pub fn and(self, next: Stats) -> Stats {
        Stats {
            states: self.states + next.states,
            transitions: self.transitions + next.transitions,
            depth: self.depth.max(next.depth),
            frontier: self.frontier + next.frontier,
            ends: self.ends + next.ends,
            steps: self.steps + next.steps,
            visited_bytes: self.visited_bytes.max(next.visited_bytes),
            executed: self.executed + next.executed,
            reused: self.reused + next.reused,
            pruned: self.pruned + next.pruned,
            rebuilt: self.rebuilt + next.rebuilt,
            decisions: self.decisions + next.decisions,
            queries: self.queries + next.queries,
        }
    }
}

/// What one of several workers does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shift {
    pub stats: Stats,
    /// Jobs that it has taken over, and the depth at which the last of them begins.
    pub jobs: u64,
    pub depth: u64,
    /// It has nothing to do, and waits for a job.
    pub is_waiting: bool,
}

/// Somebody who looks on while a program is explored.
pub trait Observer {
    /// Told every now and then how far the search has come.
    fn progress(&mut self, _: &Stats) {}
    /// Told so with several workers, what each of them does.
    fn workers(&mut self, _: &[Shift]) {}
    /// The machine stands at a state that is new.
    fn state(&mut self, _: &Machine<'_>) {}
    /// The machine stands where a run has ended of its own, by `exit` or by the return of `main`.
    fn exit(&mut self, _: &Machine<'_>) {}
}

impl<F: FnMut(&Stats)> Observer for F {
    fn progress(&mut self, stats: &Stats) {
        self(stats);
    }
}
