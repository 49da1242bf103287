//! The known part of a state space, walked in the layers' own numbers: which known states this program reaches by facts
//! that hold, and which choices the search has to try there.
//!
//! At most known states nothing has to be executed: they are seen, and that is all. A state at which some fact does not
//! hold is *open*: the search goes there, along a tree of facts that hold, and tries what is not known. So the search
//! itself walks only the paths to open states, and the cost of the rest is a few reads an edge.
//!
//! Guarantee: a state is seen only if facts that hold lead to it from a state of the run. Every open state that is seen
//! is entered by the search, by the tree or because it came by before.
//!
//! The search comes to states in another order than without a plan, so a plan only shows that nothing is wrong. A walk ends
//! at the first state at which something is known to be: that one alone is open then, so the search goes straight there,
//! and ends when it has executed what is wrong. What is shown is found by a search without a plan ([`crate::reuse`]).

use machine::explore::Choice;

use crate::index::Bits;
use crate::layer::OUTCOMES;
use crate::memo::{Head, Known, Memo};
use crate::rmc::{Behind, Clean};

/// A state of a layer.
pub(crate) type Place = (u8, u32);

/// By state, those of one layer after those of the other.
pub(crate) struct Plan<'m> {
    pub memo: &'m Memo,
    clean: &'m Clean<'m>,
    /// Where the states of each layer begin.
    first: Vec<u32>,
    seen: Bits,
    /// Something has to be executed there.
    open: Bits,
    /// It is open, or the tree leads from it to one that is.
    needed: Bits,
    entered: Bits,
    /// It is needed, and has no parent yet.
    wanted: Bits,
    /// The state that a state was seen from, by the first of its choices that leads there.
    parents: Vec<u32>,
    /// A walk has ended where something is wrong: what it did not come to is not planned.
    has_flaw: bool,
    /// What need not be executed so far, for all that is known of the states that were seen, but for the ways to those that are
    /// open; and what has to be, for certain: these ways, and what is not known of the states.
    saved: i64,
    needs: i64,
    /// Something was not gone on from; and whether few states are so, once somebody has asked.
    has_pruned: bool,
    prunes_little: Option<bool>,
    is_hopeless: bool,
}

/// What is known is given up if, of so many transitions that were executed or will have to be, less than one in twenty was saved.
pub(crate) const TRIED: u64 = 10_000;
const LEAST: i64 = 20;
/// To look up what is of no use takes about a fifth of the time that transitions take.
const WASTED: i64 = 6;

/// What a walk has found.
#[derive(Default)]
pub(crate) struct Walked {
    pub states: u64,
    pub transitions: u64,
    pub pruned: u64,
    pub ends: u64,
    pub depth: u64,
}

/// States whose blocks are read at once.
const AHEAD: usize = 64;

