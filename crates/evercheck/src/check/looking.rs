//! Who looks on while states are explored: shows how far that has come, has it kept, and calls for help if it takes long.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use explicit::{Observer, Shift, Stats};

use super::attempt::Ring;
use super::schedule::Side;
use crate::cluster::{self, Onlooker};
use crate::crash;
use crate::report::ledger::Ledger;
use crate::reuse_args::ReuseArgs;

/// A run that takes no longer is one worker's: it would take as long to start others.
const ALONE: Duration = Duration::from_secs(1);

pub struct Looking<'r> {
    pub ring: &'r Ring,
    pub reuse: &'r ReuseArgs,
    pub start: Instant,
    /// Raised when what was recorded is to be kept; and when that was so last.
    pub flush: Arc<AtomicBool>,
    pub flushed: Instant,
    /// Raised when other workers are to come, if nobody has said how many there are to be.
    pub help: Option<Arc<AtomicBool>>,
}

impl Observer for Looking<'_> {
    fn progress(&mut self, stats: &Stats) {
        let Looking { ring, reuse, .. } = self;
        crash::lock(&ring.progress).show(stats);
        ring.watchdog.covered().explicit = Some((*stats, Ledger::none(reuse)));
        if self.flushed.elapsed() >= reuse.journal_interval {
            self.flush.store(true, Ordering::Relaxed);
            self.flushed = Instant::now();
        }
        ring.schedule.used(Side::Explicit, stats.transitions);
        // While the other engine is at work, it matters how much this one has done, and there is a core less.
        if let Some(help) = &self.help
            && ring.is_alone.load(Ordering::Relaxed)
            && self.start.elapsed() >= ALONE
        {
            help.store(true, Ordering::Relaxed);
        }
    }

    fn workers(&mut self, shifts: &[Shift]) {
        crash::lock(&self.ring.progress).show_crew(shifts);
    }
}

impl Onlooker for Looking<'_> {
    fn stats(&mut self, stats: &Stats) {
        self.progress(stats);
    }

    fn workers(&mut self, shifts: &[cluster::Shift], done: u64, open: u64) {
        crash::lock(&self.ring.progress).show_workers(shifts, done, open);
    }
}
