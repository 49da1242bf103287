//! Decisions: a question about the inputs that an instruction asks, and the part of the states that was chosen.

use formula::Term;

use super::Machine;
use crate::explore::{Interrupted, Pending};
use crate::fault::Stop;
use crate::symbolic::{Begun, Judged, Split, Valued};
use crate::value::{TERM, Val};

/// Moves with jumps backwards that a thread makes by decisions before others may move.
const MOST_JUMPS: u16 = 16;

impl Machine<'_> {
    /// The number that a term is, here: states in which it is another one are other options.
    pub(crate) fn number_of_term(&mut self, term: Term, wanted: &[u64]) -> Result<u64, Stop> {
        loop {
            match self.symbolic().value(term, wanted) {
                Valued::Always(value) => return Ok(value),
                Valued::Split(split) => self.take_part(&split)?,
                Valued::Hard => return Err(too_many()),
            }
        }
    }

    /// Whether a condition holds, here.
    pub(crate) fn holds_here(&mut self, condition: Term) -> Result<bool, Stop> {
        loop {
            match self.symbolic().judge(condition) {
                Judged::Always(holds) => return Ok(holds),
                Judged::Split(split) => self.take_part(&split)?,
                Judged::Hard => return Err(too_many()),
            }
        }
    }

    /// Assumes that a term is not zero; whether it may be so. With one thread, a run that fails an assumption is none, whatever
    /// else there is: so there is nothing to choose. With others, these may go on until it fails.
    pub(crate) fn assume_term(&mut self, term: Term) -> Result<bool, Stop> {
        let is_zero = self.symbolic().terms.is_zero(term);
        if self.live > 1 {
            return self.holds_here(is_zero).map(|is_zero| !is_zero);
        }
        loop {
            if let Some((place, values)) = self.symbolic().values_without(is_zero) {
                self.restrict(place, values);
            }
            match self.symbolic().judge(is_zero) {
                Judged::Always(is_zero) => return Ok(!is_zero),
                Judged::Split(split) => self.take_part(&split)?,
                Judged::Hard => return Err(too_many()),
            }
        }
    }

    /// Takes the part that was chosen, or ends the transition before the choice.
    pub(super) fn take_part(&mut self, split: &Split) -> Result<(), Stop> {
        let count = split.parts.len();
        let option = match self.symbolic().decided.take() {
            Some((option, question)) if question == split.question => option as usize,
            Some(_) => return Err(other_question()),
            None if count == 1 => 0,
            None if self.library.callbacks > 0 => {
                let what = "a decision that depends on inputs, inside a callback or before main";
                return Err(Stop::SymbolicValue(what.into()));
            }
            None => return self.wait_to_decide(count as u32, split.question),
        };
        let Some(part) = split.parts.get(option) else {
            return Err(Stop::SymbolicValue("an option that there is not".into()));
        };
        if split.has_rest && option + 1 == count {
            return Err(too_many());
        }
        self.restrict(split.place, part.clone());
        Ok(())
    }

    /// Ends the transition before a decision. Others wait until it is made, but for those who were waiting already when it has been put
    /// off too often.
    fn wait_to_decide(&mut self, count: u32, question: u64) -> Result<(), Stop> {
        let mut interrupted = Interrupted::default();
        if self.live > 1 && self.threads[self.current].atomic == 0 {
            let has_jumped = self.exploring().is_some_and(|it| it.has_jumped);
            let Begun { thread, interrupted: before, .. } = self.symbolic().begun;
            let jumps = before.jumps + u16::from(has_jumped);
            if thread != self.current || jumps > MOST_JUMPS {
                return self.yield_to(Pending::Run);
            }
            interrupted.jumps = jumps;
        }
        self.yield_to(Pending::Decide { count, question, interrupted })
    }

    /// What was chosen has to have been asked for again.
    pub(crate) fn refuse_undecided(&self) -> Result<(), Stop> {
        let symbolic = self.exploring().and_then(|exploring| exploring.symbolic.as_ref());
        match symbolic.is_some_and(|symbolic| symbolic.decided.is_some()) {
            true => Err(other_question()),
            false => Ok(()),
        }
    }

    /// A symbol has only these values from now on. Bytes that are known by that are bytes like any other.
    pub(crate) fn restrict(&mut self, place: u32, values: formula::Set) {
        if !self.symbolic().restrict(place, values) {
            return;
        }
        let held: Vec<_> = self.memory.term_bytes().collect();
        for (at, byte) in held {
            let symbolic = self.symbolic();
            let term = symbolic.plain(byte.term);
            let low = symbolic.terms.extract(term, 8 * u32::from(byte.byte), 8);
            match symbolic.terms.constant(low) {
                Some(value) => self.memory.set_number_byte(at, value as u8),
                None if term != byte.term => self.memory.set_term_byte(at, term, byte.byte),
                None => {}
            }
        }
    }

    /// Whether a value that is a number or a term is not zero.
    pub(super) fn is_true(&mut self, value: Val) -> Result<bool, Stop> {
        let Some(term) = value.as_term() else { return Ok(value.bits != 0) };
        let is_zero = self.symbolic().terms.is_zero(term);
        self.holds_here(is_zero).map(|is_zero| !is_zero)
    }

    /// What values are in one of the concrete states.
    pub(super) fn examples<const N: usize>(&mut self, values: [Val; N]) -> Result<[u64; N], Stop> {
        let terms: Vec<Term> = values.iter().filter_map(|value| value.as_term()).collect();
        let Some(found) = self.symbolic().example(&terms) else { return Err(too_many()) };
        let mut found = found.into_iter();
        Ok(values.map(|value| match value.tag {
            TERM => found.next().unwrap_or(0),
            _ => value.bits,
        }))
    }
}

/// An error of ours, which must not be taken for an answer.
fn other_question() -> Stop {
    Stop::SymbolicValue("a decision that did not come again as it was".into())
}

pub(super) fn too_many() -> Stop {
    Stop::SymbolicValue(
        "a decision between more values of inputs than can be told apart one by one; an assumption that bounds \
         them helps, or --engine predicate"
            .into(),
    )
}
