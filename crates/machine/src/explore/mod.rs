//! Exploration: the machine as a transition system.
//!
//! A state stands between two transitions. A transition is one thread's: it starts with the operation that the thread
//! was about to do, and goes on until the thread is about to do something that another thread could see or that can go
//! more than one way. What only the running thread can reach (registers, objects that no static object and no other
//! thread's frame leads to) is not seen by others, so steps on it are merged into the transition. Whether an object is
//! reached is a function of the state alone. After [`BUDGET`] jumps backwards or calls a transition ends all the same,
//! so that no thread is ignored for ever and a loop that changes nothing comes back to a state that is known.
//!
//! Transitions are undone by a journal: words of memory as they were, frames as they were, and what threads were about
//! to do. The fingerprint of a state is kept along (see [`print`]).

mod alone;
mod circle;
mod describe;
mod disturb;
mod facts;
pub(crate) mod heap;
pub(crate) mod live;
pub(crate) mod names;
mod packed;
pub(crate) mod pending;
mod possible;
pub(crate) mod print;
mod save;
mod step;
mod symbolic;

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::cell::Cell;
use std::sync::Arc;

use cfa::library::Trait;
use cfa::program::FunctionId;
use cfa::source::Pos;
use serde::{Deserialize, Serialize};

use crate::brake::Brake;
use crate::exec::{Frame, Image, Machine};
use crate::extent::UNKNOWN;
use crate::fault::Stop;
use crate::inputs::Inputs;
use crate::journal::Mark;
use crate::library::{self, Host};
use crate::memory::ObjectKind;
use crate::number::Placement;
use crate::symbolic::{Oracle, Symbolic};
use crate::value::{TERM, UNINIT, Val};
use heap::Heap;
use names::FrameKeys;
use print::{inner, mix, name, place};

pub use crate::extent::Whose;
pub use alone::Decided;
pub(crate) use alone::{BUCKETS, Look};
pub use facts::{ExtentFacts, Hash};
pub use names::{Names, Reference, ReferenceObject};
pub use pending::{Access, Interrupted, Pending, Place};
pub use save::Saved;

/// Jumps backwards and calls in one transition.
const BUDGET: u32 = 1000;

// Places in the fingerprint.
pub(crate) const THREAD: u64 = 0x7468_7265_6164_0001;
const LIBRARY: u64 = 0x6c69_6272_6172_7901;
pub(crate) const DESTINATION: u64 = 1 << 40;
pub(crate) const SCRATCH: u64 = (1 << 40) + 1;
pub(crate) const RESULT: u64 = (1 << 40) + 2;
pub(crate) const FRAME_OBJECTS: u64 = 1 << 41;
const HEADER: u64 = 1 << 42;

/// What changes the program's meaning.
#[derive(Clone, Debug)]
pub struct Options {
    pub malloc_may_fail: bool,
    /// Whoever waits for a condition variable may wake up though nobody has signalled.
    pub spurious_wakeups: bool,
    /// Merge steps that no other thread can see.
    pub is_reduced: bool,
    /// With it: threads that no other can disturb go first, and what they do is merged (see `alone`).
    pub postpones: bool,
    /// Values of `__VERIFIER_nondet_*` of types with more than 256.
    pub nondet_range: Option<(i128, i128)>,
    /// Inputs are symbols ([`crate::symbolic`]), unless they are given.
    pub has_symbols: bool,
    /// With it: each value of a choice of a few numbers is tried.
    pub tries_few: bool,
    /// Who is asked then what sets of values cannot tell.
    pub oracle: Option<fn() -> Box<dyn Oracle>>,
    /// The program's arguments without its name, if somebody said what they are.
    pub arguments: Option<Vec<String>>,
    /// A variable holds on to what it points to until its function returns, also if it is not read again.
    pub keeps_variables: bool,
    /// How many objects the heap has at the end counts, whoever ends the program: so giving one back is seen.
    pub counts_heap: bool,
    /// The one function whose call is an error, if it is named; else the usual ones are.
    pub error_function: Option<String>,
    /// The results of inputs and of undefined functions, what locals hold before they are set (`function::local`), what is
    /// read from memory that is filled from outside (`*function@edge`, see [`crate::exec::foreign`]), and 1 for allocations
    /// that fail, in order and by name: there is nothing to choose then. For runs that are not taken back.
    pub given: Option<Arc<[(String, i128)]>>,
    /// By function and edge, calls and beginnings of locals that nothing is given for: what they yield is zero, or the least
    /// that a choice allows.
    pub passed_over: Arc<HashSet<(FunctionId, u32)>>,
    /// The clock stands still when it has gone on so many times.
    pub clock_steps: Option<u32>,
    /// What the program may learn of where objects lie.
    pub placement: Placement,
    /// Bytes of what undoing takes that are not packed, at least (see `packed`).
    pub undo_bytes: usize,
    /// Stops what is explored, from outside.
    pub brake: Brake,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            malloc_may_fail: false,
            spurious_wakeups: true,
            is_reduced: true,
            postpones: false,
            nondet_range: None,
            has_symbols: false,
            tries_few: false,
            oracle: None,
            arguments: None,
            keeps_variables: false,
            counts_heap: false,
            error_function: None,
            given: None,
            passed_over: Arc::default(),
            clock_steps: None,
            placement: Placement::default(),
            undo_bytes: 1 << 20,
            brake: Brake::default(),
        }
    }
}

