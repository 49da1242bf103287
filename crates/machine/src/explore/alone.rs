//! Threads that no other can disturb go first: *alone*.
//!
//! P. Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, 1996: persistent sets, here of one thread, and
//! a proviso against ignoring the others for ever. What a thread is about to do is *alone* if no other thread can do anything that
//! depends on it before the thread moves. Then it makes no difference whether it is done now or later, so at a state whose first
//! such thread is t only t's choices are tried, and within a transition such an access is merged with what follows.
//!
//! **Guarantee.** Failed assertions, deadlocks (circles too), races, leaks and obstacles are found if the exploration without it finds them, and
//! so is what memory holds where the program ends after all its threads. Look at single operations, of which a transition is several: each state in between
//! is expanded in full or by one thread t. Let w lead from there to something wrong. If t moves in w, its first operation can be done first, since nothing
//! before it in w depends on it, and what is left of w is shorter. If it does not, it can be done before w, and w after it: what is wrong is
//! about other threads, and t changes nothing that they look at. Such states follow each other only so often (3), and then comes one
//! that is expanded in full, or the transition's end. Of races: if t's access took part in one, another thread could touch it before t moves. The end of the program by
//! another thread looks at no memory but to count what is allocated (`Options::counts_heap`: giving back is visible then) and for what is lost,
//! which stays lost. What has no meaning ends a run where it is met, as it does in steps that only the thread itself can see.
//!
//! 1. **What others can touch** is what they reach from the live slots of all their frames, from objects of their own and from results that
//!    wait to be joined, over whatever memory holds, statics included; and what *May(l)* of each of their frames names
//!    ([`crate::may`]), an outer frame's behind its call. An object that they read by name leads to what it holds. Reads do not disturb reads. Objects of
//!    the library lead to what they hold, and are never alone themselves. A thread that waits to join t, or one that waits so for
//!    another that does, cannot move before t, and is not asked.
//! 2. **What can be alone**: an access by a plain load, store or atomic operation (not a weak compare-exchange, whose failure is a choice);
//!    a choice of a number; a join without a result (whoever else joins or detaches the same thread does wrong in either order). Locks, signals,
//!    allocations that may fail, steps of library calls and of block copies are not.
//! 3. **The proviso.** In place of a bit in the state, the move is tried: a thread is alone at a state only if none of its ways from there ends the
//!    run (fault, exit, what is not modelled), and if each joins or ends a thread, or makes no jump backwards, or leaves a loop
//!    for good, that is, some frame that is there before and after has come to a location from which it cannot come back. Threads are limited in
//!    number, and so are the first two. Of a thread that moves for ever the lowest frame that it comes back to for ever stays in a loop in the end, and jumps backwards; the
//!    frames below stand, those above go: such a move is none of these. Frames are limited, too. So no infinite way consists of such moves.
//!    Within a transition the budget of jumps serves.
//! 4. **Comparing addresses or handles** looks at whether what is compared is still there, which others may end ([`crate::exec`]'s `identity`): a move in which that
//!    happens is not alone. Nor is going on after a long run or before such a comparison.
//! 5. **A function of the state.** Choices are filtered by what the state and the program say, so that workers, ranges, paths and
//!    records need not know of it. What was looked at of the program is noted, whether it came out alone or not: May(l) of each
//!    frame asked, all that was executed when the move was tried, and the loops that were left.

use std::sync::Arc;

use cfa::library::Trait;
use cfa::program::FunctionId;

