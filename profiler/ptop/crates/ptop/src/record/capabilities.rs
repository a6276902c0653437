//! Capabilities that were checked.

use serde::Serialize;

use super::values::Blocks;

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
