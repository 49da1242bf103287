//! What a search has found: violations, obstacles, bounds; and the verdicts that follow.
//!
//! Nothing here depends on the order in which things are found, but for which of several violations at one place is kept.

use std::collections::{BTreeMap, BTreeSet};

use cfa::Program;
use cfa::source::Pos;
use machine::Stop;
use machine::inputs::Site;
use verdict::{Bound, Known, Obstacle, Property, Unknown, Verdict, Violation};

use crate::cover::Cover;
use crate::options::{Observer, Options, Stats};

/// What a search found out.
pub type Report = verdict::Report<Stats>;

pub(crate) struct Findings<'a> {
    pub options: &'a Options,
    /// Who looks on.
    pub observer: &'a mut dyn Observer,
    pub violations: Vec<Violation>,
    /// By reason and position, the least message: so nothing depends on the order in which they are met.
    obstacles: BTreeMap<(Unknown, Pos), String>,
    pub cover: Cover,
    /// Runs that came to an end of their own.
    pub ends: u64,
    /// Where some access was atomic and relaxed.
    pub relaxed_access: Option<Pos>,
    /// The first violation ends the search.
    pub is_first_enough: bool,
    /// A limit was met: there are more states than allowed, or the search was interrupted.
    is_ended: bool,
}

/// What one of several workers has found.
pub(crate) struct Gathered {
    pub violations: Vec<Violation>,
    obstacles: BTreeMap<(Unknown, Pos), String>,
    cover: Cover,
    ends: u64,
    relaxed_access: Option<Pos>,
    is_ended: bool,
}

/// Places of unbounded input worth telling.
const PLACES: usize = 10;
/// Obstacles worth telling.
const OBSTACLES: usize = 100;

