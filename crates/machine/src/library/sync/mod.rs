//! Threads and what they wait for each other with. A lock's state lies in the program's own object, as glibc's does; what
//! a blocked thread waits for is what it is about to do ([`Call`]).
//!
//! Memory is sequentially consistent. A mutex has its kind where glibc's static initialisers put it, so these mean what
//! they say.

mod condition;
mod mutex;
mod once;
mod others;
mod semaphore;
mod thread;

use super::Function;
use crate::address::moved;
use crate::exec::Machine;
use crate::explore::Pending;
use crate::fault::{Fault, FaultKind, Stop};
use crate::value::Val;

pub(crate) use others::{WRITER, readers};
pub(super) use thread::next_destructor;

/// Every function of this module.
pub(super) fn functions() -> Vec<(&'static str, Function)> {
    [
        condition::FUNCTIONS,
        mutex::FUNCTIONS,
        once::FUNCTIONS,
        others::FUNCTIONS,
        semaphore::FUNCTIONS,
        thread::FUNCTIONS,
    ]
    .concat()
}

/// A library call that other threads can see, and what it waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Call {
    /// Can always be made.
    Step,
    /// An allocation that may fail.
    Allocate,
    Lock {
        mutex: Val,
        timed: bool,
    },
    /// On a condition variable, until somebody signals or the time is out.
    Wait {
        condition: Val,
        mutex: Val,
        timed: bool,
    },
    /// Woken up; needs the mutex again.
    Relock {
        mutex: Val,
        result: i32,
    },
    /// Wakes one of those that wait.
    Signal {
        condition: Val,
    },
    Join {
        thread: u32,
    },
    Down {
        semaphore: Val,
        timed: bool,
    },
    ReadLock {
        lock: Val,
        timed: bool,
    },
    WriteLock {
        lock: Val,
        timed: bool,
    },
    Spin {
        lock: Val,
    },
    /// Waits for the others at a barrier.
    Barrier {
        barrier: Val,
    },
    /// The others have come.
    Passed,
    Once {
        control: Val,
    },
}

impl Call {
    /// Whether it may wait for certain threads ([`needed`], [`readers`]).
    pub fn needs_threads(&self) -> bool {
        matches!(
            self,
            Call::Lock { timed: false, .. }
                | Call::Relock { .. }
                | Call::Spin { .. }
                | Call::ReadLock { timed: false, .. }
                | Call::WriteLock { timed: false, .. }
                | Call::Join { .. }
        )
    }

    /// What a state has to hold of it beside where the thread stands.
    pub fn state(&self) -> u64 {
        match self {
            Call::Wait { .. } => 1,
            Call::Relock { result, .. } => 2 | (*result as u32 as u64) << 8,
            Call::Barrier { .. } => 3,
            Call::Passed => 4,
            _ => 0,
        }
    }
}

/// A number in a lock.
pub(crate) fn word(machine: &Machine<'_>, at: Val, offset: i64) -> Option<u32> {
    let at = if offset == 0 { at } else { moved(at, offset).ok()? };
    let value = machine.memory.quick_load(at, 4).or_else(|| machine.memory.load(at, 4).ok());
    value.filter(|value| value.is_int()).map(|value| value.bits as u32)
}

/// In how many ways a call can be made now.
pub fn options(machine: &Machine<'_>, thread: usize, call: &Call) -> u32 {
    let word = |at: Val, offset: i64| word(machine, at, offset);
    let own = thread as u32 + 1;
    match *call {
        Call::Step | Call::Passed => 1,
        Call::Allocate => 2,
        Call::Lock { mutex, timed } => match word(mutex, 0) {
            Some(0) => 1 + u32::from(timed),
            // One's own lock: an error, a fault or one more time, as its kind says.
            Some(owner) if owner == own => 1,
            Some(_) => timed.into(),
            // What is wrong with it shows when the call is made.
            None => 1,
        },
        Call::Relock { mutex, .. } => match word(mutex, 0) {
            Some(0) | None => 1,
            _ => 0,
        },
        // Nothing is lost if a thread wakes up without a reason only where it gets the mutex: until then it is as good as
        // asleep, since whoever signals may choose another, and if there is no other, it would be in vain.
        Call::Wait { mutex, timed, .. } => {
            let is_spurious = machine.exploring().is_some_and(|e| e.options.spurious_wakeups)
                && matches!(word(mutex, 0), Some(0) | None);
            u32::from(timed) + u32::from(is_spurious)
        }
        Call::Signal { condition } => (machine.waiting(condition).count() as u32).max(1),
        Call::Join { thread } => {
            matches!(machine.threads[thread as usize].pending, Pending::Ended { .. }).into()
        }
        Call::Down { semaphore, timed } => match word(semaphore, 0) {
            Some(0) => timed.into(),
            Some(_) => 1 + u32::from(timed),
            None => 1,
        },
        Call::ReadLock { lock, timed } => match word(lock, others::WRITER) {
            Some(0) => 1 + u32::from(timed),
            Some(writer) if writer == own => 1,
            Some(_) => timed.into(),
            None => 1,
        },
        Call::WriteLock { lock, timed } => match (word(lock, 0), word(lock, others::WRITER)) {
            (Some(0), Some(0)) => 1 + u32::from(timed),
            (Some(others::DESTROYED), _) => 1,
            (_, Some(writer)) if writer == own => 1,
            (Some(_), Some(_)) => timed.into(),
            _ => 1,
        },
        Call::Spin { lock } => match word(lock, 0) {
            Some(0 | others::DESTROYED) | None => 1,
            Some(owner) => (owner == own).into(),
        },
        Call::Barrier { .. } => 0,
        Call::Once { control } => (word(control, 0) != Some(once::RUNNING)).into(),
    }
}

