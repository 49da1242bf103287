//! Look-ups by fingerprint and by state that a layer is read with, in memory.

use crate::layer::Layer;

/// Finds fingerprints in a layer, and tells most of those that it does not have at once.
#[derive(Default)]
pub(crate) struct Index {
    /// A byte for each fingerprint, of which it sets two bits in one word.
    filter: Vec<u64>,
    /// Where the fingerprints begin of each of so many parts of their range, and the end of the last.
    buckets: Vec<u32>,
}

/// Fingerprints of a bucket, about.
const BUCKET: usize = 8;

impl Index {
    pub fn of(layer: &Layer) -> Index {
        let (count, parts) = (layer.states(), layer.states() / BUCKET + 1);
        let mut index = Index { filter: vec![0; parts], buckets: vec![0; parts + 1] };
        for print in layer.prints() {
            let (word, bits) = index.place(print);
            index.filter[word] |= bits;
            let bucket = index.bucket(print);
            index.buckets[bucket] += 1;
        }
        let mut first = 0;
        for bucket in &mut index.buckets {
            first += std::mem::replace(bucket, first);
        }
        debug_assert_eq!(first as usize, count);
        index
    }

    #[inline]
    fn bucket(&self, print: u128) -> usize {
        (((print >> 64) * (self.buckets.len() as u128 - 1)) >> 64) as usize
    }

    /// By the half of the fingerprint that does not tell its place in the layer.
    #[inline]
    fn place(&self, print: u128) -> (usize, u64) {
        let place = (u128::from(print as u64) * self.filter.len() as u128) >> 64;
        (place as usize, 1 << (print % 64) | 1 << ((print >> 6) % 64))
    }

    #[inline]
    pub fn find(&self, layer: &Layer, print: u128) -> Option<u32> {
        if self.buckets.is_empty() {
            return layer.find(print);
        }
        let (word, bits) = self.place(print);
        if self.filter[word] & bits != bits {
            return None;
        }
        let bucket = self.bucket(print);
        let range = self.buckets[bucket] as usize..self.buckets[bucket + 1] as usize;
        layer.find_in(range, print)
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
