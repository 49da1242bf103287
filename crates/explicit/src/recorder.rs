//! Recording: what a run finds out about states is written down, so that other runs need not find it out again.
//!
//! A state is written when all its choices have been tried and each led to a state or to an end that is sure: what is
//! not known (a limit, something not modelled, behaviour that was not asked about) leaves the state unexpanded, so it is
//! tried again. What was reused from an earlier layer and stands there for good is not written again.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use machine::explore::Choice;
use rustc_hash::FxHashMap as HashMap;

use crate::frontier::Node;
use crate::interned::{ByHash, Interned, hash, spread};
use crate::layer::{EDGES, ENDS, FOOTPRINTS, Flaw, KINDS, Kind, NONE, OUTCOMES, Outcome, STATES};
use crate::memo::Memo;
use crate::reuse::Request;
use crate::sections::{HEAD, Head, Shape, put, sections};
use crate::space::{Space, Told};
use crate::visited::Sorted;
use crate::ways::Ways;

/// Where a footprint is written down.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// In this record.
    Here(u32),
    /// In a layer of the memo.
    Memo { layer: u8, footprint: u32 },
}

/// A state whose choices are being tried. It may be so twice at once, on two ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    id: u32,
    /// What can be done there; [`NONE`] if only the memo knows. And in how many ways.
    kind: u32,
    choices: u32,
}

impl Entry {
    /// Nothing is recorded.
    pub const NOBODY: Entry = Entry { id: 0, kind: NONE, choices: 0 };
}

/// A fact about a state whose choices are being tried.
#[derive(Clone, Copy)]
pub(crate) struct Edge {
    entry: u32,
    choice: Choice,
    to: u32,
    footprint: Source,
}

pub(crate) struct Recorder<'m> {
    /// What the record builds on.
    memo: Option<&'m Memo>,
    /// Footprints by the way in which the space tells them.
    seen: Ways,
    /// Kinds by where all threads stand, what can be done and what is wrong.
    standings: Ways,
    /// The end that was recorded last.
    ended: Option<(Outcome, u32)>,
    /// Footprints of the memo in this record's numbers, by layer and number.
    translated: HashMap<(u8, u32), u32>,
    /// Kinds of states that were left early, by the whole kind and the choices that were tried.
    cuts: ByHash,
    defined: Arc<Mutex<Defined>>,
    /// Of states whose choices are being tried.
    open: Vec<Edge>,
    /// The number of the last entry, and how far it is to the next: numbers of several workers differ.
    entries: u32,
    step: u32,
    blocks: Vec<u8>,
    words: Vec<u32>,
    /// The bytes that were hashed last.
    bytes: Vec<u8>,
    /// What there is to say of the program.
    head: Head,
    budget: Budget,
    sink: Option<Rc<RefCell<dyn Sink>>>,
    /// Raised when the sink should get what there is.
    is_asked: Arc<AtomicBool>,
    flushed: Flushed,
    /// What was found out of states that were left early, by number, and their kinds as if they had not been.
    early: HashMap<u32, (Vec<Edge>, u32)>,
}

/// What several workers record with, each for itself. What they have written is taken in by the one that they come to help.
#[derive(Clone)]
pub(crate) struct Fellow<'m> {
    memo: Option<&'m Memo>,
    defined: Arc<Mutex<Defined>>,
    /// Numbers that are given out.
    entries: u32,
    bytes: usize,
}

impl<'m> Fellow<'m> {
    pub fn recorder(&self, index: u32, workers: u32) -> Recorder<'m> {
        Recorder {
            memo: self.memo,
            seen: Ways::default(),
            standings: Ways::default(),
            ended: None,
            translated: HashMap::default(),
            cuts: ByHash::default(),
            bytes: Vec::new(),
            defined: self.defined.clone(),
            open: Vec::new(),
            entries: self.entries.wrapping_add(index),
            step: workers,
            blocks: Vec::new(),
            words: Vec::new(),
            head: Head::default(),
            budget: Budget::new(Some(self.bytes)),
            sink: None,
            is_asked: Arc::default(),
            flushed: Flushed::default(),
            early: HashMap::default(),
        }
    }
}

/// What recording may take. What was recorded until then is kept; the rest is executed again by whoever needs it.
#[derive(Clone, Copy, Debug)]
struct Budget {
    /// Bytes of a record.
    bytes: usize,
    /// Words of footprints that were worked out, for all transitions so far.
    words: u64,
    transitions: u64,
    is_used_up: bool,
}

