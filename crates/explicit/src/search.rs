//! The search: one loop, over any frontier.

use std::collections::BTreeMap;

use cfa::Program;
use cfa::source::Pos;
use machine::exec::Machine;
use machine::explore::{self, Choice, Pending};
use machine::inputs::Site;
use machine::{Fault, FaultKind, Stop};
use verdict::replay::{call_stack, race};
use verdict::{Bound, Limits, Obstacle, Properties, Property, Unknown, Verdict, Violation};

use crate::cover::Cover;
use crate::frontier::{Breadth, Depth, Frontier, Next, Node};
use crate::layer::{Flaw, Outcome};
use crate::memo::Known;
use crate::recall::Reuse;
use crate::reuse::Rejected;
use crate::visited::Visited;

/// The order in which states are expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    #[default]
    Depth,
    Breadth,
    /// Depth first, with choices in a random order.
    Random(u64),
}

#[derive(Clone, Debug, Default)]
pub struct Options {
    pub properties: Properties,
    pub order: Order,
    pub limits: Limits,
    /// Look for all violations, not only for the first.
    pub is_keeping_going: bool,
    /// Do not remember states: explore paths, not the graph.
    pub is_stateless: bool,
    /// It is enough that the clock advances by nothing or a second between two calls.
    pub is_clock_stepped: bool,
    /// It is enough that all atomic operations are sequentially consistent.
    pub is_order_strong: bool,
    /// It is enough that no signal comes from outside.
    pub is_without_signals: bool,
    pub machine: explore::Options,
}

impl Options {
    /// How the machine explores for these properties.
    pub fn machine(&self) -> explore::Options {
        let keeps_variables = self.properties.has(Property::ValidMemtrack);
        explore::Options { keeps_variables, ..self.machine.clone() }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    pub states: u64,
    pub transitions: u64,
    pub depth: u64,
    /// States that were not gone on from in every way.
    pub frontier: u64,
    /// Runs that came to an end of their own.
    pub ends: u64,
    pub steps: u64,
    pub visited_bytes: u64,
    /// Transitions that were executed, those that only went back to a state included.
    pub executed: u64,
    /// Transitions whose result was known.
    pub reused: u64,
    /// States from which nothing had to be explored.
    pub pruned: u64,
    /// Transitions executed to go back to a state, or before the search was done again.
    pub rebuilt: u64,
}

/// What a search found out.
pub type Report = verdict::Report<Stats>;

/// Somebody who looks on while a program is explored.
pub trait Observer {
    /// Told every now and then how far the search has come.
    fn progress(&mut self, _: &Stats) {}
    /// The machine stands at a state that is new.
    fn state(&mut self, _: &Machine<'_>) {}
    /// The machine stands where a run has ended of its own, by `exit` or by the return of `main`.
    fn exit(&mut self, _: &Machine<'_>) {}
}

impl<F: FnMut(&Stats)> Observer for F {
    fn progress(&mut self, stats: &Stats) {
        self(stats);
    }
}

/// Explores a program. A function as the observer is told of the progress.
pub fn check(program: &Program, options: &Options, observer: &mut dyn Observer) -> Report {
    crate::reuse::check(program, options, &crate::reuse::Request::default(), observer).report
}

pub(crate) struct Search<'a> {
    pub options: &'a Options,
    pub observer: &'a mut dyn Observer,
    pub visited: Visited,
    /// Depths of states by number, if there is a limit to them: the least at which each was met so far.
    depths: Vec<u32>,
    /// States whose choices were left alone because they were met too deep.
    too_deep: Vec<u32>,
    pub stats: Stats,
    pub violations: Vec<Violation>,
    /// By reason and position, the least message: so nothing depends on the order in which they are met.
    obstacles: BTreeMap<(Unknown, Pos), String>,
    pub cover: Cover,
    /// A limit was met: there are more states than allowed, or the search was interrupted.
    is_ended: bool,
    /// Where some access was atomic and relaxed.
    relaxed_access: Option<Pos>,
    /// Some run ended in a fault that it would not end at when compiled.
    has_cut: bool,
    /// What is recorded, and what earlier runs found out.
    pub reuse: Reuse<'a>,
}

/// States between two looks at the limits.
const INTERVAL: u64 = 1 << 12;
/// Places of unbounded input worth telling.
const PLACES: usize = 10;
/// Obstacles worth telling.
const OBSTACLES: usize = 100;

impl<'a> Search<'a> {
    pub fn new(program: &Program, options: &'a Options, observer: &'a mut dyn Observer) -> Search<'a> {
        Search {
            options,
            observer,
            visited: Visited::new(),
            depths: Vec::new(),
            too_deep: Vec::new(),
            stats: Stats::default(),
            violations: Vec::new(),
            obstacles: BTreeMap::new(),
            cover: Cover::of(program, options),
            is_ended: false,
            relaxed_access: None,
            has_cut: false,
            reuse: Reuse::default(),
        }
    }

