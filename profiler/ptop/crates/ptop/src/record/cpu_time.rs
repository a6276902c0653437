//! Time on the CPU.

use serde::Serialize;

use super::values::Blocks;

#[derive(Debug, Serialize)]
pub struct CpuTime {
    pub total_ns: u64,
    pub blocks_ns: Blocks,
    pub threads: Vec<ThreadTime>,
}

#[derive(Debug, Serialize)]
pub struct ThreadTime {
    pub comm: String,
    pub threads: u64,
    pub ns: u64,
}
