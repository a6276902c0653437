//! Walks the entries of a unit in their order, without building a tree.

use std::ops::RangeInclusive;

use super::abbreviations::{Abbreviation, Abbreviations};
use super::forms::{self, Value};
use super::unit::Unit;
use crate::files::reader::Reader;

/// Bytes read at a time while the entries of a unit are walked.
pub(super) const WALK_WINDOW: RangeInclusive<usize> = 4096..=128 * 1024;
/// Nesting believed; what compilers write stays far below.
pub(super) const MOST_DEPTH: usize = 512;

/// The walk over one unit.
pub(super) struct Entries<'a, 'b> {
    pub(super) reader: &'a mut Reader<'b>,
    pub(super) table: &'a Abbreviations,
    unit: &'a Unit,
    /// Entries that enclose the next one.
    depth: usize,
    /// Bytes of entries jumped over.
    pub(super) jumped: u64,
}

/// One entry, its attributes not read yet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) offset: u64,
    /// How many entries enclose it.
    pub(super) depth: usize,
    pub(super) abbreviation: Abbreviation,
}

impl<'a, 'b> Entries<'a, 'b> {
    pub(super) fn new(reader: &'a mut Reader<'b>, table: &'a Abbreviations, unit: &'a Unit) -> Option<Self> {
        reader.seek(unit.entries)?;
        Some(Entries { reader, table, unit, depth: 0, jumped: 0 })
    }

    /// The next entry. Its attributes must be read or skipped before the next call. `Err` when what
    /// follows cannot be understood.
    pub(super) fn next(&mut self) -> Result<Option<Entry>, ()> {
        loop {
            let offset = self.reader.position();
            if offset >= self.unit.end {
                return Ok(None);
            }
            let code = self.reader.uleb().ok_or(())?;
            if code == 0 {
                // The end of a list of children; padding where there is none.
                self.depth = self.depth.saturating_sub(1);
                continue;
            }
            let abbreviation = self.table.find(code).ok_or(())?;
            let depth = self.depth;
            if abbreviation.has_children {
                self.depth += 1;
                if self.depth > MOST_DEPTH {
                    return Err(());
                }
            }
            return Ok(Some(Entry { offset, depth, abbreviation }));
        }
    }

    /// Moves behind an entry's attributes.
    pub(super) fn skip(&mut self, entry: &Entry) -> Result<(), ()> {
        if let Some(bytes) = entry.abbreviation.fixed_bytes {
            return self.reader.skip(bytes.into()).ok_or(());
        }
        for attribute in self.table.attributes(&entry.abbreviation) {
            forms::skip(self.reader, attribute.form, self.unit.encoding).ok_or(())?;
        }
        Ok(())
    }

    /// Reads an entry's attributes.
    pub(super) fn read(&mut self, entry: &Entry, visit: &mut dyn FnMut(u16, Value)) -> Result<(), ()> {
        for attribute in self.table.attributes(&entry.abbreviation) {
            let value = forms::read(self.reader, *attribute, self.unit.encoding, self.unit.start).ok_or(())?;
            visit(attribute.name, value);
        }
        Ok(())
    }

    /// Moves behind an entry's children too, where it says where they end.
    pub(super) fn skip_with_children(&mut self, entry: &Entry) -> Result<(), ()> {
        let mut sibling = None;
        self.read(entry, &mut |name, value| {
            if let (1, Value::Entry(offset)) = (name, value) {
                sibling = Some(offset);
            }
        })?;
        self.skip_children(entry, sibling)
    }

    /// Moves behind the children of an entry whose attributes were read, where it said which entry follows it.
    pub(super) fn skip_children(&mut self, entry: &Entry, sibling: Option<u64>) -> Result<(), ()> {
        let from = self.reader.position();
        let ahead = sibling.filter(|offset| *offset > from && *offset <= self.unit.end);
        if let (Some(offset), true) = (ahead, entry.abbreviation.has_children) {
            self.reader.seek(offset).ok_or(())?;
            self.jumped += offset - from;
            self.depth = entry.depth;
        }
        Ok(())
    }
}
