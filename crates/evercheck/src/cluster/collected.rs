//! What a submitter has collected of a run: results that count, and their records.
//!
//! The run is done when of everything there is a result: of the first range, and of each that is left of any result that counts.
//! It is not enough to follow them from the first range on. Others may have stopped at the states of any result, also of one whose task
//! nobody would have needed.

use explicit::Stats;
use explicit::layer::Layer;
use explicit::range::Range;
use explicit::reuse::unite;
use rustc_hash::FxHashSet as HashSet;

use super::message::{Done, Run, Task};

#[derive(Default)]
pub struct Collected {
    layers: Vec<Layer>,
    wholes: Vec<Vec<(u128, u32)>>,
    /// Tasks that have a result, and those that are needed.
    done: HashSet<String>,
    wanted: HashSet<String>,
    pub totals: Totals,
}

/// Sums over results.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    pub stats: Stats,
    pub ranges: u64,
    pub seconds: f64,
    pub bytes: u64,
    pub workers: HashSet<String>,
    pub is_violated: bool,
    /// Ranges that no worker could do; the submitter does them.
    pub failures: Vec<String>,
}

impl Collected {
    pub fn new(first: &Range) -> Collected {
        Collected { wanted: HashSet::from_iter([Task::id(first)]), ..Collected::default() }
    }

    /// Takes in a result, with its record if that can be read. What does not belong here, or makes no sense, does not count: what
    /// it stands for is explored again.
    pub fn add(&mut self, run: &Run, done: &Done, record: Option<(Layer, Vec<(u128, u32)>)>) {
        self.done.insert(Task::id(&done.range));
        let totals = &mut self.totals;
        let is_ours = done.version == run.version && done.program == run.program;
        if !is_ours || !done.is_consistent() || done.record.is_some() != record.is_some() {
            totals.failures.push(format!("the result of {} for {} makes no sense", done.worker, done.range));
            return;
        }
        self.wanted.extend(done.left.iter().map(Task::id));
        if let Some((layer, wholes)) = record {
            self.layers.push(layer);
            self.wholes.push(wholes);
        }
        let Done { states, transitions, depth, executed, .. } = *done;
        totals.stats = totals.stats.and(Stats { states, transitions, depth, executed, ..Stats::default() });
        totals.ranges += 1;
        totals.seconds += done.seconds;
        totals.bytes += done.bytes;
        totals.workers.insert(done.worker.clone());
        totals.is_violated |= done.is_violated;
        totals.failures.extend(done.failure.iter().map(|why| format!("{}: {why}", done.range)));
    }

    pub fn is_done(&self) -> bool {
        self.wanted.is_subset(&self.done)
    }

    /// Ranges that have no result yet.
    pub fn open(&self) -> u64 {
        self.wanted.difference(&self.done).count() as u64
    }

    /// One layer of all records.
    pub fn unite(&self) -> Option<Vec<Vec<u8>>> {
        unite(&self.layers, &self.wholes)
    }
}
