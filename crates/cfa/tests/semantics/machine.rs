//! Runs automata as they are written: one thread, flat memory, arithmetic that wraps. It is meant to be read
//! beside `op.rs` and to find lowering mistakes: every register must have a value when it is read, every
//! object must be alive when its address is taken, exactly one edge must be passable.

use std::collections::HashMap;

use cfa::Program;
use cfa::expr::ExprId;
use cfa::op::{Atomic, AtomicOp, Callee, Complex, ComplexOp, Destination, Op, Place, Value as Passed};
use cfa::program::{AddressTarget, Body, Edge, FunctionId, LabelId, LocalId, Location, ObjectId, Storage};
use cfa::types::{Scalar, Type, TypeId};

use crate::memory::Memory;
use crate::value::{Value, convert, decode, encode, wrap};

const FUNCTIONS: u64 = 0x7000_0000;
const LABELS: u64 = 0x7800_0000;
const STEPS: u64 = 40_000_000;
const DEPTH: usize = 50_000;

/// Why a run ended.
#[derive(Debug)]
pub enum Stop {
    Exit(i32),
    Abort,
    /// The program did something undefined.
    Fault(String),
    /// What this machine does not know.
    Unmodelled(String),
    /// The automaton itself is wrong.
    Broken(String),
}

pub struct Machine<'p> {
    pub program: &'p Program,
    pub memory: Memory,
    pub objects: Vec<u64>,
    pub output: Vec<u8>,
    pub sizes: HashMap<u64, u64>,
    frames: Vec<Frame>,
    lists: Vec<(Vec<Argument>, usize)>,
    jumps: HashMap<u64, (usize, Location, Option<LocalId>)>,
    steps: u64,
}

pub struct Frame {
    pub function: FunctionId,
    at: Location,
    pub registers: Vec<Option<Value>>,
    pub places: Vec<u64>,
    pub begun: Vec<bool>,
    variadic: Vec<Argument>,
    top: usize,
    result: Target,
}

#[derive(Clone, Copy)]
enum Target {
    None,
    Local(LocalId),
    Memory(u64),
}

/// A value passed or returned.
#[derive(Clone)]
pub enum Argument {
    Scalar(Value, Scalar),
    Bytes(Vec<u8>),
}

impl<'p> Machine<'p> {
    pub fn new(program: &'p Program) -> Result<Self, Stop> {
        let mut machine = Machine {
            program,
            memory: Memory::default(),
            objects: Vec::new(),
            output: Vec::new(),
            sizes: HashMap::new(),
            frames: Vec::new(),
            lists: Vec::new(),
            jumps: HashMap::new(),
            steps: 0,
        };
        for object in &program.objects {
            let address = machine.memory.allocate(object.size, object.align.max(16))?;
            machine.memory.bytes_mut(address, object.size)?.fill(0);
            machine.objects.push(address);
        }
        for id in 0..program.objects.len() {
            machine.initialise(ObjectId(id as u32))?;
        }
        Ok(machine)
    }

    fn initialise(&mut self, id: ObjectId) -> Result<(), Stop> {
        let (object, base) = (self.program.object(id), self.objects[id.index()]);
        for (offset, bytes) in &object.init.bytes {
            if offset + bytes.len() as u64 > object.size {
                return Err(Stop::Broken(format!("the initial value of {} is too long", object.name)));
            }
            self.memory.write(base + offset, bytes)?;
        }
        for address in &object.init.addresses {
            let target = match address.target {
                AddressTarget::Object(id) => self.objects[id.index()],
                AddressTarget::Function(id) => self.function_address(id),
                AddressTarget::Label(id, label) => self.label_address(id, label),
                AddressTarget::LabelDifference(id, a, b) => {
                    self.label_address(id, a).wrapping_sub(self.label_address(id, b))
                }
            };
            let value = target.wrapping_add(address.addend as u64).to_le_bytes();
            self.memory.write(base + address.offset, &value[..address.size.into()])?;
        }
        Ok(())
    }

