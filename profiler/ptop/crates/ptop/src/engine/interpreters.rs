//! Keeps the programs that take stacks informed about the target's Python interpreters.

use crate::abi::python::Python;
use crate::bpf::{SyncedTable, Table};
use crate::profile::Profile;

/// Processes with an interpreter that the programs know; stacks of further ones are native only.
const MAX_PYTHONS: usize = 256;

/// The interpreters that the programs know.
pub struct Pythons(SyncedTable<u32, Python>);

impl Pythons {
    /// None yet.
    pub fn new(table: Table<u32, Python>) -> Pythons {
        Pythons(SyncedTable::new(table))
    }

    /// Writes what is new. Until the programs know an interpreter, the stacks of its process are native only, and
    /// counted so.
    pub fn sync(&mut self, profile: &mut Profile) {
        self.0.sync(&profile.pythons(MAX_PYTHONS));
    }
}
