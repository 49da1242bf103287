//! What is wrong, and what a record asks: told by the space where it stands at the state, by nobody where it does not.

use machine::explore::Choice;

use super::{Lazy, Recalled};
use crate::findings::Findings;
use crate::layer::{Flaw, Outcome};
use crate::space::{Judge, Space, Told};

impl<S: Judge<Saved: Clone>> Judge for Lazy<'_, S> {
    fn at_state(
        &mut self,
        choices: &mut Vec<Choice>,
        found: &mut Findings<'_>,
        way: &dyn Fn() -> Vec<Choice>,
    ) -> Vec<Flaw> {
        if !self.is_made() {
            return Vec::new();
        }
        let flaws = self.space.at_state(choices, found, way);
        self.told.extend(&flaws);
        flaws
    }

    fn at_end(
        &mut self,
        end: S::End,
        found: &mut Findings<'_>,
        way: &dyn Fn() -> Vec<Choice>,
    ) -> Option<Outcome> {
        let outcome = self.space.at_end(end, found, way);
        self.told.extend(outcome.iter().flat_map(|outcome| &outcome.flaws));
        outcome
    }

    #[inline]
    fn is_step_wrong(&self) -> bool {
        self.is_made() && self.space.is_step_wrong()
    }

    fn in_step(&mut self, found: &mut Findings<'_>, way: &dyn Fn() -> Vec<Choice>) -> Option<Flaw> {
        let flaw = self.space.in_step(found, way);
        self.told.extend(flaw);
        flaw
    }

    #[inline]
    fn has_noticed(&self) -> bool {
        self.is_made() && self.space.has_noticed()
    }

    #[inline]
    fn show(&self, found: &mut Findings<'_>) {
        if self.is_made() {
            self.space.show(found);
        }
    }

    fn sum_up(&self, found: &mut Findings<'_>) {
        self.space.sum_up(found);
    }

    fn steps(&self) -> u64 {
        self.space.steps()
    }

    fn asked(&self) -> (u64, u64) {
        self.space.asked()
    }
}

impl<S: Space + Told> Told for Lazy<'_, S> {
    #[inline]
    fn recalled(&self) -> Option<(u8, u32)> {
        self.recalled.map(|Recalled { to, footprint }| (to.0, footprint))
    }

    #[inline]
    fn is_here(&self) -> bool {
        self.is_made()
    }

    #[inline]
    fn footprint_key(&self) -> u128 {
        self.space.footprint_key()
    }

    fn footprint(&self, out: &mut Vec<u32>) {
        self.space.footprint(out);
    }

    #[inline]
    fn standing_key(&self) -> u128 {
        self.space.standing_key()
    }

    fn standing(&self, out: &mut Vec<u32>) {
        self.space.standing(out);
    }
}
