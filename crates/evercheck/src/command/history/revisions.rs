//! What is to be checked at each revision of a git repository.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};

use super::{ConfigFrom, RevisionArgs};
use crate::checkout::{Checkout, Tree};
use crate::git::{Ranges, Repository, Revision};
use crate::job::Job;
use crate::project::{Files, NAME, Project, Target, WorkTree, inside, read_by, tree};

/// The project that the current folder is in.
pub fn project() -> Result<Project> {
    match Project::find()? {
        Some(project) => Ok(project),
        None => bail!("there is no {NAME} here or above in the repository: `evercheck init` writes one"),
    }
}

/// Goes from revision to revision.
pub struct Walk<'a> {
    project: &'a Project,
    repository: &'a Repository,
    args: &'a RevisionArgs,
    /// The targets of the work tree's configuration.
    chosen: Vec<Target>,
    ranges: Ranges<'a>,
    checkout: Checkout,
}

impl Walk<'_> {
    pub fn new<'a>(
        project: &'a Project,
        repository: &'a Repository,
        args: &'a RevisionArgs,
    ) -> Result<Walk<'a>> {
        let names = match args.config_from {
            ConfigFrom::WorkTree => &args.targets[..],
            // Which there are is said by each revision.
            ConfigFrom::Revision => &[],
        };
        let chosen = project.targets(names)?.into_iter().cloned().collect();
        let (ranges, checkout) = (Ranges::of(repository), Checkout::new(repository)?);
        Ok(Walk { project, repository, args, chosen, ranges, checkout })
    }

    /// The targets, as far as they are known beforehand.
    pub fn names(&self) -> Vec<String> {
        match self.args.config_from {
            ConfigFrom::Revision if !self.args.targets.is_empty() => self.args.targets.clone(),
            _ => self.chosen.iter().map(|target| target.name.clone()).collect(),
        }
    }

    /// What the jobs of the last revision are made of.
    pub fn tree(&self) -> Option<Tree> {
        self.checkout.tree(&self.repository.prefix)
    }

    /// The jobs of a revision by target, or why there is none. Their files lie in the checkout until the next is asked for.
    pub fn jobs(&mut self, revision: &Revision) -> Vec<(String, Result<Job>)> {
        self.lay_out(revision).unwrap_or_else(|error| {
            let failed = |name: String| (name, Err(anyhow!("{error:#}")));
            self.names().into_iter().map(failed).collect()
        })
    }

    fn lay_out(&mut self, revision: &Revision) -> Result<Vec<(String, Result<Job>)>> {
        let (own, failed) = self.own_files(revision)?;
        self.checkout.go_to(self.repository, revision, &own)?;
        let files = Laid(self.checkout.folder().join(&self.repository.prefix));
        let (project, targets) = match self.args.config_from {
            ConfigFrom::WorkTree => (self.project.root.as_path(), self.chosen.clone()),
            ConfigFrom::Revision => {
                let project = Project::read(files.root())?;
                (files.root(), project.targets(&self.args.targets)?.into_iter().cloned().collect())
            }
        };
        let mut jobs = Vec::new();
        for target in targets {
            let settings = target.settings_at(&revision.hash, &mut self.ranges);
            let job = match failed.get(&target.name) {
                Some(why) => Err(anyhow!("{why}")),
                None => settings.and_then(|it| target.job(&it, &files, project, &self.args.options.0)),
            };
            jobs.push((target.name, job));
        }
        Ok(jobs)
    }

    /// The files that come from the work tree, by their paths in the repository; and of targets that lack one, which.
    fn own_files(&mut self, revision: &Revision) -> Result<(Own, BTreeMap<String, String>)> {
        let (root, mut own, mut failed) = (&self.project.root, Own::new(), BTreeMap::new());
        if self.args.config_from == ConfigFrom::Revision {
            return Ok((own, failed));
        }
        for target in &self.chosen {
            let settings = target.settings_at(&revision.hash, &mut self.ranges)?;
            let paths = settings.own_files(&WorkTree(root));
            let paths = paths.map_err(|error| anyhow!("target {}: {error}", target.name))?;
            // What the command line names counts as what the configuration does, unless it is not of the project.
            let given = read_by(&self.args.options.0)
                .filter_map(|path| inside::normal(Path::new(&path))?.to_str().map(String::from))
                .filter(|path| Path::new(path).is_relative() && root.join(path).is_file());
            for path in paths.into_iter().chain(given) {
                match std::fs::read(root.join(&path)) {
                    Ok(bytes) => drop(own.insert(format!("{}{path}", self.repository.prefix), bytes)),
                    Err(error) => {
                        drop(failed.insert(target.name.clone(), format!("cannot read {path}: {error}")))
                    }
                }
            }
        }
        Ok((own, failed))
    }
}

/// Contents by path.
type Own = BTreeMap<String, Vec<u8>>;

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
