//! What a transition executes: its footprint, as locations of the program.
//!
//! While code runs only the starts of straight runs are noted, one number at each jump, call and return; which
//! locations that comes to is worked out once for each new list of starts (see [`Layout`]). A footprint may hold more
//! than was executed, never less: the rest of a straight run in which a callback or a fault came, the location of a call
//! when it returns (it says where the result goes), a callee that was refused.

use cfa::bound::{Bound, Use};
use cfa::program::{FunctionId, Location};

use crate::code::{Code, Instr};
use crate::exec::{Image, Machine};
use crate::explore::print::split;

/// What the transition since [`Footprint::clear`] executed, in positions of the image's code, each once.
#[derive(Debug, Default)]
pub struct Footprint {
    starts: Vec<u32>,
    /// Parts of straight runs, from here to there.
    parts: Vec<(u32, u32)>,
    /// Functions called through pointers or by the library, and after them what lists the functions called at the end.
    called: Vec<u32>,
    /// The transition in which each position was noted last as a start, and as a part of its own.
    noted: Vec<(u32, u32)>,
    transition: u32,
    /// Whether the run that started last is the last of `starts`.
    is_running: bool,
    /// Sum of the hashes of all that is noted, in whatever order.
    key: u128,
}

impl Footprint {
    /// For code of so many instructions.
    pub(crate) fn new(positions: u32) -> Footprint {
        Footprint { noted: vec![(0, 0); positions as usize + 1], transition: 1, ..Footprint::default() }
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
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
    pub(crate) fn stop(&mut self, at: u32, function_starts: u32) {
        if !std::mem::take(&mut self.is_running) {
            return self.part(at);
        }
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
        if !self.called.contains(&function) {
            self.called.push(function);
            self.key = self.key.wrapping_add(hash(3, function, 0));
        }
    }

    /// Whether only the first of two positions was gone to, or only the second.
    fn went(&self, yes: u32, no: u32) -> Option<bool> {
        let is_there = |at: u32| self.starts.contains(&at) || self.parts.iter().any(|part| part.0 == at);
        match (is_there(yes), is_there(no)) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
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
/// one that stands for the functions called at the end of the program, then what is left of locations without their
/// bounds.
#[derive(Debug)]
pub struct Layout {
    /// Number of each function's first location, and the end of the last.
    locations: Vec<u32>,
    /// Sorted by location.
    bounded: Vec<Bounded>,
}

/// A location of which a transition needs less than all: it holds for other values of the location's bound, too.
///
/// Why that is sound. Of a comparison with a constant, all that a transition depends on is how it came out. If it came
/// out one way only, whenever it was executed, it does so for every constant further to the side where that outcome is
/// the more likely, whatever was compared with it. How it came out is told by where it went, which is noted; where a
/// comparison itself was the end of the transition, a fault to begin with, the location counts as a whole. Of a choice
/// from `low` to `high`, two numbers at least, a transition needs `low` and which one was chosen: one that ends there
/// stands before it, and one that starts there got `low` and the number of the choice. How many choices there are is
/// told by the kind of the state, for which the location counts as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounded {
    /// Number of the location.
    pub location: u32,
    pub value: i64,
    pub needs: Needs,
}

/// What a transition needs of a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    /// The comparison came out so; it does for every greater value.
    GreaterOrEqual { outcome: bool },
    /// It does for every smaller one.
    LessOrEqual { outcome: bool },
    /// There is something to choose from.
    Any,
}

impl Bounded {
    /// Whether what was found out with another value holds for this one.
    pub fn admits(&self, earlier: i64) -> bool {
        match self.needs {
            Needs::GreaterOrEqual { .. } => earlier <= self.value,
            Needs::LessOrEqual { .. } => earlier >= self.value,
            Needs::Any => true,
        }
    }

