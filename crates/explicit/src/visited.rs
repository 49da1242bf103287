//! The states seen so far, by fingerprint, numbered in the order in which they were found: open hash tables of 20 bytes an
//! entry, one for each value of a fingerprint's first bits.
//!
//! The fingerprint is its own hash, and places follow its order, so that a table is almost sorted. It grows by a quarter
//! when three quarters are full, so a state takes between 27 and 33 bytes; the tables grow one at a time, so what is
//! copied is small.

/// A set of fingerprints with a number for each.
#[derive(Clone)]
pub(crate) struct Visited {
    tables: Vec<Table>,
    count: usize,
}

/// Fingerprints that begin with the same bits.
#[derive(Clone)]
pub(crate) struct Table {
    slots: Vec<Slot>,
    count: usize,
    /// As many as there may be, if that is known.
    expected: usize,
}

/// Bits of a fingerprint that choose its table.
pub(crate) const BITS: u32 = 6;

#[derive(Clone, Copy)]
struct Slot {
    print: [u32; 4],
    number: u32,
}

const FREE: Slot = Slot { print: [0; 4], number: u32::MAX };
/// Places of a table in the beginning.
const FIRST: usize = 1 << 6;
/// States that have numbers; what lies above stands for something else in records.
pub(crate) const MOST: usize = 0xf000_0000;

impl Slot {
    #[inline]
    fn print(&self) -> u128 {
        let [a, b, c, d] = self.print.map(u128::from);
        a | b << 32 | c << 64 | d << 96
    }

    #[inline]
    fn is_free(&self) -> bool {
        self.number == u32::MAX
    }
}

impl Default for Visited {
    fn default() -> Visited {
        Visited::new()
    }
}

impl Visited {
    pub fn new() -> Visited {
        Visited::of(vec![Table::default(); 1 << BITS])
    }

    /// The tables of all values of the first bits, in their order.
    pub fn of(tables: Vec<Table>) -> Visited {
        let count = tables.iter().map(|table| table.count).sum();
        Visited { tables, count }
    }

    /// About so many may come: a table that has to grow to a part of that grows to all of it at once.
    pub fn expect(&mut self, count: usize) {
        self.tables.iter_mut().for_each(|table| table.expected = count >> BITS);
    }

    /// The number of a fingerprint, and whether it is new.
    #[inline]
    pub fn insert(&mut self, print: u128) -> (u32, bool) {
        let count = self.count as u32;
        let (number, is_new) = self.tables[table(print)].insert(print, || count);
        self.count += usize::from(is_new);
        (number, is_new)
    }

    #[cfg(test)]
    pub fn contains(&self, print: u128) -> bool {
        self.tables[table(print)].number(print).is_some()
    }

    pub fn is_full(&self) -> bool {
        self.count >= MOST
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// As [`prints_from`].
    pub fn prints_from(&self, first: usize) -> (Vec<u8>, usize) {
        prints_from(self.tables.iter(), first)
    }

    /// In the order of the first bits.
    pub fn into_tables(self) -> Vec<Table> {
        self.tables
    }

    pub fn bytes(&self) -> usize {
        self.tables.iter().map(Table::bytes).sum()
    }

    /// All fingerprints with their numbers, in ascending order.
    pub fn into_sorted(self) -> Sorted {
        Sorted(self.tables.into_iter().map(Table::into_sorted).collect())
    }
}

impl Default for Table {
    fn default() -> Table {
        Table { slots: vec![FREE; FIRST], count: 0, expected: 0 }
    }
}

impl Table {
    /// The number of a fingerprint, which it gets if it is new; and whether it is.
    #[inline]
    pub fn insert(&mut self, print: u128, number: impl FnOnce() -> u32) -> (u32, bool) {
        if self.count * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        let at = find(&self.slots, print);
        let slot = &mut self.slots[at];
        let is_new = slot.is_free();
        if is_new {
            let parts = [print, print >> 32, print >> 64, print >> 96].map(|part| part as u32);
            *slot = Slot { print: parts, number: number() };
            self.count += 1;
        }
        (slot.number, is_new)
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// The number of a fingerprint that is there.
    pub fn number(&self, print: u128) -> Option<u32> {
        let slot = &self.slots[find(&self.slots, print)];
        (!slot.is_free()).then_some(slot.number)
    }

    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot>()
    }

    pub fn numbers(&self) -> impl Iterator<Item = u32> + '_ {
        self.slots.iter().filter(|slot| !slot.is_free()).map(|slot| slot.number)
    }

