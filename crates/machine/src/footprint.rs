//! What a transition executes: its footprint, as locations of the program.
//!
//! While code runs only the starts of straight runs are noted, one number at each jump, call and return; which
//! locations that comes to is worked out once for each new list of starts (see [`Layout`]). A footprint may hold more
//! than was executed, never less: the rest of a straight run in which a callback or a fault came, the location of a call
//! when it returns (it says where the result goes), a callee that was refused.

use cfa::part::Part;
use cfa::program::{FunctionId, Location};

use crate::code::Instr;
use crate::exec::{Image, Machine};
use crate::explore::print::split;
use crate::explore::{BUCKETS, Look};
use crate::extent::{Notes, UNKNOWN};
use crate::standing::Standing;

/// What the transition since [`Footprint::clear`] executed, in positions of the image's code, each once. Nothing is noted
/// until somebody asks for it (see [`Machine::keep_footprints`]).
#[derive(Debug, Default)]
pub struct Footprint {
    starts: Vec<u32>,
    /// Parts of straight runs, from here to there.
    parts: Vec<(u32, u32)>,
    /// Where switches went: from here to there.
    turns: Vec<(u32, u32)>,
    /// By position that a switch went to, the transition in which one did last, and which one.
    turned: Vec<(u32, u32)>,
    /// Instructions whose locations count as a whole: what they do depends on inputs that are symbols.
    wholes: Vec<u32>,
    /// Functions called through pointers or by the library, and after them what lists the functions called at the end.
    called: Vec<u32>,
    /// What was looked at ahead of other threads: function, location and how; [`PROGRAM`] is whether anything is known.
    looks: Vec<u64>,
    /// By position. Empty if nobody asks.
    noted: Vec<Noted>,
    transition: u32,
    /// Where the run started that is not over; it is none of `starts` yet.
    running: Option<u32>,
    /// Sum of the hashes of all that is noted, in whatever order.
    key: u128,
}

/// When a position was noted.
#[derive(Clone, Copy, Debug, Default)]
struct Noted {
    /// The transition in which it was last as a start, and as a part of its own.
    start: u32,
    part: u32,
    /// What it adds to the key as a start: most of what is noted are starts, and this lies where one has to look anyhow.
    hash: u128,
}

/// Numbers of a location for what is ahead of it: as many as there are ways to look.
const LOOKS: u32 = 2 * BUCKETS + 1;
/// Bits of a look that say how it was.
const LOOK_BITS: u32 = 4;
/// Stands for what is known of the whole program ahead of threads.
const PROGRAM: u64 = u64::MAX;

impl Footprint {
    /// For code of so many instructions.
    fn new(positions: u32) -> Footprint {
        let noted = (0..=positions).map(|at| Noted { hash: hash(1, at, 0), ..Noted::default() });
        Footprint {
            noted: noted.collect(),
            turned: vec![(0, 0); positions as usize + 1],
            transition: 1,
            ..Footprint::default()
        }
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        if self.noted.is_empty() {
            return;
        }
        self.starts.clear();
        self.parts.clear();
        self.turns.clear();
        self.wholes.clear();
        self.called.clear();
        self.looks.clear();
        self.key = 0;
        self.running = None;
        self.transition = self.transition.wrapping_add(1);
        if self.transition == 0 {
            self.noted.iter_mut().for_each(|it| (it.start, it.part) = (0, 0));
            self.turned.fill((0, 0));
            self.transition = 1;
        }
    }

    #[inline]
    pub(crate) fn start(&mut self, at: u32) {
        let Some(noted) = self.noted.get_mut(at as usize) else { return };
        let is_new = noted.start != self.transition;
        noted.start = self.transition;
        if let Some(last) = std::mem::replace(&mut self.running, is_new.then_some(at)) {
            self.ran(last);
        }
    }

    /// A straight run has come to its end.
    #[inline]
    fn ran(&mut self, start: u32) {
        self.starts.push(start);
        self.key = self.key.wrapping_add(self.noted[start as usize].hash);
    }

    /// The straight run that started last ends here, before its end. One that ran before to its end is there as a whole.
    #[inline]
    pub(crate) fn stop(&mut self, at: u32, function_starts: u32) {
        match self.running.take() {
            Some(last) if function_starts <= last && last <= at => {
                self.noted[last as usize].start = 0;
                self.key = self.key.wrapping_add(hash(2, last, at));
                self.parts.push((last, at));
            }
            Some(last) => {
                self.ran(last);
                self.part(at);
            }
            None => self.part(at),
        }
    }

