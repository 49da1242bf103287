//! What is still to be explored. A frontier decides the order; the loop that uses it is the same for all.

mod breadth;
mod depth;
mod levels;

use machine::explore::Choice;

use crate::memo::Known;
use crate::ranged::Ways;
use crate::recorder::Entry;
use crate::space::{Ended, Space};

pub(crate) use breadth::Breadth;
pub(crate) use depth::{Depth, Job};

/// A state whose choices are tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub number: u32,
    /// What it is called by whoever records it.
    pub entry: Entry,
    /// What earlier runs call it.
    pub known: Option<Known>,
    /// Which ways along a range's ends it is on, and whether some of its choices are in no path of the range.
    pub ways: Ways,
    pub is_partial: bool,
}

/// What to do next.
pub(crate) enum Next {
    Try(Choice),
    /// All choices of the state are tried.
    Done(Node),
}

/// Choices still to be tried.
pub(crate) trait Frontier<S: Space> {
    /// The space stands at a new state, reached by a choice from the current one. It is left at the current state, or at
    /// the new one if that is now the current.
    fn enter(&mut self, space: &mut S, node: Node, choices: &[Choice], from: Option<Choice>);
    fn next(&mut self, space: &mut S) -> Option<Next>;
    /// The state whose choices are being tried.
    fn node(&self) -> Option<Node>;
    /// The choices that lead from the start to the current state.
    fn path(&self) -> Vec<Choice>;
    /// Choices from the start to the current state.
    fn depth(&self) -> usize;
    /// A choice of the current state that led nowhere is left after all.
    fn give_back(&mut self, choice: Choice);
    /// About how many states are kept.
    fn len(&self) -> usize;
    /// States with choices left.
    fn unexplored(&self) -> usize;
    /// The states whose choices are being tried, the current one first.
    fn open(&self) -> Vec<Node>;

    /// The choices that are left at each depth that has some, from the first on, in ascending order; nothing if that is not in
    /// the order of paths.
    fn untried(&self) -> Vec<(usize, Vec<Choice>)> {
        Vec::new()
    }

    /// Gives away about half of what is left to be tried, if that can be.
    fn cut(&mut self) -> Option<Job> {
        None
    }

    /// Gives away all that is left to be tried, if that can be. The space is put back to the first state.
    fn hand_over(&mut self, _: &mut S) -> Option<Job> {
        None
    }

    /// Takes over what somebody gave away. Nothing is left of what there was. The space is put where that begins.
    fn take_over(&mut self, space: &mut S, job: Job) -> Result<(), Ended<S::End>>;
}
