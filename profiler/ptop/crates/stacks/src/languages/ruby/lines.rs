//! The line of an instruction, by the table that is packed behind the lines of a method (`succ_index_table` in `iseq.c`).

use super::layout::{BODY_CODE, BODY_FIRST_LINE, Layout};
use super::objects::Objects;

/// Instructions of which the packed table has the number of entries one by one, nine to a word.
const IMMEDIATE: u64 = 54;
const IMMEDIATE_OF_WORD: u64 = 9;
/// The others come in blocks: of so many, with a bit for each at which an entry begins; before the bits, how many entries
/// there are before the block, and before each of its words.
const BLOCK: u64 = 512;
const BLOCK_BYTES: u64 = 80;
const BLOCK_WORDS: u64 = 8;
const BLOCK_BITS: u64 = 16;
/// In a table of lines: the entries, and behind the positions how many there are, and the packed table.
const COUNT: u64 = 16;
const PACKED: u64 = 24;

/// The line at which instructions begin.
pub(super) fn first_line(objects: Objects<'_>, body: u64) -> Option<u32> {
    let line = objects.memory.u32(body.wrapping_add(BODY_FIRST_LINE))?;
    // As an object it is twice the number and one.
    Some(if objects.layout.has_tagged_lines { line >> 1 } else { line })
}

/// The line of the instruction before `pc`, which is the next one.
pub(super) fn line_before(objects: Objects<'_>, body: u64, pc: u64) -> Option<u32> {
    let &Layout { lines, line_bytes, .. } = objects.layout;
    let (table, count) = (objects.word(body, lines)?, objects.memory.u32(body.wrapping_add(lines + COUNT))?);
    let position = (pc.checked_sub(objects.word(body, BODY_CODE)?)? / 8).saturating_sub(1);
    let number = match count {
        0 => return None,
        1 => 0,
        _ => entry_at(objects, objects.word(body, lines + PACKED)?, position)?.checked_sub(1)?,
    };
    if number >= count.into() { None } else { objects.memory.u32(table.wrapping_add(number * line_bytes)) }
}

/// How many entries begin at or before a position.
fn entry_at(objects: Objects<'_>, packed: u64, position: u64) -> Option<u64> {
    if position < IMMEDIATE {
        let word = objects.word(packed, position / IMMEDIATE_OF_WORD * 8)?;
        return Some(word >> (position % IMMEDIATE_OF_WORD * 7) & 0x7f);
    }
    let rest = position - IMMEDIATE;
    let block = packed.wrapping_add(IMMEDIATE / IMMEDIATE_OF_WORD * 8).wrapping_add(rest / BLOCK * BLOCK_BYTES);
    let (word, bit) = (rest % BLOCK / 64, rest % 64);
    let before = u64::from(objects.memory.u32(block)?);
    let ranks = objects.word(block, BLOCK_WORDS)?;
    let of_words = if word == 0 { 0 } else { ranks >> ((word - 1) * 9) & 0x1ff };
    let bits = objects.word(block, BLOCK_BITS + word * 8)?;
    Some(before + of_words + u64::from((bits << (63 - bit)).count_ones()))
}
