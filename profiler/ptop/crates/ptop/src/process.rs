//! What the collector does to itself: first to be killed when memory runs out,
//! gone when its parent is gone, stopped by a signal at a safe point.

use std::fs;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);

extern "C" fn note_stop(_signal: libc::c_int) {
    STOP.store(true, Ordering::Relaxed);
}

/// Whether a stop was asked for, or the parent that started us has ended.
pub fn should_stop(parent: u32) -> bool {
    STOP.load(Ordering::Relaxed) || std::os::unix::process::parent_id() != parent
}

/// Installs the handlers and asks for SIGTERM at the parent's end. Returns the parent's id.
pub fn watch_for_stop() -> u32 {
    let parent = std::os::unix::process::parent_id();
    // SAFETY: the handler only stores to an atomic; SA_RESTART is left out so that waits end early.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = note_stop as *const () as usize;
        for signal in [libc::SIGTERM, libc::SIGINT, libc::SIGHUP] {
            libc::sigaction(signal, &raw const action, std::ptr::null_mut());
        }
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM);
    }
    parent
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
