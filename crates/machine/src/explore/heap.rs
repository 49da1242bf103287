//! The objects that have no name of their own, the heap and the locals in memory, numbered in the order in which they
//! are found from the roots: the static objects by name, then each thread's frames from the bottom up. Two states that
//! differ only in where or in what order such objects were allocated have the same numbers, and so the same
//! fingerprint. This is the linearisation of the ISSE paper (section 4.2.1); what is not found has leaked.

use cfa::Program;
use cfa::program::{Body, Label, Location};

use super::Thread;
use super::names::Names;
use super::print::{inner, mix, mix_value, name, place, split};
use super::step::has_partial;
use crate::exec::{Frame, Machine};
use crate::fault::Stop;
use crate::library;
use crate::memory::{Life, Memory, Object, ObjectKind};
use crate::number::Place;
use crate::partial::Known;
use crate::value::{FUNCTION_BASE, LABEL_BASE, POINTER, THREAD_BASE, Tag, UNINIT, Val};

#[derive(Default)]
pub(crate) struct Heap {
    /// What stands for each object in fingerprints: its name's hash, or its number's.
    keys: Vec<u64>,
    /// Round in which an object was last found.
    found: Vec<u32>,
    round: u32,
    /// Objects that others than a thread can reach, by the round in which they were found; and that thread, if what was
    /// found then still holds.
    reach: Vec<u32>,
    reach_round: u32,
    reach_for: Option<usize>,
    /// Words of static objects that hold a pointer to an object without a name, in the order of their names: that of
    /// declarations is no part of a state, and may change.
    static_roots: Vec<StaticRoot>,
    /// By thread.
    roots: Vec<Roots>,
    queue: Vec<u32>,
    work: Vec<u32>,
    /// Words that hold what is left of a pointer, each with its place: they keep no object from being lost.
    left: Vec<(u64, Val)>,
    function_keys: Vec<u64>,
    /// Of labels whose address is taken, of all functions in turn: the names of their locations.
    label_keys: Vec<u64>,
    /// By extent.
    extent_keys: Vec<u64>,
    /// Objects that were found alive on the heap, in the last round.
    heap_found: u32,
    /// Those of them that pointers lead to, and not only numbers.
    heap_pointed_to: u32,
    /// Keys before they changed, to go back to.
    old_keys: Vec<(u32, u64)>,
    /// Words that became a static root, or ceased to be one.
    root_changes: Vec<(StaticRoot, bool)>,
}

/// A word of a static object: the key of its owner, its index there, and where it lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct StaticRoot {
    pub owner: u64,
    pub index: u32,
    pub at: u32,
}

/// Keys before they changed, and words that became a static root or ceased to be one.
type Log = (Vec<(u32, u64)>, Vec<(StaticRoot, bool)>);

/// What the frames of a thread that stands lead to: pointers to objects without a name, and what is left of such, each with
/// its place. From the bottom frame up, and in a frame in the order of the slots' keys.
#[derive(Default)]
struct Roots {
    /// The frames have not changed since.
    is_current: bool,
    all: Vec<(u64, Val)>,
}

/// A point to come back to.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mark {
    pub keys: u32,
    pub roots: u32,
}

/// Objects between two looks at the brake.
const INTERVAL: usize = 1 << 12;
/// Mark the header of an object among its words: of one whose size it tells, and of one whose extent does.
const HEADER: Tag = 0x0003;
const ELASTIC: Tag = 0x000f;
/// Marks where an object lies, if addresses are numbers.
const PLACE: Tag = 0x0007;
/// Marks that an object lies below another.
const BELOW: u64 = 0x6265_6c6f_7700_0001;
/// Marks a label.
const LABEL: u64 = 0x6c61_6265_6c00_0001;
/// Marks what is known of a byte.
const PARTIAL: u64 = 0x7061_7274_6961_6c01;

