//! Memory: objects in one flat run of words, byte-exact.
//!
//! A word holds as many bytes as a pointer has, 8 or 4, so that a pointer is one word under either data model. Byte `k`
//! of a word of 4 bytes is its byte `k`; if it belongs to a pointer, byte `k + 4` goes with it. Every write goes through
//! [`Memory::set_word`], which keeps the journal if there is one. Object numbers are not used again while a pointer to
//! the old object may exist, so a dangling pointer is always known as one.

mod access;
mod bulk;
mod check;
mod undo;

use rustc_hash::FxHashMap as HashMap;
use std::cell::RefCell;

use crate::brake::{Brake, LARGE};
use crate::explore::Access;
use crate::extent::Notes;
use crate::fault::Stop;
use crate::journal::Journal;
use crate::number::{Place, Places};
use crate::order::{Orders, Pair};
use crate::partial::Known;
use crate::value::{INIT, POINTER, Tag, UNINIT, Val, tag_mask};

/// What an object is, for messages and for `free`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    Static,
    Constant,
    Local,
    Heap,
    Alloca,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    Alive,
    /// Ended its scope, or was freed.
    Dead,
    /// Declared, but defined by no unit: nothing is known of it.
    Absent,
}

/// An object: `size` bytes from word `base`.
#[derive(Clone, Copy, Debug)]
pub struct Object {
    pub base: u32,
    pub size: u32,
    pub align: u32,
    pub kind: ObjectKind,
    pub life: Life,
    /// Others may fill it: what is indeterminate in it is given when it is read.
    pub is_foreign: bool,
    /// Only initialisers write to it.
    pub is_constant: bool,
    /// What says how large it is ([`crate::extent`]); 0 if nothing but its allocation does.
    pub extent: u32,
    /// The tag of its words as long as nothing has happened to them: indeterminate, or zero.
    pub blank: Tag,
}

/// A copy of all that memory holds.
#[derive(Clone, Debug)]
pub(crate) struct Contents {
    words: Vec<u64>,
    tags: Vec<Tag>,
    objects: Vec<Object>,
    heap_objects: u32,
    /// In the order of bytes.
    partial: Vec<(usize, Known)>,
    places: Option<Vec<Place>>,
    order: Vec<Pair>,
}

/// The most bytes one object, and all objects together, may have.
pub const OBJECT_LIMIT: u64 = 1 << 30;

pub struct Memory {
    /// Bytes of a word: `1 << shift`.
    shift: u32,
    words: Vec<u64>,
    tags: Vec<Tag>,
    objects: Vec<Object>,
    /// Blocks of dead objects by number of words, to be used again.
    free_blocks: Vec<Vec<u32>>,
    /// What is known of the bits of bytes whose kind is [`PARTIAL`]; what it holds of other bytes is out of date. Of a
    /// partial byte that is missing here nothing is known.
    partial: HashMap<usize, Known>,
    /// The entries of it as they were before they changed, while there is a journal.
    partial_changes: Vec<(usize, Option<Known>)>,
    /// Where objects lie, if addresses are numbers.
    pub(crate) places: Option<RefCell<Places>>,
    /// Which objects lie below which, if addresses are none.
    pub(crate) orders: Orders,
    /// What changes, so that it can be undone; while there is one, no block is used again.
    pub(crate) journal: Option<Box<Journal>>,
    /// Objects of the heap that are alive.
    pub(crate) heap_objects: u32,
    /// Accesses of the library call that is being watched.
    watched: RefCell<Option<Vec<Access>>>,
    /// What is written is an object's initial value, so constants take it.
    pub(crate) is_initialising: bool,
    pub(crate) brake: Brake,
    /// Words that there have ever been at once: so many take no further memory.
    most_words: usize,
    /// What was asked of the sizes of objects.
    pub(crate) notes: Notes,
}

/// What an object's bytes are taken to be where they do not count in fingerprints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Blank {
    Indeterminate,
    Zero,
}

/// The bytes of a pointer that say which object it is one to.
const OBJECT_BYTES: Tag = 0xff00;

/// The kind of a byte that is known in part.
pub(crate) const PARTIAL: u16 = 3;

impl Default for Memory {
    fn default() -> Memory {
        Memory::new(8)
    }
}

impl Memory {
    /// Empty memory whose pointers have 8 or 4 bytes.
    pub fn new(pointer_bytes: u32) -> Memory {
        Memory {
            shift: pointer_bytes.trailing_zeros(),
            words: Vec::new(),
            tags: Vec::new(),
            objects: Vec::new(),
            free_blocks: Vec::new(),
            partial: HashMap::default(),
            partial_changes: Vec::new(),
            places: None,
            orders: Orders::default(),
            journal: None,
            heap_objects: 0,
            watched: RefCell::new(None),
            is_initialising: false,
            brake: Brake::default(),
            most_words: 0,
            notes: Notes::default(),
        }
    }

    /// Bytes of a word, and of a pointer.
    #[inline]
    pub fn unit(&self) -> usize {
        1 << self.shift
    }

    /// The word of a byte, and the byte's place in it.
    #[inline]
    fn split(&self, at: usize) -> (usize, u32) {
        (at >> self.shift, (at & (self.unit() - 1)) as u32)
    }

