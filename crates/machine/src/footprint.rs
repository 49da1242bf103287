//! What a transition executes: its footprint, as locations of the program.
//!
//! While code runs only the starts of straight runs are noted, one number at each jump, call and return; which
//! locations that comes to is worked out once for each new list of starts (see [`Layout`]). A footprint may hold more
//! than was executed, never less: the rest of a straight run in which a callback or a fault came, the location of a call
//! when it returns (it says where the result goes), a callee that was refused.

use cfa::program::FunctionId;

use crate::code::Instr;
use crate::exec::{Image, Machine};
use crate::explore::print::split;

/// What the transition since [`Footprint::clear`] executed, in positions of the image's code, each once. Nothing is noted
/// until somebody asks for it (see [`Machine::keep_footprints`]).
#[derive(Debug, Default)]
pub struct Footprint {
    starts: Vec<u32>,
    /// Parts of straight runs, from here to there.
    parts: Vec<(u32, u32)>,
    /// Functions called through pointers or by the library, and after them what lists the functions called at the end.
    called: Vec<u32>,
    /// The transition in which each position was noted last as a start, and as a part of its own. Empty if nobody asks.
    noted: Vec<(u32, u32)>,
    transition: u32,
    /// Whether the run that started last is the last of `starts`.
    is_running: bool,
    /// Sum of the hashes of all that is noted, in whatever order.
    key: u128,
}

impl Footprint {
    /// For code of so many instructions.
    fn new(positions: u32) -> Footprint {
        Footprint { noted: vec![(0, 0); positions as usize + 1], transition: 1, ..Footprint::default() }
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        if self.noted.is_empty() {
            return;
        }
        self.starts.clear();
        self.parts.clear();
        self.called.clear();
        self.key = 0;
        self.is_running = false;
        self.transition = self.transition.wrapping_add(1);
        if self.transition == 0 {
            self.noted.fill((0, 0));
            self.transition = 1;
        }
    }

    #[inline]
    pub(crate) fn start(&mut self, at: u32) {
        let Some(noted) = self.noted.get_mut(at as usize) else { return };
        self.is_running = noted.0 != self.transition;
        if self.is_running {
            noted.0 = self.transition;
            self.starts.push(at);
            self.key = self.key.wrapping_add(hash(1, at, 0));
        }
    }

    /// The straight run that started last ends here, before its end. One that ran before to its end is there as a whole.
    #[inline]
    pub(crate) fn stop(&mut self, at: u32, function_starts: u32) {
        if !std::mem::take(&mut self.is_running) {
            return self.part(at);
        }
        self.stop_last(at, function_starts);
    }

    fn stop_last(&mut self, at: u32, function_starts: u32) {
        match self.starts.last() {
            Some(&last) if function_starts <= last && last <= at => {
                self.starts.pop();
                self.noted[last as usize].0 = 0;
                self.key = self.key.wrapping_sub(hash(1, last, 0)).wrapping_add(hash(2, last, at));
                self.parts.push((last, at));
            }
            _ => self.part(at),
        }
    }

    #[inline]
    pub(crate) fn part(&mut self, at: u32) {
        let Some(noted) = self.noted.get_mut(at as usize) else { return };
        if noted.1 != self.transition {
            noted.1 = self.transition;
            self.parts.push((at, at));
            self.key = self.key.wrapping_add(hash(2, at, at));
        }
    }

    pub(crate) fn call(&mut self, function: FunctionId) {
        self.note_call(function.0);
    }

    pub(crate) fn end_of_program(&mut self) {
        self.note_call(u32::MAX);
    }

    fn note_call(&mut self, function: u32) {
        if !self.noted.is_empty() && !self.called.contains(&function) {
            self.called.push(function);
            self.key = self.key.wrapping_add(hash(3, function, 0));
        }
    }

    /// Equal for footprints that hold the same.
    pub fn key(&self) -> u128 {
        self.key
    }
}

#[inline]
fn hash(kind: u64, a: u32, b: u32) -> u128 {
    let word = u64::from(a) << 32 | u64::from(b);
    let (low, high) = (split(word ^ kind << 61), split(word.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ kind));
    u128::from(low) | u128::from(high) << 64
}

/// Numbers for what footprints are made of: first the locations of all functions, then the functions themselves, then
/// one that stands for the functions called at the end of the program.
#[derive(Debug)]
pub struct Layout {
    /// Number of each function's first location, and the end of the last.
    locations: Vec<u32>,
    /// The location that each instruction belongs to, by its position in the image's code.
    at: Vec<u32>,
}

impl Layout {
    pub fn of(image: &Image<'_>) -> Layout {
        let (mut locations, mut at) = (vec![0], Vec::new());
        for code in &image.code {
            let first = locations[locations.len() - 1];
            // Of locations without instructions the last one counts.
            let location = |pc| code.first_of.partition_point(|&first| first <= pc).saturating_sub(1);
            at.extend((0..code.instrs.len() as u32).map(|pc| first + location(pc) as u32));
            locations.push(first + code.first_of.len() as u32);
        }
        Layout { locations, at }
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
    /// From now on it is noted what transitions execute, which takes time.
    pub fn keep_footprints(&mut self) {
        self.footprint = Footprint::new(self.image.positions.last().copied().unwrap_or_default());
    }

    /// What the last transition executed.
    pub fn footprint(&self) -> &Footprint {
        assert!(!self.footprint.noted.is_empty(), "an empty footprint would hold in every program");
        &self.footprint
    }

    /// Where a thread stands, as a number of the layout; nothing if it has ended.
    pub fn standing(&self, layout: &Layout, thread: usize) -> Option<u32> {
        layout.at.get(self.position_of(thread) as usize).copied()
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
        if self.footprint.noted.is_empty() {
            return;
        }
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
