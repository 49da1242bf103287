//! The predicate engine: unbounded, bit-precise proofs by counterexample-guided abstraction refinement.
//!
//! A program is safe if a finite graph of abstract states covers all it can do and does not hold the error. What is not
//! modelled is taken to do anything, so a proof stands whatever it does; a counterexample is only reported by who has
//! replayed it on the machine.
//!
//! ```
//! use verdict::Property;
//!
//! let text = "unsigned __VERIFIER_nondet_uint(void);
//!     int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0; while (i < n) i++; return 8 / (i >= n); }";
//! let program = cfa::from_text(text).unwrap();
//! let options = predicate::Options { properties: Property::NoDivisionByZero.into(), ..Default::default() };
//! let checked = predicate::check(&program, &options, &mut |_, _| {}).unwrap();
//! assert_eq!(checked.report.verdict(), "true");
//! ```

mod absence;
mod abstraction;
mod arithmetic;
mod assignment;
mod bdd;
mod behaviour;
mod block;
mod check;
mod clauses;
mod cone;
mod deref;
mod encode;
mod extent;
mod externs;
mod facts;
mod inherited;
mod interpolate;
#[cfg(test)]
mod leftover;
mod library;
mod overflow;
mod path;
mod phase;
mod proof;
mod property;
mod refine;
mod results;
mod reuse;
mod search;
#[cfg(test)]
mod stable;
mod summary;
#[cfg(test)]
mod testing;
mod undefined;

use rustc_hash::FxHashSet as HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use cfa::Program;
use cfa::address::Addresses;
use cfa::program::FunctionId;
use serde::{Deserialize, Serialize};

pub use absence::absence;
pub use check::{Checked, Options, Report, absent, check, left, scope};
pub use deref::HANDED_OUT;
pub use externs::Externs;
pub use inherited::{Cex, Inherited};
pub use phase::Phase;
pub use proof::bytes::FORMAT as PROOF_FORMAT;
pub use proof::obligation::Obligations;
pub use reuse::{Refusal, Technique, Without, certify};
pub use summary::Summaries;

use proof::bytes::{self, Header};
use reuse::Offer;
use search::Answer;
use verdict::{Limits, Property, Unknown};

/// What an analysis did.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Stats {
    /// What it is at.
    pub phase: Phase,
    /// What was proved until then.
    pub proved: Vec<Property>,
    /// Abstract states.
    pub nodes: u64,
    pub refinements: u64,
    /// Steps of the paths that these were of.
    pub refuted: u64,
    pub predicates: u64,
    pub queries: u64,
    /// Steps of the solver, as it counts them itself: the same on every machine.
    pub effort: u64,
    /// What proofs were checked by.
    pub obligations: Obligations,
    /// Conditions of proofs of earlier runs that were offered, and that are in the proof now.
    pub offered: u64,
    pub kept: u64,
    /// Properties of which the proof of an earlier run still is one, and of which it led to one.
    pub confirmed: u64,
    pub repaired: u64,
    /// What became of summaries of earlier runs.
    pub inherited: Inherited,
}

impl Stats {
    /// What an analysis and one after it did.
    pub fn plus(&self, other: &Stats) -> Stats {
        Stats {
            phase: other.phase,
            proved: [&self.proved[..], &other.proved].concat(),
            nodes: self.nodes + other.nodes,
            refinements: self.refinements + other.refinements,
            refuted: self.refuted + other.refuted,
            predicates: self.predicates + other.predicates,
            queries: self.queries + other.queries,
            effort: self.effort + other.effort,
            obligations: self.obligations.plus(other.obligations),
            offered: self.offered + other.offered,
            kept: self.kept + other.kept,
            confirmed: self.confirmed + other.confirmed,
            repaired: self.repaired + other.repaired,
            inherited: self.inherited.plus(other.inherited),
        }
    }
}

/// What one search looks for.
struct Job<'a> {
    options: &'a Options,
    property: Property,
    /// Where violations of it are known, and not looked for any more.
    excluded: &'a [cfa::source::Pos],
    is_whole: bool,
    /// Whether blocks end behind loops, so that these can be summed up.
    has_exits: bool,
    /// Questions to the solver that may be asked: the same on every machine.
    effort: u64,
    /// Whether no search has looked for it yet, so that earlier proofs have not been tried.
    is_first: bool,
}

const NO_MAIN: &str = "the program has no function main";

/// The stack of the thread that does the work: terms are as deep as programs are long.
const STACK_BYTES: usize = 1 << 30;
/// How long a limit may go unnoticed inside the solver.
const PULSE: core::time::Duration = core::time::Duration::from_millis(20);

/// Where an invariant holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// At the head of a loop.
    Loop,
    /// Whenever a procedure is called.
    Entrance,
    /// Whenever it returns: `old(x)` is what `x` was when it was called.
    Exit,
}

/// What always holds somewhere: one of the cases.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Invariant {
    pub kind: Kind,
    pub function: String,
    pub pos: cfa::source::Pos,
    /// In C's operators; words are signed unless cast, and `[]+4` is what lies four bytes behind each element's start.
    pub cases: Vec<String>,
}

/// What one search found.
struct Found {
    answer: Answer,
    /// If the program is safe.
    invariants: Vec<Invariant>,
    stats: Stats,
    /// By function and edge, calls and locals not set yet that the answer does not depend on: models say nothing of them.
    passed_over: HashSet<(FunctionId, u32)>,
    /// Whether nothing was passed over.
    is_whole: bool,
    /// If the program is safe, and that was checked; or what was found until a limit was reached.
    proof: Option<Vec<u8>>,
    /// Summaries of procedures, if they are kept.
    cache: Option<Vec<u8>>,
}

