//! Debug information: the calls that were inlined at an address, and the source
//! lines. Of `.debug_info` only the units that hold wanted addresses are read,
//! each once from its beginning to its end; line tables likewise. Nothing is
//! kept that grows with the file: memory follows the addresses of a batch.
//!
//! DWARF 2 to 5 of 64-bit targets. Not read, and counted: entries that the
//! compiler put into other files (split DWARF, supplementary files).

mod abbreviations;
mod aranges;
mod budget;
mod entries;
mod forms;
mod inlines;
mod lines;
mod origins;
mod ranges;
mod sections;
mod texts;
mod unit;
mod units;

use crate::elf::Elf;
use crate::files::reader::Reader;
use crate::files::source::Source;
use crate::types::limits::Limits;
use abbreviations::Abbreviations;
pub(crate) use budget::Budget;
use entries::WALK_WINDOW;
use inlines::{Found, Walk, Wanted};
use lines::{FileName, LineTables, Row};
use origins::{Asked, FileNumber, Known, Origin};
use ranges::Ranges;
use sections::Sections;
use texts::Texts;
use unit::Unit;
use units::Assignment;
pub(crate) use units::NO_UNIT;

/// The larger windows, kept from batch to batch.
pub(crate) struct Readers<'a> {
    info: Reader<'a>,
    ranges: Ranges<'a>,
    table: Abbreviations,
    lines: LineTables<'a>,
}

impl Readers<'_> {
    pub(crate) fn bytes_read(&self) -> u64 {
        self.info.bytes_read() + self.ranges.bytes_read() + self.table.bytes_read + self.lines.bytes_read()
    }
}

/// The debug information of one file.
pub(crate) struct DebugInfo<'a> {
    sections: Sections<'a>,
    /// Nothing below is code.
    lowest: u64,
}

impl<'a> DebugInfo<'a> {
    /// `None` when the file has none.
    pub(crate) fn open(source: &'a Source, elf: &Elf, lowest: u64, limits: &Limits) -> Option<DebugInfo<'a>> {
        Sections::find(source, elf, limits).map(|sections| DebugInfo { sections, lowest })
    }

    /// What the batches are read through.
    pub(crate) fn readers(&self) -> Readers<'_> {
        Readers {
            info: self.sections.info.reader(WALK_WINDOW),
            ranges: Ranges::new(&self.sections),
            table: Abbreviations::new(),
            lines: LineTables::new(&self.sections),
        }
    }

    /// Finds the units of sorted addresses.
    pub(crate) fn assign(&self, wanted: &[u64], budget: &mut Budget) -> Units {
        Units { found: units::assign(&self.sections, wanted, self.lowest, budget) }
    }

    /// Reads about the addresses of a batch: each a unit's number with its sorted addresses, by number.
    /// `is_named` says of each address whether its symbol is known, which names the function that holds the code.
    pub(crate) fn places(
        &self,
        units: &Units,
        batch: &[(u32, Vec<u64>)],
        is_named: &[bool],
        readers: &mut Readers<'_>,
        budget: &mut Budget,
    ) -> Places {
        let all: Vec<Unit> = batch.iter().map(|(unit, _)| units.found.units[*unit as usize]).collect();
        let mut found = self.walk(&all, batch, readers, budget);
        found.sort();
        let mut texts = Texts::default();
        let asked = asked(&found, is_named);
        let mut known = Known { batch: &all, others: Vec::new() };
        let origins = origins::resolve(&self.sections, &asked, &mut known, &mut texts, budget);
        let entries = asked.into_iter().map(|asked| asked.entry).collect();
        let others = known.others;
        let unit_of =
            batch.iter().zip(0..).flat_map(|((_, of_one), unit)| std::iter::repeat_n(unit, of_one.len())).collect();
        let mut places =
            Places { found, unit_of, entries, origins, rows: Vec::new(), files: Vec::new(), texts, units: all };
        self.read_lines(&mut places, batch, &others, &mut readers.lines, budget);
        places.texts.load(&self.sections);
        budget.bytes_read += places.texts.bytes_read;
        budget.is_cut |= places.texts.cut > 0;
        places
    }

