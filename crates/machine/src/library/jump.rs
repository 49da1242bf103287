//! setjmp.h. A jump buffer holds the number of a recorded place; the frame must still be open.

use super::{Args, Function};
use crate::code::Result_;
use crate::exec::Machine;
use crate::fault::{Fault, FaultKind, Stop};
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("setjmp", set),
    ("_setjmp", set),
    ("__sigsetjmp", set),
    ("sigsetjmp", set),
    ("longjmp", long),
    ("_longjmp", long),
    ("siglongjmp", long),
];

/// A place to come back to.
pub(super) struct Jump {
    depth: usize,
    serial: u64,
    pc: u32,
    dst: Option<u32>,
}

fn set(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let dst = if let Result_::Slot(slot, _) = args.result { Some(slot) } else { None };
    machine.save_jump(args.pointer(0)?, dst)?;
    Ok(Val::ZERO)
}

pub(super) fn long(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let value = args.int(1)? as i32;
    machine.jump(args.pointer(0)?, if value == 0 { 1 } else { value })?;
    Ok(Val::UNINIT)
}

impl Machine<'_> {
    /// Records in a buffer the place behind the current instruction, and the slot of the result there.
    pub(crate) fn save_jump(&mut self, buffer: Val, dst: Option<u32>) -> Result<(), Stop> {
        let Some(frame) = self.frames.last() else {
            return Err(Stop::NotModelled("setjmp outside a function".into()));
        };
        let jump = Jump { depth: self.frames.len(), serial: frame.serial, pc: frame.pc + 1, dst };
        self.library.jumps.push(jump);
        let number = self.library.jumps.len() as u64 - 1;
        self.memory.store(buffer, 8, Val::int(number))
    }

    /// Goes to the place that a buffer records, with this result.
    pub(crate) fn jump(&mut self, buffer: Val, value: i32) -> Result<(), Stop> {
        let number = self.memory.load(buffer, 8)?;
        let Some(jump) = self.library.jumps.get(number.bits as usize).filter(|_| number.is_int()) else {
            return Fault::stop(FaultKind::BadLibraryCall, "longjmp with a buffer that setjmp did not fill");
        };
        let is_open = self.frames.get(jump.depth - 1).is_some_and(|f| f.serial == jump.serial);
        if !is_open {
            return Fault::stop(FaultKind::BadLibraryCall, "longjmp to a function that has returned");
        }
        let (depth, pc, dst) = (jump.depth, jump.pc, jump.dst);
        self.unwind_to(depth, pc, dst, Val::int(i64::from(value) as u64));
        self.library.has_jumped = true;
        Ok(())
    }
}