/// Keys of labels whose address is taken, of all functions in turn: a label is where it leads. Labels of one place are
/// told apart, since whether they are equal is not modelled.
fn label_keys(program: &Program, names: &Names) -> Vec<u64> {
    let of_function = |(function, body): (usize, &Body)| {
        let place = |at: Option<Location>| at.map(|at| names.locations[function][at.index()]);
        let key = |(index, label): (u64, &Label)| {
            inner(LABEL, inner(place(label.at).unwrap_or(names.functions[function]), index))
        };
        (0..).zip(&body.labels).map(key).collect::<Vec<_>>()
    };
    let bodies = program.functions.iter().enumerate().filter_map(|(id, it)| Some((id, it.body.as_ref()?)));
    bodies.flat_map(of_function).collect()
}

impl Heap {
    pub fn new(machine: &Machine<'_>, names: &Names) -> Heap {
        let extent_keys = machine.image.extents.keys(names);
        let (function_keys, label_keys) = (names.functions.clone(), label_keys(machine.image.program, names));
        let mut heap = Heap { function_keys, label_keys, extent_keys, ..Heap::default() };
        heap.grow(machine.memory.object_count());
        // The library's own objects come after those of the program.
        let first_own = machine.image.statics.last().map_or(0, |&id| id + 1);
        for (id, key) in heap.keys.iter_mut().enumerate() {
            *key = name(b'i', &(id as u32).wrapping_sub(first_own).to_le_bytes());
        }
        for (&key, &id) in names.objects.iter().zip(&machine.image.statics) {
            heap.keys[id as usize] = key;
        }
        for (id, file) in library::files(machine) {
            heap.keys[id as usize] = name(b'l', file.as_bytes());
        }
        heap
    }

    pub fn grow(&mut self, count: usize) {
        self.keys.resize(count, 0);
        self.found.resize(count, 0);
        self.reach.resize(count, 0);
    }

    pub fn set_key(&mut self, id: u32, key: u64) {
        self.grow(self.keys.len().max(id as usize + 1));
        self.keys[id as usize] = key;
    }

    /// Objects without a name that were found in the last round.
    pub fn last_round(&self) -> &[u32] {
        &self.queue
    }

    pub fn forget_reach(&mut self) {
        self.reach_for = None;
    }

    pub fn mark(&self) -> Mark {
        Mark { keys: self.old_keys.len() as u32, roots: self.root_changes.len() as u32 }
    }

    /// All that can be undone, as [`crate::journal::Journal::take_log`].
    pub fn take_log(&mut self) -> Log {
        (std::mem::take(&mut self.old_keys), std::mem::take(&mut self.root_changes))
    }

    pub fn put_log(&mut self, keys: Vec<(u32, u64)>, roots: Vec<(StaticRoot, bool)>) {
        (self.old_keys, self.root_changes) = (keys, roots);
    }

    /// What has happened so far is not undone any more.
    pub fn forget_log(&mut self) {
        self.old_keys.clear();
        self.root_changes.clear();
    }

    pub fn undo(&mut self, mark: Mark, objects: usize) {
        while self.old_keys.len() > mark.keys as usize
            && let Some((id, key)) = self.old_keys.pop()
        {
            self.keys[id as usize] = key;
        }
        while self.root_changes.len() > mark.roots as usize
            && let Some((root, is_root)) = self.root_changes.pop()
        {
            self.put_static_root(root, !is_root);
        }
        self.keys.truncate(objects);
        self.found.truncate(objects);
        self.reach.truncate(objects);
        self.reach_for = None;
    }

    pub fn save(&self) -> (Vec<u64>, Vec<StaticRoot>) {
        (self.keys.clone(), self.static_roots.clone())
    }

    pub fn restore(&mut self, keys: Vec<u64>, static_roots: Vec<StaticRoot>) {
        self.found = vec![0; keys.len()];
        self.reach = vec![0; keys.len()];
        (self.keys, self.static_roots) = (keys, static_roots);
        (self.round, self.reach_round, self.reach_for) = (0, 0, None);
        self.roots.clear();
        self.forget_log();
    }

    /// The frames of a thread are about to change.
    #[inline]
    pub fn forget_roots(&mut self, thread: usize) {
        if let Some(roots) = self.roots.get_mut(thread) {
            roots.is_current = false;
        }
    }

