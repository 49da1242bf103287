//! Choices, threads and what they wait for in words, where the source does not tell.

use super::{Access, Choice, Pending};
use crate::code::{CONST, Instr, Operand};
use crate::exec::Machine;
use crate::library::alloc;
use crate::library::sync::{self, Call};
use crate::memory::{Life, ObjectKind};
use crate::naming::Extent;
use crate::value::Val;

/// Objects of the heap that one message names.
const OBJECTS: usize = 3;

impl Machine<'_> {
    /// What a choice decides beside whose turn it is and beside inputs, which the trace tells.
    pub fn describe(&self, choice: Choice) -> Option<String> {
        let thread = choice.thread as usize;
        if let Pending::Exchange { .. } = self.pending(thread) {
            return (choice.option == 1).then(|| "the weak exchange fails without a reason".into());
        }
        if let Pending::Order(it) = self.pending(thread) {
            let [left, right] =
                [it.left, it.right].map(|id| self.name_place(Val::pointer(id, 0), Extent::Start));
            let (low, high) = if choice.option == 0 { (left, right) } else { (right, left) };
            return (self.options(thread) > 1).then(|| format!("{low} lies below {high} in memory"));
        }
        let Pending::Call(call) = self.pending(thread) else { return None };
        if self.is_timeout(choice) {
            return Some("the time runs out".into());
        }
        match call {
            Call::Allocate => (choice.option == 1).then(|| "the allocation fails".into()),
            Call::Wait { .. } => Some("a spurious wake-up".into()),
            Call::Signal { condition } => {
                let woken = self.waiting(condition).nth(choice.option as usize)?;
                Some(format!("wakes thread {woken}"))
            }
            _ => None,
        }
    }

    /// Whether a choice is to wait no longer.
    pub(crate) fn is_timeout(&self, choice: Choice) -> bool {
        match self.pending(choice.thread as usize) {
            Pending::Call(Call::Wait { timed, .. }) => timed && choice.option == 0,
            Pending::Call(
                Call::Lock { timed: true, .. }
                | Call::Down { timed: true, .. }
                | Call::ReadLock { timed: true, .. }
                | Call::WriteLock { timed: true, .. },
            ) => choice.option == 1 || self.options(choice.thread as usize) == 1,
            _ => false,
        }
    }

    /// Whether a choice is to wake up without a reason.
    pub fn is_spurious(&self, choice: Choice) -> bool {
        match self.pending(choice.thread as usize) {
            Pending::Call(Call::Wait { timed, .. }) => choice.option == u32::from(timed),
            _ => false,
        }
    }

    /// Whether a thread has not ended, and cannot go on unless it wakes up without a reason.
    pub fn is_blocked(&self, thread: usize) -> bool {
        let is_spurious = |option: u32| self.is_spurious(Choice { thread: thread as u32, option });
        (0..self.options(thread)).all(is_spurious) && !matches!(self.pending(thread), Pending::Ended { .. })
    }

    /// Whether no thread can go on of these choices, which are all there are, unless one wakes up without a reason.
    /// Nothing promises that one does, so it is a deadlock.
    pub fn is_stuck(&self, choices: &[Choice]) -> bool {
        self.is_live() && choices.iter().all(|&choice| self.is_spurious(choice))
    }

    /// The instruction that a thread makes when it is its turn, of the operation that it stands at; `None` if it has
    /// ended.
    pub fn instruction_of(&self, thread: usize) -> Option<&Instr> {
        let frame = self.frames_of(thread).last()?;
        let code = &self.image.code[frame.function.index()];
        let (start, at) = (frame.pc, frame.pc as usize);
        let operation = code.instrs[at..].iter().zip(&code.start_of[at..]).take_while(|(_, s)| **s == start);
        operation.map(|(instr, _)| instr).find(|instr| instr.may_be_seen())
    }

    /// The value of an operand of that instruction. Some are computed only when the operation is begun, and are not
    /// kept: they are there after the transition that took the thread to it, until one is undone.
    pub fn value_of(&self, thread: usize, operand: Operand) -> Option<Val> {
        let frame = self.frames_of(thread).last()?;
        if operand & CONST != 0 {
            return self.image.code[frame.function.index()].consts.get((operand & !CONST) as usize).copied();
        }
        self.slots_of(thread).get((frame.base + operand) as usize).copied()
    }

    /// A thread by its number and the function that it began with.
    pub fn thread_name(&self, thread: usize) -> String {
        match self.frames_of(thread).first() {
            Some(frame) => {
                let function = &self.image.program.function(frame.function).source_name;
                format!("thread {thread} ({function})")
            }
            None => format!("thread {thread}"),
        }
    }

    /// What a thread is about to do to memory that others can reach.
    pub fn describe_pending(&self, thread: usize, access: &Access) -> String {
        let name = self.name_place(access.at, Extent::Start);
        match self.instruction_of(thread) {
            Some(Instr::Library { function, .. }) if alloc::is_freeing(*function) => {
                format!("frees `{name}` ({})", self.name_allocation(access.at.object()))
            }
            Some(Instr::Begin { .. } | Instr::End { .. } | Instr::Return { .. }) => {
                format!("ends the lifetime of `{name}`")
            }
            _ => self.describe_access(access),
        }
    }

    /// An access in words.
    pub fn describe_access(&self, access: &Access) -> String {
        let Access { at, size, is_write, is_atomic, .. } = *access;
        if let Some(name) = self.library_object_name(at.object()) {
            let verb = if is_write { "changes" } else { "reads" };
            return format!("{verb} what the C library keeps for `{name}`");
        }
        let name = self.name_place(at, Extent::Bytes(size));
        let (verb, how) =
            (if is_write { "writes" } else { "reads" }, if is_atomic { " atomically" } else { "" });
        format!("{verb} `{name}`{how}")
    }

    /// What a blocked thread waits for, and who could give it.
    pub fn waits_for(&self, thread: usize) -> Option<String> {
        let Pending::Call(call) = self.pending(thread) else { return None };
        let name = |at: Val| self.name_place(at, Extent::Start);
        let owner = |at: Val, offset: i64| match sync::word(self, at, offset) {
            Some(owner) if owner > 0 && (owner as usize) <= self.thread_count() => {
                format!(", which {} holds", self.thread_name(owner as usize - 1))
            }
            _ => String::new(),
        };
        Some(match call {
            Call::Lock { mutex, .. } | Call::Relock { mutex, .. } => {
                format!("the mutex `{}`{}", name(mutex), owner(mutex, 0))
            }
            Call::Wait { condition, .. } => {
                format!("a signal on the condition variable `{}`", name(condition))
            }
            Call::Join { thread } => format!("the end of {}", self.thread_name(thread as usize)),
            Call::Down { semaphore, .. } => format!("the semaphore `{}`", name(semaphore)),
            Call::ReadLock { lock, .. } => {
                format!("the read-write lock `{}`{}", name(lock), owner(lock, sync::WRITER))
            }
            Call::WriteLock { lock, .. } => match sync::word(self, lock, 0) {
                Some(1) => format!("the read-write lock `{}`, which is locked for reading", name(lock)),
                Some(readers) if readers > 1 => {
                    format!(
                        "the read-write lock `{}`, which is locked for reading {readers} times",
                        name(lock)
                    )
                }
                _ => format!("the read-write lock `{}`{}", name(lock), owner(lock, sync::WRITER)),
            },
            Call::Spin { lock } => format!("the spin lock `{}`{}", name(lock), owner(lock, 0)),
            Call::Barrier { barrier } => format!("others at the barrier `{}`", name(barrier)),
            Call::Once { control } => format!("another thread's call under `{}`", name(control)),
            Call::Step | Call::Allocate | Call::Signal { .. } | Call::Passed => return None,
        })
    }

    /// Objects of the heap that are alive and that nothing points to, with where they were allocated.
    pub fn describe_lost(&self) -> String {
        let found = self.exploring().map_or(&[][..], |e| e.heap.last_round());
        self.describe_heap(|id| !found.contains(&id))
    }

    /// Objects of the heap that are alive, with where they were allocated.
    pub fn describe_left(&self) -> String {
        self.describe_heap(|_| true)
    }

    fn describe_heap(&self, is_meant: impl Fn(u32) -> bool) -> String {
        let objects = self.memory.objects();
        let is_alive =
            |object: &crate::memory::Object| object.kind == ObjectKind::Heap && object.life == Life::Alive;
        let meant: Vec<u32> =
            objects.filter(|(id, object)| is_alive(object) && is_meant(*id)).map(|(id, _)| id).collect();
        let mut names: Vec<_> = meant.iter().take(OBJECTS).map(|&id| self.name_allocation(id)).collect();
        if meant.len() > OBJECTS {
            names.push(format!("{} more", meant.len() - OBJECTS));
        }
        names.join("; ")
    }
}
