//! One unit of `.debug_info`, and what is found by its bases.

use std::ops::RangeInclusive;

use super::forms::{Encoding, Text, Value};
use super::sections::Sections;
use crate::files::reader::Reader;

/// Bytes read at each unit: a header and most root entries; more where units are small.
pub(super) const WINDOW: RangeInclusive<usize> = 512..=4096;

/// One unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unit {
    /// Offset of its header, of its root entry and of its end.
    pub(super) start: u64,
    pub(super) entries: u64,
    pub(super) end: u64,
    pub(super) encoding: Encoding,
    pub(super) abbreviations: u64,
    /// Offset of its line table.
    pub(super) lines: Option<u64>,
    pub(super) language: u16,
    /// Its entries are in another file.
    pub(super) is_split: bool,
    pub(super) bases: Bases,
}

/// Where the unit's tables begin in their sections, and the address that ranges are relative to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bases {
    pub(super) low: u64,
    pub(super) addresses: u64,
    pub(super) range_lists: u64,
    /// Of the older form of ranges.
    pub(super) ranges: u64,
    pub(super) string_offsets: u64,
}

/// Finds strings by their number in a unit's table.
pub(super) struct TextTable<'a> {
    reader: Reader<'a>,
}

impl<'a> TextTable<'a> {
    pub(super) fn new(sections: &'a Sections<'_>) -> TextTable<'a> {
        TextTable { reader: sections.string_offsets.reader(WINDOW) }
    }

    /// The text that a value means.
    pub(super) fn text(&mut self, value: Value, unit: &Unit) -> Option<Text> {
        match value {
            Value::Text(text) => Some(text),
            Value::TextIndex(index) => {
                let bytes = if unit.encoding.is_64 { 8 } else { 4 };
                self.reader.seek(unit.bases.string_offsets.checked_add(index.checked_mul(bytes)?)?)?;
                self.reader.offset(unit.encoding.is_64).map(Text::Strings)
            }
            _ => None,
        }
    }
}
