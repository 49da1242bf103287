//! Choices in words, where the source does not tell which way they went.

use super::{Choice, Pending};
use crate::exec::Machine;
use crate::library::sync::Call;

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
}
