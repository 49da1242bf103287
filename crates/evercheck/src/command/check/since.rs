//! `--since`: what is checked is compared with a revision, whose violations are known.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Result, bail};

use crate::base::Base;
use crate::check::args::CheckArgs;
use crate::checkout::Checkout;
use crate::command::history::RevisionArgs;
use crate::command::history::revisions::Walk;
use crate::console::Console;
use crate::git::{Repository, Revision};
use crate::job::Job;
use crate::kept::Recall;
use crate::project::Project;
use crate::project::inside::normal;
use crate::status::Status;
use crate::task;
use crate::worker::{Answer, Foreman};

/// A base has all its violations after this many runs, or else there are too many to tell.
const ROUNDS: usize = 16;

/// Says what files are compared with. Nothing more is to be done if there is a status.
pub fn files(console: &Console, args: &mut CheckArgs) -> Result<Option<Status>> {
    let Some(name) = args.since.clone() else { return Ok(None) };
    let foreman = Foreman::silent(console)?;
    let (revision, job, _checkout) = of_files(args, &name)?;
    tell(console, &args.target(), &revision);
    args.base = Some(base(&foreman, &revision, Ok(job))?);
    Ok(foreman.signalled())
}

/// Says what targets are compared with. Nothing more is to be done if there is a status.
pub fn targets(
    console: &Console,
    args: &CheckArgs,
    project: &Project,
    jobs: &mut [Job],
) -> Result<Option<Status>> {
    let Some(name) = &args.since else { return Ok(None) };
    let foreman = Foreman::silent(console)?;
    let repository = Repository::around(&project.root)?;
    let revision = repository.revision(name)?;
    let targets = jobs.iter().map(|job| job.target.clone()).collect();
    let options = RevisionArgs::of(targets, args.given.words.clone());
    let mut walk = Walk::new(project, &repository, &options)?;
    let mut bases: BTreeMap<String, Result<Job>> = walk.jobs(&revision).into_iter().collect();
    for job in jobs {
        let Some(old) = bases.remove(&job.target) else { continue };
        tell(console, &job.target, &revision);
        job.base = Some(base(&foreman, &revision, old)?);
        if let Some(status) = foreman.signalled() {
            return Ok(Some(status));
        }
    }
    Ok(None)
}

fn tell(console: &Console, target: &str, Revision { short, subject, .. }: &Revision) {
    console.inform(&format!("comparing {target} with {short} {subject}"));
}

/// All violations of a revision: one that is found may hide another, until it is known.
fn base(foreman: &Foreman, revision: &Revision, job: Result<Job>) -> Result<Base> {
    let mut base = Base::new(&revision.short);
    let cannot =
        |why: &str| Some(format!("it cannot be checked there: {}", why.lines().next().unwrap_or_default()));
    let mut job = match job {
        Ok(job) => Job { recall: Recall::All, ..job }.without(|word| word.starts_with("--report")),
        Err(error) => return Ok(Base { doubt: cannot(&format!("{error:#}")), ..base }),
    };
    for _ in 0..ROUNDS {
        match foreman.run(&job)?.answer {
            Answer::Outcome(outcome) if base.add(&outcome) => job.base = Some(base.clone()),
            Answer::Outcome(_) => break,
            Answer::Failed { message, .. } => {
                base.doubt = cannot(&message);
                break;
            }
        }
        if foreman.signalled().is_some() {
            break;
        }
    }
    Ok(base)
}

/// The same files at a revision, which lie in the checkout as long as that is there.
fn of_files(args: &CheckArgs, name: &str) -> Result<(Revision, Job, Checkout)> {
    if let Some(file) = args.files.iter().find(|file| task::is_task(file) || file.is_absolute()) {
        bail!("--since is for targets, and for C files that are named by relative paths: {}", file.display());
    }
    let repository = Repository::around(&std::env::current_dir()?)?;
    let revision = repository.revision(name)?;
    let tree: BTreeSet<String> = repository.tree(&revision)?.into_iter().map(|(path, _)| path).collect();
    let of_properties = args.common.property.iter().filter(|name| name.ends_with(".prp")).cloned();
    let known = args.common.known.iter().map(|file| file.display().to_string());
    let ours = args.source.files().chain(of_properties).chain(known).map(|path| (path, true));
    let files = args.files.iter().map(|file| (file.display().to_string(), false));
    let mut own = BTreeMap::new();
    for (path, is_ours) in ours.chain(files) {
        let place = normal(&Path::new(&repository.prefix).join(&path)).filter(|place| place.is_relative());
        let Some(place) = place.and_then(|place| place.to_str().map(String::from)) else { continue };
        // What cannot be read is complained of when it is needed.
        if let Some(bytes) = std::fs::read(&path).ok().filter(|_| is_ours || !tree.contains(&place)) {
            own.insert(place, bytes);
        }
    }
    let mut checkout = Checkout::new(&repository)?;
    checkout.go_to(&repository, &revision, &own)?;
    let root = checkout.folder().join(&repository.prefix);
    std::fs::create_dir_all(&root)?;
    let mut job = Job::new(args.target()).below(root).options(args.given.words.iter().cloned());
    job.sources.files = args.files.clone();
    Ok((revision, job, checkout))
}
