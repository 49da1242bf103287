//! The exit statuses, one meaning each across all commands.

use std::process::ExitCode;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The command did what was asked.
    Success = 0,
    /// Wrong usage, or input that cannot be read or is not valid C.
    Input = 2,
    /// A bug in Evercheck.
    Internal = 4,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(status as u8)
    }
}
