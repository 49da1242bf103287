//! What earlier runs found out about states, as far as it holds in this program.
//!
//! A fact of a layer (what can be done at a state; where a choice leads) holds here if and only if all elements of its
//! footprint occur here. That is decided once for each footprint, when the memo is made; nothing of it changes later.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use machine::explore::{Choice, Hash};

use crate::index::{Bits, Index};
use crate::layer::{EDGES, Edges, Kind, Layer, NONE, OUTCOMES, Outcome, STATES};
use crate::parts::Families;
use crate::plan::Place;
use crate::represented::Represented;

/// A state that a layer has a block for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Known {
    pub layer: u8,
    pub state: u32,
}

/// Where a choice leads.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fact<'m> {
    /// A state, as the layer calls it.
    State(u32),
    Outcome(&'m Outcome),
}

/// Layers that may be used at once.
pub const LAYERS: usize = 64;

pub(crate) struct Memo {
    /// The newest first.
    pub layers: Vec<View>,
    /// Layout number of each element of this program.
    numbers: HashMap<Hash, u32>,
    /// States that another layer has, too, and knows better or as well.
    pub represented: Represented,
}

/// Where the block of a state begins, and its kind; both [`NONE`] if it has none.
pub(crate) type Head = (u32, u32);

/// All facts of a state that hold.
pub(crate) struct Facts<'m, E> {
    pub kind: &'m Kind,
    /// Whether nothing has to be executed at the state.
    pub speaks: bool,
    /// Successors by place among the choices.
    pub edges: E,
}

pub(crate) struct View {
    pub layer: Layer,
    /// Its place among the layers that the memo was made of.
    pub origin: usize,
    /// Whether all elements occur here.
    footprints: Vec<bool>,
    kinds: Vec<bool>,
    /// Whether all facts of the layer hold and all its states are expanded, so that every state is clean.
    pub is_whole: bool,
    /// By state: it is expanded here, and all of that holds.
    speaks: Bits,
    pub has_flaws: bool,
    /// Where the blocks of states begin; empty if not many will be asked for.
    blocks: Vec<u32>,
    index: Index,
}

impl Memo {
    /// `numbers` are those of the elements of this program. If everything holds, and the state with the fingerprint `start`
    /// is known, then there is little to be looked up, and the layers are not made ready for more.
    ///
    /// Fingerprints leave out static objects that are as in the reference, and that is the newest layer's. A layer that takes
    /// an object for granted as it is not there says something else by the same fingerprints, and is left out.
    pub fn new(layers: Vec<Layer>, numbers: HashMap<Hash, u32>, start: Option<u128>) -> Memo {
        let reference = layers.first().map(Layer::reference).unwrap_or_default();
        let layers = layers.into_iter().take(LAYERS).enumerate();
        let layers = layers.filter(|(_, layer)| layer.reference().is_within(&reference));
        let layers = layers.map(|(origin, layer)| View::new(layer, &numbers, origin)).collect();
        let mut memo = Memo { layers, numbers, represented: Represented::default() };
        let is_known = |view: &View| start.is_some_and(|start| view.layer.find(start).is_some());
        if !memo.is_clean() || !memo.layers.iter().any(is_known) {
            memo.layers = memo.layers.into_iter().filter_map(View::prepared).collect();
            memo.represent();
            // There are more fingerprints than anything else, and few of them will be looked at again.
            memo.layers.iter().for_each(|view| view.layer.give_back(STATES));
        }
        memo
    }

    /// Whether every state is expanded, all of it holds, and nothing is wrong.
    pub fn is_clean(&self) -> bool {
        self.layers.iter().all(|view| view.is_whole && !view.has_flaws)
    }

    /// Chooses one layer for each state that several have: the newest of those that speak for it, or else of those that
    /// know something.
    fn represent(&mut self) {
        let sizes: Vec<usize> = self.sizes().collect();
        let mut represented = Represented::new(&sizes);
        let mut places = Vec::new();
        for (layer, &size) in sizes.iter().enumerate().take(self.layers.len().saturating_sub(1)) {
            for state in 0..size as u32 {
                let own = (layer as u8, state);
                if represented.get(own).is_some() {
                    continue;
                }
                let Some(print) = self.layers[layer].layer.print(state) else { continue };
                places.clear();
                places.push(own);
                for (other, view) in self.layers.iter().enumerate().skip(layer + 1) {
                    places.extend(view.find(print).map(|state| (other as u8, state)));
                }
                let worth = |place: &&Place| {
                    let view = &self.layers[place.0 as usize];
                    (
                        view.speaks_for(place.1),
                        (place.1 as usize) < view.layer.expanded(),
                        std::cmp::Reverse(place.0),
                    )
                };
                let Some(&best) = places.iter().max_by_key(worth) else { continue };
                let others = places.iter().filter(|&&place| place != best);
                others.for_each(|&place| represented.set(place, best));
            }
        }
        self.represented = represented;
    }

