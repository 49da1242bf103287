//! What a program needs of several layers, as one layer: states that it reaches by facts that hold in it, and these facts.
//!
//! Guarantee: whatever follows from the layers for this program follows from the one. A state has a block there if and only if it
//! has one that holds here, at least in part; a block that holds in part says so. What other programs need is left behind, in the
//! layers, which stay what they are.
//!
//! States are numbered by tables, and come in the order in which a depth-first walk finishes them, as a search writes them:
//! whoever hands something on from successors to predecessors then needs few passes ([`crate::rmc`]). Their fingerprints are read as they
//! lie in the layers, and sorted afterwards: to read them in their order is to wait for the memory at each.

use rustc_hash::FxHashSet as HashSet;

use machine::explore::Hash;

use crate::interned::Interned;
use crate::layer::{Kind, Layer, NONE, OUTCOMES};
use crate::memo::{Memo, numbers};
use crate::parts::Families;
use crate::plan::Place;
use crate::sections::{HEAD, Laid, Numbered, Shape, put, sections};

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
        let Condensing { numbers, count, blocks, footprints, kinds, shapes, outcomes, .. } = condensing;
        memo.give_back();
        let layers: Vec<Layer> = memo.layers.into_iter().map(|view| view.layer).collect();
        let head = HEAD.map(|number| newest.section(number).to_vec());
        let defined = [footprints.bytes, kinds.bytes, outcomes.bytes];
        let lay = |numbered: &Numbered| {
            let prints = layers.iter().flat_map(Layer::prints).zip(&numbers);
            lay(prints.filter(|it| *it.1 != NONE).map(|(print, &number)| (print, number)), numbered)
        };
        sections(head, defined, &shapes, blocks, count as usize, lay)
    }
}

/// Lays out states that come in any order.
fn lay(states: impl Iterator<Item = (u128, u32)>, numbered: &Numbered) -> Laid {
    let (mut prints, mut order) = (vec![0; 16 * numbered.count], Vec::with_capacity(numbered.count));
    for (print, number) in states {
        let number = numbered.numbers[number as usize];
        if number != NONE {
            prints[16 * number as usize..][..16].copy_from_slice(&print.to_le_bytes());
            order.push(((print >> 96) as u64) << 32 | u64::from(number));
        }
    }
    order.sort_unstable();
    let (by_number, _) = prints.as_chunks::<16>();
    for alike in order.chunk_by_mut(|one, other| one >> 32 == other >> 32) {
        if alike.len() > 1 {
            alike.sort_unstable_by_key(|&it| u128::from_le_bytes(by_number[it as u32 as usize]));
        }
    }
    let order = order.into_iter().flat_map(|it| (it as u32).to_le_bytes()).collect();
    Laid { prints, order }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_laid_out_in_the_order_of_their_fingerprints() {
        // Some begin with the same bits; every third is not there.
        let print = |i: u32| u128::from(i % 7) << 120 | u128::from(i.wrapping_mul(0x9e37_79b9));
        let mut next = 0..;
        let numbers: Vec<u32> =
            (0..1000).map(|i| if i % 3 == 0 { NONE } else { next.next().unwrap_or(NONE) }).collect();
        let numbered = Numbered { numbers: &numbers, count: next.start as usize };
        let mut states: Vec<(u128, u32)> = (0..1000).map(|i| (print(i), i)).collect();
        let Laid { prints, order } = lay(states.iter().rev().copied(), &numbered);
        states.sort_unstable();
        let expected = numbered.lay(states.into_iter());
        assert!(prints == expected.prints && order == expected.order);
    }
}
