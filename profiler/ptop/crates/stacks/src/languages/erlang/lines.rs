//! The table of a module's lines: for each function addresses in order, each with the line whose code begins there.

use super::layout;
use crate::process::memory::Memory;

/// Lines of one function.
const MOST_LINES: u64 = 1 << 16;
/// Characters of a file's name.
const FILE_CHARACTERS: usize = 512;
/// Last bits of the word for a pair, and of one for a small number.
const PAIR: u64 = 1;
const SMALL: u64 = 0b1111;
const SMALL_BITS: u32 = 4;
/// The empty list.
const NIL: u64 = 0x3b;
/// A number of four bytes has that of the file above the line's.
const FILE_SHIFT: u32 = 24;

/// The lines of a function.
pub(super) struct Lines {
    files: u64,
    /// Address, number of the file, line; line 0 is none.
    rows: Vec<(u64, u32, u32)>,
}

impl Lines {
    /// `None` where the module has none, or they cannot be read.
    pub(super) fn read(memory: &Memory, header: u64, function: u64) -> Option<Lines> {
        let table = memory.u64(header.wrapping_add(layout::HEADER_LINES)).filter(|table| *table != 0)?;
        let word = |offset: u64| memory.u64(table.wrapping_add(offset));
        let (files, numbers) = (word(layout::LINES_FILES)?, word(layout::LINES_NUMBERS)?);
        let bytes = memory.u32(table.wrapping_add(layout::LINES_BYTES))?;
        let begin = |number: u64| word(layout::LINES_FUNCTIONS.wrapping_add(8 * number));
        let (first, from, to) = (begin(0)?, begin(function)?, begin(function + 1)?);
        let count = to.checked_sub(from)? / 8;
        let before = from.checked_sub(first)? / 8;
        if count > MOST_LINES || !matches!(bytes, 2 | 4) {
            return None;
        }
        let width = bytes as usize;
        let addresses = memory.bytes(from, 8 * count as usize, 8 * MOST_LINES as usize)?;
        let numbers = numbers.wrapping_add(before.wrapping_mul(bytes.into()));
        let numbers = memory.bytes(numbers, width * count as usize, 4 * MOST_LINES as usize)?;
        let rows = addresses.chunks_exact(8).zip(numbers.chunks_exact(width)).map(|(address, number)| {
            let number = number.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte));
            let address = u64::from_le_bytes(address.try_into().unwrap_or_default());
            (address, number >> FILE_SHIFT, number & ((1 << FILE_SHIFT) - 1))
        });
        Some(Lines { files, rows: rows.collect() })
    }

    /// The line at which the function begins.
    pub(super) fn first(&self) -> Option<u32> {
        self.rows.first().map(|row| row.2).filter(|line| *line > 0)
    }

    /// The line of the code at an address, if it is in the file in which the function begins.
    pub(super) fn line(&self, address: u64) -> Option<u32> {
        let row = self.rows.iter().rev().find(|row| row.0 <= address)?;
        (row.1 == self.rows.first()?.1).then_some(row.2).filter(|line| *line > 0)
    }

    /// The path of the file in which the function begins, as the compiler was given it.
    pub(super) fn file(&self, memory: &Memory) -> Option<String> {
        let number = self.rows.first()?.1;
        text(memory, memory.u64(self.files.wrapping_add(8 * u64::from(number)))?)
    }
}

/// A list of characters.
fn text(memory: &Memory, list: u64) -> Option<String> {
    let mut text = String::new();
    let mut list = list;
    for _ in 0..FILE_CHARACTERS {
        if list == NIL {
            return Some(text);
        }
        let pair = list.checked_sub(PAIR).filter(|pair| pair % 8 == 0)?;
        let character = memory.u64(pair)?;
        if character & SMALL != SMALL {
            return None;
        }
        text.push(char::from_u32(u32::try_from(character >> SMALL_BITS).ok()?)?);
        list = memory.u64(pair.wrapping_add(8))?;
    }
    None
}

/// Of a path.
pub(super) fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
