//! Threads that no other can disturb go first: *alone*.
//!
//! P. Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, 1996: persistent sets, here of one thread, and
//! a proviso against ignoring the others for ever. What a thread is about to do is *alone* if no other thread can do anything that
//! depends on it before the thread moves. Then it makes no difference whether it is done now or later, so at a state whose first
//! such thread is t only t's choices are tried, and within a transition such an access is merged with what follows.
//!
//! **Guarantee.** Faults, deadlocks (circles too), races, leaks, obstacles and what memory holds where the program ends are those of
//! the exploration without it. Let w lead from a state s, at which only t is expanded, to something wrong. If t moves in w, its first
//! move can be made first, since nothing before it in w depends on it. If it does not, it can be made before w, and w after it: what is wrong is
//! about other threads, and t's move changes nothing that they look at. Chains of such moves end (3), at states that are expanded in full.
//! Of races: if t's access took part in one, another thread could touch it before t moves.
//!
//! 1. **What others can touch** is what they reach from the live slots of all their frames, from objects of their own and from results that
//!    wait to be joined, over whatever memory holds, statics included; and what *May(l)* of each of their frames names
//!    ([`crate::may`]), an outer frame's behind its call. An object that they read by name leads to what it holds. Reads do not disturb reads. Objects of
//!    the library lead to what they hold, and are never alone themselves. A thread that waits to join t, or one that waits so for
//!    another that does, cannot move before t, and is not asked. Whoever may end the program counts as reading all memory.
//! 2. **What can be alone**: an access by a plain load, store or atomic operation (not a weak compare-exchange, whose failure is a choice);
//!    a choice of a number; going on after a long run; a join, if nobody else may join or detach. Locks, signals, allocations that may fail,
//!    steps of library calls and of block copies are not.
//! 3. **The proviso.** In place of a bit in the state, the move is tried: a thread is alone at a state only if none of its ways from there ends the
//!    run (fault, exit, what is not modelled), and if each either ends the thread, or makes no jump backwards and no deep call, or leaves a loop
//!    for good, that is, some frame that is there before and after has come to a location from which it cannot come back. In a circle of
//!    states each thread that moves jumps backwards, in a frame that stays; the frames below stay in their loops, those above go. So no
//!    circle consists of such moves, and no infinite way does. Within a transition the budget of jumps serves.
//! 4. **A function of the state.** Choices are filtered by what the state and the program say, so that workers, ranges, paths and
//!    records need not know of it. What was looked at of the program is noted, whether it came out alone or not: May(l) of each
//!    frame asked, all that was executed when the move was tried, and the loops that were left.

use std::sync::Arc;

use cfa::library::Trait;
use cfa::program::FunctionId;

use super::{Access, Choice, Pending};
use crate::code::{Arg, CONST, Instr};
use crate::exec::{Frame, Machine};
use crate::footprint::Layout;
use crate::library::sync::Call;
use crate::may::{May, Set};
use crate::memory::{Life, ObjectKind};
use crate::value::Val;

/// Calls deeper than this count as jumps backwards.
pub(crate) const DEEP: usize = 64;
/// Numbers of one choice that are tried; with more a choice is not alone.
const OPTIONS: u32 = 64;
/// Words of memory that are looked at for one answer; beyond it nobody is alone.
const WORDS: usize = 1 << 16;

/// What was looked at of a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Look {
    At,
    Behind,
    Loop,
}

/// What a state's choices are limited to, and what that depends on.
#[derive(Clone, Default, Debug)]
pub struct Decided {
    /// The only thread that is expanded.
    pub alone: Option<u32>,
    /// Equal for decisions that depend on the same; and that, in numbers of the layout.
    pub key: u128,
    pub words: Vec<u32>,
}