    /// Says whether word `index` of a static object, which lies at `at`, leads to an object without a name.
    pub fn set_static_root(&mut self, owner: u32, index: u32, at: u32, is_root: bool) {
        let root = StaticRoot { owner: self.keys[owner as usize], index, at };
        if self.put_static_root(root, is_root) {
            self.root_changes.push((root, is_root));
        }
    }

    /// Whether that is new.
    fn put_static_root(&mut self, root: StaticRoot, is_root: bool) -> bool {
        match self.static_roots.binary_search(&root) {
            Err(at) if is_root => self.static_roots.insert(at, root),
            Ok(at) if !is_root => {
                self.static_roots.remove(at);
            }
            _ => return false,
        }
        true
    }

    /// A pointer with its object's key in place of its number.
    #[inline]
    pub fn canonical(&self, pointer: Val) -> u64 {
        let object = pointer.object();
        let key = match object {
            THREAD_BASE.. => inner(super::THREAD, u64::from(object - THREAD_BASE)),
            LABEL_BASE.. => self.label_keys[(object - LABEL_BASE) as usize],
            FUNCTION_BASE.. => self.function_keys[(object - FUNCTION_BASE) as usize],
            _ => self.keys.get(object as usize).copied().unwrap_or(0),
        };
        place(key, pointer.offset() as u64)
    }

    /// What a word of an object adds to the fingerprint, whose words are like this if nobody sets them.
    #[inline]
    pub fn word_of(&self, blank: Tag, at: u64, value: Val, is_pointer: bool) -> u128 {
        match value.tag {
            _ if blank == UNINIT => self.word(at, value, is_pointer),
            UNINIT => mix(at, 0, UNINIT),
            tag if tag == blank && value.bits == 0 => 0,
            _ => self.word(at, value, is_pointer),
        }
    }

    /// What a word adds to the fingerprint.
    #[inline]
    pub fn word(&self, at: u64, value: Val, is_pointer: bool) -> u128 {
        match value.tag {
            0 => 0,
            _ if is_pointer => mix(at, self.canonical(value), 2),
            _ => mix_value(at, value),
        }
    }

    #[inline]
    pub fn key(&self, id: u32) -> u64 {
        self.keys[id as usize]
    }

    /// Whether an object without a name was found in the last round.
    pub fn is_found(&self, id: u32) -> bool {
        self.found[id as usize] == self.round
    }

    pub fn extent_key(&self, extent: u32) -> u64 {
        self.extent_keys[extent as usize]
    }

    fn begin_round(&mut self) {
        self.round = match self.round.checked_add(1) {
            Some(next) => next,
            None => {
                self.found.fill(0);
                1
            }
        };
        self.queue.clear();
        self.left.clear();
    }

