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

    /// By map, for a probe.
    pub fn of(&self, probe: &str) -> Vec<(&'static str, u32)> {
        let keyed = |maps: &[&'static str]| maps.iter().map(|map| (*map, MAX_KEYS)).collect();
        match probe {
            "allocations" => vec![("functions", allocations::MAX_FUNCTIONS)],
            "capability_use" => keyed(&["checks"]),
            "executable_memory" => vec![("grants", executable_memory::MAX_GRANTS)],
            "file_changes" => keyed(&["changes"]),
            "file_io" => keyed(&["transfers"]),
            "file_opens" => keyed(&["opens"]),
            "memory_calls" => vec![("requests", memory_calls::MAX_REQUESTS)],
            "net_accept" => keyed(&["peers"]),
            "net_bytes" => vec![("traffic", MAX_KEYS), ("names", net_bytes::MAX_NAMES)],
            "net_connect" => keyed(&["peers", "pending"]),
            "net_quality" => keyed(&["events", "spans", "queues"]),
            "process_exec" => keyed(&["programs"]),
            "process_exit" => keyed(&["ends"]),
            "process_fork" => vec![("sockets", self.sockets), ("paths", self.path_bytes)],
            "signals" => keyed(&["received"]),
            "syscalls" => vec![("outcomes", syscalls::entries(self.cpus))],
            _ => Vec::new(),
        }
    }
}