    fn walk(
        &self,
        all: &[Unit],
        batch: &[(u32, Vec<u64>)],
        Readers { info, ranges, table, .. }: &mut Readers<'_>,
        budget: &mut Budget,
    ) -> Found {
        let mut found = Found::new(batch.iter().map(|(_, addresses)| addresses.len()).sum());
        let mut first = 0;
        for ((unit, (_, addresses)), number) in all.iter().zip(batch).zip(0..) {
            let wanted = Wanted { addresses, first };
            first += addresses.len() as u32;
            if unit.is_split || table.load(&self.sections.abbreviations, unit.abbreviations, unit.encoding).is_none() {
                continue;
            }
            // What was found before a unit became malformed stays.
            let through = Walk { reader: info, table, ranges };
            let done = inlines::walk((unit, number), through, &wanted, &mut found, budget);
            budget.malformed += u64::from(done.is_err() && !budget.is_cut);
        }
        found
    }

    /// Reads the line tables of the batch, and the names of every file that something refers to.
    fn read_lines(
        &self,
        places: &mut Places,
        batch: &[(u32, Vec<u64>)],
        others: &[Unit],
        reader: &mut LineTables<'_>,
        budget: &mut Budget,
    ) {
        let mut wanted: Vec<(u64, u64, u32)> = Vec::new();
        let mut number = 0;
        for (unit, (_, addresses)) in places.units.iter().zip(batch) {
            for address in addresses {
                if let Some(table) = unit.lines {
                    wanted.push((table, *address, number));
                }
                number += 1;
            }
        }
        wanted.sort_unstable();
        places.rows = vec![Row::default(); number as usize];
        let mut files = places.files_referred_to();
        let mut tables: Vec<u64> =
            wanted.iter().map(|(table, ..)| *table).chain(files.iter().map(|file| file.table)).collect();
        tables.sort_unstable();
        tables.dedup();
        for table in tables {
            let Some(unit) = places.units.iter().chain(others).find(|unit| unit.lines == Some(table)) else { continue };
            let first = wanted.partition_point(|(of, ..)| *of < table);
            let of_table = &wanted[first..first + wanted[first..].partition_point(|(of, ..)| *of == table)];
            let addresses: Vec<u64> = of_table.iter().map(|(_, address, _)| *address).collect();
            let rows = &mut places.rows;
            let read = reader.read(table, unit, &addresses, self.lowest, budget, &mut |index, row| {
                rows[of_table[index].2 as usize] = row;
            });
            let Some(names) = read else {
                budget.malformed += 1;
                continue;
            };
            files.extend(
                of_table.iter().map(|(.., number)| FileNumber { table, number: places.rows[*number as usize].file }),
            );
            files.sort_unstable();
            files.dedup();
            let first = files.partition_point(|file| file.table < table);
            for file in files[first..].iter().take_while(|file| file.table == table) {
                if let Some(name) = names.name(file.number, &mut places.texts) {
                    places.files.push((*file, name));
                }
            }
        }
    }
}

/// Each function and each called function once, in the order of the file.
fn asked(found: &Found, is_named: &[bool]) -> Vec<Asked> {
    let of_call = |entry: u64| Asked { entry, is_name_wanted: true, says: None };
    let calls = found.inlined.iter().map(|inlined| of_call(inlined.origin));
    let own = found.functions.iter();
    let own = own.map(|one| Asked { entry: one.entry, is_name_wanted: false, says: Some(one.says) });
    let mut asked: Vec<Asked> = own.chain(calls).collect();
    for wanted in is_named.iter().zip(0..).filter(|(is_named, _)| !**is_named).map(|(_, wanted)| wanted) {
        if let Some(function) = found.function(wanted) {
            asked[function as usize].is_name_wanted = true;
        }
    }
    // The sort keeps functions before calls.
    asked.sort_by_key(|one| one.entry);
    asked.dedup_by(|next, kept| {
        kept.is_name_wanted |= next.is_name_wanted && next.entry == kept.entry;
        next.entry == kept.entry
    });
    asked
}

/// The units that hold wanted addresses.
pub(crate) struct Units {
    found: Assignment,
}

impl Units {
    /// By wanted address, the number of its unit or [`NO_UNIT`].
    pub(crate) fn of(&self) -> &[u32] {
        &self.found.unit_of
    }

