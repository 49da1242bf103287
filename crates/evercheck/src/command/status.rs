//! `evercheck status`: who does what at a broker.

use anyhow::Result;
use clap::Args;

use crate::cluster::args::DoorArgs;
use crate::cluster::view::View;
use crate::console::Console;
use crate::format::Format;
use crate::status::Status;

/// Show the checks that were submitted to a broker, and what workers do
#[derive(Debug, Args)]
pub struct StatusArgs {
    /// The NATS server
    #[arg(long, value_name = "URL", env = "EVERCHECK_BROKER")]
    broker: String,

    #[command(flatten)]
    door: DoorArgs,

    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub fn run(console: &Console, args: &StatusArgs) -> Result<Status> {
    let view = View::of(&args.broker, &args.door)?;
    match args.format {
        Format::Text => console.result(view.text())?,
        Format::Json => console.result(format!("{:#}\n", view.json()))?,
    }
    Ok(Status::Success)
}
