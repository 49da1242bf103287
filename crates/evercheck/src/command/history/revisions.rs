//! Revisions of a git repository.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};

use super::{ConfigFrom, HistoryArgs, Runner, Stage};
use crate::checkout::Checkout;
use crate::console::Console;
use crate::git::{Ranges, Repository, Revision};
use crate::job::Job;
use crate::project::{Files, NAME, Project, Settings, Target, WorkTree, tree};
use crate::status::Status;

pub fn run(console: &Console, args: &HistoryArgs, range: &str) -> Result<Status> {
    let Some(project) = Project::find()? else {
        bail!("there is no {NAME} here or above in the repository: `evercheck init` writes one");
    };
    let repository = Repository::around(&project.root)?;
    let revisions = repository.revisions(range, args.limit)?;
    if revisions.is_empty() {
        bail!("there is no revision in {range}");
    }
    let chosen = match args.config_from {
        ConfigFrom::WorkTree => project.targets(&args.targets)?.into_iter().cloned().collect(),
        ConfigFrom::Revision => Vec::new(),
    };
    let names: Vec<String> = match args.config_from {
        ConfigFrom::WorkTree => chosen.iter().map(|target: &Target| target.name.clone()).collect(),
        ConfigFrom::Revision => project.targets.iter().map(|target| target.name.clone()).collect(),
    };
    let stage = |revision: &Revision| Stage {
        revision: revision.short.clone(),
        hash: Some(revision.hash.clone()),
        subject: revision.subject.clone(),
    };
    let stages: Vec<Stage> = revisions.iter().map(stage).collect();
    let mut checkout = Checkout::new(&repository)?;
    let mut runner = Runner::new(console, args, &stages, &names)?;
    let mut history = History { project: &project, ranges: Ranges::of(&repository), args };
    for (revision, stage) in revisions.iter().zip(&stages) {
        let jobs = history.jobs(&repository, &mut checkout, revision, &chosen);
        let jobs = jobs.unwrap_or_else(|error| {
            let message = format!("{error:#}");
            let names = if args.targets.is_empty() { &names } else { &args.targets };
            names.iter().map(|name| (name.clone(), Err(anyhow!(message.clone())))).collect()
        });
        for (target, job) in jobs {
            if let Some(status) = runner.row(stage, &target, job)? {
                return Ok(status);
            }
        }
    }
    runner.end()
}

struct History<'a> {
    project: &'a Project,
    ranges: Ranges<'a>,
    args: &'a HistoryArgs,
}

impl History<'_> {
    /// The jobs of a revision, whose files lie in the checkout from then on.
    fn jobs(
        &mut self,
        repository: &Repository,
        checkout: &mut Checkout,
        revision: &Revision,
        chosen: &[Target],
    ) -> Result<Vec<(String, Result<Job>)>> {
        let own = match self.args.config_from {
            ConfigFrom::WorkTree => self.own_files(repository, chosen, revision)?,
            ConfigFrom::Revision => BTreeMap::new(),
        };
        checkout.go_to(repository, revision, &own)?;
        let files = Laid(checkout.folder().join(&repository.prefix));
        let theirs: Vec<Target> = match self.args.config_from {
            ConfigFrom::WorkTree => chosen.to_vec(),
            ConfigFrom::Revision => {
                let project = Project::read(files.root())?;
                project.targets(&self.args.targets)?.into_iter().cloned().collect()
            }
        };
        let project = match self.args.config_from {
            ConfigFrom::WorkTree => self.project.root.clone(),
            ConfigFrom::Revision => files.root().to_path_buf(),
        };
        let mut jobs = Vec::new();
        for target in &theirs {
            let settings = self.settings(target, revision);
            let job = settings.and_then(|it| target.job(&it, &files, &project, &self.args.options.0));
            jobs.push((target.name.clone(), job));
        }
        Ok(jobs)
    }

    fn settings(&mut self, target: &Target, revision: &Revision) -> Result<Settings> {
        target.settings_at(&revision.hash, &mut self.ranges)
    }

    /// The files that come from the work tree, by their paths in the repository.
    fn own_files(
        &mut self,
        repository: &Repository,
        targets: &[Target],
        revision: &Revision,
    ) -> Result<BTreeMap<String, Vec<u8>>> {
        let root = &self.project.root;
        let mut own = BTreeMap::new();
        for target in targets {
            let settings = self.settings(target, revision)?;
            let paths = settings
                .own_files(&WorkTree(root))
                .map_err(|error| anyhow!("target {}: {error}", target.name))?;
            for path in paths {
                let bytes = std::fs::read(root.join(&path)).with_context(|| format!("cannot read {path}"))?;
                own.insert(format!("{}{path}", repository.prefix), bytes);
            }
        }
        Ok(own)
    }
}

/// The files of a revision, where they are laid out.
struct Laid(PathBuf);

impl Files for Laid {
    fn root(&self) -> &Path {
        &self.0
    }

    fn below(&self, folder: &str) -> Result<Vec<String>, String> {
        tree::files(&self.0, folder)
    }
}
