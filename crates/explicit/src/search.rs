//! The search: one loop, over any frontier.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cfa::Program;
use cfa::source::Pos;
use machine::exec::{Image, Machine};
use machine::explore::{self, Choice, Pending};
use machine::inputs::{Inputs, Site};
use machine::{Fault, FaultKind, Stop};

use crate::frontier::{Breadth, Depth, Frontier};
use crate::property::{Properties, Property};
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

/// When to give up. Each makes the result `unknown`, never a proof.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    pub depth: Option<u64>,
    pub states: Option<u64>,
    /// Raised from outside when the time is out.
    pub deadline: Arc<AtomicBool>,
    /// Raised from outside when too much memory is used.
    pub memory: Arc<AtomicBool>,
    /// Raised from outside when nobody wants to know any more.
    pub cancel: Arc<AtomicBool>,
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
    pub machine: explore::Options,
}

impl Options {
    /// How the machine explores for these properties.
    pub fn machine(&self) -> explore::Options {
        let keeps_variables = self.properties.has(Property::ValidMemtrack);
        explore::Options { keeps_variables, ..self.machine.clone() }
    }
}

/// What is known of a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    True,
    False,
    Unknown(Unknown),
}

/// Why nothing is known.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Unknown {
    NotModelled,
    /// Numbers of a type with too many to try them all.
    UnboundedInput,
    /// An input that is no integer.
    UnboundedOther,
    /// A run ended in a fault that was not asked about.
    UndefinedBehaviour,
    Depth,
    States,
    Memory,
    Time,
    Cancelled,
    /// Another violation ended the search, or the runs that might have shown one.
    OtherViolation,
    /// Accesses that order nothing: which ones race is not known.
    RelaxedAtomic,
}

impl Unknown {
    pub fn name(&self) -> &'static str {
        match self {
            Unknown::NotModelled => "not-modelled",
            Unknown::UnboundedInput | Unknown::UnboundedOther => "unbounded-input",
            Unknown::UndefinedBehaviour => "undefined-behaviour",
            Unknown::Depth => "depth",
            Unknown::States => "states",
            Unknown::Memory => "memory",
            Unknown::Time => "time",
            Unknown::Cancelled => "cancelled",
            Unknown::OtherViolation => "other-violation",
            Unknown::RelaxedAtomic => "relaxed-atomic",
        }
    }
}

/// A violation and the way to it.
#[derive(Clone, Debug)]
pub struct Violation {
    pub property: Property,
    pub fault: Fault,
    pub path: Vec<Choice>,
    /// The call stack of the thread that did it, innermost first.
    pub call_stack: Vec<(String, Pos)>,
    pub thread: usize,
}

/// What stood in the way of a verdict.
#[derive(Clone, Debug)]
pub struct Obstacle {
    pub reason: Unknown,
    pub message: String,
    pub pos: Pos,
}

/// What a verdict covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Scope {
    /// Some input had only the values of the range that the options give.
    pub is_range_used: bool,
    /// States at the depth limit were not gone on from.
    pub is_depth_reached: bool,
    /// The program looks at its arguments, and was explored with none but its name.
    pub is_without_arguments: bool,
    /// The program asks for the time, which went on by nothing or by a second between two calls.
    pub is_clock_stepped: bool,
    /// A weak compare-exchange was reached, and never failed without a reason.
    pub is_weak_exchange_strong: bool,
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
}

#[derive(Clone, Debug)]
pub struct Report {
    /// In the order of [`Property::ALL`].
    pub properties: Vec<(Property, Verdict)>,
    /// In that order, too.
    pub violations: Vec<Violation>,
    /// The first violation ended the search.
    pub is_stopped: bool,
    pub obstacles: Vec<Obstacle>,
    pub scope: Scope,
    pub stats: Stats,
}

