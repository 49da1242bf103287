//! Several layers as one.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::BTreeMap;

use machine::explore::Choice;

use crate::interned::Interned;
use crate::layer::{ASPECTS, Kind, Layer, OUTCOMES, OUTLINE, REFERENCE};
use crate::parts::Member;
use crate::sections::{Shape, put, sections};

/// One layer for several, of which the newest comes first: of each state the newest block that is complete, or else the
/// newest. Facts that only older revisions need are left behind; the layers that hold them stay what they are.
pub fn merge(layers: &[Layer]) -> Option<Vec<Vec<u8>>> {
    unite(layers, &[])
}

/// As [`merge`], for the layers of portions of one search ([`crate::portion`]): of states that were left before all choices were
/// tried, there is for each layer the kind as if all had been. Where the choices that several portions have tried are all that there
/// are, the state is complete.
pub fn unite(layers: &[Layer], wholes: &[Vec<(u128, u32)>]) -> Option<Vec<Vec<u8>>> {
    // What is damaged is left behind. The newest has just been made.
    let checked = layers.iter().cloned().enumerate().filter_map(|(at, layer)| Some((at, layer.check()?)));
    let (places, layers): (Vec<usize>, Vec<Layer>) = checked.unzip();
    let newest = layers.first()?;
    let mut merged = Merged::default();
    // All elements of the newest program, so that what changed after it can be told.
    for &hash in &newest.elements {
        merged.element(hash);
    }
    let tables: Vec<Table> = layers.iter().map(|layer| merged.take_in(layer)).collect();
    let cut = Cut::of(&layers);
    let whole = |at: &usize| wholes.get(*at).map_or(&[][..], Vec::as_slice);
    let wholes = places
        .iter()
        .enumerate()
        .flat_map(|(layer, at)| whole(at).iter().map(move |&(print, kind)| (print, (layer, kind))));
    let wholes: HashMap<u128, (usize, u32)> = wholes.collect();
    let mut written: HashSet<u128> = HashSet::default();
    for (layer, table) in layers.iter().zip(&tables) {
        for (block, state, kind) in layer.edges().blocks() {
            let Some(print) = layer.print(state) else { continue };
            let known = &layer.kinds[kind as usize];
            if written.contains(&print) || known.is_cut && cut.is_complete(print) {
                continue;
            }
            let edges = |merged: &mut Merged| {
                let edge = |at| merged.edge(layer, table, layer.edges().edge(block, at)?);
                (0..known.choices.len()).map(edge).collect::<Option<Vec<_>>>()
            };
            let united = wholes.get(&print).filter(|_| known.is_cut).and_then(|&(whole, kind)| {
                let kinds = (layers[whole].kinds.get(kind as usize)?, tables[whole].kinds[kind as usize]);
                Some((kinds.1, cut.united(&mut merged, &layers, &tables, print, kinds.0)?))
            });
            let found = united.or_else(|| Some((table.kinds[kind as usize], edges(&mut merged)?)));
            if let Some((kind, edges)) = found {
                merged.write(print, kind, edges);
                written.insert(print);
            }
        }
    }
    merged.finish(&layers, newest)
}

/// The layer in the making.
#[derive(Default)]
struct Merged {
    elements: Vec<u8>,
    element_numbers: HashMap<[u8; 16], u32>,
    footprints: Interned,
    kinds: Interned,
    outcomes: Interned,
    shapes: Vec<Shape>,
    states: HashMap<u128, u32>,
    blocks: Vec<u8>,
}

/// What a layer's numbers are in the merged one.
struct Table {
    footprints: Vec<u32>,
    kinds: Vec<u32>,
    outcomes: Vec<u32>,
}

impl Merged {
    fn element(&mut self, hash: [u8; 16]) -> u32 {
        *self.element_numbers.entry(hash).or_insert_with(|| {
            self.elements.extend_from_slice(&hash);
            self.elements.len() as u32 / 16 - 1
        })
    }

    fn take_in(&mut self, layer: &Layer) -> Table {
        let mut table = Table { footprints: Vec::new(), kinds: Vec::new(), outcomes: Vec::new() };
        for footprint in layer.footprints.iter() {
            let mut words: Vec<u32> =
                footprint.iter().map(|&number| self.element(layer.elements[number as usize])).collect();
            words.sort_unstable();
            table.footprints.push(self.footprints.number(&words));
        }
        for kind in &layer.kinds {
            let footprint = table.footprints[kind.footprint as usize];
            let number = self.kinds.number(&Kind { footprint, ..kind.clone() }.words());
            if number as usize == self.shapes.len() {
                self.shapes.push(Shape::of(kind));
            }
            table.kinds.push(number);
        }
        let outcomes = layer.outcomes.iter().map(|outcome| OUTCOMES + self.outcomes.number(&outcome.words()));
        table.outcomes = outcomes.collect();
        table
    }

