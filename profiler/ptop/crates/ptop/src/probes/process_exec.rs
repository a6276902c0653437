//! Reader of `process_exec`: counts from the map, paths from the ring.

use std::collections::BTreeMap;
use std::os::fd::RawFd;

use super::paths::PathRing;
use super::rows::add_each;
use super::{MAX_KEYS, Probe, Proof, Setup, using};
use crate::abi::processes::ProgramKey;
use crate::abi::{BLOCKS, Tally};
use crate::bpf::{Absence, Loaded, Table};
use crate::canary::{Deeds, OWN_PROGRAM};
use crate::clock::{monotonic_ns, wall_ns};
use crate::record::Axes;
use crate::record::processes::{Processes, Program};
use crate::registry::Manifest;

/// The attached probe.
pub struct ProcessExec {
    loaded: Loaded,
    programs: Table<ProgramKey, Tally>,
    paths: PathRing,
}

impl ProcessExec {
    /// Loads and attaches.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<ProcessExec, Absence> {
        let mut loaded = Loaded::load(manifest, Some(&setup.shared), &[("programs", MAX_KEYS)])?;
        let offset = wall_ns().saturating_sub(monotonic_ns());
        loaded.table("wall_offset")?.put(&0_u32, &offset).map_err(|error| using(&loaded, &error))?;
        let paths = PathRing::of(&loaded)?;
        loaded.attach(&["on_exec"])?;
        Ok(ProcessExec { programs: loaded.table("programs")?, loaded, paths })
    }

    /// Programs with their paths, and how many starts have none because the budget was used up.
    fn list(&self) -> Result<(Vec<Program>, u64), Absence> {
        let paths = self.paths.read(&self.loaded)?;
        let mut cut = 0;
        // Two ways of writing a path render alike, so counts are added up under the result.
        let mut merged: BTreeMap<(&str, u32), (u64, [u64; BLOCKS])> = BTreeMap::new();
        let pairs = self.programs.pairs().map_err(|error| using(&self.loaded, &error))?;
        for (key, tally) in &pairs {
            let Some(path) = paths.get(key.path_hash) else {
                cut += tally.count;
                continue;
            };
            let entry = merged.entry((path, key.file)).or_default();
            entry.0 += tally.count;
            add_each(&mut entry.1, &tally.blocks);
        }
        let mut programs: Vec<Program> = merged
            .into_iter()
            .map(|((path, file), (count, blocks))| Program {
                path: path.to_owned(),
                file: ["existing", "changed", "unlinked"].get(file as usize).copied().unwrap_or("existing"),
                count,
                blocks,
            })
            .collect();
        programs.sort_by_key(|program| std::cmp::Reverse(program.count));
        Ok((programs, cut))
    }
}

impl Probe for ProcessExec {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn prove(&mut self, deeds: &Deeds) -> Result<Proof, Absence> {
        let (programs, _) = self.list()?;
        let observed = programs.iter().filter(|program| program.path == OWN_PROGRAM).map(|program| program.count).sum();
        Ok(Proof::exact(deeds.execs, observed, "starts of the collector's own program"))
    }

    fn reset(&mut self) -> Result<(), Absence> {
        self.loaded.reset_counters()?;
        self.paths.forget(&self.loaded)?;
        self.programs.clear().map_err(|error| using(&self.loaded, &error))
    }

    fn wakers(&self) -> Vec<RawFd> {
        vec![self.paths.waker()]
    }

    fn drain(&mut self) {
        self.paths.drain();
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), Absence> {
        let (programs, without_path) = self.list()?;
        let cut = self.loaded.counters()?.cut + without_path;
        let processes = axes.processes.get_or_insert_with(Processes::default);
        processes.programs = programs;
        processes.cut += cut;
        Ok(())
    }
}
