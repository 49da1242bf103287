//! A running program: its code, memory, frames, and where it is.

mod access;
pub mod foreign;
mod frames;
pub(crate) mod gate;
pub(crate) mod identity;
mod operate;
mod passing;
mod quick;
mod rare;
mod step;
mod symbolic;

use cfa::Program;
use cfa::address::Addresses;
use cfa::program::{AddressTarget, FunctionId, ObjectId};
use cfa::source::Pos;

use crate::arith;
use crate::brake::Brake;
use crate::code::{CONST, Code, Kind, Operand, Result_, Slot};
use crate::explore::{Exploring, Thread};
use crate::extent::Extents;
use crate::fault::{Fault, FaultKind, Stop};
use crate::footprint::Footprint;
use crate::library::{self, Host, Library, LibraryId};
use crate::memory::{Blank, Memory, ObjectKind};
use crate::standing::Standing;
use crate::trace::{Tracer, Tracing};
use crate::value::{INIT, UNINIT, Val};
use crate::{address, compile, quick as forms};

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
    /// Position of each function's first instruction among those of all.
    pub(crate) positions: Vec<u32>,
    pub(crate) extents: Extents,
    /// What carries out each function that the program does not define.
    pub(crate) libraries: Vec<Option<LibraryId>>,
}

/// An activation of a function.
#[derive(Clone, Debug)]
pub struct Frame {
    pub function: FunctionId,
    pub pc: u32,
    pub base: u32,
    /// Where the caller wants the result.
    pub(crate) result: Result_,
    /// The address for an aggregate result.
    pub(crate) destination: Val,
    /// The object that holds the variable arguments, if there are any.
    pub variadic: Option<u32>,
    pub(crate) allocated: Vec<u32>,
    /// Tells frames apart, for `longjmp`.
    pub serial: u64,
    /// Whether `setjmp` was called here.
    pub has_jump: bool,
    /// How far the operation at `pc` has come that takes several steps, and what it carries between them.
    pub(crate) progress: u32,
    pub(crate) scratch: Val,
    /// Its share of the state's fingerprint; the part of it that says where it stands; and what tells whether its
    /// pointers changed.
    pub(crate) print: u128,
    pub(crate) head: u128,
    pub(crate) raw: u64,
}

impl Frame {
    pub(crate) fn destination(&self) -> Val {
        self.destination
    }
}

