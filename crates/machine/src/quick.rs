//! Instructions once more, in the form in which the frequent ones are fast: constants in them, widths and signs decided.
//!
//! There is one for each instruction, at its place. It does what the instruction does where there is nothing to it but its
//! operands, and else nothing at all: then the instruction itself is carried out, which knows all cases and all faults. So which
//! instructions there are stays as [`crate::code`] has it, and footprints, names and faults know nothing of this form.

mod decode;

use cfa::expr::Binary;

use crate::code::{Arg, Code, Instr, Kind, Param, Result_, Slot};
use crate::value::Tag;

/// An instruction in its quick form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quick {
    /// As [`Code::gates`], with [`WEAK`] and [`TRACED`].
    pub marks: u8,
    /// Of the instruction that comes next.
    pub next_marks: u8,
    pub does: Does,
}

/// Marks a weak compare-exchange, which is a choice also where there is one thread.
pub(crate) const WEAK: u8 = 0x40;
/// Marks every instruction: whoever follows a run step by step wants to see them all.
pub(crate) const TRACED: u8 = 0x80;
/// No instruction has this mark: all have to look for terms among their operands ([`crate::symbolic`]).
pub(crate) const SYMBOLIC: u8 = 0x20;

/// Stands for the constant, in place of a slot.
pub(crate) const IMMEDIATE: Slot = u32::MAX;

/// Two numbers: a slot's, and another slot's or a constant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Two {
    pub a: Slot,
    pub b: Slot,
    pub constant: i32,
}

/// Where a branch goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ways {
    pub yes: u32,
    pub no: u32,
}

/// What is accessed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub bytes: u8,
    /// Bits from which on the sign is extended; 0 if it is not.
    pub sign: u8,
    /// One less than what its address is a multiple of.
    pub low: u8,
}

/// Numbers have at most 64 bits, and addresses as many bits as a word.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Does {
    /// The instruction itself has to do it.
    General,
    /// So it is, but each argument of the call is passed as it is, to a register ([`mark_calls`]).
    Call,
    Set {
        dst: Slot,
        bits: [u32; 2],
        tag: Tag,
    },
    /// Of a number or an address.
    Move {
        dst: Slot,
        a: Slot,
    },
    /// Of a number that is the same in the type it is converted to.
    Keep {
        dst: Slot,
        a: Slot,
    },
    SignExtend {
        dst: Slot,
        a: Slot,
        bits: u8,
    },
    ZeroExtend {
        dst: Slot,
        a: Slot,
        bits: u8,
    },
    IsTrue {
        dst: Slot,
        a: Slot,
    },
    Add32 {
        dst: Slot,
        two: Two,
    },
    Sub32 {
        dst: Slot,
        two: Two,
    },
    Add64 {
        dst: Slot,
        two: Two,
    },
    Binary {
        op: Binary,
        bits: u8,
        signed: bool,
        dst: Slot,
        two: Two,
    },
    /// With the constant on the left.
    From {
        op: Binary,
        bits: u8,
        signed: bool,
        dst: Slot,
        constant: i32,
        b: Slot,
    },
    Offset {
        dst: Slot,
        a: Slot,
        bytes: i32,
    },
    Index {
        dst: Slot,
        a: Slot,
        index: Slot,
        scale: u32,
    },
    Element {
        dst: Slot,
        a: Slot,
        index: Slot,
        scale: u32,
        limit: u32,
    },
    /// As [`Does::Element`], of an object that is known.
    ElementOf {
        dst: Slot,
        object: u32,
        offset: i32,
        index: Slot,
        scale: u32,
        limit: u32,
    },
    /// Eight bytes that are a word.
    Load64 {
        dst: Slot,
        a: Slot,
    },
    /// Four bytes of such a word.
    LoadInt {
        dst: Slot,
        a: Slot,
    },
    /// What is neither 0 nor 1 is a fault.
    LoadBool {
        dst: Slot,
        a: Slot,
    },
    Load {
        dst: Slot,
        a: Slot,
        part: Part,
    },
    LoadOf {
        dst: Slot,
        object: u32,
        offset: i32,
        part: Part,
    },
    Store64 {
        a: Slot,
        value: Slot,
        constant: i32,
    },
    StoreInt {
        a: Slot,
        value: Slot,
        constant: i32,
    },
    Store {
        a: Slot,
        value: Slot,
        constant: i32,
        part: Part,
    },
    StoreOf {
        object: u32,
        offset: i32,
        value: Slot,
        constant: i32,
        part: Part,
    },
    /// The first of a pair: an address, which is kept in between, and a load or a store there.
    FieldLoad64 {
        between: Slot,
        a: Slot,
        bytes: i32,
        dst: Slot,
    },
    FieldLoadInt {
        between: Slot,
        a: Slot,
        bytes: i32,
        dst: Slot,
    },
    FieldStore64 {
        between: Slot,
        a: Slot,
        bytes: i32,
        value: Slot,
        constant: i32,
    },
    FieldStoreInt {
        between: Slot,
        a: Slot,
        bytes: i32,
        value: Slot,
        constant: i32,
    },
    Jump {
        to: u32,
    },
    /// On whether something is other than zero.
    Branch {
        a: Slot,
        ways: Ways,
    },
    Equal {
        two: Two,
        ways: Ways,
    },
    Less {
        two: Two,
        ways: Ways,
    },
    LessOrEqual {
        two: Two,
        ways: Ways,
    },
    Below {
        two: Two,
        ways: Ways,
    },
    BelowOrEqual {
        two: Two,
        ways: Ways,
    },
    Same {
        a: Slot,
        b: Slot,
        ways: Ways,
    },
}

