//! Methods that were compiled before the program ran (ReadyToRun): an image has a sorted table of its functions, and the
//! runtime a map from where those begin that it has prepared to their methods.

use super::layout::Layout;
use super::ranges::Section;
use super::unwind::{Function, Unwind};
use crate::process::memory::Memory;

/// Bytes of an entry of the table.
const ENTRY_BYTES: u64 = 12;
/// Functions of an image believed.
const FUNCTIONS: u32 = 1 << 24;
/// Parts of a method behind its beginning: handlers of exceptions.
const PARTS: u32 = 512;
/// Buckets of the map, and those asked for one entry.
const BUCKETS: u64 = 1 << 22;
const PROBES: usize = 64;
const BUCKET_BYTES: u64 = 64;
const SLOTS: u64 = 4;
/// The highest bit of a bucket's first value says that entries that belong there are elsewhere.
const COLLISION: u64 = 1 << 63;

/// A function of an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ready {
    /// Its `MethodDesc`, where it is known.
    pub(super) method: Option<u64>,
    pub(super) function: Function,
}

/// The function at an address of precompiled code that belongs to a `Module`.
pub(super) fn find(memory: &Memory, layout: &Layout, section: &Section, module: u64, address: u64) -> Option<Ready> {
    let [composite, count, functions, cold_count, cold, buckets] = layout.ready_info;
    let own = memory.u64(module.wrapping_add(layout.ready))?;
    let info = memory.u64(own.wrapping_add(composite)).filter(|info| *info != 0)?;
    let count = memory.u32(info.wrapping_add(count)).filter(|count| *count <= FUNCTIONS)?;
    let functions = memory.u64(info.wrapping_add(functions))?;
    let base = section.begin;
    let at = u32::try_from(address.checked_sub(base)?).ok()?;
    let entry = |number: u32| functions.wrapping_add(u64::from(number) * ENTRY_BYTES);
    // The last that begins at or before the address.
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low + (high - low) / 2;
        if memory.u32(entry(middle))? <= at {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    let number = low.checked_sub(1)?;
    let (begin, end) = (memory.u32(entry(number))?, memory.u32(entry(number).wrapping_add(4))?);
    (begin..end).contains(&at).then_some(())?;
    let unwind = Unwind::read(memory, base, memory.u32(entry(number).wrapping_add(8))?)?;
    let function = Function { begin: base + u64::from(begin), end: base + u64::from(end), unwind };
    let colds = (memory.u32(info.wrapping_add(cold_count))?, memory.u64(info.wrapping_add(cold))?);
    let method = hot(memory, colds, number).and_then(|hot| {
        let buckets = memory.u64(info.wrapping_add(buckets))?;
        // A method's first part is its entry, and the others follow.
        (0..PARTS.min(hot + 1)).find_map(|back| {
            let begin = memory.u32(entry(hot - back))?;
            method_of(memory, buckets, base + u64::from(begin))
        })
    });
    Some(Ready { method, function })
}

/// The part that a cold part of a method belongs to; itself, where it is none. Pairs of a cold and a hot one, sorted.
fn hot(memory: &Memory, (count, pairs): (u32, u64), number: u32) -> Option<u32> {
    let count = count / 2;
    if count == 0 {
        return Some(number);
    }
    let pair = |index: u32| {
        let at = pairs.wrapping_add(u64::from(index) * 8);
        Some((memory.u32(at)?, memory.u32(at.wrapping_add(4))?))
    };
    if number < pair(0)?.0 {
        return Some(number);
    }
    let (mut low, mut high) = (0, count.min(FUNCTIONS));
    while low < high {
        let middle = low + (high - low) / 2;
        if pair(middle)?.0 <= number {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    pair(low.checked_sub(1)?).map(|(_, hot)| hot)
}

/// The method of an entry, in the runtime's hash table (`hash.h`): buckets of four keys and four values, the number of
/// buckets in the first of them.
fn method_of(memory: &Memory, buckets: u64, entry: u64) -> Option<u64> {
    let count = memory.u64(buckets).filter(|count| (2..=BUCKETS).contains(count))?;
    let mut seed = (entry >> 2) as u32;
    let step = 1 + ((entry >> 5) as u32).wrapping_add(1) % (count as u32 - 1);
    for _ in 0..PROBES {
        let bucket = buckets.wrapping_add(BUCKET_BYTES * (1 + u64::from(seed) % count));
        let word = |number: u64| memory.u64(bucket.wrapping_add(number * 8));
        for slot in 0..SLOTS {
            if word(slot)? == entry {
                // Stored without its lowest bit, which is zero.
                return Some(word(SLOTS + slot)? << 1);
            }
        }
        if word(SLOTS)? & COLLISION == 0 {
            return None;
        }
        seed = seed.wrapping_add(step);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::made::Made;
    use super::*;

    #[test]
    fn an_entry_is_found_where_collisions_led_to() {
        let mut made = Made::new();
        let (entry, other) = (0x7f00_1230_u64, 0x7f00_0000_u64);
        let (count, seed) = (5_u64, u64::from((entry >> 2) as u32));
        let step = u64::from(1 + ((entry >> 5) as u32 + 1) % (count as u32 - 1));
        let mut words = vec![0; 8 * (1 + count as usize)];
        words[0] = count;
        let first = 8 * (1 + (seed % count) as usize);
        words[first..first + 4].fill(other);
        words[first + 4] = COLLISION;
        let second = 8 * (1 + ((seed + step) % count) as usize);
        words[second + 1] = entry;
        words[second + 5] = 0x5000_1000 >> 1;
        let buckets = made.words(&words);
        let memory = made.memory();
        assert_eq!([entry, entry + 4].map(|entry| method_of(&memory, buckets, entry)), [Some(0x5000_1000), None]);
        assert_eq!(
            [0, 1, u64::MAX].map(|count| {
                made.write(buckets, &count.to_le_bytes());
                method_of(&made.memory(), buckets, entry)
            }),
            [None; 3]
        );
    }

    #[test]
    fn a_cold_part_leads_to_its_hot_one() {
        let mut made = Made::new();
        let pairs = made.words32(&[100, 3, 104, 20]);
        let memory = made.memory();
        let found = [5, 100, 103, 104, 200].map(|number| hot(&memory, (4, pairs), number));
        assert_eq!(found, [5, 3, 3, 20, 20].map(Some));
        assert_eq!(hot(&memory, (0, 0), 7), Some(7));
    }
}