    /// Starts of runs, the one that is not over included.
    fn starts(&self) -> impl Iterator<Item = u32> + '_ {
        self.starts.iter().copied().chain(self.running)
    }

    fn key(&self) -> u128 {
        self.key.wrapping_add(self.running.map_or(0, |last| self.noted[last as usize].hash))
    }

    #[inline]
    pub(crate) fn part(&mut self, at: u32) {
        let Some(noted) = self.noted.get_mut(at as usize) else { return };
        if noted.part != self.transition {
            noted.part = self.transition;
            self.parts.push((at, at));
            self.key = self.key.wrapping_add(hash(2, at, at));
        }
    }

    /// A switch goes to a position, where others may come to without it: `break` does if there is no default.
    pub(crate) fn turn(&mut self, at: u32, to: u32) {
        let Some(turned) = self.turned.get_mut(to as usize) else { return };
        // Few positions are gone to by several switches.
        if std::mem::replace(turned, (self.transition, at)) != (self.transition, at)
            && !self.turns.contains(&(at, to))
        {
            self.turns.push((at, to));
            self.key = self.key.wrapping_add(hash(4, at, to));
        }
    }

    /// All of the location of an instruction counts, whatever is executed of it.
    pub(crate) fn whole(&mut self, at: u32) {
        if !self.noted.is_empty() && !self.wholes.contains(&at) {
            self.wholes.push(at);
            self.key = self.key.wrapping_add(hash(0, at, 1));
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

    /// What is ahead of a location was looked at, or what loop it is in.
    pub(crate) fn look(&mut self, function: FunctionId, location: u32, look: Look) {
        let how = match look {
            Look::At(bucket) => bucket,
            Look::Behind(bucket) => BUCKETS + bucket,
            Look::Loop => 2 * BUCKETS,
        };
        let place = u64::from(function.0) << 32 | u64::from(location);
        self.note_look(place << LOOK_BITS | u64::from(how));
    }

    /// Whether anything is known ahead of locations was looked at.
    pub(crate) fn look_at_program(&mut self) {
        self.note_look(PROGRAM);
    }

    fn note_look(&mut self, look: u64) {
        if !self.noted.is_empty() && !self.looks.contains(&look) {
            self.looks.push(look);
            self.key = self.key.wrapping_add(hash(5, (look >> 32) as u32, look as u32));
        }
    }

    pub(crate) fn is_kept(&self) -> bool {
        !self.noted.is_empty()
    }

    /// Whether a position was gone to.
    fn went_to(&self, at: u32) -> bool {
        self.starts().any(|start| start == at) || self.parts.iter().any(|part| part.0 == at)
    }
}

#[inline]
pub(crate) fn hash(kind: u64, a: u32, b: u32) -> u128 {
    let word = u64::from(a) << 32 | u64::from(b);
    let (low, high) = (split(word ^ kind << 61), split(word.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ kind));
    u128::from(low) | u128::from(high) << 64
}

/// Numbers for what footprints are made of: first the locations of all functions, then the functions themselves, then
/// one that stands for the functions called at the end of the program, then the parts of locations, then for each extent that
/// there is each of its members, and that this is all of it; then what is known ahead of locations: whether anything is, and by
/// location what is ahead of it, what is behind its call, and its loop.
#[derive(Debug)]
pub struct Layout {
    /// Number of each function's first location, and the end of the last.
    locations: Vec<u32>,
    /// The location that each instruction belongs to, by its position in the image's code.
    pub(crate) at: Vec<u32>,
    /// Sorted by location, and in order of edges.
    parts: Vec<LayoutPart>,
    /// What stands for the first member of the first extent.
    first_need: u32,
    /// The first number of what is ahead.
    ahead: u32,
}

/// A part of a location, which a transition may need instead of the whole.
///
/// Why that is sound. Of a branch or a switch a transition depends on which way it went. It goes the same way wherever the
/// condition of that edge is the same, and so is what is behind it: cases do not overlap. Where it went is told by where
/// the transition came to, which is noted (of a switch, by where that went): all edges count that lead there, and if there are none, or where the branch
/// itself was the end, a fault to begin with, the location counts as a whole. A comparison with a constant comes out the
/// same way for every constant further to the side where that outcome is the more likely, whatever is compared with it.
/// Of a choice a transition needs that there are several numbers, and which one was chosen: one that ends there stands before it,
/// and one that starts there gets the number, which is what its choice is called ([`Machine::chosen`]). Which numbers there are
/// is told by the kind of the state, for which the location counts as a whole.
///
/// All that is so of one state. Where inputs are symbols a state is many: a comparison that comes out one way in some of them says which
/// these are, and a constant further to the side would leave others; the numbers of a choice are the values of a symbol. So a location
/// that looks at a symbol, or makes one, counts as a whole ([`Footprint::whole`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LayoutPart {
    pub function: FunctionId,
    /// Number of the location.
    pub location: u32,
    pub part: Part,
}

