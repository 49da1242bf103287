//! Operations: what an edge of an automaton does.
//!
//! Invariant: an operation makes at most one access to memory that another thread might reach. The block
//! operations ([`Op::Copy`], [`Op::Zero`], [`Op::Complex`], calls that pass or return aggregates, calls of
//! library functions, and [`Op::Asm`]) are the exception: an engine steps them access by access.

use crate::expr::ExprId;
use crate::program::{FunctionId, LabelId, LocalId};
use crate::types::{Bits, Scalar, TypeId};

/// A scalar in memory. For a bit-field `address` is that of its first byte and `ty` its declared type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    pub address: ExprId,
    pub ty: Scalar,
    pub bits: Option<Bits>,
    pub access: Access,
    /// What the address must be a multiple of; 1 inside packed records.
    pub align: u32,
}

/// How an access is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Access {
    Plain,
    Volatile,
    Atomic(Ordering),
    /// Of an initialiser of a constant object: the only stores that such an object takes.
    Initial,
}

/// The memory orders of C11; `consume` is `Acquire`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ordering {
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

/// Where a value of any type goes or comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Destination {
    None,
    Local(LocalId),
    /// The address of an object of aggregate type.
    Memory(ExprId),
}

/// A value passed or returned: a scalar, or the address of an aggregate and its type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    Scalar(ExprId),
    Aggregate(ExprId, TypeId),
}

