//! The target as seen under `/proc/<pid>`. Everything is read through that one
//! directory, so a copy of such a directory can play a process.
//!
//! A file is opened as the mapping that names it (`map_files`): it cannot have
//! been replaced, and no path of the target's choosing is followed. Where that
//! needs a capability we do not have, the path is followed under `root` and the
//! file must still have the mapped inode.

pub(crate) mod code;
pub(crate) mod mappings;
pub(crate) mod memory;

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::files::regular_file;
use crate::types::clock::boottime_ns;
use crate::types::error::Error;

/// What a process sees as its root, held open: files are found there also when it has ended. File systems that were
/// mounted below end with the last process that sees them.
#[derive(Clone)]
pub struct Root(Option<Arc<File>>);

impl Root {
    /// That of a running process.
    #[must_use]
    pub fn of(pid: u32) -> Root {
        let mut options = File::options();
        options.read(true).custom_flags(libc::O_PATH | libc::O_DIRECTORY);
        Root(options.open(format!("/proc/{pid}/root")).ok().map(Arc::new))
    }

    fn path(&self) -> Option<PathBuf> {
        Some(format!("/proc/self/fd/{}", self.0.as_ref()?.as_raw_fd()).into())
    }
}

/// By how much the wall clock may have been set while a process ran that is believed to have written a file.
const CLOCK_STEP: Duration = Duration::from_secs(2);

pub(crate) struct Process {
    directory: PathBuf,
    /// Where files are looked for when it has ended: its own root, or that of a process that may see the same files.
    beside: Root,
}

/// The mapping through which a file is reached.
pub(crate) struct MappedFile<'a> {
    pub(crate) start: u64,
    pub(crate) end: u64,
    /// Major and minor number of its device, as `maps` has them.
    pub(crate) device: &'a str,
    pub(crate) inode: u64,
    pub(crate) path: &'a str,
}

impl Process {
    /// A process by its directory under `/proc`.
    pub(crate) fn new(directory: PathBuf) -> Process {
        Process { directory, beside: Root(None) }
    }

    /// Where files are looked for that the process has left behind.
    pub(crate) fn set_beside(&mut self, beside: Root) {
        self.beside = beside;
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
        let is_mapped = |file: &File| file.metadata().is_ok_and(|data| data.ino() == mapped.inode);
        // Another file may have been mapped there since; an overlay has inodes of its own.
        let is_there = |file: &File| is_mapped(file) || path_of(file).is_some_and(|path| path == mapped.path);
        if let Some(file) = regular_file::open(&self.directory.join(range)).ok().filter(is_there) {
            return Some(file);
        }
        let under = |root: &Path| regular_file::open_inside(root, Path::new(mapped.path)).ok().filter(is_mapped);
        under(&self.directory.join("root"))
            .or_else(|| regular_file::open(&self.directory.join("exe")).ok().filter(is_mapped))
            .or_else(|| under(&self.beside.path()?).filter(|file| has_device(file, mapped.device)))
    }

    /// Opens a regular file by its path as the target sees it.
    pub(crate) fn open_inside(&self, path: &Path) -> Option<File> {
        regular_file::open_inside(&self.directory.join("root"), path).ok()
    }

    /// The target's memory, as a file to `pread`. It stays bound to the program that runs now.
    pub(crate) fn memory(&self) -> Option<File> {
        File::open(self.directory.join("mem")).ok()
    }

    /// What the kernel told the program when it started, as pairs of words.
    pub(crate) fn auxiliary(&self) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(self.directory.join("auxv")).ok()?.take(4096).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }

    /// Opens the map that a JIT wrote, named by the target's own idea of its process id. Not one that an earlier process
    /// with this id has left, as the first of a container does whose temporary directory stays. Only one
    /// that the target's user owns, or root for everybody to read: anybody may write to a temporary directory, and a
    /// link there must not lead to a file that only root may read.
    pub(crate) fn open_perf_map(&self) -> Option<File> {
        let mut status = String::new();
        File::open(self.directory.join("status")).ok()?.take(16 * 1024).read_to_string(&mut status).ok()?;
        // NSpid: one id per pid namespace, the innermost last. Uid: real, effective, saved, file system.
        let pid: u32 = fields(&status, "NSpid:")?.next_back()?.parse().ok()?;
        let user: u32 = fields(&status, "Uid:")?.nth(1)?.parse().ok()?;
        let path = format!("tmp/perf-{pid}.map");
        let file = regular_file::open_inside(&self.directory.join("root"), Path::new(&path)).ok()?;
        let facts = file.metadata().ok()?;
        if facts.modified().ok().zip(self.began()).is_some_and(|(written, began)| written + CLOCK_STEP < began) {
            return None;
        }
        (facts.uid() == user || facts.uid() == 0 && facts.mode() & 0o004 != 0).then_some(file)
    }

    /// When the process began, by the clock of file systems. `None` where it is not known.
    fn began(&self) -> Option<SystemTime> {
        let mut stat = String::new();
        File::open(self.directory.join("stat")).ok()?.take(4096).read_to_string(&mut stat).ok()?;
        // Behind the name, which may have any characters, the twentieth field.
        let ticks: u64 = stat.rsplit_once(") ")?.1.split_ascii_whitespace().nth(19)?.parse().ok()?;
        // SAFETY: no pointers.
        let per_second = u64::try_from(unsafe { libc::sysconf(libc::_SC_CLK_TCK) }).ok().filter(|ticks| *ticks > 0)?;
        let age = boottime_ns().checked_sub(ticks.checked_mul(1_000_000_000 / per_second)?)?;
        SystemTime::now().checked_sub(Duration::from_nanos(age))
    }
}

/// The path of an open file as `maps` has it.
fn path_of(file: &File) -> Option<String> {
    let path = std::fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd())).ok()?;
    let path = path.to_str()?;
    Some(path.strip_suffix(" (deleted)").unwrap_or(path).replace('\n', "\\012"))
}

/// Whether a file is on the device that `maps` calls so: another process may see another file system at the same path.
fn has_device(file: &File, device: &str) -> bool {
    let Ok(number) = file.metadata().map(|data| data.dev()) else { return false };
    // As the C library packs them.
    let major = number >> 32 & 0xffff_f000 | number >> 8 & 0xfff;
    let minor = number >> 12 & 0xffff_ff00 | number & 0xff;
    format!("{major:02x}:{minor:02x}") == device
}

/// The words of the line of `status` with this label.
fn fields<'a>(status: &'a str, label: &str) -> Option<std::str::SplitWhitespace<'a>> {
    status.lines().find_map(|line| line.strip_prefix(label)).map(str::split_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_perf_map_that_an_earlier_process_with_this_id_has_left_is_not_opened() {
        let own = Process::new(PathBuf::from("/proc/self"));
        let path = format!("/tmp/perf-{}.map", std::process::id());
        std::fs::write(&path, "1000 10 name\n").unwrap();
        let is_open = own.open_perf_map().is_some();
        let before = own.began().unwrap() - Duration::from_secs(10);
        File::options().write(true).open(&path).unwrap().set_modified(before).unwrap();
        let is_open_later = own.open_perf_map().is_some();
        std::fs::remove_file(&path).unwrap();
        assert_eq!((is_open, is_open_later), (true, false));
    }
}
