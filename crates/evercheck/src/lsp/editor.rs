//! The editor as the server sees it: what it can show, and what it is told.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Result;
use serde_json::{Value, json};

use super::show::Diagnostics;
use super::{uri, wire};
use crate::console::Console;

pub const PARSE_ERROR: i64 = -32700;
pub const INVALID_REQUEST: i64 = -32600;
pub const METHOD_NOT_FOUND: i64 = -32601;
pub const INVALID_PARAMS: i64 = -32602;
pub const NOT_INITIALIZED: i64 = -32002;

pub struct Editor<'a> {
    console: &'a Console,
    shows_progress: bool,
    refreshes_lenses: bool,
    /// Files that diagnostics are shown of.
    shown: BTreeSet<PathBuf>,
    /// How many requests were sent.
    asked: u64,
}

impl<'a> Editor<'a> {
    pub fn new(console: &'a Console) -> Editor<'a> {
        Editor { console, shows_progress: false, refreshes_lenses: false, shown: BTreeSet::new(), asked: 0 }
    }

    /// Takes what it says of itself.
    pub fn introduce(&mut self, capabilities: &Value) {
        self.shows_progress = capabilities["window"]["workDoneProgress"] == true;
        self.refreshes_lenses = capabilities["workspace"]["codeLens"]["refreshSupport"] == true;
    }

    /// Says what is to be shown of each file, those included of which there is nothing any more.
    pub fn publish(&mut self, all: Diagnostics) -> Result<()> {
        let gone = self.shown.iter().filter(|file| !all.contains_key(*file));
        let nothing = gone.map(|file| (file.clone(), Vec::new())).collect::<Vec<_>>();
        self.shown = all.keys().cloned().collect();
        for (file, diagnostics) in all.into_iter().chain(nothing) {
            let params = json!({"uri": uri::of(&file), "diagnostics": diagnostics});
            self.notify("textDocument/publishDiagnostics", params)?;
        }
        Ok(())
    }

    /// A check begins.
    pub fn begin(&mut self, number: u64, target: &str) -> Result<()> {
        if !self.shows_progress {
            return Ok(());
        }
        self.ask("window/workDoneProgress/create", json!({"token": token(number)}))?;
        let value = json!({"kind": "begin", "title": format!("evercheck {target}"), "cancellable": true});
        self.notify("$/progress", json!({"token": token(number), "value": value}))
    }

    pub fn report(&mut self, number: u64, text: &str) -> Result<()> {
        if !self.shows_progress {
            return Ok(());
        }
        self.notify(
            "$/progress",
            json!({"token": token(number), "value": {"kind": "report", "message": text}}),
        )
    }

    pub fn end(&mut self, number: u64, text: &str) -> Result<()> {
        if !self.shows_progress {
            return Ok(());
        }
        self.notify("$/progress", json!({"token": token(number), "value": {"kind": "end", "message": text}}))
    }

    /// What stands above functions has changed.
    pub fn refresh(&mut self) -> Result<()> {
        if self.refreshes_lenses { self.ask("workspace/codeLens/refresh", Value::Null) } else { Ok(()) }
    }

    pub fn warn(&mut self, message: &str) -> Result<()> {
        self.notify("window/showMessage", json!({"type": 2, "message": message}))
    }

    pub fn answer(&self, id: &Value, result: Value) -> Result<()> {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "result": result}))
    }

    pub fn refuse(&self, id: &Value, code: i64, message: &str) -> Result<()> {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}))
    }

    pub fn notify(&self, method: &str, params: Value) -> Result<()> {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
    }

    /// Asks for what the editor need not tell us the end of.
    fn ask(&mut self, method: &str, params: Value) -> Result<()> {
        self.asked += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params}))
    }

    fn send(&self, message: &Value) -> Result<()> {
        self.console.result(wire::framed(message))
    }
}

/// By what an editor knows a check.
pub fn token(number: u64) -> Value {
    json!(format!("evercheck-{number}"))
}
