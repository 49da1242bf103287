//! The objects that have no name of their own, the heap and the locals in memory, numbered in the order in which they
//! are found from the roots: the static objects by name, then each thread's frames from the bottom up. Two states that
//! differ only in where or in what order such objects were allocated have the same numbers, and so the same
//! fingerprint. This is the linearisation of the ISSE paper (section 4.2.1); what is not found has leaked.

use std::collections::BTreeSet;

use super::names::Names;
use super::print::{inner, mix, mix_value, name, place, split};
use super::step::has_partial;
use crate::exec::{Frame, Machine};
use crate::fault::Stop;
use crate::memory::{Life, Object, ObjectKind};
use crate::number::Place;
use crate::partial::Known;
use crate::value::{FUNCTION_BASE, LABEL_BASE, THREAD_BASE, Tag, UNINIT, Val};

#[derive(Default)]
pub(crate) struct Heap {
    /// What stands for each object in fingerprints: its name's hash, or its number's.
    keys: Vec<u64>,
    /// Round in which an object was last found.
    found: Vec<u32>,
    round: u32,
    /// Objects that others than a thread can reach, and that thread, if it is known.
    reach: Vec<bool>,
    reach_for: Option<usize>,
    /// Words of static objects that hold a pointer to an object without a name.
    static_roots: BTreeSet<u32>,
    queue: Vec<u32>,
    /// Words that hold what is left of a pointer, each with its place: they keep no object from being lost.
    left: Vec<(u64, Val)>,
    function_keys: Vec<u64>,
    /// By extent.
    extent_keys: Vec<u64>,
    /// Objects that were found alive on the heap, in the last round.
    heap_found: u32,
    /// Those of them that pointers lead to, and not only numbers.
    heap_pointed_to: u32,
    /// Keys before they changed, to go back to.
    old_keys: Vec<(u32, u64)>,
    /// Words that became a static root, or ceased to be one.
    root_changes: Vec<(u32, bool)>,
}

/// A point to come back to.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mark {
    keys: u32,
    roots: u32,
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
/// Marks what is known of a byte.
const PARTIAL: u64 = 0x7061_7274_6961_6c01;

impl Heap {
    pub fn new(machine: &Machine<'_>, names: &Names) -> Heap {
        let extent_keys = machine.image.extents.keys(names);
        let mut heap = Heap { function_keys: names.functions.clone(), extent_keys, ..Heap::default() };
        heap.grow(machine.memory.object_count());
        // The library's own objects come after those of the program.
        let first_own = machine.image.statics.last().map_or(0, |&id| id + 1);
        for (id, key) in heap.keys.iter_mut().enumerate() {
            *key = name(b'i', &(id as u32).wrapping_sub(first_own).to_le_bytes());
        }
        for (&key, &id) in names.objects.iter().zip(&machine.image.statics) {
            heap.keys[id as usize] = key;
        }
        heap
    }

