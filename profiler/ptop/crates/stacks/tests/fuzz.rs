//! What the fuzz targets look at, without a fuzzer: every seed and everything that
//! fuzzing ever found, as they are and changed many times. The changes come from a
//! fixed seed, so a failure repeats; `fuzz/run.sh` looks further.

#[allow(dead_code, reason = "shared with the other tests")]
#[path = "support/crafted.rs"]
mod crafted;
#[path = "../../../fuzz/src/entries.rs"]
mod entries;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crafted::Random;
use entries::{Reached, StandIn};

/// A time, not a number of rounds: machines and emulations differ a hundredfold, and the suite must not wait.
const MOST_TIME: Duration = Duration::from_secs(4);
/// Changes of each seed where the machine is fast enough.
const ROUNDS: usize = 400;

impl Random {
    /// Overwrites, copies, removes and repeats bytes.
    fn change(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(8) {
            if bytes.is_empty() {
                return;
            }
            let at = self.below(bytes.len());
            let count = (1 + self.below(8)).min(bytes.len() - at);
            match self.below(8) {
                0 => drop(bytes.drain(at..at + count)),
                1 => {
                    let copied = bytes[at..at + count].to_vec();
                    bytes.splice(at..at, copied);
                }
                2 => {
                    let from = self.below(bytes.len() - count + 1);
                    bytes.copy_within(from..from + count, at);
                }
                3 => bytes[at..at + count].fill([0, 0xff, 0x7f, 0x80][self.below(4)]),
                4 => bytes[at] ^= 1 << self.below(8),
                _ => bytes[at..at + count].copy_from_slice(&self.next().to_le_bytes()[..count]),
            }
        }
    }
}

fn seeds(target: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|cause| panic!("{}: {cause}", folder.display()));
    let read = |path: PathBuf| {
        let content = std::fs::read(&path).unwrap();
        (path, content)
    };
    entries.map(|entry| read(entry.unwrap().path())).collect()
}

/// What the seeds of a target reach at least as they are, or changing them proves nothing.
struct Expected {
    outcomes: &'static [&'static str],
    named: u64,
}

/// Tries the seeds as they are, then changed, in turn so that each gets its share of the time. What changes reach
/// depends on how many there is time for, and so is not asked.
fn try_all(target: &str, expected: &Expected, mut try_one: impl FnMut(&[u8], &mut Reached)) {
    let seeds = seeds(target);
    let mut reached = Reached::default();
    for content in seeds.values() {
        try_one(content, &mut reached);
    }
    for outcome in expected.outcomes {
        assert!(reached.outcomes.contains(outcome), "{target}: {outcome} is not among {reached:?}");
    }
    assert!(reached.named >= expected.named, "{target}: {reached:?}");
    let started = Instant::now();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..ROUNDS {
        for content in seeds.values() {
            let mut changed = content.clone();
            random.change(&mut changed);
            try_one(&changed, &mut reached);
        }
        if started.elapsed() > MOST_TIME {
            break;
        }
    }
}

#[test]
fn files_do_no_harm() {
    let process = StandIn::new();
    let expected = Expected { outcomes: &["no_unwind_info", "stack_copy_ended"], named: 40 };
    try_all("module", &expected, |data, reached| entries::module(&process, data, reached));
}

#[test]
fn unwind_programs_do_no_harm() {
    let process = StandIn::new();
    let expected = Expected { outcomes: &["whole", "no_progress", "frame_limit"], named: 0 };
    try_all("unwind_program", &expected, |data, reached| entries::unwind_program(&process, data, reached));
}

#[test]
fn mappings_do_no_harm() {
    let process = StandIn::new();
    let expected = Expected { outcomes: &["frame_limit"], named: 0 };
    try_all("maps", &expected, |data, reached| entries::maps(&process, data, reached));
}

#[test]
fn names_do_no_harm() {
    let process = StandIn::new();
    let expected = Expected { outcomes: &[], named: 20 };
    try_all("perf_map", &expected, |data, reached| entries::perf_map(&process, data, reached));
}

#[test]
fn mangled_names_do_no_harm() {
    let process = StandIn::new();
    let expected = Expected { outcomes: &[], named: 200 };
    try_all("mangled_name", &expected, |data, reached| entries::mangled_name(&process, data, reached));
}
