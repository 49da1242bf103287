//! A layer of a record: what one run found out about states, as bytes that are read where they lie.
//!
//! Sections, numbers little-endian:
//! 1. outline: what locations are called ([`change::Outline`]);
//! 2. reference: static objects as the fingerprints take them for granted, 32 bytes each;
//! 3. elements: 16 bytes each;
//! 4. footprints: sets of elements, by number;
//! 5. kinds: what can be done at a state, with the footprint that tells it, and what is wrong with it;
//! 6. outcomes: how transitions end that lead to no state;
//! 7. states: fingerprints, 16 bytes each; first the states that have blocks, in the order of these;
//! 8. order: the states by ascending fingerprint;
//! 9. edges: blocks of words in the order in which states were finished: the kind of the state, and for each choice of
//!    the kind the successor (a state or an outcome) and the footprint, in one word or in two ([`crate::packing`]);
//! 10. members: elements that hold for other values of a bound, 28 bytes each ([`crate::parts`]);
//! 11. places: how many blocks there are, how their edges are packed, and where every [`STRIDE`]th of them begins, in words;
//! 12. aspects: what the elements of the layer's own program, which come first, are made of ([`crate::aspects`]).
//!
//! Sections 7 to 9 are large, and checked where they are looked at, unless all of them are needed ([`Layer::check`]).
//!
//! Nothing is trusted: what points outside of its section stands for nothing known.

use std::cmp::Ordering;
use std::ops::{Deref, Range};
use std::sync::Arc;

use machine::explore::{Choice, Hash, Reference, ReferenceObject};

use crate::aspects::Aspects;
use crate::options::Stats;
use crate::packing::Packing;
use crate::parts::Member;
use crate::visited::MOST;
use verdict::Property;

/// Successors from here on are outcomes, wherever they are not in a layer.
pub const OUTCOMES: u32 = MOST as u32;
/// No block.
pub const NONE: u32 = u32::MAX;

pub(crate) const OUTLINE: u32 = 1;
pub(crate) const REFERENCE: u32 = 2;
pub(crate) const ELEMENTS: u32 = 3;
pub(crate) const FOOTPRINTS: u32 = 4;
pub(crate) const KINDS: u32 = 5;
pub(crate) const ENDS: u32 = 6;
pub const STATES: u32 = 7;
pub(crate) const ORDER: u32 = 8;
pub(crate) const EDGES: u32 = 9;
pub(crate) const MEMBERS: u32 = 10;
pub(crate) const PLACES: u32 = 11;
pub(crate) const ASPECTS: u32 = 12;

/// Blocks between two that can be found without going over those between.
pub(crate) const STRIDE: usize = 16;

/// Words of the places before these.
pub(crate) const FIRST_PLACE: usize = 2;

/// Raised whenever the same bytes would mean something else, fingerprints included.
pub const FORMAT: u32 = 8;

/// Guesses at the place of a fingerprint; what is left is halved.
const GUESSES: usize = 6;

/// Bytes by section.
pub trait Sections: Send + Sync {
    fn section(&self, number: u32) -> &[u8];

    /// Whether these bytes of a section are what was written.
    fn is_sound(&self, _number: u32, _bytes: Range<usize>) -> bool {
        true
    }

    /// Told that a section is not needed for a while.
    fn give_back(&self, _number: u32) {}
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
    /// The choices of a number, ascending.
    pub numbers: Vec<Number>,
    pub flaws: Vec<Flaw>,
}

/// A choice of one of several numbers: the number itself is what it is called, and not the place that the number happened to have
/// among those that a program could choose from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Number {
    pub thread: u32,
    pub value: u64,
    /// Its place among the choices of the kind.
    pub index: u32,
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
    tables: Arc<Tables>,
    /// Whether all bytes are known to be sound.
    is_checked: bool,
}

