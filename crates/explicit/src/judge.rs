//! What is wrong with states, steps and ends of the machine: deadlocks, leaks, races, faults.

use cfa::source::Pos;
use machine::explore::{Choice, Pending};
use machine::{Fault, FaultKind, Stop};
use verdict::replay::{call_stack, race};
use verdict::{Property, Unknown, Violation};

use crate::concrete::{Concrete, Named};
use crate::findings::{Findings, unbounded_at};
use crate::layer::{Flaw, Outcome};
use crate::space::Judge;

/// The choices from the start to where the machine stands.
type Way<'w> = &'w dyn Fn() -> Vec<Choice>;

impl Judge for Concrete<'_> {
    fn at_state(&mut self, choices: &mut Vec<Choice>, found: &mut Findings<'_>, way: Way<'_>) -> Vec<Flaw> {
        let (machine, properties) = (&self.machine, &self.options.properties);
        // Of a state with a thread alone the others' are not among the choices.
        let mut all = Vec::new();
        let all: &[Choice] = match self.decided.alone {
            Some(_) => {
                machine.choices(&mut all);
                &all
            }
            None => choices,
        };
        let mut flaws = Vec::new();
        let mut fault = |thread: usize, kind: FaultKind| {
            let flaw = self.fault(thread, found, way, seen(kind));
            flaws.extend(flaw.ok().flatten());
        };
        if machine.is_stuck(all) {
            let thread = (0..machine.thread_count())
                .find(|&t| !matches!(machine.pending(t), Pending::Ended { .. }))
                .unwrap_or(0);
            fault(thread, FaultKind::Deadlock);
        } else if properties.has(Property::NoDeadlock)
            && let Some(thread) = machine.waits_in_vain(all)
        {
            fault(thread, FaultKind::Deadlock);
        }
        if properties.has(Property::ValidMemtrack) && machine.is_leaking() {
            fault(machine.running(), FaultKind::MemoryLeak);
            choices.clear();
        }
        if properties.has(Property::NoDataRace)
            && let Some((thread, _)) = race(machine)
        {
            fault(thread, FaultKind::DataRace);
            choices.clear();
        }
        flaws
    }

    fn at_end(&mut self, stop: Stop, found: &mut Findings<'_>, way: Way<'_>) -> Option<Outcome> {
        let thread = self.machine.running();
        let (reason, message) = match stop {
            Stop::Fault(fault) => {
                let flaw = self.fault(thread, found, way, fault).ok()?;
                return Some(Outcome { is_end: flaw.is_none(), flaws: flaw.into_iter().collect() });
            }
            Stop::Exit(_) => return self.at_exit(thread, found, way),
            Stop::Abort => {
                found.ends += 1;
                return Some(Outcome { is_end: true, flaws: Vec::new() });
            }
            Stop::Pruned => return Some(Outcome::default()),
            Stop::Unbounded(what) => unbounded_at(&what),
            Stop::NotModelled(what) => (Unknown::NotModelled, what),
            Stop::SymbolicValue(what) => (Unknown::SymbolicValue, what),
            Stop::SymbolicFloat(what) => (Unknown::SymbolicFloat, what),
            Stop::TermByte(_) => {
                (Unknown::SymbolicValue, "bytes of inputs where only numbers are taken".into())
            }
            Stop::Cancelled | Stop::OutOfMemory | Stop::StepLimit | Stop::Yield | Stop::ThreadExit(_) => {
                (Unknown::NotModelled, "an end that has no meaning here".into())
            }
        };
        let pos = self.machine.call_stack().first().map_or(Pos::NONE, |site| site.pos);
        found.obstacle(reason, message, pos);
        None
    }

    #[inline]
    fn is_step_wrong(&self) -> bool {
        self.machine.raced().is_some() && self.options.properties.has(Property::NoDataRace)
    }

    fn in_step(&mut self, found: &mut Findings<'_>, way: Way<'_>) -> Option<Flaw> {
        self.fault(self.machine.running(), found, way, seen(FaultKind::DataRace)).ok().flatten()
    }

    #[inline]
    fn has_noticed(&self) -> bool {
        // Whether a range was used is known without: some input is asked for through a pointer then.
        let noticed = self.machine.noticed_now();
        let is_relaxed =
            noticed.relaxed_access.is_some() && self.options.properties.has(Property::NoDataRace);
        // Whether the states are any was not told: a record holds what is so.
        is_relaxed || noticed.undecided.is_some()
    }

    fn show(&self, found: &mut Findings<'_>) {
        found.observer.state(&self.machine);
    }

    fn sum_up(&self, found: &mut Findings<'_>) {
        let noticed = self.machine.noticed();
        found.cover.is_range_used |= noticed.range_used;
        found.relaxed_access = noticed.relaxed_access;
        if let Some(pos) = noticed.undecided {
            let message = "whether a run may go on here depends on inputs, and the solver does not tell";
            found.obstacle(Unknown::Solver, message.into(), pos);
        }
    }

    fn steps(&self) -> u64 {
        self.machine.steps
    }

    fn asked(&self) -> (u64, u64) {
        let asked = self.machine.asked();
        (asked.decisions, asked.by_oracle)
    }
}