impl LayoutPart {
    /// The value of its bound; always the same if it has none.
    pub fn value(&self) -> i64 {
        self.part.bound().map_or(0, |bound| bound.value)
    }

    /// Whether what was found out with another value holds for this one.
    pub fn admits(&self, earlier: i64) -> bool {
        let Some(bound) = self.part.bound() else { return earlier == 0 };
        // The first edge is taken if it comes out true.
        match bound.is_true_above == (self.part.edge() == Some(0)) {
            true => earlier <= bound.value,
            false => earlier >= bound.value,
        }
    }
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
        let mut layout = Layout { locations, at, parts: Vec::new(), first_need: 0, ahead: 0 };
        for (index, function) in image.program.functions.iter().enumerate() {
            let (id, Some(body)) = (FunctionId(index as u32), &function.body) else { continue };
            for at in (0..body.locations() as u32).map(Location) {
                let location = layout.location(id, at.0);
                let parts = Part::all(image.program, body, at).into_iter();
                layout.parts.extend(parts.map(|part| LayoutPart { function: id, location, part }));
            }
        }
        layout.first_need = layout.first_part() + layout.parts.len() as u32;
        let needs = image.extents.all.iter().map(|it| it.ends.len() as u32 + u32::from(!it.ends.is_empty()));
        layout.ahead = layout.first_need + needs.sum::<u32>();
        layout
    }

    /// What stands for something that was looked at ahead of a location.
    pub(crate) fn of_look(&self, look: u64) -> u32 {
        if look == PROGRAM {
            return self.ahead;
        }
        let (place, how) = (look >> LOOK_BITS, look & ((1 << LOOK_BITS) - 1));
        let (function, location) = (FunctionId((place >> 32) as u32), place as u32);
        self.ahead + 1 + LOOKS * self.location(function, location) + how as u32
    }

    /// What stands for a need of an extent ([`Machine::pending_need`]).
    pub fn of_need(&self, need: u32) -> u32 {
        self.first_need + need - 1
    }

    fn first_part(&self) -> u32 {
        self.end_of_program() + 1
    }

    /// The parts of locations with their numbers.
    pub fn parts(&self) -> impl Iterator<Item = (u32, LayoutPart)> + '_ {
        (self.first_part()..).zip(self.parts.iter().copied())
    }

    fn parts_of(&self, location: u32) -> impl Iterator<Item = (u32, LayoutPart)> + '_ {
        let first = self.parts.partition_point(|it| it.location < location);
        let here = self.parts[first..].iter().copied().take_while(move |it| it.location == location);
        (self.first_part() + first as u32..).zip(here)
    }

    pub fn location(&self, function: FunctionId, location: u32) -> u32 {
        self.locations[function.index()] + location
    }

    /// What a transition that comes to a location needs of it: of a choice a part, of all else the whole.
    pub(crate) fn gone_to(&self, location: u32) -> u32 {
        let choice = self.parts_of(location).find(|it| it.1.part == Part::Choice);
        choice.map_or(location, |it| it.0)
    }

    /// What stands for the beginning of a function: its first location if it is defined. Of a thread that begins there, what
    /// it is about to do counts.
    fn entry(&self, function: FunctionId) -> u32 {
        let (first, end) = (self.locations[function.index()], self.locations[function.index() + 1]);
        if first < end { first } else { self.callee(function) }
    }

    /// What stands for a function as its callers see it. If the call is carried out, what is executed of the function is noted
    /// there; if it is not, or if it returns, no more of it counts.
    pub fn callee(&self, function: FunctionId) -> u32 {
        self.locations[self.locations.len() - 1] + function.0
    }

    /// Everything of a function.
    pub fn of_function(&self, function: FunctionId) -> impl Iterator<Item = u32> + use<> {
        let (first, end) = (self.locations[function.index()], self.locations[function.index() + 1]);
        let parts = self.parts.partition_point(|it| it.location < first) as u32
            ..self.parts.partition_point(|it| it.location < end) as u32;
        let before = self.first_part();
        (first..end).chain([self.callee(function)]).chain(parts.map(move |part| before + part))
    }

    /// All that is known ahead of a function's locations.
    pub fn ahead_of_function(&self, function: FunctionId) -> std::ops::Range<u32> {
        let (first, end) = (self.locations[function.index()], self.locations[function.index() + 1]);
        self.ahead + 1 + LOOKS * first..self.ahead + 1 + LOOKS * end
    }

    pub fn end_of_program(&self) -> u32 {
        self.locations[self.locations.len() - 1] + self.locations.len() as u32 - 1
    }

    /// The numbers of all that the last transition's footprint holds, in order, each once.
    pub fn expand(&self, machine: &Machine<'_>, out: &mut Vec<u32>) {
        let (image, footprint) = (machine.image, machine.footprint());
        out.clear();
        for start in footprint.starts() {
            self.run(image, footprint, start, u32::MAX, out);
        }
        for &(from, to) in &footprint.parts {
            self.run(image, footprint, from, to, out);
        }
        for &function in &footprint.called {
            match function {
                u32::MAX => out.push(self.end_of_program()),
                // Who is called so is told by the state, and whether that is an error by the function.
                function => out.extend([self.entry(FunctionId(function)), self.callee(FunctionId(function))]),
            }
        }
        out.extend(footprint.wholes.iter().map(|&at| self.at[at as usize]));
        out.extend(footprint.looks.iter().map(|&look| self.of_look(look)));
        out.extend(machine.memory.notes.all().into_iter().map(|need| self.of_need(need)));
        out.sort_unstable();
        out.dedup();
    }

    /// Adds what the last footprint holds; what was only looked at beside, as it is, since that is worked out for few.
    pub(crate) fn gather(&self, machine: &Machine<'_>, words: &mut Vec<u32>, looks: &mut Vec<u64>) {
        let footprint = machine.footprint();
        let has_run = footprint.starts().next().is_some() || !footprint.parts.is_empty();
        if has_run
            || !footprint.called.is_empty()
            || !footprint.turns.is_empty()
            || !footprint.wholes.is_empty()
            || !machine.memory.notes.is_empty()
        {
            let mut all = Vec::new();
            self.expand(machine, &mut all);
            words.extend(all);
        } else {
            looks.extend(&footprint.looks);
        }
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
                out.push(self.gone_to(self.locations[function] + location as u32));
                location += 1;
            }
            if let Instr::Call { function, .. } = code.instrs[pc] {
                out.push(self.callee(function));
            }
            if pc >= last || pc + 1 >= code.instrs.len() {
                return;
            }
            match code.instrs[pc] {
                Instr::Compare { .. } | Instr::Branch { .. } => {
                    self.take_edges(image, function, location - 1, |to| footprint.went_to(to), out);
                }
                Instr::Switch { .. } => {
                    let at = first + pc as u32;
                    let is_taken = |to| footprint.turns.contains(&(at, to));
                    self.take_edges(image, function, location - 1, is_taken, out);
                }
                _ => {}
            }
            if code.instrs[pc].ends_a_run() {
                return;
            }
            pc += 1;
        }
    }

    /// Puts in the place of a branch that was noted last those of its edges that were taken, if they are told.
    fn take_edges(
        &self,
        image: &Image<'_>,
        function: usize,
        location: usize,
        is_gone_to: impl Fn(u32) -> bool,
        out: &mut Vec<u32>,
    ) {
        let Some(body) = &image.program.functions[function].body else { return };
        let (code, first) = (&image.code[function], image.positions[function]);
        let edges = body.out(Location(location as u32));
        let is_taken = |edge: u32| is_gone_to(first + code.first_of[edges[edge as usize].to.index()]);
        let before = out.len();
        for (number, it) in self.parts_of(self.locations[function] + location as u32) {
            if it.part.edge().is_some_and(is_taken) {
                out.push(number);
            }
        }
        if out.len() > before {
            out.remove(before - 1);
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
        let positions = self.image.positions.last().copied().unwrap_or_default();
        self.footprint = Footprint::new(positions);
        self.memory.notes = Notes::new(&self.image.extents);
        self.standing = Standing::new(positions, self.image.extents.all.len());
        self.threads.iter().for_each(|thread| thread.need.set(UNKNOWN));
    }

    /// What the last transition executed.
    fn footprint(&self) -> &Footprint {
        assert!(!self.footprint.noted.is_empty(), "an empty footprint would hold in every program");
        &self.footprint
    }

    /// Equal for transitions that depend on the same.
    pub fn footprint_key(&self) -> u128 {
        self.footprint().key().wrapping_add(self.memory.notes.key())
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
        for thread in 0..self.threads.len() {
            if thread != self.current {
                self.note_standing(thread);
            }
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

    /// Notes all of the location at which the running thread stands.
    pub(crate) fn note_whole(&mut self) {
        if let Some(frame) = self.frames.last() {
            self.footprint.whole(self.image.positions[frame.function.index()] + frame.pc);
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
