//! `evercheck lsp`: checks for editors, by the Language Server Protocol 3.17 over standard input and output.
//!
//! A file that is opened or saved has the targets checked that it is a part of, one after the other, each in a process of its
//! own ([`crate::worker`]). A save overtakes a check that it affects: that one is ended, keeps what it has found out, and
//! begins anew. Nothing is read of what an editor has not saved.

mod checks;
mod editor;
mod plan;
mod show;
mod uri;
mod wire;

use std::io::BufReader;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use self::checks::Checks;
use self::editor::Editor;
use self::wire::Received;
use crate::console::Console;
use crate::status::Status;
use crate::worker::{Done, Foreman};

/// How often signals are looked for.
const PULSE: Duration = Duration::from_millis(200);
/// What the line above a function asks for if it is clicked.
const CHECK: &str = "evercheck.check";

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
    server.checks.leave(&events);
    result
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Starting,
    Ready,
    /// Only the end may follow.
    Over,
}

struct Server<'a> {
    checks: Checks<'a>,
    phase: Phase,
    options: Vec<String>,
    /// Whether a file is checked when it is opened.
    is_eager: bool,
}

impl<'a> Server<'a> {
    fn new(console: &'a Console, tell: Sender<Event>) -> Server<'a> {
        let checks = Checks::new(Editor::new(console), tell);
        Server { checks, phase: Phase::Starting, options: Vec::new(), is_eager: true }
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
                    self.checks.editor.refuse(&Value::Null, editor::PARSE_ERROR, &why)?
                }
                // The editor is gone without a word.
                Ok(Event::Received(Ok(Received::End))) => return Ok(Status::Violated),
                Ok(Event::Received(Err(why))) => {
                    self.checks.editor.refuse(&Value::Null, editor::PARSE_ERROR, &why)?;
                    bail!("standard input does not follow the protocol: {why}");
                }
                Ok(Event::Progress(number, text)) => self.checks.report(number, &text)?,
                Ok(Event::Done(number, done)) => self.checks.done(number, done)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(Status::Internal),
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
                self.checks.editor.refuse(id, editor::INVALID_REQUEST, "neither a method nor an answer")
            };
        };
        let is_request = !id.is_null();
        match (self.phase, method) {
            (Phase::Starting, "initialize") => self.initialize(id, params),
            (Phase::Starting, _) if is_request => {
                self.checks.editor.refuse(id, editor::NOT_INITIALIZED, "initialize comes first")
            }
            (Phase::Over, _) if is_request => {
                self.checks.editor.refuse(id, editor::INVALID_REQUEST, "shutdown was asked for")
            }
            (Phase::Ready, _) if is_request => self.request(id, method, params),
            (Phase::Ready, _) => self.notification(method, params),
            _ => Ok(()),
        }
    }

    fn initialize(&mut self, id: &Value, params: &Value) -> Result<()> {
        self.checks.editor.introduce(&params["capabilities"]);
        self.phase = Phase::Ready;
        self.checks.editor.answer(
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
            Err(why) => self.checks.editor.warn(&format!("options of evercheck: {why}"))?,
        }
        Ok(())
    }

    fn request(&mut self, id: &Value, method: &str, params: &Value) -> Result<()> {
        let file = || params["textDocument"]["uri"].as_str().and_then(uri::path);
        match method {
            "shutdown" => {
                self.phase = Phase::Over;
                self.checks.editor.answer(id, Value::Null)
            }
            "textDocument/codeLens" => {
                let lenses = file().map_or(Vec::new(), |file| self.checks.lenses(&file));
                self.checks.editor.answer(id, json!(lenses))
            }
            "textDocument/hover" => {
                let line = params["position"]["line"].as_u64().and_then(|line| u32::try_from(line).ok());
                let told = file().zip(line).and_then(|(file, line)| self.checks.hover(&file, line));
                self.checks.editor.answer(
                    id,
                    told.map_or(Value::Null, |text| json!({"contents": {"kind": "markdown", "value": text}})),
                )
            }
            "workspace/executeCommand" if params["command"] == CHECK => {
                match params["arguments"][0].as_str().and_then(uri::path) {
                    Some(file) => {
                        self.checks.editor.answer(id, Value::Null)?;
                        self.checks.saved(&file, &self.options)
                    }
                    None => self.checks.editor.refuse(
                        id,
                        editor::INVALID_PARAMS,
                        "the argument is the address of a file",
                    ),
                }
            }
            _ => self.checks.editor.refuse(id, editor::METHOD_NOT_FOUND, &format!("there is no {method}")),
        }
    }

    fn notification(&mut self, method: &str, params: &Value) -> Result<()> {
        let file = params["textDocument"]["uri"].as_str().and_then(uri::path);
        match (method, file) {
            ("textDocument/didOpen", Some(file)) if self.is_eager => self.checks.opened(&file, &self.options),
            ("textDocument/didSave", Some(file)) => self.checks.saved(&file, &self.options),
            ("textDocument/didClose", Some(file)) => self.checks.closed(&file),
            ("workspace/didChangeConfiguration", _) => self.configure(&params["settings"]["evercheck"]),
            ("window/workDoneProgress/cancel", _) => {
                self.checks.cancel(&params["token"]);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}
