//! Where a transition ends, while a program is explored: before what another thread might see.

use cfa::op::{Access as How, AtomicOp, Op, Ordering};
use cfa::program::FunctionId;
use cfa::types::Bits;

use super::{Frame, Machine};
use crate::code::{Arg, Code, Instr, Result_};
use crate::explore::{Access, Pending, Raced};
use crate::fault::{Fault, FaultKind, Stop};
use crate::library::sync::Call;
use crate::value::{TERM, Val};

/// Marks of instructions: see [`Code::gates`].
pub(super) const SEEN: u8 = 1;
pub(super) const PLAIN: u8 = 2;
/// Marks that say where a transition may end.
pub(crate) const ENDS: u8 = SEEN | PLAIN;
/// Beside these, of an access: it is atomic, and then whether it orders nothing, or may order nothing.
const ATOMIC: u8 = 4;
const RELAXED: u8 = 8;

/// Where bytes come from that are moved in a block.
#[derive(Clone, Copy)]
pub(crate) enum Source {
    Bytes(Val),
    Fill(u8),
}

impl Machine<'_> {
    /// The marks at which an instruction has to go through [`Machine::gate`].
    pub(super) fn gate_mask(&self) -> u8 {
        match self.exploring() {
            Some(exploring) if exploring.options.is_reduced => SEEN,
            _ => SEEN | PLAIN,
        }
    }

    /// Lets an instruction through, or says why not.
    #[inline]
    pub(super) fn gate(&mut self, code: &Code, base: u32, instr: &Instr, pc: usize) -> Result<(), Stop> {
        if let Instr::Atomic { success: Some(_), .. } = instr
            && self.is_choosing()
            && !self.is_given()
        {
            return self.gate_weak(code, base, instr, pc);
        }
        if self.live < 2 && self.exploring_mut().granted.is_none() {
            return Ok(());
        }
        match instr {
            Instr::Load { address, kind, .. } => {
                let at = self.place(code, base, *address);
                self.gate_access(code, pc, at, kind.bytes(), false)
            }
            Instr::LoadBits { address, bits, .. } => {
                let at = self.place(code, base, *address);
                self.gate_bits(code, pc, at, bits, false)
            }
            Instr::Store { address, kind, .. } | Instr::Atomic { address, kind, .. } => {
                let at = self.place(code, base, *address);
                self.gate_access(code, pc, at, kind.bytes(), true)
            }
            Instr::StoreBits { address, bits, .. } => {
                let at = self.place(code, base, *address);
                self.gate_bits(code, pc, at, bits, true)
            }
            Instr::Copy { .. } | Instr::Zero { .. } | Instr::Library { .. } | Instr::CallIndirect { .. } => {
                Ok(())
            }
            // What begins once more while its address is known ends, too.
            Instr::End { locals } | Instr::Begin { locals } => {
                for local in locals {
                    if let Some(object) = code.objects[local.index()] {
                        let at = self.get(code, base, object.slot);
                        self.gate_end(at)?;
                    }
                }
                self.exploring_mut().granted = None;
                Ok(())
            }
            Instr::Return { value } => {
                for object in code.objects.iter().flatten() {
                    let at = self.get(code, base, object.slot);
                    self.gate_end(at)?;
                }
                for index in 0..self.frame().allocated.len() {
                    let id = self.frame().allocated[index];
                    self.gate_end(Val::pointer(id, 0))?;
                }
                // The return of `main` ends all threads, which they notice.
                if self.current == 0 && self.frames.len() == 1 && !self.threads[0].is_exiting() {
                    self.call_turn(Call::Step)?;
                }
                self.exploring_mut().granted = None;
                if let Some(Arg::Aggregate(operand, _)) = value {
                    let (from, to) = (self.place(code, base, *operand), self.frame().destination);
                    self.refuse_visible(from, "an aggregate result")?;
                    self.refuse_visible(to, "an aggregate result")?;
                }
                Ok(())
            }
            Instr::Call { function, args, result } => {
                self.refuse_arguments(code, base, args, result)?;
                if self.is_atomic_function(*function) {
                    return Ok(());
                }
                self.gate_plain()
            }
            Instr::VaStart { list: a } | Instr::VaEnd { list: a } | Instr::VaArg { list: a, .. } => {
                let at = self.place(code, base, *a);
                self.refuse_visible(at, "a `va_list`")
            }
            Instr::VaCopy { dst, src } => {
                for operand in [dst, src] {
                    let at = self.place(code, base, *operand);
                    self.refuse_visible(at, "a `va_list`")?;
                }
                Ok(())
            }
            Instr::Complex { args, result, .. } => {
                for &operand in args {
                    let at = self.place(code, base, operand);
                    self.refuse_visible(at, "a complex number")?;
                }
                if let Result_::Memory(operand, _) = result {
                    let at = self.place(code, base, *operand);
                    self.refuse_visible(at, "a complex number")?;
                }
                Ok(())
            }
            _ if code.gates[pc] == PLAIN => self.gate_plain(),
            _ => Ok(()),
        }
    }

    /// Without reduction every operation is a transition of its own.
    fn gate_plain(&mut self) -> Result<(), Stop> {
        let is_alone = self.live < 2 || self.threads[self.current].atomic > 0 || self.library.callbacks > 0;
        let exploring = self.exploring_mut();
        // What an operation that compares was granted is taken when it does.
        let is_alone = is_alone || exploring.granted.is_some();
        if exploring.options.is_reduced || std::mem::take(&mut exploring.is_passing) || is_alone {
            return Ok(());
        }
        self.yield_to(Pending::Run)
    }

    fn gate_access(
        &mut self,
        code: &Code,
        pc: usize,
        at: Val,
        size: u32,
        is_write: bool,
    ) -> Result<(), Stop> {
        let is_atomic = code.gates[pc] & ATOMIC != 0;
        self.gate_of_access(code, pc, Access::new(at, size, is_write, is_atomic))
    }

    fn gate_bits(
        &mut self,
        code: &Code,
        pc: usize,
        at: Val,
        bits: &Bits,
        is_write: bool,
    ) -> Result<(), Stop> {
        let access = Access { around: bits.around, ..Access::new(at, bits.bytes(), is_write, false) };
        self.gate_of_access(code, pc, access)
    }

    fn gate_of_access(&mut self, code: &Code, pc: usize, access: Access) -> Result<(), Stop> {
        if self.exploring_mut().granted.take().is_some() {
            return Ok(());
        }
        self.note_race_of(&access);
        if self.is_visible(access.at) {
            self.note_relaxed(code, pc);
            if !self.is_alone(&access) {
                return self.turn(Pending::Access(access)).map(|_| ());
            }
        }
        self.gate_plain()
    }

    fn note_relaxed(&mut self, code: &Code, pc: usize) {
        if code.gates[pc] & RELAXED != 0 {
            let pos = self.position(self.frame().function, pc as u32);
            self.exploring_mut().noticed.relaxed_access.get_or_insert(pos);
        }
    }

    /// A weak compare-exchange may fail though it finds what it expects: a choice, whoever can see it.
    fn gate_weak(&mut self, code: &Code, base: u32, instr: &Instr, pc: usize) -> Result<(), Stop> {
        let Instr::Atomic { address, expected, kind, .. } = instr else { return Ok(()) };
        if let Some(option) = self.exploring_mut().granted.take() {
            self.exploring_mut().is_failing = option == 1;
            return Ok(());
        }
        let (at, expected) = (self.place(code, base, *address), self.get(code, base, *expected));
        let access = Access::new(at, kind.bytes(), true, true);
        self.note_race(at, access.size, true);
        let is_visible = self.is_visible(at);
        if is_visible {
            self.note_relaxed(code, pc);
        }
        if is_visible || self.holds(&access, expected) {
            return self.turn(Pending::Exchange { access, expected }).map(|_| ());
        }
        self.gate_plain()
    }

    /// In an atomic section there are no states at which accesses meet, so it is noted if one meets another thread's. The
    /// section itself is atomic.
    #[inline]
    pub(crate) fn note_race(&mut self, at: Val, size: u32, is_write: bool) {
        self.note_race_of(&Access::new(at, size, is_write, true));
    }

    #[inline]
    fn note_race_of(&mut self, access: &Access) {
        if self.live >= 2 && self.threads[self.current].atomic > 0 {
            self.note_section(Access { is_atomic: true, ..*access });
        }
    }

    /// As [`Machine::note_race`], of an access that a library call makes in a step that is there for something else.
    pub(crate) fn note_in_step(&mut self, at: Val, size: u32, is_write: bool) {
        if self.live >= 2 && self.is_choosing() && at.is_pointer() {
            self.note_section(Access::new(at, size, is_write, true));
        }
    }

    fn note_section(&mut self, access: Access) {
        self.note_others();
        let others = (0..self.threads.len()).filter(|&thread| thread != self.current);
        let raced = others.into_iter().find(|&thread| {
            self.threads[thread].pending.access().is_some_and(|other| access.races_with(&other))
        });
        let Frame { function, pc, .. } = *self.frame();
        let is_in_section = self.threads[self.current].atomic > 0;
        let pos = self.position(function, pc);
        let raced = raced.map(|other| Raced { is_in_section, access, pos, other });
        let exploring = self.exploring_mut();
        exploring.raced = exploring.raced.or(raced);
    }

    /// The end of an object's life is seen by whoever can still reach it.
    fn gate_end(&mut self, at: Val) -> Result<(), Stop> {
        if self.exploring_mut().granted.is_some() || !self.is_visible(at) {
            return Ok(());
        }
        let size = self.memory.object(at.object()).map_or(0, |object| object.size);
        self.turn(Pending::Access(Access::new(at, size, true, false))).map(|_| ())
    }

    pub(super) fn refuse_arguments(
        &mut self,
        code: &Code,
        base: u32,
        args: &[Arg],
        result: &Result_,
    ) -> Result<(), Stop> {
        for arg in args {
            if let Arg::Aggregate(operand, _) = arg {
                let at = self.place(code, base, *operand);
                self.refuse_visible(at, "an aggregate argument")?;
            }
        }
        if let Result_::Memory(operand, _) = result {
            let at = self.place(code, base, *operand);
            self.refuse_visible(at, "an aggregate result")?;
        }
        Ok(())
    }

    fn refuse_visible(&mut self, at: Val, what: &str) -> Result<(), Stop> {
        if self.is_visible(at) {
            return Err(Stop::NotModelled(format!("{what} in memory that other threads can reach")));
        }
        Ok(())
    }

    /// Moves the bytes of a struct copy, of an initialiser or of `memcpy` and `memset`; word by word where another
    /// thread might see it.
    pub(crate) fn move_block(&mut self, dst: Val, from: Source, size: u64) -> Result<(), Stop> {
        let src = if let Source::Bytes(src) = from { Some(src) } else { None };
        let is_shared = self.exploring.is_some()
            && size > 0
            && (self.is_visible(dst)
                || src.is_some_and(|src| self.is_visible(src))
                || self.frame().progress > 0);
        // It lets through the first access, whether or not that can still be seen.
        let mut is_granted = self.exploring.as_mut().is_some_and(|e| e.granted.take().is_some());
        if !is_shared {
            if self.exploring.is_some() {
                self.note_race(dst, size as u32, true);
                src.into_iter().for_each(|src| self.note_race(src, size as u32, false));
            }
            return match from {
                Source::Bytes(src) => self.memory.copy(dst, src, size),
                Source::Fill(byte) => self.memory.fill(dst, byte, size),
            };
        }
        self.exploring_mut().is_turn_taken = true;
        // Faults show before the first step.
        self.memory.check_write(dst, size)?;
        if let Some(src) = src {
            self.memory.check(src, size, "read")?;
        }
        let unit = self.memory.unit() as u64;
        let is_aligned = src.is_none_or(|src| dst.offset() as u64 % unit == src.offset() as u64 % unit);
        loop {
            // Two steps a word: what was read waits in `scratch` to be written.
            let (done, is_read) = (u64::from(self.frame().progress / 2), self.frame().progress % 2 == 1);
            if done >= size {
                self.set_progress(0, Val::UNINIT);
                return Ok(());
            }
            let part = match is_aligned {
                true => (unit - (dst.offset() as u64 + done) % unit).min(size - done),
                false => 1,
            } as u32;
            let (end, is_write) = match src {
                Some(src) if !is_read => (src, false),
                _ => (dst, true),
            };
            let at = crate::address::moved(end, done as i64)?;
            let has_terms = self.is_symbolic()
                && match is_write {
                    true => self.frame().scratch.tag == TERM,
                    false => self.memory.has_terms(at, part)?,
                };
            if !std::mem::take(&mut is_granted) && self.is_visible(at) {
                self.turn(Pending::Access(Access::new(at, part, is_write, false)))?;
            }
            if !is_write && has_terms {
                let value = self.part_as_term(at, part)?;
                self.set_progress(2 * done as u32 + 1, value);
                continue;
            }
            if !is_write {
                let value =
                    if is_aligned { self.memory.part(at, part)? } else { self.memory.load(at, part)? };
                self.set_progress(2 * done as u32 + 1, value);
                continue;
            }
            match from {
                Source::Fill(byte) => self.memory.fill(at, byte, part.into())?,
                Source::Bytes(_) if has_terms => {
                    let value = self.frame().scratch.as_term().map(|term| self.value_of_term(term));
                    self.memory.store(at, part, value.unwrap_or(Val::UNINIT))?;
                }
                Source::Bytes(_) if is_aligned => self.memory.set_part(at, part, self.frame().scratch)?,
                Source::Bytes(_) => self.memory.store(at, part, self.frame().scratch)?,
            }
            self.set_progress(2 * (done as u32 + part), Val::UNINIT);
        }
    }

    /// How far the operation has come that the innermost frame stands at.
    pub(crate) fn progress(&self) -> u32 {
        self.frames.last().map_or(0, |frame| frame.progress)
    }

    /// Calls a function of the program, and then makes the library call again at which the frame stands.
    pub(crate) fn call_again_after(&mut self, function: FunctionId) -> Result<(), Stop> {
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = self.image.code[frame.function.index()].start_of[frame.pc as usize];
        }
        self.push_callback(function, &[])
    }

    pub(crate) fn set_progress(&mut self, progress: u32, scratch: Val) {
        if let Some(frame) = self.frames.last_mut() {
            (frame.progress, frame.scratch) = (progress, scratch);
        }
    }

    /// Counts a jump backwards or a call; a transition has only so many.
    #[inline]
    pub(super) fn spend(&mut self) -> Result<(), Stop> {
        let exploring = self.exploring_mut();
        exploring.budget = exploring.budget.saturating_sub(1);
        if exploring.budget > 0 || self.library.callbacks > 0 {
            return Ok(());
        }
        self.yield_to(Pending::Run)
    }

    pub(crate) fn is_atomic_function(&self, function: FunctionId) -> bool {
        self.exploring.is_some() && self.image.code[function.index()].is_atomic
    }

    pub(super) fn is_error_function(&self, function: FunctionId) -> bool {
        self.exploring().is_some_and(|e| e.errors.contains(&function))
    }

    pub(super) fn error_called(&self, function: FunctionId) -> Result<(), Stop> {
        let name = &self.image.program.function(function).source_name;
        Fault::stop(FaultKind::ReachError, format!("`{name}` is called"))
    }

    /// A call of a function of the program.
    pub(super) fn gate_call(&mut self, function: FunctionId) -> Result<(), Stop> {
        if self.is_error_function(function) {
            self.call_turn(Call::Step)?;
            return self.error_called(function);
        }
        if self.is_atomic_function(function) {
            self.begin_atomic()?;
        }
        self.exploring_mut().granted = None;
        Ok(())
    }

    pub(crate) fn begin_atomic(&mut self) -> Result<(), Stop> {
        let Some(exploring) = &mut self.exploring else { return Ok(()) };
        exploring.is_turn_taken = true;
        if self.live > 1 && self.threads[self.current].atomic == 0 {
            self.turn(Pending::Call(Call::Step))?;
        }
        let thread = self.current;
        self.thread_mut(thread).atomic += 1;
        Ok(())
    }

    pub(crate) fn end_atomic(&mut self) {
        let thread = self.current;
        if self.threads.get(thread).is_some_and(|thread| thread.atomic > 0) {
            self.thread_mut(thread).atomic -= 1;
        }
    }
}

