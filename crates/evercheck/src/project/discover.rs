//! What the programs of a project are, as far as that can be told by looking at its files.
//!
//! Every file with a `main` is a program. What it needs besides is found as a linker would: the files that define what is
//! undefined, until nothing is missing that the project has. Folders of headers are those in which the preprocessor would
//! have found what it misses.

use std::collections::BTreeMap;
use std::path::Path;

use cfa::Program;
use cfa::program::{Function, Linkage, Local, Storage};
use cfa::types::Scalar;

use super::compile_commands::{self, Reading, Unit};
use super::inside::is_inside;
use super::tree;
use crate::job::Job;

/// Files that are looked at.
const MOST: usize = 500;
/// Folders of headers that a program may need.
const FOLDERS: usize = 20;
/// Folders of what is built, not written.
const BUILT: [&str; 7] = ["build", "builddir", "out", "bin", "obj", "node_modules", "target"];
/// What a file says that was written for a check.
const MARKS: [&str; 3] = ["evercheck.h", "__VERIFIER_", "evercheck_choose"];

/// A program that was found.
pub struct Found {
    pub name: String,
    pub files: Vec<String>,
    /// Whether the one with `main` was written for a check.
    pub is_driver: bool,
    pub flags: Vec<String>,
    /// Why it cannot be read.
    pub trouble: Option<String>,
}

/// A function that a check could begin with.
pub struct Callable {
    pub name: String,
    /// Its first parameter that is a number.
    pub number: Option<String>,
    pub has_pointer: bool,
}

/// A project as it lies in its folder.
pub struct Survey {
    pub compile_commands: Option<String>,
    pub programs: Vec<Found>,
    /// C files without a `main` that are in no program.
    pub library: Vec<String>,
    /// What these define for others: what a check could begin with; and the flags that they take.
    pub functions: Vec<Callable>,
    pub flags: Vec<String>,
}

/// Looks at a project.
pub fn survey(root: &Path) -> Result<Survey, String> {
    let is_built = |path: &str| {
        let folders = path.split('/').rev().skip(1);
        folders
            .into_iter()
            .any(|name| BUILT.contains(&name) || name.starts_with("cmake-build") || name.starts_with('.'))
    };
    let mut all = tree::files(root, "")?;
    all.sort();
    let commands = all.iter().filter(|path| path.split('/').next_back() == Some("compile_commands.json"));
    let commands = commands.min_by_key(|path| path.matches('/').count()).cloned();
    let units =
        commands.as_ref().and_then(|path| compile_commands::read(root, path).ok()).unwrap_or_default();
    let sources: Vec<String> =
        all.iter().filter(|path| path.ends_with(".c") && !is_built(path)).cloned().collect();
    let headers: Vec<String> =
        all.into_iter().filter(|path| path.ends_with(".h") && !is_built(path)).collect();
    look(&Looker { root, units: &units, headers: &headers }, &sources, commands)
}

/// Looks at the files of a `compile_commands.json` and at no others.
pub fn survey_of_commands(root: &Path, path: &str) -> Result<Survey, String> {
    let units = compile_commands::read(root, path)?;
    let sources: Vec<String> = units.iter().map(|unit| unit.file.clone()).collect();
    if let Some(file) = sources.iter().find(|file| !is_inside(root, file)) {
        return Err(format!("{path}: {file} is outside the project"));
    }
    look(&Looker { root, units: &units, headers: &[] }, &sources, Some(path.to_string()))
}

fn look(looker: &Looker<'_>, sources: &[String], commands: Option<String>) -> Result<Survey, String> {
    if sources.len() > MOST {
        return Err(format!("there are more than {MOST} C files: name those of a target yourself"));
    }
    let texts: BTreeMap<&str, String> =
        sources.iter().map(|path| (path.as_str(), text(looker.root, path))).collect();
    let is_main = |path: &&&str| has_main(&texts[**path]) && looker.begins_program(path);
    let (mains, library): (Vec<&str>, Vec<&str>) = texts.keys().partition(is_main);
    let definitions: Vec<(&str, Vec<String>)> =
        library.iter().map(|path| (*path, looker.definitions(path))).collect();
    let mut programs: Vec<Found> = Vec::new();
    for main in mains {
        let mut found = looker.program(main, &definitions);
        found.is_driver = MARKS.iter().any(|mark| texts[main].contains(mark));
        while programs.iter().any(|it| it.name == found.name) {
            found.name.push('_');
        }
        programs.push(found);
    }
    let is_used = |path: &str| programs.iter().any(|it| it.files.iter().any(|file| file == path));
    let library: Vec<String> = library.into_iter().filter(|path| !is_used(path)).map(String::from).collect();
    let (mut functions, mut flags) = (Vec::new(), Vec::new());
    if !library.is_empty()
        && let Ok(program) = looker.load(&library, &mut flags)
    {
        let is_there = |it: &&cfa::program::Function| it.body.is_some() && it.linkage == Linkage::External;
        functions = program.functions.iter().filter(is_there).map(callable).collect();
    }
    let compile_commands = commands.filter(|_| !looker.units.is_empty());
    Ok(Survey { compile_commands, programs, library, functions, flags })
}

