//! Reader of `process_exec`: counts from the map, paths from the ring.

use std::rc::Rc;

use super::base::{Probe, Proof, Setup};
use super::path_tallies;
use super::path_tallies::PathTallies;
use crate::abi::Tally;
use crate::abi::processes::ProgramKey;
use crate::bpf::{LoadError, Loaded, Table};
use crate::canary::{CanaryActions, OWN_PROGRAM};
use crate::collector::clock::{monotonic_ns, wall_ns};
use crate::engine::PathRing;
use crate::record::Axes;
use crate::record::events::{Processes, Program};
use crate::registry::Manifest;

/// What the program's file was, by its number in the probe.
const FILES: [&str; 3] = ["existing", "changed", "unlinked"];

/// The attached probe.
pub struct ProcessExec {
    loaded: Loaded,
    programs: Table<ProgramKey, Tally>,
    paths: Rc<PathRing>,
}

impl ProcessExec {
    /// Loads and attaches.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<ProcessExec, LoadError> {
        let mut loaded = setup.object(manifest, &[])?;
        let offset = wall_ns().saturating_sub(monotonic_ns());
        loaded.table("wall_offset")?.put(&0_u32, &offset)?;
        let paths = setup.paths(manifest)?;
        loaded.attach(&["on_new_program"])?;
        Ok(ProcessExec { programs: loaded.table("programs")?, loaded, paths })
    }

    /// Programs by path and by the number of what their file was.
    fn list(&self) -> Result<PathTallies<u32>, LoadError> {
        path_tallies::list(&self.loaded, &self.programs, &self.paths, |key| (key.path_hash, key.file))
    }
}

impl Probe for ProcessExec {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        let (programs, _) = self.list()?;
        let observed = programs.iter().filter(|program| program.path == OWN_PROGRAM).map(|program| program.count).sum();
        Ok(Proof::exact(actions.execs, observed, "starts of the collector's own program"))
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.loaded.reset_counters()?;
        self.programs.clear()
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError> {
        let (tallies, without_path) = self.list()?;
        let programs = tallies.into_iter().map(|tally| Program {
            path: tally.path,
            file: FILES.get(tally.what as usize).copied().unwrap_or("existing"),
            count: tally.count,
            blocks: tally.blocks,
        });
        let cut = self.loaded.counters()?.cut + without_path;
        let processes = axes.processes.get_or_insert_with(Processes::default);
        processes.programs = programs.collect();
        processes.cut += cut;
        Ok(())
    }
}
