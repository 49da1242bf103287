//! Both engines on one program, side by side until one decides, or both have said what they can.
//!
//! What is found depends on the program and the options alone. Of two violations the one counts that took fewer rounds of
//! effort to find (`schedule`), not the one that took less time. What earlier runs recorded makes the explicit engine
//! faster, so it might overtake the other: if a violation is found while both are at work, and there were records, both begin
//! again without. Proofs need no such care, as there is only one way to say `true`.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use explicit::reuse::Mode;
use verdict::{Limits, Obstacle, Report, Scope, Unknown, Verdict};

use super::attempt::{Account, Attempt, Ring, Seen, by_predicates, by_states, predicate_attempt};
use super::problem::Problem;
use super::schedule::{Schedule, Side};
use crate::beside;
use crate::console::Console;
use crate::crash::{self, STACK_BYTES};
use crate::failure::Failure;
use crate::phases::Phases;
use crate::progress::Progress;
use crate::report::ledger::Ledger;
use crate::watchdog::Watchdog;

/// How often limits are looked at.
const PULSE: Duration = Duration::from_millis(20);
/// How long an engine may take to stop.
const GRACE: Duration = Duration::from_millis(300);

/// What the engines found out, each that took part.
#[derive(Default)]
pub struct Attempts {
    pub explicit: Option<Attempt>,
    pub predicate: Option<Attempt>,
}

/// Lets the engines have their turns.
pub fn run(
    console: &Console,
    watchdog: &Arc<Watchdog>,
    problem: &Arc<Problem>,
    reading: Duration,
) -> Result<Attempts, Failure> {
    let phases = Phases::after("reading", reading);
    // Where a proof by predicates takes something for granted, who proves must not depend on records.
    let is_conditional = !problem.explicit.properties.exclude_undefined_behaviour();
    let is_reusing = !problem.is_contested() || !is_conditional;
    if !is_reusing && problem.args.reuse.mode() != Mode::Off {
        console.detail(
            "no record is reused, since both engines work and some undefined behaviour is not asked about; --engine \
             explicit reuses them",
        );
    }
    let contest = Contest { console, watchdog, problem, phases: &phases, is_conditional };
    match contest.hold(is_reusing)? {
        (_, true) => Ok(contest.hold(false)?.0),
        (attempts, false) => Ok(attempts),
    }
}

struct Contest<'a> {
    console: &'a Console,
    watchdog: &'a Arc<Watchdog>,
    problem: &'a Arc<Problem>,
    phases: &'a Phases,
    /// Proofs by predicates are of runs without undefined behaviour, and the other engine may know of one that has some.
    is_conditional: bool,
}

type Told = (Side, Result<Attempt, Failure>);

impl Contest<'_> {
    /// One contest, and whether records may have had a say in who found a violation first.
    fn hold(&self, is_reusing: bool) -> Result<(Attempts, bool), Failure> {
        let (has_explicit, has_predicate) =
            (self.problem.contenders.has_explicit, self.problem.contenders.has_predicate);
        let schedule = Arc::new(Schedule::new(has_explicit, has_predicate));
        let progress = Arc::new(Mutex::new(Progress::new(self.console, self.watchdog.began())));
        let seen: Seen = Arc::new(Mutex::new((self.phases.clone(), predicate::Stats::default())));
        let ring = || Ring {
            console: self.console.clone(),
            schedule: schedule.clone(),
            // A flag of its own: one engine is stopped when the other has decided.
            limits: Limits { cancel: Arc::default(), ..self.problem.limits().clone() },
            brake: self.problem.explicit.machine.brake.fork(),
            watchdog: self.watchdog.clone(),
            progress: progress.clone(),
            is_reusing,
            is_alone: Arc::new((!self.problem.is_contested()).into()),
        };
        let rings = [ring(), ring()];
        let (tell, told) = channel::<Told>();
        if has_explicit {
            let (problem, ring) = (self.problem.clone(), rings[Side::Explicit as usize].clone());
            start(Side::Explicit, tell.clone(), schedule.clone(), move || by_states(&problem, &ring))?;
        }
        if has_predicate {
            let (problem, ring, seen) =
                (self.problem.clone(), rings[Side::Predicate as usize].clone(), seen.clone());
            start(Side::Predicate, tell.clone(), schedule.clone(), move || {
                by_predicates(&problem, &ring, &seen)
            })?;
        }
        drop(tell);
        let mut open: Vec<Side> = Vec::new();
        open.extend(has_explicit.then_some(Side::Explicit));
        open.extend(has_predicate.then_some(Side::Predicate));
        let (mut attempts, mut is_contested, mut over_since) = (Attempts::default(), false, None);
        // Who has decided, but may not be the first.
        let mut decider = None;
        while !open.is_empty() {
            match told.recv_timeout(PULSE) {
                Ok((side, attempt)) => {
                    open.retain(|it| *it != side);
                    let attempt = attempt.inspect_err(|_| {
                        rings.iter().for_each(stop);
                        crash::lock(&progress).clear();
                        if !open.is_empty() {
                            beside::leave();
                        }
                    })?;
                    let is_running = !open.is_empty() && self.problem.limits().reached().is_none();
                    let is_violated = !attempt.report.violations.is_empty();
                    is_contested |= is_violated && (is_running || decider.is_some());
                    let is_conditional = self.is_conditional && side == Side::Predicate;
                    if attempt.is_decisive() && (is_violated || is_conditional) {
                        decider = Some(side);
                    } else if attempt.is_decisive() && is_running {
                        stop(&rings[side.other() as usize]);
                    }
                    if side == Side::Predicate && decider.is_none() {
                        rings[Side::Explicit as usize].is_alone.store(true, Ordering::Relaxed);
                    }
                    attempts.put(side, attempt);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::Internal(
                        crash::last().unwrap_or_else(|| "a panic in an engine".into()),
                    ));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(side) = decider.filter(|side| !open.is_empty() && schedule.is_first(*side)) {
                stop(&rings[side.other() as usize]);
            }
            rings.iter().for_each(|ring| ring.brake.ask());
            match self.problem.limits().reached() {
                Some(Unknown::Cancelled) => rings.iter().for_each(stop),
                Some(_) => rings.iter().for_each(|ring| ring.brake.pull()),
                None => {}
            }
            let is_over = open.iter().any(|side| rings[*side as usize].limits.reached().is_some());
            if is_over && over_since.get_or_insert_with(Instant::now).elapsed() >= GRACE {
                beside::leave();
                for side in open.drain(..) {
                    let left = self.left(side, &rings[side as usize].limits, &seen);
                    attempts.put(side, left);
                }
            }
        }
        crash::lock(&progress).clear();
        let has_base = attempts.explicit.as_ref().is_some_and(Attempt::has_base);
        attempts.forget_stopped(&rings, self.problem.limits());
        attempts.forget_later(&schedule);
        Ok((attempts, is_contested && has_base))
    }

    /// What is known of an engine that did not even stop at its limit.
    fn left(&self, side: Side, limits: &Limits, seen: &Seen) -> Attempt {
        match side {
            Side::Predicate => {
                let (phases, stats) = crash::lock(seen).clone();
                let options = predicate::Options { limits: limits.clone(), ..self.problem.predicate.clone() };
                predicate_attempt(predicate::left(&self.problem.program, &options, stats), phases, None)
            }
            Side::Explicit => {
                let reason = limits.reached().unwrap_or(Unknown::Time);
                let properties = self.problem.explicit.properties.iter();
                let report = Report {
                    properties: properties.map(|it| (it, Verdict::Unknown(reason))).collect(),
                    violations: Vec::new(),
                    known: Vec::new(),
                    is_stopped: false,
                    obstacles: vec![Obstacle::limit(reason)],
                    scope: Scope::default(),
                    stats: (),
                };
                let ledger = Ledger::none(&self.problem.args.reuse);
                let told = self.watchdog.covered().explicit.as_ref().map(|told| told.0);
                let account = Account::Explicit { stats: told.unwrap_or_default(), ledger, ranges: None };
                Attempt { report, machine: self.problem.explicit.machine(), account, afterwards: None }
            }
        }
    }
}

