//! Why the store could not do something. Damage is not among the reasons: it is set aside with a warning.

use std::io;
use std::path::{Path, PathBuf};

use crate::address::Address;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{}: is not empty and not a store of Evercheck's", path.display())]
    NotAStore { path: PathBuf },
    /// Left as it is: what it holds may be anybody's.
    #[error(
        "{}: {reason}; not used unless the store is named (--store or EVERCHECK_STORE)",
        path.display()
    )]
    Distrusted { path: PathBuf, reason: String },
    /// Left as it is: a newer Evercheck still needs it.
    #[error("{}: made by a newer Evercheck (format {found}, this one knows {known})", path.display())]
    Newer { path: PathBuf, found: i64, known: i64 },
    #[error("{}: {reason}", path.display())]
    Catalogue { path: PathBuf, reason: String },
    /// A run that refers to it cannot be added.
    #[error("segment {0} is not in the store")]
    Missing(Address),
    /// A bug of the caller.
    #[error("a segment cannot have this: {0}")]
    Segment(&'static str),
}

impl Error {
    /// For `map_err`: an error of the operating system about a path.
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Error {
        move |source| Error::Io { path: path.to_path_buf(), source }
    }
}