    pub fn run(&mut self, machine: &mut Machine<'_>) -> Result<(), Rejected> {
        match self.options.order {
            Order::Depth => self.explore(machine, &mut Depth::default()),
            Order::Random(seed) => self.explore(machine, &mut Depth::shuffled(seed)),
            Order::Breadth => self.explore(machine, &mut Breadth::default()),
        }
    }

    fn explore(&mut self, machine: &mut Machine<'_>, frontier: &mut impl Frontier) -> Result<(), Rejected> {
        let brake = &self.options.machine.brake;
        self.enter(machine, frontier, None)?;
        while !self.is_over() {
            let is_touched = brake.is_touched();
            if is_touched || self.stats.transitions.is_multiple_of(INTERVAL) {
                brake.answer();
                self.stats.frontier = frontier.len() as u64;
                self.stats.visited_bytes = self.visited.bytes() as u64;
                self.observer.progress(&self.stats);
                self.reuse.flush(&self.visited);
                if brake.is_pulled() || self.options.limits.reached().is_some() {
                    self.give_up(&Stop::Cancelled);
                    break;
                }
            }
            match frontier.next(machine) {
                Some(Next::Try(choice)) => {
                    self.step(machine, frontier, choice)?;
                    if self.is_ended {
                        // What the choice leads to has not been looked at.
                        frontier.give_back(choice);
                    }
                }
                Some(Next::Done(node)) => self.reuse.leave(&node),
                None => {
                    self.judge_depth();
                    break;
                }
            }
        }
        frontier.open().iter().for_each(|node| self.reuse.cut(node));
        let noticed = machine.noticed();
        self.cover.is_range_used |= noticed.range_used;
        self.relaxed_access = noticed.relaxed_access;
        self.stats.frontier = frontier.unexplored() as u64;
        self.stats.steps = machine.steps;
        self.stats.visited_bytes = self.visited.bytes() as u64;
        self.observer.progress(&self.stats);
        Ok(())
    }

    /// Tries a choice of the current state: by what is known of it, or by executing it.
    fn step(
        &mut self,
        machine: &mut Machine<'_>,
        frontier: &mut impl Frontier,
        choice: Choice,
    ) -> Result<(), Rejected> {
        self.stats.transitions += 1;
        let Some(node) = frontier.node() else { return Ok(()) };
        let recalled = self.reuse.recall(&node, choice);
        if let Some(recalled) = &recalled
            && self.use_recalled(machine, frontier, &node, choice, recalled)?
        {
            self.stats.reused += 1;
            return Ok(());
        }
        let rebuilt = match frontier.place(machine) {
            Ok(rebuilt) => rebuilt,
            Err(stop @ (Stop::Cancelled | Stop::OutOfMemory)) => {
                self.give_up(&stop);
                return Ok(());
            }
            Err(_) => return Err(Rejected),
        };
        if rebuilt > 0 {
            self.stats.rebuilt += rebuilt;
            self.stats.executed += rebuilt;
            if machine.fingerprint() != node.print {
                return Err(Rejected);
            }
        }
        self.stats.executed += 1;
        let taken = machine.take(choice);
        if let Err(stop @ (Stop::Cancelled | Stop::OutOfMemory)) = &taken {
            // What it did until then says nothing.
            self.give_up(stop);
            machine.undo();
            return Ok(());
        }
        let raced = self.look_at_sections(machine, frontier, choice);
        let outcome = match taken {
            Ok(()) if raced.is_none() => {
                if let Some(recalled) = &recalled
                    && !self.reuse.is_confirmed(recalled, machine.fingerprint())
                {
                    return Err(Rejected);
                }
                return self.enter(machine, frontier, Some((node, choice)));
            }
            Ok(()) => Some(Outcome { is_end: false, flaws: raced.into_iter().collect() }),
            Err(stop) => {
                let outcome = self.ended(machine, frontier, choice, stop);
                outcome.map(|mut outcome| {
                    outcome.flaws.extend(raced);
                    outcome
                })
            }
        };
        if let Some(recalled) = &recalled
            && !recalled.is_outcome(outcome.as_ref())
            && !self.is_ended
        {
            return Err(Rejected);
        }
        if let Some(outcome) = outcome.filter(|_| !self.has_noticed(machine)) {
            self.reuse.executed_to_end(machine, &node, choice, &outcome);
        }
        machine.undo();
        Ok(())
    }