impl Report {
    /// `false` beats `unknown` beats `true`. Of several properties the first counts, in the order of [`Property::ALL`].
    pub fn verdict(&self) -> String {
        if let Some(violation) = self.violations.first() {
            return format!("false({})", violation.property.name());
        }
        let unknown = self.properties.iter().find_map(|(_, verdict)| match verdict {
            Verdict::Unknown(reason) => Some(reason.name()),
            _ => None,
        });
        unknown.map_or("true".into(), |reason| format!("unknown({reason})"))
    }
}

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
    let mut search = Search::new(options, observer);
    let inputs = Inputs::of(program, &options.machine);
    search.scope = Scope {
        is_range_used: inputs.is_bounded,
        is_depth_reached: false,
        is_without_arguments: machine::inputs::has_arguments(program),
        is_clock_stepped: machine::inputs::has_clock(program),
        is_weak_exchange_strong: false,
    };
    let unbounded = inputs.unbounded();
    if !unbounded.is_empty() {
        search.decline(&unbounded);
        return search.report();
    }
    match Image::new(program) {
        Ok((image, memory)) => match Machine::explore(&image, memory, options.machine()) {
            Ok(mut machine) => {
                let mut frontier: Box<dyn Frontier> = match options.order {
                    Order::Depth => Box::new(Depth::default()),
                    Order::Random(seed) => Box::new(Depth::shuffled(seed)),
                    Order::Breadth => Box::new(Breadth::default()),
                };
                search.run(&mut machine, frontier.as_mut());
            }
            Err(stop) => search.ended_before_main(stop),
        },
        Err(stop) => search.ended_before_main(stop),
    }
    search.report()
}

struct Search<'a> {
    options: &'a Options,
    observer: &'a mut dyn Observer,
    visited: Visited,
    /// Depths of states, if there is a limit to them.
    depths: HashMap<u128, u32>,
    stats: Stats,
    violations: Vec<Violation>,
    obstacles: Vec<Obstacle>,
    scope: Scope,
    /// There are more states than allowed, or the search was interrupted in the middle of a transition.
    is_ended: bool,
    /// Where some access was atomic and relaxed.
    relaxed_access: Option<Pos>,
    /// Some run ended in a fault that it would not end at when compiled.
    has_cut: bool,
}

/// States between two looks at the limits.
const INTERVAL: u64 = 1 << 12;
/// Places of unbounded input worth telling.
const PLACES: usize = 10;
/// Obstacles worth telling.
const OBSTACLES: usize = 100;

