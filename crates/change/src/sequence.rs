//! A common subsequence of two sequences, long where that is cheap and good enough everywhere.
//!
//! Items that occur once in each sequence are anchors, as many as can be taken in order. Between anchors the shortest
//! edit script is sought (Myers, "An O(ND) difference algorithm and its variations", Algorithmica 1986), but for no more
//! than [`EDITS`] edits: past that the script that got furthest counts. So work is linear in the length.

use rustc_hash::FxHashMap as HashMap;
use std::ops::Range;

/// Edits after which the search for the shortest script ends.
const EDITS: usize = 500;

/// Positions of equal items, increasing in both sequences.
pub(crate) fn common(a: &[u64], b: &[u64]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let mut start = (0, 0);
    for anchor in anchors(a, b) {
        gap(a, b, start.0..anchor.0, start.1..anchor.1, &mut pairs);
        pairs.push(anchor);
        start = (anchor.0 + 1, anchor.1 + 1);
    }
    gap(a, b, start.0..a.len(), start.1..b.len(), &mut pairs);
    pairs
}

/// The most of the items that occur once on each side that stand in the same order on both.
fn anchors(a: &[u64], b: &[u64]) -> Vec<(usize, usize)> {
    #[derive(Default)]
    struct Seen {
        count: [usize; 2],
        at: [usize; 2],
    }
    let mut seen: HashMap<u64, Seen> = HashMap::default();
    for (side, items) in [a, b].into_iter().enumerate() {
        for (at, &item) in items.iter().enumerate() {
            let seen = seen.entry(item).or_default();
            seen.count[side] += 1;
            seen.at[side] = at;
        }
    }
    let unique = a.iter().enumerate().filter_map(|(at, item)| {
        let seen = &seen[item];
        (seen.count == [1, 1]).then_some((at, seen.at[1]))
    });
    increasing(&unique.collect::<Vec<_>>())
}

/// The longest part of the pairs, sorted by their first, whose second increases as well.
fn increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // The pair with the least second that ends a chain of each length, and the pair before each in its chain.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, pair) in pairs.iter().enumerate() {
        let length = ends.partition_point(|&end| pairs[end].1 < pair.1);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(index);
        } else {
            ends[length] = index;
        }
    }
    let mut chain: Vec<_> = std::iter::successors(ends.last().copied(), |&index| before[index])
        .map(|index| pairs[index])
        .collect();
    chain.reverse();
    chain
}

/// Appends what is common to a part of each sequence.
fn gap(a: &[u64], b: &[u64], in_a: Range<usize>, in_b: Range<usize>, pairs: &mut Vec<(usize, usize)>) {
    let (part_a, part_b) = (&a[in_a.clone()], &b[in_b.clone()]);
    let same = |(x, y): &(&u64, &u64)| x == y;
    let prefix = part_a.iter().zip(part_b).take_while(same).count();
    let (rest_a, rest_b) = (&part_a[prefix..], &part_b[prefix..]);
    let suffix = rest_a.iter().rev().zip(rest_b.iter().rev()).take_while(same).count();
    let (middle_a, middle_b) = (&rest_a[..rest_a.len() - suffix], &rest_b[..rest_b.len() - suffix]);
    pairs.extend((0..prefix).map(|i| (in_a.start + i, in_b.start + i)));
    let (first_a, first_b) = (in_a.start + prefix, in_b.start + prefix);
    if !middle_a.is_empty() && !middle_b.is_empty() {
        pairs.extend(script(middle_a, middle_b).into_iter().map(|(x, y)| (first_a + x, first_b + y)));
    }
    pairs.extend((0..suffix).rev().map(|i| (in_a.end - 1 - i, in_b.end - 1 - i)));
}

/// What the shortest edit script keeps; of one that would be too long, what its furthest start keeps.
///
/// A point (x, y) stands for x items of `a` and y of `b` passed; it lies on diagonal x - y.
fn script(a: &[u64], b: &[u64]) -> Vec<(usize, usize)> {
    let (n, m) = (a.len() as isize, b.len() as isize);
    let limit = (n + m).min(EDITS as isize);
    // How far along each diagonal, from `-limit - 1` on, one comes; and that after each number of edits.
    let mut reached = vec![0isize; 2 * limit as usize + 3];
    let at = |diagonal: isize| (diagonal + limit + 1) as usize;
    let mut history: Vec<Vec<isize>> = Vec::new();
    for edits in 0..=limit {
        for diagonal in (-edits..=edits).step_by(2) {
            let mut x = match is_insertion(diagonal, edits, |d| reached[at(d)]) {
                true => reached[at(diagonal + 1)],
                false if edits == 0 => 0,
                false => reached[at(diagonal - 1)] + 1,
            };
            while x < n && x - diagonal < m && a[x as usize] == b[(x - diagonal) as usize] {
                x += 1;
            }
            reached[at(diagonal)] = x;
            if x >= n && x - diagonal >= m {
                return kept(&history, edits, diagonal, x);
            }
        }
        history.push(reached[at(-edits)..=at(edits)].to_vec());
    }
    let is_inside = |&(x, diagonal): &(isize, isize)| x <= n && x - diagonal <= m;
    let last =
        (-limit..=limit).step_by(2).map(|diagonal| (reached[at(diagonal)], diagonal)).filter(is_inside);
    let furthest = last.max_by_key(|&(x, diagonal)| 2 * x - diagonal);
    furthest.map_or(Vec::new(), |(x, diagonal)| kept(&history, limit, diagonal, x))
}

