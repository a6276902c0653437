//! Reader of `memory_calls`.

use std::rc::Rc;

use super::base::{Probe, Proof, Setup};
use super::rows::sites_of;
use crate::abi::ExitSlot;
use crate::abi::memory::{RequestKey, RequestSum};
use crate::abi::stacks::StackKind;
use crate::bpf::{LoadError, Loaded, Table};
use crate::canary::CanaryActions;
use crate::engine::StackEvents;
use crate::names::outcome_name;
use crate::record::memory::{Request, TargetMemory};
use crate::record::{Axes, MOST};
use crate::registry::Manifest;

/// Keys kept: calls, areas and errors that their documentation names make fewer.
pub(super) const MAX_REQUESTS: u32 = 256;
/// By their numbers in the probe.
const CALLS: [&str; 4] = ["brk", "mmap", "munmap", "mremap"];
const CHANGES: [&str; 3] = ["grow", "shrink", "move"];
const AREAS: [&str; 6] = ["heap", "anonymous", "shared", "reserved", "file", "any"];
/// Call and area of what only the canary does.
const MMAP: u32 = 1;
const SHARED: u32 = 2;

/// The attached probe.
pub struct MemoryCalls {
    loaded: Loaded,
    requests: Table<RequestKey, RequestSum>,
    stacks: Rc<StackEvents>,
}

impl MemoryCalls {
    /// Loads and attaches.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<MemoryCalls, LoadError> {
        let mut loaded = setup.object(manifest, &[])?;
        loaded.attach_to_exits(&setup.shared, "on_memory_call", ExitSlot::Requests)?;
        let stacks = setup.stack_events(manifest)?;
        Ok(MemoryCalls { requests: loaded.table("requests")?, stacks, loaded })
    }
}

fn name(names: &[&'static str], number: u32) -> &'static str {
    names.get(number as usize).copied().unwrap_or("unknown")
}

impl Probe for MemoryCalls {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        let pairs = self.requests.pairs()?;
        let shared = |(key, _): &&(RequestKey, RequestSum)| key.call == MMAP && key.area == SHARED && key.error == 0;
        let (count, bytes) =
            pairs.iter().filter(shared).fold((0, 0), |(count, bytes), (_, sum)| (count + sum.count, bytes + sum.bytes));
        self.stacks.drain();
        let has_stacks = self.stacks.received(StackKind::Growth) > 0;
        let fires = count == actions.shared_maps && bytes == actions.shared_bytes && count > 0 && has_stacks;
        let mut proof = Proof::exact(actions.shared_maps, count, "mappings of memory that may be shared");
        proof.fires = fires;
        Ok(proof)
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.loaded.reset_counters()?;
        self.stacks.reset(StackKind::Growth)?;
        self.requests.clear()
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError> {
        let pairs = self.requests.pairs()?;
        let mut requests: Vec<Request> = pairs
            .iter()
            .map(|(key, sum)| Request {
                call: name(&CALLS, key.call),
                change: name(&CHANGES, key.change),
                area: name(&AREAS, key.area),
                outcome: outcome_name(key.error),
                count: sum.count,
                bytes: sum.bytes.min(MOST),
                blocks: sum.blocks.map(u64::from),
                bytes_blocks: sum.bytes_blocks.map(|bytes| bytes.min(MOST)),
            })
            .collect();
        requests.sort_by(|a, b| {
            let key = |one: &Request| (one.call, one.change, one.area, one.outcome.clone());
            b.bytes.cmp(&a.bytes).then_with(|| key(a).cmp(&key(b)))
        });
        let memory = axes.memory.get_or_insert_with(TargetMemory::default);
        memory.requests = requests;
        memory.growth_sites = sites_of(&self.stacks, StackKind::Growth, |key| name(&CALLS, key).to_owned());
        memory.cut += self.loaded.counters()?.cut;
        Ok(())
    }
}
