//! One opened module: its headers, the index of its unwind entries, and the
//! common entries met so far.

use std::ops::Range;
use std::rc::Rc;

use crate::cfi::entry::{Common, Function, common_distance};
use crate::cfi::entry_list::EntryList;
use crate::cfi::lookup_table::LookupTable;
use crate::cfi::rule;
use crate::elf::separate::Separate;
use crate::elf::{Elf, Segment};
use crate::files::pages::{PageCache, Through};
use crate::files::source::Source;
use crate::gopclntab::{GoRule, GoTable};
use crate::types::arch::Arch;
use crate::types::limits::Limits;

/// Common entries remembered per module; a linker merges equal ones, so few remain.
const COMMON_ENTRIES: usize = 16;
/// Bytes after the entry point that still belong to it: hand-written start code is shorter.
const ENTRY_CODE_BYTES: u64 = 64;

enum Index {
    Table(LookupTable),
    List(EntryList),
    Nothing,
}

/// What the module's unwind information says about an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lookup {
    /// The rule is in the output buffer.
    Found,
    /// No entry covers the address.
    NoEntry,
    /// The entry is malformed, too long, or cannot be read.
    Malformed,
}

/// Buffers reused by every lookup.
#[derive(Default)]
pub(crate) struct Scratch {
    function: Vec<u8>,
    common: Vec<u8>,
}

impl Scratch {
    pub(crate) fn memory_bytes(&self) -> usize {
        self.function.capacity() + self.common.capacity()
    }
}

pub(crate) struct Module {
    pub(crate) source: Rc<Source>,
    pub(crate) elf: Elf,
    /// Debug files that may belong to it, the first of which counts, opened while the process lives.
    pub(crate) separate: Vec<Separate>,
    arch: Arch,
    index: Index,
    /// What a Go program says about its own code.
    pub(crate) go: Option<GoTable>,
    /// What was found of the language runtime that it holds; a note of `languages`.
    pub(crate) language: Option<u8>,
    common: Vec<Common>,
    next_common: usize,
}

impl Module {
    /// `None` when the source is not a 64-bit ELF file of `arch`.
    pub(crate) fn open(source: Source, arch: Arch, limits: &Limits) -> Option<Module> {
        source.read_only_what_is_asked();
        let elf = Elf::parse(&source, arch, limits.headers)?;
        let index = match LookupTable::open(&source, &elf) {
            Some(table) => Index::Table(table),
            None => EntryList::open(&source, &elf, arch.sp() as u8, limits).map_or(Index::Nothing, Index::List),
        };
        let go = GoTable::open(&source, &elf, arch, limits.headers);
        let separate = Vec::new();
        let source = Rc::new(source);
        Some(Module { source, elf, separate, arch, index, go, language: None, common: Vec::new(), next_common: 0 })
    }

    /// Writes the rule for link-time `address` into `out`.
    pub(crate) fn rule(&mut self, address: u64, reading: &mut Reading<'_>, out: &mut Vec<u8>) -> Lookup {
        let entry = self.entry_of(address, reading);
        let found = entry.map_or(Lookup::NoEntry, |entry| {
            self.rule_of_entry(entry, address, reading, out).unwrap_or(Lookup::Malformed)
        });
        match (&self.go, found) {
            (Some(go), Lookup::NoEntry) => {
                let mut through = Through { module: reading.module, source: &self.source, pages: reading.pages };
                let found = go.rule(address, &mut through, out);
                if found == GoRule::Found { Lookup::Found } else { Lookup::NoEntry }
            }
            _ => found,
        }
    }

    /// Where the code begins and ends that an unwind entry describes, around a link-time `address`.
    pub(crate) fn code_around(&mut self, address: u64, reading: &mut Reading<'_>) -> Option<Range<u64>> {
        let entry = self.entry_of(address, reading)?;
        self.with_entry(entry, reading, |function, _, _| Some(function.start..function.end))
            .filter(|code| code.contains(&address))
    }

    fn entry_of(&mut self, address: u64, reading: &mut Reading<'_>) -> Option<u64> {
        match &mut self.index {
            Index::Table(table) => table.find(reading.module, &self.source, reading.pages, address),
            Index::List(list) => list.find(address),
            Index::Nothing => None,
        }
    }