    /// The state of another layer that stands for this one, or itself.
    #[inline]
    pub fn representative(&self, place: Place) -> Place {
        if self.layers.len() < 2 {
            return place;
        }
        self.represented.get(place).unwrap_or(place)
    }

    /// Told that most of what was looked at will not be looked at again.
    pub fn give_back(&self) {
        self.layers.iter().for_each(|view| view.layer.give_back(EDGES));
    }

    /// States of each layer.
    pub fn sizes(&self) -> impl Iterator<Item = usize> + '_ {
        self.layers.iter().map(|view| view.layer.states())
    }

    /// Where the blocks of some states begin, and their kinds. Reading many at once takes hardly longer than one, since
    /// what takes time is to wait for the memory.
    pub fn heads(&self, places: &[Place], heads: &mut Vec<Head>) {
        heads.clear();
        heads.extend(places.iter().map(|&(layer, state)| (self.layers[layer as usize].block(state), NONE)));
        for (&(layer, _), head) in places.iter().zip(heads) {
            head.1 = self.layers[layer as usize].layer.edges().kind(head.0).unwrap_or(NONE);
        }
    }

    /// What holds of a state; nothing if it is not known what can be done there. Of a state that was left early some of it
    /// is: what was tried there can be, and it does not speak.
    pub fn facts_at(&self, place: Place) -> Option<Facts<'_, impl Iterator<Item = (usize, u32)>>> {
        let (_, block, kind) = self.layers[place.0 as usize].expanded(place.1)?;
        self.facts_of(place, (block, kind))
    }

    /// As [`Memo::facts_at`], with what [`Memo::heads`] says.
    pub fn facts_of(
        &self,
        (layer, state): Place,
        (block, kind): Head,
    ) -> Option<Facts<'_, impl Iterator<Item = (usize, u32)>>> {
        let view = &self.layers[layer as usize];
        let (edges, known) = (view.layer.edges(), view.layer.kinds.get(kind as usize)?);
        if !view.footprints[known.footprint as usize] {
            return None;
        }
        let speaks = view.speaks_for(state);
        let edges = edges.of(block, kind).enumerate();
        let edges =
            edges.filter(|(_, edge)| view.footprints[edge.1 as usize]).map(|(index, edge)| (index, edge.0));
        Some(Facts { kind: known, speaks, edges })
    }

    pub fn outcome(&self, layer: u8, outcome: u32) -> Option<&Outcome> {
        self.layers[layer as usize].layer.outcomes.get(outcome as usize)
    }

    /// Where a choice is among those of a state.
    pub fn index(&self, (layer, state): Place, choice: Choice) -> Option<usize> {
        let view = &self.layers[layer as usize];
        let (_, _, kind) = view.expanded(state)?;
        view.layer.kinds[kind as usize].choices.binary_search(&choice).ok()
    }

    /// What can be done at a state, with its number in the layer; and of each choice of which it is known, by its place, where it
    /// leads and the footprint that tells it.
    pub fn held(
        &self,
        (layer, state): Place,
    ) -> Option<(&Kind, u32, impl Iterator<Item = (usize, u32, u32)>)> {
        let view = &self.layers[layer as usize];
        let (edges, block, number) = view.expanded(state)?;
        let kind = &view.layer.kinds[number as usize];
        let held = edges.of(block, number).enumerate();
        let held = held.filter(|(_, edge)| view.footprints[edge.1 as usize]);
        let held = held.map(|(index, (to, footprint))| (index, to, footprint));
        view.footprints[kind.footprint as usize].then_some((kind, number, held))
    }

    /// The place of a fingerprint in the layers.
    pub fn locate(&self, print: u128) -> Option<Place> {
        let mut layers = self.layers.iter().enumerate();
        let found = layers.find_map(|(layer, view)| Some((layer as u8, view.find(print)?)));
        found.map(|place| self.representative(place))
    }

    /// What is known of a place.
    pub fn known(&self, (layer, state): Place) -> Option<Known> {
        ((state as usize) < self.layers[layer as usize].layer.expanded()).then_some(Known { layer, state })
    }

    /// The layer that knows a state best.
    pub fn find(&self, print: u128) -> Option<Known> {
        let mut best = None;
        for (layer, view) in self.layers.iter().enumerate() {
            let Some(state) = view.find(print) else { continue };
            let Some(known) = self.known((layer as u8, state)) else { continue };
            if view.speaks_for(state) {
                return Some(known);
            }
            best = best.or(Some(known));
        }
        best
    }

    /// What can be done at a state.
    pub fn kind(&self, known: Known) -> Option<&Kind> {
        let view = &self.layers[known.layer as usize];
        let (_, _, kind) = view.expanded(known.state)?;
        view.kinds[kind as usize].then(|| &view.layer.kinds[kind as usize])
    }

    /// Where a choice leads, and the footprint that tells it. `chosen` tells which number it is of; it is not asked where the record
    /// knows what can be done at the state, so that an option means the same there.
    pub fn fact(
        &self,
        known: Known,
        print: u128,
        choice: Choice,
        chosen: impl Fn() -> Option<u64>,
    ) -> Option<(Fact<'_>, u8, u32)> {
        self.fact_in(known, choice, &chosen).or_else(|| {
            let others = self.layers.iter().enumerate().filter(|(layer, _)| *layer != known.layer as usize);
            others.into_iter().find_map(|(layer, view)| {
                self.fact_in(Known { layer: layer as u8, state: view.find(print)? }, choice, &chosen)
            })
        })
    }

    fn fact_in(
        &self,
        known: Known,
        choice: Choice,
        chosen: impl Fn() -> Option<u64>,
    ) -> Option<(Fact<'_>, u8, u32)> {
        let view = &self.layers[known.layer as usize];
        let (edges, block, kind) = view.expanded(known.state)?;
        let kind = &view.layer.kinds[kind as usize];
        let index = match view.footprints[kind.footprint as usize] {
            true => kind.choices.binary_search(&choice).ok()?,
            false => kind.find(choice, chosen())?,
        };
        let (to, footprint) = edges.edge(block, index)?;
        if !view.footprints[footprint as usize] {
            return None;
        }
        let fact = match to.checked_sub(OUTCOMES) {
            None => Fact::State(to),
            Some(outcome) => Fact::Outcome(view.layer.outcomes.get(outcome as usize)?),
        };
        Some((fact, known.layer, footprint))
    }

    /// As [`Memo::find`], for a state of a layer.
    pub fn find_at(&self, layer: u8, state: u32) -> Option<Known> {
        let view = &self.layers[layer as usize];
        let known = self.known((layer, state)).filter(|_| view.speaks_for(state));
        known.or_else(|| self.find(view.layer.print(state)?))
    }

    /// The fingerprint that a fact leads to; 0 for an end.
    pub fn target(&self, layer: u8, fact: Fact<'_>) -> Option<u128> {
        match fact {
            Fact::State(state) => self.print(layer, state),
            Fact::Outcome(_) => Some(0),
        }
    }

    pub fn print(&self, layer: u8, state: u32) -> Option<u128> {
        self.layers[layer as usize].layer.print(state)
    }

    /// Whether all that is known of a state holds.
    pub fn speaks_for(&self, known: Known) -> bool {
        self.layers[known.layer as usize].speaks_for(known.state)
    }

    /// A footprint of a layer, by numbers of the layout.
    pub fn elements(&self, layer: u8, footprint: u32) -> Option<Vec<u32>> {
        let layer = &self.layers[layer as usize].layer;
        let elements = layer.footprints.get(footprint as usize)?.iter();
        let mut numbers: Vec<u32> = elements
            .map(|&element| self.numbers.get(&layer.elements[element as usize]).copied())
            .collect::<Option<_>>()?;
        numbers.sort_unstable();
        Some(numbers)
    }

    /// Transitions of all layers.
    pub fn transitions(&self) -> usize {
        self.layers.iter().map(|view| view.layer.edges().count()).sum()
    }

    /// States of all layers.
    pub fn states(&self) -> usize {
        self.layers.iter().map(|view| view.layer.states()).sum()
    }
}

