//! Numbers by keys of 128 bits, of which those that were met last are at hand.
//!
//! Whoever forgets some of them works them out again.

use crate::layer::NONE;
use crate::visited::Table;

#[derive(Default)]
pub(crate) struct Ways {
    /// By the end of the key.
    recent: Vec<(u128, u32)>,
    all: Table,
}

/// Keys at hand: few of them make up most of a run.
const RECENT: usize = 256;

/// Keys that are remembered.
const MOST: usize = 1 << 20;

impl Ways {
    #[inline]
    pub fn get(&mut self, key: u128) -> Option<u32> {
        if let Some(&(met, number)) = self.recent.get(key as usize % RECENT)
            && met == key
            && number != NONE
        {
            return Some(number);
        }
        let number = self.all.number(key)?;
        self.keep(key, number);
        Some(number)
    }

    pub fn put(&mut self, key: u128, number: u32) {
        if self.all.len() >= MOST {
            self.all = Table::default();
        }
        self.all.insert(key, || number);
        self.keep(key, number);
    }

    fn keep(&mut self, key: u128, number: u32) {
        if self.recent.is_empty() {
            self.recent = vec![(0, NONE); RECENT];
        }
        self.recent[key as usize % RECENT] = (key, number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_forgotten_is_not_mixed_up() {
        let mut ways = Ways::default();
        let key = |i: u128| i.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        for i in 0..MOST as u128 + 1000 {
            assert_eq!(ways.get(key(i)), None);
            ways.put(key(i), i as u32);
        }
        let known = |i: u128| ways.get(key(i));
        let found: Vec<Option<u32>> = (0..MOST as u128 + 1000).map(known).collect();
        assert!((0..).zip(&found).all(|(i, found)| found.is_none_or(|found| found == i)));
        assert_eq!(found.iter().flatten().count(), 1000);
    }
}
