//! A space of which earlier runs know something, and which is gone to only where something has to be executed.
//!
//! It stands at a state as soon as a fact leads there; the space below may be behind. To execute something it is put there
//! first, along the choices that lead from where it is, and the fingerprint that it comes to is compared with the fact's. If
//! anything is not as it is known, all that is known is rejected.
//!
//! What is wrong is executed, so it is told as by a search without reuse. A known flaw is no violation yet: which thread ran
//! last, and so where a leak is noticed, is no part of a state. Only where others were found at the same places of a
//! program is it left at that.
//!
//! What is followed and what is executed is decided by the technique.

mod claim;
mod judged;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use machine::explore::Choice;
use rustc_hash::FxHashSet as HashSet;
use verdict::Property;

use crate::layer::{Flaw, Kind, NONE, Outcome};
use crate::memo::{Fact, Known, Memo};
use crate::plan::{Place, Plan, TRIED};
use crate::space::{Ended, Judge, Space};

/// A way to use what is known.
pub(crate) trait Technique: Sync {
    /// Whether known transitions are followed, not executed.
    fn is_recalling(&self) -> bool;

    /// Whether nothing has to be explored from a known state.
    fn prunes(&self, _: Known) -> bool {
        false
    }

    /// Whether a state that is new in this run is not gone to, if a known transition leads there.
    fn stays_away(&self, _is_deepest: bool) -> bool {
        false
    }
}

pub(crate) struct Lazy<'m, S: Space> {
    space: S,
    memo: &'m Memo,
    technique: &'m dyn Technique,
    /// Who keeps the book of known states, if it is not the search. Several workers have one.
    plan: Option<Book<'m>>,
    /// The first state, if others are not undone to but restored.
    root: Option<S::Saved>,
    /// The states on the way since the last copy, the current one last.
    stack: Vec<At>,
    /// The choices since the last copy, or from the first state on. The space has made so many of them.
    path: Vec<Choice>,
    made: usize,
    /// The space stands elsewhere, and has to start from the first state.
    is_astray: bool,
    /// The last transition, if it was not executed.
    recalled: Option<Recalled>,
    /// What the last transition has to come to.
    expected: Option<Outcome>,
    /// What was executed and found to be wrong.
    told: HashSet<Flaw>,
    /// By layer and state: its number in this run, if it has one.
    numbers: Vec<Vec<u32>>,
    executed: u64,
    rebuilt: u64,
    has_pruned: bool,
}

/// A plan that several workers may use.
pub(crate) type Book<'m> = Arc<Mutex<Plan<'m>>>;

pub(crate) fn open<'b, 'm>(book: &'b Book<'m>) -> MutexGuard<'b, Plan<'m>> {
    book.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Clone, Copy)]
struct At {
    print: u128,
    known: Option<Known>,
}

#[derive(Clone, Copy)]
struct Recalled {
    to: Place,
    footprint: u32,
}

/// A copy of a state that was gone to, or what is known of one.
#[derive(Clone)]
pub(crate) struct Kept<C> {
    at: At,
    copy: Option<C>,
}

