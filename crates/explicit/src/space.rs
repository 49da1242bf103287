//! The waist of the engine: what a search asks of that which it explores, and what is asked of it by whoever judges and
//! records. The machine is one such space ([`crate::concrete`]); tests have graphs without any C.

use machine::Stop;
use machine::explore::Choice;

use crate::claims::Claims;
use crate::findings::Findings;
use crate::layer::{Flaw, Outcome};
use crate::memo::Known;
use crate::plan::Walked;

/// A transition system that stands at one of its states.
pub(crate) trait Space {
    /// A copy of a state.
    type Saved;
    /// How a run ends.
    type End;

    /// Tells the state from all others.
    fn fingerprint(&self) -> u128;

    /// What can be done at the state, in ascending order: by thread, then by option. That order defines paths.
    fn choices(&mut self, out: &mut Vec<Choice>);

    /// The number that a choice of the state is of, if it is one of numbers: the same for all states that threads stand at the same
    /// locations in.
    #[inline]
    fn chosen(&self, _: Choice) -> Option<u64> {
        None
    }

    /// Goes on by a choice, to another state or to an end; [`Space::undo`] goes back from both.
    fn take(&mut self, choice: Choice) -> Result<(), Ended<Self::End>>;

    fn undo(&mut self);

    /// Goes on by a choice that somebody has tried before, to a state that is claimed.
    fn follow(&mut self, choice: Choice) -> Result<(), Ended<Self::End>> {
        self.take(choice)
    }

    fn save(&mut self) -> Self::Saved;

    /// Goes to a state that was copied, and to which these choices lead from the start; what was done before cannot be
    /// undone any more.
    fn restore(&mut self, saved: Self::Saved, way: &dyn Fn() -> Vec<Choice>);
}

/// A transition came to no state.
#[derive(Debug)]
pub(crate) enum Ended<E> {
    /// The run has ended.
    Run(E),
    /// What it comes to is known. The space is where it was.
    Known(Outcome),
    /// It was not carried out to its end, so it says nothing. The space is where it was.
    Interrupted(Stop),
    /// What is known is not so.
    Rejected,
}

/// The record does not fit the program.
#[derive(Debug)]
pub(crate) struct Rejected;

/// What is known of a space without going there, and where there is nothing to explore. Of a space that knows nothing every
/// state is claimed once, and explored.
pub(crate) trait Recall: Space {
    /// Claims the state that was come to. It may have to be gone to for that.
    #[inline]
    fn claim(&mut self, claims: &mut Claims, depth: u64) -> Result<Claim, Ended<Self::End>> {
        let (number, is_new) = claims.claim(self.fingerprint(), depth);
        Ok(Claim { number, is_new, ..Claim::default() })
    }

    /// Leaves of the state's choices those that have to be tried.
    #[inline]
    fn narrow(&self, _: &mut Vec<Choice>) {}

    /// Whether the last transition came to what is known of it: to an outcome, to one that is not sure, or to a state.
    #[inline]
    fn is_expected(&mut self, _: Came<'_>) -> bool {
        true
    }

    /// Transitions that were executed, and how many of these only to go back to a state.
    fn executed(&self) -> (u64, u64);
}

/// What a transition came to.
#[derive(Clone, Copy)]
pub(crate) enum Came<'o> {
    ToState,
    To(&'o Outcome),
    ToNothingSure,
}

/// What becomes of a state that was come to.
#[derive(Default)]
pub(crate) struct Claim {
    pub number: u32,
    /// It is to be gone on from.
    pub is_new: bool,
    /// Nothing has to be explored from there.
    pub is_pruned: bool,
    /// It is counted already.
    pub is_counted: bool,
    pub known: Option<Known>,
    /// Known states that were walked from there.
    pub walked: Option<Walked>,
}

/// Says what is wrong with a state, with an end, with a step. Nobody else knows what properties mean.
///
/// `way` tells the choices from the start to where the space stands.
pub(crate) trait Judge: Space {
    /// What is wrong with the state; leaves of its choices those by which to go on.
    fn at_state(
        &mut self,
        choices: &mut Vec<Choice>,
        found: &mut Findings<'_>,
        way: &dyn Fn() -> Vec<Choice>,
    ) -> Vec<Flaw>;

    /// What a run comes to that has ended; nothing if that is not sure.
    fn at_end(
        &mut self,
        end: Self::End,
        found: &mut Findings<'_>,
        way: &dyn Fn() -> Vec<Choice>,
    ) -> Option<Outcome>;

    /// Whether something was wrong in the last transition, where there are no states to be judged.
    fn is_step_wrong(&self) -> bool;

    /// What that was.
    fn in_step(&mut self, found: &mut Findings<'_>, way: &dyn Fn() -> Vec<Choice>) -> Option<Flaw>;

    /// Whether the last transition met something that a verdict has to tell: it is not recorded, so that whoever builds
    /// on the record meets it too.
    fn has_noticed(&self) -> bool;

    /// The state is new: whoever looks on is shown it.
    fn show(&self, found: &mut Findings<'_>);

    /// What was met in the whole search.
    fn sum_up(&self, found: &mut Findings<'_>);

    /// What it took.
    fn steps(&self) -> u64;

    /// Decisions between values of inputs that are symbols, and how many questions a solver was asked for them.
    fn asked(&self) -> (u64, u64) {
        (0, 0)
    }
}

/// What a record tells of transitions and states: elements of the program, by number.
///
/// Keys are cheap, and two that are the same have the same elements.
pub(crate) trait Told {
    /// Where the last transition is told by others: a layer, and the footprint there. It was not executed then.
    #[inline]
    fn recalled(&self) -> Option<(u8, u32)> {
        None
    }

    /// Whether the state was gone to, so that it can be told what its choices depend on.
    #[inline]
    fn is_here(&self) -> bool {
        true
    }

    fn footprint_key(&self) -> u128;

    /// What the last transition depends on.
    fn footprint(&self, out: &mut Vec<u32>);

    /// Two states with the same key and the same choices have the same of [`Told::standing`], and their choices are of the same numbers.
    fn standing_key(&self) -> u128;

    /// What the choices of the state depend on.
    fn standing(&self, out: &mut Vec<u32>);
}
