//! The table of a history, row by row, as they come.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use verdict::Known;

use super::Stage;
use crate::quantity::counted;
use crate::report::plot::{self, Point};
use crate::report::summary::Summary;
use crate::report::{self, Finding, Outcome, json, junit, page, text};
use crate::worker::{Answer, Done};

/// Characters of a subject that are shown.
const SUBJECT: usize = 40;
/// Those of the longest verdict: `false(no-undefined-behaviour)`.
const VERDICT: usize = 29;

/// What came of one target at one revision.
pub struct Row {
    stage: Stage,
    target: String,
    done: Done,
    /// Without what earlier runs found out.
    scratch: Option<Done>,
    change: Change,
}

/// What became of violations since the revision before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Same,
    /// There is one in the first revision that was decided: it may be older.
    First,
    New,
    Fixed,
}

impl Row {
    pub fn new(stage: &Stage, target: &str, done: Done, scratch: Option<Done>) -> Row {
        Row { stage: stage.clone(), target: target.to_string(), done, scratch, change: Change::Same }
    }
}

/// What a violation is known by, whatever line it is in.
fn identity(finding: &Finding) -> Known {
    Known::of(&finding.violation)
}

pub struct Rows {
    rows: Vec<Row>,
    /// The violations of each target by the places in the history where it was decided; nothing where it was fine.
    decided: BTreeMap<String, BTreeMap<usize, Option<Known>>>,
    /// The same by hashes; of a revision that was not decided, what its parents had.
    stood: BTreeMap<String, BTreeMap<String, Vec<Option<Known>>>>,
    widths: [usize; 3],
    pub has_scratch: bool,
}

impl Rows {
    pub fn new(stages: &[Stage], targets: &[String], has_scratch: bool) -> Rows {
        let width =
            |words: &mut dyn Iterator<Item = usize>, name: &str| words.max().unwrap_or(0).max(name.len());
        let revision = width(&mut stages.iter().map(|it| it.revision.chars().count()), "revision");
        let subjects = stages.iter().map(|it| it.subject.chars().count());
        // Files have none.
        let subject = match subjects.max().unwrap_or(0) {
            0 => 0,
            longest => longest.clamp("subject".len(), SUBJECT),
        };
        // A single target has no need to be named.
        let target =
            if targets.len() > 1 { width(&mut targets.iter().map(String::len), "target") } else { 0 };
        let (decided, stood) = (BTreeMap::new(), BTreeMap::new());
        Rows { rows: Vec::new(), decided, stood, widths: [revision, subject, target], has_scratch }
    }

    /// What came of the row that was added last.
    pub fn last(&self) -> Option<&Done> {
        self.rows.last().map(|row| &row.done)
    }

    pub fn head(&self) -> String {
        let scratch = ["CPU", "from scratch", "speed-up"];
        self.line(
            ["revision", "subject", "target", "verdict", "change", "executed", "reused", "time"],
            scratch,
        )
    }

    fn line(&self, cells: [&str; 8], scratch: [&str; 3]) -> String {
        let [revision, subject, target] = self.widths;
        let mut line = format!("{:revision$}", cells[0]);
        for (cell, width) in [(cells[1], subject), (cells[2], target)] {
            if width > 0 {
                line.push_str(&format!("  {cell:width$}"));
            }
        }
        let [_, _, _, verdict, change, executed, reused, time] = cells;
        line.push_str(&format!("  {verdict:VERDICT$}  {change:6}  {executed:>9}  {reused:>6}  {time:>8}"));
        if self.has_scratch {
            line.push_str(&format!("  {:>8}  {:>12}  {:>8}", scratch[0], scratch[1], scratch[2]));
        }
        format!("{}\n", line.trim_end())
    }

    /// Adds a row, which is compared with those before it in the history.
    pub fn add(&mut self, mut row: Row) {
        row.change = self.change(&row);
        let mut stood = self.before(&row);
        if let Some(outcome) = row.done.outcome() {
            let violation = outcome.findings.first().map(identity);
            if violation.is_some() || outcome.verdict() == "true" {
                stood = vec![violation.clone()];
                self.decided.entry(row.target.clone()).or_default().insert(row.stage.place, violation);
            }
        }
        if let Some(hash) = &row.stage.hash {
            self.stood.entry(row.target.clone()).or_default().insert(hash.clone(), stood);
        }
        self.rows.push(row);
    }

