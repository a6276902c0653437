//! Time on the CPU, and waits: off the CPU, and for locks.

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

#[derive(Debug, Serialize)]
pub struct Locks {
    pub waits: Vec<FutexWait>,
    pub stacks: WaitStacks,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernel: Option<Vec<KernelLock>>,
    /// Absent where no program of Go was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goroutines: Option<GoroutineWaits>,
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

/// Waits of goroutines, which block no thread.
#[derive(Debug, Serialize)]
pub struct GoroutineWaits {
    pub waits: Vec<GoLock>,
    pub stacks: WaitStacks,
    pub processes: GoProcesses,
    /// Versions of Go whose programs were not understood.
    pub unread: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct GoLock {
    pub lock: &'static str,
    pub count: u64,
    pub total_ns: u64,
    #[serde(serialize_with = "as_list")]
    pub hist: [u64; LATENCY_BUCKETS],
    pub blocks: Blocks,
}

/// `late`: not from the window's start on.
#[derive(Debug, Default, Clone, Copy, Serialize)]
pub struct GoProcesses {
    pub watched: u64,
    pub late: u64,
}
