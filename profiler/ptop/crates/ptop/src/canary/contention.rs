//! Contention for a lock of the kernel's, made certain: of two children that read
//! the same terminal one holds its mutex while it waits for input, and the other
//! waits for the mutex.

use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

use super::done::CanaryActions;

/// How often to look whether both wait, a millisecond apart.
const LOOKS: u32 = 2000;
const READERS: usize = 2;
/// Once is to be seen. Under load the kernel may have no room for what is remembered of a thread when it first runs,
/// and these threads run once before they wait.
const ROUNDS: usize = 2;

/// Lets a child wait for it. Where there are no terminals it does nothing, which is four children and no wait less to
/// expect.
pub fn contend(actions: &mut CanaryActions) {
    for _ in 0..ROUNDS {
        actions.mutex_waits |= u64::from(let_one_wait(actions));
    }
}

/// Whether one did.
fn let_one_wait(actions: &mut CanaryActions) -> bool {
    let Some((master, slave)) = terminal() else { return false };
    let mut readers = Vec::with_capacity(READERS);
    for _ in 0..READERS {
        // SAFETY: the child reads into its own buffer and ends without returning.
        unsafe {
            let child = libc::fork();
            if child == 0 {
                let mut line = [0_u8; 8];
                libc::read(slave.as_raw_fd(), line.as_mut_ptr().cast(), line.len());
                libc::_exit(0);
            }
            if child > 0 {
                actions.forks += 1;
                readers.push(child);
            }
        }
    }
    let do_wait = readers.len() == READERS && (0..LOOKS).any(|_| readers.iter().all(|pid| is_asleep(*pid)) || pause());
    for _ in &readers {
        // SAFETY: two readable bytes; a line for each reader.
        unsafe { libc::write(master.as_raw_fd(), c"\n".as_ptr().cast(), 1) };
    }
    for pid in readers.iter().filter(|_| !do_wait) {
        // SAFETY: our own child, not yet waited for.
        unsafe { libc::kill(*pid, libc::SIGKILL) };
    }
    for pid in &readers {
        // SAFETY: our own child.
        unsafe { libc::waitpid(*pid, std::ptr::null_mut(), 0) };
    }
    do_wait
}

/// Both sides of a new terminal.
fn terminal() -> Option<(OwnedFd, OwnedFd)> {
    let flags = libc::O_RDWR | libc::O_NOCTTY | libc::O_CLOEXEC;
    // SAFETY: C strings; a place for the result; descriptors are closed by their owner.
    unsafe {
        let master = owned(libc::open(c"/dev/ptmx".as_ptr(), flags))?;
        let unlock = 0;
        if libc::ioctl(master.as_raw_fd(), libc::TIOCSPTLCK, &raw const unlock) < 0 {
            return None;
        }
        let slave = owned(libc::ioctl(master.as_raw_fd(), libc::TIOCGPTPEER, flags))?;
        Some((master, slave))
    }
}

fn owned(fd: i32) -> Option<OwnedFd> {
    // SAFETY: a descriptor that a call just returned belongs to nobody else.
    (fd >= 0).then(|| unsafe { OwnedFd::from_raw_fd(fd) })
}

/// Whether a child sleeps, for which it makes one call only. Its state may be read where its call may not.
fn is_asleep(pid: libc::pid_t) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(')').is_some_and(|(_, rest)| rest.starts_with(" S"))
}

/// Always false: the search goes on.
fn pause() -> bool {
    // SAFETY: no descriptors are watched.
    unsafe { libc::poll(std::ptr::null_mut(), 0, 1) };
    false
}
