//! Which function an address is in, and what it is called. Modules are loaded and purged while the program runs, so
//! what was read is believed for a moment, and what an address leads to says itself that it is a function.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::atoms::Atoms;
use super::layout::{self, Layout};
use super::lines::{self, Lines};
use super::ranges::{self, Range};
use super::tables::Tables;
use crate::languages::frames::{Frames, LanguageFrame, SourcePlace};
use crate::process::memory::Memory;
use crate::types::name::NameOrigin;

/// For how long what was read is believed.
const MOMENT: Duration = Duration::from_millis(500);
/// Functions of one module, and their arguments.
const MOST_FUNCTIONS: u64 = 1 << 20;
const MOST_ARGUMENTS: u64 = 1024;
/// Addresses that are remembered.
const ADDRESSES: usize = 1 << 16;
/// The module of the emulator's own entry points, and the one to which a process returns at its end.
const OWN_MODULE: &str = "erts_beamasm";
const EXIT: &str = "normal_exit";
/// Modules of Elixir begin with it.
const ELIXIR: &str = "Elixir.";

/// What an address of code is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Function(Function),
    /// Where a process returns to at its end.
    Exit,
    /// Anything else: code that all modules share, or none.
    Other,
}

/// A function of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Function {
    /// The header of its module, and its number there.
    header: u64,
    number: u64,
    /// The address that represents its frames.
    frame: u64,
    /// Whether it is the last of its module, so that what follows it seems to be a part of it.
    pub(super) is_last: bool,
}

/// Words in front of a function's code.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Described {
    module: u64,
    name: u64,
    arity: u64,
}

pub(super) struct Functions {
    layout: Layout,
    tables: Tables,
    atoms: Atoms,
    ranges: Vec<Vec<Range>>,
    places: HashMap<u64, Place>,
    read: Option<Instant>,
}

impl Functions {
    pub(super) fn new(layout: Layout, tables: Tables) -> Functions {
        let atoms = Atoms::new(tables.atoms, layout.has_binary_names);
        Functions { layout, tables, atoms, ranges: Vec::new(), places: HashMap::new(), read: None }
    }

    /// Reads again what may be old. True when what is known of code may have changed. Of a process that has ended,
    /// what was read last is what there is.
    pub(super) fn refresh_if_due(&mut self, memory: &Memory) -> bool {
        if self.read.is_some_and(|read| read.elapsed() < MOMENT) {
            return false;
        }
        self.read = Some(Instant::now());
        let ranges: Vec<_> = self.tables.code.iter().filter_map(|table| ranges::read(memory, *table)).collect();
        if ranges.is_empty() {
            return false;
        }
        self.places.clear();
        self.ranges = ranges;
        true
    }

    /// What was read may be old.
    pub(super) fn forget(&mut self) {
        self.read = None;
    }

    /// What an address of code is: one that runs, or the last byte of a call.
    pub(super) fn place(&mut self, address: u64, memory: &Memory, names: &mut Frames) -> Place {
        if let Some(known) = self.places.get(&address) {
            return *known;
        }
        if self.places.len() >= ADDRESSES {
            self.places.clear();
        }
        let ranges = self.ranges.iter().filter_map(|ranges| ranges::holding(ranges, address));
        let function =
            ranges.collect::<Vec<_>>().into_iter().find_map(|range| self.function(range, address, memory, names));
        let place = function.map_or(Place::Other, Place::Function);
        self.places.insert(address, place);
        place
    }

    /// Whether a return address is where a process returns to at its end.
    pub(super) fn is_exit(&mut self, address: u64, memory: &Memory) -> bool {
        // The key is no address of code, so that it is another one than that of what is called.
        let key = !address;
        if let Some(known) = self.places.get(&key) {
            return *known == Place::Exit;
        }
        let described = describe(memory, address.wrapping_sub(layout::FUNCTION_BYTES));
        let is_exit = described.is_some_and(|described| {
            let name = |word| self.atoms.name(memory, word);
            described.arity == 0
                && name(described.name).as_deref() == Some(EXIT)
                && name(described.module).as_deref() == Some(OWN_MODULE)
        });
        self.places.insert(key, if is_exit { Place::Exit } else { Place::Other });
        is_exit
    }

    /// The address that represents a frame of the function in which the line runs that `address` belongs to.
    pub(super) fn at_line(function: &Function, address: u64, memory: &Memory, names: &mut Frames) -> u64 {
        let lines = Lines::read(memory, function.header, function.number);
        let line = lines.and_then(|lines| lines.line(address));
        line.map_or(function.frame, |line| names.at_line(function.frame, line))
    }

    pub(super) fn frame(function: &Function) -> u64 {
        function.frame
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let ranges: usize = self.ranges.iter().map(|ranges| ranges.capacity() * size_of::<Range>()).sum();
        ranges + self.places.capacity() * (size_of::<(u64, Place)>() + 1)
    }

    fn function(&self, range: Range, address: u64, memory: &Memory, names: &mut Frames) -> Option<Function> {
        let (header, end) = range;
        let count = memory.u64(header.wrapping_add(layout::HEADER_COUNT))?;
        if !(1..=MOST_FUNCTIONS).contains(&count) {
            return None;
        }
        let table = header.wrapping_add(self.layout.header_functions);
        let begin = |number: u64| {
            let begin = memory.u64(table.wrapping_add(8 * number))?;
            (header < begin && begin <= end).then_some(begin)
        };
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low + (high - low) / 2;
            if begin(middle)? <= address { low = middle + 1 } else { high = middle }
        }
        let number = low.checked_sub(1)?;
        let own = begin(number)?;
        if address < own.wrapping_add(layout::FUNCTION_BYTES) || address >= begin(number + 1)? {
            return None;
        }
        let described = describe(memory, own)?;
        // Where another module has taken the place of this one, its functions are not all of one module.
        if describe(memory, begin(0)?)?.module != described.module {
            return None;
        }
        let frame = self.name(&described, (header, number), memory, names)?;
        Some(Function { header, number, frame, is_last: number + 1 == count })
    }

    fn name(&self, of: &Described, (header, number): (u64, u64), memory: &Memory, names: &mut Frames) -> Option<u64> {
        let (module, name) = (self.atoms.name(memory, of.module)?, self.atoms.name(memory, of.name)?);
        let elixir = module.strip_prefix(ELIXIR);
        let (module, mark, kind) = elixir.map_or((&*module, ':', "erl"), |module| (module, '.', "ex"));
        let lines = Lines::read(memory, header, number);
        let file = lines.as_ref().and_then(|lines| lines.file(memory));
        let first_line = lines.and_then(|lines| lines.first());
        let source_file = file.as_deref().map(lines::base_name).filter(|name| !name.is_empty());
        let shown = source_file.map_or_else(|| format!("{module}.{kind}"), str::to_owned);
        let function = format!("{module}{mark}{name}/{}", of.arity);
        let source = SourcePlace { file: file.as_deref().unwrap_or(""), first_line, line: None };
        Some(names.address(&LanguageFrame { source, ..LanguageFrame::new(&function, &shown, NameOrigin::Erlang) }))
    }
}

/// What is in front of a function's code. `None` when it cannot be that.
fn describe(memory: &Memory, at: u64) -> Option<Described> {
    let word = |offset: u64| memory.u64(at.wrapping_add(offset));
    let (module, name) = (word(layout::FUNCTION_MODULE)?, word(layout::FUNCTION_NAME)?);
    let arity = word(layout::FUNCTION_ARITY).filter(|arity| *arity <= MOST_ARGUMENTS)?;
    Some(Described { module, name, arity })
}
