//! Which states are claimed: those that the space stands at, those that a fact leads to, those that a plan knows.

use machine::explore::Choice;

use super::{At, Lazy, open};
use crate::claims::Claims;
use crate::layer::Outcome;
use crate::memo::Known;
use crate::plan::Place;
use crate::space::{Came, Claim, Ended, Judge, Recall};

impl<S: Judge<Saved: Clone>> Recall for Lazy<'_, S> {
    #[inline]
    fn claim(&mut self, claims: &mut Claims, depth: u64) -> Result<Claim, Ended<S::End>> {
        if self.plan.is_some()
            && let Some(claim) = self.claim_planned(claims)?
        {
            return Ok(claim);
        }
        match self.recalled {
            Some(recalled) => self.claim_recalled(recalled.to, claims, depth),
            None => Ok(self.claim_here(claims, depth)),
        }
    }

    fn narrow(&self, choices: &mut Vec<Choice>) {
        // Where something is wrong there may be fewer choices than are known.
        if let (Some(plan), Some(known)) = (&self.plan, self.at().known)
            && !choices.is_empty()
        {
            open(plan).choices((known.layer, known.state), choices);
        }
    }

    /// Which place a flaw has is told by code that need not count for the transition.
    #[inline]
    fn is_expected(&mut self, came: Came<'_>) -> bool {
        if self.expected.is_none() {
            return true;
        }
        let violated = |it: &Outcome| it.flaws.iter().map(|flaw| flaw.property).collect::<Vec<_>>();
        match (self.expected.take(), came) {
            (None, _) => true,
            (Some(known), Came::To(outcome)) => {
                known.is_end == outcome.is_end && violated(&known) == violated(outcome)
            }
            (Some(_), Came::ToState | Came::ToNothingSure) => false,
        }
    }

    fn executed(&self) -> (u64, u64) {
        (self.executed, self.rebuilt)
    }
}

impl<S: Judge<Saved: Clone>> Lazy<'_, S> {
    /// Claims a state at which the space stands.
    fn claim_here(&mut self, claims: &mut Claims, depth: u64) -> Claim {
        let print = self.at().print;
        let (number, is_new) = claims.claim(print, depth);
        if !is_new {
            return Claim { number, ..Claim::default() };
        }
        // A plan has just looked for it in vain.
        let known = if self.plan.is_some() { None } else { self.memo.find(print) };
        self.identify(number, known)
    }

    /// A new state at which the space stands.
    fn identify(&mut self, number: u32, known: Option<Known>) -> Claim {
        if let Some(Known { layer, state }) = known {
            self.set_number((layer, state), number);
        }
        self.at_mut().known = known;
        let is_pruned = self.prunes(known);
        Claim { number, is_new: true, is_pruned, known, ..Claim::default() }
    }

    fn prunes(&mut self, known: Option<Known>) -> bool {
        let is_pruned = known.is_some_and(|known| self.technique.prunes(known));
        self.has_pruned |= is_pruned;
        is_pruned
    }

    /// Claims a state that a fact leads to, and goes there if need be.
    fn claim_recalled(&mut self, to: Place, claims: &mut Claims, depth: u64) -> Result<Claim, Ended<S::End>> {
        let print = || self.memo.print(to.0, to.1).ok_or(Ended::Rejected);
        let (number, is_new) = match self.number(to).filter(|_| claims.tells_by_number()) {
            Some(number) => (number, claims.claim_again(number, depth)),
            None => {
                let (number, is_new) = claims.claim(print()?, depth);
                self.set_number(to, number);
                (number, is_new)
            }
        };
        if !is_new {
            return Ok(Claim { number, ..Claim::default() });
        }
        let is_away = self.technique.stays_away(claims.is_deepest(depth));
        let known = if is_away { self.memo.find_at(to.0, to.1) } else { None };
        let is_pruned = self.prunes(known);
        let kind = known.and_then(|known| self.memo.kind(known));
        if !is_pruned && !kind.is_some_and(|kind| self.is_told_of_state(kind)) {
            self.go(to)?;
            let known = self.memo.find(self.at().print);
            return Ok(self.identify(number, known));
        }
        *self.at_mut() = At { print: print()?, known };
        Ok(Claim { number, is_new, is_pruned, known, ..Claim::default() })
    }

    /// As [`Lazy::claim_recalled`] and [`Lazy::claim_here`], where a plan keeps the book. Nothing if it does not know the state.
    fn claim_planned(&mut self, claims: &mut Claims) -> Result<Option<Claim>, Ended<S::End>> {
        let from = self.stack.iter().nth_back(1).and_then(|at| at.known);
        let Some(plan) = &self.plan else { return Ok(None) };
        let (to, (is_new, walked)) = match (self.recalled, self.path.last()) {
            (Some(recalled), Some(&choice)) => {
                let to = self.memo.representative(recalled.to);
                (to, open(plan).claim_recalled((from, choice), to, claims))
            }
            _ => {
                let Some(place) = self.memo.locate(self.stack[self.stack.len() - 1].print) else {
                    return Ok(None);
                };
                (place, open(plan).claim_here(place, claims))
            }
        };
        if walked.is_some() && open(plan).gives_up(self.executed) {
            return Err(Ended::Rejected);
        }
        let print = match self.recalled {
            Some(_) => self.memo.print(to.0, to.1).ok_or(Ended::Rejected)?,
            None => self.at().print,
        };
        let number = claims.number(print);
        let known = self.memo.known(to);
        if is_new {
            // What can be done there is not known, or something is wrong: the space has to go there.
            let kind = known.and_then(|known| self.memo.kind(known));
            if self.recalled.is_some() && kind.is_none_or(|kind| !kind.flaws.is_empty()) {
                self.go(to)?;
            }
            *self.at_mut() = At { print, known };
        }
        Ok(Some(Claim { number, is_new, is_pruned: false, is_counted: true, known, walked }))
    }
}
