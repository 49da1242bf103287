//! `compile_commands.json`, as CMake, Meson and Bear write it: which files there are, and with which flags they are read.

use std::path::Path;

use serde::Deserialize;

use super::flags::{self, Base};
use super::inside::inside;
use super::limited;
use crate::argv;

/// More than any project has.
const MOST_BYTES: u64 = 64 << 20;

#[derive(Deserialize)]
struct Entry {
    directory: String,
    file: String,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// A file of the project, and the options to read it with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    pub file: String,
    pub options: Vec<String>,
}

/// The C files of a `compile_commands.json` at a path of the project.
pub fn read(root: &Path, path: &str) -> Result<Vec<Unit>, String> {
    let text = limited(&root.join(path), MOST_BYTES)?;
    let entries: Vec<Entry> = serde_json::from_slice(&text).map_err(|error| format!("{path}: {error}"))?;
    let mut units: Vec<Unit> = Vec::new();
    for entry in entries {
        if !entry.file.ends_with(".c") && !entry.file.ends_with(".i") {
            continue;
        }
        let unit = entry.unit(root).map_err(|error| format!("{path}: {}: {error}", entry.file))?;
        // A file that is compiled several times is read as it is the first time.
        if !units.iter().any(|it| it.file == unit.file) {
            units.push(unit);
        }
    }
    Ok(units)
}

impl Entry {
    fn unit(&self, root: &Path) -> Result<Unit, String> {
        let from = inside(root, "", &self.directory)?;
        let words = match (&self.arguments, &self.command) {
            (Some(words), _) => words.clone(),
            (None, Some(command)) => argv::split(command)?,
            (None, None) => return Err("neither `command` nor `arguments`".into()),
        };
        // The compiler is ours, not the project's.
        let words: Vec<String> = words.into_iter().skip(1).collect();
        if let Some(word) = words.iter().find(|word| word.starts_with('@')) {
            return Err(format!("{word}: flags in a file of their own are not read"));
        }
        let flags = flags::sort(&words, Base { root, from: &from })?;
        Ok(Unit { file: inside(root, &from, &self.file)?, options: flags.options })
    }
}

/// How the files of a target are read.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Options of all of them.
    pub shared: Vec<String>,
    /// The preprocessor's flags of each.
    pub own: Vec<(String, Vec<String>)>,
}

/// Puts units together. Standard and word size are those of all; a file of the target that is not built, such as a driver,
/// is read with the flags that all others have in common, and looks for headers where any of them does.
pub fn together(files: &[String], units: &[Unit]) -> Result<Reading, String> {
    let is_shared = |option: &&String| option.starts_with("--std=") || option.starts_with("-m");
    let units: Vec<&Unit> = units.iter().filter(|unit| files.contains(&unit.file)).collect();
    let Some(first) = units.first() else { return Ok(Reading::default()) };
    let shared = |unit: &Unit| -> Vec<String> { unit.options.iter().filter(is_shared).cloned().collect() };
    if let Some(other) = units.iter().find(|unit| shared(unit) != shared(first)) {
        let (one, another) = (shared(first).join(" "), shared(other).join(" "));
        return Err(format!(
            "{} is built with {one:?} and {} with {another:?}: these have to be the same in a target",
            first.file, other.file
        ));
    }
    let own =
        |unit: &Unit| -> Vec<String> { unit.options.iter().filter(|it| !is_shared(it)).cloned().collect() };
    let mut common = own(first);
    common.retain(|option| units.iter().all(|unit| unit.options.contains(option)));
    for folder in units.iter().flat_map(|unit| unit.options.iter().filter(|it| it.starts_with("-I"))) {
        if !common.contains(folder) {
            common.push(folder.clone());
        }
    }
    let reading = |file: &String| {
        let unit = units.iter().find(|unit| unit.file == *file);
        (file.clone(), unit.map_or(common.clone(), |unit| own(unit)))
    };
    Ok(Reading { shared: shared(first), own: files.iter().map(reading).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(entry: &str) -> Result<Unit, String> {
        serde_json::from_str::<Entry>(entry).unwrap().unit(Path::new("/p"))
    }

    #[test]
    fn an_entry_gives_a_file_and_its_flags() {
        let entry = r#"{"directory": "/p/build", "file": "../src/a.c",
            "command": "/opt/evil -I../inc -DNAME='\"a b\"' -O2 -Wall -o a.o -c ../src/a.c"}"#;
        let options = ["-Iinc", "-DNAME=\"a b\""].map(String::from).to_vec();
        assert_eq!(unit(entry), Ok(Unit { file: "src/a.c".into(), options }));
    }

    #[test]
    fn entries_outside_the_project_are_refused() {
        for entry in [
            r#"{"directory": "/tmp", "file": "a.c", "arguments": ["cc"]}"#,
            r#"{"directory": "/p", "file": "/etc/passwd.c", "arguments": ["cc"]}"#,
            r#"{"directory": "/p", "file": "a.c", "arguments": ["cc", "@flags"]}"#,
            r#"{"directory": "/p", "file": "a.c", "arguments": ["cc", "-I/etc"]}"#,
        ] {
            assert!(unit(entry).is_err(), "{entry}");
        }
    }

    #[test]
    fn files_have_their_own_flags_and_drivers_those_of_all() {
        let words = |options: &[&str]| options.iter().map(ToString::to_string).collect::<Vec<_>>();
        let unit = |file: &str, options: &[&str]| Unit { file: file.into(), options: words(options) };
        let units = [unit("a.c", &["-DX", "-DY=1", "-Ia", "-m32"]), unit("b.c", &["-Ib", "-DX", "-m32"])];
        let files = words(&["driver.c", "a.c", "b.c"]);
        let reading = together(&files, &units).unwrap();
        assert_eq!(reading.shared, ["-m32"]);
        let own = [&["-DX", "-Ia", "-Ib"][..], &["-DX", "-DY=1", "-Ia"], &["-Ib", "-DX"]].map(words);
        assert_eq!(reading.own, files.iter().cloned().zip(own).collect::<Vec<_>>());
        assert!(together(&files, &[unit("a.c", &["-m32"]), unit("b.c", &[])]).is_err());
    }
}
