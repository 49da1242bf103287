//! The report for programs: one JSON object.

use cfa::Severity;
use serde_json::{Value, json};
use verdict::{Bound, Known, Property, Unknown, Verdict};

use super::ranges::Ranges;
use super::text::{advice, has_been_cut_short};
use super::{Ending, Files, Finding, Outcome};
use crate::known_file::Fate;
use crate::task::expectation::Comparison;

pub fn report(outcome: &Outcome) -> String {
    format!("{:#}\n", value(outcome))
}

pub fn value(outcome: &Outcome) -> Value {
    let (files, report) = (&outcome.files, &outcome.report);
    let properties = report.properties.iter().map(|(property, verdict)| {
        let (word, reason) = match verdict {
            Verdict::True => ("true", None),
            Verdict::False => ("false", None),
            Verdict::Unknown(reason) => ("unknown", Some(reason)),
        };
        let of_property = |finding: &&Finding| finding.violation.property == *property;
        let mut found = outcome.findings.iter().filter(of_property).map(|it| violation(files, it));
        let (violation, others) = (found.next(), found.collect::<Vec<_>>());
        json!({
            "name": property.name(),
            "verdict": word,
            "engine": reason.is_none().then(|| outcome.engine(*property)),
            "reason": reason.map(|reason| reason.name()),
            "obstacle": reason.map(|reason| obstacle(outcome, *property, reason)),
            "violation": violation,
            "other_violations": others,
            "vacuous": outcome.is_uncalled || *property == Property::UnreachCall && outcome.vacuous.is_some(),
        })
    });
    let scope = &report.scope;
    let mut bounds: serde_json::Map<String, Value> =
        scope.bounds.iter().map(|bound| (bound.name().to_string(), measure(bound))).collect();
    // There may be several of these.
    let known: Vec<Value> =
        scope.bounds.iter().filter(|it| matches!(it, Bound::Known(_))).map(measure).collect();
    if !known.is_empty() {
        bounds.insert("known".into(), json!(known));
    }
    if let Some((stats, _)) = outcome.explicit.as_ref().filter(|_| has_been_cut_short(&report.obstacles)) {
        bounds.insert("states".into(), json!(stats.states));
    }
    let is_proved = report.properties.iter().all(|(_, verdict)| *verdict == Verdict::True);
    json!({
        "schema": 1,
        "tool": {"name": "evercheck", "version": env!("CARGO_PKG_VERSION")},
        "verdict": report.verdict(),
        "properties": properties.collect::<Vec<_>>(),
        "known": outcome.known.iter().map(|(known, fate)| known_value(outcome, known, *fate)).collect::<Vec<_>>(),
        "since": outcome.since.as_ref().map(|base| json!({
            "revision": base.revision,
            "doubt": base.doubt,
            "new": outcome.report.violations.len(),
            "known": outcome.count(Fate::Present),
            "fixed": outcome.count(Fate::Fixed),
        })),
        "scope": {
            "kind": match () {
                // A violation is one whatever else was covered; what is not decided covers nothing.
                () if !is_proved => Value::Null,
                () if scope.is_bounded() => "bounded".into(),
                () => "proved".into(),
            },
            "bounds": bounds,
            "memory_model": "sc",
            "assumptions": scope.assumptions.iter().map(ToString::to_string).collect::<Vec<_>>(),
        },
        "engine": match (&outcome.explicit, &outcome.predicate) {
            (Some(_), Some(_)) => "both",
            (None, Some(_)) => "predicate",
            _ => "explicit",
        },
        "engine_reason": outcome.why,
        "reuse": outcome.explicit.as_ref().map(|(_, ledger)| ledger.json()),
        "kept": outcome.is_kept,
        "ranges": outcome.ranges.as_ref().map(Ranges::json),
        "invariants": outcome.invariants.iter().flat_map(|(property, invariants)| {
            invariants.iter().map(|it| invariant(files, *property, it))
        }).collect::<Vec<_>>(),
        "task": outcome.task.as_ref().map(Comparison::json),
        "stats": stats(outcome),
    })
}

