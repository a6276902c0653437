//! Typed access to hash and array maps.

use std::marker::PhantomData;

use libbpf_rs::{Error, MapCore, MapFlags, MapHandle};

use super::load_error::LoadError;
use crate::abi::{Plain, bytes, read};
use crate::registry::Manifest;

/// Of an array, values that are read with one call.
const VALUES_AT_A_TIME: u32 = 256;

/// A map of a probe. Every failure says which.
#[derive(Debug)]
struct Owned {
    map: MapHandle,
    manifest: &'static Manifest,
}

impl Owned {
    fn keys<K: Plain>(&self) -> Vec<K> {
        self.map.keys().map(|key| read(&key)).collect()
    }

    fn clear(&self) -> Result<(), LoadError> {
        let keys: Vec<Vec<u8>> = self.map.keys().collect();
        keys.iter().try_for_each(|key| self.forget(key))
    }

    fn forget(&self, key: &[u8]) -> Result<(), LoadError> {
        match self.map.delete(key) {
            Err(error) if error.kind() != libbpf_rs::ErrorKind::NotFound => Err(self.failed(&error)),
            _ => Ok(()),
        }
    }

    fn failed(&self, error: &Error) -> LoadError {
        let what = format!("using the map {}", self.map.name().to_string_lossy());
        LoadError::from_bpf(self.manifest, &what, error)
    }
}

/// A map with keys `K` and one value `V` for all CPUs.
#[derive(Debug)]
pub struct Table<K, V> {
    of: Owned,
    types: PhantomData<(K, V)>,
}

/// A map with keys `K` and a value `V` on each CPU.
#[derive(Debug)]
pub struct PerCpu<K, V> {
    of: Owned,
    types: PhantomData<(K, V)>,
}

/// A map of these types.
pub(super) fn checked<K: Plain, V: Plain>(
    manifest: &Manifest,
    map: MapHandle,
    name: &str,
) -> Result<MapHandle, LoadError> {
    if map.key_size() as usize != size_of::<K>() || map.value_size() as usize != size_of::<V>() {
        return Err(LoadError::mismatch(manifest, &format!("map {name} has another layout than this program expects")));
    }
    Ok(map)
}

impl<K: Plain, V: Plain> Table<K, V> {
    /// Wraps a map whose sizes were checked.
    pub(super) fn new(map: MapHandle, manifest: &'static Manifest) -> Self {
        Table { of: Owned { map, manifest }, types: PhantomData }
    }

    /// Value of a key.
    pub fn get(&self, key: &K) -> Result<Option<V>, LoadError> {
        let value = self.of.map.lookup(bytes(key), MapFlags::ANY).map_err(|error| self.of.failed(&error))?;
        Ok(value.map(|value| read(&value)))
    }

    /// Sets a key.
    pub fn put(&self, key: &K, value: &V) -> Result<(), LoadError> {
        self.of.map.update(bytes(key), bytes(value), MapFlags::ANY).map_err(|error| self.of.failed(&error))
    }

    /// Removes a key if it exists.
    pub fn forget(&self, key: &K) -> Result<(), LoadError> {
        self.of.forget(bytes(key))
    }

    /// Removes a key that exists.
    pub fn remove(&self, key: &K) -> Result<(), LoadError> {
        self.of.map.delete(bytes(key)).map_err(|error| self.of.failed(&error))
    }

    /// Every pair. Pairs that appear or vanish meanwhile may be missed.
    pub fn pairs(&self) -> Result<Vec<(K, V)>, LoadError> {
        let mut pairs = Vec::new();
        for key in self.of.keys::<K>() {
            if let Some(value) = self.get(&key)? {
                pairs.push((key, value));
            }
        }
        Ok(pairs)
    }

    /// Removes every key.
    pub fn clear(&self) -> Result<(), LoadError> {
        self.of.clear()
    }
}

impl<V: Plain> Table<u32, V> {
    /// Every value of an array, by its index.
    pub fn values(&self) -> Result<Vec<V>, LoadError> {
        let of = &self.of;
        let all = of.map.lookup_batch(VALUES_AT_A_TIME, MapFlags::ANY, MapFlags::ANY);
        let values: Vec<V> = all.map_err(|error| of.failed(&error))?.map(|(_, value)| read(&value)).collect();
        // The walk ends without a word where the kernel refuses it.
        if values.len() == of.map.max_entries() as usize {
            return Ok(values);
        }
        (0..of.map.max_entries()).map(|index| Ok(self.get(&index)?.unwrap_or_else(|| read(&[])))).collect()
    }
}

impl<K: Plain, V: Plain> PerCpu<K, V> {
    /// Wraps a map whose sizes were checked.
    pub(super) fn new(map: MapHandle, manifest: &'static Manifest) -> Self {
        PerCpu { of: Owned { map, manifest }, types: PhantomData }
    }

    /// Each CPU's value of a key.
    pub fn get(&self, key: &K) -> Result<Vec<V>, LoadError> {
        let values = self.of.map.lookup_percpu(bytes(key), MapFlags::ANY).map_err(|error| self.of.failed(&error))?;
        Ok(values.unwrap_or_default().iter().map(|value| read(value)).collect())
    }

    /// Sets a key to the same value on each CPU.
    pub fn put(&self, key: &K, value: &V) -> Result<(), LoadError> {
        let mut padded = bytes(value).to_vec();
        padded.truncate(self.of.map.value_size() as usize);
        libbpf_rs::num_possible_cpus()
            .and_then(|cpus| self.of.map.update_percpu(bytes(key), &vec![padded; cpus], MapFlags::ANY))
            .map_err(|error| self.of.failed(&error))
    }

    /// Every key with each CPU's value.
    pub fn pairs(&self) -> Result<Vec<(K, Vec<V>)>, LoadError> {
        let mut pairs = Vec::new();
        for key in self.of.keys::<K>() {
            let values = self.get(&key)?;
            if !values.is_empty() {
                pairs.push((key, values));
            }
        }
        Ok(pairs)
    }

    /// Removes every key.
    pub fn clear(&self) -> Result<(), LoadError> {
        self.of.clear()
    }
}
