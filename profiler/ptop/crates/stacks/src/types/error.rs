//! What can fail as a whole. A single unreadable module is not an error: its
//! frames are cut and counted instead.

use std::{fmt, io};

/// A failure that concerns the whole target, with what to do about it.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// `/proc/<pid>/…` could not be read: the process ended, or `CAP_SYS_PTRACE` is missing.
    Process {
        /// The path under `/proc`.
        path: String,
        /// Why it could not be read.
        cause: io::Error,
    },
    /// The registers handed in do not fit the mask or the architecture.
    Registers(&'static str),
    /// The addresses handed to `symbolise` are not sorted and unique.
    Unsorted,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Process { path, cause } if cause.kind() == io::ErrorKind::PermissionDenied => {
                write!(f, "{path} cannot be read: {cause}; the collector needs CAP_SYS_PTRACE")
            }
            Error::Process { path, cause } if cause.kind() == io::ErrorKind::NotFound => {
                write!(f, "{path} does not exist: the target process has ended")
            }
            Error::Process { path, cause } => write!(f, "{path} cannot be read: {cause}"),
            Error::Registers(what) => write!(f, "the sampled registers cannot be used: {what}"),
            Error::Unsorted => f.write_str("the addresses to name must be sorted and unique"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Process { cause, .. } => Some(cause),
            Error::Registers(_) | Error::Unsorted => None,
        }
    }
}
