//! Which module's code an address is in: sorted ranges, each of which begins with the module's header (`struct ranges`
//! in `beam_ranges.c`).

use crate::process::memory::Memory;

/// Of a table: where its ranges are, how many, for how many there is room, and the one found last.
pub(super) const RECORD_WORDS: usize = 4;
pub(super) const RECORD_BYTES: usize = 32;
/// Ranges of one table that are believed: a large program has some thousand modules.
const MOST: u64 = 1 << 16;
const RANGE_BYTES: u64 = 16;
/// Addresses of programs.
const LOWEST: u64 = 1 << 16;

/// From a module's header to behind its code.
pub(super) type Range = (u64, u64);

/// Whether words look like such a table.
pub(super) fn is_record(words: &[u64]) -> bool {
    let &[first, count, room, middle] = words else { return false };
    let fits = (1..=MOST).contains(&count) && count <= room && room <= 4 * MOST;
    let offset = middle.wrapping_sub(first);
    fits && first >= LOWEST && first % 8 == 0 && offset % RANGE_BYTES == 0 && offset / RANGE_BYTES <= count
}

/// The ranges of a table. `None` when they are none: not in order, or gone.
pub(super) fn read(memory: &Memory, table: u64) -> Option<Vec<Range>> {
    let mut bytes = [0; RECORD_BYTES];
    memory.read_exact(table, &mut bytes)?;
    let words: [u64; RECORD_WORDS] =
        std::array::from_fn(|at| u64::from_le_bytes(bytes[8 * at..8 * at + 8].try_into().unwrap_or_default()));
    let [first, count, ..] = words;
    if !is_record(&words) {
        return None;
    }
    let most = (MOST * RANGE_BYTES) as usize;
    let bytes = memory.bytes(first, (count * RANGE_BYTES) as usize, most)?;
    let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().unwrap_or_default());
    let found: Vec<Range> = bytes.chunks_exact(16).map(|range| (word(&range[..8]), word(&range[8..]))).collect();
    let mut end = LOWEST;
    let is_sorted = found.iter().all(|range| {
        let follows = range.0 >= end && range.1 >= range.0 && range.0 % 8 == 0;
        end = range.1;
        follows
    });
    is_sorted.then_some(found)
}

/// The range that holds an address.
pub(super) fn holding(ranges: &[Range], address: u64) -> Option<Range> {
    let after = ranges.partition_point(|range| range.0 <= address);
    ranges.get(after.checked_sub(1)?).copied().filter(|range| address < range.1)
}