    /// Whether the unit's entries are in another file.
    pub(crate) fn is_split(&self, unit: u32) -> bool {
        self.found.units.get(unit as usize).is_some_and(|unit| unit.is_split)
    }
}

/// What was read about the addresses of a batch, which are numbered in its order.
pub(crate) struct Places {
    units: Vec<Unit>,
    found: Found,
    /// By wanted address, an index into `units`.
    unit_of: Vec<u32>,
    /// Entries of functions, sorted, and what is known about each.
    entries: Vec<u64>,
    origins: Vec<Origin>,
    rows: Vec<Row>,
    /// Sorted.
    files: Vec<(FileNumber, FileName)>,
    texts: Texts,
}

/// One function at an address: a called one that was inlined, or the one that holds the code.
pub(crate) struct Place<'a> {
    pub(crate) name: PlaceName<'a>,
    /// Directory and name of the file.
    pub(crate) file: Option<(&'a [u8], &'a [u8])>,
    /// The line that runs, 0 when it is not known or in another file.
    pub(crate) line: u32,
    /// The line of the declaration, 0 when it is not known.
    pub(crate) first_line: u32,
}

/// How a function is called.
pub(crate) enum PlaceName<'a> {
    /// As the linker sees it.
    Linkage(&'a [u8]),
    /// What encloses it, and its name in the source.
    Source(&'a [u8], &'a [u8]),
    Unknown,
}

impl Places {
    /// Calls `visit` with each function at an address, the innermost first. The last one holds the code.
    pub(crate) fn visit(&self, wanted: u32, visit: &mut dyn FnMut(Place<'_>)) {
        let row = self.rows.get(wanted as usize).copied().unwrap_or_default();
        let unit = self.unit_of.get(wanted as usize).and_then(|unit| self.units.get(*unit as usize));
        let table = unit.and_then(|unit| unit.lines);
        let numbered = |number: u32| table.map(|table| FileNumber { table, number });
        let mut at = (numbered(row.file), row.line);
        for call in self.found.calls(wanted).rev() {
            let inlined = self.found.inlined[call as usize];
            visit(self.place(inlined.origin, at));
            at = (numbered(inlined.call_file), inlined.call_line);
        }
        let function =
            self.found.function(wanted).map_or(u64::MAX, |function| self.found.functions[function as usize].entry);
        visit(self.place(function, at));
    }

    /// A function by its entry, and where in it execution stands.
    fn place(&self, entry: u64, (file, line): (Option<FileNumber>, u32)) -> Place<'_> {
        let origin = self.entries.binary_search(&entry).map(|index| self.origins[index]).unwrap_or_default();
        let name = match (origin.linkage, origin.name) {
            (Some(linkage), _) => PlaceName::Linkage(self.texts.get(linkage)),
            (None, Some(name)) => {
                PlaceName::Source(origin.scope.map_or(&[], |scope| self.texts.get(scope)), self.texts.get(name))
            }
            (None, None) => PlaceName::Unknown,
        };
        let declared = origin.file.and_then(|file| self.file(file));
        let running = file.and_then(|file| self.file(file));
        let is_same = declared.is_none() || declared == running;
        let shown = declared.or(running);
        Place {
            name,
            file: shown
                .map(|file| (file.directory.map_or(&[][..], |text| self.texts.get(text)), self.texts.get(file.name))),
            line: if is_same { line } else { 0 },
            first_line: origin.line,
        }
    }

    fn file(&self, file: FileNumber) -> Option<FileName> {
        let index = self.files.binary_search_by_key(&file, |(number, _)| *number).ok()?;
        self.files.get(index).map(|(_, name)| *name)
    }

    /// Files of declarations and calls.
    fn files_referred_to(&self) -> Vec<FileNumber> {
        let calls = self.found.inlined.iter().filter_map(|inlined| {
            let table = self.units.get(inlined.unit as usize)?.lines?;
            Some(FileNumber { table, number: inlined.call_file })
        });
        let mut files: Vec<FileNumber> = self.origins.iter().filter_map(|origin| origin.file).chain(calls).collect();
        files.sort_unstable();
        files.dedup();
        files
    }
}
