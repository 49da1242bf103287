//! What differs between two programs, for people and for programs.

mod json;
mod text;

pub use json::json;
pub use text::text;

use explicit::reuse::Estimate;

/// What a plain `check` of the new program could reuse: the run that it would build on, and what that is worth.
pub struct Record {
    pub base: String,
    pub estimate: Estimate,
}

/// A line for people, and what the change costs.
pub fn record(record: &Record) -> String {
    let Record { base, estimate } = record;
    let Estimate { facts, facts_held, states, clean, is_clean, losses } = estimate;
    let rest = if *is_clean { "; nothing has to be executed" } else { "" };
    format!(
        "record: {base}: {facts_held} of {facts} footprints hold, and from {clean} of {states} states no change can be \
         reached{rest}\n{}",
        crate::losses::text(losses)
    )
}
