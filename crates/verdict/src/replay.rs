//! Counterexamples: a path replayed from the start, on the machine alone, with each step told.

use std::sync::Arc;

use cfa::Program;
use cfa::source::Pos;
use machine::exec::{Image, Machine};
use machine::explore::{self, Access, Choice, Pending};
use machine::trace::Tracer;
use machine::{Brake, Fault, FaultKind, Stop};
use serde::{Deserialize, Serialize};

use crate::schedule::{Schedule, Step};
use crate::{Property, Violation};

/// How a path ended when it was replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// Where it should: in a fault, at this place of this thread.
    Fault { fault: Fault, thread: usize, call_stack: Vec<(String, Pos)> },
    /// All choices were made, and nothing is wrong.
    Harmless,
    /// After so many choices the next one could not be made.
    Elsewhere { after: usize },
}

impl End {
    /// Whether this is the violation that the search found.
    pub fn confirms(&self, violation: &Violation) -> bool {
        matches!(self, End::Fault { fault, thread, call_stack }
            if fault.kind == violation.fault.kind
                && *thread == violation.thread
                && *call_stack == violation.call_stack)
    }
}

/// A replayed path.
#[derive(Debug)]
pub struct Replayed {
    pub end: End,
    /// The threads that have not ended.
    pub standing: Vec<Standing>,
    pub threads: usize,
}

/// A thread at the end of a path.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Standing {
    pub thread: usize,
    /// Whether it cannot go on.
    pub is_blocked: bool,
    /// What it waits for if it cannot, and who could give it.
    pub waits_for: Option<String>,
    /// Innermost call first.
    pub call_stack: Vec<(String, Pos)>,
}

