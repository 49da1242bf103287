//! `evercheck certify`: whether a saved proof is one of a program, asked without a search and without the store.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use predicate::Refusal;
use serde_json::json;
use verdict::{Assumption, Bound, Property};

use crate::console::Console;
use crate::diagnostics;
use crate::format::Format;
use crate::quantity::{self, counted};
use crate::saved_proof::SavedProof;
use crate::source_args::{CallsArgs, SourceArgs};
use crate::status::Status;

/// Check that a saved proof proves a C program, without searching
///
/// The proof is one that `evercheck check --proof FILE` wrote, for this program or for an earlier revision of it. All of it is checked
/// against the program at hand: every step from one of its conditions must lead to another and never to a violation. What
/// it is a proof of, under which assumptions, is part of the file and is told. The last line on stdout is the verdict.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct CertifyArgs {
    /// The proof
    #[arg(value_name = "PROOF")]
    proof: PathBuf,

    /// C files, linked into one program
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Give up after this long: 40s, 5m, 1h
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    time_limit: Option<Duration>,

    /// How to print the result; the last line of text is the verdict
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    calls: CallsArgs,

    #[command(flatten)]
    source: SourceArgs,
}

const EXAMPLES: &str = "\
Examples:
  evercheck check --proof queue.proof queue.c
  evercheck certify queue.proof queue.c

Exit status:
  0  the proof proves this program
  2  wrong usage, or a proof or program that cannot be read
  3  it does not, or is not known to
  4  internal error: a bug in Evercheck";

pub fn run(console: &Console, args: &CertifyArgs) -> Result<Status> {
    let name = args.proof.display();
    let saved = SavedProof::read(&args.proof)?;
    let proofs = saved.proofs().with_context(|| format!("cannot take {name} for a proof"))?;
    let options = saved.options().with_context(|| format!("cannot take {name} for a proof"))?;
    let source = args.source.calling(&args.calls.or_saved(saved.calls.as_ref()));
    let program = match source.load(&args.files)? {
        Ok(loaded) => {
            diagnostics::show_all(console, &loaded.warnings);
            loaded.program
        }
        Err(error) => return Ok(diagnostics::show_load_error(console, &error)),
    };
    if program.main.is_none() {
        bail!(source.without_main(&program));
    }
    if format!("{:?}", program.model) != saved.data_model() {
        bail!("{name} is of a program for {}: give --data-model", saved.data_model());
    }
    if let Some(time) = args.time_limit {
        let deadline = options.limits.deadline.clone();
        std::thread::spawn(move || {
            std::thread::sleep(time);
            deadline.store(true, Ordering::Relaxed);
        });
    }
    let absent = predicate::absent(&program, &options);
    let mut results: Vec<(Property, Result<String, String>)> = Vec::new();
    for (property, proof) in proofs {
        let result = match proof {
            None if absent.has(property) => Ok("nothing can violate it".to_string()),
            None => Err("something may violate it, and there is no proof".to_string()),
            Some(proof) => match predicate::certify(&program, &options, property, &proof) {
                Ok(met) => {
                    let all = counted(met.plain + met.known + met.asked, "obligation");
                    Ok(format!("{all}, {} met by the solver", met.asked))
                }
                Err(Refusal::Unreadable) => bail!("cannot read the proof of {} in {name}", property.name()),
                Err(Refusal::Limit(limit)) => Err(limit.name().to_string()),
                Err(Refusal::Failed(why)) => Err(why),
            },
        };
        results.push((property, result));
    }
    let is_proved = results.iter().all(|(_, result)| result.is_ok());
    let verdict = if is_proved { "true" } else { "unknown(certificate)" };
    let mut scope = predicate::scope(&program, &options);
    scope.bounds.splice(0..0, Bound::calls(&program));
    scope.assume_defined(|it| results.iter().any(|(property, result)| *property == it && result.is_ok()));
    scope.assumptions.extend(args.source.assumptions().map(Assumption::Model));
    // What the file says is proved is not what everybody would take for granted.
    let mut terms: Vec<String> = Vec::new();
    if let Some(error) = options.machine.error_function.as_deref() {
        terms.push(format!("the error is a call of {error}()"));
    }
    if options.is_outside_trusted && machine::inputs::undefined_functions(&program).next().is_some() {
        terms.push("undefined functions access only what they may of memory that they are given".into());
    }
    let text = match args.format {
        Format::Text => {
            let lines = results.iter().map(|(property, result)| match result {
                Ok(how) => format!("{}: proved, {how}\n", property.name()),
                Err(why) => format!("{}: not proved: {why}\n", property.name()),
            });
            let terms = terms.iter().map(|term| format!("in the terms of the proof, {term}\n"));
            let is_covered = results.iter().any(|(_, result)| result.is_ok());
            let scope = if is_covered { format!("scope: {scope}\n") } else { String::new() };
            format!("{}{}{scope}{verdict}\n", lines.collect::<String>(), terms.collect::<String>())
        }
        Format::Json => {
            let properties = results.iter().map(|(property, result)| match result {
                Ok(how) => json!({ "name": property.name(), "is_proved": true, "how": how }),
                Err(why) => json!({ "name": property.name(), "is_proved": false, "why": why }),
            });
            let properties: Vec<_> = properties.collect();
            let value = json!({
                "verdict": verdict,
                "scope": scope.to_string(),
                "terms": terms,
                "properties": properties,
            });
            format!("{}\n", serde_json::to_string_pretty(&value)?)
        }
    };
    console.result(text.as_bytes())?;
    Ok(if is_proved { Status::Success } else { Status::Unknown })
}
