//! Recording: what a run finds out about states is written down, so that other runs need not find it out again.
//!
//! A state is written when all its choices have been tried and each led to a state or to an end that is sure: what is
//! not known (a limit, something not modelled, behaviour that was not asked about) leaves the state unexpanded, so it is
//! tried again. What was reused from an earlier layer and stands there for good is not written again.

use std::collections::HashMap;

use machine::exec::{Image, Machine};
use machine::explore::{Choice, Hash, Reference};
use machine::footprint::Layout;
use xxhash_rust::xxh3::xxh3_128;

use crate::frontier::Node;
use crate::layer::{Flaw, Kind, NONE, OUTCOMES, Outcome, push_list};
use crate::visited::Sorted;

/// Where a footprint is written down.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// In this record.
    Here(u32),
    /// In a layer of the memo.
    Memo { layer: u8, footprint: u32 },
}

struct Edge {
    node: u32,
    choice: Choice,
    to: u32,
    footprint: Source,
}

/// Lists of distinct lists of words, each under a number.
#[derive(Default)]
struct Interned {
    numbers: HashMap<u128, u32>,
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

pub(crate) struct Recorder<'a> {
    image: &'a Image<'a>,
    layout: &'a Layout,
    /// By number of the layout.
    elements: &'a [Hash],
    /// Footprints by the way in which the machine tells them.
    seen: HashMap<u128, u32>,
    footprints: Interned,
    kinds: Interned,
    /// Kinds by number.
    written: Vec<Kind>,
    outcomes: Interned,
    /// Of states whose choices are being tried.
    open: Vec<Edge>,
    blocks: Vec<u32>,
    words: Vec<u32>,
}

/// Ways to tell footprints that are remembered; beyond it they are worked out again.
const WAYS: usize = 1 << 20;

