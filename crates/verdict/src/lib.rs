//! What both engines say of a program, in one vocabulary: properties, verdicts and why there is none, limits, violations,
//! what a verdict covers, and the replay of a counterexample on the bare machine.

mod known;
pub mod limits;
pub mod property;
pub mod replay;
pub mod report;
pub mod schedule;
pub mod scope;
mod shorten;
pub mod unknown;
pub mod walk;

pub use known::Known;
pub use limits::Limits;
pub use property::{Properties, Property};
pub use report::{Obstacle, Report, Verdict, Violation};
pub use scope::{Assumption, Bound, Scope};
pub use shorten::{BUDGET, shorten};
pub use unknown::Unknown;
