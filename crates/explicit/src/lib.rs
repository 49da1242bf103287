//! The explicit-state engine: explores every interleaving of threads and every choice of a program, over the machine's
//! own states, and says for each property whether it holds.
//!
//! Guarantee: a property is `true` only if every run was explored to its end or to a state seen before, no run was cut
//! short by a limit or by what is not modelled, and no run ended in undefined behaviour that was not asked about. A
//! violation comes with the path to it, which the machine replays from the start.

pub mod audit;
mod cover;
mod frontier;
mod index;
pub mod layer;
mod memo;
mod parts;
mod plan;
mod recall;
mod record;
pub mod reuse;
pub mod search;
mod visited;

pub use search::{Observer, Options, Order, Report, Stats, check};