/// The smaller sections of a layer.
pub struct Tables {
    pub(crate) elements: Vec<Hash>,
    pub(crate) footprints: Lists,
    pub(crate) kinds: Vec<Kind>,
    /// Choices of each kind.
    counts: Vec<u32>,
    pub(crate) outcomes: Vec<Outcome>,
    pub(crate) members: Vec<Member>,
    /// Blocks, and so states that have one.
    blocks: u32,
    packing: Packing,
}

impl Deref for Layer {
    type Target = Tables;

    fn deref(&self) -> &Tables {
        &self.tables
    }
}

/// The blocks of a layer.
#[derive(Clone, Copy)]
pub(crate) struct Edges<'l> {
    words: &'l [[u8; 4]],
    counts: &'l [u32],
    packing: Packing,
    blocks: u32,
}

impl<'l> Edges<'l> {
    #[inline]
    fn word(&self, index: usize) -> Option<u32> {
        self.words.get(index).map(|word| u32::from_le_bytes(*word))
    }

    /// The kind of a block.
    #[inline]
    pub fn kind(&self, block: u32) -> Option<u32> {
        self.word(block as usize).filter(|&kind| (kind as usize) < self.counts.len())
    }

    /// Words of a block of this kind.
    #[inline]
    fn length(&self, kind: u32) -> u32 {
        1 + self.packing.words() as u32 * self.counts[kind as usize]
    }

    /// Successor and footprint of a choice of a block, by its place among the choices of the kind.
    #[inline]
    pub fn edge(&self, block: u32, index: usize) -> Option<(u32, u32)> {
        let words = self.packing.words();
        let at = block as usize + 1 + words * index;
        self.packing.edge(self.words.get(at..at + words)?)
    }

    /// All edges of a block, up to one that makes no sense.
    #[inline]
    pub fn of(&self, block: u32, kind: u32) -> impl Iterator<Item = (u32, u32)> + use<'l> {
        let (at, packing) = (block as usize + 1, self.packing);
        let end = at + packing.words() * self.counts[kind as usize] as usize;
        let words = self.words.get(at..end).unwrap_or(&[]);
        words.chunks_exact(packing.words()).map_while(move |words| packing.edge(words))
    }

    /// How many edges there are; each block has one word besides.
    pub fn count(&self) -> usize {
        self.words.len().saturating_sub(self.blocks as usize) / self.packing.words()
    }

    /// All blocks with their states and kinds, in the order in which states were finished.
    pub fn blocks(self) -> impl Iterator<Item = (u32, u32, u32)> + use<'l> {
        let (mut at, mut state) = (0u32, 0..self.blocks);
        std::iter::from_fn(move || {
            let (block, kind) = (at, self.kind(at)?);
            at = at.checked_add(self.length(kind))?;
            Some((block, state.next()?, kind))
        })
    }
}

impl Layer {
    /// `None` if the bytes make no sense.
    pub fn open(sections: Arc<dyn Sections>) -> Option<Layer> {
        let whole = |number: u32| {
            let bytes = sections.section(number);
            sections.is_sound(number, 0..bytes.len()).then_some(bytes)
        };
        let (elements, rest) = whole(ELEMENTS)?.as_chunks::<16>();
        if !rest.is_empty() {
            return None;
        }
        let elements = elements.to_vec();
        let footprints = Lists::read(whole(FOOTPRINTS)?)?;
        let are_known = footprints.iter().flatten().all(|&element| (element as usize) < elements.len());
        let kinds = Kind::read_all(whole(KINDS)?)?;
        let outcomes = Lists::read(whole(ENDS)?)?.iter().map(Outcome::read).collect::<Option<Vec<_>>>()?;
        let (members, rest) = whole(MEMBERS)?.as_chunks();
        let members = members.iter().map(Member::read).collect::<Option<Vec<_>>>()?;
        let are_members = rest.is_empty() && members.iter().all(|it| (it.element as usize) < elements.len());
        whole(OUTLINE).and(whole(REFERENCE))?;
        let (blocks, bits) = (word(whole(PLACES)?, 0)?, word(whole(PLACES)?, 1)?);
        let places = whole(PLACES)?.len() / 4 - FIRST_PLACE;
        let packing = Packing::read(bits, outcomes.len(), footprints.len());
        let states = sections.section(STATES).len() / 16;
        let is_whole = states == sections.section(ORDER).len() / 4
            && blocks as usize <= states
            && places == (blocks as usize).div_ceil(STRIDE);
        let is_good = are_known
            && are_members
            && is_whole
            && sections.section(STATES).len().is_multiple_of(16)
            && kinds.iter().all(|kind| (kind.footprint as usize) < footprints.len());
        let counts = kinds.iter().map(|kind| kind.choices.len() as u32).collect();
        let tables = Tables { elements, footprints, kinds, counts, outcomes, members, blocks, packing };
        is_good.then_some(Layer { sections, tables: Arc::new(tables), is_checked: false })
    }

