//! Look-ups by fingerprint and by state that a layer is read with, in memory.

use crate::layer::Layer;

/// Finds fingerprints in a layer: an open hash table of states, each with a few bits of its fingerprint, by which most of those that
/// the layer does not have are told at once.
#[derive(Default)]
pub(crate) struct Index {
    /// A state below, bits of its fingerprint above.
    slots: Vec<u32>,
    /// Bits of a state.
    bits: u32,
}

/// No state: there are fewer than its bits can tell.
const FREE: u32 = u32::MAX;

/// Places that are tried for a state. Fingerprints that are spread evenly need a few; others are looked up in their order.
const TRIES: usize = 1 << 12;

impl Index {
    pub fn of(layer: &Layer) -> Index {
        let count = layer.states();
        let mut index =
            Index { slots: vec![FREE; count + count / 2 + 1], bits: usize::BITS - count.leading_zeros() };
        for (print, state) in layer.prints().zip(0..) {
            let (mut at, mut tries) = (index.home(print), 0);
            while index.slots[at] != FREE {
                (at, tries) = (index.behind(at), tries + 1);
                if tries > TRIES {
                    return Index::default();
                }
            }
            index.slots[at] = index.slot(print, state);
        }
        index
    }

    /// Where a fingerprint is looked for first.
    #[inline]
    fn home(&self, print: u128) -> usize {
        ((u128::from(print as u64) * self.slots.len() as u128) >> 64) as usize
    }

    #[inline]
    fn behind(&self, at: usize) -> usize {
        if at + 1 == self.slots.len() { 0 } else { at + 1 }
    }

    /// What stands for a state with a fingerprint, of which the half counts that does not tell the place.
    #[inline]
    fn slot(&self, print: u128, state: u32) -> u32 {
        ((print >> 64) << self.bits) as u32 | state
    }

    #[inline]
    pub fn find(&self, layer: &Layer, print: u128) -> Option<u32> {
        if self.slots.is_empty() {
            return layer.find(print);
        }
        let (sought, mut at) = (self.slot(print, 0), self.home(print));
        loop {
            let slot = self.slots[at];
            if slot == FREE {
                return None;
            }
            let state = slot & !((u64::MAX << self.bits) as u32);
            if slot ^ state == sought && layer.print(state) == Some(print) {
                return Some(state);
            }
            at = self.behind(at);
        }
    }
}

#[derive(Default)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    pub fn new(count: usize) -> Bits {
        Bits(vec![0; count.div_ceil(64)])
    }

    #[inline]
    pub fn get(&self, index: u32) -> bool {
        self.0.get(index as usize / 64).is_some_and(|word| word >> (index % 64) & 1 != 0)
    }

    /// Whether it was not set before.
    #[inline]
    pub fn set(&mut self, index: u32) -> bool {
        let Some(word) = self.0.get_mut(index as usize / 64) else { return false };
        let is_new = *word >> (index % 64) & 1 == 0;
        *word |= 1 << (index % 64);
        is_new
    }

    /// Whether it was set before.
    #[inline]
    pub fn clear(&mut self, index: u32) -> bool {
        let Some(word) = self.0.get_mut(index as usize / 64) else { return false };
        let was_set = *word >> (index % 64) & 1 != 0;
        *word &= !(1 << (index % 64));
        was_set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sections::tests::layer;

    #[track_caller]
    fn check(print: impl Fn(u128) -> u128, is_table: bool) {
        let (there, elsewhere): (Vec<u128>, Vec<u128>) = (0..12_000).map(print).partition(|it| it % 3 != 0);
        let layer = layer(&there, there.len());
        let index = Index::of(&layer);
        assert_eq!(index.slots.is_empty(), !is_table);
        for (&print, state) in there.iter().zip(0..) {
            assert_eq!(index.find(&layer, print), Some(state));
        }
        assert!(elsewhere.iter().all(|&print| index.find(&layer, print).is_none()));
    }

    #[test]
    fn what_is_there_is_found_and_nothing_else() {
        let spread = |i: u128| i.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835) ^ i;
        check(spread, true);
        // Alike but for what tells the place in the order: bits beside the place tell nothing.
        check(|i| spread(i) & !(0xffff_ffff << 64), true);
        // Most of them have one place in the table.
        check(|i| (i << 64) | (i % 7), false);
    }
}
