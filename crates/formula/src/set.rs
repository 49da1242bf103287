//! Sets of integers as unions of intervals.

/// Intervals, both ends included: sorted, disjoint, and not touching each other.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Set(Vec<(i128, i128)>);

impl Set {
    pub fn interval(low: i128, high: i128) -> Set {
        Set(if low <= high { vec![(low, high)] } else { Vec::new() })
    }

    pub fn of(intervals: impl IntoIterator<Item = (i128, i128)>) -> Set {
        let mut all: Vec<_> = intervals.into_iter().filter(|(low, high)| low <= high).collect();
        all.sort_unstable();
        let mut merged: Vec<(i128, i128)> = Vec::with_capacity(all.len());
        for (low, high) in all {
            match merged.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        Set(merged)
    }

    pub fn intervals(&self) -> &[(i128, i128)] {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn union(&self, other: &Set) -> Set {
        Set::of(self.0.iter().chain(&other.0).copied())
    }

    pub fn intersection(&self, other: &Set) -> Set {
        let (mut both, mut i, mut j) = (Vec::new(), 0, 0);
        while let (Some(a), Some(b)) = (self.0.get(i), other.0.get(j)) {
            if a.0.max(b.0) <= a.1.min(b.1) {
                both.push((a.0.max(b.0), a.1.min(b.1)));
            }
            if a.1 < b.1 { i += 1 } else { j += 1 }
        }
        Set(both)
    }

    pub fn without(&self, other: &Set) -> Set {
        let (mut left, mut first) = (Vec::new(), 0);
        for &(mut low, high) in &self.0 {
            first += other.0[first..].iter().take_while(|it| it.1 < low).count();
            for &(from, to) in other.0[first..].iter().take_while(|it| it.0 <= high) {
                if low < from {
                    left.push((low, from - 1));
                }
                low = to + 1;
            }
            if low <= high {
                left.push((low, high));
            }
        }
        Set(left)
    }

    pub fn contains(&self, number: i128) -> bool {
        let behind = self.0.partition_point(|interval| interval.0 <= number);
        behind > 0 && number <= self.0[behind - 1].1
    }

    /// How many numbers these are.
    pub fn count(&self) -> u128 {
        self.0.iter().fold(0, |sum, (low, high)| sum.saturating_add(high.abs_diff(*low)).saturating_add(1))
    }

    /// All of them, in order.
    pub fn numbers(&self) -> impl Iterator<Item = i128> {
        self.0.iter().flat_map(|&(low, high)| low..=high)
    }

    pub fn is_within(&self, low: i128, high: i128) -> bool {
        self.0.iter().all(|interval| low <= interval.0 && interval.1 <= high)
    }

    pub fn ends(&self) -> Option<(i128, i128)> {
        Some((self.0.first()?.0, self.0.last()?.1))
    }

    /// The number nearest to zero, of two the positive one.
    pub fn nearest_to_zero(&self) -> Option<i128> {
        let nearest = |&(low, high): &(i128, i128)| 0.clamp(low, high);
        self.0.iter().map(nearest).min_by_key(|&value| (value.unsigned_abs(), value < 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations() {
        let set = |intervals: &[(i128, i128)]| Set::of(intervals.iter().copied());
        assert_eq!(set(&[(5, 6), (1, 2), (3, 3), (9, 8)]).intervals(), [(1, 3), (5, 6)]);
        let (a, b) = (set(&[(0, 10), (20, 30)]), set(&[(-5, 0), (4, 5), (9, 22)]));
        assert_eq!(a.intersection(&b).intervals(), [(0, 0), (4, 5), (9, 10), (20, 22)]);
        assert_eq!(a.without(&b).intervals(), [(1, 3), (6, 8), (23, 30)]);
        assert_eq!(a.union(&b).intervals(), [(-5, 30)]);
        assert_eq!(a.count(), 22);
        assert_eq!(set(&[(-3, -1), (1, 9)]).nearest_to_zero(), Some(1));
        assert_eq!(set(&[(-3, -1)]).nearest_to_zero(), Some(-1));
        assert_eq!(set(&[]).nearest_to_zero(), None);
    }

    /// All sets of numbers below seven, in pairs.
    #[test]
    fn sets_are_those_of_their_numbers() {
        let sets = || {
            (0..1u32 << 7).map(|bits| (bits, Set::of((0..7).filter(|i| bits >> i & 1 == 1).map(|i| (i, i)))))
        };
        let bits = |set: Set| {
            assert!(set.0.windows(2).all(|it| it[0].1 + 1 < it[1].0) && set.0.iter().all(|it| it.0 <= it.1));
            set.numbers().fold(0u32, |bits, number| bits | 1 << number)
        };
        for (x, a) in sets() {
            assert_eq!(a.count(), x.count_ones().into());
            (-1..8).for_each(|number| assert_eq!(a.contains(number), number >= 0 && x >> number & 1 == 1));
            for (y, b) in sets() {
                assert_eq!(bits(a.intersection(&b)), x & y);
                assert_eq!(bits(a.union(&b)), x | y);
                assert_eq!(bits(a.without(&b)), x & !y);
            }
        }
    }
}
