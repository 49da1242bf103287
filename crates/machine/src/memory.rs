//! Memory: objects in one flat run of words, byte-exact.
//!
//! A word holds as many bytes as a pointer has, 8 or 4, so that a pointer is one word under either data model. Byte `k`
//! of a word of 4 bytes is its byte `k`; if it belongs to a pointer, byte `k + 4` goes with it. Every write goes through
//! [`Memory::set_word`], which keeps the journal if there is one. Object numbers are not used again while a pointer to
//! the old object may exist, so a dangling pointer is always known as one.

use rustc_hash::FxHashMap as HashMap;
use std::cell::RefCell;

use crate::brake::{Brake, LARGE};
use crate::explore::Access;
use crate::extent::Notes;
use crate::fault::{Fault, FaultKind, Stop};
use crate::journal::Journal;
use crate::number::{Place, Places};
use crate::partial::{Known, not_known};
use crate::value::{Fragment, INIT, POINTER, Tag, UNINIT, Val, tag_mask};

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

    /// Keeps a journal from now on.
    pub(crate) fn start_journal(&mut self) -> Result<(), Stop> {
        let bytes = self.words.len() * Journal::WORD_BYTES;
        if bytes >= LARGE {
            self.brake.take(bytes)?;
        }
        self.begin_journal();
        Ok(())
    }

    fn begin_journal(&mut self) {
        let mut journal = Box::new(Journal::default());
        for (id, object) in self.objects() {
            let end = object.base as usize + self.words_of(object);
            journal.allocated(id, end);
        }
        journal.allocated(self.objects.len().saturating_sub(1) as u32, self.words.len());
        journal.begin();
        self.free_blocks.clear();
        self.journal = Some(journal);
    }

    /// Takes back everything since a mark of the journal.
    pub(crate) fn undo(&mut self, mark: &crate::journal::Mark) {
        let Some(journal) = &mut self.journal else { return };
        let (words, tags) = (&mut self.words, &mut self.tags);
        journal.undo_writes(mark, |old| {
            words[old.at as usize] = old.bits;
            tags[old.at as usize] = old.tag;
        });
        while let Some(id) = journal.undo_end(mark) {
            let object = &mut self.objects[id as usize];
            object.life = Life::Alive;
            self.heap_objects += u32::from(object.kind == ObjectKind::Heap);
        }
        for object in self.objects.drain(mark.objects as usize..) {
            self.heap_objects -= u32::from(object.kind == ObjectKind::Heap && object.life == Life::Alive);
        }
        self.words.truncate(mark.words as usize);
        self.tags.truncate(mark.words as usize);
        journal.truncate(mark);
        for (at, known) in self.partial_changes.drain(mark.partial as usize..).rev() {
            match known {
                Some(known) => self.partial.insert(at, known),
                None => self.partial.remove(&at),
            };
        }
        if let Some(places) = &mut self.places {
            places.get_mut().truncate(mark.places);
        }
    }

    /// What has happened so far is not undone any more.
    pub(crate) fn forget_changes(&mut self) {
        self.partial_changes.clear();
        if let Some(journal) = &mut self.journal {
            journal.clear();
        }
    }

    pub(crate) fn contents(&self) -> Contents {
        let mut partial: Vec<(usize, Known)> = self.partial.iter().map(|(&at, &known)| (at, known)).collect();
        partial.sort_unstable_by_key(|it| it.0);
        Contents {
            words: self.words.clone(),
            tags: self.tags.clone(),
            objects: self.objects.clone(),
            heap_objects: self.heap_objects,
            partial,
            places: self.places.as_ref().map(|places| places.borrow().all().to_vec()),
        }
    }

    /// Takes contents from elsewhere, and starts a new journal.
    pub(crate) fn restore(&mut self, contents: Contents) {
        let Contents { words, tags, objects, heap_objects, partial, places } = contents;
        self.partial = partial.into_iter().collect();
        self.places = places.map(|places| RefCell::new(Places::from(places)));
        self.partial_changes.clear();
        (self.words, self.tags, self.objects, self.heap_objects) = (words, tags, objects, heap_objects);
        self.most_words = self.words.len();
        self.begin_journal();
    }

    /// Where a state to come back to stands.
    pub(crate) fn mark(&self) -> crate::journal::Mark {
        let mut mark = self.journal.as_deref().map(Journal::mark).unwrap_or_default();
        (mark.objects, mark.words) = (self.objects.len() as u32, self.words.len() as u32);
        (mark.partial, mark.places) = (self.partial_changes.len() as u32, self.place_count());
        mark
    }

    pub(crate) fn words_of(&self, object: &Object) -> usize {
        object.size.div_ceil(self.unit() as u32) as usize
    }

    /// A word and its tag.
    #[inline]
    pub(crate) fn word(&self, at: usize) -> Val {
        Val { bits: self.words[at], tag: self.tags[at] }
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

    /// Checks an access and returns its first byte, counted from the start of memory.
    #[inline]
    pub fn check(&self, pointer: Val, size: u64, access: &str) -> Result<usize, Stop> {
        if pointer.is_pointer()
            && let Some(object) = self.objects.get(pointer.object() as usize)
        {
            let offset = i64::from(pointer.offset());
            if object.life == Life::Alive && offset >= 0 && offset as u64 + size <= u64::from(object.size) {
                if self.journal.is_some() {
                    self.note(pointer, size, access);
                }
                self.notes.prefix(object.extent, (offset as u64 + size) as u32);
                return Ok(((object.base as usize) << self.shift) + offset as usize);
            }
        }
        self.refuse(pointer, size, access)
    }

    /// Notes accesses from now on, of a library call that may have to be taken back. What was noted of a call around
    /// this one is handed out, to go on with.
    pub(crate) fn watch(&mut self) -> Option<Vec<Access>> {
        let outer = self.watched.borrow_mut().replace(Vec::new());
        if let Some(journal) = self.journal.as_mut().filter(|_| outer.is_none()) {
            journal.set_trying(true);
        }
        outer
    }

    /// What was noted; from now on it belongs to the call around, if there is one.
    pub(crate) fn unwatch(&mut self, outer: Option<Vec<Access>>) -> Vec<Access> {
        let mut watched = self.watched.borrow_mut();
        let noted = watched.take().unwrap_or_default();
        if let Some(mut outer) = outer {
            outer.extend_from_slice(&noted);
            *watched = Some(outer);
        }
        noted
    }

    /// Stops noting for a while; what was noted so far, to go on from.
    pub(crate) fn pause_watch(&mut self) -> Option<Vec<Access>> {
        self.watched.borrow_mut().take()
    }

    pub(crate) fn resume_watch(&mut self, watched: Option<Vec<Access>>) {
        *self.watched.borrow_mut() = watched;
    }

    /// The call that was watched is not taken back any more.
    pub(crate) fn keep_watched(&mut self) {
        if self.watched.borrow().is_none()
            && let Some(journal) = &mut self.journal
        {
            journal.set_trying(false);
        }
    }

    /// What was noted so far was not the call's doing.
    pub(crate) fn forget_noted(&mut self) {
        if let Some(watched) = self.watched.get_mut() {
            watched.clear();
        }
    }

    fn note(&self, at: Val, size: u64, access: &str) {
        if let Some(watched) = &mut *self.watched.borrow_mut() {
            watched.push(Access { at, size: size as u32, is_write: access == "write", is_atomic: false });
        }
    }

    #[cold]
    fn refuse(&self, pointer: Val, size: u64, access: &str) -> Result<usize, Stop> {
        if pointer.tag == UNINIT {
            return Fault::stop(
                FaultKind::UninitialisedRead,
                format!("{access} through an uninitialised pointer"),
            );
        }
        if pointer.is_int() {
            return match pointer.bits {
                bits if bits < 4096 => {
                    Fault::stop(FaultKind::NullDereference, format!("{access} through a null pointer"))
                }
                bits => Fault::stop(
                    FaultKind::InvalidPointer,
                    format!("{access} at the address {bits:#x}, which no object has"),
                ),
            };
        }
        if !pointer.is_pointer() {
            return Err(Stop::NotModelled("an address made of parts of pointers".into()));
        }
        let Some(object) = self.object(pointer.object()) else {
            return Fault::stop(
                FaultKind::InvalidPointer,
                format!("{access} {} a function or label as if it were data", preposition(access)),
            );
        };
        if object.life == Life::Absent {
            return Err(Stop::NotModelled("an object that no unit defines".into()));
        }
        if object.life == Life::Dead {
            let what = match object.kind {
                ObjectKind::Heap => "a freed object",
                _ => "an object that is out of scope",
            };
            let message = format!("{access} {} {what}", preposition(access));
            return Fault::stop(FaultKind::DanglingPointer, message);
        }
        self.notes.whole(object.extent);
        Fault::stop(
            FaultKind::OutOfBounds,
            format!(
                "{access} of {} at offset {} of an object of {}",
                bytes(size),
                pointer.offset(),
                bytes(object.size.into())
            ),
        )
    }

    pub(crate) fn check_write(&self, pointer: Val, size: u64) -> Result<usize, Stop> {
        let at = self.check(pointer, size, "write")?;
        if self.objects[pointer.object() as usize].is_constant && !self.is_initialising {
            return Fault::stop(FaultKind::WriteToConstant, "write to a constant object");
        }
        Ok(at)
    }

    /// The first byte of an access to a living object within its bounds.
    #[inline(always)]
    fn quick_check(&self, pointer: Val, size: u32) -> Option<(usize, &Object)> {
        let object = self.objects.get(pointer.object() as usize).filter(|_| pointer.tag == POINTER)?;
        let offset = pointer.offset() as u32;
        let is_inside =
            u64::from(offset) + u64::from(size) <= u64::from(object.size) && pointer.offset() >= 0;
        if !is_inside || object.life != Life::Alive {
            return None;
        }
        if object.extent != 0 {
            self.notes.prefix(object.extent, offset + size);
        }
        Some((((object.base as usize) << self.shift) + offset as usize, object))
    }

    /// As [`Memory::load`], for initialised bytes of one word; `None` goes the general way.
    #[inline(always)]
    pub fn quick_load(&self, pointer: Val, size: u32) -> Option<Val> {
        let (at, _) = self.quick_check(pointer, size)?;
        let (word, byte) = self.split(at);
        if (byte + size) as usize > self.unit() {
            return None;
        }
        let (bits, tag, mask) = (self.words[word], self.tags[word], tag_mask(byte, size));
        if tag & mask == INIT & mask {
            return Some(Val::int(bits >> (8 * byte) & (u64::MAX >> (64 - 8 * size))));
        }
        (mask == self.full() && tag == POINTER & mask).then_some(Val { bits, tag: POINTER })
    }

    /// As [`Memory::store`], for a value that is one word or part of one; false goes the general way.
    #[inline(always)]
    pub fn quick_store(&mut self, pointer: Val, size: u32, value: Val) -> bool {
        let Some((at, object)) = self.quick_check(pointer, size) else { return false };
        if object.is_constant {
            return false;
        }
        let (word, byte) = self.split(at);
        let (old, mask) = (self.tags[word], tag_mask(byte, size));
        if value.tag == INIT && (byte + size) as usize <= self.unit() {
            let bytes = (u64::MAX >> (64 - 8 * size)) << (8 * byte);
            let bits = self.words[word] & !self.whole(bytes) | (value.bits << (8 * byte)) & bytes;
            self.set_word(word, bits, old & !mask | INIT & mask);
            return true;
        }
        if value.tag == POINTER && mask == self.full() && byte == 0 {
            self.set_word(word, value.bits, POINTER & mask);
            return true;
        }
        false
    }

    /// Reads `size` bytes (1 to 8) as one value, zero-extended. Indeterminate bytes make the value so.
    #[inline]
    pub fn load(&self, pointer: Val, size: u32) -> Result<Val, Stop> {
        let at = self.check(pointer, size.into(), "read")?;
        self.load_at(at, size)
    }

    /// What lies in an object, for who only looks: nobody is told of the access, and the object may have ended. Nothing if
    /// that is outside of it, or no value.
    pub(crate) fn peek(&self, id: u32, offset: u64, size: u32) -> Option<Val> {
        let object = self.object(id).filter(|it| offset + u64::from(size) <= u64::from(it.size))?;
        let at = ((object.base as usize) << self.shift) + offset as usize;
        let is_there = (at + size as usize).div_ceil(self.unit()) <= self.words.len();
        if is_there && (1..=8).contains(&size) { self.load_at(at, size).ok() } else { None }
    }

    #[inline(always)]
    fn load_at(&self, at: usize, size: u32) -> Result<Val, Stop> {
        let (word, byte) = self.split(at);
        if (byte + size) as usize <= self.unit() {
            let (bits, tag) = (self.words[word], self.tags[word]);
            let mask = tag_mask(byte, size);
            if tag & mask == INIT & mask {
                let value = bits >> (8 * byte);
                return Ok(Val::int(if size == 8 { value } else { value & ((1 << (8 * size)) - 1) }));
            }
            if mask == self.full() && tag == POINTER & mask {
                return Ok(Val { bits, tag: POINTER });
            }
        } else if size == 8 && byte == 0 && [self.tags[word], self.tags[word + 1]] == [INIT & self.full(); 2]
        {
            return Ok(Val::int(self.words[word] | self.words[word + 1] << 32));
        }
        self.load_slow(at, size)
    }

    #[cold]
    fn load_slow(&self, at: usize, size: u32) -> Result<Val, Stop> {
        let mut bits = 0u64;
        let mut kinds = [0u16; 4];
        for i in 0..size {
            let (byte, kind) = self.byte(at + i as usize);
            bits |= u64::from(byte & 0xff) << (8 * i);
            kinds[kind as usize] += 1;
        }
        if kinds[PARTIAL as usize] > 0 {
            return self.load_partial(at, size);
        }
        if kinds[0] > 0 {
            // Partly initialised counts as indeterminate.
            return Ok(Val::UNINIT);
        }
        if kinds[1] == size as u16 {
            return Ok(Val::int(bits));
        }
        let (word, byte) = self.split(at);
        if kinds[2] == size as u16 && (byte + size) as usize <= self.unit() {
            let is_whole = self.is_whole_pointer(self.tags[word]);
            return Ok(Val::fragment(self.words[word], Fragment { at: byte, count: size, is_whole }));
        }
        // Parts of several pointers, or of pointers and numbers: as numbers, if addresses are some.
        let mut bits = 0;
        for i in 0..size {
            bits |= u64::from(self.number_byte(at + i as usize)?) << (8 * i);
        }
        Ok(Val::int(bits))
    }

    /// An initialised byte, as a number.
    pub(crate) fn number_byte(&self, at: usize) -> Result<u8, Stop> {
        let (byte, kind) = self.byte(at);
        if kind == 1 {
            return Ok(byte as u8);
        }
        let (word, at) = self.split(at);
        let is_whole = kind == 2 && self.is_whole_pointer(self.tags[word]);
        let part = Val::fragment(self.words[word], Fragment { at, count: 1, is_whole });
        match self.number_of(part)? {
            Some(number) => Ok(number.bits as u8),
            None if kind == 2 => Err(Stop::NotModelled("the bytes of a pointer as numbers".into())),
            None => Err(not_known()),
        }
    }

    /// A value with partial bytes in it: a single one is passed on as it is.
    fn load_partial(&self, at: usize, size: u32) -> Result<Val, Stop> {
        for i in (0..size as usize).filter(|i| self.byte(at + i).1 == PARTIAL) {
            match self.partial_bits(at + i) {
                Known { lost: 1.., .. } => return Err(not_known()),
                Known { bits, .. } if size == 1 => return Ok(Val::partial(self.byte(at).0 as u8, bits)),
                Known { .. } => {}
            }
        }
        Ok(Val::UNINIT)
    }

    /// What is known of a partial byte.
    pub(crate) fn partial_bits(&self, at: usize) -> Known {
        self.partial.get(&at).copied().unwrap_or(Known::NOTHING)
    }

    /// Whether a byte is one of a word that is a whole pointer.
    pub(crate) fn is_of_whole_pointer(&self, at: usize) -> bool {
        self.is_whole_pointer(self.tags[self.split(at).0])
    }

    pub(crate) fn set_known_bits(&mut self, at: usize, byte: u8, known: Known) {
        if known.bits == 0xff {
            return self.set_byte(at, byte.into(), 1);
        }
        self.set_byte(at, (byte & known.bits).into(), PARTIAL);
        self.set_partial(at, Some(known));
    }

    fn set_partial(&mut self, at: usize, known: Option<Known>) {
        let old = match known {
            Some(known) => self.partial.insert(at, known),
            None => self.partial.remove(&at),
        };
        if self.journal.is_some() && old != known {
            self.partial_changes.push((at, old));
        }
    }

    /// What is known of a byte, if it is known in part.
    pub(crate) fn partial_byte(&self, at: usize) -> Option<Known> {
        self.partial.get(&at).copied().filter(|_| self.byte(at).1 == PARTIAL)
    }

    /// All bytes that are known in part.
    pub(crate) fn partial_bytes(&self) -> impl Iterator<Item = (usize, Known)> + '_ {
        let is_current = |&(&at, _): &(&usize, &Known)| {
            self.tags.get(at >> self.shift).is_some() && self.byte(at).1 == PARTIAL
        };
        self.partial.iter().filter(is_current).map(|(&at, &known)| (at, known))
    }

    /// Nothing is known of these bytes of an object.
    pub fn forget(&mut self, id: u32, offset: u64, size: u64) {
        let at = ((self.objects[id as usize].base as usize) << self.shift) + offset as usize;
        for at in at..at + size as usize {
            self.set_byte(at, 0, PARTIAL);
            self.set_partial(at, None);
        }
    }

    /// The bytes of a word that belong to these.
    #[inline(always)]
    fn whole(&self, bytes: u64) -> u64 {
        if self.unit() == 4 { bytes | bytes << 32 } else { bytes }
    }

    /// A byte, above it the other one that goes with it, and what it is.
    pub(crate) fn byte(&self, at: usize) -> (u16, u16) {
        let (word, byte) = self.split(at);
        let bits = self.words[word] >> (8 * byte);
        let other = if self.unit() == 4 { (bits >> 32) as u8 } else { 0 };
        (u16::from_le_bytes([bits as u8, other]), (self.tags[word] >> (2 * byte)) & 3)
    }

    fn set_byte(&mut self, at: usize, byte: u16, kind: u16) {
        let (word, shift) = self.split(at);
        let (bits, tag) = (self.words[word], self.tags[word]);
        let new = u64::from(byte & 0xff) | u64::from(byte >> 8) << 32;
        let bits = bits & !self.whole(0xff << (8 * shift)) | new << (8 * shift);
        let tag = tag & !(3 << (2 * shift)) | kind << (2 * shift);
        self.set_word(word, bits, tag);
    }

    /// Writes the low `size` bytes (1 to 8) of a value.
    #[inline]
    pub fn store(&mut self, pointer: Val, size: u32, value: Val) -> Result<(), Stop> {
        let at = self.check_write(pointer, size.into())?;
        let (word, byte) = self.split(at);
        if size as usize == self.unit() && byte == 0 {
            match value.tag {
                INIT if size == 4 => {
                    self.set_word(word, value.bits & 0xffff_ffff, INIT & self.full());
                    return Ok(());
                }
                INIT | POINTER | UNINIT => {
                    self.set_word(word, value.bits, value.tag & self.full());
                    return Ok(());
                }
                _ => {}
            }
        }
        if value.tag == INIT && (byte + size) as usize <= self.unit() && size < 8 {
            let kinds = tag_mask(byte, size);
            let old = self.tags[word];
            let mask = ((1u64 << (8 * size)) - 1) << (8 * byte);
            let bits = self.words[word] & !self.whole(mask) | (value.bits << (8 * byte)) & mask;
            self.set_word(word, bits, old & !kinds | INIT & kinds);
            return Ok(());
        }
        if value.tag == INIT && size == 8 && byte == 0 {
            self.set_word(word, value.bits & 0xffff_ffff, INIT & self.full());
            self.set_word(word + 1, value.bits >> 32, INIT & self.full());
            return Ok(());
        }
        self.store_slow(at, size, value)
    }

    /// Bytes of one word as they are, each in its place: indeterminate ones and those of pointers too.
    pub(crate) fn part(&self, pointer: Val, size: u32) -> Result<Val, Stop> {
        let (word, byte) = self.split(self.check(pointer, size.into(), "read")?);
        let (bytes, kinds) = (self.whole(byte_mask(byte, size)), tag_mask(byte, size));
        let tag = self.tags[word] & kinds;
        let tag = if self.is_whole_pointer(tag) { POINTER } else { tag };
        Ok(Val { bits: self.words[word] & bytes, tag })
    }

    /// Writes what [`Memory::part`] gave to the same bytes of another word.
    pub(crate) fn set_part(&mut self, pointer: Val, size: u32, value: Val) -> Result<(), Stop> {
        let (word, byte) = self.split(self.check_write(pointer, size.into())?);
        let (bytes, kinds) = (self.whole(byte_mask(byte, size)), tag_mask(byte, size));
        let bits = self.words[word] & !bytes | value.bits & bytes;
        self.set_word(word, bits, self.tags[word] & !kinds | value.tag & kinds);
        // Which bits of a partial byte are known does not come along.
        for at in (word << self.shift) + byte as usize..(word << self.shift) + (byte + size) as usize {
            if self.byte(at).1 == PARTIAL {
                self.set_partial(at, None);
            }
        }
        Ok(())
    }

    #[cold]
    fn store_slow(&mut self, at: usize, size: u32, value: Val) -> Result<(), Stop> {
        if let Some(bits) = value.as_partial().filter(|_| size == 1) {
            self.set_known_bits(at, value.bits as u8, Known { bits, lost: 0 });
            return Ok(());
        }
        let kind = match (value.tag, value.as_fragment()) {
            (INIT, _) => 1,
            (UNINIT, _) => 0,
            (_, Some(part)) if part.count == size && self.split(at).1 == part.at => 2,
            _ => match self.number_of(value)? {
                Some(number) => return self.store_slow(at, size, number),
                None if value.tag == POINTER => {
                    let what = "a pointer at an address that is no multiple of its size";
                    return Err(Stop::NotModelled(what.into()));
                }
                None => {
                    return Err(Stop::NotModelled("parts of a pointer in another place or size".into()));
                }
            },
        };
        // The bytes of a pointer lie where they lay in its word.
        let first = if kind == 2 { self.split(at).1 } else { 0 };
        for i in 0..size {
            let bits = value.bits >> (8 * (first + i));
            let other = if self.unit() == 4 && kind == 2 { (bits >> 32) as u8 } else { 0 };
            self.set_byte(at + i as usize, u16::from_le_bytes([bits as u8, other]), kind);
        }
        Ok(())
    }

    /// Copies bytes with their tags; the ranges may overlap.
    pub fn copy(&mut self, dst: Val, src: Val, size: u64) -> Result<(), Stop> {
        if size == 0 {
            return Ok(());
        }
        let from = self.check(src, size, "read")?;
        let to = self.check_write(dst, size)?;
        let (size, unit) = (size as usize, self.unit());
        if self.is_foreign(src) {
            // What is copied must not be given another value in its new place.
            for at in from..from + size {
                let known = match self.byte(at).1 {
                    0 => 0,
                    PARTIAL => self.partial_bits(at).bits,
                    _ => continue,
                };
                let byte = self.byte(at).0 as u8 & known;
                self.set_byte(at, byte.into(), 1);
            }
        }
        // From the end if the source would be overwritten before it is read.
        let is_forwards = to <= from;
        let mut left = size;
        while left > LARGE {
            let at = if is_forwards { size - left } else { left - LARGE };
            self.begin_piece(to + at)?;
            self.copy_piece(from + at, to + at, LARGE, unit)?;
            left -= LARGE;
        }
        let at = if is_forwards { size - left } else { 0 };
        self.copy_piece(from + at, to + at, left, unit)
    }

    fn copy_piece(&mut self, from: usize, to: usize, size: usize, unit: usize) -> Result<(), Stop> {
        let is_aligned = from % unit == to % unit;
        let is_forwards = to <= from;
        let mut done = 0;
        while done < size {
            let left = size - done;
            let at = if is_forwards { done } else { left - 1 };
            let is_whole = is_aligned
                && left >= unit
                && if is_forwards {
                    (from + at).is_multiple_of(unit)
                } else {
                    (from + at + 1).is_multiple_of(unit)
                };
            if is_whole {
                let start = if is_forwards { at } else { at + 1 - unit };
                let source = self.split(from + start).0;
                let (bits, tag) = (self.words[source], self.tags[source]);
                let target = self.split(to + start).0;
                self.set_word(target, bits, tag);
                if tag & tag >> 1 & INIT != 0 {
                    (0..unit).for_each(|i| self.copy_partial(from + start + i, to + start + i));
                }
                done += unit;
                continue;
            }
            let (mut byte, mut kind) = self.byte(from + at);
            if kind == 2 && !is_aligned {
                if self.places.is_none() {
                    return Err(Stop::NotModelled("parts of a pointer in another place or size".into()));
                }
                (byte, kind) = (self.number_byte(from + at)?.into(), 1);
            }
            self.set_byte(to + at, byte, kind);
            if kind == PARTIAL {
                self.copy_partial(from + at, to + at);
            }
            done += 1;
        }
        Ok(())
    }

    fn copy_partial(&mut self, from: usize, to: usize) {
        self.set_partial(to, self.partial.get(&from).copied());
    }

    /// Sets bytes to one value.
    pub fn fill(&mut self, dst: Val, byte: u8, size: u64) -> Result<(), Stop> {
        if size == 0 {
            return Ok(());
        }
        let at = self.check_write(dst, size)?;
        self.fill_at(at, byte, size as usize)
    }

    fn fill_at(&mut self, at: usize, byte: u8, size: usize) -> Result<(), Stop> {
        let mut done = 0;
        while size - done > LARGE {
            self.begin_piece(at + done)?;
            self.fill_piece(at + done, byte, LARGE);
            done += LARGE;
        }
        self.fill_piece(at + done, byte, size - done);
        Ok(())
    }

    fn fill_piece(&mut self, at: usize, byte: u8, size: usize) {
        let (mut i, end, unit) = (at, at + size, self.unit());
        let whole = u64::from_ne_bytes([byte; 8]) >> (64 - 8 * unit);
        while i < end {
            if i % unit == 0 && i + unit <= end {
                self.set_word(i >> self.shift, whole, INIT & self.full());
                i += unit;
            } else {
                self.set_byte(i, byte.into(), 1);
                i += 1;
            }
        }
    }

    /// Initialised bytes, for library functions.
    pub fn bytes(&self, pointer: Val, size: u64) -> Result<Vec<u8>, Stop> {
        if size == 0 {
            return Ok(Vec::new());
        }
        let at = self.check(pointer, size, "read")?;
        if size as usize >= LARGE {
            self.brake.take(size as usize)?;
        }
        (0..size as usize)
            .map(|i| match self.byte(at + i) {
                (byte, 1) => Ok(byte as u8),
                (_, 0) => Fault::stop(FaultKind::UninitialisedRead, "read of an uninitialised byte"),
                _ => self.number_byte(at + i),
            })
            .collect()
    }

    pub fn write_bytes(&mut self, pointer: Val, bytes: &[u8]) -> Result<(), Stop> {
        if bytes.is_empty() {
            return Ok(());
        }
        let at = self.check_write(pointer, bytes.len() as u64)?;
        bytes.iter().enumerate().for_each(|(i, &byte)| self.set_byte(at + i, byte.into(), 1));
        Ok(())
    }

    /// A string up to its terminator, which is not included; at most `limit` bytes are looked at.
    pub fn string(&self, pointer: Val, limit: u64) -> Result<Vec<u8>, Stop> {
        let mut out = Vec::new();
        let mut at = pointer;
        while (out.len() as u64) < limit {
            if (out.len() + 1).is_multiple_of(LARGE) {
                self.brake.take(LARGE)?;
            }
            let value = self.load(at, 1)?;
            match value {
                Val { bits: 0, tag: INIT } => break,
                Val { bits, tag: INIT } => out.push(bits as u8),
                Val { tag: UNINIT, .. } => {
                    return Fault::stop(
                        FaultKind::UninitialisedRead,
                        "read of an uninitialised byte of a string",
                    );
                }
                value if value.as_partial().is_some() => return Err(not_known()),
                value => match self.number_of(value)? {
                    Some(Val { bits: 0, .. }) => break,
                    Some(number) => out.push(number.bits as u8),
                    None => {
                        return Err(Stop::NotModelled("the bytes of a pointer as characters".into()));
                    }
                },
            }
            at.bits = at.bits.wrapping_add(1);
        }
        Ok(out)
    }

    /// Writes without regard to constness, for initial values.
    pub fn initialise(&mut self, id: u32, offset: u64, bytes: &[u8]) {
        let at = ((self.objects[id as usize].base as usize) << self.shift) + offset as usize;
        let room = (self.objects[id as usize].size as usize).saturating_sub(offset as usize);
        bytes.iter().take(room).enumerate().for_each(|(i, &byte)| self.set_byte(at + i, byte.into(), 1));
    }

    pub fn zero(&mut self, id: u32) -> Result<(), Stop> {
        let Object { base, size, .. } = self.objects[id as usize];
        self.fill_at((base as usize) << self.shift, 0, size as usize)
    }
}

/// Bytes `from..from + count` of a word.
const fn byte_mask(from: u32, count: u32) -> u64 {
    (u64::MAX >> (64 - 8 * count)) << (8 * from)
}

/// What stands between an access and what it is to.
fn preposition(access: &str) -> &'static str {
    if access == "read" { "of" } else { "to" }
}

fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".into() } else { format!("{count} bytes") }
}
