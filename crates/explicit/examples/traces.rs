//! Counts the traces of a small program that ends: the classes of its runs under the order of conflicting steps
//! (Mazurkiewicz traces), and those under what each read reads from. Checkers without states count the same, so their
//! numbers can be compared; `scripts/traces.py` does.
//!
//!     cargo run --release -p evercheck-explicit --example traces -- [-D…] [-I…] [--limit=N] [--order-tries] FILE…
//!
//! prints one JSON object. The exploration is none of the engine's: a run is left when its trace so far has been met,
//! whatever the fingerprints of states say. The states that it comes by must be those that the engine finds.
//!
//! Whether an access to the heap or to a local object is a step of its own depends on who can reach the object then, so
//! one trace may be met in several forms. If there are such accesses, the numbers are upper bounds (`is_bound`), and the
//! engine may find states in between.
//!
//! What a step does to memory is taken from the instruction that the thread stands at. A lock is a location: taking it
//! and giving it back read and write it, a try that fails reads it; so do the other means of synchronisation. A
//! comparison that fails reads only. With `--order-tries` a try that fails counts as a write all the same. Joining and
//! creating threads orders nothing that is not ordered anyway. A thread whose assumption fails stops, and the others go
//! on.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;

use cfa::Program;
use cfa::op::AtomicOp;
use explicit::{Observer, Options, Report};
use machine::Stop;
use machine::code::{Arg, Instr};
use machine::exec::{Image, Machine};
use machine::explore::{Access, Choice, Pending};
use machine::library::sync::Call;
use machine::memory::ObjectKind;
use machine::value::Val;
use verdict::{Properties, Property};

/// Programs here race on purpose, and are asked about everything else.
pub fn racing() -> Options {
    Options { properties: Properties::default().without(Property::NoDataRace), ..Options::default() }
}

fn main() {
    let (mut files, mut flags, mut limit) = (Vec::new(), Vec::new(), 1_000_000);
    let mut are_tries_ordered = false;
    for argument in std::env::args().skip(1) {
        if let Some(number) = argument.strip_prefix("--limit=") {
            limit = number.parse().expect("a number");
        } else if argument == "--order-tries" {
            are_tries_ordered = true;
        } else if argument.starts_with('-') {
            flags.push(argument);
        } else {
            files.push(PathBuf::from(argument));
        }
    }
    // Runs are followed by recursion.
    let worker = std::thread::Builder::new().stack_size(1 << 30);
    let worker = worker.spawn(move || match load(files, flags) {
        Ok(program) => {
            let found = Traces { limit, are_tries_ordered, ..Traces::default() };
            let (found, report, states) = counts(&program, found);
            found.show(&report, &states)
        }
        Err(error) => format!("{{\"error\": {:?}}}", error.to_string()),
    });
    println!("{}", worker.expect("a thread").join().expect("no panic"));
}

