//! `evercheck check`: every run of a program, state by state or by predicates.

mod files;
mod replay;
mod since;
pub mod targets;
mod witness;

use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::{Result, anyhow, bail};
use verdict::{Known, Property, Unknown, Verdict};

use crate::check::args::CheckArgs;
use crate::check::problem::Problem;
use crate::check::{self, Checked};
use crate::console::Console;
use crate::covered::Covered;
use crate::failure::Failure;
use crate::format::Format;
use crate::known_file::Fate;
use crate::report::ledger::Detail;
use crate::report::{Outcome, Row, json, text};
use crate::saved::SavedTrace;
use crate::saved_proof::SavedProof;
use crate::status::Status;
use crate::task::Task;
use crate::task::expectation::{Comparison, Found};
use crate::watchdog::Watchdog;
use crate::{crash, diagnostics};

pub fn run(console: &Console, args: &CheckArgs) -> Result<Status> {
    args.outputs.check()?;
    if args.outputs.annotations && args.format == Format::Json {
        bail!("--annotations stand in front of a text: --format json has none");
    }
    let status = by_name(console, args);
    // What must not be written is not written then, either.
    if let Err(failure) = &status
        && !matches!(failure, Failure::Output(_))
    {
        let target = if args.files.is_empty() { "all targets".into() } else { args.target() };
        let rows = [Row { target: &target, outcome: Err(&failure.to_string()) }];
        console.result(args.outputs.annotations(&rows))?;
        args.outputs.write(&rows)?;
    }
    match status {
        Ok(status) => Ok(status),
        Err(Failure::Usage(message) | Failure::Output(message)) => {
            if args.format == Format::Json {
                console.result(json::errors(&[json::error(&message, None)]))?;
            }
            Err(anyhow!(message))
        }
        Err(Failure::Source(error)) => {
            if args.format == Format::Json {
                console.result(json::load_error(&error))?;
            }
            Ok(diagnostics::show_load_error(console, &error))
        }
        Err(Failure::Internal(message)) => {
            crash::report(console, &message);
            Ok(Status::Internal)
        }
    }
}

/// Checks files, or the targets that are named instead of any.
fn by_name(console: &Console, args: &CheckArgs) -> Result<Status, Failure> {
    let mut args = args.clone();
    let Some((project, mut jobs)) = targets::jobs(console, &args)? else {
        return match since::files(console, &mut args)? {
            Some(status) => Ok(status),
            None => check(console, &args),
        };
    };
    if let Some(status) = since::targets(console, &args, &project, &mut jobs)? {
        return Ok(status);
    }
    match jobs.as_slice() {
        [job] => check(console, &job.args()?),
        jobs => targets::run(console, &args, jobs),
    }
}

fn check(console: &Console, args: &CheckArgs) -> Result<Status, Failure> {
    let covered = Covered {
        format: args.format,
        outputs: args.outputs.clone(),
        target: args.target(),
        ..Covered::default()
    };
    let watchdog = &Arc::new(Watchdog::start(args.bounds(), covered)?);
    args.check_outputs()?;
    let (mut args, task) = args.with_task(console)?;
    args.check_outputs()?;
    let options = check::options(&args, watchdog)?;
    witness::check_use(&args)?;
    if let Some(file) = &args.witness_in {
        return witness::check(console, watchdog, &args, options, file);
    }
    let saved = args.replay.as_deref().map(SavedTrace::read).transpose()?;
    if let Some(saved) = &saved {
        check_files(&args, saved)?;
        args.calls = args.calls.or_saved(saved.calls.as_ref());
    }
    let source = check::load(console, watchdog, &args)?;
    if let (Some(saved), Some(file)) = (&saved, &args.replay) {
        return Ok(replay::replay(console, watchdog, &args, &source.program, saved, file)?);
    }
    let problem = Arc::new(Problem::new(args, &source, options));
    let checked = check::search(console, watchdog, &problem, source.time)?;
    Ok(conclude(console, watchdog, &problem, task.as_ref(), checked)?)
}

