//! Memory: page faults, what is resident, what is asked of the kernel and of allocators.

use serde::Serialize;

use super::stacks::Sites;
use super::values::Blocks;

#[derive(Debug, Default, Serialize)]
pub struct TargetMemory {
    pub faults: Faults,
    pub resident: Resident,
    pub fault_sites: Sites,
    pub requests: Vec<Request>,
    pub growth_sites: Sites,
    pub cut: u64,
}

#[derive(Debug, Default, Clone, Copy, Serialize)]
pub struct Faults {
    pub user: u64,
    pub kernel: u64,
    pub blocks: Blocks,
    pub major: u64,
    pub major_blocks: Blocks,
}

#[derive(Debug, Default, Serialize)]
pub struct Resident {
    pub kinds: Vec<ResidentKind>,
    pub highest_bytes: u64,
    pub blocks_bytes: Blocks,
    pub uncertain_bytes: u64,
}

#[derive(Debug, Serialize)]
pub struct ResidentKind {
    pub kind: &'static str,
    pub first_bytes: u64,
    pub last_bytes: u64,
    pub highest_bytes: u64,
}

#[derive(Debug, Serialize)]
pub struct Request {
    pub call: &'static str,
    pub change: &'static str,
    pub area: &'static str,
    pub outcome: String,
    pub count: u64,
    pub bytes: u64,
    pub blocks: Blocks,
    pub bytes_blocks: Blocks,
}

#[derive(Debug, Serialize)]
pub struct Allocations {
    pub functions: Vec<AllocationFunction>,
    pub sites: Sites,
    pub processes: AllocatingProcesses,
    pub failures_from_bytes: u64,
    pub cut: u64,
}

#[derive(Debug, Serialize)]
pub struct AllocationFunction {
    pub function: &'static str,
    pub module: String,
    pub count: u64,
    pub bytes: u64,
    pub failed: u64,
    pub blocks: Blocks,
    pub bytes_blocks: Blocks,
}

#[derive(Debug, Default, Clone, Copy, Serialize)]
pub struct AllocatingProcesses {
    pub watched: u64,
    pub late: u64,
    pub unwatched: u64,
}
