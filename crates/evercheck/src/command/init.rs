//! `evercheck init`: a first `evercheck.toml` of a project.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;

use crate::console::Console;
use crate::project::discover::{Found, Survey, survey};
use crate::project::{NAME, Project};
use crate::quantity::counted;
use crate::status::Status;

/// Look at the project in the current folder, and write an evercheck.toml for it
///
/// Every C file with a `main` becomes a target, with the files that it needs. Flags come from a compile_commands.json, if
/// there is one below the folder; else folders of headers are guessed. A project without any `main` gets a driver to be
/// filled in, verify/driver.c. Nothing is overwritten, and nothing is run but the preprocessor.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct InitArgs {}

const EXAMPLES: &str = "\
Examples:
  evercheck init
  evercheck check                  all targets of the new file

Exit status:
  0  evercheck.toml was written
  2  there is one already, or there is no C file";

const DRIVER: &str = "verify/driver.c";

pub fn run(console: &Console, _: &InitArgs) -> Result<Status> {
    let root = std::env::current_dir()?.canonicalize()?;
    if root.join(NAME).symlink_metadata().is_ok() {
        bail!("there is an {NAME} already");
    }
    let survey = survey(&root).map_err(|error| anyhow!(error))?;
    if survey.programs.is_empty() && survey.library.is_empty() {
        bail!("there is no C file here or below");
    }
    let is_without_main = survey.programs.is_empty();
    if is_without_main {
        write_driver(&root)?;
    }
    let text = text(&survey);
    // What does not read again is a bug of ours, to be noticed here.
    Project::parse(&root, &text)?;
    std::fs::write(root.join(NAME), text).with_context(|| format!("cannot write {NAME}"))?;
    let targets =
        survey.programs.iter().filter(|it| it.trouble.is_none()).count().max(usize::from(is_without_main));
    console.result(format!("{NAME}: {}\n", counted(targets as u64, "target")))?;
    for Found { name, trouble, .. } in &survey.programs {
        if let Some(trouble) = trouble {
            console.warning(&format!("{name} cannot be read and is commented out: {trouble}"));
        }
    }
    if is_without_main {
        console.inform(&format!("no file has a function main: {DRIVER} has one, to be filled in"));
    }
    if survey.compile_commands.is_none() && root.join("CMakeLists.txt").is_file() {
        console.inform(
            "flags are guessed; `cmake -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON` tells what they are",
        );
    }
    console.inform("next: evercheck check");
    Ok(Status::Success)
}

fn write_driver(root: &Path) -> Result<()> {
    let file = root.join(DRIVER);
    if file.symlink_metadata().is_ok() {
        return Ok(());
    }
    std::fs::create_dir_all(root.join("verify"))
        .and_then(|()| std::fs::write(file, TEMPLATE))
        .with_context(|| format!("cannot write {DRIVER}"))
}

const TEMPLATE: &str = "\
#include <assert.h>
#include <evercheck.h>

/* Calls what is to be checked, with inputs that Evercheck chooses, for example:

       int n = evercheck_choose(0, 3);
       struct list *list = list_new();
       for (int i = 0; i < n; i++)
           list_push(list, i);
       assert(list_length(list) == n);
       list_free(list);

   Every run is explored, for every choice, and every access of memory is checked. */
int main(void)
{
    return 0;
}
";

const HEAD: &str = "\
# What Evercheck checks in this project: `evercheck check`, or `evercheck check TARGET`.
#
# A target is a program: `sources` are its files (`*` and `?` within a name, `**` for folders, `!` in front of what is left
# out), `drivers` those that were written for checks. `flags` are the preprocessor's. Every option of `evercheck check` can
# stand here under its name: property, except, engine, nondet-range, depth, args, time-limit, memory-limit, ...
";

fn text(survey: &Survey) -> String {
    let mut text = String::from(HEAD);
    for found in &survey.programs {
        let (drivers, sources) = match found.is_driver {
            true => (found.files.get(..1), &found.files[1..]),
            false => (None, &found.files[..]),
        };
        let target = target(survey, found, drivers.unwrap_or_default(), sources);
        text.push('\n');
        match &found.trouble {
            None => text.push_str(&target),
            Some(trouble) => {
                let _ = writeln!(text, "# {}", trouble.replace('\n', " "));
                target.lines().for_each(|line| text.push_str(&format!("# {line}\n")));
            }
        }
    }
    let is_all_trouble = survey.programs.iter().all(|it| it.trouble.is_some());
    if survey.programs.is_empty() {
        let all = Found {
            name: "driver".into(),
            files: survey.library.clone(),
            is_driver: true,
            flags: Vec::new(),
            trouble: None,
        };
        text.push('\n');
        text.push_str(&target(survey, &all, &[DRIVER.to_string()], &survey.library));
    } else if is_all_trouble {
        text.push_str("\n# No program could be read as it is: a first one to begin with.\n");
        let first = &survey.programs[0];
        text.push_str(&target(survey, first, &[], &first.files));
    }
    text
}

fn target(survey: &Survey, found: &Found, drivers: &[String], sources: &[String]) -> String {
    let list = |items: &[String]| {
        let quoted: Vec<String> = items.iter().map(|item| format!("{item:?}")).collect();
        format!("[{}]", quoted.join(", "))
    };
    let mut text =
        format!("[target.{:?}]\n", found.name).replace("[target.\"", "[target.").replace("\"]\n", "]\n");
    if found.name.contains('.') {
        text = format!("[target.\"{}\"]\n", found.name);
    }
    if !drivers.is_empty() {
        let _ = writeln!(text, "drivers = {}", list(drivers));
    }
    if !sources.is_empty() {
        let _ = writeln!(text, "sources = {}", list(sources));
    }
    if let Some(path) = &survey.compile_commands {
        let _ = writeln!(text, "compile-commands = {path:?}");
    }
    if !found.flags.is_empty() {
        let _ = writeln!(text, "flags = {}", list(&found.flags));
    }
    text.push_str("time-limit = \"60s\"\n");
    text.push_str("# args = \"none\"                  # the program is run without arguments\n");
    text.push_str("# nondet-range = \"-10..10\"       # wide inputs have these values only\n");
    text
}