    fn find(&mut self, id: u32, count: &mut u64, mark: u32) {
        if self.found[id as usize] == self.round {
            return;
        }
        self.found[id as usize] = self.round;
        *count += 1;
        let key = split(count.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        if self.keys[id as usize] != key {
            if id < mark {
                self.old_keys.push((id, self.keys[id as usize]));
            }
            self.keys[id as usize] = key;
        }
        self.queue.push(id);
    }

    /// Numbers the nameless objects anew; their share of the fingerprint. Objects from `mark` on are new.
    fn number(&mut self, memory: &Memory, threads: &[Thread], mark: u32) -> Result<u128, Stop> {
        self.grow(memory.object_count());
        self.begin_round();
        let (mut count, mut sum) = (0u64, 0u128);
        for number in 0..self.static_roots.len() {
            let StaticRoot { owner, index, at } = self.static_roots[number];
            let (value, at) = (memory.pointer_word(at as usize), place(owner, index.into()));
            if memory.is_left_over(value.tag) {
                self.left.push((at, value));
            }
            if let Some(id) = memory.nameless(value) {
                self.find(id, &mut count, mark);
                sum = sum.wrapping_add(self.pointer(at, id, value));
            }
        }
        for (number, thread) in threads.iter().enumerate() {
            let own = inner(super::THREAD, number as u64);
            let result = thread.result().unwrap_or(Val::UNINIT);
            if let Some(id) = memory.nameless(result) {
                self.find(id, &mut count, mark);
                sum = sum.wrapping_add(self.pointer(place(own, super::RESULT), id, result));
            }
            if !thread.objects.is_empty() {
                let mut objects = thread.objects.clone();
                objects.sort_unstable();
                for (named, id) in objects {
                    self.find(id, &mut count, mark);
                    sum = sum.wrapping_add(mix(own ^ named, self.key(id), 2));
                }
            }
            for root in 0..self.roots[number].all.len() {
                let (at, value) = self.roots[number].all[root];
                if let Some(id) = memory.nameless(value) {
                    self.find(id, &mut count, mark);
                    sum = sum.wrapping_add(self.pointer(at, id, value));
                }
            }
        }
        self.heap_found = 0;
        let mut next = 0;
        let mut is_stopped = false;
        let mut go_on = |heap: &mut Heap, count: &mut u64, sum: &mut u128| {
            while let Some(&id) = heap.queue.get(next).filter(|_| !is_stopped) {
                next += 1;
                is_stopped = next.is_multiple_of(INTERVAL) && memory.brake.is_pulled();
                *sum = sum.wrapping_add(heap.number_words(memory, id, count, mark));
            }
            is_stopped
        };
        go_on(self, &mut count, &mut sum);
        self.heap_pointed_to = self.heap_found;
        for Place { address, object } in memory.places_in_use() {
            if memory.is_nameless(object) {
                self.find(object, &mut count, mark);
            }
            sum = sum.wrapping_add(mix(address, self.canonical(Val::pointer(object, 0)), PLACE));
        }
        if let Some(last) = memory.last_place() {
            let size = memory.object(last.object).map_or(1, |object| object.size);
            sum = sum.wrapping_add(mix(last.address, size.into(), PLACE));
        }
        let mut is_stopped = go_on(self, &mut count, &mut sum);
        let mut done = 0;
        while let Some(&(at, value)) = self.left.get(done) {
            done += 1;
            sum = sum.wrapping_add(self.left_print(memory, at, value, &mut count, mark));
            is_stopped = go_on(self, &mut count, &mut sum);
        }
        sum = sum.wrapping_add(self.static_partial(memory)).wrapping_add(self.order_print(memory));
        if is_stopped { Err(Stop::Cancelled) } else { Ok(sum) }
    }

    /// What a pointer to this object without a name adds to the fingerprint.
    #[inline]
    fn pointer(&self, at: u64, id: u32, value: Val) -> u128 {
        mix(at, place(self.keys[id as usize], value.offset() as u64), 2)
    }

    fn number_words(&mut self, memory: &Memory, id: u32, count: &mut u64, mark: u32) -> u128 {
        let Some(&object) = memory.object(id) else { return 0 };
        let key = self.key(id);
        let is_alive = object.life == Life::Alive;
        let flags = u64::from(is_alive) << 32
            | u64::from(object.is_constant) << 33
            | u64::from(object.blank != UNINIT) << 34
            | (object.kind as u64) << 40;
        let mut sum = match object.extent {
            // The low bits of an address are known as far as its object is aligned.
            0 => mix(key, flags | u64::from(object.size) | u64::from(object.align.ilog2()) << 48, HEADER),
            extent => mix(key, inner(self.extent_key(extent), flags), ELASTIC),
        };
        if !is_alive {
            // Who points to it may ask where it was.
            let place = memory.place_given(id);
            return sum.wrapping_add(place.map_or(0, |address| mix(key, address, PLACE)));
        }
        self.heap_found += u32::from(object.kind == ObjectKind::Heap);
        for (index, value) in memory.words_in(&object).enumerate() {
            if value.tag == object.blank && value.bits == 0 {
                continue;
            }
            let at = place(key, index as u64);
            if value.tag & POINTER == 0 {
                // No byte of it is a pointer's, or known in part.
                sum = sum.wrapping_add(self.word_of(object.blank, at, value, false));
                continue;
            }
            let is_pointer = memory.is_whole_pointer(value.tag);
            let value = if is_pointer { Val { tag: POINTER, ..value } } else { value };
            if let Some(target) = memory.nameless(value) {
                self.find(target, count, mark);
            }
            if memory.is_left_over(value.tag) {
                self.left.push((at, value));
            } else {
                sum = sum.wrapping_add(self.word_of(object.blank, at, value, is_pointer));
            }
            if has_partial(value.tag) {
                sum = sum.wrapping_add(partial_word(memory, key, &object, index));
            }
        }
        sum
    }

    /// A word that holds what is left of a pointer, with its object's key in place of its number.
    fn left_print(&mut self, memory: &Memory, at: u64, value: Val, count: &mut u64, mark: u32) -> u128 {
        let Some(object) = memory.object_left(value) else { return mix_value(at, value) };
        if memory.is_nameless(object) {
            self.find(object, count, mark);
        }
        let key = self.canonical(Val::pointer(object, 0));
        mix(at, split(key) ^ value.bits & u64::from(u32::MAX), value.tag)
    }

    /// What is known of the bytes of static objects that are known in part.
    fn static_partial(&self, memory: &Memory) -> u128 {
        memory.partial_bytes().fold(0, |sum, (at, known)| {
            let (owner, index) = memory.place_of((at / memory.unit()) as u32);
            if memory.is_nameless(owner) {
                return sum;
            }
            let byte = index as usize * memory.unit() + at % memory.unit();
            sum.wrapping_add(partial_print(self.key(owner), byte, known))
        })
    }

    /// Which objects lie below which, of those that somebody can compare again.
    fn order_print(&self, memory: &Memory) -> u128 {
        let counts = |id: u32| !memory.is_nameless(id) || self.found[id as usize] == self.round;
        let pairs = memory.ordered().filter(|&(low, high)| counts(low) && counts(high));
        pairs
            .fold(0, |sum, (low, high)| sum.wrapping_add(mix(inner(self.key(low), BELOW), self.key(high), 1)))
    }

    /// Finds what static objects and the threads that stand lead to. The running thread is somewhere in the middle of a
    /// transition: what it holds is not looked at, and so what is found is of use to it alone. `fresh` are the words that
    /// this transition wrote.
    fn find_reach<'w>(
        &mut self,
        memory: &Memory,
        threads: &[Thread],
        running: usize,
        fresh: impl Iterator<Item = u32> + 'w,
    ) {
        self.grow(memory.object_count());
        self.reach_round = match self.reach_round.checked_add(1) {
            Some(next) => next,
            None => {
                self.reach.fill(0);
                1
            }
        };
        for number in 0..self.static_roots.len() {
            let root = self.static_roots[number];
            self.spread(memory, memory.pointer_word(root.at as usize));
        }
        // Static objects written in this transition may hold new pointers.
        for at in fresh {
            let value = memory.pointer_word(at as usize);
            if value.tag & POINTER != 0 && !memory.is_nameless(memory.place_of(at).0) {
                self.spread(memory, value);
            }
        }
        for place in memory.places_in_use() {
            self.spread(memory, Val::pointer(place.object, 0));
        }
        for (number, thread) in threads.iter().enumerate() {
            if let Some(value) = thread.result() {
                self.spread(memory, value);
            }
            if number == running {
                continue;
            }
            for &(_, id) in &thread.objects {
                self.spread(memory, Val::pointer(id, 0));
            }
            for root in 0..self.roots[number].all.len() {
                self.spread(memory, self.roots[number].all[root].1);
            }
        }
        self.reach_for = Some(running);
    }

