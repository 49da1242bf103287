//! Recording: what a run finds out about states is written down, so that other runs need not find it out again.
//!
//! A state is written when all its choices have been tried and each led to a state or to an end that is sure: what is
//! not known (a limit, something not modelled, behaviour that was not asked about) leaves the state unexpanded, so it is
//! tried again. What was reused from an earlier layer and stands there for good is not written again.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use machine::explore::Choice;
use xxhash_rust::xxh3::xxh3_128;

use crate::frontier::Node;
use crate::layer::{
    EDGES, ELEMENTS, ENDS, FOOTPRINTS, Flaw, KINDS, Kind, Layer, MEMBERS, NONE, OUTCOMES, OUTLINE, Outcome,
    REFERENCE, STATES, STRIDE, push_list,
};
use crate::memo::Memo;
use crate::parts::Member;
use crate::reuse::Request;
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

#[derive(Clone, Copy)]
struct Edge {
    node: u32,
    choice: Choice,
    to: u32,
    footprint: Source,
}

/// Numbers by a hash of 128 bits.
type ByHash = HashMap<u128, u32>;

/// Lists of distinct lists of words, each under a number.
#[derive(Default)]
struct Interned {
    numbers: ByHash,
    bytes: Vec<u8>,
    count: u32,
}

impl Interned {
    fn number(&mut self, words: &[u32]) -> u32 {
        let mut bytes = Vec::with_capacity(4 * words.len());
        words.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
        let Interned { numbers, bytes: all, count } = self;
        *numbers.entry(xxh3_128(&bytes)).or_insert_with(|| {
            push_list(all, words);
            *count += 1;
            *count - 1
        })
    }
}

