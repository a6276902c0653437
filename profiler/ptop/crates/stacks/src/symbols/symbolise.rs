//! Groups addresses by module and names each group.

use super::names;
use super::perf_map::PerfMap;
use super::table;
use crate::elf::Section;
use crate::error::Error;
use crate::gopclntab::Through;
use crate::languages::Frames;
use crate::mappings::NO_MODULE;
use crate::module::Module;
use crate::name::{Name, NameOrigin};
use crate::outcome::CutReason;
use crate::target::{Place, Target};

/// What one [`Target::symbolise`] call did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SymboliseReport {
    /// Addresses that got a function name.
    pub named: u64,
    /// Addresses without one; each carries its reason.
    pub unnamed: u64,
    /// Passes over symbol tables.
    pub passes: u64,
    /// Symbols looked at.
    pub symbols_read: u64,
    /// Passes that a limit ended early: names may be missing or less exact.
    pub passes_cut: u64,
    /// Names shortened to [`crate::Limits::name_bytes`].
    pub names_cut: u64,
}

/// An address on its way to a name.
#[derive(Clone, Copy)]
struct Wanted {
    linked: u64,
    address: u64,
}

struct Naming<'a> {
    sink: &'a mut dyn FnMut(u64, &Name),
    name: Name,
    report: SymboliseReport,
}

impl Naming<'_> {
    fn give(&mut self, wanted: Wanted, origin: NameOrigin) {
        let is_named = !self.name.function.is_empty();
        if is_named {
            self.report.named += 1;
        } else {
            self.report.unnamed += 1;
        }
        self.name.origin = origin;
        self.name.module_offset = wanted.linked;
        (self.sink)(wanted.address, &self.name);
    }

    fn give_unnamed(&mut self, wanted: Wanted, origin: NameOrigin) {
        self.name.function.clear();
        self.give(wanted, origin);
    }

    fn set_module(&mut self, module: &str) {
        self.name.module.clear();
        self.name.module.push_str(module);
    }
}

impl Target {
    /// Names addresses as [`Target::unwind`] reports them. `sink` gets every
    /// address exactly once, in no particular order, named or not.
    ///
    /// Best called once at the end with everything: each module's symbol table
    /// is streamed once per [`crate::Limits::addresses_per_pass`] addresses.
    /// Works after the process has ended for the modules that stacks have
    /// touched (JIT names need the living process).
    ///
    /// # Errors
    /// [`Error::Unsorted`] unless the addresses are sorted and unique.
    pub fn symbolise(&mut self, addresses: &[u64], sink: &mut dyn FnMut(u64, &Name)) -> Result<SymboliseReport, Error> {
        if !addresses.is_sorted_by(|left, right| left < right) {
            return Err(Error::Unsorted);
        }
        let name = Name {
            function: String::new(),
            module: String::new(),
            line: None,
            origin: NameOrigin::NoSymbol,
            module_offset: 0,
        };
        let mut naming = Naming { sink, name, report: SymboliseReport::default() };
        let mut by_module: Vec<(u16, u32)> = Vec::with_capacity(addresses.len());
        for (address, index) in addresses.iter().zip(0_u32..) {
            if Frames::is_frame(*address) {
                self.name_language_frame(*address, &mut naming);
                continue;
            }
            let module = self.mappings.find_ever(*address).map_or(NO_MODULE, |mapping| mapping.module);
            by_module.push((module, index));
        }
        by_module.sort_unstable();
        let most = self.limits.addresses_per_pass.max(1);
        for batch in by_module.chunk_by(|left, right| left.0 == right.0).flat_map(|of_one| of_one.chunks(most)) {
            let module = batch[0].0;
            let batch: Vec<u64> = batch.iter().map(|(_, index)| addresses[*index as usize]).collect();
            if module == NO_MODULE {
                self.name_jit(&batch, &mut naming);
            } else {
                self.name_module(module, &batch, &mut naming);
            }
        }
        Ok(naming.report)
    }

    /// Names a function of a language, which was named when it was met.
    fn name_language_frame(&self, address: u64, naming: &mut Naming<'_>) {
        let wanted = Wanted { linked: 0, address };
        let Some(frame) = self.frames.get(address) else {
            naming.set_module("[unmapped]");
            naming.give_unnamed(wanted, NameOrigin::Unmapped);
            return;
        };
        naming.set_module(frame.module);
        naming.name.function.clear();
        naming.name.function.push_str(frame.function);
        naming.name.line = frame.line;
        naming.give(wanted, frame.origin);
        naming.name.line = None;
    }

