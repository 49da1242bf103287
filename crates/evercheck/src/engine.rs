//! Which engine checks a program.

use cfa::Program;
use clap::ValueEnum;
use explicit::Options;
use machine::inputs::{Inputs, has_threads};

use verdict::Property;

use crate::report::scope::missing_functions;

/// How a program is checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// The explicit one for threads, or if all inputs are bounded and all functions defined; else the predicate one
    #[default]
    Auto,
    /// Every interleaving of threads and every choice, state by state
    Explicit,
    /// Predicates over all values of inputs, refined until they prove or a counterexample is found; no threads
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

impl Engine {
    /// The engine to be used, and why if that was not said.
    pub fn choose(self, program: &Program, options: &Options) -> (Engine, Option<String>) {
        if self != Engine::Auto {
            return (self, None);
        }
        if has_threads(program) {
            return (Engine::Explicit, Some("the program has threads".into()));
        }
        let inputs = Inputs::of(program, &options.machine);
        if let Some(site) = inputs.unbounded().first() {
            return (Engine::Predicate, Some(format!("{}() has too many values to try each", site.name)));
        }
        if let Some(name) = unknown_function(program) {
            return (Engine::Predicate, Some(format!("{name}() is not defined and may return anything")));
        }
        (Engine::Explicit, Some("all inputs are bounded".into()))
    }
}

/// What the predicate engine checks if nobody says what: most programs have accesses that it cannot decide.
pub const BY_PREDICATES: [Property; 2] = [Property::UnreachCall, Property::NoOverflow];

/// A function that some run may call, and that neither the program nor the library defines.
fn unknown_function(program: &Program) -> Option<&str> {
    unknown_functions(program).next()
}

/// Functions that some run may call, and that neither the program nor the library defines.
pub fn unknown_functions(program: &Program) -> impl Iterator<Item = &str> {
    let missing = missing_functions(program);
    missing.filter(|it| machine::library::find(&it.name).is_none()).map(|it| it.source_name.as_str())
}
