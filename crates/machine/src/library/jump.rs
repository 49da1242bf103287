//! setjmp.h. A jump buffer holds a place to come back to: depth and number of the frame, instruction, and where the
//! result goes. The frame must still be open.

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

/// Words of 32 bits in a jump buffer: the smallest, of 32-bit code, has 39.
const WORDS: usize = 6;
/// Tells a buffer that `setjmp` filled from others.
const SIGN: u32 = 0x6a6d_7031;

fn set(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let buffer = args.pointer(0)?;
    let depth = machine.frames.len() as u32;
    let Some(frame) = machine.frames.last_mut() else {
        return Err(Stop::NotModelled("setjmp outside a function".into()));
    };
    frame.has_jump = true;
    let dst = if let Result_::Slot(slot, _) = args.result { slot + 1 } else { 0 };
    let words: [u32; WORDS] =
        [SIGN, depth, frame.serial as u32, (frame.serial >> 32) as u32, frame.pc + 1, dst];
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    machine.memory.write_bytes(buffer, &bytes)?;
    Ok(Val::ZERO)
}

pub(super) fn long(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (buffer, value) = (args.pointer(0)?, args.int(1)? as i32);
    let mut words = [0u32; WORDS];
    for (i, word) in words.iter_mut().enumerate() {
        let found = machine.memory.load(crate::address::moved(buffer, 4 * i as i64)?, 4)?;
        *word = if found.is_int() { found.bits as u32 } else { 0 };
    }
    let [sign, depth, low, high, pc, dst] = words;
    if sign != SIGN {
        return Fault::stop(FaultKind::BadLibraryCall, "longjmp with a buffer that setjmp did not fill");
    }
    let serial = u64::from(low) | u64::from(high) << 32;
    let frame = (depth as usize).checked_sub(1).and_then(|depth| machine.frames.get(depth));
    if frame.is_none_or(|frame| frame.serial != serial || !frame.has_jump) {
        return Fault::stop(FaultKind::BadLibraryCall, "longjmp to a function that has returned");
    }
    let value = if value == 0 { 1 } else { value };
    machine.unwind_to(depth as usize, pc, dst.checked_sub(1), Val::int(i64::from(value) as u64));
    Ok(Val::UNINIT)
}
