//! `evercheck lsp`: checks for editors, by the Language Server Protocol 3.17 over standard input and output.
//!
//! A file that is opened or saved has the targets checked that it is a part of, one after the other, each in a process of its
//! own ([`crate::worker`]). A save overtakes a check that it affects: that one is ended, keeps what it has found out, and
//! begins anew. Nothing is read of what an editor has not saved.

mod plan;
mod show;
mod uri;
mod wire;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use self::plan::{Key, Plan};
use self::show::Diagnostics;
use self::wire::Received;
use crate::console::Console;
use crate::project;
use crate::report::Outcome;
use crate::status::Status;
use crate::worker::{Answer, Done, Foreman};

/// How often signals are looked for.
const PULSE: Duration = Duration::from_millis(200);
/// How long a check may take to end when the editor has gone.
const GRACE: Duration = Duration::from_secs(4);
/// What the line above a function asks for if it is clicked.
const CHECK: &str = "evercheck.check";

const PARSE_ERROR: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;
const METHOD_NOT_FOUND: i64 = -32601;
const INVALID_PARAMS: i64 = -32602;
const NOT_INITIALIZED: i64 = -32002;

/// What happens.
enum Event {
    Received(Result<Received, String>),
    /// How far the check of this number has come.
    Progress(u64, String),
    Done(u64, Result<Done, String>),
}

/// Answers an editor until it asks for the end, goes, or a signal comes.
pub fn run(console: &Console) -> Result<Status> {
    let foreman = Foreman::new(console)?;
    let (tell, events) = channel();
    let reading = tell.clone();
    let read = move || {
        let mut input = BufReader::new(std::io::stdin());
        loop {
            let received = wire::read(&mut input);
            let is_last = matches!(received, Err(_) | Ok(Received::End));
            if reading.send(Event::Received(received)).is_err() || is_last {
                return;
            }
        }
    };
    thread::Builder::new().spawn(read).context("cannot start a thread")?;
    let mut server = Server::new(console, tell);
    let result = server.serve(&events, &foreman);
    server.leave(&events);
    result
}

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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Starting,
    Ready,
    /// Only the end may follow.
    Over,
}

/// What the editor has said of itself.
#[derive(Default)]
struct Editor {
    shows_progress: bool,
    refreshes_lenses: bool,
}

struct Server<'a> {
    console: &'a Console,
    tell: Sender<Event>,
    phase: Phase,
    editor: Editor,
    options: Vec<String>,
    /// Whether a file is checked when it is opened.
    is_eager: bool,
    targets: BTreeMap<Key, Target>,
    queue: VecDeque<Key>,
    running: Option<Running>,
    /// Files that diagnostics are shown of.
    shown: BTreeSet<PathBuf>,
    /// Numbers of checks and of requests to the editor.
    count: u64,
}

