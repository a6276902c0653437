//! Kernel memory that the maps of probes take, before they exist. The kernel's own sums (`map_mem_usage` of each
//! type) without their heads; what is allocated as it is used counts as if all of it were.

use libbpf_rs::MapType;

use super::group::Group;
use crate::registry::Manifest;

/// Bytes of an element of a hash beside its key and value, and of a bucket.
const ELEMENT_BYTES: u64 = 48;
const BUCKET_BYTES: u64 = 16;
/// What a thread's own storage takes beside the value.
const STORAGE_BYTES: u64 = 64;
/// Threads counted for maps that have a value for each of the target's.
const THREADS: u64 = 4096;

/// Declared size of a map.
#[derive(Debug, Clone, Copy)]
struct Shape {
    kind: MapType,
    key: u64,
    value: u64,
    entries: u64,
}

/// Bytes of the maps that loading these probes would create. `sizes` overrides the number of entries by name.
///
/// # Errors
/// When libbpf cannot read the object.
pub fn map_bytes(probes: &[&Manifest], sizes: &[(&str, u32)], cpus: usize) -> Result<u64, libbpf_rs::Error> {
    let open = Group::open()?;
    let made = open.maps().filter(|map| probes.iter().any(|probe| probe.maps.iter().any(|name| map.name() == *name)));
    let bytes = made.map(|map| {
        let given = sizes.iter().find(|(name, _)| map.name() == *name);
        let shape = Shape {
            kind: map.map_type(),
            key: map.key_size().into(),
            value: map.value_size().into(),
            entries: given.map_or(map.max_entries(), |(_, entries)| *entries).into(),
        };
        bytes_of(shape, cpus as u64)
    });
    Ok(bytes.sum())
}

fn bytes_of(shape: Shape, cpus: u64) -> u64 {
    let Shape { kind, key, value, entries } = shape;
    let (key, value) = (key.next_multiple_of(8), value.next_multiple_of(8));
    let buckets = entries.next_power_of_two() * BUCKET_BYTES;
    match kind {
        MapType::Array => entries * value,
        MapType::PercpuArray => entries * (8 + value * cpus),
        // Each CPU has an element in hand.
        MapType::Hash => buckets + (entries + cpus) * (ELEMENT_BYTES + key + value),
        MapType::LruHash => buckets + entries * (ELEMENT_BYTES + key + value),
        MapType::PercpuHash => buckets + entries * (ELEMENT_BYTES + key + 8 + value * cpus),
        MapType::TaskStorage => THREADS * (STORAGE_BYTES + value),
        MapType::RingBuf => entries,
        _ => entries * 8,
    }
}

#[cfg(test)]
mod tests {
    use super::{MapType, Shape, bytes_of};

    #[test]
    fn each_kind_of_map_takes_what_the_kernel_says() {
        let of = |kind| bytes_of(Shape { kind, key: 4, value: 12, entries: 100 }, 2);
        let kinds = [MapType::Array, MapType::PercpuArray, MapType::Hash, MapType::PercpuHash, MapType::PerfEventArray];
        assert_eq!(kinds.map(of), [1600, 4000, 2048 + 102 * 72, 2048 + 100 * 96, 800]);
    }
}