/// The elements of a program with their numbers, but for those of which nothing is believed; and those of layers that
/// hold in the program, too.
pub(crate) fn numbers(
    elements: &[Hash],
    families: &Families,
    changed: &HashSet<u32>,
    layers: &[Layer],
) -> HashMap<Hash, u32> {
    let numbered = elements.iter().copied().zip(0..);
    let mut numbers = numbered.filter(|(_, number)| !changed.contains(number)).collect();
    families.admit(layers, elements, &mut numbers);
    numbers
}

/// The footprints of some layers, and how many of them hold in a program; without a look at states.
pub(crate) fn holding(layers: &[Layer], numbers: &HashMap<Hash, u32>) -> (usize, usize) {
    let held =
        layers.iter().map(|layer| held(layer, numbers).into_iter().filter(|&holds| holds).count()).sum();
    (layers.iter().map(|layer| layer.footprints.len()).sum(), held)
}

/// Whether so much of what some layers know holds in a program that it is worth to be looked up, told by a look at some of their states:
/// who reuses less than one transition in twenty loses more than that.
pub(crate) fn is_worth(layers: &[Layer], numbers: &HashMap<Hash, u32>) -> bool {
    /// Below so many states nothing costs much.
    const FEW: usize = 2_000;
    /// So many times so many states of a layer are looked at.
    const RUNS: u32 = 32;
    const RUN: u32 = 32;
    const LEAST: u64 = 20;
    if layers.iter().map(Layer::expanded).sum::<usize>() < FEW {
        return true;
    }
    let (mut all, mut known) = (0u64, 0u64);
    for layer in layers {
        let (held, edges, states) = (held(layer, numbers), layer.edges(), layer.expanded() as u64);
        // A layer counts as many times as it has states for each that is looked at.
        let weight = (states / u64::from(RUNS * RUN)).max(1);
        let starts = (0..u64::from(RUNS)).map(|run| (run * states / u64::from(RUNS)) as u32);
        for state in starts.flat_map(|start| start..start.saturating_add(RUN)) {
            let Some((block, kind)) = layer.block(state).and_then(|block| Some((block, edges.kind(block)?)))
            else {
                continue;
            };
            for (_, footprint) in edges.of(block, kind) {
                all += weight;
                known += weight * u64::from(held[footprint as usize]);
            }
        }
    }
    LEAST * known >= all
}

