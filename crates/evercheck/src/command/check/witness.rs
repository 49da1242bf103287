//! `--witness` and `--witness-in`: witnesses of what was found out, and those of others checked instead of a search.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use cfa::Units;
use verdict::{Property, Violation};

use crate::check::args::CheckArgs;
use crate::check::problem::Problem;
use crate::check::{self, Checked, Source};
use crate::console::Console;
use crate::diagnostics;
use crate::failure::Failure;
use crate::format::Format;
use crate::header;
use crate::quantity::counted;
use crate::report::ledger::Detail;
use crate::report::{Ending, Files, Finding, Outcome, json, text, trace};
use crate::reuse_args::Reuse;
use crate::status::Status;
use crate::watchdog::Watchdog;
use crate::witness::check::{Claim, Described, follow, inputs, read};
use crate::witness::invariants::{is_error_everywhere, with_checks};
use crate::witness::monitor;
use crate::witness::write::{self, Subject};

/// Writes the witness of an outcome, if one is asked for.
pub fn keep(console: &Console, problem: &Problem, checked: &Checked) -> Result<()> {
    let Some(file) = &problem.args.witness else { return Ok(()) };
    let subject = Subject {
        program: &problem.program,
        root: &problem.args.root,
        files: &problem.args.files,
        error_function: problem.explicit.machine.error_function.as_deref(),
    };
    match write::of(&subject, &checked.outcome, &checked.invariants) {
        Ok(text) => std::fs::write(file, text).with_context(|| format!("cannot write {}", file.display())),
        Err(why) => {
            console.warning(&format!("there is no witness, since {why}: {} is not written", file.display()));
            Ok(())
        }
    }
}

/// Checks a witness instead of searching.
pub fn check(
    console: &Console,
    watchdog: &Arc<Watchdog>,
    args: &CheckArgs,
    options: explicit::Options,
    file: &Path,
) -> Result<Status, Failure> {
    let words = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let source = check::load(console, watchdog, args)?;
    let files = Files::of(&source.program);
    let first = options.properties.iter().next().unwrap_or(Property::UnreachCall);
    let rejected =
        |why: String| (first, Ending::Unknown(format!("the witness is rejected: {why}")), Status::Unknown);
    let (property, ending, status) = match read(&words) {
        Err(why) => rejected(why),
        Ok(Claim::Violation(described)) => {
            let given = match described.is_plain() {
                true => inputs(&source.program, &args.root, &described),
                false => Err(String::new()),
            };
            let followed = |inputs| finding(&source, args, &options, &described, inputs);
            let found = match given.and_then(followed) {
                Ok(finding) => Ok(finding),
                Err(_) => search(console, watchdog, args, &options, &source, &described)?.and_then(followed),
            };
            match found {
                Ok(finding) => {
                    let property = finding.violation.property;
                    (property, Ending::Violated(Box::new(finding)), Status::Violated)
                }
                Err(why) => rejected(why),
            }
        }
        Ok(Claim::Correctness(invariants)) => {
            let error = options.machine.error_function.clone().unwrap_or("reach_error".into());
            let Some(units) = &source.units else { return Err(Failure::Internal("no units".into())) };
            let checked = match is_error_everywhere(&source.program, &error) {
                true => with_checks(units, &invariants, &error),
                false => Err(format!("something else in the program is called {error}")),
            };
            match checked.and_then(loaded) {
                Err(why) => rejected(why),
                Ok(source) => {
                    let mut options = options;
                    let both = options.properties.iter().chain([Property::UnreachCall]);
                    options.properties = both.collect();
                    let outcome = outcome(console, watchdog, args, options, &source)?;
                    if outcome.verdict() == "true" {
                        let told = match args.format {
                            Format::Text => {
                                let checks = counted(invariants.len() as u64, "invariant");
                                let report = text::report(&outcome, Detail::Usual);
                                format!(
                                    "the witness is confirmed: the program is proved with {checks} as checks\n{report}"
                                )
                            }
                            Format::Json => outcome.json(),
                        };
                        watchdog.tell(console, Status::Success, &told, Some("true"))?;
                        return Ok(Status::Success);
                    }
                    // What fails is the program with its checks, so nothing is said of the program.
                    let why = match outcome.findings.first() {
                        Some(finding) => {
                            format!("with its invariants as checks, {}", text::shown(&outcome, finding))
                        }
                        None => {
                            format!("with its invariants as checks, the program is {}", outcome.verdict())
                        }
                    };
                    rejected(why)
                }
            }
        }
    };
    let (told, verdict) = match args.format {
        Format::Text => (text::replay(&files, property, &ending), Some(ending.verdict(property))),
        Format::Json => (json::replay(&files, property, &ending), None),
    };
    watchdog.tell(console, status, &told, verdict.as_deref())?;
    Ok(status)
}