/// The thread without which a call that is waiting can never be made: the holder of a lock, or the one whose end is
/// waited for. Whoever waits with a time, or for what any thread may do (a signal, a semaphore, a barrier, the end of a
/// call under `pthread_once`), needs none; who waits to write also needs all [`readers`].
pub fn needed(machine: &Machine<'_>, thread: usize, call: &Call) -> Option<usize> {
    let holder = |lock: Val, offset: i64| {
        let holder = (word(machine, lock, offset)? as usize).checked_sub(1)?;
        (holder != thread && holder < machine.threads.len()).then_some(holder)
    };
    match *call {
        Call::Lock { mutex: lock, timed: false } | Call::Relock { mutex: lock, .. } | Call::Spin { lock } => {
            holder(lock, 0)
        }
        Call::ReadLock { lock, timed: false } | Call::WriteLock { lock, timed: false } => {
            holder(lock, others::WRITER)
        }
        Call::Join { thread } => {
            let thread = thread as usize;
            (!matches!(machine.threads[thread].pending, Pending::Ended { .. })).then_some(thread)
        }
        _ => None,
    }
}

impl Machine<'_> {
    /// The number that stands for the running thread in locks; 1 is the first.
    pub(crate) fn own_number(&self) -> u32 {
        self.current as u32 + 1
    }

    /// Waits for one's turn to make a call. Alone, a call that can be made in just one way is made at once.
    pub(crate) fn call_turn(&mut self, call: Call) -> Result<u32, Stop> {
        let Some(exploring) = &mut self.exploring else {
            return match options(self, self.current, &call) {
                0 => Fault::stop(FaultKind::Deadlock, "the only thread waits for ever"),
                _ => Ok(0),
            };
        };
        exploring.is_turn_taken = true;
        let is_alone = self.live < 2 || self.threads[self.current].atomic > 0;
        if is_alone && exploring.granted.is_none() && options(self, self.current, &call) == 1 {
            return Ok(0);
        }
        self.turn(Pending::Call(call))
    }

    /// What waited for its turn has been done, or is not to be done any more: the next has to wait again.
    pub(crate) fn end_turn(&mut self) {
        if let Some(exploring) = &mut self.exploring {
            exploring.granted = None;
        }
    }

    /// Waits for one's turn to make an access that could be seen, from within a library call.
    pub(crate) fn access_turn(&mut self, access: crate::explore::Access) -> Result<(), Stop> {
        if let Some(exploring) = &mut self.exploring {
            exploring.is_turn_taken = true;
        }
        self.turn(Pending::Access(access)).map(|_| ())
    }

    /// Threads that wait for a condition variable.
    pub(crate) fn waiting(&self, condition: Val) -> impl Iterator<Item = usize> + '_ {
        self.threads.iter().enumerate().filter_map(move |(index, thread)| match thread.pending {
            Pending::Call(Call::Wait { condition: other, .. }) if other == condition => Some(index),
            _ => None,
        })
    }

    /// A 32-bit word of a lock.
    fn lock_word(&self, lock: Val, offset: i64, what: &str) -> Result<u32, Stop> {
        let at = moved(lock, offset)?;
        let value = match self.memory.quick_load(at, 4) {
            Some(value) => value,
            None => self.memory.load(at, 4)?,
        };
        if value.is_int() {
            return Ok(value.bits as u32);
        }
        misuse(format!("{what} that is not initialised"))
    }

    fn set_lock_word(&mut self, lock: Val, offset: i64, value: u32) -> Result<(), Stop> {
        let (at, value) = (moved(lock, offset)?, Val::int(value.into()));
        if self.memory.quick_store(at, 4, value) {
            return Ok(());
        }
        self.memory.store(at, 4, value)
    }
}

/// The time until which a call waits is read, whether or not it has to wait.
fn check_time(machine: &mut Machine<'_>, at: Val) -> Result<(), Stop> {
    let bytes = 2 * machine.word_bytes();
    machine.note_in_step(at, bytes, false);
    machine.memory.bytes(at, bytes.into()).map(|_| ())
}

fn misuse<T>(message: impl Into<String>) -> Result<T, Stop> {
    Fault::stop(FaultKind::LockMisuse, message)
}