    fn state(&mut self, print: u128) -> u32 {
        let next = self.states.len() as u32;
        *self.states.entry(print).or_insert(next)
    }

    /// An edge of a layer; nothing if it makes no sense.
    fn edge(&mut self, layer: &Layer, table: &Table, (to, footprint): (u32, u32)) -> Option<[u32; 2]> {
        let to = match to.checked_sub(OUTCOMES) {
            Some(outcome) => *table.outcomes.get(outcome as usize)?,
            None => self.state(layer.print(to)?),
        };
        Some([to, table.footprints[footprint as usize]])
    }

    fn write(&mut self, print: u128, kind: u32, edges: Vec<[u32; 2]>) {
        let state = self.state(print);
        put(&mut self.blocks, [state, kind]);
        edges.into_iter().for_each(|edge| put(&mut self.blocks, edge));
    }

    fn finish(self, layers: &[Layer], newest: &Layer) -> Option<Vec<Vec<u8>>> {
        let mut states: Vec<(u128, u32)> = self.states.into_iter().collect();
        states.sort_unstable();
        let (mut members, mut seen) = (Vec::new(), HashSet::default());
        for (layer, member) in layers.iter().flat_map(|layer| layer.members.iter().map(move |it| (layer, it)))
        {
            if let Some(&element) = self.element_numbers.get(&layer.elements[member.element as usize])
                && seen.insert(element)
            {
                Member { element, ..*member }.write(&mut members);
            }
        }
        let [outline, reference, aspects] =
            [OUTLINE, REFERENCE, ASPECTS].map(|number| newest.section(number).to_vec());
        let head = [outline, reference, self.elements, members, aspects];
        let defined = [self.footprints.bytes, self.kinds.bytes, self.outcomes.bytes];
        let count = states.len();
        sections(head, defined, &self.shapes, self.blocks, count, |numbered| numbered.lay(states.into_iter()))
    }
}

/// States that some layer left before all choices were tried.
#[derive(Default)]
struct Cut {
    states: HashMap<u128, Early>,
}

#[derive(Default)]
struct Early {
    /// Where each choice of the one program was tried: the layer, and the edge there.
    tried: BTreeMap<Choice, (usize, (u32, u32))>,
    /// Some layer has all of them.
    is_complete: bool,
}

impl Cut {
    fn of(layers: &[Layer]) -> Cut {
        let mut cut = Cut::default();
        let blocks = |layer: &Layer, is_cut: bool, each: &mut dyn FnMut(u128, u32, &Kind)| {
            for (block, state, kind) in layer.edges().blocks() {
                let kind = &layer.kinds[kind as usize];
                if let Some(print) = layer.print(state).filter(|_| kind.is_cut == is_cut) {
                    each(print, block, kind);
                }
            }
        };
        for (at, layer) in layers.iter().enumerate() {
            blocks(layer, true, &mut |print, block, kind| {
                let tried = &mut cut.states.entry(print).or_default().tried;
                for (index, &choice) in kind.choices.iter().enumerate() {
                    if let Some(edge) = layer.edges().edge(block, index) {
                        tried.entry(choice).or_insert((at, edge));
                    }
                }
            });
        }
        if !cut.states.is_empty() {
            for layer in layers {
                blocks(layer, false, &mut |print, _, _| {
                    cut.states.get_mut(&print).into_iter().for_each(|state| state.is_complete = true);
                });
            }
        }
        cut
    }

    fn is_complete(&self, print: u128) -> bool {
        self.states.get(&print).is_some_and(|state| state.is_complete)
    }

    /// The edges of all choices of a kind, if all of them were tried.
    fn united(
        &self,
        merged: &mut Merged,
        layers: &[Layer],
        tables: &[Table],
        print: u128,
        whole: &Kind,
    ) -> Option<Vec<[u32; 2]>> {
        let Early { tried, .. } = self.states.get(&print)?;
        let edges: Option<Vec<_>> = whole.choices.iter().map(|choice| tried.get(choice)).collect();
        edges?.into_iter().map(|&(at, edge)| merged.edge(&layers[at], &tables[at], edge)).collect()
    }
}