impl Machine<'_> {
    /// As [`Machine::choices`], of the thread alone if there is one.
    pub fn expansion(&mut self, layout: Option<&Layout>, out: &mut Vec<Choice>) -> Decided {
        self.choices(out);
        let decided = self.decide(layout, out);
        out.retain(|choice| decided.alone.is_none_or(|alone| choice.thread == alone));
        decided
    }

    fn decide(&mut self, layout: Option<&Layout>, choices: &[Choice]) -> Decided {
        let mut decided = Decided::default();
        let is_several = choices.first().zip(choices.last()).is_some_and(|(a, b)| a.thread != b.thread);
        let Some(may) = self.exploring().and_then(|e| e.may.clone()).filter(|_| is_several) else {
            return decided;
        };
        self.footprint.clear();
        self.memory.notes.clear();
        self.footprint.look_at_program();
        let mut last = None;
        for choice in choices {
            if last.replace(choice.thread) == Some(choice.thread) {
                continue;
            }
            let thread = choice.thread as usize;
            let is_candidate = may.is_known && self.is_undisturbed(&may, thread);
            if !is_candidate {
                continue;
            }
            self.gather(layout, &mut decided);
            if self.is_going_ahead(layout, &may, thread, &mut decided) {
                decided.alone = Some(choice.thread);
                break;
            }
            self.footprint.clear();
            self.memory.notes.clear();
        }
        self.gather(layout, &mut decided);
        decided.words.sort_unstable();
        decided.words.dedup();
        decided
    }

    /// Takes in what was noted since the last time.
    fn gather(&mut self, layout: Option<&Layout>, decided: &mut Decided) {
        if let Some(layout) = layout.filter(|_| self.footprint.is_kept()) {
            decided.key = decided.key.wrapping_mul(31).wrapping_add(self.footprint_key());
            let mut words = Vec::new();
            layout.expand(self, &mut words);
            decided.words.extend(words);
        }
    }

    /// Whether nobody else can do anything that depends on what a thread is about to do.
    fn is_undisturbed(&mut self, may: &May, thread: usize) -> bool {
        if self.threads[thread].is_exiting() {
            return false;
        }
        match self.threads[thread].pending {
            Pending::Run => true,
            Pending::Choose(count) => count <= OPTIONS && self.is_own_choice(thread),
            Pending::Access(access) => {
                self.is_plain_access(thread) && self.is_out_of_reach(may, thread, &access)
            }
            Pending::Call(Call::Join { .. }) if self.is_result_unused(thread) => {
                self.others(thread).is_some_and(|others| {
                    others.into_iter().all(|other| {
                        (0..self.frames_of(other).len()).all(|depth| !self.ahead_of(may, other, depth).joins)
                    })
                })
            }
            _ => false,
        }
    }

    /// Whether a number is chosen by nobody but the thread, and for nobody else: neither the clock's nor a stream's.
    fn is_own_choice(&self, thread: usize) -> bool {
        self.standing_at(thread).is_some_and(|instr| match instr {
            Instr::Library { function, .. } => {
                cfa::library::is(function.name(), Trait::Choice) || cfa::library::is_input(function.name())
            }
            _ => false,
        })
    }

    fn is_plain_access(&self, thread: usize) -> bool {
        self.standing_at(thread).is_some_and(|instr| {
            use Instr::{Atomic, Load, LoadBits, Store};
            matches!(instr, Load { .. } | Store { .. } | LoadBits { .. } | Atomic { success: None, .. })
        })
    }

    /// The instruction that a thread waits at, of the operation it is at.
    fn standing_at(&self, thread: usize) -> Option<&Instr> {
        let frame = self.frames_of(thread).last().filter(|frame| frame.progress == 0)?;
        let code = &self.image.code[frame.function.index()];
        let start = code.start_of[frame.pc as usize];
        let operation = (start as usize..code.instrs.len()).take_while(|&pc| code.start_of[pc] == start);
        operation.map(|pc| &code.instrs[pc]).find(|instr| instr.may_be_seen())
    }

    /// Whether a join gives the result to nobody.
    fn is_result_unused(&self, thread: usize) -> bool {
        let Some(Instr::Library { args, .. }) = self.standing_at(thread) else { return false };
        let Some(Arg::Scalar(operand, _)) = args.get(1) else { return false };
        let function = self.frames_of(thread).last().map_or(0, |frame| frame.function.index());
        let consts = &self.image.code[function].consts;
        operand & CONST != 0 && consts[(operand & !CONST) as usize] == Val::ZERO
    }

    /// The threads that may move before this one does; nothing if that cannot be told.
    fn others(&self, thread: usize) -> Option<Vec<usize>> {
        let mut others = Vec::with_capacity(self.threads.len());
        for other in (0..self.threads.len()).filter(|&other| other != thread) {
            let state = &self.threads[other];
            if matches!(state.pending, Pending::Ended { .. }) || self.waits_to_join(other, thread) {
                continue;
            }
            if state.is_exiting() {
                return None;
            }
            others.push(other);
        }
        Some(others)
    }

    /// Whether a thread waits to join another, or one that does.
    fn waits_to_join(&self, mut at: usize, thread: usize) -> bool {
        for _ in 0..self.threads.len() {
            let Pending::Call(Call::Join { thread: next }) = self.threads[at].pending else { return false };
            at = next as usize;
            if at == thread {
                return true;
            }
        }
        // They wait for each other.
        true
    }

    /// What a frame may still do, which is noted.
    fn ahead_of<'s>(&mut self, may: &'s May, thread: usize, depth: usize) -> &'s Set {
        let (location, look, set) = self.stand(may, thread, depth);
        let function = self.frames_of(thread)[depth].function;
        self.footprint.look(function, location, look);
        &may.sets[set as usize]
    }

    /// The location of a frame, how it stands there, and its set.
    fn stand(&self, may: &May, thread: usize, depth: usize) -> (u32, Look, u32) {
        let frames = self.frames_of(thread);
        let frame: &Frame = &frames[depth];
        let (function, pc) = (frame.function, frame.pc as usize);
        let code = &self.image.code[function.index()];
        let ahead = may.function(function);
        let edges = self.image.program.function(function).body.as_ref().map_or(&[][..], |body| &body.edges);
        let is_outer = depth + 1 < frames.len() && frame.progress == 0;
        if is_outer
            && let Some(call) = pc.checked_sub(1)
            && matches!(code.instrs[call], Instr::Call { .. } | Instr::CallIndirect { .. })
        {
            let edge = code.edge_of[call] as usize;
            return (edges[edge].from.0, Look::Behind, ahead.behind[edge]);
        }
        let location = edges[code.edge_of[pc] as usize].from;
        (location.0, Look::At, ahead.at[location.index()])
    }

    /// Whether an access of the running thread that others might see is one that they cannot disturb.
    pub(crate) fn is_alone(&mut self, access: &Access) -> bool {
        let Some(may) = self.exploring().and_then(|e| e.may.clone()) else { return false };
        self.footprint.look_at_program();
        may.is_known && self.is_out_of_reach(&may, self.current, access)
    }

    /// Whether no other thread can touch these bytes before a thread moves.
    fn is_out_of_reach(&mut self, may: &May, thread: usize, access: &Access) -> bool {
        let Some(object) = self.memory.object(access.at.object()) else { return false };
        let (kind, id) = (object.kind, access.at.object());
        let named = may.object(id);
        // What is no object of the program's is the library's.
        if kind == ObjectKind::Static && named.is_none() {
            return false;
        }
        let Some(others) = self.others(thread) else { return false };
        for &other in &others {
            for depth in (0..self.frames_of(other).len()).rev() {
                let set = self.ahead_of(may, other, depth);
                if set.exits && access.is_write || self.is_touched(set, named, (other, depth), access) {
                    return false;
                }
            }
        }
        !self.is_pointed_to(may, &others, id)
    }

    /// Whether a frame may touch bytes of an object that it names.
    fn is_touched(&self, set: &Set, named: Option<u32>, at: (usize, usize), access: &Access) -> bool {
        let Some(object) = named else { return false };
        if set.is_named(object) || set.is_written(object) || access.is_write && set.is_read(object) {
            return true;
        }
        let (start, end) =
            (i64::from(access.at.offset()), i64::from(access.at.offset()) + i64::from(access.size));
        set.elements.iter().any(|element| {
            if element.object != object || !(access.is_write || element.is_write) {
                return false;
            }
            let moved = match element.register {
                None => Some(0),
                Some((_, slot)) => {
                    let frame = &self.frames_of(at.0)[at.1];
                    let value = self.slots_of(at.0)[(frame.base + slot) as usize];
                    value.is_int().then(|| (value.bits as i64).checked_mul(element.scale)).flatten()
                }
            };
            let Some((low, high)) =
                moved.and_then(|by| Some((element.low.checked_add(by)?, element.high.checked_add(by)?)))
            else {
                return true;
            };
            low < end && start < high
        })
    }

    /// Whether pointers of threads lead to an object, over all that memory holds.
    fn is_pointed_to(&mut self, may: &May, others: &[usize], target: u32) -> bool {
        let mut search = Pointed { found: vec![false; self.memory.object_count()], work: Vec::new() };
        for thread in 0..self.threads.len() {
            self.result_of(thread).into_iter().for_each(|value| search.add(self, value));
        }
        let mut held: Vec<u32> = self.library_objects().collect();
        for &other in others {
            for &(_, id) in &self.threads[other].objects {
                search.add(self, Val::pointer(id, 0));
            }
            for depth in 0..self.frames_of(other).len() {
                self.for_each_root(may, other, depth, |value| search.add(self, value));
                let set = &may.sets[self.stand(may, other, depth).2 as usize];
                let statics = &self.image.statics;
                set.named().for_each(|object| search.add(self, Val::pointer(statics[object as usize], 0)));
                held.extend(set.read().map(|object| statics[object as usize]));
            }
        }
        let mut left = WORDS;
        // What is read by name need not be pointed to, but what it holds is.
        for id in held {
            if !search.follow(self, id, &mut left) {
                return true;
            }
        }
        while let Some(id) = search.work.pop() {
            if id == target || !search.follow(self, id, &mut left) {
                return true;
            }
        }
        false
    }

    /// What a frame holds that may point to something, but for addresses of accesses that are told by name.
    fn for_each_root(&self, may: &May, thread: usize, depth: usize, mut f: impl FnMut(Val)) {
        let frame: &Frame = &self.frames_of(thread)[depth];
        let cleared = self.image.code[frame.function.index()].cleared as usize;
        let (live, aliases) = (self.live_slots(frame), &may.function(frame.function).aliases);
        let slots = self.slots_of(thread)[frame.base as usize..][..cleared].iter().enumerate();
        for (slot, &value) in slots.filter(|(_, value)| value.is_pointer()) {
            let is_live = live.is_none_or(|set| set[slot / 64] >> (slot % 64) & 1 != 0);
            if is_live && !aliases.contains(&(slot as u32)) {
                f(value);
            }
        }
        frame.variadic.iter().chain(&frame.allocated).for_each(|&id| f(Val::pointer(id, 0)));
        f(frame.destination());
        f(frame.scratch);
    }

    /// Whether each way in which a thread can go on comes to a state, and none goes in circles.
    fn is_going_ahead(
        &mut self,
        layout: Option<&Layout>,
        may: &May,
        thread: usize,
        decided: &mut Decided,
    ) -> bool {
        let before: Vec<(u64, FunctionId, u32)> = self.places(may, thread);
        let (current, steps) = (self.current, self.steps);
        let exploring = self.exploring_mut();
        let (raced, noticed) = (exploring.raced, exploring.noticed);
        let mut is_ahead = true;
        for option in 0..self.options(thread) {
            let taken = self.take(Choice { thread: thread as u32, option });
            is_ahead = taken.is_ok() && self.raced().is_none();
            if is_ahead && self.exploring_mut().has_jumped {
                let has_ended = matches!(self.threads[thread].pending, Pending::Ended { .. });
                is_ahead = has_ended || self.has_left(may, thread, &before);
            }
            self.gather(layout, decided);
            self.undo();
            if !is_ahead {
                break;
            }
        }
        self.switch_to(current);
        self.steps = steps;
        let exploring = self.exploring_mut();
        (exploring.raced, exploring.noticed) = (raced, noticed);
        self.footprint.clear();
        self.memory.notes.clear();
        is_ahead
    }

    /// The frames of a thread, and the locations they stand at, those of calls behind them.
    fn places(&self, may: &May, thread: usize) -> Vec<(u64, FunctionId, u32)> {
        let frames = self.frames_of(thread);
        let place =
            |depth: usize| (frames[depth].serial, frames[depth].function, self.stand(may, thread, depth).0);
        (0..frames.len()).map(place).collect()
    }

    /// Whether a frame has left for good where it stood before.
    fn has_left(&mut self, may: &May, thread: usize, before: &[(u64, FunctionId, u32)]) -> bool {
        let after = self.places(may, thread);
        let mut both = before.iter().zip(&after).take_while(|(a, b)| a.0 == b.0);
        let left = both.find(|((_, function, was), (_, _, is))| {
            let component = &may.function(*function).component;
            component[*was as usize] != component[*is as usize]
        });
        let Some((&(_, function, location), _)) = left else { return false };
        self.footprint.look(function, location, Look::Loop);
        true
    }
}

