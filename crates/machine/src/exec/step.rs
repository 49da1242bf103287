//! The interpreter: one loop over instructions, the frequent ones in it and the rare ones beside it.

use super::Machine;
use super::quick::At;
use super::rare::check_index;
use super::symbolic::Then;
use crate::address;
use crate::arith::{self, Number};
use crate::code::{Instr, Kind};
use crate::explore::Pending;
use crate::fault::{Fault, FaultKind, Stop};
use crate::quick::{Does, SYMBOLIC, TRACED, WEAK};
use crate::value::{INIT, Val};

impl Machine<'_> {
    /// Runs until the frame above `depth` returns; its result, if it is a scalar.
    pub fn run(&mut self, depth: usize, limit: u64) -> Result<Val, Stop> {
        if self.exploring.is_none() {
            return self.run_loop::<false>(depth, limit);
        }
        let ended = self.run_loop::<true>(depth, limit);
        if ended.is_err() {
            self.note_stop();
        }
        if let (Err(Stop::Yield), Some(frame)) = (&ended, self.frames.last_mut()) {
            // Temporaries do not outlive an operation, so it starts over when it goes on.
            let from = frame.pc;
            frame.pc = self.image.code[frame.function.index()].start_of[from as usize];
            let at = from - frame.pc;
            if let Some(exploring) = self.exploring.as_deref_mut() {
                match &mut exploring.next {
                    Pending::Order(unordered) => unordered.at = at,
                    Pending::Decide { interrupted, .. } => {
                        let place = (frame.serial, frame.pc);
                        let begun = exploring.symbolic.as_ref().and_then(|it| it.begun_at(place));
                        if let Some(begun) = begun.filter(|_| !exploring.has_jumped) {
                            (interrupted.granted, interrupted.is_passing) = (begun.granted, begun.is_passing);
                        }
                    }
                    _ => {}
                }
            }
            if self.is_tracing {
                self.trace_wait();
            }
        }
        ended
    }

    /// The loop, in two versions: the one for exploring ends before what other threads might see.
    fn run_loop<const EXPLORE: bool>(&mut self, depth: usize, limit: u64) -> Result<Val, Stop> {
        let image = self.image;
        'frame: loop {
            let mut marks = self.marks::<EXPLORE>();
            let top = self.frames.len() - 1;
            let (function, base, mut pc) =
                (self.frames[top].function, self.frames[top].base, self.frames[top].pc as usize);
            let code = &image.code[function.index()];
            let first = image.positions[function.index()];
            if EXPLORE {
                self.footprint.start(first + pc as u32);
            }
            let mut is_passed = false;
            loop {
                // One that cannot go on at once would be the end of the other loop, too.
                let can_go_on = is_passed || code.quick[pc].marks & marks == 0;
                if can_go_on && marks & TRACED == 0 && code.quick[pc].does.is_quick() {
                    let at = self.run_quick::<EXPLORE>(code, (base, first), At { pc, is_passed }, marks);
                    At { pc, is_passed } = at;
                }
                let (instr, quick) = (&code.instrs[pc], code.quick[pc]);
                if !is_passed && quick.marks & marks != 0 {
                    if EXPLORE && quick.marks & marks & !TRACED != 0 {
                        // Whoever tells of a race asks where it is.
                        self.frames[top].pc = pc as u32;
                        if let Err(stop) = self.gate(code, base, instr, pc) {
                            self.steps += 1;
                            return Err(stop);
                        }
                    }
                    if marks & TRACED != 0 {
                        self.trace_line(function, pc);
                    } else if quick.does.is_quick() {
                        is_passed = true;
                        continue;
                    }
                }
                is_passed = false;
                self.steps += 1;
                if EXPLORE && marks & SYMBOLIC != 0 {
                    match self.on_terms(code, base, pc) {
                        Ok(Then::Usual) => {}
                        Ok(Then::Next) => {
                            pc += 1;
                            continue;
                        }
                        Ok(Then::Second) => {
                            pc += 2;
                            continue;
                        }
                        Ok(Then::To(to)) => {
                            pc = self.go_to::<EXPLORE>(top, first, pc, to)?;
                            if self.steps > self.checkpoint {
                                self.frames[top].pc = pc as u32;
                                self.pause(limit)?;
                            }
                            continue;
                        }
                        Err(stop) => {
                            self.frames[top].pc = pc as u32;
                            return Err(stop);
                        }
                    }
                }
                let outcome = match instr {
                    Instr::Move { dst, a, kind } => self.mov(code, base, *dst, *a, *kind),
                    Instr::Binary { op, kind, dst, a, b } => {
                        let (x, y) = (self.get(code, base, *a), self.get(code, base, *b));
                        if x.tag == INIT
                            && y.tag == INIT
                            && !matches!(kind, Kind::Wide { .. } | Kind::Opaque { .. })
                        {
                            arith::binary(*op, *kind, x.bits, y.bits).map(|value| self.set(base, *dst, value))
                        } else {
                            self.binary_slow(code, base, *op, *kind, *dst, *a, *b)
                        }
                    }
                    Instr::Compare { op, kind, a, b, yes, no } => {
                        let (x, y) = (self.get(code, base, *a), self.get(code, base, *b));
                        let value = if x.tag == INIT && y.tag == INIT {
                            arith::binary(*op, *kind, x.bits, y.bits)
                        } else {
                            self.address_binary(*op, *kind, x, y)
                        };
                        match value {
                            Ok(value) => {
                                pc = self.go_to::<EXPLORE>(
                                    top,
                                    first,
                                    pc,
                                    if value.bits != 0 { *yes } else { *no },
                                )?;
                                if self.steps > self.checkpoint {
                                    self.frames[top].pc = pc as u32;
                                    self.pause(limit)?;
                                }
                                continue;
                            }
                            Err(stop) => Err(stop),
                        }
                    }
                    Instr::Branch { cond, kind, yes, no } => match self.truth(code, base, *cond, *kind) {
                        Ok(truth) => {
                            pc = self.go_to::<EXPLORE>(top, first, pc, if truth { *yes } else { *no })?;
                            if self.steps > self.checkpoint {
                                self.frames[top].pc = pc as u32;
                                self.pause(limit)?;
                            }
                            continue;
                        }
                        Err(stop) => Err(stop),
                    },
                    Instr::Jump { to } => {
                        pc = self.go_to::<EXPLORE>(top, first, pc, *to)?;
                        if self.steps > self.checkpoint {
                            self.frames[top].pc = pc as u32;
                            self.pause(limit)?;
                        }
                        continue;
                    }
                    Instr::Load { dst, address, kind, align } => {
                        let address = self.place(code, base, *address);
                        self.load(base, *dst, address, *kind, *align)
                    }
                    Instr::Store { address, value, kind, align, is_initial } => {
                        let address = self.place(code, base, *address);
                        self.memory.is_initialising = *is_initial;
                        let done = self.store(code, base, address, *value, *kind, *align);
                        self.memory.is_initialising = false;
                        done
                    }
                    Instr::Index { dst, base: pointer, index, scale } => {
                        let (pointer, index) = (self.get(code, base, *pointer), self.get(code, base, *index));
                        self.index(pointer, index, *scale).map(|value| self.set(base, *dst, value))
                    }
                    Instr::Element { dst, base: pointer, index, scale, limit, reach } => {
                        let (pointer, index) = (self.get(code, base, *pointer), self.get(code, base, *index));
                        self.memory
                            .as_number(index)
                            .and_then(|index| check_index(index, *limit, *reach))
                            .and_then(|()| self.index(pointer, index, *scale))
                            .map(|value| self.set(base, *dst, value))
                    }
                    Instr::Offset { dst, base: pointer, bytes } => {
                        let pointer = self.get(code, base, *pointer);
                        address::element(&self.memory, pointer, *bytes)
                            .map(|value| self.set(base, *dst, value))
                    }
                    Instr::Convert { from, to, dst, a } => self.convert(code, base, *from, *to, *dst, *a),
                    Instr::Unary { op, kind, dst, a } => self.unary(code, base, *op, *kind, *dst, *a),
                    Instr::Switch { value, kind, table } => match self.number(code, base, *value, *kind) {
                        Ok(Number::Int(value)) => {
                            let table = &code.tables[*table as usize];
                            let at = table.ranges.partition_point(|r| r.1 < value);
                            let hit = table.ranges.get(at).filter(|r| r.0 <= value).map(|r| r.2);
                            match hit.or(table.default) {
                                Some(to) => {
                                    if EXPLORE {
                                        self.footprint.turn(first + pc as u32, first + to);
                                    }
                                    pc = self.go_to::<EXPLORE>(top, first, pc, to)?;
                                    continue;
                                }
                                None => Fault::stop(FaultKind::UnreachableReached, "no case fits"),
                            }
                        }
                        Ok(Number::Double(_)) => Err(Stop::NotModelled("a switch on a float".into())),
                        Err(stop) => Err(stop),
                    },
                    Instr::Goto { address, table } => {
                        let value = self.place(code, base, *address);
                        let label = i128::from(value.object());
                        let table = &code.tables[*table as usize];
                        match table
                            .ranges
                            .iter()
                            .find(|r| value.is_pointer() && value.offset() == 0 && r.0 == label)
                        {
                            Some(&(_, _, to)) => {
                                pc = self.go_to::<EXPLORE>(top, first, pc, to)?;
                                continue;
                            }
                            None => Fault::stop(
                                FaultKind::InvalidPointer,
                                "a goto to what is no label of this function",
                            ),
                        }
                    }
                    Instr::Call { function, args, result } => {
                        self.frames[top].pc = pc as u32;
                        if EXPLORE {
                            self.gate_call(*function)?;
                        }
                        if matches!(quick.does, Does::Call) {
                            self.enter_plain(code, base, *function, args, *result)?;
                        } else {
                            self.enter(code, base, *function, args, *result)?;
                        }
                        if self.is_tracing {
                            self.trace_call();
                        }
                        self.frames[top].pc = pc as u32 + 1;
                        if EXPLORE {
                            self.spend()?;
                        }
                        continue 'frame;
                    }
                    Instr::CallIndirect { callee, ty, args, result } => {
                        self.frames[top].pc = pc as u32;
                        let callee = self.place(code, base, *callee);
                        let target = self.callee(callee, *ty, args)?;
                        if image.program.function(target).body.is_some() {
                            if EXPLORE {
                                self.refuse_arguments(code, base, args, result)?;
                                self.gate_call(target)?;
                            }
                            self.enter(code, base, target, args, *result)?;
                            if self.is_tracing {
                                self.trace_call();
                            }
                            self.frames[top].pc = pc as u32 + 1;
                            if EXPLORE {
                                self.spend()?;
                            }
                            continue 'frame;
                        }
                        match image.libraries[target.index()] {
                            Some(library) => {
                                let done = self.library_call(library, args, *result, limit);
                                if done.is_ok() && self.is_elsewhere(top, pc) {
                                    self.land(depth)?;
                                    continue 'frame;
                                }
                                marks = self.marks::<EXPLORE>();
                                if EXPLORE {
                                    self.footprint.start(first + pc as u32 + 1);
                                }
                                done
                            }
                            None => self.absent(code, base, target, args, *result),
                        }
                    }
                    Instr::Library { function, args, result, .. } => {
                        self.frames[top].pc = pc as u32;
                        let done = self.library_call(*function, args, *result, limit);
                        if done.is_ok() && self.is_elsewhere(top, pc) {
                            self.land(depth)?;
                            continue 'frame;
                        }
                        marks = self.marks::<EXPLORE>();
                        done
                    }
                    Instr::LongJump { buffer } => {
                        self.frames[top].pc = pc as u32;
                        let buffer = self.place(code, base, *buffer);
                        self.jump(buffer, 1)?;
                        self.land(depth)?;
                        continue 'frame;
                    }
                    Instr::Return { value } => {
                        self.frames[top].pc = pc as u32;
                        if EXPLORE && top > depth {
                            self.note_return();
                        }
                        let returned = self.leave(code, base, value.as_ref())?;
                        if self.frames.len() == depth {
                            return Ok(returned);
                        }
                        continue 'frame;
                    }
                    other => {
                        self.frames[top].pc = pc as u32;
                        self.rare(code, base, other)
                    }
                };
                if let Err(stop) = outcome {
                    self.frames[top].pc = pc as u32;
                    if EXPLORE && self.is_given() && self.supply(code, base, instr)? {
                        continue;
                    }
                    if EXPLORE
                        && let (Stop::TermByte(at), Instr::LoadBits { .. } | Instr::StoreBits { .. }) =
                            (&stop, instr)
                    {
                        self.byte_as_number(*at as usize)?;
                        continue;
                    }
                    return Err(stop);
                }
                if self.is_tracing {
                    self.trace_effect(function, base, code, pc);
                }
                pc += 1;
            }
        }
    }

    /// The marks of instructions that ask for more than what they do: to be let through, or to be told of. A thread that is alone,
    /// and whose next choice has been made, needs to ask nobody. Whether it is alone changes in calls of the library only.
    #[inline]
    fn marks<const EXPLORE: bool>(&self) -> u8 {
        let traced = if self.is_tracing { TRACED } else { 0 };
        match self.exploring() {
            Some(exploring) if EXPLORE => {
                let symbolic = if exploring.symbolic.is_some() { SYMBOLIC } else { 0 };
                let is_alone = self.live < 2 && exploring.granted.is_none();
                traced | symbolic | if is_alone { WEAK } else { self.gate_mask() }
            }
            _ => traced,
        }
    }

    /// The instruction to go to; while exploring, a jump backwards counts.
    #[inline(always)]
    fn go_to<const EXPLORE: bool>(
        &mut self,
        top: usize,
        first: u32,
        from: usize,
        to: u32,
    ) -> Result<usize, Stop> {
        if EXPLORE {
            self.footprint.start(first + to);
            if to as usize <= from {
                self.frames[top].pc = to;
                self.exploring_mut().has_jumped = true;
                self.spend()?;
            }
        }
        Ok(to as usize)
    }

    /// Whether a call of the library has changed the frames or where this one goes on: a `longjmp`, to begin with.
    fn is_elsewhere(&self, top: usize, pc: usize) -> bool {
        self.library.has_jumped || self.frames.len() != top + 1 || self.frames[top].pc != pc as u32
    }

    /// Goes on elsewhere, but not outside the frames of this run.
    fn land(&mut self, depth: usize) -> Result<(), Stop> {
        self.library.has_jumped = false;
        if self.frames.len() <= depth {
            return Err(Stop::NotModelled("a longjmp out of a callback".into()));
        }
        Ok(())
    }
}