/// What is met while exploring that bounds what a verdict means. It stays when transitions are taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Noticed {
    /// Some input was taken from the range that the options give.
    pub range_used: bool,
    /// Where another thread might see an atomic access of relaxed order: the first place in the source, so that it does
    /// not matter in which order transitions are taken.
    pub relaxed_access: Option<Pos>,
    /// Where nobody could tell whether a run may go on in some way: the first place.
    pub undecided: Option<Pos>,
}

impl Noticed {
    fn and(self, other: Noticed) -> Noticed {
        Noticed {
            range_used: self.range_used || other.range_used,
            relaxed_access: self.relaxed_access.into_iter().chain(other.relaxed_access).min(),
            undecided: self.undecided.into_iter().chain(other.undecided).min(),
        }
    }
}

/// A thread, and for all but the running one its frames.
pub struct Thread {
    pub(crate) frames: Vec<Frame>,
    pub(crate) slots: Vec<Val>,
    pub pending: Pending,
    pub is_detached: bool,
    pub is_joined: bool,
    /// Open sections that no other thread may interrupt.
    pub(crate) atomic: u32,
    /// Objects of its own beside its frames', each with a name: thread-local ones, `errno`.
    pub(crate) objects: Vec<(u64, u32)>,
    pub(crate) exiting: Exiting,
    /// Its share of the fingerprint beside its frames'.
    print: u128,
    /// What it needs to know of the extent of an object for what it is about to do, once that is worked out.
    pub(crate) need: Cell<u32>,
}

/// What a thread does when it has left its first function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Exiting {
    Not,
    /// Calls exit handlers and so many destructors so far, then ends the process.
    Process {
        status: i32,
        destructors: u32,
    },
    /// Calls the destructors of its keys, then ends.
    Thread {
        value: Val,
    },
}

/// An access in an atomic section, or in the step of a library call, to memory that another thread was about to access, not
/// atomically; at least one of them to write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Raced {
    pub is_in_section: bool,
    pub access: Access,
    pub pos: Pos,
    pub other: usize,
}

/// One way to go on from a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Choice {
    pub thread: u32,
    pub option: u32,
}

/// The undo information of a transition.
struct Step {
    thread: u32,
    threads: u32,
    live: u32,
    mark: Mark,
    heap: heap::Mark,
    frames: u32,
    slots: u32,
    changes: u32,
    /// Frames from this depth on were saved.
    saved_from: u32,
    is_kept_saved: bool,
    is_leaking: bool,
    serial: u64,
    named: u128,
    nameless: u128,
    symbols: crate::symbolic::Mark,
    of_terms: u128,
}

/// A thread's state before it changed.
struct Change {
    thread: u32,
    pending: Pending,
    is_detached: bool,
    is_joined: bool,
    atomic: u32,
    objects: u32,
    exiting: Exiting,
    print: u128,
}

