//! Decisions: a question about the inputs that an instruction asks, and the part of the states that was chosen.

use std::rc::Rc;

use cfa::source::Pos;
use formula::Term;

use super::Machine;
use crate::explore::{Interrupted, Pending};
use crate::fault::Stop;
use crate::symbolic::{Begun, Filled, Judged, Narrowed, Part, Split, Valued};
use crate::value::{TERM, Val};

/// Parts that are looked into before one is chosen.
const FEW: usize = 4;
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
        let holds = self.symbolic().terms.not(is_zero);
        if let Some(part) = self.symbolic().holding(holds)
            && !self.enter_part(&part)
        {
            return Ok(false);
        }
        self.holds_here(holds)
    }

    /// Takes the part that was chosen, or ends the transition before the choice.
    pub(super) fn take_part(&mut self, split: &Rc<Split>) -> Result<(), Stop> {
        let count = split.parts.len();
        let option = match self.symbolic().decided.take() {
            Some((option, question)) if question == split.question => option as usize,
            Some(_) => return Err(other_question()),
            // The part that was taken said nothing: it would be asked for ever.
            None if self.symbolic().answered == Some(split.question) => return Err(other_question()),
            None => match self.only_part(split) {
                Some(only) => only,
                None if self.library.callbacks > 0 => {
                    let what = "a decision that depends on inputs, inside a callback or before main";
                    return Err(Stop::SymbolicValue(what.into()));
                }
                None => return self.wait_to_decide(split),
            },
        };
        let Some(part) = split.parts.get(option) else {
            return Err(Stop::SymbolicValue("an option that there is not".into()));
        };
        self.symbolic().answered = Some(split.question);
        if split.has_rest && option + 1 == count {
            return Err(too_many());
        }
        if self.enter_part(part) { Ok(()) } else { Err(Stop::Pruned) }
    }

    /// The part that has states, if of few only one has.
    fn only_part(&mut self, split: &Split) -> Option<usize> {
        match split.parts.len() {
            1 => return Some(0),
            2..=FEW => {}
            _ => return None,
        }
        let symbolic = self.symbolic();
        let mut filled = Vec::new();
        for (index, part) in split.parts.iter().enumerate() {
            if symbolic.is_filled(part) != Filled::No {
                filled.push(index);
            }
        }
        // Of none, the first says so.
        (filled.len() < 2).then(|| filled.first().copied().unwrap_or(0))
    }

    /// The states of a part are all that there are; whether there may be some. Bytes that are known by that are bytes like any other.
    pub(crate) fn enter_part(&mut self, part: &Part) -> bool {
        let symbolic = self.symbolic();
        let filled = symbolic.is_filled(part);
        if filled == Filled::No {
            return false;
        }
        let Narrowed::Some { is_fixed } = symbolic.narrow(part) else { return false };
        if filled == Filled::Unknown {
            symbolic.mark_undecided();
            let pos = self.call_stack().first().map_or(Pos::NONE, |site| site.pos);
            let noticed = &mut self.exploring_mut().noticed;
            noticed.undecided = noticed.undecided.into_iter().chain([pos]).min();
        }
        if is_fixed {
            self.settle_bytes();
        }
        true
    }

    /// Ends the transition before a decision. Others wait until it is made, but for those who were waiting already when it has been put
    /// off too often.
    fn wait_to_decide(&mut self, split: &Rc<Split>) -> Result<(), Stop> {
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
        self.symbolic().waits_for = Some(split.clone());
        let (count, question) = (split.parts.len() as u32, split.question);
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

    /// Says anew what bytes of memory are, some of whose symbols have one value: also when a thread has stored what it had read before another
    /// one told which value that is.
    pub(crate) fn settle_bytes(&mut self) {
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