impl<'a> Search<'a> {
    fn new(options: &'a Options, observer: &'a mut dyn Observer) -> Search<'a> {
        Search {
            options,
            observer,
            visited: Visited::new(),
            depths: HashMap::new(),
            stats: Stats::default(),
            violations: Vec::new(),
            obstacles: Vec::new(),
            scope: Scope::default(),
            is_ended: false,
            relaxed_access: None,
            has_cut: false,
        }
    }

    fn run(&mut self, machine: &mut Machine<'_>, frontier: &mut dyn Frontier) {
        machine.cancel = self.options.limits.cancel.clone();
        let mut choices = Vec::new();
        self.enter(machine, frontier, None, &mut choices);
        while !self.is_over() {
            if self.stats.transitions.is_multiple_of(INTERVAL) {
                self.stats.frontier = frontier.len() as u64;
                self.stats.visited_bytes = self.visited.bytes() as u64;
                self.observer.progress(&self.stats);
                if let Some(reason) = self.exceeded() {
                    let message = match reason {
                        Unknown::Time => "the time of --time-limit is over",
                        Unknown::Memory => "more memory is used than --memory-limit",
                        _ => "the search was interrupted",
                    };
                    self.obstacle(reason, message.into(), Pos::NONE);
                    break;
                }
            }
            let Some(choice) = frontier.next(machine) else { break };
            self.stats.transitions += 1;
            let taken = machine.take(choice);
            let is_racing = self.look_at_sections(machine, frontier, choice);
            match taken {
                Ok(()) if is_racing => machine.undo(),
                Ok(()) => self.enter(machine, frontier, Some(choice), &mut choices),
                Err(stop) => {
                    self.ended(machine, frontier, choice, stop);
                    machine.undo();
                }
            }
            if self.is_ended {
                // What the choice leads to has not been looked at.
                frontier.give_back(choice);
            }
        }
        let noticed = machine.noticed();
        self.scope.is_range_used |= noticed.range_used;
        self.scope.is_weak_exchange_strong = noticed.weak_exchange;
        self.relaxed_access = noticed.relaxed_access;
        self.stats.frontier = frontier.open() as u64;
        self.stats.steps = machine.steps;
        self.stats.visited_bytes = self.visited.bytes() as u64;
        self.observer.progress(&self.stats);
    }

    /// Whether the transition raced in an atomic section, where there are no states to look at.
    fn look_at_sections(&mut self, machine: &Machine<'_>, frontier: &dyn Frontier, choice: Choice) -> bool {
        if machine.raced().is_none() || !self.options.properties.has(Property::NoDataRace) {
            return false;
        }
        let path = frontier.path().into_iter().chain([choice]).collect();
        self.fault(machine, machine.running(), path, found(FaultKind::DataRace));
        true
    }

    /// The machine has come to a state by a choice, or stands at the first.
    fn enter(
        &mut self,
        machine: &mut Machine<'_>,
        frontier: &mut dyn Frontier,
        from: Option<Choice>,
        choices: &mut Vec<Choice>,
    ) {
        let depth = if from.is_some() { frontier.depth() as u64 + 1 } else { 0 };
        if !self.is_new(machine.fingerprint(), depth) {
            machine.undo();
            return;
        }
        if self.options.limits.states.is_some_and(|limit| self.stats.states >= limit) {
            self.obstacle(Unknown::States, "more states than --max-states".into(), Pos::NONE);
            self.is_ended = true;
            machine.undo();
            return;
        }
        self.stats.states += 1;
        self.observer.state(machine);
        self.stats.depth = self.stats.depth.max(depth);
        machine.choices(choices);
        self.look(machine, frontier, from, choices);
        if self.options.limits.depth.is_some_and(|limit| depth >= limit) && !choices.is_empty() {
            self.scope.is_depth_reached = true;
            self.obstacle(Unknown::Depth, "runs longer than --depth".into(), Pos::NONE);
            choices.clear();
        }
        frontier.enter(machine, choices, from);
    }

    fn is_new(&mut self, print: u128, depth: u64) -> bool {
        if self.options.is_stateless {
            return true;
        }
        if self.options.limits.depth.is_none() {
            return self.visited.insert(print);
        }
        // Reached again on a shorter way, a state may lead to others within the limit.
        let depth = depth as u32;
        match self.depths.get_mut(&print) {
            Some(known) if *known <= depth => false,
            Some(known) => {
                *known = depth;
                true
            }
            None => {
                self.depths.insert(print, depth);
                true
            }
        }
    }

    /// What can be wrong with a state: a deadlock, a race, a leak.
    fn look(
        &mut self,
        machine: &Machine<'_>,
        frontier: &dyn Frontier,
        from: Option<Choice>,
        choices: &mut Vec<Choice>,
    ) {
        let path = || frontier.path().into_iter().chain(from).collect::<Vec<_>>();
        if choices.is_empty() && machine.is_live() {
            let thread = (0..machine.thread_count())
                .find(|&t| !matches!(machine.pending(t), Pending::Ended { .. }))
                .unwrap_or(0);
            self.fault(machine, thread, path(), found(FaultKind::Deadlock));
        }
        if self.options.properties.has(Property::ValidMemtrack) && machine.is_leaking() {
            self.fault(machine, machine.running(), path(), found(FaultKind::MemoryLeak));
            choices.clear();
        }
        if self.options.properties.has(Property::NoDataRace)
            && let Some((thread, _)) = race(machine)
        {
            self.fault(machine, thread, path(), found(FaultKind::DataRace));
            choices.clear();
        }
    }

    /// A transition ended in no state.
    fn ended(&mut self, machine: &mut Machine<'_>, frontier: &dyn Frontier, choice: Choice, stop: Stop) {
        let path = || frontier.path().into_iter().chain([choice]).collect::<Vec<_>>();
        let (thread, pos) = (machine.running(), here(machine));
        match stop {
            Stop::Fault(fault) => self.fault(machine, thread, path(), fault),
            Stop::Exit(_) => {
                self.stats.ends += 1;
                self.observer.exit(machine);
                if self.options.properties.has(Property::ValidMemcleanup) && machine.heap_objects() > 0 {
                    let fault = found(FaultKind::MemoryLeak);
                    self.violation(machine, thread, path(), Property::ValidMemcleanup, fault);
                }
                if self.options.properties.has(Property::ValidMemtrack) && machine.is_losing() {
                    let fault = found(FaultKind::MemoryLeak);
                    self.violation(machine, thread, path(), Property::ValidMemtrack, fault);
                }
            }
            Stop::Abort => self.stats.ends += 1,
            Stop::Pruned => {}
            Stop::Unbounded(what) => self.unbounded(&what, pos),
            Stop::NotModelled(what) => self.obstacle(Unknown::NotModelled, what, pos),
            Stop::Cancelled => {
                self.obstacle(Unknown::Cancelled, "the search was interrupted".into(), Pos::NONE);
                self.is_ended = true;
            }
            Stop::StepLimit | Stop::Yield | Stop::ThreadExit(_) => {
                self.obstacle(Unknown::NotModelled, "an end that has no meaning here".into(), pos);
            }
        }
    }

    /// Nothing is explored: some input has more values than can be tried.
    fn decline(&mut self, sites: &[&Site]) {
        for (index, site) in sites.iter().enumerate().take(PLACES) {
            let more = match sites.len().saturating_sub(PLACES) {
                more if more > 0 && index + 1 == PLACES => format!(" (and {more} more)"),
                _ => String::new(),
            };
            let reason = if site.is_number { Unknown::UnboundedInput } else { Unknown::UnboundedOther };
            self.obstacle(reason, unbounded(&site.name, site.is_number, &more), site.pos);
        }
    }

    /// A run came to an input with more values than can be tried.
    fn unbounded(&mut self, name: &str, pos: Pos) {
        let is_number = !matches!(machine::library::input(name, 64), Some(machine::library::Input::Other));
        let reason = if is_number { Unknown::UnboundedInput } else { Unknown::UnboundedOther };
        self.obstacle(reason, unbounded(name, is_number, ""), pos);
    }

    fn ended_before_main(&mut self, stop: Stop) {
        match stop {
            Stop::Fault(fault) => {
                let message = format!("{}: {}, before main", fault.kind, fault.message);
                self.obstacle(Unknown::UndefinedBehaviour, message, Pos::NONE);
            }
            Stop::Unbounded(what) => self.unbounded(&what, Pos::NONE),
            Stop::NotModelled(what) => self.obstacle(Unknown::NotModelled, what, Pos::NONE),
            other => self.obstacle(Unknown::NotModelled, format!("an end before main: {other:?}"), Pos::NONE),
        }
    }

    fn fault(&mut self, machine: &Machine<'_>, thread: usize, path: Vec<Choice>, fault: Fault) {
        // With an error function of its own, a task does not ask about assertions: they end the program.
        if fault.kind == FaultKind::FailedAssertion && self.options.machine.error_function.is_some() {
            self.stats.ends += 1;
            return;
        }
        let property = Property::violated_by(fault.kind);
        if self.options.properties.has(property) {
            self.violation(machine, thread, path, property, fault);
        } else if fault.kind == FaultKind::Deadlock || property == Property::UnreachCall {
            // Such a run ends here when compiled, too.
            self.stats.ends += 1;
        } else {
            let message = format!("{}: {}, which was not asked about", fault.kind, fault.message);
            let pos = machine.call_stack_of(thread).first().map_or(Pos::NONE, |site| site.pos);
            self.obstacle(Unknown::UndefinedBehaviour, message, pos);
        }
    }

    fn violation(
        &mut self,
        machine: &Machine<'_>,
        thread: usize,
        path: Vec<Choice>,
        property: Property,
        fault: Fault,
    ) {
        self.has_cut |=
            !matches!(property, Property::UnreachCall | Property::NoDeadlock | Property::ValidMemcleanup);
        let call_stack = call_stack(machine, thread);
        let place = call_stack.first().map(|site| site.1);
        let is_known = self.violations.iter().any(|v| {
            v.property == property
                && v.call_stack.first().map(|site| site.1) == place
                && v.fault.kind == fault.kind
        });
        if !is_known {
            self.violations.push(Violation { property, fault, path, call_stack, thread });
        }
    }

    fn obstacle(&mut self, reason: Unknown, message: String, pos: Pos) {
        let is_known = self.obstacles.iter().any(|o| o.reason == reason && o.pos == pos);
        if !is_known && self.obstacles.len() < OBSTACLES {
            self.obstacles.push(Obstacle { reason, message, pos });
        }
    }

    fn is_over(&self) -> bool {
        self.is_ended || !self.violations.is_empty() && !self.options.is_keeping_going
    }

    fn exceeded(&self) -> Option<Unknown> {
        let limits = &self.options.limits;
        if limits.cancel.load(Ordering::Relaxed) {
            return Some(Unknown::Cancelled);
        }
        if limits.deadline.load(Ordering::Relaxed) {
            return Some(Unknown::Time);
        }
        if limits.memory.load(Ordering::Relaxed) {
            return Some(Unknown::Memory);
        }
        None
    }

    fn report(self) -> Report {
        let Search { options, mut violations, mut obstacles, scope, has_cut, stats, relaxed_access, .. } =
            self;
        obstacles.sort_by(|a, b| a.reason.cmp(&b.reason));
        violations.sort_by_key(|violation| violation.property);
        let is_stopped = !violations.is_empty() && !options.is_keeping_going;
        // It stands in the way of one property only.
        let is_relaxed = |property| property == Property::NoDataRace && relaxed_access.is_some();
        let properties = options.properties.iter().map(|property| {
            let verdict = if violations.iter().any(|violation| violation.property == property) {
                Verdict::False
            } else if let Some(obstacle) = obstacles.first() {
                Verdict::Unknown(obstacle.reason.clone())
            } else if is_stopped || has_cut {
                Verdict::Unknown(Unknown::OtherViolation)
            } else if is_relaxed(property) {
                Verdict::Unknown(Unknown::RelaxedAtomic)
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
        Report { properties, violations, is_stopped, obstacles, scope, stats }
    }
}

/// A fault that no operation ends in: what is known of it is told when its path is replayed.
fn found(kind: FaultKind) -> Fault {
    let message = match kind {
        FaultKind::Deadlock => "no thread can go on",
        FaultKind::DataRace => "two threads access the same memory",
        _ => "objects of the heap are lost or left",
    };
    Fault { kind, message: message.into() }
}

fn unbounded(name: &str, is_number: bool, more: &str) -> String {
    let only = if is_number { "" } else { ", and only integers can be enumerated" };
    format!("nothing bounds the result of `{name}`{only}{more}")
}

/// Two threads that are about to access the same memory, at least one of them to write.
pub(crate) fn race(machine: &Machine<'_>) -> Option<(usize, usize)> {
    let access = |thread: usize| match machine.pending(thread) {
        Pending::Access(access) => Some(access),
        _ => None,
    };
    let count = machine.thread_count();
    (0..count).find_map(|a| {
        let first = access(a)?;
        (a + 1..count).find_map(|b| first.races_with(&access(b)?).then_some((a, b)))
    })
}

/// Functions and positions, innermost first.
pub(crate) fn call_stack(machine: &Machine<'_>, thread: usize) -> Vec<(String, Pos)> {
    let name = |site: &machine::exec::Site| machine.image.program.function(site.function).source_name.clone();
    machine.call_stack_of(thread).iter().map(|site| (name(site), site.pos)).collect()
}

fn here(machine: &Machine<'_>) -> Pos {
    machine.call_stack().first().map_or(Pos::NONE, |site| site.pos)
}
