//! Groups addresses by module and names each group.

use std::ops::Range;
use std::time::Instant;

use super::linked::Linked;
use super::names::{HELD_ADDRESSES, TableNames};
use super::naming::{Naming, Symbol, SymboliseReport, Wanted};
use super::perf_map::PerfMap;
use super::table::{self, Packed, Pass, Table};
use crate::dwarf::{Budget, DebugInfo, NO_UNIT, Units};
use crate::elf::Section;
use crate::files::pages::Through;
use crate::languages::Frames;
use crate::modules::module::Module;
use crate::process::mappings::NO_MODULE;
use crate::target::{Place, Target};
use crate::types::error::Error;
use crate::types::limits::Limits;
use crate::types::name::{Name, NameOrigin, SymbolNames};
use crate::types::outcome::CutReason;

impl Target {
    /// Names addresses as [`Target::unwind`] reports them. `sink` gets every
    /// address exactly once, in no particular order, named or not, with at least
    /// one name: where debug information describes inlined calls, the innermost
    /// function first.
    ///
    /// Best called once at the end with everything: each module's symbol table
    /// is streamed once per [`crate::Limits::addresses_per_pass`] addresses, and
    /// so is the debug information of each unit that holds one of them.
    /// Works after the process has ended for the modules that stacks have
    /// touched (JIT names need the living process).
    ///
    /// # Errors
    /// [`Error::Unsorted`] unless the addresses are sorted and unique.
    pub fn symbolise(
        &mut self,
        addresses: &[u64],
        sink: &mut dyn FnMut(u64, &[Name]),
    ) -> Result<SymboliseReport, Error> {
        self.symbolise_at(self.epoch(), addresses, SymbolNames::Now, sink)
    }