/// The program of these texts.
fn loaded(units: Units) -> Result<Source, String> {
    let start = Instant::now();
    let wording = units.wording(header::lasting);
    let loaded = units.load().map_err(|error| diagnostics::first(&error))?;
    let (program, text) = (Arc::new(loaded.program), loaded.text);
    Ok(Source { program, text, wording, units: None, time: start.elapsed() })
}

/// What comes of a program that is not the one asked for, so that nothing of it is kept.
fn outcome(
    console: &Console,
    watchdog: &Arc<Watchdog>,
    args: &CheckArgs,
    options: explicit::Options,
    source: &Source,
) -> Result<Outcome, Failure> {
    let mut args = args.clone();
    (args.reuse.no_record, args.reuse.reuse) = (true, Reuse::Off);
    let problem = Arc::new(Problem::new(args, source, options));
    Ok(check::search(console, watchdog, &problem, source.time)?.outcome)
}

/// The inputs of a run that a violation witness describes, or why there are none.
fn search(
    console: &Console,
    watchdog: &Arc<Watchdog>,
    args: &CheckArgs,
    options: &explicit::Options,
    source: &Source,
    described: &Described,
) -> Result<Result<Vec<(String, i128)>, String>, Failure> {
    let Some(units) = &source.units else { return Err(Failure::Internal("no units".into())) };
    let error = options.machine.error_function.as_deref().unwrap_or("reach_error");
    let mut options = options.clone();
    options.properties = described.properties(options.properties, Some(error));
    let called = options.properties.has(Property::UnreachCall).then_some(error);
    let monitored = monitor::of(units, &args.root, &described.segments, called).and_then(loaded);
    let source = match monitored {
        Ok(source) => source,
        Err(why) => return Ok(Err(why)),
    };
    let outcome = outcome(console, watchdog, args, options, &source)?;
    Ok(match outcome.findings.first() {
        Some(finding) => Ok(finding.trace.inputs.clone()),
        None if outcome.verdict() == "true" => Err("no run that it describes comes to its target".into()),
        None => Err(format!("whether a run that it describes comes to its target is {}", outcome.verdict())),
    })
}

/// The violation that the program comes to with these inputs, or why it does not.
fn finding(
    source: &Source,
    args: &CheckArgs,
    options: &explicit::Options,
    described: &Described,
    inputs: Vec<(String, i128)>,
) -> Result<Finding, String> {
    let properties: Vec<Property> = options.properties.iter().collect();
    let (violation, machine) =
        follow(&source.program, &options.machine(), (&properties, &options.limits), described, inputs)?;
    let Violation { property, path, .. } = &violation;
    let (replayed, trace) =
        trace::record(&source.program, &args.root, &machine, *property, path, args.length());
    match replayed.end.confirms(&violation) {
        true => Ok(Finding::new(&source.program, &args.root, violation, replayed, trace)),
        false => Err("the violation did not show when replayed".to_string()),
    }
}

/// What a witness is no help with.
pub fn check_use(args: &CheckArgs) -> Result<()> {
    if args.witness_in.is_some() && (args.common.known.is_some() || args.since.is_some()) {
        bail!(
            "--witness-in goes with neither --known nor --since: a witness is of one violation, or of none at all"
        );
    }
    Ok(())
}
