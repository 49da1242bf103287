//! Delta: known transitions are followed without the machine, up to clean states.
//!
//! This is [`crate::isse`] and [`crate::rmc`] at once, and lazily: a new state is not gone to either, until something has to
//! be executed there. With a plan ([`crate::plan`]) known states are not even followed one by one, but only where the
//! plan's tree leads to one at which something has to be executed.
//!
//! A plan keeps the book of known states: which of them are claimed, and which of their choices are tried. It comes to
//! states in an order of its own, so it only shows that nothing is wrong: at the first flaw the search is done again
//! without it ([`crate::reuse`]). With a limit to the depth, and breadth first, there is none: depths matter.

use machine::explore::Choice;

use crate::claims::Claims;
use crate::lazy::Technique;
use crate::memo::Known;
use crate::plan::{Place, Plan, Walked};
use crate::rmc::{Behind, Clean};

pub(crate) struct Delta<'m> {
    /// Nothing is pruned without it.
    pub clean: Option<&'m Clean<'m>>,
}

impl Technique for Delta<'_> {
    fn is_recalling(&self) -> bool {
        true
    }

    fn prunes(&self, known: Known) -> bool {
        self.clean.is_some_and(|clean| clean.at(known) == Some(Behind::Nothing))
    }

    fn stays_away(&self, _: bool) -> bool {
        true
    }
}

/// What a plan says of a known state that was come to: whether it is entered now, and what was walked from there.
pub(crate) type Entry = (bool, Option<Walked>);

impl Plan<'_> {
    /// A fact leads to a state by a choice of another.
    pub fn claim_recalled(
        &mut self,
        (from, choice): (Option<Known>, Choice),
        to: Place,
        claims: &mut Claims,
    ) -> Entry {
        let entry = if self.is_seen(to) {
            let from = from.map(|known| (known.layer, known.state));
            let edge = from.and_then(|from| Some((from, self.memo.index(from, choice)?)));
            (edge.is_some_and(|(from, index)| self.leads(from, index, to)), None)
        } else {
            let walked = self.walk(to, claims);
            (self.is_needed(to) && claims.overflow().is_none(), Some(walked))
        };
        if entry.0 {
            self.enter(to);
        }
        entry
    }

    /// The machine has come to a state.
    pub fn claim_here(&mut self, place: Place, claims: &mut Claims) -> Entry {
        let walked = (!self.is_seen(place)).then(|| self.walk(place, claims));
        if walked.is_some() {
            self.stands_at(place);
        }
        let is_waiting = self.is_waiting(place);
        self.enter(place);
        (is_waiting, walked)
    }

    fn walk(&mut self, place: Place, claims: &mut Claims) -> Walked {
        let walked = self.grow(place);
        claims.states += walked.states;
        walked
    }
}
