//! A project: what `evercheck.toml` says of its targets.
//!
//! Whoever checks out a project need not trust it. Its configuration runs no command, its flags are filtered to the
//! preprocessor's ([`flags`]), its paths stay inside the project ([`inside`]), and it names no place to write to.

pub mod compile_commands;
pub mod discover;
mod flags;
mod here;
pub mod inside;
pub mod pattern;
pub mod propose;
mod settings;
mod syntax;
pub mod tree;

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};

use crate::git::Ranges;
use crate::job::{Job, Sources};
use crate::nearest::did_you_mean;
use crate::place;
use compile_commands::Reading;
use pattern::Pattern;
pub use settings::{Settings, read_by};

pub const NAME: &str = "evercheck.toml";
const MOST_BYTES: u64 = 1 << 20;

/// A project, from its configuration.
#[derive(Debug)]
pub struct Project {
    /// The folder that the configuration is in, without links.
    pub root: PathBuf,
    pub targets: Vec<Target>,
}

/// A program of the project, and how it is checked.
#[derive(Clone, Debug)]
pub struct Target {
    pub name: String,
    pub settings: Settings,
    /// What is otherwise for a range of revisions, as `git rev-list` takes it. Later ones override earlier ones.
    pub when: Vec<(String, Settings)>,
}

impl Project {
    /// The project that the current folder is in: the nearest `evercheck.toml` here or above, in the repository.
    pub fn find() -> Result<Option<Project>> {
        Project::around(&std::env::current_dir()?)
    }

    /// The project that a folder is in, likewise.
    pub fn around(here: &Path) -> Result<Option<Project>> {
        let folder = place::project(here).into_iter().find(|folder| folder.join(NAME).is_file());
        folder.map(|folder| Project::read(&folder.canonicalize()?)).transpose()
    }

    /// The project in a folder: as its configuration says, or as one would be proposed, with the files that are in
    /// none of its programs.
    pub fn in_folder(folder: &Path) -> Result<(Project, Option<Vec<String>>)> {
        let root = folder.canonicalize()?;
        if root.join(NAME).symlink_metadata().is_ok() {
            return Ok((Project::read(&root)?, None));
        }
        let survey = discover::survey(&root).map_err(|error| anyhow!(error))?;
        Project::proposed(&root, survey)
    }

    /// The programs of a `compile_commands.json`. Its paths have to lie in the repository that it is in, or below the current
    /// folder if it is there, or else beside it.
    pub fn of_commands(file: &Path) -> Result<(Project, Option<Vec<String>>)> {
        let (file, here) = (file.canonicalize()?, std::env::current_dir()?.canonicalize()?);
        let folder = file.parent().unwrap_or(&here);
        let root = match place::project(folder).last() {
            Some(root) if root.join(".git").symlink_metadata().is_ok() => root.to_path_buf(),
            _ if folder.starts_with(&here) => here,
            _ => folder.to_path_buf(),
        };
        let path = inside::inside(&root, "", &file.to_string_lossy()).map_err(|error| anyhow!(error))?;
        let survey = discover::survey_of_commands(&root, &path).map_err(|error| anyhow!(error))?;
        Project::proposed(&root, survey)
    }

    /// What can be checked of a project that says nothing of itself, and the files that are in none of it. A program that cannot be read
    /// is one that was asked for.
    fn proposed(root: &Path, mut survey: discover::Survey) -> Result<(Project, Option<Vec<String>>)> {
        survey.programs.iter_mut().for_each(|it| it.trouble = None);
        let text = propose::configuration(&survey).context("there is no C file")?;
        let rest = if survey.programs.is_empty() { Vec::new() } else { survey.library };
        Ok((Project::parse(root, &text)?, Some(rest)))
    }

    /// The project whose configuration is in a folder, which has no links in its path.
    pub fn read(root: &Path) -> Result<Project> {
        let bytes = limited(&root.join(NAME), MOST_BYTES).map_err(|error| anyhow!("{NAME}: {error}"))?;
        let text = String::from_utf8(bytes).map_err(|_| anyhow!("{NAME} is not UTF-8"))?;
        Project::parse(root, &text)
    }

    /// A project whose configuration has this text.
    pub fn parse(root: &Path, text: &str) -> Result<Project> {
        let targets = syntax::parse(root, text).map_err(|error| anyhow!("{NAME}:{error}"))?;
        Ok(Project { root: root.to_path_buf(), targets })
    }

    /// The targets of these names; all if there are none.
    pub fn targets(&self, names: &[String]) -> Result<Vec<&Target>> {
        if names.is_empty() {
            return Ok(self.targets.iter().collect());
        }
        let mut targets = Vec::new();
        for name in names {
            match self.targets.iter().find(|target| target.name == *name) {
                Some(target) => targets.push(target),
                None => bail!("{NAME} has no target {name}{}", self.suggestion(name)),
            }
        }
        Ok(targets)
    }

    /// Whether a file is one of a target's.
    pub fn has(&self, path: &str) -> bool {
        let settings = self
            .targets
            .iter()
            .flat_map(|it| [&it.settings].into_iter().chain(it.when.iter().map(|it| &it.1)));
        let mut patterns = settings.flat_map(|it| [&it.drivers, &it.sources]).flatten();
        patterns.any(|patterns| !pattern::select(patterns, [path]).is_empty())
    }

