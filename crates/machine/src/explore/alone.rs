//! Threads that no other can disturb go first: *alone*.
//!
//! P. Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, 1996: persistent sets, here of one thread, and
//! a proviso against ignoring the others for ever. What a thread is about to do is *alone* if no other thread can do anything that
//! depends on it before the thread moves. Then it makes no difference whether it is done now or later, so at a state whose first
//! such thread is t only t's choices are tried, and within a transition such an access is merged with what follows.
//!
//! **Guarantee.** Failed assertions, deadlocks (circles too), races, leaks and obstacles are found if the exploration without it finds them, and
//! so is what memory holds where the program ends after all its threads. Look at single operations, of which a transition is several: each state in between
//! is expanded in full or by one thread t. Let w lead from there to something wrong. If t moves in w, its first operation can be done first, since nothing
//! before it in w depends on it, and what is left of w is shorter. If it does not, it can be done before w, and w after it: what is wrong is
//! about other threads, and t changes nothing that they look at. Such states follow each other only so often (3), and then comes one
//! that is expanded in full, or the transition's end. Of races: if t's access took part in one, another thread could touch it before t moves. The end of the program by
//! another thread looks at no memory but to count what is allocated (`Options::counts_heap`: giving back is visible then) and for what is lost,
//! which stays lost. What has no meaning ends a run where it is met, as it does in steps that only the thread itself can see.
//!
//! 1. **What others can touch** is what they reach from the live slots of all their frames, from objects of their own and from results that
//!    wait to be joined, over whatever memory holds, statics included; and what *May(l)* of each of their frames names
//!    ([`crate::may`]), an outer frame's behind its call. An object that they read by name leads to what it holds. Reads do not disturb reads. Objects of
//!    the library lead to what they hold, and are never alone themselves. A thread that waits to join t, or one that waits so for
//!    another that does, cannot move before t, and is not asked.
//! 2. **What can be alone**: an access by a plain load, store or atomic operation (not a weak compare-exchange, whose failure is a choice);
//!    a choice of a number; a join without a result (whoever else joins or detaches the same thread does wrong in either order). Locks, signals,
//!    allocations that may fail, steps of library calls and of block copies are not.
//! 3. **The proviso.** In place of a bit in the state, the move is tried: a thread is alone at a state only if none of its ways from there ends the
//!    run (fault, exit, what is not modelled), and if each joins or ends a thread, or makes no jump backwards, or leaves a loop
//!    for good, that is, some frame that is there before and after has come to a location from which it cannot come back. Threads are limited in
//!    number, and so are the first two. Of a thread that moves for ever the lowest frame that it comes back to for ever stays in a loop in the end, and jumps backwards; the
//!    frames below stand, those above go: such a move is none of these. Frames are limited, too. So no infinite way consists of such moves.
//!    Within a transition the budget of jumps serves.
//! 4. **Comparing addresses or handles** looks at whether what is compared is still there, which others may end ([`crate::exec`]'s `identity`): a move in which that
//!    happens is not alone. Nor is going on after a long run or before such a comparison.
//! 5. **A function of the state.** Choices are filtered by what the state and the program say, so that workers, ranges, paths and
//!    records need not know of it. What was looked at of the program is noted, whether it came out alone or not: May(l) of each
//!    frame asked, all that was executed when the move was tried, and the loops that were left.

use std::sync::Arc;

use cfa::program::FunctionId;

use super::{Choice, Exploring, Pending};
use crate::exec::Machine;
use crate::footprint::Layout;
use crate::library::sync::Call;
use crate::may::{May, Waits};

/// Numbers of one choice that are tried; with more a choice is not alone.
const OPTIONS: u32 = 64;

/// What is ahead of a location is told apart by the objects that it is about, in so many parts: who is disturbed since a certain object is
/// named depends on one of them.
pub(crate) const BUCKETS: u32 = 4;

/// What was looked at of a location: a part of what is ahead of it, or behind its call, or the loop it is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Look {
    At(u32),
    Behind(u32),
    Loop,
}

/// What a state's choices are limited to, and what that depends on.
#[derive(Clone, Default, Debug)]
pub struct Decided {
    /// The only thread that is expanded.
    pub alone: Option<u32>,
    /// Equal for decisions that depend on the same.
    pub key: u128,
    /// What it depends on, in numbers of the layout, and what was looked at beside.
    words: Vec<u32>,
    looks: Vec<u64>,
}

impl Decided {
    fn clear(&mut self) {
        (self.alone, self.key) = (None, 0);
        self.words.clear();
        self.looks.clear();
    }

    /// What it depends on, in numbers of the layout.
    pub fn words<'d>(&'d self, layout: &'d Layout) -> impl Iterator<Item = u32> + 'd {
        let looks = self.looks.iter().map(|&look| layout.of_look(look));
        self.words.iter().copied().chain(looks)
    }
}

