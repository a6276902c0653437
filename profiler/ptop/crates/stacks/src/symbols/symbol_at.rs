//! Names of symbols that are read again later: a few bytes stand for each until then.

use std::num::NonZeroU32;

use super::candidates::NameAt;
use super::names::SymbolNames;
use super::table::{Packed, Table};
use crate::target::Target;

/// The name of a symbol in a module of one [`Target`], in a table that can be read anywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SymbolAt {
    module: u16,
    table: u8,
    offset: NonZeroU32,
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
    /// Reads the names of symbols again. `sink` gets each symbol of `wanted`, which is sorted for it, with the name
    /// that [`Target::symbolise`] gave; with an empty one when its file cannot be read any more.
    pub fn symbol_names(&mut self, wanted: &mut [SymbolAt], sink: &mut dyn FnMut(SymbolAt, &str)) {
        wanted.sort_unstable();
        for of_module in wanted.chunk_by(|left, right| left.module == right.module) {
            let Some(module) = self.modules.opened(of_module[0].module) else {
                for symbol in of_module {
                    sink(*symbol, "");
                }
                continue;
            };
            let packed = Packed::open(module, self.arch, &self.limits);
            let tables = Table::all(module, packed.as_ref(), &self.limits);
            let names: Vec<Option<NameAt>> = of_module.iter().map(|symbol| Some(symbol.name())).collect();
            let all: Vec<u32> = (0..names.len() as u32).collect();
            let mut names = SymbolNames::new(&tables, &names, self.limits.name_bytes);
            names.visit(&all, &mut |index, name, _| sink(of_module[index as usize], name));
            self.counters.bytes_read += names.bytes_read;
        }
    }
}
