//! The options that say what to reuse from earlier runs, and what to keep for later ones.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use explicit::audit::Audit;
use explicit::reuse::Mode;

use crate::engine::Engine;
use crate::quantity;

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Reuse")]
pub struct ReuseArgs {
    /// How to reuse what earlier runs found out; verdicts are the same
    #[arg(long, value_enum, value_name = "MODE", default_value_t)]
    pub reuse: Reuse,

    /// How to analyse counterexamples that lead through summaries of earlier runs
    #[arg(long, value_enum, value_name = "lazy|eager")]
    pub cex: Option<Cex>,

    /// Functions that count as changed, beside those that are found to be
    #[arg(long, value_name = "FUNCTION", value_delimiter = ',')]
    pub changed: Vec<String>,

    /// Keep nothing for later runs
    #[arg(long)]
    pub no_record: bool,

    /// How much of what is reused to execute again, as a check of Evercheck itself
    #[arg(long, value_enum, value_name = "HOW", default_value_t)]
    pub audit: AuditArg,

    /// Where results are kept [default: your nearest .evercheck here or above, in the repository]
    #[arg(long, value_name = "DIR", env = "EVERCHECK_STORE")]
    pub store: Option<PathBuf>,

    /// Time between two moments at which a run writes down what it has, in case it is killed
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, default_value = "10s", hide = true)]
    pub journal_interval: Duration,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Reuse {
    /// The best there is: delta, and proofs as far as they still hold
    #[default]
    Auto,
    /// Nothing
    Off,
    /// Regression model checking: execute, but stop where no change can be reached
    Rmc,
    /// Incremental state-space exploration: execute only what leads to new states
    Isse,
    /// Both, and execute only what a change affects
    Delta,
    /// Of the predicate engine: begin with the predicates of earlier proofs
    Precision,
    /// And take the summaries of procedures that are as they were (see --summaries)
    Procedures,
}

/// How counterexamples through summaries of earlier runs are analysed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Cex {
    /// Search procedures one by one, and only while the path can be taken
    #[default]
    Lazy,
    /// Search all procedures of the path first
    Eager,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum AuditArg {
    Off,
    /// Some random paths
    #[default]
    Auto,
    /// Everything
    Full,
}

impl ReuseArgs {
    pub fn mode(&self) -> Mode {
        match self.reuse {
            Reuse::Auto | Reuse::Delta => Mode::Delta,
            Reuse::Off | Reuse::Precision | Reuse::Procedures => Mode::Off,
            Reuse::Rmc => Mode::Rmc,
            Reuse::Isse => Mode::Isse,
        }
    }

    /// What the predicate engine reuses; nothing if it does not.
    pub fn technique(&self) -> Option<predicate::Technique> {
        match self.reuse {
            Reuse::Auto => Some(predicate::Technique::Auto),
            Reuse::Precision => Some(predicate::Technique::Precision),
            Reuse::Procedures => Some(predicate::Technique::Procedures),
            Reuse::Off | Reuse::Rmc | Reuse::Isse | Reuse::Delta => None,
        }
    }

    pub fn cex(&self) -> predicate::Cex {
        match self.cex.unwrap_or_default() {
            Cex::Lazy => predicate::Cex::Lazy,
            Cex::Eager => predicate::Cex::Eager,
        }
    }

    pub fn audit(&self) -> Audit {
        match self.audit {
            AuditArg::Off => Audit::Off,
            AuditArg::Auto => Audit::Auto,
            AuditArg::Full => Audit::Full,
        }
    }

    /// Options that only mean something to the explicit engine, as they are written.
    pub fn of_explicit(&self) -> impl Iterator<Item = String> {
        let options = [
            ("--reuse", matches!(self.reuse, Reuse::Rmc | Reuse::Isse | Reuse::Delta)),
            ("--changed", !self.changed.is_empty()),
            ("--audit", self.audit == AuditArg::Full),
        ];
        options.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name.to_string())
    }

    /// Those that only mean something to the predicate engine.
    pub fn of_predicate(&self) -> impl Iterator<Item = String> {
        let options = [
            ("--reuse", matches!(self.reuse, Reuse::Precision | Reuse::Procedures)),
            ("--cex", self.cex.is_some()),
        ];
        options.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name.to_string())
    }

    /// A technique is for one engine.
    pub fn check(&self, engine: Engine) -> Result<()> {
        if self.cex.is_some() && self.reuse != Reuse::Procedures {
            bail!("--cex is for --reuse procedures");
        }
        let name = self.reuse.to_possible_value().map_or(String::new(), |it| it.get_name().to_string());
        match (engine, self.mode() != Mode::Off, self.technique().is_some()) {
            (Engine::Explicit, false, true) => bail!("--reuse {name} is a technique of the predicate engine"),
            (Engine::Predicate, true, false) => bail!("--reuse {name} is a technique of the explicit engine"),
            _ => Ok(()),
        }
    }

    /// Whether the store is needed at all.
    pub fn is_used(&self) -> bool {
        self.reuse != Reuse::Off || !self.no_record
    }
}
