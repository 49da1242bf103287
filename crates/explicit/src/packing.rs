//! How the edges of a layer are written: in one word if numbers of successors and footprints fit there side by side, or else in two.
//!
//! Outcomes come before states, so that both are told apart whatever the number of states.

use crate::layer::OUTCOMES;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Packing {
    /// Bits of a footprint; more than a word has if there are two words.
    bits: u32,
    outcomes: u32,
    footprints: u32,
}

/// Stands for two words.
const APART: u32 = u32::BITS + 1;

impl Packing {
    /// For so many states at most.
    pub fn of(states: usize, outcomes: usize, footprints: usize) -> Packing {
        let bits = |count: usize| usize::BITS - count.saturating_sub(1).leading_zeros();
        let fits = bits(footprints) + bits(states + outcomes) <= u32::BITS;
        Packing::read(if fits { bits(footprints) } else { APART }, outcomes, footprints)
    }

    /// As it is told by a layer.
    pub fn read(bits: u32, outcomes: usize, footprints: usize) -> Packing {
        Packing { bits, outcomes: outcomes as u32, footprints: footprints as u32 }
    }

    pub fn bits(self) -> u32 {
        self.bits
    }

    /// Words of an edge.
    #[inline]
    pub fn words(self) -> usize {
        if self.bits > u32::BITS { 2 } else { 1 }
    }

    /// Writes an edge, to a state or an outcome that there is. Nothing if there is no such footprint or outcome.
    #[inline]
    pub fn write(self, edge: (u32, u32), words: &mut [[u8; 4]]) -> Option<()> {
        let (to, footprint) = edge;
        let is_known =
            footprint < self.footprints && to.checked_sub(OUTCOMES).is_none_or(|it| it < self.outcomes);
        match words {
            _ if !is_known => return None,
            [word] => {
                let to = to.checked_sub(OUTCOMES).unwrap_or_else(|| to + self.outcomes);
                *word = ((u64::from(to) << self.bits) as u32 | footprint).to_le_bytes();
            }
            [first, second] => (*first, *second) = (to.to_le_bytes(), footprint.to_le_bytes()),
            _ => return None,
        }
        Some(())
    }

    /// Successor and footprint of an edge; nothing if it makes no sense.
    #[inline]
    pub fn edge(self, words: &[[u8; 4]]) -> Option<(u32, u32)> {
        let (to, footprint) = match *words {
            [word] => {
                let word = u64::from(u32::from_le_bytes(word));
                let to = (word >> self.bits) as u32;
                let to = to.checked_sub(self.outcomes).unwrap_or_else(|| OUTCOMES.saturating_add(to));
                (to, (word & ((1 << self.bits) - 1)) as u32)
            }
            [to, footprint] => (u32::from_le_bytes(to), u32::from_le_bytes(footprint)),
            _ => return None,
        };
        (footprint < self.footprints).then_some((to, footprint))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(states: usize, outcomes: usize, footprints: usize, words: usize) {
        let packing = Packing::of(states, outcomes, footprints);
        assert_eq!(packing, Packing::read(packing.bits(), outcomes, footprints));
        assert_eq!(packing.words(), words);
        let last = |count: usize| count.checked_sub(1).map(|last| last as u32);
        let to = [last(states), Some(0), last(outcomes).map(|it| OUTCOMES + it)];
        let mut met = Vec::new();
        for edge in to
            .into_iter()
            .flatten()
            .flat_map(|to| [0, footprints as u32 / 2, footprints as u32 - 1].map(|it| (to, it)))
        {
            let mut written = vec![[0; 4]; words];
            assert_eq!(packing.write(edge, &mut written), Some(()));
            assert_eq!(packing.edge(&written), Some(edge));
            met.push((edge, written));
        }
        assert!(met.iter().all(|(edge, written)| met.iter().all(|(e, w)| (e == edge) == (w == written))));
        for edge in [(0, footprints as u32), (OUTCOMES + outcomes as u32, 0)] {
            assert_eq!(packing.write(edge, &mut vec![[0; 4]; words]), None);
        }
    }

    #[test]
    fn an_edge_takes_one_word_if_it_fits() {
        check(1, 0, 1, 1);
        check(1, 1, 1, 1);
        check(2_000_000, 5, 1 << 11, 1);
        check((1 << 21) - 1, 1, 1 << 11, 1);
        check(1 << 21, 1, 1 << 11, 2);
        check((1 << 21) - 1, 1, (1 << 11) + 1, 2);
        check(OUTCOMES as usize, 1000, 1, 1);
        check(OUTCOMES as usize, 1000, 2, 2);
        check(10, 3, 1 << 28, 1);
        check(10, 30, 1 << 28, 2);
    }

    #[test]
    fn whatever_a_word_says_is_an_edge_or_none() {
        for bits in [0, 1, 31, 32, 33, u32::MAX] {
            let packing = Packing::read(bits, 2, 3);
            for word in [0, 1, 7, 1 << 31, u32::MAX] {
                let words = vec![word.to_le_bytes(); packing.words()];
                assert!(packing.edge(&words).is_none_or(|(_, footprint)| footprint < 3));
            }
        }
    }
}
