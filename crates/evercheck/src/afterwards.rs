//! What is done to the store when the verdict has been told: the layers of a record become few, and runs that nobody will build
//! on go.
//!
//! A record has at most two layers for long, a base and what came on top of it. When that has become half of the base, or half of
//! all is dead, both become one, of what the program reaches by facts that hold ([`explicit::reuse::Needs`]). So what later runs have to look at
//! grows with the program, not with its history. Nothing is lost if this is not done, or not to its end: the run is recorded
//! before, with as many layers as there are, and the next one tries again.

use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use explicit::layer::{FORMAT, Layer};
use explicit::reuse::{Needs, merge};
use store::{Address, Key, Store, Trust};
use verdict::Limits;

use crate::console::Console;
use crate::past::{LAYER, Mapped, write};
use crate::shared::Shared;

/// Bytes of layers that are put together, at most: it takes about as much memory.
const MOST_BYTES: u64 = 1 << 30;
/// Layers of a record that has become too large for that.
const MOST_LAYERS: usize = 4;
/// The runs of a target may take so many times as much as the largest record, or this.
const RECORDS: u64 = 3;
const LEAST_BYTES: u64 = 8 << 20;
/// Runs of a target, at most: they are few kilobytes each, and read when another is added.
const MOST_RUNS: usize = 1000;

/// What is left to do.
pub struct Afterwards {
    pub root: PathBuf,
    pub trust: Trust,
    pub key: Key,
    pub target: String,
    /// The run that was recorded, with its layers and how many states these have, if it has several.
    pub run: Option<(i64, Vec<(Address, usize)>)>,
    /// What is needed of the layers, if all that the program does is in them.
    pub needs: Option<Needs>,
    /// As many states the program has, if that is known.
    pub states: Option<u64>,
}

/// What is left to do when all is told.
#[derive(Default)]
pub struct Left {
    pub record: Option<Afterwards>,
    /// Where to send it then.
    pub shared: Option<Arc<Shared>>,
}

impl Left {
    pub fn finish(self, console: &Console, limits: &Limits) {
        self.record.into_iter().for_each(|record| record.run(limits));
        self.shared.iter().for_each(|shared| shared.send(console));
    }
}

impl Afterwards {
    /// Does it, as far as no limit is reached. Whatever is in the way costs the next run a little time.
    pub fn run(self, limits: &Limits) {
        self.done(limits);
    }

    fn done(&self, limits: &Limits) -> Option<()> {
        if limits.reached().is_some() {
            return None;
        }
        let store = Store::open(&self.root, &self.trust).ok()?;
        if let Some((run, layers)) = &self.run
            && let Some(fewer) = self.fewer(&store, layers, limits)
        {
            store.replace_layers(*run, &fewer).ok()?;
        }
        let runs = store.records(&self.key, &self.target).ok()?;
        let spare = spare(&runs, |address| store.size(address).unwrap_or_default());
        if spare.is_empty() { Some(()) } else { store.forget_runs(&spare).ok() }
    }

    /// The layers in fewer, if there are too many.
    fn fewer(&self, store: &Store, layers: &[(Address, usize)], limits: &Limits) -> Option<Vec<Address>> {
        let (base, newer) = layers.split_last()?;
        let addresses: Vec<Address> = layers.iter().map(|layer| layer.0).collect();
        let above = newer.iter().map(|layer| layer.1).sum::<usize>();
        let is_mostly_dead = self.states.is_some_and(|states| 2 * states < (above + base.1) as u64);
        let needs = self.needs.as_ref().filter(|_| 2 * above >= base.1 || is_mostly_dead);
        if needs.is_none() && newer.len() < 2 {
            return None;
        }
        let joined = &addresses[..if needs.is_some() { layers.len() } else { newer.len() }];
        let bytes: u64 = joined.iter().filter_map(|address| store.size(address)).sum();
        if bytes > MOST_BYTES {
            return (layers.len() > MOST_LAYERS).then(|| vec![addresses[0], base.0]);
        }
        let open = |address: &Address| Layer::open(Arc::new(Mapped(store.segment(address, LAYER, FORMAT)?)));
        let open: Vec<Layer> = joined.iter().map(open).collect::<Option<_>>()?;
        let sections = match needs {
            Some(needs) => needs.condense(&open, &|| limits.reached().is_some())?,
            None => merge(&open)?,
        };
        drop(open);
        let written = write(store, sections).ok()?;
        Some([written].into_iter().chain(addresses[joined.len()..].iter().copied()).collect())
    }
}

/// Of the runs of a target, newest first, those for which there is no room.
fn spare(runs: &[(i64, Vec<Address>)], size: impl Fn(&Address) -> u64) -> Vec<i64> {
    let mut sizes: HashMap<Address, u64> = HashMap::default();
    for address in runs.iter().flat_map(|run| &run.1) {
        sizes.entry(*address).or_insert_with(|| size(address));
    }
    let size = |address: &Address| sizes.get(address).copied().unwrap_or_default();
    let record = |run: &(i64, Vec<Address>)| run.1.iter().map(size).sum::<u64>();
    let room = runs.iter().map(record).max().unwrap_or_default().saturating_mul(RECORDS).max(LEAST_BYTES);
    let (mut taken, mut kept, mut spare) = (0u64, HashSet::default(), Vec::new());
    for (index, (id, layers)) in runs.iter().enumerate() {
        let new: HashSet<Address> = layers.iter().copied().filter(|layer| !kept.contains(layer)).collect();
        let bytes: u64 = new.iter().map(size).sum();
        if taken + bytes > room || index >= MOST_RUNS {
            spare.push(*id);
        } else {
            taken += bytes;
            kept.extend(new);
        }
    }
    spare
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each layer takes as many times 10 MiB as its number.
    fn check(runs: &[&[u8]], expected: &[i64]) {
        let addresses = |layers: &[u8]| layers.iter().map(|&layer| Address([layer; 32])).collect();
        let runs: Vec<(i64, Vec<Address>)> =
            (0..).zip(runs).map(|(id, layers)| (id, addresses(layers))).collect();
        assert_eq!(spare(&runs, |address| u64::from(address.0[0]) * (10 << 20)), expected);
    }

    #[test]
    fn old_runs_go_when_there_is_no_room() {
        check(&[&[1], &[2], &[3]], &[]);
        check(&[&[1], &[2], &[4]], &[]);
        check(&[&[5], &[4], &[3], &[2], &[6]], &[4]);
        // What a newer run needs as well takes nothing.
        check(&[&[5, 1], &[4, 1], &[3, 1], &[6], &[2, 1]], &[3]);
        check(&[&[1][..]; 9], &[]);
        check(&[&[1][..]; MOST_RUNS + 1], &[MOST_RUNS as i64]);
    }

    #[test]
    fn small_records_have_some_room_in_any_case() {
        let runs: Vec<(i64, Vec<Address>)> = (0..10).map(|id| (id, vec![Address([id as u8; 32])])).collect();
        assert_eq!(spare(&runs, |_| 1 << 20), [8, 9]);
    }
}
