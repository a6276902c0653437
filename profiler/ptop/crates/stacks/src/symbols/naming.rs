//! The names of one address on their way to the caller.

use super::demangle::demangle;
use crate::dwarf::{Place, PlaceName};
use crate::languages::LanguageFrame;
use crate::types::name::{Name, NameOrigin, SymbolAt, SymbolNames, known_line};

/// Functions at one address that are reported; inlining nests less deep.
const MOST_NAMES: usize = 64;
/// Bytes of a file name as reported.
const FILE_BYTES: usize = 512;

/// What one [`Target::symbolise`](crate::Target::symbolise) call did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SymboliseReport {
    /// Addresses that got a function name.
    pub named: u64,
    /// Addresses without one; each carries its reason.
    pub unnamed: u64,
    /// Passes over symbol tables.
    pub passes: u64,
    /// Symbols that are read.
    pub symbols_read: u64,
    /// Passes that a limit ended early: names may be missing or less exact.
    pub passes_cut: u64,
    /// Names shortened to [`crate::Limits::name_bytes`].
    pub names_cut: u64,
    /// Inlined functions found at all addresses together.
    pub inlined: u64,
    /// Addresses whose source line is known.
    pub with_line: u64,
    /// Modules in which a limit kept debug information from being read to the end, or it was malformed.
    pub debug_cut: u64,
    /// Addresses whose debug entries are in files that are not read (split DWARF).
    pub debug_elsewhere: u64,
}

/// An address on its way to a name.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub(super) linked: u64,
    pub(super) address: u64,
}

/// A symbol's name, empty when there is none or it is read later.
pub(super) struct Symbol<'a> {
    pub(super) name: &'a str,
    pub(super) origin: NameOrigin,
    /// Where it can be read, when it was not.
    pub(super) at: Option<SymbolAt>,
}

/// Fills the names of one address after another, in the same memory.
pub(super) struct Naming<'a> {
    sink: &'a mut dyn FnMut(u64, &[Name]),
    /// Names in use first, the rest kept for their memory.
    names: Vec<Name>,
    used: usize,
    /// Addresses that found no name in the symbols and the debug information of their module, while those are cached.
    nameless: Option<Vec<Wanted>>,
    module: String,
    /// When the addresses were what they are named as.
    pub(super) epoch: u16,
    pub(super) symbol_names: SymbolNames,
    pub(super) report: SymboliseReport,
    name_bytes: usize,
}

