//! Execution of code, instruction by instruction.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cfa::Program;
use cfa::address::Addresses;
use cfa::expr::Binary;
use cfa::op::AtomicOp;
use cfa::program::{AddressTarget, FunctionId, LocalId};
use cfa::source::Pos;
use cfa::types::Bits;

use crate::arith::{self, Number};
use crate::code::{Arg, CONST, Code, Instr, Kind, Operand, Param, Result_, Slot};
use crate::fault::{Fault, FaultKind, Stop};
use crate::library::{Host, Library};
use crate::memory::{Memory, ObjectKind};
use crate::trace::{Tracer, Tracing};
use crate::value::{INIT, LABEL_BASE, POINTER, UNINIT, Val, function_of, function_pointer};
use crate::complex::Outcome;
use crate::{address, compile};

/// Frames that may be open at once; C programs get by with far fewer in 8 MiB of stack.
const FRAME_LIMIT: usize = 200_000;
/// Slots of all frames together.
const SLOT_LIMIT: usize = 1 << 26;

/// A program made ready to run: code, and memory with every static object's initial value.
pub struct Image<'p> {
    pub program: &'p Program,
    pub code: Vec<Code>,
    /// The machine's number of each static object.
    pub statics: Vec<u32>,
}

/// An activation of a function.
pub struct Frame {
    pub function: FunctionId,
    pub pc: u32,
    pub base: u32,
    /// Where the caller wants the result.
    result: Result_,
    /// The object that holds the variable arguments, if there are any.
    pub variadic: Option<u32>,
    allocated: Vec<u32>,
    /// Tells frames apart, for `longjmp`.
    pub serial: u64,
}

/// A running program.
pub struct Machine<'i> {
    pub image: &'i Image<'i>,
    pub memory: Memory,
    pub frames: Vec<Frame>,
    slots: Vec<Val>,
    pub library: Library,
    pub steps: u64,
    /// Raised from outside to end the run.
    pub cancel: Arc<AtomicBool>,
    /// Steps after which to look at the limit and at `cancel` again.
    checkpoint: u64,
    serial: u64,
    is_tracing: bool,
    pub(crate) tracing: Tracing,
}

/// A line of the call stack.
pub struct Site {
    pub function: FunctionId,
    pub pos: Pos,
}

impl<'p> Image<'p> {
    /// Lays out the static objects and compiles every function.
    pub fn new(program: &'p Program) -> Result<(Image<'p>, Memory), Stop> {
        let mut memory = Memory::default();
        let mut statics = Vec::with_capacity(program.objects.len());
        for object in &program.objects {
            statics.push(memory.allocate(object.size, object.align, ObjectKind::Static)?);
        }
        for (object, &id) in program.objects.iter().zip(&statics) {
            if !object.is_defined {
                memory.make_absent(id);
                continue;
            }
            memory.zero(id);
            for (offset, bytes) in &object.init.bytes {
                memory.initialise(id, *offset, bytes);
            }
            for entry in &object.init.addresses {
                let base = match entry.target {
                    AddressTarget::Object(target) => Val::pointer(statics[target.index()], 0),
                    AddressTarget::Function(function) => function_pointer(function.0),
                    AddressTarget::Label(_, label) => Val::pointer(LABEL_BASE + label.0, 0),
                    AddressTarget::LabelDifference(..) => {
                        return Err(Stop::NotModelled("the distance of two labels".into()));
                    }
                };
                let value = address::moved(base, entry.addend)?;
                memory.store(Val::pointer(id, entry.offset as i32), entry.size.into(), value)?;
            }
            if object.is_constant {
                memory.make_constant(id);
            }
        }
        let addresses = Addresses::of(program);
        let code = (0..program.functions.len() as u32)
            .map(|id| compile::compile(program, &addresses, FunctionId(id), &statics))
            .collect();
        Ok((Image { program, code, statics }, memory))
    }
}

