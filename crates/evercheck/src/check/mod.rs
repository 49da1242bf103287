//! Checking a program: it is read, the engines have their turns, and what they found out is put together.

pub mod args;
mod attempt;
pub mod given;
mod looking;
mod outcome;
mod portfolio;
pub mod problem;
mod ranges;
mod schedule;

use std::sync::Arc;
use std::time::{Duration, Instant};

use ::cfa::{Program, Units};
use anyhow::{Result, bail};
use explicit::Options;
use verdict::Property;

use self::args::{CheckArgs, Switch};
use self::problem::Problem;
use crate::afterwards::Left;
use crate::console::{Color, Console, Verbosity};
use crate::covered::Phase;
use crate::diagnostics;
use crate::engine::Contenders;
use crate::failure::Failure;
use crate::header;
use crate::kept;
use crate::report::Outcome;
use crate::report::details::Details;
use crate::report::trace::Length;
use crate::resources::Effort;
use crate::reuse_args::Reuse;
use crate::source_args::Layout;
use crate::watchdog::{Bounds, Watchdog};

/// A condition that cannot be evaluated.
const UNMET: &str = "*(volatile char *)0 == 0";
/// States in which a call should have been come to.
const STATES: u64 = 100_000;

/// An outcome, and what files are made of that go with it.
pub struct Checked {
    pub outcome: Outcome,
    /// How the machine replays a violation.
    pub machine: machine::explore::Options,
    /// The proofs of the predicate engine.
    pub proofs: Vec<(Property, Vec<u8>)>,
    /// What was proved of loops and procedures, whether it is told or not.
    pub invariants: Vec<(Property, Vec<predicate::Invariant>)>,
    /// What is left to do to the store when the verdict has been told.
    pub left: Left,
}

/// What a check explores and how, with the limits that the watchdog sees to.
pub fn options(args: &CheckArgs, watchdog: &Watchdog) -> Result<Options> {
    if args.predicate.proof.is_some() && args.predicate.certify == Switch::Off {
        bail!("--proof is of a proof that was checked: --certify off leaves none");
    }
    args.reuse.check(args.common.engine)?;
    let mut options = args.options()?;
    watchdog.arm(&mut options);
    watchdog.covered().options = options.clone();
    Ok(options)
}

/// A program that was read.
pub struct Source {
    pub program: Arc<Program>,
    /// A hash of what was read.
    pub text: [u8; 32],
    /// A hash of the same, wherever its lines stand.
    pub wording: [u8; 32],
    /// What it was made of, if others are to read it, too.
    pub units: Option<Arc<Units>>,
    /// How long that took.
    pub time: Duration,
}

/// Reads the program.
pub fn load(console: &Console, watchdog: &Watchdog, args: &CheckArgs) -> Result<Source, Failure> {
    let start = Instant::now();
    parse(console, args, read(watchdog, args)?, start)
}

/// Preprocesses it.
fn read(watchdog: &Watchdog, args: &CheckArgs) -> Result<Units, Failure> {
    args.read(Some(watchdog))?.map_err(|error| Failure::Source(Box::new(error)))
}

/// Parses what was read since `start`.
fn parse(console: &Console, args: &CheckArgs, units: Units, start: Instant) -> Result<Source, Failure> {
    let wording = units.wording(header::lasting);
    let loaded = units.load().map_err(|error| Failure::Source(Box::new(error)))?;
    let time = start.elapsed();
    diagnostics::show_all(console, &loaded.warnings);
    check_names(args, &loaded.program)?;
    let is_wanted = args.cluster.broker.is_some() || args.witness_in.is_some();
    let units = is_wanted.then(|| Arc::new(loaded.units));
    Ok(Source { program: Arc::new(loaded.program), text: loaded.text, wording, units, time })
}

/// Checks a program that was read within `reading`.
pub fn search(
    console: &Console,
    watchdog: &Arc<Watchdog>,
    problem: &Arc<Problem>,
    reading: Duration,
) -> Result<Checked, Failure> {
    (watchdog.covered().program, watchdog.covered().phase) = (problem.program.clone(), Phase::Searching);
    for (option, whose) in idle(problem) {
        console.warning(&format!("{option} is for the {whose} engine, which was not taken"));
    }
    let start = Instant::now();
    let attempts = portfolio::run(console, watchdog, problem, reading)?;
    watchdog.covered().phase = Phase::Replaying;
    let mut checked = outcome::of(problem, attempts, Effort::since(start))?;
    let outcome = &mut checked.outcome;
    if outcome.verdict() == "true" && !has_calls(watchdog, problem) {
        let function = problem.args.calls.function().unwrap_or_default();
        let why = format!("nothing is checked: no arguments of {function} meet the conditions of --assume");
        (outcome.vacuous, outcome.is_uncalled) = (Some(why), true);
    }
    let slower = kept::keep(console, problem, &checked);
    let outcome = &mut checked.outcome;
    outcome.slower = slower;
    if let Some(slower) = &outcome.slower {
        console.warning(&format!("{} took {slower}", problem.args.target()));
    }
    outcome.since = problem.args.base.clone();
    if problem.args.is_detailed || problem.args.outputs.report.is_some() {
        let invariants = checked.invariants.clone();
        outcome.details = Some(Box::new(Details::of(problem, &checked.machine, outcome, invariants)));
    }
    Ok(checked)
}