/// Words that a transition may take on average, and so many at once: a program whose transitions all do something else, and much
/// of it, takes longer to record than to execute.
const WORDS: u64 = 64;
const WORDS_AT_ONCE: u64 = 1 << 22;

impl Budget {
    fn new(bytes: Option<usize>) -> Budget {
        Budget { bytes: bytes.unwrap_or(usize::MAX), words: 0, transitions: 0, is_used_up: false }
    }

    fn spend(&mut self, words: usize) {
        self.words += words as u64;
        self.is_used_up |= self.words > WORDS_AT_ONCE + WORDS * self.transitions;
    }
}

/// What blocks speak of, each under a number. Workers of one search share it.
#[derive(Default)]
pub(crate) struct Defined {
    footprints: Interned,
    kinds: Interned,
    /// By number, what blocks need to know of a kind, and where it begins.
    shapes: Vec<Shape>,
    starts: Vec<usize>,
    outcomes: Interned,
}

impl Defined {
    fn kind(&mut self, kind: &Kind) -> u32 {
        let start = self.kinds.bytes.len();
        let number = self.kinds.number(&kind.words());
        if number as usize == self.shapes.len() {
            self.shapes.push(Shape::of(kind));
            self.starts.push(start);
        }
        number
    }

    /// A kind that was written down.
    fn written(&self, kind: u32) -> Option<Kind> {
        let start = *self.starts.get(kind as usize)?;
        let end = self.starts.get(kind as usize + 1).copied().unwrap_or(self.kinds.bytes.len());
        Kind::read_all(self.kinds.bytes.get(start..end)?)?.pop()
    }
}

fn lock(defined: &Mutex<Defined>) -> MutexGuard<'_, Defined> {
    defined.lock().unwrap_or_else(PoisonError::into_inner)
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

impl<'m> Recorder<'m> {
    pub fn new(head: Head, memo: Option<&'m Memo>, request: &Request) -> Recorder<'m> {
        let (sink, is_asked) = (request.sink.clone(), request.flush.clone());
        let budget = Budget::new(request.record_bytes);
        let fellow = Fellow { memo, defined: Arc::default(), entries: 0, bytes: 0 };
        Recorder { head, sink, is_asked, budget, ..fellow.recorder(0, 1) }
    }

    /// What a worker needs to record beside others.
    pub fn fellow(&self, workers: usize) -> Fellow<'m> {
        let bytes = self.budget.bytes / workers;
        Fellow { memo: self.memo, defined: self.defined.clone(), entries: self.entries, bytes }
    }

    /// What a worker has written since the last time.
    pub fn take_blocks(&mut self) -> Vec<u8> {
        self.budget.bytes = self.budget.bytes.saturating_sub(self.blocks.len());
        std::mem::take(&mut self.blocks)
    }

    /// Takes in what a fellow has written.
    pub fn take_in(&mut self, blocks: &[u8]) {
        self.blocks.extend_from_slice(blocks);
    }

    /// Gives away what is known of the lowest states of the stack, which are these.
    pub fn give(&mut self, nodes: impl Iterator<Item = Node>) -> Vec<Edge> {
        let mut end = 0;
        for node in nodes {
            let edges = &self.open[end..];
            end += edges.iter().take_while(|edge| edge.entry == node.entry.id).count();
        }
        self.open.drain(..end).collect()
    }

    /// Takes over what is known of states whose choices will be tried here. There were none before.
    pub fn take_over(&mut self, edges: Vec<Edge>) {
        self.open = edges;
    }

    /// What the last transition depends on.
    fn footprint(&mut self, space: &impl Told) -> u32 {
        let key = space.footprint_key();
        if let Some(known) = self.seen.get(key) {
            return known;
        }
        let mut words = std::mem::take(&mut self.words);
        space.footprint(&mut words);
        let number = lock(&self.defined).footprints.number(&words);
        self.budget.spend(words.len());
        self.words = words;
        self.seen.put(key, number);
        number
    }

    /// The choices of the state at which the space stands are tried.
    pub fn enter(&mut self, space: &(impl Space + Told), choices: &[Choice], flaws: &[Flaw]) -> Entry {
        self.entries = self.entries.wrapping_add(self.step);
        let kind =
            if space.is_here() && !self.budget.is_used_up { self.kind(space, choices, flaws) } else { NONE };
        Entry { id: self.entries, kind, choices: choices.len() as u32 }
    }