pub fn invariant(files: &Files, property: Property, invariant: &predicate::Invariant) -> Value {
    json!({
        "property": property.name(),
        "kind": match invariant.kind {
            predicate::Kind::Loop => "loop",
            predicate::Kind::Entrance => "entrance",
            predicate::Kind::Exit => "exit",
        },
        "function": invariant.function,
        "file": files.name(invariant.pos.file),
        "line": invariant.pos.line,
        "cases": invariant.cases,
    })
}

/// A known violation, and what became of it.
fn known_value(outcome: &Outcome, known: &Known, fate: Fate) -> Value {
    let pos = outcome.place_of(known);
    json!({
        "property": known.property.name(),
        "function": known.function,
        "fault": known.fault.name(),
        "message": known.message,
        "fate": match fate {
            Fate::Present => "present",
            Fate::Fixed => "fixed",
            Fate::Open => "open",
        },
        "file": pos.map(|pos| outcome.files.name(pos.file)),
        "line": pos.map(|pos| pos.line),
    })
}

/// Why a program could not be read, instead of a report.
pub fn load_error(failed: &cfa::Error) -> String {
    let errors = match failed {
        cfa::Error::Program(diagnostics) => {
            let errors = diagnostics.iter().filter(|it| it.severity == Severity::Error);
            errors.map(|it| error(&it.message, it.position.as_ref())).collect()
        }
        cfa::Error::Input { path, reason } => vec![error(&format!("{}: {reason}", path.display()), None)],
        cfa::Error::Preprocessor { path, message } => {
            vec![error(&format!("{}: the preprocessor failed: {}", path.display(), message.trim_end()), None)]
        }
        cfa::Error::Internal { path, message } => {
            vec![error(&format!("the C front end failed on {}: {message}", path.display()), None)]
        }
    };
    self::errors(&errors)
}

pub fn errors(errors: &[Value]) -> String {
    format!("{:#}\n", errors_value(errors))
}

pub fn errors_value(errors: &[Value]) -> Value {
    json!({
        "schema": 1,
        "tool": {"name": "evercheck", "version": env!("CARGO_PKG_VERSION")},
        "errors": errors,
    })
}

/// One error, and where it is, as far as that is known.
pub fn error(message: &str, position: Option<&cfa::Position>) -> Value {
    json!({
        "message": message,
        "file": position.map(|it| &it.file),
        "line": position.map(|it| it.line),
        "column": position.map(|it| it.column),
    })
}

/// How far a bound goes.
fn measure(bound: &Bound) -> Value {
    match bound {
        Bound::InputRange(low, high) => json!([low.to_string(), high.to_string()]),
        Bound::Depth(depth) => json!(depth),
        Bound::Paths(range) => json!(range),
        Bound::Known(known) => json!(known.to_string()),
        Bound::Calls(function, how) => json!({ "name": function, "arguments": how }),
        Bound::Arguments(words) => json!(words),
        Bound::StandardInput(what) => json!(what),
        Bound::SteppedClock => json!("stepped"),
        Bound::ClockSteps(steps) => json!(steps),
        Bound::NoSpuriousWakeups => json!("off"),
        Bound::StrongAtomics => json!("sc"),
        Bound::NoSignals => json!("none"),
        Bound::FixedAddresses => json!("fixed"),
    }
}