impl<'m, S: Space> Lazy<'m, S> {
    /// The space stands at the first state.
    pub fn new(
        space: S,
        memo: &'m Memo,
        technique: &'m dyn Technique,
        plan: Option<Book<'m>>,
        root: Option<S::Saved>,
    ) -> Lazy<'m, S> {
        let start = At { print: space.fingerprint(), known: None };
        Lazy {
            space,
            memo,
            technique,
            plan,
            root,
            stack: vec![start],
            path: Vec::new(),
            made: 0,
            is_astray: false,
            recalled: None,
            expected: None,
            told: HashSet::default(),
            numbers: vec![Vec::new(); memo.sizes().count()],
            executed: 0,
            rebuilt: 0,
            has_pruned: false,
        }
    }

    pub fn into_space(self) -> S {
        self.space
    }

    /// By layer: whether it was of use, as it was if one in fifty of its states was come to. If something was pruned, all of
    /// them were: what is behind a state that was pruned may be in any.
    pub fn used(&self) -> Vec<bool> {
        let seen = |layer: usize| match &self.plan {
            Some(plan) => open(plan).count_seen(layer),
            None => self.numbers[layer].iter().filter(|&&number| number != NONE).count(),
        };
        let sizes = self.memo.sizes().enumerate();
        let has_pruned = self.has_pruned || self.plan.as_ref().is_some_and(|plan| open(plan).has_pruned());
        sizes.map(|(layer, size)| has_pruned || 50 * seen(layer) >= size.max(1)).collect()
    }

    #[inline]
    fn at(&self) -> At {
        self.stack[self.stack.len() - 1]
    }

    #[inline]
    fn at_mut(&mut self) -> &mut At {
        let last = self.stack.len() - 1;
        &mut self.stack[last]
    }

    /// Whether the space stands at the state.
    #[inline]
    fn is_made(&self) -> bool {
        self.made == self.path.len() && !self.is_astray
    }

    fn fact(&self, choice: Choice) -> Option<(Fact<'m>, u8, u32)> {
        let At { print, known } = self.at();
        let known = known.filter(|_| self.technique.is_recalling())?;
        // Where it is not known what can be done, the space stands; elsewhere it may not even have the thread.
        let chosen = || self.is_made().then(|| self.space.chosen(choice)).flatten();
        self.memo.fact(known, print, choice, chosen)
    }

    /// Whether nothing of what is wrong with a transition would be told any more: other violations were found at these
    /// places.
    fn is_told(&self, flaws: &[Flaw]) -> bool {
        flaws.iter().all(|flaw| self.told.contains(flaw))
    }

    /// As [`Lazy::is_told`], for a state.
    fn is_told_of_state(&self, kind: &Kind) -> bool {
        self.is_told(&kind.flaws) && kind.flaws.iter().all(|flaw| flaw.property != Property::ValidMemtrack)
    }

    #[inline]
    fn number(&self, (layer, state): Place) -> Option<u32> {
        self.numbers[layer as usize].get(state as usize).copied().filter(|&number| number != NONE)
    }

    fn set_number(&mut self, (layer, state): Place, number: u32) {
        let numbers = &mut self.numbers[layer as usize];
        if numbers.is_empty() {
            *numbers = vec![NONE; self.memo.sizes().nth(layer as usize).unwrap_or_default()];
        }
        if let Some(known) = numbers.get_mut(state as usize) {
            *known = number;
        }
    }
}

impl<S: Judge<Saved: Clone>> Lazy<'_, S> {
    /// Puts the space at the state.
    fn place(&mut self) -> Result<(), Ended<S::End>> {
        if self.is_made() {
            return Ok(());
        }
        if let Some(root) = self.root.as_ref().filter(|_| self.is_astray) {
            self.space.restore(root.clone(), &Vec::new);
            self.is_astray = false;
        }
        while self.made < self.path.len() {
            match self.space.take(self.path[self.made]) {
                Ok(()) => self.made += 1,
                Err(Ended::Interrupted(stop)) => return Err(Ended::Interrupted(stop)),
                Err(_) => return Err(Ended::Rejected),
            }
            self.rebuilt += 1;
            self.executed += 1;
        }
        if self.space.fingerprint() == self.at().print { Ok(()) } else { Err(Ended::Rejected) }
    }

    #[inline]
    fn execute(&mut self, choice: Choice) -> Result<(), Ended<S::End>> {
        self.place()?;
        self.executed += 1;
        if self.executed == TRIED && self.plan.as_ref().is_some_and(|plan| open(plan).gives_up(TRIED)) {
            return Err(Ended::Rejected);
        }
        let taken = self.space.take(choice);
        if !matches!(taken, Err(Ended::Interrupted(_))) {
            self.path.push(choice);
            self.made += 1;
            self.stack.push(At { print: self.space.fingerprint(), known: None });
        }
        taken
    }

    /// Executes the transition that a fact has led by.
    fn go(&mut self, to: Place) -> Result<(), Ended<S::End>> {
        let print = self.memo.print(to.0, to.1).ok_or(Ended::Rejected)?;
        let Some(choice) = self.path.pop() else { return Err(Ended::Rejected) };
        self.stack.pop();
        self.recalled = None;
        match self.execute(choice) {
            Ok(()) if self.space.fingerprint() == print && !self.space.is_step_wrong() => Ok(()),
            Err(Ended::Interrupted(stop)) => Err(Ended::Interrupted(stop)),
            _ => Err(Ended::Rejected),
        }
    }
}

