//! C text to control-flow automata, fragments and fingerprints.
//!
//! ```
//! let program = cfa::from_text("int main(void) { int i = 0; while (i < 3) i++; return i; }").unwrap();
//! let main = program.function(program.main.unwrap());
//! assert_eq!(main.name, "main");
//! ```

pub mod address;
mod build;
mod c;
pub mod callback;
pub mod callgraph;
pub mod diagnostic;
pub mod dominators;
pub mod expr;
pub mod extent;
pub mod fingerprint;
mod fold;
pub mod fragment;
#[doc(hidden)]
pub mod fuzz;
mod input;
pub mod library;
mod link;
pub mod loops;
pub mod merkle;
mod normal;
pub mod op;
pub mod part;
pub mod passing;
pub mod print;
pub mod program;
pub mod scc;
pub mod source;
pub mod targets;
pub mod types;
pub mod verify;
pub mod view;
mod wording;

use std::any::Any;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub use c::{CHARACTERS, Calls, ENTRY};
pub use diagnostic::{Diagnostic, Error, Position, Severity};
pub use fingerprint::{FragmentReport, fragment_report};
pub use input::{Options, headers_folder};
pub use program::Program;
pub use types::DataModel;

/// The stack the front end runs on: it recurses over expressions as deep as they are nested.
const STACK_BYTES: usize = 1 << 30;

/// A program and what is to be said about it.
#[derive(Debug)]
pub struct Loaded {
    pub program: Program,
    pub warnings: Vec<Diagnostic>,
    /// What was read: BLAKE3 of names and preprocessed text, wherever headers lie.
    pub text: [u8; 32],
    /// What it was made of.
    pub units: Units,
}

/// Reads, preprocesses, parses, checks, links and lowers the units of a program.
pub fn load(files: &[PathBuf], options: &Options) -> Result<Loaded, Error> {
    read(files, options)?.load()
}

/// Reads and preprocesses the units of a program.
pub fn read(files: &[PathBuf], options: &Options) -> Result<Units, Error> {
    let read = |files: &[PathBuf]| {
        let unit = |file: &PathBuf| Ok((file.clone(), input::read(file, options)?));
        files.iter().map(unit).collect::<Result<Vec<UnitFile>, Error>>()
    };
    let mut models = read(&options.models)?;
    for (name, place) in &options.bundled {
        models.push((name.clone(), input::read(place, options)?));
    }
    let files = read(files)?;
    let mut calls = options.calls.clone();
    if let Some(calls) = calls.as_mut().filter(|calls| !calls.conditions.is_empty()) {
        // Who does not mention the function does not define it.
        let is_mentioned = |text: &[u8]| {
            !calls.function.is_empty()
                && text.windows(calls.function.len()).any(|it| it == calls.function.as_bytes())
        };
        let units = files.iter().filter(|(_, text)| is_mentioned(text));
        let expand =
            |(path, _): &UnitFile| Ok((path.clone(), input::expand(path, options, &calls.conditions)?));
        calls.expanded = units.map(expand).collect::<Result<_, Error>>()?;
    }
    Ok(Units {
        files,
        models,
        data_model: options.data_model,
        standard: options.standard.clone(),
        calls,
        is_as_written: false,
    })
}

/// The units of a program, preprocessed: all that there is to know of it, wherever it is parsed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Units {
    files: Vec<UnitFile>,
    models: Vec<UnitFile>,
    data_model: DataModel,
    standard: Option<String>,
    calls: Option<Calls>,
    /// Nothing is brought to its normal form: for tests, which compare.
    #[serde(skip)]
    is_as_written: bool,
}

impl Units {
    /// With nothing brought to its normal form: for tests, which hold that this makes no difference.
    #[doc(hidden)]
    pub fn as_written(self) -> Units {
        Units { is_as_written: true, ..self }
    }

    /// Parses, checks, links and lowers them.
    pub fn load(self) -> Result<Loaded, Error> {
        let (program, warnings) = on_large_stack(|| link_units(&self))?;
        let text = digest(self.files.iter().chain(&self.models).chain(&self.conditions()));
        Ok(Loaded { program, warnings, text, units: self })
    }

    /// A hash of them, wherever their lines stand, which says nothing of the data model, of a standard or of calls. `lasting` is what
    /// a file is called that has another name in each run.
    pub fn wording(&self, lasting: impl Fn(&str) -> &str) -> [u8; 32] {
        let conditions = self.conditions();
        let units = self.files.iter().chain(&self.models).chain(&conditions);
        wording::digest(units.map(|(path, text)| (path.as_path(), text.as_slice())), lasting)
    }

    /// The names of all files that they were made of, as far as line markers tell.
    pub fn names(&self) -> Vec<String> {
        let units = || self.files.iter().chain(&self.models);
        let paths = units().map(|(path, _)| path.to_string_lossy().into_owned());
        let lines = units().flat_map(|(_, text)| text.split(|&c| c == b'\n'));
        let names = lines.filter_map(|line| source::marker(line)?.1);
        paths.chain(names).collect::<BTreeSet<_>>().into_iter().collect()
    }

    pub fn data_model(&self) -> DataModel {
        self.data_model
    }

    /// The conditions of calls, as units in which they are expanded.
    fn conditions(&self) -> Vec<UnitFile> {
        let expanded = self.calls.iter().flat_map(|calls| &calls.expanded);
        expanded.map(|(path, conditions)| (path.clone(), conditions.join("\n").into_bytes())).collect()
    }
}

