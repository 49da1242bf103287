//! What the front end has to say about a program, with the place it is about.

use std::path::PathBuf;

/// Why a program could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{}: {reason}", path.display())]
    Input { path: PathBuf, reason: String },
    #[error("{}: the preprocessor failed\n{message}", path.display())]
    Preprocessor { path: PathBuf, message: String },
    #[error("{} errors in the program", .0.len())]
    Program(Vec<Diagnostic>),
    /// The front end failed on this input: a bug of ours.
    #[error("{}: internal error in the C front end: {message}", path.display())]
    Internal { path: PathBuf, message: String },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    Error,
    Warning,
    Note,
}

/// One message.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    pub message: String,
    pub code: Option<&'static str>,
    pub position: Option<Position>,
    pub notes: Vec<Diagnostic>,
}

/// A place to show: line and column count from one, `text` is the source line.
#[derive(Clone, Debug)]
pub struct Position {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub width: u32,
    pub text: String,
}
