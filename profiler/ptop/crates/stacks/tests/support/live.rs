//! Samples that are read while their target goes on. It writes them into a pipe, so it is never more than a few
//! samples ahead of who reads, however busy the machine: what a program moves in the meantime is not found again.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::{Child, Command};

use super::{Recorded, Sampling, parse_counted, run, spawn};

/// A running target. Killed when dropped.
pub(crate) struct Live {
    child: Child,
    pipe: File,
    unread: Vec<u8>,
}

impl Live {
    pub(crate) fn start(command: Command, directory: &Path, sampling: &Sampling) -> Live {
        let path = directory.join("samples");
        run(Command::new("mkfifo").arg(&path));
        let pipe = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(&path).unwrap();
        Live { child: spawn(command, &path, sampling), pipe, unread: Vec::new() }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The samples taken since the last call.
    pub(crate) fn fresh(&mut self) -> Vec<Recorded> {
        match self.pipe.read_to_end(&mut self.unread) {
            Err(cause) if cause.kind() != ErrorKind::WouldBlock => panic!("{cause}"),
            _ => {}
        }
        let (records, taken) = parse_counted(&self.unread);
        self.unread.drain(..taken);
        records
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
