//! Which engines check a program.

use cfa::Program;
use clap::ValueEnum;
use explicit::Options;
use machine::inputs::{Inputs, has_threads};

use crate::check::given::Given;

/// How a program is checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// Both side by side, where they can decide; only the explicit one for threads, only the predicate one for unbounded inputs
    #[default]
    Auto,
    /// Every interleaving of threads and every choice, state by state
    Explicit,
    /// Predicates over all values of inputs, refined until they prove or show a counterexample; no threads
    Predicate,
}

/// Which procedures have summaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Summaries {
    /// None: what calls itself is not followed
    None,
    /// Those that call themselves
    #[default]
    Recursive,
    /// Those too that have loops, or call what has some
    All,
}

impl From<Summaries> for predicate::Summaries {
    fn from(summaries: Summaries) -> predicate::Summaries {
        match summaries {
            Summaries::None => predicate::Summaries::None,
            Summaries::Recursive => predicate::Summaries::Recursive,
            Summaries::All => predicate::Summaries::All,
        }
    }
}

/// What functions do that are not defined, beside returning anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Externs {
    /// They change at most what they are given pointers to, which holds anything, also before the call
    #[default]
    Pure,
    /// They may change all memory, but locals whose address nobody takes
    Havoc,
}

impl From<Externs> for predicate::Externs {
    fn from(externs: Externs) -> predicate::Externs {
        match externs {
            Externs::Pure => predicate::Externs::Pure,
            Externs::Havoc => predicate::Externs::Havoc,
        }
    }
}

/// The engines that take part in checking a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contenders {
    pub has_explicit: bool,
    pub has_predicate: bool,
    /// Why one of them does not, if nobody said which to take.
    pub why: Option<String>,
    /// Why inputs are symbols, if nobody said so.
    pub symbols: Option<String>,
}

impl Contenders {
    fn only(engine: Engine, why: Option<String>) -> Contenders {
        let has_explicit = engine == Engine::Explicit;
        Contenders { has_explicit, has_predicate: !has_explicit, why, symbols: None }
    }
}

impl Engine {
    /// Who takes part. By default that is whoever may come to a verdict, unless the options are for one engine only.
    pub fn contenders(self, program: &Program, options: &Options, given: &Given) -> Contenders {
        if self != Engine::Auto {
            return Contenders::only(self, None);
        }
        if has_threads(program) {
            return Contenders::only(Engine::Explicit, Some("the program has threads".into()));
        }
        if options.machine.has_symbols {
            return Contenders::only(Engine::Explicit, Some("--inputs symbolic is for it".into()));
        }
        let inputs = Inputs::of(program, &options.machine);
        if let Some(site) = inputs.unbounded().first() {
            let why = format!("{}() has too many values to try each", site.name);
            return Contenders::only(Engine::Predicate, Some(why));
        }
        match (given.explicit.first(), given.predicate.first()) {
            (Some(option), None) => Contenders::only(Engine::Explicit, Some(format!("{option} is for it"))),
            (None, Some(option)) => Contenders::only(Engine::Predicate, Some(format!("{option} is for it"))),
            _ => Contenders { has_explicit: true, has_predicate: true, why: None, symbols: None },
        }
    }
}
