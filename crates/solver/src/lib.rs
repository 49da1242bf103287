//! The wall around Z3: no type of the solver leaves this crate.
//!
//! Effort is bounded by Z3's `rlimit`, which counts steps and not seconds, so that answers do not depend on the machine.
//! An answer that was not found is [`Answer::Unknown`]; what that means is for the caller to say.

pub mod horn;
mod ints;
mod oracle;
mod query;
mod quiet;
#[cfg(test)]
mod random;
mod translate;

use rustc_hash::FxHashSet as HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use z3::{Context, SatResult};

use formula::digest::Digest;
use translate::Ast;
use verdict::Limits;

pub use ints::Wrap;
pub use oracle::oracle;
pub use query::{Query, Values};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Sat,
    Unsat,
    Unknown,
}

impl From<SatResult> for Answer {
    fn from(result: SatResult) -> Answer {
        match result {
            SatResult::Sat => Answer::Sat,
            SatResult::Unsat => Answer::Unsat,
            SatResult::Unknown => Answer::Unknown,
        }
    }
}

/// What is shared by all solvers of an analysis: terms in Z3's form, and counts.
#[derive(Default)]
pub struct Smt {
    asts: Vec<Option<Ast>>,
    pub queries: u64,
    /// Steps of the solver, as of the last query; and how many it may take, beyond which nothing is decided.
    pub effort: u64,
    pub most: Option<u64>,
    pub undecided: u64,
    /// Decided over integers.
    pub by_integers: u64,
    /// Terms that do not hold together, as was found out by asking about them alone.
    pub refuted: HashSet<Digest>,
    /// Those of them that earlier runs found out and that are to be asked again.
    pub audited: HashSet<Digest>,
    /// Once one is reached, nothing is decided any more.
    limits: Limits,
}

/// Which solver this is.
pub fn version() -> &'static str {
    z3::full_version()
}

/// Interrupts the query that runs in the thread that made it, unless that is in a [`Spell`].
pub fn with_interrupter<T>(body: impl FnOnce(&(dyn Fn() + Sync)) -> T) -> T {
    let context = Context::thread_local();
    let handle = context.handle();
    let is_open = IS_OPEN.with(Arc::clone);
    body(&|| {
        let is_open = is_open.lock().unwrap_or_else(PoisonError::into_inner);
        if *is_open {
            handle.interrupt();
        }
    })
}

thread_local! {
    /// Whether this thread may be interrupted.
    static IS_OPEN: Arc<Mutex<bool>> = Arc::new(Mutex::new(true));
}

/// A time in which the solver of this thread is not interrupted: Spacer takes a model that an interrupt has kept from being made
/// for one that is there, and the process dies. Its effort is bounded, and whoever cannot wait leaves it behind.
struct Spell;

impl Spell {
    fn new() -> Spell {
        Spell::set(false);
        Spell
    }

    fn set(is_open: bool) {
        IS_OPEN.with(|it| *it.lock().unwrap_or_else(PoisonError::into_inner) = is_open);
    }
}

impl Drop for Spell {
    fn drop(&mut self) {
        Spell::set(true);
    }
}

impl Smt {
    pub fn new(limits: Limits) -> Smt {
        Smt { limits, ..Smt::default() }
    }

    /// How many of some steps may be taken now, if any.
    fn share(&self, steps: u32) -> Option<u32> {
        let left = self.most.map_or(u64::MAX, |most| most.saturating_sub(self.effort));
        let is_stopped = left == 0 || self.limits.reached().is_some();
        (!is_stopped).then(|| u64::from(steps).min(left) as u32)
    }
}
