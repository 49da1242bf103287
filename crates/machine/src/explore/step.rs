//! Transitions, forwards and backwards.

use super::{BUDGET, Change, Choice, Exiting, Pending, Step, Thread};
use crate::exec::Machine;
use crate::fault::Stop;
use crate::journal::Mark;
use crate::library;
use crate::memory::{Life, ObjectKind};
use crate::value::{UNINIT, Val};

use super::print::place;

impl Machine<'_> {
    /// Takes a transition. `Err` says how it ended if not in a state: the machine then stands where that happened.
    /// Either way [`Machine::undo`] takes it back.
    pub fn take(&mut self, choice: Choice) -> Result<(), Stop> {
        let thread = choice.thread as usize;
        self.switch_to(thread);
        self.begin_step(thread);
        let is_run = self.threads[thread].pending == Pending::Run;
        let exploring = self.exploring_mut();
        exploring.budget = BUDGET;
        exploring.granted = (!is_run).then_some(choice.option);
        exploring.is_passing = is_run;
        let mut new = self.threads.len();
        self.run_thread()?;
        // A thread that has just been created goes up to its first visible operation.
        while new < self.threads.len() {
            self.switch_to(new);
            let exploring = self.exploring_mut();
            (exploring.budget, exploring.granted) = (BUDGET, None);
            exploring.saved_from = 0;
            self.run_thread()?;
            new += 1;
        }
        self.switch_to(thread);
        let step = self.exploring_mut().steps.last().map(|step| (step.mark, step.threads as usize));
        let (mark, threads) = step.unwrap_or_default();
        self.settle(&mark, thread, threads)
    }

    /// Runs the current thread up to what it is about to do next.
    fn run_thread(&mut self) -> Result<(), Stop> {
        let thread = self.current;
        loop {
            let value = match self.run(0, u64::MAX) {
                Ok(value) | Err(Stop::ThreadExit(value)) if self.threads[thread].is_exiting() => value,
                Ok(value) if thread == 0 => {
                    let status = if value.is_int() { value.bits as i32 & 0xff } else { 0 };
                    self.thread_mut(thread).exiting = Exiting::Process { status, destructors: 0 };
                    value
                }
                Ok(value) | Err(Stop::ThreadExit(value)) => {
                    while !self.frames.is_empty() {
                        self.drop_frame();
                    }
                    self.thread_mut(thread).exiting = Exiting::Thread { value };
                    value
                }
                Err(Stop::Yield(pending)) => {
                    if self.threads[thread].pending != *pending {
                        self.thread_mut(thread).pending = *pending;
                    }
                    return Ok(());
                }
                Err(stop) => return Err(stop),
            };
            let _ = value;
            match self.threads[thread].exiting {
                Exiting::Process { status, destructors } => {
                    let Some((function, done)) = library::next_exit_function(self, destructors)? else {
                        return Err(Stop::Exit(status));
                    };
                    self.thread_mut(thread).exiting = Exiting::Process { status, destructors: done };
                    self.push_call(function, &[])?;
                }
                Exiting::Thread { value } => match library::next_thread_destructor(self)? {
                    Some((function, argument)) => self.push_call(function, &[argument])?,
                    None => return self.end_thread(value),
                },
                Exiting::Not => return Ok(()),
            }
        }
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
        let (mark, threads, live, serial) =
            (self.memory.mark(), self.threads.len() as u32, self.live, self.serial);
        if let Some(journal) = &mut self.memory.journal {
            journal.begin();
        }
        if let Some(past) = &mut self.library.past {
            past.is_saved = false;
        }
        let exploring = self.exploring_mut();
        let step = Step {
            thread: thread as u32,
            threads,
            live,
            mark,
            keys: exploring.heap.mark(),
            frames: exploring.frames.len() as u32,
            slots: exploring.slots.len() as u32,
            changes: exploring.changes.len() as u32,
            saved_from: u32::MAX,
            is_kept_saved: false,
            is_leaking: exploring.is_leaking,
            serial,
            named: exploring.named,
            nameless: exploring.nameless,
        };
        exploring.steps.push(step);
        exploring.saved_from = usize::MAX;
        if let Some(top) = self.frames.len().checked_sub(1) {
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

    /// Brings the fingerprint up to date, and makes registers that are not needed indeterminate.
    pub(super) fn settle(&mut self, mark: &Mark, thread: usize, threads: usize) -> Result<(), Stop> {
        let mut named = self.exploring_mut().named;
        let mut is_dirty = false;
        // Frames: those of the thread that ran and of threads that began.
        let ran = std::iter::once(thread).chain(threads..self.threads.len());
        for thread in ran.clone() {
            self.switch_to(thread);
            let from = if thread >= threads { 0 } else { self.saved_depth(thread) };
            for depth in from..self.frames.len() {
                self.drop_dead(depth)?;
                let (print, raw) = self.frame_print(thread, depth);
                let frame = &mut self.frames[depth];
                (frame.print, frame.raw) = (print, raw);
            }
        }
        self.switch_to(thread);
        let step = self.exploring().and_then(|e| e.steps.last());
        let (first_frame, first_change, is_kept_saved) = match step {
            Some(step) => (
                step.frames as usize,
                step.changes as usize,
                self.library.past.as_ref().is_some_and(|past| past.is_saved),
            ),
            None => (0, 0, true),
        };
        let mut raws = (0u64, 0u64);
        let exploring = self.exploring_mut();
        for frame in &exploring.frames[first_frame..] {
            named = named.wrapping_sub(frame.print);
            raws.0 = raws.0.wrapping_add(frame.raw);
        }
        for t in ran {
            let from = if t >= threads { 0 } else { self.saved_depth(t) };
            for frame in self.frames_of(t).get(from..).unwrap_or_default() {
                named = named.wrapping_add(frame.print);
                raws.1 = raws.1.wrapping_add(frame.raw);
            }
        }
        is_dirty |= raws.0 != raws.1;
        // Threads themselves.
        let changed = &self.exploring_mut().changes[first_change..];
        let mut changed: Vec<u32> = changed.iter().map(|change| change.thread).collect();
        changed.extend(threads as u32..self.threads.len() as u32);
        changed.sort_unstable();
        changed.dedup();
        for t in changed {
            let print = self.thread_print(t as usize);
            let old = std::mem::replace(&mut self.threads[t as usize].print, print);
            named = named.wrapping_sub(old).wrapping_add(print);
            is_dirty |= matches!(self.threads[t as usize].pending, Pending::Ended { .. });
        }
        if is_kept_saved {
            let print = self.library_print();
            let old = std::mem::replace(&mut self.library.print, print);
            named = named.wrapping_sub(old).wrapping_add(print);
        }
        let (named, nameless) = self.settle_memory(mark, named, is_dirty)?;
        let exploring = self.exploring_mut();
        exploring.named = named;
        exploring.nameless = nameless;
        if let Some(step) = exploring.steps.last_mut() {
            step.is_kept_saved = is_kept_saved;
        }
        Ok(())
    }

    fn saved_depth(&self, thread: usize) -> usize {
        let step = self.exploring().and_then(|e| e.steps.last());
        step.filter(|step| step.thread as usize == thread).map_or(0, |step| step.saved_from as usize)
    }

    fn settle_memory(
        &mut self,
        mark: &Mark,
        mut named: u128,
        mut is_dirty: bool,
    ) -> Result<(u128, u128), Stop> {
        let (writes, ends, is_changed) = match &mut self.memory.journal {
            Some(journal) => (
                journal.writes_since(mark).to_vec(),
                !journal.ends_since(mark).is_empty(),
                journal.pointers_changed,
            ),
            None => (Vec::new(), false, false),
        };
        let objects = self.memory.object_count();
        self.exploring_mut().heap.grow(objects);
        is_dirty |= ends;
        for id in mark.objects as usize..objects {
            let kind = self.memory.object(id as u32).map(|o| o.kind);
            is_dirty |= !matches!(kind, Some(ObjectKind::Static | ObjectKind::Constant));
        }
        let mut nameless = self.exploring_mut().nameless;
        for old in &writes {
            let (owner, index) = self.place_of(old.at);
            let Some(&object) = self.memory.object(owner) else { continue };
            let new = self.pointer_word(old.at as usize);
            let was_pointer = self.memory.is_whole_pointer(old.tag);
            let tag = if was_pointer { crate::value::POINTER } else { old.tag };
            let old_value = Val { bits: old.bits, tag };
            if is_part(new.tag) && object.life == Life::Alive {
                return Err(Stop::NotModelled("a state in which a pointer is copied in part".into()));
            }
            let heap = &self.exploring_mut().heap;
            let at = place(heap.key(owner), index);
            let is_named = matches!(object.kind, ObjectKind::Static | ObjectKind::Constant);
            let (was_nameless, is_nameless) = (self.nameless(old_value), self.nameless(new));
            if is_named {
                let heap = &self.exploring_mut().heap;
                let before = heap.word(at, old_value, was_pointer);
                let after = heap.word(at, new, new.is_pointer());
                if was_nameless.is_none() {
                    named = named.wrapping_sub(before);
                }
                if is_nameless.is_none() {
                    named = named.wrapping_add(after);
                }
                if was_nameless.is_some() || is_nameless.is_some() {
                    is_dirty = true;
                    self.exploring_mut().heap.set_static_root(old.at, is_nameless.is_some());
                }
            } else if was_nameless.is_some() || is_nameless.is_some() {
                is_dirty = true;
            } else if !is_dirty {
                let heap = &self.exploring_mut().heap;
                let before = heap.word(at, old_value, was_pointer);
                let after = heap.word(at, new, new.is_pointer());
                nameless = nameless.wrapping_sub(before).wrapping_add(after);
            }
        }
        if is_dirty || is_changed {
            self.exploring_mut().heap.forget_reach();
            nameless = self.number_heap(mark.objects);
            if self.has_leak() {
                self.exploring_mut().is_leaking = true;
            }
        }
        if self.exploring_mut().is_leaking {
            nameless = nameless.wrapping_add(1);
        }
        Ok((named, nameless))
    }

    /// Registers that the frame does not need any more become indeterminate.
    fn drop_dead(&mut self, depth: usize) -> Result<(), Stop> {
        let frame = &self.frames[depth];
        let code = &self.image.code[frame.function.index()];
        let slots = &mut self.slots[frame.base as usize..][..code.cleared as usize];
        let exploring = self.exploring.as_deref();
        let live = exploring.and_then(|e| e.live[frame.function.index()].set(frame.pc));
        for (slot, value) in slots.iter_mut().enumerate() {
            if value.tag == UNINIT {
                continue;
            }
            if let Some(live) = live.filter(|_| !frame.has_jump)
                && live[slot / 64] & 1 << (slot % 64) == 0
            {
                *value = Val::UNINIT;
            } else if is_part(value.tag) {
                return Err(Stop::NotModelled("a state in which a pointer is copied in part".into()));
            }
        }
        Ok(())
    }

    /// Takes the last transition back.
    pub fn undo(&mut self) {
        let Some(step) = self.exploring_mut().steps.pop() else { return };
        self.switch_to(step.thread as usize);
        // Words of static objects that get or lose a pointer to a nameless object.
        let roots: Vec<(u32, bool)> = match &self.memory.journal {
            Some(journal) => journal
                .writes_since(&step.mark)
                .iter()
                .filter(|old| old.at < step.mark.words)
                .map(|old| {
                    let is_pointer = self.memory.is_whole_pointer(old.tag);
                    let value = Val { bits: old.bits, tag: crate::value::POINTER };
                    (old.at, is_pointer && self.nameless(value).is_some())
                })
                .collect(),
            None => Vec::new(),
        };
        for (at, is_root) in roots {
            let (owner, _) = self.place_of(at);
            let kind = self.memory.object(owner).map(|object| object.kind);
            if matches!(kind, Some(ObjectKind::Static | ObjectKind::Constant)) {
                self.exploring_mut().heap.set_static_root(at, is_root);
            }
        }
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
        exploring.heap.undo(step.keys, objects);
        exploring.is_leaking = step.is_leaking;
        (exploring.named, exploring.nameless) = (step.named, step.nameless);
    }

    fn undo_frames(&mut self, step: &Step) {
        let Some(exploring) = &mut self.exploring else { return };
        let from = (step.saved_from as usize).min(self.frames.len());
        let base = self.frames.get(from).map_or(self.slots.len(), |frame| frame.base as usize);
        self.frames.truncate(from);
        self.slots.truncate(base);
        let mut starts: Vec<(usize, usize)> = Vec::new();
        // Saved from the top down, put back from the bottom up; slots lie in the order of saving.
        let saved = exploring.frames.split_off(step.frames as usize);
        let mut at = step.slots as usize;
        for frame in &saved {
            let cleared = self.image.code[frame.function.index()].cleared as usize;
            starts.push((at, cleared));
            at += cleared;
        }
        for (frame, (start, cleared)) in saved.into_iter().zip(starts).rev() {
            let total = self.image.code[frame.function.index()].slots as usize;
            self.slots.truncate(frame.base as usize);
            self.slots.extend_from_slice(&exploring.slots[start..start + cleared]);
            self.slots.resize(frame.base as usize + total, Val::UNINIT);
            self.frames.push(frame);
        }
        exploring.slots.truncate(step.slots as usize);
    }

    fn undo_changes(&mut self, step: &Step) {
        let Some(exploring) = &mut self.exploring else { return };
        for change in exploring.changes.drain(step.changes as usize..).rev() {
            let Change { thread, pending, is_detached, is_joined, atomic, objects, exiting, print } = change;
            let Some(state) = self.threads.get_mut(thread as usize) else { continue };
            (state.pending, state.is_detached, state.is_joined) = (pending, is_detached, is_joined);
            state.atomic = atomic;
            state.objects.truncate(objects as usize);
            (state.exiting, state.print) = (exiting, print);
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
        let pushed = self.push_call(function, &[argument]);
        self.exploring_mut().saved_from = saved;
        self.switch_to(current);
        pushed.map(|()| new)
    }
}

/// Whether a word holds bytes of a pointer, or unknown ones, but no whole pointer.
fn is_part(tag: crate::value::Tag) -> bool {
    tag & 0xaaaa != 0 && tag != crate::value::POINTER
}