    /// Whether the last transition met something that a verdict has to tell: it is not recorded, so that whoever builds
    /// on the record meets it too.
    fn has_noticed(&self, machine: &Machine<'_>) -> bool {
        // Whether a range was used is known without: some input is asked for through a pointer then.
        let noticed = machine.noticed_now();
        noticed.relaxed_access.is_some() && self.options.properties.has(Property::NoDataRace)
    }

    /// Whether the transition raced in an atomic section, where there are no states to look at.
    fn look_at_sections(
        &mut self,
        machine: &Machine<'_>,
        frontier: &dyn Frontier,
        choice: Choice,
    ) -> Option<Flaw> {
        machine.raced().filter(|_| self.options.properties.has(Property::NoDataRace))?;
        let path = frontier.path().into_iter().chain([choice]).collect();
        self.fault(machine, machine.running(), path, seen(FaultKind::DataRace)).ok().flatten()
    }

    /// The machine has come to a state by a choice, or stands at the first.
    fn enter(
        &mut self,
        machine: &mut Machine<'_>,
        frontier: &mut impl Frontier,
        from: Option<(Node, Choice)>,
    ) -> Result<(), Rejected> {
        let depth = if from.is_some() { frontier.depth() as u64 + 1 } else { 0 };
        let print = machine.fingerprint();
        let choice = from.map(|from| from.1);
        if self.reuse.is_planned() && self.is_met(print) {
            if let Some((node, choice)) = from.filter(|_| !self.has_noticed(machine)) {
                let number = self.number_of(print, false);
                self.reuse.executed_to_state(machine, &node, choice, number);
            }
            machine.undo();
            return Ok(());
        }
        let (is_known, place) = self.is_known(print, depth);
        let (number, is_new) =
            if place.is_some() { (self.number_of(print, true), false) } else { self.meet(print, depth) };
        if let Some((node, choice)) = from.filter(|_| !self.has_noticed(machine)) {
            self.reuse.executed_to_state(machine, &node, choice, number);
        }
        // Where a state is known, the plan says whether there is anything to do.
        let is_done = if place.is_some() { is_known } else { !is_new };
        if is_done || self.is_full() {
            machine.undo();
            return Ok(());
        }
        if place.is_none() {
            self.stats.states += 1;
        }
        self.observer.state(machine);
        self.stats.depth = self.stats.depth.max(depth);
        let mut known = None;
        if !self.reuse.is_planned() {
            known = self.reuse.find(print, number);
            if known.is_some_and(|known| self.prunes(known)) {
                machine.undo();
                return Ok(());
            }
        }
        let mut choices = std::mem::take(&mut self.reuse.choices);
        machine.choices(&mut choices);
        let flaws = self.look(machine, frontier, choice, &mut choices);
        let kind = self.reuse.kind(machine, &choices, &flaws);
        self.limit_depth(number, depth, &mut choices);
        if let Some(place) = place {
            known = self.reuse.planned(place, &mut choices);
        }
        let node = Node { number, kind, memo: Known::pack(known), print };
        frontier.enter(machine, node, &choices, choice, true);
        self.reuse.choices = choices;
        Ok(())
    }

    /// Choices that would lead too deep are not tried.
    pub fn limit_depth(&mut self, number: u32, depth: u64, choices: &mut Vec<Choice>) {
        if self.options.limits.depth.is_some_and(|limit| depth >= limit) && !choices.is_empty() {
            if self.too_deep.last() != Some(&number) {
                self.too_deep.push(number);
            }
            choices.clear();
        }
    }

    /// Whether something was left out for its depth is told by the depths that states have in the end: whatever the
    /// order, these are the lengths of the shortest ways, since a state that is reached again on a shorter way is gone on
    /// from again. Without states, nobody knows of another way.
    fn judge_depth(&mut self) {
        let Some(limit) = self.options.limits.depth else { return };
        let is_too_deep =
            |number: &u32| self.depths.get(*number as usize).is_none_or(|&depth| u64::from(depth) >= limit);
        if self.too_deep.iter().any(is_too_deep) {
            self.cover.is_depth_reached = true;
            self.obstacle(Unknown::Depth, "runs longer than --depth".into(), Pos::NONE);
        }
    }

