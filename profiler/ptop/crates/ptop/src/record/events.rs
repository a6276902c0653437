//! What the target did, by how often: programs started and processes ended, system calls, signals, capabilities
//! checked, memory made executable.

use serde::Serialize;

use super::values::{Blocks, as_list};
use crate::abi::LATENCY_BUCKETS;

#[derive(Debug, Default, Serialize)]
pub struct Processes {
    pub programs: Vec<Program>,
    pub exits: Vec<Ended>,
    pub cut: u64,
}

#[derive(Debug, Serialize)]
pub struct Program {
    pub path: String,
    pub file: &'static str,
    pub count: u64,
    pub blocks: Blocks,
}

#[derive(Debug, Serialize)]
pub struct Ended {
    pub comm: String,
    pub outcome: String,
    pub count: u64,
    pub blocks: Blocks,
}

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

#[derive(Debug, Serialize)]
pub struct Signals {
    pub received: Vec<Signal>,
    pub cut: u64,
}

#[derive(Debug, Serialize)]
#[allow(clippy::struct_field_names, reason = "the record's schema names the field")]
pub struct Signal {
    pub signal: String,
    pub sender: &'static str,
    pub comm: String,
    pub outcome: &'static str,
    pub count: u64,
    pub blocks: Blocks,
}

#[derive(Debug, Serialize)]
pub struct Capabilities {
    pub checks: Vec<Check>,
    pub cut: u64,
}

#[derive(Debug, Serialize)]
pub struct Check {
    pub capability: String,
    pub outcome: &'static str,
    pub call: String,
    pub user_namespace: &'static str,
    pub purpose: &'static str,
    pub count: u64,
    pub blocks: Blocks,
}

#[derive(Debug, Serialize)]
pub struct ExecutableMemory {
    pub grants: Vec<Grant>,
    pub cut: u64,
}

#[derive(Debug, Serialize)]
pub struct Grant {
    pub call: &'static str,
    pub area: &'static str,
    pub writable: bool,
    pub outcome: String,
    pub count: u64,
    pub blocks: Blocks,
}
