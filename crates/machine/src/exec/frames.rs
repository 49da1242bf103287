//! Calls and returns: frames, their objects, parameters and results.

use cfa::program::{FunctionId, LocalId};
use cfa::types::TypeId;

use super::{FRAME_LIMIT, Frame, Machine, SLOT_LIMIT, is_character};
use crate::arith;
use crate::code::{Arg, Code, FrameObject, Kind, Param, Result_, Slot};
use crate::fault::{Fault, FaultKind, Stop};
use crate::library::sync::Call;
use crate::memory::ObjectKind;
use crate::value::{INIT, UNINIT, Val, function_of};
use crate::{address, compile};

impl Machine<'_> {
    /// Calls a function with values and runs until it returns; the result is dropped.
    pub fn call_function(
        &mut self,
        function: FunctionId,
        args: &[(Val, Kind)],
        limit: u64,
    ) -> Result<Val, Stop> {
        let depth = self.frames.len();
        self.push_call(function, args)?;
        self.run(depth, limit)
    }

    /// What `main` is given.
    pub(crate) fn of_main(&self, count: Val, strings: Val, environment: Val) -> [(Val, Kind); 3] {
        let pointer = self.pointer_kind();
        [(count, Kind::Int { bits: 32, signed: true }), (strings, pointer), (environment, pointer)]
    }

    /// Pushes a frame for a call that the library makes: of a handler, a thread's first function. One that says nothing of
    /// its parameters (`void *thread()`) and has none is taken for one that ignores what it is given, as threads often are.
    pub(crate) fn push_callback(&mut self, function: FunctionId, args: &[(Val, Kind)]) -> Result<(), Stop> {
        let code = &self.image.code[function.index()];
        let is_silent = code.params.is_empty() && !self.is_prototyped(function);
        if !code.instrs.is_empty() && !code.takes(args.len()) && !is_silent {
            self.footprint.call(function);
            return wrong_count(&self.image.program.function(function).name, code, args.len());
        }
        self.push_call(function, args)
    }

    /// Pushes a frame for a call with values.
    pub(crate) fn push_call(&mut self, function: FunctionId, args: &[(Val, Kind)]) -> Result<(), Stop> {
        self.footprint.call(function);
        if self.is_error_function(function) {
            return self.error_called(function);
        }
        let code = &self.image.code[function.index()];
        if code.instrs.is_empty() {
            return Err(Stop::NotModelled(format!(
                "a call of `{}`",
                self.image.program.function(function).name
            )));
        }
        let base = self.push_frame(function, Result_::None)?;
        for (param, &(value, from)) in code.params.iter().zip(args) {
            match *param {
                Param::Register { slot, kind } => {
                    self.slots[(base + slot) as usize] = self.argument(function, value, from, kind)?;
                }
                Param::Memory { local, scalar: Some(kind) } => {
                    let value = self.argument(function, value, from, kind)?;
                    let address = self.begin(local)?;
                    self.initialising(|machine| machine.memory.store(address, kind.bytes(), value))?;
                }
                Param::Memory { .. } => {
                    return Err(Stop::NotModelled("an aggregate argument from the library".into()));
                }
            }
        }
        Ok(())
    }

    pub(super) fn push_frame(&mut self, function: FunctionId, result: Result_) -> Result<u32, Stop> {
        let code = &self.image.code[function.index()];
        // How many slots a function has may change with its text: whoever reuses results must not rely on it.
        if self.slots.len() + code.slots as usize > SLOT_LIMIT {
            return Err(Stop::NotModelled(format!(
                "more than {SLOT_LIMIT} values in {} frames",
                self.frames.len()
            )));
        }
        if self.frames.len() >= FRAME_LIMIT {
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
            destination: Val::UNINIT,
            variadic: None,
            allocated: Vec::new(),
            serial: self.serial,
            has_jump: false,
            progress: 0,
            scratch: Val::UNINIT,
            print: 0,
            head: 0,
            raw: 0,
        });
        Ok(base as u32)
    }

    /// Makes an object of the frame begin; its address.
    pub(super) fn begin(&mut self, local: LocalId) -> Result<Val, Stop> {
        let frame = self.frame();
        let (base, function) = (frame.base, frame.function);
        let Some(object) = self.image.code[function.index()].objects[local.index()] else {
            return Ok(Val::UNINIT);
        };
        self.begin_sized(base, object)
    }

    pub(super) fn begin_sized(&mut self, base: u32, object: FrameObject) -> Result<Val, Stop> {
        let FrameObject { slot, size, align, is_constant, extent, blank, .. } = object;
        // Not ended since it began: the same object, with an indeterminate value again.
        let old = self.slots[(base + slot) as usize];
        if let Some(object) = self.memory.object(old.object()).filter(|_| old.is_pointer())
            && u64::from(object.size) == size
        {
            self.memory.renew(old.object())?;
            return Ok(old);
        }
        if old.is_pointer() {
            self.memory.end(old.object());
        }
        let id = self.memory.allocate_as(size, align, ObjectKind::Local, (extent, blank))?;
        if is_constant {
            self.memory.make_constant(id);
        }
        let address = Val::pointer(id, 0);
        self.set(base, slot, address);
        Ok(address)
    }

    /// Does what writes initial values, which constants take.
    pub(super) fn initialising<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        self.memory.is_initialising = true;
        let done = write(self);
        self.memory.is_initialising = false;
        done
    }

    pub(super) fn forget(&mut self, base: u32, local: LocalId) -> Result<(), Stop> {
        let frame_function = self.frame().function;
        let body = self.image.program.function(frame_function).body.as_ref();
        if let Some(cfa::program::Storage::Register(scalar)) = body.map(|b| b.local(local).storage) {
            let slot = self.image.code[frame_function.index()].register_slot(local);
            let kind = compile::kind(scalar, self.image.program.model);
            for i in 0..kind.slots() {
                self.set(base, slot + i, Val::UNINIT);
            }
            if self.is_given() {
                let function = self.image.program.function(frame_function);
                let name = body.map_or("", |body| body.local(local).name.as_str());
                if let Some(value) = self.given(&format!("{}::{name}", function.name), self.any_of(kind)) {
                    self.set_given(base, slot, kind, value)?;
                    let name = crate::naming::source_name(name).to_string();
                    self.trace_outside(|_| name, self.slot(base, slot), kind);
                }
            }
        }
        Ok(())
    }

    /// Sets a register to a number that is given from outside.
    fn set_given(&mut self, base: u32, slot: Slot, kind: Kind, value: i128) -> Result<(), Stop> {
        let value = match kind {
            Kind::Int { bits, signed } => Val::int(crate::arith::extend(value as u64, bits, signed)),
            Kind::Pointer { bits } => {
                self.given_pointer(crate::arith::extend(value as u64, bits, false), bits)?
            }
            _ => Val::int(value as u64),
        };
        self.set(base, slot, value);
        Ok(())
    }

    pub(super) fn absent(
        &mut self,
        code: &Code,
        base: u32,
        function: FunctionId,
        args: &[Arg],
        result: Result_,
    ) -> Result<(), Stop> {
        if self.is_error_function(function) {
            self.call_turn(Call::Step)?;
            return self.error_called(function);
        }
        let name = &self.image.program.function(function).name;
        // What it returns may be given, and what it leaves in memory when that is read; then that is all it does.
        if self.is_given() {
            let value = match result {
                Result_::None => Some(None),
                Result_::Slot(dst, kind) => {
                    self.given(name, self.any_of(kind)).map(|value| Some((dst, kind, value)))
                }
                _ => None,
            };
            if let Some(value) = value {
                self.hand_out(code, base, args);
                match value {
                    Some((dst, kind, value)) => {
                        self.set_given(base, dst, kind, value)?;
                        self.trace_result(function, self.slot(base, dst), kind);
                    }
                    // Nobody looks at it, but it is a call like any other.
                    None => self.trace_dropped(function),
                }
                return Ok(());
            }
        }
        Err(Stop::NotModelled(format!("a call of `{name}`, which is neither defined nor known")))
    }

    /// The function that a call through a pointer to a function of this type enters.
    pub(super) fn callee(&mut self, callee: Val, ty: TypeId, args: &[Arg]) -> Result<FunctionId, Stop> {
        let Some(id) = function_of(callee) else {
            return match callee.tag {
                UNINIT => arith::uninitialised(),
                INIT if callee.bits == 0 => {
                    Fault::stop(FaultKind::NullDereference, "a call through a null pointer")
                }
                _ => Fault::stop(FaultKind::InvalidPointer, "a call through a pointer to no function"),
            };
        };
        let id = FunctionId(id);
        self.footprint.call(id);
        let code = &self.image.code[id.index()];
        if !code.instrs.is_empty() {
            let program = self.image.program;
            let name = &program.function(id).name;
            if !code.takes(args.len()) {
                return wrong_count(name, code, args.len());
            }
            if !cfa::targets::fits(program, ty, program.function(id).ty) {
                return Fault::stop(
                    FaultKind::BadCall,
                    format!("`{name}` called through a pointer to a function of another type"),
                );
            }
        }
        Ok(id)
    }

    /// As [`Machine::enter`], if each argument is passed as it is, to a register, and the result is no aggregate.
    pub(super) fn enter_plain(
        &mut self,
        code: &Code,
        base: u32,
        function: FunctionId,
        args: &[Arg],
        result: Result_,
    ) -> Result<(), Stop> {
        let new_base = self.push_frame(function, result)?;
        for (param, arg) in self.image.code[function.index()].params.iter().zip(args) {
            let (Param::Register { slot, kind }, Arg::Scalar(operand, _)) = (*param, *arg) else { continue };
            let value = self.get(code, base, operand);
            if value.tag == UNINIT && !is_character(kind) {
                self.pop_unentered();
                return arith::uninitialised();
            }
            self.set(new_base, slot, value);
        }
        self.forget_result(base, result);
        Ok(())
    }

    /// The caller already stands behind the call, where the result is needed; what was there before is not.
    fn forget_result(&mut self, base: u32, result: Result_) {
        if let (Result_::Slot(dst, kind), true) = (result, self.exploring.is_some()) {
            (dst..dst + kind.slots()).for_each(|slot| self.set(base, slot, Val::UNINIT));
        }
    }

    /// Pushes a frame for a call and fills its parameters.
    pub(super) fn enter(
        &mut self,
        code: &Code,
        base: u32,
        function: FunctionId,
        args: &[Arg],
        result: Result_,
    ) -> Result<(), Stop> {
        let callee = &self.image.code[function.index()];
        // The address for an aggregate result is the caller's.
        let destination = match result {
            Result_::Memory(operand, _) => self.get(code, base, operand),
            _ => Val::UNINIT,
        };
        if !callee.takes(args.len()) {
            let name = &self.image.program.function(function).name;
            return wrong_count(name, callee, args.len());
        }
        let new_base = self.push_frame(function, result)?;
        if let Some(frame) = self.frames.last_mut() {
            frame.destination = destination;
        }
        for (param, arg) in callee.params.iter().zip(args) {
            match (*param, *arg) {
                (Param::Register { slot, kind }, Arg::Scalar(operand, from)) => {
                    let value = self.get(code, base, operand);
                    if value.tag == UNINIT && !is_character(kind) {
                        self.pop_unentered();
                        return arith::uninitialised();
                    }
                    let value = self.argument(function, value, from, kind);
                    let value = value.inspect_err(|_| self.pop_unentered())?;
                    self.set(new_base, slot, value);
                    if kind.slots() == 2 {
                        let high = self.get(code, base, operand + 1);
                        self.set(new_base, slot + 1, high);
                    }
                }
                (Param::Memory { local, scalar: Some(kind) }, Arg::Scalar(operand, from)) => {
                    let value = self.get(code, base, operand);
                    let value = self.argument(function, value, from, kind);
                    let value = value.inspect_err(|_| self.pop_unentered())?;
                    let address = self.begin(local)?;
                    let high = (kind.bytes() > 8).then(|| self.get(code, base, operand + 1));
                    self.initialising(|machine| {
                        machine.memory.store(address, kind.bytes().min(8), value)?;
                        match high {
                            Some(high) => {
                                machine.memory.store(address::moved(address, 8)?, kind.bytes() - 8, high)
                            }
                            None => Ok(()),
                        }
                    })?;
                }
                (Param::Memory { local, .. }, Arg::Aggregate(operand, size)) => {
                    let src = self.get(code, base, operand);
                    let address = self.begin(local)?;
                    self.initialising(|machine| machine.memory.copy(address, src, size.into()))?;
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
        self.forget_result(base, result);
        Ok(())
    }

    /// A frame that was pushed for a call that fails belongs to the caller's fault.
    pub(super) fn pop_unentered(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.slots.truncate(frame.base as usize);
        }
    }

    /// Pops a frame and hands its result to the caller.
    pub(super) fn leave(&mut self, code: &Code, base: u32, value: Option<&Arg>) -> Result<Val, Stop> {
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
                let low = match result {
                    Result_::Slot(_, wanted) => {
                        self.returned(self.frames[top].function, low, *kind, wanted)?
                    }
                    _ => low,
                };
                returned = (low, high);
            }
            Some(Arg::Aggregate(operand, size)) => {
                if let Result_::Memory(..) = result {
                    let (dst, src) = (self.frames[top].destination, self.get(code, base, *operand));
                    self.memory.copy(dst, src, (*size).into())?;
                }
            }
            None if result != Result_::None => {
                let name = &self.image.program.function(self.frames[top].function).source_name;
                return Fault::stop(
                    FaultKind::MissingReturn,
                    format!("`{name}` ends without a result, and its caller uses one"),
                );
            }
            None => {}
        }
        for &slot in &code.object_slots {
            let address = self.slots[(base + slot) as usize];
            if address.is_pointer() {
                self.memory.end(address.object());
            }
        }
        self.save_frames(top.saturating_sub(1));
        let Some(frame) = self.frames.pop() else { return Ok(returned.0) };
        if self.is_atomic_function(frame.function) {
            self.end_atomic();
        }
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

    /// Pops a frame and ends its objects.
    pub(crate) fn drop_frame(&mut self) {
        let Some(top) = self.frames.len().checked_sub(1) else { return };
        self.save_frames(top);
        let Some(frame) = self.frames.pop() else { return };
        let code = &self.image.code[frame.function.index()];
        for &slot in &code.object_slots {
            let address = self.slots[(frame.base + slot) as usize];
            if address.is_pointer() {
                self.memory.end(address.object());
            }
        }
        frame.allocated.iter().chain(frame.variadic.iter()).for_each(|&id| self.memory.end(id));
        self.slots.truncate(frame.base as usize);
        if self.is_atomic_function(frame.function) {
            self.end_atomic();
        }
    }

    /// Unwinds to a frame, for `longjmp`; its call of `setjmp` then has this result.
    pub fn unwind_to(&mut self, depth: usize, pc: u32, dst: Option<Slot>, value: Val) {
        self.save_frames(depth - 1);
        while self.frames.len() > depth {
            self.drop_frame();
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = pc;
            let base = frame.base;
            if let Some(dst) = dst {
                self.set(base, dst, value);
            }
        }
    }
}

fn wrong_count<T>(name: &str, callee: &Code, given: usize) -> Result<T, Stop> {
    let takes = callee.params.len();
    let least = if callee.is_variadic { "at least " } else { "" };
    let word = if takes == 1 { "argument" } else { "arguments" };
    Fault::stop(FaultKind::BadCall, format!("`{name}` takes {least}{takes} {word} and is given {given}"))
}
