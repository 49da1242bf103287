//! What a check has covered so far: told by the work as it goes on, for a report if it has to be left behind.

use std::path::PathBuf;
use std::sync::Arc;

use ::cfa::Program;
use ::cfa::source::Pos;
use explicit::Options;
use verdict::{Obstacle, Property, Report, Unknown, Verdict};

use crate::format::Format;
use crate::outputs::{Output, OutputArgs};
use crate::phases::Phases;
use crate::report::ledger::Ledger;
use crate::report::{Ending, Files, Outcome, Row, json, text};
use crate::resources::Effort;
use crate::status::Status;
use crate::worker::Answer;

/// What the work is at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Phase {
    /// It cannot be asked to stop there: the parser and the compiler do not listen.
    #[default]
    Reading,
    Searching,
    Replaying,
    /// What it tells decides, with this status.
    Telling(Status),
}

impl Phase {
    /// When something happened, to be said behind it.
    fn text(self) -> &'static str {
        match self {
            Phase::Reading => " while the program was being read",
            Phase::Replaying => " while a counterexample was being replayed",
            Phase::Searching | Phase::Telling(_) => "",
        }
    }
}

#[derive(Default)]
pub struct Covered {
    pub phase: Phase,
    pub format: Format,
    /// The files that are to be written, and of what.
    pub outputs: OutputArgs,
    pub target: String,
    /// Told to another process of ours instead.
    pub is_answer: bool,
    pub options: Options,
    pub program: Arc<Program>,
    /// What the explicit engine told last, if it takes part, and the predicate engine.
    pub explicit: Option<(explicit::Stats, Ledger)>,
    pub predicate: Option<(predicate::Stats, Phases)>,
    /// What a saved run is to violate.
    pub saved: Option<Property>,
    /// The folder with the header, for as long as a program is read.
    pub header: Option<PathBuf>,
}

impl Covered {
    /// Removes what the work would have removed.
    pub fn clean_up(&self) {
        for folder in self.header.iter().chain([&::cfa::headers_folder()]) {
            // Nothing of interest is lost if it stays.
            let _ = std::fs::remove_dir_all(folder);
        }
    }

    /// The report of a check that goes no further, and its files.
    pub fn report(&mut self, reason: Unknown, effort: Effort) -> (String, Vec<Output>) {
        let files = Files::of(&self.program);
        let message = Obstacle::limit(reason).message + self.phase.text();
        if let Some(property) = self.saved {
            let ending = Ending::Stopped(reason, message);
            let text = match self.format {
                Format::Text => text::replay(&files, property, &ending),
                Format::Json => json::replay(&files, property, &ending),
            };
            return (text, Vec::new());
        }
        let unknown = |property| (property, Verdict::Unknown(reason));
        let report = Report {
            properties: self.options.properties.iter().map(unknown).collect(),
            violations: Vec::new(),
            known: Vec::new(),
            is_stopped: false,
            obstacles: vec![Obstacle { reason, message: message.clone(), pos: Pos::NONE }],
            scope: verdict::Scope::default(),
            stats: (),
        };
        let outcome = Outcome {
            known: Vec::new(),
            files,
            entry: None,
            report,
            findings: Vec::new(),
            effort,
            explicit: self.explicit.take().or(Some(Default::default()).filter(|_| self.predicate.is_none())),
            ranges: None,
            predicate: self.predicate.take(),
            origin: None,
            is_silent_of_leaks: false,
            vacuous: None,
            invariants: Vec::new(),
            by_predicates: Vec::new(),
            why: None,
            symbols: None,
            task: None,
            since: None,
            is_uncalled: false,
            is_kept: false,
            slower: None,
            details: None,
        };
        if self.is_answer {
            let answer = serde_json::to_string(&Answer::Outcome(Box::new(outcome)));
            return (answer.unwrap_or_default(), Vec::new());
        }
        let rows = [Row { target: &self.target, outcome: Ok(&outcome) }];
        let text = match self.format {
            Format::Text => self.outputs.annotations(&rows) + &outcome.text(),
            Format::Json => outcome.json(),
        };
        (text, self.outputs.render(&rows))
    }
}
