//! How a run ends: faults of the program, what is not modelled, and the program's own end.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::value::Val;

/// Why execution stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    Fault(Fault),
    /// A C construct, library function or use of an address that the machine has no meaning for.
    NotModelled(String),
    /// `exit`, `_Exit` or the return of `main`.
    Exit(i32),
    /// `abort`: status 134 in a shell.
    Abort,
    /// A choice among more values than can be tried, and no range is given.
    Unbounded(String),
    /// Something that is done with numbers only, and there are too many that an input may come to.
    SymbolicValue(String),
    /// The same, of floats.
    SymbolicFloat(String),
    /// A byte of memory, by its place, that is a term's and is needed as a number; only while an instruction runs.
    TermByte(u64),
    /// An assumption does not hold: there is no such run.
    Pruned,
    /// The thread is about to do something, and it is not its turn; only while a program is explored.
    Yield,
    /// The thread ends with this result.
    ThreadExit(Val),
    /// More steps than allowed.
    StepLimit,
    /// Whoever runs the program does not want to know any more.
    Cancelled,
    /// It would take more memory than it may.
    OutOfMemory,
}

/// A fault of the program: its kind and what happened, in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fault {
    pub kind: FaultKind,
    pub message: String,
}

/// The kind, unless the message begins with it, and what happened.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.message.starts_with(&self.kind.name().replace('-', " ")) {
            write!(f, "{}: ", self.kind)?;
        }
        f.write_str(&self.message)
    }
}

impl Fault {
    pub fn stop<T>(kind: FaultKind, message: impl Into<String>) -> Result<T, Stop> {
        Err(Stop::Fault(Fault { kind, message: message.into() }))
    }
}

/// The kinds of faults. Their names are fixed: they appear in results and are relied upon.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum FaultKind {
    OutOfBounds,
    NullDereference,
    DanglingPointer,
    InvalidPointer,
    UninitialisedRead,
    BadFree,
    DoubleFree,
    DivisionByZero,
    SignedOverflow,
    BadShift,
    InvalidConversion,
    UnsequencedAccess,
    MisalignedAccess,
    WriteToConstant,
    FailedAssertion,
    UnreachableReached,
    ReachError,
    Trap,
    StackExhausted,
    MissingReturn,
    BadCall,
    BadVaArg,
    OverlappingCopy,
    BadLibraryCall,
    Deadlock,
    LockMisuse,
    DataRace,
    MemoryLeak,
}

impl FaultKind {
    pub const ALL: [FaultKind; 28] = {
        use FaultKind::*;
        [
            OutOfBounds,
            NullDereference,
            DanglingPointer,
            InvalidPointer,
            UninitialisedRead,
            BadFree,
            DoubleFree,
            DivisionByZero,
            SignedOverflow,
            BadShift,
            InvalidConversion,
            UnsequencedAccess,
            MisalignedAccess,
            WriteToConstant,
            FailedAssertion,
            UnreachableReached,
            ReachError,
            Trap,
            StackExhausted,
            MissingReturn,
            BadCall,
            BadVaArg,
            OverlappingCopy,
            BadLibraryCall,
            Deadlock,
            LockMisuse,
            DataRace,
            MemoryLeak,
        ]
    };

    pub fn name(self) -> &'static str {
        use FaultKind::*;
        match self {
            OutOfBounds => "out-of-bounds",
            NullDereference => "null-dereference",
            DanglingPointer => "dangling-pointer",
            InvalidPointer => "invalid-pointer",
            UninitialisedRead => "uninitialised-read",
            BadFree => "bad-free",
            DoubleFree => "double-free",
            DivisionByZero => "division-by-zero",
            SignedOverflow => "signed-overflow",
            BadShift => "bad-shift",
            InvalidConversion => "invalid-conversion",
            UnsequencedAccess => "unsequenced-access",
            MisalignedAccess => "misaligned-access",
            WriteToConstant => "write-to-constant",
            FailedAssertion => "failed-assertion",
            UnreachableReached => "unreachable-reached",
            ReachError => "error-reached",
            Trap => "trap",
            StackExhausted => "stack-exhausted",
            MissingReturn => "missing-return",
            BadCall => "bad-call",
            BadVaArg => "bad-va-arg",
            OverlappingCopy => "overlapping-copy",
            BadLibraryCall => "bad-library-call",
            Deadlock => "deadlock",
            LockMisuse => "lock-misuse",
            DataRace => "data-race",
            MemoryLeak => "memory-leak",
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
