//! What memory held before: a journal of what is written, marks in it, and copies of the whole.

use std::cell::RefCell;

use super::{Contents, Life, Memory, ObjectKind};
use crate::brake::LARGE;
use crate::fault::Stop;
use crate::journal::Journal;
use crate::number::Places;
use crate::order::Orders;
use crate::partial::Known;

impl Memory {
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
        self.orders.truncate(mark.orders);
    }

    /// What has happened so far is not undone any more.
    pub(crate) fn forget_changes(&mut self) {
        self.partial_changes.clear();
        self.orders.forget();
        if let Some(journal) = &mut self.journal {
            journal.clear();
        }
    }

    /// What was before a mark is not undone any more. The order of objects, which seldom changes, is kept as it was.
    pub(crate) fn forget_before(&mut self, mark: &crate::journal::Mark) {
        self.partial_changes.drain(..mark.partial as usize);
        if let Some(journal) = &mut self.journal {
            journal.forget_before(mark);
        }
    }

    /// About how many bytes a copy of the whole has.
    pub(crate) fn contents_size(&self) -> usize {
        self.words.len() * (size_of::<u64>() + size_of::<crate::value::Tag>())
            + self.objects.len() * size_of::<super::Object>()
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
            order: self.orders.pairs().to_vec(),
        }
    }

    /// Takes contents from elsewhere, and starts a new journal.
    pub(crate) fn restore(&mut self, contents: Contents) {
        let Contents { words, tags, objects, heap_objects, partial, places, order } = contents;
        self.partial = partial.into_iter().collect();
        self.places = places.map(|places| RefCell::new(Places::from(places)));
        self.orders = Orders::from(order);
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
        mark.orders = self.orders.count();
        mark
    }
}
