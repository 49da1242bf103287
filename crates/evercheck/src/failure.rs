//! Why there is no outcome.

/// Why a job has no outcome.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The job asks for what does not exist, or contradicts itself.
    #[error("{0}")]
    Usage(String),
    /// A file that is to be written cannot be, or must not.
    #[error("{0}")]
    Output(String),
    /// A source cannot be read, or is not valid C.
    #[error("{0}")]
    Source(Box<cfa::Error>),
    /// A bug of ours.
    #[error("internal error: {0}")]
    Internal(String),
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Internal(message)
    }
}

/// Errors of options and files.
impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::Usage(format!("{error:#}"))
    }
}