    /// Whether there is no room for one more state.
    pub fn is_full(&mut self) -> bool {
        let is_full = self.options.limits.states.is_some_and(|limit| self.stats.states >= limit);
        if is_full {
            self.obstacle(Unknown::States, "more states than --max-states".into(), Pos::NONE);
        } else if self.visited.is_full() {
            self.obstacle(Unknown::States, "more states than can be numbered".into(), Pos::NONE);
        }
        self.is_ended |= is_full || self.visited.is_full();
        self.is_ended
    }

    /// The number of a state, and whether there is anything to do with it.
    pub fn meet(&mut self, print: u128, depth: u64) -> (u32, bool) {
        if self.options.is_stateless {
            return (0, true);
        }
        let (number, is_new) = self.visited.insert(print);
        if self.options.limits.depth.is_none() {
            return (number, is_new);
        }
        // Reached again on a shorter way, a state may lead to others within the limit.
        let depth = depth as u32;
        if is_new {
            self.depths.push(depth);
            return (number, true);
        }
        let known = &mut self.depths[number as usize];
        let is_shorter = depth < *known;
        *known = depth.min(*known);
        (number, is_shorter)
    }

    /// Whether there is nothing more to do with a state that is reached at this depth.
    pub fn is_done(&self, number: u32, depth: u64) -> bool {
        self.depths.get(number as usize).is_none_or(|&known| u64::from(known) <= depth)
    }

    /// What can be wrong with a state: a deadlock, a race, a leak.
    fn look(
        &mut self,
        machine: &Machine<'_>,
        frontier: &dyn Frontier,
        from: Option<Choice>,
        choices: &mut Vec<Choice>,
    ) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        let path = || frontier.path().into_iter().chain(from).collect::<Vec<_>>();
        if machine.is_stuck(choices) {
            let thread = (0..machine.thread_count())
                .find(|&t| !matches!(machine.pending(t), Pending::Ended { .. }))
                .unwrap_or(0);
            let found = self.fault(machine, thread, path(), seen(FaultKind::Deadlock));
            flaws.extend(found.ok().flatten());
        } else if self.options.properties.has(Property::NoDeadlock)
            && let Some(thread) = machine.waits_in_vain(choices)
        {
            let found = self.fault(machine, thread, path(), seen(FaultKind::Deadlock));
            flaws.extend(found.ok().flatten());
        }
        if self.options.properties.has(Property::ValidMemtrack) && machine.is_leaking() {
            let found = self.fault(machine, machine.running(), path(), seen(FaultKind::MemoryLeak));
            flaws.extend(found.ok().flatten());
            choices.clear();
        }
        if self.options.properties.has(Property::NoDataRace)
            && let Some((thread, _)) = race(machine)
        {
            let found = self.fault(machine, thread, path(), seen(FaultKind::DataRace));
            flaws.extend(found.ok().flatten());
            choices.clear();
        }
        flaws
    }

