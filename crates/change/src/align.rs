//! Which locations of a function are those of an earlier version of it.
//!
//! Rothermel, Harrold, "A safe, efficient regression test selection technique", TOSEM 1997, §3 (the tool is *Dejavu*); used
//! for model checking by Yang, Dwyer, Rothermel, "Regression model checking", ICSM 2009, §3. Two automata are walked side
//! by side from their entries, along edges of the same order, as long as the locations that are reached do the same.
//!
//! Guaranteed: each old location has at most one new one, and the other way round; equal automata are paired one to
//! one. Missed: locations of the same content may be confused with each other, which costs reuse and nothing else.
//!
//! Deviations:
//! 1. The walk is to find locations that stayed, not dangerous edges: what changed is decided by elements, which tell the
//!    content of both ends of an edge.
//! 2. A location is visited once, with the first partner that fits; the paper marks pairs.
//! 3. Behind a change the paper's walk is over. Here it begins again: at locations that a diff over the rest, in order
//!    of number and by content, finds on both sides ([`crate::sequence`]), and at those whose content is left but
//!    once on each side, for code that moved. From there it goes forwards, and backwards along single edges.
//! 4. Automata of the same shape are the same, whatever things are called. Else all of that is done twice: by content as it is spelled, and then by shape, for what mentions something that has another
//!    name.
//! 5. What is left between partners is taken for changed in place, one by one, so that a location whose operation
//!    changed keeps its name and those that lead to it keep their elements.

use rustc_hash::FxHashMap as HashMap;

use crate::outline::LocationOutline;
use crate::sequence::common;

/// For each new location the old one that it is, if any.
pub(crate) fn align(old: &[LocationOutline], new: &[LocationOutline]) -> Vec<Option<u32>> {
    let is_alike =
        |(old, new): (&LocationOutline, &LocationOutline)| old.shape == new.shape && old.to == new.to;
    if old.len() == new.len() && old.iter().zip(new).all(is_alike) {
        return (0..new.len() as u32).map(Some).collect();
    }
    let mut pairing = Pairing { old: Side::of(old), new: Side::of(new), work: Vec::new() };
    for by in [By::Content, By::Shape] {
        (pairing.old.by, pairing.new.by) = (by, by);
        pairing.start();
        pairing.walk();
        pairing.realign();
        pairing.follow_moves();
    }
    pairing.substitute();
    pairing.new.partner
}

struct Pairing<'a> {
    old: Side<'a>,
    new: Side<'a>,
    /// Pairs from which the walk has not yet gone on.
    work: Vec<(u32, u32)>,
}

/// What locations are compared by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Content,
    Shape,
}

struct Side<'a> {
    by: By,
    locations: &'a [LocationOutline],
    partner: Vec<Option<u32>>,
    /// The source of the only edge to a location.
    before: Vec<Option<u32>>,
}

impl<'a> Side<'a> {
    fn of(locations: &'a [LocationOutline]) -> Side<'a> {
        let mut before = vec![None; locations.len()];
        let mut edges = vec![0u32; locations.len()];
        for (from, location) in locations.iter().enumerate() {
            for &to in &location.to {
                before[to as usize] = Some(from as u32);
                edges[to as usize] += 1;
            }
        }
        before.iter_mut().zip(edges).filter(|(_, edges)| *edges > 1).for_each(|(before, _)| *before = None);
        Side { by: By::Content, locations, partner: vec![None; locations.len()], before }
    }

    fn is_free(&self, at: u32) -> bool {
        self.partner[at as usize].is_none()
    }

    fn content(&self, at: u32) -> u64 {
        let location = &self.locations[at as usize];
        match self.by {
            By::Content => location.content,
            By::Shape => location.shape,
        }
    }

    /// Those without a partner, with their contents.
    fn free(&self) -> (Vec<u32>, Vec<u64>) {
        let free = (0..self.locations.len() as u32).filter(|&at| self.is_free(at));
        free.map(|at| (at, self.content(at))).unzip()
    }
}

impl Pairing<'_> {
    fn pair(&mut self, old: u32, new: u32) {
        self.old.partner[old as usize] = Some(new);
        self.new.partner[new as usize] = Some(old);
        self.work.push((old, new));
    }

    /// The walk begins at the entries, and goes on from all pairs that were found before.
    fn start(&mut self) {
        let pairs = (0..).zip(&self.new.partner).filter_map(|(new, old)| Some(((*old)?, new)));
        self.work = pairs.collect();
        if !self.old.locations.is_empty() && !self.new.locations.is_empty() {
            self.pair_alike(0, 0);
        }
    }

    fn pair_alike(&mut self, old: u32, new: u32) {
        let is_free = self.old.is_free(old) && self.new.is_free(new);
        if is_free && self.old.content(old) == self.new.content(new) {
            self.pair(old, new);
        }
    }

    /// Goes on from the pairs found last, as far as locations are alike.
    fn walk(&mut self) {
        while let Some((old, new)) = self.work.pop() {
            let targets = |side: &Side, at: u32| side.locations[at as usize].to.len();
            let edges = targets(&self.old, old).min(targets(&self.new, new));
            for edge in 0..edges {
                let target = |side: &Side, at: u32| side.locations[at as usize].to[edge];
                self.pair_alike(target(&self.old, old), target(&self.new, new));
            }
            if let (Some(old), Some(new)) = (self.old.before[old as usize], self.new.before[new as usize]) {
                self.pair_alike(old, new);
            }
        }
    }