impl Machine<'_> {
    /// As [`Machine::choices`], of the thread alone if there is one.
    pub fn expansion(&mut self, layout: Option<&Layout>, out: &mut Vec<Choice>, decided: &mut Decided) {
        self.choices(out);
        decided.clear();
        let is_several = out.first().zip(out.last()).is_some_and(|(a, b)| a.thread != b.thread);
        if !is_several || self.exploring().is_none_or(|e| e.may.is_none()) {
            return;
        }
        self.decide(layout, out, decided);
        if let Some(alone) = decided.alone {
            out.retain(|choice| choice.thread == alone);
        }
    }

    fn decide(&mut self, layout: Option<&Layout>, choices: &[Choice], decided: &mut Decided) {
        if self.footprint.is_kept() {
            self.forget_footprint();
            self.footprint.look_at_program();
        }
        // Who has just come to an access that others can disturb need not be asked again, but if it has to be noted why.
        let disturbed = self.exploring_mut().disturbed.filter(|_| !self.footprint.is_kept());
        let mut last = None;
        for choice in choices {
            let thread = choice.thread as usize;
            if Some(thread) == disturbed
                || last.replace(choice.thread) == Some(choice.thread)
                || !self.is_undisturbed(thread)
            {
                continue;
            }
            self.gather(layout, decided);
            if self.is_going_ahead(layout, thread, decided) {
                decided.alone = Some(choice.thread);
                break;
            }
        }
        self.gather(layout, decided);
    }

    fn forget_footprint(&mut self) {
        self.footprint.clear();
        self.memory.notes.clear();
    }

    /// Takes in what was noted since the last time.
    fn gather(&mut self, layout: Option<&Layout>, decided: &mut Decided) {
        if let Some(layout) = layout.filter(|_| self.footprint.is_kept()) {
            decided.key = decided.key.wrapping_mul(31).wrapping_add(self.footprint_key());
            layout.gather(self, &mut decided.words, &mut decided.looks);
        }
        if self.footprint.is_kept() {
            self.forget_footprint();
        }
    }

    /// Whether nobody else can do anything that depends on what a thread is about to do.
    fn is_undisturbed(&mut self, thread: usize) -> bool {
        match self.threads[thread].pending {
            Pending::Choose(count) => count <= OPTIONS && self.waits(thread) == Waits::Choice,
            Pending::Access(access) => {
                // What it waits at is asked last: few get so far.
                self.is_out_of_reach(thread, &access) && self.waits(thread) == Waits::Access
            }
            Pending::Call(Call::Join { .. }) => self.waits(thread) == Waits::Join,
            _ => false,
        }
    }

    /// What a thread waits at.
    #[inline]
    fn waits(&self, thread: usize) -> Waits {
        let may = self.exploring().and_then(|e| e.may.as_ref());
        let frame = self.frames_of(thread).last().filter(|frame| frame.progress == 0);
        let Some((may, frame)) = may.filter(|may| may.is_known).zip(frame) else { return Waits::Else };
        may.function(frame.function).waits.get(frame.pc as usize).copied().unwrap_or(Waits::Else)
    }

    /// Whether each way in which a thread can go on comes to a state, and none goes in circles.
    fn is_going_ahead(&mut self, layout: Option<&Layout>, thread: usize, decided: &mut Decided) -> bool {
        let Some(may) = self.exploring().and_then(|e| e.may.clone()) else { return false };
        let before: Vec<(u64, FunctionId, u32)> = self.places(&may, thread);
        let is_join = matches!(self.threads[thread].pending, Pending::Call(Call::Join { .. }));
        let (current, steps) = (self.current, self.steps);
        let exploring = self.exploring_mut();
        let (raced, noticed) = (exploring.raced, exploring.noticed);
        let mut is_ahead = true;
        for option in 0..self.options(thread) {
            let taken = self.take(Choice { thread: thread as u32, option });
            let Exploring { has_jumped, has_compared, .. } = *self.exploring_mut();
            is_ahead = taken.is_ok() && !has_compared;
            if is_ahead && has_jumped {
                let has_ended = matches!(self.threads[thread].pending, Pending::Ended { .. });
                is_ahead = is_join || has_ended || self.has_left(&may, thread, &before);
            }
            self.gather(layout, decided);
            self.undo();
            if !is_ahead {
                break;
            }
        }
        self.switch_to(current);
        self.steps = steps;
        let exploring = self.exploring_mut();
        (exploring.raced, exploring.noticed) = (raced, noticed);
        is_ahead
    }

    /// The frames of a thread, and the locations they stand at, those of calls behind them.
    fn places(&self, may: &May, thread: usize) -> Vec<(u64, FunctionId, u32)> {
        let frames = self.frames_of(thread);
        let place =
            |depth: usize| (frames[depth].serial, frames[depth].function, self.stand(may, thread, depth).0);
        (0..frames.len()).map(place).collect()
    }

    /// Whether a frame has left for good where it stood before. The loops that were asked for are noted, left or not.
    fn has_left(&mut self, may: &May, thread: usize, before: &[(u64, FunctionId, u32)]) -> bool {
        let after = self.places(may, thread);
        let both = before.iter().zip(&after).take_while(|(a, b)| a.0 == b.0);
        for (&(_, function, was), &(_, _, is)) in both {
            self.footprint.look(function, was, Look::Loop);
            let component = &may.function(function).component;
            if component[was as usize] != component[is as usize] {
                return true;
            }
        }
        false
    }
}

/// The program's facts as a machine's decisions depend on them.
pub(crate) fn known_for(options: &super::Options, image: &crate::exec::Image<'_>) -> Option<Arc<May>> {
    let is_wanted = options.is_reduced
        && options.postpones
        && options.given.is_none()
        && options.placement == crate::number::Placement::Any
        && crate::may::has_threads(image.program);
    is_wanted.then(|| Arc::new(May::of(image.program, &image.code, &image.statics)))
}
