//! Evercheck verifies C programs that keep changing. This is the library behind the command line.
//!
//! A [`Job`] says what to check: files, and options as on the command line. [`run`] checks it in a [`Workspace`] and gives an
//! [`Outcome`], a value that can be kept ([`serde`]) and of which all reports are made.
//!
//! ```no_run
//! use evercheck::{Job, Workspace};
//!
//! let job = Job::new("queue").file("queue.c").options(["--property", "no-overflow"]);
//! let outcome = evercheck::run(&job, &Workspace::new())?;
//! println!("{}: {}", job.target, outcome.verdict());
//! # Ok::<(), evercheck::Failure>(())
//! ```

mod afterwards;
mod argv;
mod base;
mod beside;
mod bundled;
mod check;
mod checkout;
pub mod cli;
mod cluster;
mod command;
mod console;
mod covered;
mod crash;
mod date;
mod diagnostics;
mod differences;
mod engine;
mod failure;
mod fingerprints;
mod format;
mod git;
mod harness;
mod header;
mod job;
mod kept;
mod known_file;
mod lsp;
mod nearest;
mod outputs;
mod past;
mod phases;
mod place;
mod platform;
mod progress;
mod project;
mod proofs;
mod prp;
mod quantity;
mod report;
mod resources;
mod reuse_args;
mod saved;
mod saved_proof;
mod serve;
mod shared;
mod source_args;
mod source_text;
mod status;
mod task;
mod vacuous;
mod watchdog;
mod witness;
mod worker;
mod workspace;

pub use base::Base;
pub use failure::Failure;
pub use job::{Job, Sources};
pub use report::Outcome;
pub use workspace::{Workspace, run};
