//! Z3's own messages kept from users.
//!
//! When its effort is spent in the middle of a generalisation, Spacer writes to standard error that code was reached which
//! should not be, and then gives up as it was told to. That is nothing a user has to know.

use std::fs::OpenOptions;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// While one of these lives, what the process writes to standard error is lost: whoever shows progress waits for the solver.
pub struct Quiet(());

/// How many there are, in all threads, and where standard error led before the first of them.
static ASIDE: Mutex<(usize, Option<OwnedFd>)> = Mutex::new((0, None));

fn aside() -> MutexGuard<'static, (usize, Option<OwnedFd>)> {
    ASIDE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Quiet {
    pub fn new() -> Quiet {
        let (count, saved) = &mut *aside();
        if *count == 0
            && let (Ok(now), Ok(nowhere)) = (
                std::io::stderr().as_fd().try_clone_to_owned(),
                OpenOptions::new().write(true).open("/dev/null"),
            )
            && rustix::stdio::dup2_stderr(&nowhere).is_ok()
        {
            *saved = Some(now);
        }
        *count += 1;
        Quiet(())
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        let (count, saved) = &mut *aside();
        *count -= 1;
        if *count == 0
            && let Some(before) = saved.take()
        {
            // If this fails there is nowhere left to say so.
            let _ = rustix::stdio::dup2_stderr(&before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where standard error leads.
    fn target() -> std::path::PathBuf {
        std::fs::read_link("/proc/self/fd/2").unwrap()
    }

    #[test]
    fn the_last_to_go_gives_standard_error_back() {
        let before = target();
        let (first, second) = (Quiet::new(), Quiet::new());
        drop(first);
        assert_eq!(target().to_str(), Some("/dev/null"));
        drop(second);
        // Other tests may be in the way, for as long as they use Spacer.
        for _ in 0..600 {
            if target() == before || target().to_str() != Some("/dev/null") {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        panic!("standard error is lost");
    }
}
