//! The targets of a project: which are meant, and what came of each.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use serde_json::{Value, json};

use crate::check::args::CheckArgs;
use crate::console::Console;
use crate::failure::Failure;
use crate::format::Format;
use crate::git::{Ranges, Repository};
use crate::job::Job;
use crate::project::{NAME, Project, Settings, Target, WorkTree};
use crate::quantity::some_names;
use crate::report::summary::Summary;
use crate::report::table::{Align, table};
use crate::report::{Row, json, text};
use crate::status::Status;
use crate::worker::{Answer, Done, Foreman, worst};

/// The jobs of the targets that a command line names, of all, or of those in a folder or a `compile_commands.json` that it
/// names; nothing if it names files.
pub fn jobs(console: &Console, args: &CheckArgs) -> Result<Option<(Project, Vec<Job>)>> {
    if let [path] = args.files.as_slice()
        && let Some(project) = elsewhere(console, path)?
    {
        let jobs = of_targets(&project, &[], args)?;
        return Ok(Some((project, jobs)));
    }
    let is_file = |file: &PathBuf| file.exists() && !file.is_dir() || file.components().count() > 1;
    if args.files.iter().any(is_file) {
        return Ok(None);
    }
    let project = match Project::find()? {
        Some(project) => project,
        None if !args.files.is_empty() => return Ok(None),
        None => bail!(
            "there are no files to check, and there is no {NAME} here or above in the repository: name some, or let \
             `evercheck init` write one"
        ),
    };
    let names: Vec<String> = args.files.iter().map(|name| name.display().to_string()).collect();
    let is_target = |name: &String| project.targets.iter().any(|target| target.name == *name);
    if let Some(name) = names.iter().find(|name| !is_target(name)) {
        bail!("there is no file {name}, and {NAME} has no such target{}", project.suggestion(name));
    }
    let jobs = of_targets(&project, &names, args)?;
    Ok(Some((project, jobs)))
}

/// The project that a path stands for: a folder that is no target, or a `compile_commands.json`.
fn elsewhere(console: &Console, path: &Path) -> Result<Option<Project>> {
    let (project, rest) = match () {
        () if path.is_dir() => {
            let is_target = |it: &Target| path == Path::new(&it.name);
            if Project::find()?.is_some_and(|project| project.targets.iter().any(is_target)) {
                return Ok(None);
            }
            Project::in_folder(path)?
        }
        () if path.is_file() && path.file_name().is_some_and(|name| name == "compile_commands.json") => {
            Project::of_commands(path)?
        }
        () => return Ok(None),
    };
    if let Some(rest) = rest {
        let names: Vec<&str> = project.targets.iter().map(|target| target.name.as_str()).collect();
        let names = some_names(&names).unwrap_or_default();
        let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
        let rest = some_names(&rest).map_or(String::new(), |rest| format!("; no program needs {rest}"));
        console.inform(&format!(
            "{} has no {NAME}: checking what `evercheck init` would propose, which is {names}{rest}",
            path.display()
        ));
    }
    Ok(Some(project))
}

fn of_targets(project: &Project, names: &[String], args: &CheckArgs) -> Result<Vec<Job>> {
    project.targets(names)?.into_iter().map(|target| job(project, target, &args.given.words)).collect()
}

/// The job of a target in the work tree, with the options of the command line.
pub fn job(project: &Project, target: &Target, given: &[String]) -> Result<Job> {
    let settings = if target.when.is_empty() { target.settings.clone() } else { settings(project, target)? };
    target.job(&settings, &WorkTree(&project.root), &project.root, given)
}

/// What is to be checked in the work tree counts as the commit that it is of.
fn settings(project: &Project, target: &Target) -> Result<Settings> {
    let repository = Repository::around(&project.root)?;
    match repository.head() {
        Some(head) => target.settings_at(&head, &mut Ranges::of(&repository)),
        None => Ok(target.settings.clone()),
    }
}

/// Checks several targets, one after the other or, with `--jobs`, some side by side. They are told in their order.
pub fn run(console: &Console, args: &CheckArgs, jobs: &[Job]) -> Result<Status, Failure> {
    let outputs = [
        &args.save_trace,
        &args.harness,
        &args.replay,
        &args.witness,
        &args.witness_in,
        &args.predicate.proof,
    ];
    if outputs.iter().any(|output| output.is_some()) || args.common.update_known {
        let several = "--save-trace, --replay, --harness, --witness, --witness-in, --proof and --update-known are for one target";
        return Err(Failure::Usage(several.into()));
    }
    for job in jobs {
        job.args()?.check_outputs()?;
    }
    let workers = args.explicit.jobs.unwrap_or(1).min(jobs.len());
    let is_of_workers = |word: &String| workers > 1 && word.starts_with("--jobs");
    // Side by side, each target has one worker.
    let one = |job: Job| if workers > 1 { job.without(is_of_workers).options(["--jobs=1"]) } else { job };
    let jobs: Vec<Job> = jobs.iter().cloned().map(one).collect();
    let foreman = if workers > 1 { Foreman::patient(console)? } else { Foreman::new(console)? };
    let all = foreman.run_all(&jobs, workers, |job, done| {
        console.inform(&format!("target {}", job.target));
        console.raw(&done.said);
        match args.format {
            Format::Text => {
                console.result(args.outputs.annotations(&[row(job, done)]))?;
                tell(console, job, done)
            }
            Format::Json => console.result(format!("{}\n", value(job, done))),
        }
    })?;
    if let Some(status) = foreman.signalled() {
        return Ok(status);
    }
    if args.format == Format::Text {
        console.result(rows(&all))?;
    }
    let told = Vec::from_iter(all.iter().map(|(job, done)| row(job, done)));
    args.outputs.write(&told)?;
    Ok(Status::Several(worst(all.iter().map(|(_, done)| done.code()))))
}

fn row<'a>(job: &'a Job, done: &'a Done) -> Row<'a> {
    Row { target: &job.target, outcome: done.told() }
}

fn tell(console: &Console, job: &Job, done: &Done) -> Result<()> {
    // Why there is none, the process itself has said.
    let Some(outcome) = done.outcome() else { return Ok(()) };
    let report = outcome.text();
    let report = if console.is_result_coloured() { text::paint(&report) } else { report };
    console.result(format!("{}:\n{report}\n", job.target))
}

fn value(job: &Job, done: &Done) -> Value {
    let mut value = match &done.answer {
        Answer::Outcome(outcome) => json::value(outcome),
        Answer::Failed { message, .. } => json::errors_value(&[json::error(message, None)]),
    };
    value["target"] = json!(job.target);
    value
}

fn rows(all: &[(&Job, Done)]) -> String {
    let mut rows = vec![["target", "verdict", "executed", "reused", "time"].map(String::from)];
    for (job, done) in all {
        let summary = done.outcome().map(Summary::of);
        rows.push([
            job.target.clone(),
            done.verdict(),
            summary.as_ref().map_or("-".into(), |it| it.executed.to_string()),
            summary.as_ref().map_or("-".into(), Summary::reused),
            format!("{:.2} s", done.wall.as_secs_f64()),
        ]);
    }
    table([Align::Left, Align::Left, Align::Right, Align::Right, Align::Right], &rows)
}
