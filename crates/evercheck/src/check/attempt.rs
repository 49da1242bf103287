//! One engine's attempt at a program.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use explicit::reuse::{self, Request};
use machine::{Brake, explore};
use serde_json::json;
use verdict::{Limits, Obstacle, Property, Report, Unknown, Verdict};

use super::args::Switch;
use super::looking::Looking;
use super::problem::Problem;
use super::ranges;
use super::schedule::{Schedule, Side};
use crate::afterwards::Afterwards;
use crate::cluster::{Explored, Submission};
use crate::console::Console;
use crate::failure::Failure;
use crate::past::Past;
use crate::phases::Phases;
use crate::place::Place;
use crate::progress::Progress;
use crate::proofs::{Origin, Proofs};
use crate::quantity::counted;
use crate::report::ledger::Ledger;
use crate::report::ranges::Ranges;
use crate::report::text;
use crate::watchdog::Watchdog;
use crate::{crash, quantity};

/// What a record may take in memory; of a limit this share.
const RECORD_BYTES: u64 = 4 << 30;
const RECORD_SHARE: u64 = 4;

/// Steps of the solver that take as long as a transition.
const STEPS: u64 = 16;

/// What an engine found out.
pub struct Attempt {
    pub report: Report<()>,
    /// How the machine replays a violation.
    pub machine: explore::Options,
    pub account: Account,
    /// What is left to do to the store.
    pub afterwards: Option<Afterwards>,
}

/// What an engine did.
pub enum Account {
    Explicit {
        stats: explicit::Stats,
        ledger: Ledger,
        ranges: Option<Ranges>,
    },
    Predicate {
        stats: predicate::Stats,
        phases: Phases,
        invariants: Vec<(Property, Vec<predicate::Invariant>)>,
        proofs: Vec<(Property, Vec<u8>)>,
        /// The run whose proofs were tried.
        origin: Option<Origin>,
    },
}

impl Attempt {
    /// Whether nothing is left for another engine to find out.
    pub fn is_decisive(&self) -> bool {
        let is_proved = |(_, verdict): &(Property, Verdict)| *verdict == Verdict::True;
        !self.report.violations.is_empty() || self.report.properties.iter().all(is_proved)
    }

    /// Whether it met a run with undefined behaviour, of which proofs by predicates say nothing.
    pub fn knows_undefined_behaviour(&self) -> bool {
        let is_undefined = |it: &Obstacle| it.reason == Unknown::UndefinedBehaviour;
        matches!(self.account, Account::Explicit { .. }) && self.report.obstacles.iter().any(is_undefined)
    }

    /// How much it used, as [`Schedule`] counts.
    pub fn effort(&self) -> u64 {
        match &self.account {
            Account::Explicit { stats, .. } => stats.transitions,
            Account::Predicate { stats, .. } => effort(stats),
        }
    }

    /// Whether earlier runs had a say in the order in which things were found.
    pub fn has_base(&self) -> bool {
        matches!(&self.account, Account::Explicit { ledger, .. } if ledger.has_base())
    }
}

/// What the predicate engine used, in transitions of the explicit one that take as long, roughly.
fn effort(stats: &predicate::Stats) -> u64 {
    stats.effort / STEPS
}

/// What an attempt has to do with the other, if there is one, and with the world.
#[derive(Clone)]
pub struct Ring {
    pub console: Console,
    pub schedule: Arc<Schedule>,
    pub limits: Limits,
    pub brake: Brake,
    pub watchdog: Arc<Watchdog>,
    /// Shown while the search goes on.
    pub progress: Arc<Mutex<Progress>>,
    /// Whether earlier runs may be built on.
    pub is_reusing: bool,
    /// Raised when no other engine is at work, nor has said something that matters.
    pub is_alone: Arc<AtomicBool>,
}

