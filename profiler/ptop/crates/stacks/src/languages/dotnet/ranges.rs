//! Whose an address is: the runtime's map of the memory in which it has code. Five levels of 256 entries, each of which
//! leads to the pieces of ranges within 128 KiB (`RangeSectionMap` in `codeman.h`).

use super::layout::Layout;
use crate::process::memory::Memory;

const LEVELS: u32 = 5;
const LEVEL_BITS: u32 = 8;
const LAST_BITS: u32 = 17;
/// Pieces of ranges at one entry that are read.
const FRAGMENTS: usize = 64;

/// A range that may be unloaded again.
const COLLECTIBLE: u32 = 1;
/// A range with compiled methods.
const CODE_HEAP: u32 = 2;
/// A range with stubs only.
const STUBS: u32 = 4;

/// What is in a range of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Held {
    /// Methods that the runtime compiled, in this `HeapList`.
    Heap(u64),
    /// Methods that were compiled before it ran, of this `Module`.
    Ready(u64),
    /// Small pieces of its own that lead to methods.
    Stubs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Section {
    pub(super) begin: u64,
    pub(super) end: u64,
    pub(super) held: Held,
    /// Whether what is there may be gone, and something else there, a moment later.
    pub(super) is_collectible: bool,
}

/// The range that contains an address, by the map at `map`.
pub(super) fn find(memory: &Memory, layout: &Layout, map: u64, address: u64) -> Option<Section> {
    let mut table = map;
    for level in (0..LEVELS).rev() {
        let index = address >> (LAST_BITS + LEVEL_BITS * level) & 0xff;
        // The lowest bit says that it may be unloaded.
        table = memory.u64(table.wrapping_add(index * 8))? & !1;
        if table == 0 {
            return None;
        }
    }
    let [next, begin, end, section] = layout.fragment;
    let mut fragment = table;
    for _ in 0..FRAGMENTS {
        let word = |offset: u64| memory.u64(fragment.wrapping_add(offset));
        if (word(begin)?..word(end)?).contains(&address) {
            return read(memory, layout, word(section)?).filter(|found| (found.begin..found.end).contains(&address));
        }
        fragment = word(next)? & !1;
        if fragment == 0 {
            break;
        }
    }
    None
}

fn read(memory: &Memory, layout: &Layout, section: u64) -> Option<Section> {
    let [begin, end, flags, module, heap] = layout.section;
    let word = |offset: u64| memory.u64(section.wrapping_add(offset));
    let flags = memory.u32(section.wrapping_add(flags))?;
    let held = if flags & STUBS != 0 {
        Held::Stubs
    } else if flags & CODE_HEAP != 0 {
        Held::Heap(word(heap)?)
    } else {
        Held::Ready(word(module).filter(|module| *module != 0)?)
    };
    Some(Section { begin: word(begin)?, end: word(end)?, held, is_collectible: flags & COLLECTIBLE != 0 })
}
