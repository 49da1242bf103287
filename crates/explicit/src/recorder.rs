//! Recording: what a run finds out about states is written down, so that other runs need not find it out again.
//!
//! A state is written when all its choices have been tried and each led to a state or to an end that is sure: what is
//! not known (a limit, something not modelled, behaviour that was not asked about) leaves the state unexpanded, so it is
//! tried again. What was reused from an earlier layer and stands there for good is not written again.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use machine::explore::Choice;
use xxhash_rust::xxh3::xxh3_128;

use crate::frontier::Node;
use crate::interned::{ByHash, Interned};
use crate::layer::{
    EDGES, ELEMENTS, ENDS, FOOTPRINTS, Flaw, KINDS, Kind, MEMBERS, NONE, OUTCOMES, OUTLINE, Outcome,
    REFERENCE, STATES,
};
use crate::memo::Memo;
use crate::reuse::Request;
use crate::sections::{Head, put, sections};
use crate::space::Told;
use crate::visited::{Sorted, Visited};

/// Where a footprint is written down.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// In this record.
    Here(u32),
    /// In a layer of the memo.
    Memo { layer: u8, footprint: u32 },
}

/// A state whose choices are being tried. It may be so twice at once, on two ways.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    id: u32,
    /// What can be done there; [`NONE`] if only the memo knows.
    kind: u32,
}

impl Entry {
    /// Nothing is recorded.
    pub const NOBODY: Entry = Entry { id: 0, kind: NONE };
}

#[derive(Clone, Copy)]
struct Edge {
    entry: u32,
    choice: Choice,
    to: u32,
    footprint: Source,
}

pub(crate) struct Recorder<'m> {
    /// What the record builds on.
    memo: Option<&'m Memo>,
    /// Footprints by the way in which the space tells them.
    seen: ByHash,
    /// Kinds by where all threads stand, what can be done and what is wrong.
    standings: ByHash,
    footprints: Interned,
    kinds: Interned,
    /// Kinds by number.
    written: Vec<Kind>,
    outcomes: Interned,
    /// Of states whose choices are being tried.
    open: Vec<Edge>,
    entries: u32,
    blocks: Vec<u8>,
    words: Vec<u32>,
    standing: Vec<u8>,
    /// Outline, reference, elements and members, as sections.
    head: Head,
    sink: Option<Rc<RefCell<dyn Sink>>>,
    /// Raised when the sink should get what there is.
    is_asked: Arc<AtomicBool>,
    flushed: Flushed,
}

/// How much the sink has.
#[derive(Default)]
struct Flushed {
    is_begun: bool,
    footprints: usize,
    kinds: usize,
    outcomes: usize,
    states: usize,
    blocks: usize,
}

/// Ways to tell footprints that are remembered; beyond it they are worked out again.
const WAYS: usize = 1 << 20;

