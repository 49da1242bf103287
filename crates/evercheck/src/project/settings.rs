//! What a configuration can say of a target: its files, and options of `check` by the names they have there.

use std::collections::BTreeMap;
use std::path::Path;

use clap::{Arg, ArgAction, Args, Command};

use super::pattern::Pattern;
use super::{Files, select};
use crate::bundled;
use crate::check::given::Handed;

/// Options that are for who runs a check, not for the project: where things are kept, and what files are written.
const PERSONAL: [&str; 7] =
    ["store", "store-read-only", "store-timeout", "proof", "journal-interval", "changed", "update-known"];

/// Keys that are no options of the command line.
pub const OWN: [&str; 4] = ["sources", "drivers", "compile-commands", "flags"];

/// What is said of a target. What is not said is inherited.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub sources: Option<Vec<Pattern>>,
    /// Files that belong to the checks, not to the program: of a history they come from the work tree.
    pub drivers: Option<Vec<Pattern>>,
    pub compile_commands: Option<String>,
    /// As options of `check`.
    pub flags: Option<Vec<String>>,
    /// By name, the words that stand for them on the command line.
    pub options: BTreeMap<String, Vec<String>>,
}

impl Settings {
    pub fn drivers(&self) -> &[Pattern] {
        self.drivers.as_deref().unwrap_or_default()
    }

    /// The files that come from the work tree, of whatever revision the others are: drivers with their headers, models,
    /// standard input, known violations and properties in files.
    pub fn own_files(&self, files: &dyn Files) -> Result<Vec<String>, String> {
        let mut paths = select(self.drivers(), files)?;
        paths.extend(read_by(self.options.values().flatten()));
        Ok(paths)
    }

    /// These, and what others override.
    pub fn overridden(mut self, other: &Settings) -> Settings {
        let Settings { sources, drivers, compile_commands, flags, options } = other.clone();
        self.options.extend(options);
        Settings {
            sources: sources.or(self.sources),
            drivers: drivers.or(self.drivers),
            compile_commands: compile_commands.or(self.compile_commands),
            flags: flags.or(self.flags),
            options: self.options,
        }
    }
}

/// The files that options name for checks to read, besides C: models, standard input, known violations and properties.
pub fn read_by<'a>(words: impl IntoIterator<Item = &'a String>) -> impl Iterator<Item = String> {
    words.into_iter().filter_map(|word| {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let is_file = match name {
            "--model" => !bundled::is_bundled(Path::new(value)),
            "--stdin" => !value.starts_with("any:"),
            "--known" => true,
            _ => value.ends_with(".prp"),
        };
        is_file.then(|| value.to_string())
    })
}

/// The options that a configuration may set, as the command line declares them.
pub fn options() -> Vec<Arg> {
    let command = Handed::augment_args(Command::new("check"));
    let is_shared = |option: &&Arg| option.get_long().is_some_and(|name| !PERSONAL.contains(&name));
    command.get_arguments().filter(is_shared).cloned().collect()
}

/// Whether an option may be given several times.
pub fn is_list(option: &Arg) -> bool {
    matches!(option.get_action(), ArgAction::Append)
}

pub fn is_flag(option: &Arg) -> bool {
    matches!(option.get_action(), ArgAction::SetTrue)
}

/// Whether `on` and `off` are among its values.
pub fn is_switch(option: &Arg) -> bool {
    let values = option.get_possible_values();
    ["on", "off"].iter().all(|name| values.iter().any(|value| value.get_name() == *name))
}