/// A program with the main function around its own, which is called with as many arguments as it takes.
fn load(mut files: Vec<PathBuf>, mut flags: Vec<String>) -> Result<Program, cfa::Error> {
    files.push(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/traces.c").into());
    flags.push("-Dmain=traced_main".into());
    let read = |flags: &[String]| {
        let options = cfa::Options { preprocessor: flags.to_vec(), ..cfa::Options::default() };
        cfa::load(&files, &options).map(|loaded| loaded.program)
    };
    let program = read(&flags)?;
    let main = program.functions.iter().find(|it| it.source_name == "traced_main");
    let takes_arguments = main.and_then(|it| it.body.as_ref()).is_some_and(|body| !body.params.is_empty());
    if !takes_arguments {
        return Ok(program);
    }
    flags.push("-DTAKES_ARGUMENTS".into());
    read(&flags)
}

/// The traces; and what the engine says, with the states that it finds.
fn counts(program: &Program, mut found: Traces) -> (Traces, Report, HashSet<u128>) {
    let mut options = Options { is_keeping_going: true, ..racing() };
    // The thread that waits for ever is a deadlock in the end.
    options.properties =
        Properties::from_iter(options.properties.iter().filter(|p| *p != Property::NoDeadlock));
    options.limits.states = Some(found.limit as u64);
    match Image::new(program) {
        Ok((image, memory)) => match Machine::explore(&image, memory, options.machine()) {
            Ok(mut machine) => {
                let mut trace = Trace::default();
                trace.threads.push(Thread::named(0));
                trace.arrive(&machine, 0);
                found.explore(&mut machine, &trace);
            }
            Err(stop) => found.obstacle(format!("{stop:?}")),
        },
        Err(stop) => found.obstacle(format!("{stop:?}")),
    }
    let mut engine = Engine::default();
    let report = explicit::check(program, &options, &mut engine);
    (found, report, engine.states)
}

/// A run so far, up to the order of steps that do not conflict.
#[derive(Clone, Default)]
struct Trace {
    threads: Vec<Thread>,
    cells: HashMap<(u32, i32), Cell>,
    /// A sum over the steps, each with all that it depends on: equal for equal traces.
    order: u128,
    /// A sum over the reads, each with the write that it reads from.
    reads: u128,
}

#[derive(Clone)]
struct Thread {
    /// Made of its creator's name and step, since numbers are given in the order of creation.
    name: u128,
    steps: u64,
    last: u128,
    next: Next,
}

/// What a thread stands at, beside what the machine says of it.
#[derive(Clone, Copy, Default)]
struct Next {
    /// The library function that it is about to call, with what its first arguments point to.
    called: Option<&'static str>,
    arguments: [Option<Val>; 2],
    is_atomic: bool,
    /// What an atomic comparison expects.
    expected: Option<Val>,
}

/// A byte of memory.
#[derive(Clone, Copy, Default)]
struct Cell {
    /// The last write with all that it depends on, and its name alone.
    write: u128,
    writer: u128,
    /// A sum over the reads since.
    reads: u128,
}

/// What a step does to bytes of memory.
struct Touch {
    at: Val,
    size: u32,
    is_read: bool,
    is_write: bool,
}

impl Thread {
    fn named(name: u128) -> Thread {
        Thread { name, steps: 0, last: name, next: Next::default() }
    }
}

impl Next {
    /// Right after the transition that took the thread there.
    fn of(machine: &Machine<'_>, thread: usize) -> Next {
        match machine.instruction_of(thread) {
            Some(Instr::Library { function, args, .. }) => {
                let argument = |index: usize| match args.get(index) {
                    Some(Arg::Scalar(operand, _)) => {
                        machine.value_of(thread, *operand).filter(|value| value.is_pointer())
                    }
                    _ => None,
                };
                let arguments = [argument(0), argument(1)];
                Next { called: Some(function.name()), arguments, ..Next::default() }
            }
            Some(Instr::Atomic { op, expected, .. }) => {
                let is_comparing = matches!(op, AtomicOp::CompareExchange { .. });
                let expected = machine.value_of(thread, *expected).filter(|_| is_comparing);
                Next { is_atomic: true, expected, ..Next::default() }
            }
            _ => Next::default(),
        }
    }
}

impl Trace {
    /// Adds a step of a thread.
    fn step(&mut self, choice: Choice, touches: &[Touch]) {
        let thread = &mut self.threads[choice.thread as usize];
        thread.steps += 1;
        let name = mix(&(thread.name, thread.steps));
        let mut past = vec![thread.last, choice.option.into()];
        let mut sources = vec![choice.option.into()];
        let bytes = |touch: &Touch| {
            let (object, start) = (touch.at.object(), touch.at.offset());
            (0..touch.size as i32).map(move |byte| (object, start + byte))
        };
        for touch in touches {
            for at in bytes(touch) {
                let cell = self.cells.get(&at).copied().unwrap_or_default();
                past.push(cell.write);
                if touch.is_write {
                    past.push(cell.reads);
                }
                if touch.is_read {
                    sources.push(cell.writer);
                }
            }
        }
        let step = mix(&(name, past));
        for touch in touches {
            for at in bytes(touch) {
                let cell = self.cells.entry(at).or_default();
                if touch.is_write {
                    *cell = Cell { write: step, writer: name, reads: 0 };
                } else {
                    cell.reads = cell.reads.wrapping_add(step);
                }
            }
        }
        self.threads[choice.thread as usize].last = step;
        self.order = self.order.wrapping_add(step);
        self.reads = self.reads.wrapping_add(mix(&(name, sources)));
    }

    /// After a step of a thread: what it and the threads that it created stand at.
    fn arrive(&mut self, machine: &Machine<'_>, thread: usize) {
        let Thread { name, steps, .. } = self.threads[thread];
        let first = self.threads.len();
        for ordinal in 0..machine.thread_count() - first {
            self.threads.push(Thread::named(mix(&(name, steps, "creates", ordinal))));
        }
        for arrived in (first..self.threads.len()).chain([thread]) {
            self.threads[arrived].next = Next::of(machine, arrived);
        }
    }

    /// Whether a thread stands at an assumption that does not hold.
    fn is_stopped(&self, machine: &Machine<'_>, thread: usize) -> bool {
        let is_step = matches!(machine.pending(thread), Pending::Call(Call::Step));
        is_step && self.threads[thread].next.called.is_some_and(|name| name.contains("assume"))
    }
}

/// What was found.
#[derive(Default)]
struct Traces {
    limit: usize,
    are_tries_ordered: bool,
    /// Some access was to an object that is seen by others in some states only.
    is_bound: bool,
    prefixes: HashSet<u128>,
    states: HashSet<u128>,
    complete: HashSet<u128>,
    reading: HashSet<u128>,
    /// Some thread waits for what does not come.
    blocked: HashSet<u128>,
    reading_blocked: HashSet<u128>,
    /// As blocked, and some assumption does not hold.
    assumed: HashSet<u128>,
    reading_assumed: HashSet<u128>,
    faults: BTreeSet<&'static str>,
    obstacles: BTreeSet<String>,
}

impl Traces {
    fn obstacle(&mut self, reason: String) {
        self.obstacles.insert(reason);
    }

    fn explore(&mut self, machine: &mut Machine<'_>, trace: &Trace) {
        // States have the numbers of threads, which depend on the order in which different threads create them.
        let names: Vec<u128> = trace.threads.iter().map(|thread| thread.name).collect();
        if !self.prefixes.insert(mix(&(trace.order, names))) {
            return;
        }
        if self.prefixes.len() > self.limit {
            return self.obstacle("more traces than --limit".into());
        }
        self.states.insert(state(machine));
        let mut choices = Vec::new();
        machine.choices(&mut choices);
        choices.retain(|choice| !trace.is_stopped(machine, choice.thread as usize));
        if choices.is_empty() {
            self.end(machine, trace);
        }
        for choice in choices {
            if !self.obstacles.is_empty() {
                return;
            }
            let (mut next, thread) = (trace.clone(), choice.thread as usize);
            let touches = self.touches(machine, thread, &trace.threads[thread].next);
            match (machine.take(choice), touches) {
                (Ok(()), Ok(touches)) => {
                    self.is_bound |= touches.iter().any(|touch| !is_static(machine, touch.at));
                    next.step(choice, &touches);
                    next.arrive(machine, thread);
                    self.explore(machine, &next);
                }
                (Ok(()), Err(reason)) => self.obstacle(reason),
                (Err(Stop::Fault(fault)), _) => _ = self.faults.insert(fault.kind.name()),
                (Err(Stop::Exit(_) | Stop::Abort), _) => self.obstacle("the end of the process".into()),
                (Err(stop), _) => self.obstacle(format!("{stop:?}")),
            }
            machine.undo();
        }
    }

    /// No thread can go on. The first never can.
    fn end(&mut self, machine: &Machine<'_>, trace: &Trace) {
        let mut threads = 1..machine.thread_count();
        let (classes, reading) = if threads.clone().any(|thread| trace.is_stopped(machine, thread)) {
            (&mut self.assumed, &mut self.reading_assumed)
        } else if threads.any(|thread| machine.is_blocked(thread)) {
            (&mut self.blocked, &mut self.reading_blocked)
        } else {
            (&mut self.complete, &mut self.reading)
        };
        classes.insert(trace.order);
        reading.insert(trace.reads);
    }

    /// What a thread's next step does to memory that others can see.
    fn touches(&self, machine: &Machine<'_>, thread: usize, next: &Next) -> Result<Vec<Touch>, String> {
        let changed = |at: Val| Touch { at, size: 1, is_read: true, is_write: true };
        let call = match machine.pending(thread) {
            Pending::Access(access) | Pending::Exchange { access, .. } => {
                let Access { at, size, is_write, .. } = access;
                let low = |value: Val| (value.bits << (64 - 8 * size), value.tag);
                let found = machine.memory.load(at, size).ok().map(low);
                let is_failing = next.expected.is_some_and(|expected| found != Some(low(expected)));
                let is_read = next.is_atomic || !is_write;
                return Ok(vec![Touch { at, size, is_read, is_write: is_write && !is_failing }]);
            }
            Pending::Run
            | Pending::Choose(_)
            | Pending::Decide { .. }
            | Pending::Order(_)
            | Pending::Ended { .. } => {
                return Ok(Vec::new());
            }
            Pending::Call(call) => call,
        };
        Ok(match call {
            Call::Join { .. } | Call::Passed => Vec::new(),
            Call::Lock { mutex: lock, timed: false }
            | Call::Relock { mutex: lock, .. }
            | Call::Down { semaphore: lock, timed: false }
            | Call::ReadLock { lock, timed: false }
            | Call::WriteLock { lock, timed: false }
            | Call::Spin { lock }
            | Call::Signal { condition: lock }
            | Call::Once { control: lock } => vec![changed(lock)],
            Call::Step => self.step_touches(machine, next)?,
            other => return Err(format!("{other:?}")),
        })
    }

    /// The same of a call that can always be made.
    fn step_touches(&self, machine: &Machine<'_>, next: &Next) -> Result<Vec<Touch>, String> {
        let name = next.called.unwrap_or("an atomic section or an error function");
        let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
        if has(&["mutex_", "mtx_", "cond_", "cnd_", "sem_", "rwlock_", "spin_", "barrier_", "once"]) {
            let at = next.arguments[0].ok_or_else(|| format!("{name} of no object"))?;
            let is_taken = || machine.memory.load(at, 4).is_ok_and(|word| word.bits != 0);
            let is_failing = has(&["mutex_trylock", "mtx_trylock", "spin_trylock"]) && is_taken();
            let is_write = !is_failing || self.are_tries_ordered;
            let mut touches = vec![Touch { at, size: 1, is_read: true, is_write }];
            if has(&["cond_wait", "cnd_wait"]) {
                let mutex = next.arguments[1].ok_or_else(|| format!("{name} of no mutex"))?;
                touches.push(Touch { at: mutex, size: 1, is_read: true, is_write: true });
            }
            return Ok(touches);
        }
        if has(&["detach"]) { Ok(Vec::new()) } else { Err(format!("{name} is a step of its own")) }
    }

    fn show(&self, report: &Report, states: &HashSet<u128>) -> String {
        let numbers = [
            ("traces", self.complete.len()),
            ("blocked", self.blocked.len()),
            ("assumed", self.assumed.len()),
            ("reading", self.reading.len()),
            ("reading_blocked", self.reading_blocked.len()),
            ("reading_assumed", self.reading_assumed.len()),
            ("prefixes", self.prefixes.len()),
            ("states", self.states.len()),
            ("missing_states", self.states.difference(states).count()),
            ("extra_states", states.difference(&self.states).count()),
        ];
        let numbers: String = numbers.iter().map(|(name, number)| format!("{name:?}: {number}, ")).collect();
        let verdict = report.verdict();
        let (faults, obstacles) = (Vec::from_iter(&self.faults), Vec::from_iter(&self.obstacles));
        let is_bound = self.is_bound;
        format!(
            "{{{numbers}\"is_bound\": {is_bound}, \"verdict\": {verdict:?}, \"faults\": {faults:?}, \"obstacles\": {obstacles:?}}}"
        )
    }
}

/// The states that the engine finds.
#[derive(Default)]
struct Engine {
    states: HashSet<u128>,
}

impl Observer for Engine {
    fn state(&mut self, machine: &Machine<'_>) {
        self.states.insert(state(machine));
    }
}

/// A state without what the fingerprint says of the run to it: whether an object was lost before anybody looked.
fn state(machine: &Machine<'_>) -> u128 {
    machine.fingerprint().wrapping_sub(machine.is_leaking().into())
}

fn is_static(machine: &Machine<'_>, at: Val) -> bool {
    machine.memory.object(at.object()).is_none_or(|object| object.kind == ObjectKind::Static)
}

fn mix(value: &impl Hash) -> u128 {
    let half = |salt: u64| {
        let mut hasher = DefaultHasher::new();
        (salt, value).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(1) << 64 | half(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is counted of a program: its threads are created in this order and not waited for.
    fn counted(name: &str, threads: &[&str], globals: &str) -> Traces {
        let functions: String = (threads.iter().enumerate())
            .map(|(i, body)| format!("void *t{i}(void *nothing) {{ {body} return nothing; }}\n"))
            .collect();
        let creations: String = (0..threads.len())
            .map(|i| format!("pthread_t n{i}; pthread_create(&n{i}, 0, t{i}, 0);\n"))
            .collect();
        let text = format!(
            "#include <pthread.h>\n#include <stdatomic.h>\nvoid __VERIFIER_assume(int);\n\
             {globals}\n{functions}int main(void) {{ {creations} }}\n"
        );
        let path = std::env::temp_dir().join(format!("evercheck-traces-{}-{name}.c", std::process::id()));
        std::fs::write(&path, text).expect("a file can be written");
        let loaded = load(vec![path.clone()], Vec::new());
        std::fs::remove_file(&path).expect("the file is there");
        let (found, report, states) =
            counts(&loaded.expect("a program"), Traces { limit: 100_000, ..Traces::default() });
        assert_eq!(found.obstacles, BTreeSet::new());
        assert_eq!(report.verdict(), "true");
        assert!(found.states == states, "{} states and {}", found.states.len(), states.len());
        found
    }

    fn check(name: &str, globals: &str, threads: &[&str], order: usize, reading: usize) {
        let found = counted(name, threads, globals);
        assert_eq!((found.complete.len(), found.reading.len()), (order, reading), "{name}");
    }

    #[test]
    fn writes_and_reads_of_one_variable() {
        check("writers", "int x;", &["x = 1;", "x = 2;", "x = 3;"], 6, 1);
        check("readers", "int x;", &["x = 1;", "int a = x;", "int a = x;"], 4, 4);
        check("both", "int x;", &["x = 1;", "x = 2;", "int a = x;"], 6, 3);
        check("apart", "int x, y;", &["x = 1; y = 1;", "int a = y, b = x;"], 3, 3);
        check("alone", "int x, y;", &["x = 1;", "y = 1;"], 1, 1);
    }

    #[test]
    fn updates_comparisons_and_locks() {
        check("updates", "atomic_int x;", &["x++;", "x++;", "x++;"], 6, 6);
        // The one that fails may be either; it only reads.
        let swap = "int old = 0; atomic_compare_exchange_strong(&x, &old, 1);";
        check("swaps", "atomic_int x;", &[swap, swap], 2, 2);
        check("failing", "atomic_int x = 5;", &[swap, swap], 1, 1);
        let locked = "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);";
        check("locks", "pthread_mutex_t m; int x;", &[locked, locked, locked], 6, 6);
    }

    #[test]
    fn what_does_not_end_counts_apart() {
        let found = counted("assumed", &["x = 1;", "__VERIFIER_assume(x == 1);"], "int x;");
        assert_eq!((found.complete.len(), found.assumed.len(), found.blocked.len()), (1, 1, 0));
        let (one, other) = ("pthread_mutex_lock(&m);", "pthread_mutex_lock(&m);");
        let found = counted("blocked", &[one, other], "pthread_mutex_t m;");
        assert_eq!((found.complete.len(), found.assumed.len(), found.blocked.len()), (0, 0, 2));
    }
}
