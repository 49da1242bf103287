//! `evercheck job`: one job, for another process of ours ([`crate::worker`]).

use std::io::Read;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;

use crate::afterwards::Left;
use crate::check;
use crate::console::Console;
use crate::covered::Covered;
use crate::failure::Failure;
use crate::job::Job;
use crate::status::Status;
use crate::watchdog::Watchdog;
use crate::worker::Answer;
use crate::{crash, diagnostics};

/// Check a job from standard input, and answer another process
#[derive(Debug, Args)]
#[command(hide = true)]
pub struct JobArgs {
    /// Tell how far it has come, a line now and then on stderr
    #[arg(long)]
    progress: bool,
}

pub fn run(console: &Console, args: &JobArgs) -> Result<Status> {
    let console = &if args.progress { console.clone().followed() } else { console.clone() };
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).context("cannot read the job")?;
    let job: Job = serde_json::from_str(&text).context("not a job")?;
    let args = job.args();
    let bounds = args.as_ref().map_or_else(|_| Default::default(), |args| args.bounds());
    let covered = Covered { is_answer: true, ..Covered::default() };
    let watchdog = &Arc::new(Watchdog::start(bounds, covered)?);
    let mut left = Left::default();
    let (answer, status) = match args.and_then(|args| check::run(console, watchdog, args)) {
        Ok((outcome, its)) => {
            let status = outcome.status();
            left = its;
            (Answer::Outcome(Box::new(outcome)), status)
        }
        Err(Failure::Source(error)) => {
            let message = diagnostics::first(&error);
            let status = diagnostics::show_load_error(console, &error);
            (Answer::Failed { code: status.code(), message }, status)
        }
        Err(Failure::Usage(message) | Failure::Output(message)) => {
            console.error(&message);
            (Answer::Failed { code: Status::Input.code(), message }, Status::Input)
        }
        Err(Failure::Internal(message)) => {
            crash::report(console, &message);
            (Answer::Failed { code: Status::Internal.code(), message }, Status::Internal)
        }
    };
    watchdog.tell(console, status, &serde_json::to_string(&answer)?, None)?;
    left.finish(console, watchdog.limits());
    Ok(status)
}