impl Attempts {
    fn put(&mut self, side: Side, attempt: Attempt) {
        match side {
            Side::Explicit => self.explicit = Some(attempt),
            Side::Predicate => self.predicate = Some(attempt),
        }
    }

    /// What an engine says that was stopped because the other had decided is of no interest.
    fn forget_stopped(&mut self, rings: &[Ring; 2], limits: &Limits) {
        let is_stopped = |side: Side| {
            rings[side as usize].limits.reached() == Some(Unknown::Cancelled) && limits.reached().is_none()
        };
        let is_useless = |attempt: &Attempt| !attempt.is_decisive();
        self.explicit.take_if(|it| is_stopped(Side::Explicit) && is_useless(it));
        self.predicate.take_if(|it| is_stopped(Side::Predicate) && is_useless(it));
    }

    /// Of two that have something to say, the one that did so in a later round is of no interest. But a violation is one
    /// whatever else was said, and who has proved all needs nobody that has not, unless that one knows of undefined behaviour:
    /// whether it had ended by then is a matter of time.
    fn forget_later(&mut self, schedule: &Schedule) {
        let is_violated =
            |it: &Option<Attempt>| it.as_ref().is_some_and(|it| !it.report.violations.is_empty());
        match (is_violated(&self.explicit), is_violated(&self.predicate)) {
            (true, true) if schedule.is_first(Side::Explicit) => self.predicate = None,
            (_, true) => self.explicit = None,
            (true, false) => self.predicate = None,
            (false, false) => {
                let has_decided = |it: &Option<Attempt>| it.as_ref().is_some_and(Attempt::is_decisive);
                match (has_decided(&self.explicit), has_decided(&self.predicate)) {
                    (_, true) if schedule.is_first(Side::Predicate) => self.explicit = None,
                    (true, _) => self.predicate = None,
                    (false, true) => drop(self.explicit.take_if(|it| !it.knows_undefined_behaviour())),
                    (false, false) => {}
                }
            }
        }
    }
}

fn stop(ring: &Ring) {
    ring.limits.cancel.store(true, Ordering::Relaxed);
    ring.brake.pull();
}

/// Starts an engine in a thread of its own.
fn start(
    side: Side,
    tell: Sender<Told>,
    schedule: Arc<Schedule>,
    work: impl FnOnce() -> Result<Attempt, Failure> + Send + 'static,
) -> Result<(), String> {
    let work = move || {
        let attempt = work();
        schedule.end(side, attempt.as_ref().map_or(0, Attempt::effort));
        // Nobody listens any more if the work was left behind.
        let _ = tell.send((side, attempt));
    };
    let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(work);
    thread.map(|_| ()).map_err(|error| format!("cannot start a thread: {error}"))
}
