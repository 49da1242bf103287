//! `gc`: removes old runs, and then whatever no run refers to.

use core::time::Duration;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::fs::{self, OpenOptions};
use std::path::Path;

use crate::address::Address;
use crate::error::Error;
use crate::folder::{self, Entry};
use crate::journal::{self, Abandoned};
use crate::row::Run;
use crate::store::Store;

/// A segment this young that no run refers to may be one whose run is about to be added.
const YOUNG: i64 = 60 * 60;
/// A temporary file this old is that of a process that was killed: one that lives writes to it.
const STALE: i64 = 24 * 60 * 60;

/// What was removed, and what was not.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Collected {
    pub runs: u64,
    pub segments: u64,
    pub journals: u64,
    pub outcomes: u64,
    pub temporaries: u64,
    /// What had been set aside, catalogues included.
    pub aside: u64,
    pub bytes: u64,
    /// Segments that no run refers to and that stay all the same, since they were written within the last hour.
    pub young: u64,
}

/// What may be given up to make room, in order of its time.
enum Item {
    Run(Run),
    Journal(Abandoned, u64),
}

impl Store {
    /// Removes runs and abandoned journals older than `keep`, then the oldest of them until segments and journals take
    /// at most `max_size` bytes; then the segments that no run refers to, what was set aside, and what killed processes
    /// left behind. What another process has open stays, and so does a segment that was written within the last hour and
    /// was never a run's: that run may be about to be added. Who adds a run that shares a segment with those removed has it
    /// open, or else is told that it is missing.
    pub fn gc(&self, keep: Option<Duration>, max_size: Option<u64>) -> Result<Collected, Error> {
        let now = self.folder.now()?;
        let mut collected = Collected::default();
        let given_up = self.give_up(now, keep, max_size, &mut collected)?;
        // No run is added while this goes on, so none can refer to what is being removed. The runs above are gone for
        // good before: killed at any point, this leaves no run without its segments.
        self.catalogue().with_used(|used| self.sweep(now, used, &given_up, &mut collected))?;
        let oldest = before(now, keep);
        // A store of before has no folder for them.
        let outcomes = folder::files(&self.folder.outcomes()).unwrap_or_default();
        for entry in outcomes.iter().filter(|entry| oldest.is_some_and(|oldest| entry.time < oldest)) {
            collected.outcomes += collected.remove(entry);
        }
        for entry in folder::files(&self.folder.temporaries())? {
            if now - entry.time > STALE {
                collected.temporaries += collected.remove(&entry);
            }
        }
        let catalogues = self.catalogue().old()?;
        for entry in folder::files(&self.folder.aside())?.into_iter().chain(catalogues) {
            collected.aside += collected.remove(&entry);
        }
        Ok(collected)
    }

    /// Removes runs and abandoned journals by age, and by size. The segments that the runs referred to.
    fn give_up(
        &self,
        now: i64,
        keep: Option<Duration>,
        max_size: Option<u64>,
        collected: &mut Collected,
    ) -> Result<HashSet<Address>, Error> {
        let oldest = before(now, keep);
        let (runs, damaged) = self.catalogue().all()?;
        self.catalogue().forget(&damaged)?;
        let segments = self.folder.segments()?;
        let mut ledger = Ledger::new(&segments, &runs, now);
        let mut items: Vec<(i64, Item)> = runs.into_iter().map(|run| (run.time, Item::Run(run))).collect();
        for entry in journal::entries(&self.folder, None)? {
            ledger.bytes += entry.size;
            if let Some(journal) = Abandoned::take(&self.folder, &entry) {
                items.push((entry.time, Item::Journal(journal, entry.size)));
            }
        }
        // Runs of one second go in the order of their ids.
        items.sort_by_key(|(time, item)| match item {
            Item::Run(run) => (*time, run.id),
            Item::Journal(..) => (*time, i64::MAX),
        });
        let (mut ids, mut given_up) = (Vec::new(), HashSet::default());
        for (time, item) in items {
            let is_old = oldest.is_some_and(|oldest| time < oldest);
            let is_too_much = max_size.is_some_and(|max_size| ledger.bytes > max_size);
            if !is_old && !is_too_much {
                continue;
            }
            match item {
                Item::Run(run) => {
                    ledger.drop_run(&run);
                    ids.push(run.id);
                    given_up.extend(run.layers);
                }
                Item::Journal(journal, size) => {
                    ledger.bytes -= size;
                    collected.journals += 1;
                    collected.bytes += size;
                    journal.remove();
                }
            }
        }
        self.catalogue().delete(&ids)?;
        collected.runs += ids.len() as u64;
        Ok(given_up)
    }

