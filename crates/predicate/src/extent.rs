//! Sets of bits of an object: which of them are set, and which have to be.

use cfa::Program;
use cfa::types::{Type, TypeId};

/// Disjoint ranges of bits, in order, with room between them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Extent(Vec<(u64, u64)>);

/// Elements of an array whose gaps are told one by one.
const MANY: u64 = 64;

impl Extent {
    pub fn range(start: u64, end: u64) -> Extent {
        Extent(if start < end { vec![(start, end)] } else { Vec::new() })
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn add(&mut self, other: &Extent) {
        let mut all = [&self.0[..], &other.0].concat();
        all.sort_unstable();
        self.0.clear();
        for (start, end) in all {
            match self.0.last_mut() {
                Some(last) if start <= last.1 => last.1 = last.1.max(end),
                _ => self.0.push((start, end)),
            }
        }
    }

    /// What both have.
    pub fn meet(&self, other: &Extent) -> Extent {
        let mut met = Vec::new();
        let (mut a, mut b) = (self.0.iter().peekable(), other.0.iter().peekable());
        while let (Some(&&x), Some(&&y)) = (a.peek(), b.peek()) {
            let (start, end) = (x.0.max(y.0), x.1.min(y.1));
            if start < end {
                met.push((start, end));
            }
            if x.1 < y.1 {
                a.next()
            } else {
                b.next()
            };
        }
        Extent(met)
    }

    pub fn has(&self, other: &Extent) -> bool {
        other.0.iter().all(|range| self.0.iter().any(|own| own.0 <= range.0 && range.1 <= own.1))
    }

    pub fn moved(&self, bits: u64) -> Extent {
        Extent(self.0.iter().map(|&(start, end)| (start + bits, end + bits)).collect())
    }

    /// The bits of a value of a type, without those between members.
    pub fn of_type(program: &Program, ty: TypeId) -> Extent {
        let (types, model) = (&program.types, program.model);
        let whole = Extent::range(0, 8 * types.size(ty, model));
        match types.get(ty) {
            Type::Record(record) if !types.record(*record).is_union => {
                let mut all = Extent::default();
                for field in &types.record(*record).fields {
                    let at = 8 * field.offset;
                    all.add(&match field.bits {
                        Some(bits) => {
                            let start = at + u64::from(bits.bit);
                            Extent::range(start, start + u64::from(bits.width))
                        }
                        None => Extent::of_type(program, field.ty).moved(at),
                    });
                }
                all
            }
            Type::Array { elem, .. } => {
                let (size, element) = (8 * types.size(*elem, model), Extent::of_type(program, *elem));
                let count = 8 * types.size(ty, model) / size.max(1);
                if element == Extent::range(0, size) || count > MANY {
                    return whole;
                }
                let mut all = Extent::default();
                (0..count).for_each(|index| all.add(&element.moved(index * size)));
                all
            }
            _ => whole,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_joined_met_and_compared() {
        let of = |ranges: &[(u64, u64)]| {
            let mut all = Extent::default();
            ranges.iter().for_each(|&(start, end)| all.add(&Extent::range(start, end)));
            all
        };
        assert_eq!(of(&[(8, 16), (0, 8), (20, 20)]), Extent::range(0, 16));
        assert_eq!(of(&[(0, 8), (16, 24)]).meet(&Extent::range(4, 20)), of(&[(4, 8), (16, 20)]));
        assert!(of(&[(0, 8), (16, 24)]).has(&of(&[(0, 4), (20, 24)])));
        assert!(!of(&[(0, 8), (16, 24)]).has(&Extent::range(7, 17)));
        assert!(Extent::default().meet(&Extent::range(0, 9)).is_empty());
    }

    #[test]
    fn a_value_has_no_gaps() {
        let text =
            "struct s { char c; int i; unsigned f : 3; } one; struct s two[2]; union { char c; int i; } u;
                    int main(void) { return 0; }";
        let program = cfa::from_text(text).unwrap();
        let of = |name: &str| {
            let object = program.objects.iter().find(|object| object.name == name).unwrap();
            Extent::of_type(&program, object.ty)
        };
        let one = Extent(vec![(0, 8), (32, 67)]);
        assert_eq!(of("one"), one);
        let mut two = one.clone();
        two.add(&one.moved(96));
        assert_eq!(of("two"), two);
        assert_eq!(of("u"), Extent::range(0, 32));
    }
}
