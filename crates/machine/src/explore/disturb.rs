//! Whether others can touch what a thread is about to access before it moves: the first condition for going first (see
//! [`super::alone`]).
//!
//! Who disturbed a thread the last time mostly does so again, so that one is asked first: one frame instead of all. Which
//! frame is found first depends on what was asked before, the answer does not. What is noted of an answer is what it follows from: of
//! "disturbed by this frame" that frame, else all that may move. (To keep an answer until the one who disturbs has moved does not pay: at the end
//! of a transition the access is a new one, and in between it was right in 30 of 100 cases, peterson 3, for as much as it saved.)

use super::{Access, BUCKETS, Exploring, Look, Pending};
use crate::exec::{Frame, Machine};
use crate::library::sync::Call;
use crate::may::{May, Set};
use crate::memory::{Life, ObjectKind};
use crate::value::Val;

/// Words of memory that are looked at for one answer; beyond it nobody is alone.
const WORDS: usize = 1 << 16;
/// No slot: a pointer that a frame has elsewhere, or none at all.
const NOWHERE: u32 = u32::MAX;

/// A frame that may touch what a thread accesses, and its slot with a pointer there.
#[derive(Clone, Copy)]
struct Suspect {
    thread: u32,
    depth: u32,
    slot: u32,
}

const NOBODY: Suspect = Suspect { thread: u32::MAX, depth: u32::MAX, slot: NOWHERE };

