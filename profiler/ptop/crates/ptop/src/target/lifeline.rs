//! A descriptor that shows whether a process still runs, at a hundredth of what reading its files costs.

use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

/// Held on one process: another one that is given its pid later is not meant.
pub struct Lifeline(OwnedFd);

impl Lifeline {
    /// On the process that has this pid now. `None` where there is none, or the kernel gives no such descriptor
    /// (before Linux 5.3, or where the container's system call filter refuses it).
    pub fn open(pid: u32) -> Option<Lifeline> {
        // SAFETY: takes numbers only.
        let fd = unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) };
        let fd = i32::try_from(fd).ok().filter(|fd| *fd >= 0)?;
        // SAFETY: it was just returned and nothing else owns it.
        Some(Lifeline(unsafe { OwnedFd::from_raw_fd(fd) }))
    }

    /// Whether a thread of it is left. A zombie has none.
    pub fn is_running(&self) -> bool {
        let mut end = libc::pollfd { fd: self.0.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one valid pollfd; does not wait.
        let ended = unsafe { libc::poll(&raw mut end, 1, 0) };
        ended == 0
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::Lifeline;

    #[test]
    fn a_process_runs_until_it_ends_and_not_until_somebody_asks_how() {
        let mut child = Command::new("sleep").arg("60").spawn().expect("sleep is there");
        let lifeline = Lifeline::open(child.id()).expect("it runs");
        assert!(lifeline.is_running());
        child.kill().expect("it is ours");
        while lifeline.is_running() {
            std::thread::yield_now();
        }
        child.wait().expect("it was not waited for");
        assert!(!lifeline.is_running());
        assert!(Lifeline::open(u32::MAX >> 1).is_none());
    }
}