/// Does something when it goes out of scope.
struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Looks for a way from `main` to the error. `see` is told what was done so far, every now and then and at the start of
/// every phase.
fn search(program: &Program, job: &Job<'_>, see: &mut (dyn FnMut(&Stats) + Send)) -> Result<Found, String> {
    let main = program.main.ok_or(NO_MAIN)?;
    see(&Stats::default());
    let (limits, mut tried) = (&job.options.limits, Stats::default());
    let known = match job.options.technique {
        Technique::Auto => match Offer::of(job) {
            Some(offer) => with_solver(limits, || reuse::proved(program, job, main, offer, &mut tried, see))?,
            None => None,
        },
        Technique::Precision => None,
        Technique::Summaries | Technique::Procedures | Technique::Loops => {
            with_solver(limits, || inherited::proved(program, job, main, &mut tried, see))?
        }
    };
    if let Some(found) = known {
        return Ok(found);
    }
    let mut found = with_solver(limits, || analyse(program, job, main, see))?;
    found.stats = tried.plus(&found.stats);
    Ok(found)
}

/// Works in a thread, where the solver has a context of its own: what it answers depends on all it was asked there, and a search
/// says the same whatever was asked before it. Once a limit is reached it is interrupted.
fn with_solver<T: Send>(limits: &Limits, work: impl FnOnce() -> T + Send) -> Result<T, String> {
    let work = || {
        solver::with_interrupter(|interrupt| {
            let is_done = AtomicBool::new(false);
            std::thread::scope(|inner| {
                let waiter = inner.spawn(|| {
                    while !is_done.load(Ordering::Relaxed) {
                        if limits.reached().is_some() {
                            interrupt();
                        }
                        std::thread::park_timeout(PULSE);
                    }
                });
                // Also if this ends in a panic, which nobody would hear of who waits for the other.
                let _done = OnDrop(|| {
                    is_done.store(true, Ordering::Relaxed);
                    waiter.thread().unpark();
                });
                work()
            })
        })
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        let thread = thread.map_err(|error| format!("cannot start a thread: {error}"))?;
        thread.join().map_err(|_| "a panic in the predicate engine".to_string())
    })
}

/// Formulas of a program, and who answers for them.
fn prepare<'p>(
    program: &'p Program,
    addresses: &'p Addresses,
    job: &Job<'_>,
) -> (block::Builder<'p>, solver::Smt) {
    let options = job.options;
    let encoder = encode::Encoder::new(program, addresses, options.externs);
    (block::Builder::new(program, addresses, encoder, job), solver::Smt::new(options.limits.clone()))
}

fn analyse(program: &Program, job: &Job<'_>, main: FunctionId, see: &mut dyn FnMut(&Stats)) -> Found {
    let options = job.options;
    let addresses = Addresses::of(program);
    let (mut builder, mut smt) = prepare(program, &addresses, job);
    see(&Stats { phase: Phase::Blocks, ..Stats::default() });
    let mut search = search::Search::new(&mut builder, &mut smt, main);
    if options.technique == Technique::Precision {
        search.stats.offered = Offer::of(job).map_or(0, |offer| offer.seed(&mut search, main));
    }
    let mut answer = search.run(&mut search::Watch {
        limits: &options.limits,
        effort: job.effort,
        steps: u64::MAX,
        is_brief: false,
        see,
    });
    let invariants = if matches!(answer, Answer::Safe) { search.invariants() } else { Vec::new() };
    let is_hint = matches!(answer, Answer::Limit(Unknown::Time));
    let is_kept = matches!(answer, Answer::Safe) || is_hint;
    let proof = (is_kept && options.is_certified).then(|| search.proof());
    // What a limit has ended is not whole.
    let mut fragments = inherited::Fragments::default();
    let is_whole = options.technique.has_summaries() && options.limits.reached().is_none();
    let summaries = if is_whole { search.finished(&mut fragments) } else { Vec::new() };
    let mut met = Vec::new();
    let mut stats = search.stats.clone();
    // To give thousands of solvers back takes seconds, and whoever set a limit is about to leave.
    match answer {
        Answer::Limit(_) => std::mem::forget(search),
        _ => drop(search),
    }
    let is_whole = builder.cone.is_whole();
    let header = Header { is_whole, has_exits: job.has_exits, is_complete: !is_hint, cost: smt.effort };
    let mut written = None;
    if let (Some(proof), true) = (&proof, is_hint) {
        written = Some(bytes::write(&mut builder, proof, &reuse::known(&smt), &header));
    } else if let Some(proof) = proof {
        stats.phase = Phase::Certificate;
        see(&stats);
        let certificate = proof::certify::certify(&mut builder, &mut smt, main, &proof);
        (stats.obligations, stats.effort) = (certificate.obligations, smt.effort);
        answer = match (options.limits.reached(), certificate.result) {
            // What was asked since then was not answered.
            (Some(limit), _) => Answer::Limit(limit),
            (None, Err(failure)) => Answer::NotCertified(failure),
            (None, Ok(())) => {
                written = Some(bytes::write(&mut builder, &proof, &certificate.met, &header));
                met = certificate.met;
                answer
            }
        };
    }
    let cache = inherited::write(&mut builder, &mut fragments, &summaries, &met);
    if matches!(answer, Answer::Limit(_)) {
        std::mem::forget(smt);
    }
    let passed_over = builder.cone.passed_over(program);
    Found { answer, invariants, stats, passed_over, is_whole, proof: written, cache }
}
