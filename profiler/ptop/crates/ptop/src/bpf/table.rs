//! Typed access to hash and array maps.

use std::marker::PhantomData;

use libbpf_rs::{Error, MapCore, MapFlags, MapHandle};

use crate::abi::{Plain, bytes, read};

/// A map with keys `K` and one value `V` for all CPUs.
#[derive(Debug)]
pub struct Table<K, V> {
    map: MapHandle,
    types: PhantomData<(K, V)>,
}

/// A map with keys `K` and a value `V` on each CPU.
#[derive(Debug)]
pub struct PerCpu<K, V> {
    map: MapHandle,
    types: PhantomData<(K, V)>,
}

fn keys<K: Plain>(map: &MapHandle) -> Vec<K> {
    map.keys().map(|key| read(&key)).collect()
}

fn clear(map: &MapHandle) -> Result<(), Error> {
    let keys: Vec<Vec<u8>> = map.keys().collect();
    for key in keys {
        match map.delete(&key) {
            Err(error) if error.kind() != libbpf_rs::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

impl<K: Plain, V: Plain> Table<K, V> {
    /// Wraps a map whose sizes were checked.
    pub(super) fn new(map: MapHandle) -> Self {
        Table { map, types: PhantomData }
    }

    /// Value of a key.
    pub fn get(&self, key: &K) -> Result<Option<V>, Error> {
        Ok(self.map.lookup(bytes(key), MapFlags::ANY)?.map(|value| read(&value)))
    }

    /// Sets a key.
    pub fn put(&self, key: &K, value: &V) -> Result<(), Error> {
        self.map.update(bytes(key), bytes(value), MapFlags::ANY)
    }

    /// Removes a key that exists.
    pub fn remove(&self, key: &K) -> Result<(), Error> {
        self.map.delete(bytes(key))
    }

    /// Every pair. Pairs that appear or vanish meanwhile may be missed.
    pub fn pairs(&self) -> Result<Vec<(K, V)>, Error> {
        let mut pairs = Vec::new();
        for key in keys::<K>(&self.map) {
            if let Some(value) = self.get(&key)? {
                pairs.push((key, value));
            }
        }
        Ok(pairs)
    }

    /// Removes every key.
    pub fn clear(&self) -> Result<(), Error> {
        clear(&self.map)
    }
}

impl<K: Plain, V: Plain> PerCpu<K, V> {
    /// Wraps a map whose sizes were checked.
    pub(super) fn new(map: MapHandle) -> Self {
        PerCpu { map, types: PhantomData }
    }

    /// Each CPU's value of a key.
    pub fn get(&self, key: &K) -> Result<Vec<V>, Error> {
        let values = self.map.lookup_percpu(bytes(key), MapFlags::ANY)?.unwrap_or_default();
        Ok(values.iter().map(|value| read(value)).collect())
    }

    /// Sets a key to the same value on each CPU.
    pub fn put(&self, key: &K, value: &V) -> Result<(), Error> {
        let mut padded = bytes(value).to_vec();
        padded.truncate(self.map.value_size() as usize);
        let values = vec![padded; libbpf_rs::num_possible_cpus()?];
        self.map.update_percpu(bytes(key), &values, MapFlags::ANY)
    }

    /// Every key with each CPU's value.
    pub fn pairs(&self) -> Result<Vec<(K, Vec<V>)>, Error> {
        let mut pairs = Vec::new();
        for key in keys::<K>(&self.map) {
            let values = self.get(&key)?;
            if !values.is_empty() {
                pairs.push((key, values));
            }
        }
        Ok(pairs)
    }

    /// Removes every key.
    pub fn clear(&self) -> Result<(), Error> {
        clear(&self.map)
    }
}