    /// As [`Target::symbolise`], for addresses of an earlier epoch; the names of symbols may be left out.
    ///
    /// # Errors
    /// As [`Target::symbolise`].
    pub fn symbolise_at(
        &mut self,
        epoch: u16,
        addresses: &[u64],
        symbol_names: SymbolNames,
        sink: &mut dyn FnMut(u64, &[Name]),
    ) -> Result<SymboliseReport, Error> {
        if !addresses.is_sorted_by(|left, right| left < right) {
            return Err(Error::Unsorted);
        }
        let mut naming = Naming::new(sink, epoch, self.limits.name_bytes, symbol_names);
        let deadline = Instant::now() + self.limits.debug_time;
        // Neighbours mostly lie in one module.
        let mut runs: Vec<(u16, Range<u32>)> = Vec::new();
        for (address, index) in addresses.iter().zip(0_u32..) {
            if Frames::is_frame(*address) {
                self.name_language_frame(*address, &mut naming);
                continue;
            }
            let module = self.mappings.find_ever(*address, naming.epoch).map_or(NO_MODULE, |mapping| mapping.module);
            match runs.last_mut() {
                Some((of, run)) if *of == module && run.end == index => run.end += 1,
                _ => runs.push((module, index..index + 1)),
            }
        }
        runs.sort_unstable_by_key(|(module, run)| (*module, run.start));
        let most = self.limits.addresses_per_pass.max(1);
        for of_one in runs.chunk_by(|left, right| left.0 == right.0) {
            let module = of_one[0].0;
            let mut rest = of_one.iter().flat_map(|(_, run)| run.clone()).peekable();
            while rest.peek().is_some() {
                let batch = &mut rest.by_ref().take(most);
                if module == NO_MODULE {
                    let batch: Vec<u64> = batch.map(|index| addresses[index as usize]).collect();
                    self.name_jit(&batch, &mut naming);
                } else {
                    self.name_module(module, (addresses, batch), deadline, &mut naming);
                }
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
        naming.give_language(wanted, &frame);
    }

    /// Names those of the addresses that have the numbers of the batch.
    fn name_module(
        &mut self,
        number: u16,
        (all, batch): (&[u64], &mut dyn Iterator<Item = u32>),
        deadline: Instant,
        naming: &mut Naming<'_>,
    ) {
        naming.set_module(self.modules.name(number));
        let mut linked = Vec::new();
        let has_changed = self.modules.has_changed(number);
        for index in batch {
            let address = all[index as usize];
            let wanted = Wanted { linked: 0, address };
            if has_changed {
                naming.give_unnamed(wanted, NameOrigin::Unreadable);
                continue;
            }
            match self.place_ever(address, naming.epoch) {
                Ok(Place::Module(_, at)) => linked.push((at, index)),
                Ok(Place::Anonymous) => naming.give_unnamed(wanted, NameOrigin::NoSymbol),
                Err(CutReason::UnmappedCode) => naming.give_unnamed(wanted, NameOrigin::Unmapped),
                Err(_) => naming.give_unnamed(wanted, NameOrigin::Unreadable),
            }
        }
        let mut wanted = Linked::new(linked, all);
        self.name_go(number, &mut wanted, naming);
        let Some(module) = self.modules.opened(number) else {
            return;
        };
        while module.separate.first().is_some_and(|file| !file.belongs(self.limits.debug_bytes)) {
            module.separate.remove(0);
        }
        let packed = Packed::open(module, self.arch, &self.limits);
        let tables = Table::all(module, packed.as_ref(), &self.limits);
        let pass = table::pass(module, &tables, wanted.addresses(), &self.limits);
        naming.report.passes += u64::from(!tables.is_empty());
        naming.report.symbols_read += pass.symbols_read;
        naming.report.passes_cut += u64::from(pass.is_cut);
        self.counters.bytes_read += pass.bytes_read;
        let named = InModule { number, module, tables, pass, wanted, limits: &self.limits };
        naming.keep_nameless();
        self.counters.bytes_read += named.name_all(deadline, naming);
        let nameless = naming.take_nameless();
        self.tell_apart(number, &nameless, naming);
    }

    /// Names the functions of a stripped Go program. Leaves the addresses that are none's.
    fn name_go(&mut self, number: u16, wanted: &mut Linked<'_>, naming: &mut Naming<'_>) {
        let headers = self.limits.headers;
        let Some(module) = self.modules.opened(number) else { return };
        let has_symbols = |module: &Module| {
            module.elf.sections(&module.source, headers).any(|section| section.kind == Section::SYMBOLS)
        };
        let Some(table) = module.go.as_ref().filter(|_| !has_symbols(module)) else { return };
        let mut through = Through { module: number, source: &module.source, pages: &mut self.pages };
        let mut name = String::new();
        wanted.retain(|one| {
            let has_name = table.name(one.linked, self.limits.name_bytes, &mut through, &mut name);
            if has_name {
                naming.give(one, &name, NameOrigin::GoTable);
            }
            !has_name
        });
    }

    /// Names what lies in no module from the map that a JIT may have written.
    fn name_jit(&mut self, batch: &[u64], naming: &mut Naming<'_>) {
        let map = self.process.open_perf_map().and_then(|file| PerfMap::read(file, batch, &self.limits).ok());
        if let Some(map) = &map {
            self.counters.bytes_read += map.bytes_read;
            naming.report.passes_cut += u64::from(map.is_cut);
        }
        let mut name = String::new();
        for (index, address) in batch.iter().enumerate() {
            let wanted = Wanted { linked: 0, address: *address };
            let is_mapped = self.mappings.find_ever(*address, naming.epoch).is_some();
            naming.set_module(if is_mapped { "[anonymous]" } else { "[unmapped]" });
            if map.as_ref().is_some_and(|map| map.name(index, self.limits.name_bytes, &mut name)) {
                naming.give(wanted, &name, NameOrigin::PerfMap);
            } else {
                naming.give_unnamed(wanted, if is_mapped { NameOrigin::NoSymbol } else { NameOrigin::Unmapped });
            }
        }
    }
}

/// The addresses of one module, and what its symbol tables say about them.
struct InModule<'a> {
    number: u16,
    module: &'a Module,
    tables: Vec<Table<'a>>,
    pass: Pass,
    wanted: Linked<'a>,
    limits: &'a Limits,
}

impl InModule<'_> {
    /// Names every address. Returns the bytes read for it.
    fn name_all(mut self, deadline: Instant, naming: &mut Naming<'_>) -> u64 {
        let mut budget = Budget::new(self.limits, deadline);
        let lowest = self.module.elf.segments.iter().filter(|segment| segment.is_executable);
        let lowest = lowest.map(|segment| segment.address).min().unwrap_or(0);
        let own = DebugInfo::open(&self.module.source, &self.module.elf, lowest, self.limits);
        let shifted = match (&own, self.module.separate.first()) {
            (None, Some(file)) => {
                let shift = file.elf.base().wrapping_sub(self.module.elf.base());
                DebugInfo::open(&file.source, &file.elf, lowest.wrapping_add(shift), self.limits)
                    .map(|debug| (debug, shift))
            }
            _ => None,
        };
        let mut names = TableNames::new(&self.tables, &self.pass.chosen, self.limits.name_bytes, naming.symbol_names);
        if let Some((debug, shift)) = own.map(|debug| (debug, 0)).or(shifted) {
            self.wanted.shift(shift);
            let units = debug.assign(self.wanted.addresses(), &mut budget);
            self.name_with_units(&debug, &units, &mut names, &mut budget, naming);
        } else {
            let all: Vec<u32> = (0..self.wanted.count()).collect();
            names.visit(&all, &mut |index, name, origin| {
                naming.give_symbol(self.wanted.at(index), &self.symbol(index, name, origin));
            });
        }
        naming.report.names_cut += names.names_cut;
        naming.report.debug_cut += u64::from(budget.is_cut || budget.malformed > 0);
        names.bytes_read + budget.bytes_read
    }

