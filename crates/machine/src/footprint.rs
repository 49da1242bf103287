//! What a transition executes: its footprint, as locations of the program.
//!
//! While code runs only the starts of straight runs are noted, one number at each jump, call and return; which
//! locations that comes to is worked out once for each new list of starts (see [`Layout`]). A footprint may hold more
//! than was executed, never less: the rest of a straight run in which a callback or a fault came, the location of a call
//! when it returns (it says where the result goes), a callee that was refused.

use cfa::program::FunctionId;

use crate::code::{Code, Instr};
use crate::exec::{Image, Machine};

/// Starts that are kept before repetitions are dropped.
const MANY: usize = 1 << 16;

/// What the transition since [`Footprint::clear`] executed, in positions of the image's code.
#[derive(Debug, Default)]
pub struct Footprint {
    starts: Vec<u32>,
    /// Parts of straight runs, from here to there.
    parts: Vec<(u32, u32)>,
    /// Functions called through pointers or by the library, and after them what lists the functions called at the end.
    called: Vec<u32>,
}

impl Footprint {
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.starts.clear();
        self.parts.clear();
        self.called.clear();
    }

    #[inline]
    pub(crate) fn start(&mut self, at: u32) {
        self.starts.push(at);
        if self.starts.len() > MANY {
            self.drop_repetitions();
        }
    }

    #[cold]
    fn drop_repetitions(&mut self) {
        // The one that runs stays the last.
        let last = self.starts.pop();
        self.starts.sort_unstable();
        self.starts.dedup();
        self.starts.extend(last);
        self.parts.sort_unstable();
        self.parts.dedup();
    }

    /// The straight run that started last ends here, before its end.
    pub(crate) fn stop(&mut self, at: u32, function_starts: u32) {
        match self.starts.last() {
            Some(&last) if function_starts <= last && last <= at => {
                self.starts.pop();
                self.parts.push((last, at));
            }
            _ => self.parts.push((at, at)),
        }
    }

    #[inline]
    pub(crate) fn part(&mut self, at: u32) {
        self.parts.push((at, at));
    }

    pub(crate) fn call(&mut self, function: FunctionId) {
        self.called.push(function.0);
    }

    pub(crate) fn end_of_program(&mut self) {
        self.called.push(u32::MAX);
    }

    /// Equal for equal lists.
    pub fn key(&self) -> u128 {
        let mut bytes = [0u8; 256];
        let count = self.starts.len() + 2 * self.parts.len() + self.called.len();
        let words = |emit: &mut dyn FnMut(u32)| {
            emit(self.starts.len() as u32);
            emit(self.parts.len() as u32);
            self.starts.iter().for_each(|&at| emit(at));
            self.parts.iter().for_each(|&(from, to)| [from, to].into_iter().for_each(&mut *emit));
            self.called.iter().for_each(|&function| emit(function));
        };
        if 4 * (count + 2) <= bytes.len() {
            let mut len = 0;
            words(&mut |word| {
                bytes[len..len + 4].copy_from_slice(&word.to_le_bytes());
                len += 4;
            });
            return xxhash_rust::xxh3::xxh3_128(&bytes[..len]);
        }
        let mut all = Vec::with_capacity(4 * (count + 2));
        words(&mut |word| all.extend_from_slice(&word.to_le_bytes()));
        xxhash_rust::xxh3::xxh3_128(&all)
    }
}

/// Numbers for what footprints are made of: first the locations of all functions, then the functions themselves, then
/// one that stands for the functions called at the end of the program.
#[derive(Debug)]
pub struct Layout {
    /// Number of each function's first location, and the end of the last.
    locations: Vec<u32>,
}

impl Layout {
    pub fn of(image: &Image<'_>) -> Layout {
        let mut locations = vec![0];
        for code in &image.code {
            locations.push(locations[locations.len() - 1] + code.first_of.len() as u32);
        }
        Layout { locations }
    }

    pub fn count(&self) -> usize {
        self.end_of_program() as usize + 1
    }

    pub fn location(&self, function: FunctionId, location: u32) -> u32 {
        self.locations[function.index()] + location
    }

    /// What stands for the beginning of a function: its first location if it is defined.
    pub fn entry(&self, function: FunctionId) -> u32 {
        let (first, end) = (self.locations[function.index()], self.locations[function.index() + 1]);
        if first < end { first } else { self.locations[self.locations.len() - 1] + function.0 }
    }

