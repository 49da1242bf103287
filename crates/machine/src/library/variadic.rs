//! Variable arguments. Those of a call lie in an object of their own, 16 bytes each; a `va_list` holds the
//! address of the next one. Their types are kept beside it, so that reading one as another is a fault.

use crate::code::{Arg, Code, Kind};
use crate::exec::Machine;
use crate::fault::{Fault, FaultKind, Stop};
use crate::memory::ObjectKind;
use crate::value::Val;

/// What a variable argument is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entry {
    Scalar(Kind),
    /// An aggregate of this many bytes, in an object of its own.
    Aggregate(u32),
}

const STRIDE: u64 = 16;

impl Machine<'_> {
    /// Puts the arguments beyond the parameters into an object for the innermost frame.
    pub(crate) fn variable_arguments(&mut self, code: &Code, base: u32, args: &[Arg]) -> Result<(), Stop> {
        let id = self.memory.allocate(args.len() as u64 * STRIDE, 16, ObjectKind::Local)?;
        let mut entries = Vec::with_capacity(args.len());
        for (i, arg) in args.iter().enumerate() {
            let at = Val::pointer(id, (i as u64 * STRIDE) as i32);
            match *arg {
                Arg::Scalar(operand, kind) => {
                    let value = self.operand_of(code, base, operand);
                    self.memory.store(at, self.slot_bytes(kind), value)?;
                    if kind.slots() == 2 {
                        let high = self.operand_of(code, base, operand + 1);
                        self.memory.store(crate::address::moved(at, 8)?, 8, high)?;
                    }
                    entries.push(Entry::Scalar(kind));
                }
                Arg::Aggregate(operand, size) => {
                    let copy = self.memory.allocate(size.into(), 16, ObjectKind::Local)?;
                    let source = self.operand_of(code, base, operand);
                    self.memory.copy(Val::pointer(copy, 0), source, size.into())?;
                    self.store_word(at, Val::pointer(copy, 0))?;
                    entries.push(Entry::Aggregate(size));
                }
            }
        }
        self.library.variadic.insert(id, entries);
        if let Some(frame) = self.frames.last_mut() {
            frame.variadic = Some(id);
        }
        Ok(())
    }

    /// The next argument of a `va_list` at this address, which must be of this kind; with its upper half.
    pub(crate) fn next_variable_argument(&mut self, list: Val, kind: Kind) -> Result<(Val, Val), Stop> {
        let (at, entry) = self.advance(list)?;
        if !matches!(entry, Entry::Scalar(given) if fits(given, kind, self.word_bytes())) {
            return Fault::stop(
                FaultKind::BadVaArg,
                "a variable argument read as another type than it was passed",
            );
        }
        let mut low = self.memory.load(at, self.slot_bytes(kind))?;
        if let (Kind::Int { bits, signed }, true) = (kind, low.is_int()) {
            low = Val::int(crate::arith::extend(low.bits, bits, signed));
        }
        let high =
            if kind.slots() == 2 { self.memory.load(crate::address::moved(at, 8)?, 8)? } else { Val::ZERO };
        Ok((low, high))
    }

    /// The address of the next argument, an aggregate of this size.
    pub(crate) fn next_variable_aggregate(&mut self, list: Val, size: u32) -> Result<Val, Stop> {
        let (at, entry) = self.advance(list)?;
        match entry {
            Entry::Aggregate(given) if given == size => self.load_word(at),
            _ => Fault::stop(
                FaultKind::BadVaArg,
                "a variable argument read as another type than it was passed",
            ),
        }
    }

    /// The argument that comes so many after the next one of a `va_list`, which stays as it is: its kind, if
    /// it is a scalar, and its value.
    pub(super) fn variable_argument(&self, list: Val, index: usize) -> Result<(Option<Kind>, Val), Stop> {
        let (at, entry) = self.entry(list, index as u64)?;
        match entry {
            Entry::Scalar(kind) => Ok((Some(kind), self.memory.load(at, self.slot_bytes(kind))?)),
            Entry::Aggregate(_) => Ok((None, self.load_word(at)?)),
        }
    }

    /// How many bytes of its place an argument takes: pointers must be stored as such.
    fn slot_bytes(&self, kind: Kind) -> u32 {
        if is_word(kind, self.word_bytes()) { self.word_bytes() } else { 8 }
    }

    fn advance(&mut self, list: Val) -> Result<(Val, Entry), Stop> {
        let (at, entry) = self.entry(list, 0)?;
        self.store_word(list, crate::address::moved(at, STRIDE as i64)?)?;
        Ok((at, entry))
    }

    fn entry(&self, list: Val, index: u64) -> Result<(Val, Entry), Stop> {
        let next = self.memory.load(list, self.word_bytes())?;
        if !next.is_pointer() {
            return Fault::stop(FaultKind::BadVaArg, "va_arg without va_start");
        }
        let at = crate::address::moved(next, (index * STRIDE) as i64)?;
        let index = at.offset() as u64 / STRIDE;
        let entry =
            self.library.variadic.get(&at.object()).and_then(|entries| entries.get(index as usize)).copied();
        match entry {
            Some(entry) => Ok((at, entry)),
            None => Fault::stop(FaultKind::BadVaArg, "va_arg beyond the last argument"),
        }
    }
}

/// Whether an argument of one kind may be read as another: signs do not matter, and a pointer is as good as
/// an integer of its size.
pub(super) fn fits(given: Kind, wanted: Kind, word_bytes: u32) -> bool {
    match (given, wanted) {
        (Kind::Int { bits: a, .. }, Kind::Int { bits: b, .. }) => a == b,
        (Kind::Opaque { .. }, Kind::Opaque { .. }) => true,
        _ => given == wanted || (is_word(given, word_bytes) && is_word(wanted, word_bytes)),
    }
}

/// Whether a value is a pointer or may hold one.
fn is_word(kind: Kind, word_bytes: u32) -> bool {
    match kind {
        Kind::Pointer => true,
        Kind::Int { bits, .. } => u32::from(bits) == 8 * word_bytes,
        _ => false,
    }
}
