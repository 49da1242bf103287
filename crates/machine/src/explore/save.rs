//! Whole states, to come back to without undoing.

use super::{Exploring, Machine, Pending, Thread};
use crate::exec::Frame;
use crate::library::Kept;
use crate::memory::Contents;
use crate::symbolic::SavedReads;
use crate::value::Val;

/// A copy of a state.
#[derive(Clone, Debug)]
pub struct Saved {
    contents: Contents,
    threads: Vec<SavedThread>,
    variadic: std::collections::BTreeMap<u32, crate::library::variadic::Entries>,
    kept: Kept,
    library_print: u128,
    keys: Vec<u64>,
    static_roots: Vec<super::heap::StaticRoot>,
    named: u128,
    nameless: u128,
    is_leaking: bool,
    live: u32,
    serial: u64,
    reads: Option<SavedReads>,
    of_terms: u128,
}

#[derive(Clone, Debug)]
struct SavedThread {
    frames: Vec<Frame>,
    slots: Vec<Val>,
    pending: Pending,
    is_detached: bool,
    is_joined: bool,
    atomic: u32,
    objects: Vec<(u64, u32)>,
    exiting: super::Exiting,
    print: u128,
}

impl Machine<'_> {
    /// Copies the state at which the machine stands.
    pub fn save(&mut self) -> Saved {
        let threads = (0..self.threads.len()).map(|index| {
            let Thread { pending, is_detached, is_joined, atomic, ref objects, exiting, print, .. } =
                self.threads[index];
            SavedThread {
                frames: self.frames_of(index).to_vec(),
                slots: self.slots_of(index).to_vec(),
                pending,
                is_detached,
                is_joined,
                atomic,
                objects: objects.clone(),
                exiting,
                print,
            }
        });
        let threads = threads.collect();
        let Exploring { heap, named, nameless, is_leaking, symbolic, of_terms, .. } = self.exploring_mut();
        let (reads, of_terms) = (symbolic.as_ref().map(|it| it.save()), *of_terms);
        let (keys, static_roots) = heap.save();
        let (named, nameless, is_leaking) = (*named, *nameless, *is_leaking);
        Saved {
            contents: self.memory.contents(),
            threads,
            variadic: self.library.variadic.clone(),
            kept: self.library.kept().clone(),
            library_print: self.library.print,
            keys,
            static_roots,
            named,
            nameless,
            is_leaking,
            live: self.live,
            serial: self.serial,
            reads,
            of_terms,
        }
    }

    /// All that a state is, as text, to be compared with another: what undoing must bring back.
    #[doc(hidden)]
    pub fn dump(&mut self) -> String {
        let mut saved = self.save();
        // Temporaries do not outlive an operation.
        for thread in &mut saved.threads {
            for frame in &thread.frames {
                let code = &self.image.code[frame.function.index()];
                let end = (frame.base + code.slots) as usize;
                thread.slots[(frame.base + code.cleared) as usize..end].fill(Val::UNINIT);
            }
        }
        format!("{saved:?}")
    }

    /// Goes to a state that was copied; what was done since cannot be undone any more.
    pub fn restore(&mut self, saved: Saved) {
        self.memory.restore(saved.contents);
        self.threads = saved
            .threads
            .into_iter()
            .map(|thread| Thread {
                frames: thread.frames,
                slots: thread.slots,
                pending: thread.pending,
                is_detached: thread.is_detached,
                is_joined: thread.is_joined,
                atomic: thread.atomic,
                objects: thread.objects,
                exiting: thread.exiting,
                print: thread.print,
                ..Thread::new()
            })
            .collect();
        self.current = 0;
        self.frames = std::mem::take(&mut self.threads[0].frames);
        self.slots = std::mem::take(&mut self.threads[0].slots);
        self.library.variadic = saved.variadic;
        self.library.replace(saved.kept);
        self.library.print = saved.library_print;
        (self.live, self.serial) = (saved.live, saved.serial);
        let exploring = self.exploring_mut();
        exploring.heap.restore(saved.keys, saved.static_roots);
        exploring.disturbed = None;
        (exploring.named, exploring.nameless, exploring.is_leaking) =
            (saved.named, saved.nameless, saved.is_leaking);
        exploring.of_terms = saved.of_terms;
        if let (Some(symbolic), Some(reads)) = (&mut exploring.symbolic, saved.reads) {
            symbolic.restore(reads);
        }
        self.forget_steps();
    }
}
