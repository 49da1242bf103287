//! Random small programs with threads, as C and for a naive explorer that knows nothing of the machine: it enumerates
//! all interleavings of single loads and stores, without reduction.

mod explore;
mod generate;
mod print;

pub use explore::{Final, Found, explore};
pub use generate::generate;
pub use print::print;

/// Shared numbers, pointers and mutexes; registers, pointers and a scratch register of each thread.
pub const GLOBALS: usize = 3;
/// Elements of a shared array: to the naive explorer they are globals behind the others.
pub const ELEMENTS: usize = 3;
/// Own pointers from this number on point to globals, others to cells.
pub const TO_GLOBALS: u8 = 128;
pub const POINTERS: usize = 2;
pub const MUTEXES: usize = 2;
pub const REGISTERS: usize = 3;
pub const OWN_POINTERS: usize = 2;
pub const SCRATCH: usize = REGISTERS;

/// A value that only the thread itself can see: of a register, or a number.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    Number(i32),
    Register(usize),
    /// The register and the number: a sum, an exclusive or, the low bits.
    Sum(usize, i32),
    Xor(usize, i32),
    And(usize, i32),
}

/// A register compared with a number.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    Equal(usize, i32),
    Different(usize, i32),
    Less(usize, i32),
}

/// Which element of the shared array: of a number, the thread's own, or the one that a register says.
#[derive(Clone, Copy, Debug)]
pub enum At {
    Number(usize),
    Own,
    Register(usize),
}

#[derive(Clone, Debug)]
pub enum Statement {
    Set(usize, Value),
    Load(usize, usize),
    Store(usize, Value),
    /// One global to another.
    Copy(usize, usize),
    Increment(usize),
    Exchange(usize, usize, Value),
    /// Whether it was done, to a register; the global, what it has to be and what it becomes.
    CompareExchange(usize, usize, i32, i32),
    FetchAdd(usize, usize, i32),
    Choose(usize, i32),
    /// With a number of its own.
    Assert(usize, Test),
    If(Test, Vec<Statement>, Vec<Statement>),
    Loop(u32, Vec<Statement>),
    /// A loop that nothing leaves, with at least one step in it that is not only the thread's own.
    Forever(Vec<Statement>),
    Section(usize, Vec<Statement>),
    TrySection(usize, Vec<Statement>),
    /// A section that no other thread interrupts.
    Atomic(Vec<Statement>),
    /// In a function of its own.
    Call(Vec<Statement>),
    New(usize, Value),
    /// An own pointer to a shared one, and back.
    Publish(usize, usize),
    Fetch(usize, usize),
    /// What an own pointer points to, if it points.
    Read(usize, usize),
    Write(usize, Value),
    LoadAt(usize, At),
    StoreAt(At, Value),
    /// An own pointer to a global.
    Take(usize, usize),
    /// A thread creates another, which gets its first own pointer.
    Create(usize),
    /// Waits for a thread that it created.
    Join(usize),
    /// As [`Statement::Call`], through a pointer that was of another type.
    CallThrough(Vec<Statement>),
}

/// Where a thread keeps its registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeping {
    Registers,
    Array,
    ThreadLocal,
}

/// A program: what each thread does, the main one first.
#[derive(Clone, Debug)]
pub struct Sketch {
    pub threads: Vec<Vec<Statement>>,
    pub keeping: Keeping,
}
