//! How many entries maps have whose number is not in their declaration; of a ring, bytes.

use super::{allocations, executable_memory, memory_calls, net_bytes, paths, syscalls};

/// Distinct keys kept per axis; what does not fit is counted as cut.
const MAX_KEYS: u32 = 4096;
/// Connections of the target noted at one time; what happens to more is not known, and counted as cut.
const MAX_SOCKETS: u32 = 16_384;

/// The numbers for one run.
#[derive(Debug, Clone, Copy)]
pub struct Sizes {
    sockets: u32,
    path_bytes: u32,
    cpus: usize,
}

impl Sizes {
    /// For these axes on a machine with so many possible CPUs.
    pub fn new(axes: &[&str], cpus: usize) -> Sizes {
        // A map must have room for something, whether it is used or not.
        let sockets = if axes.contains(&"network") { MAX_SOCKETS } else { 1 };
        Sizes { sockets, path_bytes: paths::ring_bytes(axes), cpus }
    }

    /// By map.
    pub fn by_map(&self) -> Vec<(&'static str, u32)> {
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
            ("outcomes", syscalls::entries(self.cpus)),
            ("sockets", self.sockets),
            ("paths", self.path_bytes),
        ];
        keyed.map(|map| (map, MAX_KEYS)).into_iter().chain(others).collect()
    }
}
