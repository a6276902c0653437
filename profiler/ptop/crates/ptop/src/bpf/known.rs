//! What a table of the programs was told.

use std::collections::BTreeMap;

use super::table::Table;
use crate::abi::Plain;

/// A table that follows what is wanted in it.
pub struct Known<K, V> {
    table: Table<K, V>,
    told: BTreeMap<K, V>,
}

impl<K: Plain + Ord, V: Plain + PartialEq> Known<K, V> {
    /// Of an empty table.
    pub fn new(table: Table<K, V>) -> Known<K, V> {
        Known { table, told: BTreeMap::new() }
    }

    /// Changes what is different. Returns whether all of it is told; what is not is tried again the next time.
    pub fn tell(&mut self, wanted: &BTreeMap<K, V>) -> bool {
        let table = &self.table;
        self.told.retain(|key, _| wanted.contains_key(key) || table.remove(key).is_err());
        for (key, value) in wanted {
            if self.told.get(key) != Some(value) && table.put(key, value).is_ok() {
                self.told.insert(*key, *value);
            }
        }
        self.told == *wanted
    }
}