/// Tells all of an outcome.
fn conclude(
    console: &Console,
    watchdog: &Watchdog,
    problem: &Problem,
    task: Option<&Task>,
    mut checked: Checked,
) -> Result<Status> {
    let (args, program, outcome) = (&problem.args, &*problem.program, &mut checked.outcome);
    let found = Found {
        properties: &outcome.report.properties,
        error_function: problem.explicit.machine.error_function.as_deref(),
        is_bounded: outcome.report.scope.is_bounded(),
    };
    outcome.task = task.map(|task| Comparison::new(task, &found));
    let is_rejected = outcome.is_rejected();
    let contradictions: Vec<_> = outcome.task.iter().flat_map(Comparison::contradictions).collect();
    let status = match watchdog.signalled().filter(|_| outcome.is_cancelled()) {
        Some(status) if !is_rejected && contradictions.is_empty() => status,
        _ => outcome.status(),
    };
    let target = args.target();
    let rows = [Row { target: &target, outcome: Ok(outcome) }];
    let (told, verdict) = match args.format {
        Format::Text => {
            let detail = if console.is_verbose() { Detail::All } else { Detail::Usual };
            let report = text::report(outcome, detail);
            let report = if console.is_result_coloured() { text::paint(&report) } else { report };
            (args.outputs.annotations(&rows) + &report, Some(outcome.verdict()))
        }
        Format::Json => (outcome.json(), None),
    };
    watchdog.tell(console, status, &told, verdict.as_deref())?;
    // The verdict stands, whatever becomes of the files.
    if let Err(error) = args.outputs.write(&rows) {
        console.error(&format!("{error:#}"));
    }
    if let Err(error) = args.keep(console, program, &checked.machine, checked.outcome.findings.first()) {
        console.error(&format!("{error:#}"));
    }
    if let Err(error) = keep_known(console, args, &checked.outcome) {
        console.error(&format!("{error:#}"));
    }
    if let Err(error) = witness::keep(console, problem, &checked) {
        console.error(&format!("{error:#}"));
    }
    if let Err(error) = keep_proof(console, problem, &checked) {
        console.error(&format!("{error:#}"));
    }
    if is_rejected {
        let message = "what an earlier run recorded does not hold for this program: this run did without it";
        crash::report(console, message);
    } else {
        contradictions.iter().for_each(|contradiction| console.error(contradiction));
    }
    checked.left.finish(console, watchdog.limits());
    Ok(status)
}

/// Brings the list of known violations up to date, if that is asked for.
fn keep_known(console: &Console, args: &CheckArgs, outcome: &Outcome) -> Result<()> {
    let (Some(file), true) = (&args.common.known, args.common.update_known) else { return Ok(()) };
    let (file, before) = (args.root.join(file), args.known()?.unwrap_or_default());
    let added: BTreeSet<Known> = outcome.report.violations.iter().map(Known::of).collect();
    let added: Vec<Known> = added.into_iter().collect();
    let fixed = outcome.known.iter().filter(|(_, fate)| *fate == Fate::Fixed).map(|(known, _)| known.clone());
    let fixed: Vec<Known> = fixed.collect();
    if added.is_empty() && fixed.is_empty() {
        return Ok(());
    }
    before.updated(&added, &fixed).write(&file)?;
    console.inform(&format!("{}: {} added, {} taken out", file.display(), added.len(), fixed.len()));
    Ok(())
}

/// Writes the proof to the file that it is asked for in: of all properties or not at all.
fn keep_proof(console: &Console, problem: &Problem, checked: &Checked) -> Result<()> {
    let Some(file) = &problem.args.predicate.proof else { return Ok(()) };
    let outcome = &checked.outcome;
    let is_proved = |property: &Property| outcome.by_predicates.contains(property);
    let properties = || outcome.report.properties.iter().map(|(property, _)| *property);
    let is_true = outcome.verdict() == "true" && properties().all(|it| is_proved(&it));
    if !is_true {
        console.warning(&format!("there is no proof of all properties: {} is not written", file.display()));
        return Ok(());
    }
    SavedProof::new(&problem.program, &problem.predicate, properties(), &checked.proofs).write(file)
}

/// A saved run is of files that may have other names by now.
fn check_files(args: &CheckArgs, saved: &SavedTrace) -> Result<()> {
    if let Some(file) = args.files.iter().find(|file| !file.exists()) {
        let (file, of_what) = (file.display(), saved.of_what());
        bail!("there is no {file}: the run was saved for {of_what}; give the files as they are called now");
    }
    Ok(())
}

impl Outcome {
    /// Whether a record of an earlier run was found not to hold, which is an error of ours.
    pub fn is_rejected(&self) -> bool {
        self.explicit.as_ref().is_some_and(|(_, ledger)| ledger.is_rejected)
    }

    /// Whether somebody stopped the search.
    pub fn is_cancelled(&self) -> bool {
        self.report.obstacles.iter().any(|obstacle| obstacle.reason == Unknown::Cancelled)
    }

    pub fn status(&self) -> Status {
        let report = &self.report;
        let is_proved = report.properties.iter().all(|(_, verdict)| *verdict == Verdict::True);
        match () {
            () if self.is_rejected() => Status::Internal,
            () if self.task.iter().flat_map(Comparison::contradictions).next().is_some() => {
                Status::Contradicted
            }
            () if !report.violations.is_empty() => Status::Violated,
            () if is_proved => Status::Success,
            () => Status::Unknown,
        }
    }
}