    /// Makes sure that all bytes are sound; nothing if they are not. That takes time, but reading does not afterwards.
    pub(crate) fn check(mut self) -> Option<Layer> {
        let is_sound = |number: u32| self.sections.is_sound(number, 0..self.section(number).len());
        self.is_checked = [STATES, ORDER, EDGES].into_iter().all(is_sound);
        self.is_checked.then_some(self)
    }

    /// Bytes of a section, if they are there and sound.
    #[inline]
    fn bytes(&self, number: u32, bytes: Range<usize>) -> Option<&[u8]> {
        let found = self.sections.section(number).get(bytes.clone())?;
        (self.is_checked || self.sections.is_sound(number, bytes)).then_some(found)
    }

    /// Its memory may be used for something else; what is read again is there.
    pub(crate) fn give_back(&self, number: u32) {
        self.sections.give_back(number);
    }

    pub fn states(&self) -> usize {
        self.sections.section(STATES).len() / 16
    }

    /// How many states, transitions and ends there are, where a search with this layer has executed this: what is recorded, and what
    /// was not sure.
    pub fn counted(&self, executed: Stats) -> Stats {
        let (edges, mut transitions, mut ends) = (self.edges(), 0, 0);
        for (block, _, kind) in edges.blocks() {
            for (to, _) in edges.of(block, kind) {
                transitions += 1;
                let outcome = to.checked_sub(OUTCOMES).and_then(|at| self.outcomes.get(at as usize));
                ends += u64::from(outcome.is_some_and(|outcome| outcome.is_end));
            }
        }
        let unsure = executed.executed.saturating_sub(executed.rebuilt);
        Stats { states: self.states() as u64, transitions: transitions + unsure, ends, ..executed }
    }

    /// States that have a block.
    pub(crate) fn expanded(&self) -> usize {
        self.blocks as usize
    }

    /// All of it, to be opened elsewhere.
    pub fn to_sections(&self) -> Vec<Vec<u8>> {
        (OUTLINE..=ASPECTS).map(|number| self.section(number).to_vec()).collect()
    }

    pub(crate) fn section(&self, number: u32) -> &[u8] {
        self.sections.section(number)
    }

    pub fn outline(&self) -> Option<change::Outline> {
        change::Outline::decode(self.sections.section(OUTLINE))
    }

    /// Nothing if they are not there, or damaged.
    pub(crate) fn aspects(&self) -> Option<Aspects> {
        let bytes = self.section(ASPECTS);
        let is_sound = self.sections.is_sound(ASPECTS, 0..bytes.len());
        is_sound.then(|| Aspects::decode(bytes, self.elements.len())).flatten()
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

    #[inline]
    pub fn print(&self, state: u32) -> Option<u128> {
        let at = state as usize * 16;
        let bytes = self.bytes(STATES, at..at + 16)?;
        Some(u128::from_le_bytes(bytes.try_into().ok()?))
    }

    /// Fingerprints by state. For layers that were checked.
    pub(crate) fn prints(&self) -> impl Iterator<Item = u128> + '_ {
        let (prints, _) = self.sections.section(STATES).as_chunks::<16>();
        prints.iter().map(|bytes| u128::from_le_bytes(*bytes))
    }

