//! `evercheck history`: each revision of a project, oldest first, each reusing what was found out before.

mod natural;
pub mod revisions;
pub mod rows;
mod same;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, ValueEnum};

use self::revisions::Walk;
use self::rows::{Row, Rows};
use self::same::Same;
use crate::check::given::Handed;
use crate::checkout::Tree;
use crate::console::{Color, Console, Verbosity};
use crate::format::Format;
use crate::git::{Repository, Revision};
use crate::job::Job;
use crate::kept::Recall;
use crate::project::pattern::{Pattern, select};
use crate::project::tree;
use crate::report::plot;
use crate::status::Status;
use crate::worker::{Done, Foreman};
use crate::{place, quantity};

/// Verify each revision of a project, oldest first, and show a table
///
/// Revisions come out of git's object database: the work tree is not touched. What is checked is said by evercheck.toml,
/// which comes from the work tree with its drivers and models, unless --config-from revision; a target's `when` says what is
/// otherwise for some revisions. A revision that cannot be read is a row like any other. `change` is `new` where a
/// violation appears, `fixed` where it is gone.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct HistoryArgs {
    /// A..B, or a revision and all before it, as git takes them (default: HEAD)
    #[arg(value_name = "REVISIONS")]
    revisions: Option<String>,

    #[command(flatten)]
    common: RevisionArgs,

    /// Verify these files instead, each as a revision, in the order of the numbers in their names; `*` and `?` are understood
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["revisions", "config_from", "limit"])]
    files: Vec<String>,

    /// Verify the newest N of these revisions only
    #[arg(long, value_name = "N", value_parser = quantity::positive)]
    limit: Option<u64>,

    /// Verify each revision from scratch as well, for what reuse saves, and to see that the verdicts are the same
    #[arg(long)]
    compare: bool,

    /// Draw the processor time of each revision to FILE, an SVG picture; with --compare from scratch, too
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// Write a page to FILE with the table, the plot, and the counterexample of each violation that is new
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,

    /// Write verdicts to FILE in JUnit's XML: a suite for each target at each revision, a case for each property
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

impl HistoryArgs {
    fn detailed(&self, job: Job) -> Job {
        Job { is_detailed: self.report.is_some(), ..job }
    }
}

/// How revisions are checked.
#[derive(Debug, Args)]
pub struct RevisionArgs {
    /// Targets of evercheck.toml; all if none is named
    #[arg(value_name = "TARGET")]
    pub targets: Vec<String>,

    /// Where evercheck.toml, drivers and models come from
    #[arg(long, value_enum, value_name = "WHERE", default_value_t)]
    pub config_from: ConfigFrom,

    /// How to print the result; JSON has a line for each row
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,

    #[command(flatten)]
    options: Handed,
}

impl RevisionArgs {
    /// Of some targets, with options as they are written on the command line.
    pub fn of(targets: Vec<String>, words: Vec<String>) -> RevisionArgs {
        let (config_from, format) = (ConfigFrom::default(), Format::default());
        RevisionArgs { targets, config_from, format, options: Handed(words) }
    }

    /// Options of `check`, as they are written on the command line.
    pub fn words(&self) -> &[String] {
        &self.options.0
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ConfigFrom {
    /// The work tree
    #[default]
    WorkTree,
    /// Each revision itself
    Revision,
}

const EXAMPLES: &str = "\
Examples:
  evercheck history v1.0..main
  evercheck history main --limit 20
  evercheck history main queue --compare     how much longer it takes from scratch
  evercheck history main --compare --plot time.svg
  evercheck history --files 'versions/*.c'

Exit status:
  0  every revision has a row
  2  wrong usage, or an evercheck.toml or repository that cannot be read
  4  internal error: a bug in Evercheck, such as a verdict that depends on what was reused
  130, 143  interrupted (SIGINT) or terminated (SIGTERM)";

pub fn run(console: &Console, args: &HistoryArgs) -> Result<Status> {
    match args.revisions.as_deref() {
        Some(range) => of_git(console, args, range),
        None if args.files.is_empty() => of_git(console, args, "HEAD"),
        None => of_files(console, args),
    }
}

/// Where and when something is checked.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Short, for people.
    pub revision: String,
    pub hash: Option<String>,
    /// The hashes of those that it was made of.
    pub parents: Vec<String>,
    pub subject: String,
    /// Its place in the history, the oldest first.
    pub place: usize,
}

impl Stage {
    pub fn of((place, revision): (usize, &Revision)) -> Stage {
        let Revision { hash, short, parents, subject } = revision.clone();
        Stage { revision: short, hash: Some(hash), parents, subject, place }
    }

