//! Violations in SARIF 2.1.0, the format that code hosts and editors read: a result for each, with its counterexample as a
//! code flow of a thread flow for each thread.

use std::path::Path;

use cfa::source::Pos;
use serde_json::{Map, Value, json};
use verdict::{Known, Property, Verdict};

use super::trace::{Happening, Step, Trace};
use super::{Files, Finding, Outcome, Row};
use crate::known_file::Fate;

/// Steps of a counterexample that are kept, from its end: readers of the format refuse flows that are much longer.
const STEPS: usize = 1000;

/// One run of the tool over all targets. What could not be decided is no result, but a notification of the run.
pub fn log(rows: &[Row<'_>]) -> String {
    let results: Vec<Value> = rows.iter().flat_map(results).collect();
    let notifications: Vec<Value> = rows.iter().flat_map(notifications).collect();
    let is_complete = rows.iter().all(|row| row.outcome.is_ok());
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "Evercheck",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": Property::ALL.map(rule),
            }},
            "invocations": [{
                "executionSuccessful": is_complete,
                "toolExecutionNotifications": notifications,
            }],
            "columnKind": "unicodeCodePoints",
            "results": results,
            "properties": {"targets": rows.iter().map(target).collect::<Vec<_>>()},
        }],
    });
    format!("{log:#}\n")
}

fn rule(property: Property) -> Value {
    json!({
        "id": property.name(),
        "shortDescription": {"text": meaning(property)},
        "defaultConfiguration": {"level": "error"},
    })
}

/// What a violation of a property is.
fn meaning(property: Property) -> &'static str {
    match property {
        Property::UnreachCall => "an assertion fails, or an error function is called",
        Property::ValidDeref => {
            "memory is accessed out of bounds, through null, after its end, or a constant is written"
        }
        Property::ValidFree => "what is freed was not allocated, or was freed before",
        Property::ValidMemtrack => "memory is lost: nothing points to it any more",
        Property::ValidMemcleanup => "memory is not freed at the end",
        Property::NoOverflow => "a signed integer overflows",
        Property::NoDeadlock => "threads wait for ever",
        Property::NoDataRace => "two threads access the same memory at once, and one of them writes",
        Property::NoUninitialisedRead => "a value is used before it is set",
        Property::NoDivisionByZero => "an integer is divided by zero",
        Property::NoBadShift => "an integer is shifted by too much, or a negative one",
        Property::NoLockMisuse => "a lock is used against its rules",
        Property::NoUndefinedBehaviour => "something else happens that C leaves undefined",
    }
}

/// What came of a target, whatever was found: nothing else in the format says that something was proved.
fn target(row: &Row<'_>) -> Value {
    match row.outcome {
        Ok(outcome) => json!({
            "target": row.target,
            "verdict": outcome.verdict(),
            "scope": outcome.report.scope.to_string(),
            "properties": outcome.report.properties.iter().map(|(property, verdict)| {
                let word = match verdict {
                    Verdict::True => "true".into(),
                    Verdict::False => "false".into(),
                    Verdict::Unknown(reason) => format!("unknown({})", reason.name()),
                };
                (property.name().to_string(), json!(word))
            }).collect::<Map<String, Value>>(),
        }),
        Err(why) => json!({"target": row.target, "error": why}),
    }
}

fn notifications(row: &Row<'_>) -> Vec<Value> {
    let outcome = match row.outcome {
        Ok(outcome) => outcome,
        Err(why) => {
            let message = format!("{}: {why}", row.target);
            return vec![json!({"level": "error", "message": {"text": message}})];
        }
    };
    let notification = |obstacle: &verdict::Obstacle| {
        let word = format!("unknown({})", obstacle.reason.name());
        json!({
            "level": "warning",
            "message": {"text": format!("{}: {word}: {}", row.target, obstacle.message)},
            "locations": place(&outcome.files, obstacle.pos).into_iter().collect::<Vec<_>>(),
        })
    };
    outcome.report.obstacles.iter().map(notification).collect()
}

fn results(row: &Row<'_>) -> Vec<Value> {
    let Ok(outcome) = row.outcome else { return Vec::new() };
    let found = outcome.findings.iter().map(|finding| {
        let mut value = result(row.target, outcome, &Known::of(&finding.violation));
        describe(&mut value, &outcome.files, finding);
        if outcome.since.is_some() {
            value["baselineState"] = json!("new");
        }
        value
    });
    let known = outcome.known.iter().filter(|(_, fate)| *fate != Fate::Open).map(|(known, fate)| {
        let mut value = result(row.target, outcome, known);
        let of_base = outcome.since.as_ref().is_some_and(|base| base.violations.contains(known));
        match (of_base, fate) {
            (_, Fate::Fixed) => value["baselineState"] = json!("absent"),
            (true, _) => value["baselineState"] = json!("unchanged"),
            (false, _) => {
                value["suppressions"] = json!([{"kind": "external", "justification": "listed as known"}])
            }
        }
        let pos = outcome.place_of(known).and_then(|pos| place(&outcome.files, pos));
        value["locations"] = json!([with_function(pos.unwrap_or_else(|| json!({})), &known.function)]);
        value
    });
    found.chain(known).collect()
}

