//! A layer of a record: what one run found out about states, as bytes that are read where they lie.
//!
//! Sections, numbers little-endian:
//! 1. outline: what locations are called ([`change::Outline`]);
//! 2. reference: static objects as the fingerprints take them for granted, 32 bytes each;
//! 3. elements: 16 bytes each;
//! 4. footprints: sets of elements, by number;
//! 5. kinds: what can be done at a state, with the footprint that tells it, and what is wrong with it;
//! 6. outcomes: how transitions end that lead to no state;
//! 7. states: fingerprints, ascending, 16 bytes each;
//! 8. blocks: for each state where its block begins, in words; none if it was not expanded;
//! 9. edges: blocks of words in the order in which states were finished: the state, its kind, and for each choice of the
//!    kind the successor (a state, or above [`OUTCOMES`] an outcome) and the footprint;
//! 10. members: elements that hold for other values of a bound, 28 bytes each ([`crate::parts`]).
//!
//! Nothing is trusted: what points outside of its section stands for nothing known.

use std::sync::Arc;

use machine::explore::{Choice, Hash, Reference, ReferenceObject};

use crate::parts::Member;
use crate::property::Property;
use crate::visited::MOST;

/// Successors from here on are outcomes.
pub const OUTCOMES: u32 = MOST as u32;
/// No block.
pub const NONE: u32 = u32::MAX;

pub(crate) const OUTLINE: u32 = 1;
pub(crate) const REFERENCE: u32 = 2;
pub(crate) const ELEMENTS: u32 = 3;
pub(crate) const FOOTPRINTS: u32 = 4;
pub(crate) const KINDS: u32 = 5;
pub(crate) const ENDS: u32 = 6;
pub(crate) const STATES: u32 = 7;
pub(crate) const BLOCKS: u32 = 8;
pub(crate) const EDGES: u32 = 9;
pub(crate) const MEMBERS: u32 = 10;

/// Raised whenever the same bytes would mean something else, fingerprints included.
pub const FORMAT: u32 = 3;

/// Bytes by section.
pub trait Sections: Send + Sync {
    fn section(&self, number: u32) -> &[u8];
}

/// Sections in memory, from the first on.
impl Sections for Vec<Vec<u8>> {
    fn section(&self, number: u32) -> &[u8] {
        (number as usize).checked_sub(1).and_then(|index| self.get(index)).map_or(&[], Vec::as_slice)
    }
}

/// Something wrong: which property it violates, and what tells it from others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Flaw {
    pub property: Property,
    pub place: u64,
}

/// What can be done at a state.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Kind {
    pub footprint: u32,
    /// There are more choices than these: the state was left before all were tried.
    pub is_cut: bool,
    pub choices: Vec<Choice>,
    pub flaws: Vec<Flaw>,
}

/// How a transition ends that leads to no state.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Outcome {
    /// It is a run that came to an end of its own.
    pub is_end: bool,
    pub flaws: Vec<Flaw>,
}

/// A layer that can be read.
#[derive(Clone)]
pub struct Layer {
    sections: Arc<dyn Sections>,
    pub(crate) elements: Vec<Hash>,
    pub(crate) footprints: Vec<Vec<u32>>,
    pub(crate) kinds: Vec<Kind>,
    /// Choices of each kind.
    counts: Vec<u32>,
    pub(crate) outcomes: Vec<Outcome>,
    pub(crate) members: Vec<Member>,
}

/// The blocks of a layer.
#[derive(Clone, Copy)]
pub(crate) struct Edges<'l> {
    words: &'l [[u8; 4]],
    counts: &'l [u32],
    footprints: u32,
}

impl<'l> Edges<'l> {
    #[inline]
    fn word(&self, index: usize) -> Option<u32> {
        self.words.get(index).map(|word| u32::from_le_bytes(*word))
    }

    /// The state and the kind of a block.
    #[inline]
    pub fn head(&self, block: u32) -> Option<(u32, u32)> {
        let (state, kind) = (self.word(block as usize)?, self.word(block as usize + 1)?);
        ((kind as usize) < self.counts.len()).then_some((state, kind))
    }

    /// Successor and footprint of a choice of a block, by its place among the choices of the kind.
    #[inline]
    pub fn edge(&self, block: u32, index: usize) -> Option<(u32, u32)> {
        let at = block as usize + 2 + 2 * index;
        let (to, footprint) = (self.word(at)?, self.word(at + 1)?);
        (footprint < self.footprints).then_some((to, footprint))
    }

