//! The states seen so far, by fingerprint: an open hash table of 16 bytes an entry.
//!
//! The fingerprint is its own hash. The table grows by half when three quarters are full, so a state takes between 21
//! and 32 bytes.

/// A set of fingerprints. 0 is kept aside, since it marks a free place.
pub(crate) struct Visited {
    slots: Vec<u128>,
    count: usize,
    has_zero: bool,
}

const FIRST: usize = 1 << 12;

impl Visited {
    pub fn new() -> Visited {
        Visited { slots: vec![0; FIRST], count: 0, has_zero: false }
    }

    /// Adds a fingerprint; whether it is new.
    #[inline]
    pub fn insert(&mut self, print: u128) -> bool {
        if print == 0 {
            return !std::mem::replace(&mut self.has_zero, true);
        }
        if self.count * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        let at = find(&self.slots, print);
        if self.slots[at] == print {
            return false;
        }
        self.slots[at] = print;
        self.count += 1;
        true
    }

    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u128>()
    }

    #[cold]
    fn grow(&mut self) {
        let mut slots = vec![0u128; self.slots.len() + self.slots.len() / 2];
        for &print in self.slots.iter().filter(|&&print| print != 0) {
            let at = find(&slots, print);
            slots[at] = print;
        }
        self.slots = slots;
    }
}

/// Where a fingerprint is, or where it belongs.
#[inline]
fn find(slots: &[u128], print: u128) -> usize {
    let mut at = (((print >> 64) * slots.len() as u128) >> 64) as usize;
    loop {
        let found = slots[at];
        if found == print || found == 0 {
            return at;
        }
        at += 1;
        if at == slots.len() {
            at = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_fingerprints() {
        let mut visited = Visited::new();
        let print = |i: u128| i.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        for i in 0..100_000 {
            assert!(visited.insert(print(i)));
        }
        for i in 0..100_000 {
            assert!(!visited.insert(print(i)));
        }
        assert!(visited.bytes() < 100_000 * 33);
    }
}
