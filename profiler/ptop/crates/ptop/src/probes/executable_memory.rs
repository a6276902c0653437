//! Reader of `executable_memory`.

use super::base::{Probe, Proof, Setup};
use crate::abi::memory::MemoryKey;
use crate::abi::{ExitSlot, Tally};
use crate::bpf::{LoadError, Loaded, Table};
use crate::canary::CanaryActions;
use crate::names::outcome_name;
use crate::record::Axes;
use crate::record::events::{ExecutableMemory as Axis, Grant};
use crate::registry::Manifest;

/// Keys kept: calls, areas and errors that mmap and mprotect document make fewer.
pub(super) const MAX_GRANTS: u32 = 256;
/// Areas by their number in the probe.
const AREAS: [&str; 7] = ["anonymous", "heap", "stack", "file", "unlinked_file", "none", "unknown"];

/// The attached probe.
pub struct ExecutableMemory {
    loaded: Loaded,
    grants: Table<MemoryKey, Tally>,
}

impl ExecutableMemory {
    /// Loads and attaches.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<ExecutableMemory, LoadError> {
        let mut loaded = setup.object(manifest, &[])?;
        loaded.attach_to_exits(&setup.shared, "on_mapping", ExitSlot::Memory)?;
        Ok(ExecutableMemory { grants: loaded.table("grants")?, loaded })
    }
}

impl Probe for ExecutableMemory {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        let pairs = self.grants.pairs()?;
        let observed = pairs.iter().map(|(_, tally)| tally.count).sum();
        Ok(Proof::exact(actions.executable, observed, "requests for executable memory without a file"))
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.loaded.reset_counters()?;
        self.grants.clear()
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError> {
        let pairs = self.grants.pairs()?;
        let mut grants: Vec<Grant> = pairs
            .iter()
            .map(|(key, tally)| Grant {
                call: if key.call == 0 { "mmap" } else { "mprotect" },
                area: AREAS.get(key.area as usize).copied().unwrap_or("unknown"),
                writable: key.writable != 0,
                outcome: outcome_name(key.error),
                count: tally.count,
                blocks: tally.blocks.map(u64::from),
            })
            .collect();
        grants.sort_by(|a, b| {
            let key = |grant: &Grant| (grant.call, grant.area, grant.writable, grant.outcome.clone());
            b.count.cmp(&a.count).then_with(|| key(a).cmp(&key(b)))
        });
        axes.executable_memory = Some(Axis { grants, cut: self.loaded.counters()?.cut });
        Ok(())
    }
}