    /// The state at a place of the order, and its fingerprint.
    #[inline]
    pub(crate) fn ranked(&self, rank: usize) -> Option<(u32, u128)> {
        let bytes = self.bytes(ORDER, 4 * rank..4 * rank + 4)?;
        let state = u32::from_le_bytes(bytes.try_into().ok()?);
        Some((state, self.print(state)?))
    }

    /// The state with a fingerprint. Fingerprints are spread evenly, so its place is guessed, and guessed again from what
    /// is found there.
    pub fn find(&self, print: u128) -> Option<u32> {
        let count = self.states();
        let place = |print: u128| (((print >> 64) * count as u128) >> 64) as usize;
        let (mut low, mut high, mut guess) = (0, count, place(print));
        for _ in 0..GUESSES {
            if low >= high {
                break;
            }
            let (state, found) = self.ranked(guess.clamp(low, high - 1))?;
            match found.cmp(&print) {
                Ordering::Equal => return Some(state),
                Ordering::Less => low = guess.clamp(low, high - 1) + 1,
                Ordering::Greater => high = guess.clamp(low, high - 1),
            }
            guess = (guess + place(print)).saturating_sub(place(found));
        }
        self.find_in(low..high, print)
    }

    /// As [`Layer::find`], among some places of the order.
    #[inline]
    fn find_in(&self, ranks: Range<usize>, print: u128) -> Option<u32> {
        let Range { start: mut low, end: mut high } = ranks;
        while low < high {
            let middle = low.midpoint(high);
            let (state, found) = self.ranked(middle)?;
            match found.cmp(&print) {
                Ordering::Equal => return Some(state),
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Where a state's block begins: the blocks before it are gone over from one whose place is known.
    pub fn block(&self, state: u32) -> Option<u32> {
        if state >= self.blocks {
            return None;
        }
        let (edges, stride) = (self.edges(), STRIDE as u32);
        let mut block = word(self.sections.section(PLACES), FIRST_PLACE + state as usize / STRIDE)?;
        let mut left = state % stride;
        loop {
            self.bytes(EDGES, 4 * block as usize..4 * block as usize + 4)?;
            let length = edges.length(edges.kind(block)?);
            if left == 0 {
                self.bytes(EDGES, 4 * block as usize..4 * (block as usize + length as usize))?;
                return Some(block);
            }
            (block, left) = (block.checked_add(length)?, left - 1);
        }
    }

    /// The blocks. Where the layer was not checked, only those may be looked at that [`Layer::block`] has found.
    #[inline]
    pub(crate) fn edges(&self) -> Edges<'_> {
        let (words, _) = self.sections.section(EDGES).as_chunks::<4>();
        Edges { words, counts: &self.counts, packing: self.packing, blocks: self.blocks }
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

/// Lists of words, one behind the other.
pub(crate) struct Lists {
    words: Vec<u32>,
    ends: Vec<u32>,
}

impl Lists {
    /// Each is its length and then as many words.
    pub fn read(bytes: &[u8]) -> Option<Lists> {
        let (words, _) = bytes.as_chunks::<4>();
        let (mut lists, mut rest) =
            (Lists { words: Vec::with_capacity(words.len()), ends: Vec::new() }, words);
        while let Some((length, behind)) = rest.split_first() {
            let (list, next) = behind.split_at_checked(u32::from_le_bytes(*length) as usize)?;
            lists.words.extend(list.iter().map(|word| u32::from_le_bytes(*word)));
            lists.ends.push(lists.words.len() as u32);
            rest = next;
        }
        Some(lists)
    }

    /// How many there are.
    pub fn count(bytes: &[u8]) -> Option<usize> {
        let (mut rest, _) = bytes.as_chunks::<4>();
        for count in 0.. {
            let Some((length, behind)) = rest.split_first() else { return Some(count) };
            rest = behind.get(u32::from_le_bytes(*length) as usize..)?;
        }
        None
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn get(&self, index: usize) -> Option<&[u32]> {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.words.get(start as usize..*self.ends.get(index)? as usize)
    }

    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.len()).filter_map(|index| self.get(index))
    }
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
        let (choices, numbers, flaws) = (self.choices.len(), self.numbers.len(), self.flaws.len());
        let mut words = Vec::with_capacity(4 + 2 * choices + 4 * numbers + 3 * flaws);
        words.extend([self.footprint, self.is_cut.into(), self.choices.len() as u32]);
        self.choices.iter().for_each(|choice| words.extend([choice.thread, choice.option]));
        words.push(self.numbers.len() as u32);
        for &Number { thread, value, index } in &self.numbers {
            words.extend([thread, value as u32, (value >> 32) as u32, index]);
        }
        self.flaws.iter().for_each(|flaw| words.extend(flaw.words()));
        words
    }

    /// The numbers that some choices are of, as `chosen` tells them.
    pub fn numbers(choices: &[Choice], chosen: impl Fn(Choice) -> Option<u64>) -> Vec<Number> {
        let number = |(index, &choice): (u32, &Choice)| {
            Some(Number { thread: choice.thread, value: chosen(choice)?, index })
        };
        let mut numbers: Vec<Number> = (0..).zip(choices).filter_map(number).collect();
        numbers.sort_unstable();
        numbers
    }

    /// The number that a choice is of, by its place.
    pub fn chosen(&self, index: usize) -> Option<u64> {
        self.numbers.iter().find(|it| it.index as usize == index).map(|it| it.value)
    }

    /// This, with some of its choices, which are all that were tried.
    pub fn cut_to(&self, kept: &[usize]) -> Kind {
        let mut places = vec![None; self.choices.len()];
        (0..).zip(kept).for_each(|(place, &index)| places[index] = Some(place));
        let numbers = self.numbers.iter();
        let numbers = numbers.filter_map(|it| Some(Number { index: places[it.index as usize]?, ..*it }));
        Kind {
            footprint: self.footprint,
            is_cut: self.is_cut || kept.len() < self.choices.len(),
            choices: kept.iter().map(|&index| self.choices[index]).collect(),
            numbers: numbers.collect(),
            flaws: self.flaws.clone(),
        }
    }

    /// The place of a choice of another program, of this number if it is of one, among the choices. An option means the same in
    /// both unless it is that of a number.
    pub fn find(&self, choice: Choice, chosen: Option<u64>) -> Option<usize> {
        match chosen {
            Some(value) => {
                let place = self.numbers.partition_point(|it| (it.thread, it.value) < (choice.thread, value));
                let found = self.numbers.get(place)?;
                ((found.thread, found.value) == (choice.thread, value)).then_some(found.index as usize)
            }
            None => {
                let index = self.choices.binary_search(&choice).ok()?;
                self.chosen(index).is_none().then_some(index)
            }
        }
    }

    pub fn read_all(bytes: &[u8]) -> Option<Vec<Kind>> {
        Lists::read(bytes)?.iter().map(Kind::read).collect()
    }

    fn read(words: &[u32]) -> Option<Kind> {
        let (&[footprint, is_cut, count], rest) = words.split_first_chunk::<3>()?;
        let (choices, rest) = rest.split_at_checked((count as usize).checked_mul(2)?)?;
        let (&[numbers], rest) = rest.split_first_chunk()?;
        let (numbers, flaws) = rest.split_at_checked((numbers as usize).checked_mul(4)?)?;
        let (numbers, _) = numbers.as_chunks::<4>();
        let number = |&[thread, low, high, index]: &[u32; 4]| {
            let value = u64::from(low) | u64::from(high) << 32;
            (index < count).then_some(Number { thread, value, index })
        };
        let numbers = numbers.iter().map(number).collect::<Option<Vec<_>>>()?;
        let (choices, _) = choices.as_chunks::<2>();
        let choices = choices.iter().map(|&[thread, option]| Choice { thread, option }).collect();
        Some(Kind { footprint, is_cut: is_cut != 0, choices, numbers, flaws: Flaw::read(flaws)? })
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