use super::{Access, Choice, Exploring, Pending};
use crate::code::{Arg, CONST, Instr};
use crate::exec::{Frame, Machine};
use crate::footprint::Layout;
use crate::library::sync::Call;
use crate::may::{May, Set};
use crate::memory::{Life, ObjectKind};
use crate::value::Val;

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
        match self.threads[thread].pending {
            Pending::Choose(count) => count <= OPTIONS && self.is_own_choice(thread),
            Pending::Access(access) => {
                self.is_plain_access(thread) && self.is_out_of_reach(may, thread, &access)
            }
            Pending::Call(Call::Join { .. }) => self.is_result_unused(thread),
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

    /// All threads, the one that disturbed this one last before the others: it mostly does so again.
    fn others(&self, thread: usize) -> impl Iterator<Item = usize> + use<> {
        let (count, suspects) = (self.threads.len(), self.exploring().map(|e| &e.pointed.suspects));
        let first = suspects.and_then(|it| it.get(thread).copied()).filter(|&it| it < count).unwrap_or(0);
        std::iter::once(first).chain((0..count).filter(move |&other| other != first))
    }

    /// Whether a thread may move before another does.
    fn may_precede(&self, other: usize, thread: usize) -> bool {
        let has_ended = matches!(self.threads[other].pending, Pending::Ended { .. });
        other != thread && !has_ended && !self.waits_to_join(other, thread)
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
            let edge = &edges[code.edge_of[call] as usize];
            return (edge.from.0, Look::Behind, ahead.at[edge.to.index()]);
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
        for other in self.others(thread) {
            if !self.may_precede(other, thread) {
                continue;
            }
            for depth in (0..self.frames_of(other).len()).rev() {
                let set = self.ahead_of(may, other, depth);
                if self.is_touched(set, named, (other, depth), access) {
                    self.exploring_mut().pointed.suspect(thread, other);
                    return false;
                }
            }
        }
        !self.is_pointed_to(may, thread, id)
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

    /// Whether pointers of those who may move before a thread lead to an object, over all that memory holds.
    fn is_pointed_to(&mut self, may: &May, thread: usize, target: u32) -> bool {
        let others = self.others(thread);
        let mut search = std::mem::take(&mut self.exploring_mut().pointed);
        search.begin(self.memory.object_count(), target);
        let is_found = self.search(may, thread, others, &mut search);
        self.exploring_mut().pointed = search;
        is_found
    }

    fn search(
        &self,
        may: &May,
        thread: usize,
        others: impl Iterator<Item = usize>,
        search: &mut Pointed,
    ) -> bool {
        for other in others.filter(|&other| self.may_precede(other, thread)) {
            for &(_, id) in &self.threads[other].objects {
                search.add(self, Val::pointer(id, 0));
            }
            for depth in 0..self.frames_of(other).len() {
                self.for_each_root(may, other, depth, |value| search.add(self, value));
                // The frame ends its idle locals, but does not come to what they hold.
                let frame = &self.frames_of(other)[depth];
                self.idle_roots(other, frame, |_, value| search.is_found |= value.object() == search.target);
                let set = &may.sets[self.stand(may, other, depth).2 as usize];
                let statics = &self.image.statics;
                set.named().for_each(|object| search.add(self, Val::pointer(statics[object as usize], 0)));
                // What is read by name need not be pointed to, but what it holds is.
                search.held.extend(set.read().map(|object| statics[object as usize]));
            }
            if search.goes_through(self) {
                search.suspect(thread, other);
                return true;
            }
        }
        for thread in &self.threads {
            thread.result().into_iter().for_each(|value| search.add(self, value));
        }
        search.held.extend(self.library_objects());
        search.goes_through(self)
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
        let is_join = matches!(self.threads[thread].pending, Pending::Call(Call::Join { .. }));
        let (current, steps) = (self.current, self.steps);
        let exploring = self.exploring_mut();
        let (raced, noticed) = (exploring.raced, exploring.noticed);
        let mut is_ahead = true;
        for option in 0..self.options(thread) {
            let taken = self.take(Choice { thread: thread as u32, option });
            let Exploring { has_jumped, has_compared, .. } = *self.exploring_mut();
            is_ahead = taken.is_ok() && !has_compared;
            if is_ahead && has_jumped {
                let has_ended = matches!(self.threads[thread].pending, Pending::Ended { .. });
                is_ahead = is_join || has_ended || self.has_left(may, thread, &before);
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

    /// Whether a frame has left for good where it stood before. The loops that were asked for are noted, left or not.
    fn has_left(&mut self, may: &May, thread: usize, before: &[(u64, FunctionId, u32)]) -> bool {
        let after = self.places(may, thread);
        let both = before.iter().zip(&after).take_while(|(a, b)| a.0 == b.0);
        for (&(_, function, was), &(_, _, is)) in both {
            self.footprint.look(function, was, Look::Loop);
            let component = &may.function(function).component;
            if component[was as usize] != component[is as usize] {
                return true;
            }
        }
        false
    }
}

/// A search for an object over pointers.
#[derive(Default)]
pub(crate) struct Pointed {
    target: u32,
    is_found: bool,
    /// By object, the search in which it was found last.
    found: Vec<u32>,
    round: u32,
    /// Objects found that were not looked into yet, and those that are only looked into.
    work: Vec<u32>,
    held: Vec<u32>,
    /// Words that may still be looked at.
    left: usize,
    /// By thread, who disturbed it last.
    suspects: Vec<usize>,
}

impl Pointed {
    fn begin(&mut self, objects: usize, target: u32) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.found.clear();
            self.round = 1;
        }
        self.found.resize(objects.max(self.found.len()), 0);
        self.work.clear();
        self.held.clear();
        (self.target, self.is_found, self.left) = (target, false, WORDS);
    }

    fn add(&mut self, machine: &Machine<'_>, value: Val) {
        let whole = value.is_pointer().then(|| value.object());
        let Some(id) = whole.or_else(|| machine.memory.object_left(value)) else { return };
        if let Some(found) = self.found.get_mut(id as usize)
            && std::mem::replace(found, self.round) != self.round
        {
            self.is_found |= id == self.target;
            self.work.push(id);
        }
    }

    /// Follows what was found so far; whether that leads to the target, or too far.
    fn goes_through(&mut self, machine: &Machine<'_>) -> bool {
        while let Some(id) = self.held.pop().or_else(|| self.work.pop()) {
            if self.is_found || !self.follow(machine, id) {
                return true;
            }
        }
        self.is_found
    }

    fn suspect(&mut self, thread: usize, other: usize) {
        self.suspects.resize(self.suspects.len().max(thread + 1), 0);
        self.suspects[thread] = other;
    }

    /// What an object holds; false if there is too much to look at.
    fn follow(&mut self, machine: &Machine<'_>, id: u32) -> bool {
        let Some(object) = machine.memory.object(id).filter(|object| object.life == Life::Alive) else {
            return true;
        };
        let words = machine.memory.words_of(object);
        let Some(left) = self.left.checked_sub(words) else { return false };
        self.left = left;
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
