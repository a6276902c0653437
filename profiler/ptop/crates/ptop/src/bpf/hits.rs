//! Events and CPU time by process: a row for each process of the target, as long as there are any, and one for all
//! others.

use super::group::Group;
use super::load_error::LoadError;
use super::table::{PerCpu, Table, checked};
use crate::abi::{ProcessHits, RunState};
use crate::registry::Manifest;

const ROWS: &str = "process_hits";
const RUN_STATE: &str = "run_state";

/// Memory that all rows may take, on all CPUs together.
const ROWS_BYTES: usize = 4 << 20;

/// The row of events that belong to no single process.
const ROW_OF_OTHERS: u32 = 0;

/// Rows that fit the memory on a machine with this many possible CPUs; never fewer than a small service has processes.
pub fn rows(cpus: usize) -> u32 {
    (ROWS_BYTES / (cpus.max(1) * size_of::<ProcessHits>())).clamp(128, 512) as u32
}

/// The counts of all probes.
pub struct Hits {
    rows: PerCpu<u32, ProcessHits>,
    run_state: Table<u32, RunState>,
    most: u32,
}

impl Hits {
    pub(super) fn of(group: &Group, manifest: &'static Manifest) -> Result<Hits, LoadError> {
        let rows = checked::<u32, ProcessHits>(manifest, group.map(manifest, ROWS)?, ROWS)?;
        let run_state = checked::<u32, RunState>(manifest, group.map(manifest, RUN_STATE)?, RUN_STATE)?;
        let most = libbpf_rs::MapCore::max_entries(&rows);
        Ok(Hits { rows: PerCpu::new(rows, manifest), run_state: Table::new(run_state, manifest), most })
    }

    /// How many processes there were and how often they changed, since [`Hits::forget`].
    ///
    /// # Errors
    /// When the map cannot be read.
    pub fn run_state(&self) -> Result<RunState, LoadError> {
        Ok(self.run_state.get(&0)?.unwrap_or_default())
    }

    /// The events that a probe saw.
    pub fn of_probe(all: &[ProcessHits], manifest: &Manifest) -> u64 {
        all.iter().map(|row| row.of[manifest.number as usize]).sum()
    }

    /// What a process with that row did. `None`: it had no row.
    pub fn of_process(all: &[ProcessHits], row: u16) -> Option<&ProcessHits> {
        all.get(usize::from(row)).filter(|_| u32::from(row) != ROW_OF_OTHERS)
    }

    /// Every row that is in use.
    ///
    /// # Errors
    /// When the map cannot be read.
    pub fn all(&self) -> Result<Vec<ProcessHits>, LoadError> {
        let used = self.used()?;
        (0..used).map(|row| self.summed(row)).collect()
    }

    fn summed(&self, row: u32) -> Result<ProcessHits, LoadError> {
        let mut sum = ProcessHits::NONE;
        for one in self.rows.get(&row)? {
            sum.cpu_ns += one.cpu_ns;
            sum.of.iter_mut().zip(one.of).for_each(|(sum, hits)| *sum += hits);
        }
        Ok(sum)
    }

    /// Forgets what was counted and who had a row.
    ///
    /// # Errors
    /// When the maps cannot be written.
    pub fn forget(&self) -> Result<(), LoadError> {
        let used = self.used()?;
        (0..used).try_for_each(|row| self.rows.put(&row, &ProcessHits::NONE))?;
        self.run_state.put(&0, &RunState::default())
    }

    fn used(&self) -> Result<u32, LoadError> {
        Ok(self.run_state()?.processes.saturating_add(1).min(self.most))
    }
}

#[cfg(test)]
mod tests {
    use super::{Hits, ProcessHits, rows};

    #[test]
    fn rows_are_few_where_cpus_are_many() {
        assert_eq!([1, 2, 64, 96, 4096].map(rows), [512, 512, 327, 218, 128]);
    }

    #[test]
    fn what_is_no_single_processs_is_nobodys() {
        let all = [ProcessHits::NONE; 3];
        assert_eq!([0, 1, 2, 3].map(|row| Hits::of_process(&all, row).is_some()), [false, true, true, false]);
    }
}
