//! Signals that were received.

use serde::Serialize;

use super::values::Blocks;

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
