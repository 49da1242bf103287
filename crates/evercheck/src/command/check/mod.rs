//! `evercheck check`: every run of a program, state by state or by predicates.

pub mod args;
mod attempt;
mod files;
mod job;
mod outcome;
mod portfolio;
mod replay;
mod schedule;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use ::cfa::Program;
use anyhow::{Context, Result, bail};
use signal_hook::consts::SIGINT;
use signal_hook::flag;
use verdict::{Limits, Unknown, Verdict};

use self::args::CheckArgs;
use self::job::Job;
use crate::console::Console;
use crate::engine::Contenders;
use crate::format::Format;
use crate::report::trace::Length;
use crate::report::{Outcome, json, text};
use crate::resources::{Effort, rss_bytes};
use crate::saved::SavedTrace;
use crate::status::{INTERRUPTED, Status};
use crate::task::Task;
use crate::task::expectation::{Comparison, Found};
use crate::{crash, diagnostics};

pub fn run(console: &Console, args: &CheckArgs) -> Result<Status> {
    args.check_outputs()?;
    let (args, task) = args.with_task(console)?;
    args.check_outputs()?;
    let options = args.options()?;
    let saved = args.replay.as_deref().map(SavedTrace::read).transpose()?;
    if let (Some(saved), Some(file)) = (&saved, args.files.iter().find(|file| !file.exists())) {
        let (file, of_what) = (file.display(), saved.of_what());
        bail!("there is no {file}: the run was saved for {of_what}; give the files as they are called now");
    }
    let start = Instant::now();
    let program = match args.source.load(&args.files)? {
        Ok(loaded) => {
            diagnostics::show_all(console, &loaded.warnings);
            Arc::new(loaded.program)
        }
        Err(error) => return Ok(diagnostics::show_load_error(console, &error)),
    };
    let reading = start.elapsed();
    check_names(&args, &program)?;
    if let (Some(saved), Some(file)) = (&saved, &args.replay) {
        return replay::replay(console, &args, &program, saved, file);
    }
    // From here on an interrupt ends the search; a second one ends the process.
    let cancel = &options.limits.cancel;
    flag::register_conditional_shutdown(SIGINT, INTERRUPTED, cancel.clone())
        .and_then(|_| flag::register(SIGINT, cancel.clone()))
        .context("cannot handle interrupts")?;
    let job = Arc::new(Job::new(args, program, options));
    for (option, whose) in idle(&job) {
        console.warning(&format!("{option} is for the {whose} engine, which was not taken"));
    }
    let start = Instant::now();
    let watch = || job.args.watch(start, job.limits());
    let attempts = match portfolio::run(console, &job, reading, &watch) {
        Ok(attempts) => attempts,
        Err(message) => {
            crash::report(console, &message);
            return Ok(Status::Internal);
        }
    };
    match outcome::of(&job, attempts, Effort::since(start)) {
        Ok(outcome) => conclude(console, &job, task.as_ref(), outcome),
        Err(message) => {
            crash::report(console, &message);
            Ok(Status::Internal)
        }
    }
}

/// Tells all of an outcome.
fn conclude(console: &Console, job: &Job, task: Option<&Task>, mut outcome: Outcome) -> Result<Status> {
    let (args, program) = (&job.args, &*job.program);
    let found = Found {
        properties: &outcome.report.properties,
        error_function: job.explicit.machine.error_function.as_deref(),
        is_bounded: outcome.report.scope.is_bounded(),
    };
    outcome.task = task.map(|task| Comparison::new(task, &found));
    console.result(&match args.format {
        Format::Text => {
            let names = if console.is_verbose() { text::Names::All } else { text::Names::Count };
            let report = text::report(program, &outcome, names);
            if console.is_result_coloured() { text::paint(&report) } else { report }
        }
        Format::Json => json::report(program, &outcome)?,
    })?;
    // The verdict stands, whatever becomes of the files.
    if let Err(error) = args.keep(console, program, &outcome.machine, outcome.findings.first()) {
        console.error(&format!("{error:#}"));
    }
    if outcome.explicit.as_ref().is_some_and(|(_, ledger)| ledger.is_rejected) {
        let message = "what an earlier run recorded does not hold for this program: this run did without it";
        crash::report(console, message);
        return Ok(Status::Internal);
    }
    let contradictions: Vec<_> = outcome.task.iter().flat_map(Comparison::contradictions).collect();
    if !contradictions.is_empty() {
        contradictions.iter().for_each(|contradiction| console.error(contradiction));
        return Ok(Status::Contradicted);
    }
    Ok(status(&outcome))
}

fn status(outcome: &Outcome) -> Status {
    let report = &outcome.report;
    if report.obstacles.iter().any(|obstacle| obstacle.reason == Unknown::Cancelled) {
        return Status::Interrupted;
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
        bail!("the program has no function main");
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
    /// Raises the flags of limits that only a clock or the kernel can tell of.
    fn watch(&self, start: Instant, limits: &Limits) {
        if self.common.time_limit.is_some_and(|limit| start.elapsed() >= limit) {
            limits.deadline.store(true, Ordering::Relaxed);
        }
        if self.common.memory_limit.is_some_and(|limit| rss_bytes() >= limit) {
            limits.memory.store(true, Ordering::Relaxed);
        }
    }

    fn length(&self) -> Length {
        if self.full_trace { Length::Full } else { Length::Abridged }
    }
}
