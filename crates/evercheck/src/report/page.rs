//! A page that shows outcomes: one file of HTML, which needs nothing else and goes nowhere.

use serde_json::{Value, json};

use super::film::Film;
use super::trace::{Happening, Step};
use super::{Details, Outcome, Row, json, ledger, text};

const FRAME: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPTS: [&str; 4] = [
    include_str!("page/elements.js"),
    include_str!("page/source.js"),
    include_str!("page/story.js"),
    include_str!("page/page.js"),
];
/// Of pages that a server shows.
const LIVE_SCRIPTS: [&str; 2] = [include_str!("page/store.js"), include_str!("page/explore.js")];
/// Shows the page.
const START: &str = include_str!("page/start.js");
/// What a page may do: show itself.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// Of the targets of a check.
pub fn check(rows: &[Row<'_>]) -> String {
    let title = match rows {
        [row] => row.target.to_string(),
        rows => format!("{} targets", rows.len()),
    };
    let rows: Vec<Value> = rows.iter().map(row).collect();
    page(&title, json!({"kind": "check", "rows": rows}))
}

/// Of a history: its rows as they are told to programs, each with what a page shows of it, and a plot.
pub fn history(title: &str, rows: Vec<Value>, plot: &str) -> String {
    page(title, json!({"kind": "history", "rows": rows, "plot": plot}))
}

/// A page that a server shows, which may ask it for more.
pub fn live(title: &str, kind: &str, mut data: Value) -> String {
    data["kind"] = json!(kind);
    let policy = format!("{POLICY}; connect-src 'self'");
    framed(title, data, &policy, &[&SCRIPTS[..], &LIVE_SCRIPTS, &[START]].concat())
}

fn page(title: &str, data: Value) -> String {
    framed(title, data, POLICY, &[&SCRIPTS[..], &[START]].concat())
}

fn framed(title: &str, mut data: Value, policy: &str, scripts: &[&str]) -> String {
    data["title"] = json!(title);
    data["version"] = json!(env!("CARGO_PKG_VERSION"));
    // Inside a string `<` can be written so, and there is none elsewhere: nothing in the data ends the script.
    let data = data.to_string().replace('<', "\\u003c");
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    FRAME
        .replace("%POLICY%", policy)
        .replace("%STYLE%", STYLE)
        .replace("%SCRIPT%", &scripts.join("\n"))
        .replace("%TITLE%", &title)
        .replace("%DATA%", &data)
}

pub fn row(row: &Row<'_>) -> Value {
    match row.outcome {
        Ok(outcome) => json!({"target": row.target, "outcome": of_outcome(outcome)}),
        Err(why) => json!({"target": row.target, "error": why}),
    }
}

fn of_outcome(outcome: &Outcome) -> Value {
    let mut report = json::value(outcome);
    // The films have them.
    for property in report["properties"].as_array_mut().into_iter().flatten() {
        property["violation"] = Value::Null;
        property["other_violations"] = json!([]);
    }
    let findings = outcome.findings.iter().enumerate().map(|(index, finding)| {
        let mut value = json::violation(&outcome.files, finding);
        value["trace"] = Value::Null;
        value["property"] = json!(finding.violation.property.name());
        value["calls"] = finding
            .violation
            .call_stack
            .iter()
            .map(|(function, pos)| json!({"function": function, "file": outcome.files.name(pos.file), "line": pos.line}))
            .collect();
        value["film"] = outcome.details.as_ref().and_then(|it| it.films.get(index)).map_or(Value::Null, film);
        value
    });
    let details = outcome.details.as_deref();
    json!({
        "findings": findings.collect::<Vec<_>>(),
        "report": report,
        "scope": outcome.report.scope.to_string(),
        "reuse": outcome.explicit.as_ref().map(|(_, it)| it.text(ledger::Detail::All)),
        "text": text::report(outcome, ledger::Detail::All),
        "sources": details.map(|it| json!(it.sources)),
        "invariants": details.map(|it| invariants(outcome, it)),
    })
}

fn invariants(outcome: &Outcome, details: &Details) -> Value {
    let all = details.invariants.iter().flat_map(|(property, all)| all.iter().map(move |it| (property, it)));
    all.map(|(property, it)| json::invariant(&outcome.files, *property, it)).collect()
}

/// A film, as scripts of the page know it.
pub fn film(film: &Film) -> Value {
    let step = |step: &Step| {
        let kinds = step.events.iter().map(|event| {
            let kind = match event {
                Happening::Input { .. } | Happening::Choice { .. } | Happening::Outside { .. } => "choice",
                Happening::Call { .. } => "call",
                Happening::Read { .. } => "read",
                Happening::Assign { .. } => "assign",
            };
            json!([kind, event.text()])
        });
        let mut told = json!({
            "n": step.number, "t": step.thread, "d": step.depth, "f": step.function, "file": step.file, "l": step.line,
            "e": kinds.collect::<Vec<_>>(), "more": step.events_omitted,
        });
        // Where there is no memory to show, the sources are gone, too.
        if film.parts.is_empty() {
            told["s"] = json!(step.source);
        }
        told
    };
    json!({
        "steps": film.trace.steps.iter().map(step).collect::<Vec<_>>(),
        "omitted": film.trace.len - film.trace.steps.len(),
        "threads": film.trace.threads,
        "parts": film.parts,
    })
}