impl<'m> Plan<'m> {
    pub fn new(memo: &'m Memo, clean: &'m Clean<'m>) -> Plan<'m> {
        let mut count = 0;
        let first = memo.sizes().map(|size| {
            let first = count;
            count += size;
            first as u32
        });
        let first = first.collect();
        let bits = || Bits::new(count);
        let (seen, open, needed, entered, wanted) = (bits(), bits(), bits(), bits(), bits());
        // These are pages of zeros until they are written, so a walk that ends early costs little.
        let parents = vec![0; count];
        let (has_flaw, has_pruned, is_hopeless) = (false, false, false);
        Plan {
            memo,
            clean,
            first,
            seen,
            open,
            needed,
            entered,
            wanted,
            parents,
            has_flaw,
            saved: 0,
            needs: 0,
            prunes_little: None,
            has_pruned,
            is_hopeless,
        }
    }

    /// Whether the search has to end in a violation.
    pub fn has_flaw(&self) -> bool {
        self.has_flaw
    }

    /// Whether all of a layer may have been of use, since something was not gone on from.
    pub fn has_pruned(&self) -> bool {
        self.has_pruned
    }

    /// Whether what is known is given up, asked when [`TRIED`] transitions were executed, and when something was walked: not if much
    /// of all that there may be was executed by then, since that is done again.
    ///
    /// What is behind a state that was not gone on from is saved, too. How much that is nobody has counted, but no more than what is
    /// behind all such states.
    pub fn gives_up(&mut self, executed: u64) -> bool {
        let needs = self.needs.max(executed as i64);
        if self.is_hopeless || self.has_flaw || needs < TRIED as i64 || LEAST * self.saved >= needs {
            return self.is_hopeless;
        }
        let (memo, clean) = (self.memo, self.clean);
        if WASTED * executed as i64 > needs.max(memo.transitions() as i64) {
            return false;
        }
        let is_little = || LEAST as usize * clean.count() <= memo.states();
        self.is_hopeless = !self.has_pruned || *self.prunes_little.get_or_insert_with(is_little);
        self.is_hopeless
    }

    /// A walk has begun where the machine stands: nothing is needed to go there.
    pub fn stands_at(&mut self, root: Place) {
        if self.is_needed(root) {
            (self.saved, self.needs) = (self.saved + 1, self.needs - 1);
        }
    }

    /// What is known is of so little use that a search without it takes no longer.
    pub fn is_hopeless(&self) -> bool {
        self.is_hopeless
    }

    fn id(&self, (layer, state): Place) -> u32 {
        self.first[layer as usize] + state
    }

    fn place(&self, id: u32) -> Place {
        let layer = self.first.partition_point(|&first| first <= id) - 1;
        (layer as u8, id - self.first[layer])
    }

    /// Parents are kept with one added, so that zero stands for nobody.
    fn parent(&self, id: u32) -> u32 {
        self.parents[id as usize].wrapping_sub(1)
    }

    /// States of a layer that were seen.
    pub fn count_seen(&self, layer: usize) -> usize {
        let end = self.first.get(layer + 1).map_or(self.parents.len(), |&first| first as usize);
        (self.first[layer]..end as u32).filter(|&id| self.seen.get(id)).count()
    }

    pub fn is_seen(&self, place: Place) -> bool {
        self.seen.get(self.id(place))
    }

    /// Whether something has to be executed at a state, or at what it leads to by the tree.
    pub fn is_needed(&self, place: Place) -> bool {
        self.needed.get(self.id(place))
    }

    /// Whether the search gets to a state by this choice of another: it is needed and has not been entered.
    pub fn leads(&self, from: Place, index: usize, to: Place) -> bool {
        let (parent, child) = (self.id(from), self.id(to));
        let is_branch = self.parent(child) == parent && self.is_waiting(to);
        is_branch && self.first_choice(parent, child) == Some(index)
    }

    /// The first choice of a state that leads to another, by its place.
    fn first_choice(&self, from: u32, to: u32) -> Option<usize> {
        let place = self.place(from);
        let mut edges = self.memo.facts_at(place)?.edges.filter(|edge| edge.1 < OUTCOMES);
        edges.find(|edge| self.id(self.memo.representative((place.0, edge.1))) == to).map(|edge| edge.0)
    }

    /// Whether a state is needed and has not been entered.
    pub fn is_waiting(&self, place: Place) -> bool {
        let id = self.id(place);
        self.needed.get(id) && !self.entered.get(id)
    }

    pub fn enter(&mut self, place: Place) {
        self.entered.set(self.id(place));
    }

    /// What to try at a state that is known: everything if it is open, or else what the tree needs.
    pub fn choices(&self, place: Place, out: &mut Vec<Choice>) {
        let id = self.id(place);
        if self.open.get(id) {
            return;
        }
        out.clear();
        let Some(facts) = self.memo.facts_at(place) else { return };
        let mut branches = Vec::new();
        for (index, to) in facts.edges.filter(|edge| edge.1 < OUTCOMES) {
            let to = self.id(self.memo.representative((place.0, to)));
            if self.parent(to) == id && self.needed.get(to) && !branches.contains(&to) {
                branches.push(to);
                out.push(facts.kind.choices[index]);
            }
        }
    }

    /// Walks from a state that has not been seen, over facts that hold, to all that have not been seen, or to one at which
    /// something is wrong.
    pub fn grow(&mut self, root: Place) -> Walked {
        let mut walked = Walked::default();
        let (mut places, mut heads) = (Vec::new(), Vec::new());
        let root = self.id(root);
        // The open states of each level.
        let (mut open, mut level, mut next) = (Vec::new(), vec![root], Vec::new());
        self.seen.set(root);
        while !level.is_empty() {
            let mut here = Vec::new();
            for ids in level.chunks(AHEAD) {
                places.clear();
                places.extend(ids.iter().map(|&id| self.place(id)));
                self.memo.heads(&places, &mut heads);
                for (&id, &head) in ids.iter().zip(&heads) {
                    if self.look_at((id, head), &mut walked, (&mut here, &mut next)) {
                        self.lead(root, id);
                        return Walked::default();
                    }
                }
            }
            open.push(here);
            walked.depth += u64::from(!next.is_empty());
            level.clear();
            std::mem::swap(&mut level, &mut next);
        }
        self.plant(open, &mut walked);
        self.has_pruned |= walked.pruned > 0;
        // A long walk has been everywhere; the search will not.
        if walked.states > self.parents.len() as u64 / 8 {
            self.memo.give_back();
        }
        walked
    }

    /// Looks at a state of the walk; whether something is wrong there.
    fn look_at(
        &mut self,
        (id, head): (u32, Head),
        walked: &mut Walked,
        (open, next): (&mut Vec<u32>, &mut Vec<u32>),
    ) -> bool {
        let place = self.place(id);
        walked.states += 1;
        let Some(facts) = self.memo.facts_of(place, head) else {
            self.open.set(id);
            open.push(id);
            return false;
        };
        if self.clean.at(Known { layer: place.0, state: place.1 }) == Some(Behind::Nothing) {
            walked.pruned += 1;
            return false;
        }
        if !facts.kind.flaws.is_empty() {
            return true;
        }
        let is_open = !facts.speaks;
        if is_open {
            self.open.set(id);
            open.push(id);
        }
        self.needs += facts.kind.choices.len() as i64;
        for (_, to) in facts.edges {
            (self.saved, self.needs) = (self.saved + 1, self.needs - 1);
            // At open states the search tries and counts them.
            walked.transitions += u64::from(!is_open);
            if let Some(outcome) = to.checked_sub(OUTCOMES) {
                let Some(outcome) = self.memo.outcome(place.0, outcome) else { continue };
                if !outcome.flaws.is_empty() {
                    return true;
                }
                walked.ends += u64::from(outcome.is_end && !is_open);
                continue;
            }
            let to = self.id(self.memo.representative((place.0, to)));
            if self.seen.set(to) {
                self.parents[to as usize] = id + 1;
                next.push(to);
            }
        }
        false
    }

    /// Makes a tree to one state only, along the walk that has come to it.
    fn lead(&mut self, root: u32, to: u32) {
        self.has_flaw = true;
        self.open = Bits::new(self.parents.len());
        self.open.set(to);
        let mut at = to;
        while self.needed.set(at) && at != root {
            at = self.parents[at as usize] - 1;
        }
    }

    /// Makes a tree to all open states, from the last level up to the root. A state gets a parent that is needed anyway
    /// if there is one in the level above, so that the tree has few states: each of them costs a transition.
    fn plant(&mut self, open: Vec<Vec<u32>>, walked: &mut Walked) {
        let mut needed: Vec<u32> = Vec::new();
        for above in open.into_iter().rev() {
            // Needed in the level below this one, and without a parent yet.
            needed.iter().for_each(|&id| {
                self.wanted.set(id);
            });
            let mut parents = above;
            parents.iter().for_each(|&id| {
                self.needed.set(id);
            });
            for &parent in &parents {
                self.adopt(parent, walked);
            }
            let count = parents.len() as i64;
            (self.saved, self.needs) = (self.saved - count, self.needs + count);
            for id in needed {
                // Behind the others that its parent in the walk can be the parent of.
                let parent = self.parent(id);
                if self.wanted.get(id) {
                    self.needed.set(parent);
                    (self.saved, self.needs) = (self.saved - 1, self.needs + 1);
                    parents.push(parent);
                    self.adopt(parent, walked);
                    self.wanted.clear(id);
                }
            }
            needed = parents;
        }
    }

    /// Makes a state the parent of all states that want one and that a fact leads to from it.
    fn adopt(&mut self, parent: u32, walked: &mut Walked) {
        let place = self.place(parent);
        let Some(facts) = self.memo.facts_at(place) else { return };
        for (_, to) in facts.edges.filter(|edge| edge.1 < OUTCOMES) {
            let to = self.id(self.memo.representative((place.0, to)));
            if self.wanted.clear(to) {
                self.parents[to as usize] = parent + 1;
                // The search will try it, and count it, as it does all of an open state.
                walked.transitions -= u64::from(!self.open.get(parent));
            }
        }
    }
}
