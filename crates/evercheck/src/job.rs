//! What is to be checked, as a value: from the command line, from a project's configuration, or of a revision.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Parser;
use clap::error::ErrorKind;
use serde::{Deserialize, Serialize};

use crate::argv;
use crate::base::Base;
use crate::check::args::CheckArgs;
use crate::failure::Failure;
use crate::git::Revision;
use crate::kept::Recall;

/// A program to check, and how.
///
/// ```
/// let job = evercheck::Job::new("queue").below("/src/queue").file("queue.c").file("driver.c").options(["-DN=3"]);
/// assert_eq!(job.sources.files.len(), 2);
/// // It can be kept, and be read again by the version that wrote it.
/// let kept = serde_json::to_string(&job).unwrap();
/// assert_eq!(serde_json::from_str::<evercheck::Job>(&kept).unwrap(), job);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// What runs are called by in the store.
    pub target: String,
    pub sources: Sources,
    /// Those of `evercheck check`, as they are written on the command line.
    pub options: Vec<String>,
    /// The revision that the files are of, if they are not the work tree's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<Revision>,
    /// What it is compared with.
    #[serde(default)]
    pub base: Option<Base>,
    /// Which outcomes of earlier runs will do.
    #[serde(default)]
    pub recall: Recall,
    /// Whether what a page shows is wanted, too.
    #[serde(default)]
    pub is_detailed: bool,
}

/// The C files of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sources {
    /// The folder that relative paths are of, those of options included; the current one if it is empty. Nothing that is
    /// reported or recorded depends on it.
    pub root: PathBuf,
    pub files: Vec<PathBuf>,
    /// Flags of the preprocessor for single files, beside the options: `-IDIR`, `-DX`, `-UX`, `--include=FILE`.
    #[serde(default)]
    pub flags: Vec<(PathBuf, Vec<String>)>,
}

impl Job {
    /// A job without files and with the default options.
    pub fn new(target: impl Into<String>) -> Job {
        Job {
            target: target.into(),
            sources: Sources::default(),
            options: Vec::new(),
            revision: None,
            base: None,
            recall: Recall::default(),
            is_detailed: false,
        }
    }

    /// With files and options whose relative paths are of this folder.
    pub fn below(mut self, root: impl AsRef<Path>) -> Job {
        self.sources.root = root.as_ref().to_path_buf();
        self
    }

    /// With one more C file.
    pub fn file(mut self, file: impl AsRef<Path>) -> Job {
        self.sources.files.push(file.as_ref().to_path_buf());
        self
    }

    /// With more options, as words of the command line.
    pub fn options(mut self, words: impl IntoIterator<Item = impl Into<String>>) -> Job {
        self.options.extend(words.into_iter().map(Into::into));
        self
    }

    /// The same without some of the options.
    pub(crate) fn without(mut self, is_unwanted: impl Fn(&String) -> bool) -> Job {
        self.options.retain(|word| !is_unwanted(word));
        self
    }

    /// The options as they are declared.
    pub(crate) fn args(&self) -> Result<CheckArgs, Failure> {
        self.parse().map_err(|error| Failure::Usage(first_paragraph(&error)))
    }

    /// What is wrong with one of the options, whatever others it needs.
    pub(crate) fn misuse(&self) -> Option<String> {
        let error = self.parse().err().filter(|error| error.kind() != ErrorKind::MissingRequiredArgument)?;
        Some(first_paragraph(&error))
    }

    fn parse(&self) -> Result<CheckArgs, clap::Error> {
        let words = argv::normalise(self.options.iter().map(OsString::from));
        let files = self.sources.files.iter().map(|file| file.clone().into_os_string());
        let all = words.into_iter().chain([OsString::from("--")]).chain(files);
        let line = Line::try_parse_from(all)?;
        let Sources { root, flags, .. } = self.sources.clone();
        let (name, base, revision) = (Some(self.target.clone()), self.base.clone(), self.revision.clone());
        let Job { recall, is_detailed, .. } = *self;
        Ok(CheckArgs { root, flags, name, base, revision, recall, is_detailed, ..line.check })
    }
}

/// Options and files, without the command itself.
#[derive(Parser)]
#[command(name = "check", no_binary_name = true, disable_help_flag = true)]
struct Line {
    #[command(flatten)]
    check: CheckArgs,
}

/// What is wrong, without how it would be right on the command line.
fn first_paragraph(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let text = text.split("\n\n").next().unwrap_or_default();
    text.strip_prefix("error: ").unwrap_or(text).trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_those_of_the_command_line() {
        let job = Job::new("x").file("-odd.c").options(["--depth", "3", "-DX=1", "-std=c99"]);
        let args = job.args().unwrap();
        assert_eq!((args.explicit.depth, args.files), (Some(3), vec![PathBuf::from("-odd.c")]));
        assert_eq!(args.given.explicit, ["--depth"]);
        let wrong = Job::new("x").file("a.c").options(["--depht", "3"]).args().unwrap_err();
        assert!(wrong.to_string().starts_with("unexpected argument '--depht' found"), "{wrong}");
    }
}
