//! Values: a word and a tag that says what the word is.
//!
//! A tag has two bits for each byte of its word: not initialised, initialised, byte of a pointer, or not
//! known in part. A pointer's word is its object's number and its offset, and its bytes keep their place: byte `k` of
//! a pointer in memory lies at byte `k` of a word. So copying a pointer byte by byte gives the pointer back,
//! and a pointer is never taken for a number.

/// What a word is, two bits a byte.
pub type Tag = u16;

/// No byte is initialised.
pub const UNINIT: Tag = 0;
/// Every byte is initialised: a number.
pub const INIT: Tag = 0x5555;
/// Every byte is that of a pointer.
pub const POINTER: Tag = 0xaaaa;

/// A term of the inputs ([`crate::symbolic`]); the word is the term's number.
pub const TERM: Tag = 0xffff;

/// Bytes `from..from + count` of a word, as a mask over tags.
pub const fn tag_mask(from: u32, count: u32) -> Tag {
    (((1u32 << (2 * count)) - 1) << (2 * from)) as Tag
}

/// A word with its tag. Integers are kept sign- or zero-extended to 64 bits according to their type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Val {
    pub bits: u64,
    pub tag: Tag,
}

/// A part of a pointer, as a byte-wise copy moves it: `count` bytes from byte `at`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fragment {
    pub at: u32,
    pub count: u32,
    /// The other bytes of the pointer are known, too.
    pub is_whole: bool,
}

impl Val {
    pub const ZERO: Val = Val::int(0);
    pub const UNINIT: Val = Val { bits: 0, tag: UNINIT };

    pub const fn int(bits: u64) -> Val {
        Val { bits, tag: INIT }
    }

    pub const fn pointer(object: u32, offset: i32) -> Val {
        Val { bits: ((object as u64) << 32) | offset as u32 as u64, tag: POINTER }
    }

    /// A fragment keeps the word of the pointer, and its place in the tag.
    pub const fn fragment(bits: u64, part: Fragment) -> Val {
        let place = (part.at as u16) << 8 | (part.is_whole as u16) << 11 | (part.count as u16) << 12;
        Val { bits, tag: 0x0002 | place }
    }

    pub const fn as_fragment(self) -> Option<Fragment> {
        if self.tag & 0x00ff == 0x0002 {
            let is_whole = self.tag >> 11 & 1 != 0;
            Some(Fragment { at: (self.tag >> 8) as u32 & 7, count: (self.tag >> 12) as u32, is_whole })
        } else {
            None
        }
    }

    /// A byte of which only these bits are initialised, to be passed on as a character.
    pub const fn partial(byte: u8, known: u8) -> Val {
        Val { bits: byte as u64, tag: 0x0003 | (known as u16) << 8 }
    }

    /// The initialised bits of such a byte.
    pub const fn as_partial(self) -> Option<u8> {
        if self.tag & 0x00ff == 0x0003 { Some((self.tag >> 8) as u8) } else { None }
    }

    pub const fn is_int(self) -> bool {
        self.tag == INIT
    }

    /// A term of 64 bits, which is the number in the extended form of its type.
    pub const fn term(term: formula::Term) -> Val {
        Val { bits: term.index() as u64, tag: TERM }
    }

    pub const fn as_term(self) -> Option<formula::Term> {
        if self.tag == TERM { Some(formula::Term::at(self.bits as usize)) } else { None }
    }

    pub const fn is_pointer(self) -> bool {
        self.tag == POINTER
    }

    pub const fn object(self) -> u32 {
        (self.bits >> 32) as u32
    }

    pub const fn offset(self) -> i32 {
        self.bits as u32 as i32
    }
}

/// Pointers to functions and labels have object numbers of their own, and so have handles of threads: a handle is as
/// opaque as an address, and is told from numbers in the same way.
pub const FUNCTION_BASE: u32 = 0x8000_0000;
pub const LABEL_BASE: u32 = 0xc000_0000;
pub const THREAD_BASE: u32 = 0xe000_0000;

/// The function a pointer value points to.
pub fn function_of(value: Val) -> Option<u32> {
    (value.is_pointer()
        && value.object() >= FUNCTION_BASE
        && value.object() < LABEL_BASE
        && value.offset() == 0)
        .then(|| value.object() - FUNCTION_BASE)
}

pub fn function_pointer(function: u32) -> Val {
    Val::pointer(FUNCTION_BASE + function, 0)
}

/// The handle of a thread.
pub fn thread_handle(thread: usize) -> Val {
    Val::pointer(THREAD_BASE + thread as u32, 0)
}

/// The thread that a value is the handle of, be it moved or not.
pub fn thread_of(value: Val) -> Option<usize> {
    (value.is_pointer() && value.object() >= THREAD_BASE).then(|| (value.object() - THREAD_BASE) as usize)
}