    fn spread(&mut self, memory: &Memory, root: Val) {
        let mut next = memory.reached(root);
        while let Some(id) = next {
            if std::mem::replace(&mut self.reach[id as usize], self.reach_round) != self.reach_round
                && let Some(object) = memory.object(id).filter(|o| o.life == Life::Alive)
            {
                for (index, value) in memory.words_in(object).enumerate() {
                    if value.tag & POINTER != 0 {
                        self.work.extend(memory.reached(memory.pointer_word(object.base as usize + index)));
                    }
                }
            }
            next = self.work.pop();
        }
    }

    fn is_reached(&self, id: u32) -> bool {
        self.reach.get(id as usize).is_some_and(|&round| round == self.reach_round)
    }
}

/// What is known of the bytes of a word that are known in part.
fn partial_word(memory: &Memory, key: u64, object: &Object, index: usize) -> u128 {
    let unit = memory.unit();
    (0..unit).fold(0, |sum, byte| {
        let at = (object.base as usize + index) * unit + byte;
        let known = memory.partial_byte(at);
        sum.wrapping_add(known.map_or(0, |known| partial_print(key, index * unit + byte, known)))
    })
}

impl Memory {
    /// The object without a name of its own that a value points to.
    #[inline]
    fn nameless(&self, value: Val) -> Option<u32> {
        (value.is_pointer() && self.is_nameless(value.object())).then(|| value.object())
    }