/// Replays a path that is to violate a property. `before` is told each choice before it is made. No brake stops it: what
/// came of half a path would be taken for what comes of it.
pub fn replay(
    program: &Program,
    options: &explore::Options,
    property: Property,
    path: &[Choice],
    tracer: Tracer,
    before: impl FnMut(Choice, &Machine<'_>),
) -> Replayed {
    let nowhere = Replayed { end: End::Elsewhere { after: 0 }, standing: Vec::new(), threads: 0 };
    let Ok((image, memory)) = Image::new(program) else { return nowhere };
    let options = explore::Options { brake: Brake::default(), ..options.clone() };
    let Ok(mut machine) = Machine::explore(&image, memory, options) else { return nowhere };
    machine.trace(tracer);
    let end = follow(&mut machine, property, path, before);
    machine.trace_state(None);
    let threads = machine.thread_count();
    let standing = (0..threads)
        .filter(|&thread| !matches!(machine.pending(thread), Pending::Ended { .. }))
        .map(|thread| Standing {
            thread,
            is_blocked: machine.is_blocked(thread),
            waits_for: machine.waits_for(thread).filter(|_| machine.is_blocked(thread)),
            call_stack: call_stack(&machine, thread),
        })
        .collect();
    Replayed { end, standing, threads }
}

/// A run whose inputs were given.
#[derive(Default)]
pub struct GivenRun {
    pub path: Vec<Choice>,
    /// Its end, if it came to one.
    pub stop: Option<Stop>,
    /// The thread that it ended in, and where that is.
    pub thread: usize,
    pub call_stack: Vec<(String, Pos)>,
    /// All its inputs: what was given, and what was taken where nothing is given.
    pub taken: Arc<[(String, i128)]>,
}

/// A run of a program whose inputs are given, as choices: those that are given, and of threads the first that can go on.
/// Ends after `most` choices, where `is_wanted` says so, or with the run itself, whose end it tells.
pub fn run_given(
    program: &Program,
    options: &explore::Options,
    most: usize,
    is_wanted: impl Fn() -> bool,
) -> GivenRun {
    let stopped = |stop| GivenRun { stop: Some(stop), ..GivenRun::default() };
    let (image, memory) = match Image::braked(program, options.brake.clone()) {
        Ok(ready) => ready,
        Err(stop) => return stopped(stop),
    };
    let mut machine = match Machine::explore(&image, memory, options.clone()) {
        Ok(machine) => machine,
        Err(stop) => return stopped(stop),
    };
    let (mut run, mut choices) = (GivenRun::default(), Vec::new());
    while run.path.len() < most && is_wanted() {
        machine.choices(&mut choices);
        let [Choice { thread, .. }, ..] = choices[..] else {
            if let Some((thread, fault)) = deadlock(&machine) {
                (run.thread, run.call_stack) = (thread, call_stack(&machine, thread));
                run.stop = Some(Stop::Fault(fault));
            }
            break;
        };
        let choice = Choice { thread, option: machine.given_option(thread).unwrap_or(0) };
        run.path.push(choice);
        if let Err(stop) = machine.take(choice) {
            run.thread = machine.running();
            run.call_stack = call_stack(&machine, run.thread);
            run.stop = Some(stop);
            break;
        }
    }
    run.taken = machine.taken().into();
    run
}

/// A run whose inputs are given, up to where it violates a property; nothing if it does not, or not within so many choices. Its
/// threads go on as these steps say; one that is the only one goes on behind them, too.
pub fn violating_run(
    program: &Program,
    options: &explore::Options,
    property: Property,
    steps: &[Step],
    most: usize,
    is_wanted: impl Fn() -> bool,
) -> Option<Violation> {
    let (image, memory) = Image::braked(program, options.brake.clone()).ok()?;
    let mut machine = Machine::explore(&image, memory, options.clone()).ok()?;
    let mut schedule = Schedule::new(steps);
    let (mut path, mut choices) = (Vec::new(), Vec::new());
    while path.len() < most && is_wanted() {
        machine.choices(&mut choices);
        let &first = choices.first()?;
        let is_only = machine.thread_count() == 1;
        let next = schedule.next(&machine).or(is_only.then_some(first))?;
        if !choices.contains(&next) {
            return None;
        }
        let option = machine.given_option(next.thread).unwrap_or(next.option);
        let choice = Choice { option, ..next };
        path.push(choice);
        let taken = machine.take(choice);
        let is_over = taken.is_err();
        let end = come_to(&mut machine, property, taken);
        if let End::Fault { fault, thread, call_stack } = end {
            let is_leak = fault.kind == FaultKind::MemoryLeak && property == Property::ValidMemcleanup;
            let is_other = fault.kind == FaultKind::FailedAssertion && options.error_function.is_some();
            let is_it = Property::violated_by(fault.kind) == property && !is_other || is_leak;
            return is_it.then_some(Violation { property, fault, path, call_stack, thread });
        }
        if is_over {
            return None;
        }
    }
    None
}

fn follow(
    machine: &mut Machine<'_>,
    property: Property,
    path: &[Choice],
    mut before: impl FnMut(Choice, &Machine<'_>),
) -> End {
    let mut choices = Vec::new();
    for (after, &choice) in path.iter().enumerate() {
        machine.choices(&mut choices);
        if !choices.contains(&choice) {
            return End::Elsewhere { after };
        }
        before(choice, machine);
        match machine.take(choice) {
            taken if after + 1 == path.len() => return come_to(machine, property, taken),
            Ok(()) => {}
            Err(_) => return End::Elsewhere { after: after + 1 },
        }
    }
    come_to(machine, property, Ok(()))
}

/// What a path has come to, after its last transition.
pub(crate) fn come_to(machine: &mut Machine<'_>, property: Property, taken: Result<(), Stop>) -> End {
    if let Some(raced) = machine.raced().filter(|_| property == Property::NoDataRace) {
        let running = machine.running();
        let own = machine.describe_access(&Access { is_atomic: false, ..raced.access });
        let place = if raced.is_in_section { "in an atomic section " } else { "" };
        let own = one(machine, running, &own, raced.pos);
        let message = format!("{place}{own} while {}", about_to(machine, raced.other));
        return faulty(machine, running, FaultKind::DataRace, message);
    }
    match taken {
        Ok(()) => stand_at(machine, property),
        Err(Stop::Fault(fault)) => faulty(machine, machine.running(), fault.kind, fault.message),
        Err(Stop::Exit(_)) => end_of_run(machine, property),
        Err(_) => End::Harmless,
    }
}

/// What is wrong with a state.
fn stand_at(machine: &Machine<'_>, property: Property) -> End {
    match property {
        Property::NoDeadlock => {
            let mut choices = Vec::new();
            machine.choices(&mut choices);
            match machine.is_stuck(&choices) {
                true => match deadlock(machine) {
                    Some((thread, fault)) => faulty(machine, thread, fault.kind, fault.message),
                    None => End::Harmless,
                },
                false => match machine.waits_in_vain(&choices) {
                    Some(thread) => {
                        faulty(machine, thread, FaultKind::Deadlock, machine.describe_vain(thread))
                    }
                    None => End::Harmless,
                },
            }
        }
        Property::ValidMemtrack if machine.is_leaking() => {
            let message = format!("nothing points any more to {}", machine.describe_lost());
            faulty(machine, machine.running(), FaultKind::MemoryLeak, message)
        }
        Property::NoDataRace => match race(machine) {
            Some((thread, other)) => {
                let message = format!("{} while {}", about_to(machine, thread), about_to(machine, other));
                faulty(machine, thread, FaultKind::DataRace, message)
            }
            None => End::Harmless,
        },
        _ => End::Harmless,
    }
}

/// What is wrong where no thread can go on, and the first of those that have not ended.
fn deadlock(machine: &Machine<'_>) -> Option<(usize, Fault)> {
    let is_standing = |&t: &usize| !matches!(machine.pending(t), Pending::Ended { .. });
    let thread = (0..machine.thread_count()).find(is_standing).unwrap_or(0);
    let fault = Fault { kind: FaultKind::Deadlock, message: "no thread can make progress".into() };
    machine.is_live().then_some((thread, fault))
}

fn end_of_run(machine: &mut Machine<'_>, property: Property) -> End {
    let thread = machine.running();
    match property {
        Property::ValidMemcleanup if machine.heap_objects() > 0 => {
            let message = format!("not freed at the end: {}", machine.describe_left());
            faulty(machine, thread, FaultKind::MemoryLeak, message)
        }
        Property::ValidMemtrack if machine.is_losing() == Ok(true) => {
            let message = format!("at the end nothing points to {}", machine.describe_lost());
            faulty(machine, thread, FaultKind::MemoryLeak, message)
        }
        _ => End::Harmless,
    }
}

/// What a thread is about to do to memory, and where.
fn about_to(machine: &Machine<'_>, thread: usize) -> String {
    let Some(access) = machine.pending(thread).access() else { return String::new() };
    let pos = machine.call_stack_of(thread).first().map_or(Pos::NONE, |site| site.pos);
    one(machine, thread, &machine.describe_pending(thread, &access), pos)
}

fn one(machine: &Machine<'_>, thread: usize, what: &str, pos: Pos) -> String {
    let (name, file) = (machine.thread_name(thread), machine.image.program.file(pos.file));
    format!("{name} {what} at {file}:{}", pos.line)
}

fn faulty(machine: &Machine<'_>, thread: usize, kind: FaultKind, message: String) -> End {
    End::Fault { fault: Fault { kind, message }, thread, call_stack: call_stack(machine, thread) }
}

/// Two threads that are about to access the same memory, at least one of them to write.
pub fn race(machine: &Machine<'_>) -> Option<(usize, usize)> {
    let access = |thread: usize| machine.pending(thread).access();
    let count = machine.thread_count();
    (0..count).find_map(|a| {
        let first = access(a)?;
        (a + 1..count).find_map(|b| first.races_with(&access(b)?).then_some((a, b)))
    })
}

/// Functions and positions, innermost first.
pub fn call_stack(machine: &Machine<'_>, thread: usize) -> Vec<(String, Pos)> {
    let name = |site: &machine::exec::Site| machine.image.program.function(site.function).source_name.clone();
    machine.call_stack_of(thread).iter().map(|site| (name(site), site.pos)).collect()
}
