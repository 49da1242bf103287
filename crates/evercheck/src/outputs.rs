//! The files that a check is asked to write for people and for other tools, each a rendering of what came of its targets.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;

use crate::report::{Row, github, junit, markdown, page, sarif};

#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Files for people and tools")]
pub struct OutputArgs {
    /// Write a page to FILE that shows what came of the check, and steps through each counterexample
    ///
    /// One file of HTML, for any browser, which needs no network. It has the source, the turns of each thread side by side, and
    /// at each step all variables and the heap; of a proof, what holds at each loop.
    #[arg(long, value_name = "FILE.html", conflicts_with = "replay")]
    pub report: Option<PathBuf>,

    /// Append a summary in Markdown to FILE, as for GitHub's $GITHUB_STEP_SUMMARY
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    pub summary: Option<PathBuf>,

    /// Write violations to FILE in SARIF 2.1.0, with counterexamples as code flows
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    pub sarif: Option<PathBuf>,

    /// Write verdicts to FILE in JUnit's XML: a suite for each target, a case for each property
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    pub junit: Option<PathBuf>,

    /// Print violations as GitHub's annotations in front of the report, to be shown beside the lines of a change
    #[arg(long, conflicts_with = "replay")]
    pub annotations: bool,
}

/// A file that is ready to be written.
pub struct Output {
    path: PathBuf,
    text: String,
    how: How,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// In the place of what was there.
    Anew,
    /// Behind what others have written.
    Behind,
}

impl OutputArgs {
    /// The files that are written anew.
    pub fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.report.iter().chain(&self.sarif).chain(&self.junit)
    }

    /// Whether the summary can be written, before the search.
    pub fn check(&self) -> Result<()> {
        let Some(path) = &self.summary else { return Ok(()) };
        open(path, How::Behind).map(drop)
    }

    pub fn render(&self, rows: &[Row<'_>]) -> Vec<Output> {
        let anew = |path: &Option<PathBuf>, render: fn(&[Row<'_>]) -> String, how: How| {
            path.as_ref().map(|path| Output { path: path.clone(), text: render(rows), how })
        };
        let all = [
            anew(&self.report, page::check, How::Anew),
            anew(&self.summary, markdown::summary, How::Behind),
            anew(&self.sarif, sarif::log, How::Anew),
            anew(&self.junit, junit::suites, How::Anew),
        ];
        all.into_iter().flatten().collect()
    }

    /// Writes all of them, or as many as can be.
    pub fn write(&self, rows: &[Row<'_>]) -> Result<()> {
        let written: Vec<Result<()>> = self.render(rows).iter().map(Output::write).collect();
        written.into_iter().collect()
    }

    /// What stands in front of a report.
    pub fn annotations(&self, rows: &[Row<'_>]) -> String {
        if self.annotations { github::annotations(rows) } else { String::new() }
    }
}

impl Output {
    pub fn write(&self) -> Result<()> {
        let written = open(&self.path, self.how)?.write_all(self.text.as_bytes());
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

fn open(path: &Path, how: How) -> Result<std::fs::File> {
    let mut options = OpenOptions::new();
    options.create(true).write(true);
    match how {
        How::Anew => options.truncate(true),
        How::Behind => options.append(true),
    };
    options.open(path).with_context(|| format!("cannot write {}", path.display()))
}
