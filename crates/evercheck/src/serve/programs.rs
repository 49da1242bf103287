//! The programs that can be stepped through: those that the server was started with, and those of outcomes in the store.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex};

use machine::explore;

use super::{Site, Trouble};
use crate::check;
use crate::check::problem::Problem;
use crate::command::history::RevisionArgs;
use crate::command::history::revisions::{Walk, project};
use crate::console::{Color, Console, Verbosity};
use crate::crash::lock;
use crate::failure::Failure;
use crate::fingerprints::hex;
use crate::git::{Repository, Revision};
use crate::job::Job;
use crate::kept::Record;
use crate::report::details;
use crate::source_text::SourceText;

/// Programs that are kept in memory, those asked for last.
const READ: usize = 8;
/// Files of a program that are shown.
const FILES: usize = 64;

pub struct Programs {
    jobs: Vec<Job>,
    read: Mutex<Vec<(String, Arc<Read>)>>,
}

/// A program that was read.
pub struct Read {
    pub title: String,
    pub problem: Problem,
    /// How the machine steps through it.
    pub machine: explore::Options,
    pub sources: BTreeMap<String, String>,
    pub texts: SourceText,
}

impl Read {
    /// A line of a file that is shown.
    pub fn line(&self, file: &str, line: u32) -> &str {
        let index = (line as usize).checked_sub(1);
        let line = self.sources.get(file).zip(index).and_then(|(text, index)| text.lines().nth(index));
        line.unwrap_or_default().trim()
    }
}

impl Programs {
    pub fn new(jobs: Vec<Job>) -> Programs {
        Programs { jobs, read: Mutex::default() }
    }

    /// By their numbers.
    pub fn names(&self) -> Vec<&str> {
        self.jobs.iter().map(|job| job.target.as_str()).collect()
    }

    fn find(&self, name: &str) -> Option<Arc<Read>> {
        let mut read = lock(&self.read);
        let at = read.iter().position(|(it, _)| it == name)?;
        let found = read.remove(at);
        read.insert(0, found);
        Some(read[0].1.clone())
    }

    fn keep(&self, name: &str, program: Read) -> Arc<Read> {
        let (mut read, program) = (lock(&self.read), Arc::new(program));
        read.retain(|(it, _)| it != name);
        read.insert(0, (name.to_string(), program.clone()));
        read.truncate(READ);
        program
    }
}

impl Site {
    /// The program of this name, read anew: its files may have changed.
    pub fn read(&self, name: &str) -> Result<Arc<Read>, Trouble> {
        let program = match name.parse::<usize>() {
            Ok(number) => {
                let job = self.programs.jobs.get(number);
                let job = job.ok_or_else(|| Trouble::missing(format!("there is no program {name}")))?;
                self.read_job(job)?
            }
            Err(_) => self.recorded(&self.record(name)?.0)?,
        };
        Ok(self.programs.keep(name, program))
    }

    /// The program of this name, as it was read before if it was.
    pub fn program(&self, name: &str) -> Result<Arc<Read>, Trouble> {
        self.programs.find(name).map_or_else(|| self.read(name), Ok)
    }

    /// The program of an outcome, if it still is what it was.
    pub fn recorded(&self, record: &Record) -> Result<Read, Trouble> {
        let mut read = match &record.job.revision {
            Some(revision) => self.at(revision, &record.job)?,
            None => self.read_job(&record.job)?,
        };
        if hex(&read.problem.text) != record.text {
            return Err(Trouble { status: 409, why: "the program has changed since".into() });
        }
        read.machine.given = record.given.as_ref().map(|given| given.as_slice().into());
        Ok(read)
    }

    /// A target as it was at a revision.
    fn at(&self, revision: &Revision, job: &Job) -> Result<Read, Trouble> {
        let project = project().map_err(Failure::from)?;
        let repository = Repository::around(&project.root).map_err(Failure::from)?;
        let args = RevisionArgs::of(vec![job.target.clone()], Vec::new());
        let mut walk = Walk::new(&project, &repository, &args).map_err(Failure::from)?;
        let found = walk.jobs(revision).into_iter().find(|(name, _)| *name == job.target);
        let (_, found) =
            found.ok_or_else(|| Trouble::missing(format!("there is no target {}", job.target)))?;
        let sources = found.map_err(Failure::from)?.sources;
        self.read_job(&Job { sources, ..job.clone() })
    }

    fn read_job(&self, job: &Job) -> Result<Read, Trouble> {
        let console = Console::new(Color::Never, Verbosity::Quiet);
        let (args, watchdog) = (job.args()?, self.watchdog()?);
        let options = check::options(&args, &watchdog).map_err(Failure::from)?;
        let source = check::load(&console, &watchdog, &args);
        if watchdog.limits().reached().is_some() {
            return Err(Trouble::busy("it takes too long to read the program"));
        }
        let problem = Problem::new(args, &source?, options);
        let sources = sources(&problem);
        let machine = problem.explicit.machine();
        let texts = SourceText::read(&problem.program, &problem.args.root);
        Ok(Read { title: job.target.clone(), problem, machine, sources, texts })
    }
}

/// The text of the files that the program's own code is in.
fn sources(problem: &Problem) -> BTreeMap<String, String> {
    let program = &problem.program;
    let with_code = program.functions.iter().filter(|function| function.body.is_some());
    let files: BTreeSet<&str> = with_code.map(|function| program.file(function.pos.file)).collect();
    let named: Vec<String> = problem.args.files.iter().map(|file| file.display().to_string()).collect();
    let is_own = |file: &&str| Path::new(file).is_relative() || named.iter().any(|it| it == file);
    let own = files.into_iter().filter(is_own).take(FILES);
    own.filter_map(|file| Some((file.to_string(), details::source(problem, file)?))).collect()
}
