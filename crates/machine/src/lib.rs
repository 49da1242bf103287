//! Concrete semantics of C over control-flow automata: what each engine's verdicts are measured against.

pub mod address;
pub mod arith;
pub mod brake;
mod clobbered;
pub mod code;
pub mod compile;
mod complex;
pub mod exec;
pub mod explore;
pub(crate) mod extent;
pub mod fault;
pub mod footprint;
#[doc(hidden)]
pub mod fuzz;
pub mod inputs;
mod journal;
pub mod library;
mod may;
pub mod memory;
pub mod mention;
mod naming;
pub mod number;
pub(crate) mod order;
mod pack;
mod partial;
pub mod picture;
mod quick;
pub mod run;
mod standing;
pub mod symbolic;
pub mod trace;
pub mod value;

pub use brake::Brake;
pub use fault::{Fault, FaultKind, Stop};
