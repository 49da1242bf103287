//! What came of a check, as a value: verdicts, counterexamples, scope and effort. Texts for people and for programs are
//! made of it, and of nothing else.

pub mod details;
pub mod film;
pub mod github;
pub mod json;
pub mod junit;
pub mod ledger;
pub mod markdown;
pub mod page;
pub mod plot;
pub mod ranges;
pub mod sarif;
pub mod summary;
pub mod table;
pub mod text;
pub mod trace;

use std::path::Path;

use cfa::source::{FileId, Pos};
use cfa::{Program, Units};
use serde::{Deserialize, Serialize};
use verdict::replay::{End, Replayed, Standing};
use verdict::{Known, Property, Report, Unknown, Violation};

use crate::base::Base;
use crate::kept::Slower;
use crate::known_file::Fate;
use crate::phases::Phases;
use crate::proofs::Origin;
use crate::resources::Effort;
use crate::reuse_args::ReuseArgs;
use crate::source_text::SourceText;
use crate::task::expectation::Comparison;
use details::Details;
use ledger::Ledger;
use ranges::Ranges;
use trace::Trace;

/// The names of the files that positions are in.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Files(Vec<String>);

impl Files {
    pub fn of(program: &Program) -> Files {
        Files(program.files.clone())
    }

    /// Those of a program that is not parsed, so that it has no positions.
    pub fn of_units(units: &Units) -> Files {
        Files(units.names())
    }

    /// All names.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    pub fn name(&self, id: FileId) -> &str {
        self.0.get(id.0 as usize).map_or("<unknown>", String::as_str)
    }
}

/// A violation whose path was replayed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding {
    pub violation: Violation,
    /// The threads that have not ended.
    pub standing: Vec<Place>,
    /// How many threads there were.
    pub threads: usize,
    pub trace: Trace,
    /// No path to it has fewer transitions.
    pub is_shortest: bool,
}

/// Where a thread stands in the end, and what the source says there.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Place {
    pub standing: Standing,
    pub source: String,
}

impl Finding {
    /// What the source says is looked up below `root`.
    pub fn new(
        program: &Program,
        root: &Path,
        mut violation: Violation,
        replayed: Replayed,
        trace: Trace,
    ) -> Finding {
        let mut texts = SourceText::of(program, root);
        // Seen again, it is told in more detail.
        if let End::Fault { fault, .. } = &replayed.end {
            violation.fault = fault.clone();
        }
        let mut line = |pos: Pos| texts.line(program.file(pos.file), pos.line).to_string();
        let place = |standing: Standing| {
            let source = standing.call_stack.first().map_or(String::new(), |(_, pos)| line(*pos));
            Place { standing, source }
        };
        let standing = replayed.standing.into_iter().map(place).collect();
        Finding { violation, standing, threads: replayed.threads, trace, is_shortest: false }
    }
}

/// What came of a target, or why nothing did.
pub struct Row<'a> {
    pub target: &'a str,
    pub outcome: Result<&'a Outcome, &'a str>,
}

/// What became of a saved run.
pub enum Ending {
    Violated(Box<Finding>),
    Passed,
    /// Why it says nothing.
    Unknown(String),
    /// A limit was reached, as the words say.
    Stopped(Unknown, String),
}

impl Ending {
    pub fn verdict(&self, property: Property) -> String {
        match self {
            Ending::Violated(_) => format!("false({})", property.name()),
            Ending::Passed => format!("passed({})", property.name()),
            Ending::Unknown(_) => "unknown(replay)".into(),
            Ending::Stopped(reason, _) => format!("unknown({})", reason.name()),
        }
    }
}

/// What came of checking a program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// What became of each violation that is known.
    pub known: Vec<(Known, Fate)>,
    pub files: Files,
    /// The function that runs begin with, and where it is.
    #[serde(default)]
    pub entry: Option<(String, Pos)>,
    pub report: Report<()>,
    pub findings: Vec<Finding>,
    pub effort: Effort,
    /// What the explicit engine did, if it took part, and what it reused.
    pub explicit: Option<(explicit::Stats, Ledger)>,
    /// What each range took, if there are several.
    pub ranges: Option<Ranges>,
    /// What the predicate engine did, if it took part, and how long each phase took.
    pub predicate: Option<(predicate::Stats, Phases)>,
    /// The run whose proofs it tried.
    #[serde(default)]
    pub origin: Option<Origin>,
    /// What was proved of loops, if that is wanted.
    pub invariants: Vec<(Property, Vec<predicate::Invariant>)>,
    /// The properties that the predicate engine decided; the others are the explicit engine's.
    pub by_predicates: Vec<Property>,
    /// Why one engine was not taken, if nobody said which.
    pub why: Option<String>,
    /// Why inputs were symbols, if nobody said that they should be.
    #[serde(default)]
    pub symbols: Option<String>,
    /// Of a verification task: what it expects.
    pub task: Option<Comparison>,
    /// The program allocates, and whether memory leaks was left out since nobody asked.
    pub is_silent_of_leaks: bool,
    /// Why a proof says nothing, if it does not.
    pub vacuous: Option<String>,
    /// No run counts, so that no property says anything.
    pub is_uncalled: bool,
    /// What it was compared with.
    pub since: Option<Base>,
    /// That the very same program was verified before, and nothing was done but to look that up.
    #[serde(default)]
    pub is_kept: bool,
    /// That it took longer than runs of the same target before.
    pub slower: Option<Slower>,
    /// What a page shows besides, if one is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<Box<Details>>,
}

impl Outcome {
    /// The same once more, of the very same program: nothing had to be done.
    pub fn again(mut self, args: &ReuseArgs, effort: Effort) -> Outcome {
        if let Some((stats, ledger)) = &mut self.explicit {
            (stats.reused, stats.executed, stats.rebuilt) = (stats.transitions, 0, 0);
            *ledger = Ledger::kept(args, *stats);
        }
        if let Some((stats, _)) = &mut self.predicate {
            (stats.queries, stats.effort) = (0, 0);
        }
        Outcome { effort, is_kept: true, slower: None, details: None, ..self }
    }

    /// Where a known violation is, if it is there.
    pub fn place_of(&self, known: &Known) -> Option<Pos> {
        let found = self.report.known.iter().find(|it| Known::of(it) == *known)?;
        found.call_stack.first().map(|(_, pos)| *pos)
    }

    /// How many of the known violations came to this.
    pub fn count(&self, fate: Fate) -> usize {
        self.known.iter().filter(|(_, it)| *it == fate).count()
    }

    /// In the words of BenchExec: `true`, `false(PROPERTY)` or `unknown(REASON)`.
    pub fn verdict(&self) -> String {
        self.report.verdict()
    }

    /// As it is told to people, with the verdict in the last line.
    pub fn text(&self) -> String {
        text::report(self, ledger::Detail::Usual)
    }

    /// As it is told to programs: one JSON object, which `docs/report.md` describes and `docs/schema.json` declares.
    pub fn json(&self) -> String {
        json::report(self)
    }

    /// The engine that decided a property.
    pub fn engine(&self, property: Property) -> &'static str {
        if self.by_predicates.contains(&property) || self.explicit.is_none() {
            "predicate"
        } else {
            "explicit"
        }
    }
}
