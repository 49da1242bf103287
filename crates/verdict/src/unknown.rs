//! Why nothing is known of a property.

use serde::{Deserialize, Serialize};

/// Why nothing is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Unknown {
    NotModelled,
    /// Numbers of a type with too many to try them all.
    UnboundedInput,
    /// An input that is no integer.
    UnboundedOther,
    /// An input that is a symbol has too many values for what is done with it, or for a choice that depends on it.
    SymbolicValue,
    /// The same, of what floats are made of.
    SymbolicFloat,
    /// A run ended in a fault that was not asked about.
    UndefinedBehaviour,
    Depth,
    States,
    Memory,
    Time,
    Cancelled,
    /// Another violation ended the search, or the runs that might have shown one.
    OtherViolation,
    /// Accesses that order nothing: which ones race is not known.
    RelaxedAtomic,
    /// No engine checked the property.
    NotChecked,
    /// Every run that was explored is fine, and some were left out that nobody asked to leave out.
    Bounded,
    /// A counterexample of the formulas is none of the machine.
    Replay,
    /// The solver does not decide.
    Solver,
    /// A path that the program cannot take could not be excluded.
    NoProgress,
    /// A proof was found, and not confirmed.
    Certificate,
}

impl Unknown {
    /// Whether the search was stopped from outside, and might have gone on.
    pub fn is_limit(self) -> bool {
        matches!(self, Unknown::States | Unknown::Memory | Unknown::Time | Unknown::Cancelled)
    }

    pub fn name(self) -> &'static str {
        match self {
            Unknown::NotModelled => "not-modelled",
            Unknown::UnboundedInput | Unknown::UnboundedOther => "unbounded-input",
            Unknown::SymbolicValue => "symbolic-value",
            Unknown::SymbolicFloat => "symbolic-float",
            Unknown::UndefinedBehaviour => "undefined-behaviour",
            Unknown::Depth => "depth",
            Unknown::States => "states",
            Unknown::Memory => "memory",
            Unknown::Time => "time",
            Unknown::Cancelled => "cancelled",
            Unknown::OtherViolation => "other-violation",
            Unknown::RelaxedAtomic => "relaxed-atomic",
            Unknown::NotChecked => "not-checked",
            Unknown::Bounded => "bounded",
            Unknown::Replay => "replay",
            Unknown::Solver => "solver",
            Unknown::NoProgress => "no-progress",
            Unknown::Certificate => "certificate",
        }
    }
}
