//! The exit statuses, one meaning each across all commands.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The command did what was asked.
    Success,
    /// A property is violated.
    Violated,
    /// Two programs differ.
    Different,
    /// Something in the store is damaged.
    Damaged,
    /// No verdict.
    Unknown,
    /// A verdict that contradicts the expected one.
    Contradicted,
    /// Wrong usage, or input that cannot be read or is not valid C.
    Input,
    /// A bug in Evercheck.
    Internal,
    /// Ended by a signal, after a report of what was covered.
    Signalled(u8),
    /// The worst of several jobs.
    Several(u8),
    /// What `evercheck run` passes on: the status of the program it ran, or why it could not.
    Program(u8),
}

impl Status {
    pub fn code(self) -> u8 {
        match self {
            Status::Success => 0,
            Status::Violated | Status::Different | Status::Damaged => 1,
            Status::Input => 2,
            Status::Unknown => 3,
            Status::Internal => 4,
            Status::Contradicted => 5,
            // As a shell says it.
            Status::Signalled(signal) => 128 + signal,
            Status::Program(status) | Status::Several(status) => status,
        }
    }
}
