//! Proofs as values: what holds where, so that no run comes to the error.
//!
//! A proof is a set of conditions at points of the program, in parts: one for `main`, and one for each entrance of a procedure
//! with a summary. It says nothing of how it was found. [`certify`] checks it against the blocks of the program, so a
//! verdict rests on that check and not on the search.

pub mod bytes;
pub mod certify;
pub mod obligation;
#[cfg(test)]
mod tests;

use cfa::program::FunctionId;

use crate::block::{Point, Valuation};
use formula::Term;

/// What is to hold at a point: data has these values, and the formula is true.
#[derive(Clone, Debug)]
pub struct Condition {
    pub known: Valuation,
    pub formula: Term,
}

impl Condition {
    /// It holds always.
    pub const ANYTHING: Condition = Condition { known: Valuation::new(), formula: Term::TRUE };
}

/// A point with a condition.
#[derive(Clone, Debug)]
pub struct Node {
    pub point: Point,
    pub condition: Condition,
    pub next: Hints,
}

/// Where control may go to next. These are tried first and believed in nothing.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// Nodes of the same part.
    pub nodes: Vec<usize>,
    /// Parts that are entered.
    pub parts: Vec<usize>,
}

/// What control may do between an entrance and the exits that belong to it.
#[derive(Clone, Debug)]
pub struct Part {
    /// The procedure; nothing for `main`.
    pub function: Option<FunctionId>,
    /// What holds where it begins; true for `main`.
    pub entrance: Condition,
    pub start: Hints,
    pub nodes: Vec<Node>,
}

/// The first part is that of `main`.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    pub parts: Vec<Part>,
}
