//! Operations of one operand and a constant, backwards: which words become one of those that are wanted.

use crate::set::Set;
use crate::term::{Node, Term, Terms, Word, mask, signed};

/// How many intervals are worth it.
const INTERVALS: usize = 1 << 12;

/// The operand of a term, and the words, as numbers without sign, with which the term is one of those wanted. Nothing if it has not
/// just one operand that is no constant, or if these words would be too many intervals.
pub fn of(terms: &Terms, term: Term, wanted: &Set) -> Option<(Term, Set)> {
    let width = terms.width(term);
    let found = match terms.node(term) {
        Node::Extend { signed: is_signed, of, .. } => {
            let narrow = terms.width(of);
            let kept = Set::interval(0, mask(if is_signed { narrow - 1 } else { narrow }) as i128);
            let high = (mask(width) ^ mask(narrow)) as i128;
            let negative = Set::interval(high + (1 << (narrow - 1)), mask(width) as i128);
            let low = wanted.intersection(&kept);
            if !is_signed {
                (of, low)
            } else {
                (of, low.union(&moved(&wanted.intersection(&negative), |it| it - high)))
            }
        }
        Node::Extract { low, of, .. } => (of, field(terms.width(of), low, width, wanted)?),
        Node::Concat(high, low) => {
            let of_low = terms.width(low);
            match (terms.constant(high), terms.constant(low)) {
                (Some(value), _) => {
                    let start = (value << of_low) as i128;
                    let inside = Set::interval(start, start | mask(of_low) as i128);
                    (low, moved(&wanted.intersection(&inside), |it| it - start))
                }
                (_, Some(value)) => (high, multiples(wanted, 1 << of_low, value as i128)),
                _ => return None,
            }
        }
        Node::Word(op, a, b) => match (terms.constant(a), terms.constant(b)) {
            (_, Some(c)) => (a, right(op, width, c, wanted)?),
            (Some(c), _) => (b, left(op, width, c, wanted)?),
            _ => return None,
        },
        _ => return None,
    };
    is_handy(&found.1).then_some(found)
}

/// Whether a set is few intervals.
pub fn is_handy(set: &Set) -> bool {
    set.intervals().len() <= INTERVALS
}

/// `x op c`.
fn right(op: Word, width: u32, c: u128, wanted: &Set) -> Option<Set> {
    let (number, all) = (c as i128, mask(width));
    let is_shift = c < u128::from(width);
    Some(match op {
        Word::Add => turned(width, wanted, -number),
        Word::Sub => turned(width, wanted, number),
        Word::Mul if c > 0 => {
            // A great factor is minus a small one.
            let is_small = c <= all / 2;
            let by = if is_small { number } else { all as i128 + 1 - number };
            let wanted =
                if is_small { wanted } else { &turned(width, &moved(wanted, |it| all as i128 - it), 1) };
            quotients(width, wanted, by)?
        }
        Word::Xor if c == all => moved(wanted, |it| all as i128 - it),
        Word::Xor if c == 1 << (width - 1) => turned(width, wanted, number),
        Word::And if c == 0 => everything(width, wanted.contains(0)),
        Word::And => {
            let (low, bits) = (c.trailing_zeros(), c.count_ones());
            if c >> low != mask(bits) {
                return None;
            }
            field(width, low, bits, &multiples(wanted, 1 << low, 0))?
        }
        Word::Shl if is_shift => field(width, 0, width - c as u32, &multiples(wanted, 1 << c, 0))?,
        Word::LShr if is_shift => field(width, c as u32, width - c as u32, wanted)?,
        Word::AShr if is_shift => {
            let lowest = mask(c as u32) as i128;
            let most = (mask(width - 1) >> c) as i128;
            let numbers = as_signed(width, wanted).intersection(&Set::interval(-most - 1, most));
            from_signed(
                width,
                &Set::of(numbers.intervals().iter().map(|(low, high)| (low << c, (high << c) | lowest))),
            )
        }
        Word::UDiv if c > 0 => {
            let most = all as i128 / number;
            let wanted = wanted.intersection(&Set::interval(0, most));
            let parts =
                wanted.intervals().iter().map(|(low, high)| (low * number, high * number + number - 1));
            Set::of(parts).intersection(&Set::interval(0, all as i128))
        }
        Word::SDiv if signed(c, width) > 0 => {
            let (least, most) = crate::bounds(width);
            let wanted = as_signed(width, wanted).intersection(&Set::interval(least / number, most / number));
            let parts = wanted.intervals().iter().map(|&(low, high)| {
                let from = if low > 0 { low * number } else { low * number - (number - 1) };
                let to = if high < 0 { high * number } else { high * number + number - 1 };
                (from, to)
            });
            from_signed(width, &Set::of(parts).intersection(&Set::interval(least, most)))
        }
        Word::URem if c > 0 => {
            let wanted = wanted.intersection(&Set::interval(0, number - 1));
            copies(&wanted, number, 0, (all as i128 + 1).div_euclid(number) + 1)?
                .intersection(&Set::interval(0, all as i128))
        }
        _ => return None,
    })
}

