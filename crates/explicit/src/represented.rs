//! States that several layers of a memo have: one of them stands for all, the one that knows most.
//!
//! Newer layers are small beside the oldest, and most of their states are in it, too. So these have a table of all their states, and
//! of the oldest it is known by a bit whether one of a newer layer stands for a state. What it takes grows with the newer layers. If they
//! are not that small, a table of all takes less.

use rustc_hash::FxHashMap as HashMap;

use crate::index::Bits;
use crate::layer::NONE;
use crate::plan::Place;

#[derive(Default)]
pub(crate) struct Represented {
    /// Where the states of each layer begin, those of one after those of the other.
    first: Vec<u32>,
    /// By layer and by state: who stands for it. Not of the last, if that is by far the largest.
    tables: Vec<Vec<u32>>,
    /// Of the last, if it has no table: whether somebody stands for a state, and who.
    is_shadowed: Bits,
    shadows: HashMap<u32, u32>,
}

/// What the newer layers have of states, times so many, is less than the oldest has: an entry of a map takes as much as some of a table.
const SMALL: usize = 8;

impl Represented {
    /// Of layers with so many states each. Each state stands for itself.
    pub fn new(sizes: &[usize]) -> Represented {
        let mut next = 0;
        let mut first = Vec::with_capacity(sizes.len());
        for &size in sizes {
            first.push(next);
            next += size as u32;
        }
        let (mut last, mut with_tables) =
            sizes.split_last().map_or((0, &[][..]), |(last, newer)| (*last, newer));
        if with_tables.iter().sum::<usize>() >= last / SMALL {
            (last, with_tables) = (0, sizes);
        }
        let tables = with_tables.iter().map(|&size| vec![NONE; size]).collect();
        Represented { first, tables, is_shadowed: Bits::new(last), shadows: HashMap::default() }
    }

    fn id(&self, (layer, state): Place) -> u32 {
        self.first[layer as usize] + state
    }

    fn place(&self, id: u32) -> Place {
        let layer = self.first.partition_point(|&first| first <= id) - 1;
        (layer as u8, id - self.first[layer])
    }

    /// Who stands for a state, if it is another.
    #[inline]
    pub fn get(&self, (layer, state): Place) -> Option<Place> {
        let id = match self.tables.get(layer as usize) {
            Some(table) => *table.get(state as usize)?,
            None if self.is_shadowed.get(state) => *self.shadows.get(&state)?,
            None => NONE,
        };
        (id != NONE).then(|| self.place(id))
    }

    pub fn set(&mut self, place: Place, best: Place) {
        let id = self.id(best);
        match self.tables.get_mut(place.0 as usize) {
            Some(table) => table[place.1 as usize] = id,
            None => {
                self.is_shadowed.set(place.1);
                self.shadows.insert(place.1, id);
            }
        }
    }

    /// All states that another stands for, with that one.
    pub fn iter(&self) -> impl Iterator<Item = (Place, Place)> + '_ {
        let in_tables = self.tables.iter().enumerate().flat_map(|(layer, table)| {
            let known = table.iter().enumerate().filter(|(_, id)| **id != NONE);
            known.map(move |(state, &id)| ((layer as u8, state as u32), id))
        });
        let last = self.tables.len() as u8;
        let oldest = self.shadows.iter().map(move |(&state, &id)| ((last, state), id));
        in_tables.chain(oldest).map(|(place, id)| (place, self.place(id)))
    }
}