    /// What the nearest decided revisions have that this one was made of; or else, if none of its parents was checked, the
    /// nearest one before it in the order of the history.
    fn before(&self, row: &Row) -> Vec<Option<Known>> {
        let stood = self.stood.get(&row.target);
        let parents = row.stage.parents.iter().filter_map(|parent| stood?.get(parent));
        let mut before: Vec<Option<Known>> = parents.flatten().cloned().collect();
        before.sort();
        before.dedup();
        if before.is_empty() {
            let older = self.decided.get(&row.target).and_then(|it| it.range(..row.stage.place).next_back());
            before.extend(older.map(|(_, violation)| violation.clone()));
        }
        before
    }

    /// A violation is new if no parent has it, and fixed if every parent had one: where branches meet, both were told on the
    /// branch that brings them.
    fn change(&self, row: &Row) -> Change {
        let Some(outcome) = row.done.outcome() else { return Change::Same };
        let (now, before) = (outcome.findings.first().map(identity), self.before(row));
        match now {
            Some(_) if before.is_empty() => Change::First,
            Some(_) if !before.contains(&now) => Change::New,
            None if outcome.verdict() == "true" && !before.is_empty() && !before.contains(&None) => {
                Change::Fixed
            }
            _ => Change::Same,
        }
    }

    pub fn text(&self, row: &Row, is_coloured: bool) -> String {
        let summary = row.done.outcome().map(Summary::of);
        let subject: String = match row.stage.subject.chars().count() > SUBJECT {
            true => row.stage.subject.chars().take(SUBJECT - 1).chain(['…']).collect(),
            false => row.stage.subject.clone(),
        };
        let subject: String = subject.chars().filter(|c| !c.is_control()).collect();
        let change = word(self.change(row)).unwrap_or_default();
        let scratch = row.scratch.as_ref().map_or(Default::default(), |scratch| {
            let ratio = format!("{:.1}", ratio(scratch.cpu, row.done.cpu));
            [seconds(row.done.cpu), seconds(scratch.cpu), ratio]
        });
        let line = self.line(
            [
                &row.stage.revision,
                &subject,
                &row.target,
                &row.done.verdict(),
                change,
                &summary.as_ref().map_or("-".into(), |it| it.executed.to_string()),
                &match &row.done.same {
                    Some(_) => "same".into(),
                    None => summary.as_ref().map_or("-".into(), Summary::reused),
                },
                &seconds(row.done.wall),
            ],
            [&scratch[0], &scratch[1], &scratch[2]],
        );
        let colour = match self.change(row) {
            Change::New => "31",
            Change::Fixed => "32",
            Change::Same | Change::First => return line,
        };
        if is_coloured { format!("\x1b[{colour}m{}\x1b[0m\n", line.trim_end()) } else { line }
    }

    pub fn json(&self, row: &Row) -> String {
        let mut value = match &row.done.answer {
            Answer::Outcome(outcome) => json::value(outcome),
            Answer::Failed { message, .. } => {
                let mut value = json::errors_value(&[json::error(message, None)]);
                value["verdict"] = json!(row.done.verdict());
                value
            }
        };
        value["revision"] = json!(row.stage.hash.as_ref().unwrap_or(&row.stage.revision));
        value["subject"] = json!(row.stage.subject);
        value["target"] = json!(row.target);
        value["change"] = json!(word(self.change(row)));
        value["same_as"] = json!(row.done.same);
        value["process"] = process(&row.done);
        value["scratch"] = row.scratch.as_ref().map_or(Value::Null, process);
        format!("{value}\n")
    }

    /// What stands out, and what all took.
    pub fn foot(&self) -> String {
        let mut told = String::new();
        for row in &self.rows {
            let of = if self.widths[2] > 0 { format!(" of {}", row.target) } else { String::new() };
            let revision = &row.stage.revision;
            match (&row.done.answer, row.change) {
                (Answer::Failed { message, .. }, _) => {
                    let line: String = message
                        .lines()
                        .next()
                        .unwrap_or_default()
                        .chars()
                        .filter(|c| !c.is_control())
                        .collect();
                    told.push_str(&format!("{revision}{of}: {line}\n"));
                }
                (Answer::Outcome(outcome), Change::New | Change::First) => {
                    let finding =
                        outcome.findings.first().map_or(String::new(), |it| text::shown(outcome, it));
                    let word = if row.change == Change::New { "new" } else { "violated already" };
                    told.push_str(&format!("{word} in {revision}{of}: {finding}\n"));
                }
                (Answer::Outcome(_), Change::Fixed) => told.push_str(&format!("fixed in {revision}{of}\n")),
                _ => {}
            }
        }
        let time: Duration = self.rows.iter().map(|row| row.done.wall).sum();
        told.push_str(&format!("{}, {}", counted(self.rows.len() as u64, "row"), seconds(time)));
        if self.has_scratch {
            let both = || self.rows.iter().filter_map(|row| Some((row.done.cpu, row.scratch.as_ref()?.cpu)));
            let with: Duration = both().map(|it| it.0).sum();
            let without: Duration = both().map(|it| it.1).sum();
            told.push_str(&format!("; CPU {}, from scratch {}: ", seconds(with), seconds(without)));
            told.push_str(&format!("{:.1} times as much", ratio(without, with)));
        }
        told + "\n"
    }

