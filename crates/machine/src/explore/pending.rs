//! What a thread is about to do, and in how many ways it can.

use cfa::program::FunctionId;
use cfa::types::Around;

use crate::arith::extend;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::library::sync;
use crate::order::Unordered;
use crate::value::{TERM, Val};

/// An access to memory that another thread might reach.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Access {
    pub at: Val,
    pub size: u32,
    pub is_write: bool,
    pub is_atomic: bool,
    /// Of a bit-field.
    pub around: Around,
}

impl Access {
    pub fn new(at: Val, size: u32, is_write: bool, is_atomic: bool) -> Access {
        Access { at, size, is_write, is_atomic, around: Around::default() }
    }

    /// Offsets of the first byte of what is accessed and behind the last, all of a memory location that is accessed in part.
    pub fn span(&self) -> (i64, i64) {
        let start = i64::from(self.at.offset());
        (start - i64::from(self.around.before), start + i64::from(self.size) + i64::from(self.around.behind))
    }

    /// Two accesses to a common byte, at least one a write and at least one not atomic.
    pub fn races_with(&self, other: &Access) -> bool {
        let overlap = |a: &Access, b: &Access| {
            let ((start, end), (from, to)) = (a.span(), b.span());
            from < end && start < to
        };
        (self.is_write || other.is_write)
            && !(self.is_atomic && other.is_atomic)
            && self.at.object() == other.at.object()
            && overlap(self, other)
    }
}

/// What a thread does when it is its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pending {
    /// Goes on: it has just begun, or has run for long.
    Run,
    Access(Access),
    /// A weak compare-exchange, which may fail though it finds what it expects.
    Exchange {
        access: Access,
        expected: Val,
    },
    /// Chooses one of so many values.
    Choose(u32),
    /// Goes on in one of so many ways that depend on inputs ([`crate::symbolic`]): the answers to this question. Nobody else moves
    /// before.
    Decide {
        count: u32,
        question: u64,
        interrupted: Interrupted,
    },
    /// Compares addresses in two objects either of which may lie lower.
    Order(Unordered),
    /// A library call that other threads can see.
    Call(sync::Call),
    /// Has ended; nobody has asked for its result yet unless it was joined or detached.
    Ended {
        value: Val,
    },
}

/// An operation at which a thread stands: how many frames it has, and where the innermost is, and how far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    depth: usize,
    function: FunctionId,
    pc: u32,
    progress: u32,
}

/// What a decision has interrupted, to go on with: the operation starts over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Interrupted {
    /// The option by which the operation had been let through.
    pub granted: Option<u32>,
    /// Without reduction: it is the first one.
    pub is_passing: bool,
    /// Moves with a jump backwards since others could move.
    pub jumps: u16,
}

impl Interrupted {
    /// What a state has to hold of it.
    pub(super) fn state(self) -> u64 {
        let granted = self.granted.map_or(0, |option| u64::from(option) + 1);
        5 | u64::from(self.is_passing) << 8 | u64::from(self.jumps) << 16 | granted << 32
    }
}

impl Pending {
    /// The access that it is, if it is one.
    pub fn access(&self) -> Option<Access> {
        match *self {
            Pending::Access(access) | Pending::Exchange { access, .. } => Some(access),
            _ => None,
        }
    }
}

impl Machine<'_> {
    /// Whether memory holds just this value, or may do so with some inputs.
    pub(crate) fn holds(&self, access: &Access, value: Val) -> bool {
        let low = |value: Val| match value.is_int() {
            true => Val::int(extend(value.bits, 8 * access.size as u8, false)),
            false => value,
        };
        // It may have been told since the thread came here.
        let value = match value.as_term().and_then(|term| self.certain(term)) {
            Some(number) => Val::int(number),
            None => value,
        };
        // Whether a term is it is decided when the access is made.
        access.size <= 8
            && match self.memory.load(access.at, access.size) {
                Ok(found) => low(found) == low(value) || value.tag == TERM,
                Err(stop) => matches!(stop, Stop::TermByte(_)),
            }
    }

    /// The number of ways in which a thread can go on now; 0 if it is blocked or has ended.
    pub fn options(&self, thread: usize) -> u32 {
        match &self.threads[thread].pending {
            Pending::Run | Pending::Access(_) => 1,
            Pending::Exchange { access, expected } => 1 + u32::from(self.holds(access, *expected)),
            Pending::Choose(count) | Pending::Decide { count, .. } => *count,
            Pending::Order(unordered) => self.ways_of(unordered),
            Pending::Call(call) => sync::options(self, thread, call),
            Pending::Ended { .. } => 0,
        }
    }

    pub fn pending(&self, thread: usize) -> Pending {
        self.threads[thread].pending
    }

    /// Where a thread stands, if it has not left its functions.
    pub fn place_of_thread(&self, thread: usize) -> Option<Place> {
        let frames = self.frames_of(thread);
        let frame = frames.last()?;
        Some(Place { depth: frames.len(), function: frame.function, pc: frame.pc, progress: frame.progress })
    }
}
