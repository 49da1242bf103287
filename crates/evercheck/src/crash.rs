//! Turns a panic, which is always a bug of ours, into an `internal error` report and an exit status.

use std::panic::PanicHookInfo;
use std::sync::{Mutex, MutexGuard};
use std::thread;

use crate::console::Console;
use crate::status::Status;

/// C nests as deeply as its authors like, and the front end recurses. Only touched pages cost memory.
pub const STACK_BYTES: usize = 256 << 20;

/// The last panic. A library may catch a panic and go on, so the hook only takes notes; they are shown if the
/// panic reaches the top.
static LAST_PANIC: Mutex<Option<String>> = Mutex::new(None);

/// Runs the program on a large stack; a panic inside is reported and ends in `Status::Internal`.
pub fn guard(console: &Console, program: impl FnOnce() -> Status + Send) -> Status {
    std::panic::set_hook(Box::new(|info| *lock(&LAST_PANIC) = Some(describe(info))));
    thread::scope(|scope| {
        let main = thread::Builder::new().name("main".to_string()).stack_size(STACK_BYTES);
        match main.spawn_scoped(scope, || {
            crash_if_asked();
            program()
        }) {
            Ok(handle) => handle.join().unwrap_or_else(|_| {
                report(console, last().as_deref().unwrap_or("a panic without a message"));
                Status::Internal
            }),
            Err(error) => {
                console.error(&format!("cannot get a stack of {} MB: {error}", STACK_BYTES >> 20));
                Status::Input
            }
        }
    })
}

/// What the last panic said, and where, if notes of it were taken.
pub fn last() -> Option<String> {
    lock(&LAST_PANIC).take()
}

/// Reports a bug in Evercheck, with what a bug report should contain.
pub fn report(console: &Console, what: &str) {
    console.error(&format!("internal error: {what}"));
    console.note(&format!(
        "this is a bug in Evercheck {}, not in your program. Please report it with the command line and the \
         input (preprocessed with `cc -E`), if you can share it",
        env!("EVERCHECK_VERSION")
    ));
}

/// Lets a test see what the report of an internal error looks like.
fn crash_if_asked() {
    if std::env::var_os("EVERCHECK_CRASH").is_some() {
        panic!("EVERCHECK_CRASH is set");
    }
}

/// Locks, also what a panic has left behind.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn describe(info: &PanicHookInfo) -> String {
    let message = info.payload_as_str().unwrap_or("panic");
    match info.location() {
        Some(location) => format!("{message} ({}:{})", location.file(), location.line()),
        None => message.to_string(),
    }
}
