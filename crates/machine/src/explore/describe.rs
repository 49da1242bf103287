//! Choices in words, where the source does not tell which way they went; and what a thread stands at.

use super::{Choice, Pending};
use crate::code::{CONST, Instr, Operand};
use crate::exec::Machine;
use crate::library::sync::Call;
use crate::value::Val;

impl Machine<'_> {
    /// What a choice decides beside whose turn it is and beside inputs, which the trace tells.
    pub fn describe(&self, choice: Choice) -> Option<String> {
        let thread = choice.thread as usize;
        let Pending::Call(call) = self.pending(thread) else { return None };
        match call {
            Call::Allocate => (choice.option == 1).then(|| "the allocation fails".into()),
            Call::Lock { timed: true, .. }
            | Call::Down { timed: true, .. }
            | Call::ReadLock { timed: true, .. }
            | Call::WriteLock { timed: true, .. } => (choice.option == 1).then(|| "the time runs out".into()),
            Call::Wait { timed, .. } => Some(match (timed, choice.option) {
                (true, 0) => "the time runs out".into(),
                _ => "a spurious wake-up".into(),
            }),
            Call::Signal { condition } => {
                let woken = self.waiting(condition).nth(choice.option as usize)?;
                Some(format!("wakes thread {woken}"))
            }
            _ => None,
        }
    }

    /// Whether a thread has not ended, and cannot go on.
    pub fn is_blocked(&self, thread: usize) -> bool {
        self.options(thread) == 0 && !matches!(self.pending(thread), Pending::Ended { .. })
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
}
