//! Variable arguments. Those of a call lie in an object of their own; a `va_list` holds the address of the next one.
//! Their types are kept beside it, so that reading one as another is a fault.
//!
//! In 64 bits each has 16 bytes, and a `va_list` is an array: a function that is given one gets its address. In 32
//! bits they lie as on the stack, and a `va_list` is a `char *`: a function gets the address of the next argument.

use crate::address::moved;
use crate::code::{Arg, Code, Kind};
use crate::exec::Machine;
use crate::fault::{Fault, FaultKind, Stop};
use crate::memory::ObjectKind;
use crate::value::Val;

/// What a variable argument is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entry {
    Scalar(Kind),
    /// An aggregate of this many bytes; in 64 bits in an object of its own.
    Aggregate(u32),
}

/// The arguments of a call: where each begins, and the end of the last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entries {
    entries: Vec<(u32, Entry)>,
    end: u32,
}

impl Entries {
    fn push(&mut self, entry: Entry, word_bytes: u32) {
        self.entries.push((self.end, entry));
        self.end += match entry {
            _ if word_bytes == 8 => STRIDE,
            Entry::Scalar(kind) => kind.bytes().next_multiple_of(4),
            Entry::Aggregate(size) => size.next_multiple_of(4).max(4),
        };
    }

    /// The argument so many after the one at this offset, and where it ends.
    fn get(&self, offset: i32, index: usize) -> Option<(u32, Entry, u32)> {
        let offset = u32::try_from(offset).ok()?;
        let first = self.entries.binary_search_by_key(&offset, |e| e.0).ok()?;
        let &(start, entry) = self.entries.get(first.checked_add(index)?)?;
        let end = self.entries.get(first + index + 1).map_or(self.end, |next| next.0);
        Some((start, entry, end))
    }

    /// Whether an argument begins at this offset, or the last one ends there.
    fn is_place(&self, offset: i32) -> bool {
        self.get(offset, 0).is_some() || i64::from(offset) == i64::from(self.end)
    }
}

const STRIDE: u32 = 16;

impl Machine<'_> {
    /// Puts the arguments beyond the parameters into an object for the innermost frame.
    pub(crate) fn variable_arguments(&mut self, code: &Code, base: u32, args: &[Arg]) -> Result<(), Stop> {
        let word_bytes = self.word_bytes();
        let mut entries = Entries::default();
        for arg in args {
            let entry = match *arg {
                Arg::Scalar(_, kind) => Entry::Scalar(kind),
                Arg::Aggregate(_, size) => Entry::Aggregate(size),
            };
            entries.push(entry, word_bytes);
        }
        let id = self.memory.allocate(entries.end.into(), 16, ObjectKind::Local)?;
        for (&(offset, _), arg) in entries.entries.iter().zip(args) {
            let at = Val::pointer(id, offset as i32);
            match *arg {
                Arg::Scalar(operand, kind) => {
                    let value = self.operand_of(code, base, operand);
                    let (low_bytes, high_bytes) = self.slot_bytes(kind);
                    self.memory.store(at, low_bytes, value)?;
                    if high_bytes > 0 {
                        let high = self.operand_of(code, base, operand + 1);
                        self.memory.store(moved(at, 8)?, high_bytes, high)?;
                    }
                }
                Arg::Aggregate(operand, size) => {
                    let source = self.operand_of(code, base, operand);
                    if word_bytes == 4 {
                        self.memory.copy(at, source, size.into())?;
                        continue;
                    }
                    let copy = self.memory.allocate(size.into(), 16, ObjectKind::Local)?;
                    self.memory.copy(Val::pointer(copy, 0), source, size.into())?;
                    self.store_word(at, Val::pointer(copy, 0))?;
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
        let (low_bytes, high_bytes) = self.slot_bytes(kind);
        let mut low = self.memory.load(at, low_bytes)?;
        if let (Kind::Int { bits, signed }, true) = (kind, low.is_int()) {
            low = Val::int(crate::arith::extend(low.bits, bits, signed));
        }
        let high = if high_bytes > 0 { self.memory.load(moved(at, 8)?, high_bytes)? } else { Val::ZERO };
        Ok((low, high))
    }

    /// The address of the next argument, an aggregate of this size.
    pub(crate) fn next_variable_aggregate(&mut self, list: Val, size: u32) -> Result<Val, Stop> {
        let (at, entry) = self.advance(list)?;
        match entry {
            Entry::Aggregate(given) if given == size => self.aggregate(at),
            _ => Fault::stop(
                FaultKind::BadVaArg,
                "a variable argument read as another type than it was passed",
            ),
        }
    }

    /// The argument that comes so many after the next one of a `va_list` that a function of the library was given,
    /// which stays as it is: its kind, if it is a scalar, and its value.
    pub(super) fn variable_argument(&self, list: Val, index: usize) -> Result<(Option<Kind>, Val), Stop> {
        let next = if self.word_bytes() == 4 { list } else { self.memory.load(list, 8)? };
        let (at, entry, _) = self.entry(next, index)?;
        match entry {
            Entry::Scalar(kind) => Ok((Some(kind), self.memory.load(at, self.slot_bytes(kind).0)?)),
            Entry::Aggregate(_) => Ok((None, self.aggregate(at)?)),
        }
    }

    /// After a function of the library has used a `va_list` it was given, reading on is a fault. In 32 bits the
    /// function had a copy.
    pub(super) fn end_variable_arguments(&mut self, list: Val) -> Result<(), Stop> {
        if self.word_bytes() == 4 { Ok(()) } else { self.store_word(list, Val::UNINIT) }
    }

    /// The address of an aggregate.
    fn aggregate(&self, at: Val) -> Result<Val, Stop> {
        if self.word_bytes() == 4 { Ok(at) } else { self.load_word(at) }
    }

    /// How many bytes of its place each half of an argument takes: pointers must be stored as such.
    fn slot_bytes(&self, kind: Kind) -> (u32, u32) {
        match kind {
            _ if is_word(kind, self.word_bytes()) => (self.word_bytes(), 0),
            Kind::Wide { .. } | Kind::Opaque { .. } if self.word_bytes() == 8 => (8, 8),
            _ if self.word_bytes() == 8 => (8, 0),
            _ => (kind.bytes().min(8), kind.bytes().saturating_sub(8)),
        }
    }

    fn advance(&mut self, list: Val) -> Result<(Val, Entry), Stop> {
        let next = self.memory.load(list, self.word_bytes())?;
        let (at, entry, end) = self.entry(next, 0)?;
        self.store_word(list, Val::pointer(at.object(), end as i32))?;
        Ok((at, entry))
    }

    /// The argument so many after the one at an address, and the offset of its end.
    fn entry(&self, next: Val, index: usize) -> Result<(Val, Entry, u32), Stop> {
        if !next.is_pointer() {
            return Fault::stop(FaultKind::BadVaArg, "va_arg without va_start");
        }
        let entries = self.library.variadic.get(&next.object());
        match entries.and_then(|entries| entries.get(next.offset(), index)) {
            Some((offset, entry, end)) => Ok((Val::pointer(next.object(), offset as i32), entry, end)),
            // In 32 bits a program can make a list of any address.
            None if self.word_bytes() == 4 && !entries.is_some_and(|e| e.is_place(next.offset())) => {
                Err(Stop::NotModelled("va_arg at an address that va_start did not give".into()))
            }
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
        Kind::Pointer { .. } => true,
        Kind::Int { bits, .. } => u32::from(bits) == 8 * word_bytes,
        _ => false,
    }
}
