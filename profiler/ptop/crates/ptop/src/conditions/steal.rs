//! Time that a hypervisor kept from this machine.

use std::fs;

use crate::target::ns_of_ticks;

/// Place of the number in the first line of `/proc/stat`.
const STEAL: usize = 7;

/// Of all CPUs together since the start. Counted in ticks, usually of 10 ms.
pub fn read() -> Option<u64> {
    fs::read_to_string("/proc/stat").ok().and_then(|text| ticks(&text)).map(ns_of_ticks)
}

fn ticks(stat: &str) -> Option<u64> {
    let all = stat.lines().find_map(|line| line.strip_prefix("cpu "))?;
    all.split_ascii_whitespace().nth(STEAL)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::ticks;

    #[test]
    fn the_line_of_all_cpus_counts() {
        let stat = "cpu  10 20 30 40 50 60 70 81 90 100\ncpu0 1 2 3 4 5 6 7 8 9 10\nintr 5\n";
        assert_eq!(ticks(stat), Some(81));
    }

    #[test]
    fn a_kernel_that_does_not_count_it_has_none() {
        assert_eq!(ticks("cpu  10 20 30 40 50 60 70\n"), None);
        assert_eq!(ticks("cpu0 1 2 3 4 5 6 7 8 9 10\n"), None);
        assert_eq!(ticks(""), None);
    }
}
