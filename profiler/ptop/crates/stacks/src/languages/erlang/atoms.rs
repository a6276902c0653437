//! Names of atoms: a word has the number of an atom, and a table has the atom.

use super::layout;
use crate::process::memory::Memory;

/// The last bits of a word that is an atom.
const TAG: u64 = 0b00_1011;
const TAG_BITS: u32 = 6;
/// Longest name, in bytes.
const MOST_BYTES: usize = 255 * 4;
/// The last bits of a word that is a pointer to an object other than a pair.
const BOXED: u64 = 2;
/// Of a binary on the heap: how many bits it has, and where they begin.
const BINARY_BITS: u64 = 8;
const BINARY_CONTENT: u64 = 16;
/// The first atom of every version: `false`.
const FIRST: (u64, &str) = (TAG, "false");

/// The table.
#[derive(Clone, Copy)]
pub(super) struct Atoms {
    table: u64,
    has_binary_names: bool,
}

impl Atoms {
    pub(super) fn new(table: u64, has_binary_names: bool) -> Atoms {
        Atoms { table, has_binary_names }
    }

    /// Something when it is that table.
    pub(super) fn check(self, memory: &Memory) -> Option<()> {
        let at = |offset: u64| memory.u32(self.table.wrapping_add(offset));
        let (room, limit) = (at(layout::ATOMS_ROOM)?, at(layout::ATOMS_LIMIT)?);
        let count = self.count(memory)?;
        let is_table = count > 0 && count <= u64::from(room) && room <= limit;
        (is_table && self.name(memory, FIRST.0)? == FIRST.1).then_some(())
    }

    /// The name of the atom that a word is.
    pub(super) fn name(self, memory: &Memory, word: u64) -> Option<String> {
        let number = word >> TAG_BITS;
        if word & ((1 << TAG_BITS) - 1) != TAG || number >= self.count(memory)? {
            return None;
        }
        let pages = memory.u64(self.table.wrapping_add(layout::ATOMS_PAGES))?;
        let page = memory.u64(pages.wrapping_add(8 * (number >> layout::ATOMS_PAGE_SHIFT)))?;
        let in_page = number & ((1 << layout::ATOMS_PAGE_SHIFT) - 1);
        let atom = memory.u64(page.wrapping_add(8 * in_page))?;
        if u64::from(memory.u32(atom.wrapping_add(layout::ATOM_NUMBER))?) != number {
            return None;
        }
        let bytes = memory.u16(atom.wrapping_add(layout::ATOM_BYTES))?;
        let name = memory.u64(atom.wrapping_add(layout::ATOM_NAME))?;
        let text = if self.has_binary_names { binary(memory, name, bytes)? } else { name };
        let bytes = memory.bytes(text, bytes.into(), MOST_BYTES)?;
        String::from_utf8(bytes).ok()
    }

    fn count(self, memory: &Memory) -> Option<u64> {
        memory.u32(self.table.wrapping_add(layout::ATOMS_COUNT)).map(u64::from)
    }
}

/// Where the bytes of a binary are, if it has that many.
fn binary(memory: &Memory, word: u64, bytes: u16) -> Option<u64> {
    let binary = word.checked_sub(BOXED).filter(|binary| binary % 8 == 0)?;
    let bits = memory.u64(binary.wrapping_add(BINARY_BITS))?;
    (bits == 8 * u64::from(bytes)).then_some(binary.wrapping_add(BINARY_CONTENT))
}