    pub fn function_address(&self, id: FunctionId) -> u64 {
        FUNCTIONS + 16 * u64::from(id.0)
    }

    pub fn label_address(&self, function: FunctionId, label: LabelId) -> u64 {
        LABELS + 4096 * u64::from(function.0) + u64::from(label.0)
    }

    /// Runs the whole program: constructors, `main`, destructors.
    pub fn run(&mut self) -> Stop {
        let Some(main) = self.program.main else { return Stop::Broken("no main".into()) };
        let whole = || -> Result<i32, Stop> {
            for &function in &self.program.constructors {
                self.call_and_wait(function, Vec::new())?;
            }
            let arguments = [
                Argument::Scalar(Value::Int(0), Scalar::INT),
                Argument::Scalar(Value::Int(0), Scalar::Pointer),
            ];
            let count = self.body(main)?.params.len();
            let result = self.call_and_wait(main, arguments[..count.min(2)].to_vec())?;
            for &function in &self.program.destructors {
                self.call_and_wait(function, Vec::new())?;
            }
            Ok(result.map_or(0, |it| it.int() as i32))
        };
        whole_status(whole)
    }

    fn body(&self, id: FunctionId) -> Result<&'p Body, Stop> {
        let program = self.program;
        let function = program.function(id);
        function.body.as_ref().ok_or_else(|| Stop::Unmodelled(format!("the function {}", function.name)))
    }

    fn call_and_wait(&mut self, id: FunctionId, arguments: Vec<Argument>) -> Result<Option<Value>, Stop> {
        self.push(id, arguments, Target::None)?;
        let depth = self.frames.len();
        loop {
            if let Some(result) = self.step()?
                && self.frames.len() < depth
            {
                return Ok(result);
            }
        }
    }

    fn push(&mut self, id: FunctionId, arguments: Vec<Argument>, result: Target) -> Result<(), Stop> {
        if self.frames.len() > DEPTH {
            return Err(Stop::Unmodelled("deep recursion".into()));
        }
        let body = self.body(id)?;
        let count = body.locals.len();
        let mut frame = Frame {
            function: id,
            at: Body::ENTRY,
            registers: vec![None; count],
            places: vec![0; count],
            begun: vec![false; count],
            variadic: Vec::new(),
            top: self.memory.top(),
            result,
        };
        for (index, local) in body.locals.iter().enumerate() {
            if let Storage::Memory { size, align, is_variable: false } = local.storage {
                frame.places[index] = self.memory.push(size, align.max(16))?;
            }
        }
        let mut arguments = arguments.into_iter();
        for &param in &body.params {
            let Some(argument) = arguments.next() else {
                return Err(Stop::Fault(format!("too few arguments for {}", self.program.function(id).name)));
            };
            match (body.local(param).storage, argument) {
                (Storage::Register(ty), Argument::Scalar(value, from)) => {
                    self.check_argument(id, from, ty)?;
                    frame.registers[param.index()] = Some(convert(value, ty));
                }
                (Storage::Memory { size, .. }, argument) => {
                    frame.begun[param.index()] = true;
                    let bytes = match argument {
                        Argument::Scalar(value, from) => {
                            let ty = self.program.types.as_scalar(body.local(param).ty).unwrap_or(from);
                            self.check_argument(id, from, ty)?;
                            encode(convert(value, ty), ty, size)
                        }
                        Argument::Bytes(bytes) => bytes,
                    };
                    self.memory.write(frame.places[param.index()], &bytes)?;
                }
                (Storage::Register(_), Argument::Bytes(_)) => {
                    return Err(Stop::Broken("an aggregate passed for a scalar".into()));
                }
            }
        }
        frame.variadic = arguments.collect();
        self.frames.push(frame);
        Ok(())
    }

    /// Arguments are converted by the caller; only a function without prototype converts its own.
    fn check_argument(&self, id: FunctionId, from: Scalar, to: Scalar) -> Result<(), Stop> {
        let function = self.program.function(id);
        match self.program.types.get(function.ty) {
            Type::Function(signature) if signature.prototyped && from != to => {
                Err(Stop::Fault(format!("{} got {from:?} for {to:?}", function.name)))
            }
            _ => Ok(()),
        }
    }

    /// Makes one step; a frame that returned hands over its result.
    fn step(&mut self) -> Result<Option<Option<Value>>, Stop> {
        self.steps += 1;
        if self.steps > STEPS {
            return Err(Stop::Unmodelled("too many steps".into()));
        }
        let program = self.program;
        let frame = self.frames.last().ok_or_else(|| Stop::Broken("no frame".into()))?;
        let body = self.body(frame.function)?;
        let mut passable: Option<&Edge> = None;
        for edge in body.out(frame.at) {
            if self.passes(frame, body, &edge.op)? {
                if passable.is_some() {
                    return Err(Stop::Broken(format!("two edges pass at line {}", edge.pos.line)));
                }
                passable = Some(edge);
            }
        }
        let name = &program.function(frame.function).name;
        let edge =
            passable.ok_or_else(|| Stop::Broken(format!("no edge passes at L{} of {name}", frame.at.0)))?;
        let to = edge.to;
        let at = |stop| match stop {
            Stop::Fault(text) => Stop::Fault(format!("{text} at line {} of {name}", edge.pos.line)),
            other => other,
        };
        if let Op::Return { value } = &edge.op {
            let result = value.map(|value| self.passed(body, value)).transpose().map_err(at)?;
            return self.leave(result).map(Some);
        }
        let depth = self.frames.len();
        self.top().at = to;
        self.execute(body, &edge.op, to).map_err(at)?;
        debug_assert!(self.frames.len() >= depth || matches!(edge.op, Op::LongJump { .. } | Op::Call { .. }));
        Ok(None)
    }

    fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a step needs a frame")
    }

    fn leave(&mut self, result: Option<Argument>) -> Result<Option<Value>, Stop> {
        let frame = self.frames.pop().expect("a frame returns");
        self.memory.pop_to(frame.top);
        self.deliver(frame.result, result.clone())?;
        Ok(match result {
            Some(Argument::Scalar(value, _)) => Some(value),
            _ => None,
        })
    }

    pub fn deliver_to(
        &mut self,
        dst: &Destination,
        body: &Body,
        result: Option<Argument>,
    ) -> Result<(), Stop> {
        let target = self.target(body, dst)?;
        self.deliver(target, result)
    }

    fn target(&self, body: &Body, dst: &Destination) -> Result<Target, Stop> {
        Ok(match *dst {
            Destination::None => Target::None,
            Destination::Local(local) => Target::Local(local),
            Destination::Memory(address) => Target::Memory(self.value(body, address)?.address()),
        })
    }

    fn deliver(&mut self, target: Target, result: Option<Argument>) -> Result<(), Stop> {
        match (target, result) {
            (Target::None, _) => {}
            (Target::Local(local), Some(Argument::Scalar(value, from))) => {
                let function = self.top().function;
                let Storage::Register(ty) = self.body(function)?.local(local).storage else {
                    return Err(Stop::Broken("a result for no register".into()));
                };
                if ty != from {
                    return Err(Stop::Fault(format!("a result of type {from:?} for {ty:?}")));
                }
                self.top().registers[local.index()] = Some(value);
            }
            // Nothing was returned: using it is the caller's fault.
            (Target::Local(local), None) => self.top().registers[local.index()] = None,
            (Target::Memory(address), Some(Argument::Bytes(bytes))) => self.memory.write(address, &bytes)?,
            (Target::Memory(_), None) => {}
            _ => return Err(Stop::Fault("a result of another kind".into())),
        }
        Ok(())
    }

    fn value(&self, body: &Body, id: ExprId) -> Result<Value, Stop> {
        self.eval(self.frames.last().expect("a value needs a frame"), body, id)
    }

    fn passed(&self, body: &Body, value: Passed) -> Result<Argument, Stop> {
        Ok(match value {
            Passed::Scalar(id) => Argument::Scalar(self.value(body, id)?, body.expr(id).ty),
            Passed::Aggregate(id, ty) => {
                let address = self.value(body, id)?.address();
                Argument::Bytes(self.memory.bytes(address, self.size(ty))?.to_vec())
            }
        })
    }

    pub fn size(&self, ty: TypeId) -> u64 {
        self.program.types.size(ty, self.program.model)
    }

    fn passes(&self, frame: &Frame, body: &Body, op: &Op) -> Result<bool, Stop> {
        let eval = |id| self.eval(frame, body, id);
        Ok(match op {
            Op::Assume { cond, truth } => (convert(eval(*cond)?, Scalar::Bool).int() != 0) == *truth,
            Op::Case { value, ranges, inside } => {
                let value = eval(*value)?.int();
                ranges.iter().any(|&(low, high)| low <= value && value <= high) == *inside
            }
            Op::Jump { address, label } => {
                eval(*address)?.address() == self.label_address(frame.function, *label)
            }
            _ => true,
        })
    }

    fn load(&self, body: &Body, place: &Place) -> Result<Value, Stop> {
        let address = self.value(body, place.address)?.address();
        self.check_alignment(address, place)?;
        let Some(bits) = place.bits else {
            let size = place.ty.size(self.program.model);
            return Ok(decode(self.memory.bytes(address, size)?, place.ty));
        };
        let bytes = self.memory.bytes(address, u64::from((bits.bit + bits.width).div_ceil(8)))?;
        let raw = bytes.iter().rev().fold(0u128, |raw, &byte| raw << 8 | u128::from(byte)) >> bits.bit;
        let narrow = Scalar::int(bits.width.into(), place.ty.is_signed());
        Ok(Value::Int(wrap(wrap(raw as i128, narrow), place.ty)))
    }

    fn store(&mut self, body: &Body, place: &Place, value: Value) -> Result<(), Stop> {
        let address = self.value(body, place.address)?.address();
        self.check_alignment(address, place)?;
        let Some(bits) = place.bits else {
            let bytes = encode(value, place.ty, place.ty.size(self.program.model));
            return self.memory.write(address, &bytes);
        };
        let bytes = self.memory.bytes_mut(address, u64::from((bits.bit + bits.width).div_ceil(8)))?;
        for i in 0..usize::from(bits.width) {
            let position = usize::from(bits.bit) + i;
            let mask = 1u8 << (position % 8);
            let is_set = value.int() >> i & 1 == 1;
            bytes[position / 8] =
                if is_set { bytes[position / 8] | mask } else { bytes[position / 8] & !mask };
        }
        Ok(())
    }

    fn check_alignment(&self, address: u64, place: &Place) -> Result<(), Stop> {
        match address % u64::from(place.align.max(1)) {
            0 => Ok(()),
            _ => Err(Stop::Fault(format!("{address:#x} is not a multiple of {}", place.align))),
        }
    }

    fn execute(&mut self, body: &Body, op: &Op, to: Location) -> Result<(), Stop> {
        match op {
            Op::Skip | Op::Assume { .. } | Op::Case { .. } | Op::Jump { .. } | Op::Fence(_) => {}
            Op::Assign { dst, value } => {
                let value = self.value(body, *value)?;
                self.top().registers[dst.index()] = Some(value);
            }
            Op::Load { dst, place } => {
                let value = self.load(body, place)?;
                self.top().registers[dst.index()] = Some(value);
            }
            Op::Store { place, value } => {
                let value = self.value(body, *value)?;
                self.store(body, place, value)?;
            }
            Op::Copy { dst, src, ty } => {
                let (dst, src) = (self.value(body, *dst)?.address(), self.value(body, *src)?.address());
                let bytes = self.memory.bytes(src, self.size(*ty))?.to_vec();
                self.memory.write(dst, &bytes)?;
            }
            Op::Zero { dst, size } => {
                let dst = self.value(body, *dst)?.address();
                self.memory.bytes_mut(dst, *size)?.fill(0);
            }
            Op::Begin { locals } => {
                for &local in locals {
                    self.begin(body, local)?;
                }
            }
            Op::End { locals } => {
                for &local in locals {
                    self.end(body, local)?;
                }
            }
            Op::BeginVla { local, size } => {
                let size = self.value(body, *size)?.address();
                let place = self.memory.push(size, 16)?;
                self.top().places[local.index()] = place;
                self.top().begun[local.index()] = true;
            }
            Op::Alloca { dst, size, align } => {
                let size = self.value(body, *size)?.address();
                let place = self.memory.push(size, *align)?;
                self.top().registers[dst.index()] = Some(Value::Int(place.into()));
            }
            Op::Call { dst, callee, args } => return self.call(body, dst, callee, args, to),
            Op::Atomic(atomic) => self.atomic(body, atomic)?,
            Op::Complex(complex) => self.complex(body, complex)?,
            Op::VaStart { list } => {
                let arguments = self.top().variadic.clone();
                self.new_list(body, *list, (arguments, 0))?;
            }
            Op::VaCopy { dst, src } => {
                let index = self.list(body, *src)?;
                let copy = self.lists[index].clone();
                self.new_list(body, *dst, copy)?;
            }
            Op::VaEnd { list } => drop(self.list(body, *list)?),
            Op::VaArg { dst, list, ty } => self.va_arg(body, dst, *list, *ty)?,
            Op::SetJump { dst, buffer } => {
                let buffer = self.value(body, *buffer)?.address();
                self.jumps.insert(buffer, (self.frames.len(), to, Some(*dst)));
                self.top().registers[dst.index()] = Some(Value::Int(0));
            }
            Op::LongJump { buffer } => {
                let buffer = self.value(body, *buffer)?.address();
                self.long_jump(buffer, 1)?;
            }
            Op::Distinct(places) => self.distinct(body, &places.0, &places.1)?,
            Op::Asm(asm) => return Err(Stop::Unmodelled(format!("asm {:?}", asm.template))),
            Op::Unsequenced => return Err(Stop::Fault("unsequenced side effects".into())),
            Op::Unreachable => return Err(Stop::Fault("unreachable".into())),
            Op::Trap => return Err(Stop::Abort),
            Op::Unsupported(what) => return Err(Stop::Unmodelled(what.to_string())),
            Op::Return { .. } => return Err(Stop::Broken("a return executed in place".into())),
        }
        Ok(())
    }

    fn begin(&mut self, body: &Body, local: LocalId) -> Result<(), Stop> {
        self.top().registers[local.index()] = None;
        self.top().begun[local.index()] = true;
        match body.local(local).storage {
            Storage::Memory { size, is_variable: false, .. } => {
                let place = self.top().places[local.index()];
                self.memory.begin(place, size)
            }
            Storage::Memory { .. } => Err(Stop::Broken("a variable array begun without size".into())),
            Storage::Register(_) => Ok(()),
        }
    }

    fn end(&mut self, body: &Body, local: LocalId) -> Result<(), Stop> {
        self.top().begun[local.index()] = false;
        match body.local(local).storage {
            Storage::Memory { size, is_variable: false, .. } => {
                let place = self.top().places[local.index()];
                self.memory.end(place, size)
            }
            _ => Ok(()),
        }
    }

    fn call(
        &mut self,
        body: &Body,
        dst: &Destination,
        callee: &Callee,
        args: &[Passed],
        to: Location,
    ) -> Result<(), Stop> {
        let id = match *callee {
            Callee::Direct(id) => id,
            Callee::Indirect(address, _) => {
                let address = self.value(body, address)?.address();
                let index =
                    address.checked_sub(FUNCTIONS).filter(|offset| offset % 16 == 0).map(|it| it / 16);
                match index.filter(|&index| index < self.program.functions.len() as u64) {
                    Some(index) => FunctionId(index as u32),
                    None => return Err(Stop::Fault(format!("a call of {address:#x}"))),
                }
            }
        };
        let arguments: Vec<Argument> =
            args.iter().map(|&value| self.passed(body, value)).collect::<Result<_, _>>()?;
        let function = self.program.function(id);
        if function.body.is_some() {
            let target = self.target(body, dst)?;
            return self.push(id, arguments, target);
        }
        match (function.source_name.as_str(), &arguments[..]) {
            ("setjmp" | "_setjmp", [Argument::Scalar(buffer, _), ..]) => {
                let local = if let Destination::Local(local) = dst { Some(*local) } else { None };
                self.jumps.insert(buffer.address(), (self.frames.len(), to, local));
                let zero = Argument::Scalar(Value::Int(0), Scalar::INT);
                self.deliver_to(dst, body, Some(zero))
            }
            ("longjmp", [Argument::Scalar(buffer, _), Argument::Scalar(value, _)]) => {
                let value = if value.int() == 0 { 1 } else { value.int() };
                self.long_jump(buffer.address(), value)
            }
            (name, _) => {
                let signature = match self.program.types.get(function.ty) {
                    Type::Function(signature) => signature,
                    _ => return Err(Stop::Broken("a function of no function type".into())),
                };
                let result = self.library(name, &arguments)?;
                let ty = self.program.types.as_scalar(signature.result);
                let result = result.zip(ty).map(|(value, ty)| Argument::Scalar(convert(value, ty), ty));
                self.deliver_to(dst, body, result)
            }
        }
    }

    fn long_jump(&mut self, buffer: u64, value: i128) -> Result<(), Stop> {
        let Some(&(depth, to, dst)) = self.jumps.get(&buffer) else {
            return Err(Stop::Fault("a jump to nowhere".into()));
        };
        while self.frames.len() > depth {
            let frame = self.frames.pop().expect("frames above the target");
            self.memory.pop_to(frame.top);
        }
        self.top().at = to;
        if let Some(dst) = dst {
            self.top().registers[dst.index()] = Some(Value::Int(value));
        }
        Ok(())
    }

    fn atomic(&mut self, body: &Body, atomic: &Atomic) -> Result<(), Stop> {
        let (old, operand) = (self.load(body, &atomic.place)?, self.value(body, atomic.operand)?);
        let (a, b) = (old.int(), operand.int());
        let new = match atomic.op {
            AtomicOp::Exchange => operand,
            AtomicOp::CompareExchange { expected } => {
                if self.value(body, expected)?.int() == a {
                    operand
                } else {
                    old
                }
            }
            AtomicOp::Add => Value::Int(wrap(a.wrapping_add(b), atomic.place.ty)),
            AtomicOp::Sub => Value::Int(wrap(a.wrapping_sub(b), atomic.place.ty)),
            AtomicOp::And => Value::Int(a & b),
            AtomicOp::Nand => Value::Int(wrap(!(a & b), atomic.place.ty)),
            AtomicOp::Or => Value::Int(a | b),
            AtomicOp::Xor => Value::Int(wrap(a ^ b, atomic.place.ty)),
        };
        self.store(body, &atomic.place, new)?;
        if let Some(dst) = atomic.dst {
            self.top().registers[dst.index()] = Some(old);
        }
        Ok(())
    }

    fn complex(&mut self, body: &Body, complex: &Complex) -> Result<(), Stop> {
        let size = complex.part.size(self.program.model);
        let mut parts = Vec::new();
        for &arg in &complex.args {
            let address = self.value(body, arg)?.address();
            let real = decode(self.memory.bytes(address, size)?, complex.part).float();
            parts.push((real, decode(self.memory.bytes(address + size, size)?, complex.part).float()));
        }
        let (a, b) = (parts[0], parts.get(1).copied().unwrap_or_default());
        let norm = b.0 * b.0 + b.1 * b.1;
        let (real, imaginary) = match complex.op {
            ComplexOp::Add => (a.0 + b.0, a.1 + b.1),
            ComplexOp::Sub => (a.0 - b.0, a.1 - b.1),
            ComplexOp::Mul => (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0),
            ComplexOp::Div => ((a.0 * b.0 + a.1 * b.1) / norm, (a.1 * b.0 - a.0 * b.1) / norm),
            ComplexOp::Negate => (-a.0, -a.1),
            ComplexOp::Conjugate => (a.0, -a.1),
            ComplexOp::Eq | ComplexOp::Ne => {
                let truth = (a == b) == (complex.op == ComplexOp::Eq);
                let Destination::Local(local) = complex.dst else {
                    return Err(Stop::Broken("a comparison that gives no register".into()));
                };
                self.top().registers[local.index()] = Some(Value::Int(truth.into()));
                return Ok(());
            }
        };
        let mut bytes = encode(convert(Value::Float(real), complex.part), complex.part, size);
        bytes.extend(encode(convert(Value::Float(imaginary), complex.part), complex.part, size));
        self.deliver_to(&complex.dst, body, Some(Argument::Bytes(bytes)))
    }

    /// A list is an index into our table, kept in the first word of the program's object.
    fn new_list(&mut self, body: &Body, list: ExprId, content: (Vec<Argument>, usize)) -> Result<(), Stop> {
        self.lists.push(content);
        let address = self.value(body, list)?.address();
        self.memory.write(address, &(self.lists.len() as u32).to_le_bytes())
    }

    fn list(&self, body: &Body, list: ExprId) -> Result<usize, Stop> {
        self.list_at(self.value(body, list)?.address())
    }

    pub fn list_at(&self, address: u64) -> Result<usize, Stop> {
        let index = decode(self.memory.bytes(address, 4)?, Scalar::int(32, false)).int() as usize;
        match index.checked_sub(1).filter(|&index| index < self.lists.len()) {
            Some(index) => Ok(index),
            None => Err(Stop::Fault("a list that was not started".into())),
        }
    }

    pub fn rest_of_list(&self, index: usize) -> Vec<Argument> {
        let (arguments, next) = &self.lists[index];
        arguments[*next..].to_vec()
    }

    fn va_arg(&mut self, body: &Body, dst: &Destination, list: ExprId, ty: TypeId) -> Result<(), Stop> {
        let index = self.list(body, list)?;
        let (arguments, next) = &mut self.lists[index];
        let Some(argument) = arguments.get(*next).cloned() else {
            return Err(Stop::Fault("no more arguments".into()));
        };
        *next += 1;
        let argument = match (argument, self.program.types.as_scalar(ty)) {
            (Argument::Scalar(value, from), Some(to)) if from.is_float() == to.is_float() => {
                Argument::Scalar(convert(value, to), to)
            }
            (argument @ Argument::Bytes(_), None) => argument,
            _ => return Err(Stop::Fault("an argument of another type".into())),
        };
        self.deliver_to(dst, body, Some(argument))
    }

    fn distinct(&mut self, body: &Body, a: &Place, b: &Place) -> Result<(), Stop> {
        let bits = |place: &Place, address: u64| match place.bits {
            Some(bits) => (8 * address + u64::from(bits.bit), u64::from(bits.width)),
            None => (8 * address, 8 * place.ty.size(self.program.model)),
        };
        let (x, y) = (self.value(body, a.address)?.address(), self.value(body, b.address)?.address());
        let ((from_x, width_x), (from_y, width_y)) = (bits(a, x), bits(b, y));
        if x != 0 && y != 0 && from_x < from_y + width_y && from_y < from_x + width_x {
            return Err(Stop::Fault("side effects on one object".into()));
        }
        Ok(())
    }
}

fn whole_status(run: impl FnOnce() -> Result<i32, Stop>) -> Stop {
    match run() {
        Ok(status) => Stop::Exit(status),
        Err(stop) => stop,
    }
}
