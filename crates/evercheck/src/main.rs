//! The `evercheck` binary: parses the command line, runs one command, and turns the outcome into an exit status.

mod argv;
mod beside;
mod cli;
mod command;
mod console;
mod covered;
mod crash;
mod date;
mod diagnostics;
mod differences;
mod engine;
mod fingerprints;
mod format;
mod harness;
mod header;
mod nearest;
mod past;
mod phases;
mod place;
mod platform;
mod progress;
mod proofs;
mod prp;
mod quantity;
mod report;
mod resources;
mod reuse_args;
mod saved;
mod saved_proof;
mod source_args;
mod source_text;
mod status;
mod task;
mod vacuous;
mod watchdog;

use std::process::ExitCode;

use crate::status::Status;

fn main() -> ExitCode {
    // A reader that has seen enough (`evercheck … | head`) ends us silently, as it does any other filter.
    sigpipe::reset();
    let cli = cli::parse(argv::normalise(std::env::args_os()));
    let console = cli.global.console();
    let status = crash::guard(&console, || {
        let outcome = platform::check().and_then(|()| command::run(&console, &cli.command));
        outcome.unwrap_or_else(|error| {
            console.error(&format!("{error:#}"));
            Status::Input
        })
    });
    beside::end(status)
}