    /// A transition ended in no state. `None` if what it comes to is not sure.
    fn ended(
        &mut self,
        machine: &mut Machine<'_>,
        frontier: &dyn Frontier,
        choice: Choice,
        stop: Stop,
    ) -> Option<Outcome> {
        let path = || frontier.path().into_iter().chain([choice]).collect::<Vec<_>>();
        let (thread, pos) = (machine.running(), here(machine));
        let (reason, message) = match stop {
            Stop::Fault(fault) => {
                let flaw = self.fault(machine, thread, path(), fault).ok()?;
                return Some(Outcome { is_end: flaw.is_none(), flaws: flaw.into_iter().collect() });
            }
            Stop::Exit(_) => {
                self.stats.ends += 1;
                self.observer.exit(machine);
                let mut flaws = Vec::new();
                if self.options.properties.has(Property::ValidMemcleanup) && machine.heap_objects() > 0 {
                    let fault = seen(FaultKind::MemoryLeak);
                    flaws.push(self.violation(machine, thread, path(), Property::ValidMemcleanup, fault));
                }
                if self.options.properties.has(Property::ValidMemtrack) {
                    match machine.is_losing() {
                        Ok(true) => {
                            let fault = seen(FaultKind::MemoryLeak);
                            let property = Property::ValidMemtrack;
                            flaws.push(self.violation(machine, thread, path(), property, fault));
                        }
                        Ok(false) => {}
                        Err(stop) => {
                            self.give_up(&stop);
                            return None;
                        }
                    }
                }
                return Some(Outcome { is_end: true, flaws });
            }
            Stop::Abort => {
                self.stats.ends += 1;
                return Some(Outcome { is_end: true, flaws: Vec::new() });
            }
            Stop::Pruned => return Some(Outcome::default()),
            Stop::Unbounded(what) => unbounded_at(&what),
            Stop::NotModelled(what) => (Unknown::NotModelled, what),
            Stop::Cancelled | Stop::OutOfMemory | Stop::StepLimit | Stop::Yield | Stop::ThreadExit(_) => {
                (Unknown::NotModelled, "an end that has no meaning here".into())
            }
        };
        self.obstacle(reason, message, pos);
        None
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
            Stop::Cancelled | Stop::OutOfMemory => self.give_up(&stop),
            other => self.obstacle(Unknown::NotModelled, format!("an end before main: {other:?}"), Pos::NONE),
        }
    }

    /// A fault on a path: what it violates, nothing if a run may end so, an error if what comes of it is not known.
    fn fault(
        &mut self,
        machine: &Machine<'_>,
        thread: usize,
        path: Vec<Choice>,
        fault: Fault,
    ) -> Result<Option<Flaw>, Unknown> {
        // With an error function of its own, a task does not ask about assertions: they end the program.
        if fault.kind == FaultKind::FailedAssertion && self.options.machine.error_function.is_some() {
            self.stats.ends += 1;
            return Ok(None);
        }
        let property = Property::violated_by(fault.kind);
        if self.options.properties.has(property) {
            return Ok(Some(self.violation(machine, thread, path, property, fault)));
        }
        if fault.kind == FaultKind::Deadlock || property == Property::UnreachCall {
            // Such a run ends here when compiled, too.
            self.stats.ends += 1;
            return Ok(None);
        }
        let message = format!("{fault}, which was not asked about");
        let pos = machine.call_stack_of(thread).first().map_or(Pos::NONE, |site| site.pos);
        self.obstacle(Unknown::UndefinedBehaviour, message, pos);
        Err(Unknown::UndefinedBehaviour)
    }

    fn violation(
        &mut self,
        machine: &Machine<'_>,
        thread: usize,
        path: Vec<Choice>,
        property: Property,
        fault: Fault,
    ) -> Flaw {
        let flaw = self.reuse.flaw(machine, thread, property, fault.kind);
        let call_stack = call_stack(machine, thread);
        self.add_violation(Violation { property, fault, path, call_stack, thread });
        flaw
    }

    fn add_violation(&mut self, violation: Violation) {
        use Property::{NoDeadlock, UnreachCall, ValidMemcleanup};
        self.has_cut |= !matches!(violation.property, UnreachCall | NoDeadlock | ValidMemcleanup);
        let place = |violation: &Violation| violation.call_stack.first().map(|site| site.1);
        let is_known = self.violations.iter().any(|v| {
            v.property == violation.property
                && place(v) == place(&violation)
                && v.fault.kind == violation.fault.kind
        });
        if !is_known {
            self.violations.push(violation);
        }
    }

    fn obstacle(&mut self, reason: Unknown, message: String, pos: Pos) {
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

    /// Whether the search was stopped by a limit.
    pub fn is_ended(&self) -> bool {
        self.is_ended
    }

    fn is_over(&self) -> bool {
        self.is_ended || self.is_stopped()
    }

    /// Whether a violation ends the search. A plan only shows that there is none.
    fn is_stopped(&self) -> bool {
        !self.violations.is_empty() && (!self.options.is_keeping_going || self.reuse.is_planned())
    }

    /// The search has to stop where it stands.
    fn give_up(&mut self, stop: &Stop) {
        let reason = match stop {
            Stop::OutOfMemory => Unknown::Memory,
            _ => self.options.limits.reached().unwrap_or(Unknown::Cancelled),
        };
        let Obstacle { reason, message, pos } = Obstacle::limit(reason);
        self.obstacle(reason, message, pos);
        self.is_ended = true;
    }

    pub fn report(self) -> Report {
        let is_stopped = self.is_stopped();
        let Search { options, mut violations, obstacles, cover, has_cut, stats, relaxed_access, .. } = self;
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
        Report { properties, violations, is_stopped, obstacles, scope: cover.scope(options), stats }
    }
}

/// A fault that no operation ends in: what is known of it is told when its path is replayed.
fn seen(kind: FaultKind) -> Fault {
    let message = match kind {
        FaultKind::Deadlock => "threads wait for ever",
        FaultKind::DataRace => "two threads access the same memory",
        _ => "objects of the heap are lost or left",
    };
    Fault { kind, message: message.into() }
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
fn unbounded_at(name: &str) -> (Unknown, String) {
    unbounded(name, !matches!(machine::library::input(name, 64), Some(machine::library::Input::Other)))
}

fn here(machine: &Machine<'_>) -> Pos {
    machine.call_stack().first().map_or(Pos::NONE, |site| site.pos)
}