impl<'i> Machine<'i> {
    pub fn new(image: &'i Image<'i>, memory: Memory, host: Box<dyn Host>) -> Machine<'i> {
        Machine {
            image,
            memory,
            frames: Vec::new(),
            slots: Vec::new(),
            library: Library::new(host),
            steps: 0,
            cancel: Arc::default(),
            checkpoint: 0,
            serial: 0,
            is_tracing: false,
            tracing: Tracing::default(),
        }
    }

    /// Tells someone what happens from now on.
    pub fn trace(&mut self, tracer: Tracer) {
        self.is_tracing = true;
        self.tracing.tracer = Some(tracer);
    }

    /// Counts the operations of the automata from now on, which takes time.
    pub fn count_operations(&mut self) {
        self.is_tracing = true;
    }

    pub(crate) fn slot(&self, base: u32, slot: Slot) -> Val {
        self.slots[(base + slot) as usize]
    }

    /// Looked at every now and then: whether the run may go on.
    #[cold]
    fn pause(&mut self, limit: u64) -> Result<(), Stop> {
        if self.steps > limit {
            return Err(Stop::StepLimit);
        }
        if self.cancel.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled);
        }
        self.checkpoint = limit.min(self.steps + (1 << 16));
        Ok(())
    }

    /// Where the program is, innermost first.
    pub fn call_stack(&self) -> Vec<Site> {
        self.frames
            .iter()
            .rev()
            .enumerate()
            .map(|(i, frame)| {
                // Callers stand behind their call.
                let pc = if i == 0 { frame.pc } else { frame.pc.saturating_sub(1) };
                Site { function: frame.function, pos: self.position(frame.function, pc) }
            })
            .collect()
    }

    pub(crate) fn position(&self, function: FunctionId, pc: u32) -> Pos {
        let edge = self.image.code[function.index()].edge_of.get(pc as usize);
        let body = self.image.program.function(function).body.as_ref();
        edge.zip(body).and_then(|(&edge, body)| body.edges.get(edge as usize)).map_or(Pos::NONE, |e| e.pos)
    }

    /// Calls a function with values and runs until it returns; the result is dropped.
    pub fn call_function(&mut self, function: FunctionId, args: &[Val], limit: u64) -> Result<Val, Stop> {
        let depth = self.frames.len();
        let code = &self.image.code[function.index()];
        if code.instrs.is_empty() {
            return Err(Stop::NotModelled(format!("a call of `{}`", self.image.program.function(function).name)));
        }
        let base = self.push_frame(function, Result_::None)?;
        for (param, &value) in code.params.iter().zip(args) {
            match *param {
                Param::Register { slot, .. } => self.slots[(base + slot) as usize] = value,
                Param::Memory { local, scalar: Some(kind) } => {
                    let address = self.begin(local)?;
                    self.memory.store(address, kind.bytes(), value)?;
                }
                Param::Memory { .. } => return Err(Stop::NotModelled("an aggregate argument from the library".into())),
            }
        }
        self.run(depth, limit)
    }

    fn push_frame(&mut self, function: FunctionId, result: Result_) -> Result<u32, Stop> {
        let code = &self.image.code[function.index()];
        if self.frames.len() >= FRAME_LIMIT || self.slots.len() + code.slots as usize > SLOT_LIMIT {
            return Fault::stop(FaultKind::StackExhausted, format!("{} nested calls", self.frames.len()));
        }
        let base = self.slots.len();
        self.slots.resize(base + code.slots as usize, Val::UNINIT);
        self.serial += 1;
        self.frames.push(Frame {
            function,
            pc: 0,
            base: base as u32,
            result,
            variadic: None,
            allocated: Vec::new(),
            serial: self.serial,
        });
        Ok(base as u32)
    }

    fn frame(&self) -> &Frame {
        &self.frames[self.frames.len() - 1]
    }

    #[inline]
    fn get(&self, code: &Code, base: u32, operand: Operand) -> Val {
        if operand & CONST != 0 { code.consts[(operand & !CONST) as usize] } else { self.slots[(base + operand) as usize] }
    }

    #[inline]
    fn set(&mut self, base: u32, slot: Slot, value: Val) {
        self.slots[(base + slot) as usize] = value;
    }

    fn get_wide(&self, code: &Code, base: u32, operand: Operand) -> Result<i128, Stop> {
        let (low, high) = (self.get(code, base, operand), self.get(code, base, operand + 1));
        match (low.tag, high.tag) {
            (INIT, INIT) => Ok((u128::from(low.bits) | u128::from(high.bits) << 64) as i128),
            (UNINIT, _) | (_, UNINIT) => arith::uninitialised(),
            _ => Err(Stop::NotModelled("arithmetic on an address".into())),
        }
    }

    fn set_wide(&mut self, base: u32, slot: Slot, value: i128) {
        self.set(base, slot, Val::int(value as u64));
        self.set(base, slot + 1, Val::int((value >> 64) as u64));
    }

    /// Runs until the frame above `depth` returns; its result, if it is a scalar.
    pub fn run(&mut self, depth: usize, limit: u64) -> Result<Val, Stop> {
        let image = self.image;
        'frame: loop {
            let top = self.frames.len() - 1;
            let (function, base, mut pc) = (self.frames[top].function, self.frames[top].base, self.frames[top].pc as usize);
            let code = &image.code[function.index()];
            loop {
                let instr = &code.instrs[pc];
                self.steps += 1;
                if self.is_tracing {
                    self.trace_line(function, pc);
                }
                let outcome = match instr {
                    Instr::Move { dst, a, kind } => self.mov(code, base, *dst, *a, *kind),
                    Instr::Binary { op, kind, dst, a, b } => {
                        let (x, y) = (self.get(code, base, *a), self.get(code, base, *b));
                        if x.tag & y.tag == INIT && (x.tag | y.tag) == INIT && !matches!(kind, Kind::Wide { .. } | Kind::Opaque { .. }) {
                            arith::binary(*op, *kind, x.bits, y.bits).map(|value| self.set(base, *dst, value))
                        } else {
                            self.binary_slow(code, base, *op, *kind, *dst, *a, *b)
                        }
                    }
                    Instr::Compare { op, kind, a, b, yes, no } => {
                        let (x, y) = (self.get(code, base, *a), self.get(code, base, *b));
                        let value = if x.tag & y.tag == INIT && (x.tag | y.tag) == INIT {
                            arith::binary(*op, *kind, x.bits, y.bits)
                        } else {
                            address::binary(&self.memory, *op, *kind, x, y)
                        };
                        match value {
                            Ok(value) => {
                                pc = if value.bits != 0 { *yes } else { *no } as usize;
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
                            pc = if truth { *yes } else { *no } as usize;
                            if self.steps > self.checkpoint {
                                self.frames[top].pc = pc as u32;
                                self.pause(limit)?;
                            }
                            continue;
                        }
                        Err(stop) => Err(stop),
                    },
                    Instr::Jump { to } => {
                        pc = *to as usize;
                        if self.steps > self.checkpoint {
                            self.frames[top].pc = pc as u32;
                            self.pause(limit)?;
                        }
                        continue;
                    }
                    Instr::Load { dst, address, kind, align } => {
                        let address = self.get(code, base, *address);
                        self.load(base, *dst, address, *kind, *align)
                    }
                    Instr::Store { address, value, kind, align } => {
                        let address = self.get(code, base, *address);
                        self.store(code, base, address, *value, *kind, *align)
                    }
                    Instr::Index { dst, base: pointer, index, scale } => {
                        let (pointer, index) = (self.get(code, base, *pointer), self.get(code, base, *index));
                        self.index(pointer, index, *scale).map(|value| self.set(base, *dst, value))
                    }
                    Instr::Offset { dst, base: pointer, bytes } => {
                        let pointer = self.get(code, base, *pointer);
                        address::moved(pointer, *bytes).map(|value| self.set(base, *dst, value))
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
                                    pc = to as usize;
                                    continue;
                                }
                                None => Fault::stop(FaultKind::UnreachableReached, "no case fits"),
                            }
                        }
                        Ok(Number::Double(_)) => Err(Stop::NotModelled("a switch on a float".into())),
                        Err(stop) => Err(stop),
                    },
                    Instr::Goto { address, table } => {
                        let value = self.get(code, base, *address);
                        let label = i128::from(value.object()) - i128::from(LABEL_BASE);
                        let table = &code.tables[*table as usize];
                        match table.ranges.iter().find(|r| value.is_pointer() && value.offset() == 0 && r.0 == label) {
                            Some(&(_, _, to)) => {
                                pc = to as usize;
                                continue;
                            }
                            None => Fault::stop(FaultKind::InvalidPointer, "a goto to what is no label of this function"),
                        }
                    }
                    Instr::Call { function, args, result } => {
                        self.frames[top].pc = pc as u32;
                        self.enter(code, base, *function, args, *result)?;
                        self.frames[top].pc = pc as u32 + 1;
                        continue 'frame;
                    }
                    Instr::CallIndirect { callee, args, result } => {
                        self.frames[top].pc = pc as u32;
                        let callee = self.get(code, base, *callee);
                        let target = self.callee(callee, args, *result)?;
                        if image.program.function(target).body.is_some() {
                            self.enter(code, base, target, args, *result)?;
                            self.frames[top].pc = pc as u32 + 1;
                            continue 'frame;
                        }
                        match crate::library::find(&image.program.function(target).name) {
                            Some(library) => self.library_call(library, args, *result, limit),
                            None => self.absent(target),
                        }
                    }
                    Instr::Library { function, args, result } => {
                        self.frames[top].pc = pc as u32;
                        let done = self.library_call(*function, args, *result, limit);
                        if done.is_ok() && self.frames.len() - 1 != top {
                            // A `longjmp` left this frame.
                            if self.frames.len() <= depth {
                                return Err(Stop::NotModelled("a longjmp out of a callback".into()));
                            }
                            continue 'frame;
                        }
                        if done.is_ok() && self.frames[top].pc != pc as u32 {
                            continue 'frame;
                        }
                        done
                    }
                    Instr::Return { value } => {
                        self.frames[top].pc = pc as u32;
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
                    return Err(stop);
                }
                if self.is_tracing {
                    self.trace_effect(function, base, code, instr);
                }
                pc += 1;
            }
        }
    }

    fn mov(&mut self, code: &Code, base: u32, dst: Slot, a: Operand, kind: Kind) -> Result<(), Stop> {
        let value = self.get(code, base, a);
        if value.tag == UNINIT && !is_character(kind) {
            return arith::uninitialised();
        }
        self.set(base, dst, value);
        if kind.slots() == 2 {
            let high = self.get(code, base, a + 1);
            self.set(base, dst + 1, high);
        }
        Ok(())
    }

    #[cold]
    #[expect(clippy::too_many_arguments, reason = "the fields of one instruction")]
    fn binary_slow(&mut self, code: &Code, base: u32, op: Binary, kind: Kind, dst: Slot, a: Operand, b: Operand) -> Result<(), Stop> {
        match kind {
            Kind::Wide { bits, signed } => {
                let x = self.get_wide(code, base, a)?;
                let y = if matches!(op, Binary::Shl | Binary::Shr) {
                    match self.get(code, base, b) {
                        Val { bits, tag: INIT } => i128::from(bits as i64),
                        Val { tag: UNINIT, .. } => return arith::uninitialised(),
                        _ => return Err(Stop::NotModelled("arithmetic on an address".into())),
                    }
                } else {
                    self.get_wide(code, base, b)?
                };
                let value = arith::wide(op, bits, signed, x, y)?;
                if op.is_comparison() { self.set(base, dst, Val::int(value as u64)) } else { self.set_wide(base, dst, value) }
                Ok(())
            }
            Kind::Opaque { .. } => Err(Stop::NotModelled("arithmetic on long double and the like".into())),
            _ => {
                let (x, y) = (self.get(code, base, a), self.get(code, base, b));
                let value = address::binary(&self.memory, op, kind, x, y)?;
                self.set(base, dst, value);
                Ok(())
            }
        }
    }

    fn unary(&mut self, code: &Code, base: u32, op: cfa::expr::Unary, kind: Kind, dst: Slot, a: Operand) -> Result<(), Stop> {
        use cfa::expr::Unary;
        if let Kind::Wide { bits, signed } = kind {
            let value = self.get_wide(code, base, a)?;
            match op {
                Unary::Not => self.set(base, dst, Val::int((value == 0).into())),
                Unary::BitNot => self.set_wide(base, dst, arith::extend_wide(!value, bits, signed)),
                Unary::Negate => {
                    let value = arith::wide(Binary::Sub, bits, signed, 0, value)?;
                    self.set_wide(base, dst, value);
                }
                _ => return Err(Stop::NotModelled("this operator on a wide integer".into())),
            }
            return Ok(());
        }
        let value = arith::unary(op, kind, self.get(code, base, a))?;
        self.set(base, dst, value);
        Ok(())
    }

    fn truth(&self, code: &Code, base: u32, cond: Operand, kind: Kind) -> Result<bool, Stop> {
        let value = self.get(code, base, cond);
        match (value.tag, kind) {
            (POINTER, _) => Ok(true),
            (UNINIT, _) => arith::uninitialised(),
            _ => match self.number(code, base, cond, kind)? {
                Number::Int(value) => Ok(value != 0),
                Number::Double(value) => Ok(value != 0.0),
            },
        }
    }

    fn number(&self, code: &Code, base: u32, a: Operand, kind: Kind) -> Result<Number, Stop> {
        if let Kind::Wide { .. } = kind {
            return self.get_wide(code, base, a).map(Number::Int);
        }
        let value = self.get(code, base, a);
        match value.tag {
            INIT => {}
            UNINIT => return arith::uninitialised(),
            _ => return Err(Stop::NotModelled("arithmetic on an address".into())),
        }
        Ok(match kind {
            Kind::Double => Number::Double(f64::from_bits(value.bits)),
            Kind::Single => Number::Double(f32::from_bits(value.bits as u32).into()),
            Kind::Int { signed: true, .. } => Number::Int((value.bits as i64).into()),
            Kind::Opaque { .. } => return Err(Stop::NotModelled("arithmetic on long double and the like".into())),
            _ => Number::Int(value.bits.into()),
        })
    }

    #[inline]
    fn convert(&mut self, code: &Code, base: u32, from: Kind, to: Kind, dst: Slot, a: Operand) -> Result<(), Stop> {
        let value = self.get(code, base, a);
        // Integers of up to 64 bits, by far the most common.
        if let (Kind::Int { .. } | Kind::Bool, Kind::Int { bits, signed }, INIT) = (from, to, value.tag) {
            self.set(base, dst, Val::int(arith::extend(value.bits, bits, signed)));
            return Ok(());
        }
        if value.tag == POINTER {
            let value = match to {
                Kind::Pointer | Kind::Int { bits: 64, .. } => value,
                Kind::Bool => Val::int(1),
                _ => return Err(Stop::NotModelled("an address as a number of another size".into())),
            };
            self.set(base, dst, value);
            return Ok(());
        }
        if value.as_fragment().is_some() || (value.tag == UNINIT && is_character(from) && is_character(to)) {
            if is_character(from) && is_character(to) {
                self.set(base, dst, value);
                return Ok(());
            }
            return Err(Stop::NotModelled("part of an address as a number".into()));
        }
        let number = self.number(code, base, a, from)?;
        let number = arith::convert(number, to)?;
        self.put_number(base, dst, number, to);
        Ok(())
    }

    fn put_number(&mut self, base: u32, dst: Slot, number: Number, kind: Kind) {
        match (number, kind) {
            (Number::Int(value), Kind::Wide { .. }) => self.set_wide(base, dst, value),
            (Number::Int(value), _) => self.set(base, dst, Val::int(value as u64)),
            (Number::Double(value), Kind::Single) => self.set(base, dst, Val::int((value as f32).to_bits().into())),
            (Number::Double(value), _) => self.set(base, dst, Val::int(value.to_bits())),
        }
    }

    #[inline]
    fn index(&self, pointer: Val, index: Val, scale: u64) -> Result<Val, Stop> {
        match index.tag {
            INIT => address::moved(pointer, (index.bits as i64).wrapping_mul(scale as i64)),
            UNINIT => arith::uninitialised(),
            // `(char *)0 + address`, as container_of and friends have it.
            _ if scale == 1 && pointer.is_int() => address::moved(index, pointer.bits as i64),
            _ => Err(Stop::NotModelled("arithmetic on an address".into())),
        }
    }

    /// Objects may start at any multiple of what any access needs; what lies off such a multiple is misaligned.
    fn check_align(&self, address: Val, align: u32) -> Result<(), Stop> {
        if align > 1 && address.is_pointer() && address.offset() as u32 % align != 0 {
            return Fault::stop(FaultKind::MisalignedAccess, format!("access that needs a multiple of {align}"));
        }
        Ok(())
    }

    #[inline]
    fn load(&mut self, base: u32, dst: Slot, address: Val, kind: Kind, align: u32) -> Result<(), Stop> {
        self.check_align(address, align)?;
        match kind {
            Kind::Int { bits, signed } => {
                let value = self.memory.load(address, kind.bytes())?;
                let value = match value.tag {
                    INIT if signed || bits % 8 != 0 => Val::int(arith::extend(value.bits, bits, signed)),
                    UNINIT if !is_character(kind) => return uninitialised_memory(),
                    _ => value,
                };
                self.set(base, dst, value);
            }
            Kind::Wide { .. } | Kind::Opaque { .. } => {
                let bytes = kind.bytes();
                let low = self.memory.load(address, bytes.min(8))?;
                let high = if bytes > 8 { self.memory.load(address::moved(address, 8)?, bytes - 8)? } else { Val::ZERO };
                if low.tag == UNINIT {
                    return uninitialised_memory();
                }
                self.set(base, dst, low);
                self.set(base, dst + 1, high);
            }
            _ => {
                let value = self.memory.load(address, kind.bytes())?;
                if value.tag == UNINIT {
                    return uninitialised_memory();
                }
                if kind == Kind::Bool && value.is_int() && value.bits > 1 {
                    return Fault::stop(FaultKind::InvalidConversion, format!("a _Bool that holds {}", value.bits));
                }
                self.set(base, dst, value);
            }
        }
        Ok(())
    }

    #[inline]
    fn store(&mut self, code: &Code, base: u32, address: Val, value: Operand, kind: Kind, align: u32) -> Result<(), Stop> {
        self.check_align(address, align)?;
        let low = self.get(code, base, value);
        if low.tag == UNINIT && !is_character(kind) {
            return arith::uninitialised();
        }
        if kind.slots() == 1 {
            return self.memory.store(address, kind.bytes(), low);
        }
        let bytes = kind.bytes();
        self.memory.store(address, bytes.min(8), low)?;
        if bytes > 8 {
            let high = self.get(code, base, value + 1);
            // The padding of a long double has no value of its own.
            let high = if high.tag == UNINIT { Val::ZERO } else { high };
            self.memory.store(address::moved(address, 8)?, bytes - 8, high)?;
        }
        Ok(())
    }

    /// The bytes that hold a bit-field, as one number; indeterminate bytes count as zero if allowed.
    fn bit_bytes(&self, address: Val, bits: Bits) -> Result<(u128, Vec<bool>), Stop> {
        let count = (u32::from(bits.bit) + u32::from(bits.width)).div_ceil(8);
        let (mut value, mut known) = (0u128, Vec::with_capacity(count as usize));
        for i in 0..count {
            let byte = self.memory.load(address::moved(address, i.into())?, 1)?;
            known.push(byte.is_int());
            if byte.is_int() {
                value |= u128::from(byte.bits) << (8 * i);
            } else if byte.tag != UNINIT {
                return Err(Stop::NotModelled("a bit-field over the bytes of a pointer".into()));
            }
        }
        Ok((value, known))
    }

    fn load_bits(&mut self, base: u32, dst: Slot, address: Val, kind: Kind, bits: Bits) -> Result<(), Stop> {
        let (value, known) = self.bit_bytes(address, bits)?;
        if known.contains(&false) {
            return uninitialised_memory();
        }
        let signed = matches!(kind, Kind::Int { signed: true, .. } | Kind::Wide { signed: true, .. });
        let value = arith::extend_wide((value >> bits.bit) as i128, bits.width, signed);
        self.put_number(base, dst, Number::Int(value), kind);
        Ok(())
    }

    fn store_bits(&mut self, code: &Code, base: u32, address: Val, value: Operand, kind: Kind, bits: Bits) -> Result<(), Stop> {
        let Number::Int(value) = self.number(code, base, value, kind)? else {
            return Err(Stop::NotModelled("a floating bit-field".into()));
        };
        let (old, _) = self.bit_bytes(address, bits)?;
        let mask = ((1u128 << bits.width) - 1) << bits.bit;
        let new = old & !mask | ((value as u128) << bits.bit) & mask;
        let count = (u32::from(bits.bit) + u32::from(bits.width)).div_ceil(8);
        let bytes = new.to_le_bytes();
        self.memory.write_bytes(address, &bytes[..count as usize])
    }

    /// Makes an object of the frame begin; its address.
    fn begin(&mut self, local: LocalId) -> Result<Val, Stop> {
        let frame = self.frame();
        let (base, function) = (frame.base, frame.function);
        let Some(object) = self.image.code[function.index()].objects[local.index()] else {
            return Ok(Val::UNINIT);
        };
        self.begin_sized(base, object.slot, object.size, object.align)
    }

    fn begin_sized(&mut self, base: u32, slot: Slot, size: u64, align: u64) -> Result<Val, Stop> {
        // Not ended since it began: the same object, with an indeterminate value again.
        let old = self.slots[(base + slot) as usize];
        if let Some(object) = self.memory.object(old.object()).filter(|_| old.is_pointer())
            && u64::from(object.size) == size
        {
            self.memory.renew(old.object());
            return Ok(old);
        }
        if old.is_pointer() {
            self.memory.end(old.object());
        }
        let id = self.memory.allocate(size, align, ObjectKind::Local)?;
        let address = Val::pointer(id, 0);
        self.set(base, slot, address);
        Ok(address)
    }

    /// Instructions that do not need to be fast.
    #[cold]
    fn rare(&mut self, code: &Code, base: u32, instr: &Instr) -> Result<(), Stop> {
        match instr {
            Instr::LoadBits { dst, address, kind, bits } => {
                let address = self.get(code, base, *address);
                self.load_bits(base, *dst, address, *kind, *bits)
            }
            Instr::StoreBits { address, value, kind, bits } => {
                let address = self.get(code, base, *address);
                self.store_bits(code, base, address, *value, *kind, *bits)
            }
            Instr::Begin { locals } => {
                for &local in locals {
                    match code.objects[local.index()] {
                        Some(_) => {
                            self.begin(local)?;
                        }
                        None => self.forget(base, local),
                    }
                }
                Ok(())
            }
            Instr::End { locals } => {
                for &local in locals {
                    if let Some(object) = code.objects[local.index()]
                        && let address = self.slots[(base + object.slot) as usize]
                        && address.is_pointer()
                        && !object.is_private
                    {
                        self.memory.end(address.object());
                        self.set(base, object.slot, Val::UNINIT);
                    }
                }
                Ok(())
            }
            Instr::BeginVla { local, size } => {
                let size = self.get(code, base, *size);
                if size.tag != INIT {
                    return arith::uninitialised();
                }
                if size.bits == 0 || size.bits as i64 <= 0 {
                    return Fault::stop(FaultKind::OutOfBounds, "a variable length array without elements");
                }
                match code.objects[local.index()] {
                    Some(object) => self.begin_sized(base, object.slot, size.bits, object.align).map(|_| ()),
                    None => Ok(()),
                }
            }
            Instr::Alloca { dst, size } => {
                let size = self.get(code, base, *size);
                if size.tag != INIT {
                    return arith::uninitialised();
                }
                let id = self.memory.allocate(size.bits, 16, ObjectKind::Alloca)?;
                let top = self.frames.len() - 1;
                self.frames[top].allocated.push(id);
                self.set(base, *dst, Val::pointer(id, 0));
                Ok(())
            }
            Instr::Copy { dst, src, size } => {
                let (dst, src) = (self.get(code, base, *dst), self.get(code, base, *src));
                if dst.is_pointer() && src.is_pointer() && dst.object() == src.object() {
                    let distance = (i64::from(dst.offset()) - i64::from(src.offset())).unsigned_abs();
                    if distance != 0 && distance < *size {
                        return Fault::stop(FaultKind::OverlappingCopy, "assignment between overlapping objects");
                    }
                }
                self.memory.copy(dst, src, *size)
            }
            Instr::Zero { dst, size } => {
                let dst = self.get(code, base, *dst);
                self.memory.fill(dst, 0, *size)
            }
            Instr::Difference { dst, a, b, scale } => {
                let (a, b) = (self.get(code, base, *a), self.get(code, base, *b));
                let bytes = match (a.tag, b.tag) {
                    (INIT, INIT) => Val::int(a.bits.wrapping_sub(b.bits)),
                    _ => address::binary(&self.memory, Binary::Sub, Kind::Pointer, a, b)?,
                };
                if !bytes.is_int() {
                    return Err(Stop::NotModelled("arithmetic on an address".into()));
                }
                self.set(base, *dst, Val::int((bytes.bits as i64 / *scale as i64) as u64));
                Ok(())
            }
            Instr::Overflows { op, from, right, to, dst, a, b } => {
                let (a, b) = (self.number(code, base, *a, *from)?, self.number(code, base, *b, *right)?);
                let (Number::Int(a), Number::Int(b)) = (a, b) else {
                    return Err(Stop::NotModelled("overflow of floats".into()));
                };
                self.set(base, *dst, Val::int(arith::overflows(*op, *to, a, b).into()));
                Ok(())
            }
            Instr::VaStart { list } => {
                let list = self.get(code, base, *list);
                match self.frame().variadic {
                    Some(id) => self.memory.store(list, 8, Val::pointer(id, 0)),
                    None => Fault::stop(FaultKind::BadVaArg, "va_start in a function without variable arguments"),
                }
            }
            Instr::VaEnd { list } => {
                let list = self.get(code, base, *list);
                self.memory.check(list, 8, "read").map(|_| ())
            }
            Instr::VaCopy { dst, src } => {
                let (dst, src) = (self.get(code, base, *dst), self.get(code, base, *src));
                let at = self.memory.load(src, 8)?;
                self.memory.store(dst, 8, at)
            }
            Instr::VaArg { result, list, ty } => {
                let list = self.get(code, base, *list);
                let scalar = self.image.program.types.as_scalar(*ty).map(compile::kind);
                match (*result, scalar) {
                    (Result_::Slot(dst, _), Some(kind)) => {
                        let value = self.next_variable_argument(list, kind)?;
                        self.set(base, dst, value.0);
                        if kind.slots() == 2 {
                            self.set(base, dst + 1, value.1);
                        }
                        Ok(())
                    }
                    (Result_::Memory(dst, size), None) => {
                        let dst = self.get(code, base, dst);
                        let src = self.next_variable_aggregate(list, size)?;
                        self.memory.copy(dst, src, size.into())
                    }
                    _ => Ok(()),
                }
            }
            Instr::Atomic { op, expected, dst, address, operand, kind } => {
                let address = self.get(code, base, *address);
                let operand = self.get(code, base, *operand);
                let expected = self.get(code, base, *expected);
                let found = self.memory.load(address, kind.bytes())?;
                if found.tag == UNINIT {
                    return uninitialised_memory();
                }
                let found = match *kind {
                    Kind::Int { bits, signed } if found.is_int() => Val::int(arith::extend(found.bits, bits, signed)),
                    _ => found,
                };
                if let Some(new) = self.atomic_result(*op, *kind, found, operand, expected)? {
                    self.memory.store(address, kind.bytes(), new)?;
                }
                if let Some(dst) = dst {
                    self.set(base, *dst, found);
                }
                Ok(())
            }
            Instr::Distinct { a, a_bits, b, b_bits } => {
                let (x, y) = (self.get(code, base, *a), self.get(code, base, *b));
                let apart = |v: Val| v.is_int() && v.bits == 0;
                if apart(x) || apart(y) || x.tag != y.tag || x.object() != y.object() {
                    return Ok(());
                }
                let range = |v: Val, bits: (u32, u32)| {
                    let start = i64::from(v.offset()) * 8;
                    (start + i64::from(bits.0), start + i64::from(bits.1))
                };
                let (x, y) = (range(x, *a_bits), range(y, *b_bits));
                if x.0 < y.1 && y.0 < x.1 {
                    return unsequenced();
                }
                Ok(())
            }
            Instr::Complex { op, part, result, args } => {
                let args: Vec<Val> = args.iter().map(|&a| self.get(code, base, a)).collect();
                match (self.complex(*op, *part, &args)?, *result) {
                    (Outcome::Number(real, imag), Result_::Memory(dst, _)) => {
                        let dst = self.get(code, base, dst);
                        self.memory.store(dst, part.bytes(), real)?;
                        self.memory.store(address::moved(dst, part.bytes().into())?, part.bytes(), imag)
                    }
                    (Outcome::Truth(truth), Result_::Slot(dst, _)) => {
                        self.set(base, dst, Val::int(truth.into()));
                        Ok(())
                    }
                    _ => Ok(()),
                }
            }
            Instr::Unsequenced => unsequenced(),
            Instr::Unreachable => Fault::stop(FaultKind::UnreachableReached, "code that is promised not to be reached"),
            Instr::Trap => Fault::stop(FaultKind::Trap, "a trap instruction"),
            Instr::NotModelled { what } => Err(Stop::NotModelled(what.to_string())),
            Instr::Absent { function } => self.absent(*function),
            _ => Err(Stop::NotModelled("an instruction out of place".into())),
        }
    }

    fn absent(&self, function: FunctionId) -> Result<(), Stop> {
        let name = &self.image.program.function(function).name;
        Err(Stop::NotModelled(format!("a call of `{name}`, which is neither defined nor known")))
    }

    fn forget(&mut self, base: u32, local: LocalId) {
        let frame_function = self.frame().function;
        let body = self.image.program.function(frame_function).body.as_ref();
        if let Some(cfa::program::Storage::Register(scalar)) = body.map(|b| b.local(local).storage) {
            let slot = self.image.code[frame_function.index()].register_slot(local);
            for i in 0..compile::kind(scalar).slots() {
                self.set(base, slot + i, Val::UNINIT);
            }
        }
    }

    fn atomic_result(&self, op: AtomicOp, kind: Kind, found: Val, operand: Val, expected: Val) -> Result<Option<Val>, Stop> {
        if operand.tag == UNINIT || expected.tag == UNINIT {
            return arith::uninitialised();
        }
        let unsigned = match kind {
            Kind::Int { bits, .. } => Kind::Int { bits, signed: false },
            other => other,
        };
        let low = |v: Val| match kind {
            Kind::Int { bits, .. } if v.is_int() => Val::int(arith::extend(v.bits, bits, false)),
            _ => v,
        };
        let compute = |op: Binary| {
            let (a, b) = (low(found), low(operand));
            if a.is_int() && b.is_int() { arith::binary(op, unsigned, a.bits, b.bits) } else { address::binary(&self.memory, op, unsigned, a, b) }
        };
        Ok(Some(match op {
            AtomicOp::Exchange => operand,
            AtomicOp::CompareExchange { .. } => {
                if low(found) != low(expected) {
                    return Ok(None);
                }
                operand
            }
            AtomicOp::Add => compute(Binary::Add)?,
            AtomicOp::Sub => compute(Binary::Sub)?,
            AtomicOp::And => compute(Binary::And)?,
            AtomicOp::Or => compute(Binary::Or)?,
            AtomicOp::Xor => compute(Binary::Xor)?,
            AtomicOp::Nand => {
                let and = compute(Binary::And)?;
                Val::int(!and.bits)
            }
        }))
    }

    fn callee(&self, callee: Val, args: &[Arg], result: Result_) -> Result<FunctionId, Stop> {
        let Some(id) = function_of(callee) else {
            return match callee.tag {
                UNINIT => arith::uninitialised(),
                INIT if callee.bits == 0 => Fault::stop(FaultKind::NullDereference, "a call through a null pointer"),
                _ => Fault::stop(FaultKind::InvalidPointer, "a call through a pointer to no function"),
            };
        };
        let id = FunctionId(id);
        let code = &self.image.code[id.index()];
        if !code.instrs.is_empty() {
            let fits = code.params.len() == args.len() || (code.is_variadic && code.params.len() <= args.len());
            let _ = result;
            if !fits {
                let name = &self.image.program.function(id).name;
                return Fault::stop(FaultKind::BadCall, format!("`{name}` called with {} arguments", args.len()));
            }
        }
        Ok(id)
    }

    /// Pushes a frame for a call and fills its parameters.
    fn enter(&mut self, code: &Code, base: u32, function: FunctionId, args: &[Arg], result: Result_) -> Result<(), Stop> {
        let callee = &self.image.code[function.index()];
        // The address for an aggregate result is the caller's.
        let result = match result {
            Result_::Memory(operand, size) => {
                let address = self.get(code, base, operand);
                Result_::Memory(self.hold(address), size)
            }
            other => other,
        };
        if args.len() < callee.params.len() {
            let name = &self.image.program.function(function).name;
            return Fault::stop(FaultKind::BadCall, format!("`{name}` called with {} arguments", args.len()));
        }
        let new_base = self.push_frame(function, result)?;
        for (param, arg) in callee.params.iter().zip(args) {
            match (*param, *arg) {
                (Param::Register { slot, kind }, Arg::Scalar(operand, from)) => {
                    let value = self.get(code, base, operand);
                    if value.tag == UNINIT && !is_character(kind) {
                        self.pop_unentered();
                        return arith::uninitialised();
                    }
                    let value = self.adapt(value, from, kind);
                    self.set(new_base, slot, value);
                    if kind.slots() == 2 {
                        let high = self.get(code, base, operand + 1);
                        self.set(new_base, slot + 1, high);
                    }
                }
                (Param::Memory { local, scalar: Some(kind) }, Arg::Scalar(operand, from)) => {
                    let address = self.begin(local)?;
                    let value = self.adapt(self.get(code, base, operand), from, kind);
                    self.memory.store(address, kind.bytes().min(8), value)?;
                    if kind.bytes() > 8 {
                        let high = self.get(code, base, operand + 1);
                        self.memory.store(address::moved(address, 8)?, kind.bytes() - 8, high)?;
                    }
                }
                (Param::Memory { local, .. }, Arg::Aggregate(operand, size)) => {
                    let src = self.get(code, base, operand);
                    let address = self.begin(local)?;
                    self.memory.copy(address, src, size.into())?;
                }
                _ => {
                    self.pop_unentered();
                    return Fault::stop(FaultKind::BadCall, "an argument of another type than the parameter");
                }
            }
        }
        if callee.is_variadic {
            self.variable_arguments(code, base, &args[callee.params.len()..])?;
        }
        Ok(())
    }

    /// A frame that was pushed for a call that fails belongs to the caller's fault.
    fn pop_unentered(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.slots.truncate(frame.base as usize);
        }
    }

    /// An argument of an unprototyped call may differ from the parameter in width.
    fn adapt(&self, value: Val, from: Kind, to: Kind) -> Val {
        match (from, to, value.tag) {
            (_, Kind::Int { bits, signed }, INIT) if from != to => Val::int(arith::extend(value.bits, bits, signed)),
            (Kind::Double, Kind::Single, INIT) => Val::int((f64::from_bits(value.bits) as f32).to_bits().into()),
            _ => value,
        }
    }

    /// Keeps an address where the frame can find it on return.
    fn hold(&mut self, address: Val) -> Operand {
        self.library.held.push(address);
        self.library.held.len() as u32 - 1
    }

    /// Pops a frame and hands its result to the caller.
    fn leave(&mut self, code: &Code, base: u32, value: Option<&Arg>) -> Result<Val, Stop> {
        let top = self.frames.len() - 1;
        let result = self.frames[top].result;
        let mut returned = (Val::UNINIT, Val::UNINIT);
        match value {
            Some(Arg::Scalar(operand, kind)) => {
                let low = self.get(code, base, *operand);
                if low.tag == UNINIT && !is_character(*kind) {
                    return arith::uninitialised();
                }
                let high = if kind.slots() == 2 { self.get(code, base, operand + 1) } else { Val::ZERO };
                returned = (low, high);
            }
            Some(Arg::Aggregate(operand, size)) => {
                if let Result_::Memory(held, _) = result {
                    let (dst, src) = (self.library.held[held as usize], self.get(code, base, *operand));
                    self.memory.copy(dst, src, (*size).into())?;
                }
            }
            None => {}
        }
        if let Result_::Memory(held, _) = result {
            self.library.held.truncate(held as usize);
        }
        for object in code.objects.iter().flatten() {
            let address = self.slots[(base + object.slot) as usize];
            if address.is_pointer() {
                self.memory.end(address.object());
            }
        }
        let Some(frame) = self.frames.pop() else { return Ok(returned.0) };
        frame.allocated.iter().chain(frame.variadic.iter()).for_each(|&id| self.memory.end(id));
        self.slots.truncate(base as usize);
        if let (Result_::Slot(dst, kind), Some(caller)) = (result, self.frames.last()) {
            let caller_base = caller.base;
            self.set(caller_base, dst, returned.0);
            if kind.slots() == 2 {
                self.set(caller_base, dst + 1, returned.1);
            }
        }
        Ok(returned.0)
    }

    /// Unwinds to a frame, for `longjmp`; its call of `setjmp` then has this result.
    pub fn unwind_to(&mut self, depth: usize, pc: u32, dst: Option<Slot>, value: Val) {
        while self.frames.len() > depth {
            let Some(frame) = self.frames.pop() else { break };
            let code = &self.image.code[frame.function.index()];
            for object in code.objects.iter().flatten() {
                let address = self.slots[(frame.base + object.slot) as usize];
                if address.is_pointer() {
                    self.memory.end(address.object());
                }
            }
            frame.allocated.iter().chain(frame.variadic.iter()).for_each(|&id| self.memory.end(id));
            self.slots.truncate(frame.base as usize);
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = pc;
            let base = frame.base;
            if let Some(dst) = dst {
                self.set(base, dst, value);
            }
        }
    }

    /// An operand of the frame at `base`.
    pub fn operand_of(&self, code: &Code, base: u32, operand: Operand) -> Val {
        self.get(code, base, operand)
    }

    /// An operand of the innermost frame, for library calls.
    pub fn operand(&self, operand: Operand) -> Val {
        let frame = self.frame();
        self.get(&self.image.code[frame.function.index()], frame.base, operand)
    }

    /// Sets a slot of the innermost frame.
    pub fn set_slot(&mut self, slot: Slot, value: Val) {
        let base = self.frame().base;
        self.set(base, slot, value);
    }
}

/// The character types may hold and pass on what is not initialised.
fn is_character(kind: Kind) -> bool {
    matches!(kind, Kind::Int { bits: 8, .. })
}

fn uninitialised_memory<T>() -> Result<T, Stop> {
    Fault::stop(FaultKind::UninitialisedRead, "read of memory that is not initialised")
}

fn unsequenced<T>() -> Result<T, Stop> {
    Fault::stop(FaultKind::UnsequencedAccess, "unsequenced side effects on one object")
}
