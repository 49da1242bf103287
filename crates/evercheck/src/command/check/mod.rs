//! `evercheck check`: every run of a program, state by state or by predicates.

pub mod args;
mod attempt;
mod files;
mod job;
mod outcome;
mod portfolio;
mod ranges;
mod replay;
mod schedule;

use std::sync::Arc;
use std::time::Instant;

use ::cfa::Program;
use anyhow::{Result, bail};
use verdict::{Property, Unknown, Verdict};

use self::args::{CheckArgs, Switch};
use self::attempt::Failure;
use self::job::Job;
use crate::console::Console;
use crate::covered::{Covered, Phase};
use crate::engine::Contenders;
use crate::format::Format;
use crate::report::ledger::Detail;
use crate::report::trace::Length;
use crate::report::{Outcome, json, text};
use crate::resources::Effort;
use crate::saved::SavedTrace;
use crate::saved_proof::SavedProof;
use crate::status::Status;
use crate::task::Task;
use crate::task::expectation::{Comparison, Found};
use crate::watchdog::{Bounds, Watchdog};
use crate::{crash, diagnostics};

pub fn run(console: &Console, args: &CheckArgs) -> Result<Status> {
    let ended = check(console, args);
    if let (Err(error), Format::Json) = (&ended, args.format) {
        console.result(json::errors(&[json::error(&format!("{error:#}"), None)])?.as_bytes())?;
    }
    ended
}

fn check(console: &Console, args: &CheckArgs) -> Result<Status> {
    let watchdog = &Arc::new(Watchdog::start(args.bounds(), args.covered())?);
    args.check_outputs()?;
    let (mut args, task) = args.with_task(console)?;
    args.source = args.source.calling(&args.calls);
    args.check_outputs()?;
    if args.predicate.proof.is_some() && args.predicate.certify == Switch::Off {
        bail!("--proof is of a proof that was checked: --certify off leaves none");
    }
    args.reuse.check(args.common.engine)?;
    let mut options = args.options()?;
    watchdog.arm(&mut options);
    watchdog.covered().options = options.clone();
    let saved = args.replay.as_deref().map(SavedTrace::read).transpose()?;
    if let (Some(saved), Some(file)) = (&saved, args.files.iter().find(|file| !file.exists())) {
        let (file, of_what) = (file.display(), saved.of_what());
        bail!("there is no {file}: the run was saved for {of_what}; give the files as they are called now");
    }
    let start = Instant::now();
    let program = match args.source.load_watched(&args.files, Some(watchdog))? {
        Ok(loaded) => {
            diagnostics::show_all(console, &loaded.warnings);
            Arc::new(loaded.program)
        }
        Err(error) => {
            if args.format == Format::Json {
                console.result(json::load_error(&error)?.as_bytes())?;
            }
            return Ok(diagnostics::show_load_error(console, &error));
        }
    };
    let reading = start.elapsed();
    check_names(&args, &program)?;
    if let (Some(saved), Some(file)) = (&saved, &args.replay) {
        return replay::replay(console, watchdog, &args, &program, saved, file);
    }
    (watchdog.covered().program, watchdog.covered().phase) = (program.clone(), Phase::Searching);
    let job = Arc::new(Job::new(args, program, options));
    for (option, whose) in idle(&job) {
        console.warning(&format!("{option} is for the {whose} engine, which was not taken"));
    }
    let start = Instant::now();
    let attempts = match portfolio::run(console, watchdog, &job, reading) {
        Ok(attempts) => attempts,
        Err(Failure::Usage(message)) => bail!(message),
        Err(Failure::Internal(message)) => {
            crash::report(console, &message);
            return Ok(Status::Internal);
        }
    };
    watchdog.covered().phase = Phase::Replaying;
    match outcome::of(&job, attempts, Effort::since(start)) {
        Ok(outcome) => conclude(console, watchdog, &job, task.as_ref(), outcome),
        Err(message) => {
            crash::report(console, &message);
            Ok(Status::Internal)
        }
    }
}

