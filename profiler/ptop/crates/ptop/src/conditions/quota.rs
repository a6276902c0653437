//! The limit on the CPU time of a cgroup, and what it cost those in it.

use super::cgroup::Folder;
use crate::record::host::Quota;

/// The smallest limit of a cgroup and of those above it.
pub struct Limit {
    cores: f64,
    folder: Folder,
}

/// What the cgroup that has the limit counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    periods: u64,
    throttled_periods: u64,
    throttled_ns: u64,
}

impl Limit {
    /// Of equal ones, the nearest: it is reached first. `None` where there is no limit.
    pub fn smallest(nearest_first: Vec<Folder>) -> Option<Limit> {
        let limited = nearest_first.into_iter().filter_map(|folder| {
            let cores = cores(&folder.text("cpu.max")?)?;
            Some(Limit { cores, folder })
        });
        limited.min_by(|one, other| one.cores.total_cmp(&other.cores))
    }

    /// As it is now. `None` when it cannot be read, as when the cgroup was removed.
    pub fn counts(&self) -> Option<Counts> {
        Counts::parse(&self.folder.text("cpu.stat")?)
    }

    /// What the record says.
    pub fn quota(&self, within: Counts) -> Quota {
        let Counts { periods, throttled_periods, throttled_ns } = within;
        Quota { cores: self.cores, periods, throttled_periods, throttled_ns }
    }
}

impl Counts {
    fn parse(stat: &str) -> Option<Counts> {
        let field = |name: &str| {
            let line = stat.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
            line.trim().parse::<u64>().ok()
        };
        Some(Counts {
            periods: field("nr_periods")?,
            throttled_periods: field("nr_throttled")?,
            throttled_ns: field("throttled_usec")?.checked_mul(1000)?,
        })
    }

    /// What came to the counts. `None` when they began again.
    pub fn since(self, before: Counts) -> Option<Counts> {
        Some(Counts {
            periods: self.periods.checked_sub(before.periods)?,
            throttled_periods: self.throttled_periods.checked_sub(before.throttled_periods)?,
            throttled_ns: self.throttled_ns.checked_sub(before.throttled_ns)?,
        })
    }
}

/// CPUs' worth of time: microseconds of each period, and the period. `None` for `max`, which is no limit.
fn cores(max: &str) -> Option<f64> {
    let mut numbers = max.split_ascii_whitespace().map(|number| number.parse::<u64>().ok());
    let (quota, period) = (numbers.next()??, numbers.next()??);
    (quota > 0 && period > 0).then(|| quota as f64 / period as f64)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::{Counts, Folder, Limit, cores};

    #[test]
    fn a_limit_is_in_cpus() {
        assert_eq!(cores("150000 100000\n"), Some(1.5));
        assert_eq!(cores("5000 50000\n"), Some(0.1));
        for none in ["max 100000\n", "", "100000\n", "100000 0\n", "0 100000\n", "x 100000\n"] {
            assert_eq!(cores(none), None, "{none}");
        }
    }

    const STAT: &str = "usage_usec 9\nuser_usec 5\nsystem_usec 4\nnr_periods 70\nnr_throttled 6\nthrottled_usec 5000\nnr_bursts 0\nburst_usec 0\n";

    #[test]
    fn counts_are_of_throttling_and_in_nanoseconds() {
        let counts = Counts { periods: 70, throttled_periods: 6, throttled_ns: 5_000_000 };
        assert_eq!(Counts::parse(STAT), Some(counts));
        // Without the CPU controller.
        assert_eq!(Counts::parse("usage_usec 9\nuser_usec 5\nsystem_usec 4\n"), None);
        let before = Counts { periods: 60, throttled_periods: 6, throttled_ns: 4_000_000 };
        let since = Counts { periods: 10, throttled_periods: 0, throttled_ns: 1_000_000 };
        assert_eq!((counts.since(before), before.since(counts)), (Some(since), None));
    }

    /// Folders with these limits, the nearest first.
    fn folders(name: &str, limits: &[Option<&str>]) -> (PathBuf, Vec<Folder>) {
        let root = std::env::temp_dir().join(format!("ptop-quota-{}-{name}", std::process::id()));
        let made = limits.iter().enumerate().map(|(number, limit)| {
            let folder = root.join(number.to_string());
            fs::create_dir_all(&folder).expect("the temporary directory is writable");
            let write = |file: &str, text: &str| fs::write(folder.join(file), text).expect("it is ours");
            if let Some(limit) = limit {
                write("cpu.max", limit);
            }
            write("cpu.stat", &STAT.replace("70", &(70 + number).to_string()));
            Folder::unchecked(&folder)
        });
        let made = made.collect();
        (root, made)
    }

    #[test]
    fn the_smallest_limit_wins_and_of_equal_ones_the_nearest() {
        let of = |name: &str, limits: &[Option<&str>]| {
            let (root, folders) = folders(name, limits);
            let limit = Limit::smallest(folders);
            let found = limit.map(|limit| (limit.cores, limit.counts().expect("it is readable").periods));
            fs::remove_dir_all(root).expect("it is ours");
            found
        };
        assert_eq!(of("above", &[Some("max 100000"), Some("200000 100000"), Some("50000 100000")]), Some((0.5, 72)));
        assert_eq!(of("near", &[Some("50000 100000"), Some("max 100000"), Some("200000 100000")]), Some((0.5, 70)));
        assert_eq!(of("equal", &[Some("max 100000"), Some("100000 100000"), Some("50000 50000")]), Some((1.0, 71)));
        // The root has no such file.
        assert_eq!(of("none", &[Some("max 100000"), None]), None);
    }
}
