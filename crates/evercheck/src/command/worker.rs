//! `evercheck worker`: takes part in checks that others submit.

use anyhow::Result;
use clap::Args;

use crate::cluster::args::DoorArgs;
use crate::cluster::worker;
use crate::console::Console;
use crate::quantity;
use crate::status::Status;

/// Explore for checks that were submitted to a broker (`evercheck check --broker`)
///
/// It takes one task at a time, or as many as --jobs says: there should be one for each core. It may be started before and after checks are submitted, and be ended
/// at any time: what it was doing is done by another. It has to be of the version that submits.
#[derive(Debug, Args)]
pub struct WorkerArgs {
    /// The NATS server, with JetStream, to take tasks from
    #[arg(long, value_name = "URL", env = "EVERCHECK_BROKER")]
    broker: String,

    /// Take this many tasks at a time
    #[arg(
        long,
        short = 'j',
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = quantity::workers,
        default_value = "1"
    )]
    jobs: usize,

    #[command(flatten)]
    door: DoorArgs,
}

pub fn run(console: &Console, args: &WorkerArgs) -> Result<Status> {
    worker::work(console, &args.broker, &args.door, args.jobs)
}
