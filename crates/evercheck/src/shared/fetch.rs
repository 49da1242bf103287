//! Fetching: the run that a search had best build on, if the local store has none as good.

use anyhow::Result;
use rustc_hash::FxHashSet as HashSet;
use store::{Address, Key, NewRun, Run, Store};

use super::entry::Entry;
use super::names::{self, RunName};
use super::remote::Until;
use super::{Asking, ENTRY_BYTES, RECORD_BYTES, Shared};
use crate::console::Console;
use crate::crash;
use crate::past;

/// Runs of a family that are listed, and of these the ones that are looked at.
const LISTED: usize = 1000;
const LOOKED_AT: usize = 3;
/// Layers of a record.
const LAYERS: usize = 8;

/// What a search would like to build on.
pub struct Wanted<'a> {
    pub key: Key,
    pub target: &'a str,
    pub shares: &'a [u64],
}

impl Shared {
    /// Brings the run that is nearest to a program into the local store, unless that has one as near. At most one request for
    /// a program that was decided elsewhere, else one and a listing and three more; then one for each segment.
    pub fn fetch(&self, console: &Console, store: &Store, wanted: &Wanted) {
        let local = past::nearest(store, &wanted.key, wanted.target, wanted.shares).unwrap_or_default();
        let summary: Vec<u8> = wanted.shares.iter().flat_map(|share| share.to_le_bytes()).collect();
        let is_there = |run: &&Run| run.layers.iter().all(|layer| store.size(layer).is_some());
        let is_same = |run: &Run| run.summary == summary && is_decided(&run.verdict);
        let mut usable = local.iter().filter(is_there);
        if usable.clone().any(is_same) {
            return;
        }
        let own: HashSet<u64> = wanted.shares.iter().copied().collect();
        let least = usable.next().map_or(i64::MIN, |run| past::worth(&own, &run.summary).1);
        let until = Until::after(self.patience);
        let search = Search { key: wanted.key, target: wanted.target.to_string(), summary, own, least };
        let Some(found) = self.within(console, store.root(), until, move |asking| search.run(asking)) else {
            return;
        };
        self.note(console, found.useless);
        let Some((name, entry)) = found.entry else { return };
        let layers = || entry.run.layers.iter().zip(&entry.bodies);
        let missing: Vec<(Address, u64, blake3::Hash)> = layers()
            .filter(|(address, _)| store.size(address).is_none())
            .map(|(address, (length, hash))| (*address, *length, *hash))
            .collect();
        let fetched = self.within(console, store.root(), until, move |asking| bodies(asking, &missing));
        let Some((bodies, useless)) = fetched else { return };
        let mut is_whole = useless.is_empty();
        self.note(console, useless);
        for (address, bytes) in bodies {
            match store.insert(&address, &bytes) {
                Ok(is_sound) => is_whole &= is_sound,
                Err(error) => return console.warning(&format!("what was fetched is not kept: {error}")),
            }
        }
        let mut state = crash::lock(&self.state);
        if !is_whole {
            state.useless.insert(name);
            return;
        }
        state.there.insert(name);
        // Whatever it says of its age, it came today.
        let run = NewRun { time: entry.run.time.min(past::now()), ..entry.run };
        if let Err(error) = store.add_run(&run) {
            console.warning(&format!("what was fetched is not kept: {error}"));
        }
    }
}

impl Shared {
    /// Remembers what is of no use, so that it is sent again, and says once that something is not what it should be.
    fn note(&self, console: &Console, useless: Vec<Useless>) {
        let mut state = crash::lock(&self.state);
        if useless.iter().any(|(_, is_wrong)| *is_wrong) && !std::mem::replace(&mut state.is_warned, true) {
            let url = &self.url;
            console
                .warning(&format!("the shared store {url} holds something that is not what was sent there"));
        }
        state.useless.extend(useless.into_iter().map(|(name, _)| name));
    }
}

/// Whether a run came to its end, as far as that is possible: only such runs stand for their program.
pub fn is_decided(verdict: &str) -> bool {
    verdict == "true" || verdict.starts_with("false")
}

/// The name of something that is of no use, and whether that is because it is not what it should be.
type Useless = (String, bool);

struct Search {
    key: Key,
    target: String,
    summary: Vec<u8>,
    own: HashSet<u64>,
    /// What the best local run is worth.
    least: i64,
}

#[derive(Default)]
struct Found {
    /// With the name that it has as a program, if it is the same.
    entry: Option<(String, Entry)>,
    useless: Vec<Useless>,
}

impl Search {
    fn run(&self, asking: &mut Asking) -> Result<Found> {
        let (mut found, exact) = (Found::default(), names::program(&self.key, &self.summary));
        if let Some(bytes) = asking.get_small(&exact)? {
            let entry =
                Entry::decode(&bytes).filter(|it| self.is_usable(it) && it.run.summary == self.summary);
            match entry {
                Some(entry) => return Ok(Found { entry: Some((exact, entry)), ..found }),
                None => found.useless.push((exact, true)),
            }
        }
        let family = names::family(&self.key, &self.target);
        let listed = asking.list(&family, "", LISTED)?;
        let mut runs: Vec<RunName> = listed.iter().filter_map(|name| RunName::parse(name)).collect();
        let sketch = names::sketch(&self.summary);
        // Stable: of those that are as near, the newest.
        runs.sort_by_key(|run| std::cmp::Reverse(run.alike(&sketch)));
        let mut least = self.least;
        for name in runs.iter().take(LOOKED_AT) {
            let path = format!("{family}/{name}");
            let Some(bytes) = asking.get_small(&path)? else { continue };
            let Some(entry) = Entry::decode(&bytes).filter(|entry| self.is_usable(entry)) else {
                found.useless.push((path, true));
                continue;
            };
            let (shared, worth) = past::worth(&self.own, &entry.run.summary);
            if shared > 0 && worth > least {
                (least, found.entry) = (worth, Some((path, entry)));
            }
        }
        Ok(found)
    }

    /// Whether it is an answer to the question, and no more than what is read.
    fn is_usable(&self, entry: &Entry) -> bool {
        let bytes = entry.bodies.iter().try_fold(0u64, |sum, (length, _)| sum.checked_add(*length));
        entry.run.key == self.key
            && entry.run.layers.len() <= LAYERS
            && bytes.is_some_and(|bytes| bytes <= RECORD_BYTES)
            && entry.run.summary.len() as u64 <= ENTRY_BYTES
    }
}

type Bodies = (Vec<(Address, Vec<u8>)>, Vec<Useless>);

/// The segments that are missing; and the names of those that are not there, or not what they should be.
fn bodies(asking: &mut Asking, missing: &[(Address, u64, blake3::Hash)]) -> Result<Bodies> {
    let (mut found, mut useless) = (Vec::new(), Vec::new());
    for (address, length, hash) in missing {
        let name = names::segment(hash);
        match asking.get(&name, *length)? {
            Some(bytes) if bytes.len() as u64 == *length && blake3::hash(&bytes) == *hash => {
                found.push((*address, bytes));
            }
            wrong => useless.push((name, wrong.is_some())),
        }
    }
    Ok((found, useless))
}
