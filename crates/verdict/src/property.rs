//! Properties, and which fault violates which.

use machine::FaultKind;
use serde::{Deserialize, Serialize};

/// What a program can be asked to satisfy, in the words of BenchExec and our own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Property {
    UnreachCall,
    ValidDeref,
    ValidFree,
    ValidMemtrack,
    ValidMemcleanup,
    NoOverflow,
    NoDeadlock,
    NoDataRace,
    NoUninitialisedRead,
    NoDivisionByZero,
    NoBadShift,
    NoLockMisuse,
    /// All other behaviour that C leaves undefined.
    NoUndefinedBehaviour,
}

impl Property {
    pub const ALL: [Property; 13] = {
        use Property::*;
        [
            UnreachCall,
            ValidDeref,
            ValidFree,
            ValidMemtrack,
            ValidMemcleanup,
            NoOverflow,
            NoDeadlock,
            NoDataRace,
            NoUninitialisedRead,
            NoDivisionByZero,
            NoBadShift,
            NoLockMisuse,
            NoUndefinedBehaviour,
        ]
    };

    pub fn name(self) -> &'static str {
        use Property::*;
        match self {
            UnreachCall => "unreach-call",
            ValidDeref => "valid-deref",
            ValidFree => "valid-free",
            ValidMemtrack => "valid-memtrack",
            ValidMemcleanup => "valid-memcleanup",
            NoOverflow => "no-overflow",
            NoDeadlock => "no-deadlock",
            NoDataRace => "no-data-race",
            NoUninitialisedRead => "no-uninitialised-read",
            NoDivisionByZero => "no-division-by-zero",
            NoBadShift => "no-bad-shift",
            NoLockMisuse => "no-lock-misuse",
            NoUndefinedBehaviour => "no-undefined-behaviour",
        }
    }

    /// The properties of a name; `valid-memsafety` is three, `default` those that are checked if nobody says.
    pub fn named(name: &str) -> Option<Vec<Property>> {
        if name == "default" {
            return Some(Property::ALL.into_iter().filter(|property| property.is_default()).collect());
        }
        if name == "valid-memsafety" {
            return Some(vec![Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack]);
        }
        Property::ALL.into_iter().find(|property| property.name() == name).map(|property| vec![property])
    }

    /// Checked by default: leaks are asked for by name.
    fn is_default(self) -> bool {
        !matches!(self, Property::ValidMemtrack | Property::ValidMemcleanup)
    }

    /// Whether a run that violates it may do anything from there on, so that what holds of other runs says nothing of it.
    pub fn is_undefined_behaviour(self) -> bool {
        use Property::*;
        !matches!(self, UnreachCall | ValidMemtrack | ValidMemcleanup | NoDeadlock)
    }

    /// The property that a fault violates.
    pub fn violated_by(kind: FaultKind) -> Property {
        use FaultKind::*;
        match kind {
            FailedAssertion | ReachError => Property::UnreachCall,
            OutOfBounds | NullDereference | DanglingPointer | InvalidPointer | MisalignedAccess
            | WriteToConstant => Property::ValidDeref,
            BadFree | DoubleFree => Property::ValidFree,
            MemoryLeak => Property::ValidMemtrack,
            SignedOverflow => Property::NoOverflow,
            Deadlock => Property::NoDeadlock,
            DataRace => Property::NoDataRace,
            UninitialisedRead => Property::NoUninitialisedRead,
            DivisionByZero => Property::NoDivisionByZero,
            BadShift => Property::NoBadShift,
            LockMisuse => Property::NoLockMisuse,
            InvalidConversion | UnsequencedAccess | UnreachableReached | Trap | StackExhausted
            | MissingReturn | BadCall | BadVaArg | OverlappingCopy | BadLibraryCall => {
                Property::NoUndefinedBehaviour
            }
        }
    }
}

/// A set of properties.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Properties(u16);

impl Default for Properties {
    fn default() -> Properties {
        Property::ALL.into_iter().filter(|property| property.is_default()).collect()
    }
}

impl Properties {
    pub const NONE: Properties = Properties(0);
    pub const ALL: Properties = Properties((1 << Property::ALL.len()) - 1);

    pub fn and(self, others: impl Into<Properties>) -> Properties {
        Properties(self.0 | others.into().0)
    }

    pub fn but(self, others: impl Into<Properties>) -> Properties {
        Properties(self.0 & !others.into().0)
    }

    pub fn has(self, property: Property) -> bool {
        self.0 & 1 << property as u16 != 0
    }

    pub fn without(self, property: Property) -> Properties {
        self.iter().filter(|it| *it != property).collect()
    }

    /// Whether no run that is fine by these properties has undefined behaviour.
    pub fn exclude_undefined_behaviour(self) -> bool {
        Property::ALL.into_iter().all(|property| !property.is_undefined_behaviour() || self.has(property))
    }

    pub fn iter(self) -> impl Iterator<Item = Property> {
        Property::ALL.into_iter().filter(move |&property| self.has(property))
    }
}

impl FromIterator<Property> for Properties {
    fn from_iter<I: IntoIterator<Item = Property>>(properties: I) -> Properties {
        Properties(properties.into_iter().fold(0, |set, property| set | 1 << property as u16))
    }
}

impl<const N: usize> From<[Property; N]> for Properties {
    fn from(properties: [Property; N]) -> Properties {
        properties.into_iter().collect()
    }
}

impl From<Property> for Properties {
    fn from(property: Property) -> Properties {
        Properties::from([property])
    }
}
