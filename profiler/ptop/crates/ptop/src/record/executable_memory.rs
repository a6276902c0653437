//! Memory that was made executable.

use serde::Serialize;

use super::values::Blocks;

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