    /// A job, with the revision that it is of.
    fn job(&self, job: &Job) -> Job {
        let Stage { revision: short, parents, subject, .. } = self.clone();
        let revision = self.hash.clone().map(|hash| Revision { hash, short, parents, subject });
        Job { revision, recall: Recall::Proofs, ..job.clone() }
    }
}

/// Has jobs done, from scratch as well if that is wanted, and shows what came of them.
pub struct Runner<'a> {
    console: &'a Console,
    format: Format,
    foreman: Foreman,
    same: Same,
    pub rows: Rows,
}

impl<'a> Runner<'a> {
    pub fn new(console: &'a Console, format: Format, rows: Rows) -> Result<Runner<'a>> {
        let runner =
            Runner { console, format, foreman: Foreman::silent(console)?, same: Same::default(), rows };
        if format == Format::Text {
            console.result(runner.rows.head())?;
        }
        Ok(runner)
    }

    /// One row, of a job that is made of a tree. Nothing more is to be done if there is a status.
    pub fn row(
        &mut self,
        stage: &Stage,
        target: &str,
        job: Result<Job>,
        tree: Option<&Tree>,
    ) -> Result<Option<Status>> {
        let told = match job {
            Ok(job) => {
                let same = tree.and_then(|tree| self.same.find(target, &job, tree));
                let (is_new, done) =
                    (same.is_none(), same.map_or_else(|| self.foreman.run(&stage.job(&job)), Ok)?);
                if let Some(status) = self.foreman.signalled() {
                    return Ok(Some(status));
                }
                if let Some(tree) = tree.filter(|_| is_new) {
                    self.same.keep(stage, target, &job, tree, &done);
                }
                let scratch = match self.rows.has_scratch {
                    true => Some(self.foreman.run(&from_scratch(&job))?),
                    false => None,
                };
                (done, scratch)
            }
            Err(error) => (Done::failed(&format!("{error:#}")), None),
        };
        let row = Row::new(stage, target, told.0, told.1);
        let text = match self.format {
            Format::Text => self.rows.text(&row, self.console.is_result_coloured()),
            Format::Json => self.rows.json(&row),
        };
        self.rows.add(row);
        self.console.result(text)?;
        Ok(self.foreman.signalled())
    }

    fn end(self, args: &HistoryArgs) -> Result<Status> {
        let write = |file: &Option<PathBuf>, text: &dyn Fn() -> String| match file {
            Some(file) => {
                std::fs::write(file, text()).with_context(|| format!("cannot write {}", file.display()))
            }
            None => Ok(()),
        };
        write(&args.plot, &|| plot::svg(&self.rows.points()))?;
        write(&args.junit, &|| self.rows.junit())?;
        let title = match &args.revisions {
            Some(range) => range.clone(),
            None if args.files.is_empty() => "HEAD".into(),
            None => args.files.join(" "),
        };
        write(&args.report, &|| self.rows.page(&title))?;
        if self.format == Format::Text {
            self.console.result(self.rows.foot())?;
        }
        self.rows.mistakes().for_each(|mistake| crate::crash::report(self.console, &mistake));
        let is_internal = self.rows.is_internal() || self.rows.mistakes().next().is_some();
        Ok(if is_internal { Status::Internal } else { Status::Success })
    }
}

/// The same without what earlier runs found out, and without a trace for later ones.
fn from_scratch(job: &Job) -> Job {
    let is_of_reuse = |word: &String| word.starts_with("--reuse") || word.starts_with("--no-record");
    let job = Job { is_detailed: false, ..job.clone() };
    job.without(is_of_reuse).options(["--reuse=off", "--no-record"])
}

/// Revisions of the project.
fn of_git(console: &Console, args: &HistoryArgs, range: &str) -> Result<Status> {
    let project = revisions::project()?;
    let repository = Repository::around(&project.root)?;
    let revisions = repository.revisions(range, args.limit)?;
    if revisions.is_empty() {
        bail!("there is no revision in {range}");
    }
    let stages: Vec<Stage> = revisions.iter().enumerate().map(Stage::of).collect();
    let mut walk = Walk::new(&project, &repository, &args.common)?;
    let rows = Rows::new(&stages, &walk.names(), args.compare);
    let mut runner = Runner::new(console, args.common.format, rows)?;
    for (revision, stage) in revisions.iter().zip(&stages) {
        let jobs = walk.jobs(revision);
        let tree = walk.tree();
        for (target, job) in jobs {
            let job = job.map(|job| args.detailed(job));
            if let Some(status) = runner.row(stage, &target, job, tree.as_ref())? {
                return Ok(status);
            }
        }
    }
    warn_of_shared(console, args.common.words());
    runner.end(args)
}

/// Says that the shared store has failed, which the processes of rows are not heard to say.
fn warn_of_shared(console: &Console, words: &[String]) {
    let Ok(args) = Job::new("").options(words.iter().cloned()).args() else { return };
    let silent = Console::new(Color::Never, Verbosity::Quiet);
    let place = place::find(&silent, args.reuse.folder());
    if let Some((shared, place)) = args.reuse.shared().zip(place)
        && shared.is_away(&place.folder)
    {
        console.warning(&format!("the shared store {} has failed, and was left alone", shared.url()));
    }
}

/// Files that are revisions of one program.
fn of_files(console: &Console, args: &HistoryArgs) -> Result<Status> {
    let mut files: Vec<PathBuf> = Vec::new();
    for word in &args.files {
        match word.contains(['*', '?']) && !Path::new(word).exists() {
            true => files.extend(matching(word)?),
            false => files.push(word.into()),
        }
    }
    files.sort_by_key(|file| natural::key(&file.display().to_string()));
    let stage = |(place, file): (usize, &PathBuf)| {
        let revision = file.display().to_string();
        Stage { revision, hash: None, parents: Vec::new(), subject: String::new(), place }
    };
    let stages: Vec<Stage> = files.iter().enumerate().map(stage).collect();
    let target = args.files.join(" ");
    let mut runner = Runner::new(console, args.common.format, Rows::new(&stages, &[], args.compare))?;
    for (stage, file) in stages.iter().zip(&files) {
        let job = Job::new(target.clone()).file(file).options(args.common.options.0.iter().cloned());
        if let Some(status) = runner.row(stage, &target, Ok(args.detailed(job)), None)? {
            return Ok(status);
        }
    }
    warn_of_shared(console, args.common.words());
    runner.end(args)
}

fn matching(word: &str) -> Result<Vec<PathBuf>> {
    let pattern = Pattern::new(word, false);
    let folder = match pattern.folder() {
        folder if word.starts_with('/') && folder.is_empty() => "/".to_string(),
        folder => folder,
    };
    let rest = word.strip_prefix(&folder).unwrap_or(word).trim_start_matches('/');
    let root = if folder.is_empty() { Path::new(".") } else { Path::new(&folder) };
    let paths = tree::files(root, "").map_err(|error| anyhow!(error))?;
    let found = select(&[Pattern::new(rest, false)], paths.iter().map(String::as_str));
    if found.is_empty() {
        bail!("there is no file {word}");
    }
    Ok(found.into_iter().map(|path| Path::new(&folder).join(path)).collect())
}
