//! The target as seen under `/proc/<pid>`. Everything is read through that one
//! directory, so a copy of such a directory can stand in for a process.
//!
//! A file is opened as the mapping that names it (`map_files`): it cannot have
//! been replaced, and no path of the target's choosing is followed. Where that
//! needs a capability we do not have, the path is followed under `root` and the
//! file must still have the mapped inode.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use crate::error::Error;

pub(crate) struct Process {
    directory: PathBuf,
}

/// The mapping through which a file is reached.
pub(crate) struct MappedFile<'a> {
    pub(crate) start: u64,
    pub(crate) end: u64,
    pub(crate) inode: u64,
    pub(crate) path: &'a str,
}

impl Process {
    /// A process by its directory under `/proc`.
    pub(crate) fn new(directory: PathBuf) -> Process {
        Process { directory }
    }

    pub(crate) fn error(&self, name: &str, cause: io::Error) -> Error {
        Error::Process { path: self.directory.join(name).display().to_string(), cause }
    }

    /// Opens `maps` for streaming.
    pub(crate) fn maps(&self) -> Result<File, Error> {
        File::open(self.directory.join("maps")).map_err(|cause| self.error("maps", cause))
    }

    /// Opens the file behind a mapping. `None` when it cannot be opened, is not
    /// a regular file, or is no longer the file that was mapped.
    pub(crate) fn open_mapped(&self, mapped: &MappedFile<'_>) -> Option<File> {
        let range = format!("map_files/{:x}-{:x}", mapped.start, mapped.end);
        if let Ok(file) = open_regular(&self.directory.join(range)) {
            return Some(file);
        }
        let under_root = self.directory.join("root").join(mapped.path.trim_start_matches('/'));
        [under_root, self.directory.join("exe")]
            .iter()
            .filter_map(|path| open_regular(path).ok())
            .find(|file| file.metadata().is_ok_and(|data| data.ino() == mapped.inode))
    }

    /// The target's memory, as a file to `pread`. It stays bound to the program that runs now.
    pub(crate) fn memory(&self) -> Option<File> {
        File::open(self.directory.join("mem")).ok()
    }

    /// Opens the map that a JIT wrote, named by the target's own idea of its process id.
    pub(crate) fn open_perf_map(&self) -> Option<File> {
        let name = format!("perf-{}.map", self.own_pid()?);
        open_regular(&self.directory.join("root/tmp").join(name)).ok()
    }

    /// The process id in the innermost pid namespace.
    fn own_pid(&self) -> Option<u32> {
        let mut status = String::new();
        File::open(self.directory.join("status")).ok()?.take(16 * 1024).read_to_string(&mut status).ok()?;
        let line = status.lines().find(|line| line.starts_with("NSpid:"))?;
        line.split_whitespace().next_back()?.parse().ok()
    }
}

/// Opens a regular file without side effects on anything else that may be there:
/// a device or a pipe of the target's choosing is looked at, never opened.
fn open_regular(path: &Path) -> io::Result<File> {
    let looked_at = File::options().read(true).custom_flags(libc::O_PATH).open(path)?;
    if !looked_at.metadata()?.is_file() {
        return Err(io::Error::from(io::ErrorKind::InvalidInput));
    }
    File::options()
        .read(true)
        .custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY)
        .open(format!("/proc/self/fd/{}", looked_at.as_raw_fd()))
}
