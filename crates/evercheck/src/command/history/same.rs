//! Revisions that change nothing that a target is made of: it comes to what it came to before, and no process is needed to say so.
//!
//! A check depends on the job, on the files that its options name, on those that the preprocessor entered, which its line markers
//! name, and on which names there are in the tree: an `#include` takes the first file of its name, `__has_include` asks whether there is one. So a job is the same as an earlier
//! one if it is spelled the same, the trees have the same names, and all that was read then is the same, as are the files that come
//! from the work tree. Headers of the machine are taken to stay as they are while a history is checked.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;

use super::Stage;
use crate::checkout::Tree;
use crate::job::Job;
use crate::project::read_by;
use crate::worker::{Answer, Done};

/// Jobs of a target that are remembered: branches that are checked in turn, and what is taken back soon.
const KEPT: usize = 16;

#[derive(Default)]
pub struct Same(BTreeMap<String, VecDeque<Tried>>);

/// A job that was done.
struct Tried {
    job: String,
    names: [u8; 32],
    /// Paths of files that were read, and what they hold.
    read: Vec<(String, String)>,
    revision: String,
    answer: Answer,
}

impl Same {
    /// What a job comes to, if it is the same as one before.
    pub fn find(&self, target: &str, job: &Job, tree: &Tree) -> Option<Done> {
        let job = serde_json::to_string(job).ok()?;
        let is_same = |tried: &&Tried| {
            let mut read = tried.read.iter();
            let is_there = |(path, id): &(String, String)| tree.files.get(path) == Some(id);
            tried.job == job && tried.names == tree.names && read.all(is_there)
        };
        let tried = self.0.get(target)?.iter().find(is_same)?;
        Some(Done::again(tried.answer.clone(), &tried.revision))
    }

    /// Remembers what a job came to, if that depends on nothing but what is compared.
    pub fn keep(&mut self, stage: &Stage, target: &str, job: &Job, tree: &Tree, done: &Done) {
        let Some(outcome) = done.outcome().filter(|outcome| !outcome.report.is_limited()) else { return };
        let Ok(spelled) = serde_json::to_string(job) else { return };
        let mut read = Vec::new();
        for name in read_by(&job.options) {
            let Some(path) = tree.place(&name) else { return };
            match path.and_then(|path| tree.files.get_key_value(&path)) {
                Some((path, id)) => read.push((path.clone(), id.clone())),
                // Outside of all revisions.
                None if Path::new(&name).is_absolute() => {}
                None => return,
            }
        }
        for name in outcome.files.all() {
            let Some(path) = tree.place(name) else { return };
            let Some((path, place)) = path.map(|path| (path.clone(), tree.folder.join(path))) else {
                continue;
            };
            match tree.files.get(&path) {
                Some(id) if !embeds(&place) => read.push((path, id.clone())),
                // A name that `#line` has given to something else.
                None if place.symlink_metadata().is_err() => {}
                _ => return,
            }
        }
        let (revision, answer) = (stage.revision.clone(), done.answer.clone());
        let kept = self.0.entry(target.to_string()).or_default();
        kept.push_front(Tried { job: spelled, names: tree.names, read, revision, answer });
        kept.truncate(KEPT);
    }
}

/// Whether a file may take in others without a line marker.
fn embeds(file: &Path) -> bool {
    std::fs::read(file).map_or(true, |text| text.windows(5).any(|word| word == b"embed"))
}
