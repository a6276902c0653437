//! Reader of `file_opens`: counts from the map, paths from the ring.

use std::collections::HashMap;
use std::os::fd::RawFd;

use super::paths::PathRing;
use super::{MAX_KEYS, Probe, Proof, Setup, using};
use crate::abi::{BLOCKS, ExitSlot, OpenKey, Tally};
use crate::bpf::{Absence, Loaded, Table};
use crate::canary::{ABSENT_NAME, Deeds};
use crate::names::outcome_name;
use crate::record::{Axes, Files, Open};
use crate::registry::Manifest;

/// The attached probe.
pub struct FileOpens {
    loaded: Loaded,
    opens: Table<OpenKey, Tally>,
    paths: PathRing,
}

impl FileOpens {
    /// Loads and attaches.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<FileOpens, Absence> {
        let mut loaded = Loaded::load(manifest, Some(&setup.shared), &[("opens", MAX_KEYS)])?;
        let paths = PathRing::of(&loaded)?;
        loaded.attach_to_exits(&setup.shared, "on_exit", ExitSlot::Opens)?;
        Ok(FileOpens { opens: loaded.table("opens")?, loaded, paths })
    }

    /// Opens with their paths, and how many opens have none because the budget was used up.
    fn list(&self) -> Result<(Vec<Open>, u64), Absence> {
        let paths = self.paths.read(&self.loaded)?;
        let mut cut = 0;
        // Two ways of writing a path render alike, so counts are added up under the result.
        let mut merged: HashMap<(&str, u32, i32), (u64, [u64; BLOCKS])> = HashMap::new();
        let pairs = self.opens.pairs().map_err(|error| using(&self.loaded, &error))?;
        for (key, tally) in &pairs {
            let Some(path) = paths.get(key.path_hash) else {
                cut += tally.count;
                continue;
            };
            let entry = merged.entry((path, key.op, key.error)).or_default();
            entry.0 += tally.count;
            for (all, part) in entry.1.iter_mut().zip(tally.blocks) {
                *all += u64::from(part);
            }
        }
        let mut opens: Vec<Open> = merged
            .into_iter()
            .map(|((path, op, error), (count, blocks))| Open {
                path: path.to_owned(),
                op: ["read", "write", "read_write", "path"].get(op as usize).copied().unwrap_or("read"),
                outcome: outcome_name(error),
                count,
                blocks,
            })
            .collect();
        opens.sort_by(|a, b| {
            b.count.cmp(&a.count).then_with(|| (&a.path, a.op, &a.outcome).cmp(&(&b.path, b.op, &b.outcome)))
        });
        Ok((opens, cut))
    }
}

impl Probe for FileOpens {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn prove(&mut self, deeds: &Deeds) -> Result<Proof, Absence> {
        let (opens, _) = self.list()?;
        let count = |path: &str, outcome: &str| -> u64 {
            opens.iter().filter(|open| open.path == path && open.outcome == outcome).map(|open| open.count).sum()
        };
        let observed = count("/", "ok")
            + count(&format!("/{ABSENT_NAME}"), "ENOENT")
            + count(&format!("/proc/{ABSENT_NAME}"), "ENOENT");
        Ok(Proof::exact(deeds.opens, observed, "opens of known paths, absolute and relative"))
    }

    fn reset(&mut self) -> Result<(), Absence> {
        self.loaded.reset_counters()?;
        self.paths.forget(&self.loaded)?;
        self.opens.clear().map_err(|error| using(&self.loaded, &error))
    }

    fn wakers(&self) -> Vec<RawFd> {
        vec![self.paths.waker()]
    }

    fn drain(&mut self) {
        self.paths.drain();
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), Absence> {
        let (opens, without_path) = self.list()?;
        axes.files = Some(Files { opens, cut: self.loaded.counters()?.cut + without_path });
        Ok(())
    }
}
