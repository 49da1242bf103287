//! What `evercheck check` reports: verdicts, counterexamples, scope and effort, for people and for programs.

pub mod json;
pub mod ledger;
pub mod scope;
pub mod text;
pub mod trace;

use explicit::trace::Replayed;
use explicit::{Report, Violation};

use crate::resources::Effort;
use ledger::Ledger;
use scope::Scope;
use trace::Trace;

/// A violation whose path was replayed.
pub struct Finding {
    pub violation: Violation,
    pub replayed: Replayed,
    pub trace: Trace,
}

/// The result of a search.
pub struct Outcome {
    pub report: Report,
    pub findings: Vec<Finding>,
    pub scope: Scope,
    pub effort: Effort,
    pub ledger: Ledger,
}
