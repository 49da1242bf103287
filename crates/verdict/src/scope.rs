//! What a verdict covers: bounds, which leave runs out, and assumptions about the world outside the program.
//!
//! A bound that the user asked for makes a verdict a bounded one. A bound that nobody asked for is never a proof: the verdict
//! is `unknown(bounded)`, and names the option that accepts it. `docs/report.md` has the table of all of them.

use std::fmt;

use cfa::Program;
use serde::{Deserialize, Serialize};

use crate::{Known, Property};

/// Runs that are left out.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Bound {
    /// Inputs of wide types had only values from the first to the last.
    InputRange(i128, i128),
    /// Runs of more transitions were cut off.
    Depth(u64),
    /// Only paths of this range were explored.
    Paths(String),
    /// Runs began with a call of this function, whose arguments were as it is said behind it.
    Calls(String, String),
    /// Runs that end in a violation that is known already do not count.
    Known(Known),
    /// The program had these arguments only.
    Arguments(Vec<String>),
    /// Standard input was this only.
    StandardInput(String),
    /// The clock began on a certain day, and went on by nothing or a second between two calls.
    SteppedClock,
    /// The clock stood still when it had gone on so many times.
    ClockSteps(u32),
    /// No thread woke up from a condition variable that nobody signalled.
    NoSpuriousWakeups,
    /// Atomic operations of weaker orders were taken for sequentially consistent ones.
    StrongAtomics,
    /// Objects lay where one layout has them.
    FixedAddresses,
    /// No signal arrived but those that the program sends itself.
    NoSignals,
}

impl Bound {
    /// What calls of one function in place of `main` leave out.
    pub fn calls(program: &Program) -> Option<Bound> {
        let entry = program.entry.as_ref()?;
        let mut how = vec![match entry.calls.conditions.as_slice() {
            [] => "any arguments".to_string(),
            conditions => format!("any arguments for which {}", conditions.join(" and ")),
        }];
        if entry.has_objects {
            let elements = match entry.calls.elements {
                None | Some(1) => "one object".to_string(),
                Some(n) => format!("{n} objects"),
            };
            how.push(format!("each pointer to {elements} of its own"));
        }
        if entry.has_text {
            let length = entry.calls.elements.unwrap_or(cfa::CHARACTERS) - 1;
            how.push(format!("strings of at most {length} characters"));
        }
        if entry.has_promises {
            how.push("arrays of as many elements as their parameters promise".to_string());
        }
        if entry.has_functions {
            how.push("functions that return anything and change nothing".to_string());
        }
        if entry.has_unions {
            how.push("unions set by their first member".to_string());
        }
        if entry.has_null_functions {
            how.push("null for functions that return a pointer or a struct".to_string());
        }
        if entry.has_nulls {
            how.push("null for pointers further down".to_string());
        }
        how.push("variables of the program as they are at its start".to_string());
        Some(Bound::Calls(entry.calls.function.clone(), how.join(", ")))
    }

