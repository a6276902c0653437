//! Reader of `resident_memory`.

use std::fs;

use super::base::{Probe, Proof, Setup};
use crate::abi::BLOCKS;
use crate::abi::memory::{KINDS, Level, LevelCourse, Space};
use crate::bpf::{LoadError, Loaded, PerCpu, Table};
use crate::canary::CanaryActions;
use crate::perf::page_bytes;
use crate::record::Axes;
use crate::record::memory::{Resident, ResidentKind, TargetMemory};
use crate::registry::Manifest;
use crate::target::Member;

/// In the kernel's order of its counters, with the name that `/proc/<pid>/status` gives each.
const KIND_NAMES: [(&str, &str); KINDS] =
    [("file", "RssFile:"), ("anonymous", "RssAnon:"), ("swap", "VmSwap:"), ("shared", "RssShmem:")];
const SWAP: usize = 2;
/// Changes that one CPU keeps to itself at least, in pages; twice as many as there are CPUs, if that is more.
const LEAST_BATCH: usize = 32;

/// The attached probe.
pub struct ResidentMemory {
    loaded: Loaded,
    level: Table<u32, Level>,
    courses: PerCpu<u32, LevelCourse>,
    spaces: Table<u64, Space>,
    cpus: usize,
    /// What the kernel's own sums were above the tracked ones at the start, in pages.
    above: [i64; KINDS],
    is_compared: bool,
    processes: usize,
    trouble: Option<LoadError>,
}

impl ResidentMemory {
    /// Loads and attaches.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<ResidentMemory, LoadError> {
        let mut loaded = setup.object(manifest, &[])?;
        loaded.attach(&["on_change"])?;
        let (level, courses, spaces) = (loaded.table("level")?, loaded.per_cpu("courses")?, loaded.table("spaces")?);
        Ok(ResidentMemory {
            loaded,
            level,
            courses,
            spaces,
            cpus: setup.cpus.len(),
            above: [0; KINDS],
            is_compared: false,
            processes: 0,
            trouble: None,
        })
    }

    fn now(&self) -> Result<Level, LoadError> {
        Ok(self.level.get(&0)?.unwrap_or_default())
    }

    /// Compares the tracked sums with the kernel's own, which include what is still under way.
    fn compare(&mut self, members: &[Member]) -> Result<(), LoadError> {
        let mut exact = [0; KINDS];
        for member in members {
            // Forked while we watched: tracked from its first page on.
            let Ok(status) = fs::read_to_string(format!("/proc/{}/status", member.pid)) else { continue };
            for (sum, pages) in exact.iter_mut().zip(pages_in(&status)) {
                *sum += pages;
            }
        }
        let tracked = self.now()?.pages;
        let bound = self.uncertain_pages(members.len());
        for (above, (exact, tracked)) in self.above.iter_mut().zip(exact.iter().zip(tracked)) {
            *above = (exact - tracked).clamp(-bound, bound);
        }
        Ok(())
    }

    /// By how much one kind can be off, in pages.
    fn uncertain_pages(&self, processes: usize) -> i64 {
        let batch = LEAST_BATCH.max(2 * self.cpus);
        (batch * self.cpus * processes.max(1)) as i64
    }

    fn course(&self) -> Result<Course, LoadError> {
        let level = self.now()?;
        let per_cpu = self.courses.get(&0)?;
        Ok(Course::of(&level, &per_cpu))
    }
}

/// The level over the window, in pages.
#[derive(Debug, PartialEq, Eq)]
struct Course {
    first: [i64; KINDS],
    last: [i64; KINDS],
    highest: [i64; KINDS],
    highest_resident: i64,
    blocks: [i64; BLOCKS],
}

impl Course {
    fn of(level: &Level, per_cpu: &[LevelCourse]) -> Course {
        // Without an event in the window nothing changed in it.
        let first = if level.is_open == 0 { level.pages } else { level.first };
        let newest = per_cpu.iter().max_by_key(|one| one.last_ns).filter(|one| one.last_ns > 0);
        let mut course = Course {
            first,
            last: newest.map_or(first, |one| one.last),
            highest: first,
            highest_resident: resident(&first),
            blocks: [0; BLOCKS],
        };
        for one in per_cpu {
            for (all, part) in course.highest.iter_mut().zip(one.highest) {
                *all = (*all).max(part);
            }
            course.highest_resident = course.highest_resident.max(one.highest_resident);
        }
        let mut carried = resident(&first);
        // A window that ended early has blocks that never were: they keep the last value.
        for (block, value) in course.blocks.iter_mut().enumerate() {
            let newest = per_cpu.iter().max_by_key(|one| one.block_ns[block]).filter(|one| one.block_ns[block] > 0);
            carried = newest.map_or(carried, |one| one.block_resident[block]);
            *value = carried;
        }
        course
    }
}

