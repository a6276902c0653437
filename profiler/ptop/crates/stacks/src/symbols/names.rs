//! The chosen names from the string tables, read in the order in which they lie
//! there and held for many addresses: names of neighbouring functions lie far
//! apart, so that reading them address by address would read a table many times.

use std::ops::RangeInclusive;

use super::candidates::NameAt;
use super::demangle::{demangle, is_empty};
use super::table::Table;
use crate::files::reader::Reader;
use crate::types::name::{NameOrigin, SymbolNames};

/// Bytes of one name read from the file: mangled names are longer than what they mean, and a
/// mangled name that is cut cannot be made readable.
const STORED_BYTES: usize = 8 * 1024;
/// Addresses whose names are held at a time.
pub(super) const HELD_ADDRESSES: usize = 4 * 1024;
/// Bytes of the names held; those beyond are read when they are asked for.
const HELD_BYTES: usize = 512 << 10;
/// Bytes read at a time.
const WINDOW: RangeInclusive<usize> = 512..=64 * 1024;

/// The names of one module's symbols.
pub(super) struct TableNames<'a> {
    tables: &'a [Table<'a>],
    chosen: &'a [Option<NameAt>],
    name_bytes: usize,
    when: SymbolNames,
    /// Sorted, with the end of each in `bytes`.
    held: Vec<(NameAt, u32)>,
    bytes: Vec<u8>,
    pub(super) bytes_read: u64,
    /// Names shortened to the limit.
    pub(super) names_cut: u64,
}

impl<'a> TableNames<'a> {
    pub(super) fn new(
        tables: &'a [Table<'a>],
        chosen: &'a [Option<NameAt>],
        name_bytes: usize,
        when: SymbolNames,
    ) -> TableNames<'a> {
        let (held, bytes) = (Vec::new(), Vec::new());
        TableNames { tables, chosen, name_bytes, when, held, bytes, bytes_read: 0, names_cut: 0 }
    }

    /// Whether the name is read later.
    fn is_later(&self, name: NameAt) -> bool {
        self.when == SymbolNames::Later
            && self.tables.get(usize::from(name.table)).is_some_and(|table| table.source.is_random())
    }

    /// Reads the names of these addresses, as far as there is room, in place of those held.
    pub(super) fn hold(&mut self, wanted: &[u32]) {
        (self.held, self.bytes) = (Vec::new(), Vec::new());
        let order = wanted.iter().filter_map(|index| self.name_of(*index));
        let mut order: Vec<NameAt> = order.filter(|name| !self.is_later(*name)).collect();
        order.sort_unstable();
        order.dedup();
        self.held.reserve_exact(order.len());
        let mut stored = Vec::new();
        for of_table in order.chunk_by(|left, right| left.table == right.table) {
            let Some(mut reader) = self.reader(of_table[0]) else { continue };
            for name in of_table {
                stored.clear();
                // A name that is too long or not ended is left to the one who asks for it.
                if read(&mut reader, *name, &mut stored) {
                    if self.bytes.len() + stored.len() > HELD_BYTES {
                        break;
                    }
                    self.bytes.extend_from_slice(&stored);
                    self.held.push((*name, self.bytes.len() as u32));
                }
            }
            self.bytes_read += reader.bytes_read();
        }
    }

    /// Whether a name is held for the address, and has something readable; one that is read later is taken to.
    pub(super) fn has(&self, index: u32) -> bool {
        let is_readable = |name| self.is_later(name) || self.get(name).is_some_and(|stored| !is_empty(stored));
        self.name_of(index).is_some_and(is_readable)
    }

    /// Calls `visit` with each of the `wanted` indices, its readable name and where
    /// that is from; each name is made readable once. It is empty when no symbol was
    /// chosen, or when the string table cannot be read there.
    pub(super) fn visit(&mut self, wanted: &[u32], visit: &mut dyn FnMut(u32, &str, NameOrigin)) {
        let mut order: Vec<(NameAt, u32)> = Vec::with_capacity(wanted.len());
        for index in wanted {
            match self.name_of(*index) {
                Some(name) if self.is_later(name) => {
                    visit(*index, "", self.tables[usize::from(name.table)].origin);
                }
                Some(name) => order.push((name, *index)),
                None => visit(*index, "", NameOrigin::NoSymbol),
            }
        }
        order.sort_unstable();
        let (mut stored, mut readable) = (Vec::new(), String::new());
        for of_table in order.chunk_by(|left, right| left.0.table == right.0.table) {
            let Some(table) = self.tables.get(usize::from(of_table[0].0.table)) else { continue };
            let Some(mut reader) = self.reader(of_table[0].0) else { continue };
            for group in of_table.chunk_by(|left, right| left.0 == right.0) {
                let name = group[0].0;
                let mut is_ended = true;
                let is_cut = if let Some(held) = self.get(name) {
                    demangle(held, self.name_bytes, &mut readable)
                } else {
                    stored.clear();
                    is_ended = read(&mut reader, name, &mut stored);
                    demangle(&stored, self.name_bytes, &mut readable)
                };
                self.names_cut += u64::from(is_cut || !is_ended);
                let origin = if readable.is_empty() { NameOrigin::NoSymbol } else { table.origin };
                for (_, index) in group {
                    visit(*index, &readable, origin);
                }
            }
            self.bytes_read += reader.bytes_read();
        }
    }

    fn name_of(&self, index: u32) -> Option<NameAt> {
        *self.chosen.get(index as usize)?
    }

    fn reader(&self, name: NameAt) -> Option<Reader<'a>> {
        self.tables.get(usize::from(name.table)).map(reader)
    }

    fn get(&self, name: NameAt) -> Option<&[u8]> {
        let at = self.held.binary_search_by_key(&name, |(name, _)| *name).ok()?;
        let start = at.checked_sub(1).map_or(0, |before| self.held[before].1);
        self.bytes.get(start as usize..self.held[at].1 as usize)
    }
}

/// Reads names of a table, best in their order.
pub(super) fn reader<'a>(table: &Table<'a>) -> Reader<'a> {
    Reader::new(table.source, (table.names.offset, u64::MAX), WINDOW)
}

/// Whether the whole name was read.
pub(super) fn read(reader: &mut Reader<'_>, name: NameAt, out: &mut Vec<u8>) -> bool {
    reader.seek(name.offset.get().into()).and_then(|()| reader.short_string(STORED_BYTES, out)).is_some()
}
