//! The audit: what was reused is executed again, in part or in full, and has to come to the same.
//!
//! A difference means that a record is wrong or that reuse is, so it is an error of ours and nothing of the record is
//! believed. The audit finds such an error with some probability; it is not what soundness rests on.

use machine::Stop;
use machine::exec::Machine;
use machine::explore::{Choice, Decided};

use crate::layer::{Layer, OUTCOMES};
use crate::memo::{Fact, Memo};
use crate::space::Rejected;

/// How much to execute again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Audit {
    Off,
    /// Random paths from the start, about a hundredth of what the run executed.
    #[default]
    Auto,
    /// Everything.
    Full,
}

/// One of so many transitions is executed again; each takes longer than when it was executed first.
const SHARE: u64 = 400;
/// Transitions that random paths have at least, and one path at most.
const LEAST: u64 = 64;
const LONGEST: u64 = 4096;

/// Follows random paths from where the machine stands, which is the start.
pub(crate) fn walk(
    machine: &mut Machine<'_>,
    memo: &Memo,
    executed: u64,
    seed: u64,
) -> Result<u64, Rejected> {
    let mut budget = LEAST + executed / SHARE;
    let (mut random, mut choices, mut done) = (seed | 1, Vec::<Choice>::new(), 0);
    let mut decided = Decided::default();
    while budget > 0 {
        let mut taken = 0;
        let mut was_known = false;
        // Where the last fact leads to. To look for a fingerprint is to look at many pages of a record.
        let mut next = None;
        while taken < LONGEST.min(budget) {
            let print = machine.fingerprint();
            machine.expansion(None, &mut choices, &mut decided);
            let known = next.take().or_else(|| memo.find(print));
            let kind = known.and_then(|known| memo.kind(known));
            if kind.is_some_and(|kind| kind.flaws.is_empty() && kind.choices != choices) {
                return Err(Rejected);
            }
            was_known |= kind.is_some();
            if choices.is_empty() || kind.is_some_and(|kind| !kind.flaws.is_empty()) {
                break;
            }
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let choice = choices[(random >> 33) as usize % choices.len()];
            let fact = known.and_then(|known| memo.fact(known, print, choice, || machine.chosen(choice)));
            let ended = machine.take(choice);
            taken += 1;
            let known = fact.and_then(|(fact, layer, _)| Some((fact, memo.target(layer, fact)?)));
            if let Err(Stop::Cancelled | Stop::OutOfMemory) = ended {
                return Ok(done);
            }
            if !agrees(machine, known, &ended) {
                return Err(Rejected);
            }
            if ended.is_err() {
                break;
            }
            if let Some((Fact::State(state), layer, _)) = fact {
                next = memo.find_at(layer, state);
            }
        }
        (0..taken).for_each(|_| machine.undo());
        done += taken;
        budget = budget.saturating_sub(taken.max(1));
        if !was_known || taken == 0 {
            break;
        }
    }
    Ok(done)
}

/// Whether a transition came to what is known of it.
fn agrees(machine: &Machine<'_>, fact: Option<(Fact<'_>, u128)>, ended: &Result<(), Stop>) -> bool {
    match (fact, ended) {
        (None, _) => true,
        (Some((Fact::State(_), print)), Ok(())) => machine.fingerprint() == print,
        (Some((Fact::State(_), _)), Err(_)) => false,
        // A race in an atomic section ends nothing.
        (Some((Fact::Outcome(outcome), _)), Ok(())) => !outcome.flaws.is_empty(),
        (Some((Fact::Outcome(outcome), _)), Err(stop)) => match stop {
            Stop::Exit(_) | Stop::Abort => outcome.is_end,
            // It may have raced before, in an atomic section.
            Stop::Pruned => !outcome.is_end,
            Stop::Fault(_) => outcome.is_end || !outcome.flaws.is_empty(),
            _ => false,
        },
    }
}

/// Compares all that is known with what a run from scratch recorded.
pub(crate) fn compare(scratch: &Layer, memo: &Memo) -> Result<u64, Rejected> {
    let mut compared = 0;
    for (block, state, kind) in scratch.edges().blocks() {
        let kind = &scratch.kinds[kind as usize];
        let Some(print) = scratch.print(state) else { continue };
        let Some(known) = memo.find(print) else { continue };
        if !kind.is_cut && memo.kind(known).is_some_and(|other| other.choices != kind.choices) {
            return Err(Rejected);
        }
        for (index, &choice) in kind.choices.iter().enumerate() {
            let Some((to, _)) = scratch.edges().edge(block, index) else { continue };
            let Some((fact, layer, _)) = memo.fact(known, print, choice, || kind.chosen(index)) else {
                continue;
            };
            compared += 1;
            let is_same = match (to.checked_sub(OUTCOMES), fact) {
                (None, Fact::State(state)) => scratch.print(to) == memo.print(layer, state),
                (Some(outcome), Fact::Outcome(known)) => {
                    scratch.outcomes.get(outcome as usize) == Some(known)
                }
                _ => false,
            };
            if !is_same {
                return Err(Rejected);
            }
        }
    }
    Ok(compared)
}
