//! The clock of samples and of what the kernel reports, and that of when processes began.

/// The monotonic clock, in nanoseconds.
pub(crate) fn monotonic_ns() -> u64 {
    now_by(libc::CLOCK_MONOTONIC)
}

/// As the monotonic clock, and while the machine is suspended.
pub(crate) fn boottime_ns() -> u64 {
    now_by(libc::CLOCK_BOOTTIME)
}

fn now_by(clock: libc::clockid_t) -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `now` is a valid place for the result.
    unsafe { libc::clock_gettime(clock, &raw mut now) };
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}