/// What is the same of every violation. It is the one of an earlier run if property, function and kind of fault are.
fn result(target: &str, outcome: &Outcome, known: &Known) -> Value {
    let index = Property::ALL.iter().position(|it| *it == known.property);
    let identity = blake3::hash(format!("{target}\n{known:?}").as_bytes()).to_hex();
    json!({
        "ruleId": known.property.name(),
        "ruleIndex": index,
        "level": "error",
        "message": {"text": known.message.as_deref().unwrap_or(known.fault.name())},
        "partialFingerprints": {"evercheckViolation/v1": &identity.as_str()[..32]},
        "properties": {"target": target, "fault": known.fault.name(), "engine": outcome.engine(known.property)},
    })
}

/// Where it is, and how it comes to that.
fn describe(value: &mut Value, files: &Files, finding: &Finding) {
    let Finding { violation, standing, trace, .. } = finding;
    let calls: Vec<Value> = violation
        .call_stack
        .iter()
        .filter_map(|(function, pos)| Some(with_function(place(files, *pos)?, function)))
        .collect();
    value["message"] = json!({"text": violation.fault.to_string()});
    value["locations"] = calls.iter().take(1).cloned().collect();
    if calls.len() > 1 {
        let frames: Vec<Value> = calls.iter().map(|call| json!({"location": call})).collect();
        value["stacks"] = json!([{"message": {"text": "calls, the innermost first"}, "frames": frames}]);
    }
    let related: Vec<Value> = standing
        .iter()
        .filter_map(|it| {
            let (function, pos) = it.standing.call_stack.first()?;
            let waits = it
                .standing
                .waits_for
                .as_ref()
                .map_or("stands here".into(), |what| format!("waits for {what}"));
            let mut location = with_function(place(files, *pos)?, function);
            location["message"] =
                json!({"text": format!("{} {waits}", trace.thread_name(it.standing.thread))});
            Some(location)
        })
        .collect();
    if related.len() > 1 {
        value["relatedLocations"] = json!(related);
    }
    if !trace.steps.is_empty() {
        value["codeFlows"] = json!([flow(trace)]);
    }
}

/// The counterexample: one flow for each thread, whose order among each other is `executionOrder`.
fn flow(trace: &Trace) -> Value {
    let steps = &trace.steps[trace.steps.len().saturating_sub(STEPS)..];
    let mut threads: Vec<usize> = steps.iter().map(|step| step.thread).collect();
    threads.sort_unstable();
    threads.dedup();
    let flows = threads.into_iter().map(|thread| {
        let own = steps.iter().filter(|step| step.thread == thread);
        json!({
            "id": format!("thread {thread}"),
            "message": {"text": trace.thread_name(thread)},
            "locations": own.map(step).collect::<Vec<_>>(),
        })
    });
    let left_out = trace.len - steps.len();
    let message = match left_out {
        0 => format!("counterexample of {} steps", trace.len),
        _ => format!("counterexample of {} steps, of which {left_out} are left out", trace.len),
    };
    json!({"message": {"text": message}, "threadFlows": flows.collect::<Vec<_>>()})
}

fn step(step: &Step) -> Value {
    let happenings: Vec<String> = step.events.iter().map(Happening::text).collect();
    let message = match happenings.is_empty() {
        true => step.source.clone(),
        false => happenings.join(", "),
    };
    let mut location = with_function(physical(&step.file, step.line, 0), &step.function);
    location["message"] = json!({"text": message});
    json!({
        "location": location,
        "executionOrder": step.number,
        "nestingLevel": step.depth,
        "importance": if step.events.is_empty() { "unimportant" } else { "important" },
    })
}

fn place(files: &Files, pos: Pos) -> Option<Value> {
    (pos.line > 0).then(|| physical(files.name(pos.file), pos.line, pos.column))
}

fn physical(file: &str, line: u32, column: u32) -> Value {
    let mut region = json!({"startLine": line.max(1)});
    if column > 0 {
        region["startColumn"] = json!(column);
    }
    json!({"physicalLocation": {"artifactLocation": {"uri": uri(file)}, "region": region}})
}

fn with_function(mut location: Value, function: &str) -> Value {
    location["logicalLocations"] = json!([{"name": function, "kind": "function"}]);
    location
}

/// A path as a reference: relative ones stay so, for whoever reads it knows the root.
fn uri(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/+@".contains(&byte);
    let coded: String = path
        .bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect();
    let coded = coded.strip_prefix("./").unwrap_or(&coded);
    if Path::new(path).is_absolute() { format!("file://{coded}") } else { coded.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_references() {
        assert_eq!(uri("src/a b.c"), "src/a%20b.c");
        assert_eq!(uri("./a.c"), "a.c");
        assert_eq!(uri("/usr/include/<x>"), "file:///usr/include/%3Cx%3E");
    }

    #[test]
    fn what_was_not_checked_is_said() {
        let text = log(&[Row { target: "list", outcome: Err("a.c: no such file") }]);
        let value: Value = serde_json::from_str(&text).unwrap();
        let invocation = &value["runs"][0]["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], false);
        assert_eq!(invocation["toolExecutionNotifications"][0]["message"]["text"], "list: a.c: no such file");
    }
}