    /// Tells apart what is left of a location.
    pub fn tag(&self) -> u8 {
        match self.needs {
            Needs::GreaterOrEqual { outcome } | Needs::LessOrEqual { outcome } => outcome.into(),
            Needs::Any => 2,
        }
    }
}

impl Layout {
    pub fn of(image: &Image<'_>) -> Layout {
        let mut locations = vec![0];
        for code in &image.code {
            locations.push(locations[locations.len() - 1] + code.first_of.len() as u32);
        }
        let mut layout = Layout { locations, bounded: Vec::new() };
        for (index, function) in image.program.functions.iter().enumerate() {
            let Some(body) = &function.body else { continue };
            for at in (0..body.locations() as u32).map(Location) {
                let Some(bound) = Bound::at(image.program, body, at) else { continue };
                let (location, value) = (layout.location(FunctionId(index as u32), at.0), bound.value);
                let mut add = |needs| layout.bounded.push(Bounded { location, value, needs });
                match bound.use_ {
                    Use::Comparison { is_true_above } => {
                        add(Needs::GreaterOrEqual { outcome: is_true_above });
                        add(Needs::LessOrEqual { outcome: !is_true_above });
                    }
                    Use::Choice => add(Needs::Any),
                }
            }
        }
        layout
    }

    pub fn count(&self) -> usize {
        self.end_of_program() as usize + 1 + self.bounded.len()
    }

    /// What is left of locations without their bounds, with their numbers.
    pub fn bounded(&self) -> impl Iterator<Item = (u32, Bounded)> + '_ {
        (self.end_of_program() + 1..).zip(self.bounded.iter().copied())
    }

    /// What is left of a location, if something is.
    fn without_bound(&self, location: u32, is_needed: impl Fn(Needs) -> bool) -> Option<u32> {
        let first = self.bounded.partition_point(|it| it.location < location);
        let here = self.bounded[first..].iter().take_while(|it| it.location == location);
        let at = here.into_iter().position(|it| is_needed(it.needs))?;
        Some(self.end_of_program() + 1 + (first + at) as u32)
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
        let bounds = self.bounded.partition_point(|it| it.location < first) as u32
            ..self.bounded.partition_point(|it| it.location < end) as u32;
        let after = self.end_of_program() + 1;
        (first..end)
            .chain([self.locations[self.locations.len() - 1] + function.0])
            .chain(bounds.map(move |bound| after + bound))
    }

    pub fn end_of_program(&self) -> u32 {
        self.locations[self.locations.len() - 1] + self.locations.len() as u32 - 1
    }

    /// The numbers of all that a footprint holds, in order, each once.
    pub fn expand(&self, image: &Image<'_>, footprint: &Footprint, out: &mut Vec<u32>) {
        out.clear();
        for &start in &footprint.starts {
            self.run(image, footprint, start, u32::MAX, out);
        }
        for &(from, to) in &footprint.parts {
            self.run(image, footprint, from, to, out);
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
    fn run(&self, image: &Image<'_>, footprint: &Footprint, from: u32, to: u32, out: &mut Vec<u32>) {
        let function = image.positions.partition_point(|&first| first <= from) - 1;
        let (code, first) = (&image.code[function], image.positions[function]);
        let (mut pc, last) = ((from - first) as usize, to.saturating_sub(first) as usize);
        // Locations without instructions of their own count as soon as control may pass them.
        let mut location = code.first_of.partition_point(|&at| at < code.start_of[pc]);
        loop {
            while code.first_of.get(location).is_some_and(|&at| at as usize <= pc) {
                let number = self.locations[function] + location as u32;
                out.push(self.without_bound(number, |needs| needs == Needs::Any).unwrap_or(number));
                location += 1;
            }
            if let Instr::Call { function, .. } = code.instrs[pc] {
                out.push(self.entry(function));
            }
            if pc >= last || pc + 1 >= code.instrs.len() {
                return;
            }
            if let Instr::Compare { yes, no, .. } = code.instrs[pc]
                && let (Some(number), Some(outcome)) =
                    (out.last_mut(), footprint.went(first + yes, first + no))
            {
                let is_needed = |needs| match needs {
                    Needs::GreaterOrEqual { outcome: it } | Needs::LessOrEqual { outcome: it } => {
                        it == outcome
                    }
                    Needs::Any => false,
                };
                *number = self.without_bound(*number, is_needed).unwrap_or(*number);
            }
            if code.instrs[pc].ends_a_run() {
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
