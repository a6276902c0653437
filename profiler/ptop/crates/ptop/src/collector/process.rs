//! What the collector does to itself: first to be killed when memory runs out,
//! gone when its parent is gone, stopped by a signal at a safe point.

use std::fs::{self, File};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::FileTypeExt;
use std::os::unix::process::parent_id;
use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);

extern "C" fn note_stop(_signal: libc::c_int) {
    STOP.store(true, Ordering::Relaxed);
}

/// What the collector's life depends on.
#[derive(Debug, Clone, Copy)]
pub struct Caller {
    pid: u32,
    /// Standard input is a pipe whose other end the caller holds.
    holds_input: bool,
}

impl Caller {
    /// Whether a stop was asked for, or the caller has ended.
    pub fn wants_stop(self) -> bool {
        STOP.load(Ordering::Relaxed) || parent_id() != self.pid || (self.holds_input && input_is_closed())
    }
}

/// Whether nobody can write to our standard input any more.
fn input_is_closed() -> bool {
    let mut poll = libc::pollfd { fd: 0, events: 0, revents: 0 };
    // SAFETY: one valid pollfd; returns at once.
    let ready = unsafe { libc::poll(&raw mut poll, 1, 0) };
    ready > 0 && poll.revents & (libc::POLLHUP | libc::POLLERR) != 0
}

/// Whether standard input is a pipe or a socket: a terminal or a file does not tell when the caller ends.
fn input_is_pipe() -> bool {
    let input = io::stdin().as_fd().try_clone_to_owned().map(File::from);
    let kind = input.and_then(|input| input.metadata()).map(|facts| facts.file_type());
    kind.is_ok_and(|kind| kind.is_fifo() || kind.is_socket())
}

/// Leaves nothing in force that the caller arranged for this process: variables, descriptors beyond the standard ones,
/// core dumps, blocked or ignored signals. The libraries read variables; a dump would hold stacks of a target; and a
/// child is reaped by nobody else only when SIGCHLD is not ignored, so that the pid of a canary stays its own.
pub fn seal() {
    let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: no other thread reads the environment; the structures are valid for the calls; no descriptor of this
    // program's own is open yet. What an older kernel does not know is refused without harm.
    unsafe {
        libc::clearenv();
        libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, 0);
        libc::setrlimit(libc::RLIMIT_CORE, &raw const none);
        libc::signal(libc::SIGCHLD, libc::SIG_DFL);
        let mut signals: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut signals);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const signals, std::ptr::null_mut());
    }
    set_dumpable(false);
}

/// Installs the handlers and asks for SIGTERM at the parent's end.
pub fn watch_for_stop() -> Caller {
    let caller = Caller { pid: parent_id(), holds_input: input_is_pipe() && !input_is_closed() };
    // SAFETY: the handler only stores to an atomic; SA_RESTART is left out so that waits end early.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = note_stop as *const () as usize;
        for signal in [libc::SIGTERM, libc::SIGINT, libc::SIGHUP] {
            libc::sigaction(signal, &raw const action, std::ptr::null_mut());
        }
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM);
    }
    caller
}

/// Lets the kernel end this process with its parent, for work that leaves nothing to put in order.
pub fn end_with_caller() {
    // SAFETY: no pointers are involved.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
}

/// Files that may be open: one for each module of each address space, events on each CPU, maps and programs.
const OPEN_FILES: libc::rlim_t = 8192;

/// Raises the limit on open files as far as it may be raised; the usual one suits programs that wait with `select`.
pub fn open_more_files() {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` is one, for the kernel to fill.
    if unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) } != 0 || limit.rlim_cur >= OPEN_FILES {
        return;
    }
    limit.rlim_cur = OPEN_FILES.min(limit.rlim_max);
    // SAFETY: as above, for the kernel to read. Where it is refused, files beyond the limit cannot be read, and stacks say so.
    unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &raw const limit) };
}

/// Offers this process to the OOM killer before any other of its container, so
/// that the process that asked for the capture survives to say what happened.
///
/// # Errors
/// When `/proc/self/oom_score_adj` cannot be written.
pub fn volunteer_for_oom() -> io::Result<()> {
    // A program with file capabilities is not dumpable, and then root owns its /proc files.
    set_dumpable(true);
    let done = fs::write("/proc/self/oom_score_adj", "1000");
    set_dumpable(false);
    done
}

/// Whether others of the same user may look into this process, which holds stack bytes of the target.
fn set_dumpable(on: bool) {
    // SAFETY: no pointers are involved.
    unsafe { libc::prctl(libc::PR_SET_DUMPABLE, libc::c_ulong::from(on), 0, 0, 0) };
}
