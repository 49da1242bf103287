//! Library calls while a program is explored: in steps, where other threads might look on.
//!
//! A function that waits for its turn itself (locks, `memcpy`, choices) is called as it is. Any other that touches
//! memory which other threads can reach makes one such access in each transition. Its code cannot be left in the middle,
//! so at each step the call is tried from its start, with what it has read so far put back in its place, to see which
//! access comes next; then all it did is taken back, and that access alone is made. The accesses made, and what was read,
//! lie in an object that the calling frame's `scratch` points to, so they are part of the state. The last try stays, but
//! for memory that others can reach: what was to be written there has been.
//!
//! A byte is read once and written once, as if it were kept in a register meanwhile.

use cfa::library::{Row, Trait};
use rustc_hash::FxHashSet as HashSet;

use super::args::Args;
use super::{Entry, Function, Kept, LibraryId, sync};
use crate::address::moved;
use crate::exec::Machine;
use crate::explore::{Access, Pending};
use crate::fault::{Fault, FaultKind, Stop};
use crate::memory::ObjectKind;
use crate::naming::Extent;
use crate::partial::Part;
use crate::value::{Val, function_of};

/// Marks the progress of a call that is made in steps. The rest of it counts them, and says in its last bit whether the
/// call waits for one more; if not, it waits for a turn that the function asked for itself.
const STEPPING: u32 = 1 << 31;

/// How the message begins that a function cannot make what it keeps between its calls.
pub const FIRST_CALL: &str = "the first call of";

/// Words of an access that was made: its place, its size and kind, and what was read.
const WORDS: usize = 3;
const WRITE: u64 = 1 << 8;

/// What a library call might change that cannot be taken back with the journal.
struct BeforeCall {
    mark: crate::journal::Mark,
    inputs: usize,
    objects: usize,
    /// If it had changed in this transition before.
    kept: Option<Kept>,
    frames: usize,
    serial: u64,
}

/// A call that was tried.
struct Tried {
    before: BeforeCall,
    value: Result<Val, Stop>,
    touched: Vec<Access>,
    /// The call waited for its turn itself.
    is_turn_taken: bool,
}

/// An access that was made, and what was read if it was a read.
struct Made {
    access: Access,
    value: Part,
}