/// Objects that are found over pointers.
struct Pointed {
    found: Vec<bool>,
    work: Vec<u32>,
}

impl Pointed {
    fn add(&mut self, machine: &Machine<'_>, value: Val) {
        let whole = value.is_pointer().then(|| value.object());
        let Some(id) = whole.or_else(|| machine.memory.object_left(value)) else { return };
        if let Some(found) = self.found.get_mut(id as usize)
            && !std::mem::replace(found, true)
        {
            self.work.push(id);
        }
    }

    /// What an object holds; false if there is too much to look at.
    fn follow(&mut self, machine: &Machine<'_>, id: u32, left: &mut usize) -> bool {
        let Some(object) = machine.memory.object(id).filter(|object| object.life == Life::Alive) else {
            return true;
        };
        let words = machine.memory.words_of(object);
        let Some(rest) = left.checked_sub(words) else { return false };
        *left = rest;
        for index in 0..words {
            self.add(machine, machine.pointer_word(object.base as usize + index));
        }
        true
    }
}

/// The program's facts as a machine's decisions depend on them.
pub(crate) fn known_for(options: &super::Options, image: &crate::exec::Image<'_>) -> Option<Arc<May>> {
    let is_wanted = options.is_reduced
        && options.postpones
        && options.given.is_none()
        && options.placement == crate::number::Placement::Any
        && crate::may::has_threads(image.program);
    is_wanted.then(|| Arc::new(May::of(image.program, &image.code, &image.statics)))
}
