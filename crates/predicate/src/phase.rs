//! What an analysis is at, for whoever keeps the time: the engine itself looks at no clock.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Phase {
    /// Which memory may be the same, and where data lives in formulas.
    #[default]
    Regions,
    /// Paths as formulas.
    Blocks,
    /// What predicates say of the states behind a block.
    Abstraction,
    /// Whether a path can be taken.
    Feasibility,
    /// Refinement: variables whose values exclude a path.
    Tracking,
    /// Refinement: invariants over integers.
    Spacer,
    /// Refinement: interpolants over words.
    Interpolants,
    /// Refinement: weakest preconditions.
    Preconditions,
    /// Whether the proof that was found is one.
    Certificate,
}

impl Phase {
    pub fn name(self) -> &'static str {
        match self {
            Phase::Regions => "regions",
            Phase::Blocks => "blocks",
            Phase::Abstraction => "abstraction",
            Phase::Feasibility => "feasibility",
            Phase::Tracking => "tracking",
            Phase::Spacer => "spacer",
            Phase::Interpolants => "interpolants",
            Phase::Preconditions => "preconditions",
            Phase::Certificate => "certificate",
        }
    }
}