    pub fn grow(&mut self, count: usize) {
        self.keys.resize(count, 0);
        self.found.resize(count, 0);
        self.reach.resize(count, false);
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

    pub fn undo(&mut self, mark: Mark, objects: usize) {
        while self.old_keys.len() > mark.keys as usize
            && let Some((id, key)) = self.old_keys.pop()
        {
            self.keys[id as usize] = key;
        }
        while self.root_changes.len() > mark.roots as usize
            && let Some((at, is_root)) = self.root_changes.pop()
        {
            if is_root {
                self.static_roots.remove(&at);
            } else {
                self.static_roots.insert(at);
            }
        }
        self.keys.truncate(objects);
        self.found.truncate(objects);
        self.reach.truncate(objects);
        self.reach_for = None;
    }

    pub fn save(&self) -> (Vec<u64>, BTreeSet<u32>) {
        (self.keys.clone(), self.static_roots.clone())
    }

    pub fn restore(&mut self, keys: Vec<u64>, static_roots: BTreeSet<u32>) {
        self.found = vec![0; keys.len()];
        self.reach = vec![false; keys.len()];
        (self.keys, self.static_roots) = (keys, static_roots);
        (self.round, self.reach_for) = (0, None);
        self.old_keys.clear();
        self.root_changes.clear();
    }

    pub fn set_static_root(&mut self, at: u32, is_root: bool) {
        let is_changed = if is_root { self.static_roots.insert(at) } else { self.static_roots.remove(&at) };
        if is_changed {
            self.root_changes.push((at, is_root));
        }
    }

    /// A pointer with its object's key in place of its number.
    #[inline]
    pub fn canonical(&self, pointer: Val) -> u64 {
        let object = pointer.object();
        let key = match object {
            THREAD_BASE.. => inner(super::THREAD, u64::from(object - THREAD_BASE)),
            LABEL_BASE.. => u64::from(object),
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
}

impl Machine<'_> {
    /// The object without a name of its own that a value points to.
    #[inline]
    pub(crate) fn nameless(&self, value: Val) -> Option<u32> {
        if !value.is_pointer() {
            return None;
        }
        self.memory.is_nameless(value.object()).then(|| value.object())
    }

    /// Numbers the nameless objects anew; their share of the fingerprint. Objects from `mark` on are new.
    pub(crate) fn number_heap(&mut self, mark: u32) -> Result<u128, Stop> {
        let mut heap = std::mem::take(&mut self.exploring_mut().heap);
        heap.grow(self.memory.object_count());
        heap.begin_round();
        let (mut count, mut sum) = (0u64, 0u128);
        // Roots are taken in the order of their names: that of declarations is no part of a state, and may change.
        let roots = heap.static_roots.iter().map(|&at| {
            let (owner, index) = self.place_of(at);
            (heap.key(owner), index, at)
        });
        let mut roots: Vec<(u64, u64, u32)> = roots.collect();
        if !roots.is_sorted() {
            roots.sort_unstable();
        }
        for (owner, index, at) in roots {
            let value = self.pointer_word(at as usize);
            if self.memory.is_left_over(value.tag) {
                heap.left.push((place(owner, index), value));
            }
            if let Some(id) = self.nameless(value) {
                heap.find(id, &mut count, mark);
                sum = sum.wrapping_add(heap.word(place(owner, index), value, true));
            }
        }
        let mut roots: Vec<(u64, u32, Val)> = Vec::new();
        for thread in 0..self.threads.len() {
            let own = inner(super::THREAD, thread as u64);
            let result = self.result_of(thread).unwrap_or(Val::UNINIT);
            if let Some(id) = self.nameless(result) {
                heap.find(id, &mut count, mark);
                sum = sum.wrapping_add(heap.word(place(own, super::RESULT), result, true));
            }
            let mut objects = self.threads[thread].objects.clone();
            objects.sort_unstable();
            for (named, id) in objects {
                heap.find(id, &mut count, mark);
                sum = sum.wrapping_add(mix(own ^ named, heap.key(id), 2));
            }
            for depth in 0..self.frames_of(thread).len() {
                let at = inner(own, depth as u64);
                self.frame_roots(thread, depth, |slot, value| {
                    roots.extend(self.nameless(value).map(|id| (slot, id, value)));
                });
                if !roots.is_sorted_by_key(|root| root.0) {
                    roots.sort_unstable_by_key(|root| root.0);
                }
                for (slot, id, value) in roots.drain(..) {
                    heap.find(id, &mut count, mark);
                    sum = sum.wrapping_add(heap.word(place(at, slot), value, true));
                }
            }
        }
        heap.heap_found = 0;
        let mut next = 0;
        let mut is_stopped = false;
        let mut go_on = |heap: &mut Heap, count: &mut u64, sum: &mut u128| {
            while let Some(&id) = heap.queue.get(next).filter(|_| !is_stopped) {
                next += 1;
                is_stopped = next.is_multiple_of(INTERVAL) && self.memory.brake.is_pulled();
                *sum = sum.wrapping_add(self.number_words(heap, id, count, mark));
            }
            is_stopped
        };
        go_on(&mut heap, &mut count, &mut sum);
        heap.heap_pointed_to = heap.heap_found;
        for Place { address, object } in self.memory.places_in_use() {
            if self.memory.is_nameless(object) {
                heap.find(object, &mut count, mark);
            }
            sum = sum.wrapping_add(mix(address, heap.canonical(Val::pointer(object, 0)), PLACE));
        }
        if let Some(last) = self.memory.last_place() {
            let size = self.memory.object(last.object).map_or(1, |object| object.size);
            sum = sum.wrapping_add(mix(last.address, size.into(), PLACE));
        }
        let mut is_stopped = go_on(&mut heap, &mut count, &mut sum);
        let mut done = 0;
        while let Some(&(at, value)) = heap.left.get(done) {
            done += 1;
            sum = sum.wrapping_add(self.left_print(&mut heap, at, value, &mut count, mark));
            is_stopped = go_on(&mut heap, &mut count, &mut sum);
        }
        sum = sum.wrapping_add(self.static_partial(&heap)).wrapping_add(self.order_print(&heap));
        self.exploring_mut().heap = heap;
        if is_stopped { Err(Stop::Cancelled) } else { Ok(sum) }
    }

    fn number_words(&self, heap: &mut Heap, id: u32, count: &mut u64, mark: u32) -> u128 {
        let Some(&object) = self.memory.object(id) else { return 0 };
        let key = heap.key(id);
        let is_alive = object.life == Life::Alive;
        let flags = u64::from(is_alive) << 32
            | u64::from(object.is_constant) << 33
            | u64::from(object.blank != UNINIT) << 34
            | (object.kind as u64) << 40;
        let mut sum = match object.extent {
            // The low bits of an address are known as far as its object is aligned.
            0 => mix(key, flags | u64::from(object.size) | u64::from(object.align.ilog2()) << 48, HEADER),
            extent => mix(key, inner(heap.extent_key(extent), flags), ELASTIC),
        };
        if !is_alive {
            // Who points to it may ask where it was.
            let place = self.memory.place_given(id);
            return sum.wrapping_add(place.map_or(0, |address| mix(key, address, PLACE)));
        }
        heap.heap_found += u32::from(object.kind == ObjectKind::Heap);
        for index in 0..self.memory.words_of(&object) {
            let value = self.memory.word(object.base as usize + index);
            if value.tag == object.blank && value.bits == 0 {
                continue;
            }
            let is_pointer = self.memory.is_whole_pointer(value.tag);
            let value = if is_pointer { Val { tag: crate::value::POINTER, ..value } } else { value };
            if let Some(target) = self.nameless(value) {
                heap.find(target, count, mark);
            }
            if self.memory.is_left_over(value.tag) {
                heap.left.push((place(key, index as u64), value));
            } else {
                sum =
                    sum.wrapping_add(heap.word_of(object.blank, place(key, index as u64), value, is_pointer));
            }
            if has_partial(value.tag) {
                sum = sum.wrapping_add(self.partial_word(key, &object, index));
            }
        }
        sum
    }

    /// A word that holds what is left of a pointer, with its object's key in place of its number.
    fn left_print(&self, heap: &mut Heap, at: u64, value: Val, count: &mut u64, mark: u32) -> u128 {
        let Some(object) = self.memory.object_left(value) else { return mix_value(at, value) };
        if self.memory.is_nameless(object) {
            heap.find(object, count, mark);
        }
        let key = heap.canonical(Val::pointer(object, 0));
        mix(at, split(key) ^ value.bits & u64::from(u32::MAX), value.tag)
    }

    /// What is known of the bytes of a word that are known in part.
    fn partial_word(&self, key: u64, object: &Object, index: usize) -> u128 {
        let unit = self.memory.unit();
        (0..unit).fold(0, |sum, byte| {
            let at = (object.base as usize + index) * unit + byte;
            let known = self.memory.partial_byte(at);
            sum.wrapping_add(known.map_or(0, |known| partial_print(key, index * unit + byte, known)))
        })
    }

    /// The same of static objects.
    fn static_partial(&self, heap: &Heap) -> u128 {
        self.memory.partial_bytes().fold(0, |sum, (at, known)| {
            let (owner, index) = self.place_of((at / self.memory.unit()) as u32);
            if self.memory.is_nameless(owner) {
                return sum;
            }
            let byte = index as usize * self.memory.unit() + at % self.memory.unit();
            sum.wrapping_add(partial_print(heap.key(owner), byte, known))
        })
    }

    /// Which objects lie below which, of those that somebody can compare again.
    fn order_print(&self, heap: &Heap) -> u128 {
        let counts = |id: u32| !self.memory.is_nameless(id) || heap.found[id as usize] == heap.round;
        let pairs = self.memory.ordered().filter(|&(low, high)| counts(low) && counts(high));
        pairs
            .fold(0, |sum, (low, high)| sum.wrapping_add(mix(inner(heap.key(low), BELOW), heap.key(high), 1)))
    }

    /// Objects of the heap that are alive and that nothing points to, nor has as a number.
    pub(crate) fn has_leak(&self) -> bool {
        self.exploring().is_some_and(|e| e.heap.heap_found < self.memory.heap_objects)
    }

    /// A word, with the tag of a pointer if it is one under either data model.
    pub(crate) fn pointer_word(&self, at: usize) -> Val {
        let value = self.memory.word(at);
        if self.memory.is_whole_pointer(value.tag) {
            Val { tag: crate::value::POINTER, ..value }
        } else {
            value
        }
    }

    /// The object of a word, and the word's index in it.
    pub(crate) fn place_of(&self, at: u32) -> (u32, u64) {
        let owner = self.memory.journal.as_ref().map_or(0, |journal| journal.owner(at));
        let base = self.memory.object(owner).map_or(0, |object| object.base);
        (owner, u64::from(at - base))
    }

    /// Values of a frame that may point to nameless objects, each with a number that tells it from the others.
    fn frame_roots(&self, thread: usize, depth: usize, mut f: impl FnMut(u64, Val)) {
        let frame: &Frame = &self.frames_of(thread)[depth];
        let cleared = self.image.code[frame.function.index()].cleared;
        let slots = &self.slots_of(thread)[frame.base as usize..][..cleared as usize];
        // In the middle of a transition a frame stands anywhere, and may need all.
        let live = self.live_slots(frame);
        let Some(keys) = self.exploring().map(|e| &e.keys[frame.function.index()]) else { return };
        for (slot, value) in slots.iter().enumerate() {
            if value.is_pointer() && live.is_none_or(|set| set[slot / 64] >> (slot % 64) & 1 != 0) {
                f(keys.slots[slot], *value);
            }
        }
        let objects = frame.variadic.iter().chain(&frame.allocated);
        for (index, &id) in objects.enumerate() {
            f(super::FRAME_OBJECTS + index as u64, Val::pointer(id, 0));
        }
        f(super::DESTINATION, frame.destination());
        f(super::SCRATCH, frame.scratch);
    }

    /// The result of a thread that has ended, if another may still ask for it.
    pub(super) fn result_of(&self, thread: usize) -> Option<Val> {
        if self.threads[thread].is_joined || self.threads[thread].is_detached {
            return None;
        }
        match (self.threads[thread].pending, self.threads[thread].exiting) {
            (super::Pending::Ended { value }, _) | (_, super::Exiting::Thread { value }) => Some(value),
            _ => None,
        }
    }

    /// Whether an object of the heap is lost where the machine stands, at the end of a run.
    pub fn is_losing(&mut self) -> Result<bool, Stop> {
        let mark = self.exploring_mut().steps.last().map_or(0, |step| step.mark.objects);
        // Words of static objects that this transition wrote are not among the roots yet.
        let written: Vec<u32> = self.written_words().collect();
        for at in written {
            let (owner, _) = self.place_of(at);
            let kind = self.memory.object(owner).map(|object| object.kind);
            if matches!(kind, Some(ObjectKind::Static | ObjectKind::Constant)) {
                let value = self.pointer_word(at as usize);
                let is_root = self.nameless(value).is_some() || self.memory.is_left_over(value.tag);
                self.exploring_mut().heap.set_static_root(at, is_root);
            }
        }
        self.number_heap(mark)?;
        if self.exploring().is_some_and(|e| e.heap.heap_pointed_to < e.heap.heap_found) {
            let what = "whether an object is lost that only a number or part of a pointer may lead to";
            return Err(Stop::NotModelled(what.into()));
        }
        Ok(self.has_leak())
    }

    /// Whether a thread other than the running one can reach a nameless object.
    pub(crate) fn is_reached_by_others(&mut self, id: u32) -> bool {
        let is_changed = self.memory.has_new_places()
            | self.memory.journal.as_mut().is_some_and(|it| std::mem::take(&mut it.pointers_changed));
        let current = self.current;
        let heap = &self.exploring_mut().heap;
        if is_changed || heap.reach_for != Some(current) {
            if self.memory.brake.is_pulled() {
                // The transition is not believed any more.
                return true;
            }
            self.find_reach();
        }
        let heap = &self.exploring_mut().heap;
        heap.reach.get(id as usize).is_some_and(|&is_reached| is_reached)
    }

    /// Finds what static objects and the threads that stand lead to. The running thread is somewhere in the middle of a
    /// transition: what it holds is not looked at, and so what is found is of use to it alone.
    fn find_reach(&mut self) {
        let mut heap = std::mem::take(&mut self.exploring_mut().heap);
        heap.grow(self.memory.object_count());
        heap.reach.fill(false);
        let roots: Vec<u32> = heap.static_roots.iter().copied().collect();
        for at in roots {
            self.spread(&mut heap, self.pointer_word(at as usize));
        }
        // Static objects written in this transition may hold new pointers.
        let fresh: Vec<u32> = self.written_words().collect();
        for at in fresh {
            let (owner, _) = self.place_of(at);
            if !self.memory.is_nameless(owner) {
                self.spread(&mut heap, self.pointer_word(at as usize));
            }
        }
        for place in self.memory.places_in_use() {
            self.spread(&mut heap, Val::pointer(place.object, 0));
        }
        for thread in 0..self.threads.len() {
            if let Some(value) = self.result_of(thread) {
                self.spread(&mut heap, value);
            }
            if thread == self.current {
                continue;
            }
            for index in 0..self.threads[thread].objects.len() {
                let id = self.threads[thread].objects[index].1;
                self.spread(&mut heap, Val::pointer(id, 0));
            }
            for depth in 0..self.frames_of(thread).len() {
                let mut roots: Vec<Val> = Vec::new();
                self.frame_roots(thread, depth, |_, value| roots.push(value));
                roots.into_iter().for_each(|value| self.spread(&mut heap, value));
            }
        }
        heap.reach_for = Some(self.current);
        self.exploring_mut().heap = heap;
    }

    fn spread(&self, heap: &mut Heap, root: Val) {
        let mut work: Vec<u32> = self.reached(root).into_iter().collect();
        while let Some(id) = work.pop() {
            if std::mem::replace(&mut heap.reach[id as usize], true) {
                continue;
            }
            let Some(object) = self.memory.object(id).filter(|o| o.life == Life::Alive) else { continue };
            for index in 0..self.memory.words_of(object) {
                work.extend(self.reached(self.pointer_word(object.base as usize + index)));
            }
        }
    }

    /// The object without a name that a word leads to, be it to what is left of a pointer.
    fn reached(&self, value: Val) -> Option<u32> {
        let left = self.memory.object_left(value).filter(|&object| self.memory.is_nameless(object));
        self.nameless(value).or(left)
    }
}

fn partial_print(key: u64, byte: usize, known: Known) -> u128 {
    let known = u64::from(known.bits) | u64::from(known.lost) << 8;
    mix(inner(key ^ PARTIAL, byte as u64), known, 1)
}
