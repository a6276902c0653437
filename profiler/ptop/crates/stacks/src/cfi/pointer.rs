//! Encoded pointers of `.eh_frame` (`DW_EH_PE_*`). Only the forms that give a
//! link-time address without reading the target's data are understood; the
//! others (indirect, function relative) appear only in fields that unwinding
//! skips.

use crate::files::cursor::Cursor;

/// Reads one pointer. `base` is the link-time address of the cursor's first byte.
pub(crate) fn read(cursor: &mut Cursor<'_>, encoding: u8, base: u64) -> Option<u64> {
    let here = base.wrapping_add(cursor.position() as u64);
    let value = read_value(cursor, encoding)?;
    match encoding & 0xf0 {
        0x00 => Some(value),
        0x10 => Some(value.wrapping_add(here)),
        _ => None,
    }
}

/// Reads a pointer's value without its base: sizes, and pointers that are skipped.
pub(crate) fn read_value(cursor: &mut Cursor<'_>, encoding: u8) -> Option<u64> {
    match encoding & 0x0f {
        0x00 | 0x04 | 0x0c => cursor.u64(),
        0x01 => cursor.uleb(),
        0x02 => cursor.u16().map(u64::from),
        0x03 => cursor.u32().map(u64::from),
        0x09 => cursor.sleb().map(|value| value as u64),
        0x0a => cursor.u16().map(|value| value as i16 as u64),
        0x0b => cursor.u32().map(|value| value as i32 as u64),
        _ => None,
    }
}
