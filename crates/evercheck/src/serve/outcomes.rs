//! What the store holds, as pages: outcomes, each as `check --report` shows it, and the list of runs.

use change::diff::diff;
use serde_json::{Value, json};
use store::{Found, Outcomes, Store};

use super::explore::{CHOICES, written};
use super::http::{Answer, Asked};
use super::{Site, Trouble, page_of};
use crate::command::store::listed;
use crate::differences;
use crate::kept::Record;
use crate::report::details::Details;
use crate::report::film::{self, Film};
use crate::report::{Finding, Row, page};
use crate::serve::programs::Read;

/// Outcomes and runs that are listed.
const LISTED: usize = 500;

impl Site {
    /// What runs came to, and the runs that left records, newest first.
    pub fn shelf(&self) -> Result<(Vec<Value>, Vec<Value>), Trouble> {
        let Some(place) = &self.store else { return Ok((Vec::new(), Vec::new())) };
        let broken = |error: store::Error| Trouble::busy(error.to_string());
        let outcomes = self.outcomes()?.newest(LISTED).map_err(broken)?;
        let outcomes =
            outcomes.iter().filter_map(|found| Some(listed_outcome(found, &Record::read(&found.kept)?)));
        let store = Store::open(&place.folder, &place.trust).map_err(broken)?;
        let mut runs = store.all_runs().map_err(broken)?;
        runs.truncate(LISTED);
        Ok((outcomes.collect(), listed(&store, &runs)))
    }

    fn outcomes(&self) -> Result<Outcomes, Trouble> {
        let place = self.store.as_ref().ok_or_else(|| Trouble::missing("there is no store"))?;
        Outcomes::open(&place.folder, &place.trust).map_err(|error| Trouble::busy(error.to_string()))
    }

    /// An outcome of the store by its name.
    pub fn record(&self, name: &str) -> Result<(Record, Found), Trouble> {
        let found = self.outcomes()?.named(name);
        let read = found.and_then(|found| Some((Record::read(&found.kept)?, found)));
        read.ok_or_else(|| Trouble::missing(format!("there is no outcome {name} in the store")))
    }

    /// The page of an outcome.
    pub fn outcome(&self, asked: &Asked) -> Answer {
        let record = self.record(&asked.name);
        let title = record.as_ref().map_or("an outcome".into(), |(record, _)| record.job.target.clone());
        page_of("outcome", &title, record.map(|(record, found)| self.told(record, &found)))
    }

    /// What differs between the programs of two outcomes.
    pub fn diff(&self, asked: &Asked) -> Answer {
        let compare = || {
            let [old, new] = [asked.word("old"), &asked.name].map(|name| self.record(name));
            let (old, new) = (old?, new?);
            let [before, after] = [&old.0, &new.0].map(|record| self.recorded(record));
            let (before, after) = (before?, after?);
            let difference = diff(&before.problem.program, &after.problem.program);
            let text = differences::text(&difference, [before.texts, after.texts]);
            let about = |(record, found): &(Record, Found)| listed_outcome(found, record);
            Ok(json!({"text": text, "old": about(&old), "new": about(&new)}))
        };
        page_of("diff", "what changed", compare())
    }

    /// All that there is to say of an outcome; of its program only if that is what it was.
    fn told(&self, mut record: Record, found: &Found) -> Value {
        let filmed = self.recorded(&record).and_then(|read| Ok((self.films(&read, &record)?, read)));
        let (details, notice) = match filmed {
            Ok((films, read)) => {
                let invariants = std::mem::take(&mut record.invariants);
                (Details { films, sources: read.sources, invariants }, None)
            }
            Err(Trouble { why, .. }) => {
                let films = record.outcome.findings.iter().map(bare_film).collect();
                let details = Details { films, sources: Default::default(), invariants: Vec::new() };
                (details, Some(format!("{why}: the source and what memory held are not shown")))
            }
        };
        let is_live = notice.is_none();
        let films: Vec<Vec<usize>> =
            details.films.iter().map(|film| film.trace.steps.iter().map(|it| it.choices).collect()).collect();
        record.outcome.details = Some(Box::new(details));
        let mut row = page::row(&Row { target: &record.job.target, outcome: Ok(&record.outcome) });
        for ((told, finding), at) in row["outcome"]["findings"]
            .as_array_mut()
            .into_iter()
            .flatten()
            .zip(&record.outcome.findings)
            .zip(films)
            .filter(|((_, finding), _)| is_live && finding.violation.path.len() <= CHOICES)
        {
            let path = written(&finding.violation.path);
            told["explore"] = json!({"program": found.name, "path": path, "at": at});
        }
        json!({"rows": [row], "notice": notice, "about": listed_outcome(found, &record)})
    }

    /// The counterexamples with what memory holds at each step, replayed on the program.
    fn films(&self, read: &Read, record: &Record) -> Result<Vec<Film>, Trouble> {
        let findings = record.outcome.findings.iter();
        let films = findings.map(|finding| {
            let (path, property) = (&finding.violation.path, finding.violation.property);
            let (film, wrong) = self.walked(read, path, film::STEPS, |stand| stand.wrong(property.into()))?;
            match wrong.iter().any(|it| it.property == property) {
                true => Ok(film),
                false => {
                    Err(Trouble { status: 409, why: "the counterexample does not show any more".into() })
                }
            }
        });
        films.collect()
    }
}

/// A counterexample without what memory held.
fn bare_film(finding: &Finding) -> Film {
    Film { trace: finding.trace.clone(), parts: Default::default() }
}

fn listed_outcome(found: &Found, record: &Record) -> Value {
    let Record { job, outcome, .. } = record;
    json!({
        "name": found.name,
        "target": job.target,
        "time": found.time,
        "verdict": outcome.verdict(),
        "cpu_s": found.kept.cost as f64 / 1000.0,
        "options": job.options,
        "revision": job.revision.as_ref().map(|it| json!({"short": it.short, "subject": it.subject})),
    })
}
