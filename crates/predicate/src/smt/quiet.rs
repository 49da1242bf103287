//! Z3's own messages kept from users.
//!
//! When its effort is spent in the middle of a generalisation, Spacer writes to standard error that code was reached which
//! should not be, and then gives up as it was told to. That is nothing a user has to know.

use std::fs::OpenOptions;
use std::os::fd::{AsFd, OwnedFd};

/// While this lives, what the process writes to standard error is lost. Nobody else of this process writes there meanwhile: whoever
/// shows progress waits for the solver.
pub struct Quiet(Option<OwnedFd>);

impl Quiet {
    pub fn new() -> Quiet {
        let (saved, nowhere) = (
            std::io::stderr().as_fd().try_clone_to_owned(),
            OpenOptions::new().write(true).open("/dev/null"),
        );
        let (Ok(saved), Ok(nowhere)) = (saved, nowhere) else { return Quiet(None) };
        Quiet(rustix::stdio::dup2_stderr(&nowhere).is_ok().then_some(saved))
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        if let Some(saved) = &self.0 {
            // If this fails there is nowhere left to say so.
            let _ = rustix::stdio::dup2_stderr(saved);
        }
    }
}
