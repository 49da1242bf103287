//! A configuration for a project as it was found: what `init` writes, and what is checked where there is none.

use std::fmt::Write as _;

use super::discover::{Callable, Found, Survey};

/// Functions of a library that get a target each.
const FUNCTIONS: usize = 12;

const HEAD: &str = "\
# What Evercheck checks in this project: `evercheck check`, or `evercheck check TARGET`.
#
# A target is a program: `sources` are its files (`*` and `?` within a name, `**` for folders, `!` in front of what is left
# out), `drivers` those that were written for checks. `flags` are the preprocessor's. Every option of `evercheck check` can
# stand here under its name: property, except, engine, nondet-range, depth, args, time-limit, memory-limit, ...
";

/// The text of an `evercheck.toml`; none if there is nothing to check.
pub fn configuration(survey: &Survey) -> Option<String> {
    if survey.programs.is_empty() && survey.library.is_empty() {
        return None;
    }
    let mut text = String::from(HEAD);
    for found in &survey.programs {
        let target = of_program(survey, found);
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
        text.push_str(&of_library(survey));
    } else if is_all_trouble {
        text.push_str("\n# No program could be read as it is: a first one to begin with.\n");
        let first = &survey.programs[0];
        text.push_str(&target(survey, first, &[], &first.files));
    }
    if let (Some(first), false) = (survey.functions.first(), survey.programs.is_empty()) {
        let files = survey.library.join(", ");
        let _ = writeln!(
            text,
            "\n# In no program: {files}. Calls of a function are checked so, with any arguments:\n#"
        );
        of_function(survey, first).lines().for_each(|line| text.push_str(&format!("# {line}\n")));
    }
    Some(text)
}

/// A target for a program.
pub fn of_program(survey: &Survey, found: &Found) -> String {
    let drivers = usize::from(found.is_driver);
    target(survey, found, &found.files[..drivers], &found.files[drivers..])
}

/// A target for each function that a library has for others.
fn of_library(survey: &Survey) -> String {
    let mut text = String::from(OF_LIBRARY);
    for function in survey.functions.iter().take(FUNCTIONS) {
        text.push('\n');
        text.push_str(&of_function(survey, function));
    }
    if survey.functions.is_empty() {
        text.push('\n');
        text.push_str(&target(survey, &all(survey, "library"), &[], &survey.library));
    }
    if survey.functions.len() > FUNCTIONS {
        let more: Vec<&str> = survey.functions[FUNCTIONS..].iter().map(|it| it.name.as_str()).collect();
        let _ = writeln!(text, "\n# There are more: {}", more.join(", "));
    }
    text
}

/// All files that are in no program.
fn all(survey: &Survey, name: &str) -> Found {
    let (files, flags) = (survey.library.clone(), survey.flags.clone());
    Found { name: name.to_string(), files, is_driver: false, flags, trouble: None }
}

fn of_function(survey: &Survey, function: &Callable) -> String {
    let Callable { name, number, has_pointer } = function;
    let mut text = target(survey, &all(survey, name), &[], &survey.library);
    let _ = writeln!(text, "function = {name:?}");
    if let Some(number) = number {
        let example = format!("# assume = [\"{number} <= 4\"]");
        let _ = writeln!(text, "{example:32} # other calls do not count");
    }
    if *has_pointer {
        text.push_str(
            "# elements = 4                   # pointers lead to arrays of so many, not to one object\n",
        );
    }
    text
}

const OF_LIBRARY: &str = "\
#
# No file has a `main`, so each target checks calls of one function with any arguments. A driver, a C file with a `main`
# that calls several of them with what evercheck_choose and the like from evercheck.h choose, checks them together.
";

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
