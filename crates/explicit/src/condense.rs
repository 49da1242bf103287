//! What a program needs of several layers, as one layer: states that it reaches by facts that hold in it, and these facts.
//!
//! Guarantee: whatever follows from the layers for this program follows from the one. A state has a block there if and only if it
//! has one that holds here, at least in part; a block that holds in part says so. What other programs need is left behind, in the
//! layers, which stay what they are.
//!
//! States are numbered by tables, and come in the order in which a depth-first walk finishes them, as a search writes them:
//! whoever hands something on from successors to predecessors then needs few passes ([`crate::rmc`]). Fingerprints are in order in
//! each layer, so they are merged, not sorted.

use rustc_hash::FxHashSet as HashSet;

use machine::explore::Hash;

use crate::interned::Interned;
use crate::layer::{Kind, Layer, NONE, OUTCOMES};
use crate::memo::{Memo, numbers};
use crate::parts::Families;
use crate::plan::Place;
use crate::sections::{HEAD, Shape, put, sections};

/// What there is to know of a program for that.
#[derive(Clone)]
pub struct Needs {
    pub(crate) elements: Vec<Hash>,
    pub(crate) families: Families,
    /// The fingerprint of its first state.
    pub(crate) start: u128,
}

impl Needs {
    /// One layer for several, of which the newest, which comes first, was recorded for this program. Nothing if the program does
    /// not start in them, if the newest is damaged, or as soon as `is_over` says so.
    pub fn condense(&self, layers: &[Layer], is_over: &dyn Fn() -> bool) -> Option<Vec<Vec<u8>>> {
        let newest = layers.first()?.clone().check()?;
        let numbers = numbers(&self.elements, &self.families, &HashSet::default(), layers);
        let memo = Memo::new(layers.to_vec(), numbers, None);
        let (mut first, mut count) = (Vec::new(), 0);
        for size in memo.sizes() {
            first.push(count);
            count += size;
        }
        let mut condensing = Condensing {
            memo: &memo,
            first,
            numbers: vec![NONE; count],
            count: 0,
            blocks: Vec::new(),
            footprints: Interned::default(),
            translated: memo.layers.iter().map(|view| vec![NONE; view.layer.footprints.len()]).collect(),
            kinds: Interned::default(),
            whole: memo.layers.iter().map(|view| vec![NONE; view.layer.kinds.len()]).collect(),
            shapes: Vec::new(),
            outcomes: Interned::default(),
        };
        condensing.walk(memo.locate(self.start)?, is_over)?;
        let Condensing { first, numbers, count, blocks, footprints, kinds, shapes, outcomes, .. } =
            condensing;
        let head = HEAD.map(|number| newest.section(number).to_vec());
        let defined = [footprints.bytes, kinds.bytes, outcomes.bytes];
        let ordered = Ordered::new(&memo).filter_map(|(print, (layer, state))| {
            let number = numbers[first[layer as usize] + state as usize];
            (number != NONE).then_some((print, number))
        });
        sections(head, defined, &shapes, blocks, count as usize, ordered)
    }
}

struct Condensing<'m> {
    memo: &'m Memo,
    /// Where the states of each layer begin.
    first: Vec<usize>,
    /// By state, those of one layer after those of the other: its number, if it has been come to.
    numbers: Vec<u32>,
    count: u32,
    blocks: Vec<u8>,
    footprints: Interned,
    /// By layer and footprint there: its number here, if it has one.
    translated: Vec<Vec<u32>>,
    kinds: Interned,
    /// By layer and kind there, where all of it holds: its number here, if it has one.
    whole: Vec<Vec<u32>>,
    /// Of each kind.
    shapes: Vec<Shape>,
    outcomes: Interned,
}

/// What is left to do of a walk.
#[derive(Clone, Copy)]
enum Task {
    Enter(Place),
    Leave(Place),
}

/// Tasks between two questions whether it is over.
const INTERVAL: usize = 1 << 14;

