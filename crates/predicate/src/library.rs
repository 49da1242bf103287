//! What functions of the C library may violate.
//!
//! What they do stands in the one table of them ([`cfa::library`]); here is what that may violate. A function that the
//! machine carries out and of which the table does not say what it needs may violate whatever a library function can. One
//! that it does not carry out is undefined, and taken to do nothing wrong by itself (the scope of a verdict says so), unless the
//! table or its name says that it locks or waits; what it does with memory that it is given is for [`crate::absence`].

use cfa::library::{Row, Trait, find, may_lock};
use verdict::{Properties, Property};

/// The name under which the machine knows a function.
pub fn plain_name(name: &str) -> &str {
    machine::library::find(name).map_or(name, |id| id.name())
}

/// Whether the machine carries a function out.
pub fn is_modelled(name: &str) -> bool {
    find(name).is_some_and(Row::is_modelled)
}

/// What a call of a function that the program does not define may violate, by its name and how many arguments it has.
/// `are_streams_open` says that the program closes no stream and replaces none.
pub fn risks(name: &str, args: usize, are_streams_open: bool) -> Properties {
    use Property::*;
    let row = find(name);
    let mut risks = Properties::NONE;
    if may_lock(name) {
        risks = risks.and([NoDeadlock, NoLockMisuse, NoUndefinedBehaviour]);
    }
    for it in row.into_iter().flat_map(|row| row.traits) {
        risks = match it {
            Trait::Blocks => risks.and(NoDeadlock),
            Trait::Asserts | Trait::Error => risks.and(UnreachCall),
            Trait::StartsThreads => risks.and([NoDataRace, NoDeadlock]),
            _ => risks,
        };
    }
    let Some(row) = row.filter(|row| row.is_modelled()) else { return risks };
    let is_counted = row.most().is_none_or(|most| args <= most);
    if !(is_counted && row.traits.iter().any(|it| matches!(it, Trait::Needs(least) if args >= *least))) {
        return risks.and([
            ValidDeref,
            ValidFree,
            ValidMemtrack,
            ValidMemcleanup,
            NoUninitialisedRead,
            NoUndefinedBehaviour,
        ]);
    }
    for it in row.traits {
        risks = match it {
            Trait::Memory => risks.and([ValidDeref, NoUninitialisedRead]),
            Trait::Refuses | Trait::Class => risks.and(NoUndefinedBehaviour),
            Trait::Overflows => risks.and(NoOverflow),
            Trait::Divides => risks.and(NoDivisionByZero),
            Trait::Frees => risks.and(ValidFree),
            Trait::Allocates => risks.and([ValidMemtrack, ValidMemcleanup]),
            Trait::Streams if !are_streams_open => risks.and([ValidDeref, NoUndefinedBehaviour]),
            _ => risks,
        };
    }
    risks
}

/// Whether a function that the machine carries out may allocate; one of which the table does not say what it needs may.
pub fn may_allocate(name: &str) -> bool {
    let is_told = |row: &Row| row.traits.iter().any(|it| matches!(it, Trait::Needs(_)));
    find(name).is_some_and(|row| row.is_modelled() && (row.is(Trait::Allocates) || !is_told(row)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_may_go_wrong() {
        use Property::*;
        let rows: [(&str, usize, &[Property]); 11] = [
            ("rand", 0, &[]),
            ("abs", 1, &[NoOverflow]),
            ("free", 1, &[ValidFree]),
            ("isalpha", 1, &[NoUndefinedBehaviour]),
            ("malloc", 1, &[ValidMemtrack, ValidMemcleanup]),
            ("pthread_mutex_lock", 1, &[NoDeadlock, NoLockMisuse, ValidDeref]),
            ("sem_timedwait_of_tomorrow", 2, &[NoDeadlock, NoLockMisuse]),
            ("__VERIFIER_nondet_memory", 2, &[ValidDeref]),
            ("strcpy", 2, &[ValidDeref, NoUninitialisedRead, NoUndefinedBehaviour]),
            // Declared with fewer or more parameters than it has.
            ("abs", 0, &[NoUndefinedBehaviour]),
            ("abs", 2, &[NoUndefinedBehaviour]),
        ];
        for (name, args, expected) in rows {
            let found = risks(name, args, true);
            assert!(expected.iter().all(|&it| found.has(it)), "{name}: {found:?}");
        }
        assert_eq!(risks("rand", 0, true), Properties::NONE);
        assert_eq!(risks("driver_of_mine", 3, true), Properties::NONE);
        assert!(risks("putchar", 1, false).has(NoUndefinedBehaviour));
    }
}