impl Does {
    /// Whether there is more to it than the instruction.
    #[inline]
    pub fn is_quick(&self) -> bool {
        !matches!(self, Does::General | Does::Call)
    }
}

/// The quick forms of a function's instructions, for pointers of so many bytes.
pub(crate) fn all(code: &Code, pointer_bytes: u8) -> Vec<Quick> {
    let quick = |(instr, &gates): (&Instr, &u8)| {
        let is_weak = matches!(instr, Instr::Atomic { success: Some(_), .. });
        let marks = gates | TRACED | if is_weak { WEAK } else { 0 };
        Quick {
            marks,
            next_marks: 0,
            does: decode::does(code, instr, pointer_bytes).unwrap_or(Does::General),
        }
    };
    let mut all: Vec<Quick> = code.instrs.iter().zip(&code.gates).map(quick).collect();
    for at in 1..all.len() {
        let (first, second) = (all[at - 1].does, all[at]);
        all[at - 1].next_marks = second.marks;
        all[at - 1].does = pair(code, first, second.does).unwrap_or(first);
    }
    all
}

/// Marks the calls of functions that take their arguments as they are given.
pub(crate) fn mark_calls(all: &mut [Code]) {
    for caller in 0..all.len() {
        for pc in 0..all[caller].instrs.len() {
            if let Instr::Call { function, args, result } = &all[caller].instrs[pc]
                && !matches!(result, Result_::Memory(..))
                && are_plain(&all[function.index()], args)
            {
                all[caller].quick[pc].does = Does::Call;
            }
        }
    }
}

fn are_plain(callee: &Code, args: &[Arg]) -> bool {
    let is_plain = |(param, arg): (&Param, &Arg)| match (*param, *arg) {
        (Param::Register { kind, .. }, Arg::Scalar(_, given)) => {
            kind == given && kind.slots() == 1 && kind != Kind::Single
        }
        _ => false,
    };
    !callee.is_variadic && callee.params.len() == args.len() && callee.params.iter().zip(args).all(is_plain)
}

/// Two instructions as one. What is in between has to be a temporary: nobody reads it but the access, which is the last of its
/// operation.
fn pair(code: &Code, first: Does, second: Does) -> Option<Does> {
    let Does::Offset { dst: between, a, bytes } = first else { return None };
    if between < code.cleared {
        return None;
    }
    Some(match second {
        Does::Load64 { dst, a: at } if at == between => Does::FieldLoad64 { between, a, bytes, dst },
        Does::LoadInt { dst, a: at } if at == between => Does::FieldLoadInt { between, a, bytes, dst },
        Does::Store64 { a: at, value, constant } if at == between && value != between => {
            Does::FieldStore64 { between, a, bytes, value, constant }
        }
        Does::StoreInt { a: at, value, constant } if at == between && value != between => {
            Does::FieldStoreInt { between, a, bytes, value, constant }
        }
        _ => return None,
    })
}
