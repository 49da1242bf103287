//! Lists of words that are written down once.

use rustc_hash::FxHashMap as HashMap;
use xxhash_rust::xxh3::xxh3_128;

use crate::layer::push_list;

/// Numbers by a hash of 128 bits.
pub(crate) type ByHash = HashMap<u128, u32>;

/// Lists of distinct lists of words, each under a number.
#[derive(Default)]
pub(crate) struct Interned {
    numbers: ByHash,
    pub bytes: Vec<u8>,
    count: u32,
}

impl Interned {
    pub fn number(&mut self, words: &[u32]) -> u32 {
        let mut bytes = Vec::with_capacity(4 * words.len());
        words.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
        let Interned { numbers, bytes: all, count } = self;
        *numbers.entry(xxh3_128(&bytes)).or_insert_with(|| {
            push_list(all, words);
            *count += 1;
            *count - 1
        })
    }
}
