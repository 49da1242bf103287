//! The machine as a space.

use machine::Stop;
use machine::exec::Machine;
use machine::explore::{Choice, Decided, Hash, Pending, Saved};
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

    /// What threads need to know of extents: whether they can go on and whether they race may depend on how large objects are.
    fn needs(&self, out: &mut Vec<u64>) {
        let from = out.len();
        let needs =
            (0..self.machine.thread_count()).map(|thread| u64::from(self.machine.pending_need(thread)));
        out.extend(needs);
        self.machine.unite_needs(out, from);
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

    fn standing_key(&self, out: &mut Vec<u64>) {
        let threads = 0..self.machine.thread_count();
        let position = |thread| u64::from(self.machine.position_of(thread));
        out.extend(threads.clone().map(position));
        out.sort_unstable();
        out.dedup();
        // No position is as large as that, and no need.
        out.push(u64::MAX);
        self.needs(out);
        out.push(u64::MAX);
        // Which numbers a thread chooses from is told by where that thread stands.
        let is_choosing = |&thread: &usize| matches!(self.machine.pending(thread), Pending::Choose(_));
        out.extend(threads.filter(is_choosing).map(|thread| position(thread) << 32 | thread as u64));
        out.push(u64::MAX);
        out.extend([self.decided.key as u64, (self.decided.key >> 64) as u64]);
    }

    fn standing(&self, out: &mut Vec<u32>) {
        let layout = self.named().layout;
        let threads = 0..self.machine.thread_count();
        out.extend(threads.filter_map(|thread| self.machine.standing(layout, thread)));
        let mut needs = Vec::new();
        self.needs(&mut needs);
        out.extend(needs.into_iter().map(|need| layout.of_need(need as u32)));
        out.extend(self.decided.words(layout));
    }
}