impl Condensing<'_> {
    fn walk(&mut self, start: Place, is_over: &dyn Fn() -> bool) -> Option<()> {
        let mut tasks = vec![Task::Enter(start)];
        for done in 1usize.. {
            if done.is_multiple_of(INTERVAL) && is_over() {
                return None;
            }
            let Some(task) = tasks.pop() else { break };
            match task {
                Task::Leave(place) => self.write(place)?,
                Task::Enter(place) if self.number(place) == NONE => {
                    let at = self.first[place.0 as usize] + place.1 as usize;
                    self.numbers[at] = self.count;
                    self.count += 1;
                    tasks.push(Task::Leave(place));
                    let behind = tasks.len();
                    let Some((_, _, edges)) = self.memo.held(place) else { continue };
                    let to = edges.map(|edge| edge.1).filter(|&to| to < OUTCOMES);
                    let to = to.map(|to| self.memo.representative((place.0, to)));
                    tasks.extend(to.filter(|&to| self.number(to) == NONE).map(Task::Enter));
                    tasks[behind..].reverse();
                }
                Task::Enter(_) => {}
            }
        }
        Some(())
    }

    fn number(&self, (layer, state): Place) -> u32 {
        self.numbers[self.first[layer as usize] + state as usize]
    }

    /// A footprint of a layer, by this program's elements.
    fn footprint(&mut self, layer: u8, footprint: u32) -> Option<u32> {
        let known = self.translated[layer as usize][footprint as usize];
        if known != NONE {
            return Some(known);
        }
        let elements = self.memo.elements(layer, footprint)?;
        let number = self.footprints.number(&elements);
        self.translated[layer as usize][footprint as usize] = number;
        Some(number)
    }

    /// What can be done at a state, with these of its choices.
    fn kind(&mut self, layer: u8, kind: &Kind, choices: &[usize]) -> Option<u32> {
        let footprint = self.footprint(layer, kind.footprint)?;
        let kind = Kind { footprint, ..kind.cut_to(choices) };
        let number = self.kinds.number(&kind.words());
        if number as usize == self.shapes.len() {
            self.shapes.push(Shape::of(&kind));
        }
        Some(number)
    }

    /// Writes what is known of a state from which all others have been come to.
    fn write(&mut self, place: Place) -> Option<()> {
        let (memo, layer) = (self.memo, place.0);
        let Some((kind, kind_number, edges)) = memo.held(place) else { return Some(()) };
        let (start, mut choices) = (self.blocks.len(), Vec::with_capacity(kind.choices.len()));
        let number = self.number(place);
        put(&mut self.blocks, [number, NONE]);
        for (index, to, footprint) in edges {
            let to = match to.checked_sub(OUTCOMES) {
                None => self.number(memo.representative((layer, to))),
                Some(outcome) => OUTCOMES + self.outcomes.number(&memo.outcome(layer, outcome)?.words()),
            };
            let footprint = self.footprint(layer, footprint)?;
            put(&mut self.blocks, [to, footprint]);
            choices.push(index);
        }
        let is_whole = choices.len() == kind.choices.len();
        if choices.is_empty() && (kind.is_cut || !is_whole) {
            self.blocks.truncate(start);
            return Some(());
        }
        let kind = match self.whole[layer as usize][kind_number as usize] {
            number if is_whole && number != NONE => number,
            _ => self.kind(layer, kind, &choices)?,
        };
        if is_whole {
            self.whole[layer as usize][kind_number as usize] = kind;
        }
        self.blocks[start + 4..start + 8].copy_from_slice(&kind.to_le_bytes());
        Some(())
    }
}

/// The states of all layers by ascending fingerprint.
struct Ordered<'m> {
    memo: &'m Memo,
    /// The next state of each layer, and its rank.
    next: Vec<Option<(u128, u32, usize)>>,
}

impl<'m> Ordered<'m> {
    fn new(memo: &'m Memo) -> Ordered<'m> {
        let next = memo.layers.iter().map(|view| ranked(&view.layer, 0)).collect();
        Ordered { memo, next }
    }
}

fn ranked(layer: &Layer, rank: usize) -> Option<(u128, u32, usize)> {
    layer.ranked(rank).map(|(state, print)| (print, state, rank))
}

impl Iterator for Ordered<'_> {
    type Item = (u128, Place);

    fn next(&mut self) -> Option<(u128, Place)> {
        let heads = self.next.iter().enumerate();
        let (layer, (print, state, rank)) =
            heads.filter_map(|(layer, head)| Some((layer, (*head)?))).min_by_key(|(_, head)| head.0)?;
        self.next[layer] = ranked(&self.memo.layers[layer].layer, rank + 1);
        Some((print, (layer as u8, state)))
    }
}
