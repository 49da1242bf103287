//! The explicit-state engine: explores every interleaving of threads and every choice of a program, over the machine's
//! own states, and says for each property whether it holds.
//!
//! Guarantee: a property is `true` only if every run was explored to its end or to a state seen before, no run was cut
//! short by a limit or by what is not modelled, and no run ended in undefined behaviour that was not asked about. A
//! violation comes with the path to it, which the machine replays from the start.
//!
//! ```
//! use explicit::{Options, Stats, check};
//! use verdict::Property;
//!
//! let program = cfa::from_text("int main(void) { int n = 0; return 8 / n; }").unwrap();
//! let options = Options { properties: Property::NoDivisionByZero.into(), ..Options::default() };
//! let report = check(&program, &options, &mut |_: &Stats| {});
//! assert_eq!(report.verdict(), "false(no-division-by-zero)");
//! ```

mod aspects;
pub mod audit;
mod claims;
mod common;
mod concrete;
mod condense;
mod confirm;
mod cover;
mod crew;
mod delta;
mod depth;
mod element;
mod estimate;
mod even;
mod findings;
mod frontier;
#[cfg(test)]
mod graph;
mod index;
mod interned;
mod isse;
mod judge;
pub mod layer;
mod lazy;
mod memo;
mod merge;
mod near;
mod options;
mod packing;
pub mod partition;
mod parts;
pub mod path;
mod plan;
mod pool;
pub mod portion;
mod probe;
pub mod range;
mod ranged;
mod recorder;
mod refusal;
mod represented;
pub mod reuse;
mod rmc;
mod search;
mod sections;
mod shared;
mod space;
mod stack;
mod sync;
mod together;
mod visited;
mod ways;
pub mod why;

pub use findings::Report;
pub use options::{Observer, Options, Order, Shift, Stats};

/// Explores a program. A function as the observer is told of the progress.
pub fn check(program: &cfa::Program, options: &Options, observer: &mut dyn Observer) -> Report {
    reuse::check(program, options, &reuse::Request::default(), observer).report
}