    /// All edges of a block; fewer if they make no sense.
    #[inline]
    pub fn of(&self, block: u32, kind: u32) -> impl Iterator<Item = (u32, u32)> + use<'l> {
        let at = block as usize + 2;
        let words = self.words.get(at..at + 2 * self.counts[kind as usize] as usize).unwrap_or(&[]);
        let read = |pair: &[[u8; 4]; 2]| (u32::from_le_bytes(pair[0]), u32::from_le_bytes(pair[1]));
        let footprints = self.footprints;
        words.as_chunks::<2>().0.iter().map(read).filter(move |edge| edge.1 < footprints)
    }

    /// All blocks with their states and kinds, in the order in which states were finished.
    pub fn blocks(self) -> impl Iterator<Item = (u32, u32, u32)> + use<'l> {
        let mut at = 0u32;
        std::iter::from_fn(move || {
            let (state, kind) = self.head(at)?;
            let block = at;
            at = at.checked_add(2 + 2 * self.counts[kind as usize])?;
            Some((block, state, kind))
        })
    }
}

impl Layer {
    /// `None` if the bytes make no sense.
    pub fn open(sections: Arc<dyn Sections>) -> Option<Layer> {
        let (elements, rest) = sections.section(ELEMENTS).as_chunks::<16>();
        if !rest.is_empty() {
            return None;
        }
        let elements = elements.to_vec();
        let footprints = words_in_lists(sections.section(FOOTPRINTS))?;
        let are_known = footprints.iter().flatten().all(|&element| (element as usize) < elements.len());
        let kinds = Kind::read_all(sections.section(KINDS))?;
        let outcomes = words_in_lists(sections.section(ENDS))?;
        let outcomes = outcomes.iter().map(|words| Outcome::read(words)).collect::<Option<Vec<_>>>()?;
        let (members, rest) = sections.section(MEMBERS).as_chunks();
        let members = members.iter().map(Member::read).collect::<Option<Vec<_>>>()?;
        let are_members = rest.is_empty() && members.iter().all(|it| (it.element as usize) < elements.len());
        let is_whole = sections.section(STATES).len() / 16 == sections.section(BLOCKS).len() / 4;
        let is_good = are_known
            && are_members
            && is_whole
            && sections.section(STATES).len().is_multiple_of(16)
            && kinds.iter().all(|kind| (kind.footprint as usize) < footprints.len());
        let counts = kinds.iter().map(|kind| kind.choices.len() as u32).collect();
        is_good.then_some(Layer { sections, elements, footprints, kinds, counts, outcomes, members })
    }

    pub fn states(&self) -> usize {
        self.sections.section(STATES).len() / 16
    }

    pub(crate) fn section(&self, number: u32) -> &[u8] {
        self.sections.section(number)
    }

    /// Whether a state is there and all its choices are.
    pub(crate) fn is_complete_at(&self, print: u128) -> bool {
        let block = self.find(print).and_then(|state| self.block(state));
        let kind = block.and_then(|block| self.edges().head(block)).map(|head| &self.kinds[head.1 as usize]);
        kind.is_some_and(|kind| !kind.is_cut)
    }

    pub fn outline(&self) -> Option<change::Outline> {
        change::Outline::decode(self.sections.section(OUTLINE))
    }

    pub fn reference(&self) -> Reference {
        let (objects, _) = self.sections.section(REFERENCE).as_chunks::<32>();
        let mut reference = Reference::default();
        for object in objects {
            let part = |at: usize| u64::from_le_bytes(object[at..at + 8].try_into().unwrap_or_default());
            let content = u128::from(part(16)) | u128::from(part(24)) << 64;
            reference.objects.push(ReferenceObject { key: part(0), layout: part(8), content });
        }
        reference.objects.sort_unstable_by_key(|object| object.key);
        reference
    }

    pub fn print(&self, state: u32) -> Option<u128> {
        let at = state as usize * 16;
        let bytes = self.sections.section(STATES).get(at..at + 16)?;
        Some(u128::from_le_bytes(bytes.try_into().ok()?))
    }

