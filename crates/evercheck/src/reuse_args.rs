//! The options that say what to reuse from earlier runs, and what to keep for later ones.

use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, ValueEnum};
use explicit::audit::Audit;
use explicit::reuse::Mode;

use crate::engine::Engine;
use crate::quantity;
use crate::shared::Shared;
use crate::shared::url::StoreName;

/// The option that names a store.
#[derive(Clone, Debug, Default, Args)]
pub struct StoreArg {
    /// Where results are kept: a folder, a store that machines share, or both [default: your nearest .evercheck here or above,
    /// in the repository]
    ///
    /// A shared store is s3://BUCKET/PATH, redis://HOST/NUMBER/PATH (or rediss), http://HOST/PATH (or https) of a WebDAV server, or
    /// file:///PATH. What the folder lacks is fetched from there, and what runs leave is sent there. Credentials come from the
    /// environment.
    #[arg(
        long,
        value_name = "DIR|URL|DIR,URL",
        env = "EVERCHECK_STORE",
        value_parser = OsStringValueParser::new().try_map(StoreName::parse)
    )]
    pub store: Option<StoreName>,
}

impl StoreArg {
    /// The folder that was named.
    pub fn folder(&self) -> Option<&Path> {
        self.store.as_ref()?.folder.as_deref()
    }
}

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Reuse")]
pub struct ReuseArgs {
    /// How to reuse what earlier runs found out; verdicts are the same
    #[arg(long, value_enum, value_name = "MODE", default_value_t)]
    pub reuse: Reuse,

    /// How to analyse counterexamples that lead through summaries of earlier runs
    #[arg(long, value_enum, value_name = "lazy|eager")]
    pub cex: Option<Cex>,

    /// What to do without, to measure what it is worth
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',', hide = true)]
    pub without: Vec<Without>,

    /// Functions that count as changed, beside those that are found to be
    #[arg(long, value_name = "FUNCTION", value_delimiter = ',')]
    pub changed: Vec<String>,

    /// Keep nothing for later runs
    #[arg(long)]
    pub no_record: bool,

    /// How much of what is reused to execute again, as a check of Evercheck itself
    #[arg(long, value_enum, value_name = "HOW", default_value_t)]
    pub audit: AuditArg,

    #[command(flatten)]
    pub store: StoreArg,

    /// Send nothing to the shared store
    #[arg(long, env = "EVERCHECK_STORE_READ_ONLY")]
    pub store_read_only: bool,

    /// How long to wait for the shared store before the search, and again when the verdict has been told
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, default_value = "20s")]
    pub store_timeout: Duration,

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
    /// And take the summaries of procedures and loops that are as they were (see --summaries)
    Summaries,
    /// Those of procedures only
    Procedures,
    /// Those of loops only
    Loops,
}

/// How counterexamples through summaries of earlier runs are analysed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Cex {
    /// Search what they stand for one by one, and only while the path can be taken
    #[default]
    Lazy,
    /// Search all that they stand for on the path first
    Eager,
}

/// A part of what the predicate engine reuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Without {
    /// That obligations were met before
    Digests,
    /// The repair of proofs that do not hold any more
    Transplant,
    /// Predicates of earlier runs beside their summaries
    Precision,
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
            Reuse::Rmc => Mode::Rmc,
            Reuse::Isse => Mode::Isse,
            Reuse::Off | Reuse::Precision | Reuse::Summaries | Reuse::Procedures | Reuse::Loops => Mode::Off,
        }
    }

    /// What the predicate engine reuses; nothing if it does not.
    pub fn technique(&self) -> Option<predicate::Technique> {
        match self.reuse {
            Reuse::Auto => Some(predicate::Technique::Auto),
            Reuse::Precision => Some(predicate::Technique::Precision),
            Reuse::Summaries => Some(predicate::Technique::Summaries),
            Reuse::Procedures => Some(predicate::Technique::Procedures),
            Reuse::Loops => Some(predicate::Technique::Loops),
            Reuse::Off | Reuse::Rmc | Reuse::Isse | Reuse::Delta => None,
        }
    }

    pub fn cex(&self) -> predicate::Cex {
        match self.cex.unwrap_or_default() {
            Cex::Lazy => predicate::Cex::Lazy,
            Cex::Eager => predicate::Cex::Eager,
        }
    }

    pub fn without(&self) -> predicate::Without {
        let is = |what: Without| self.without.contains(&what);
        predicate::Without {
            digests: is(Without::Digests),
            transplant: is(Without::Transplant),
            precision: is(Without::Precision),
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
        ];
        options.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name.to_string())
    }

    /// Those that only mean something to the predicate engine.
    pub fn of_predicate(&self) -> impl Iterator<Item = String> {
        let options = [
            ("--reuse", self.mode() == Mode::Off && self.technique().is_some()),
            ("--cex", self.cex.is_some()),
            ("--without", !self.without.is_empty()),
        ];
        options.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name.to_string())
    }

    /// A technique is for one engine.
    pub fn check(&self, engine: Engine) -> Result<()> {
        if self.cex.is_some() && !self.technique().is_some_and(|it| it.has_summaries()) {
            bail!("--cex is for --reuse summaries, procedures and loops");
        }
        let name = self.reuse.to_possible_value().map_or(String::new(), |it| it.get_name().to_string());
        match (engine, self.mode() != Mode::Off, self.technique().is_some()) {
            (Engine::Explicit, false, true) => bail!("--reuse {name} is a technique of the predicate engine"),
            (Engine::Predicate, true, false) => bail!("--reuse {name} is a technique of the explicit engine"),
            _ => Ok(()),
        }
    }

    /// The folder that was named for the store.
    pub fn folder(&self) -> Option<&Path> {
        self.store.folder()
    }

    /// The store that is shared with other machines.
    pub fn shared(&self) -> Option<Shared> {
        let url = self.store.store.as_ref()?.shared.clone()?;
        Some(Shared::new(url, self.store_read_only, self.store_timeout)).filter(|_| self.is_used())
    }

    /// Whether the store is needed at all.
    pub fn is_used(&self) -> bool {
        self.reuse != Reuse::Off || !self.no_record
    }
}