    /// What can be done where the space stands. It is told by what all threads are about to do.
    fn kind(&mut self, space: &(impl Space + Told), choices: &[Choice], flaws: &[Flaw]) -> u32 {
        let mut key = space.standing_key();
        // Choices are in order, each once.
        for choice in choices {
            key = key.wrapping_add(spread(u64::from(choice.thread) << 32 | u64::from(choice.option)));
        }
        if !flaws.is_empty() {
            let words = flaws.iter().flat_map(|flaw| flaw.words().map(u32::to_le_bytes)).collect::<Vec<_>>();
            key = key.wrapping_add(hash(words.into_iter(), &mut self.bytes));
        }
        if let Some(known) = self.standings.get(key) {
            return known;
        }
        let mut words = std::mem::take(&mut self.words);
        words.clear();
        space.standing(&mut words);
        words.sort_unstable();
        words.dedup();
        let mut defined = lock(&self.defined);
        let footprint = defined.footprints.number(&words);
        self.words = words;
        let numbers = Kind::numbers(choices, |choice| space.chosen(choice));
        let (choices, flaws) = (choices.to_vec(), flaws.to_vec());
        let kind = Kind { footprint, is_cut: false, choices, numbers, flaws };
        let number = defined.kind(&kind);
        drop(defined);
        self.standings.put(key, number);
        number
    }

    /// A choice leads to a state.
    pub fn edge(&mut self, space: &impl Told, node: &Node, choice: Choice, to: u32) {
        if self.budget.is_used_up {
            return;
        }
        self.budget.transitions += 1;
        let footprint = match space.recalled() {
            Some((layer, footprint)) => Source::Memo { layer, footprint },
            None => Source::Here(self.footprint(space)),
        };
        self.open.push(Edge { entry: node.entry.id, choice, to, footprint });
    }

    /// A choice leads to no state.
    pub fn end(&mut self, space: &impl Told, node: &Node, choice: Choice, outcome: &Outcome) {
        let known = self.ended.as_ref().filter(|(known, _)| known == outcome);
        let number = known.map_or_else(|| lock(&self.defined).outcomes.number(&outcome.words()), |it| it.1);
        if known.is_none() {
            self.ended = Some((outcome.clone(), number));
        }
        self.edge(space, node, choice, OUTCOMES + number);
    }

    /// All choices of a state have been tried. It is not written if the memo holds all of it already.
    pub fn leave(&mut self, node: &Node) {
        if self.budget.is_used_up {
            return;
        }
        let first = self.first_open(node);
        let edges = &self.open[first..];
        let is_new = edges.iter().any(|edge| matches!(edge.footprint, Source::Here(_)));
        let count = edges.len();
        let is_kept = self.memo.zip(node.known).is_some_and(|(memo, known)| memo.speaks_for(known));
        if !is_kept || is_new {
            let Entry { kind, choices, .. } = node.entry;
            let kind = if kind == NONE { self.memo_kind(node) } else { Some((kind, choices)) };
            if let Some((kind, _)) = kind.filter(|(_, choices)| *choices as usize == count) {
                self.write(node, kind, first);
            }
        }
        self.open.truncate(first);
    }

    /// A state is left, maybe before all its choices were tried; what was found out stays true. If it was left early before, by
    /// another way, what was found out then is, too.
    pub fn cut(&mut self, node: &Node) {
        if self.budget.is_used_up {
            return;
        }
        let first = self.first_open(node);
        let is_known = first < self.open.len() || node.entry.choices == 0;
        if is_known && node.entry.kind != NONE {
            let (before, _) = self.early.remove(&node.number).unwrap_or_default();
            let is_tried = |edge: &Edge, open: &[Edge]| open.iter().any(|it| it.choice == edge.choice);
            for edge in before {
                if !is_tried(&edge, &self.open[first..]) {
                    self.open.push(edge);
                }
            }
            self.open[first..].sort_unstable_by_key(|edge| edge.choice);
            let kind = self.cut_kind(node.entry.kind, first);
            self.write(node, kind, first);
            if kind != node.entry.kind {
                self.early.insert(node.number, (self.open[first..].to_vec(), node.entry.kind));
            }
        }
        self.open.truncate(first);
    }

