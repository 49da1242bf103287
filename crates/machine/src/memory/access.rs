//! Loads and stores of at most a word.

use super::{Memory, PARTIAL};
use crate::fault::Stop;
use crate::partial::Known;
use crate::value::{Fragment, INIT, POINTER, UNINIT, Val, tag_mask};

impl Memory {
    /// The word at an address, where words have eight bytes; `None` goes the general way, as below.
    #[inline(always)]
    pub fn quick_word(&self, pointer: Val) -> Option<Val> {
        let (word, _) = self.quick_place(pointer, 8)?;
        let value = Val { bits: self.words[word], tag: self.tags[word] };
        (value.tag == INIT || value.tag == POINTER).then_some(value)
    }

    /// A number of four bytes and a sign in such a word.
    #[inline(always)]
    pub fn quick_int(&self, pointer: Val) -> Option<Val> {
        let (word, _) = self.quick_place(pointer, 4)?;
        let byte = pointer.bits as u32 & 4;
        let is_number = (self.tags[word] >> (2 * byte)) as u8 == INIT as u8;
        is_number.then(|| Val::int((self.words[word] >> (8 * byte)) as i32 as i64 as u64))
    }

    /// Sets a word of eight bytes to a number or an address.
    #[inline(always)]
    pub fn quick_set_word(&mut self, pointer: Val, value: Val) -> bool {
        match self.quick_place(pointer, 8) {
            Some((word, object)) if !object.is_constant && (value.tag == INIT || value.tag == POINTER) => {
                self.set_word(word, value.bits, value.tag);
                true
            }
            _ => false,
        }
    }

    /// Sets four bytes of such a word to a number.
    #[inline(always)]
    pub fn quick_set_int(&mut self, pointer: Val, value: Val) -> bool {
        match self.quick_place(pointer, 4) {
            Some((word, object)) if !object.is_constant && value.tag == INIT => {
                let byte = pointer.bits as u32 & 4;
                let mask = u64::from(u32::MAX) << (8 * byte);
                let bits = self.words[word] & !mask | (value.bits << (8 * byte)) & mask;
                let kinds = tag_mask(0, 4) << (2 * byte);
                self.set_word(word, bits, self.tags[word] & !kinds | INIT & kinds);
                true
            }
            _ => false,
        }
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
        let lost = self.lost(at);
        let (word, at) = self.split(at);
        let is_whole = kind == 2 && self.is_whole_pointer(self.tags[word]);
        let part = Val::fragment(self.words[word], Fragment { at, count: 1, is_whole });
        match self.number_of(part)? {
            Some(number) => Ok(number.bits as u8),
            None if kind == 2 => Err(Stop::NotModelled("the bytes of a pointer as numbers".into())),
            None => Err(lost),
        }
    }

    /// A value with partial bytes in it: a single one is passed on as it is.
    fn load_partial(&self, at: usize, size: u32) -> Result<Val, Stop> {
        for i in (0..size as usize).filter(|i| self.byte(at + i).1 == PARTIAL) {
            match self.partial_bits(at + i) {
                Known { lost: 1.., .. } => return Err(self.lost(at + i)),
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

    pub(super) fn set_partial(&mut self, at: usize, known: Option<Known>) {
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
    pub(super) fn whole(&self, bytes: u64) -> u64 {
        if self.unit() == 4 { bytes | bytes << 32 } else { bytes }
    }

    /// A byte, above it the other one that goes with it, and what it is.
    pub(crate) fn byte(&self, at: usize) -> (u16, u16) {
        let (word, byte) = self.split(at);
        let bits = self.words[word] >> (8 * byte);
        let other = if self.unit() == 4 { (bits >> 32) as u8 } else { 0 };
        (u16::from_le_bytes([bits as u8, other]), (self.tags[word] >> (2 * byte)) & 3)
    }

    #[inline]
    pub(super) fn set_byte(&mut self, at: usize, byte: u16, kind: u16) {
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
            self.set_known_bits(at, value.bits as u8, Known { bits, lost: 0, term: None });
            return Ok(());
        }
        if let Some(term) = value.as_term() {
            self.set_term(at, size, term);
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
}

/// Bytes `from..from + count` of a word.
const fn byte_mask(from: u32, count: u32) -> u64 {
    (u64::MAX >> (64 - 8 * count)) << (8 * from)
}
