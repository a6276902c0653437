//! Numbers of rows that stand elsewhere, found by what the rows hold: a table of its own for the keys would
//! hold them again.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

use hashbrown::HashTable;

/// The numbers. Every call says how to tell a row's key by its number.
#[derive(Default)]
pub struct Numbers(HashTable<u32>);

/// The same for the same key in every run.
pub fn hash(key: &impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(key)
}

impl Numbers {
    /// The number of the row with this key.
    pub fn find<K: Hash + Eq>(&self, key: &K, key_of: impl Fn(u32) -> K) -> Option<u32> {
        self.0.find(hash(key), |number| key_of(*number) == *key).copied()
    }

    /// Adds a row whose key no other has.
    pub fn insert<K: Hash>(&mut self, key: &K, number: u32, key_of: impl Fn(u32) -> K) {
        self.0.insert_unique(hash(key), number, |number| hash(&key_of(*number)));
    }
}
