//! `--replay`: a saved counterexample, run again on a program that may have changed since.

use std::path::Path;

use ::cfa::Program;
use anyhow::{Result, bail};
use machine::FaultKind;
use verdict::replay::End;
use verdict::{Property, Violation};

use crate::check::args::CheckArgs;
use crate::console::Console;
use crate::covered::Phase;
use crate::format::Format;
use crate::report::{Ending, Files, Finding, json, text, trace};
use crate::saved::SavedTrace;
use crate::status::Status;
use crate::watchdog::Watchdog;

/// Runs a saved counterexample again, on a program that may have changed since.
pub fn replay(
    console: &Console,
    watchdog: &Watchdog,
    args: &CheckArgs,
    program: &Program,
    saved: &SavedTrace,
    file: &Path,
) -> Result<Status> {
    let (property, options, path) = (saved.property()?, saved.options()?, saved.path()?);
    (watchdog.covered().saved, watchdog.covered().phase) = (Some(property), Phase::Replaying);
    if saved.is_of_another(program) {
        let (file, of_what) = (file.display(), saved.of_what());
        bail!(
            "{file} was saved for another program, {of_what}: no file and no function of this one is called the same; \
             if it has become this one, give it under a name of these"
        );
    }
    let is_same = saved.is_of(program);
    if !is_same {
        console.warning(&format!("the program has changed since {} was saved", file.display()));
    }
    let (replayed, trace) = trace::record(program, &args.root, &options, property, &path, args.length());
    let count = path.len();
    let unknown = |message: String| (Ending::Unknown(message), Status::Unknown);
    let (ending, status) = match replayed.end.clone() {
        End::Fault { fault, thread, call_stack } if is_violated(property, fault.kind, &options) => {
            let violation = Violation { property, fault, path, call_stack, thread };
            let finding = Finding::new(program, &args.root, violation, replayed, trace);
            args.keep(console, program, &options, Some(&finding))?;
            (Ending::Violated(Box::new(finding)), Status::Violated)
        }
        End::Fault { fault, .. } => unknown(format!("the run now ends in another fault: {fault}")),
        End::Harmless if is_same => unknown(format!("the saved run does not violate {}", property.name())),
        End::Harmless => (Ending::Passed, Status::Success),
        End::Elsewhere { after } => unknown(format!(
            "the saved run does not exist any more: after {after} of its {count} choices the next cannot be made"
        )),
    };
    let files = &Files::of(program);
    let (told, verdict) = match args.format {
        Format::Text => (text::replay(files, property, &ending), Some(ending.verdict(property))),
        Format::Json => (json::replay(files, property, &ending), None),
    };
    watchdog.tell(console, status, &told, verdict.as_deref())?;
    Ok(status)
}

/// Whether a fault at the end of a replayed path violates the property that the path was saved for.
fn is_violated(property: Property, kind: FaultKind, options: &machine::explore::Options) -> bool {
    match kind {
        FaultKind::MemoryLeak => matches!(property, Property::ValidMemtrack | Property::ValidMemcleanup),
        FaultKind::FailedAssertion if options.error_function.is_some() => false,
        _ => Property::violated_by(kind) == property,
    }
}