/// Writes the proof to the file that it is asked for in: of all properties or not at all.
fn keep_proof(console: &Console, job: &Job, outcome: &Outcome) -> Result<()> {
    let Some(file) = &job.args.predicate.proof else { return Ok(()) };
    let is_proved = |property: &Property| outcome.by_predicates.contains(property);
    let properties = || outcome.report.properties.iter().map(|(property, _)| *property);
    let is_true = outcome.report.verdict() == "true" && properties().all(|it| is_proved(&it));
    if !is_true {
        console.warning(&format!("there is no proof of all properties: {} is not written", file.display()));
        return Ok(());
    }
    SavedProof::new(&job.program, &job.predicate, properties(), &outcome.proofs).write(file)
}

/// Tells all of an outcome.
fn conclude(
    console: &Console,
    watchdog: &Watchdog,
    job: &Job,
    task: Option<&Task>,
    mut outcome: Outcome,
) -> Result<Status> {
    let (args, program) = (&job.args, &*job.program);
    let found = Found {
        properties: &outcome.report.properties,
        error_function: job.explicit.machine.error_function.as_deref(),
        is_bounded: outcome.report.scope.is_bounded(),
    };
    outcome.task = task.map(|task| Comparison::new(task, &found));
    let is_rejected = outcome.explicit.as_ref().is_some_and(|(_, ledger)| ledger.is_rejected);
    let contradictions: Vec<_> = outcome.task.iter().flat_map(Comparison::contradictions).collect();
    let status = match () {
        () if is_rejected => Status::Internal,
        () if !contradictions.is_empty() => Status::Contradicted,
        () => status(&outcome, watchdog),
    };
    let (told, verdict) = match args.format {
        Format::Text => {
            let detail = if console.is_verbose() { Detail::All } else { Detail::Usual };
            let report = text::report(program, &outcome, detail);
            let report = if console.is_result_coloured() { text::paint(&report) } else { report };
            (report, Some(outcome.report.verdict()))
        }
        Format::Json => (json::report(program, &outcome)?, None),
    };
    watchdog.tell(console, status, &told, verdict.as_deref())?;
    // The verdict stands, whatever becomes of the files.
    if let Err(error) = args.keep(console, program, &outcome.machine, outcome.findings.first()) {
        console.error(&format!("{error:#}"));
    }
    if let Err(error) = keep_proof(console, job, &outcome) {
        console.error(&format!("{error:#}"));
    }
    if is_rejected {
        let message = "what an earlier run recorded does not hold for this program: this run did without it";
        crash::report(console, message);
    } else {
        contradictions.iter().for_each(|contradiction| console.error(contradiction));
    }
    Ok(status)
}

fn status(outcome: &Outcome, watchdog: &Watchdog) -> Status {
    let report = &outcome.report;
    let is_cancelled = report.obstacles.iter().any(|obstacle| obstacle.reason == Unknown::Cancelled);
    if let Some(status) = watchdog.signalled().filter(|_| is_cancelled) {
        return status;
    }
    if !report.violations.is_empty() {
        return Status::Violated;
    }
    let is_proved = report.properties.iter().all(|(_, verdict)| *verdict == Verdict::True);
    if is_proved { Status::Success } else { Status::Unknown }
}

/// What has to be in the program.
fn check_names(args: &CheckArgs, program: &Program) -> Result<()> {
    if program.main.is_none() {
        bail!(args.source.without_main(program));
    }
    let is_there = |name: &String| program.functions.iter().any(|function| function.source_name == *name);
    if let Some(name) = args.reuse.changed.iter().find(|name| !is_there(name)) {
        bail!("--changed: the program has no function {name}");
    }
    Ok(())
}

/// Options that were given and mean nothing to the engines that take part, and whose they are.
fn idle(job: &Job) -> Vec<(String, &'static str)> {
    let of = |options: &[String], whose| options.iter().map(|it| (it.clone(), whose)).collect::<Vec<_>>();
    let args = &job.args;
    match job.contenders {
        Contenders { has_explicit: false, .. } => of(&args.given.explicit, "explicit"),
        Contenders { has_predicate: false, .. } => of(&args.given.predicate, "predicate"),
        _ => Vec::new(),
    }
}

impl CheckArgs {
    fn bounds(&self) -> Bounds {
        let limits = &self.limits;
        Bounds { wall: limits.time_limit, cpu: limits.cpu_limit, memory: limits.memory_limit }
    }

    fn covered(&self) -> Covered {
        Covered { format: self.format, ..Covered::default() }
    }

    fn length(&self) -> Length {
        if self.full_trace { Length::Full } else { Length::Abridged }
    }
}
