//! The lower part of a long way: kept as choices, to be gone again, and not as what undoing them takes.
//!
//! To undo a transition takes some hundred bytes, and ways of a search that goes deep first have hundreds of thousands of transitions. So
//! only the last of them can be undone at once. A way is cut into stretches, with a copy of the state at which each begins. Two can be undone;
//! those below are choices. Who comes back to one of these puts the copy in place and goes the stretch again, which ends in
//! the same state, since a transition is a function of state and choice. Between two times that a stretch is gone, it has to be come back to
//! and left behind by as many transitions as it has: so each transition is gone again once at most, for each time that it was left behind.

use super::{Choice, Exploring, Saved};
use crate::exec::Machine;
use crate::fault::Stop;

/// Bytes of a copy that are worth as many transitions as a stretch has at least.
const COPY: usize = 1 << 15;

#[derive(Default)]
pub(super) struct Trail {
    /// Whether the way is kept at all. That of a state which was put in place is not: it has no first copy.
    is_kept: bool,
    /// Stretches that cannot be undone, the first one first.
    left: Vec<Stretch>,
    /// Where the stretches begin that can be undone: by number of steps, two at most, the first with 0.
    begins: Vec<(usize, Saved)>,
    /// How many steps there are when the next stretch may begin.
    next: usize,
    /// A stretch could not be gone again, since the run was stopped: the machine stands nowhere.
    pub lost: Option<Stop>,
}

struct Stretch {
    from: Saved,
    choices: Vec<Choice>,
}

impl Trail {
    /// That of a machine which stands at its first state.
    pub fn kept() -> Trail {
        Trail { is_kept: true, ..Trail::default() }
    }
}

impl Machine<'_> {
    /// Before a transition: a new stretch begins if the last one is long enough.
    #[inline]
    pub(super) fn keep_trail(&mut self) {
        let Exploring { trail, steps, .. } = self.exploring_mut();
        if trail.is_kept && steps.len() >= trail.next {
            self.begin_stretch();
        }
    }

    #[inline(never)]
    fn begin_stretch(&mut self) {
        let words = self.memory.contents_size() + 64 * self.threads.len() * size_of::<u64>();
        let exploring = self.exploring_mut();
        let (now, least) = (exploring.steps.len(), exploring.options.stretch as usize * (1 + words / COPY));
        let begin = exploring.trail.begins.last().map(|begin| begin.0);
        if begin.is_some_and(|begin| now < begin + least) {
            exploring.trail.next = begin.unwrap_or_default() + least;
            return;
        }
        if exploring.trail.begins.len() == 2 {
            self.leave_stretch();
        }
        let saved = self.save();
        let Exploring { trail, steps, .. } = self.exploring_mut();
        trail.begins.push((steps.len(), saved));
        trail.next = steps.len() + least;
    }

    /// The first of the two stretches that can be undone is no longer.
    fn leave_stretch(&mut self) {
        let exploring = self.exploring_mut();
        let count = exploring.trail.begins[1].0;
        let Some(first) = exploring.steps.get(count) else { return };
        let (mark, heap) = (first.mark, first.heap);
        let (frames, slots, changes) = (first.frames, first.slots, first.changes);
        let (_, from) = exploring.trail.begins.remove(0);
        exploring.trail.begins[0].0 = 0;
        let gone = exploring.steps.drain(..count);
        let mut versions = 0;
        let choices = gone.map(|step| {
            versions += usize::from(step.is_kept_saved);
            Choice { thread: step.thread, option: step.option }
        });
        let choices = choices.collect();
        exploring.trail.left.push(Stretch { from, choices });
        exploring.frames.drain(..frames as usize);
        exploring.slots.drain(..slots as usize);
        exploring.changes.drain(..changes as usize);
        exploring.heap.forget_before(heap);
        for step in &mut exploring.steps {
            step.frames -= frames;
            step.slots -= slots;
            step.changes -= changes;
            step.mark.rebase(&mark);
            step.heap.rebase(heap);
        }
        self.memory.forget_before(&mark);
        if let Some(past) = &mut self.library.past {
            past.versions.drain(..versions);
        }
    }

    /// Before a transition is undone: there is a step to undo, unless the machine stands at the first state.
    #[inline]
    pub(super) fn come_back(&mut self) {
        let Exploring { trail, steps, .. } = self.exploring_mut();
        if !trail.is_kept {
            return;
        }
        if trail.begins.len() == 2 && steps.len() == trail.begins[1].0 {
            trail.begins.pop();
            // Not at once: a search goes back and forth.
            trail.next = steps.len() + steps.len() / 2;
        }
        if steps.is_empty() && !trail.left.is_empty() {
            self.go_again();
        }
    }

    #[inline(never)]
    fn go_again(&mut self) {
        let exploring = self.exploring_mut();
        let (raced, noticed) = (exploring.raced, exploring.noticed);
        let mut trail = std::mem::take(&mut exploring.trail);
        let Some(Stretch { from, choices }) = trail.left.pop() else { return };
        let operations = self.steps;
        self.put(from.clone());
        trail.begins = vec![(0, from)];
        trail.next = choices.len() + choices.len() / 2;
        for choice in choices {
            if let Err(stop) = self.go(choice) {
                trail = Trail { lost: Some(stop), ..Trail::default() };
                self.forget_steps();
                break;
            }
        }
        self.steps = operations;
        self.footprint.clear();
        self.memory.notes.clear();
        let exploring = self.exploring_mut();
        exploring.trail = trail;
        (exploring.raced, exploring.noticed) = (raced, noticed);
    }
}
