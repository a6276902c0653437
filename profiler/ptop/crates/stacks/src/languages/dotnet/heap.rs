//! Methods that the runtime compiled: a map with half a byte for every 32 bytes of code says where methods begin, and in
//! front of each is a pointer to its header.

use super::layout::Layout;
use super::unwind::{Function, Unwind};
use crate::process::memory::Memory;

/// Bytes of code that one word of the map is for, and one of its half bytes.
const WORD_CODE_BYTES: u64 = 256;
const NIBBLE_CODE_BYTES: u64 = 32;
/// Words of the map read backwards: a method of 256 KB is the longest believed.
const WORDS: u64 = 1024;
/// Words read at once.
const BLOCK: u64 = 32;
/// Larger values in front of code are pointers to headers, and smaller ones kinds of stubs.
const LAST_STUB: u64 = 15;
/// Parts of a method with a frame of their own: handlers of exceptions.
const PARTS: u32 = 4096;

/// What is at an address of a heap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found {
    Method(Compiled),
    Stub,
}

/// A method that was compiled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Compiled {
    pub(super) start: u64,
    pub(super) header: u64,
    /// Its `MethodDesc`.
    pub(super) method: u64,
    /// How the part of it is left that contains the address.
    pub(super) function: Function,
}

/// What is at `address` in the `HeapList` at `heap`.
pub(super) fn find(memory: &Memory, layout: &Layout, heap: u64, address: u64) -> Option<Found> {
    let [start, _, base, map] = layout.heap.map(|offset| memory.u64(heap.wrapping_add(offset)));
    let (first, base, map) = (start?, base?, map?);
    let start = method_start(memory, (base, map), address).filter(|start| (first..=address).contains(start))?;
    let header = memory.u64(start.wrapping_sub(8))?;
    if header <= LAST_STUB {
        return Some(Found::Stub);
    }
    let [method, count, infos] = layout.header;
    let method = memory.u64(header.wrapping_add(method))?;
    let count = memory.u32(header.wrapping_add(count)).filter(|count| (1..=PARTS).contains(count))?;
    let infos = header.wrapping_add(infos);
    // Distances are from where the first one says that the method begins.
    let code = start.wrapping_sub(memory.u32(infos)?.into());
    let at = u32::try_from(address.wrapping_sub(code)).ok()?;
    let part = (0..u64::from(count)).rev().find_map(|number| {
        let info = infos.wrapping_add(number * 12);
        let begin = memory.u32(info)?;
        (begin <= at).then_some((begin, memory.u32(info.wrapping_add(8))?))
    });
    let (begin, unwind) = part?;
    let next = part_end(memory, infos, count, begin)?;
    let unwind = Unwind::read(memory, code, unwind)?;
    let function = Function { begin: code.wrapping_add(begin.into()), end: code.wrapping_add(next.into()), unwind };
    ((function.begin..function.end).contains(&address)).then_some(Found::Method(Compiled {
        start,
        header,
        method,
        function,
    }))
}

/// Where the part that begins at `begin` ends.
fn part_end(memory: &Memory, infos: u64, count: u32, begin: u32) -> Option<u32> {
    (0..u64::from(count)).find_map(|number| {
        let info = infos.wrapping_add(number * 12);
        (memory.u32(info)? == begin).then(|| memory.u32(info.wrapping_add(4)))?
    })
}

/// Where the method begins that contains an address: the nearest beginning at or before it.
///
/// Half bytes of a word count from its upper end, and say in four bytes where in their 32 a method begins, plus one.
/// Since .NET 10 a word whose lowest half byte is more than eight is in the middle of a long method, and says how far
/// from the base that begins.
fn method_start(memory: &Memory, (base, map): (u64, u64), address: u64) -> Option<u64> {
    let distance = address.checked_sub(base)?;
    let word = distance / WORD_CODE_BYTES;
    let lowest = word.saturating_sub(WORDS);
    let mut block = Vec::new();
    let mut block_start = word + 1;
    for at in (lowest..=word).rev() {
        if at < block_start {
            block_start = (at + 1).saturating_sub(BLOCK).max(lowest);
            let bytes = usize::try_from((at + 1 - block_start) * 4).ok()?;
            block = memory.bytes(map.wrapping_add(block_start * 4), bytes, bytes)?;
        }
        let offset = usize::try_from((at - block_start) * 4).ok()?;
        let value = u32::from_le_bytes(block.get(offset..offset + 4)?.try_into().ok()?);
        let lowest_nibble = value & 15;
        if lowest_nibble > 8 {
            return Some(base.wrapping_add(u64::from(value & !15) + u64::from(lowest_nibble - 9) * 4));
        }
        let begins = (0..8).rev().find_map(|nibble: u64| {
            let found = u64::from(value >> (28 - 4 * nibble) & 15);
            let begin = at * WORD_CODE_BYTES + nibble * NIBBLE_CODE_BYTES + found.checked_sub(1)? * 4;
            (begin <= distance).then_some(begin)
        });
        if let Some(begin) = begins {
            return Some(base.wrapping_add(begin));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::made::Made;
    use super::*;

    #[test]
    fn a_method_is_found_by_the_nibbles_before_an_address() {
        let mut made = Made::new();
        // Methods at 0x124 and 0x1e0, and one word without any behind them.
        let map = made.words32(&[0, 0x0200_0001, 0, 0]);
        let base = 0x7000_0000;
        let at = |address: u64| method_start(&made.memory(), (base, map), base + address).map(|found| found - base);
        assert_eq!(
            [0x123, 0x124, 0x1df, 0x1e0, 0x3ff].map(at),
            [None, Some(0x120 + 4), Some(0x124), Some(0x1e0), Some(0x1e0)]
        );
        assert_eq!(method_start(&made.memory(), (base, map), base - 1), None);
    }

    #[test]
    fn a_word_in_a_long_method_says_where_it_begins() {
        let mut made = Made::new();
        let map = made.words32(&[0, 0, 0x0000_104b]);
        let found = method_start(&made.memory(), (0x7000_0000, map), 0x7000_0250);
        assert_eq!(found, Some(0x7000_1048));
    }
}