/// `c op x`.
fn left(op: Word, width: u32, c: u128, wanted: &Set) -> Option<Set> {
    match op {
        // The numbers c - it, once around.
        Word::Sub => Some(turned(width, &moved(wanted, |it| mask(width) as i128 - it), c as i128 + 1)),
        Word::Add | Word::And | Word::Xor => right(op, width, c, wanted),
        _ => None,
    }
}

fn everything(width: u32, is_so: bool) -> Set {
    if is_so { Set::interval(0, mask(width) as i128) } else { Set::default() }
}

/// Each number by a map that keeps neighbours neighbours.
fn moved(set: &Set, by: impl Fn(i128) -> i128) -> Set {
    Set::of(set.intervals().iter().map(|&(low, high)| {
        let (a, b) = (by(low), by(high));
        (a.min(b), a.max(b))
    }))
}

/// Words plus a number, around the end.
pub fn turned(width: u32, set: &Set, by: i128) -> Set {
    let whole = 1i128 << width;
    let by = by.rem_euclid(whole);
    Set::of(set.intervals().iter().flat_map(|&(low, high)| {
        let (low, high) = (low + by, high + by);
        [(low, high.min(whole - 1)), ((low - whole).max(0), high - whole)]
    }))
}

/// Words of which bits `low..low + bits` are one of those wanted.
fn field(width: u32, low: u32, bits: u32, wanted: &Set) -> Option<Set> {
    let wanted = wanted.intersection(&Set::interval(0, mask(bits) as i128));
    let filled =
        Set::of(wanted.intervals().iter().map(|(from, to)| (from << low, (to << low) | mask(low) as i128)));
    let above = width - low - bits;
    if filled == Set::interval(0, mask(low + bits) as i128) {
        return Some(everything(width, true));
    }
    copies(&filled, 1 << (low + bits), 0, 1 << above)
}

/// A set over and over again.
fn copies(set: &Set, distance: i128, from: i128, count: i128) -> Option<Set> {
    if set.is_empty() {
        return Some(Set::default());
    }
    let intervals = i128::try_from(set.intervals().len()).ok()?.checked_mul(count)?;
    if intervals > INTERVALS as i128 {
        return None;
    }
    Some(Set::of((0..count).flat_map(|i| {
        let start = from + i * distance;
        set.intervals().iter().map(move |(low, high)| (low + start, high + start))
    })))
}

/// The words that come to one of a set when they are multiplied by a number, however often that goes around.
fn quotients(width: u32, set: &Set, factor: i128) -> Option<Set> {
    if factor.checked_mul(set.intervals().len() as i128).is_none_or(|it| it > INTERVALS as i128) {
        return None;
    }
    let whole = 1i128 << width;
    let parts = set.intervals().iter().flat_map(|&(low, high)| {
        (0..factor).map(move |round| {
            let (low, high) = (low + round * whole, high + round * whole);
            ((low + factor - 1).div_euclid(factor), high.div_euclid(factor))
        })
    });
    Some(Set::of(parts).intersection(&Set::interval(0, whole - 1)))
}

/// The numbers `n` such that `n * factor + rest` is in a set; the rest is below the factor.
fn multiples(set: &Set, factor: i128, rest: i128) -> Set {
    Set::of(
        set.intervals().iter().map(|(low, high)| {
            ((low - rest + factor - 1).div_euclid(factor), (high - rest).div_euclid(factor))
        }),
    )
}

/// Words as numbers with a sign, and back.
fn as_signed(width: u32, set: &Set) -> Set {
    let half = 1i128 << (width - 1);
    let (positive, negative) = (Set::interval(0, half - 1), Set::interval(half, 2 * half - 1));
    set.intersection(&positive).union(&moved(&set.intersection(&negative), |it| it - 2 * half))
}

fn from_signed(width: u32, set: &Set) -> Set {
    let half = 1i128 << (width - 1);
    let (positive, negative) = (Set::interval(0, half - 1), Set::interval(-half, -1));
    set.intersection(&positive).union(&moved(&set.intersection(&negative), |it| it + 2 * half))
}
