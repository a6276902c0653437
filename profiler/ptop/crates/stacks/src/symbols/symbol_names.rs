//! Names of symbols that are read later: a few bytes represent each until then.

use super::candidates::NameAt;
use super::demangle::demangle;
use super::names;
use super::table::{Packed, Table};
use crate::target::Target;
use crate::types::name::SymbolAt;

impl Target {
    /// Reads the names of symbols, which are sorted. `sink` gets what is paired with each symbol, in any order, with
    /// the name that [`SymbolNames::Now`](crate::SymbolNames::Now) gives; with an empty one when it cannot be read any more.
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
                        names::read(reader, NameAt::of(*symbol), &mut stored);
                    }
                    demangle(&stored, self.limits.name_bytes, &mut readable);
                    sink(beside, &readable);
                }
                self.counters.bytes_read += reader.map_or(0, |reader| reader.bytes_read());
            }
        }
    }
}
