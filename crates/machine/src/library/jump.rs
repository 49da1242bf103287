//! setjmp.h. A jump buffer holds a place to come back to: depth and number of the frame, instruction, and where the
//! result goes. The frame must still be open.

use super::{Args, Function};
use crate::clobbered::clobbered;
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

/// Words of 32 bits in a jump buffer: the smallest, of `__builtin_setjmp` in 32-bit code, has 5.
const WORDS: usize = 5;
/// Tells a buffer that `setjmp` filled from others; serial numbers stay below 2^48.
const SIGN: u32 = 0x6a6d_7031;

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
        let depth = self.frames.len() as u32;
        let Some(frame) = self.frames.last_mut() else {
            return Err(Stop::NotModelled("setjmp outside a function".into()));
        };
        frame.has_jump = true;
        let (low, high) = (frame.serial as u32, (frame.serial >> 32) as u32);
        let words: [u32; WORDS] = [SIGN ^ high, depth, low, frame.pc + 1, dst.map_or(0, |slot| slot + 1)];
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.memory.write_bytes(buffer, &bytes)
    }

    /// Goes to the place that a buffer records, with this result.
    pub(crate) fn jump(&mut self, buffer: Val, value: i32) -> Result<(), Stop> {
        let mut words = [0u32; WORDS];
        for (i, word) in words.iter_mut().enumerate() {
            let found = self.memory.load(crate::address::moved(buffer, 4 * i as i64)?, 4)?;
            *word = if found.is_int() { found.bits as u32 } else { 0 };
        }
        let [sign, depth, low, pc, dst] = words;
        let high = sign ^ SIGN;
        if high >> 16 != 0 {
            return Fault::stop(FaultKind::BadLibraryCall, "longjmp with a buffer that setjmp did not fill");
        }
        let serial = u64::from(low) | u64::from(high) << 32;
        let frame = (depth as usize).checked_sub(1).and_then(|depth| self.frames.get(depth));
        if frame.is_none_or(|frame| frame.serial != serial || !frame.has_jump) {
            return Fault::stop(FaultKind::BadLibraryCall, "longjmp to a function that has returned");
        }
        super::exit::check_jump(self, depth as usize)?;
        self.check_locals(depth as usize - 1, pc.wrapping_sub(1))?;
        self.unwind_to(depth as usize, pc, dst.checked_sub(1), Val::int(i64::from(value) as u64));
        self.library.has_jumped = true;
        Ok(())
    }

    /// Says so if the function that is jumped back into may go on with locals that are indeterminate. A single run is that
    /// of `gcc -O0`, which keeps them.
    fn check_locals(&self, depth: usize, set: u32) -> Result<(), Stop> {
        let frame = &self.frames[depth];
        let function = self.image.program.function(frame.function);
        let Some(body) = function.body.as_ref().filter(|_| self.is_choosing()) else { return Ok(()) };
        let edge_of = &self.image.code[frame.function.index()].edge_of;
        // All frames but the innermost stand behind their calls.
        let at = frame.pc - u32::from(depth + 1 < self.frames.len());
        // The program may have written to its buffer.
        let Some(&set) = edge_of.get(set as usize) else { return Ok(()) };
        match clobbered(self.image.program, body, set, edge_of[at as usize]) {
            Some(local) => Err(Stop::NotModelled(format!(
                "what `{}` holds after longjmp, which is not volatile and may have changed since setjmp",
                local.name
            ))),
            None => Ok(()),
        }
    }
}
