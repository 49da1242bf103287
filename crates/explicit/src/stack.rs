//! How a search is put together: the space, what is known of it, and the technique that uses that.

use crate::delta::Delta;
use crate::isse::Isse;
use crate::lazy::{Lazy, Technique};
use crate::memo::Memo;
use crate::options::{Options, Order};
use crate::plan::Plan;
use crate::reuse::Mode;
use crate::rmc::{Behind, Clean, Rmc};
use crate::search::Search;
use crate::space::{Judge, Recall, Rejected, Space, Told};

pub(crate) struct Stack<'m> {
    /// Nothing is known without it.
    pub memo: Option<&'m Memo>,
    /// Nothing is pruned without it.
    pub clean: Option<&'m Clean<'m>>,
    pub mode: Mode,
    /// Known states are not gone through in the order of the search.
    pub is_planned: bool,
}

/// What became of a search.
pub(crate) struct Explored<S> {
    pub space: S,
    /// There was a plan, which only shows that nothing is wrong: a violation that was found is not the one to be shown.
    pub was_planned: bool,
    /// The search was given up, since what is known is of no use.
    pub is_hopeless: bool,
    /// By layer of the memo: whether it was of use.
    pub used: Vec<bool>,
}

impl Stack<'_> {
    /// Explores a space that stands at its first state.
    pub fn explore<S: Judge<Saved: Clone> + Recall + Told>(
        &self,
        mut space: S,
        search: &mut Search<'_>,
    ) -> Result<Explored<S>, Rejected> {
        let Some(memo) = self.memo else {
            search.run(&mut space)?;
            return Ok(Explored { space, was_planned: false, is_hopeless: false, used: Vec::new() });
        };
        search.shared.claims.visited.expect(memo.states());
        let technique: &dyn Technique = match self.mode {
            Mode::Off | Mode::Rmc => &Rmc { clean: self.clean },
            Mode::Isse => &Isse,
            Mode::Delta => &Delta { clean: self.clean },
        };
        let plan = self.plan(memo, &space);
        search.shared.found.is_first_enough |= plan.is_some();
        let root = (search.shared.options.order == Order::Breadth).then(|| space.save());
        let mut lazy = Lazy::new(space, memo, technique, plan, root);
        let is_hopeless = match search.run(&mut lazy) {
            Ok(()) => false,
            Err(Rejected) if lazy.is_hopeless() => true,
            Err(Rejected) => return Err(Rejected),
        };
        let used = lazy.used();
        let (space, plan) = lazy.into_parts();
        // What is known to be wrong has to show.
        let has_flaw = plan.as_ref().is_some_and(Plan::has_flaw);
        if !is_hopeless
            && has_flaw
            && search.shared.found.violations.is_empty()
            && !search.shared.found.is_ended()
        {
            return Err(Rejected);
        }
        Ok(Explored { space, was_planned: plan.is_some(), is_hopeless, used })
    }

    /// Where all is known and something is wrong, there is nothing that a plan could show.
    fn plan<'m>(&'m self, memo: &'m Memo, space: &impl Space) -> Option<Plan<'m>> {
        let clean = self.clean.filter(|_| self.is_planned)?;
        let is_flawed = memo.find(space.fingerprint()).and_then(|it| clean.at(it)) == Some(Behind::AFlaw);
        (!is_flawed).then(|| Plan::new(memo, clean))
    }
}

/// Whether there can be a plan. With a limit to the depth, within a range and breadth first, states are walked one by one: it
/// matters by which way and at which depth they are come to.
pub(crate) fn is_plannable(mode: Mode, options: &Options) -> bool {
    let is_limited = options.limits.depth.is_some() || options.range.is_some();
    mode == Mode::Delta && !is_limited && options.order != Order::Breadth
}
