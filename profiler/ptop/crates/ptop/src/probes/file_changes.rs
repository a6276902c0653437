//! Reader of `file_changes`: counts from the map, paths from the ring.

use std::rc::Rc;

use super::base::{Probe, Proof, Setup};
use super::path_tallies;
use crate::abi::{ExitSlot, PathKey, Tally};
use crate::bpf::{LoadError, Loaded, Table};
use crate::canary::{ABSENT_NAME, CanaryActions};
use crate::engine::PathRing;
use crate::names::outcome_name;
use crate::record::Axes;
use crate::record::files::{Changed, FileChanges as Axis};
use crate::registry::Manifest;

/// What calls mean for a path, by the number in the probe.
const OPS: [&str; 12] = [
    "unlink",
    "rmdir",
    "rename_from",
    "rename_to",
    "mkdir",
    "mknod",
    "link_from",
    "link_to",
    "symlink",
    "chmod",
    "chown",
    "truncate",
];

/// The attached probe.
pub struct FileChanges {
    loaded: Loaded,
    changes: Table<PathKey, Tally>,
    paths: Rc<PathRing>,
}

impl FileChanges {
    /// Loads and attaches.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<FileChanges, LoadError> {
        let mut loaded = setup.object(manifest, &[])?;
        let paths = setup.paths(manifest)?;
        loaded.attach_to_exits(&setup.shared, "on_file_change", ExitSlot::FileChanges)?;
        Ok(FileChanges { changes: loaded.table("changes")?, loaded, paths })
    }
}

impl Probe for FileChanges {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        let (changes, _) = path_tallies::list_operations(&self.loaded, &self.changes, &self.paths)?;
        let path = format!("/{ABSENT_NAME}");
        let own = changes.iter().filter(|change| change.path == path);
        let observed = own.map(|change| change.count).sum();
        Ok(Proof::exact(actions.changes, observed, "attempts to remove and to rename a file that does not exist"))
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.loaded.reset_counters()?;
        self.changes.clear()
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError> {
        let (tallies, without_path) = path_tallies::list_operations(&self.loaded, &self.changes, &self.paths)?;
        let changes = tallies.into_iter().map(|tally| Changed {
            path: tally.path,
            op: OPS.get(tally.what.op as usize).copied().unwrap_or("unlink"),
            outcome: outcome_name(tally.what.error),
            count: tally.count,
            blocks: tally.blocks,
        });
        axes.file_changes = Some(Axis { changes: changes.collect(), cut: self.loaded.counters()?.cut + without_path });
        Ok(())
    }
}