    /// Removes segments that a run referred to, unless another does or a process has them open.
    pub(crate) fn release(&self, segments: &[Address]) -> Result<(), Error> {
        self.catalogue().with_used(|used| {
            for address in segments.iter().filter(|address| !used.contains(address)) {
                let path = self.folder.segment(address);
                if !is_open(&path) {
                    // If it stays, `gc` finds it.
                    let _ = fs::remove_file(&path);
                }
            }
            Ok(())
        })
    }

    /// Removes the segments that are neither used nor open, and not young unless they were given up.
    fn sweep(
        &self,
        now: i64,
        used: &[Address],
        given_up: &HashSet<Address>,
        collected: &mut Collected,
    ) -> Result<(), Error> {
        let used: HashSet<&Address> = used.iter().collect();
        for entry in self.folder.segments()? {
            let address: Option<Address> = entry.name.parse().ok();
            if address.is_some_and(|address| used.contains(&address)) {
                continue;
            }
            let is_given_up = address.is_some_and(|address| given_up.contains(&address));
            if now - entry.time <= YOUNG && !is_given_up {
                collected.young += 1;
            } else if !is_open(&entry.path) {
                collected.segments += collected.remove(&entry);
            }
        }
        Ok(())
    }
}

/// The time before which things are too old.
fn before(now: i64, keep: Option<Duration>) -> Option<i64> {
    keep.map(|keep| now.saturating_sub(i64::try_from(keep.as_secs()).unwrap_or(i64::MAX)))
}

impl Collected {
    /// Removes a file; how many that were.
    fn remove(&mut self, entry: &Entry) -> u64 {
        let is_removed = fs::remove_file(&entry.path).is_ok();
        if is_removed {
            self.bytes += entry.size;
        }
        is_removed.into()
    }
}

/// How many bytes would stay if nothing more was given up.
struct Ledger {
    bytes: u64,
    /// The segments that runs refer to: size, and number of runs.
    segments: HashMap<Address, (u64, usize)>,
}

impl Ledger {
    fn new(segments: &[Entry], runs: &[Run], now: i64) -> Ledger {
        let named = segments.iter().filter_map(|entry| Some((entry.name.parse().ok()?, (entry.size, 0))));
        let mut segments_by_address: HashMap<Address, (u64, usize)> = named.collect();
        for run in runs {
            for address in distinct(run) {
                if let Some((_, references)) = segments_by_address.get_mut(address) {
                    *references += 1;
                }
            }
        }
        let young = |entry: &&Entry| now - entry.time <= YOUNG;
        let is_used = |entry: &&Entry| {
            entry
                .name
                .parse()
                .is_ok_and(|it: Address| segments_by_address.get(&it).is_some_and(|it| it.1 > 0))
        };
        let bytes =
            segments.iter().filter(|entry| is_used(entry) || young(entry)).map(|entry| entry.size).sum();
        Ledger { bytes, segments: segments_by_address }
    }

    fn drop_run(&mut self, run: &Run) {
        for address in distinct(run) {
            if let Some((size, references)) = self.segments.get_mut(address) {
                *references -= 1;
                if *references == 0 {
                    self.bytes = self.bytes.saturating_sub(*size);
                }
            }
        }
    }
}

fn distinct(run: &Run) -> HashSet<&Address> {
    run.layers.iter().collect()
}

/// Whether a process has the segment mapped. Where that cannot be told, it counts as open.
fn is_open(path: &Path) -> bool {
    // Writable, because some file systems give this lock to none else.
    let file = OpenOptions::new().write(true).open(path);
    // The lock goes with the file at the end of this function. Who opens the segment before it is removed keeps its
    // bytes all the same.
    !file.is_ok_and(|file| file.try_lock().is_ok())
}
