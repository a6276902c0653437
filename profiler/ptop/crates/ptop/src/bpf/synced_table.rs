//! A table of the BPF programs that the collector keeps up to date.

use std::collections::BTreeMap;

use super::table::Table;
use crate::abi::Plain;

/// A table with what was last written to it.
pub struct SyncedTable<K, V> {
    table: Table<K, V>,
    written: BTreeMap<K, V>,
}

impl<K: Plain + Ord, V: Plain + PartialEq> SyncedTable<K, V> {
    /// Of an empty table.
    pub fn new(table: Table<K, V>) -> SyncedTable<K, V> {
        SyncedTable { table, written: BTreeMap::new() }
    }

    /// Writes what is different. Returns whether all of it is written; what is not is tried again the next time.
    pub fn sync(&mut self, wanted: &BTreeMap<K, V>) -> bool {
        let table = &self.table;
        self.written.retain(|key, _| wanted.contains_key(key) || table.remove(key).is_err());
        for (key, value) in wanted {
            if self.written.get(key) != Some(value) && table.put(key, value).is_ok() {
                self.written.insert(*key, *value);
            }
        }
        self.written == *wanted
    }
}
