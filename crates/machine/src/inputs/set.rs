//! Sets of integers as unions of intervals.

/// Intervals, both ends included: sorted, disjoint, and not touching each other.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub(super) struct Set(Vec<(i128, i128)>);

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
        let pairs = self.0.iter().flat_map(|a| other.0.iter().map(move |b| (a.0.max(b.0), a.1.min(b.1))));
        Set::of(pairs)
    }

    pub fn without(&self, other: &Set) -> Set {
        let mut left = Vec::new();
        for &(mut low, high) in &self.0 {
            for &(from, to) in &other.0 {
                if to >= low && from <= high {
                    left.push((low, from - 1));
                    low = to + 1;
                }
            }
            left.push((low, high));
        }
        Set::of(left)
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
        assert_eq!(set(&[(-3, -1), (1, 9)]).nearest_to_zero(), Some(1));
        assert_eq!(set(&[(-3, -1)]).nearest_to_zero(), Some(-1));
        assert_eq!(set(&[]).nearest_to_zero(), None);
    }
}
