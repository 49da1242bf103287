//! A layer's sections, put together from what was recorded, in whatever order that was.

use rustc_hash::FxHashSet as HashSet;

use crate::layer::{
    ASPECTS, EDGES, ELEMENTS, ENDS, FOOTPRINTS, KINDS, Kind, Lists, MEMBERS, NONE, OUTCOMES, OUTLINE,
    REFERENCE, STATES, STRIDE,
};
use crate::packing::Packing;

/// What a record says of the program, as sections: those that [`HEAD`] names.
pub(crate) type Head = [Vec<u8>; 5];
pub(crate) const HEAD: [u32; 5] = [OUTLINE, REFERENCE, ELEMENTS, MEMBERS, ASPECTS];

/// How many choices a kind has, and whether there are more than these.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub choices: usize,
    pub is_cut: bool,
}

impl Shape {
    pub fn of(kind: &Kind) -> Shape {
        Shape { choices: kind.choices.len(), is_cut: kind.is_cut }
    }
}

/// Fingerprints by number, 16 bytes each, and the numbers in the order of fingerprints, 4 bytes each.
pub(crate) struct Laid {
    pub prints: Vec<u8>,
    pub order: Vec<u8>,
}

/// Numbers that states get in a layer, by those that they had before ([`NONE`] for those that it does not have); and how many it has.
pub(crate) struct Numbered<'n> {
    pub numbers: &'n [u32],
    pub count: usize,
}

impl Numbered<'_> {
    /// Lays out states that come with their numbers in the order of their fingerprints. They are put into ranges of numbers first, so that
    /// what they came from is gone before all the fingerprints take up memory again, and none of them has to be waited for.
    pub fn lay(&self, states: impl Iterator<Item = (u128, u32)>) -> Laid {
        let mut ranges: Vec<Vec<([u8; 16], u16)>> = vec![Vec::new(); self.count.div_ceil(RANGE)];
        let mut order = Vec::with_capacity(4 * self.count);
        for (print, number) in states {
            let number = self.numbers[number as usize];
            if number != NONE {
                order.extend_from_slice(&number.to_le_bytes());
                ranges[number as usize / RANGE].push((print.to_le_bytes(), (number as usize % RANGE) as u16));
            }
        }
        let mut prints = Vec::with_capacity(16 * self.count);
        for range in ranges {
            let first = prints.len();
            prints.resize((first + 16 * RANGE).min(16 * self.count), 0);
            for (print, number) in range {
                prints[first + 16 * number as usize..][..16].copy_from_slice(&print);
            }
        }
        Laid { prints, order }
    }
}

/// Numbers whose fingerprints are laid out at once: they stay in the processor's cache.
const RANGE: usize = 1 << 14;

/// Puts a layer together. States have numbers below `count`.
pub(crate) fn sections(
    head: Head,
    defined: [Vec<u8>; 3],
    shapes: &[Shape],
    mut blocks: Vec<u8>,
    count: usize,
    lay: impl FnOnce(&Numbered) -> Laid,
) -> Option<Vec<Vec<u8>>> {
    if blocks.is_empty() {
        return None;
    }
    let (mut numbers, mut expanded, mut at) = (vec![NONE; count], 0, 0);
    let mut outdated = HashSet::default();
    while let Some((state, _, end)) = block_at(&blocks, at, shapes) {
        let number = numbers.get_mut(state as usize)?;
        if *number != NONE {
            // It was left several times: what has been numbered is numbered again.
            outdated = outdated_of(&blocks, shapes, count)?;
            expanded = renumber(&blocks, shapes, &outdated, &mut numbers);
            break;
        }
        *number = expanded;
        (expanded, at) = (expanded + 1, end);
    }
    // Then those that have none. Blocks move to the front, without their states.
    let packing = Packing::of(count, Lists::count(&defined[2])?, Lists::count(&defined[0])?);
    let (mut all, mut places) = (expanded, [expanded, packing.bits()].map(u32::to_le_bytes).concat());
    let (mut at, mut to, mut written) = (0, 0, 0);
    while let Some((_, kind, end)) = block_at(&blocks, at, shapes) {
        if outdated.is_empty() || !outdated.contains(&at) {
            if (written as usize).is_multiple_of(STRIDE) {
                places.extend_from_slice(&(to as u32).to_le_bytes());
            }
            written += 1;
            let (words, _) = blocks.as_chunks_mut::<4>();
            words[to] = kind.to_le_bytes();
            to += 1;
            for from in (at + 2..end).step_by(2) {
                let [mut successor, footprint] = [words[from], words[from + 1]].map(u32::from_le_bytes);
                if successor < OUTCOMES {
                    let number = numbers.get_mut(successor as usize)?;
                    if *number == NONE {
                        *number = all;
                        all += 1;
                    }
                    successor = *number;
                }
                packing.write((successor, footprint), &mut words[to..to + packing.words()])?;
                to += packing.words();
            }
        }
        at = end;
    }
    blocks.truncate(4 * to);
    // What they took before is needed for the states.
    blocks.shrink_to_fit();
    let Laid { prints, order } = lay(&Numbered { numbers: &numbers, count: all as usize });
    let [outline, reference, elements, members, aspects] = head;
    let [footprints, kinds, outcomes] = defined;
    let all = vec![
        outline, reference, elements, footprints, kinds, outcomes, prints, order, blocks, members, places,
        aspects,
    ];
    Some(all)
}

