//! Whether following the returns of a process could end it. From Linux 6.11 on x86-64 a followed return is a system call,
//! `uretprobe`, which the kernel places there; until 6.14 the system-call filter of the process decided about it, and a
//! filter that does not know the call ends the process (systemd issue 34615).

use std::fs;

use crate::bpf::LoadError;
use crate::registry::Manifest;

/// Kernels that ask the filter: from the first up to, and without, the second.
const ASKING: [(u32, u32); 2] = [(6, 11), (6, 14)];

/// Refuses a process that has a system-call filter on a kernel that would ask it.
///
/// # Errors
/// With the kernel's version, and what to do.
pub fn check(manifest: &Manifest, pid: u32) -> Result<(), LoadError> {
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let is_asked = cfg!(target_arch = "x86_64") && asks_filters(&release);
    if !is_asked || !has_filter(&fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default()) {
        return Ok(());
    }
    let reason = format!(
        "Process {pid} has a system-call filter, and Linux {} could end it when the return of a function is followed. {}",
        release.trim(),
        manifest.absent
    );
    let fix = "Use Linux 6.14 or newer on this node, or one before 6.11, or do not count allocations of this workload.";
    Err(LoadError::failed("filtered_process", reason, None, fix))
}

fn asks_filters(release: &str) -> bool {
    let mut numbers = release.split(|c: char| !c.is_ascii_digit()).map(str::parse::<u32>);
    let (Some(Ok(major)), Some(Ok(minor))) = (numbers.next(), numbers.next()) else { return false };
    let [from, until] = ASKING;
    (from..until).contains(&(major, minor))
}

/// In the text of `/proc/<pid>/status`: 2 is a filter, 1 the strict mode, which allows four calls and no other.
fn has_filter(status: &str) -> bool {
    status.lines().filter_map(|line| line.strip_prefix("Seccomp:")).any(|mode| mode.trim() != "0")
}

#[cfg(test)]
mod tests {
    use super::{asks_filters, has_filter};

    #[test]
    fn kernels_that_ask_the_filter_are_told_by_their_release() {
        for release in ["6.11.0-rc1", "6.12.9-amd64", "6.13.0", "6.13"] {
            assert!(asks_filters(release), "{release}");
        }
        for release in ["6.10.14", "6.14.0", "6.18.44-fc-v669", "5.15.0-1051-aws", "7.12.0", "", "unknown"] {
            assert!(!asks_filters(release), "{release}");
        }
    }

    #[test]
    fn a_process_has_a_filter_in_any_mode_but_none() {
        assert!(has_filter("NoNewPrivs:\t1\nSeccomp:\t2\nSeccomp_filters:\t1\n"));
        assert!(has_filter("Seccomp:\t1\n"));
        assert!(!has_filter("NoNewPrivs:\t0\nSeccomp:\t0\nSeccomp_filters:\t0\n"));
        assert!(!has_filter(""));
    }
}
