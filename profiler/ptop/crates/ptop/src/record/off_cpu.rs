//! Waits off the CPU.

use serde::Serialize;

use super::stacks::WaitStacks;
use super::values::{Blocks, as_list};
use crate::abi::LATENCY_BUCKETS;

#[derive(Debug, Serialize)]
pub struct OffCpu {
    pub reasons: Vec<OffReason>,
    pub calls: Vec<BlockingCall>,
    pub threads: Vec<ThreadWaits>,
    pub threshold_ns: u64,
    pub stack_ns: u64,
    pub without_stack_ns: u64,
    pub stacks: WaitStacks,
    pub cut: u64,
}

#[derive(Debug, Serialize)]
pub struct OffReason {
    pub reason: &'static str,
    pub count: u64,
    pub unfinished: u64,
    pub total_ns: u64,
    #[serde(serialize_with = "as_list")]
    pub hist: [u64; LATENCY_BUCKETS],
    pub blocks_ns: Blocks,
}

#[derive(Debug, Serialize)]
pub struct BlockingCall {
    pub name: String,
    pub reason: &'static str,
    pub count: u64,
    pub total_ns: u64,
    #[serde(serialize_with = "as_list")]
    pub hist: [u64; LATENCY_BUCKETS],
    pub blocks: Blocks,
}

#[derive(Debug, Serialize)]
#[allow(clippy::struct_field_names, reason = "the record's schema names the fields")]
pub struct ThreadWaits {
    pub comm: String,
    pub threads: u64,
    pub blocked_ns: u64,
    pub runnable_ns: u64,
}