    /// Everything of a function.
    pub fn of_function(&self, function: FunctionId) -> impl Iterator<Item = u32> + use<> {
        let (first, end) = (self.locations[function.index()], self.locations[function.index() + 1]);
        (first..end).chain([self.locations[self.locations.len() - 1] + function.0])
    }

    pub fn end_of_program(&self) -> u32 {
        self.locations[self.locations.len() - 1] + self.locations.len() as u32 - 1
    }

    /// The numbers of all that a footprint holds, in order, each once.
    pub fn expand(&self, image: &Image<'_>, footprint: &Footprint, out: &mut Vec<u32>) {
        out.clear();
        for &start in &footprint.starts {
            self.run(image, start, u32::MAX, out);
        }
        for &(from, to) in &footprint.parts {
            self.run(image, from, to, out);
        }
        for &function in &footprint.called {
            out.push(match function {
                u32::MAX => self.end_of_program(),
                function => self.entry(FunctionId(function)),
            });
        }
        out.sort_unstable();
        out.dedup();
    }

    /// The locations of a straight run, up to a position or to where it has to end.
    fn run(&self, image: &Image<'_>, from: u32, to: u32, out: &mut Vec<u32>) {
        let function = image.positions.partition_point(|&first| first <= from) - 1;
        let (code, first) = (&image.code[function], image.positions[function]);
        let (mut pc, last) = ((from - first) as usize, to.saturating_sub(first) as usize);
        // Locations without instructions of their own count as soon as control may pass them.
        let mut location = code.first_of.partition_point(|&at| at < code.start_of[pc]);
        loop {
            while code.first_of.get(location).is_some_and(|&at| at as usize <= pc) {
                out.push(self.locations[function] + location as u32);
                location += 1;
            }
            if let Instr::Call { function, .. } = code.instrs[pc] {
                out.push(self.entry(function));
            }
            if pc >= last || code.instrs[pc].ends_a_run() || pc + 1 >= code.instrs.len() {
                return;
            }
            pc += 1;
        }
    }
}

impl Instr {
    /// Whether what is executed next is noted anew.
    fn ends_a_run(&self) -> bool {
        matches!(
            self,
            Instr::Jump { .. }
                | Instr::Compare { .. }
                | Instr::Branch { .. }
                | Instr::Switch { .. }
                | Instr::Goto { .. }
                | Instr::Call { .. }
                | Instr::CallIndirect { .. }
                | Instr::Return { .. }
                | Instr::LongJump { .. }
        )
    }
}

impl Machine<'_> {
    /// What the last transition executed.
    pub fn footprint(&self) -> &Footprint {
        &self.footprint
    }

    /// Where a thread stands, as a number of the layout; nothing if it has ended.
    pub fn standing(&self, layout: &Layout, thread: usize) -> Option<u32> {
        let frame = self.frames_of(thread).last()?;
        let code: &Code = &self.image.code[frame.function.index()];
        let location = code.first_of.partition_point(|&first| first <= frame.pc).checked_sub(1)?;
        Some(layout.location(frame.function, location as u32))
    }

    /// The position of a thread's next instruction in the image's code; the same for all that have ended.
    #[inline]
    pub fn position_of(&self, thread: usize) -> u32 {
        self.frames_of(thread)
            .last()
            .map_or(u32::MAX - 1, |frame| self.image.positions[frame.function.index()] + frame.pc)
    }

    /// Notes that what the running thread does depends on what another one is about to do.
    pub(crate) fn note_standing(&mut self, thread: usize) {
        if let Some(frame) = self.frames_of(thread).last() {
            let at = self.image.positions[frame.function.index()] + frame.pc;
            self.footprint.part(at);
        }
    }

    /// As [`Machine::note_standing`], for all other threads.
    pub(crate) fn note_others(&mut self) {
        for thread in (0..self.threads.len()).filter(|&thread| thread != self.current).collect::<Vec<_>>() {
            self.note_standing(thread);
        }
    }

    /// Notes where the code stopped that ran.
    pub(crate) fn note_stop(&mut self) {
        if let Some(frame) = self.frames.last() {
            let first = self.image.positions[frame.function.index()];
            let at = first + frame.pc;
            self.footprint.stop(at, first);
        }
    }

    /// Notes the call that is about to return: it says where the result goes, and whether there has to be one.
    pub(crate) fn note_return(&mut self) {
        if let Some(frame) = self.frames.iter().nth_back(1)
            && let Some(call) = frame.pc.checked_sub(1)
        {
            let at = self.image.positions[frame.function.index()] + call;
            self.footprint.part(at);
        }
    }
}
