//! Waits for locks.

use serde::Serialize;

use super::stacks::WaitStacks;
use super::values::{Blocks, as_list};
use crate::abi::LATENCY_BUCKETS;

#[derive(Debug, Serialize)]
pub struct Locks {
    pub waits: Vec<FutexWait>,
    pub stacks: WaitStacks,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernel: Option<Vec<KernelLock>>,
    pub cut: u64,
}

#[derive(Debug, Serialize)]
pub struct FutexWait {
    pub operation: &'static str,
    pub outcome: String,
    pub count: u64,
    pub total_ns: u64,
    #[serde(serialize_with = "as_list")]
    pub hist: [u64; LATENCY_BUCKETS],
    pub blocks: Blocks,
}

#[derive(Debug, Serialize)]
pub struct KernelLock {
    pub kind: &'static str,
    pub count: u64,
    pub total_ns: u64,
    #[serde(serialize_with = "as_list")]
    pub hist: [u64; LATENCY_BUCKETS],
    pub blocks: Blocks,
}
