//! Counterexamples: a path replayed from the start, on the machine alone, with each step told.

use cfa::Program;
use machine::exec::{Image, Machine};
use machine::explore::{self, Choice};
use machine::trace::Tracer;
use machine::{Fault, FaultKind, Stop};

/// Replays a path and tells each step; the fault it ends in, if it does.
pub fn replay(
    program: &Program,
    options: &explore::Options,
    path: &[Choice],
    tracer: Tracer,
    mut before: impl FnMut(usize, Choice, &Machine<'_>),
) -> Option<Fault> {
    let (image, memory) = Image::new(program).ok()?;
    let mut machine = Machine::explore(&image, memory, options.clone()).ok()?;
    machine.trace(tracer);
    for (index, &choice) in path.iter().enumerate() {
        before(index, choice, &machine);
        if choice.thread as usize >= machine.thread_count()
            || choice.option >= machine.options(choice.thread as usize)
        {
            return None;
        }
        match machine.take(choice) {
            Ok(()) => {}
            Err(Stop::Fault(fault)) => return (index + 1 == path.len()).then_some(fault),
            Err(Stop::Exit(_)) if machine.heap_objects() > 0 => {
                let message = "objects of the heap are not freed".into();
                return Some(Fault { kind: FaultKind::MemoryLeak, message });
            }
            Err(_) if machine.raced().is_some() => break,
            Err(_) => return None,
        }
    }
    let mut choices = Vec::new();
    machine.choices(&mut choices);
    if choices.is_empty() && machine.is_live() {
        return Some(Fault { kind: FaultKind::Deadlock, message: "no thread can go on".into() });
    }
    if machine.is_leaking() {
        return Some(Fault { kind: FaultKind::MemoryLeak, message: "an object of the heap is lost".into() });
    }
    Some(Fault { kind: FaultKind::DataRace, message: String::new() })
        .filter(|_| machine.raced().is_some() || crate::search::race(&machine).is_some())
}
