//! Texts of the interpreter: one, two or four bytes a character, behind a head
//! whose size depends on whether all of it is ASCII.

use super::layout::Offsets;
use crate::process::memory::Memory;

/// Characters of one text that are read.
const CHARACTERS: u64 = 1024;
const COMPACT: u32 = 1 << 5;
const ASCII: u32 = 1 << 6;

/// The text at `address`, cut at a bound. `None` when it is not a text of the form that names have.
pub(super) fn read(memory: &Memory, offsets: &Offsets, address: u64) -> Option<String> {
    if address == 0 {
        return None;
    }
    let length = memory.u64(address.wrapping_add(offsets.text_length.into()))?;
    let state = memory.u32(address.wrapping_add(offsets.text_state.into()))?;
    if state & COMPACT == 0 || i64::try_from(length).is_err() {
        return None;
    }
    let (head, width) = match (state & ASCII != 0, state >> 2 & 7) {
        (true, 1) => (offsets.text_ascii, 1),
        (false, width @ (1 | 2 | 4)) => (offsets.text_wide, width as usize),
        _ => return None,
    };
    let count = length.min(CHARACTERS) as usize;
    let mut bytes = vec![0; count * width];
    memory.read_exact(address.wrapping_add(head.into()), &mut bytes)?;
    let character = |bytes: &[u8]| {
        let value = bytes.iter().rev().fold(0, |value: u32, byte| value << 8 | u32::from(*byte));
        // A lone half of a pair is allowed in the interpreter's texts, and is no character; neither is a control.
        char::from_u32(value).filter(|found| !found.is_control()).unwrap_or(char::REPLACEMENT_CHARACTER)
    };
    Some(bytes.chunks_exact(width).map(character).collect())
}
