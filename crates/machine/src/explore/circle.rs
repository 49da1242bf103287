//! Threads that wait for each other, while others may go on.
//!
//! A thread that waits *needs* others: each of them has to do something before it can go on ([`sync::needed`], [`sync::readers`]). Only the
//! holder gives a lock back, since for anybody else that is an error or a fault, and only a thread itself comes to its end.
//! So where threads need each other in a circle, and where one needs a lock of a thread that has ended, none of them
//! goes on in any state from there on, whatever the others do.
//!
//! That is why merged steps hide no circle. A thread stops before each call that may wait, so those of the circle stand
//! at theirs as they do without merging; the others are somewhere between two stops, and go on to their next ones, which
//! changes nothing of the circle.

use super::{Choice, Pending};
use crate::exec::Machine;
use crate::library::sync::{self, Call};

impl Machine<'_> {
    /// The first thread that waits for ever, since it needs itself by way of others, or a lock of one that has ended. These
    /// are all choices that there are.
    pub fn waits_in_vain(&self, choices: &[Choice]) -> Option<usize> {
        // Asked of every state, so that little is looked at: who can go on needs nobody, and the first thread mostly waits
        // for one that can.
        let able = choices.iter().fold(0, |set, choice| set | bit(choice.thread as usize));
        (0..self.thread_count()).find(|&thread| {
            let is_idle = able & bit(thread) == 0;
            is_idle
                && self.may_wait_in_vain(thread, able)
                && self.way_back(thread, thread, able, &mut Vec::new()).is_some()
        })
    }

    #[inline]
    fn may_wait_in_vain(&self, thread: usize, able: u64) -> bool {
        match self.threads[thread].pending {
            Pending::Call(Call::Join { thread }) => able & bit(thread as usize) == 0,
            Pending::Call(call) => call.needs_threads(),
            _ => false,
        }
    }

    /// The next on the way from `at` back to a thread, or the one that has ended and whose lock the thread needs. The thread is
    /// the first of its circle, so that the way leads over later ones that cannot go on, over each at most once.
    fn way_back(&self, thread: usize, at: usize, able: u64, seen: &mut Vec<usize>) -> Option<usize> {
        let Pending::Call(call) = &self.threads[at].pending else { return None };
        let mut leads_back = |&next: &usize| {
            if next == thread || at == thread && self.has_ended(next) {
                return true;
            }
            let is_open = next > thread && able & bit(next) == 0 && !seen.contains(&next);
            seen.push(next);
            is_open && self.way_back(thread, next, able, seen).is_some()
        };
        let found = sync::needed(self, at, call).filter(&mut leads_back);
        match *call {
            Call::WriteLock { lock, timed: false } if found.is_none() => {
                sync::readers(self, lock).find(leads_back)
            }
            _ => found,
        }
    }

    fn has_ended(&self, thread: usize) -> bool {
        matches!(self.threads[thread].pending, Pending::Ended { .. })
    }

    /// Why a thread waits for ever that [`Machine::waits_in_vain`] found.
    pub fn describe_vain(&self, thread: usize) -> String {
        let mut chain = vec![thread];
        while let Some(next) = self.way_back(thread, chain[chain.len() - 1], 0, &mut Vec::new()) {
            if chain.contains(&next) {
                break;
            }
            chain.push(next);
        }
        let names: Vec<String> = chain.iter().map(|&thread| self.thread_name(thread)).collect();
        match (&names[..], chain[chain.len() - 1]) {
            ([one], _) => format!("{one} waits for itself"),
            ([one, other], last) if self.has_ended(last) => {
                format!("{one} waits for a lock of {other}, which has ended")
            }
            ([most @ .., last], _) => format!("{} and {last} wait for each other", most.join(", ")),
            ([], _) => String::new(),
        }
    }
}

/// A thread in a set of the first 64; others are in none.
fn bit(thread: usize) -> u64 {
    1u64.checked_shl(thread as u32).unwrap_or(0)
}
