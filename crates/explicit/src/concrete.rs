//! The machine as a space.

use machine::Stop;
use machine::exec::Machine;
use machine::explore::{Choice, Decided, Hash, Saved};
use machine::footprint::Layout;

use crate::options::Options;
use crate::space::{Ended, Recall, Space, Told};

pub(crate) struct Concrete<'a> {
    pub machine: Machine<'a>,
    pub options: &'a Options,
    /// What locations are called, if somebody asks.
    pub names: Option<Named<'a>>,
    /// What the choices of the state were limited to when they were asked for last.
    pub decided: Decided,
    /// Transitions taken.
    taken: u64,
}

/// A program's locations and their elements.
#[derive(Clone, Copy)]
pub(crate) struct Named<'a> {
    pub layout: &'a Layout,
    pub elements: &'a [Hash],
}

impl<'a> Concrete<'a> {
    pub fn new(machine: Machine<'a>, options: &'a Options, names: Option<Named<'a>>) -> Concrete<'a> {
        Concrete { machine, options, names, decided: Decided::default(), taken: 0 }
    }

    /// An empty footprint would hold in every program.
    fn named(&self) -> Named<'a> {
        self.names.unwrap_or_else(|| unreachable!("nothing is recorded of a program without names"))
    }
}

impl Space for Concrete<'_> {
    type Saved = Saved;
    type End = Stop;

    #[inline]
    fn fingerprint(&self) -> u128 {
        self.machine.fingerprint()
    }

    #[inline]
    fn choices(&mut self, out: &mut Vec<Choice>) {
        self.machine.expansion(self.names.map(|names| names.layout), out, &mut self.decided);
    }

    fn chosen(&self, choice: Choice) -> Option<u64> {
        self.machine.chosen(choice)
    }

    #[inline]
    fn take(&mut self, choice: Choice) -> Result<(), Ended<Stop>> {
        self.taken += 1;
        self.machine.take(choice).map_err(|stop| match stop {
            Stop::Cancelled | Stop::OutOfMemory => {
                self.machine.undo();
                Ended::Interrupted(stop)
            }
            stop => Ended::Run(stop),
        })
    }

    #[inline]
    fn undo(&mut self) {
        self.machine.undo();
    }

    fn save(&mut self) -> Saved {
        self.machine.save()
    }

    fn restore(&mut self, saved: Saved, _: &dyn Fn() -> Vec<Choice>) {
        self.machine.restore(saved);
    }
}

impl Recall for Concrete<'_> {
    fn executed(&self) -> (u64, u64) {
        (self.taken, 0)
    }
}

impl Told for Concrete<'_> {
    #[inline]
    fn footprint_key(&self) -> u128 {
        self.machine.footprint_key()
    }

    fn footprint(&self, out: &mut Vec<u32>) {
        self.named().layout.expand(&self.machine, out);
    }

    #[inline]
    fn standing_key(&self) -> u128 {
        // So that what decides is not taken for something that a thread stands at.
        self.machine.standing_key().wrapping_add(self.decided.key.rotate_left(64))
    }

    fn standing(&self, out: &mut Vec<u32>) {
        let layout = self.named().layout;
        self.machine.depends_on(layout, out);
        out.extend(self.decided.words(layout));
    }
}
