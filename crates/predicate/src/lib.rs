//! The predicate engine: unbounded, bit-precise proofs by counterexample-guided abstraction refinement.
//!
//! A program is safe if a finite graph of abstract states covers all it can do and does not hold the error. What is not
//! modelled is taken to do anything, so a proof stands whatever it does; a counterexample is only reported by who has
//! replayed it on the machine.

mod abstraction;
mod bdd;
mod block;
mod cegar;
mod encode;
mod integer;
mod live;
mod path;
mod print;
mod refine;
mod smt;
mod storage;
pub mod term;

use cfa::Program;
use cfa::address::Addresses;

pub use block::Obstacle;
pub use cegar::Answer;
pub use encode::Origin;
pub use path::Given;

/// What an analysis did.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    pub nodes: u64,
    pub refinements: u64,
    pub predicates: u64,
    pub queries: u64,
    pub by_values: u64,
    pub by_folded: u64,
    pub by_straight: u64,
    pub by_preconditions: u64,
}

/// Why a search was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    Time,
    Memory,
    Cancelled,
}

/// Looks on: is told what was done so far, and says when to stop.
pub struct Watch<'a> {
    pub see: &'a mut dyn FnMut(&Stats) -> Option<Limit>,
}

impl Watch<'_> {
    fn check(&mut self, stats: &Stats) -> Option<Limit> {
        (self.see)(stats)
    }
}

/// The stack of the thread that does the work: terms are as deep as programs are long.
const STACK_BYTES: usize = 1 << 30;

/// Looks for a way to the error: a call of `error_function`, or of the usual ones and failed assertions.
pub fn check(
    program: &Program,
    error_function: Option<String>,
    see: &mut (dyn FnMut(&Stats) -> Option<Limit> + Send),
) -> Option<(Answer, Stats)> {
    let main = program.main?;
    std::thread::scope(|scope| {
        let work = move || {
            let addresses = Addresses::of(program);
            let mut terms = term::Terms::default();
            let storage = storage::Storage::of(program, &addresses, &mut terms);
            let encoder = encode::Encoder { program, terms, storage, inputs: Vec::new() };
            let mut builder = block::Builder::new(program, &addresses, encoder, error_function);
            let mut smt = smt::Smt::default();
            let mut search = cegar::Search::new(&mut builder, &mut smt, main);
            let answer = search.run(&mut Watch { see });
            (answer, search.stats.clone())
        };
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).ok()?;
        thread.join().ok()
    })
}