impl Value {
    pub fn expr(self) -> ExprId {
        match self {
            Value::Scalar(e) | Value::Aggregate(e, _) => e,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Callee {
    Direct(FunctionId),
    /// Through a pointer to a function of this type.
    Indirect(ExprId, TypeId),
}

/// What an edge does.
#[derive(Clone, PartialEq, Debug)]
pub enum Op {
    Skip,
    /// Register assignment; `value` has the register's type.
    Assign {
        dst: LocalId,
        value: ExprId,
    },
    Load {
        dst: LocalId,
        place: Place,
    },
    Store {
        place: Place,
        value: ExprId,
    },
    /// Copies an object of type `ty` between addresses that are equal or do not overlap.
    Copy {
        dst: ExprId,
        src: ExprId,
        ty: TypeId,
        /// It initialises a constant object.
        is_initial: bool,
    },
    /// Sets `size` bytes to zero, as an initialiser does.
    Zero {
        dst: ExprId,
        size: u64,
    },
    /// Passable only if `cond` is non-zero (`truth`) or zero (otherwise).
    Assume {
        cond: ExprId,
        truth: bool,
    },
    /// Passable only if `value` lies in one of the ranges (`inside`) or in none; ranges are sorted.
    Case {
        value: ExprId,
        ranges: Box<[(i128, i128)]>,
        inside: bool,
    },
    /// Passable only if the computed goto's `address` is that of `label`.
    Jump {
        address: ExprId,
        label: LabelId,
    },
    /// The objects come into being with indeterminate values; registers become indeterminate.
    Begin {
        locals: Box<[LocalId]>,
    },
    /// The objects cease to exist.
    End {
        locals: Box<[LocalId]>,
    },
    /// A variable length array of `size` bytes comes into being; `size` is a `size_t`.
    BeginVla {
        local: LocalId,
        size: ExprId,
    },
    /// `size` bytes that live until the function returns.
    Alloca {
        dst: LocalId,
        size: ExprId,
        align: u64,
    },
    Call {
        dst: Destination,
        callee: Callee,
        args: Box<[Value]>,
    },
    /// Leads to the exit location and ends every object of the frame.
    Return {
        value: Option<Value>,
    },
    VaStart {
        list: ExprId,
    },
    VaArg {
        dst: Destination,
        list: ExprId,
        ty: TypeId,
    },
    VaEnd {
        list: ExprId,
    },
    VaCopy {
        dst: ExprId,
        src: ExprId,
    },
    /// A read-modify-write of one place, indivisible.
    Atomic(Box<Atomic>),
    Fence(Ordering),
    /// Inline assembly that is neither empty nor a pure barrier.
    Asm(Box<Asm>),
    /// Arithmetic on complex numbers, kept whole.
    Complex(Box<Complex>),
    /// `__builtin_setjmp`: `dst` is 0, or 1 when a jump comes back here.
    SetJump {
        dst: LocalId,
        buffer: ExprId,
    },
    LongJump {
        buffer: ExprId,
    },
    /// A fault if the two places overlap; a null address stands for an access that was not made. Both
    /// were accessed with no sequence point between and at least one of them written.
    Distinct(Box<(Place, Place)>),
    /// Unsequenced side effects on one object: a fault.
    Unsequenced,
    /// `__builtin_unreachable()`, or the return of a function that does not return: a fault.
    Unreachable,
    Trap,
    /// What is not modelled, by name.
    Unsupported(Box<str>),
}

/// `dst` receives the value found; `*place` becomes the operation's result.
#[derive(Clone, PartialEq, Debug)]
pub struct Atomic {
    pub op: AtomicOp,
    pub place: Place,
    /// The operand of the operation, or the value to be stored.
    pub operand: ExprId,
    pub dst: Option<LocalId>,
    /// Of a weak compare-exchange: 1 if it stored the operand and 0 if not, which what was found does not tell.
    pub success: Option<LocalId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtomicOp {
    Exchange,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    /// Stores the operand only if the place holds `expected`; `dst` is what was found.
    CompareExchange {
        expected: ExprId,
        /// The order of the read if nothing is stored; the place's is that of a success.
        failure: Ordering,
        /// It may fail though the place holds what is expected.
        is_weak: bool,
    },
}

/// An `asm` statement: outputs are stored to by the operations after it, from its registers.
#[derive(Clone, PartialEq, Debug)]
pub struct Asm {
    pub template: Box<str>,
    /// Registers that hold anything afterwards, with their constraints.
    pub outputs: Box<[(Box<str>, LocalId)]>,
    /// Objects that may hold anything afterwards: address and type.
    pub memory: Box<[(ExprId, TypeId)]>,
    pub inputs: Box<[(Box<str>, ExprId)]>,
    /// Any memory may change.
    pub clobbers_memory: bool,
    pub volatile: bool,
    /// `asm goto`: control may go to the fall-through edge or to any of these; each has an edge of its own
    /// with the same operation, told apart by `target`.
    pub target: Option<LabelId>,
}

/// An operation on complex numbers held in memory at these addresses.
#[derive(Clone, PartialEq, Debug)]
pub struct Complex {
    pub op: ComplexOp,
    pub part: Scalar,
    /// Where the result goes: memory, or a register for comparisons.
    pub dst: Destination,
    pub args: Box<[ExprId]>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComplexOp {
    Add,
    Sub,
    Mul,
    Div,
    Negate,
    Conjugate,
    Eq,
    Ne,
}

impl Op {
    /// Calls `f` on each expression the operation evaluates.
    pub fn for_each_expr(&self, mut f: impl FnMut(ExprId)) {
        let destination = |d: &Destination, f: &mut dyn FnMut(ExprId)| {
            if let Destination::Memory(e) = d {
                f(*e);
            }
        };
        match self {
            Op::Assign { value, .. } => f(*value),
            Op::Load { place, .. } => f(place.address),
            Op::Store { place, value } => {
                f(place.address);
                f(*value);
            }
            Op::Copy { dst, src, .. } | Op::VaCopy { dst, src } => {
                f(*dst);
                f(*src);
            }
            Op::Zero { dst, .. } => f(*dst),
            Op::Assume { cond, .. } => f(*cond),
            Op::Case { value, .. } => f(*value),
            Op::Jump { address, .. } => f(*address),
            Op::BeginVla { size, .. } | Op::Alloca { size, .. } => f(*size),
            Op::Call { dst, callee, args } => {
                destination(dst, &mut f);
                if let Callee::Indirect(e, _) = callee {
                    f(*e);
                }
                args.iter().for_each(|a| f(a.expr()));
            }
            Op::Return { value } => value.iter().for_each(|v| f(v.expr())),
            Op::VaStart { list } | Op::VaEnd { list } => f(*list),
            Op::VaArg { dst, list, .. } => {
                destination(dst, &mut f);
                f(*list);
            }
            Op::Atomic(atomic) => {
                f(atomic.place.address);
                f(atomic.operand);
                if let AtomicOp::CompareExchange { expected, .. } = atomic.op {
                    f(expected);
                }
            }
            Op::Asm(asm) => {
                asm.memory.iter().for_each(|(e, _)| f(*e));
                asm.inputs.iter().for_each(|(_, e)| f(*e));
            }
            Op::Complex(complex) => {
                destination(&complex.dst, &mut f);
                complex.args.iter().for_each(|e| f(*e));
            }
            Op::SetJump { buffer, .. } | Op::LongJump { buffer } => f(*buffer),
            Op::Distinct(places) => {
                f(places.0.address);
                f(places.1.address);
            }
            Op::Skip
            | Op::Begin { .. }
            | Op::End { .. }
            | Op::Fence(_)
            | Op::Unsequenced
            | Op::Unreachable
            | Op::Trap
            | Op::Unsupported(_) => {}
        }
    }

    /// Registers the operation writes.
    pub fn for_each_written(&self, mut f: impl FnMut(LocalId)) {
        match self {
            Op::Assign { dst, .. }
            | Op::Load { dst, .. }
            | Op::Alloca { dst, .. }
            | Op::SetJump { dst, .. } => f(*dst),
            Op::Call { dst: Destination::Local(dst), .. }
            | Op::VaArg { dst: Destination::Local(dst), .. } => f(*dst),
            Op::Complex(complex) => {
                if let Destination::Local(dst) = complex.dst {
                    f(dst);
                }
            }
            Op::Atomic(atomic) => atomic.dst.into_iter().chain(atomic.success).for_each(f),
            Op::Asm(asm) => asm.outputs.iter().for_each(|(_, l)| f(*l)),
            Op::Begin { locals } | Op::End { locals } => locals.iter().for_each(|l| f(*l)),
            _ => {}
        }
    }

    /// Whether control never gets past the operation.
    pub fn is_terminal(&self) -> bool {
        matches!(
            self,
            Op::Unsequenced | Op::Unreachable | Op::Trap | Op::Unsupported(_) | Op::LongJump { .. }
        )
    }
}