/// What a record says of the program: outline, reference, elements and members, as sections.
pub(crate) type Head = [Vec<u8>; 4];

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

    /// What can be done where the space stands. It is told by what all threads are about to do.
    pub fn kind(&mut self, space: &impl Told, choices: &[Choice], flaws: &[Flaw]) -> u32 {
        if !space.is_here() {
            return NONE;
        }
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
        self.open.push(Edge { node: node.number, choice, to, footprint });
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
            let kind = if node.kind == NONE { self.memo_kind(node) } else { Some(node.kind) };
            if let Some(kind) = kind.filter(|&kind| self.written[kind as usize].choices.len() == count) {
                self.write(node, kind, first);
            }
        }
        self.open.truncate(first);
    }

    /// A state is left before all its choices were tried; what was found out stays true.
    pub fn cut(&mut self, node: &Node) {
        let first = self.first_open(node);
        if first < self.open.len() && node.kind != NONE {
            let choices = self.open[first..].iter().map(|edge| edge.choice).collect();
            let kind =
                self.kind_of(Kind { is_cut: true, choices, ..self.written[node.kind as usize].clone() });
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
        let first = self.open.iter().rposition(|edge| edge.node != node.number).map_or(0, |at| at + 1);
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

fn put(bytes: &mut Vec<u8>, words: [u32; 2]) {
    words.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
}

/// Puts a layer together. States have numbers below `count`, and come in the order of their fingerprints.
pub(crate) fn sections(
    head: Head,
    defined: [Vec<u8>; 3],
    counts: &[usize],
    mut blocks: Vec<u8>,
    count: usize,
    states: impl Iterator<Item = (u128, u32)>,
) -> Option<Vec<Vec<u8>>> {
    if blocks.is_empty() {
        return None;
    }
    // A state that was left several times has several blocks, of which the last one counts.
    let (mut numbers, mut outdated) = (vec![NONE; count], HashSet::default());
    let mut next = 0;
    while let Some((state, _, end)) = block_at(&blocks, next, counts) {
        let last = std::mem::replace(numbers.get_mut(state as usize)?, next as u32);
        outdated.extend((last != NONE).then_some(last as usize));
        next = end;
    }
    let (mut at, mut expanded) = (0, 0);
    while let Some((state, _, end)) = block_at(&blocks, at, counts) {
        if !outdated.contains(&at) {
            numbers[state as usize] = expanded;
            expanded += 1;
        }
        at = end;
    }
    // Then those that have none. Blocks move to the front, without their states.
    let (mut all, mut places) = (expanded, expanded.to_le_bytes().to_vec());
    let (mut at, mut to, mut written) = (0, 0, 0);
    while let Some((_, kind, end)) = block_at(&blocks, at, counts) {
        if !outdated.contains(&at) {
            if (written as usize).is_multiple_of(STRIDE) {
                places.extend_from_slice(&(to as u32).to_le_bytes());
            }
            written += 1;
            set_word(&mut blocks, to, kind);
            for from in at + 2..end {
                let mut word = word_at(&blocks, from)?;
                if (from - at).is_multiple_of(2) && word < OUTCOMES {
                    let number = numbers.get_mut(word as usize)?;
                    if *number == NONE {
                        *number = all;
                        all += 1;
                    }
                    word = *number;
                }
                set_word(&mut blocks, to + from - at - 1, word);
            }
            to += end - at - 1;
        }
        at = end;
    }
    blocks.truncate(4 * to);
    let (mut prints, mut order) = (vec![0; 16 * all as usize], Vec::with_capacity(4 * all as usize));
    for (print, number) in states {
        let number = numbers[number as usize];
        if number != NONE {
            order.extend_from_slice(&number.to_le_bytes());
            prints[16 * number as usize..][..16].copy_from_slice(&print.to_le_bytes());
        }
    }
    let [outline, reference, elements, members] = head;
    let [footprints, kinds, outcomes] = defined;
    let all = vec![
        outline, reference, elements, footprints, kinds, outcomes, prints, order, blocks, members, places,
    ];
    Some(all)
}

fn word_at(words: &[u8], index: usize) -> Option<u32> {
    let bytes = words.get(4 * index..4 * index + 4)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

fn set_word(words: &mut [u8], index: usize, word: u32) {
    words[4 * index..4 * index + 4].copy_from_slice(&word.to_le_bytes());
}

/// State, kind and end of the block that begins at a word; nothing if it makes no sense.
fn block_at(blocks: &[u8], at: usize, counts: &[usize]) -> Option<(u32, u32, usize)> {
    let (state, kind) = (word_at(blocks, at)?, word_at(blocks, at + 1)?);
    let end = at + 2 + 2 * counts.get(kind as usize)?;
    (4 * end <= blocks.len()).then_some((state, kind, end))
}

/// One layer for several, of which the newest comes first: of each state the newest block that is complete, or else the
/// newest. Facts that only older revisions need are left behind; the layers that hold them stay what they are.
pub fn merge(layers: &[Layer]) -> Option<Vec<Vec<u8>>> {
    // What is damaged is left behind. The newest has just been made.
    let layers: Vec<Layer> = layers.iter().cloned().filter_map(Layer::check).collect();
    let newest = layers.first()?;
    let (mut elements, mut footprints) = (Vec::new(), Interned::default());
    let (mut kinds, mut outcomes) = (Interned::default(), Interned::default());
    let (mut element_numbers, mut states) = (HashMap::default(), HashMap::default());
    let (mut counts, mut blocks) = (Vec::new(), Vec::new());
    let mut written: HashSet<u128> = HashSet::default();
    // All elements of the newest program, so that what changed after it can be told.
    for &hash in &newest.elements {
        element_numbers.insert(hash, elements.len() as u32 / 16);
        elements.extend_from_slice(&hash);
    }
    for (index, layer) in layers.iter().enumerate() {
        let mut element = |number: &u32| {
            let hash = layer.elements[*number as usize];
            *element_numbers.entry(hash).or_insert_with(|| {
                elements.extend_from_slice(&hash);
                elements.len() as u32 / 16 - 1
            })
        };
        let mut set = |footprint: &[u32]| {
            let mut words: Vec<u32> = footprint.iter().map(&mut element).collect();
            words.sort_unstable();
            footprints.number(&words)
        };
        let own_footprints: Vec<u32> = layer.footprints.iter().map(&mut set).collect();
        let mut number = |kind: &Kind| {
            let footprint = own_footprints[kind.footprint as usize];
            let number = kinds.number(&Kind { footprint, ..kind.clone() }.words());
            if number as usize == counts.len() {
                counts.push(kind.choices.len());
            }
            number
        };
        let own_kinds: Vec<u32> = layer.kinds.iter().map(&mut number).collect();
        let own_outcomes: Vec<u32> =
            layer.outcomes.iter().map(|outcome| OUTCOMES + outcomes.number(&outcome.words())).collect();
        let is_in_older = |print: u128| layers[index + 1..].iter().any(|layer| layer.is_complete_at(print));
        for (block, state, kind) in layer.edges().blocks() {
            let is_cut = layer.kinds[kind as usize].is_cut;
            let Some(print) = layer.print(state) else { continue };
            if written.contains(&print) || is_cut && is_in_older(print) {
                continue;
            }
            let mut state_number = |print: u128| {
                let next = states.len() as u32;
                *states.entry(print).or_insert(next)
            };
            let start = blocks.len();
            put(&mut blocks, [state_number(print), own_kinds[kind as usize]]);
            let mut is_good = true;
            for choice in 0..layer.kinds[kind as usize].choices.len() {
                let edge = layer.edges().edge(block, choice).and_then(|(to, footprint)| {
                    let to = match to.checked_sub(OUTCOMES) {
                        Some(outcome) => *own_outcomes.get(outcome as usize)?,
                        None => state_number(layer.print(to)?),
                    };
                    Some([to, own_footprints[footprint as usize]])
                });
                match edge {
                    Some(edge) => put(&mut blocks, edge),
                    None => is_good = false,
                }
            }
            if is_good {
                written.insert(print);
            } else {
                blocks.truncate(start);
            }
        }
    }
    let mut states: Vec<(u128, u32)> = states.into_iter().collect();
    states.sort_unstable();
    let (mut members, mut seen) = (Vec::new(), HashSet::default());
    for (layer, member) in layers.iter().flat_map(|layer| layer.members.iter().map(move |it| (layer, it))) {
        if let Some(&element) = element_numbers.get(&layer.elements[member.element as usize])
            && seen.insert(element)
        {
            Member { element, ..*member }.write(&mut members);
        }
    }
    let head = [newest.section(OUTLINE).to_vec(), newest.section(REFERENCE).to_vec(), elements, members];
    let defined = [footprints.bytes, kinds.bytes, outcomes.bytes];
    let count = states.len();
    sections(head, defined, &counts, blocks, count, states.into_iter())
}

/// Where a record goes while it grows, for the case that the run does not come to its end.
pub trait Sink {
    fn chunk(&mut self, kind: u32, bytes: &[u8]);
}

/// The layer of a run that did not come to its end, from what its sink got; nothing if that makes no sense.
pub fn recover(chunks: impl Iterator<Item = (u32, Vec<u8>)>) -> Option<Vec<Vec<u8>>> {
    let mut all: Vec<Vec<u8>> = vec![Vec::new(); MEMBERS as usize];
    for (kind, bytes) in chunks {
        all.get_mut((kind as usize).checked_sub(1)?)?.extend_from_slice(&bytes);
    }
    let counts: Vec<usize> =
        Kind::read_all(&all[KINDS as usize - 1])?.iter().map(|kind| kind.choices.len()).collect();
    let (prints, _) = all[STATES as usize - 1].as_chunks::<16>();
    let mut states: Vec<(u128, u32)> =
        (0..).zip(prints).map(|(number, print)| (u128::from_le_bytes(*print), number)).collect();
    states.sort_unstable();
    let mut take = |kind: u32| std::mem::take(&mut all[kind as usize - 1]);
    let head = [take(OUTLINE), take(REFERENCE), take(ELEMENTS), take(MEMBERS)];
    let defined = [take(FOOTPRINTS), take(KINDS), take(ENDS)];
    let (blocks, count) = (take(EDGES), states.len());
    sections(head, defined, &counts, blocks, count, states.into_iter())
}
