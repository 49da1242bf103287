//! `evercheck lsp`: checks for editors.

use anyhow::Result;
use clap::Args;

use crate::console::Console;
use crate::lsp;
use crate::status::Status;

/// Check what an editor saves, and show it there (Language Server Protocol)
///
/// Editors start this and talk to it over standard input and output. A C file that is opened or saved has the targets of
/// evercheck.toml checked that it is a part of, or is checked by itself if it is part of none: violations are diagnostics whose
/// related locations are the steps of the counterexample, the verdict stands above the function that runs begin with, and the
/// invariant of a loop is shown on hovering over it. A save ends a check that it overtakes.
///
/// Initialization options are {"options": ["--property", "no-overflow"], "checkOnOpen": true}; options are those of `check`, as
/// far as they write no files, and come before those of evercheck.toml. The time limit is 60s unless another one is said.
/// contrib/vscode has an extension, docs/guide/editors.md has lines for other editors.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub struct LspArgs {
    /// What editors say by convention; there is no other way
    #[arg(long, hide = true)]
    stdio: bool,
}

pub fn run(console: &Console, _: &LspArgs) -> Result<Status> {
    lsp::run(console)
}