fn resident(pages: &[i64; KINDS]) -> i64 {
    pages.iter().sum::<i64>() - pages[SWAP]
}

/// Pages by kind in the text of `/proc/<pid>/status`, which counts in kibibytes.
fn pages_in(status: &str) -> [i64; KINDS] {
    KIND_NAMES.map(|(_, label)| {
        let line = status.lines().find_map(|line| line.strip_prefix(label));
        let kib: i64 = line.and_then(|text| text.trim().strip_suffix("kB")?.trim().parse().ok()).unwrap_or(0);
        kib.saturating_mul(1024) / page_bytes() as i64
    })
}

fn bytes_of(pages: i64) -> u64 {
    u64::try_from(pages).unwrap_or(0) * page_bytes() as u64
}

impl Probe for ResidentMemory {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        let observed = self.loaded.hits()?;
        let course = self.course()?;
        // Each fresh page is a change; the canary inherits pages from its parent, so the values cannot be nothing.
        let fires = observed >= actions.fresh_pages && course.highest_resident > 0;
        Ok(Proof::invariant(
            actions.fresh_pages,
            observed,
            fires,
            "pages the canary made resident, and its other changes",
        ))
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.loaded.reset_counters()?;
        self.spaces.clear()?;
        self.level.put(&0, &Level::default())?;
        self.courses.put(&0, &LevelCourse::default())
    }

    fn begin(&mut self) -> Result<(), LoadError> {
        // Counts the address spaces that are there already.
        self.loaded.walk("find_spaces")
    }

    fn notice(&mut self, members: &[Member]) {
        self.processes = self.processes.max(members.len());
        if !self.is_compared {
            self.is_compared = true;
            if let Err(load_error) = self.compare(members) {
                self.trouble.get_or_insert(load_error);
            }
        }
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError> {
        if let Some(load_error) = self.trouble.take() {
            return Err(load_error);
        }
        let course = self.course()?;
        let with_rest = |pages: [i64; KINDS], kind: usize| bytes_of(pages[kind] + self.above[kind]);
        let kinds = KIND_NAMES.iter().enumerate().map(|(kind, (name, _))| ResidentKind {
            kind: name,
            first_bytes: with_rest(course.first, kind),
            last_bytes: with_rest(course.last, kind),
            highest_bytes: with_rest(course.highest, kind),
        });
        let above = resident(&self.above);
        let memory = axes.memory.get_or_insert_with(TargetMemory::default);
        memory.resident = Resident {
            kinds: kinds.collect(),
            highest_bytes: bytes_of(course.highest_resident + above),
            blocks_bytes: course.blocks.map(|pages| bytes_of(pages + above)),
            uncertain_bytes: bytes_of(self.uncertain_pages(self.processes)),
        };
        memory.cut += self.loaded.counters()?.cut;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCKS, Course, KINDS, Level, LevelCourse, page_bytes, pages_in};

    #[test]
    fn the_newest_cpu_holds_and_quiet_blocks_keep_the_value() {
        let level = Level { first: [1, 4, 0, 0], is_open: 1, ..Level::default() };
        let mut one =
            LevelCourse { highest: [1, 9, 0, 0], highest_resident: 10, last_ns: 25, ..LevelCourse::default() };
        one.last = [1, 6, 0, 0];
        (one.block_ns[2], one.block_resident[2]) = (25, 7);
        let mut other = LevelCourse { highest: [1, 7, 0, 0], highest_resident: 8, last_ns: 22, ..one };
        (other.block_ns[2], other.block_resident[2]) = (22, 8);
        let course = Course::of(&level, &[one, other]);
        assert_eq!((course.first, course.last, course.highest), ([1, 4, 0, 0], [1, 6, 0, 0], [1, 9, 0, 0]));
        assert_eq!(course.highest_resident, 10);
        assert_eq!(course.blocks, [5, 5, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]);
    }

    #[test]
    fn without_an_event_the_level_is_the_course() {
        let level = Level { pages: [3, 2, 9, 0], resident: 5, ..Level::default() };
        let course = Course::of(&level, &[LevelCourse::default()]);
        assert_eq!((course.first, course.last, course.highest_resident), ([3, 2, 9, 0], [3, 2, 9, 0], 5));
        assert_eq!(course.blocks, [5; BLOCKS]);
    }

    #[test]
    fn status_counts_in_kibibytes_and_may_lack_lines() {
        let kib = page_bytes() as i64 / 1024;
        let status = format!("VmRSS:\t9 kB\nRssAnon:\t    {} kB\nRssFile:\t{} kB\nVmSwap:\tmany\n", 3 * kib, 2 * kib);
        assert_eq!(pages_in(&status), [2, 3, 0, 0]);
        assert_eq!(pages_in(""), [0; KINDS]);
    }
}
