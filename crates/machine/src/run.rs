//! One deterministic run of a program, from its constructors to its exit.

use cfa::Program;

use crate::exec::{Image, Machine, Site};
use crate::fault::Stop;
use crate::library::{self, Host};
use crate::memory::ObjectKind;
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
    let mut machine = Machine::new(&image, memory, host);
    match watch {
        Watch::Nothing => {}
        Watch::Operations => machine.count_operations(),
        Watch::Trace(tracer) => machine.trace(tracer),
    }
    let outcome = start(&mut machine, main, setup);
    let stop = match outcome {
        Ok(status) => Stop::Exit(status),
        Err(stop) => stop,
    };
    library::stopped(&mut machine, &stop);
    let call_stack = machine
        .call_stack()
        .into_iter()
        .map(|Site { function, pos }| (program.function(function).source_name.clone(), pos))
        .collect();
    Ended { stop, call_stack, steps: machine.steps, operations: machine.tracing.operations }
}

fn start(machine: &mut Machine<'_>, main: cfa::program::FunctionId, setup: &Setup) -> Result<i32, Stop> {
    let program = machine.image.program;
    library::prepare(machine)?;
    for &constructor in &program.constructors {
        machine.call_function(constructor, &[], setup.max_steps)?;
    }
    let (count, strings) = arguments(machine, &setup.args)?;
    let status = machine.call_function(main, &[count, strings, Val::ZERO], setup.max_steps)?;
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
