//! The code heaps: which blob of code an address lies in. `HotSpot` finds that
//! through a map with one byte for each segment of a heap, which says how far back
//! the start of the block is; so it is found here.

use super::blob::{Blob, Kinds};
use super::layout::Layout;
use crate::process::memory::Memory;

/// Heaps believed; there are one to three.
const HEAPS: usize = 8;
/// Most bytes of one heap believed: four times what a machine may reserve for code.
const HEAP_BYTES: u64 = 8 << 30;
/// A segment that belongs to no block.
const FREE: u8 = 0xff;
/// Bytes of the map read at once, backwards.
const MAP_BYTES: usize = 1024;
/// Times the map is read for one address: a block of 8 MB has a tenth of that.
const MAP_READS: usize = 1024;
/// Blobs remembered.
const BLOBS: usize = 2048;

#[derive(Debug, Clone, Copy)]
struct Heap {
    low: u64,
    high: u64,
    map: u64,
    segment_shift: u32,
}

/// The heaps, and the blobs seen in them.
pub(super) struct Heaps {
    heaps: Vec<Heap>,
    /// Sorted by their start.
    blobs: Vec<Blob>,
}

impl Heaps {
    pub(super) fn new() -> Heaps {
        Heaps { heaps: Vec::new(), blobs: Vec::new() }
    }

    /// Reads where the heaps are. They are made once, when the machine starts.
    pub(super) fn read(&mut self, layout: &Layout, memory: &Memory) {
        if self.heaps.is_empty() {
            self.heaps = heaps(layout, memory).unwrap_or_default();
        }
    }

    pub(super) fn is_ready(&self) -> bool {
        !self.heaps.is_empty()
    }

    /// Whether the address is in a heap.
    pub(super) fn contains(&self, address: u64) -> bool {
        self.heap(address).is_some()
    }

    fn heap(&self, address: u64) -> Option<&Heap> {
        self.heaps.iter().find(|heap| (heap.low..heap.high).contains(&address))
    }

    /// The blob whose code contains the address. What is remembered is compared with the memory first,
    /// because code is thrown away and its place used again; as long as nothing else is there, a sample
    /// taken before is still about what was.
    pub(super) fn blob(&mut self, address: u64, layout: &Layout, memory: &Memory, kinds: &mut Kinds) -> Option<Blob> {
        let after = self.blobs.partition_point(|blob| blob.start <= address);
        let known = after.checked_sub(1).and_then(|at| self.blobs.get(at)).filter(|blob| address < blob.end).copied();
        if known.is_some_and(|blob| blob.is_still_there(layout, memory)) {
            return known;
        }
        let found = self.block(address, layout, memory).and_then(|start| Blob::read(start, layout, memory, kinds));
        let Some(blob) = found.filter(|blob| (blob.start..blob.end).contains(&address)) else { return known };
        if self.blobs.len() >= BLOBS {
            self.blobs.clear();
        }
        // Blobs do not overlap; what does is old.
        self.blobs.retain(|old| old.end <= blob.start || blob.end <= old.start);
        let at = self.blobs.partition_point(|old| old.start < blob.start);
        self.blobs.insert(at, blob);
        Some(blob)
    }

    /// Start of the blob in the used block that contains the address.
    fn block(&self, address: u64, layout: &Layout, memory: &Memory) -> Option<u64> {
        let heap = self.heap(address)?;
        let mut segment = (address - heap.low) >> heap.segment_shift;
        let mut map = [0; MAP_BYTES];
        for _ in 0..MAP_READS {
            let first = segment.saturating_sub(MAP_BYTES as u64 - 1);
            let count = (segment - first + 1) as usize;
            memory.read_exact(heap.map.checked_add(first)?, &mut map[..count])?;
            let mut at = count - 1;
            loop {
                match map[at] {
                    FREE => return None,
                    0 => return used_block(heap, first + at as u64, layout, memory),
                    back => {
                        if let Some(before) = at.checked_sub(usize::from(back)) {
                            at = before;
                            continue;
                        }
                        // The start is before what was read.
                        segment = (first + at as u64).checked_sub(u64::from(back))?;
                        break;
                    }
                }
            }
        }
        None
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.heaps.capacity() * size_of::<Heap>() + self.blobs.capacity() * size_of::<Blob>()
    }
}

fn used_block(heap: &Heap, segment: u64, layout: &Layout, memory: &Memory) -> Option<u64> {
    let block = heap.low.checked_add(segment << heap.segment_shift)?;
    let is_used = layout.block_used.at(memory, block)? != 0;
    block.checked_add(layout.block_bytes).filter(|_| is_used)
}

fn heaps(layout: &Layout, memory: &Memory) -> Option<Vec<Heap>> {
    let list = memory.u64(layout.heaps).filter(|list| *list != 0)?;
    let count = usize::try_from(layout.list_count.at(memory, list)?).ok().filter(|count| *count <= HEAPS)?;
    let items = layout.list_items.at(memory, list)? as u64;
    let mut heaps = Vec::new();
    for index in 0..count as u64 {
        let heap = memory.u64(items.checked_add(8 * index)?)?;
        let space = heap.checked_add(layout.heap_memory as u64)?;
        let map = heap.checked_add(layout.heap_map as u64)?;
        let low = layout.space_low.at(memory, space)? as u64;
        let high = layout.space_high.at(memory, space)? as u64;
        let segment_shift = layout.heap_segment.at(memory, heap)?;
        let is_sane = low != 0 && low < high && high - low <= HEAP_BYTES && (3..=20).contains(&segment_shift);
        if !is_sane {
            return None;
        }
        let map = layout.space_low.at(memory, map)? as u64;
        heaps.push(Heap { low, high, map, segment_shift: segment_shift as u32 });
    }
    Some(heaps)
}