impl<'a> Findings<'a> {
    pub fn new(program: &Program, options: &'a Options, observer: &'a mut dyn Observer) -> Findings<'a> {
        let is_first_enough = !options.is_keeping_going;
        Findings { is_first_enough, ..Findings::beside(options, Cover::of(program, options), observer) }
    }

    /// What a worker finds beside others, which is gathered in the end. Its first violation is enough.
    pub fn beside(options: &'a Options, cover: Cover, observer: &'a mut dyn Observer) -> Findings<'a> {
        Findings {
            options,
            observer,
            violations: Vec::new(),
            obstacles: BTreeMap::new(),
            cover,
            ends: 0,
            relaxed_access: None,
            is_first_enough: true,
            is_ended: false,
        }
    }

    pub fn into_gathered(self) -> Gathered {
        let Findings { violations, obstacles, cover, ends, relaxed_access, is_ended, .. } = self;
        Gathered { violations, obstacles, cover, ends, relaxed_access, is_ended }
    }

    /// Takes in what a worker has found. In whatever order that is done, it comes to the same, but for violations.
    pub fn gather(&mut self, other: Gathered) {
        other.violations.into_iter().for_each(|violation| self.violation(violation));
        for ((reason, pos), message) in other.obstacles {
            self.obstacle(reason, message, pos);
        }
        self.cover.is_range_used |= other.cover.is_range_used;
        self.ends += other.ends;
        self.relaxed_access = self.relaxed_access.into_iter().chain(other.relaxed_access).min();
        self.is_ended |= other.is_ended;
    }

    pub fn violation(&mut self, violation: Violation) {
        if !self.violations.iter().any(|known| is_same(known, &violation)) {
            self.violations.push(violation);
        }
    }

    pub fn obstacle(&mut self, reason: Unknown, message: String, pos: Pos) {
        let known = self.obstacles.entry((reason, pos)).or_insert_with(|| message.clone());
        if message < *known {
            *known = message;
        }
        if self.obstacles.len() > OBSTACLES {
            // That a limit was met is told in any case.
            let last = self.obstacles.keys().rev().find(|(reason, _)| !reason.is_limit()).cloned();
            last.and_then(|last| self.obstacles.remove(&last));
        }
    }

    /// Nothing is explored: some input has more values than can be tried.
    pub fn decline(&mut self, sites: &[&Site]) {
        for (index, site) in sites.iter().enumerate().take(PLACES) {
            let more = match sites.len().saturating_sub(PLACES) {
                more if more > 0 && index + 1 == PLACES => format!(" (and {more} more)"),
                _ => String::new(),
            };
            let (reason, message) = unbounded(&site.name, site.is_number);
            self.obstacle(reason, message + &more, site.pos);
        }
    }

    pub fn ended_before_main(&mut self, stop: Stop) {
        match stop {
            Stop::Fault(fault) => {
                let message = format!("{fault}, before main");
                self.obstacle(Unknown::UndefinedBehaviour, message, Pos::NONE);
            }
            Stop::Unbounded(what) => {
                let (reason, message) = unbounded_at(&what);
                self.obstacle(reason, message, Pos::NONE);
            }
            Stop::NotModelled(what) => self.obstacle(Unknown::NotModelled, what, Pos::NONE),
            Stop::SymbolicValue(what) => self.obstacle(Unknown::SymbolicValue, what, Pos::NONE),
            Stop::SymbolicFloat(what) => self.obstacle(Unknown::SymbolicFloat, what, Pos::NONE),
            Stop::Cancelled | Stop::OutOfMemory => self.give_up(&stop),
            other => self.obstacle(Unknown::NotModelled, format!("an end before main: {other:?}"), Pos::NONE),
        }
    }

    /// The search has to stop where it stands.
    pub fn give_up(&mut self, stop: &Stop) {
        let reason = match stop {
            Stop::OutOfMemory => Unknown::Memory,
            _ => self.options.limits.reached().unwrap_or(Unknown::Cancelled),
        };
        let Obstacle { reason, message, pos } = Obstacle::limit(reason);
        self.obstacle(reason, message, pos);
        self.is_ended = true;
    }

    /// Nothing that is still to be found matters.
    pub fn leave_off(&mut self) {
        self.is_ended = true;
    }

    /// There are more states than there may be.
    pub fn overflow(&mut self, message: &str) {
        self.obstacle(Unknown::States, message.into(), Pos::NONE);
        self.is_ended = true;
    }

    /// Whether the search was stopped by a limit.
    pub fn is_ended(&self) -> bool {
        self.is_ended
    }

    /// Whether there were more states than there may be.
    pub fn is_overflown(&self) -> bool {
        self.obstacles.keys().any(|(reason, _)| *reason == Unknown::States)
    }

    /// Whether a violation ends the search.
    fn is_stopped(&self) -> bool {
        !self.violations.is_empty() && self.is_first_enough
    }

    /// Whether there is nothing more to be found, or no time for it.
    pub fn is_over(&self) -> bool {
        self.is_ended || self.is_stopped()
    }

    pub fn report(self, stats: Stats) -> Report {
        let is_stopped = self.is_stopped();
        let Findings { options, violations, obstacles, cover, relaxed_access, .. } = self;
        let (known, mut violations): (Vec<_>, Vec<_>) =
            violations.into_iter().partition(|it| Known::is_among(it, &options.known));
        let has_cut = violations.iter().any(is_cutting);
        let mut scope = cover.scope(options);
        scope.bounds.extend(known.iter().map(|it| Bound::Known(Known::of(it))).collect::<BTreeSet<_>>());
        scope.bounds.sort();
        let obstacle = |((reason, pos), message)| Obstacle { reason, message, pos };
        let mut obstacles: Vec<Obstacle> = obstacles.into_iter().map(obstacle).collect();
        violations.sort_by_key(|violation| violation.property);
        let unasked: Vec<Bound> = cover.unasked(options).collect();
        // It stands in the way of one property only.
        let is_relaxed = |property| property == Property::NoDataRace && relaxed_access.is_some();
        let properties = options.properties.iter().map(|property| {
            let verdict = if violations.iter().any(|violation| violation.property == property) {
                Verdict::False
            } else if let Some(obstacle) = obstacles.first() {
                Verdict::Unknown(obstacle.reason)
            } else if is_stopped || has_cut {
                Verdict::Unknown(Unknown::OtherViolation)
            } else if is_relaxed(property) {
                Verdict::Unknown(Unknown::RelaxedAtomic)
            } else if !unasked.is_empty() {
                Verdict::Unknown(Unknown::Bounded)
            } else {
                Verdict::True
            };
            (property, verdict)
        });
        let properties = properties.collect();
        if let Some(pos) = relaxed_access.filter(|_| options.properties.has(Property::NoDataRace)) {
            let message = "an atomic access of relaxed order, which does not order others".into();
            obstacles.push(Obstacle { reason: Unknown::RelaxedAtomic, message, pos });
        }
        let objection = |bound: &Bound| {
            let (message, _) = bound.objection();
            Obstacle { reason: Unknown::Bounded, message: message.into(), pos: Pos::NONE }
        };
        obstacles.extend(unasked.iter().map(objection));
        Report { properties, violations, known, is_stopped, obstacles, scope, stats }
    }
}

/// Whether the run ended in a fault that it would not end at when compiled.
fn is_cutting(violation: &Violation) -> bool {
    use Property::{NoDeadlock, UnreachCall, ValidMemcleanup};
    !matches!(violation.property, UnreachCall | NoDeadlock | ValidMemcleanup)
}

/// Whether two violations are one, met on two ways.
pub(crate) fn is_same(one: &Violation, other: &Violation) -> bool {
    let place = |violation: &Violation| violation.call_stack.first().map(|site| site.1);
    one.property == other.property && place(one) == place(other) && one.fault.kind == other.fault.kind
}

/// What there is to say of an input with more values than can be tried.
fn unbounded(name: &str, is_number: bool) -> (Unknown, String) {
    let (reason, only) = if is_number {
        (Unknown::UnboundedInput, "")
    } else {
        (Unknown::UnboundedOther, ", and only integers can be enumerated")
    };
    (reason, format!("nothing bounds the result of `{name}`{only}"))
}

/// As [`unbounded`], where a run came to it.
pub(crate) fn unbounded_at(name: &str) -> (Unknown, String) {
    unbounded(name, !matches!(machine::library::input(name, 64), Some(machine::library::Input::Other)))
}
