//! What a check is compared with: the violations of a revision before.

use serde::{Deserialize, Serialize};
use verdict::Known;

use crate::report::Outcome;

/// A revision, and what it came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Base {
    /// Short, for people.
    pub revision: String,
    /// All that were found there.
    pub violations: Vec<Known>,
    /// Why there may be others: it is not decided beyond these, or cannot be read.
    pub doubt: Option<String>,
}

impl Base {
    /// Before it was looked at.
    pub fn new(revision: &str) -> Base {
        Base { revision: revision.into(), violations: Vec::new(), doubt: None }
    }

    /// Adds what an outcome has. Whether there may be more: one violation may have hidden another.
    pub fn add(&mut self, outcome: &Outcome) -> bool {
        let report = &outcome.report;
        let found: Vec<Known> = report.known.iter().chain(&report.violations).map(Known::of).collect();
        let count = self.violations.len();
        self.violations.extend(found);
        self.violations.sort();
        self.violations.dedup();
        let verdict = outcome.verdict();
        self.doubt = (verdict != "true").then(|| format!("it is {verdict} there"));
        !report.violations.is_empty() && self.violations.len() > count
    }

    /// What is new, known and fixed, in one line.
    pub fn text(&self, outcome: &Outcome) -> String {
        use crate::known_file::Fate::{Fixed, Present};
        let (new, known, fixed) =
            (outcome.report.violations.len(), outcome.count(Present), outcome.count(Fixed));
        let doubt =
            self.doubt.as_ref().map_or(String::new(), |why| format!(" ({why}: what is new may be older)"));
        format!("since {}: {new} new, {known} known, {fixed} fixed{doubt}", self.revision)
    }
}
