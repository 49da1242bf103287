//! The commands, one module each.

pub mod bisect;
pub mod certify;
pub mod cfa;
pub mod check;
pub mod completions;
pub mod diff;
pub mod history;
pub mod init;
pub mod job;
pub mod lsp;
pub mod man;
pub mod run;
pub mod serve;
pub mod status;
pub mod store;
pub mod watch;
pub mod worker;

use anyhow::Result;

use crate::cli::Command;
use crate::console::Console;
use crate::status::Status;

/// Runs one command. An `Err` is an input or output error: the caller shows it.
pub fn run(console: &Console, command: &Command) -> Result<Status> {
    match command {
        Command::Check(args) => check::run(console, args),
        Command::Bisect(args) => bisect::run(console, args),
        Command::Certify(args) => certify::run(console, args),
        Command::Cfa(args) => cfa::run(console, args),
        Command::Diff(args) => diff::run(console, args),
        Command::Run(args) => run::run(console, args),
        Command::Store(args) => store::run(console, args),
        Command::Completions(args) => completions::run(console, args),
        Command::History(args) => history::run(console, args),
        Command::Init(args) => init::run(console, args),
        Command::Job(args) => job::run(console, args),
        Command::Lsp(args) => lsp::run(console, args),
        Command::Man(args) => man::run(console, args),
        Command::Serve(args) => serve::run(console, args),
        Command::Status(args) => status::run(console, args),
        Command::Watch(args) => watch::run(console, args),
        Command::Worker(args) => worker::run(console, args),
    }
}