impl<'a> Naming<'a> {
    pub(super) fn new(
        sink: &'a mut dyn FnMut(u64, &[Name]),
        epoch: u16,
        name_bytes: usize,
        symbol_names: SymbolNames,
    ) -> Naming<'a> {
        Naming {
            sink,
            names: Vec::new(),
            used: 0,
            nameless: None,
            module: String::new(),
            epoch,
            symbol_names,
            report: SymboliseReport::default(),
            name_bytes,
        }
    }

    pub(super) fn set_module(&mut self, module: &str) {
        self.module.clear();
        self.module.push_str(module);
    }

    /// Hands over an address with one name, which may be empty.
    pub(super) fn give(&mut self, wanted: Wanted, name: &str, origin: NameOrigin) {
        let slot = self.next();
        slot.function.push_str(name);
        slot.origin = origin;
        self.finish(wanted);
    }

    /// As [`Naming::give`], of a symbol.
    pub(super) fn give_symbol(&mut self, wanted: Wanted, symbol: &Symbol<'_>) {
        self.next();
        self.give_added(wanted, symbol);
    }

    /// As [`Naming::give`], of a language.
    pub(super) fn give_language(&mut self, wanted: Wanted, frame: &LanguageFrame<'_>) {
        let slot = self.next();
        slot.function.push_str(frame.function);
        slot.file.push_str(frame.source.file);
        shorten(&mut slot.file);
        (slot.line, slot.first_line, slot.origin) = (frame.source.line, frame.source.first_line, frame.origin);
        self.finish(wanted);
    }

    pub(super) fn give_unnamed(&mut self, wanted: Wanted, origin: NameOrigin) {
        self.give(wanted, "", origin);
    }

    /// From now on addresses that find no name are not handed over.
    pub(super) fn keep_nameless(&mut self) {
        self.nameless = Some(Vec::new());
    }

    /// Those that were kept, in the order of the file.
    pub(super) fn take_nameless(&mut self) -> Vec<Wanted> {
        let mut nameless = self.nameless.take().unwrap_or_default();
        nameless.sort_unstable_by_key(|wanted| wanted.linked);
        nameless
    }

    /// Hands over an address without a name, and what tells its function from others.
    pub(super) fn give_code(&mut self, wanted: Wanted, code: &str) {
        self.next().code.push_str(code);
        self.finish(wanted);
    }

    /// Adds a function that debug information describes, the innermost first.
    pub(super) fn add(&mut self, place: &Place<'_>) {
        if self.used >= MOST_NAMES {
            // The last one holds the code, so that it stays.
            self.used -= 1;
            self.report.names_cut += 1;
        }
        let name_bytes = self.name_bytes;
        let slot = self.next();
        let is_cut = match place.name {
            PlaceName::Linkage(name) => demangle(name, name_bytes, &mut slot.function),
            PlaceName::Source(scope, name) => demangle(&[scope, name].concat(), name_bytes, &mut slot.function),
            PlaceName::Unknown => false,
        };
        slot.origin = if slot.function.is_empty() { NameOrigin::NoSymbol } else { NameOrigin::DebugInfo };
        (slot.line, slot.first_line) = (known_line(place.line), known_line(place.first_line));
        if let Some((directory, file)) = place.file {
            if !directory.is_empty() && !file.starts_with(b"/") {
                slot.file.push_str(&String::from_utf8_lossy(directory));
                slot.file.push('/');
            }
            slot.file.push_str(&String::from_utf8_lossy(file));
            shorten(&mut slot.file);
        }
        self.report.names_cut += u64::from(is_cut);
    }

    /// Hands over an address with the names added, the last of which gets the name of its symbol.
    pub(super) fn give_added(&mut self, wanted: Wanted, symbol: &Symbol<'_>) {
        if self.used == 0 {
            self.next();
        }
        self.report.inlined += self.used as u64 - 1;
        let last = &mut self.names[self.used - 1];
        self.report.with_line += u64::from(last.line.is_some() || self.used > 1);
        if !symbol.name.is_empty() || symbol.at.is_some() {
            last.function.clear();
            last.function.push_str(symbol.name);
            (last.origin, last.symbol) = (symbol.origin, symbol.at);
        }
        self.finish(wanted);
    }

    fn next(&mut self) -> &mut Name {
        if self.used == self.names.len() {
            self.names.push(Name {
                function: String::new(),
                module: String::new(),
                origin: NameOrigin::NoSymbol,
                module_offset: 0,
                file: String::new(),
                line: None,
                first_line: None,
                symbol: None,
                code: String::new(),
            });
        }
        let slot = &mut self.names[self.used];
        self.used += 1;
        slot.function.clear();
        slot.file.clear();
        slot.code.clear();
        (slot.line, slot.first_line, slot.origin, slot.symbol) = (None, None, NameOrigin::NoSymbol, None);
        slot
    }

    fn finish(&mut self, wanted: Wanted) {
        let names = &mut self.names[..self.used];
        for name in &mut *names {
            name.module.clear();
            name.module.push_str(&self.module);
            name.module_offset = wanted.linked;
        }
        let is_named = names.last().is_some_and(|name| !name.function.is_empty() || name.symbol.is_some());
        let is_bare = names.len() == 1 && !is_named && names[0].line.is_none() && names[0].file.is_empty();
        if let Some(nameless) = self.nameless.as_mut().filter(|_| is_bare) {
            nameless.push(wanted);
            self.used = 0;
            return;
        }
        if is_named {
            self.report.named += 1;
        } else {
            self.report.unnamed += 1;
        }
        (self.sink)(wanted.address, names);
        self.used = 0;
    }
}

/// Keeps the end of a path that is too long: its file.
fn shorten(path: &mut String) {
    if path.len() > FILE_BYTES {
        let at = (path.len() - FILE_BYTES..path.len()).find(|at| path.is_char_boundary(*at)).unwrap_or(path.len());
        path.drain(..at);
    }
}
