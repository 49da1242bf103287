//! The checks of the targets that an editor has open: which wait, which one is under way, what came of each.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::editor::{self, Editor};
use super::plan::{self, Key, Plan};
use super::show::{self, Diagnostics};
use super::{CHECK, Event, uri};
use crate::project;
use crate::report::Outcome;
use crate::worker::{Answer, Done, Foreman};

/// How long a check may take to end when the editor has gone.
const GRACE: Duration = Duration::from_secs(4);

/// What becomes of a target.
enum Standing {
    Waiting,
    Checked(Box<Outcome>),
    Failed,
}

struct Target {
    plan: Plan,
    standing: Standing,
    /// All files that were read when it was last checked, and those that it is made of.
    files: BTreeSet<PathBuf>,
    diagnostics: Diagnostics,
}

/// A check that is under way.
struct Running {
    key: Key,
    number: u64,
    foreman: Arc<Foreman>,
    /// A save came in between: what it comes to is of no interest.
    is_overtaken: bool,
}

pub struct Checks<'a> {
    pub editor: Editor<'a>,
    tell: Sender<Event>,
    targets: BTreeMap<Key, Target>,
    queue: VecDeque<Key>,
    running: Option<Running>,
    /// How many checks have begun, which numbers them.
    begun: u64,
}

