//! `evercheck diff`: what differs between two programs, and what that can affect.

use std::path::{Path, PathBuf};

use ::cfa::Program;
use ::change::diff::diff;
use anyhow::{Result, bail};
use clap::{Args, ValueEnum};

use super::history::RevisionArgs;
use super::history::revisions::{Walk, project};
use crate::argv;
use crate::check::args::CheckArgs;
use crate::checkout::Checkout;
use crate::console::Console;
use crate::differences::Record;
use crate::failure::Failure;
use crate::git::{Ranges, Repository, Revision};
use crate::job::Job;
use crate::past::Past;
use crate::place;
use crate::project::{Project, WorkTree};
use crate::reuse_args::StoreArg;
use crate::source_args::{Layout, SourceArgs};
use crate::source_text::SourceText;
use crate::status::Status;
use crate::{diagnostics, differences};

/// Show what differs between two C programs, and what that can affect
///
/// Compares what the programs do: comments, layout, line numbers and the order of definitions make no difference. Shows
/// functions and static objects that differ, the lines that do side by side (`|` changed, `<` only in the old
/// program, `>` only in the new one), and the procedures and loops that are the same by themselves but call or contain
/// something that is not. The others, which are counted as unchanged, behave as before.
///
/// OLD and NEW are files, or revisions of the repository: then the targets of evercheck.toml are compared, or the files behind
/// `--`. Without NEW, a revision is compared with the work tree.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct DiffArgs {
    /// C file of the old program, several, linked into one, separated by commas; or a revision
    #[arg(value_name = "OLD")]
    old: String,

    /// C file of the new program, or several; or a revision, if not the work tree
    #[arg(value_name = "NEW")]
    new: Option<String>,

    /// C files, linked into one program, to compare at two revisions
    #[arg(value_name = "FILE", last = true)]
    files: Vec<PathBuf>,

    /// Compare this target only; may be repeated
    #[arg(long, value_name = "NAME", conflicts_with = "files")]
    target: Vec<String>,

    /// How to print the differences
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,

    #[command(flatten)]
    store: StoreArg,

    /// Flags for the old program alone, such as '-Iold/include -DN=3'
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, value_parser = flags)]
    old_flags: Option<Flags>,

    /// Flags for the new program alone
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, value_parser = flags)]
    new_flags: Option<Flags>,

    #[command(flatten)]
    source: SourceArgs,
}

/// Words for the preprocessor.
#[derive(Clone, Debug, Default)]
struct Flags(Vec<String>);

fn flags(text: &str) -> Result<Flags, String> {
    let (mut flags, mut words) = (Vec::new(), argv::split(text)?.into_iter());
    while let Some(word) = words.next() {
        let Some(name) = ["-I", "-D", "-U"].into_iter().find(|name| word.starts_with(name)) else {
            return Err(format!("{word} is none of -I, -D and -U"));
        };
        let value = if word == name { words.next().unwrap_or_default() } else { word[2..].to_string() };
        flags.push(format!("{name}{value}"));
    }
    Ok(Flags(flags))
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people; long lists are cut, and say so
    #[default]
    Text,
    /// One JSON object with everything
    Json,
}

const EXAMPLES: &str = "\
Examples:
  evercheck diff old/lock.c new/lock.c
  evercheck diff -Iinclude old/main.c,old/queue.c new/main.c,new/queue.c
  evercheck diff --old-flags -Iold --new-flags -Inew old/lock.c new/lock.c
  evercheck diff v1.0                          all targets: what changed since
  evercheck diff v1.0 v1.1 --target queue
  evercheck diff HEAD -- src/main.c src/queue.c
  evercheck diff --format json old/lock.c new/lock.c | jq -r '.fragments[].name'

Exit status:
  0  nothing differs
  1  something does
  2  wrong usage, or input that cannot be read or is not valid C";

/// Two programs to compare.
struct Pair {
    /// What the new one is called in the store.
    name: String,
    /// How it would be checked.
    options: explicit::Options,
    old: (Program, SourceText),
    new: (Program, SourceText),
}

/// One side of a comparison.
#[derive(Clone, Copy)]
enum Side<'a> {
    Revision(&'a Revision),
    WorkTree,
}

pub fn run(console: &Console, args: &DiffArgs) -> Result<Status> {
    let is_file = |word: &str| names(word).iter().any(|file| file.is_file() || is_c(file));
    let pairs = match &args.new {
        Some(new) if is_file(&args.old) || is_file(new) => of_files(console, args, new),
        None if is_file(&args.old) => {
            Err(Failure::Usage("there is no NEW: a file is compared with another one".into()))
        }
        _ => of_revisions(console, args),
    };
    let pairs = match pairs {
        Ok(pairs) => pairs,
        Err(Failure::Source(error)) => return Ok(diagnostics::show_load_error(console, &error)),
        Err(failure) => bail!("{failure}"),
    };
    let mut is_same = true;
    let are_several = pairs.len() > 1;
    for Pair { name, options, old, new } in pairs {
        let difference = diff(&old.0, &new.0);
        is_same &= difference.is_empty();
        let record = args.record(console, &name, &options, &new.0);
        let title = are_several.then_some(name.as_str());
        console.result(&match args.format {
            Format::Text => {
                title.map_or(String::new(), |name| format!("target {name}\n"))
                    + &differences::text(&difference, [old.1, new.1])
                    + &record.map_or(String::new(), |it| differences::record(&it))
            }
            Format::Json => differences::json(&difference, record.as_ref(), title)?,
        })?;
    }
    Ok(if is_same { Status::Success } else { Status::Different })
}