    /// A kind, with only the choices that are open from an edge on.
    fn cut_kind(&mut self, kind: u32, first: usize) -> u32 {
        let choices = || self.open[first..].iter().map(|edge| edge.choice);
        let words = choices().map(|choice| u64::from(choice.thread) << 32 | u64::from(choice.option));
        let words: Vec<[u8; 8]> = [u64::from(kind)].into_iter().chain(words).map(u64::to_le_bytes).collect();
        let hash = hash(words.into_iter(), &mut self.bytes);
        *self.cuts.entry(hash).or_insert_with(|| {
            let mut defined = lock(&self.defined);
            let whole =
                defined.written(kind).unwrap_or_else(|| unreachable!("a kind with a number is written down"));
            if whole.choices.iter().copied().eq(choices()) {
                return kind;
            }
            let place = |choice| whole.choices.binary_search(&choice).ok();
            let kept: Vec<usize> = choices().filter_map(place).collect();
            let cut = whole.cut_to(&kept);
            defined.kind(&cut)
        })
    }

    /// The states that were left before all choices were tried, by fingerprint, with their kinds as if all had been.
    pub fn wholes(&self, states: &Sorted) -> Vec<(u128, u32)> {
        let whole = |(print, number)| Some((print, self.early.get(&number)?.1));
        states.iter().filter_map(whole).collect()
    }

    /// What can be done at a state, if only the memo knows, and in how many ways.
    fn memo_kind(&mut self, node: &Node) -> Option<(u32, u32)> {
        let (memo, known) = self.memo.zip(node.known)?;
        let kind = memo.kind(known)?;
        let footprint = self.translate(known.layer, kind.footprint)?;
        let number = lock(&self.defined).kind(&Kind { footprint, ..kind.clone() });
        Some((number, kind.choices.len() as u32))
    }

    /// A footprint of the memo in this record's numbers.
    fn translate(&mut self, layer: u8, footprint: u32) -> Option<u32> {
        if let Some(&known) = self.translated.get(&(layer, footprint)) {
            return Some(known);
        }
        let elements = self.memo?.elements(layer, footprint)?;
        let number = lock(&self.defined).footprints.number(&elements);
        self.translated.insert((layer, footprint), number);
        Some(number)
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
        if start > self.budget.bytes {
            self.budget.is_used_up = true;
            (self.seen, self.standings) = (Ways::default(), Ways::default());
        }
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

    /// Whether what was recorded is to be handed on.
    pub fn is_asked(&self) -> bool {
        self.sink.is_some() && self.is_asked.swap(false, Ordering::Relaxed)
    }

    /// Hands on what was recorded since the last time, if that is asked for. `states` tells the fingerprints from a number on, and
    /// how many there are.
    pub fn flush(&mut self, states: impl FnOnce(usize) -> (Vec<u8>, usize)) {
        if self.is_asked() {
            self.hand_on(states);
        }
    }

    /// As [`Recorder::flush`], asked or not.
    pub fn hand_on(&mut self, states: impl FnOnce(usize) -> (Vec<u8>, usize)) {
        let Some(sink) = &self.sink else { return };
        let (prints, count) = states(self.flushed.states);
        let mut sink = sink.borrow_mut();
        let Defined { footprints, kinds, outcomes, .. } = &*lock(&self.defined);
        let now = Flushed {
            is_begun: true,
            footprints: footprints.bytes.len(),
            kinds: kinds.bytes.len(),
            outcomes: outcomes.bytes.len(),
            states: count,
            blocks: self.blocks.len(),
        };
        let before = std::mem::replace(&mut self.flushed, now);
        if !before.is_begun {
            self.head.iter().zip(HEAD).for_each(|(bytes, kind)| sink.chunk(kind, bytes));
        }
        // What blocks speak of comes before them, so a journal that ends early still makes sense.
        sink.chunk(FOOTPRINTS, &footprints.bytes[before.footprints..]);
        sink.chunk(KINDS, &kinds.bytes[before.kinds..]);
        sink.chunk(ENDS, &outcomes.bytes[before.outcomes..]);
        sink.chunk(STATES, &prints);
        sink.chunk(EDGES, &self.blocks[before.blocks..]);
    }

    /// The record as a layer's sections; nothing if there is nothing new.
    pub fn finish(self, states: Sorted) -> Option<Vec<Vec<u8>>> {
        let Defined { footprints, kinds, shapes, outcomes, .. } = std::mem::take(&mut *lock(&self.defined));
        let defined = [footprints.bytes, kinds.bytes, outcomes.bytes];
        let count = states.len();
        sections(self.head, defined, &shapes, self.blocks, count, |it| it.lay(states.into_each()))
    }
}

/// Where a record goes while it grows, for the case that the run does not come to its end.
pub trait Sink {
    fn chunk(&mut self, kind: u32, bytes: &[u8]);

    /// What it got belongs to a search that was given up; another one begins.
    fn start_over(&mut self);
}
