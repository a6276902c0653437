//! What was done with files: opened, changed, and moved to and from them.

use serde::Serialize;

use super::values::{Blocks, as_list};
use crate::abi::LATENCY_BUCKETS;

#[derive(Debug, Serialize)]
pub struct Files {
    pub opens: Vec<Open>,
    pub cut: u64,
}

#[derive(Debug, Serialize)]
pub struct Open {
    pub path: String,
    pub op: &'static str,
    pub outcome: String,
    pub count: u64,
    pub blocks: Blocks,
}

#[derive(Debug, Serialize)]
pub struct FileChanges {
    pub changes: Vec<Changed>,
    pub cut: u64,
}

#[derive(Debug, Serialize)]
pub struct Changed {
    pub path: String,
    pub op: &'static str,
    pub outcome: String,
    pub count: u64,
    pub blocks: Blocks,
}

#[derive(Debug, Serialize)]
pub struct FileIo {
    pub transfers: Vec<Moved>,
    pub cut: u64,
}

#[derive(Debug, Serialize)]
pub struct Moved {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    pub kind: &'static str,
    pub op: &'static str,
    pub outcome: String,
    pub count: u64,
    /// Calls that were timed; the rest is as these.
    pub timed: u64,
    pub bytes: u64,
    pub total_ns: u64,
    #[serde(serialize_with = "as_list")]
    pub hist: [u64; LATENCY_BUCKETS],
    pub blocks: Blocks,
}
