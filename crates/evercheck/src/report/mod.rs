//! What `evercheck check` reports: verdicts, counterexamples, scope and effort, for people and for programs.

pub mod json;
pub mod ledger;
pub mod ranges;
pub mod text;
pub mod trace;

use verdict::replay::{End, Replayed};
use verdict::{Property, Report, Unknown, Violation};

use crate::phases::Phases;
use crate::resources::Effort;
use crate::task::expectation::Comparison;
use ledger::Ledger;
use ranges::Ranges;
use trace::Trace;

/// A violation whose path was replayed.
pub struct Finding {
    pub violation: Violation,
    pub replayed: Replayed,
    pub trace: Trace,
    /// No path to it has fewer transitions.
    pub is_shortest: bool,
}

impl Finding {
    pub fn new(mut violation: Violation, replayed: Replayed, trace: Trace, is_shortest: bool) -> Finding {
        // Seen again, it is told in more detail.
        if let End::Fault { fault, .. } = &replayed.end {
            violation.fault = fault.clone();
        }
        Finding { violation, replayed, trace, is_shortest }
    }
}

/// What became of a saved run.
pub enum Ending {
    Violated(Box<Finding>),
    Passed,
    /// Why it says nothing.
    Unknown(String),
    /// A limit was reached, as the words say.
    Stopped(Unknown, String),
}

impl Ending {
    pub fn verdict(&self, property: Property) -> String {
        match self {
            Ending::Violated(_) => format!("false({})", property.name()),
            Ending::Passed => format!("passed({})", property.name()),
            Ending::Unknown(_) => "unknown(replay)".into(),
            Ending::Stopped(reason, _) => format!("unknown({})", reason.name()),
        }
    }
}

/// What came of checking a program.
pub struct Outcome {
    pub report: Report<()>,
    pub findings: Vec<Finding>,
    /// How the machine replays a violation.
    pub machine: machine::explore::Options,
    pub effort: Effort,
    /// What the explicit engine did, if it took part, and what it reused.
    pub explicit: Option<(explicit::Stats, Ledger)>,
    /// What each range took, if there are several.
    pub ranges: Option<Ranges>,
    /// What the predicate engine did, if it took part, and how long each phase took.
    pub predicate: Option<(predicate::Stats, Phases)>,
    /// What was proved of loops, if that is wanted.
    pub invariants: Vec<(Property, Vec<predicate::Invariant>)>,
    /// The proofs of the predicate engine.
    pub proofs: Vec<(Property, Vec<u8>)>,
    /// The properties that the predicate engine decided; the others are the explicit engine's.
    pub by_predicates: Vec<Property>,
    /// Why one engine was not taken, if nobody said which.
    pub why: Option<String>,
    /// Of a verification task: what it expects.
    pub task: Option<Comparison>,
    /// The program allocates, and whether memory leaks was left out since nobody asked.
    pub is_silent_of_leaks: bool,
    /// Why a proof says nothing, if it does not.
    pub vacuous: Option<String>,
}

impl Outcome {
    /// The engine that decided a property.
    pub fn engine(&self, property: Property) -> &'static str {
        if self.by_predicates.contains(&property) || self.explicit.is_none() {
            "predicate"
        } else {
            "explicit"
        }
    }
}