    fn into_sorted(self) -> Vec<Slot> {
        let mut slots = self.slots;
        let count = slots.len();
        let mut wrapped = Vec::new();
        // Between two free places lies all that belongs there, in some order.
        let (mut end, mut start) = (0, 0);
        for at in 0..count {
            let slot = slots[at];
            if slot.is_free() {
                slots[start..end].sort_unstable_by_key(Slot::print);
                start = end;
            } else if home(slot.print(), count) > at {
                // It found the end of the table full, and went on at the beginning.
                wrapped.push(slot);
            } else {
                slots[end] = slot;
                end += 1;
            }
        }
        slots.truncate(end);
        slots.extend(wrapped);
        slots[start..].sort_unstable_by_key(Slot::print);
        // Free places are of no use any more, and there is much to be written down yet.
        slots.shrink_to_fit();
        slots
    }

    #[cold]
    fn grow(&mut self) {
        let mut size = self.slots.len() + self.slots.len() / 4;
        let expected = self.expected + self.expected / 2;
        if (size..16 * size).contains(&expected) {
            size = expected;
        }
        let mut slots = vec![FREE; size];
        for slot in self.slots.iter().filter(|slot| !slot.is_free()) {
            let at = find(&slots, slot.print());
            slots[at] = *slot;
        }
        self.slots = slots;
    }
}

/// The fingerprints of some tables from a number on, in the order of numbers, 16 bytes each; and how many numbers there are.
pub(crate) fn prints_from<'t>(
    tables: impl Iterator<Item = &'t Table> + Clone,
    first: usize,
) -> (Vec<u8>, usize) {
    let count: usize = tables.clone().map(|table| table.count).sum();
    let mut prints = vec![0; 16 * count.saturating_sub(first)];
    let slots = tables.flat_map(|table| &table.slots);
    for slot in slots.filter(|slot| !slot.is_free() && slot.number as usize >= first) {
        let at = 16 * (slot.number as usize - first);
        prints[at..at + 16].copy_from_slice(&slot.print().to_le_bytes());
    }
    (prints, count)
}

/// The table of a fingerprint.
#[inline]
pub(crate) fn table(print: u128) -> usize {
    (print >> (128 - BITS)) as usize
}

/// Where a fingerprint belongs in its table of this size.
#[inline]
fn home(print: u128, count: usize) -> usize {
    let rest = ((print >> 64) as u64) << BITS;
    ((u128::from(rest) * count as u128) >> 64) as usize
}

/// Where a fingerprint is, or the free place for it.
#[inline]
fn find(slots: &[Slot], print: u128) -> usize {
    let mut at = home(print, slots.len());
    loop {
        if slots[at].is_free() || slots[at].print() == print {
            return at;
        }
        at += 1;
        if at == slots.len() {
            at = 0;
        }
    }
}

/// Fingerprints in ascending order, each with its number.
pub(crate) struct Sorted(Vec<Vec<Slot>>);

impl Sorted {
    pub fn len(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    pub fn iter(&self) -> impl Iterator<Item = (u128, u32)> + '_ {
        self.0.iter().flatten().map(|slot| (slot.print(), slot.number))
    }

    /// As [`Sorted::iter`]; each part of them goes as soon as it has been gone through.
    pub fn into_each(self) -> impl Iterator<Item = (u128, u32)> {
        self.0.into_iter().flatten().map(|slot| (slot.print(), slot.number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print(i: u128) -> u128 {
        i.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    #[test]
    fn a_set_of_fingerprints() {
        let mut visited = Visited::new();
        for i in 0..100_000 {
            assert_eq!(visited.insert(print(i)), (i as u32, true));
        }
        for i in 0..100_000 {
            assert_eq!(visited.insert(print(i)), (i as u32, false));
        }
        assert!(visited.bytes() < 100_000 * 34);
    }

    #[test]
    fn sorted_also_where_the_table_ran_over_its_end() {
        for seed in 0..50u128 {
            let mut visited = Visited::new();
            // Most of them belong at the end of the table.
            let prints: Vec<u128> = (0..2500)
                .map(|i| if i % 3 == 0 { print(i + seed) } else { (u128::MAX - print(i) % (1 << 60)) << 40 })
                .collect();
            let numbers: Vec<u32> = prints.iter().map(|&print| visited.insert(print).0).collect();
            let mut expected: Vec<(u128, u32)> = prints.into_iter().zip(numbers).collect();
            expected.sort_unstable();
            expected.dedup();
            assert!(visited.into_sorted().iter().eq(expected));
        }
    }
}