impl<'a> Server<'a> {
    fn new(console: &'a Console, tell: Sender<Event>) -> Server<'a> {
        Server {
            console,
            tell,
            phase: Phase::Starting,
            editor: Editor::default(),
            options: Vec::new(),
            is_eager: true,
            targets: BTreeMap::new(),
            queue: VecDeque::new(),
            running: None,
            shown: BTreeSet::new(),
            count: 0,
        }
    }

    fn serve(&mut self, events: &Receiver<Event>, foreman: &Foreman) -> Result<Status> {
        loop {
            if let Some(status) = foreman.signalled() {
                return Ok(status);
            }
            match events.recv_timeout(PULSE) {
                Ok(Event::Received(Ok(Received::Message(message)))) => {
                    if message["method"] == "exit" {
                        return Ok(if self.phase == Phase::Over {
                            Status::Success
                        } else {
                            Status::Violated
                        });
                    }
                    self.message(&message)?;
                }
                Ok(Event::Received(Ok(Received::Garbage(why)))) => {
                    self.refuse(&Value::Null, PARSE_ERROR, &why)?
                }
                // The editor is gone without a word.
                Ok(Event::Received(Ok(Received::End))) => return Ok(Status::Violated),
                Ok(Event::Received(Err(why))) => {
                    self.refuse(&Value::Null, PARSE_ERROR, &why)?;
                    bail!("standard input does not follow the protocol: {why}");
                }
                Ok(Event::Progress(number, text)) => self.report(number, &text)?,
                Ok(Event::Done(number, done)) => self.done(number, done)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(Status::Internal),
            }
        }
    }

    /// Ends a check that is under way.
    fn leave(&mut self, events: &Receiver<Event>) {
        let Some(running) = self.running.take() else { return };
        running.foreman.call_off();
        let end = Instant::now() + GRACE;
        while let Ok(event) = events.recv_timeout(end.saturating_duration_since(Instant::now())) {
            if matches!(event, Event::Done(..)) {
                return;
            }
        }
    }

    fn message(&mut self, message: &Value) -> Result<()> {
        let (id, params) = (&message["id"], &message["params"]);
        let Some(method) = message["method"].as_str() else {
            // Answers to what we have asked say nothing.
            let is_answer = message.get("result").is_some() || message.get("error").is_some();
            return if is_answer {
                Ok(())
            } else {
                self.refuse(id, INVALID_REQUEST, "neither a method nor an answer")
            };
        };
        let is_request = !id.is_null();
        match (self.phase, method) {
            (Phase::Starting, "initialize") => self.initialize(id, params),
            (Phase::Starting, _) if is_request => self.refuse(id, NOT_INITIALIZED, "initialize comes first"),
            (Phase::Over, _) if is_request => self.refuse(id, INVALID_REQUEST, "shutdown was asked for"),
            (Phase::Ready, _) if is_request => self.request(id, method, params),
            (Phase::Ready, _) => self.notification(method, params),
            _ => Ok(()),
        }
    }

    fn initialize(&mut self, id: &Value, params: &Value) -> Result<()> {
        let window = &params["capabilities"]["window"];
        self.editor.shows_progress = window["workDoneProgress"] == true;
        self.editor.refreshes_lenses =
            params["capabilities"]["workspace"]["codeLens"]["refreshSupport"] == true;
        self.phase = Phase::Ready;
        self.answer(
            id,
            json!({
                "capabilities": {
                    "positionEncoding": "utf-16",
                    "textDocumentSync": {"openClose": true, "change": 0, "save": {"includeText": false}},
                    "codeLensProvider": {"resolveProvider": false},
                    "hoverProvider": true,
                    "executeCommandProvider": {"commands": [CHECK]},
                },
                "serverInfo": {"name": "evercheck", "version": env!("EVERCHECK_VERSION")},
            }),
        )?;
        self.configure(&params["initializationOptions"])
    }

    /// Takes `options`, a list of words, and `checkOnOpen`, as far as they are said.
    fn configure(&mut self, settings: &Value) -> Result<()> {
        if let Some(is_eager) = settings["checkOnOpen"].as_bool() {
            self.is_eager = is_eager;
        }
        let words = match &settings["options"] {
            Value::Null => return Ok(()),
            words => serde_json::from_value::<Vec<String>>(words.clone())
                .map_err(|_| "`options` is a list of strings".to_string()),
        };
        match words.and_then(|words| plan::options(&words)) {
            Ok(options) => self.options = options,
            Err(why) => self.warn(&format!("options of evercheck: {why}"))?,
        }
        Ok(())
    }

    fn request(&mut self, id: &Value, method: &str, params: &Value) -> Result<()> {
        let file = || params["textDocument"]["uri"].as_str().and_then(uri::path);
        match method {
            "shutdown" => {
                self.phase = Phase::Over;
                self.answer(id, Value::Null)
            }
            "textDocument/codeLens" => {
                let lenses = file().map_or(Vec::new(), |file| self.lenses(&file));
                self.answer(id, json!(lenses))
            }
            "textDocument/hover" => {
                let line = params["position"]["line"].as_u64().and_then(|line| u32::try_from(line).ok());
                let told = file().zip(line).and_then(|(file, line)| self.hover(&file, line));
                self.answer(
                    id,
                    told.map_or(Value::Null, |text| json!({"contents": {"kind": "markdown", "value": text}})),
                )
            }
            "workspace/executeCommand" if params["command"] == CHECK => {
                match params["arguments"][0].as_str().and_then(uri::path) {
                    Some(file) => {
                        self.answer(id, Value::Null)?;
                        self.saved(&file)
                    }
                    None => self.refuse(id, INVALID_PARAMS, "the argument is the address of a file"),
                }
            }
            _ => self.refuse(id, METHOD_NOT_FOUND, &format!("there is no {method}")),
        }
    }

    fn notification(&mut self, method: &str, params: &Value) -> Result<()> {
        let file = params["textDocument"]["uri"].as_str().and_then(uri::path);
        match (method, file) {
            ("textDocument/didOpen", Some(file)) if self.is_eager => self.opened(&file),
            ("textDocument/didSave", Some(file)) => self.saved(&file),
            ("textDocument/didClose", Some(file)) => self.closed(&file),
            ("workspace/didChangeConfiguration", _) => self.configure(&params["settings"]["evercheck"]),
            ("window/workDoneProgress/cancel", _) => {
                let running = self.running.as_ref().filter(|it| token(it.number) == params["token"]);
                running.into_iter().for_each(|it| it.foreman.call_off());
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Has a file checked that has not been yet.
    fn opened(&mut self, file: &Path) -> Result<()> {
        if self.targets.values().any(|target| target.files.contains(file)) {
            return Ok(());
        }
        self.saved(file)
    }

    fn saved(&mut self, file: &Path) -> Result<()> {
        let is_configuration = file.file_name().is_some_and(|name| name == project::NAME);
        let mut plans = match plan::of_project(file, &self.options) {
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
            plans.extend(plan::of_file(file, &self.options));
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
    fn closed(&mut self, file: &Path) -> Result<()> {
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
            self.count += 1;
            let (number, tell, report) = (self.count, self.tell.clone(), self.tell.clone());
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
            self.begin(number, &name)?;
            self.refresh()?;
        }
        Ok(())
    }

    fn done(&mut self, number: u64, done: Result<Done, String>) -> Result<()> {
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
        self.end(number, &told)?;
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
        self.refresh()
    }

    /// Tells the editor what is to be shown of each file, those included of which there is nothing any more. `besides` is
    /// what no target says.
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
        let gone = self.shown.iter().filter(|file| !all.contains_key(*file));
        let nothing = gone.map(|file| (file.clone(), Vec::new())).collect::<Vec<_>>();
        self.shown = all.keys().cloned().collect();
        for (file, diagnostics) in all.into_iter().chain(nothing) {
            let params = json!({"uri": uri::of(&file), "diagnostics": diagnostics});
            self.notify("textDocument/publishDiagnostics", params)?;
        }
        Ok(())
    }

    /// What stands above functions of a file: of each target it is a part of, the verdict.
    fn lenses(&self, file: &Path) -> Vec<Value> {
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

    fn hover(&self, file: &Path, line: u32) -> Option<String> {
        let of = |(key, target): (&Key, &Target)| match &target.standing {
            Standing::Checked(outcome) => show::hover(outcome, &key.1, &key.0, file, line),
            _ => None,
        };
        let parts: Vec<String> = self.targets.iter().filter_map(of).collect();
        (!parts.is_empty()).then(|| parts.join("\n\n---\n\n"))
    }

    fn begin(&mut self, number: u64, target: &str) -> Result<()> {
        if !self.editor.shows_progress {
            return Ok(());
        }
        self.ask("window/workDoneProgress/create", json!({"token": token(number)}))?;
        let value = json!({"kind": "begin", "title": format!("evercheck {target}"), "cancellable": true});
        self.notify("$/progress", json!({"token": token(number), "value": value}))
    }

    fn report(&mut self, number: u64, text: &str) -> Result<()> {
        if !self.editor.shows_progress || self.running.as_ref().is_none_or(|it| it.number != number) {
            return Ok(());
        }
        self.notify(
            "$/progress",
            json!({"token": token(number), "value": {"kind": "report", "message": text}}),
        )
    }

    fn end(&mut self, number: u64, text: &str) -> Result<()> {
        if !self.editor.shows_progress {
            return Ok(());
        }
        self.notify("$/progress", json!({"token": token(number), "value": {"kind": "end", "message": text}}))
    }

    /// What stands above functions has changed.
    fn refresh(&mut self) -> Result<()> {
        if self.editor.refreshes_lenses {
            self.ask("workspace/codeLens/refresh", Value::Null)
        } else {
            Ok(())
        }
    }

    fn warn(&mut self, message: &str) -> Result<()> {
        self.notify("window/showMessage", json!({"type": 2, "message": message}))
    }

    fn answer(&self, id: &Value, result: Value) -> Result<()> {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "result": result}))
    }

    fn refuse(&self, id: &Value, code: i64, message: &str) -> Result<()> {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}))
    }

    fn notify(&self, method: &str, params: Value) -> Result<()> {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
    }

    /// Asks the editor for what it need not tell us the end of.
    fn ask(&mut self, method: &str, params: Value) -> Result<()> {
        self.count += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}))
    }

    fn send(&self, message: &Value) -> Result<()> {
        self.console.result(wire::framed(message))
    }
}

/// By what an editor knows a check.
fn token(number: u64) -> Value {
    json!(format!("evercheck-{number}"))
}

/// Whether two diagnostics say the same of the same place.
fn is_same(one: &Value, other: &Value) -> bool {
    ["range", "code", "message"].iter().all(|key| one[*key] == other[*key])
}
