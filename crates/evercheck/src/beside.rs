//! Work in a thread of its own, which is left behind if it does not stop when its limit is reached.
//!
//! Z3 asks in most of its loops whether it is interrupted, not in all of them, and the kernel zeroes gigabytes without
//! asking anybody. Limits hold all the same.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::crash::STACK_BYTES;
use crate::status::Status;

/// How often limits are looked at.
const PULSE: Duration = Duration::from_millis(50);
/// How long work may take to stop.
const GRACE: Duration = Duration::from_millis(500);

/// Whether some work still goes on.
static IS_LEFT: AtomicBool = AtomicBool::new(false);

pub enum Ended<T> {
    Done(T),
    Panicked,
    /// It goes on until the process ends, see [`end`].
    Left,
}

/// Does some work, and asks meanwhile whether its limit is reached.
pub fn run<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
    mut is_over: impl FnMut() -> bool,
) -> std::io::Result<Ended<T>> {
    let (tell, told) = channel();
    let work = move || {
        // Nobody listens any more if the work was left behind.
        let _ = tell.send(work());
    };
    thread::Builder::new().stack_size(STACK_BYTES).spawn(work)?;
    let mut over_since = None;
    loop {
        match told.recv_timeout(PULSE) {
            Ok(result) => return Ok(Ended::Done(result)),
            Err(RecvTimeoutError::Disconnected) => return Ok(Ended::Panicked),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if is_over() && over_since.get_or_insert_with(Instant::now).elapsed() >= GRACE {
            IS_LEFT.store(true, Ordering::Relaxed);
            return Ok(Ended::Left);
        }
    }
}

/// Ends the process. Beside work that goes on, nothing is cleaned up: what the work uses must not be taken from it.
pub fn end(status: Status) -> ExitCode {
    if IS_LEFT.load(Ordering::Relaxed) {
        signal_hook::low_level::exit(status.code().into());
    }
    ExitCode::from(status.code())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_ends_is_done() {
        let ended = run(|| 6 * 7, || false);
        assert!(matches!(ended, Ok(Ended::Done(42))));
    }

    #[test]
    fn work_that_stops_late_but_in_time_is_done() {
        let ended = run(|| thread::sleep(PULSE * 3), || true);
        assert!(matches!(ended, Ok(Ended::Done(()))));
    }

    #[test]
    fn work_that_does_not_stop_is_left_behind() {
        let start = Instant::now();
        let ended = run(|| thread::sleep(Duration::from_secs(60)), || true);
        assert!(matches!(ended, Ok(Ended::Left)));
        assert!(start.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn panics_are_told() {
        let ended = run(|| std::panic::resume_unwind(Box::new(())), || false);
        assert!(matches!(ended, Ok(Ended::<()>::Panicked)));
    }
}