    fn realign(&mut self) {
        let ((old, old_contents), (new, new_contents)) = (self.old.free(), self.new.free());
        for (in_old, in_new) in common(&old_contents, &new_contents) {
            self.pair(old[in_old], new[in_new]);
        }
        self.walk();
    }

    fn follow_moves(&mut self) {
        let [old, new] = [self.old.free(), self.new.free()].map(|(locations, contents)| {
            let mut places: HashMap<u64, Vec<u32>> = HashMap::default();
            for (at, content) in locations.into_iter().zip(contents) {
                places.entry(content).or_default().push(at);
            }
            places
        });
        let mut moved: Vec<(u32, u32)> = Vec::new();
        for (content, places) in &new {
            if let (&[new], Some(&[old])) = (places.as_slice(), old.get(content).map(Vec::as_slice)) {
                moved.push((old, new));
            }
        }
        // The map's order must not decide anything.
        moved.sort_unstable();
        moved.into_iter().for_each(|(old, new)| self.pair(old, new));
        self.walk();
    }

    /// Pairs what follows a partner on both sides, then what precedes one.
    fn substitute(&mut self) {
        let (old_end, new_end) = (self.old.locations.len() as u32, self.new.locations.len() as u32);
        let mut next = 0;
        for new in 0..new_end {
            if self.new.is_free(new) && next < old_end && self.old.is_free(next) {
                self.pair(next, new);
            }
            if let Some(old) = self.new.partner[new as usize] {
                next = old + 1;
            }
        }
        let mut end = old_end;
        for new in (0..new_end).rev() {
            if self.new.is_free(new) && end > 0 && self.old.is_free(end - 1) {
                self.pair(end - 1, new);
            }
            if let Some(old) = self.new.partner[new as usize] {
                end = old;
            }
        }
        self.walk();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A location for each word: its content, then where its edges lead; without any, to the next one.
    fn locations(text: &str) -> Vec<LocationOutline> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let location = |(at, word): (usize, &&str)| {
            let content = u64::from(word.as_bytes()[0]);
            let mut to: Vec<u32> = word[1..].split(',').filter_map(|it| it.parse().ok()).collect();
            if to.is_empty() && at + 1 < words.len() {
                to.push(at as u32 + 1);
            }
            LocationOutline { name: at as u64, content, shape: content, mentions: Vec::new(), to }
        };
        words.iter().enumerate().map(location).collect()
    }

    /// For each new location the number of the old one, or a dash.
    fn check(old: &str, new: &str, expected: &str) {
        let pairs = align(&locations(old), &locations(new));
        let mut used: Vec<u32> = pairs.iter().flatten().copied().collect();
        used.sort();
        assert!(used.windows(2).all(|it| it[0] < it[1]), "an old location is handed on twice: {pairs:?}");
        let shown: Vec<String> =
            pairs.iter().map(|it| it.map_or("-".into(), |old| old.to_string())).collect();
        assert_eq!(shown.join(" "), expected, "{old} | {new}");
    }

    #[test]
    fn straight_lines() {
        check("a b c", "a b c", "0 1 2");
        check("a b c", "x a b c", "- 0 1 2");
        check("a b c", "a x b c", "0 - 1 2");
        check("a b c", "a b x c", "0 1 - 2");
        check("a b c", "a c", "0 2");
        check("a b c", "b c", "1 2");
        check("a b c", "a x c", "0 1 2");
        check("a b c", "x b c", "0 1 2");
        check("a b c d", "a c b d", "0 2 1 3");
        check("a b c", "x y z", "0 1 2");
        check("a b b b c", "a b b c", "0 1 2 4");
        // Lines that are all alike, behind two insertions, are found by their order.
        check("a b b c b b d", "a x b b y c b b d", "0 - 1 2 - 3 4 5 6");
        check("", "a", "-");
        check("a", "", "");
    }

    #[test]
    fn branches_and_loops() {
        // if (i) { b } else { c } d
        check("i1,3 b2 d4 c2 e", "i1,3 b2 d4 c2 e", "0 1 2 3 4");
        check("i1,3 b2 d4 c2 e", "i1,4 x2 b3 d5 c3 e", "0 - 1 2 3 4");
        check("i1,3 b2 d4 c2 e", "i1,3 x2 d4 c2 e", "0 1 2 3 4");
        // A loop around what was a line.
        check("a b c d", "a w2,4 b c1 d", "0 - 1 2 3");
        // The walk knows which of two alike branches is left, and finds its way past a changed one.
        check("i1,2 b3 b3 e", "i2,1 b2 e", "0 2 3");
        check("i1,3 b2 b4 b2 e", "i1,3 x2 b4 b2 e", "0 1 2 3 4");
    }

    #[test]
    fn what_moved_is_found_with_what_follows_it() {
        check("a b c p q r s z", "p q r s a b c z", "3 4 5 6 0 1 2 7");
    }
}