    /// A word, with the tag of a pointer if it is one under either data model.
    #[inline]
    fn pointer_word(&self, at: usize) -> Val {
        let value = self.word(at);
        if self.is_whole_pointer(value.tag) { Val { tag: POINTER, ..value } } else { value }
    }

    /// The object of a word, and the word's index in it.
    pub(super) fn place_of(&self, at: u32) -> (u32, u64) {
        let owner = self.journal.as_ref().map_or(0, |journal| journal.owner(at));
        let base = self.object(owner).map_or(0, |object| object.base);
        (owner, u64::from(at - base))
    }

    /// The object without a name that a word leads to, be it to what is left of a pointer.
    #[inline]
    fn reached(&self, value: Val) -> Option<u32> {
        let left = || self.object_left(value).filter(|&object| self.is_nameless(object));
        self.nameless(value).or_else(left)
    }
}

impl Thread {
    /// Its result if it has ended and another may still ask for that.
    #[inline]
    pub(super) fn result(&self) -> Option<Val> {
        match (self.pending, self.exiting) {
            _ if self.is_joined || self.is_detached => None,
            (super::Pending::Ended { value }, _) | (_, super::Exiting::Thread { value }) => Some(value),
            _ => None,
        }
    }
}

impl Machine<'_> {
    /// The object without a name of its own that a value points to.
    #[inline]
    pub(crate) fn nameless(&self, value: Val) -> Option<u32> {
        self.memory.nameless(value)
    }

    /// A word, with the tag of a pointer if it is one under either data model.
    pub(crate) fn pointer_word(&self, at: usize) -> Val {
        self.memory.pointer_word(at)
    }

    /// Numbers the nameless objects anew; their share of the fingerprint. Objects from `mark` on are new.
    pub(crate) fn number_heap(&mut self, mark: u32) -> Result<u128, Stop> {
        (0..self.threads.len()).for_each(|thread| self.find_roots(thread));
        let Some(exploring) = &mut self.exploring else { return Ok(0) };
        exploring.heap.number(&self.memory, &self.threads, mark)
    }

    /// Finds out what the frames of a thread lead to.
    fn find_roots(&mut self, thread: usize) {
        let heap = &mut self.exploring_mut().heap;
        if heap.roots.len() <= thread {
            heap.roots.resize_with(thread + 1, Roots::default);
        }
        if heap.roots[thread].is_current {
            return;
        }
        let mut all = std::mem::take(&mut heap.roots[thread].all);
        all.clear();
        let own = inner(super::THREAD, thread as u64);
        for (depth, frame) in self.frames_of(thread).iter().enumerate() {
            let (at, first) = (inner(own, depth as u64), all.len());
            self.frame_roots(thread, frame, |slot, value| {
                if self.memory.reached(value).is_some() {
                    all.push((slot, value));
                }
            });
            if !all[first..].is_sorted_by_key(|root| root.0) {
                all[first..].sort_unstable_by_key(|root| root.0);
            }
            all[first..].iter_mut().for_each(|root| root.0 = place(at, root.0));
        }
        self.exploring_mut().heap.roots[thread] = Roots { is_current: true, all };
    }

    /// Objects of the heap that are alive and that nothing points to, nor has as a number.
    pub(crate) fn has_leak(&self) -> bool {
        self.exploring().is_some_and(|e| e.heap.heap_found < self.memory.heap_objects)
    }

    /// Values of a frame that may point to nameless objects, each with a number that tells it from the others.
    #[inline]
    fn frame_roots(&self, thread: usize, frame: &Frame, mut f: impl FnMut(u64, Val)) {
        let cleared = self.image.code[frame.function.index()].cleared;
        let slots = &self.slots_of(thread)[frame.base as usize..][..cleared as usize];
        // In the middle of a transition a frame stands anywhere, and may need all.
        let live = self.live_slots(frame);
        let Some(keys) = self.exploring().map(|e| &e.keys[frame.function.index()]) else { return };
        for (word, slots) in slots.chunks(64).enumerate() {
            let mut left = live.map_or(u64::MAX, |set| set[word]) & u64::MAX >> (64 - slots.len());
            while left != 0 {
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                if slots[bit].is_pointer() {
                    f(keys.slots[64 * word + bit], slots[bit]);
                }
            }
        }
        let objects = frame.variadic.iter().chain(&frame.allocated);
        for (index, &id) in objects.enumerate() {
            f(super::FRAME_OBJECTS + index as u64, Val::pointer(id, 0));
        }
        f(super::DESTINATION, frame.destination());
        f(super::SCRATCH, frame.scratch);
    }

    /// Whether an object of the heap is lost where the machine stands, at the end of a run.
    pub fn is_losing(&mut self) -> Result<bool, Stop> {
        let mark = self.exploring_mut().steps.last().map_or(0, |step| step.mark.objects);
        // Words of static objects that this transition wrote are not among the roots yet.
        let written: Vec<u32> = self.written_words().collect();
        for at in written {
            let (owner, index) = self.memory.place_of(at);
            let kind = self.memory.object(owner).map(|object| object.kind);
            if matches!(kind, Some(ObjectKind::Static | ObjectKind::Constant)) {
                let value = self.pointer_word(at as usize);
                let is_root = self.nameless(value).is_some() || self.memory.is_left_over(value.tag);
                self.exploring_mut().heap.set_static_root(owner, index as u32, at, is_root);
            }
        }
        // The thread that runs stands anywhere.
        let current = self.current;
        self.exploring_mut().heap.forget_roots(current);
        let numbered = self.number_heap(mark);
        self.exploring_mut().heap.forget_roots(current);
        numbered?;
        if self.exploring().is_some_and(|e| e.heap.heap_pointed_to < e.heap.heap_found) {
            let what = "whether an object is lost that only a number or part of a pointer may lead to";
            return Err(Stop::NotModelled(what.into()));
        }
        Ok(self.has_leak())
    }

    /// Whether a thread other than the running one can reach a nameless object.
    pub(crate) fn is_reached_by_others(&mut self, id: u32) -> bool {
        let has_new_places = self.memory.has_new_places();
        let Some(exploring) = &mut self.exploring else { return false };
        let mut is_known = !has_new_places && exploring.heap.reach_for == Some(self.current);
        if let Some(mut journal) = self.memory.journal.take() {
            // What lies in objects that others do not reach leads them nowhere.
            is_known &= journal.has_known_pointers(|owner| {
                self.memory.is_nameless(owner) && !exploring.heap.is_reached(owner)
            });
            self.memory.journal = Some(journal);
        }
        if !is_known {
            if self.memory.brake.is_pulled() {
                // The transition is not believed any more.
                return true;
            }
            let current = self.current;
            (0..self.threads.len()).filter(|&it| it != current).for_each(|it| self.find_roots(it));
            let mark =
                self.exploring().and_then(|e| e.steps.last()).map(|step| step.mark).unwrap_or_default();
            let Some(exploring) = &mut self.exploring else { return false };
            let writes = self.memory.journal.as_ref().map_or(&[][..], |journal| journal.writes_since(&mark));
            let fresh = writes.iter().map(|old| old.at);
            exploring.heap.find_reach(&self.memory, &self.threads, self.current, fresh);
        }
        self.exploring().is_some_and(|e| e.heap.is_reached(id))
    }
}

fn partial_print(key: u64, byte: usize, known: Known) -> u128 {
    let known = u64::from(known.bits) | u64::from(known.lost) << 8;
    mix(inner(key ^ PARTIAL, byte as u64), known, 1)
}
