//! Reader of `file_io`: amounts from the map, paths from the ring.

use std::collections::HashMap;
use std::rc::Rc;

use super::base::{Probe, Proof, Setup};
use super::rows::add_each;
use super::timed_calls::Times;
use crate::abi::{BLOCKS, ExitSlot, LATENCY_BUCKETS, Transfer, TransferKey};
use crate::bpf::{LoadError, Loaded, PerCpu, Table};
use crate::canary::{CANARY_FILE, CanaryActions};
use crate::engine::PathRing;
use crate::names::outcome_name;
use crate::record::Axes;
use crate::record::files::{FileIo as Axis, Moved};
use crate::registry::Manifest;

/// Kinds of files by their number in the probe.
const KINDS: [&str; 8] =
    ["file", "pipe", "socket", "character_device", "block_device", "directory", "anonymous", "closed"];
/// Operations by their number in the probe.
const OPS: [&str; 4] = ["read", "write", "fsync", "fdatasync"];

/// What to do where the target's requests are asynchronous ones.
const FIX: &str = "There is nothing to repair: what goes through io_submit is not counted by this probe. Switch asynchronous input and output off in the program, if it can be, to have it counted.";

/// The attached probe.
pub struct FileIo {
    manifest: &'static Manifest,
    loaded: Loaded,
    transfers: Table<TransferKey, Transfer>,
    of_kinds: PerCpu<u32, Transfer>,
    paths: Rc<PathRing>,
}

/// Path, kind, operation and outcome.
type RowKey<'a> = (Option<&'a str>, u32, u32, i32);

impl FileIo {
    /// Loads and attaches.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<FileIo, LoadError> {
        let mut loaded = setup.object(manifest, &[])?;
        let paths = setup.paths(manifest)?;
        loaded.attach_to_exits(&setup.shared, "on_transfer", ExitSlot::FileIo)?;
        Ok(FileIo {
            manifest,
            transfers: loaded.table("transfers")?,
            of_kinds: loaded.per_cpu("of_kinds")?,
            loaded,
            paths,
        })
    }

    /// What was moved, by its key in the probe.
    fn pairs(&self) -> Result<Vec<(TransferKey, Transfer)>, LoadError> {
        let mut pairs = self.transfers.pairs()?;
        for (place, by_cpu) in self.of_kinds.pairs()? {
            let (kind, op) = (place / OPS.len() as u32, place % OPS.len() as u32);
            let key = TransferKey { path_hash: 0, kind, op, error: 0, pad: 0 };
            pairs.extend(by_cpu.into_iter().filter(|transfer| calls(transfer) > 0).map(|transfer| (key, transfer)));
        }
        Ok(pairs)
    }

    /// Everything moved, and how many calls have no path because the budget was used up.
    fn list(&self) -> Result<(Vec<Moved>, u64), LoadError> {
        let paths = self.paths.read(&self.loaded)?;
        let mut cut = 0;
        // Two places may render alike, so amounts are added up under the result.
        let mut merged: HashMap<RowKey<'_>, (Moved, Times)> = HashMap::new();
        let pairs = self.pairs()?;
        for (key, transfer) in &pairs {
            let path = if key.kind == 0 { paths.get(key.path_hash) } else { None };
            if key.kind == 0 && path.is_none() {
                cut += calls(transfer);
                continue;
            }
            let moved =
                merged.entry((path, key.kind, key.op, key.error)).or_insert_with(|| (nothing(path, key), Times::NONE));
            add(moved, transfer);
        }
        let mut transfers: Vec<Moved> = merged.into_values().map(with_times).collect();
        transfers.sort_by(|a, b| {
            let key = |moved: &Moved| (moved.path.clone(), moved.kind, moved.op, moved.outcome.clone());
            b.count.cmp(&a.count).then_with(|| key(a).cmp(&key(b)))
        });
        Ok((transfers, cut))
    }
}

fn nothing(path: Option<&str>, key: &TransferKey) -> Moved {
    Moved {
        path: path.map(str::to_owned),
        kind: KINDS.get(key.kind as usize).copied().unwrap_or("anonymous"),
        op: OPS.get(key.op as usize).copied().unwrap_or("read"),
        outcome: outcome_name(key.error),
        count: 0,
        timed: 0,
        bytes: 0,
        total_ns: 0,
        hist: [0; LATENCY_BUCKETS],
        blocks: [0; BLOCKS],
    }
}

/// Each call falls in one block.
fn calls(transfer: &Transfer) -> u64 {
    transfer.blocks.iter().map(|calls| u64::from(*calls)).sum()
}

fn add((moved, times): &mut (Moved, Times), transfer: &Transfer) {
    times.add(&transfer.timing);
    moved.count += calls(transfer);
    moved.bytes = moved.bytes.saturating_add(transfer.bytes);
    add_each(&mut moved.blocks, &transfer.blocks);
}

fn with_times((mut moved, times): (Moved, Times)) -> Moved {
    moved.timed = times.timed;
    (moved.total_ns, moved.hist) = times.of_all(moved.count);
    moved
}

impl Probe for FileIo {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        let (transfers, _) = self.list()?;
        let own = transfers.iter().filter(|moved| moved.path.as_deref() == Some(CANARY_FILE));
        let observed = own.map(|moved| moved.bytes).sum();
        Ok(Proof::exact(actions.file_bytes, observed, "bytes written to and read from a file of known name"))
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.loaded.reset_counters()?;
        for place in 0..(KINDS.len() * OPS.len()) as u32 {
            self.of_kinds.put(&place, &Transfer::NONE)?;
        }
        self.transfers.clear()
    }

    fn close(&mut self, _end_ns: u64) -> Result<(), LoadError> {
        let count = self.loaded.counters()?.extra;
        if count == 0 {
            return Ok(());
        }
        let absent = &self.manifest.absent;
        let reason = format!(
            "{count} reads and writes went through io_submit, where this probe does not see how they end. {absent}"
        );
        Err(LoadError::failed("io_submit", reason, None, FIX))
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError> {
        let (transfers, without_path) = self.list()?;
        axes.file_io = Some(Axis { transfers, cut: self.loaded.counters()?.cut + without_path });
        Ok(())
    }
}
