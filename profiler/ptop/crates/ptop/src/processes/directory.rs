//! One process as a directory of procfs that stays bound to it: once the process
//! has ended every look fails, even when its pid already belongs to another.

use std::ffi::CStr;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use crate::target::Stat;

/// A process that was there when it was opened.
pub struct ProcessDirectory(File);

/// Longest text a link of procfs has: one page.
const LINK_BYTES: usize = 4096;
/// More than any line of `stat`.
const STAT_BYTES: usize = 4096;

impl ProcessDirectory {
    /// Opens `<proc>/<pid>`.
    ///
    /// # Errors
    /// As `open`; `NotFound` when there is no such process.
    pub fn open(proc: &Path, pid: u32) -> io::Result<ProcessDirectory> {
        let flags = libc::O_PATH | libc::O_DIRECTORY;
        File::options().read(true).custom_flags(flags).open(proc.join(pid.to_string())).map(ProcessDirectory)
    }

    /// Text of a symbolic link.
    ///
    /// # Errors
    /// As `readlink`.
    pub fn link(&self, name: &CStr) -> io::Result<Vec<u8>> {
        let mut text = vec![0; LINK_BYTES];
        // SAFETY: the name is terminated, and the buffer has the length given; both outlive the call.
        let length =
            unsafe { libc::readlinkat(self.0.as_raw_fd(), name.as_ptr(), text.as_mut_ptr().cast(), text.len()) };
        text.truncate(usize::try_from(length).map_err(|_| io::Error::last_os_error())?);
        Ok(text)
    }

    /// Opens what stands under a name, following links as the kernel does.
    ///
    /// # Errors
    /// As `openat`.
    pub fn open_entry(&self, name: &CStr, flags: libc::c_int) -> io::Result<File> {
        // SAFETY: the name is terminated and outlives the call.
        let descriptor = unsafe { libc::openat(self.0.as_raw_fd(), name.as_ptr(), flags | libc::O_CLOEXEC) };
        if descriptor < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the kernel has just returned this descriptor, and nothing else owns it.
        Ok(unsafe { File::from_raw_fd(descriptor) })
    }

    /// The first bytes of a file, at most `limit`.
    ///
    /// # Errors
    /// As `open` and `read`; `ESRCH` when the process has ended.
    pub fn read(&self, name: &CStr, limit: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open_entry(name, libc::O_RDONLY)?.take(limit as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// What the kernel says about it. `None` when it has ended and is still listed.
    ///
    /// # Errors
    /// As [`ProcessDirectory::read`].
    pub fn stat(&self) -> io::Result<Option<Stat>> {
        Ok(Stat::parse(&self.read(c"stat", STAT_BYTES)?))
    }
}

/// Whether a look failed because the process has ended.
pub fn has_ended(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound || error.raw_os_error() == Some(libc::ESRCH)
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Command;

    use super::{ProcessDirectory, has_ended};

    #[test]
    fn a_process_that_ended_answers_nothing_more() {
        let mut child = Command::new("/bin/sleep").arg("60").spawn().expect("it starts");
        let directory = ProcessDirectory::open(Path::new("/proc"), child.id()).expect("it runs");
        assert!(directory.stat().is_ok_and(|stat| stat.is_some()) && directory.read(c"comm", 64).is_ok());
        child.kill().and_then(|()| child.wait()).expect("it is ours");
        for error in [directory.stat().err(), directory.read(c"comm", 64).err(), directory.link(c"exe").err()] {
            assert!(error.is_some_and(|error| has_ended(&error)));
        }
    }

    #[test]
    fn no_more_is_read_than_asked_for() {
        let own = ProcessDirectory::open(Path::new("/proc"), std::process::id()).expect("it runs");
        assert_eq!(own.read(c"status", 5).expect("readable"), b"Name:");
        assert!(ProcessDirectory::open(Path::new("/proc"), u32::MAX).is_err_and(|error| has_ended(&error)));
    }
}
