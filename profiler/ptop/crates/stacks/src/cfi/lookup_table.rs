//! The binary search table of `.eh_frame_hdr`, searched where it lies. The
//! first key of each block of entries is remembered once read, so a search
//! costs one page of the table and no more memory than a key per page.

use crate::elf::Elf;
use crate::files::pages::PageCache;
use crate::files::source::Source;

const ENTRY_BYTES: u64 = 8;
const HEADER_BYTES: usize = 12;
/// Entries per remembered key: one page of the table.
const BLOCK: u64 = 512;
/// Keys remembered: enough for eight million functions. Bounds the memory that a lying header can ask for.
const BLOCKS: usize = 16_384;
const UNKNOWN: i32 = i32::MIN;

pub(crate) struct LookupTable {
    /// Link-time address of the header: keys and values are relative to it.
    base: u64,
    /// File offset of the first entry.
    offset: u64,
    entries: u64,
    first_keys: Vec<i32>,
}

impl LookupTable {
    /// `None` when the module has no table, or one of a form that linkers do not write.
    pub(crate) fn open(source: &Source, elf: &Elf) -> Option<LookupTable> {
        let segment = elf.unwind_table?;
        let mut header = [0; HEADER_BYTES];
        source.read_exact_at(segment.offset, &mut header)?;
        // Version 1; pointer to .eh_frame in four bytes of any base; count in four
        // unsigned bytes; entries as pairs of four signed bytes relative to the header.
        let [1, frame_pointer, 0x03, 0x3b, ..] = header else {
            return None;
        };
        if !matches!(frame_pointer & 0x0f, 0x03 | 0x0b) {
            return None;
        }
        let claimed = u32::from_le_bytes(header[8..].try_into().ok()?);
        let room = segment.file_bytes.checked_sub(HEADER_BYTES as u64)? / ENTRY_BYTES;
        let entries = u64::from(claimed).min(room);
        // A lying header must not make memory: the room is bounded by the file itself.
        let mut last = [0; 1];
        let end = segment.offset.checked_add(HEADER_BYTES as u64 + entries * ENTRY_BYTES)?;
        if entries == 0 || source.read_exact_at(end - 1, &mut last).is_none() {
            return None;
        }
        let blocks = usize::try_from(entries.div_ceil(BLOCK)).ok().filter(|blocks| *blocks <= BLOCKS)?;
        let first_keys = vec![UNKNOWN; blocks];
        Some(LookupTable { base: segment.address, offset: segment.offset + HEADER_BYTES as u64, entries, first_keys })
    }

    /// Link-time address of the entry of the last function that starts at or before `address`.
    pub(crate) fn find(&mut self, module: u16, source: &Source, pages: &mut PageCache, address: u64) -> Option<u64> {
        let key = i32::try_from(address.wrapping_sub(self.base) as i64).ok()?;
        let (mut low, mut high) = (0, self.first_keys.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.first_key(middle, source)? <= key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let block = (low as u64).checked_sub(1)?;
        let (mut low, mut high) = (block * BLOCK, self.entries.min((block + 1) * BLOCK));
        let mut entry = [0; ENTRY_BYTES as usize];
        let mut found = None;
        while low < high {
            let middle = low + (high - low) / 2;
            pages.read(module, source, self.offset + middle * ENTRY_BYTES, &mut entry)?;
            let [a, b, c, d, value @ ..] = entry;
            if i32::from_le_bytes([a, b, c, d]) <= key {
                found = Some(i32::from_le_bytes(value));
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Some(self.base.wrapping_add_signed(found?.into()))
    }

    fn first_key(&mut self, block: usize, source: &Source) -> Option<i32> {
        if self.first_keys[block] == UNKNOWN {
            let mut key = [0; 4];
            source.read_exact_at(self.offset + block as u64 * BLOCK * ENTRY_BYTES, &mut key)?;
            self.first_keys[block] = i32::from_le_bytes(key);
        }
        Some(self.first_keys[block])
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.first_keys.capacity() * 4
    }
}