/// Whether the last edit on the way to a diagonal passed an item of `b`, not one of `a`.
fn is_insertion(diagonal: isize, edits: isize, reached: impl Fn(isize) -> isize) -> bool {
    edits > 0 && (diagonal == -edits || diagonal != edits && reached(diagonal - 1) < reached(diagonal + 1))
}

/// Follows a script back from where it came to; `history` tells how far one came with fewer edits.
fn kept(history: &[Vec<isize>], edits: isize, mut diagonal: isize, mut x: isize) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for edits in (1..=edits).rev() {
        let before = |diagonal: isize| history[edits as usize - 1][(diagonal + edits - 1) as usize];
        let from = if is_insertion(diagonal, edits, before) { diagonal + 1 } else { diagonal - 1 };
        let start = before(from) + isize::from(from < diagonal);
        pairs.extend((start..x).rev().map(|x| (x as usize, (x - diagonal) as usize)));
        (diagonal, x) = (from, before(from));
    }
    pairs.extend((0..x).rev().map(|x| (x as usize, x as usize)));
    pairs.reverse();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(text: &str) -> Vec<u64> {
        text.bytes().map(u64::from).collect()
    }

    fn longest(a: &[u64], b: &[u64]) -> usize {
        let mut row = vec![0; b.len() + 1];
        for x in a {
            let mut diagonal = 0;
            for (j, y) in b.iter().enumerate() {
                let above = row[j + 1];
                row[j + 1] = if x == y { diagonal + 1 } else { above.max(row[j]) };
                diagonal = above;
            }
        }
        row[b.len()]
    }

    fn check(a: &[u64], b: &[u64]) -> usize {
        let pairs = common(a, b);
        assert!(pairs.iter().all(|&(x, y)| a[x] == b[y]), "{pairs:?}");
        assert!(pairs.windows(2).all(|it| it[0].0 < it[1].0 && it[0].1 < it[1].1), "{pairs:?}");
        pairs.len()
    }

    #[test]
    fn common_parts_are_found() {
        let rows = [
            ("", ""),
            ("", "a"),
            ("abc", "abc"),
            ("abc", "axbc"),
            ("abcd", "acd"),
            ("abab", "baba"),
            ("aabbaabb", "abba"),
            ("xaxbxcx", "yaybycy"),
            ("abcabba", "cbabac"),
            ("abc", "def"),
        ];
        for (a, b) in rows {
            for (a, b) in [(items(a), items(b)), (items(b), items(a))] {
                assert_eq!(check(&a, &b), longest(&a, &b), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn scripts_are_shortest() {
        let mut state = 1u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        for _ in 0..2000 {
            let [a, b] = [random(12), random(12)].map(|len| (0..len).map(|_| random(3)).collect::<Vec<_>>());
            let pairs = script(&a, &b);
            assert!(pairs.iter().all(|&(x, y)| a[x] == b[y]), "{a:?} {b:?} {pairs:?}");
            assert!(pairs.windows(2).all(|it| it[0].0 < it[1].0 && it[0].1 < it[1].1), "{pairs:?}");
            assert_eq!(pairs.len(), longest(&a, &b), "{a:?} {b:?}");
            check(&a, &b);
        }
    }

    #[test]
    fn anchors_go_in_order() {
        // One of the two that changed places is kept.
        assert_eq!(check(&items("abcdef"), &items("abedcf")), 4);
        let n = 200_000;
        let (a, b): (Vec<u64>, Vec<u64>) = ((0..n).collect(), (0..n).map(|i| (i + 5) % n).collect());
        assert_eq!(check(&a, &b), n as usize - 5);
    }

    #[test]
    fn what_is_too_different_still_ends() {
        let a: Vec<u64> = (0..100_000).map(|i| i * i % 7).collect();
        let b: Vec<u64> = (0..100_000).map(|i| i * i * i % 5 + i % 2).collect();
        let furthest = check(&a, &b);
        assert!(furthest > 0, "the start of the script counts");
    }
}
