//! The clocks of a capture.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

fn clock_ns(clock: libc::clockid_t) -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `now` is a valid place for the result; these clocks always exist.
    unsafe { libc::clock_gettime(clock, &raw mut now) };
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

/// The clock BPF programs use (`bpf_ktime_get_ns`).
pub fn monotonic_ns() -> u64 {
    clock_ns(libc::CLOCK_MONOTONIC)
}

/// Time since the machine started, suspended or not.
pub fn boottime_ns() -> u64 {
    clock_ns(libc::CLOCK_BOOTTIME)
}

/// The wall clock, nanoseconds since 1970.
pub fn wall_ns() -> u64 {
    clock_ns(libc::CLOCK_REALTIME)
}

/// CPU time of this process so far, user and kernel.
pub fn own_cpu_ns() -> u64 {
    clock_ns(libc::CLOCK_PROCESS_CPUTIME_ID)
}

/// What the wall clock will show then, as RFC 3339 in UTC with milliseconds.
pub fn wall_after(wait: Duration) -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default() + wait;
    wall_text(since.as_secs(), since.subsec_millis())
}

/// Proleptic Gregorian date of a count of seconds since 1970, valid from then on.
fn wall_text(seconds: u64, millis: u32) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Eras of 400 years that begin in March, so that leap days come last.
    let shifted = days + 719_468;
    let era = shifted / 146_097;
    let day_of_era = shifted % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

#[cfg(test)]
mod tests {
    use super::wall_text;

    #[test]
    fn wall_time_is_rfc_3339() {
        assert_eq!(wall_text(0, 0), "1970-01-01T00:00:00.000Z");
        assert_eq!(wall_text(951_827_696, 7), "2000-02-29T12:34:56.007Z");
        assert_eq!(wall_text(1_893_455_999, 999), "2029-12-31T23:59:59.999Z");
    }
}