    /// As it is called in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Bound::InputRange(..) => "nondet_range",
            Bound::Depth(_) => "depth",
            Bound::Paths(_) => "range",
            Bound::Calls(..) => "function",
            Bound::Known(_) => "known",
            Bound::Arguments(_) => "args",
            Bound::StandardInput(_) => "stdin",
            Bound::SteppedClock => "clock",
            Bound::ClockSteps(_) => "clock_steps",
            Bound::NoSpuriousWakeups => "spurious_wakeups",
            Bound::StrongAtomics => "memory_model",
            Bound::NoSignals => "signals",
            Bound::FixedAddresses => "addresses",
        }
    }

    /// Why a verdict within it is no proof, and the option by which a user accepts it.
    pub fn objection(&self) -> (&'static str, &'static str) {
        match self {
            Bound::Arguments(_) => (
                "the program reads its arguments, and was explored without any",
                "--args none accepts that; --args 'WORDS' explores the program with these",
            ),
            Bound::SteppedClock => (
                "the program reads the clock, which was explored in steps of nothing or a second only",
                "--clock stepped accepts that",
            ),
            Bound::StrongAtomics => (
                "the program has atomic operations weaker than seq_cst, which were explored as seq_cst",
                "--memory-model sc accepts that",
            ),
            Bound::NoSignals => (
                "the program handles signals, and was explored without any from outside",
                "--signals none accepts that",
            ),
            Bound::StandardInput(_) => ("standard input was bounded", "give no --stdin"),
            Bound::Known(_) => ("some violations are known", "give no --known"),
            Bound::Calls(..) => ("only calls of one function were explored", "give no --function"),
            Bound::InputRange(..) => ("some inputs had only some of their values", "give --nondet-range"),
            Bound::Depth(_) => ("runs were cut off", "raise --depth"),
            Bound::Paths(_) => ("only some paths were explored", "give no --range"),
            Bound::ClockSteps(_) => ("the clock stood still after some steps", "give --clock stepped"),
            Bound::FixedAddresses => ("objects lay at fixed addresses", "give no --addresses fixed"),
            Bound::NoSpuriousWakeups => ("no thread woke up spuriously", "give --spurious-wakeups on"),
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::InputRange(low, high) => write!(f, "inputs of wide types from {low} to {high}"),
            Bound::Depth(1) => f.write_str("runs of at most 1 transition"),
            Bound::Depth(depth) => write!(f, "runs of at most {depth} transitions"),
            Bound::Paths(range) => write!(f, "paths {range}"),
            Bound::Known(known) => write!(f, "runs without the known violation of {known}"),
            Bound::Calls(function, how) => write!(f, "calls of {function} with {how}"),
            Bound::Arguments(words) if words.is_empty() => f.write_str("no arguments"),
            Bound::Arguments(words) => write!(f, "the arguments {}", words.join(" ")),
            Bound::StandardInput(what) => write!(f, "standard input {what}"),
            Bound::SteppedClock => f.write_str(
                "a clock that begins on 2001-09-09 and advances by nothing or a second between two calls",
            ),
            Bound::ClockSteps(1) => f.write_str("a clock that advances by at most 1 second in all"),
            Bound::ClockSteps(steps) => write!(f, "a clock that advances by at most {steps} seconds in all"),
            Bound::NoSpuriousWakeups => f.write_str("no spurious wake-ups"),
            Bound::StrongAtomics => f.write_str("all atomic operations as if they were seq_cst"),
            Bound::NoSignals => f.write_str("no signals from outside"),
            Bound::FixedAddresses => f.write_str("one layout of objects in memory"),
        }
    }
}

/// What is taken for granted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Assumption {
    /// Threads see each other's writes in one order.
    SequentialConsistency,
    AllocationsSucceed,
    /// Of properties that were proved while others were not.
    NoUndefinedBehaviour,
    ExternsPure,
    ExternsHavoc,
    /// The functions of this file are like those that they stand for.
    Model(String),
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Assumption::SequentialConsistency => "sequential consistency",
            Assumption::AllocationsSucceed => "allocations succeed",
            Assumption::NoUndefinedBehaviour => "runs without undefined behaviour",
            Assumption::ExternsPure => {
                "undefined functions return anything, change at most what they are given pointers to and call nothing"
            }
            Assumption::ExternsHavoc => {
                "undefined functions return anything, may change all memory and call nothing"
            }
            Assumption::Model(file) => return write!(f, "functions behave as {file} models them"),
        })
    }
}

/// What a verdict covers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Scope {
    pub bounds: Vec<Bound>,
    pub assumptions: Vec<Assumption>,
}

impl Scope {
    /// Whether some runs are left out, so that nothing is proved.
    pub fn is_bounded(&self) -> bool {
        !self.bounds.is_empty()
    }

    /// Proofs by predicates are of runs without undefined behaviour, unless they exclude all of it.
    pub fn assume_defined(&mut self, is_proved: impl Fn(Property) -> bool) {
        let is_open = |it: Property| it.is_undefined_behaviour() && !is_proved(it);
        if Property::ALL.into_iter().any(&is_proved) && Property::ALL.into_iter().any(is_open) {
            self.assumptions.push(Assumption::NoUndefinedBehaviour);
        }
    }

    /// What both cover, each of its properties.
    pub fn and(mut self, other: Scope) -> Scope {
        self.bounds.extend(other.bounds);
        self.bounds.sort();
        self.bounds.dedup();
        self.assumptions.extend(other.assumptions);
        self.assumptions.sort();
        self.assumptions.dedup();
        self
    }
}

/// In one line.
impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.bounds.iter().map(Bound::to_string);
        let words: Vec<String> = words.chain(self.assumptions.iter().map(Assumption::to_string)).collect();
        f.write_str(if words.is_empty() { "all runs" } else { "" })?;
        f.write_str(&words.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_is_told_in_one_line() {
        assert_eq!(Scope::default().to_string(), "all runs");
        let bounded = Scope { bounds: vec![Bound::Arguments(Vec::new())], assumptions: Vec::new() };
        let threads = Scope { bounds: Vec::new(), assumptions: vec![Assumption::SequentialConsistency] };
        let both = threads.and(bounded.clone()).and(bounded);
        assert_eq!(both.to_string(), "no arguments; sequential consistency");
        assert!(both.is_bounded());
    }
}