impl Concrete<'_> {
    fn at_exit(&mut self, thread: usize, found: &mut Findings<'_>, way: Way<'_>) -> Option<Outcome> {
        found.ends += 1;
        found.observer.exit(&self.machine);
        let mut flaws = Vec::new();
        if self.options.properties.has(Property::ValidMemcleanup) && self.machine.heap_objects() > 0 {
            let fault = seen(FaultKind::MemoryLeak);
            flaws.push(self.violation(thread, found, way, Property::ValidMemcleanup, fault));
        }
        if self.options.properties.has(Property::ValidMemtrack) {
            match self.machine.is_losing() {
                Ok(true) => {
                    let fault = seen(FaultKind::MemoryLeak);
                    flaws.push(self.violation(thread, found, way, Property::ValidMemtrack, fault));
                }
                Ok(false) => {}
                Err(Stop::NotModelled(what)) => {
                    let pos = self.machine.call_stack().first().map_or(Pos::NONE, |site| site.pos);
                    found.obstacle(Unknown::NotModelled, what, pos);
                    return None;
                }
                Err(stop) => {
                    found.give_up(&stop);
                    return None;
                }
            }
        }
        Some(Outcome { is_end: true, flaws })
    }

    /// A fault: what it violates, nothing if a run may end so, an error if what comes of it is not known.
    fn fault(
        &self,
        thread: usize,
        found: &mut Findings<'_>,
        way: Way<'_>,
        fault: Fault,
    ) -> Result<Option<Flaw>, Unknown> {
        // With an error function of its own, a task does not ask about assertions: they end the program.
        if fault.kind == FaultKind::FailedAssertion && self.options.machine.error_function.is_some() {
            found.ends += 1;
            return Ok(None);
        }
        let property = Property::violated_by(fault.kind);
        if self.options.properties.has(property) {
            return Ok(Some(self.violation(thread, found, way, property, fault)));
        }
        if fault.kind == FaultKind::Deadlock || property == Property::UnreachCall {
            // Such a run ends here when compiled, too.
            found.ends += 1;
            return Ok(None);
        }
        let message = format!("{fault}, which was not asked about");
        let pos = self.machine.call_stack_of(thread).first().map_or(Pos::NONE, |site| site.pos);
        found.obstacle(Unknown::UndefinedBehaviour, message, pos);
        Err(Unknown::UndefinedBehaviour)
    }

    fn violation(
        &self,
        thread: usize,
        found: &mut Findings<'_>,
        way: Way<'_>,
        property: Property,
        fault: Fault,
    ) -> Flaw {
        let flaw = self.flaw(thread, property, fault.kind);
        let call_stack = call_stack(&self.machine, thread);
        found.violation(Violation { property, fault, path: way(), call_stack, thread });
        flaw
    }

    /// A flaw is part of a fact, so its place is made of what the fact depends on, and of nothing else: of a choice that the thread
    /// has come to after it raced, not of which numbers there are.
    fn flaw(&self, thread: usize, property: Property, kind: FaultKind) -> Flaw {
        let standing = self.names.and_then(|Named { layout, elements, .. }| {
            let number = self.machine.come_to(layout, thread)?;
            elements[number as usize].first_chunk::<8>().map(|bytes| u64::from_le_bytes(*bytes))
        });
        let place = standing.unwrap_or_default() ^ (kind as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Flaw { property, place }
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
