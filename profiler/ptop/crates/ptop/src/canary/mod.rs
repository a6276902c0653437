//! The canary: a child of the collector that does known things a known number
//! of times, while the real programs measure it. A probe that does not count
//! exactly them is attached but does not fire, and says so instead of saying 0.

mod actions;
mod contention;
mod done;
pub mod marked_function;
mod network;

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::time::{Duration, Instant};

use crate::abi::{bytes, read};
use actions::perform;
pub use actions::{ABSENT_NAME, CANARY_FILE, NAP_NS, OWN_CAPABILITY, OWN_PROGRAM, OWN_SIGNAL};
pub use done::CanaryActions;

/// How long the canary may take on an overloaded machine.
const PATIENCE: Duration = Duration::from_secs(15);
/// How often to look whether it has spent enough CPU time.
const LOOK_AROUND: Duration = Duration::from_millis(5);

/// A canary waiting for its start signal. Killed when dropped.
pub struct Canary {
    pid: libc::pid_t,
    go: OwnedFd,
    report: OwnedFd,
    reaped: bool,
}

impl Canary {
    /// Forks it. `spin_ns` is the CPU time it will burn at most.
    ///
    /// # Errors
    /// When the process or its pipes cannot be made.
    pub fn fork(spin_ns: u64) -> io::Result<Canary> {
        let (go_read, go_write) = pipe()?;
        let (report_read, report_write) = pipe()?;
        // SAFETY: this program has one thread, so the child may use everything until it exits.
        let pid = unsafe { libc::fork() };
        if pid < 0 {
            return Err(io::Error::last_os_error());
        }
        if pid == 0 {
            drop((go_write, report_read));
            let status = run(&go_read, &report_write, spin_ns);
            // SAFETY: ends the child without running the parent's destructors.
            unsafe { libc::_exit(status) };
        }
        Ok(Canary { pid, go: go_write, report: report_read, reaped: false })
    }

    /// Its pid in our namespace.
    pub fn pid(&self) -> u32 {
        self.pid as u32
    }

    /// Gives the start signal and waits for the canary's end. Meanwhile `drain` is called now and then, and whenever
    /// one of `wakers` is readable: what one probe sends must not leave another no room. Once it says that the canary
    /// has spent enough CPU time, the canary spends no more.
    ///
    /// # Errors
    /// When it does not finish in time or does not report.
    pub fn run(mut self, wakers: &[RawFd], mut drain: impl FnMut() -> bool) -> io::Result<CanaryActions> {
        write_all(&self.go, &[1])?;
        let mut is_enough = false;
        let started = Instant::now();
        let all = std::iter::once(self.report.as_raw_fd()).chain(wakers.iter().copied());
        let mut polls: Vec<libc::pollfd> =
            all.map(|fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 }).collect();
        while polls[0].revents == 0 {
            let left = PATIENCE.saturating_sub(started.elapsed());
            if left.is_zero() {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "the canary did not finish in time"));
            }
            let wait = if is_enough { left } else { left.min(LOOK_AROUND) };
            // SAFETY: an array of that many valid pollfds.
            unsafe {
                libc::poll(polls.as_mut_ptr(), polls.len() as libc::nfds_t, wait.as_millis() as libc::c_int + 1);
            }
            if drain() && !is_enough {
                is_enough = true;
                // Without it the canary spends all that it may; or it has ended already.
                let _ = write_all(&self.go, &[1]);
            }
        }
        let mut buffer = [0; size_of::<CanaryActions>()];
        let got = read_some(&self.report, &mut buffer)?;
        if got != buffer.len() {
            return Err(io::Error::other("the canary ended without a report"));
        }
        self.reap();
        Ok(read(&buffer))
    }

    fn reap(&mut self) {
        // SAFETY: waits for our own child, once.
        unsafe { libc::waitpid(self.pid, std::ptr::null_mut(), 0) };
        self.reaped = true;
    }
}

impl Drop for Canary {
    fn drop(&mut self) {
        if !self.reaped {
            // SAFETY: our own child, not yet waited for, so the pid is still its.
            unsafe { libc::kill(self.pid, libc::SIGKILL) };
            self.reap();
        }
    }
}

/// The child: waits for the signal, acts, reports. Returns its exit status.
fn run(go: &OwnedFd, report: &OwnedFd, spin_ns: u64) -> i32 {
    // SAFETY: no pointers; the canary must not outlive the collector.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
    let mut signal = [0];
    match read_some(go, &mut signal) {
        Ok(1) => {}
        _ => return 1,
    }
    // SAFETY: no pointers; this end of the pipe is the canary's.
    unsafe { libc::fcntl(go.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK) };
    let actions = perform(spin_ns, || read_some(go, &mut [0]).is_ok());
    i32::from(write_all(report, bytes(&actions)).is_err())
}

fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut ends = [0; 2];
    // SAFETY: `ends` has room for the two descriptors.
    if unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) } < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: both were just returned and nothing else owns them.
    Ok(unsafe { (OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1])) })
}

fn write_all(to: &OwnedFd, bytes: &[u8]) -> io::Result<()> {
    // SAFETY: `bytes` is readable for its length. A pipe takes this few bytes at once.
    let written = unsafe { libc::write(to.as_raw_fd(), bytes.as_ptr().cast(), bytes.len()) };
    if written == bytes.len() as isize { Ok(()) } else { Err(io::Error::last_os_error()) }
}

fn read_some(from: &OwnedFd, buffer: &mut [u8]) -> io::Result<usize> {
    // SAFETY: `buffer` is writable for its length.
    let got = unsafe { libc::read(from.as_raw_fd(), buffer.as_mut_ptr().cast(), buffer.len()) };
    usize::try_from(got).map_err(|_| io::Error::last_os_error())
}
