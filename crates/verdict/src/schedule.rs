//! A path that was found where inputs are symbols, followed where they are numbers: transitions end elsewhere there.
//!
//! A decision between inputs ends a transition, and so may whoever has put it off, where a run with numbers goes on to what other
//! threads can see. What lies between is seen by no one else, so it does not matter when it is done: a step of the path is made
//! when the thread has come to the place of it. Who else is there at that time may differ, too, and with it what can be seen: a
//! step that the path does not have is made, and one that is made already is left out. Nothing rests on that: what comes of it is a run.

use machine::exec::Machine;
use machine::explore::{Choice, Pending, Place};

/// A step of a path.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    choice: Choice,
    kind: Kind,
    place: Option<Place>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// The thread goes on, or an input has been decided.
    Between,
    /// A number is chosen, which may be given.
    Chosen,
    /// Others can see it, or it may go more than one way.
    Seen,
}

impl Step {
    /// What a choice is at the state where it is made.
    pub fn of(machine: &Machine<'_>, choice: Choice) -> Step {
        let kind = match machine.pending(choice.thread as usize) {
            Pending::Run | Pending::Decide { .. } => Kind::Between,
            Pending::Choose(_) => Kind::Chosen,
            _ => Kind::Seen,
        };
        Step { choice, kind, place: machine.place_of_thread(choice.thread as usize) }
    }
}

/// The steps of a path, and how far they are made.
#[derive(Clone, Debug)]
pub struct Schedule<'s> {
    steps: &'s [Step],
    made: usize,
    /// How often a thread has gone on since a step was made.
    gone: u32,
}

/// How often a thread goes on to get to a step: it may never get there.
const MOST: u32 = 100;

impl<'s> Schedule<'s> {
    pub fn new(steps: &'s [Step]) -> Schedule<'s> {
        Schedule { steps, made: 0, gone: 0 }
    }

    /// The next choice; nothing if there is none, or the path cannot be followed.
    pub fn next(&mut self, machine: &Machine<'_>) -> Option<Choice> {
        while let Some(&Step { choice, kind, place }) = self.steps.get(self.made) {
            let Choice { thread, option } = choice;
            let pending = waits(machine, thread)?;
            if kind != Kind::Between && pending == Pending::Run {
                return self.go_on(thread, machine);
            }
            if kind == Kind::Seen && machine.place_of_thread(thread as usize) != place {
                if !self.is_passed(machine, thread) {
                    return self.go_on(thread, machine);
                }
                self.made += 1;
                continue;
            }
            (self.made, self.gone) = (self.made + 1, 0);
            match (kind, pending) {
                (Kind::Between, Pending::Run) => return Some(Choice { thread, option: 0 }),
                (Kind::Chosen, Pending::Choose(_)) | (Kind::Seen, _) => {
                    let last = machine.options(thread as usize).checked_sub(1)?;
                    return Some(Choice { thread, option: option.min(last) });
                }
                _ => {}
            }
        }
        // What was behind decisions is reached by going on.
        self.go_on(self.steps.last()?.choice.thread, machine)
    }

    /// Whether a thread stands where a later step of it is.
    fn is_passed(&self, machine: &Machine<'_>, thread: u32) -> bool {
        let place = machine.place_of_thread(thread as usize);
        let later = self.steps[self.made..].iter();
        later.filter(|it| it.choice.thread == thread && it.kind == Kind::Seen).any(|it| it.place == place)
    }

    fn go_on(&mut self, thread: u32, machine: &Machine<'_>) -> Option<Choice> {
        self.gone += 1;
        let can_go_on = self.gone <= MOST && machine.options(thread as usize) > 0;
        can_go_on.then_some(Choice { thread, option: 0 })
    }
}

/// What a thread is about to do, if there is one yet.
fn waits(machine: &Machine<'_>, thread: u32) -> Option<Pending> {
    ((thread as usize) < machine.thread_count()).then(|| machine.pending(thread as usize))
}