impl Machine<'_> {
    pub(super) fn watched_call(&mut self, function: LibraryId, args: &Args) -> Result<Val, Stop> {
        let &Entry { row, function: call, takes_turns, .. } = function.entry();
        let name = row.name;
        if !self.is_choosing() {
            let value = call(self, args);
            self.exploring_mut().granted = None;
            return value;
        }
        self.refuse_error(row)?;
        let is_stepping = self.progress() & STEPPING != 0;
        let is_whole = !is_stepping && (takes_turns || self.live < 2);
        if self.is_symbolic() {
            return self.call_on_terms(name, call, args, is_whole);
        }
        if is_whole {
            let value = call(self, args);
            self.exploring_mut().granted = None;
            return value;
        }
        let value = if is_stepping { self.go_on(name, call, args) } else { self.first_try(name, call, args) };
        // Whatever has become of the call, it is not taken back any more.
        self.memory.keep_watched();
        value
    }

    /// A call where inputs are symbols: what it reads of a term is made a number before it is called, or goes on.
    fn call_on_terms(
        &mut self,
        name: &str,
        call: Function,
        args: &Args,
        is_whole: bool,
    ) -> Result<Val, Stop> {
        let (granted, progress, scratch) = (self.exploring_mut().granted, self.progress(), self.scratch());
        loop {
            let before = self.before_call();
            let outer = self.memory.watch();
            let value = match progress & STEPPING != 0 {
                _ if is_whole => self.call_asking(call, args),
                true => self.go_on(name, call, args),
                false => self.first_try(name, call, args),
            };
            self.memory.unwatch(outer);
            self.exploring_mut().granted = None;
            let Err(Stop::TermByte(at)) = value else {
                self.memory.keep_watched();
                return value;
            };
            if self.take_call_back(name, before).is_err() {
                let what = format!("`{name}` on inputs, where it calls the program");
                return Err(Stop::SymbolicValue(what));
            }
            if is_whole && granted.is_some() {
                // Whether it may go on was told without these bytes.
                let what = format!("`{name}` on what an input has written to a lock");
                return Err(Stop::SymbolicValue(what));
            }
            self.set_progress(progress, scratch);
            self.exploring_mut().granted = granted;
            let at = if progress & STEPPING != 0 { self.place_read(at as usize)? } else { at as usize };
            self.byte_as_number(at)?;
        }
    }

    /// Where a byte of memory lies as the call has read it in an earlier step, if it has.
    fn place_read(&self, at: usize) -> Result<usize, Stop> {
        let (made, _) = self.accesses_made()?;
        for (index, Made { access, .. }) in made.iter().enumerate().filter(|(_, made)| !made.access.is_write)
        {
            let first = self.memory.check(access.at, access.size.into(), "read")?;
            if (first..first + access.size as usize).contains(&at) {
                let kept = self.kept_place(index, access.at)?;
                return self.memory.check(kept, access.size.into(), "read").map(|kept| kept + at - first);
            }
        }
        Ok(at)
    }

    /// Where it is kept what an access has read.
    fn kept_place(&self, index: usize, at: Val) -> Result<Val, Stop> {
        let unit = self.memory.unit();
        let word = unit * (WORDS * index + 2);
        moved(self.scratch(), word as i64 + i64::from(at.offset().rem_euclid(unit as i32)))
    }

    /// A call that touches nothing that others can reach is done; any other waits for its first access.
    fn first_try(&mut self, name: &str, call: Function, args: &Args) -> Result<Val, Stop> {
        let is_atomic = self.threads[self.current].atomic > 0;
        let granted = self.exploring_mut().granted;
        let tried = self.try_call(call, args, &[]);
        self.exploring_mut().granted = None;
        if is_atomic {
            // One step with the section around it: nobody can look on, but it may race with others.
            tried.touched.iter().for_each(|touch| self.note_race(touch.at, touch.size, touch.is_write));
        }
        if tried.is_turn_taken || is_atomic {
            return tried.value;
        }
        match self.next_access(name, &[], &tried.touched)? {
            None => tried.value,
            Some(_) if granted.is_some() => not_stepped(name),
            // What the function keeps between its calls would be taken back with the try.
            Some(access) if access.at.object() >= tried.before.mark.objects => first_call(name),
            Some(access) => {
                self.take_call_back(name, tried.before)?;
                self.keep_accesses(&[], Some(access))?;
                self.turn(Pending::Access(access))?;
                tried.value
            }
        }
    }

    /// A task may name any function as the one that must not be called, and then it is the only one.
    fn refuse_error(&mut self, row: &Row) -> Result<(), Stop> {
        let name = row.name;
        match &self.exploring_mut().options.error_function {
            Some(error) if error == name => {
                self.call_turn(sync::Call::Step)?;
                Fault::stop(FaultKind::ReachError, format!("`{name}` is called"))
            }
            Some(_) if row.is(Trait::Error) => {
                Err(Stop::NotModelled(format!("a call of `{name}`, which is neither defined nor known")))
            }
            _ => Ok(()),
        }
    }

    /// The next step of a call, for which it has waited: an access, or a turn that the function itself waits for.
    fn go_on(&mut self, name: &str, call: Function, args: &Args) -> Result<Val, Stop> {
        let (mut made, next) = self.accesses_made()?;
        let granted = self.exploring_mut().granted.take();
        let own_turn = granted.filter(|_| next.is_none());
        if let Some(access) = next {
            let value = self.make_access(name, call, args, &made, access)?;
            made.push(Made { access, value });
        }
        let now = self.values_at(name, &made)?;
        self.exploring_mut().granted = own_turn;
        let tried = self.try_call(call, args, &made);
        self.exploring_mut().granted = None;
        if let Some(access) = self.next_access(name, &made, &tried.touched)? {
            if own_turn.is_some() {
                return not_stepped(name);
            }
            if access.at.object() >= tried.before.mark.objects {
                return first_call(name);
            }
            self.take_call_back(name, tried.before)?;
            self.keep_accesses(&made, Some(access))?;
            self.turn(Pending::Access(access))?;
            return tried.value;
        }
        if tried.value == Err(Stop::Yield) {
            self.take_call_back(name, tried.before)?;
            self.keep_accesses(&made, None)?;
            return tried.value;
        }
        for (made, value) in made.iter().zip(now) {
            self.memory.set_part_with_terms(made.access.at, made.access.size, &value)?;
        }
        let log = self.scratch();
        if log.is_pointer() {
            self.memory.end(log.object());
        }
        self.set_progress(0, Val::UNINIT);
        tried.value
    }

    /// Makes one access; what was read.
    fn make_access(
        &mut self,
        name: &str,
        call: Function,
        args: &Args,
        made: &[Made],
        access: Access,
    ) -> Result<Part, Stop> {
        let Access { at, size, is_write, .. } = access;
        if !is_write {
            return self.memory.part_with_terms(at, size);
        }
        self.memory.check_write(at, size.into())?;
        self.values_at(name, made)?;
        let tried = self.try_call(call, args, made);
        let part = self.memory.part_with_terms(at, size)?;
        let objects = tried.before.mark.objects;
        self.take_call_back(name, tried.before)?;
        let value = part.value;
        if value.is_pointer() && value.object() >= objects && function_of(value).is_none() {
            return not_stepped(name);
        }
        self.memory.set_part_with_terms(at, size, &part)?;
        Ok(Part::NONE)
    }

    /// Calls a function as if it had read what it has, and notes what it touches.
    fn try_call(&mut self, call: Function, args: &Args, made: &[Made]) -> Tried {
        let before = self.before_call();
        let was_taken = std::mem::take(&mut self.exploring_mut().is_turn_taken);
        let outer = self.memory.watch();
        let read = made.iter().filter(|made| !made.access.is_write);
        let put = read
            .map(|made| (made.access, &made.value))
            .try_for_each(|(access, value)| self.memory.set_part_with_terms(access.at, access.size, value));
        if !made.is_empty() {
            self.memory.forget_noted();
        }
        let value = put.and_then(|()| call(self, args));
        let touched = self.memory.unwatch(outer);
        let is_turn_taken = std::mem::replace(&mut self.exploring_mut().is_turn_taken, was_taken);
        Tried { before, value, touched, is_turn_taken }
    }

    /// The first access that others might see and that was not made yet: bytes of one word.
    fn next_access(&mut self, name: &str, made: &[Made], touched: &[Access]) -> Result<Option<Access>, Stop> {
        let places = |access: &Access| {
            let (object, from) = (access.at.object(), access.at.offset());
            (0..access.size as i32).map(move |i| (object, from + i))
        };
        let is_write = |made: &&Made| made.access.is_write;
        let written: HashSet<_> =
            made.iter().filter(is_write).flat_map(|made| places(&made.access)).collect();
        let mut read: HashSet<_> =
            made.iter().filter(|made| !made.access.is_write).flat_map(|made| places(&made.access)).collect();
        let mut own = HashSet::default();
        let unit = self.memory.unit() as i32;
        for touch in touched {
            if !self.is_visible(touch.at) {
                continue;
            }
            let mut next: Option<Access> = None;
            for place in places(touch) {
                let is_known = if touch.is_write {
                    if !own.insert(place) {
                        return not_stepped(name);
                    }
                    written.contains(&place)
                } else {
                    own.contains(&place) || !read.insert(place)
                };
                match &mut next {
                    None if is_known => {}
                    None => {
                        let at = moved(touch.at, i64::from(place.1 - touch.at.offset()))?;
                        next = Some(Access { at, size: 1, ..*touch });
                    }
                    Some(_) if is_known || place.1 % unit == 0 => return Ok(next),
                    Some(access) => access.size += 1,
                }
            }
            if next.is_some() {
                return Ok(next);
            }
        }
        Ok(None)
    }

    /// What lies now where accesses were made.
    fn values_at(&self, name: &str, made: &[Made]) -> Result<Vec<Part>, Stop> {
        let value = |made: &Made| {
            let at = made.access.at;
            self.memory.part_with_terms(at, made.access.size).map_err(|_| {
                let place = self.name_place(at, Extent::Start);
                Stop::NotModelled(format!("`{name}` on `{place}`, which another thread frees meanwhile"))
            })
        };
        made.iter().map(value).collect()
    }

    /// The accesses that the call made so far, and the one that it has waited for.
    fn accesses_made(&self) -> Result<(Vec<Made>, Option<Access>), Stop> {
        let progress = self.progress() & !STEPPING;
        let (count, is_next) = ((progress >> 1) as usize, progress & 1 != 0);
        let (log, unit) = (self.scratch(), self.memory.unit());
        let word = |index: usize| moved(log, (unit * index) as i64);
        let entry = |index: usize| {
            let at = self.memory.load(word(WORDS * index)?, unit as u32)?;
            let kind = self.memory.load(word(WORDS * index + 1)?, unit as u32)?.bits;
            let (size, is_write) = ((kind & (WRITE - 1)) as u32, kind & WRITE != 0);
            let place = self.kept_place(index, at)?;
            let value = if is_write { Part::NONE } else { self.memory.part_with_terms(place, size)? };
            Ok(Made { access: Access::new(at, size, is_write, false), value })
        };
        let made = (0..count).map(entry).collect::<Result<_, _>>()?;
        let next = if is_next { Some(entry(count)?.access) } else { None };
        Ok((made, next))
    }

    /// Makes accesses part of the state: those made, and the one that the call waits for.
    fn keep_accesses(&mut self, made: &[Made], next: Option<Access>) -> Result<(), Stop> {
        let (old, unit) = (self.scratch(), self.memory.unit());
        if old.is_pointer() {
            self.memory.end(old.object());
        }
        let (count, is_next) = (made.len(), next.is_some());
        let size = unit * WORDS * (count + usize::from(is_next));
        let log = self.memory.allocate(size as u64, 16, ObjectKind::Alloca)?;
        let waiting = next.map(|access| Made { access, value: Part::NONE });
        for (index, Made { access, value }) in made.iter().chain(&waiting).enumerate() {
            let word = |number: usize| Val::pointer(log, (unit * (WORDS * index + number)) as i32);
            let kind = u64::from(access.size) | if access.is_write { WRITE } else { 0 };
            self.memory.store(word(0), unit as u32, access.at)?;
            self.memory.store(word(1), unit as u32, Val::int(kind))?;
            let place = moved(word(2), access.at.offset().rem_euclid(unit as i32).into())?;
            self.memory.set_part_with_terms(place, access.size, value)?;
        }
        let progress = STEPPING | (count as u32) << 1 | u32::from(is_next);
        self.set_progress(progress, Val::pointer(log, 0));
        Ok(())
    }

    fn scratch(&self) -> Val {
        self.frames.last().map_or(Val::UNINIT, |frame| frame.scratch)
    }

    fn before_call(&self) -> BeforeCall {
        let is_saved = self.library.past.as_ref().is_some_and(|past| past.is_saved);
        BeforeCall {
            mark: self.memory.mark(),
            inputs: self.count_inputs(),
            objects: self.threads[self.current].objects.len(),
            kept: is_saved.then(|| self.library.kept.clone()),
            frames: self.frames.len(),
            serial: self.serial,
        }
    }

    /// As if the call had not been made. Code of the program that it called cannot be taken back.
    fn take_call_back(&mut self, name: &str, before: BeforeCall) -> Result<(), Stop> {
        let BeforeCall { mark, inputs, objects, kept, frames, serial } = before;
        let has_called = self.frames.len() != frames || self.serial != serial;
        if has_called || self.library.has_jumped || self.library.callbacks > 0 {
            return not_stepped(name);
        }
        self.memory.undo(&mark);
        self.memory.keep_watched();
        if self.is_symbolic() {
            self.symbolic().forget_reads(inputs);
        }
        self.threads[self.current].objects.truncate(objects);
        self.library.variadic.split_off(&mark.objects);
        match (kept, &mut self.library.past) {
            (Some(kept), _) => self.library.kept = kept,
            (None, Some(past)) if past.is_saved => {
                past.is_saved = false;
                self.library.restore();
            }
            _ => {}
        }
        Ok(())
    }
}

fn first_call<T>(name: &str) -> Result<T, Stop> {
    Err(Stop::NotModelled(format!("{FIRST_CALL} `{name}` while other threads run")))
}

fn not_stepped<T>(name: &str) -> Result<T, Stop> {
    Err(Stop::NotModelled(format!("`{name}` on memory that other threads can reach")))
}
