//! Witnesses of what was found out here.

use std::fmt::Write as _;
use std::path::Path;

use cfa::{DataModel, Program};
use serde_json::Value;
use sha2::{Digest, Sha256};
use verdict::{Property, Verdict};

use super::{
    CORRECTNESS, Constraint, Content, Entry, Invariant, Location, Metadata, Point, Producer, Task, VIOLATION,
    Waypoint,
};
use super::{NONDET, expression, source, specification};
use crate::date::date;
use crate::past::now;
use crate::report::trace::Happening;
use crate::report::{Finding, Outcome};

/// What a witness is of.
pub struct Subject<'a> {
    pub program: &'a Program,
    /// The folder that files are below.
    pub root: &'a Path,
    pub files: &'a [std::path::PathBuf],
    pub error_function: Option<&'a str>,
}

/// The witness of an outcome as YAML, or why there is none.
pub fn of(
    subject: &Subject<'_>,
    outcome: &Outcome,
    invariants: &[(Property, Vec<predicate::Invariant>)],
) -> Result<String, String> {
    let (kind, property, content) = match outcome.findings.first() {
        Some(finding) => (VIOLATION, finding.violation.property, violation(subject, outcome, finding)?),
        None => {
            let is_proved = |it: &&(Property, Verdict)| it.1 == Verdict::True;
            let all = &outcome.report.properties;
            let [(property, Verdict::True), ..] = all[..] else {
                return Err("nothing is decided".into());
            };
            if all.iter().filter(is_proved).count() < all.len() {
                return Err("not every property is proved".into());
            }
            (CORRECTNESS, property, correctness(subject, outcome, invariants))
        }
    };
    let specification = specification(property, subject.error_function)
        .ok_or_else(|| format!("the format has no word for {}", property.name()))?;
    let entry = Entry { entry_type: kind.into(), metadata: metadata(subject, specification), content };
    let value = serde_json::to_value([entry]).map_err(|error| error.to_string())?;
    let mut text = String::new();
    yaml(&mut text, &value, 0);
    Ok(text)
}