fn callable(function: &Function) -> Callable {
    let body = function.body.as_ref();
    let parameters = body.map_or(Vec::new(), |body| body.params.iter().map(|&id| body.local(id)).collect());
    let scalar = |local: &Local| match local.storage {
        Storage::Register(scalar) => Some(scalar),
        Storage::Memory { .. } => None,
    };
    let number = parameters.iter().find(|it| matches!(scalar(it), Some(Scalar::Int { .. })));
    Callable {
        name: function.source_name.clone(),
        number: number.map(|it| it.name.clone()),
        has_pointer: parameters.iter().any(|it| scalar(it) == Some(Scalar::Pointer)),
    }
}

fn text(root: &Path, path: &str) -> String {
    std::fs::read(root.join(path)).map_or(String::new(), |bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether a text seems to define `main`: whether it does is found out by reading it.
fn has_main(text: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices("main").any(|(at, word)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !before.ends_with(is_name)
            && after.trim_start().starts_with('(')
            && before.ends_with([' ', '\n', '\t'])
    })
}

struct Looker<'a> {
    root: &'a Path,
    units: &'a [Unit],
    headers: &'a [String],
}

impl Looker<'_> {
    /// The program that begins in a file.
    fn program(&self, main: &str, definitions: &[(&str, Vec<String>)]) -> Found {
        let stem =
            Path::new(main).file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let name = stem.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
        let mut files = vec![main.to_string()];
        let mut found = Found { name, files: Vec::new(), is_driver: false, flags: Vec::new(), trouble: None };
        loop {
            match self.load(&files, &mut found.flags) {
                Ok(program) => {
                    let missing = missing(&program);
                    let defines = |names: &[String]| names.iter().any(|name| missing.contains(name));
                    let next = definitions
                        .iter()
                        .find(|(path, names)| !files.iter().any(|file| file == path) && defines(names));
                    match next {
                        Some((path, _)) => files.push(path.to_string()),
                        None => break,
                    }
                }
                Err(trouble) => {
                    found.trouble = Some(trouble);
                    break;
                }
            }
        }
        Found { files, ..found }
    }

    /// Whether a file that seems to define `main` does, and not only under a macro that nobody defines. One that cannot be read
    /// may.
    fn begins_program(&self, path: &str) -> bool {
        self.load(&[path.to_string()], &mut Vec::new()).map_or(true, |program| program.main.is_some())
    }

    /// What a file defines for others.
    fn definitions(&self, path: &str) -> Vec<String> {
        let Ok(program) = self.load(&[path.to_string()], &mut Vec::new()) else { return Vec::new() };
        let functions =
            program.functions.iter().filter(|it| it.body.is_some() && it.linkage == Linkage::External);
        let objects = program.objects.iter().filter(|it| it.is_defined && it.linkage == Linkage::External);
        functions.map(|it| it.source_name.clone()).chain(objects.map(|it| it.name.clone())).collect()
    }

    /// Reads files with the flags they are built with, or with those that it takes.
    fn load(&self, files: &[String], flags: &mut Vec<String>) -> Result<Program, String> {
        let Reading { shared, own } = compile_commands::together(files, self.units)?;
        loop {
            let mut job = Job::new("init").below(self.root).options(shared.iter().chain(&*flags).cloned());
            job.sources.files = files.iter().map(Into::into).collect();
            job.sources.flags = own.iter().map(|(file, words)| (file.into(), words.clone())).collect();
            let args = job.args().map_err(|failure| failure.to_string())?;
            let loaded = args.load(None).map_err(|error| error.to_string())?;
            match loaded {
                Ok(loaded) => return Ok(loaded.program),
                Err(cfa::Error::Preprocessor { message, .. }) => match self.folder_for(&message, flags) {
                    Some(folder) if flags.len() < FOLDERS => flags.push(folder),
                    _ => {
                        return Err(message
                            .lines()
                            .find(|it| it.contains("error"))
                            .unwrap_or(&message)
                            .into());
                    }
                },
                Err(error) => return Err(crate::diagnostics::first(&error)),
            }
        }
    }

    /// The option by which the preprocessor would find a header that it misses.
    fn folder_for(&self, message: &str, flags: &[String]) -> Option<String> {
        let (before, _) = message.split_once(": No such file or directory")?;
        let wanted = before.rsplit(' ').next()?;
        let folder = |path: &String| {
            let folder = path.strip_suffix(wanted)?;
            (folder.is_empty() || folder.ends_with('/'))
                .then(|| format!("-I{}", folder.trim_end_matches('/')))
        };
        let options = self.headers.iter().filter_map(folder);
        let options = options.map(|option| if option == "-I" { "-I.".into() } else { option });
        options.filter(|option| !flags.contains(option)).min_by_key(String::len)
    }
}

/// What a program needs of others.
fn missing(program: &Program) -> Vec<String> {
    let functions = machine::inputs::undefined_functions(program).map(String::from);
    let objects = program.objects.iter().filter(|it| !it.is_defined && it.linkage == Linkage::External);
    functions.chain(objects.map(|it| it.name.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_definition_of_main_is_told_from_other_words() {
        assert!(has_main("int main(void) {}") && has_main("int\nmain (int c, char **v)\n{"));
        assert!(
            !has_main("int domain(void);") && !has_main("int main_loop(void);") && !has_main("/* main */")
        );
    }
}
