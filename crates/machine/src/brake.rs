//! How a run is stopped from outside.
//!
//! The machine never looks at a clock or asks the kernel for its size: whoever started it does, and pulls the brake. The
//! machine looks at the brake every now and then, and before everything that may take long. Memory can be taken faster
//! than anybody looks on, so large pieces of it are asked for here first.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::fault::Stop;

/// Shared by a run and whoever may stop it.
#[derive(Clone, Debug)]
pub struct Brake {
    wish: Arc<AtomicU8>,
    /// Bytes that may still be taken.
    room: Arc<AtomicU64>,
}

const NOTHING: u8 = 0;
/// Somebody wants to know how far the run has come.
const NEWS: u8 = 1;
const STOP: u8 = 2;

/// Pieces of memory that are asked for: what is smaller is soon noticed.
pub(crate) const LARGE: usize = 1 << 20;

impl Default for Brake {
    fn default() -> Brake {
        Brake { wish: Arc::new(AtomicU8::new(NOTHING)), room: Arc::new(AtomicU64::new(u64::MAX)) }
    }
}

impl Brake {
    /// A brake of its own, for one of several runs that share memory.
    pub fn fork(&self) -> Brake {
        Brake { room: self.room.clone(), ..Brake::default() }
    }

    /// Stops the run, for good.
    pub fn pull(&self) {
        self.wish.store(STOP, Ordering::Relaxed);
    }

    #[inline]
    pub fn is_pulled(&self) -> bool {
        self.wish.load(Ordering::Relaxed) == STOP
    }

    /// Asks how far the run has come.
    pub fn ask(&self) {
        // If it is to stop, it tells that anyway.
        let _ = self.wish.compare_exchange(NOTHING, NEWS, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Whether somebody asked, or the run has to stop.
    #[inline]
    pub fn is_touched(&self) -> bool {
        self.wish.load(Ordering::Relaxed) != NOTHING
    }

    /// Whoever asked has been told.
    pub fn answer(&self) {
        let _ = self.wish.compare_exchange(NEWS, NOTHING, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// How much memory may still be taken, as of now.
    pub fn set_room(&self, bytes: u64) {
        self.room.store(bytes, Ordering::Relaxed);
    }

    pub(crate) fn check(&self) -> Result<(), Stop> {
        if self.is_pulled() { Err(Stop::Cancelled) } else { Ok(()) }
    }

    /// Takes memory that is about to be used, if it may go on at all.
    pub(crate) fn take(&self, bytes: usize) -> Result<(), Stop> {
        self.check()?;
        let left = |room: u64| match room {
            u64::MAX => Some(room),
            _ => room.checked_sub(bytes as u64),
        };
        let taken = self.room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, left);
        taken.map(|_| ()).map_err(|_| Stop::OutOfMemory)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_gone_until_somebody_measures() {
        let brake = Brake::default();
        assert_eq!(brake.take(usize::MAX), Ok(()), "nobody measures");
        brake.set_room(100);
        assert_eq!((brake.take(60), brake.take(60)), (Ok(()), Err(Stop::OutOfMemory)));
        assert_eq!(brake.take(40), Ok(()));
        brake.set_room(60);
        assert_eq!(brake.take(60), Ok(()));
    }

    #[test]
    fn questions_do_not_stop_and_are_no_matter_once_it_is_stopped() {
        let brake = Brake::default();
        brake.ask();
        assert!(brake.is_touched() && !brake.is_pulled());
        brake.answer();
        assert!(!brake.is_touched());
        brake.pull();
        brake.ask();
        brake.answer();
        assert!(brake.is_pulled() && brake.take(1) == Err(Stop::Cancelled));
    }
}
