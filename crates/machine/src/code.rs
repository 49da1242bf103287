//! Code: an automaton flattened into instructions over the slots of a frame.
//!
//! A frame has one slot for each scalar up to 64 bits, two for wider ones, and one that holds the address of
//! each object of the frame. Operands are slots or constants. Each instruction belongs to the edge it was
//! made from, so a fault has its position.

use cfa::expr::{Binary, Overflow, Reach, Unary};
use cfa::op::{AtomicOp, ComplexOp};
use cfa::program::{FunctionId, LocalId};
use cfa::types::{Bits, TypeId};

use crate::library::LibraryId;
use crate::memory::Blank;
use crate::quick::Quick;
use crate::value::Val;

/// A slot, or with [`CONST`] set, an index into [`Code::consts`].
pub type Operand = u32;
/// A slot of the frame.
pub type Slot = u32;
/// Marks an operand as a constant.
pub const CONST: u32 = 1 << 31;

/// A scalar type as arithmetic sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Bool,
    /// 1 to 64 bits.
    Int {
        bits: u8,
        signed: bool,
    },
    /// 65 to 128 bits, in two slots.
    Wide {
        bits: u8,
        signed: bool,
    },
    /// 32 or 64 bits.
    Pointer {
        bits: u8,
    },
    Single,
    Double,
    /// Carried in two slots, not computed with.
    Opaque {
        bytes: u8,
    },
}

impl Kind {
    pub fn slots(self) -> u32 {
        match self {
            Kind::Wide { .. } | Kind::Opaque { .. } => 2,
            _ => 1,
        }
    }

    /// A number as values of this kind are kept.
    pub fn extended(self, number: u64) -> u64 {
        match self {
            Kind::Int { bits, signed } => crate::arith::extend(number, bits, signed),
            _ => number,
        }
    }

    /// Bytes in memory.
    pub fn bytes(self) -> u32 {
        match self {
            Kind::Bool => 1,
            Kind::Int { bits, .. } | Kind::Wide { bits, .. } => {
                u32::from(bits).div_ceil(8).next_power_of_two()
            }
            Kind::Pointer { bits } => u32::from(bits) / 8,
            Kind::Double => 8,
            Kind::Single => 4,
            Kind::Opaque { bytes } => bytes.into(),
        }
    }
}

/// Where a call's result goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Result_ {
    None,
    Slot(Slot, Kind),
    /// The address of an object of this many bytes.
    Memory(Operand, u32),
}

/// An argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arg {
    Scalar(Operand, Kind),
    /// The address of an aggregate and its bytes.
    Aggregate(Operand, u32),
}

#[derive(Clone, Debug)]
pub enum Instr {
    Move {
        dst: Slot,
        a: Operand,
        kind: Kind,
    },
    Binary {
        op: Binary,
        kind: Kind,
        dst: Slot,
        a: Operand,
        b: Operand,
    },
    /// A comparison and the branch on it.
    Compare {
        op: Binary,
        kind: Kind,
        a: Operand,
        b: Operand,
        yes: u32,
        no: u32,
    },
    Unary {
        op: Unary,
        kind: Kind,
        dst: Slot,
        a: Operand,
    },
    Convert {
        from: Kind,
        to: Kind,
        dst: Slot,
        a: Operand,
    },
    Overflows {
        op: Overflow,
        from: Kind,
        right: Kind,
        to: Kind,
        dst: Slot,
        a: Operand,
        b: Operand,
    },
    /// `base + index * scale`.
    Index {
        dst: Slot,
        base: Operand,
        index: Operand,
        scale: u64,
    },
    /// `base + index * scale`, where the index is below a limit: the length of an array, or one more.
    Element {
        dst: Slot,
        base: Operand,
        index: Operand,
        scale: u64,
        limit: u64,
        reach: Reach,
    },
    /// An index of an array whose length is not constant.
    Within {
        dst: Slot,
        index: Operand,
        length: Operand,
        reach: Reach,
    },
    Offset {
        dst: Slot,
        base: Operand,
        bytes: i64,
    },
    /// The address of the running thread's copy of an object.
    ThreadLocal {
        dst: Slot,
        object: u32,
    },
    Difference {
        dst: Slot,
        a: Operand,
        b: Operand,
        scale: u64,
    },
    Load {
        dst: Slot,
        address: Operand,
        kind: Kind,
        align: u32,
    },
    Store {
        address: Operand,
        value: Operand,
        kind: Kind,
        align: u32,
        /// It initialises a constant object; so for the next two.
        is_initial: bool,
    },
    LoadBits {
        dst: Slot,
        address: Operand,
        kind: Kind,
        bits: Bits,
    },
    StoreBits {
        address: Operand,
        value: Operand,
        kind: Kind,
        bits: Bits,
        is_initial: bool,
    },
    Copy {
        dst: Operand,
        src: Operand,
        size: u64,
        is_initial: bool,
    },
    Zero {
        dst: Operand,
        size: u64,
    },
    Jump {
        to: u32,
    },
    Branch {
        cond: Operand,
        kind: Kind,
        yes: u32,
        no: u32,
    },
    Switch {
        value: Operand,
        kind: Kind,
        table: u32,
    },
    Goto {
        address: Operand,
        table: u32,
    },
    Begin {
        locals: Box<[LocalId]>,
    },
    End {
        locals: Box<[LocalId]>,
    },
    BeginVla {
        local: LocalId,
        size: Operand,
    },
    Alloca {
        dst: Slot,
        size: Operand,
    },
    Call {
        function: FunctionId,
        args: Box<[Arg]>,
        result: Result_,
    },
    CallIndirect {
        callee: Operand,
        /// The function type that the pointer points to.
        ty: TypeId,
        args: Box<[Arg]>,
        result: Result_,
    },
    Library {
        function: LibraryId,
        args: Box<[Arg]>,
        result: Result_,
        /// Of what it allocates, if its size is right: see [`crate::extent`].
        extent: u32,
    },
    /// A call of a function that is neither defined nor modelled.
    Absent {
        function: FunctionId,
        args: Box<[Arg]>,
        result: Result_,
    },
    Return {
        value: Option<Arg>,
    },
    VaStart {
        list: Operand,
    },
    VaArg {
        result: Result_,
        list: Operand,
        ty: TypeId,
    },
    VaEnd {
        list: Operand,
    },
    VaCopy {
        dst: Operand,
        src: Operand,
    },
    Atomic {
        op: AtomicOp,
        expected: Operand,
        dst: Option<Slot>,
        success: Option<Slot>,
        address: Operand,
        operand: Operand,
        kind: Kind,
    },
    Complex {
        op: ComplexOp,
        part: Kind,
        result: Result_,
        args: Box<[Operand]>,
    },
    /// A fault if `a..a + a_bits` and `b..b + b_bits` overlap; positions are in bits from the address.
    Distinct {
        a: Operand,
        a_bits: (u32, u32),
        b: Operand,
        b_bits: (u32, u32),
    },
    SetJump {
        dst: Slot,
        buffer: Operand,
    },
    LongJump {
        buffer: Operand,
    },
    Unsequenced,
    Unreachable,
    Trap,
    NotModelled {
        what: Box<str>,
    },
}