impl Code {
    /// The marks of an instruction that was made from this operation.
    pub(crate) fn gate_of(&self, pc: usize, op: &Op) -> u8 {
        match &self.instrs[pc] {
            Instr::VaStart { .. }
            | Instr::VaEnd { .. }
            | Instr::VaArg { .. }
            | Instr::VaCopy { .. }
            | Instr::Complex { .. }
            | Instr::Begin { .. } => SEEN,
            instr if instr.may_be_seen() => SEEN | access_of(op),
            _ if self.is_plain_start(pc) => PLAIN,
            _ => 0,
        }
    }

    /// Whether an operation begins here that nobody else can see. A jump is none: whether a location has one that does nothing else, such
    /// as a fence, depends on where the next one lies.
    fn is_plain_start(&self, pc: usize) -> bool {
        if let Instr::Jump { .. } = self.instrs[pc] {
            return false;
        }
        let start = pc as u32;
        let rest = self.instrs[pc..].iter().zip(&self.start_of[pc..]);
        self.start_of[pc] == start
            && !rest.take_while(|(_, s)| **s == start).any(|(instr, _)| instr.may_be_seen())
    }
}

fn access_of(op: &Op) -> u8 {
    let relaxed = How::Atomic(Ordering::Relaxed);
    let is_relaxed = match op {
        Op::Load { place, .. } | Op::Store { place, .. } if matches!(place.access, How::Atomic(_)) => {
            place.access == relaxed
        }
        Op::Atomic(atomic) => {
            let is_failure =
                matches!(atomic.op, AtomicOp::CompareExchange { failure: Ordering::Relaxed, .. });
            atomic.place.access == relaxed || is_failure
        }
        _ => return 0,
    };
    if is_relaxed { ATOMIC | RELAXED } else { ATOMIC }
}

impl Instr {
    pub(crate) fn may_be_seen(&self) -> bool {
        matches!(
            self,
            Instr::Load { .. }
                | Instr::Store { .. }
                | Instr::LoadBits { .. }
                | Instr::StoreBits { .. }
                | Instr::Copy { .. }
                | Instr::Zero { .. }
                | Instr::End { .. }
                | Instr::Return { .. }
                | Instr::Atomic { .. }
                | Instr::Call { .. }
                | Instr::CallIndirect { .. }
                | Instr::Library { .. }
        )
    }
}
