//! The report for programs: one JSON object.

use anyhow::Result;
use cfa::Program;
use serde_json::{Value, json};
use verdict::{Property, Unknown, Verdict};

use super::text::{advice, has_been_cut_short};
use super::{Ending, Finding, Outcome};
use crate::task::expectation::Comparison;

pub fn report(program: &Program, outcome: &Outcome) -> Result<String> {
    let report = &outcome.report;
    let properties = report.properties.iter().map(|(property, verdict)| {
        let (word, reason) = match verdict {
            Verdict::True => ("true", None),
            Verdict::False => ("false", None),
            Verdict::Unknown(reason) => ("unknown", Some(reason)),
        };
        let of_property = |finding: &&Finding| finding.violation.property == *property;
        let mut found = outcome.findings.iter().filter(of_property).map(|it| violation(program, it));
        let (violation, others) = (found.next(), found.collect::<Vec<_>>());
        json!({
            "name": property.name(),
            "verdict": word,
            "reason": reason.map(|reason| reason.name()),
            "obstacle": reason.map(|reason| obstacle(program, outcome, *property, reason)),
            "violation": violation,
            "other_violations": others,
        })
    });
    let scope = &outcome.scope;
    let mut bounds = serde_json::Map::new();
    if let Some((low, high)) = scope.nondet_range {
        bounds.insert("nondet_range".into(), json!([low.to_string(), high.to_string()]));
    }
    if let Some(depth) = scope.depth {
        bounds.insert("depth".into(), json!(depth));
    }
    if scope.is_clock_stepped {
        bounds.insert("clock_steps_s".into(), json!([0, 1]));
    }
    if let Some((stats, _)) = outcome.explicit.as_ref().filter(|_| has_been_cut_short(&report.obstacles)) {
        bounds.insert("states".into(), json!(stats.states));
    }
    let is_proved = report.properties.iter().all(|(_, verdict)| *verdict == Verdict::True);
    let value = json!({
        "schema": 1,
        "tool": {"name": "evercheck", "version": env!("CARGO_PKG_VERSION")},
        "verdict": report.verdict(),
        "properties": properties.collect::<Vec<_>>(),
        "scope": {
            "kind": match () {
                // A violation is one whatever else was covered.
                () if !report.violations.is_empty() => Value::Null,
                // Predicates cover all runs or none.
                () if outcome.predicate.is_some() && !is_proved => Value::Null,
                () if bounds.is_empty() => "proved".into(),
                () => "bounded".into(),
            },
            "bounds": bounds,
            "memory_model": "sc",
            "externs": scope.assumptions[1..].join("; "),
            "not_checked": scope.not_checked.iter().map(|property| property.name()).collect::<Vec<_>>(),
        },
        "engine": if outcome.predicate.is_some() { "predicate" } else { "explicit" },
        "engine_reason": outcome.why,
        "reuse": outcome.explicit.as_ref().map(|(_, ledger)| ledger.json()),
        "invariants": outcome.invariants.iter().flat_map(|(property, invariants)| {
            invariants.iter().map(|invariant| json!({
                "property": property.name(),
                "kind": match invariant.kind {
                    predicate::Kind::Loop => "loop",
                    predicate::Kind::Entrance => "entrance",
                    predicate::Kind::Exit => "exit",
                },
                "function": invariant.function,
                "file": program.file(invariant.pos.file),
                "line": invariant.pos.line,
                "cases": invariant.cases,
            }))
        }).collect::<Vec<_>>(),
        "task": outcome.task.as_ref().map(Comparison::json),
        "stats": stats(outcome),
    });
    let mut text = serde_json::to_string_pretty(&value)?;
    text.push('\n');
    Ok(text)
}

/// What an engine did, and what that took.
fn stats(outcome: &Outcome) -> Value {
    let mut value = match (&outcome.predicate, &outcome.explicit) {
        (Some((stats, phases)), _) => json!({
            "nodes": stats.nodes,
            "refinements": stats.refinements,
            "predicates": stats.predicates,
            "smt_queries": stats.queries,
            "phases": phases.json(),
        }),
        (_, Some((stats, _))) => {
            json!({
                "states": stats.states,
                "states_pruned": stats.pruned,
                "transitions": stats.transitions,
                "transitions_executed": stats.executed,
                "transitions_reused": stats.reused,
                "states_rebuilt": stats.rebuilt,
                "depth": stats.depth,
                "frontier": stats.frontier,
            })
        }
        (None, None) => json!({}),
    };
    let effort = &outcome.effort;
    value["wall_s"] = json!(effort.wall.as_secs_f64());
    value["cpu_s"] = json!(effort.cpu.as_secs_f64());
    value["peak_rss_bytes"] = json!(effort.peak_rss_bytes);
    value
}

/// What became of a saved run.
pub fn replay(program: &Program, property: Property, ending: &Ending) -> Result<String> {
    let (word, reason, message, found) = match ending {
        Ending::Violated(finding) => ("false", None, None, Some(violation(program, finding))),
        Ending::Passed => ("passed", None, None, None),
        Ending::Unknown(why) => ("unknown", Some("replay"), Some(why), None),
    };
    let value = json!({
        "schema": 1,
        "tool": {"name": "evercheck", "version": env!("CARGO_PKG_VERSION")},
        "verdict": ending.verdict(property),
        "properties": [{
            "name": property.name(),
            "verdict": word,
            "reason": reason,
            "obstacle": message.map(|message| json!({"message": message})),
            "violation": found,
            "other_violations": [],
        }],
        "engine": "replay",
    });
    let mut text = serde_json::to_string_pretty(&value)?;
    text.push('\n');
    Ok(text)
}

/// What stands behind a reason, and what to do about it.
fn obstacle(program: &Program, outcome: &Outcome, property: Property, reason: &Unknown) -> Value {
    let of_reason = || outcome.report.obstacles.iter().filter(|obstacle| obstacle.reason == *reason);
    // Of several, the one that speaks of the property.
    let obstacle = of_reason().find(|it| it.message.contains(property.name())).or_else(|| of_reason().next());
    let pos = obstacle.map(|obstacle| obstacle.pos).filter(|pos| pos.line > 0);
    json!({
        "message": obstacle.map(|obstacle| &obstacle.message),
        "file": pos.map(|pos| program.file(pos.file)),
        "line": pos.map(|pos| pos.line),
        "column": pos.map(|pos| pos.column),
        "help": match obstacle {
            Some(obstacle) => advice(obstacle),
            None if outcome.report.is_stopped => Some("--keep-going looks for further violations"),
            None => None,
        },
    })
}

fn violation(program: &Program, finding: &Finding) -> Value {
    let Finding { violation, replayed, trace, is_shortest } = finding;
    let pos = violation.call_stack.first().map(|site| site.1).filter(|pos| pos.line > 0);
    let steps: Vec<_> = trace.first.iter().chain(&trace.last).collect();
    json!({
        "file": pos.map(|pos| program.file(pos.file)),
        "line": pos.map(|pos| pos.line),
        "column": pos.map(|pos| pos.column),
        "fault": violation.fault.kind.name(),
        "message": violation.fault.message,
        "thread": violation.thread,
        "threads": trace.threads,
        "standing": replayed.standing.iter().map(|standing| json!({
            "thread": standing.thread,
            "waits_for": standing.waits_for,
        })).collect::<Vec<_>>(),
        "transitions": violation.path.len(),
        "is_shortest": is_shortest,
        "trace": steps,
        "trace_omitted": trace.omitted,
        "trace_omitted_after": if trace.omitted > 0 { Some(trace.first.len()) } else { None },
    })
}
