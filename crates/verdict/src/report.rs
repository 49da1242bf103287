//! What an engine found out about a program.

use cfa::source::Pos;
use machine::Fault;
use machine::explore::Choice;
use serde::{Deserialize, Serialize};

use crate::{Property, Scope, Unknown};

/// What is known of a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Verdict {
    True,
    False,
    Unknown(Unknown),
}

/// A violation and the way to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Violation {
    pub property: Property,
    pub fault: Fault,
    pub path: Vec<Choice>,
    /// The call stack of the thread that did it, innermost first.
    pub call_stack: Vec<(String, Pos)>,
    pub thread: usize,
}

/// What stood in the way of a verdict.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Obstacle {
    pub reason: Unknown,
    pub message: String,
    pub pos: Pos,
}

impl Obstacle {
    /// A limit that was raised from outside.
    pub fn limit(reason: Unknown) -> Obstacle {
        let message = match reason {
            Unknown::Time => "the time limit was reached",
            Unknown::Memory => "the memory limit was reached",
            _ => "the search was interrupted",
        };
        Obstacle { reason, message: message.into(), pos: Pos::NONE }
    }
}

/// What an engine found out, with its own account of what it did.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report<S> {
    /// In the order of [`Property::ALL`].
    pub properties: Vec<(Property, Verdict)>,
    /// In that order, too.
    pub violations: Vec<Violation>,
    /// Those that were known before and count for nothing: one for each that is still there, as the scope says.
    pub known: Vec<Violation>,
    /// The first violation ended the search.
    pub is_stopped: bool,
    /// In the order of reasons, and then of positions.
    pub obstacles: Vec<Obstacle>,
    pub scope: Scope,
    pub stats: S,
}

impl<S> Report<S> {
    /// What was found, and the account of what was done, apart.
    pub fn split(self) -> (Report<()>, S) {
        let Report { properties, violations, known, is_stopped, obstacles, scope, stats } = self;
        (Report { properties, violations, known, is_stopped, obstacles, scope, stats: () }, stats)
    }

    /// Whether both say the same, whatever it took.
    pub fn is_same_as(&self, other: &Report<S>) -> bool {
        self.properties == other.properties
            && self.violations == other.violations
            && self.known == other.known
            && self.is_stopped == other.is_stopped
            && self.obstacles == other.obstacles
            && self.scope == other.scope
    }

    /// Whether the search was stopped from outside.
    pub fn is_limited(&self) -> bool {
        self.obstacles.iter().any(|obstacle| obstacle.reason.is_limit())
    }

    /// `false` beats `unknown` beats `true`. Of several properties the first counts, in the order of [`Property::ALL`].
    pub fn verdict(&self) -> String {
        if let Some(violation) = self.violations.first() {
            return format!("false({})", violation.property.name());
        }
        let unknown = self.properties.iter().find_map(|(_, verdict)| match verdict {
            Verdict::Unknown(reason) => Some(reason.name()),
            _ => None,
        });
        unknown.map_or("true".into(), |reason| format!("unknown({reason})"))
    }
}