impl<'m> Recorder<'m> {
    pub fn new(head: Head, memo: Option<&'m Memo>, request: &Request) -> Recorder<'m> {
        Recorder {
            memo,
            seen: ByHash::default(),
            standings: ByHash::default(),
            standing: Vec::new(),
            footprints: Interned::default(),
            kinds: Interned::default(),
            written: Vec::new(),
            outcomes: Interned::default(),
            open: Vec::new(),
            entries: 0,
            blocks: Vec::new(),
            words: Vec::new(),
            head,
            sink: request.sink.clone(),
            is_asked: request.flush.clone(),
            flushed: Flushed::default(),
        }
    }

    /// What the last transition depends on.
    fn footprint(&mut self, space: &impl Told) -> u32 {
        let key = space.footprint_key();
        if let Some(&known) = self.seen.get(&key) {
            return known;
        }
        let mut words = std::mem::take(&mut self.words);
        space.footprint(&mut words);
        let number = self.footprints.number(&words);
        self.words = words;
        if self.seen.len() >= WAYS {
            self.seen.clear();
        }
        self.seen.insert(key, number);
        number
    }

    /// The choices of the state at which the space stands are tried.
    pub fn enter(&mut self, space: &impl Told, choices: &[Choice], flaws: &[Flaw]) -> Entry {
        self.entries = self.entries.wrapping_add(1);
        let kind = if space.is_here() { self.kind(space, choices, flaws) } else { NONE };
        Entry { id: self.entries, kind }
    }

    /// What can be done where the space stands. It is told by what all threads are about to do.
    fn kind(&mut self, space: &impl Told, choices: &[Choice], flaws: &[Flaw]) -> u32 {
        let mut key = std::mem::take(&mut self.standing);
        key.clear();
        space.standing_key(&mut key);
        let mut put = |word: u32| key.extend_from_slice(&word.to_le_bytes());
        put(u32::MAX);
        choices.iter().for_each(|choice| [choice.thread, choice.option].into_iter().for_each(&mut put));
        put(u32::MAX);
        flaws.iter().for_each(|flaw| flaw.words().into_iter().for_each(&mut put));
        let hash = xxh3_128(&key);
        self.standing = key;
        if let Some(&known) = self.standings.get(&hash) {
            return known;
        }
        let mut words = std::mem::take(&mut self.words);
        words.clear();
        space.standing(&mut words);
        words.sort_unstable();
        words.dedup();
        let footprint = self.footprints.number(&words);
        self.words = words;
        let kind = Kind { footprint, is_cut: false, choices: choices.to_vec(), flaws: flaws.to_vec() };
        let number = self.kind_of(kind);
        if self.standings.len() >= WAYS {
            self.standings.clear();
        }
        self.standings.insert(hash, number);
        number
    }

    fn kind_of(&mut self, kind: Kind) -> u32 {
        let number = self.kinds.number(&kind.words());
        if number as usize == self.written.len() {
            self.written.push(kind);
        }
        number
    }

    /// A choice leads to a state.
    pub fn edge(&mut self, space: &impl Told, node: &Node, choice: Choice, to: u32) {
        let footprint = match space.recalled() {
            Some((layer, footprint)) => Source::Memo { layer, footprint },
            None => Source::Here(self.footprint(space)),
        };
        self.open.push(Edge { entry: node.entry.id, choice, to, footprint });
    }

    /// A choice leads to no state.
    pub fn end(&mut self, space: &impl Told, node: &Node, choice: Choice, outcome: &Outcome) {
        let to = OUTCOMES + self.outcomes.number(&outcome.words());
        self.edge(space, node, choice, to);
    }

    /// All choices of a state have been tried. It is not written if the memo holds all of it already.
    pub fn leave(&mut self, node: &Node) {
        let first = self.first_open(node);
        let edges = &self.open[first..];
        let is_new = edges.iter().any(|edge| matches!(edge.footprint, Source::Here(_)));
        let count = edges.len();
        let is_kept = self.memo.zip(node.known).is_some_and(|(memo, known)| memo.speaks_for(known));
        if !is_kept || is_new {
            let kind = if node.entry.kind == NONE { self.memo_kind(node) } else { Some(node.entry.kind) };
            if let Some(kind) = kind.filter(|&kind| self.written[kind as usize].choices.len() == count) {
                self.write(node, kind, first);
            }
        }
        self.open.truncate(first);
    }

    /// A state is left before all its choices were tried; what was found out stays true.
    pub fn cut(&mut self, node: &Node) {
        let first = self.first_open(node);
        if first < self.open.len() && node.entry.kind != NONE {
            let choices = self.open[first..].iter().map(|edge| edge.choice).collect();
            let kind = self.kind_of(Kind {
                is_cut: true,
                choices,
                ..self.written[node.entry.kind as usize].clone()
            });
            self.write(node, kind, first);
        }
        self.open.truncate(first);
    }

    /// What can be done at a state, if only the memo knows.
    fn memo_kind(&mut self, node: &Node) -> Option<u32> {
        let (memo, known) = self.memo.zip(node.known)?;
        let kind = memo.kind(known)?;
        let footprint = self.translate(known.layer, kind.footprint)?;
        Some(self.kind_of(Kind { footprint, ..kind.clone() }))
    }

    /// A footprint of the memo in this record's numbers.
    fn translate(&mut self, layer: u8, footprint: u32) -> Option<u32> {
        let elements = self.memo?.elements(layer, footprint)?;
        Some(self.footprints.number(&elements))
    }

    /// Where the edges begin of the state that was entered last; they are put in the order of choices.
    fn first_open(&mut self, node: &Node) -> usize {
        let first = self.open.iter().rposition(|edge| edge.entry != node.entry.id).map_or(0, |at| at + 1);
        if !self.open[first..].is_sorted_by_key(|edge| edge.choice) {
            self.open[first..].sort_unstable_by_key(|edge| edge.choice);
        }
        first
    }

    fn write(&mut self, node: &Node, kind: u32, first: usize) {
        let start = self.blocks.len();
        put(&mut self.blocks, [node.number, kind]);
        for at in first..self.open.len() {
            let Edge { to, footprint, .. } = self.open[at];
            let footprint = match footprint {
                Source::Here(footprint) => Some(footprint),
                Source::Memo { layer, footprint } => self.translate(layer, footprint),
            };
            // What cannot be told is not written.
            let Some(footprint) = footprint else { return self.blocks.truncate(start) };
            put(&mut self.blocks, [to, footprint]);
        }
    }

    /// Hands on what was recorded since the last time, if that is asked for.
    pub fn flush(&mut self, visited: &Visited) {
        if !self.is_asked.swap(false, Ordering::Relaxed) {
            return;
        }
        let Some(sink) = &self.sink else { return };
        let mut sink = sink.borrow_mut();
        let now = Flushed {
            is_begun: true,
            footprints: self.footprints.bytes.len(),
            kinds: self.kinds.bytes.len(),
            outcomes: self.outcomes.bytes.len(),
            states: visited.len(),
            blocks: self.blocks.len(),
        };
        let before = std::mem::replace(&mut self.flushed, now);
        if !before.is_begun {
            self.head
                .iter()
                .zip([OUTLINE, REFERENCE, ELEMENTS, MEMBERS])
                .for_each(|(bytes, kind)| sink.chunk(kind, bytes));
        }
        // What blocks speak of comes before them, so a journal that ends early still makes sense.
        sink.chunk(FOOTPRINTS, &self.footprints.bytes[before.footprints..]);
        sink.chunk(KINDS, &self.kinds.bytes[before.kinds..]);
        sink.chunk(ENDS, &self.outcomes.bytes[before.outcomes..]);
        sink.chunk(STATES, &visited.prints_from(before.states));
        sink.chunk(EDGES, &self.blocks[before.blocks..]);
    }

    /// The record as a layer's sections; nothing if there is nothing new.
    pub fn finish(self, states: &Sorted) -> Option<Vec<Vec<u8>>> {
        let counts: Vec<usize> = self.written.iter().map(|kind| kind.choices.len()).collect();
        let defined = [self.footprints.bytes, self.kinds.bytes, self.outcomes.bytes];
        sections(self.head, defined, &counts, self.blocks, states.len(), states.iter())
    }
}

/// Where a record goes while it grows, for the case that the run does not come to its end.
pub trait Sink {
    fn chunk(&mut self, kind: u32, bytes: &[u8]);
}
