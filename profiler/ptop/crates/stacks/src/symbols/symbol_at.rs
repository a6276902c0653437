//! Names of symbols that are read later: a few bytes represent each until then.

use std::num::NonZeroU32;

use super::candidates::NameAt;
use super::demangle::demangle;
use super::names;
use super::table::{Packed, Table};
use crate::target::Target;

/// The name of a symbol in a module of one [`Target`], in a table that can be read anywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SymbolAt {
    module: u16,
    table: u8,
    offset: NonZeroU32,
}

/// When the names of symbols are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SymbolNames {
    /// With their addresses.
    Now,
    /// By [`Target::symbol_names`], where the table can be read anywhere: at a time when all are known, so that the
    /// table is read once.
    Later,
}

impl SymbolAt {
    pub(super) fn new(module: u16, name: NameAt) -> SymbolAt {
        SymbolAt { module, table: name.table, offset: name.offset }
    }

    fn name(self) -> NameAt {
        NameAt { table: self.table, offset: self.offset }
    }
}

impl Target {
    /// Reads the names of symbols, which are sorted. `sink` gets what is paired with each symbol, in any order, with
    /// the name that [`SymbolNames::Now`] gives; with an empty one when it cannot be read any more.
    pub fn symbol_names<T>(&mut self, wanted: &[(SymbolAt, T)], sink: &mut dyn FnMut(&T, &str)) {
        let (mut stored, mut readable) = (Vec::new(), String::new());
        for of_module in wanted.chunk_by(|left, right| left.0.module == right.0.module) {
            let module = self.modules.opened(of_module[0].0.module).map(|module| &*module);
            let packed = module.and_then(|module| Packed::open(module, self.arch, &self.limits));
            let tables = module.map(|module| Table::all(module, packed.as_ref(), &self.limits)).unwrap_or_default();
            for of_table in of_module.chunk_by(|left, right| left.0.table == right.0.table) {
                let mut reader = tables.get(usize::from(of_table[0].0.table)).map(names::reader);
                for (symbol, beside) in of_table {
                    stored.clear();
                    if let Some(reader) = &mut reader {
                        names::read(reader, symbol.name(), &mut stored);
                    }
                    demangle(&stored, self.limits.name_bytes, &mut readable);
                    sink(beside, &readable);
                }
                self.counters.bytes_read += reader.map_or(0, |reader| reader.bytes_read());
            }
        }
    }
}
