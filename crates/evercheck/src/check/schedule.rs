//! Which of two engines came first, counted in effort and not in time.
//!
//! Both work at once. Effort is counted in steps of the engines themselves and cut into *rounds*, each twice as long as the one
//! before. Whoever finds a violation in an earlier round came first; in the same round that is the explicit engine. So
//! the same input gives the same report on every machine, however fast either engine happens to run.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use verdict::Limits;

/// Transitions of the first round.
const FIRST: u64 = 1 << 15;
/// How often somebody who waits looks whether it is still worth it.
const PULSE: Duration = Duration::from_millis(20);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Explicit,
    Predicate,
}

impl Side {
    pub fn other(self) -> Side {
        match self {
            Side::Explicit => Side::Predicate,
            Side::Predicate => Side::Explicit,
        }
    }
}

/// The round that some effort ends in.
fn round(effort: u64) -> u32 {
    (effort / FIRST).checked_ilog2().map_or(0, |log| log + 1)
}

/// How far both are.
pub struct Schedule {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Clone, Copy)]
struct State {
    used: [u64; 2],
    has_ended: [bool; 2],
}

impl Schedule {
    /// Who does not take part has ended.
    pub fn new(has_explicit: bool, has_predicate: bool) -> Schedule {
        let state = State { used: [0; 2], has_ended: [!has_explicit, !has_predicate] };
        Schedule { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// The predicate engine waits until the other has had its first round: most programs that end there are small.
    pub fn wait_for_first_round(&self, limits: &Limits) {
        let mut state = self.lock();
        let explicit = Side::Explicit as usize;
        while round(state.used[explicit]) == 0 && !state.has_ended[explicit] && limits.reached().is_none() {
            state = self.changed.wait_timeout(state, PULSE).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Tells how much was used in all.
    pub fn used(&self, side: Side, effort: u64) {
        let mut state = self.lock();
        let is_next = round(effort) != round(state.used[side as usize]);
        state.used[side as usize] = effort;
        if is_next {
            self.changed.notify_all();
        }
    }

    /// One side has ended, and tells how much it used in all.
    pub fn end(&self, side: Side, effort: u64) {
        let mut state = self.lock();
        (state.used[side as usize], state.has_ended[side as usize]) = (effort, true);
        self.changed.notify_all();
    }

    /// Whether what one side found at its end came before anything that the other may still find, or has found at its end.
    pub fn is_first(&self, side: Side) -> bool {
        let State { used, .. } = *self.lock();
        let (own, other) = (round(used[side as usize]), round(used[side.other() as usize]));
        own < other || own == other && side == Side::Explicit
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        crate::crash::lock(&self.state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_double() {
        let ends = [(0, 0), (FIRST - 1, 0), (FIRST, 1), (2 * FIRST - 1, 1), (2 * FIRST, 2), (4 * FIRST, 3)];
        ends.iter().for_each(|&(effort, expected)| assert_eq!(round(effort), expected, "{effort}"));
    }

    #[test]
    fn who_needed_fewer_rounds_was_first() {
        let check = |explicit, predicate, side, expected| {
            let schedule = Schedule::new(true, true);
            schedule.used(Side::Explicit, explicit);
            schedule.used(Side::Predicate, predicate);
            assert_eq!(schedule.is_first(side), expected, "{explicit} {predicate} {side:?}");
        };
        check(10, 0, Side::Explicit, true);
        check(10, 0, Side::Predicate, false);
        // The predicate engine has to have come further before anybody knows.
        check(3 * FIRST, FIRST, Side::Explicit, false);
        check(3 * FIRST, 2 * FIRST, Side::Explicit, true);
        check(3 * FIRST, FIRST, Side::Predicate, true);
    }

    #[test]
    fn nobody_waits_for_who_does_not_take_part_or_beyond_a_limit() {
        Schedule::new(false, true).wait_for_first_round(&Limits::default());
        let limits = Limits::default();
        limits.deadline.store(true, std::sync::atomic::Ordering::Relaxed);
        Schedule::new(true, true).wait_for_first_round(&limits);
    }
}
