//! The exit statuses, one meaning each across all commands.

use std::process::ExitCode;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The command did what was asked.
    Success,
    /// A property is violated.
    Violated,
    /// No verdict.
    Unknown,
    /// Wrong usage, or input that cannot be read or is not valid C.
    Input,
    /// A bug in Evercheck.
    Internal,
    /// What `evercheck run` passes on: the status of the program it ran, or why it could not.
    Program(u8),
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(match status {
            Status::Success => 0,
            Status::Violated => 1,
            Status::Input => 2,
            Status::Unknown => 3,
            Status::Internal => 4,
            Status::Program(status) => status,
        })
    }
}