/// What exploring a program needs beside running it.
pub(crate) struct Exploring {
    pub options: Options,
    /// How many of the given results were used.
    pub used: usize,
    /// What was given, and what was taken for the calls that nothing is given for.
    pub taken: Vec<(String, i128)>,
    /// Objects that were made up for addresses that are given, by address.
    pub made_up: HashMap<u64, u32>,
    /// What to try where the program asks for values.
    pub inputs: Inputs,
    pub heap: Heap,
    /// The option that lets the pending operation through.
    pub granted: Option<u32>,
    pub budget: u32,
    /// What the thread that has just stopped is about to do.
    pub next: Pending,
    /// An access in an atomic section of this transition that raced with one that a thread was about to make.
    pub raced: Option<Raced>,
    /// There is one run, in which threads take turns where they wait: nothing is undone and no state compared.
    pub is_single: bool,
    /// Without reduction: the first operation is let through.
    pub is_passing: bool,
    /// The weak compare-exchange that is let through is to fail.
    pub is_failing: bool,
    /// The library call that is running has waited for its turn.
    pub is_turn_taken: bool,
    /// The thread that was chosen has jumped backwards.
    pub has_jumped: bool,
    /// Addresses in different objects, or handles of different threads, were compared: others may end what is compared.
    pub has_compared: bool,
    /// What frames may still do, if threads that nobody disturbs go first.
    pub may: Option<Arc<crate::may::May>>,
    pub pointed: disturb::Pointed,
    /// The thread whose access ended the last transition, since others can disturb it where the machine stands.
    pub disturbed: Option<usize>,
    /// Functions whose call is an error.
    pub errors: Vec<cfa::program::FunctionId>,
    /// What was met that a verdict has to tell: in this transition, and so far.
    pub noticed: Noticed,
    pub noticed_so_far: Noticed,
    /// Frames above this depth are saved or new in this transition.
    saved_from: usize,
    steps: Vec<Step>,
    frames: Vec<Frame>,
    slots: Vec<Val>,
    changes: Vec<Change>,
    /// What lies below these: what the transitions before noted.
    packed: packed::Packed,
    /// Shares of the fingerprint: of what has a name, and of what has none.
    named: u128,
    nameless: u128,
    /// The share of places that hold terms.
    of_terms: u128,
    /// What inputs are, if they are symbols.
    pub symbolic: Option<Box<Symbolic>>,
    /// Some object of the heap has been lost.
    is_leaking: bool,
    live: Vec<live::Live>,
    /// By function.
    keys: Vec<FrameKeys>,
    reference: Reference,
}

impl Exploring {
    /// The first object, and the first thread, that is new in the transition that runs.
    pub fn first_new(&self) -> Option<(u32, usize)> {
        self.steps.last().map(|step| (step.mark.objects, step.threads as usize))
    }
}

impl<'i> Machine<'i> {
    /// What a run was given so far, and what it took where nothing is given.
    pub fn taken(&self) -> &[(String, i128)] {
        self.exploring.as_ref().map_or(&[], |exploring| &exploring.taken)
    }