    /// In JUnit's XML.
    pub fn junit(&self) -> String {
        let name = |row: &Row| format!("{} {}", row.stage.revision, row.target);
        let names: Vec<String> = self.rows.iter().map(name).collect();
        let both = names.iter().zip(&self.rows);
        let rows = both.map(|(name, row)| report::Row { target: name, outcome: row.done.told() });
        junit::suites(&rows.collect::<Vec<_>>())
    }

    /// As a page. Of a violation that stays, the first has the counterexample.
    pub fn page(&self, title: &str) -> String {
        let row = |row: &Row| {
            let is_new = matches!(row.change, Change::New | Change::First);
            let mut value = page::row(&report::Row { target: &row.target, outcome: row.done.told() });
            if !is_new && let Some(outcome) = value.get_mut("outcome") {
                outcome["findings"]
                    .as_array_mut()
                    .into_iter()
                    .flatten()
                    .for_each(|it| it["film"] = Value::Null);
                outcome["sources"] = Value::Null;
            }
            let summary = row.done.outcome().map(Summary::of);
            value["revision"] = json!(row.stage.revision);
            value["subject"] = json!(row.stage.subject);
            value["verdict"] = json!(row.done.verdict());
            value["change"] = json!(word(row.change));
            value["executed"] = json!(summary.as_ref().map(|it| it.executed));
            value["reused"] = json!(summary.and_then(|it| it.reused));
            value["process"] = process(&row.done);
            value["scratch"] = row.scratch.as_ref().map_or(Value::Null, process);
            value
        };
        page::history(title, self.rows.iter().map(row).collect(), &plot::svg(&self.points()))
    }

    /// Processor time of each revision, of all targets together.
    pub fn points(&self) -> Vec<Point> {
        let mut points: Vec<Point> = Vec::new();
        for row in &self.rows {
            let (time, scratch) =
                (row.done.cpu.as_secs_f64(), row.scratch.as_ref().map(|it| it.cpu.as_secs_f64()));
            match points.last_mut().filter(|point| point.revision == row.stage.revision) {
                Some(point) => {
                    point.time += time;
                    point.scratch = point.scratch.zip(scratch).map(|(a, b)| a + b);
                }
                None => points.push(Point {
                    revision: row.stage.revision.clone(),
                    subject: row.stage.subject.clone(),
                    time,
                    scratch,
                }),
            }
        }
        points
    }

    /// Rows whose report depends on what was reused, in words.
    pub fn mistakes(&self) -> impl Iterator<Item = String> {
        let is_limited = |outcome: &Outcome| outcome.report.is_limited();
        self.rows.iter().filter_map(move |row| {
            let (with, without) = (row.done.outcome()?, row.scratch.as_ref()?.outcome()?);
            let is_same = with.report.is_same_as(&without.report) || is_limited(with) || is_limited(without);
            let (revision, with, without) = (&row.stage.revision, with.verdict(), without.verdict());
            (!is_same).then(|| {
                format!(
                    "the report of {} at {revision} is not that from scratch: {with}, {without}",
                    row.target
                )
            })
        })
    }

    /// Whether some process failed.
    pub fn is_internal(&self) -> bool {
        self.rows.iter().any(|row| row.done.code() == 4)
    }
}

/// What is told of a change.
fn word(change: Change) -> Option<&'static str> {
    match change {
        Change::Same | Change::First => None,
        Change::New => Some("new"),
        Change::Fixed => Some("fixed"),
    }
}

/// What a process found and took.
fn process(done: &Done) -> Value {
    let (wall, cpu) = (done.wall.as_secs_f64(), done.cpu.as_secs_f64());
    json!({ "verdict": done.verdict(), "wall_s": wall, "cpu_s": cpu })
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64().max(1e-3)
}