/// Explores every state.
pub fn by_states(problem: &Problem, ring: &Ring) -> Result<Attempt, Failure> {
    let (Problem { args, program, .. }, start) = (problem, Instant::now());
    let mut options = explicit::Options { limits: ring.limits.clone(), ..problem.explicit.clone() };
    options.machine.brake = ring.brake.clone();
    options.help = args.explicit.jobs.is_none().then(Arc::default);
    ring.watchdog.covered().explicit = Some((explicit::Stats::default(), Ledger::none(&args.reuse)));
    let mut past = open_past(problem, ring);
    let mode = if ring.is_reusing { args.reuse.mode() } else { reuse::Mode::Off };
    let mut request =
        past.as_mut().map_or_else(Request::default, |past| past.request(mode, !args.reuse.no_record));
    (request.changed, request.audit) = (args.reuse.changed.clone(), args.reuse.audit());
    let record_bytes = args.limits.memory_limit.map_or(RECORD_BYTES, |limit| limit / RECORD_SHARE);
    request.record_bytes = usize::try_from(record_bytes).ok();
    let (flush, help) = (request.flush.clone(), options.help.clone());
    let looking = &mut Looking { ring, reuse: &args.reuse, start, flush, flushed: start, help };
    let (mut checked, ranges, lost) = match elsewhere(problem, &options, &request, looking)? {
        Some(Explored { checked, lost, .. }) => (checked, None, lost),
        None => {
            let (checked, ranges) = ranges::explore(&args.explicit, program, &options, &request, looking);
            (checked, ranges, None)
        }
    };
    if let Some(impossible) = &checked.impossible {
        return Err(Failure::Usage(format!("--range: {impossible}")));
    }
    let is_asked = args.explicit.jobs.is_some_and(|jobs| jobs > 1) && options.limits.states.is_some();
    if is_asked && !checked.ledger.has_workers && checked.report.stats.executed > 0 {
        let why = "with --max-states, what is known from earlier runs is gone through by one worker";
        ring.console.warning(&format!("--jobs: {why}; --reuse off is for several"));
    }
    let ledger = Ledger::of(&args.reuse, past.as_ref(), &checked);
    let mut afterwards = None;
    if let Some(mut past) = past {
        let kept = if args.reuse.no_record {
            past.set_aside();
            Ok(None)
        } else {
            past.keep(problem.shared.as_deref(), &mut checked, &ledger.stats()).map(Some)
        };
        past.warnings.iter().for_each(|warning| ring.console.warning(warning));
        match kept {
            Ok(kept) => afterwards = kept,
            Err(error) => ring.console.warning(&format!("the run is not recorded: {error}")),
        }
    }
    if let Some(lost) = lost {
        let covered = counted(checked.report.stats.states, "state");
        let kept = if args.reuse.no_record { "" } else { "; the next run goes on from there" };
        return Err(Failure::Usage(format!("{lost}; covered until then: {covered}{kept}")));
    }
    let (report, stats) = checked.report.split();
    ring.console.detail(&text::details(&stats));
    let account = Account::Explicit { stats, ledger, ranges };
    let machine = match checked.given {
        Some(given) => explore::Options { given: Some(given), has_symbols: false, ..options.machine() },
        None => options.machine(),
    };
    Ok(Attempt { report, machine, account, afterwards })
}

/// Lets others explore, if that is asked for.
fn elsewhere(
    problem: &Problem,
    options: &explicit::Options,
    request: &Request,
    looking: &mut Looking<'_>,
) -> Result<Option<Explored>, Failure> {
    let (Problem { args, program, .. }, console) = (problem, &looking.ring.console);
    let Some((url, units)) = args.cluster.broker.as_deref().zip(problem.units.as_ref()) else {
        return Ok(None);
    };
    let target = args.target();
    let submission =
        Submission { console, url, args: &args.cluster, target, units, program, options, request };
    submission.explore(looking).map(Some)
}

/// The store with what earlier runs found out. Whatever is wrong with it costs time, and nothing else.
fn open_past(problem: &Problem, ring: &Ring) -> Option<Past> {
    if problem.args.explicit.stateless {
        return None;
    }
    let is_reusing = ring.is_reusing && problem.args.reuse.mode() != reuse::Mode::Off;
    let shared = problem.shared.as_deref().filter(|_| is_reusing).map(|shared| (shared, &ring.console));
    let target = problem.args.target();
    let open = |place: &Place| Past::open(place, shared, &problem.program, &problem.explicit, &target);
    let mut past = open_store(problem, ring, "nothing is reused or recorded", open)?;
    past.warnings.drain(..).for_each(|warning| ring.console.warning(&warning));
    Some(past)
}

