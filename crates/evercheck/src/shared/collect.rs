//! `store gc` of a shared store: removes old runs, and then what no run refers to.
//!
//! Others may read and send meanwhile. Whatever is gone is a miss to them, and they send it again: a segment that a run sent just
//! now refers to, and that was there already when it was sent, may be lost this way.

use std::time::Duration;

use anyhow::Result;
use rustc_hash::FxHashSet as HashSet;

use super::entry::Entry;
use super::names::{self, ROOT, RunName};
use super::remote::{self, Until};
use super::{Asking, ENTRY_BYTES, Shared};
use crate::past::now;

/// Names that are listed at once.
const PAGE: usize = 1000;
/// A run that says to be from farther in the future has a clock that is wrong.
const TOMORROW: i64 = 24 * 60 * 60;

/// What was removed, and what is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Collected {
    pub runs: u64,
    pub programs: u64,
    pub segments: u64,
    /// Left.
    pub runs_left: u64,
    pub segments_left: u64,
    /// Of the segments that are left, as far as runs say.
    pub bytes_left: u64,
    /// Requests that all this took.
    pub requests: u64,
}

struct Kept {
    path: String,
    time: i64,
    program: String,
    bodies: Vec<(u64, blake3::Hash)>,
}

impl Shared {
    /// Removes the runs older than `keep`, and the oldest until the segments of the rest take no more than `max_size`. Unlike
    /// a run, this fails if the store does.
    pub fn collect(
        &self,
        keep: Option<Duration>,
        max_size: Option<u64>,
        patience: Duration,
    ) -> Result<Collected> {
        let mut asking = Asking {
            remote: remote::at(&self.url)?,
            until: Until::after(patience),
            requests: self.requests.clone(),
        };
        let mut collected = collect(&mut asking, keep, max_size)?;
        collected.requests = self.requests();
        Ok(collected)
    }
}

fn collect(asking: &mut Asking, keep: Option<Duration>, max_size: Option<u64>) -> Result<Collected> {
    let mut collected = Collected::default();
    // Listed before the runs are: what is sent from now on is not among them.
    let segments = below(asking, "segments")?;
    let programs = below(asking, "programs")?;
    let now = now();
    let oldest = keep.map_or(i64::MIN, |keep| now - keep.as_secs() as i64);
    let mut kept: Vec<Kept> = Vec::new();
    for family in all(asking, &format!("{ROOT}/runs"))? {
        let folder = format!("{ROOT}/runs/{family}");
        let mut is_empty = true;
        for name in all(asking, &folder)? {
            let path = format!("{folder}/{name}");
            let time = RunName::parse(&name).map(|name| name.time);
            let is_young = |time: &i64| *time >= oldest && *time <= now + TOMORROW;
            let entry = match time.filter(is_young) {
                Some(_) => asking.get(&path, ENTRY_BYTES)?.and_then(|bytes| Entry::decode(&bytes)),
                None => None,
            };
            match (entry, time) {
                (Some(entry), Some(time)) => {
                    let program = names::program(&entry.run.key, &entry.run.summary);
                    kept.push(Kept { path, time, program, bodies: entry.bodies });
                    is_empty = false;
                }
                _ => {
                    asking.remove(&path)?;
                    collected.runs += 1;
                }
            }
        }
        if is_empty {
            asking.remove(&folder)?;
        }
    }
    kept.sort_by_key(|run| std::cmp::Reverse(run.time));
    let (mut used, mut wanted) = (HashSet::default(), HashSet::default());
    let mut is_full = false;
    for run in kept {
        let new: u64 = run.bodies.iter().filter(|body| !used.contains(&body.1)).map(|body| body.0).sum();
        is_full |= max_size.is_some_and(|most| collected.bytes_left.saturating_add(new) > most);
        if is_full {
            asking.remove(&run.path)?;
            collected.runs += 1;
            continue;
        }
        collected.bytes_left += new;
        collected.runs_left += 1;
        used.extend(run.bodies.iter().map(|body| body.1));
        wanted.insert(run.program);
    }
    for program in programs.into_iter().filter(|name| !wanted.contains(name)) {
        asking.remove(&program)?;
        collected.programs += 1;
    }
    let used: HashSet<String> = used.iter().map(names::segment).collect();
    for segment in segments.into_iter().filter(|name| !used.contains(name)) {
        asking.remove(&segment)?;
        collected.segments += 1;
    }
    collected.segments_left = used.len() as u64;
    Ok(collected)
}

/// The names in all folders of a folder.
fn below(asking: &mut Asking, what: &str) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for part in all(asking, &format!("{ROOT}/{what}"))? {
        let folder = format!("{ROOT}/{what}/{part}");
        found.extend(all(asking, &folder)?.into_iter().map(|name| format!("{folder}/{name}")));
    }
    Ok(found)
}

fn all(asking: &mut Asking, folder: &str) -> Result<Vec<String>> {
    let mut found: Vec<String> = Vec::new();
    loop {
        let after = found.last().cloned().unwrap_or_default();
        let page = asking.list(folder, &after, PAGE)?;
        let is_last = page.len() < PAGE;
        found.extend(page);
        if is_last {
            return Ok(found);
        }
    }
}
