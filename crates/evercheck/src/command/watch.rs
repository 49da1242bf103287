//! `evercheck watch`: the same check again whenever a file is saved.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::{Args, Parser};
use notify::{Event, EventKind, RecursiveMode, Watcher};

use crate::argv;
use crate::cli::Cli;
use crate::console::Console;
use crate::place;
use crate::project::Project;
use crate::status::Status;
use crate::worker::{Foreman, terminate};

/// Check again whenever a file is saved
///
/// Takes what `evercheck check` takes. What was found out before is reused, so that a small change costs what it can have affected.
/// A check that a change overtakes is stopped, and what it has found out is kept. Ctrl-C ends it.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct WatchArgs {
    /// Files, targets and options, as for `evercheck check`
    #[arg(value_name = "ARGUMENT", trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<OsString>,
}

const EXAMPLES: &str = "\
Examples:
  evercheck watch                          all targets of the project
  evercheck watch queue.c --property no-data-race";

/// How long nothing has to change before the check: editors write a file in several steps.
const QUIET: Duration = Duration::from_millis(60);
/// How often signals and the end of a check are looked for.
const PULSE: Duration = Duration::from_millis(30);
/// How long a check may take to stop and to keep what it has found.
const GRACE: Duration = Duration::from_secs(3);
/// What programs, configurations and tasks are made of.
const ENDINGS: [&str; 7] = ["c", "h", "i", "inc", "toml", "yml", "prp"];
/// Other files of this kind may be what a check writes.
const COMMANDS: &str = "compile_commands.json";
/// Folders in which nobody writes programs.
const ASIDE: [&str; 2] = [".git", place::NAME];

pub fn run(console: &Console, args: &WatchArgs) -> Result<Status> {
    let own = std::env::current_exe().context("cannot tell which program this is")?;
    let words: Vec<OsString> =
        [own.clone().into(), "check".into()].into_iter().chain(args.words.clone()).collect();
    if let Err(error) = Cli::try_parse_from(argv::normalise(words)) {
        error.exit();
    }
    let here = std::env::current_dir().context("cannot tell which folder this is")?;
    let root = Project::find()?.map_or(here, |project| project.root);
    let foreman = Foreman::new(console)?;
    let (tell, changes) = channel();
    let mut watcher = notify::recommended_watcher(move |event| {
        // Nobody listens any more once the command ends.
        let _ = tell.send(event);
    })
    .context("cannot watch files")?;
    watcher
        .watch(&root, RecursiveMode::Recursive)
        .with_context(|| format!("cannot watch {}", root.display()))?;
    let is_signalled = || foreman.signalled().is_some();
    loop {
        let mut command = Command::new(&own);
        command.args(console.words()).arg("check").args(&args.words);
        let mut check = command.spawn().context("cannot start a process")?;
        let mut changed = None;
        while check.try_wait().context("cannot wait for a process")?.is_none() {
            changed = changed.or(next(&changes, &root, PULSE)?);
            if changed.is_some() || is_signalled() {
                stop(&mut check)?;
            }
        }
        while changed.is_none() && !is_signalled() {
            changed = next(&changes, &root, PULSE)?;
        }
        // Whatever else is written by the same hand.
        while changed.is_some() && !is_signalled() && next(&changes, &root, QUIET)?.is_some() {}
        if let Some(status) = foreman.signalled() {
            return Ok(status);
        }
        changed.into_iter().for_each(|file| console.inform(&format!("{} changed", file.display())));
    }
}

/// A file of interest that changed, if one does soon; below the root, as people call it.
fn next(changes: &Receiver<notify::Result<Event>>, root: &Path, soon: Duration) -> Result<Option<PathBuf>> {
    let end = Instant::now() + soon;
    loop {
        match changes.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(event) => {
                let event = event.context("cannot watch files any more")?;
                if let Some(file) = of_interest(&event, root) {
                    return Ok(Some(file));
                }
            }
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            Err(RecvTimeoutError::Disconnected) => bail!("cannot watch files any more"),
        }
    }
}

fn of_interest(event: &Event, root: &Path) -> Option<PathBuf> {
    if matches!(event.kind, EventKind::Access(_)) {
        return None;
    }
    let below = event.paths.iter().filter_map(|path| path.strip_prefix(root).ok());
    let is_aside =
        |path: &Path| path.components().any(|it| ASIDE.iter().any(|aside| it.as_os_str() == *aside));
    let has_ending =
        |path: &Path| path.extension().is_some_and(|it| ENDINGS.iter().any(|ending| it == *ending));
    let is_input = |path: &&Path| has_ending(path) || path.ends_with(COMMANDS);
    below.filter(|path| !is_aside(path)).find(is_input).map(Path::to_path_buf)
}

/// Ends a check, which keeps what it has found out.
fn stop(check: &mut Child) -> Result<()> {
    terminate(check);
    let since = Instant::now();
    while check.try_wait().context("cannot wait for a process")?.is_none() {
        if since.elapsed() > GRACE {
            let _ = check.kill();
        }
        std::thread::sleep(PULSE);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_programs_are_made_of_counts() {
        let changed = |path: &str, kind: EventKind| {
            let event = Event::new(kind).add_path(PathBuf::from(path));
            of_interest(&event, Path::new("/project"))
        };
        let any = || EventKind::Any;
        assert_eq!(changed("/project/src/a.c", any()), Some("src/a.c".into()));
        assert_eq!(changed("/project/evercheck.toml", any()), Some("evercheck.toml".into()));
        assert_eq!(changed("/project/src/a.o", any()), None);
        assert_eq!(changed("/project/.git/a.c", any()), None);
        assert_eq!(changed("/project/.evercheck/a.c", any()), None);
        assert_eq!(changed("/elsewhere/a.c", any()), None);
        assert_eq!(changed("/project/a.c", EventKind::Access(notify::event::AccessKind::Any)), None);
    }
}
