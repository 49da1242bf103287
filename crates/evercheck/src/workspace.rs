//! Where jobs are run.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use crate::check;
use crate::console::{Color, Console, Verbosity};
use crate::crash::STACK_BYTES;
use crate::failure::Failure;
use crate::job::Job;
use crate::report::Outcome;
use crate::shared::url::StoreName;
use crate::watchdog::Watchdog;

/// What jobs have in common: the store that they find results of others in, and leave their own.
pub struct Workspace {
    store: Option<PathBuf>,
    console: Console,
}

impl Workspace {
    /// With the store of the current folder, or of the repository it is in. Nothing is printed.
    pub fn new() -> Workspace {
        Workspace { store: None, console: Console::new(Color::Never, Verbosity::Quiet) }
    }

    /// With the store in a folder, whose records are believed whoever wrote them.
    pub fn with_store(folder: impl AsRef<Path>) -> Workspace {
        Workspace { store: Some(folder.as_ref().to_path_buf()), ..Workspace::new() }
    }
}

impl Default for Workspace {
    fn default() -> Workspace {
        Workspace::new()
    }
}

/// Checks a job. Limits of time and memory are looked after, as far as engines stop when they are asked to; signals are left
/// to the caller.
pub fn run(job: &Job, workspace: &Workspace) -> Result<Outcome, Failure> {
    let work = || {
        let mut args = job.args()?;
        let own = || workspace.store.clone().map(|folder| StoreName { folder: Some(folder), shared: None });
        args.reuse.store.store = args.reuse.store.store.or_else(own);
        let watchdog = &Arc::new(Watchdog::guest(args.bounds())?);
        let (outcome, left) = check::run(&workspace.console, watchdog, args)?;
        left.finish(&workspace.console, watchdog.limits());
        Ok(outcome)
    };
    // Counterexamples are followed as deep as the program's data goes.
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        let thread = thread.map_err(|error| format!("cannot start a thread: {error}"))?;
        thread.join().unwrap_or_else(|_| Err(Failure::Internal("a panic".into())))
    })
}