/// The blocks that do not count: of a state that was left several times the last one does, if none before is more complete.
fn outdated_of(blocks: &[u8], shapes: &[Shape], count: usize) -> Option<HashSet<usize>> {
    let is_cut = |kind: u32| shapes.get(kind as usize).is_some_and(|shape| shape.is_cut);
    let (mut lasts, mut outdated, mut at) = (vec![NONE; count], HashSet::default(), 0);
    while let Some((state, kind, end)) = block_at(blocks, at, shapes) {
        let last = lasts.get_mut(state as usize)?;
        let before = word_at(blocks, *last as usize + 1).filter(|_| *last != NONE);
        if before.is_some_and(|before| is_cut(kind) && !is_cut(before)) {
            outdated.insert(at);
        } else {
            outdated.extend((*last != NONE).then_some(*last as usize));
            *last = at as u32;
        }
        at = end;
    }
    Some(outdated)
}

/// Numbers states by their blocks; how many there are.
fn renumber(blocks: &[u8], shapes: &[Shape], outdated: &HashSet<usize>, numbers: &mut [u32]) -> u32 {
    let (mut at, mut expanded) = (0, 0);
    while let Some((state, _, end)) = block_at(blocks, at, shapes) {
        if !outdated.contains(&at) {
            numbers[state as usize] = expanded;
            expanded += 1;
        }
        at = end;
    }
    expanded
}