/// Targets of a switch: sorted ranges, and where all else goes.
#[derive(Clone, Debug, Default)]
pub struct Table {
    pub ranges: Vec<(i128, i128, u32)>,
    pub default: Option<u32>,
}

/// A local that is an object of the frame.
#[derive(Clone, Copy, Debug)]
pub struct FrameObject {
    pub slot: Slot,
    pub size: u64,
    pub align: u64,
    /// The address never leaves the function's own accesses, so the object may be used again.
    pub is_private: bool,
    pub is_constant: bool,
    /// What says how large it is, and what its bytes are like if nobody sets them: see [`crate::extent`].
    pub(crate) extent: u32,
    pub(crate) blank: Blank,
}

/// The code of one function.
#[derive(Debug, Default)]
pub struct Code {
    pub instrs: Vec<Instr>,
    /// The edge of each instruction.
    pub edge_of: Vec<u32>,
    pub consts: Vec<Val>,
    pub tables: Vec<Table>,
    /// Slots of a frame; those below `cleared` start out indeterminate.
    pub slots: u32,
    pub cleared: u32,
    pub params: Vec<Param>,
    /// By local; `None` for registers.
    pub objects: Vec<Option<FrameObject>>,
    /// The slots of those that are objects.
    pub object_slots: Vec<Slot>,
    /// The first slot of each local.
    pub slot_of: Vec<Slot>,
    pub is_variadic: bool,
    /// Runs without interruption: its name begins with `__VERIFIER_atomic_`.
    pub is_atomic: bool,
    /// Each instruction in its quick form.
    pub(crate) quick: Vec<Quick>,
    /// For each instruction, whether others might see it, and whether an operation begins that they cannot see.
    pub gates: Vec<u8>,
    /// The first instruction of the operation that each one belongs to.
    pub start_of: Vec<u32>,
    /// The first instruction of each location.
    pub first_of: Vec<u32>,
    /// Locations of labels whose address is taken, as instruction numbers.
    pub labels: Vec<Option<u32>>,
}

#[derive(Clone, Copy, Debug)]
pub enum Param {
    Register {
        slot: Slot,
        kind: Kind,
    },
    /// A scalar that lives in memory, or an aggregate.
    Memory {
        local: LocalId,
        scalar: Option<Kind>,
    },
}

impl Code {
    /// Whether a call may pass as many arguments (C11 6.5.2.2p6).
    pub fn takes(&self, given: usize) -> bool {
        given == self.params.len() || (self.is_variadic && given > self.params.len())
    }

    pub fn register_slot(&self, local: LocalId) -> Slot {
        self.slot_of[local.index()]
    }
}
