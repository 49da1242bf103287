//! Counterexamples in files: the choices of a path, with what they mean anything for.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, bail};
use cfa::address::Addresses;
use cfa::program::{Function, FunctionId};
use cfa::{DataModel, Program};
use machine::explore::{self, Choice};
use machine::number::Placement;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use verdict::Property;

use crate::quantity::some_names;
use crate::source_args::SavedCalls;

/// 2: the options of inputs stand for other values than before.
const VERSION: u32 = 2;

/// A path of a program, as it is written to a file.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedTrace {
    /// The version of the format.
    evercheck_trace: u32,
    /// Stands for all that the program does.
    program: String,
    /// What the program's files and functions are called, by which another revision of it is known.
    #[serde(default)]
    files: Vec<String>,
    #[serde(default)]
    functions: Vec<String>,
    property: String,
    fault: String,
    malloc_may_fail: bool,
    spurious_wakeups: bool,
    keeps_variables: bool,
    #[serde(default)]
    counts_heap: bool,
    por: bool,
    #[serde(default)]
    postpones: bool,
    nondet_range: Option<(String, String)>,
    error_function: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    arguments: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock_steps: Option<u32>,
    /// Objects lie where one layout has them.
    #[serde(default)]
    has_fixed_addresses: bool,
    /// Where runs begin, if not in main.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calls: Option<SavedCalls>,
    /// The results of inputs, in order, if they are given rather than chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    given: Option<Vec<(String, String)>>,
    /// Thread, `:option` unless it is 0, `*count` if it is made several times in a row.
    choices: String,
}

/// Writes what is to be read back.
pub fn write(file: &Path, saved: &impl Serialize) -> Result<()> {
    let mut text = serde_json::to_string_pretty(saved)?;
    text.push('\n');
    std::fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}

/// Reads what was written: a `trace` has its version at `evercheck_trace`.
pub fn read<T: DeserializeOwned>(file: &Path, what: &str, expected: u32) -> Result<T> {
    let name = file.display();
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    let value: serde_json::Value =
        serde_json::from_str(&text).with_context(|| format!("{name} is no saved {what}"))?;
    match value[format!("evercheck_{what}")].as_u64() {
        Some(version) if version == u64::from(expected) => {}
        Some(version) => bail!("{name} is of version {version}, not {expected}"),
        None => bail!("{name} is no saved {what}"),
    }
    serde_json::from_value(value).with_context(|| format!("{name} is damaged"))
}

impl SavedTrace {
    pub fn new(
        program: &Program,
        options: &explore::Options,
        property: Property,
        fault: &str,
        path: &[Choice],
    ) -> SavedTrace {
        SavedTrace {
            evercheck_trace: VERSION,
            program: fingerprint(program),
            files: files(program),
            functions: functions(program),
            property: property.name().to_string(),
            fault: fault.to_string(),
            malloc_may_fail: options.malloc_may_fail,
            spurious_wakeups: options.spurious_wakeups,
            keeps_variables: options.keeps_variables,
            counts_heap: options.counts_heap,
            por: options.is_reduced,
            postpones: options.postpones,
            nondet_range: options.nondet_range.map(|(low, high)| (low.to_string(), high.to_string())),
            error_function: options.error_function.clone(),
            arguments: options.arguments.clone(),
            clock_steps: options.clock_steps,
            has_fixed_addresses: options.placement == Placement::Fixed,
            calls: SavedCalls::of(program),
            given: options
                .given
                .as_ref()
                .map(|given| given.iter().map(|(name, value)| (name.clone(), value.to_string())).collect()),
            choices: encode(path),
        }
    }

    pub fn write(&self, file: &Path) -> Result<()> {
        write(file, self)
    }

    pub fn read(file: &Path) -> Result<SavedTrace> {
        read(file, "trace", VERSION)
    }

    pub fn property(&self) -> Result<Property> {
        let found = Property::ALL.into_iter().find(|property| property.name() == self.property);
        found.with_context(|| format!("unknown property {:?}", self.property))
    }

    pub fn options(&self) -> Result<explore::Options> {
        let number = |text: &str| text.parse::<i128>().with_context(|| format!("not a number: {text:?}"));
        let nondet_range = match &self.nondet_range {
            Some((low, high)) => Some((number(low)?, number(high)?)),
            None => None,
        };
        let given = match &self.given {
            Some(given) => {
                let pairs = given.iter().map(|(name, value)| Ok((name.clone(), number(value)?)));
                Some(pairs.collect::<Result<Vec<_>>>()?.into())
            }
            None => None,
        };
        Ok(explore::Options {
            given,
            malloc_may_fail: self.malloc_may_fail,
            spurious_wakeups: self.spurious_wakeups,
            is_reduced: self.por,
            postpones: self.postpones,
            nondet_range,
            keeps_variables: self.keeps_variables,
            counts_heap: self.counts_heap,
            error_function: self.error_function.clone(),
            arguments: self.arguments.clone(),
            clock_steps: self.clock_steps,
            placement: if self.has_fixed_addresses { Placement::Fixed } else { Placement::Any },
            ..explore::Options::default()
        })
    }