/// A program of one unit, given as preprocessed text, under LP64.
pub fn from_text(text: &str) -> Result<Program, Error> {
    of_text(text).load().map(|loaded| loaded.program)
}

fn of_text(text: &str) -> Units {
    let files = vec![(PathBuf::from("input.i"), text.as_bytes().to_vec())];
    Units { files, ..Units::default() }
}

/// As [`from_text`] and [`Units::as_written`].
#[doc(hidden)]
pub fn from_text_as_written(text: &str) -> Result<Program, Error> {
    of_text(text).as_written().load().map(|loaded| loaded.program)
}

/// A file's path and its preprocessed text.
type UnitFile = (PathBuf, Vec<u8>);

fn link_units(units: &Units) -> Result<(Program, Vec<Diagnostic>), Error> {
    let Units { files, models, data_model, standard, calls, is_as_written } = units;
    let mut warnings = Vec::new();
    let mut linker = link::Linker::new(*data_model);
    linker.is_as_written = *is_as_written;
    let (standard, calls) = (standard.as_deref(), calls.as_ref());
    let prefixes = prefixes(files);
    let units_of_program = files.iter().zip(prefixes).map(|(unit, prefix)| (unit, prefix, false));
    let units_of_models = models.iter().map(|unit| (unit, format!("{}:", unit.0.to_string_lossy()), true));
    for ((path, text), prefix, is_model) in units_of_program.chain(units_of_models) {
        let name = path.to_string_lossy();
        let unit = c::UnitText { name: &name, prefix: &prefix, text, standard, is_model, calls };
        // The parser is young: a panic of its is an error about this input, not the end of the tool.
        match catch_unwind(AssertUnwindSafe(|| c::add_unit(&mut linker, &unit))) {
            Ok(result) => warnings.extend(result.map_err(Error::Program)?),
            Err(panic) => return Err(Error::Internal { path: path.clone(), message: message(&*panic) }),
        }
    }
    let program = linker.finish();
    match verify::verify(&program) {
        Ok(()) => Ok((program, warnings)),
        Err(message) => Err(Error::Internal { path: files[0].0.clone(), message }),
    }
}

/// A hash of units. Of a line marker the folder of its file does not count: that of a header may be a temporary one.
fn digest<'a>(units: impl Iterator<Item = &'a UnitFile>) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    let mut add = |bytes: &[u8]| {
        hasher.update(&(bytes.len() as u64).to_le_bytes()).update(bytes);
    };
    for (path, text) in units {
        add(path.as_os_str().as_encoded_bytes());
        let mut rest = text.as_slice();
        while let Some(at) = rest.windows(3).position(|it| it == b"\n# ") {
            let (before, marker) = rest.split_at(at + 1);
            let (marker, behind) =
                marker.split_at(marker.iter().position(|&c| c == b'\n').unwrap_or(marker.len()));
            let folder = marker.iter().position(|&c| c == b'"').map_or(0, |at| at + 1);
            let name = marker.iter().rposition(|&c| c == b'/').map_or(folder, |at| (at + 1).max(folder));
            [before, &marker[..folder], &marker[name..]].into_iter().for_each(&mut add);
            rest = behind;
        }
        add(rest);
    }
    *hasher.finalize().as_bytes()
}

/// What keeps static names of units apart: nothing for a single unit, so that a program's names do not
/// depend on what its file is called; else the path below the folder that holds them all.
fn prefixes(units: &[UnitFile]) -> Vec<String> {
    let [(first, _), rest @ ..] = units else { return Vec::new() };
    if rest.is_empty() {
        return vec![String::new()];
    }
    let mut common = first.parent().unwrap_or(Path::new("")).to_path_buf();
    for (path, _) in rest {
        while !path.starts_with(&common) {
            // Nothing holds both an absolute path and a relative one.
            if !common.pop() {
                common = PathBuf::new();
            }
        }
    }
    let relative = |p: &PathBuf| p.strip_prefix(&common).unwrap_or(p).to_string_lossy().into_owned();
    units.iter().map(|(path, _)| format!("{}:", relative(path))).collect()
}

fn on_large_stack<T: Send>(work: impl FnOnce() -> Result<T, Error> + Send) -> Result<T, Error> {
    let internal = |message: String| Error::Internal { path: PathBuf::new(), message };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        match thread {
            Ok(thread) => thread.join().unwrap_or_else(|panic| Err(internal(message(&*panic)))),
            Err(error) => Err(internal(format!("cannot start a thread: {error}"))),
        }
    })
}

fn message(panic: &(dyn Any + Send)) -> String {
    panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string()))
        .unwrap_or_else(|| "a panic without a message".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_told_apart_below_the_folder_that_holds_them_all() {
        let names =
            |paths: &[&str]| prefixes(&paths.iter().map(|it| (it.into(), Vec::new())).collect::<Vec<_>>());
        assert_eq!(names(&["src/a.c", "src/b/c.c"]), ["a.c:", "b/c.c:"]);
        assert_eq!(names(&["/x/a.c", "y/b.c"]), ["/x/a.c:", "y/b.c:"]);
        assert_eq!(names(&["y/b.c", "/x/a.c"]), ["y/b.c:", "/x/a.c:"]);
    }
}
