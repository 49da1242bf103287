//! What is checked when a file is saved: the targets of its project that it is a part of, or the file by itself.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Parser;

use crate::check::given::Handed;
use crate::command::check::targets;
use crate::job::Job;
use crate::{argv, project};
use project::Project;

/// What a check may take if nobody has said so: an editor is not waited for.
const TIME_LIMIT: &str = "--time-limit=60s";

/// By what a target is known: the folder of its project, or of the file, and its name.
pub type Key = (PathBuf, String);

/// What is to be checked, or why it cannot be.
#[derive(Clone, Debug)]
pub struct Plan {
    pub key: Key,
    pub job: Result<Job, String>,
    /// A file for itself, of no project.
    pub is_single: bool,
}

impl Plan {
    /// The C files of the program.
    pub fn files(&self) -> Vec<PathBuf> {
        let files = self.job.iter().flat_map(|job| &job.sources.files);
        files.map(|file| self.key.0.join(file)).collect()
    }
}

/// Options of `evercheck check` as words that are known to be right.
pub fn options(words: &[String]) -> Result<Vec<String>, String> {
    #[derive(Parser)]
    #[command(name = "check", no_binary_name = true, disable_help_flag = true)]
    struct Line {
        #[command(flatten)]
        options: Handed,
    }
    let words = argv::normalise(words.iter().map(Into::into));
    let line = Line::try_parse_from(words).map_err(|error| error.render().to_string());
    line.map(|line| line.options.0).map_err(|error| error.lines().next().unwrap_or_default().to_string())
}

/// The targets of the project that a file is in, and none if it is in none.
pub fn of_project(file: &Path, options: &[String]) -> Result<Vec<Plan>, String> {
    let Some(folder) = file.parent() else { return Ok(Vec::new()) };
    let Some(project) = Project::around(folder).map_err(|error| format!("{error:#}"))? else {
        return Ok(Vec::new());
    };
    let plan = |target: &project::Target| {
        let job = targets::job(&project, target, options).map_err(|error| format!("{error:#}"));
        Plan { key: (project.root.clone(), target.name.clone()), job: job.map(prepared), is_single: false }
    };
    Ok(project.targets.iter().map(plan).collect())
}

/// A file as a program of its own.
pub fn of_file(file: &Path, options: &[String]) -> Option<Plan> {
    let (folder, name) = (file.parent()?, file.file_name()?.to_string_lossy().into_owned());
    let job = Job::new(name.clone()).below(folder).file(&name).options(options.iter().cloned());
    Some(Plan { key: (folder.to_path_buf(), name), job: Ok(prepared(job)), is_single: true })
}

/// With what an editor shows, and a limit.
fn prepared(job: Job) -> Job {
    let has = |name: &str| job.options.iter().any(|word| word.split('=').next() == Some(name));
    let mut own = Vec::new();
    if !has("--invariants") {
        own.push("--invariants");
    }
    if !has("--time-limit") && !has("--cpu-limit") {
        own.push(TIME_LIMIT);
    }
    job.options(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_those_of_check() {
        let words = |line: &str| line.split(' ').map(String::from).collect::<Vec<_>>();
        assert_eq!(options(&words("--depth 3 -DX")), Ok(words("--depth=3 -DX")));
        assert!(options(&words("--depht 3")).unwrap_err().contains("--depht"));
        assert!(options(&words("--sarif x")).is_err(), "nothing is written");
        assert!(options(&words("a.c")).is_err());
        let plan = of_file(Path::new("/p/a.c"), &words("--cpu-limit=3s")).unwrap();
        assert_eq!(plan.job.unwrap().options, ["--cpu-limit=3s", "--invariants"]);
    }
}