impl<'a> Checks<'a> {
    pub fn new(editor: Editor<'a>, tell: Sender<Event>) -> Checks<'a> {
        let (targets, queue) = (BTreeMap::new(), VecDeque::new());
        Checks { editor, tell, targets, queue, running: None, begun: 0 }
    }

    /// Ends a check that is under way.
    pub fn leave(&mut self, events: &Receiver<Event>) {
        let Some(running) = self.running.take() else { return };
        running.foreman.call_off();
        let end = Instant::now() + GRACE;
        while let Ok(event) = events.recv_timeout(end.saturating_duration_since(Instant::now())) {
            if matches!(event, Event::Done(..)) {
                return;
            }
        }
    }

    /// Has a file checked that has not been yet.
    pub fn opened(&mut self, file: &Path, options: &[String]) -> Result<()> {
        if self.targets.values().any(|target| target.files.contains(file)) {
            return Ok(());
        }
        self.saved(file, options)
    }

    pub fn saved(&mut self, file: &Path, options: &[String]) -> Result<()> {
        let is_configuration = file.file_name().is_some_and(|name| name == project::NAME);
        let mut plans = match plan::of_project(file, options) {
            Ok(plans) => plans,
            Err(why) => {
                let folder = file.parent().unwrap_or(file);
                let home = if is_configuration { file } else { &folder.join(project::NAME) };
                // Whatever it was that stood there.
                return self.publish(Some((home, &show::refusal(&why, folder, home))));
            }
        };
        if is_configuration {
            let root = file.parent().unwrap_or(file);
            let is_gone = |key: &Key| key.0 == root && !plans.iter().any(|plan| plan.key == *key);
            let gone: Vec<Key> = self.targets.keys().filter(|key| is_gone(key)).cloned().collect();
            gone.iter().for_each(|key| self.forget(key));
            self.publish(None)?;
        }
        plans.retain(|plan| {
            let known = self.targets.get(&plan.key);
            is_configuration
                || plan.files().iter().chain(known.iter().flat_map(|it| &it.files)).any(|it| it == file)
        });
        let is_program = file.extension().is_some_and(|it| it == "c" || it == "i");
        if plans.is_empty() && is_program {
            plans.extend(plan::of_file(file, options));
        }
        // The last one stands first in the end.
        for plan in plans.into_iter().rev() {
            self.enqueue(plan);
        }
        self.next()
    }

    fn enqueue(&mut self, plan: Plan) {
        let key = plan.key.clone();
        if let Some(running) = self.running.as_mut().filter(|it| it.key == key) {
            running.is_overtaken = true;
            running.foreman.call_off();
        }
        self.queue.retain(|it| *it != key);
        self.queue.push_front(key.clone());
        let target = self.targets.entry(key).or_insert_with(|| Target {
            plan: plan.clone(),
            standing: Standing::Waiting,
            files: BTreeSet::new(),
            diagnostics: Diagnostics::new(),
        });
        target.files.extend(plan.files());
        (target.plan, target.standing) = (plan, Standing::Waiting);
    }

    /// What was found in a file that is a program of its own goes with it.
    pub fn closed(&mut self, file: &Path) -> Result<()> {
        let is_it =
            |target: &Target| target.plan.is_single && target.plan.files().iter().any(|it| it == file);
        let gone: Vec<Key> = self.targets.iter().filter(|it| is_it(it.1)).map(|it| it.0.clone()).collect();
        gone.iter().for_each(|key| self.forget(key));
        self.publish(None)
    }

    fn forget(&mut self, key: &Key) {
        self.targets.remove(key);
        self.queue.retain(|it| it != key);
        if let Some(running) = self.running.as_mut().filter(|it| it.key == *key) {
            running.is_overtaken = true;
            running.foreman.call_off();
        }
    }

    /// Begins with the next target, if none is being checked.
    fn next(&mut self) -> Result<()> {
        while self.running.is_none()
            && let Some(key) = self.queue.pop_front()
        {
            let Some(target) = self.targets.get(&key) else { continue };
            let job = match &target.plan.job {
                Ok(job) => job.clone(),
                Err(why) => {
                    let why = why.clone();
                    self.settle(&key, Err(Some(why)))?;
                    continue;
                }
            };
            self.begun += 1;
            let (number, tell, report) = (self.begun, self.tell.clone(), self.tell.clone());
            // The server may have ended.
            let progress = move |line: &str| drop(report.send(Event::Progress(number, line.to_string())));
            let foreman = Arc::new(Foreman::guest(key.0.clone(), Box::new(progress)));
            let at_work = foreman.clone();
            let work = move || {
                let done = at_work.run(&job).map_err(|error| format!("{error:#}"));
                let _ = tell.send(Event::Done(number, done));
            };
            thread::Builder::new().spawn(work).context("cannot start a thread")?;
            let name = key.1.clone();
            self.running = Some(Running { key, number, foreman, is_overtaken: false });
            self.editor.begin(number, &name)?;
            self.editor.refresh()?;
        }
        Ok(())
    }

    pub fn done(&mut self, number: u64, done: Result<Done, String>) -> Result<()> {
        let Some(running) = self.running.take_if(|it| it.number == number) else { return Ok(()) };
        let result = done.and_then(|done| match done.answer {
            Answer::Outcome(outcome) => Ok(outcome),
            Answer::Failed { message, .. } => Err(message),
        });
        let is_called_off = running.foreman.signalled().is_some();
        let told = match &result {
            _ if running.is_overtaken => "overtaken by a save".into(),
            // It was ended before it could say that itself.
            Err(_) if is_called_off => "unknown(cancelled)".into(),
            Ok(outcome) => show::verdict(outcome),
            Err(_) => "not checked".into(),
        };
        self.editor.end(number, &told)?;
        if !running.is_overtaken {
            self.settle(&running.key, result.map_err(|why| (!is_called_off).then_some(why)))?;
        }
        self.next()
    }

    /// Keeps what came of a target, and shows it. What was cancelled at once has no reason to be shown.
    fn settle(&mut self, key: &Key, result: Result<Box<Outcome>, Option<String>>) -> Result<()> {
        let Some(target) = self.targets.get_mut(key) else { return Ok(()) };
        let root = &key.0;
        let files = target.plan.files();
        let home = files.first().cloned().unwrap_or_else(|| root.join(project::NAME));
        (target.diagnostics, target.standing) = match result {
            Ok(outcome) => {
                let read = outcome.files.all().map(|file| root.join(file));
                target.files = files.into_iter().chain(read).collect();
                (show::diagnostics(&outcome, root, &home), Standing::Checked(outcome))
            }
            Err(Some(why)) => (show::refusal(&why, root, &home), Standing::Failed),
            Err(None) => (Diagnostics::new(), Standing::Failed),
        };
        self.publish(None)?;
        self.editor.refresh()
    }

    /// Shows what all targets say, and `besides` what none does.
    fn publish(&mut self, besides: Option<(&Path, &Diagnostics)>) -> Result<()> {
        let mut all = Diagnostics::new();
        let of_targets = self.targets.values().map(|target| &target.diagnostics);
        for (file, told) in of_targets.chain(besides.map(|it| it.1)).flatten() {
            let known = all.entry(file.clone()).or_default();
            // Two targets may come to the same.
            let is_new = |it: &&Value| !known.iter().any(|other| is_same(it, other));
            let new: Vec<Value> = told.iter().filter(is_new).cloned().collect();
            known.extend(new);
        }
        self.editor.publish(all)
    }

    /// What stands above functions of a file: of each target it is a part of, the verdict.
    pub fn lenses(&self, file: &Path) -> Vec<Value> {
        let lens = |(key, target): (&Key, &Target)| {
            let is_running = self.running.as_ref().is_some_and(|it| it.key == *key);
            let (line, words) = match &target.standing {
                Standing::Waiting => (0, if is_running { "checking…" } else { "waiting…" }.to_string()),
                Standing::Failed => (0, "not checked".to_string()),
                Standing::Checked(outcome) => (show::line(outcome, &key.0, file), show::verdict(outcome)),
            };
            let at = json!({"line": line, "character": 0});
            let title = if target.plan.is_single { words } else { format!("{}: {words}", key.1) };
            json!({
                "range": {"start": at, "end": at},
                "command": {"title": title, "command": CHECK, "arguments": [uri::of(file)]},
            })
        };
        self.targets.iter().filter(|it| it.1.files.contains(file)).map(lens).collect()
    }

    pub fn hover(&self, file: &Path, line: u32) -> Option<String> {
        let of = |(key, target): (&Key, &Target)| match &target.standing {
            Standing::Checked(outcome) => show::hover(outcome, &key.1, &key.0, file, line),
            _ => None,
        };
        let parts: Vec<String> = self.targets.iter().filter_map(of).collect();
        (!parts.is_empty()).then(|| parts.join("\n\n---\n\n"))
    }

    /// Tells how far the check of this number has come.
    pub fn report(&mut self, number: u64, text: &str) -> Result<()> {
        match &self.running {
            Some(running) if running.number == number => self.editor.report(number, text),
            _ => Ok(()),
        }
    }

    /// Ends the check that the editor knows by this token, if it is under way.
    pub fn cancel(&self, token: &Value) {
        let running = self.running.as_ref().filter(|it| editor::token(it.number) == *token);
        running.into_iter().for_each(|it| it.foreman.call_off());
    }
}

/// Whether two diagnostics say the same of the same place.
fn is_same(one: &Value, other: &Value) -> bool {
    ["range", "code", "message"].iter().all(|key| one[*key] == other[*key])
}