    pub fn path(&self) -> Result<Vec<Choice>> {
        decode(&self.choices, MOST).context("the choices are damaged")
    }

    pub fn is_of(&self, program: &Program) -> bool {
        self.program == fingerprint(program)
    }

    /// Whether a program cannot be a revision of the one that the trace was saved for: it does something else, and no
    /// file and no function of it is called the same. Traces of older versions do not say what theirs are called.
    pub fn is_of_another(&self, program: &Program) -> bool {
        let shares = |ours: &[String], theirs: &[String]| ours.iter().any(|name| theirs.contains(name));
        !self.files.is_empty()
            && !shares(&self.files, &files(program))
            && !shares(&self.functions, &functions(program))
            && !self.is_of(program)
    }

    /// What the program is called by that the trace was saved for.
    pub fn of_what(&self) -> String {
        match (some_names(&self.files), some_names(&self.functions)) {
            (None, _) => "a program that it does not name".into(),
            (Some(files), None) => files,
            (Some(files), Some(functions)) => format!("{files} (with {functions})"),
        }
    }
}

/// The files that code is in, without their folders.
fn files(program: &Program) -> Vec<String> {
    let names = with_code(program).filter_map(|function| {
        let path = Path::new(program.file(function.pos.file));
        Some(path.file_name()?.to_string_lossy().into_owned())
    });
    names.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The functions that the program defines, but for `main`, which all have.
fn functions(program: &Program) -> Vec<String> {
    let names = with_code(program).map(|function| function.source_name.clone()).filter(|name| name != "main");
    names.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The functions that some run may come to: what headers define besides is the same in all programs.
fn with_code(program: &Program) -> impl Iterator<Item = &Function> {
    let addresses = Addresses::of(program);
    let ids = (0..program.functions.len() as u32).map(FunctionId);
    let reached = ids.filter(move |&id| addresses.is_function_reached(id)).map(|id| program.function(id));
    reached.filter(|function| function.body.is_some())
}

/// The fingerprint of `main` covers all that it calls.
fn fingerprint(program: &Program) -> String {
    let main = program.main.map(|main| program.function(main).name.as_str());
    let report = cfa::fragment_report(program);
    let found = report.iter().find(|it| it.kind == "procedure" && Some(it.name.as_str()) == main);
    let model = match program.model {
        DataModel::Lp64 => "lp64",
        DataModel::Ilp32 => "ilp32",
    };
    let hash: String = found.map_or_else(String::new, |it| crate::fingerprints::hex(&it.global));
    format!("{hash}-{model}")
}

pub fn encode(path: &[Choice]) -> String {
    let mut words = Vec::new();
    for run in path.chunk_by(|a, b| a == b) {
        let mut word = run[0].thread.to_string();
        if run[0].option > 0 {
            word.push_str(&format!(":{}", run[0].option));
        }
        if run.len() > 1 {
            word.push_str(&format!("*{}", run.len()));
        }
        words.push(word);
    }
    words.join(" ")
}

/// More choices than this are no path of ours.
const MOST: usize = 1 << 30;

/// At most so many choices.
pub fn decode(text: &str, most: usize) -> Option<Vec<Choice>> {
    let mut path = Vec::new();
    for word in text.split_whitespace() {
        let (choice, count) = word.split_once('*').unwrap_or((word, "1"));
        let (thread, option) = choice.split_once(':').unwrap_or((choice, "0"));
        let choice = Choice { thread: thread.parse().ok()?, option: option.parse().ok()? };
        let count = count.parse::<usize>().ok().filter(|count| *count <= most - path.len())?;
        path.extend(std::iter::repeat_n(choice, count));
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_written_short_and_read_back() {
        let choice = |thread, option| Choice { thread, option };
        let path = [choice(0, 0), choice(0, 0), choice(1, 3), choice(0, 0), choice(2, 1), choice(2, 1)];
        assert_eq!(encode(&path), "0*2 1:3 0 2:1*2");
        assert_eq!(decode(&encode(&path), 8).as_deref(), Some(&path[..]));
        assert_eq!(decode("", 0), Some(Vec::new()));
        assert_eq!(decode("0*2 1:3 0*4", 6), None, "too many");
        for damaged in ["x", "1:", "1*", "-1", "1*99999999999999", "1:2:3"] {
            assert_eq!(decode(damaged, MOST), None, "{damaged}");
        }
    }
}