/// For each footprint of a layer whether all its elements occur.
fn held(layer: &Layer, numbers: &HashMap<Hash, u32>) -> Vec<bool> {
    let occur: Vec<bool> = layer.elements.iter().map(|element| numbers.contains_key(element)).collect();
    let holds = |footprint: &[u32]| footprint.iter().all(|&element| occur[element as usize]);
    layer.footprints.iter().map(holds).collect()
}

impl View {
    fn new(layer: Layer, numbers: &HashMap<Hash, u32>, origin: usize) -> View {
        let footprints = held(&layer, numbers);
        let holds = |kind: &Kind| !kind.is_cut && footprints[kind.footprint as usize];
        let kinds: Vec<bool> = layer.kinds.iter().map(holds).collect();
        let has_flaws = layer.kinds.iter().any(|kind| !kind.flaws.is_empty())
            || layer.outcomes.iter().any(|outcome| !outcome.flaws.is_empty());
        let is_whole = footprints.iter().all(|&holds| holds)
            && layer.kinds.iter().all(|kind| !kind.is_cut)
            && layer.expanded() == layer.states();
        View {
            layer,
            origin,
            footprints,
            kinds,
            is_whole,
            speaks: Bits::default(),
            has_flaws,
            blocks: Vec::new(),
            index: Index::default(),
        }
    }

    /// Made ready for many look-ups. Nothing if the layer is damaged.
    fn prepared(mut self) -> Option<View> {
        self.layer = self.layer.check()?;
        self.index = Index::of(&self.layer);
        let View { layer, footprints, kinds, speaks, blocks, .. } = &mut self;
        (*speaks, *blocks) = (Bits::new(layer.states()), Vec::with_capacity(layer.expanded()));
        let edges = layer.edges();
        for (block, state, kind) in edges.blocks() {
            blocks.push(block);
            let count = edges.of(block, kind).filter(|edge| footprints[edge.1 as usize]).count();
            if kinds[kind as usize] && count == layer.kinds[kind as usize].choices.len() {
                speaks.set(state);
            }
        }
        Some(self)
    }

    /// Where the block of a state begins.
    #[inline]
    fn block(&self, state: u32) -> u32 {
        let block = match self.blocks.is_empty() {
            true => self.layer.block(state),
            false => self.blocks.get(state as usize).copied(),
        };
        block.unwrap_or(NONE)
    }

    /// The block of a state and its kind, if it has one.
    #[inline]
    fn expanded(&self, state: u32) -> Option<(Edges<'_>, u32, u32)> {
        let (block, edges) = (self.block(state), self.layer.edges());
        Some((edges, block, edges.kind(block)?))
    }

    fn find(&self, print: u128) -> Option<u32> {
        self.index.find(&self.layer, print)
    }

    /// Whether the state is expanded here and all of that holds.
    pub fn speaks_for(&self, state: u32) -> bool {
        self.is_whole || self.speaks.get(state)
    }
}

const _: () = assert!(NONE > OUTCOMES);
