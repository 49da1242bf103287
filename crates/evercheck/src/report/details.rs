//! What only a page shows of an outcome, made when one is asked for: sources, counterexamples with memory, invariants.

use std::collections::{BTreeMap, BTreeSet};

use predicate::Invariant;
use serde::{Deserialize, Serialize};
use verdict::Property;

use super::film::Film;
use super::{Outcome, trace};
use crate::check::problem::Problem;

/// Bytes of a file that are shown.
const BYTES: usize = 1 << 20;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Details {
    /// The text of each file that something is said of.
    pub sources: BTreeMap<String, String>,
    /// Of each finding.
    pub films: Vec<Film>,
    /// What was proved of loops and procedures.
    pub invariants: Vec<(Property, Vec<Invariant>)>,
}

impl Details {
    pub fn of(
        problem: &Problem,
        machine: &machine::explore::Options,
        outcome: &Outcome,
        invariants: Vec<(Property, Vec<Invariant>)>,
    ) -> Details {
        let films: Vec<Film> = outcome
            .findings
            .iter()
            .map(|finding| {
                let what = (finding.violation.property, finding.violation.path.as_slice());
                trace::film(&problem.program, &problem.args.root, machine, what, finding.trace.len)
            })
            .collect();
        let steps = films.iter().flat_map(|film| &film.trace.steps).map(|step| step.file.clone());
        let mut files: BTreeSet<String> = steps.collect();
        let loops = invariants.iter().flat_map(|(_, all)| all).map(|it| it.pos);
        let obstacles = outcome.report.obstacles.iter().map(|it| it.pos);
        let known = outcome.known.iter().filter_map(|(known, _)| outcome.place_of(known));
        let places = loops.chain(obstacles).chain(known).filter(|pos| pos.line > 0);
        files.extend(places.map(|pos| outcome.files.name(pos.file).to_string()));
        files.extend(problem.args.files.first().map(|file| file.display().to_string()));
        let sources = files.into_iter().filter_map(|file| Some((file.clone(), source(problem, &file)?)));
        Details { sources: sources.collect(), films, invariants }
    }
}

/// The text of a file, as far as it is shown.
pub fn source(problem: &Problem, file: &str) -> Option<String> {
    let bytes = match problem.program.entry.as_ref().filter(|entry| entry.file() == file) {
        Some(entry) => entry.text.clone().into_bytes(),
        None => std::fs::read(problem.args.root.join(file)).ok()?,
    };
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(BYTES)]).into_owned();
    Some(text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect())
}
