//! Evercheck verifies C programs that keep changing. This is the library behind the command line.
//!
//! A [`Job`] says what to check: files, and options as on the command line. [`run`] checks it in a [`Workspace`] and gives an
//! [`Outcome`], a value that can be kept ([`serde`]) and of which all reports are made.
//!
//! ```
//! use evercheck::{Job, Property, Workspace};
//!
//! # let folder = std::env::temp_dir().join(format!("evercheck-doc-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder).unwrap();
//! std::fs::write(folder.join("half.c"), "int main(void) { int n = 0; return 8 / n; }").unwrap();
//! let workspace = Workspace::with_store(folder.join("store"));
//! let job = Job::new("half").below(&folder).file("half.c").options(["--time-limit", "60s"]);
//! let outcome = evercheck::run(&job, &workspace)?;
//! assert_eq!(outcome.verdict(), "false(no-division-by-zero)");
//! let finding = &outcome.findings[0];
//! assert_eq!(finding.violation.property, Property::NoDivisionByZero);
//! assert_eq!(finding.trace.steps.last().unwrap().line, 1);
//!
//! // After an edit, what is known of the rest is found in the store.
//! std::fs::write(folder.join("half.c"), "int main(void) { int n = 2; return 8 / n; }").unwrap();
//! let outcome = evercheck::run(&job, &workspace)?;
//! assert_eq!(outcome.verdict(), "true");
//! assert!(outcome.text().ends_with("true\n"));
//! # std::fs::remove_dir_all(&folder).unwrap();
//! # Ok::<(), evercheck::Failure>(())
//! ```
//!
//! What is wrong with a job is a [`Failure`], and no outcome:
//!
//! ```
//! use evercheck::{Failure, Job, Workspace, run};
//!
//! let job = Job::new("typo").file("a.c").options(["--depht", "3"]);
//! assert!(matches!(run(&job, &Workspace::new()), Err(Failure::Usage(why)) if why.contains("--depht")));
//! ```
//!
//! Everything else, the command line included ([`cli`]), is made of this.

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
mod losses;
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
pub use report::trace::{Happening, Step, Trace};
pub use report::{Finding, Outcome};
pub use verdict::{Property, Verdict, Violation};
pub use workspace::{Workspace, run};