    /// Makes a program ready to be explored, up to the first instruction of `main`.
    pub fn explore(
        image: &'i Image<'i>,
        memory: crate::memory::Memory,
        options: Options,
    ) -> Result<Machine<'i>, Stop> {
        let names = Names::plain(image.program);
        Machine::explore_as(image, memory, options, &names, &Reference::default())
    }

    /// As [`Machine::explore`], with fingerprints that are shared with other programs.
    pub fn explore_as(
        image: &'i Image<'i>,
        memory: crate::memory::Memory,
        options: Options,
        names: &Names,
        reference: &Reference,
    ) -> Result<Machine<'i>, Stop> {
        Machine::start(image, memory, options, (names, reference), Purpose::Explore)
    }

    fn start(
        image: &'i Image<'i>,
        memory: crate::memory::Memory,
        options: Options,
        (names, reference): (&Names, &Reference),
        purpose: Purpose<'_>,
    ) -> Result<Machine<'i>, Stop> {
        let given = options.arguments.iter().flatten().map(|word| word.clone().into_bytes());
        let explored: Vec<Vec<u8>> = [b"program".to_vec()].into_iter().chain(given).collect();
        let (host, args, is_single): (Box<dyn Host>, &[Vec<u8>], bool) = match purpose {
            Purpose::Explore => (Box::new(Nowhere), &explored, false),
            Purpose::Run(host, args) => (host, args, true),
        };
        let mut machine = Machine::new(image, memory, host);
        machine.memory.brake = options.brake.clone();
        if options.placement == Placement::Fixed {
            machine.memory.fix_addresses();
        }
        machine.library.is_mute = !is_single;
        library::prepare(&mut machine)?;
        if options.given.is_some() {
            machine.admit_absent();
        }
        let program = image.program;
        let Some(main) = program.main else {
            return Err(Stop::NotModelled("a program without `main`".into()));
        };
        let heap = Heap::new(&machine, names);
        let may = if is_single { None } else { alone::known_for(&options, image) };
        let inputs = Inputs::of(program, &options);
        let is_error = |name: &str| match &options.error_function {
            _ if is_single => false,
            Some(error) => name == error,
            None => cfa::library::is(name, Trait::Error),
        };
        let functions = program.functions.iter().enumerate().filter(|(_, f)| is_error(&f.source_name));
        let errors = functions.map(|(index, _)| FunctionId(index as u32)).collect();
        let has_symbols = options.has_symbols && options.given.is_none() && !is_single;
        let symbolic = has_symbols.then(|| Box::new(Symbolic::new(options.oracle.map(|oracle| oracle()))));
        machine.memory.start_journal()?;
        let packed = packed::Packed::with_limit(options.undo_bytes);
        let (live, keeps) = (program.functions.iter().zip(&image.code), options.keeps_variables);
        let live = live.map(|(f, code)| {
            f.body.as_ref().map_or_else(Default::default, |b| live::Live::of(b, code, keeps))
        });
        machine.exploring = Some(Box::new(Exploring {
            options,
            used: 0,
            taken: Vec::new(),
            made_up: HashMap::default(),
            inputs,
            heap,
            granted: None,
            budget: BUDGET,
            next: Pending::Run,
            raced: None,
            is_passing: false,
            is_failing: false,
            is_single,
            is_turn_taken: false,
            has_jumped: false,
            has_compared: false,
            may,
            pointed: disturb::Pointed::default(),
            disturbed: None,
            errors,
            noticed: Noticed::default(),
            noticed_so_far: Noticed::default(),
            saved_from: usize::MAX,
            steps: Vec::new(),
            frames: Vec::new(),
            slots: Vec::new(),
            changes: Vec::new(),
            packed,
            named: 0,
            nameless: 0,
            of_terms: 0,
            symbolic,
            is_leaking: false,
            live: live.collect(),
            keys: (0..image.code.len())
                .map(|f| FrameKeys::of(names, cfa::program::FunctionId(f as u32), &image.code[f]))
                .collect(),
            reference: Reference::default(),
        }));
        let (named, reference) = machine.settle_reference(reference);
        let exploring = machine.exploring_mut();
        (exploring.named, exploring.reference) = (named, reference);
        machine.threads.push(Thread::new());
        machine.live = 1;
        let mark = Mark::default();
        machine.library.callbacks += 1;
        for &constructor in &program.constructors {
            machine.call_function(constructor, &[], u64::MAX)?;
        }
        machine.library.callbacks -= 1;
        let first_own = machine.memory.object_count() as u32;
        let (count, strings) = crate::run::arguments(&mut machine, args)?;
        let environment = library::environment(&mut machine)?;
        for id in first_own..machine.memory.object_count() as u32 {
            let number = id - first_own;
            machine.exploring_mut().heap.set_key(id, name(b'a', &number.to_le_bytes()));
        }
        machine.push_call(main, &machine.of_main(count, strings, environment))?;
        // Everything is new, the thread and what the library keeps too.
        machine.library.past = Some(library::Past { is_saved: true, ..library::Past::default() });
        machine.thread_mut(0).pending = Pending::Run;
        machine.settle(&mark, 0, 1)?;
        // What was noted up to here, also by constructors, is not undone.
        machine.forget_steps();
        machine.exploring_mut().heap.forget_log();
        machine.memory.forget_changes();
        if is_single {
            (machine.memory.journal, machine.library.past) = (None, None);
        }
        Ok(machine)
    }

    /// Makes a program with threads ready for one run.
    pub(crate) fn schedule(
        image: &'i Image<'i>,
        memory: crate::memory::Memory,
        host: Box<dyn Host>,
        args: &[Vec<u8>],
        placement: Placement,
    ) -> Result<Machine<'i>, Stop> {
        let names = (&Names::plain(image.program), &Reference::default());
        let options = Options { spurious_wakeups: false, placement, ..Options::default() };
        Machine::start(image, memory, options, names, Purpose::Run(host, args))
    }

    /// Whether all that a program may do is explored, and not one run.
    pub(crate) fn is_choosing(&self) -> bool {
        self.exploring().is_some_and(|e| !e.is_single)
    }

    pub(crate) fn exploring(&self) -> Option<&Exploring> {
        self.exploring.as_deref()
    }

    /// Only for code that runs while exploring.
    pub(crate) fn exploring_mut(&mut self) -> &mut Exploring {
        match &mut self.exploring {
            Some(exploring) => exploring,
            None => unreachable!("called while exploring"),
        }
    }

    pub fn fingerprint(&self) -> u128 {
        self.exploring().map_or(0, |e| {
            e.named.wrapping_add(e.nameless).wrapping_add(e.is_leaking.into()).wrapping_add(e.of_terms)
        })
    }

    /// Whether an object of the heap has been lost.
    pub fn is_leaking(&self) -> bool {
        self.exploring().is_some_and(|e| e.is_leaking)
    }

    /// What was met so far that a verdict has to tell, in any run.
    pub fn noticed(&self) -> Noticed {
        self.exploring().map_or_else(Noticed::default, |e| e.noticed_so_far.and(e.noticed))
    }

    /// What was met in the last transition.
    pub fn noticed_now(&self) -> Noticed {
        self.exploring().map_or_else(Noticed::default, |e| e.noticed)
    }

    /// Objects of the heap that are alive.
    pub fn heap_objects(&self) -> u32 {
        self.memory.heap_objects
    }

    /// The first access of the last transition in an atomic section that raced.
    pub fn raced(&self) -> Option<Raced> {
        self.exploring().and_then(|e| e.raced)
    }

    pub fn thread_count(&self) -> usize {
        self.threads.len()
    }

    pub fn thread(&self, thread: usize) -> &Thread {
        &self.threads[thread]
    }

    /// The thread that ran last.
    pub fn running(&self) -> usize {
        self.current
    }

    /// All ways to go on, in the order that defines paths: by thread, then by option.
    pub fn choices(&self, out: &mut Vec<Choice>) {
        out.clear();
        let alone = self.undivided();
        for thread in alone.map_or(0..self.threads.len(), |alone| alone..alone + 1) {
            for option in 0..self.options(thread) {
                out.push(Choice { thread: thread as u32, option });
            }
        }
    }

    /// The thread that no other may interrupt where it stands: in an atomic section, or before a decision between inputs, which is none of
    /// its steps.
    fn undivided(&self) -> Option<usize> {
        if self.is_symbolic() {
            let is_deciding = |thread: &Thread| matches!(thread.pending, Pending::Decide { .. });
            if let Some(thread) = self.threads.iter().position(is_deciding) {
                return Some(thread);
            }
        }
        self.threads.iter().position(|thread| thread.atomic > 0)
    }

    /// Whether some thread has not ended.
    pub fn is_live(&self) -> bool {
        self.live > 0
    }

    pub(crate) fn frames_of(&self, thread: usize) -> &[Frame] {
        if thread == self.current { &self.frames } else { &self.threads[thread].frames }
    }

    pub(crate) fn slots_of(&self, thread: usize) -> &[Val] {
        if thread == self.current { &self.slots } else { &self.threads[thread].slots }
    }

    pub(crate) fn written_words(&self) -> impl Iterator<Item = u32> + '_ {
        let mark = self.exploring().and_then(|e| e.steps.last()).map(|step| step.mark).unwrap_or_default();
        let writes = self.memory.journal.as_ref().map_or(&[][..], |journal| journal.writes_since(&mark));
        writes.iter().map(|old| old.at)
    }

    /// Notes what a thread was before it changes.
    pub(crate) fn thread_mut(&mut self, thread: usize) -> &mut Thread {
        let Thread { pending, is_detached, is_joined, atomic, ref objects, exiting, print, .. } =
            self.threads[thread];
        let objects = objects.len() as u32;
        if let Some(exploring) = &mut self.exploring {
            // Whether another thread's result may still be asked for is part of what others reach.
            if thread != self.current {
                exploring.heap.forget_reach();
            }
            let thread = thread as u32;
            exploring.changes.push(Change {
                thread,
                pending,
                is_detached,
                is_joined,
                atomic,
                objects,
                exiting,
                print,
            });
        }
        let state = &mut self.threads[thread];
        state.need.set(UNKNOWN);
        state
    }

    /// A visible operation: the option that was chosen for it, or the end of the transition before it.
    pub(crate) fn turn(&mut self, pending: Pending) -> Result<u32, Stop> {
        let Some(exploring) = &mut self.exploring else { return Ok(0) };
        if let Some(option) = exploring.granted.take() {
            return Ok(option);
        }
        if self.library.callbacks > 0 {
            return Err(Stop::NotModelled(
                "a choice, or a step that other threads can see, inside a callback".into(),
            ));
        }
        self.yield_to(pending)
    }

    /// Ends the transition before this.
    #[inline]
    pub(crate) fn yield_to<T>(&mut self, pending: Pending) -> Result<T, Stop> {
        self.exploring_mut().next = pending;
        Err(Stop::Yield)
    }

    /// Whether another thread might see an access to what a pointer points to.
    #[inline]
    pub(crate) fn is_visible(&mut self, pointer: Val) -> bool {
        if self.live < 2 || !pointer.is_pointer() || !self.is_choosing() {
            return false;
        }
        let Some(object) = self.memory.object(pointer.object()) else { return false };
        if self.threads[self.current].atomic > 0 {
            return false;
        }
        match object.kind {
            ObjectKind::Constant => false,
            ObjectKind::Static => true,
            _ => self.is_reached_by_others(pointer.object()),
        }
    }

    #[inline]
    pub(crate) fn switch_to(&mut self, thread: usize) {
        if thread != self.current {
            self.swap_in(thread);
        }
    }

    fn swap_in(&mut self, thread: usize) {
        for other in [self.current, thread] {
            std::mem::swap(&mut self.frames, &mut self.threads[other].frames);
            std::mem::swap(&mut self.slots, &mut self.threads[other].slots);
        }
        self.current = thread;
    }

    /// The named share that a frame of the running thread has in the fingerprint, apart from where it stands.
    #[inline(never)]
    fn frame_print(&self, at: u64, frame: &Frame) -> (u128, u64, bool) {
        let Some(Exploring { heap, keys, .. }) = self.exploring() else { return (0, 0, false) };
        let cleared = self.image.code[frame.function.index()].cleared as usize;
        let keys = &keys[frame.function.index()];
        let mut sum = 0u128;
        if frame.has_jump {
            sum = sum.wrapping_add(mix(place(at, HEADER + 1), frame.serial, 1));
        }
        if let Some(entries) = frame.variadic.and_then(|id| self.library.variadic.get(&id)) {
            let kinds = name(b'v', format!("{entries:?}").as_bytes());
            sum = sum.wrapping_add(mix(place(at, HEADER + 2), kinds, 1));
        }
        let slots = &self.slots[frame.base as usize..][..cleared];
        let live = self.live_slots(frame);
        let is_live = |slot: usize| live.is_none_or(|set| set[slot / 64] >> (slot % 64) & 1 != 0);
        let mut has_part = step::is_part(frame.scratch.tag) && frame.scratch.tag != TERM;
        // Pointers to nameless objects as they stand, to tell whether they changed.
        let mut raw = 0u64;
        let special = [(DESTINATION, frame.destination()), (SCRATCH, frame.scratch)];
        let slots = slots.iter().enumerate().filter(|&(slot, _)| is_live(slot));
        let all = slots.map(|(slot, &value)| (keys.slots[slot], value)).chain(special);
        for (slot, value) in all {
            has_part |= value.as_fragment().is_some();
            let (print, share) = self.slot_print(heap, at, slot, value);
            (sum, raw) = (sum.wrapping_add(print), raw.wrapping_add(share));
        }
        for &id in frame.variadic.iter().chain(&frame.allocated) {
            raw = raw.wrapping_add(print::split(u64::from(id)));
        }
        (sum, raw, has_part)
    }

    /// Where a frame stands.
    #[inline]
    fn frame_head(&self, at: u64, frame: &Frame, is_innermost: bool) -> u128 {
        let keys = self.exploring().map(|e| &e.keys[frame.function.index()]);
        let head = keys.map_or(0, |keys| keys.position(frame.pc, frame.progress, is_innermost));
        mix(place(at, HEADER), head, 1)
    }

    /// Static objects as this machine's fingerprints take them for granted.
    pub fn reference(&self) -> Option<&Reference> {
        self.exploring().map(|e| &e.reference)
    }

    /// The slots that a frame still needs where it stands; `None` if it may need all.
    fn live_slots(&self, frame: &Frame) -> Option<&[u64]> {
        let exploring = self.exploring().filter(|_| !frame.has_jump)?;
        exploring.live[frame.function.index()].set(frame.pc)
    }

    /// A slot's named share of the fingerprint; and what stands for a pointer to a nameless object.
    #[inline]
    fn slot_print(&self, heap: &Heap, at: u64, slot: u64, value: Val) -> (u128, u64) {
        // Terms have a share of their own.
        if value.tag == UNINIT || value.tag == TERM {
            return (0, 0);
        }
        if value.is_pointer() {
            if self.memory.is_nameless(value.object()) {
                return (0, print::split(value.bits ^ place(at, slot)));
            }
            return (heap.word(place(at, slot), value, true), 0);
        }
        (print::mix_value(place(at, slot), value), 0)
    }

    /// What a thread adds to the fingerprint beside its frames.
    fn thread_print(&self, thread: usize) -> u128 {
        let Thread { pending, is_detached, is_joined, atomic, exiting, .. } = self.threads[thread];
        let own = inner(THREAD, thread as u64);
        let flags = u64::from(is_detached) | u64::from(is_joined) << 1 | u64::from(atomic) << 2;
        // What is usual adds nothing.
        let mut sum = if flags == 0 { 0 } else { mix(place(own, HEADER + 3), flags, 1) };
        // Terms have a share of their own.
        if let Some(value) = self.threads[thread].result().filter(|value| value.tag != TERM) {
            let value = if self.nameless(value).is_some() { Val::UNINIT } else { value };
            let heap = &self.exploring().map(|e| &e.heap);
            let value = heap.map_or(0, |heap| heap.word(place(own, RESULT), value, value.is_pointer()));
            sum = sum.wrapping_add(value);
        }
        let stage = match exiting {
            Exiting::Not => 0,
            Exiting::Process { status, destructors } => {
                1 | u64::from(status as u8) << 8 | u64::from(destructors) << 16
            }
            // Without a function it stands nowhere: it waits to look for a destructor, or to free what it has found.
            Exiting::Thread { .. } => 2 | u64::from(matches!(pending, Pending::Access(_))) << 8,
        };
        if stage != 0 {
            sum = sum.wrapping_add(mix(place(own, HEADER + 5), stage, 1));
        }
        match pending {
            Pending::Ended { .. } => sum.wrapping_add(mix(place(own, HEADER + 4), 1, 1)),
            // Where it stands does not tell whether it has waited for its turn: it may have to do so yet.
            Pending::Run => sum.wrapping_add(mix(place(own, HEADER + 4), 2, 1)),
            // Several comparisons may stand at one place, and others may have told the first of them.
            Pending::Order(it) => sum.wrapping_add(mix(place(own, HEADER + 4), 3 | u64::from(it.at) << 8, 1)),
            Pending::Call(call) if call.state() != 0 => {
                sum.wrapping_add(mix(place(own, HEADER + 4), call.state() << 8, 1))
            }
            // Nor does it tell what a decision has interrupted.
            Pending::Decide { interrupted, .. } if self.live > 1 || interrupted != Interrupted::default() => {
                sum.wrapping_add(mix(place(own, HEADER + 4), interrupted.state(), 1))
            }
            _ => sum,
        }
    }

    fn library_print(&self) -> u128 {
        let Some(heap) = self.exploring().map(|e| &e.heap) else { return 0 };
        let name = |value: Val| match value.is_pointer() {
            true => heap.canonical(value),
            false => print::split(value.bits ^ u64::from(value.tag)),
        };
        mix(LIBRARY, self.library.digest(&name), 1)
    }
}

impl Thread {
    fn new() -> Thread {
        Thread {
            frames: Vec::new(),
            slots: Vec::new(),
            pending: Pending::Run,
            is_detached: false,
            is_joined: false,
            atomic: 0,
            objects: Vec::new(),
            exiting: Exiting::Not,
            print: 0,
            need: Cell::new(UNKNOWN),
        }
    }

    pub(crate) fn is_exiting(&self) -> bool {
        self.exiting != Exiting::Not
    }
}

/// What a machine with threads is made for.
enum Purpose<'a> {
    Explore,
    /// One run with this world around it and these arguments.
    Run(Box<dyn Host>, &'a [Vec<u8>]),
}

/// Output goes nowhere and there is no input.
struct Nowhere;

impl Host for Nowhere {
    fn write(&mut self, _: i32, _: &[u8]) {}

    fn read(&mut self, _: usize) -> Vec<u8> {
        Vec::new()
    }
}