    pub(crate) fn prints(&self) -> impl Iterator<Item = u128> + '_ {
        let (prints, _) = self.sections.section(STATES).as_chunks::<16>();
        prints.iter().map(|bytes| u128::from_le_bytes(*bytes))
    }

    /// The state with a fingerprint. Fingerprints are spread evenly, so its place is guessed, and searched from there.
    pub fn find(&self, print: u128) -> Option<u32> {
        let count = self.states();
        let guess = (((print >> 64) * count as u128) >> 64) as usize;
        let (prints, _) = self.sections.section(STATES).as_chunks::<16>();
        let at = |index: usize| prints.get(index).map_or(u128::MAX, |bytes| u128::from_le_bytes(*bytes));
        let (mut low, mut high, mut step) = (guess, guess, 64);
        while low > 0 && at(low) > print {
            low = low.saturating_sub(step);
            step *= 2;
        }
        step = 64;
        while high < count && at(high) < print {
            high = (high + step).min(count);
            step *= 2;
        }
        while low < high {
            let middle = low.midpoint(high);
            if at(middle) < print {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (low < count && at(low) == print).then_some(low as u32)
    }

    /// As [`Layer::find`], among some states.
    #[inline]
    pub(crate) fn find_in(&self, states: std::ops::Range<usize>, print: u128) -> Option<u32> {
        let (prints, _) = self.sections.section(STATES).as_chunks::<16>();
        let first = states.start;
        let found = prints.get(states)?.iter().position(|bytes| u128::from_le_bytes(*bytes) == print);
        found.map(|at| (first + at) as u32)
    }

    /// Where a state's block begins.
    pub fn block(&self, state: u32) -> Option<u32> {
        word(self.sections.section(BLOCKS), state as usize).filter(|&block| block != NONE)
    }

    pub(crate) fn edges(&self) -> Edges<'_> {
        let (words, _) = self.sections.section(EDGES).as_chunks::<4>();
        Edges { words, counts: &self.counts, footprints: self.footprints.len() as u32 }
    }
}

pub(crate) fn encode_reference(reference: &Reference) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(32 * reference.objects.len());
    for object in &reference.objects {
        bytes.extend_from_slice(&object.key.to_le_bytes());
        bytes.extend_from_slice(&object.layout.to_le_bytes());
        bytes.extend_from_slice(&object.content.to_le_bytes());
    }
    bytes
}

fn word(bytes: &[u8], index: usize) -> Option<u32> {
    let at = index.checked_mul(4)?;
    Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

/// Lists of words: each its length and then as many words.
fn words_in_lists(bytes: &[u8]) -> Option<Vec<Vec<u32>>> {
    let (mut lists, mut at) = (Vec::new(), 0);
    let count = bytes.len() / 4;
    while at < count {
        let length = word(bytes, at)? as usize;
        let end = at.checked_add(1)?.checked_add(length).filter(|&end| end <= count)?;
        lists.push((at + 1..end).map(|index| word(bytes, index)).collect::<Option<Vec<_>>>()?);
        at = end;
    }
    Some(lists)
}

pub(crate) fn push_list(bytes: &mut Vec<u8>, words: &[u32]) {
    bytes.extend_from_slice(&(words.len() as u32).to_le_bytes());
    words.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
}

impl Flaw {
    pub fn words(self) -> [u32; 3] {
        [self.property as u32, self.place as u32, (self.place >> 32) as u32]
    }

    fn read(words: &[u32]) -> Option<Vec<Flaw>> {
        let (flaws, rest) = words.as_chunks::<3>();
        let read = |&[property, low, high]: &[u32; 3]| {
            let property = *Property::ALL.get(property as usize)?;
            Some(Flaw { property, place: u64::from(low) | u64::from(high) << 32 })
        };
        if rest.is_empty() { flaws.iter().map(read).collect() } else { None }
    }
}

impl Kind {
    pub fn words(&self) -> Vec<u32> {
        let mut words = Vec::with_capacity(3 + 2 * self.choices.len());
        words.extend([self.footprint, self.is_cut.into(), self.choices.len() as u32]);
        self.choices.iter().for_each(|choice| words.extend([choice.thread, choice.option]));
        self.flaws.iter().for_each(|flaw| words.extend(flaw.words()));
        words
    }

    pub fn read_all(bytes: &[u8]) -> Option<Vec<Kind>> {
        words_in_lists(bytes)?.iter().map(|words| Kind::read(words)).collect()
    }

    fn read(words: &[u32]) -> Option<Kind> {
        let (&[footprint, is_cut, count], rest) = words.split_first_chunk::<3>()?;
        let (choices, flaws) = rest.split_at_checked((count as usize).checked_mul(2)?)?;
        let (choices, _) = choices.as_chunks::<2>();
        let choices = choices.iter().map(|&[thread, option]| Choice { thread, option }).collect();
        Some(Kind { footprint, is_cut: is_cut != 0, choices, flaws: Flaw::read(flaws)? })
    }
}

impl Outcome {
    pub fn words(&self) -> Vec<u32> {
        let mut words = vec![u32::from(self.is_end)];
        self.flaws.iter().for_each(|flaw| words.extend(flaw.words()));
        words
    }

    fn read(words: &[u32]) -> Option<Outcome> {
        let (&is_end, flaws) = words.split_first()?;
        Some(Outcome { is_end: is_end != 0, flaws: Flaw::read(flaws)? })
    }
}