impl<'a> Recorder<'a> {
    pub fn new(image: &'a Image<'a>, layout: &'a Layout, elements: &'a [Hash]) -> Recorder<'a> {
        Recorder {
            image,
            layout,
            elements,
            seen: HashMap::new(),
            footprints: Interned::default(),
            kinds: Interned::default(),
            written: Vec::new(),
            outcomes: Interned::default(),
            open: Vec::new(),
            blocks: Vec::new(),
            words: Vec::new(),
        }
    }

    /// What the machine's last transition executed.
    pub fn footprint(&mut self, machine: &Machine<'_>) -> u32 {
        let key = machine.footprint().key();
        if let Some(&known) = self.seen.get(&key) {
            return known;
        }
        let mut words = std::mem::take(&mut self.words);
        self.layout.expand(self.image, machine.footprint(), &mut words);
        let number = self.footprints.number(&words);
        self.words = words;
        if self.seen.len() >= WAYS {
            self.seen.clear();
        }
        self.seen.insert(key, number);
        number
    }

    /// A footprint that is written down elsewhere, by numbers of the layout.
    pub fn footprint_of(&mut self, elements: &[u32]) -> u32 {
        self.footprints.number(elements)
    }

    /// What can be done where the machine stands. It is told by what all threads are about to do.
    pub fn kind(&mut self, machine: &Machine<'_>, choices: &[Choice], flaws: &[Flaw]) -> u32 {
        let mut words = std::mem::take(&mut self.words);
        words.clear();
        words.extend((0..machine.thread_count()).filter_map(|thread| machine.standing(self.layout, thread)));
        words.sort_unstable();
        words.dedup();
        let footprint = self.footprints.number(&words);
        self.words = words;
        self.kind_of(&Kind { footprint, is_cut: false, choices: choices.to_vec(), flaws: flaws.to_vec() })
    }

    pub fn kind_of(&mut self, kind: &Kind) -> u32 {
        let number = self.kinds.number(&kind.words());
        if number as usize == self.written.len() {
            self.written.push(kind.clone());
        }
        number
    }

    /// A successor that is no state.
    pub fn outcome(&mut self, outcome: &Outcome) -> u32 {
        OUTCOMES + self.outcomes.number(&outcome.words())
    }

    pub fn edge(&mut self, node: &Node, choice: Choice, to: u32, footprint: Source) {
        self.open.push(Edge { node: node.number, choice, to, footprint });
    }

    /// All choices of a state have been tried. `translate` tells footprints of the memo in this record's words, and
    /// `memo_kind` what can be done at the state if only the memo knows; `is_kept` if the memo holds all of it already.
    pub fn leave(
        &mut self,
        node: &Node,
        is_kept: bool,
        memo_kind: impl FnOnce(&mut Self) -> Option<u32>,
        translate: impl FnMut(&mut Self, u8, u32) -> u32,
    ) {
        let edges = self.take_open(node);
        let is_new = edges.iter().any(|edge| matches!(edge.footprint, Source::Here(_)));
        if is_kept && !is_new {
            return;
        }
        let kind = if node.kind == NONE { memo_kind(self) } else { Some(node.kind) };
        let is_complete = |kind: &u32| self.written[*kind as usize].choices.len() == edges.len();
        let Some(kind) = kind.filter(is_complete) else { return };
        self.write(node, kind, edges, translate);
    }

    /// A state is left before all its choices were tried; what was found out stays true.
    pub fn cut(&mut self, node: &Node, translate: impl FnMut(&mut Self, u8, u32) -> u32) {
        let edges = self.take_open(node);
        if edges.is_empty() || node.kind == NONE {
            return;
        }
        let choices = edges.iter().map(|edge| edge.choice).collect();
        let kind = self.kind_of(&Kind { is_cut: true, choices, ..self.written[node.kind as usize].clone() });
        self.write(node, kind, edges, translate);
    }

    /// The edges of the state that was entered last, by choice.
    fn take_open(&mut self, node: &Node) -> Vec<Edge> {
        let first = self.open.iter().rposition(|edge| edge.node != node.number).map_or(0, |at| at + 1);
        let mut edges: Vec<Edge> = self.open.drain(first..).collect();
        edges.sort_unstable_by_key(|edge| edge.choice);
        edges
    }

    fn write(
        &mut self,
        node: &Node,
        kind: u32,
        edges: Vec<Edge>,
        mut translate: impl FnMut(&mut Self, u8, u32) -> u32,
    ) {
        self.blocks.extend([node.number, kind]);
        for edge in edges {
            let footprint = match edge.footprint {
                Source::Here(footprint) => footprint,
                Source::Memo { layer, footprint } => translate(self, layer, footprint),
            };
            self.blocks.extend([edge.to, footprint]);
        }
    }

    /// The record as a layer's sections; nothing if there is nothing new.
    pub fn finish(
        mut self,
        states: &Sorted,
        reference: &Reference,
        outline: &change::Outline,
    ) -> Option<Vec<Vec<u8>>> {
        if self.blocks.is_empty() {
            return None;
        }
        let count = states.iter().count();
        let mut rank = vec![NONE; count];
        self.for_each_state(|_, state, _| rank[*state as usize] = 0);
        let (mut prints, mut ranks) = (Vec::new(), 0u32);
        for (print, number) in states.iter() {
            if rank[number as usize] != NONE {
                rank[number as usize] = ranks;
                ranks += 1;
                prints.extend_from_slice(&print.to_le_bytes());
            }
        }
        let mut places = vec![NONE; ranks as usize];
        self.for_each_state(|at, state, is_head| {
            *state = rank[*state as usize];
            if is_head {
                places[*state as usize] = at;
            }
        });
        let mut bytes_of_reference = Vec::new();
        for object in &reference.objects {
            bytes_of_reference.extend_from_slice(&object.key.to_le_bytes());
            bytes_of_reference.extend_from_slice(&object.layout.to_le_bytes());
            bytes_of_reference.extend_from_slice(&object.content.to_le_bytes());
        }
        let bytes = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
        Some(vec![
            outline.encode(),
            bytes_of_reference,
            self.elements.concat(),
            self.footprints.bytes,
            self.kinds.bytes,
            self.outcomes.bytes,
            prints,
            bytes(&places),
            bytes(&self.blocks),
        ])
    }

    /// Every mention of a state in the blocks: where, and whether it is the one the block is about.
    fn for_each_state(&mut self, mut f: impl FnMut(u32, &mut u32, bool)) {
        let mut at = 0;
        while at < self.blocks.len() {
            f(at as u32, &mut self.blocks[at], true);
            let end = at + 2 + 2 * self.written[self.blocks[at + 1] as usize].choices.len();
            for word in (at + 2..end).step_by(2) {
                if self.blocks[word] < OUTCOMES {
                    f(word as u32, &mut self.blocks[word], false);
                }
            }
            at = end;
        }
    }
}
