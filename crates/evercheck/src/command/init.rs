//! `evercheck init`: a first `evercheck.toml` of a project.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;

use crate::console::Console;
use crate::project::discover::{Found, survey};
use crate::project::{NAME, Project, propose};
use crate::quantity::counted;
use crate::status::Status;

/// Look at the project in the current folder, and write an evercheck.toml for it
///
/// Every C file with a `main` becomes a target, with the files that it needs. Flags come from a compile_commands.json, if
/// there is one below the folder; else folders of headers are guessed. In a project without any `main`, a target begins with
/// calls of a function (--function). Nothing is overwritten, and nothing is run but the preprocessor: if there is a file
/// already, targets that could be added to it are printed.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct InitArgs {}

const EXAMPLES: &str = "\
Examples:
  evercheck init
  evercheck check                  all targets of the new file

Exit status:
  0  evercheck.toml was written, or what could be added to it was printed
  2  there is one already that lacks nothing, or there is no C file";

pub fn run(console: &Console, _: &InitArgs) -> Result<Status> {
    let root = std::env::current_dir()?.canonicalize()?;
    if root.join(NAME).symlink_metadata().is_ok() {
        let Some(targets) = lacking(&root) else { bail!("there is an {NAME} already") };
        console.result(targets)?;
        console.inform(&format!(
            "there is an {NAME} already, which has no such targets: `evercheck init >> {NAME}` adds them"
        ));
        return Ok(Status::Success);
    }
    let survey = survey(&root).map_err(|error| anyhow!(error))?;
    let Some(text) = propose::configuration(&survey) else { bail!("there is no C file here or below") };
    // What does not read again is a bug of ours, to be noticed here.
    let project = Project::parse(&root, &text)?;
    std::fs::write(root.join(NAME), text).with_context(|| format!("cannot write {NAME}"))?;
    console.result(format!("{NAME}: {}\n", counted(project.targets.len() as u64, "target")))?;
    for Found { name, trouble, .. } in &survey.programs {
        if let Some(trouble) = trouble {
            console.warning(&format!("{name} cannot be read and is commented out: {trouble}"));
        }
    }
    if survey.programs.is_empty() {
        console.inform("no file has a function main: targets begin with calls of single functions");
    }
    if survey.compile_commands.is_none() && root.join("CMakeLists.txt").is_file() {
        console.inform(
            "flags are guessed; `cmake -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON` tells what they are",
        );
    }
    console.inform("next: evercheck check");
    Ok(Status::Success)
}

/// Targets that could be added to a configuration: for programs that begin in none of its files.
fn lacking(root: &Path) -> Option<String> {
    let (project, mut survey) = (Project::read(root).ok()?, survey(root).ok()?);
    for found in &mut survey.programs {
        while project.targets.iter().any(|target| target.name == found.name) {
            found.name.push('_');
        }
    }
    let is_new =
        |it: &&Found| it.trouble.is_none() && !it.files.first().is_some_and(|main| project.has(main));
    let new = survey.programs.iter().filter(is_new);
    let targets: String = new.map(|it| format!("\n{}", propose::of_program(&survey, it))).collect();
    (!targets.is_empty()).then_some(targets)
}