    /// What may have been meant.
    pub fn suggestion(&self, name: &str) -> String {
        let names: Vec<String> = self.targets.iter().map(|target| target.name.clone()).collect();
        match did_you_mean(name, &names) {
            meant if meant.is_empty() => format!("; its targets are {}", names.join(", ")),
            meant => meant,
        }
    }
}

/// The files of one revision of a project, or those in its folder.
pub trait Files {
    /// Where they lie.
    fn root(&self) -> &Path;

    /// The paths below a folder.
    fn below(&self, folder: &str) -> Result<Vec<String>, String>;
}

/// The files as they lie in the project's folder.
pub struct WorkTree<'a>(pub &'a Path);

impl Files for WorkTree<'_> {
    fn root(&self) -> &Path {
        self.0
    }

    fn below(&self, folder: &str) -> Result<Vec<String>, String> {
        tree::files(self.0, folder)
    }
}

impl Target {
    /// The settings for a commit.
    pub fn settings_at(&self, hash: &str, ranges: &mut Ranges<'_>) -> Result<Settings> {
        let mut settings = self.settings.clone();
        for (range, other) in &self.when {
            let has = ranges.has(range, hash).with_context(|| format!("target {}", self.name))?;
            settings = if has { settings.overridden(other) } else { settings };
        }
        Ok(settings)
    }

    /// What is to be checked, of files that may be another revision's, under settings of this target. `given` are the
    /// options of the command line, which override those of the configuration.
    pub fn job(
        &self,
        settings: &Settings,
        files: &dyn Files,
        project: &Path,
        given: &[String],
    ) -> Result<Job> {
        self.assemble(settings, files, project, given)
            .map_err(|error| anyhow!("target {}: {error}", self.name))
    }

    fn assemble(
        &self,
        settings: &Settings,
        files: &dyn Files,
        project: &Path,
        given: &[String],
    ) -> Result<Job, String> {
        let mut chosen = select(settings.drivers(), files)?;
        // Headers of drivers come with them.
        chosen.retain(|file| !file.ends_with(".h"));
        let units = match &settings.compile_commands {
            Some(path) => compile_commands::read(project, path)?,
            None => Vec::new(),
        };
        let sources = match &settings.sources {
            Some(patterns) => select(patterns, files)?,
            // Of another revision, some may not be there.
            None => {
                let is_there = |file: &String| files.root() == project || files.root().join(file).is_file();
                units.iter().map(|unit| unit.file.clone()).filter(is_there).collect()
            }
        };
        chosen.extend(sources.into_iter().filter(|file| !chosen.contains(file)).collect::<Vec<_>>());
        if chosen.is_empty() {
            return Err("there are no sources".into());
        }
        if let Some(file) = chosen.iter().find(|file| !inside::is_inside(files.root(), file)) {
            return Err(format!("{file} is outside the project"));
        }
        let Reading { shared: mut options, own } = compile_commands::together(&chosen, &units)?;
        options.extend(settings.flags.iter().flatten().cloned());
        let is_given = |name: &str| {
            let is_it = |word: &&String| {
                word.strip_prefix("--").is_some_and(|word| word.split('=').next() == Some(name))
            };
            given.iter().any(|word| is_it(&word))
        };
        let of_file = settings.options.iter().filter(|(name, _)| !is_given(name));
        options.extend(of_file.flat_map(|(_, words)| words.clone()));
        let here =
            std::env::current_dir().and_then(|it| it.canonicalize()).unwrap_or_else(|_| project.into());
        let root = project.canonicalize().unwrap_or_else(|_| project.into());
        options.extend(given.iter().map(|word| here::of_project(word, &here, &root)));
        let sources = Sources {
            root: files.root().to_path_buf(),
            files: chosen.into_iter().map(PathBuf::from).collect(),
            flags: own.into_iter().map(|(file, words)| (file.into(), words)).collect(),
        };
        Ok(Job { sources, ..Job::new(self.name.clone()).options(options) })
    }
}

/// The files that patterns choose. A file that is named and not there is an error.
fn select(patterns: &[Pattern], files: &dyn Files) -> Result<Vec<String>, String> {
    let mut paths = Vec::new();
    for pattern in patterns {
        match pattern.literal() {
            Some(path) if files.root().join(&path).is_file() => paths.push(path),
            Some(path) => return Err(format!("there is no file {path}")),
            None => paths.extend(files.below(&pattern.folder())?),
        }
    }
    Ok(pattern::select(patterns, paths.iter().map(String::as_str)))
}

/// A file that is no larger than anybody would write by hand.
fn limited(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let failed = |error: std::io::Error| format!("cannot read {}: {error}", path.display());
    if !path.is_file() {
        return Err(format!("there is no file {}", path.display()));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes)).map_err(failed)?;
    if bytes.len() as u64 > most {
        return Err(format!("{} is larger than {} MiB", path.display(), most >> 20));
    }
    Ok(bytes)
}
