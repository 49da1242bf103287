//! Fingerprints of states: a sum over the words of a state, each mixed with the name of its place, in 128 bits.
//!
//! A sum can be kept up to date: a transition subtracts what its words were and adds what they are, so its cost does
//! not depend on the size of the state. Two different states share a fingerprint with a probability of 2^-128 for
//! each pair; that is the only way in which the search could take one state for another.

use crate::value::{Tag, Val};

/// Mixes a place with a value: two independent 64-bit hashes (the finalisers of splitmix64 and murmur3).
#[inline]
pub(crate) fn mix(place: u64, bits: u64, tag: Tag) -> u128 {
    let value = bits ^ (u64::from(tag) << 48).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let low = split(place ^ split(value.wrapping_add(0x9e37_79b9_7f4a_7c15)));
    let high = murmur(
        value.wrapping_mul(0xa076_1d64_78bd_642f) ^ place.rotate_left(32).wrapping_mul(0xe703_7ed1_a0b4_28db),
    );
    u128::from(low) | u128::from(high.wrapping_add(u64::from(tag))) << 64
}

/// As [`mix`] for a value as it stands.
#[inline]
pub(crate) fn mix_value(place: u64, value: Val) -> u128 {
    mix(place, value.bits, value.tag)
}

#[inline]
pub(crate) fn split(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[inline]
fn murmur(mut x: u64) -> u64 {
    x = (x ^ (x >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    x = (x ^ (x >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    x ^ (x >> 33)
}

/// The name of a place inside a named thing.
#[inline]
pub(crate) fn place(key: u64, index: u64) -> u64 {
    key.wrapping_add(index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// The key of a thing inside a thing. Places next to each other in one never are places of another: were the key itself
/// a [`place`], register 1 of thread 2 and register 2 of thread 1 would have the same.
#[inline]
pub(crate) fn inner(key: u64, index: u64) -> u64 {
    split(place(key, index))
}

/// The key of a name.
pub(crate) fn name(kind: u8, text: &[u8]) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&[kind]);
    hasher.update(text);
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
    u64::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{INIT, POINTER};
    use rustc_hash::FxHashSet as HashSet;

    #[test]
    fn no_two_registers_have_the_same_place() {
        let mut places = HashSet::default();
        for thread in 0..16 {
            for depth in 0..16 {
                let frame = inner(inner(7, thread), depth);
                assert!((0..64).all(|slot| places.insert(place(frame, slot))));
            }
        }
    }

    #[test]
    fn neighbouring_places_values_and_tags_differ_in_both_halves() {
        let (mut low, mut high) = (HashSet::default(), HashSet::default());
        for index in 0..64 {
            for bits in 0..256 {
                for tag in [INIT, POINTER, 1, 4] {
                    let print = mix(place(7, index), bits, tag);
                    assert!(low.insert(print as u64) && high.insert((print >> 64) as u64));
                }
            }
        }
    }
}
