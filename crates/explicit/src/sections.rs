//! A layer's sections, put together from what was recorded, in whatever order that was.

use rustc_hash::FxHashSet as HashSet;

use crate::layer::{
    ASPECTS, EDGES, ELEMENTS, ENDS, FOOTPRINTS, KINDS, Kind, MEMBERS, NONE, OUTCOMES, OUTLINE, REFERENCE,
    STATES, STRIDE,
};

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

/// Puts a layer together. States have numbers below `count`, and come in the order of their fingerprints.
pub(crate) fn sections(
    head: Head,
    defined: [Vec<u8>; 3],
    shapes: &[Shape],
    mut blocks: Vec<u8>,
    count: usize,
    states: impl Iterator<Item = (u128, u32)>,
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
    let (mut all, mut places) = (expanded, u32::to_le_bytes(expanded).to_vec());
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
                let [mut word, footprint] = [words[from], words[from + 1]];
                let state = u32::from_le_bytes(word);
                if state < OUTCOMES {
                    let number = numbers.get_mut(state as usize)?;
                    if *number == NONE {
                        *number = all;
                        all += 1;
                    }
                    word = number.to_le_bytes();
                }
                (words[to], words[to + 1]) = (word, footprint);
                to += 2;
            }
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
    sections(head, defined, &shapes, blocks, count, states.into_iter())
}

/// Appends two words of a block.
pub(crate) fn put(bytes: &mut Vec<u8>, words: [u32; 2]) {
    let [first, second] = words.map(u64::from);
    bytes.extend_from_slice(&(first | second << 32).to_le_bytes());
}
