//! Work that is left behind if it does not stop when its limit is reached.
//!
//! Z3 asks in most of its loops whether it is interrupted, not in all of them, and the kernel zeroes gigabytes without
//! asking anybody. Limits hold all the same.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::status::Status;

/// Whether some work still goes on.
static IS_LEFT: AtomicBool = AtomicBool::new(false);

/// Some work goes on until the process ends, see [`end`].
pub fn leave() {
    IS_LEFT.store(true, Ordering::Relaxed);
}

/// Ends the process. Beside work that goes on, nothing is cleaned up: what the work uses must not be taken from it.
pub fn end(status: Status) -> ExitCode {
    if IS_LEFT.load(Ordering::Relaxed) {
        signal_hook::low_level::exit(status.code().into());
    }
    ExitCode::from(status.code())
}
