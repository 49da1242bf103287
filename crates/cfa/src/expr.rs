//! Expressions: free of side effects, over registers, constants and addresses. Memory is read and written
//! by operations only (see [`crate::op`]), so evaluating an expression touches no memory.

use crate::program::{FunctionId, LabelId, LocalId, ObjectId};
use crate::types::{RecordId, Scalar};

/// An expression of one function's body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ExprId(pub u32);

/// A node and the type of its value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Scalar,
}

/// What an expression is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExprKind {
    /// An integer or pointer constant that fits 64 bits, sign-extended from its type (zero-extended for
    /// unsigned types of 63 bits and less).
    Int(i64),
    /// A constant that does not fit: an index into [`crate::program::Body::wide`].
    Wide(u32),
    /// The bits of a `Single` or `Double`.
    Float(u64),
    /// The value of a register.
    Local(LocalId),
    /// The address of a local that lives in memory.
    Address(LocalId),
    /// The address of an object with static or thread storage.
    Object(ObjectId),
    /// The address of a function.
    Function(FunctionId),
    /// The address of a label, `&&label`.
    Label(LabelId),
    /// The address of a member of the record that `base` points to.
    Field {
        base: ExprId,
        record: RecordId,
        field: u32,
    },
    /// `base + index * scale` bytes: pointer arithmetic. `index` is a `ptrdiff_t`.
    Index {
        base: ExprId,
        index: ExprId,
        scale: u64,
    },
    /// `(lhs - rhs) / scale`, both pointers.
    Difference {
        lhs: ExprId,
        rhs: ExprId,
        scale: u64,
    },
    /// `index`, which is a fault unless it is one of an array of `length` elements; both are a `ptrdiff_t`.
    Within {
        index: ExprId,
        length: ExprId,
        reach: Reach,
    },
    Unary {
        op: Unary,
        operand: ExprId,
    },
    /// Both operands have one type, except for the shifts.
    Binary {
        op: Binary,
        lhs: ExprId,
        rhs: ExprId,
    },
    /// From the operand's type to this one, as C converts. To `Bool` it is a comparison with zero.
    Convert {
        operand: ExprId,
    },
    /// Whether `lhs op rhs`, computed exactly, does not fit the type `to` (1) or does (0).
    Overflows {
        op: Overflow,
        to: Scalar,
        lhs: ExprId,
        rhs: ExprId,
    },
}

/// How far an index may go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reach {
    /// To the last element, which is accessed.
    Element,
    /// To the end of the array: only its address is taken.
    End,
}

/// Operators on one operand; the result has the operand's type unless said otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unary {
    /// Of a signed type it overflows at the least value.
    Negate,
    BitNot,
    /// 1 if the operand is zero: an `int`.
    Not,
    ByteSwap,
    /// Undefined at zero, as the next one: both are `int`s.
    LeadingZeros,
    TrailingZeros,
    PopulationCount,
    Parity,
    /// Position of the lowest set bit from one, or 0: an `int`.
    FirstSet,
    /// How many bits below the sign repeat it: an `int`.
    RedundantSign,
    /// Of integers: overflows at the least value. Of floats: clears the sign.
    Absolute,
    IsNan,
    /// 1, whatever the sign.
    IsInfinite,
    IsFinite,
    IsNormal,
    SignBit,
    /// -1, 0 or 1.
    InfiniteSign,
}

/// Operators on two operands. Comparisons are `int`s; the rest has the operands' type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Binary {
    /// Of signed integers, overflow is a fault; unsigned ones wrap. So for `Sub` and `Mul`.
    Add,
    Sub,
    Mul,
    /// Zero divisors are a fault, and the least value divided by -1; so for `Rem`.
    Div,
    Rem,
    /// A count that is negative or not below the width is a fault, as is a signed result that does not fit.
    Shl,
    Shr,
    And,
    Or,
    Xor,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    /// Either operand is a NaN.
    Unordered,
    /// `<` or `>`, false for NaNs.
    LessGreater,
    /// The magnitude of the left with the sign of the right.
    CopySign,
}

impl Binary {
    pub fn is_comparison(self) -> bool {
        use Binary::*;
        matches!(self, Lt | Le | Gt | Ge | Eq | Ne | Unordered | LessGreater)
    }
}

/// Operations of `__builtin_*_overflow`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Overflow {
    Add,
    Sub,
    Mul,
}

impl ExprKind {
    /// Calls `f` on each operand.
    pub fn for_each_operand(&self, mut f: impl FnMut(ExprId)) {
        match *self {
            ExprKind::Field { base, .. } => f(base),
            ExprKind::Index { base, index, .. } => {
                f(base);
                f(index);
            }
            ExprKind::Within { index, length, .. } => {
                f(index);
                f(length);
            }
            ExprKind::Difference { lhs, rhs, .. }
            | ExprKind::Binary { lhs, rhs, .. }
            | ExprKind::Overflows { lhs, rhs, .. } => {
                f(lhs);
                f(rhs);
            }
            ExprKind::Unary { operand, .. } | ExprKind::Convert { operand } => f(operand),
            ExprKind::Int(_)
            | ExprKind::Wide(_)
            | ExprKind::Float(_)
            | ExprKind::Local(_)
            | ExprKind::Address(_)
            | ExprKind::Object(_)
            | ExprKind::Function(_)
            | ExprKind::Label(_) => {}
        }
    }
}
