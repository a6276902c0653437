//! How many entries maps have whose number is not in their declaration; of a ring, bytes.

use super::{allocations, executable_memory, memory_calls, net_bytes, syscalls};
use crate::bpf::rows;
use crate::engine::path_ring_bytes;
use crate::perf::page_bytes;

/// Distinct keys kept per axis; what does not fit is counted as cut.
const MAX_KEYS: u32 = 4096;
/// Connections of the target noted at one time; what happens to more is not known, and counted as cut.
const MAX_SOCKETS: u32 = 16_384;

/// The numbers by map, for these axes on a machine with so many possible CPUs.
pub fn sizes(axes: &[&str], cpus: usize) -> Vec<(&'static str, u32)> {
    // A map must have room for something, whether it is used or not.
    let (sockets, fast_peers, unix_places) =
        if axes.contains(&"network") { (MAX_SOCKETS, net_bytes::FAST_PEERS, net_bytes::PLACES) } else { (1, 1, 1) };
    let keyed = [
        "checks",
        "changes",
        "transfers",
        "opens",
        "accepted_peers",
        "traffic",
        "connected_peers",
        "pending",
        "events",
        "spans",
        "queues",
        "programs",
        "ends",
        "received",
    ];
    let others = [
        ("functions", allocations::MAX_FUNCTIONS),
        ("grants", executable_memory::MAX_GRANTS),
        ("requests", memory_calls::MAX_REQUESTS),
        ("names", net_bytes::MAX_NAMES),
        ("outcomes", syscalls::entries(cpus)),
        ("process_hits", rows(cpus)),
        ("sockets", sockets),
        ("fast_peers", fast_peers),
        ("unix_places", unix_places),
        ("paths", path_ring_bytes(axes)),
        ("wakeup_ring", page_bytes() as u32),
    ];
    keyed.map(|map| (map, MAX_KEYS)).into_iter().chain(others).collect()
}
