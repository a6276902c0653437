//! Samples that are read while their target lives: it stops after each, until it was visited, so that how busy the
//! machine is makes no difference. What a program moves in the meantime would not be found again.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read};
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::Command;

use super::{Killed, Recorded, Sampling, Words, is_stopped, parse_one, run, spawn};

/// A target that waits for who reads its samples.
pub(crate) struct Live {
    child: Killed,
    pipe: File,
    unread: Vec<u8>,
    /// Whether the sample at which it stopped was handed over.
    is_seen: bool,
}

impl Live {
    pub(crate) fn start(mut command: Command, directory: &Path, sampling: &Sampling) -> Live {
        let path = directory.join("samples");
        run(Command::new("mkfifo").arg(&path));
        // Opened for both, it never looks as if nobody wrote.
        let pipe = OpenOptions::new().read(true).write(true).custom_flags(libc::O_NONBLOCK).open(&path).unwrap();
        command.env("STACKS_STOP", "1");
        Live { child: spawn(command, &path, sampling), pipe, unread: Vec::new(), is_seen: false }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.pid()
    }

    /// Hands over so many further samples while the target stands where it took them.
    pub(crate) fn take(&mut self, count: usize, mut visit: impl FnMut(&Recorded)) {
        for _ in 0..count {
            if std::mem::take(&mut self.is_seen) {
                // SAFETY: no pointers; our own child.
                assert_eq!(unsafe { libc::kill(self.pid() as i32, libc::SIGCONT) }, 0);
            }
            let sample = self.read();
            while !is_stopped(self.pid()) {
                std::thread::yield_now();
            }
            visit(&sample);
            self.is_seen = true;
        }
    }

    fn read(&mut self) -> Recorded {
        loop {
            let mut words = Words { rest: &self.unread };
            if let Some(sample) = parse_one(&mut words) {
                let rest = words.rest.len();
                self.unread.drain(..self.unread.len() - rest);
                return sample;
            }
            assert_eq!(self.child.0.try_wait().unwrap(), None, "the target has ended");
            let mut wanted = libc::pollfd { fd: self.pipe.as_raw_fd(), events: libc::POLLIN, revents: 0 };
            // SAFETY: one valid entry, for the length of the call.
            unsafe { libc::poll(&raw mut wanted, 1, 100) };
            match self.pipe.read_to_end(&mut self.unread) {
                Err(cause) if cause.kind() != ErrorKind::WouldBlock => panic!("{cause}"),
                _ => {}
            }
        }
    }
}
