//! Reader of `file_opens`: counts from the map, paths from the ring.

use std::rc::Rc;

use super::base::{Probe, Proof, Setup};
use super::path_tallies;
use crate::abi::{ExitSlot, PathKey, Tally};
use crate::bpf::{LoadError, Loaded, Table};
use crate::canary::{ABSENT_NAME, CanaryActions};
use crate::engine::PathRing;
use crate::names::outcome_name;
use crate::record::Axes;
use crate::record::files::{Files, Open};
use crate::registry::Manifest;

/// Ways to open by their number in the probe.
const OPS: [&str; 4] = ["read", "write", "read_write", "path"];

/// The attached probe.
pub struct FileOpens {
    loaded: Loaded,
    opens: Table<PathKey, Tally>,
    paths: Rc<PathRing>,
}

impl FileOpens {
    /// Loads and attaches.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<FileOpens, LoadError> {
        let mut loaded = setup.object(manifest, &[])?;
        let paths = setup.paths(manifest)?;
        loaded.attach_to_exits(&setup.shared, "on_open", ExitSlot::Opens)?;
        Ok(FileOpens { opens: loaded.table("opens")?, loaded, paths })
    }
}

impl Probe for FileOpens {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        let (opens, _) = path_tallies::list_operations(&self.loaded, &self.opens, &self.paths)?;
        let count = |path: &str, error: i32| -> u64 {
            opens.iter().filter(|open| open.path == path && open.what.error == error).map(|open| open.count).sum()
        };
        let observed = count("/", 0)
            + count(&format!("/{ABSENT_NAME}"), libc::ENOENT)
            + count(&format!("/proc/{ABSENT_NAME}"), libc::ENOENT);
        Ok(Proof::exact(actions.opens, observed, "opens of known paths, absolute and relative"))
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.loaded.reset_counters()?;
        self.opens.clear()
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError> {
        let (tallies, without_path) = path_tallies::list_operations(&self.loaded, &self.opens, &self.paths)?;
        let opens = tallies.into_iter().map(|tally| Open {
            path: tally.path,
            op: OPS.get(tally.what.op as usize).copied().unwrap_or("read"),
            outcome: outcome_name(tally.what.error),
            count: tally.count,
            blocks: tally.blocks,
        });
        axes.files = Some(Files { opens: opens.collect(), cut: self.loaded.counters()?.cut + without_path });
        Ok(())
    }
}