    /// The tag bits that a word uses.
    #[inline]
    fn full(&self) -> Tag {
        tag_mask(0, self.unit() as u32)
    }

    /// A new object with indeterminate bytes. Object 0 is never given out.
    pub fn allocate(&mut self, size: u64, align: u64, kind: ObjectKind) -> Result<u32, Stop> {
        self.allocate_as(size, align, kind, (0, Blank::Indeterminate))
    }

    /// As [`Memory::allocate`], of an extent. However it counts, its bytes are indeterminate at first.
    pub(crate) fn allocate_as(
        &mut self,
        size: u64,
        align: u64,
        kind: ObjectKind,
        (extent, blank): (u32, Blank),
    ) -> Result<u32, Stop> {
        let blank = if blank == Blank::Zero && extent != 0 { INIT & self.full() } else { UNINIT };
        if size > OBJECT_LIMIT {
            return Err(Stop::NotModelled(format!("an object of {size} bytes")));
        }
        if self.objects.is_empty() {
            let none = Object {
                base: 0,
                size: 0,
                align: 1,
                kind: ObjectKind::Static,
                life: Life::Dead,
                is_foreign: false,
                is_constant: false,
                extent: 0,
                blank: UNINIT,
            };
            self.objects.push(none);
        }
        let base = self.block(size.div_ceil(self.unit() as u64) as usize)?;
        let align = align.clamp(1, 1 << 20) as u32;
        self.objects.push(Object {
            base,
            size: size as u32,
            align,
            kind,
            life: Life::Alive,
            is_foreign: false,
            is_constant: false,
            extent,
            blank,
        });
        self.heap_objects += u32::from(kind == ObjectKind::Heap);
        if let Some(journal) = &mut self.journal {
            journal.allocated(self.objects.len() as u32 - 1, self.words.len());
        }
        self.pad(self.objects.len() as u32 - 1);
        match u32::try_from(self.objects.len()) {
            Ok(count) if count < crate::value::FUNCTION_BASE => Ok(count - 1),
            _ => Err(Stop::NotModelled("more than 2^31 objects".into())),
        }
    }

    /// Makes what lies behind an object's last byte, in the same word, as the rest is that nobody sets. Nothing else writes there.
    fn pad(&mut self, id: u32) {
        let Object { base, size, blank, extent, .. } = self.objects[id as usize];
        let (words, rest) = self.split(size as usize);
        if blank != UNINIT {
            // Its bytes are indeterminate now, and count as if they were zero: how many these are tells states apart.
            self.notes.whole(extent);
        }
        if blank != UNINIT && rest > 0 {
            let (word, inside) = (base as usize + words, tag_mask(0, rest));
            self.set_word(word, self.words[word], self.tags[word] & inside | blank & !inside & self.full());
        }
    }

    fn block(&mut self, count: usize) -> Result<u32, Stop> {
        if let Some(base) = self.free_blocks.get_mut(count).and_then(Vec::pop) {
            for word in base..base + count as u32 {
                self.set_word(word as usize, 0, UNINIT);
            }
            return Ok(base);
        }
        let base = self.words.len();
        if (base + count) as u64 * 8 > 4 * OBJECT_LIMIT {
            return Err(Stop::NotModelled("more than 4 GiB of memory".into()));
        }
        self.make_room(base + count)?;
        self.words.resize(base + count, 0);
        self.tags.resize(base + count, UNINIT);
        Ok(base as u32)
    }

    /// Asks for the memory that so many words take.
    fn make_room(&mut self, words: usize) -> Result<(), Stop> {
        let each =
            size_of::<u64>() + size_of::<Tag>() + self.journal.as_ref().map_or(0, |_| Journal::WORD_BYTES);
        let bytes = words.saturating_sub(self.most_words) * each;
        if bytes >= LARGE {
            self.brake.take(bytes)?;
        }
        self.most_words = self.most_words.max(words);
        Ok(())
    }

    /// Asks for the memory that it takes to write a large piece, and whether to go on at all.
    fn begin_piece(&self, at: usize) -> Result<(), Stop> {
        let journal = self.journal.as_deref();
        self.brake.take(journal.map_or(0, |it| it.bytes_to_write(at >> self.shift, LARGE >> self.shift)))
    }

    pub fn object(&self, id: u32) -> Option<&Object> {
        self.objects.get(id as usize)
    }

    /// Ends an object's life; its words may be used again.
    pub fn end(&mut self, id: u32) {
        let unit = self.unit() as u32;
        let object = &mut self.objects[id as usize];
        if object.life != Life::Alive {
            return;
        }
        object.life = Life::Dead;
        self.heap_objects -= u32::from(object.kind == ObjectKind::Heap);
        if let Some(journal) = &mut self.journal {
            return journal.ended(id);
        }
        let (base, count) = (object.base, object.size.div_ceil(unit) as usize);
        // Blocks larger than this are rare, and would make the index of free blocks large.
        if count < 1 << 16 {
            if self.free_blocks.len() <= count {
                self.free_blocks.resize(count + 1, Vec::new());
            }
            self.free_blocks[count].push(base);
        }
    }