    fn name_module(&mut self, number: u16, batch: &[u64], naming: &mut Naming<'_>) {
        naming.set_module(self.modules.name(number));
        let mut linked = Vec::with_capacity(batch.len());
        for address in batch {
            let wanted = Wanted { linked: 0, address: *address };
            match self.place_ever(*address) {
                Ok(Place::Module(_, at)) => linked.push(Wanted { linked: at, ..wanted }),
                Ok(Place::Anonymous) => naming.give_unnamed(wanted, NameOrigin::NoSymbol),
                Err(CutReason::UnmappedCode) => naming.give_unnamed(wanted, NameOrigin::Unmapped),
                Err(_) => naming.give_unnamed(wanted, NameOrigin::Unreadable),
            }
        }
        linked.sort_unstable_by_key(|wanted| (wanted.linked, wanted.address));
        let linked = self.name_go(number, linked, naming);
        let addresses: Vec<u64> = linked.iter().map(|wanted| wanted.linked).collect();
        let Some(module) = self.modules.opened(number) else {
            return;
        };
        let pass = table::pass(module, &addresses, &self.limits);
        drop(addresses);
        let Some(pass) = pass else {
            for wanted in linked {
                naming.give_unnamed(wanted, NameOrigin::NoSymbol);
            }
            return;
        };
        for (wanted, _) in linked.iter().zip(&pass.chosen).filter(|(_, chosen)| chosen.is_none()) {
            naming.give_unnamed(*wanted, NameOrigin::NoSymbol);
        }
        let fetched =
            names::fetch(&module.source, &pass.names, &pass.chosen, self.limits.name_bytes, &mut |index, name| {
                naming.name.function.clear();
                naming.name.function.push_str(name);
                naming.give(linked[index], if name.is_empty() { NameOrigin::NoSymbol } else { pass.origin });
            });
        self.counters.bytes_read += pass.bytes_read + fetched.bytes_read;
        naming.report.passes += 1;
        naming.report.symbols_read += pass.symbols_read;
        naming.report.passes_cut += u64::from(pass.is_cut);
        naming.report.names_cut += fetched.names_cut;
    }

    /// Names the functions of a stripped Go program. Returns the addresses that are none's.
    fn name_go(&mut self, number: u16, wanted: Vec<Wanted>, naming: &mut Naming<'_>) -> Vec<Wanted> {
        let headers = self.limits.headers;
        let Some(module) = self.modules.opened(number) else { return wanted };
        let has_symbols = |module: &Module| {
            module.elf.sections(&module.source, headers).any(|section| section.kind == Section::SYMBOLS)
        };
        let Some(table) = module.go.as_ref().filter(|_| !has_symbols(module)) else { return wanted };
        let mut through = Through { module: number, source: &module.source, pages: &mut self.pages };
        let mut name = String::new();
        let mut rest = Vec::new();
        for wanted in wanted {
            if table.name(wanted.linked, self.limits.name_bytes, &mut through, &mut name) {
                naming.name.function.clear();
                naming.name.function.push_str(&name);
                naming.give(wanted, NameOrigin::GoTable);
            } else {
                rest.push(wanted);
            }
        }
        rest
    }

    /// Names what lies in no module from the map that a JIT may have written.
    fn name_jit(&mut self, batch: &[u64], naming: &mut Naming<'_>) {
        let map = self.process.open_perf_map().and_then(|file| PerfMap::read(file, batch, &self.limits).ok());
        if let Some(map) = &map {
            self.counters.bytes_read += map.bytes_read;
            naming.report.passes_cut += u64::from(map.is_cut);
        }
        for (index, address) in batch.iter().enumerate() {
            let wanted = Wanted { linked: 0, address: *address };
            let is_mapped = self.mappings.find_ever(*address).is_some();
            naming.set_module(if is_mapped { "[anonymous]" } else { "[unmapped]" });
            let name = &mut naming.name.function;
            if map.as_ref().is_some_and(|map| map.name(index, self.limits.name_bytes, name)) {
                naming.give(wanted, NameOrigin::PerfMap);
            } else {
                naming.give_unnamed(wanted, if is_mapped { NameOrigin::NoSymbol } else { NameOrigin::Unmapped });
            }
        }
    }
}
