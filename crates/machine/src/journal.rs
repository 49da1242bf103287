//! The journal of memory: what a transition changed, so that it can be undone and hashed.
//!
//! Each word is noted once in a transition, with the value that it had at the start: that is all that undoing needs,
//! and the fingerprint too, however often the word is written. A stamp on each word tells whether it was noted.

use crate::value::Tag;

/// A word as it was.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Old {
    pub at: u32,
    pub tag: Tag,
    pub bits: u64,
}

#[derive(Default)]
pub(crate) struct Journal {
    writes: Vec<Old>,
    ends: Vec<u32>,
    /// While a library call is tried: words as they were that had been noted before, to take the call back.
    tried: Option<Vec<Old>>,
    /// The transition in which each word was last noted.
    stamps: Vec<u32>,
    /// The object of each word.
    owners: Vec<u32>,
    transition: u32,
    /// Writes that there have ever been at once: so many take no further memory.
    most_writes: usize,
    /// Words that are pointers, or were, and changed since somebody last looked; [`MANY`] of them stand for all.
    pointers: Vec<u32>,
}

/// Pointers that are looked at one by one.
const MANY: usize = 32;

/// A point to come back to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mark {
    pub writes: u32,
    pub ends: u32,
    /// Of a call that is tried within another.
    pub tried: u32,
    pub objects: u32,
    pub words: u32,
    /// Changes of bytes known in part, places that were given, and changes of the order of objects.
    pub partial: u32,
    pub places: u32,
    pub orders: u32,
}

/// The tag bit of a byte that is a pointer's, or not known.
const POINTER_BITS: Tag = 0xaaaa;

impl Journal {
    /// What a word takes here, written or not.
    pub const WORD_BYTES: usize = 2 * size_of::<u32>();

    /// The memory that is taken when words from this one on are written.
    pub fn bytes_to_write(&self, at: usize, count: usize) -> usize {
        if self.stamps[at] == self.transition {
            return 0;
        }
        (self.writes.len() + count).saturating_sub(self.most_writes).min(count) * size_of::<Old>()
    }

    /// Where a state to come back to stands, as far as the journal knows.
    pub fn mark(&self) -> Mark {
        let tried = self.tried.as_ref().map_or(0, Vec::len) as u32;
        Mark { writes: self.writes.len() as u32, ends: self.ends.len() as u32, tried, ..Mark::default() }
    }

    /// A new transition begins: words are noted again.
    pub fn begin(&mut self) {
        self.transition = match self.transition.checked_add(1) {
            Some(next) => next,
            None => {
                self.stamps.fill(0);
                1
            }
        };
    }

    #[inline]
    pub fn write(&mut self, at: usize, bits: u64, tag: Tag, new: Tag) {
        if (tag | new) & POINTER_BITS != 0 && self.pointers.len() < MANY {
            self.pointers.push(at as u32);
        }
        if self.stamps[at] != self.transition {
            self.stamps[at] = self.transition;
            self.writes.push(Old { at: at as u32, tag, bits });
        } else if let Some(tried) = &mut self.tried {
            tried.push(Old { at: at as u32, tag, bits });
        }
    }

    /// Whether a call is tried from now on: it can then be taken back though the transition is not.
    pub fn set_trying(&mut self, is_trying: bool) {
        self.tried = is_trying.then(Vec::new);
    }

    /// An object has the words up to `end` that no other has.
    pub fn allocated(&mut self, id: u32, end: usize) {
        self.owners.resize(end, id);
        self.stamps.resize(end, 0);
    }

    pub fn ended(&mut self, id: u32) {
        self.ends.push(id);
    }

    #[inline]
    pub fn owner(&self, at: u32) -> u32 {
        self.owners[at as usize]
    }

    /// Whether all pointers that changed since somebody last asked lie in objects that do not matter.
    #[inline]
    pub fn has_known_pointers(&mut self, mut is_known: impl FnMut(u32) -> bool) -> bool {
        let Journal { pointers, owners, .. } = self;
        if pointers.is_empty() {
            return true;
        }
        let are_all = pointers.len() < MANY && pointers.iter().all(|&at| is_known(owners[at as usize]));
        pointers.clear();
        are_all
    }

    /// What was written since a mark, as it was before.
    pub fn writes_since(&self, mark: &Mark) -> &[Old] {
        &self.writes[mark.writes as usize..]
    }

    /// Objects that ended since a mark.
    pub fn ends_since(&self, mark: &Mark) -> &[u32] {
        &self.ends[mark.ends as usize..]
    }

    pub fn undo_writes(&mut self, mark: &Mark, mut restore: impl FnMut(&Old)) {
        self.pointers.resize(MANY, 0);
        self.most_writes = self.most_writes.max(self.writes.len());
        if let Some(tried) = &mut self.tried {
            tried.drain(mark.tried as usize..).rev().for_each(|old| restore(&old));
        }
        while self.writes.len() > mark.writes as usize
            && let Some(old) = self.writes.pop()
        {
            // What is undone within a transition may be written, and must be noted, again.
            self.stamps[old.at as usize] = 0;
            restore(&old);
        }
    }

    pub fn undo_end(&mut self, mark: &Mark) -> Option<u32> {
        if self.ends.len() > mark.ends as usize { self.ends.pop() } else { None }
    }

    /// Writes that can be undone.
    #[inline]
    pub fn noted(&self) -> usize {
        self.writes.len()
    }

    /// All that can be undone, to be put back with a part of it taken away, or with what was taken away before.
    pub fn take_log(&mut self) -> (Vec<Old>, Vec<u32>) {
        (std::mem::take(&mut self.writes), std::mem::take(&mut self.ends))
    }

    pub fn put_log(&mut self, writes: Vec<Old>, ends: Vec<u32>) {
        self.most_writes = self.most_writes.min(writes.capacity());
        (self.writes, self.ends) = (writes, ends);
    }

    /// What has happened so far is not undone any more.
    pub fn clear(&mut self) {
        self.writes.clear();
        self.ends.clear();
    }

    pub fn truncate(&mut self, mark: &Mark) {
        self.owners.truncate(mark.words as usize);
        self.stamps.truncate(mark.words as usize);
    }
}