impl<S: Judge<Saved: Clone>> Space for Lazy<'_, S> {
    type Saved = Kept<S::Saved>;
    type End = S::End;

    #[inline]
    fn fingerprint(&self) -> u128 {
        self.at().print
    }

    fn choices(&mut self, out: &mut Vec<Choice>) {
        if self.is_made() {
            return self.space.choices(out);
        }
        out.clear();
        let kind = self.at().known.and_then(|known| self.memo.kind(known));
        out.extend(kind.iter().flat_map(|kind| &kind.choices));
    }

    fn chosen(&self, choice: Choice) -> Option<u64> {
        self.is_made().then(|| self.space.chosen(choice)).flatten()
    }

    fn take(&mut self, choice: Choice) -> Result<(), Ended<S::End>> {
        (self.recalled, self.expected) = (None, None);
        match self.fact(choice) {
            Some((Fact::State(state), layer, footprint)) => {
                self.recalled = Some(Recalled { to: (layer, state), footprint });
                self.path.push(choice);
                self.stack.push(At { print: 0, known: None });
                Ok(())
            }
            Some((Fact::Outcome(outcome), layer, footprint)) if self.is_told(&outcome.flaws) => {
                self.recalled = Some(Recalled { to: (layer, NONE), footprint });
                Err(Ended::Known(outcome.clone()))
            }
            Some((Fact::Outcome(outcome), ..)) => {
                self.expected = Some(outcome.clone());
                self.execute(choice)
            }
            None => self.execute(choice),
        }
    }

    fn follow(&mut self, choice: Choice) -> Result<(), Ended<S::End>> {
        self.take(choice)?;
        let recalled = self.recalled.map(|recalled| self.memo.representative(recalled.to));
        let print = match recalled {
            Some(to) => self.memo.print(to.0, to.1).ok_or(Ended::Rejected)?,
            None => self.at().print,
        };
        // As it was when the state was claimed: a plan tells states by the places that stand for them.
        let known = match self.plan {
            Some(_) => recalled.or_else(|| self.memo.locate(print)).and_then(|place| self.memo.known(place)),
            None => self.memo.find(print),
        };
        *self.at_mut() = At { print, known };
        // Where it is not known what can be done, the space stood when the next choice was tried, and has to.
        if known.is_some_and(|known| self.memo.kind(known).is_none()) {
            self.place()?;
        }
        Ok(())
    }

    #[inline]
    fn undo(&mut self) {
        self.stack.pop();
        if self.path.pop().is_some() && self.made > self.path.len() {
            self.space.undo();
            self.made -= 1;
        }
    }

    fn save(&mut self) -> Kept<S::Saved> {
        Kept { at: self.at(), copy: self.is_made().then(|| self.space.save()) }
    }

    fn restore(&mut self, saved: Kept<S::Saved>, way: &dyn Fn() -> Vec<Choice>) {
        self.stack.clear();
        self.stack.push(saved.at);
        (self.path, self.made, self.is_astray) = match saved.copy {
            Some(copy) => {
                self.space.restore(copy, way);
                (Vec::new(), 0, false)
            }
            None => (way(), 0, true),
        };
    }
}