/// The store with the proofs of earlier runs.
fn open_proofs(problem: &Problem, ring: &Ring) -> Option<Proofs> {
    // What holds at loops is told of the search's own proof, so that it is the same with any store.
    if problem.args.predicate.invariants || problem.args.predicate.certify == Switch::Off {
        return None;
    }
    let is_reusing = ring.is_reusing && problem.args.reuse.technique().is_some();
    let shared = problem.shared.as_deref().filter(|_| is_reusing).map(|shared| (shared, &ring.console));
    let target = problem.args.target();
    let open = |place: &Place| Proofs::open(place, shared, &problem.program, &problem.predicate, &target);
    let proofs = open_store(problem, ring, "no proof is reused or kept", open)?;
    proofs.warnings().iter().for_each(|warning| ring.console.warning(warning));
    Some(proofs)
}

fn open_store<T>(
    problem: &Problem,
    ring: &Ring,
    otherwise: &str,
    open: impl FnOnce(&Place) -> Result<T, store::Error>,
) -> Option<T> {
    if !problem.args.reuse.is_used() {
        return None;
    }
    let place = problem.place(&ring.console)?;
    let warn = |error| ring.console.warning(&format!("{otherwise}: {error}"));
    let opened = open(place).map_err(warn).ok()?;
    problem.announce(place, &ring.console);
    Some(opened)
}

/// What the predicate engine has told so far, which has to do if it is left behind.
pub type Seen = Arc<Mutex<(Phases, predicate::Stats)>>;

/// Proves by predicates.
pub fn by_predicates(problem: &Problem, ring: &Ring, seen: &Seen) -> Result<Attempt, Failure> {
    ring.schedule.wait_for_first_round(&ring.limits);
    let undefined: Vec<_> = machine::inputs::undefined_functions(&problem.program).collect();
    if problem.predicate.externs == predicate::Externs::Pure
        && let Some(names) = quantity::some_names(&undefined)
    {
        let (are, they, it) = match undefined.len() {
            1 => ("is", "it is", "it"),
            _ => ("are", "they are", "they"),
        };
        ring.console.warning(&format!(
            "{names} {are} not defined; assumed to change at most the memory {they} given pointers to (--externs \
             havoc: {it} may change all memory)"
        ));
    }
    let mut options = predicate::Options { limits: ring.limits.clone(), ..problem.predicate.clone() };
    options.machine.brake = ring.brake.clone();
    let proofs = open_proofs(problem, ring);
    let mut origin = None;
    if let Some(proofs) =
        proofs.as_ref().filter(|_| ring.is_reusing && problem.args.reuse.technique().is_some())
    {
        origin = proofs.origin.clone();
        (options.proofs, options.hints) = (proofs.found.clone(), proofs.hints.clone());
        options.cache = proofs.cache.clone();
    }
    let checked = predicate::check(&problem.program, &options, &mut |phase, stats| {
        {
            let (phases, last) = &mut *crash::lock(seen);
            phases.enter(phase, stats.queries);
            last.clone_from(stats);
        }
        ring.watchdog.covered().predicate = Some((stats.clone(), crash::lock(seen).0.clone()));
        crash::lock(&ring.progress).show_predicate(stats);
        ring.schedule.used(Side::Predicate, effort(stats));
    })?;
    if let Some(proofs) = proofs.filter(|_| !problem.args.reuse.no_record) {
        let stats = json!({
            "queries": checked.report.stats.queries,
            "proofs": checked.proofs.len(),
            "hints": checked.hints.len(),
            "summaries": checked.cache.len(),
        })
        .to_string();
        if let Err(error) = proofs.keep(problem.shared.as_deref(), &checked, stats) {
            ring.console.warning(&format!("the proof is not kept: {error}"));
        }
        proofs.warnings().iter().for_each(|warning| ring.console.warning(warning));
    }
    let attempt = predicate_attempt(checked, crash::lock(seen).0.clone(), origin);
    if let Account::Predicate { phases, .. } = &attempt.account {
        ring.console.detail(&phases.text());
    }
    Ok(attempt)
}

pub fn predicate_attempt(checked: predicate::Checked, mut phases: Phases, origin: Option<Origin>) -> Attempt {
    let predicate::Checked { report, invariants, proofs, machine, .. } = checked;
    let (report, stats) = report.split();
    phases.stop(stats.queries);
    let account = Account::Predicate { stats, phases, invariants, proofs, origin };
    Attempt { report, machine, account, afterwards: None }
}