fn word_at(words: &[u8], index: usize) -> Option<u32> {
    let bytes = words.get(4 * index..4 * index + 4)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

/// State, kind and end of the block that begins at a word; nothing if it makes no sense.
fn block_at(blocks: &[u8], at: usize, shapes: &[Shape]) -> Option<(u32, u32, usize)> {
    let (state, kind) = (word_at(blocks, at)?, word_at(blocks, at + 1)?);
    let end = at + 2 + 2 * shapes.get(kind as usize)?.choices;
    (4 * end <= blocks.len()).then_some((state, kind, end))
}

/// The layer of a run that did not come to its end, from what its sink got; nothing if that makes no sense.
pub fn recover(chunks: impl Iterator<Item = (u32, Vec<u8>)>) -> Option<Vec<Vec<u8>>> {
    let mut all: Vec<Vec<u8>> = vec![Vec::new(); ASPECTS as usize];
    for (kind, bytes) in chunks {
        all.get_mut((kind as usize).checked_sub(1)?)?.extend_from_slice(&bytes);
    }
    let shapes: Vec<Shape> = Kind::read_all(&all[KINDS as usize - 1])?.iter().map(Shape::of).collect();
    let (prints, _) = all[STATES as usize - 1].as_chunks::<16>();
    let mut states: Vec<(u128, u32)> =
        (0..).zip(prints).map(|(number, print)| (u128::from_le_bytes(*print), number)).collect();
    states.sort_unstable();
    let mut take = |kind: u32| std::mem::take(&mut all[kind as usize - 1]);
    let head = HEAD.map(&mut take);
    let defined = [take(FOOTPRINTS), take(KINDS), take(ENDS)];
    let (blocks, count) = (take(EDGES), states.len());
    sections(head, defined, &shapes, blocks, count, |numbered| numbered.lay(states.into_iter()))
}

/// Appends two words of a block.
pub(crate) fn put(bytes: &mut Vec<u8>, words: [u32; 2]) {
    let [first, second] = words.map(u64::from);
    bytes.extend_from_slice(&(first | second << 32).to_le_bytes());
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::Arc;

    use machine::explore::Choice;

    use super::*;
    use crate::layer::{Layer, push_list};

    /// A layer of states with these fingerprints. From each there are two ways: to the next, and to an end; footprints differ.
    /// `most` is how many states there might have been.
    pub(crate) fn layer(prints: &[u128], most: usize) -> Layer {
        let lists = |count: u32, list: &dyn Fn(u32) -> Vec<u32>| {
            let mut bytes = Vec::new();
            (0..count).for_each(|number| push_list(&mut bytes, &list(number)));
            bytes
        };
        let choices = (0..2).map(|option| Choice { thread: 0, option }).collect();
        let kind = Kind { choices, ..Kind::default() };
        let defined =
            [lists(300, &|_| vec![0]), lists(1, &|_| kind.words()), lists(2, &|number| vec![number])];
        let (mut blocks, count) = (Vec::new(), prints.len() as u32);
        for state in 0..count {
            put(&mut blocks, [state, 0]);
            put(&mut blocks, [(state + 1) % count, 299 - state % 7]);
            put(&mut blocks, [OUTCOMES + state % 2, state % 5]);
        }
        let mut states: Vec<(u128, u32)> = prints.iter().copied().zip(0..).collect();
        states.sort_unstable();
        let head = [vec![], vec![], vec![0; 16], vec![], vec![]];
        let lay = |numbered: &Numbered| numbered.lay(states.into_iter());
        let sections = sections(head, defined, &[Shape::of(&kind)], blocks, most, lay);
        Layer::open(Arc::new(sections.expect("a layer")))
            .expect("it makes sense")
            .check()
            .expect("it is sound")
    }

    #[test]
    fn edges_say_the_same_in_one_word_and_in_two() {
        let prints: Vec<u128> = (1..=40).map(|i: u128| i << 100).collect();
        let layers = [prints.len(), 1 << 24].map(|most| layer(&prints, most));
        let read = |layer: &Layer| {
            let (edges, mut all) = (layer.edges(), Vec::new());
            for (block, state, kind) in edges.blocks() {
                assert_eq!(layer.block(state), Some(block));
                let of: Vec<(u32, u32)> = edges.of(block, kind).collect();
                assert_eq!(of, [0, 1].map(|index| edges.edge(block, index).expect("an edge")));
                all.push((state, of));
            }
            assert_eq!(edges.count(), 80);
            all
        };
        let expected: Vec<_> = (0..40)
            .map(|state| {
                (state, vec![((state + 1) % 40, 299 - state % 7), (OUTCOMES + state % 2, state % 5)])
            })
            .collect();
        assert!(layers.iter().all(|layer| read(layer) == expected));
        let [one, two] = layers.map(|layer| layer.section(EDGES).len());
        assert_eq!((one, two), (40 * 3 * 4, 40 * 5 * 4));
    }

    #[test]
    fn what_blocks_speak_of_has_to_be_there() {
        let block = |to: u32, footprint: u32| {
            let (mut blocks, kind) =
                (Vec::new(), Kind { choices: vec![Choice { thread: 0, option: 0 }], ..Kind::default() });
            put(&mut blocks, [0, 0]);
            put(&mut blocks, [to, footprint]);
            let mut footprints = Vec::new();
            push_list(&mut footprints, &[]);
            let lay = |numbered: &Numbered| numbered.lay([(7, 0), (9, 1)].into_iter());
            let defined = [footprints, Vec::new(), Vec::new()];
            sections(Head::default(), defined, &[Shape::of(&kind)], blocks, 2, lay).is_some()
        };
        assert!(block(1, 0));
        assert!(!block(1, 1) && !block(2, 0) && !block(OUTCOMES, 0));
    }
}
