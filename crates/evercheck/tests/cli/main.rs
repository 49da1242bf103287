//! Runs the real binary: usage, input errors, what goes to which stream, and the shape of its output.

mod cfa;
mod check;
mod check_files;
mod check_limits;
mod counterexamples;
mod diff;
mod fuzz;
mod input;
mod limits_hold;
mod messages;
mod predicate;
mod proofs;
mod ranges;
mod readme;
mod reuse;
mod run;
mod run_command;
mod series;
mod store;
mod streams;
mod subjects;
mod task;
mod usage;
mod whose_store;
mod workers;