/// A file whose own name has a comma is taken as it is.
fn names(word: &str) -> Vec<PathBuf> {
    if Path::new(word).exists() { vec![word.into()] } else { word.split(',').map(Into::into).collect() }
}

fn is_c(file: &Path) -> bool {
    file.extension().is_some_and(|it| it == "c" || it == "i")
}

fn of_files(console: &Console, args: &DiffArgs, new: &str) -> Result<Vec<Pair>, Failure> {
    let here = Path::new("");
    let (old, files) = (names(&args.old), names(new));
    let target = files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(" ");
    Ok(vec![Pair {
        name: target,
        options: explicit::Options::default(),
        old: args.read(console, &old, here, &args.old_flags)?,
        new: args.read(console, &files, here, &args.new_flags)?,
    }])
}

fn of_revisions(console: &Console, args: &DiffArgs) -> Result<Vec<Pair>, Failure> {
    let root = if args.files.is_empty() {
        project()?.root
    } else {
        std::env::current_dir().map_err(anyhow::Error::from)?
    };
    let repository = Repository::around(&root)?;
    let old = repository.revision(&args.old)?;
    let new = args.new.as_ref().map(|name| repository.revision(name)).transpose()?;
    let sides = [
        (Side::Revision(&old), &args.old_flags),
        (new.as_ref().map_or(Side::WorkTree, Side::Revision), &args.new_flags),
    ];
    let [before, after] = match args.files.is_empty() {
        true => sides.map(|(side, flags)| args.targets(console, &repository, side, flags)),
        false => sides.map(|(side, flags)| args.at(console, &repository, side, flags)),
    };
    let (mut before, mut pairs) = (before?, Vec::new());
    for (name, new, options) in after? {
        let Some(at) = before.iter().position(|(it, ..)| *it == name) else { continue };
        pairs.push(Pair { name, options, old: before.swap_remove(at).1, new });
    }
    Ok(pairs)
}

/// Programs by name, and how they would be checked.
type Programs = Vec<(String, (Program, SourceText), explicit::Options)>;

impl DiffArgs {
    fn read(
        &self,
        console: &Console,
        files: &[PathBuf],
        root: &Path,
        flags: &Option<Flags>,
    ) -> Result<(Program, SourceText), Failure> {
        let words = flags.clone().unwrap_or_default().0;
        let flags: Vec<_> = files.iter().map(|file| (file.clone(), words.clone())).collect();
        take(console, root, self.source.load_below(files, &Layout { root, flags: &flags })?)
    }

    /// The files behind `--` at one side.
    fn at(
        &self,
        console: &Console,
        repository: &Repository,
        side: Side<'_>,
        flags: &Option<Flags>,
    ) -> Result<Programs, Failure> {
        let program = match side {
            Side::WorkTree => self.read(console, &self.files, Path::new(""), flags)?,
            Side::Revision(revision) => {
                let mut checkout = Checkout::new(repository)?;
                checkout.go_to(repository, revision, &Default::default())?;
                let root = checkout.folder().join(&repository.prefix);
                self.read(console, &self.files, &root, flags)?
            }
        };
        let name = self.files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(" ");
        Ok(vec![(name, program, explicit::Options::default())])
    }

    /// The targets at one side.
    fn targets(
        &self,
        console: &Console,
        repository: &Repository,
        side: Side<'_>,
        flags: &Option<Flags>,
    ) -> Result<Programs, Failure> {
        let project = project()?;
        let words = RevisionArgs::of(self.target.clone(), flags.clone().unwrap_or_default().0);
        let mut walk = Walk::new(&project, repository, &words)?;
        let jobs = match side {
            Side::Revision(revision) => walk.jobs(revision),
            Side::WorkTree => in_work_tree(&project, repository, &words)?,
        };
        let mut programs = Vec::new();
        for (name, job) in jobs {
            let args: CheckArgs = job?.args()?;
            programs.push((name, take(console, &args.root, args.load(None)?)?, args.options()?));
        }
        Ok(programs)
    }

    /// What the record that a `check` of the new program would build on is worth, if there is one.
    fn record(
        &self,
        console: &Console,
        target: &str,
        options: &explicit::Options,
        program: &Program,
    ) -> Option<Record> {
        let place = place::find(console, self.store.folder()).filter(|place| place.folder.is_dir())?;
        match Past::open(&place, None, program, options, target) {
            Ok(past) => {
                past.warnings.iter().for_each(|warning| console.warning(warning));
                Some(Record { base: past.base()?, estimate: past.estimate(program, options)? })
            }
            Err(error) => {
                console.warning(&format!("what can be reused is not known: {error}"));
                None
            }
        }
    }
}

/// The jobs of the work tree by target.
fn in_work_tree(
    project: &Project,
    repository: &Repository,
    args: &RevisionArgs,
) -> Result<Vec<(String, Result<Job>)>> {
    let (mut ranges, mut jobs) = (Ranges::of(repository), Vec::new());
    for target in project.targets(&args.targets)? {
        let settings = match repository.head() {
            Some(head) => target.settings_at(&head, &mut ranges)?,
            None => target.settings.clone(),
        };
        let job = target.job(&settings, &WorkTree(&project.root), &project.root, args.words());
        jobs.push((target.name.clone(), job));
    }
    Ok(jobs)
}

fn take(
    console: &Console,
    root: &Path,
    loaded: Result<cfa::Loaded, cfa::Error>,
) -> Result<(Program, SourceText), Failure> {
    let cfa::Loaded { program, warnings, .. } = loaded.map_err(|error| Failure::Source(Box::new(error)))?;
    diagnostics::show_all(console, &warnings);
    let text = SourceText::read(&program, root);
    Ok((program, text))
}
