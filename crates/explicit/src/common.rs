//! The states that several workers have seen, each claimed by one of them.
//!
//! Guarantee: of all who come to a state, one claims it, and numbers are dense. With a limit to the depth, whoever comes to a
//! state by a shorter way than all before goes on from it again; that is decided under the same lock, so the least depth is known
//! to whoever comes later.
//!
//! The tables are those of [`crate::visited`], each behind a lock of its own: fingerprints are spread evenly, so two workers
//! seldom meet at one.

use rustc_hash::FxHashMap as HashMap;
use std::sync::PoisonError;

use crate::sync::{AtomicUsize, Mutex, MutexGuard, Ordering};
use crate::visited::{BITS, MOST, Table, Visited, prints_from, table};

pub(crate) struct Common {
    shards: Vec<Shard>,
    /// Numbers that are taken.
    count: Padded,
    /// Least depths matter.
    is_bounded: bool,
}

/// Alone in its lines of the cache.
#[repr(align(128))]
struct Padded(AtomicUsize);

#[repr(align(128))]
struct Shard(Mutex<Seen>);

#[derive(Default)]
struct Seen {
    table: Table,
    /// The least depth of each state, by number, if that matters.
    depths: HashMap<u32, u32>,
}

/// What becomes of a state that somebody has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Arrival {
    pub number: u32,
    pub is_first: bool,
    /// It is to be gone on from.
    pub is_new: bool,
}

/// As many numbers as are left out at the end, since workers find out one after the other that there are no more.
const SPARE: usize = 1 << 16;

impl Common {
    pub fn new(is_bounded: bool) -> Common {
        let shard = |_| Shard(Mutex::new(Seen::default()));
        let shards = (0..1 << BITS).map(shard).collect();
        Common { shards, count: Padded(AtomicUsize::new(0)), is_bounded }
    }

    /// Goes on with what one worker has claimed alone: so many states, and by number their least depths, if these matter.
    pub fn after(visited: Visited, count: usize, least: &[u32], is_bounded: bool) -> Common {
        let count = Padded(AtomicUsize::new(count));
        let shard = |table: Table| {
            let depth = |number: u32| Some((number, *least.get(number as usize)?));
            let depths =
                if is_bounded { table.numbers().filter_map(depth).collect() } else { HashMap::default() };
            Shard(Mutex::new(Seen { table, depths }))
        };
        Common { shards: visited.into_tables().into_iter().map(shard).collect(), count, is_bounded }
    }

    /// Claims a state that is come to at this depth.
    #[inline]
    pub fn claim(&self, print: u128, depth: u32) -> Arrival {
        let mut seen = lock(&self.shards[table(print)]);
        let Seen { table, depths } = &mut *seen;
        let (number, is_first) = table.insert(print, || self.number() as u32);
        if !self.is_bounded {
            return Arrival { number, is_first, is_new: is_first };
        }
        let known = depths.entry(number).or_insert(u32::MAX);
        let is_shorter = depth < *known;
        *known = depth.min(*known);
        Arrival { number, is_first, is_new: is_first || is_shorter }
    }

    /// A number that nobody else gets.
    #[inline]
    pub fn number(&self) -> usize {
        self.count.0.fetch_add(1, Ordering::Relaxed)
    }

    /// Whether a state has this number.
    pub fn is(&self, print: u128, number: u32) -> bool {
        lock(&self.shards[table(print)]).table.number(print) == Some(number)
    }

    /// Whether a state is claimed.
    #[inline]
    pub fn has(&self, print: u128) -> bool {
        lock(&self.shards[table(print)]).table.number(print).is_some()
    }

    /// Numbers that are taken.
    pub fn count(&self) -> usize {
        self.count.0.load(Ordering::Relaxed)
    }

    pub fn is_full(&self) -> bool {
        self.count.0.load(Ordering::Relaxed) >= MOST - SPARE
    }

    pub fn bytes(&self) -> usize {
        self.shards.iter().map(|shard| lock(shard).table.bytes()).sum()
    }

    /// The fingerprints from a number on, in the order of numbers, 16 bytes each; and how many numbers are taken. All tables are
    /// locked at once, so that none is missing in between.
    pub fn prints_from(&self, first: usize) -> (Vec<u8>, usize) {
        let shards: Vec<_> = self.shards.iter().map(lock).collect();
        prints_from(shards.iter().map(|seen| &seen.table), first)
    }

    /// All states when nobody works any more; and by number, their least depths, if these matter.
    pub fn close(&self) -> (Visited, Vec<u32>) {
        let (mut tables, mut depths) = (Vec::new(), Vec::new());
        for shard in &self.shards {
            let seen = std::mem::take(&mut *lock(shard));
            depths.extend(seen.depths);
            tables.push(seen.table);
        }
        depths.sort_unstable();
        (Visited::of(tables), depths.into_iter().map(|(_, depth)| depth).collect())
    }
}

fn lock(shard: &Shard) -> MutexGuard<'_, Seen> {
    shard.0.lock().unwrap_or_else(PoisonError::into_inner)
}