impl Machine<'_> {
    /// Whether an access of the running thread that others might see is one that they cannot disturb.
    #[inline]
    pub(crate) fn is_alone(&mut self, access: &Access) -> bool {
        if self.exploring().is_none_or(|e| e.may.is_none()) {
            return false;
        }
        self.footprint.look_at_program();
        let is_alone = self.is_out_of_reach(self.current, access);
        self.exploring_mut().disturbed = (!is_alone).then_some(self.current);
        is_alone
    }

    /// Whether no other thread can touch these bytes before a thread moves.
    #[inline]
    pub(super) fn is_out_of_reach(&mut self, thread: usize, access: &Access) -> bool {
        if !self.is_suspect_right(thread, access) {
            return self.is_cleared(thread, access);
        }
        if self.footprint.is_kept() {
            self.note_suspect(thread, access);
        }
        false
    }

    /// Whether the frame that disturbed a thread last does so again.
    fn is_suspect_right(&self, thread: usize, access: &Access) -> bool {
        let Some(Exploring { may: Some(may), pointed, .. }) = self.exploring() else { return false };
        let Some(last) = pointed.suspects.get(thread) else { return false };
        self.may_precede(last.thread as usize, thread)
            && (last.depth as usize) < self.frames_of(last.thread as usize).len()
            && match may.object(access.at.object()) {
                Some(object) => self.is_touched(may, last, object, access),
                None => self.is_held(may, last, access.at.object()).is_some(),
            }
    }

    /// Asks all others.
    #[inline(never)]
    fn is_cleared(&mut self, thread: usize, access: &Access) -> bool {
        // Taken out, so that it can be read meanwhile; nothing moves.
        let Some(may) = self.exploring_mut().may.take() else { return false };
        let is_cleared = may.is_known && self.is_left_alone(&may, thread, access);
        self.exploring_mut().may = Some(may);
        is_cleared
    }

    fn is_left_alone(&mut self, may: &May, thread: usize, access: &Access) -> bool {
        let id = access.at.object();
        let Some(object) = self.memory.object(id) else { return false };
        // What is no object of the program's is the library's.
        if object.kind == ObjectKind::Static && may.object(id).is_none() {
            return false;
        }
        if let Some(found) = self.find_disturber(may, thread, access) {
            self.note_ahead(may, found, Some(access));
            self.exploring_mut().pointed.suspect(thread, found);
            return false;
        }
        for other in 0..self.threads.len() {
            let depths = if self.may_precede(other, thread) { self.frames_of(other).len() } else { 0 };
            for depth in 0..depths as u32 {
                self.note_ahead(may, Suspect { thread: other as u32, depth, slot: NOWHERE }, None);
            }
        }
        !self.is_pointed_to(may, thread, id)
    }

    /// A frame that names what is accessed, or holds a pointer to it.
    fn find_disturber(&self, may: &May, thread: usize, access: &Access) -> Option<Suspect> {
        (0..self.threads.len()).filter(|&other| self.may_precede(other, thread)).find_map(|other| {
            (0..self.frames_of(other).len()).rev().find_map(|depth| {
                let frame = Suspect { thread: other as u32, depth: depth as u32, slot: NOWHERE };
                let slot = match may.object(access.at.object()) {
                    Some(object) => self.is_touched(may, &frame, object, access).then_some(NOWHERE)?,
                    None => self.is_held(may, &frame, access.at.object())?,
                };
                Some(Suspect { slot, ..frame })
            })
        })
    }

    /// Whether a frame may touch what is accessed, an object that it names.
    #[inline]
    fn is_touched(&self, may: &May, frame: &Suspect, object: u32, access: &Access) -> bool {
        let at = (frame.thread as usize, frame.depth as usize);
        let set = &may.sets[self.stand(may, at.0, at.1).2 as usize];
        set.disturbs(object, access.is_write) || self.is_part_touched(set, object, at, access)
    }

    /// The slot in which a frame holds a pointer to an object without a name, if it does.
    #[inline(never)]
    fn is_held(&self, may: &May, suspect: &Suspect, target: u32) -> Option<u32> {
        let thread = suspect.thread as usize;
        let is_there = |value: Val| value.is_pointer() && value.object() == target;
        let frame = &self.frames_of(thread)[suspect.depth as usize];
        if self.root(may, thread, frame, suspect.slot).is_some_and(is_there) {
            return Some(suspect.slot);
        }
        let mut found = None;
        self.for_each_root(may, thread, frame, |slot, value| {
            if is_there(value) {
                found = Some(slot);
            }
        });
        found
    }

    /// Whether a thread may move before another does.
    #[inline]
    fn may_precede(&self, other: usize, thread: usize) -> bool {
        other != thread
            && match self.threads.get(other).map(|it| &it.pending) {
                None | Some(Pending::Ended { .. }) => false,
                Some(Pending::Call(Call::Join { .. })) => !self.waits_to_join(other, thread),
                _ => true,
            }
    }

    /// Whether a thread waits to join another, or one that does.
    fn waits_to_join(&self, mut at: usize, thread: usize) -> bool {
        for _ in 0..self.threads.len() {
            let Pending::Call(Call::Join { thread: next }) = self.threads[at].pending else { return false };
            at = next as usize;
            if at == thread {
                return true;
            }
        }
        // They wait for each other.
        true
    }

    /// Notes what it follows from that the one who disturbed a thread last does so again.
    fn note_suspect(&mut self, thread: usize, access: &Access) {
        let last = self.exploring().and_then(|e| e.pointed.suspects.get(thread)).copied();
        if let Some((last, may)) = last.zip(self.exploring_mut().may.take()) {
            self.note_ahead(&may, last, Some(access));
            self.exploring_mut().may = Some(may);
        }
    }

    /// Notes that what a frame may still do was looked at: that it disturbs an access, or all.
    fn note_ahead(&mut self, may: &May, Suspect { thread, depth, .. }: Suspect, access: Option<&Access>) {
        if !self.footprint.is_kept() {
            return;
        }
        let (location, is_behind, _) = self.stand(may, thread as usize, depth as usize);
        let function = self.frames_of(thread as usize)[depth as usize].function;
        // An object without a name is found in a slot, whatever is ahead: any part tells which slots count.
        let only = access.map(|access| match may.object(access.at.object()) {
            Some(_) => bucket_of(self.exploring_mut().heap.key(access.at.object())),
            None => 0,
        });
        for bucket in (0..BUCKETS).filter(|&bucket| only.is_none_or(|only| only == bucket)) {
            let look = if is_behind { Look::Behind(bucket) } else { Look::At(bucket) };
            self.footprint.look(function, location, look);
        }
    }

    /// The location of a frame, whether it waits for the call there to return, and its set.
    #[inline]
    pub(super) fn stand(&self, may: &May, thread: usize, depth: usize) -> (u32, bool, u32) {
        let frames = self.frames_of(thread);
        let frame: &Frame = &frames[depth];
        let stands = &may.function(frame.function).stands;
        let is_outer = depth + 1 < frames.len() && frame.progress == 0;
        let stand = &stands[frame.pc as usize];
        match stand.behind.filter(|_| is_outer) {
            Some((call, set)) => (call, true, set),
            None => (stand.location, false, stand.set),
        }
    }

    /// Whether a frame may touch these bytes as an element of an object that it names.
    fn is_part_touched(&self, set: &Set, object: u32, at: (usize, usize), access: &Access) -> bool {
        let (start, end) = access.span();
        set.elements.iter().any(|element| {
            if element.object != object || !(access.is_write || element.is_write) {
                return false;
            }
            let moved = match element.register {
                None => Some(0),
                Some((_, slot)) => {
                    let frame = &self.frames_of(at.0)[at.1];
                    let value = self.slots_of(at.0)[(frame.base + slot) as usize];
                    value.is_int().then(|| (value.bits as i64).checked_mul(element.scale)).flatten()
                }
            };
            let Some((low, high)) =
                moved.and_then(|by| Some((element.low.checked_add(by)?, element.high.checked_add(by)?)))
            else {
                return true;
            };
            low < end && start < high
        })
    }

    /// Whether pointers of those who may move before a thread lead to an object, over all that memory holds.
    fn is_pointed_to(&mut self, may: &May, thread: usize, target: u32) -> bool {
        let mut search = std::mem::take(&mut self.exploring_mut().pointed);
        search.begin(self.memory.object_count(), target);
        let is_found = self.search(may, thread, &mut search);
        self.exploring_mut().pointed = search;
        is_found
    }

    fn search(&self, may: &May, thread: usize, search: &mut Pointed) -> bool {
        let first = search.suspects.get(thread).map_or(0, |last| last.thread as usize);
        let others = std::iter::once(first).chain((0..self.threads.len()).filter(|&other| other != first));
        for other in others.filter(|&other| self.may_precede(other, thread)) {
            for &(_, id) in &self.threads[other].objects {
                search.add(self, Val::pointer(id, 0));
            }
            for depth in 0..self.frames_of(other).len() {
                let frame = &self.frames_of(other)[depth];
                self.for_each_root(may, other, frame, |_, value| search.add(self, value));
                let set = &may.sets[self.stand(may, other, depth).2 as usize];
                let statics = &self.image.statics;
                set.named().for_each(|object| search.add(self, Val::pointer(statics[object as usize], 0)));
                // What is read by name need not be pointed to, but what it holds is.
                search.held.extend(set.read().map(|object| statics[object as usize]));
            }
            if search.goes_through(self) {
                search.suspect(thread, Suspect { thread: other as u32, ..NOBODY });
                return true;
            }
        }
        for thread in &self.threads {
            thread.result().into_iter().for_each(|value| search.add(self, value));
        }
        search.held.extend(self.library_objects());
        search.goes_through(self)
    }

    /// The slots of a frame that may point to something and are needed, but for addresses of accesses that are told by name; 64 a word.
    #[inline]
    fn root_slots(&self, may: &May, frame: &Frame, word: usize) -> u64 {
        let aliased = may.function(frame.function).aliased.get(word).copied().unwrap_or_default();
        self.live_slots(frame).map_or(u64::MAX, |set| set[word]) & !aliased
    }

    /// What such a slot holds.
    fn root(&self, may: &May, thread: usize, frame: &Frame, slot: u32) -> Option<Val> {
        let cleared = self.image.code[frame.function.index()].cleared;
        let is_root =
            slot < cleared && self.root_slots(may, frame, slot as usize / 64) >> (slot % 64) & 1 != 0;
        is_root.then(|| self.slots_of(thread)[(frame.base + slot) as usize])
    }

    /// What a frame holds that may point to something.
    fn for_each_root(&self, may: &May, thread: usize, frame: &Frame, mut f: impl FnMut(u32, Val)) {
        let cleared = self.image.code[frame.function.index()].cleared as usize;
        let slots = &self.slots_of(thread)[frame.base as usize..][..cleared];
        for (word, slots) in slots.chunks(64).enumerate() {
            let mut left = self.root_slots(may, frame, word) & u64::MAX >> (64 - slots.len());
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                if slots[bit as usize].is_pointer() {
                    f(64 * word as u32 + bit, slots[bit as usize]);
                }
            }
        }
        frame.variadic.iter().chain(&frame.allocated).for_each(|&id| f(NOWHERE, Val::pointer(id, 0)));
        f(NOWHERE, frame.destination());
        f(NOWHERE, frame.scratch);
    }
}

