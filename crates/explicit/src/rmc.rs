//! Regression model checking: states from which no change can be reached are not explored.
//!
//! G. Yang, M. Dwyer, G. Rothermel, "Regression Model Checking" (ICSM 2009), §4.1: a state is *clean* if no element that
//! is reachable from it is dangerous. Guarantee: what can be reached from a clean state is what its layers say, so
//! nothing needs to be executed there.
//!
//! Pruning is exact: from a clean state without a flaw only such states can be reached, nothing is wrong with them, and no
//! transition of theirs meets an obstacle, since those are not recorded. A search that leaves them out comes to all other
//! states in the same order and by the same ways, depth first and breadth first: none of them is behind one that is left
//! out. In a random order too, since the order at a state follows from the way to it.
//!
//! Deviations:
//! 1. The paper keeps for each state the set of elements that can be reached, r(s). Here the facts themselves say which
//!    elements they need, so it is enough to know whether some fact that can be reached does not hold: one bit a state,
//!    worked out against the program at hand.
//! 2. Lines 13c-13i of the paper's figure 4 unite r(s) along the stack, and lose elements where an edge leads to a
//!    finished state of a component that is still open (a→b, b→a, a→c, c→b, a→d: r(c) misses a→d). Here the bit is the
//!    least fixpoint over all edges, so no order of the search is relied on.
//! 3. A dangerous element is one that does not occur in this program (see the `change` crate), whatever program the
//!    layer was recorded for: there is no previous version, and layers of several programs can be used at once.
//! 4. A state behind which a violation is known is not pruned: the violation is executed, and told as by any other search.
//! 5. With a limit to the depth nothing is pruned: what lies behind a clean state may lie too deep.

use crate::index::Bits;
use crate::layer::OUTCOMES;
use crate::lazy::Technique;
use crate::memo::{Known, Memo, View};

/// RMC as a way to use a record: everything is executed, up to clean states.
pub(crate) struct Rmc<'m> {
    /// Nothing is pruned without it.
    pub clean: Option<&'m Clean<'m>>,
}

impl Technique for Rmc<'_> {
    fn is_recalling(&self) -> bool {
        false
    }

    fn prunes(&self, known: Known) -> bool {
        self.clean.is_some_and(|clean| clean.at(known) == Some(Behind::Nothing))
    }
}

/// What is known to be behind a state at which, and behind which, nothing has to be executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Behind {
    Nothing,
    AFlaw,
}

/// Which states of a memo are clean.
pub(crate) struct Clean<'m> {
    memo: &'m Memo,
    /// By layer; empty if all states are clean and nothing is wrong.
    reaches: Vec<Reach>,
}

/// What can be reached from the states of a layer.
struct Reach {
    /// Something that does not hold.
    dirty: Bits,
    /// Something wrong.
    flawed: Bits,
}

impl<'m> Clean<'m> {
    pub fn of(memo: &'m Memo) -> Clean<'m> {
        if memo.is_clean() {
            return Clean { memo, reaches: Vec::new() };
        }
        let mut reaches: Vec<Reach> = memo.layers.iter().map(Reach::at_once).collect();
        for (layer, (view, reach)) in memo.layers.iter().zip(&mut reaches).enumerate() {
            for state in 0..view.layer.states() as u32 {
                if !view.speaks_for(state) && memo.represented.get((layer as u8, state)).is_none() {
                    reach.dirty.set(state);
                }
            }
        }
        loop {
            let mut is_changed = false;
            for (view, reach) in memo.layers.iter().zip(&mut reaches) {
                is_changed |= reach.spread(view);
            }
            for ((layer, state), (other, known)) in memo.represented.iter() {
                let reach = &reaches[other as usize];
                let (dirty, flawed) = (reach.dirty.get(known), reach.flawed.get(known));
                let reach = &mut reaches[layer as usize];
                is_changed |= dirty && reach.dirty.set(state);
                is_changed |= flawed && reach.flawed.set(state);
            }
            if !is_changed {
                return Clean { memo, reaches };
            }
        }
    }

    /// What is behind a state, if it is clean.
    #[inline]
    pub fn at(&self, Known { layer, state }: Known) -> Option<Behind> {
        let view = &self.memo.layers[layer as usize];
        if view.is_whole && !view.has_flaws {
            return Some(Behind::Nothing);
        }
        let reach = self.reaches.get(layer as usize)?;
        if reach.dirty.get(state) || !view.speaks_for(state) {
            return None;
        }
        Some(if reach.flawed.get(state) { Behind::AFlaw } else { Behind::Nothing })
    }

    /// States from which no change can be reached.
    pub fn count(&self) -> usize {
        let count = |(layer, view): (usize, &View)| {
            let is_dirty = |state| self.reaches.get(layer).is_some_and(|reach| reach.dirty.get(state));
            let is_counted = |state: &u32| {
                (view.is_whole || !is_dirty(*state))
                    && self.memo.represented.get((layer as u8, *state)).is_none()
            };
            (0..view.layer.states() as u32).filter(is_counted).count()
        };
        self.memo.layers.iter().enumerate().map(count).sum()
    }
}

impl Reach {
    /// What is wrong with states and their transitions.
    fn at_once(view: &View) -> Reach {
        let layer = &view.layer;
        let mut reach = Reach { dirty: Bits::new(layer.states()), flawed: Bits::new(layer.states()) };
        if !view.has_flaws {
            return reach;
        }
        let edges = layer.edges();
        let is_flawed = |to: u32| {
            let outcome = to.checked_sub(OUTCOMES).and_then(|at| layer.outcomes.get(at as usize));
            outcome.is_some_and(|outcome| !outcome.flaws.is_empty())
        };
        for (block, state, kind) in edges.blocks().filter(|block| view.speaks_for(block.1)) {
            if !layer.kinds[kind as usize].flaws.is_empty()
                || edges.of(block, kind).any(|edge| is_flawed(edge.0))
            {
                reach.flawed.set(state);
            }
        }
        reach
    }

    /// Hands on to predecessors what their successors reach, once; states were written after most of theirs.
    fn spread(&mut self, view: &View) -> bool {
        let mut is_changed = false;
        let edges = view.layer.edges();
        for (block, state, kind) in edges.blocks() {
            if !view.speaks_for(state) {
                continue;
            }
            let (mut is_dirty, mut is_flawed) = (false, false);
            for (to, _) in edges.of(block, kind).filter(|edge| edge.0 < OUTCOMES) {
                is_dirty |= self.dirty.get(to);
                is_flawed |= self.flawed.get(to);
            }
            is_changed |= is_dirty && self.dirty.set(state);
            is_changed |= is_flawed && self.flawed.set(state);
        }
        is_changed
    }
}
