//! Where the threads of a state stand, and what their choices depend on.

use std::cell::Cell;

use crate::exec::Machine;
use crate::explore::Pending;
use crate::footprint::{Layout, hash};

/// What was met while the key of a state was made: each position counts once, and of each extent what is needed most.
#[derive(Debug, Default)]
pub(crate) struct Standing {
    /// The key that is being made.
    round: Cell<u32>,
    /// By position, what it adds to a key, and the last key that it is in.
    positions: Vec<(u128, Cell<u32>)>,
    /// By extent, the last key that something of it is in, and what.
    needs: Vec<Cell<(u32, u32)>>,
}

impl Standing {
    /// For code of so many instructions, and so many extents.
    pub fn new(positions: u32, extents: usize) -> Standing {
        Standing {
            round: Cell::new(0),
            positions: (0..positions).map(|position| (hash(6, position, 0), Cell::new(0))).collect(),
            needs: vec![Cell::new((0, 0)); extents + 1],
        }
    }

    fn next(&self) -> u32 {
        self.round.set(self.round.get().wrapping_add(1));
        if self.round.get() == 0 {
            self.positions.iter().for_each(|it| it.1.set(0));
            self.needs.iter().for_each(|it| it.set((0, 0)));
            self.round.set(1);
        }
        self.round.get()
    }
}

impl Machine<'_> {
    /// The position of a thread's next instruction in the image's code; the same for all that have ended.
    #[inline]
    pub fn position_of(&self, thread: usize) -> u32 {
        self.frames_of(thread)
            .last()
            .map_or(u32::MAX - 1, |frame| self.image.positions[frame.function.index()] + frame.pc)
    }

    /// Where a thread stands, as a number of the layout; nothing if it has ended.
    pub fn standing(&self, layout: &Layout, thread: usize) -> Option<u32> {
        layout.at.get(self.position_of(thread) as usize).copied()
    }

    /// As [`Machine::standing`], but what the footprint has of it if a transition of that thread has come there.
    pub fn come_to(&self, layout: &Layout, thread: usize) -> Option<u32> {
        Some(layout.gone_to(self.standing(layout, thread)?))
    }

    /// What tells the choices of a state, but for the choices themselves: equal for two states of which [`Machine::depends_on`] says
    /// the same, and whose threads that choose a number choose from the same numbers.
    pub fn standing_key(&self) -> u128 {
        let (round, mut key) = (self.standing.next(), 0u128);
        for thread in 0..self.thread_count() {
            let position = self.position_of(thread);
            // Threads that have left all their functions stand nowhere.
            if let Some((hash, met)) = self.standing.positions.get(position as usize)
                && met.replace(round) != round
            {
                key = key.wrapping_add(*hash);
            }
            // Which numbers a thread chooses from is told by where that thread stands.
            if matches!(self.pending(thread), Pending::Choose(_)) {
                key = key.wrapping_add(hash(7, position, thread as u32));
            }
            let need = self.pending_need(thread);
            if need != 0 {
                key = key.wrapping_add(self.key_of_need(need, round));
            }
        }
        key
    }

    /// What a need adds to a key. Whoever has the larger one of two of an extent has the smaller one, too.
    fn key_of_need(&self, need: u32, round: u32) -> u128 {
        let notes = &self.memory.notes;
        let most = &self.standing.needs[notes.of[need as usize] as usize];
        let before = match most.get() {
            (last, before) if last == round => before,
            _ => 0,
        };
        if need <= before {
            return 0;
        }
        most.set((round, need));
        notes.hashes[need as usize].wrapping_sub(notes.hashes[before as usize])
    }

    /// What the choices of a state depend on, in numbers of the layout: where threads stand, and, since whether they can go on and
    /// whether they race may depend on how large objects are, what they need to know of these.
    pub fn depends_on(&self, layout: &Layout, out: &mut Vec<u32>) {
        let threads = 0..self.thread_count();
        out.extend(threads.clone().filter_map(|thread| self.standing(layout, thread)));
        let of = &self.memory.notes.of;
        let mut needs: Vec<u32> =
            threads.map(|thread| self.pending_need(thread)).filter(|&it| it != 0).collect();
        needs.sort_unstable_by(|a, b| b.cmp(a));
        needs.dedup_by_key(|need| of[*need as usize]);
        out.extend(needs.into_iter().map(|need| layout.of_need(need)));
    }
}
