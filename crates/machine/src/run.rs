//! One deterministic run of a program, from its constructors to its exit.
//!
//! Threads take turns: each runs until it has to wait, ends or has run for long (see [`crate::explore`]), and then the
//! next one that can go on does, in the order of their creation. No wait times out while any thread can go on.

use cfa::Program;

use crate::exec::{Image, Machine, Site};
use crate::explore::{Choice, Pending};
use crate::fault::{Fault, FaultKind, Stop};
use crate::library::{self, Host};
use crate::memory::ObjectKind;
use crate::number::Placement;
use crate::trace::Tracer;
use crate::value::Val;

/// How a run ended, and where.
pub struct Ended {
    pub stop: Stop,
    /// Innermost first.
    pub call_stack: Vec<(String, cfa::source::Pos)>,
    /// Instructions executed.
    pub steps: u64,
    /// Edges of the automata taken, if they were counted.
    pub operations: u64,
}

/// What to look at during a run.
pub enum Watch {
    Nothing,
    /// Count the operations, which takes time.
    Operations,
    Trace(Tracer),
}

/// What a run is given.
pub struct Setup {
    /// The program's arguments, its name first.
    pub args: Vec<Vec<u8>>,
    /// Instructions after which the run is given up.
    pub max_steps: u64,
    /// What the program may learn of where objects lie.
    pub placement: Placement,
}

/// Runs a program.
pub fn run(program: &Program, setup: &Setup, host: Box<dyn Host>) -> Ended {
    run_watched(program, setup, host, Watch::Nothing)
}

/// Runs a program and watches it.
pub fn run_watched(program: &Program, setup: &Setup, host: Box<dyn Host>, watch: Watch) -> Ended {
    let stopped = |stop: Stop| Ended { stop, call_stack: Vec::new(), steps: 0, operations: 0 };
    let Some(main) = program.main else {
        return stopped(Stop::NotModelled("a program without `main`".into()));
    };
    let (image, memory) = match Image::new(program) {
        Ok(ready) => ready,
        Err(stop) => return stopped(stop),
    };
    let has_threads = crate::inputs::has_threads(program);
    let mut machine = if has_threads {
        match Machine::schedule(&image, memory, host, &setup.args, setup.placement) {
            Ok(machine) => machine,
            Err(stop) => return stopped(stop),
        }
    } else {
        let mut machine = Machine::new(&image, memory, host);
        if setup.placement == Placement::Fixed {
            machine.memory.fix_addresses();
        }
        machine
    };
    match watch {
        Watch::Nothing => {}
        Watch::Operations => machine.count_operations(),
        Watch::Trace(tracer) => machine.trace(tracer),
    }
    let stop = if has_threads {
        take_turns(&mut machine, setup.max_steps)
    } else {
        start(&mut machine, main, setup).map_or_else(|stop| stop, Stop::Exit)
    };
    library::stopped(&mut machine, &stop);
    let call_stack = machine
        .call_stack()
        .into_iter()
        .map(|Site { function, pos }| (program.function(function).source_name.clone(), pos))
        .collect();
    Ended { stop, call_stack, steps: machine.steps, operations: machine.tracing.operations }
}

/// Runs threads in turn, until all are at their end.
fn take_turns(machine: &mut Machine<'_>, max_steps: u64) -> Stop {
    let (mut choices, mut first) = (Vec::new(), 0);
    while machine.steps <= max_steps {
        machine.choices(&mut choices);
        let count = machine.thread_count() as u32;
        // Those from `first` on come before those before it; to wait no longer is the last resort.
        let rank = |choice: &&Choice| {
            (machine.is_timeout(**choice), (choice.thread + count - first) % count, choice.option)
        };
        let Some(&choice) = choices.iter().min_by_key(rank) else { return no_way_on(machine) };
        if let Err(stop) = machine.take(choice) {
            return stop;
        }
        let has_run_for_long = machine.pending(choice.thread as usize) == Pending::Run;
        first = (choice.thread + u32::from(has_run_for_long)) % machine.thread_count() as u32;
    }
    Stop::StepLimit
}

fn no_way_on(machine: &Machine<'_>) -> Stop {
    let waits = (0..machine.thread_count()).filter(|&thread| machine.is_blocked(thread)).map(|thread| {
        let what = machine.waits_for(thread).unwrap_or_else(|| "what does not come".into());
        format!("{} waits for {what}", machine.thread_name(thread))
    });
    let message = format!("no thread can make progress: {}", waits.collect::<Vec<_>>().join("; "));
    Stop::Fault(Fault { kind: FaultKind::Deadlock, message })
}

fn start(machine: &mut Machine<'_>, main: cfa::program::FunctionId, setup: &Setup) -> Result<i32, Stop> {
    let program = machine.image.program;
    library::prepare(machine)?;
    for &constructor in &program.constructors {
        machine.call_function(constructor, &[], setup.max_steps)?;
    }
    let (count, strings) = arguments(machine, &setup.args)?;
    let environment = library::environment(machine)?;
    let args = machine.of_main(count, strings, environment);
    let status = machine.call_function(main, &args, setup.max_steps)?;
    library::finish(machine, setup.max_steps)?;
    if !status.is_int() {
        return Err(Stop::NotModelled("the exit status of a `main` that returns none".into()));
    }
    Ok(status.bits as i32 & 0xff)
}

pub(crate) fn arguments(machine: &mut Machine<'_>, args: &[Vec<u8>]) -> Result<(Val, Val), Stop> {
    let word = machine.memory.unit();
    let place = |vector: u32, i: usize| Val::pointer(vector, (word * i) as i32);
    let vector = machine.memory.allocate((word * (args.len() + 1)) as u64, 16, ObjectKind::Static)?;
    for (i, arg) in args.iter().enumerate() {
        let text = machine.memory.allocate(arg.len() as u64 + 1, 16, ObjectKind::Static)?;
        machine.memory.write_bytes(Val::pointer(text, 0), arg)?;
        machine.memory.write_bytes(Val::pointer(text, arg.len() as i32), &[0])?;
        machine.memory.store(place(vector, i), word as u32, Val::pointer(text, 0))?;
    }
    machine.memory.store(place(vector, args.len()), word as u32, Val::ZERO)?;
    Ok((Val::int(args.len() as u64), Val::pointer(vector, 0)))
}