    fn rule_of_entry(
        &mut self,
        entry: u64,
        address: u64,
        reading: &mut Reading<'_>,
        out: &mut Vec<u8>,
    ) -> Option<Lookup> {
        self.with_entry(entry, reading, |function, common, body| {
            if !(function.start..function.end).contains(&address) {
                return Some(Lookup::NoEntry);
            }
            rule::encode(&function.row_at(address, common)?, common, body, out)?;
            Some(Lookup::Found)
        })
    }

    fn with_entry<T>(
        &mut self,
        entry: u64,
        reading: &mut Reading<'_>,
        take: impl FnOnce(&Function<'_>, &Common, &[u8]) -> Option<T>,
    ) -> Option<T> {
        let mut body = std::mem::take(&mut reading.scratch.function);
        let result = self.read_entry(entry, reading, &mut body).and_then(|_| {
            let distance = common_distance(&body)?;
            let common = self.common_at(entry.wrapping_add(4).wrapping_sub(distance.into()), reading)?;
            take(&Function::parse(&body, entry, common)?, common, &body)
        });
        reading.scratch.function = body;
        result
    }

    /// Reads the body of the entry whose length field is at link-time `address`; gives its file offset.
    fn read_entry(&mut self, address: u64, reading: &mut Reading<'_>, out: &mut Vec<u8>) -> Option<u64> {
        let (offset, room) = self.elf.offset_of(address)?;
        let mut length = [0; 4];
        reading.pages.read(reading.module, &self.source, offset, &mut length)?;
        let length = u32::from_le_bytes(length);
        if length < 8 || u64::from(length) + 4 > room || length as usize > reading.entry_bytes {
            return None;
        }
        out.resize(length as usize, 0);
        reading.pages.read(reading.module, &self.source, offset + 4, out)?;
        Some(offset)
    }

    fn common_at(&mut self, address: u64, reading: &mut Reading<'_>) -> Option<&Common> {
        let (offset, _) = self.elf.offset_of(address)?;
        if let Some(at) = self.common.iter().position(|common| common.offset == offset) {
            return self.common.get(at);
        }
        let mut body = std::mem::take(&mut reading.scratch.common);
        let parsed = self
            .read_entry(address, reading, &mut body)
            .and_then(|offset| Common::parse(&body, offset, address, self.arch.sp() as u8));
        reading.scratch.common = body;
        let parsed = parsed?;
        let at = if self.common.len() < COMMON_ENTRIES {
            self.common.push(parsed);
            self.common.len() - 1
        } else {
            self.next_common = (self.next_common + 1) % COMMON_ENTRIES;
            self.common[self.next_common] = parsed;
            self.next_common
        };
        self.common.get(at)
    }

    /// Whether the address is in the code at the process entry point, whose caller is the kernel.
    pub(crate) fn is_entry_code(&self, address: u64) -> bool {
        self.elf.entry != 0 && address.wrapping_sub(self.elf.entry) < ENTRY_CODE_BYTES
    }

    /// Bytes of the lookup table in the file, as far as it is used.
    pub(crate) fn lookup_table_bytes(&self) -> u64 {
        self.lookup_table().map_or(0, |table| table.file_bytes)
    }

    /// Gives back the page cache that reading brought in, or all but the lookup table's.
    pub(crate) fn give_back(&self, keeps_lookup_table: bool) {
        match self.lookup_table().filter(|_| keeps_lookup_table) {
            Some(table) => {
                let behind = table.offset.saturating_add(table.file_bytes);
                self.source.give_back(0, table.offset);
                self.source.give_back(behind, u64::MAX - behind);
            }
            None => self.source.give_back(0, u64::MAX),
        }
    }

    fn lookup_table(&self) -> Option<Segment> {
        self.elf.unwind_table.filter(|_| matches!(self.index, Index::Table(_)))
    }

    /// Heap bytes held.
    pub(crate) fn memory_bytes(&self) -> usize {
        let index = match &self.index {
            Index::Table(table) => table.memory_bytes(),
            Index::List(list) => list.memory_bytes(),
            Index::Nothing => 0,
        };
        let source = self.source.memory_bytes();
        let common: usize = self.common.iter().map(Common::memory_bytes).sum();
        size_of::<Module>()
            + index
            + source
            + common
            + self.common.capacity() * size_of::<Common>()
            + size_of_val(&*self.elf.segments)
    }
}

/// What a lookup reads through: the module's number in the page cache, and the shared buffers.
pub(crate) struct Reading<'a> {
    pub(crate) module: u16,
    pub(crate) pages: &'a mut PageCache,
    pub(crate) scratch: &'a mut Scratch,
    /// Longest entry believed.
    pub(crate) entry_bytes: usize,
}