    /// An object whose address nobody else holds begins anew: same number, indeterminate bytes.
    pub fn renew(&mut self, id: u32) -> Result<(), Stop> {
        let Object { base, size, life, .. } = self.objects[id as usize];
        debug_assert_eq!(life, Life::Alive);
        let (base, piece) = (base as usize, LARGE >> self.shift);
        let end = base + size.div_ceil(self.unit() as u32) as usize;
        for first in (base..end).step_by(piece) {
            if first + piece < end {
                self.begin_piece(first << self.shift)?;
            }
            for word in first..end.min(first + piece) {
                if self.tags[word] != UNINIT {
                    self.set_word(word, 0, UNINIT);
                }
            }
        }
        self.pad(id);
        Ok(())
    }

    /// Makes an object a constant one: a static one once it is initialised, a local when it begins.
    pub fn make_constant(&mut self, id: u32) {
        let object = &mut self.objects[id as usize];
        object.is_constant = true;
        if object.kind == ObjectKind::Static {
            object.kind = ObjectKind::Constant;
        }
    }

    /// Nothing is known of this object.
    pub fn make_absent(&mut self, id: u32) {
        self.objects[id as usize].life = Life::Absent;
    }

    /// An object that was absent is defined after all, with indeterminate bytes.
    pub fn make_present(&mut self, id: u32) {
        self.objects[id as usize].life = Life::Alive;
    }

    /// What is indeterminate in an object is given when it is read.
    pub fn make_foreign(&mut self, id: u32) {
        self.objects[id as usize].is_foreign = true;
    }

    pub(crate) fn is_foreign(&self, pointer: Val) -> bool {
        pointer.is_pointer() && self.object(pointer.object()).is_some_and(|object| object.is_foreign)
    }

    pub(crate) fn words_of(&self, object: &Object) -> usize {
        object.size.div_ceil(self.unit() as u32) as usize
    }

    /// A word and its tag.
    #[inline]
    pub(crate) fn word(&self, at: usize) -> Val {
        Val { bits: self.words[at], tag: self.tags[at] }
    }

    /// The words of an object.
    #[inline]
    pub(crate) fn words_in(&self, object: &Object) -> impl Iterator<Item = Val> {
        let (base, end) = (object.base as usize, object.base as usize + self.words_of(object));
        let words = self.words[base..end].iter().zip(&self.tags[base..end]);
        words.map(|(&bits, &tag)| Val { bits, tag })
    }

    /// Whether an object has no name of its own: it is of the heap or of a frame.
    #[inline]
    pub(crate) fn is_nameless(&self, id: u32) -> bool {
        let object = self.objects.get(id as usize);
        object.is_some_and(|object| !matches!(object.kind, ObjectKind::Static | ObjectKind::Constant))
    }

    pub(crate) fn object_count(&self) -> usize {
        self.objects.len()
    }

    /// Whether a word with this tag holds some bytes of a pointer: what is left when others of them were overwritten.
    #[inline]
    pub(crate) fn is_left_over(&self, tag: Tag) -> bool {
        tag >> 1 & !tag & INIT != 0 && !self.is_whole_pointer(tag)
    }

    /// Whether what is left of a pointer tells either which object it was one to, or nothing of that.
    pub(crate) fn is_telling(&self, tag: Tag) -> bool {
        let upper = tag >> 1 & !tag & INIT & OBJECT_BYTES;
        self.unit() == 8 && (upper == 0 || upper == INIT & OBJECT_BYTES)
    }

    /// Nothing is known from now on of the bytes of a pointer in a word that was written in this transition. The word as it is
    /// then.
    pub(crate) fn blur(&mut self, word: usize) -> Val {
        for at in word << self.shift..(word + 1) << self.shift {
            let (index, byte) = self.split(at);
            if self.tags[index] >> (2 * byte) & 3 == 2 {
                self.words[index] &= !self.whole(0xff << (8 * byte));
                self.tags[index] |= PARTIAL << (2 * byte);
                self.partial_changes.push((at, self.partial.remove(&at)));
            }
        }
        self.word(word)
    }

    /// The object that what is left of a pointer tells.
    pub(crate) fn object_left(&self, value: Val) -> Option<u32> {
        let is_told = self.is_left_over(value.tag) && value.tag & OBJECT_BYTES == POINTER & OBJECT_BYTES;
        (is_told && self.unit() == 8).then(|| value.object())
    }

    /// Whether a word with this tag is a whole pointer.
    #[inline]
    pub(crate) fn is_whole_pointer(&self, tag: Tag) -> bool {
        tag == POINTER & self.full()
    }

    pub fn objects(&self) -> impl Iterator<Item = (u32, &Object)> {
        self.objects.iter().enumerate().skip(1).map(|(i, o)| (i as u32, o))
    }

    #[inline]
    fn set_word(&mut self, at: usize, bits: u64, tag: Tag) {
        if let Some(journal) = &mut self.journal {
            journal.write(at, self.words[at], self.tags[at], tag);
        }
        self.words[at] = bits;
        self.tags[at] = tag;
    }
}
