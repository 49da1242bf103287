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
    /// The last list as bytes, to be used again.
    list: Vec<u8>,
}

/// The hash of a list of words. What is made of it on the way is of no further use.
pub(crate) fn hash<const N: usize>(
    words: impl ExactSizeIterator<Item = [u8; N]>,
    bytes: &mut Vec<u8>,
) -> u128 {
    bytes.resize(N * words.len(), 0);
    bytes.as_chunks_mut::<N>().0.iter_mut().zip(words).for_each(|(place, word)| *place = word);
    xxh3_128(bytes)
}

/// The hash of a word, to be added to those of others.
#[inline]
pub(crate) fn spread(word: u64) -> u128 {
    let mixed = |mut x: u64| {
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    };
    let low = mixed(word.wrapping_add(0x9e37_79b9_7f4a_7c15));
    let high = mixed(word.wrapping_mul(0xd6e8_feb8_6659_fd93).wrapping_add(0xa076_1d64_78bd_642f));
    u128::from(low) | u128::from(high) << 64
}

impl Interned {
    pub fn number(&mut self, words: &[u32]) -> u32 {
        let Interned { numbers, bytes: all, count, list } = self;
        *numbers.entry(hash(words.iter().map(|word| word.to_le_bytes()), list)).or_insert_with(|| {
            push_list(all, words);
            *count += 1;
            *count - 1
        })
    }
}
