//! Several layers as one.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use crate::interned::Interned;
use crate::layer::{Kind, Layer, OUTCOMES, OUTLINE, REFERENCE};
use crate::parts::Member;
use crate::sections::{put, sections};

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
