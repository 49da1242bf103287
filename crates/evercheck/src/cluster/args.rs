//! The options that say which broker to use, and how to get in.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::quantity;

/// How a check is spread over several machines, if it is.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Several machines")]
pub struct ClusterArgs {
    /// Let workers explore that take their work from this NATS server (`evercheck worker`); the report is that of one machine
    ///
    /// The program is sent there, preprocessed. The explicit engine is taken. Verdict, violation, scope and a proof's number of states do
    /// not depend on workers, of which there may be any number, and who may come and go.
    #[arg(
        long,
        value_name = "URL",
        conflicts_with_all = ["jobs", "range", "ranges", "stateless", "depth", "max_states", "replay"]
    )]
    pub broker: Option<String>,

    #[command(flatten)]
    pub door: DoorArgs,

    /// How long a worker may be silent before others do what it was doing
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, default_value = "30s", hide = true)]
    pub lease: Duration,

    /// Transitions of the first and of the largest tasks
    #[arg(long, value_name = "N..N", value_parser = budgets, default_value = "65536..2097152", hide = true)]
    pub budget: (u64, u64),

    /// Whether workers stop at what others have found out
    #[arg(long, hide = true)]
    pub unshared: bool,
}

/// How to get in.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Several machines")]
pub struct DoorArgs {
    /// Credentials for the broker: a .creds file. A user and a password can stand in the URL
    #[arg(long, value_name = "FILE", env = "NATS_CREDS")]
    pub broker_credentials: Option<PathBuf>,

    /// Certificates of those who may vouch for the broker, beside those that the system knows
    #[arg(long, value_name = "FILE", env = "NATS_CA")]
    pub broker_ca: Option<PathBuf>,

    /// This side's own certificate for TLS, where the broker asks for one
    #[arg(long, value_name = "FILE", env = "NATS_CERT", requires = "broker_key")]
    pub broker_certificate: Option<PathBuf>,

    /// The key of that certificate
    #[arg(long, value_name = "FILE", env = "NATS_KEY", requires = "broker_certificate")]
    pub broker_key: Option<PathBuf>,

    /// Give up when the broker has not answered for this long
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, default_value = "60s")]
    pub broker_timeout: Duration,
}

fn budgets(text: &str) -> Result<(u64, u64), String> {
    let (first, most) = text.split_once("..").ok_or("expected N..N")?;
    let (first, most) = (quantity::positive(first)?, quantity::positive(most)?);
    if first > most { Err(format!("{first} is more than {most}")) } else { Ok((first, most)) }
}
