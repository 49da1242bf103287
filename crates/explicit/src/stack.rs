//! How a search is put together: the space, what is known of it, and the technique that uses that.

use std::sync::{Arc, Mutex};

use crate::crew::{self, Crewed, Make};
use crate::delta::Delta;
use crate::isse::Isse;
use crate::lazy::{Lazy, Technique, open};
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
    pub crewed: Crewed,
    /// The search was given up, since what is known is of no use.
    pub is_hopeless: bool,
    /// By layer of the memo: whether it was of use.
    pub used: Vec<bool>,
}

impl Stack<'_> {
    /// Explores a space that stands at its first state; with several workers, if there is a way to make more spaces.
    pub fn explore<S: Judge<Saved: Clone> + Recall + Told>(
        &self,
        mut space: S,
        search: &mut Search<'_>,
        make: Option<Make<'_, S>>,
    ) -> Result<Explored<S>, Rejected> {
        let Some(memo) = self.memo else {
            let crewed = explore(search, &mut space, make)?;
            let (was_planned, is_hopeless) = (false, false);
            return Ok(Explored { space, was_planned, crewed, is_hopeless, used: Vec::new() });
        };
        search.shared.claims.visited.expect(memo.states());
        let technique: &dyn Technique = match self.mode {
            Mode::Off | Mode::Rmc => &Rmc { clean: self.clean },
            Mode::Isse => &Isse,
            Mode::Delta => &Delta { clean: self.clean },
        };
        let plan = self.plan(memo, &space).map(|plan| Arc::new(Mutex::new(plan)));
        search.shared.found.is_first_enough |= plan.is_some();
        let root = (search.shared.options.order == Order::Breadth).then(|| space.save());
        let mut lazy = Lazy::new(space, memo, technique, plan.clone(), root);
        let lazily = |make: Make<'_, S>| {
            let space = make()?;
            Ok(Lazy::new(space, memo, technique, plan.clone(), None))
        };
        let explored = match make {
            Some(make) => explore(search, &mut lazy, Some(&|| lazily(make))),
            None => explore(search, &mut lazy, None),
        };
        let is_hopeless = plan.as_ref().is_some_and(|plan| open(plan).is_hopeless());
        let crewed = match explored {
            Ok(crewed) => crewed,
            Err(Rejected) if is_hopeless => Crewed::Alone,
            Err(Rejected) => return Err(Rejected),
        };
        let used = match (&plan, crewed) {
            // What others have met is not known here.
            (None, Crewed::Together | Crewed::Again) => vec![true; memo.layers.len()],
            _ => lazy.used(),
        };
        let space = lazy.into_space();
        // What is known to be wrong has to show.
        let has_flaw = plan.as_ref().is_some_and(|plan| open(plan).has_flaw());
        if !is_hopeless
            && has_flaw
            && search.shared.found.violations.is_empty()
            && !search.shared.found.is_ended()
        {
            return Err(Rejected);
        }
        Ok(Explored { space, was_planned: plan.is_some(), crewed, is_hopeless, used })
    }

    /// Where all is known and something is wrong, there is nothing that a plan could show.
    fn plan<'m>(&'m self, memo: &'m Memo, space: &impl Space) -> Option<Plan<'m>> {
        let clean = self.clean.filter(|_| self.is_planned)?;
        let is_flawed = memo.find(space.fingerprint()).and_then(|it| clean.at(it)) == Some(Behind::AFlaw);
        (!is_flawed).then(|| Plan::new(memo, clean))
    }
}

fn explore<S: Judge + Recall + Told>(
    search: &mut Search<'_>,
    space: &mut S,
    make: Option<Make<'_, S>>,
) -> Result<Crewed, Rejected> {
    match make {
        Some(make) => crew::explore(search, space, make),
        None => search.run(space).map(|()| Crewed::Alone),
    }
}

/// Whether there can be a plan. With a limit to the depth, within a range and breadth first, states are walked one by one: it
/// matters by which way and at which depth they are come to.
pub(crate) fn is_plannable(mode: Mode, options: &Options) -> bool {
    let is_limited = options.limits.depth.is_some() || options.range.is_some();
    mode == Mode::Delta && !is_limited && options.order != Order::Breadth
}
