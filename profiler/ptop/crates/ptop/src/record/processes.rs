//! Programs that were started, and processes that ended.

use serde::Serialize;

use super::values::Blocks;

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