/// The part of what is ahead that tells of an object, by what stands for that.
pub(super) fn bucket_of(key: u64) -> u32 {
    (key % u64::from(BUCKETS)) as u32
}

/// A search for an object over pointers.
#[derive(Default)]
pub(crate) struct Pointed {
    target: u32,
    is_found: bool,
    /// By object, the search in which it was found last.
    found: Vec<u32>,
    round: u32,
    /// Objects found that were not looked into yet, and those that are only looked into.
    work: Vec<u32>,
    held: Vec<u32>,
    /// Words that may still be looked at.
    left: usize,
    /// By thread, who disturbed it last.
    suspects: Vec<Suspect>,
}

impl Pointed {
    fn begin(&mut self, objects: usize, target: u32) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.found.clear();
            self.round = 1;
        }
        self.found.resize(objects.max(self.found.len()), 0);
        self.work.clear();
        self.held.clear();
        (self.target, self.is_found, self.left) = (target, false, WORDS);
    }

    fn add(&mut self, machine: &Machine<'_>, value: Val) {
        let whole = value.is_pointer().then(|| value.object());
        let Some(id) = whole.or_else(|| machine.memory.object_left(value)) else { return };
        if let Some(found) = self.found.get_mut(id as usize)
            && std::mem::replace(found, self.round) != self.round
        {
            self.is_found |= id == self.target;
            self.work.push(id);
        }
    }

    /// Follows what was found so far; whether that leads to the target, or too far.
    fn goes_through(&mut self, machine: &Machine<'_>) -> bool {
        while let Some(id) = self.held.pop().or_else(|| self.work.pop()) {
            if self.is_found || !self.follow(machine, id) {
                return true;
            }
        }
        self.is_found
    }

    fn suspect(&mut self, thread: usize, suspect: Suspect) {
        self.suspects.resize(self.suspects.len().max(thread + 1), NOBODY);
        self.suspects[thread] = suspect;
    }

    /// What an object holds; false if there is too much to look at.
    fn follow(&mut self, machine: &Machine<'_>, id: u32) -> bool {
        let Some(object) = machine.memory.object(id).filter(|object| object.life == Life::Alive) else {
            return true;
        };
        let words = machine.memory.words_of(object);
        let Some(left) = self.left.checked_sub(words) else { return false };
        self.left = left;
        for index in 0..words {
            self.add(machine, machine.pointer_word(object.base as usize + index));
        }
        true
    }
}