/// Whether the function that runs begin with is called at all, as far as that is known: a condition that no arguments meet
/// leaves nothing to violate. Another one behind it, which is a fault wherever it is reached, is not.
fn has_calls(watchdog: &Arc<Watchdog>, problem: &Problem) -> bool {
    let probe = || -> Result<Outcome, Failure> {
        let mut args = problem.args.clone();
        args.calls.assume.push(UNMET.into());
        args.common.property = vec![Property::ValidDeref.name().into()];
        (args.common.except, args.common.known, args.base) = (Vec::new(), None, None);
        args.explicit.max_states = Some(STATES);
        (args.reuse.no_record, args.reuse.reuse, args.cluster.broker) = (true, Reuse::Off, None);
        let console = Console::new(Color::Never, Verbosity::Quiet);
        let mut options = args.options()?;
        watchdog.arm(&mut options);
        let source = load(&console, watchdog, &args)?;
        let (problem, start) = (Arc::new(Problem::new(args, &source, options)), Instant::now());
        let attempts = portfolio::run(&console, watchdog, &problem, source.time)?;
        Ok(outcome::of(&problem, attempts, Effort::since(start))?.outcome)
    };
    problem.args.calls.assume.is_empty() || !probe().is_ok_and(|outcome| outcome.verdict() == "true")
}

/// Reads a program and checks it, or recalls what that came to.
pub fn run(console: &Console, watchdog: &Arc<Watchdog>, args: CheckArgs) -> Result<(Outcome, Left), Failure> {
    let (options, start) = (options(&args, watchdog)?, Instant::now());
    let units = read(watchdog, &args)?;
    if let Some(outcome) = kept::answer(&args, &options, &units, start) {
        return Ok((outcome, Left::default()));
    }
    let source = parse(console, &args, units, start)?;
    let problem = Arc::new(Problem::new(args, &source, options));
    let checked = search(console, watchdog, &problem, source.time)?;
    Ok((checked.outcome, checked.left))
}

/// What has to be in the program.
fn check_names(args: &CheckArgs, program: &Program) -> Result<()> {
    if program.main.is_none() {
        bail!(args.source.calling(&args.calls).without_main(program));
    }
    let is_there = |name: &String| program.functions.iter().any(|function| function.source_name == *name);
    if let Some(name) = args.reuse.changed.iter().find(|name| !is_there(name)) {
        bail!("--changed: the program has no function {name}");
    }
    Ok(())
}

/// Options that were given and mean nothing to the engines that take part, and whose they are.
fn idle(problem: &Problem) -> Vec<(String, &'static str)> {
    let of = |options: &[String], whose| options.iter().map(|it| (it.clone(), whose)).collect::<Vec<_>>();
    let args = &problem.args;
    match problem.contenders {
        Contenders { has_explicit: false, .. } => of(&args.given.explicit, "explicit"),
        Contenders { has_predicate: false, .. } => of(&args.given.predicate, "predicate"),
        _ => Vec::new(),
    }
}

impl CheckArgs {
    /// Reads the program. The outer error is one of the options.
    pub fn load(&self, watchdog: Option<&Watchdog>) -> Result<Result<cfa::Loaded, cfa::Error>> {
        Ok(self.read(watchdog)?.and_then(Units::load))
    }

    /// Preprocesses it.
    fn read(&self, watchdog: Option<&Watchdog>) -> Result<Result<Units, cfa::Error>> {
        self.source.calling(&self.calls).read(
            &self.files,
            &Layout { root: &self.root, flags: &self.flags },
            watchdog,
        )
    }

    pub fn bounds(&self) -> Bounds {
        let limits = &self.limits;
        Bounds { wall: limits.time_limit, cpu: limits.cpu_limit, memory: limits.memory_limit }
    }

    pub fn length(&self) -> Length {
        if self.full_trace { Length::Full } else { Length::Abridged }
    }
}