    fn symbol<'n>(&self, index: u32, name: &'n str, origin: NameOrigin) -> Symbol<'n> {
        let is_later = name.is_empty() && origin != NameOrigin::NoSymbol;
        let chosen = self.pass.chosen[index as usize].filter(|_| is_later);
        Symbol { name, origin, at: chosen.map(|name| name.of_module(self.number)) }
    }

    /// Batch by batch, so that memory does not follow the addresses of the whole module.
    fn name_with_units(
        &self,
        debug: &DebugInfo<'_>,
        units: &Units,
        names: &mut TableNames<'_>,
        budget: &mut Budget,
        naming: &mut Naming<'_>,
    ) {
        let unit_of = units.of();
        // By unit, then by address, as the addresses are sorted.
        let mut order: Vec<u32> = (0..self.wanted.count()).collect();
        order.sort_by_key(|index| unit_of[*index as usize]);
        let mut rest = order.as_slice();
        // How many of the rest have their names held.
        let mut held = 0_usize;
        let mut readers = debug.readers();
        while let Some(first) = rest.first() {
            let mut count = 0;
            let mut batch: Vec<(u32, Vec<u64>)> = Vec::new();
            for of_unit in rest.chunk_by(|a, b| unit_of[*a as usize] == unit_of[*b as usize]) {
                let unit = unit_of[of_unit[0] as usize];
                let is_full = count > 0 && count + of_unit.len() > self.limits.debug_batch;
                if unit == NO_UNIT || is_full {
                    break;
                }
                count += of_unit.len();
                let addresses = of_unit.iter().map(|index| self.wanted.addresses()[*index as usize]).collect();
                naming.report.debug_elsewhere += if units.is_split(unit) { of_unit.len() as u64 } else { 0 };
                batch.push((unit, addresses));
            }
            if unit_of[*first as usize] == NO_UNIT {
                // They are last.
                names.visit(rest, &mut |index, name, origin| {
                    naming.give_symbol(self.wanted.at(index), &self.symbol(index, name, origin));
                });
                break;
            }
            if held < count {
                held = rest.len().min(HELD_ADDRESSES.max(count));
                names.hold(&rest[..held]);
            }
            held -= count;
            let (these, after) = rest.split_at(count);
            rest = after;
            let is_named: Vec<bool> = these.iter().map(|index| names.has(*index)).collect();
            let places = debug.places(units, &batch, &is_named, &mut readers, budget);
            // The number of an address in the batch, by its index.
            let mut numbers: Vec<(u32, u32)> = these.iter().copied().zip(0..).collect();
            numbers.sort_unstable();
            names.visit(these, &mut |index, name, origin| {
                if let Ok(at) = numbers.binary_search_by_key(&index, |(index, _)| *index) {
                    places.visit(numbers[at].1, &mut |place| naming.add(&place));
                    naming.give_added(self.wanted.at(index), &self.symbol(index, name, origin));
                }
            });
        }
        budget.bytes_read += readers.bytes_read();
    }
}
