//! System calls.

use serde::Serialize;

use super::values::{Blocks, as_list};
use crate::abi::LATENCY_BUCKETS;

#[derive(Debug, Serialize)]
pub struct Syscalls {
    pub calls: Vec<Call>,
    pub cut: u64,
}

#[derive(Debug, Serialize)]
pub struct Call {
    pub name: String,
    pub outcome: String,
    pub count: u64,
    /// Calls that were timed; the rest is as these.
    pub timed: u64,
    pub total_ns: u64,
    #[serde(serialize_with = "as_list")]
    pub hist: [u64; LATENCY_BUCKETS],
    pub blocks: Blocks,
}
