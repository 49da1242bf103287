//! Violations that are known, told by what does not change when lines move: property, function and kind of
//! fault, and of assertions what they say.

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
    /// What an assertion says: a function may have many.
    pub message: Option<String>,
}

impl Known {
    pub fn of(violation: &Violation) -> Known {
        let function = violation.call_stack.first().map_or(String::new(), |(function, _)| function.clone());
        let fault = violation.fault.kind;
        let message = (fault == FaultKind::FailedAssertion).then(|| violation.fault.message.clone());
        Known { property: violation.property, function, fault, message }
    }

    /// Whether a violation is one of those.
    pub fn is_among(violation: &Violation, all: &[Known]) -> bool {
        !all.is_empty() && all.contains(&Known::of(violation))
    }
}

/// As a scope names it.
impl std::fmt::Display for Known {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Known { property, function, fault, message } = self;
        let what = message.as_deref().unwrap_or(fault.name());
        write!(f, "{} in {function} ({what})", property.name())
    }
}
