//! Memory asked of allocators.

use serde::Serialize;

use super::stacks::Sites;
use super::values::Blocks;

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
