//! Transitions, forwards and backwards.

use super::{BUDGET, Change, Choice, Exiting, Interrupted, Noticed, Pending, SCRATCH, Step, THREAD, Thread};
use crate::exec::{Frame, Machine};
use crate::extent::UNKNOWN;
use crate::fault::Stop;
use crate::journal::{Journal, Mark};
use crate::library;
use crate::symbolic::Begun;
use crate::value::{INIT, POINTER, TERM, Tag, Val};

use super::print::{inner, place};

impl Machine<'_> {
    /// Takes a transition. `Err` says how it ended if not in a state: the machine then stands where that happened.
    /// Either way [`Machine::undo`] takes it back.
    pub fn take(&mut self, choice: Choice) -> Result<(), Stop> {
        let taken = self.go(choice);
        // A transition during which the brake was pulled means nothing, however it ended.
        self.memory.brake.check().and(taken)
    }

    fn go(&mut self, choice: Choice) -> Result<(), Stop> {
        let thread = choice.thread as usize;
        self.switch_to(thread);
        self.begin_step(thread);
        self.footprint.clear();
        self.memory.notes.clear();
        let is_run = self.threads[thread].pending == Pending::Run;
        let decided = match self.threads[thread].pending {
            Pending::Decide { question, interrupted, .. } => Some((question, interrupted)),
            _ => None,
        };
        let place = self.frames.last().map(|frame| (frame.serial, frame.pc));
        let exploring = self.exploring_mut();
        exploring.budget = BUDGET;
        exploring.disturbed = None;
        exploring.raced = None;
        if exploring.noticed != Noticed::default() {
            exploring.noticed_so_far = exploring.noticed_so_far.and(std::mem::take(&mut exploring.noticed));
        }
        exploring.granted = (!is_run).then_some(choice.option);
        (exploring.is_passing, exploring.is_failing) = (is_run, false);
        if let Some(symbolic) = &mut exploring.symbolic {
            // The option is of the decision, and of nothing else.
            symbolic.decided = decided.map(|(question, _)| (choice.option, question));
            symbolic.answered = None;
            symbolic.waits_for = None;
            let now = Interrupted { granted: exploring.granted, is_passing: is_run, jumps: 0 };
            let begun = decided.map_or(now, |(_, interrupted)| interrupted);
            (exploring.granted, exploring.is_passing) = (begun.granted, begun.is_passing);
            symbolic.begun = Begun { thread, place, interrupted: begun };
        }
        (exploring.has_jumped, exploring.has_compared) = (false, false);
        let mut new = self.threads.len();
        let ran = self.run_thread();
        if decided.is_some() {
            self.refuse_undecided()?;
        }
        ran?;
        let has_jumped = self.exploring_mut().has_jumped;
        // A thread that has just been created goes up to its first visible operation.
        while new < self.threads.len() {
            self.switch_to(new);
            let exploring = self.exploring_mut();
            exploring.disturbed = None;
            exploring.heap.forget_roots(new);
            (exploring.budget, exploring.granted) = (BUDGET, None);
            exploring.saved_from = 0;
            self.run_thread()?;
            new += 1;
        }
        self.exploring_mut().has_jumped = has_jumped;
        self.switch_to(thread);
        if self.exploring_mut().is_single {
            self.forget_steps();
            return Ok(());
        }
        let step = self.exploring_mut().steps.last().map(|step| (step.mark, step.threads as usize));
        let (mark, threads) = step.unwrap_or_default();
        self.settle(&mark, thread, threads)
    }

    /// What was done cannot be undone any more.
    pub(super) fn forget_steps(&mut self) {
        let exploring = self.exploring_mut();
        exploring.steps.clear();
        exploring.frames.clear();
        exploring.slots.clear();
        exploring.changes.clear();
        exploring.packed.forget();
    }

    /// Runs the current thread up to what it is about to do next.
    fn run_thread(&mut self) -> Result<(), Stop> {
        let thread = self.current;
        loop {
            // Who waits for its turn to call a destructor has left its functions.
            let ran = if self.frames.is_empty() { Ok(Val::UNINIT) } else { self.run(0, u64::MAX) };
            match ran {
                Ok(_) | Err(Stop::ThreadExit(_)) if self.threads[thread].is_exiting() => {}
                Ok(value) if thread == 0 => {
                    library::begin_exit(self)?;
                    let status = if value.is_int() { value.bits as i32 & 0xff } else { 0 };
                    self.thread_mut(thread).exiting = Exiting::Process { status, destructors: 0 };
                }
                Ok(value) | Err(Stop::ThreadExit(value)) => {
                    while !self.frames.is_empty() {
                        self.drop_frame();
                    }
                    self.thread_mut(thread).exiting = Exiting::Thread { value };
                }
                Err(Stop::Yield) => return self.wait(),
                Err(stop) => return Err(stop),
            }
            match self.threads[thread].exiting {
                Exiting::Process { status, destructors } => {
                    let (function, done) = match library::next_exit_function(self, destructors) {
                        Ok(Some(next)) => next,
                        Ok(None) => return Err(Stop::Exit(status)),
                        Err(Stop::Yield) => return self.wait(),
                        Err(stop) => return Err(stop),
                    };
                    self.thread_mut(thread).exiting = Exiting::Process { status, destructors: done };
                    self.push_callback(function, &[])?;
                }
                Exiting::Thread { value } => match library::next_thread_destructor(self) {
                    Ok(Some((function, argument))) => {
                        self.push_callback(function, &[(argument, self.pointer_kind())])?
                    }
                    Ok(None) => return self.end_thread(value),
                    Err(Stop::Yield) => return self.wait(),
                    Err(stop) => return Err(stop),
                },
                Exiting::Not => return Ok(()),
            }
        }
    }

    /// The current thread has stopped before what is next.
    fn wait(&mut self) -> Result<(), Stop> {
        let (thread, pending) = (self.current, self.exploring_mut().next);
        if self.threads[thread].pending != pending {
            self.thread_mut(thread).pending = pending;
        }
        Ok(())
    }

    fn end_thread(&mut self, value: Val) -> Result<(), Stop> {
        let thread = self.current;
        let state = self.thread_mut(thread);
        state.pending = Pending::Ended { value };
        state.atomic = 0;
        for index in 0..self.threads[thread].objects.len() {
            self.memory.end(self.threads[thread].objects[index].1);
        }
        self.live -= 1;
        if self.live > 0 {
            return Ok(());
        }
        // The last thread ends the process.
        self.live = 1;
        self.thread_mut(thread).exiting = Exiting::Process { status: 0, destructors: 0 };
        match library::next_exit_function(self, 0)? {
            None => Err(Stop::Exit(0)),
            Some(_) => Err(Stop::NotModelled("exit handlers after the end of the last thread".into())),
        }
    }

    fn begin_step(&mut self, thread: usize) {
        self.pack_if_much();
        let (mark, threads, live, serial) =
            (self.memory.mark(), self.threads.len() as u32, self.live, self.serial);
        let frames = self.frames.len();
        if let Some(journal) = &mut self.memory.journal {
            journal.begin();
        }
        if let Some(past) = &mut self.library.past {
            past.is_saved = false;
        }
        let exploring = self.exploring_mut();
        exploring.heap.forget_roots(thread);
        let step = Step {
            thread: thread as u32,
            threads,
            live,
            mark,
            heap: exploring.heap.mark(),
            frames: exploring.frames.len() as u32,
            slots: exploring.slots.len() as u32,
            changes: exploring.changes.len() as u32,
            saved_from: frames as u32,
            is_kept_saved: false,
            is_leaking: exploring.is_leaking,
            serial,
            named: exploring.named,
            nameless: exploring.nameless,
            symbols: exploring.symbolic.as_ref().map(|it| it.mark()).unwrap_or_default(),
            of_terms: exploring.of_terms,
        };
        exploring.steps.push(step);
        // Frames that begin from now on are not saved. Who waits to call a destructor has none.
        exploring.saved_from = frames;
        if let Some(top) = frames.checked_sub(1) {
            self.save_frames(top);
        }
    }

    /// Frames from this depth on are about to change or to go.
    pub(crate) fn save_frames(&mut self, depth: usize) {
        let Some(exploring) = &mut self.exploring else { return };
        while exploring.saved_from > depth {
            let next = exploring.saved_from.min(self.frames.len()) - 1;
            let frame = &self.frames[next];
            let cleared = self.image.code[frame.function.index()].cleared as usize;
            exploring.slots.extend_from_slice(&self.slots[frame.base as usize..][..cleared]);
            exploring.frames.push(frame.clone());
            exploring.saved_from = next;
            if let Some(step) = exploring.steps.last_mut().filter(|step| step.thread as usize == self.current)
            {
                step.saved_from = next as u32;
            }
        }
    }

    /// Brings the fingerprint up to date.
    pub(super) fn settle(&mut self, mark: &Mark, thread: usize, threads: usize) -> Result<(), Stop> {
        let is_kept_saved = self.library.past.as_ref().is_none_or(|past| past.is_saved);
        let exploring = self.exploring_mut();
        let step = exploring.steps.last_mut().map(|step| {
            step.is_kept_saved = is_kept_saved;
            (step.frames as usize, step.changes as usize, step.saved_from as usize)
        });
        let (first_frame, first_change, saved_from) = step.unwrap_or_default();
        let mut named = exploring.named;
        // Pointers to nameless objects before and after: if they differ, the numbers may.
        let mut raws = (0u64, 0u64);
        for frame in &exploring.frames[first_frame..] {
            named = named.wrapping_sub(frame.print);
            raws.0 = raws.0.wrapping_add(frame.raw);
        }
        self.settle_frames(thread, saved_from, &mut named, &mut raws.1)?;
        if threads < self.threads.len() {
            for new in threads..self.threads.len() {
                self.settle_frames(new, 0, &mut named, &mut raws.1)?;
            }
            self.switch_to(thread);
        }
        let mut is_dirty = raws.0 != raws.1;
        for index in first_change..self.exploring_mut().changes.len() {
            let changed = self.exploring_mut().changes[index].thread as usize;
            if changed < threads {
                self.settle_thread(changed, &mut named, &mut is_dirty);
            }
        }
        (threads..self.threads.len()).for_each(|new| self.settle_thread(new, &mut named, &mut is_dirty));
        if is_kept_saved {
            let print = self.library_print();
            let old = std::mem::replace(&mut self.library.print, print);
            named = named.wrapping_sub(old).wrapping_add(print);
        }
        // Taken out, so that it can be read while the fingerprint changes.
        let is_symbolic = self.is_symbolic();
        if is_symbolic {
            self.settle_bytes();
        }
        // Which objects are reached, and what they are called, has to be current for those that hold terms.
        is_dirty |= is_symbolic && self.memory.term_bytes().next().is_some();
        let Some(mut journal) = self.memory.journal.take() else { return Ok(()) };
        let settled = self.settle_memory(&mut journal, mark, named, is_dirty);
        self.memory.journal = Some(journal);
        let (named, is_dirty) = settled?;
        if is_dirty {
            let nameless = self.number_heap(mark.objects)?;
            let is_leaking = self.has_leak();
            let exploring = self.exploring_mut();
            exploring.nameless = nameless;
            exploring.is_leaking |= is_leaking;
        }
        self.exploring_mut().named = named;
        if is_symbolic {
            self.settle_terms();
        }
        Ok(())
    }

    /// The frames of a thread from a depth on.
    fn settle_frames(
        &mut self,
        thread: usize,
        from: usize,
        named: &mut u128,
        raws: &mut u64,
    ) -> Result<(), Stop> {
        self.switch_to(thread);
        let own = inner(THREAD, thread as u64);
        for depth in from..self.frames.len() {
            let (at, frame) = (inner(own, depth as u64), &self.frames[depth]);
            let (rest, raw, has_part) = match self.saved_frame(thread, frame) {
                Some((old, slots)) => self.frame_changes(at, frame, old, slots),
                None => self.frame_print(at, frame),
            };
            if has_part {
                return Err(in_part());
            }
            let head = self.frame_head(at, frame, depth + 1 == self.frames.len());
            let print = rest.wrapping_add(head);
            let frame = &mut self.frames[depth];
            (frame.print, frame.head, frame.raw) = (print, head, raw);
            *named = named.wrapping_add(print);
            *raws = raws.wrapping_add(raw);
        }
        Ok(())
    }

    /// A frame as it was at the start of the transition, if it was open then.
    #[inline]
    fn saved_frame(&self, thread: usize, frame: &Frame) -> Option<(&Frame, &[Val])> {
        let exploring = self.exploring()?;
        let step = exploring.steps.last().filter(|step| step.thread as usize == thread)?;
        let mut at = step.slots as usize;
        for old in &exploring.frames[step.frames as usize..] {
            let cleared = self.image.code[old.function.index()].cleared as usize;
            if old.serial == frame.serial {
                let is_plain = !old.has_jump && !frame.has_jump && frame.variadic.is_none();
                return is_plain.then(|| (old, &exploring.slots[at..at + cleared]));
            }
            at += cleared;
        }
        None
    }

    /// As [`Machine::frame_print`], from what the frame was before.
    #[inline(never)]
    fn frame_changes(&self, at: u64, frame: &Frame, old: &Frame, slots: &[Val]) -> (u128, u64, bool) {
        let Some(exploring) = self.exploring() else { return (0, 0, false) };
        let (mut print, mut raw, mut has_part) = (old.print.wrapping_sub(old.head), old.raw, false);
        let keys = &exploring.keys[frame.function.index()];
        has_part |= is_part(frame.scratch.tag) && frame.scratch.tag != TERM;
        let mut change = |slot: u64, before: Val, after: Val| {
            has_part |= after.as_fragment().is_some();
            let (old, new) = (
                self.slot_print(&exploring.heap, at, slot, before),
                self.slot_print(&exploring.heap, at, slot, after),
            );
            print = print.wrapping_sub(old.0).wrapping_add(new.0);
            raw = raw.wrapping_sub(old.1).wrapping_add(new.1);
        };
        let now = &self.slots[frame.base as usize..][..slots.len()];
        let live = &exploring.live[frame.function.index()];
        let (were, are) = (live.set(old.pc), live.set(frame.pc));
        for (word, (slots, now)) in slots.chunks(64).zip(now.chunks(64)).enumerate() {
            let (were, are) = (were.map_or(u64::MAX, |set| set[word]), are.map_or(u64::MAX, |set| set[word]));
            let all = u64::MAX >> (64 - slots.len());
            let mut left = (were ^ are) & all;
            let mut kept = were & are & all;
            while kept != 0 {
                let bit = kept.trailing_zeros() as usize;
                kept &= kept - 1;
                left |= u64::from(slots[bit] != now[bit]) << bit;
            }
            while left != 0 {
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                let before = if were >> bit & 1 != 0 { slots[bit] } else { Val::UNINIT };
                let after = if are >> bit & 1 != 0 { now[bit] } else { Val::UNINIT };
                if before != after {
                    change(keys.slots[64 * word + bit], before, after);
                }
            }
        }
        if old.scratch != frame.scratch {
            change(SCRATCH, old.scratch, frame.scratch);
        }
        for &id in frame.allocated.iter().skip(old.allocated.len()) {
            raw = raw.wrapping_add(super::print::split(u64::from(id)));
        }
        (print, raw, has_part)
    }

    fn settle_thread(&mut self, thread: usize, named: &mut u128, is_dirty: &mut bool) {
        let print = self.thread_print(thread);
        let old = std::mem::replace(&mut self.threads[thread].print, print);
        *named = named.wrapping_sub(old).wrapping_add(print);
        // Its result, and objects of its own that have just begun or ended.
        let Thread { pending, exiting, objects, .. } = &self.threads[thread];
        *is_dirty |= matches!(pending, Pending::Ended { .. })
            || matches!(exiting, Exiting::Thread { .. })
            || !objects.is_empty();
    }

    /// Memory's share, and whether nameless objects have to be numbered anew.
    fn settle_memory(
        &mut self,
        journal: &mut Journal,
        mark: &Mark,
        mut named: u128,
        mut is_dirty: bool,
    ) -> Result<(u128, bool), Stop> {
        let objects = self.memory.object_count();
        let Some(exploring) = &mut self.exploring else { return Ok((named, false)) };
        if objects > mark.objects as usize {
            exploring.heap.grow(objects);
        }
        is_dirty |= !journal.ends_since(mark).is_empty()
            || self.memory.place_count() != mark.places
            || self.memory.orders.count() != mark.orders;
        for id in mark.objects as usize..objects {
            let is_nameless = self.memory.is_nameless(id as u32);
            // Two objects of one name would be one in a fingerprint.
            debug_assert!(is_nameless || exploring.heap.key(id as u32) != 0, "object {id} has no name");
            is_dirty |= is_nameless;
        }
        let mut nameless = exploring.nameless;
        for old in journal.writes_since(mark) {
            let owner = journal.owner(old.at);
            let Some(&object) = self.memory.object(owner) else { continue };
            let mut after = self.memory.word(old.at as usize);
            let before = Val { bits: old.bits, tag: old.tag };
            // Of a pointer of which too little is left to say what it was one to, nothing is kept.
            if self.memory.is_left_over(after.tag) && !self.memory.is_telling(after.tag) {
                after = self.memory.blur(old.at as usize);
            }
            let (was_pointer, is_pointer) =
                (self.memory.is_whole_pointer(before.tag), self.memory.is_whole_pointer(after.tag));
            let (was_left, is_left) =
                (self.memory.is_left_over(before.tag), self.memory.is_left_over(after.tag));
            is_dirty |= has_partial(before.tag) || has_partial(after.tag);
            let was_nameless = was_left || was_pointer && self.memory.is_nameless(before.object());
            let is_nameless = is_left || is_pointer && self.memory.is_nameless(after.object());
            let heap = &mut exploring.heap;
            let at = place(heap.key(owner), u64::from(old.at - object.base));
            let is_named = !self.memory.is_nameless(owner);
            if was_nameless || is_nameless {
                is_dirty = true;
                if is_named {
                    heap.set_static_root(owner, old.at - object.base, old.at, is_nameless);
                }
            }
            if is_named {
                if !was_nameless {
                    named = named.wrapping_sub(heap.word_of(object.blank, at, before, was_pointer));
                }
                if !is_nameless {
                    named = named.wrapping_add(heap.word_of(object.blank, at, after, is_pointer));
                }
            } else if !is_dirty {
                nameless = nameless.wrapping_sub(heap.word_of(object.blank, at, before, was_pointer));
                nameless = nameless.wrapping_add(heap.word_of(object.blank, at, after, is_pointer));
            }
        }
        // The next transition may be another thread's, and what was written may be seen from elsewhere by then.
        if is_dirty || !journal.has_known_pointers(|_| false) {
            exploring.heap.forget_reach();
        }
        exploring.nameless = nameless;
        Ok((named, is_dirty))
    }

    /// Takes the last transition back.
    pub fn undo(&mut self) {
        let Some(step) = self.exploring_mut().steps.pop() else { return };
        self.switch_to(step.thread as usize);
        self.memory.undo(&step.mark);
        if step.is_kept_saved || self.library.past.as_ref().is_some_and(|past| past.is_saved) {
            self.library.restore();
            self.library.print = self.library_print();
        }
        if let Some(past) = &mut self.library.past {
            past.is_saved = false;
        }
        if self.library.variadic.last_key_value().is_some_and(|(&id, _)| id >= step.mark.objects) {
            self.library.variadic.split_off(&step.mark.objects);
        }
        self.library.callbacks = 0;
        self.undo_frames(&step);
        self.threads.truncate(step.threads as usize);
        self.undo_changes(&step);
        (self.live, self.serial) = (step.live, step.serial);
        let objects = self.memory.object_count();
        let exploring = self.exploring_mut();
        exploring.heap.undo(step.heap, objects);
        exploring.heap.forget_roots(step.thread as usize);
        exploring.is_leaking = step.is_leaking;
        exploring.disturbed = None;
        (exploring.named, exploring.nameless) = (step.named, step.nameless);
        exploring.of_terms = step.of_terms;
        if let Some(symbolic) = &mut exploring.symbolic {
            symbolic.undo(step.symbols);
        }
        self.unpack_if_needed();
    }

    fn undo_frames(&mut self, step: &Step) {
        let Some(exploring) = &mut self.exploring else { return };
        let mut depth = (step.saved_from as usize).min(self.frames.len());
        self.frames.truncate(depth + exploring.frames.len() - step.frames as usize);
        // Saved from the top down, so the last one is the lowest.
        while exploring.frames.len() > step.frames as usize {
            let Some(frame) = exploring.frames.pop() else { break };
            let (code, base) = (&self.image.code[frame.function.index()], frame.base as usize);
            let start = exploring.slots.len() - code.cleared as usize;
            // What temporaries hold does not matter.
            self.slots.resize(base + code.slots as usize, Val::UNINIT);
            self.slots[base..base + code.cleared as usize].copy_from_slice(&exploring.slots[start..]);
            exploring.slots.truncate(start);
            match self.frames.get_mut(depth) {
                Some(place) => *place = frame,
                None => self.frames.push(frame),
            }
            depth += 1;
        }
        if self.frames.is_empty() {
            self.slots.clear();
        }
    }

    fn undo_changes(&mut self, step: &Step) {
        let Some(exploring) = &mut self.exploring else { return };
        while exploring.changes.len() > step.changes as usize
            && let Some(change) = exploring.changes.pop()
        {
            let Change { thread, pending, is_detached, is_joined, atomic, objects, exiting, print } = change;
            let Some(state) = self.threads.get_mut(thread as usize) else { continue };
            (state.pending, state.is_detached, state.is_joined) = (pending, is_detached, is_joined);
            state.atomic = atomic;
            state.objects.truncate(objects as usize);
            (state.exiting, state.print) = (exiting, print);
            state.need.set(UNKNOWN);
        }
    }

    /// Adds a thread that will call a function with one argument.
    pub(crate) fn add_thread(
        &mut self,
        function: cfa::program::FunctionId,
        argument: Val,
    ) -> Result<usize, Stop> {
        let (new, current) = (self.threads.len(), self.current);
        self.threads.push(Thread::new());
        self.live += 1;
        self.switch_to(new);
        let saved = std::mem::replace(&mut self.exploring_mut().saved_from, 0);
        // Nobody sees the new thread's own parameter yet.
        let watched = self.memory.pause_watch();
        let pushed = self.push_callback(function, &[(argument, self.pointer_kind())]);
        self.memory.resume_watch(watched);
        self.exploring_mut().saved_from = saved;
        self.switch_to(current);
        // What the argument leads to is reached by two from now on, though no word of memory has changed.
        let heap = &mut self.exploring_mut().heap;
        heap.forget_reach();
        heap.forget_roots(new);
        pushed.map(|()| new)
    }
}

fn in_part() -> Stop {
    Stop::NotModelled("a state in which a pointer is copied in part".into())
}

/// Whether a word holds bytes of a pointer, or unknown ones, but no whole pointer.
pub(super) fn is_part(tag: Tag) -> bool {
    tag & POINTER != 0 && tag != POINTER
}

/// Whether some byte of a word is known in part.
pub(super) fn has_partial(tag: Tag) -> bool {
    tag >> 1 & tag & INIT != 0
}