fn metadata(subject: &Subject<'_>, specification: String) -> Metadata {
    let time = date(now());
    let mut hashes = std::collections::BTreeMap::new();
    for file in subject.files {
        let bytes = std::fs::read(subject.root.join(file)).unwrap_or_default();
        hashes.insert(file.display().to_string(), hex(&Sha256::digest(&bytes)));
    }
    let hash = hex(&Sha256::digest(format!("{time} {hashes:?} {specification} {}", std::process::id())));
    let uuid = [
        &hash[..8],
        &hash[8..12],
        &format!("4{}", &hash[13..16]),
        &format!("8{}", &hash[17..20]),
        &hash[20..32],
    ]
    .join("-");
    Metadata {
        format_version: "2.0".into(),
        uuid,
        creation_time: format!("{}Z", time.replace(' ', "T")),
        producer: Producer { name: "Evercheck".into(), version: env!("EVERCHECK_VERSION").into() },
        task: Task {
            input_files: hashes.keys().cloned().collect(),
            input_file_hashes: hashes,
            specification,
            data_model: match subject.program.model {
                DataModel::Ilp32 => "ILP32".into(),
                DataModel::Lp64 => "LP64".into(),
            },
            language: "C".into(),
        },
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The inputs in their order, as what calls return, and where it ends.
fn violation(subject: &Subject<'_>, outcome: &Outcome, finding: &Finding) -> Result<Vec<Content>, String> {
    if finding.threads > 1 {
        return Err("format 2.0 has no words for several threads".into());
    }
    let mut content = Vec::new();
    for step in &finding.trace.steps {
        let text = std::fs::read_to_string(subject.root.join(&step.file)).unwrap_or_default();
        let code = source::code(&text);
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for event in &step.events {
            let Happening::Input { function, value, .. } = event else { continue };
            if !function.starts_with(NONDET) {
                return Err(format!("others do not know what {function} may return"));
            }
            let nth = match counts.iter_mut().find(|it| it.0 == function) {
                Some(it) => {
                    it.1 += 1;
                    it.1
                }
                None => {
                    counts.push((function, 0));
                    0
                }
            };
            // A call out of a macro has no place.
            let Some(&at) = source::calls(&code, step.line, function).get(nth) else {
                return Err(format!("the call of {function} in line {} is not to be seen there", step.line));
            };
            let (line, column) = source::place(&code, at);
            let location = Location {
                file_name: step.file.clone(),
                line,
                column: Some(column),
                function: Some(step.function.clone()),
            };
            let constraint = Constraint {
                value: format!("\\result == {}", value.value),
                format: Some("acsl_expression".into()),
            };
            content.push(segment("function_return", Some(constraint), location));
        }
    }
    let (function, pos) = finding.violation.call_stack.first().ok_or("the violation has no place")?;
    let location = Location {
        file_name: outcome.files.name(pos.file).into(),
        line: pos.line,
        column: Some(pos.column).filter(|it| *it > 0),
        function: Some(function.clone()),
    };
    content.push(segment("target", None, location));
    Ok(content)
}

fn segment(kind: &str, constraint: Option<Constraint>, location: Location) -> Content {
    let waypoint = Waypoint { kind: kind.into(), action: "follow".into(), constraint, location };
    Content::Segment { segment: vec![Point { waypoint }] }
}

fn correctness(
    subject: &Subject<'_>,
    outcome: &Outcome,
    invariants: &[(Property, Vec<predicate::Invariant>)],
) -> Vec<Content> {
    let all =
        invariants.iter().flat_map(|(_, all)| all).filter(|it| matches!(it.kind, predicate::Kind::Loop));
    let one = |it: &predicate::Invariant| {
        let case = |case: &String| expression::of_condition(subject.program, &it.function, case);
        let cases: Vec<String> = it.cases.iter().map(case).collect::<Option<_>>()?;
        let file_name = outcome.files.name(it.pos.file).to_string();
        let text = std::fs::read_to_string(subject.root.join(&file_name)).ok()?;
        let (line, column) = source::loop_at(&source::code(&text), it.pos.line, it.pos.column)?;
        let function = Some(it.function.clone());
        let location = Location { file_name, line, column: Some(column), function };
        let value = cases.join(" || ");
        Some(Content::Invariant {
            invariant: Invariant {
                kind: "loop_invariant".into(),
                location,
                value,
                format: "c_expression".into(),
            },
        })
    };
    all.filter_map(one).collect()
}

/// A value as YAML, with strings in quotes.
fn yaml(text: &mut String, value: &Value, indent: usize) {
    let pad = " ".repeat(indent);
    let inline = |value: &Value| match value {
        Value::Array(all) if all.is_empty() => Some("[]".to_string()),
        Value::Object(all) if all.is_empty() => Some("{}".to_string()),
        Value::Array(_) | Value::Object(_) => None,
        scalar => Some(scalar.to_string()),
    };
    match value {
        Value::Array(all) => {
            for item in all {
                let mut inner = String::new();
                match inline(item) {
                    Some(scalar) => inner = format!("{scalar}\n"),
                    None => yaml(&mut inner, item, indent + 2),
                }
                let _ = write!(text, "{pad}- {}", inner.trim_start());
            }
        }
        Value::Object(all) => {
            for (key, item) in all {
                // A path may be a key, and may be anything.
                let key = if key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
                    key.clone()
                } else {
                    Value::from(key.as_str()).to_string()
                };
                match inline(item) {
                    Some(scalar) => {
                        let _ = writeln!(text, "{pad}{key}: {scalar}");
                    }
                    None => {
                        let _ = writeln!(text, "{pad}{key}:");
                        yaml(text, item, indent + 2);
                    }
                }
            }
        }
        scalar => {
            let _ = writeln!(text, "{pad}{scalar}");
        }
    }
}