/// What the engines did, and what that took.
fn stats(outcome: &Outcome) -> Value {
    let mut value = json!({});
    if let Some((stats, phases)) = &outcome.predicate {
        value = json!({
            "nodes": stats.nodes,
            "refinements": stats.refinements,
            "refuted_steps": stats.refuted,
            "predicates": stats.predicates,
            "smt_queries": stats.queries,
            "solver_steps": stats.effort,
            "proofs_reused": stats.confirmed,
            "proofs_repaired": stats.repaired,
            "summaries": {
                "offered": stats.inherited.offered,
                "selected": stats.inherited.selected,
                "used": stats.inherited.used,
                "holes": stats.inherited.holes,
                "holes_expanded": stats.inherited.expanded,
            },
            "proofs_from": outcome.origin.as_ref().map(|it| json!({ "run": it.run, "changed": it.changed })),
            "conditions": { "offered": stats.offered, "kept": stats.kept },
            "obligations": {
                "plain": stats.obligations.plain,
                "known": stats.obligations.known,
                "asked": stats.obligations.asked,
                "failed": stats.obligations.failed,
                "audited": stats.obligations.audited,
                "contradicted": stats.obligations.contradicted,
            },
            "phases": phases.json(),
        });
    }
    if let Some((stats, _)) = &outcome.explicit {
        value["states"] = json!(stats.states);
        value["states_pruned"] = json!(stats.pruned);
        value["transitions"] = json!(stats.transitions);
        value["transitions_executed"] = json!(stats.executed);
        value["transitions_reused"] = json!(stats.reused);
        value["states_rebuilt"] = json!(stats.rebuilt);
        value["depth"] = json!(stats.depth);
        value["frontier"] = json!(stats.frontier);
        value["decisions"] = json!(stats.decisions);
        value["decision_queries"] = json!(stats.queries);
    }
    let effort = &outcome.effort;
    value["wall_s"] = json!(effort.wall.as_secs_f64());
    value["cpu_s"] = json!(effort.cpu.as_secs_f64());
    value["peak_rss_bytes"] = json!(effort.peak_rss_bytes);
    value["slower"] = json!(outcome.slower.as_ref().map(|slower| json!({
        "cpu_s": slower.time.as_secs_f64(),
        "before_s": slower.before.as_secs_f64(),
        "runs": slower.runs,
    })));
    value
}

/// What became of a saved run.
pub fn replay(files: &Files, property: Property, ending: &Ending) -> String {
    let (word, reason, message, found) = match ending {
        Ending::Violated(finding) => ("false", None, None, Some(violation(files, finding))),
        Ending::Passed => ("passed", None, None, None),
        Ending::Unknown(why) => ("unknown", Some("replay"), Some(why), None),
        Ending::Stopped(reason, why) => ("unknown", Some(reason.name()), Some(why), None),
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
    format!("{value:#}\n")
}

/// What stands behind a reason, and what to do about it.
fn obstacle(outcome: &Outcome, property: Property, reason: &Unknown) -> Value {
    let of_reason = || outcome.report.obstacles.iter().filter(|obstacle| obstacle.reason == *reason);
    // Of several, the one that speaks of the property.
    let obstacle = of_reason().find(|it| it.message.contains(property.name())).or_else(|| of_reason().next());
    let pos = obstacle.map(|obstacle| obstacle.pos).filter(|pos| pos.line > 0);
    json!({
        "message": obstacle.map(|obstacle| &obstacle.message),
        "file": pos.map(|pos| outcome.files.name(pos.file)),
        "line": pos.map(|pos| pos.line),
        "column": pos.map(|pos| pos.column),
        "help": match obstacle {
            Some(obstacle) => advice(obstacle, outcome),
            None if outcome.report.is_stopped => Some("--keep-going looks for further violations"),
            None => None,
        },
    })
}

pub fn violation(files: &Files, finding: &Finding) -> Value {
    let Finding { violation, standing, trace, is_shortest, .. } = finding;
    let pos = violation.call_stack.first().map(|site| site.1).filter(|pos| pos.line > 0);
    json!({
        "file": pos.map(|pos| files.name(pos.file)),
        "line": pos.map(|pos| pos.line),
        "column": pos.map(|pos| pos.column),
        "fault": violation.fault.kind.name(),
        "message": violation.fault.message,
        "thread": violation.thread,
        "threads": trace.threads,
        "standing": standing.iter().map(|place| json!({
            "thread": place.standing.thread,
            "waits_for": place.standing.waits_for,
        })).collect::<Vec<_>>(),
        "transitions": violation.path.len(),
        "is_shortest": is_shortest,
        "trace": trace.steps,
        "trace_omitted": trace.len - trace.steps.len(),
    })
}