/// A running program.
pub struct Machine<'i> {
    pub image: &'i Image<'i>,
    pub memory: Memory,
    pub frames: Vec<Frame>,
    pub(crate) slots: Vec<Val>,
    pub library: Library,
    pub steps: u64,
    /// Steps after which to look at the limit and at the brake again.
    checkpoint: u64,
    pub(crate) serial: u64,
    /// All threads; the frames of the current one are here.
    pub(crate) threads: Vec<Thread>,
    pub(crate) current: usize,
    /// Threads that have not ended.
    pub(crate) live: u32,
    pub(crate) exploring: Option<Box<Exploring>>,
    /// Of the transition that runs, while exploring.
    pub(crate) footprint: Footprint,
    pub(crate) standing: Standing,
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
        Image::braked(program, Brake::default())
    }

    /// As [`Image::new`]. The memory, and whatever runs on it, stops when the brake is pulled.
    pub fn braked(program: &'p Program, brake: Brake) -> Result<(Image<'p>, Memory), Stop> {
        let mut memory = Memory::new(program.model.pointer_bytes() as u32);
        memory.brake = brake;
        let mut statics = Vec::with_capacity(program.objects.len());
        let extents = Extents::of(program);
        let first_labels = compile::first_labels(program);
        for (id, object) in (0..).map(ObjectId).zip(&program.objects) {
            let shape = (extents.of_static(id), Blank::Zero);
            statics.push(memory.allocate_as(object.size, object.align, ObjectKind::Static, shape)?);
        }
        for (object, &id) in program.objects.iter().zip(&statics) {
            if !object.is_defined {
                memory.make_absent(id);
                continue;
            }
            memory.zero(id)?;
            for (offset, bytes) in &object.init.bytes {
                memory.initialise(id, *offset, bytes);
            }
            for entry in &object.init.addresses {
                let base = match entry.target {
                    AddressTarget::Object(target) => compile::object_address(program, target, &statics),
                    AddressTarget::Function(function) => compile::function_address(program, function),
                    AddressTarget::Label(function, label) => {
                        compile::label_address(first_labels[function.index()], label)
                    }
                    AddressTarget::LabelDifference(..) => {
                        memory.forget(id, entry.offset, entry.size.into());
                        continue;
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
        let mut code: Vec<Code> = (0..program.functions.len() as u32)
            .map(|id| (FunctionId(id), first_labels[id as usize]))
            .map(|(id, label)| compile::compile(program, &addresses, id, label, &statics, &extents))
            .collect();
        forms::mark_calls(&mut code);
        let mut positions = vec![0];
        for code in &code {
            positions.push(positions[positions.len() - 1] + code.instrs.len() as u32);
        }
        let libraries = program.functions.iter().map(|function| library::find(&function.name)).collect();
        Ok((Image { program, code, statics, positions, extents, libraries }, memory))
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
            checkpoint: 0,
            serial: 0,
            threads: Vec::new(),
            current: 0,
            live: 0,
            exploring: None,
            footprint: Footprint::default(),
            standing: Standing::default(),
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
    pub(super) fn pause(&mut self, limit: u64) -> Result<(), Stop> {
        if self.steps > limit {
            return Err(Stop::StepLimit);
        }
        self.memory.brake.check()?;
        self.checkpoint = limit.min(self.steps + (1 << 16));
        Ok(())
    }

    /// Where the program is, innermost first.
    pub fn call_stack(&self) -> Vec<Site> {
        self.stack(&self.frames)
    }

    /// Where a thread is, innermost first.
    pub fn call_stack_of(&self, thread: usize) -> Vec<Site> {
        self.stack(self.frames_of(thread))
    }

    fn stack(&self, frames: &[Frame]) -> Vec<Site> {
        frames
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

    /// The function and the edge at which the innermost frame stands.
    pub(crate) fn edge(&self) -> (FunctionId, u32) {
        let Frame { function, pc, .. } = *self.frame();
        (function, self.image.code[function.index()].edge_of[pc as usize])
    }

    pub(super) fn frame(&self) -> &Frame {
        &self.frames[self.frames.len() - 1]
    }

    #[inline]
    pub(super) fn get(&self, code: &Code, base: u32, operand: Operand) -> Val {
        if operand & CONST != 0 {
            code.consts[(operand & !CONST) as usize]
        } else {
            self.slots[(base + operand) as usize]
        }
    }

    /// An operand that is an address to go to: a number may be one.
    #[inline]
    pub(super) fn place(&self, code: &Code, base: u32, operand: Operand) -> Val {
        let value = self.get(code, base, operand);
        if value.tag == INIT { self.memory.pointer_at(value) } else { value }
    }

    #[inline]
    pub(super) fn set(&mut self, base: u32, slot: Slot, value: Val) {
        self.slots[(base + slot) as usize] = value;
    }

    pub(super) fn get_wide(&self, code: &Code, base: u32, operand: Operand) -> Result<i128, Stop> {
        let (low, high) = (self.get(code, base, operand), self.get(code, base, operand + 1));
        let (low, high) = (self.memory.as_number(low)?, self.memory.as_number(high)?);
        match (low.tag, high.tag) {
            (INIT, INIT) => Ok((u128::from(low.bits) | u128::from(high.bits) << 64) as i128),
            (UNINIT, _) | (_, UNINIT) => arith::uninitialised(),
            _ => Err(Stop::NotModelled("arithmetic on an address".into())),
        }
    }

    pub(super) fn set_wide(&mut self, base: u32, slot: Slot, value: i128) {
        self.set(base, slot, Val::int(value as u64));
        self.set(base, slot + 1, Val::int((value >> 64) as u64));
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

    /// An argument of a library call: where addresses are numbers, an address if a pointer is asked for, else a number.
    pub(crate) fn library_operand(&self, operand: Operand, kind: Kind) -> Val {
        let value = self.operand(operand);
        match kind {
            Kind::Int { .. } if value.is_int() => value,
            Kind::Pointer { .. } => self.memory.pointer_at(value),
            // A thread's handle is asked for as it is; what has no place is refused by whoever needs the number.
            Kind::Int { .. } if crate::value::thread_of(value).is_none() => {
                self.number_as(value, kind).unwrap_or(value)
            }
            _ => value,
        }
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
