//! Samples that are read while their target goes on. It writes them into a pipe, so it is never more than a few
//! samples ahead of who reads, however busy the machine: what a program moves in the meantime is not found again.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use super::{Killed, Recorded, Sampling, Words, parse_one, run, spawn};

/// Longer than any sampling takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(180);
/// Between two looks for samples.
const PAUSE: Duration = Duration::from_millis(10);

/// A running target.
pub(crate) struct Live {
    child: Killed,
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
        self.child.pid()
    }

    /// Hands over so many further samples, each soon after it was taken.
    pub(crate) fn take(&mut self, count: usize, mut visit: impl FnMut(&Recorded)) {
        let started = Instant::now();
        let mut left = count;
        while left > 0 {
            assert!(started.elapsed() < PATIENCE, "{left} of {count} samples were not taken");
            std::thread::sleep(PAUSE);
            match self.pipe.read_to_end(&mut self.unread) {
                Err(cause) if cause.kind() != ErrorKind::WouldBlock => panic!("{cause}"),
                _ => {}
            }
            while left > 0 {
                let mut words = Words { rest: &self.unread };
                let Some(sample) = parse_one(&mut words) else { break };
                let rest = words.rest.len();
                self.unread.drain(..self.unread.len() - rest);
                visit(&sample);
                left -= 1;
            }
        }
    }
}
