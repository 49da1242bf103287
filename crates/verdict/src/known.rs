//! Violations that are known, told by what does not change when lines move: property, function and kind of fault.

use machine::FaultKind;
use serde::{Deserialize, Serialize};

use crate::{Property, Violation};

/// A violation that somebody knows of.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Known {
    pub property: Property,
    /// The function that it happens in.
    pub function: String,
    pub fault: FaultKind,
}

impl Known {
    pub fn of(violation: &Violation) -> Known {
        let function = violation.call_stack.first().map_or(String::new(), |(function, _)| function.clone());
        Known { property: violation.property, function, fault: violation.fault.kind }
    }

    /// Whether a violation is one of those.
    pub fn is_among(violation: &Violation, all: &[Known]) -> bool {
        !all.is_empty() && all.contains(&Known::of(violation))
    }
}

/// As a scope names it.
impl std::fmt::Display for Known {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Known { property, function, fault } = self;
        write!(f, "{} in {function} ({fault})", property.name())
    }
}
