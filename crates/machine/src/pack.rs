//! Numbers as few bytes: each by how it differs from one before.

use rustc_hash::FxHashMap as HashMap;

/// Writes numbers.
#[derive(Default)]
pub(crate) struct Packer {
    bytes: Vec<u8>,
    /// Wide numbers so far, by value: one that comes again is a reference.
    wide: HashMap<u128, u32>,
}

/// Reads what a [`Packer`] has written, in the same order.
pub(crate) struct Unpacker<'b> {
    bytes: &'b [u8],
    wide: Vec<u128>,
}

impl Packer {
    /// Seven bits a byte, the lowest first.
    #[inline]
    pub fn number(&mut self, mut number: u64) {
        while number >= 1 << 7 {
            self.bytes.push(number as u8 | 1 << 7);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// A number that is near the one before.
    #[inline]
    pub fn change(&mut self, before: u64, now: u64) {
        let change = now.wrapping_sub(before) as i64;
        self.number((change << 1 ^ change >> 63) as u64);
    }

    /// Several numbers, most of which are what they were before.
    #[inline]
    pub fn changes<const N: usize>(&mut self, before: &mut [u64; N], now: [u64; N]) {
        const { assert!(N <= 64) };
        let mut mask = 0u64;
        for index in 0..N {
            mask |= u64::from(before[index] != now[index]) << index;
        }
        self.number(mask);
        while mask != 0 {
            let index = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            self.change(before[index], now[index]);
        }
        *before = now;
    }

    /// A number that may have been written before, and else is like no other.
    #[inline]
    pub fn wide(&mut self, number: u128) {
        let next = self.wide.len() as u32 + 1;
        let found = *self.wide.entry(number).or_insert(next);
        self.number(if found == next { 0 } else { found.into() });
        if found == next {
            self.raw(number);
        }
    }

    /// A number like no other.
    #[inline]
    pub fn raw(&mut self, number: u128) {
        self.bytes.extend_from_slice(&number.to_le_bytes());
    }

    pub fn into_bytes(self) -> Box<[u8]> {
        self.bytes.into_boxed_slice()
    }
}

impl Unpacker<'_> {
    pub fn of(bytes: &[u8]) -> Unpacker<'_> {
        Unpacker { bytes, wide: Vec::new() }
    }

    #[inline]
    pub fn number(&mut self) -> u64 {
        let (mut number, mut shift) = (0, 0);
        while let Some((&byte, rest)) = self.bytes.split_first() {
            self.bytes = rest;
            number |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 1 << 7 || shift > 63 {
                break;
            }
        }
        number
    }

    #[inline]
    pub fn change(&mut self, before: u64) -> u64 {
        let coded = self.number();
        before.wrapping_add(coded >> 1 ^ (coded & 1).wrapping_neg())
    }

    #[inline]
    pub fn changes<const N: usize>(&mut self, before: &mut [u64; N]) -> [u64; N] {
        let mut mask = self.number();
        while mask != 0 {
            let index = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            if let Some(number) = before.get_mut(index) {
                *number = self.change(*number);
            }
        }
        *before
    }

    #[inline]
    pub fn wide(&mut self) -> u128 {
        match self.number() {
            0 => {
                let number = self.raw();
                self.wide.push(number);
                number
            }
            known => self.wide.get(known as usize - 1).copied().unwrap_or_default(),
        }
    }

    #[inline]
    pub fn raw(&mut self) -> u128 {
        let Some((first, rest)) = self.bytes.split_first_chunk() else { return 0 };
        self.bytes = rest;
        u128::from_le_bytes(*first)
    }

    pub fn is_at_end(&self) -> bool {
        self.bytes.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of all sizes, near each other and not.
    fn numbers() -> Vec<u64> {
        let powers = (0..64).flat_map(|bit| [(1u64 << bit) - 1, 1 << bit, (1u64 << bit).wrapping_neg()]);
        powers.chain([0, 0, 7, 7, u64::MAX, i64::MIN as u64, i64::MAX as u64]).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        let numbers = numbers();
        let mut packer = Packer::default();
        let (mut before, mut last) = ([0; 5], 0);
        for (index, &number) in numbers.iter().enumerate() {
            packer.number(number);
            packer.change(last, number);
            last = number;
            packer.changes(&mut before, [number, 3, index as u64, last, u64::from(number % 2 == 0)]);
            packer.wide(u128::from(number / 3) << 60);
            packer.raw(u128::from(number) << 64 | 5);
        }
        let bytes = packer.into_bytes();
        let mut unpacker = Unpacker::of(&bytes);
        let (mut before, mut last) = ([0; 5], 0);
        for (index, &number) in numbers.iter().enumerate() {
            assert_eq!(unpacker.number(), number);
            last = unpacker.change(last);
            assert_eq!(last, number);
            let all = [number, 3, index as u64, last, u64::from(number % 2 == 0)];
            assert_eq!(unpacker.changes(&mut before), all);
            assert_eq!(unpacker.wide(), u128::from(number / 3) << 60);
            assert_eq!(unpacker.raw(), u128::from(number) << 64 | 5);
        }
        assert!(unpacker.is_at_end());
    }

    #[test]
    fn what_stays_or_comes_again_takes_a_byte() {
        let mut packer = Packer::default();
        let mut before = [1, 2, 3];
        packer.wide(u128::MAX);
        let start = packer.bytes.len();
        packer.changes(&mut before, [1, 2, 3]);
        packer.wide(u128::MAX);
        packer.change(1 << 60, (1 << 60) - 64);
        assert_eq!((start, packer.bytes.len()), (17, start + 3));
    }
}
