//! Units of `.debug_info`: which of them hold the wanted addresses. Headers and
//! root entries are read one after another, everything between is jumped over.
//! Where that means to decode it, `.debug_aranges` is asked first: only one of the
//! compilers writes it.

use super::abbreviations::Abbreviations;
use super::aranges;
use super::budget::Budget;
use super::forms::{self, Encoding, Value};
use super::ranges::{self, Bounds, Ranges};
use super::sections::Sections;
use super::unit::{Bases, Unit, WINDOW};
use crate::files::reader::Reader;

/// An address in no unit.
pub(crate) const NO_UNIT: u32 = u32::MAX;
/// Bytes of an address in the units that are read.
const ADDRESS_BYTES: u8 = 8;

const COMPILE: u8 = 1;
const PARTIAL: u8 = 3;
const SKELETON: u8 = 4;

/// Which unit each wanted address is in.
pub(super) struct Assignment {
    /// Units that hold at least one, in their order in the file.
    pub(super) units: Vec<Unit>,
    /// By wanted address, an index into `units` or [`NO_UNIT`].
    pub(super) unit_of: Vec<u32>,
}

/// Reads the header at the reader's place. `None` at the end, or when nothing behind it can be found.
fn header(reader: &mut Reader<'_>) -> Option<(Unit, bool)> {
    let start = reader.position();
    let (length, is_64) = reader.initial_length()?;
    let end = reader.position().checked_add(length).filter(|end| *end <= reader.end())?;
    let version = reader.u16()?;
    let mut kind = COMPILE;
    let (abbreviations, address_bytes);
    if version >= 5 {
        kind = reader.u8()?;
        address_bytes = reader.u8()?;
        abbreviations = reader.offset(is_64)?;
    } else {
        abbreviations = reader.offset(is_64)?;
        address_bytes = reader.u8()?;
    }
    if kind == SKELETON {
        reader.skip(8)?;
    }
    let is_read =
        (2..=5).contains(&version) && address_bytes == ADDRESS_BYTES && [COMPILE, PARTIAL, SKELETON].contains(&kind);
    let header_bytes = if is_64 { 16 } else { 8 };
    let unit = Unit {
        start,
        entries: reader.position(),
        end,
        encoding: Encoding { version, is_64 },
        abbreviations,
        lines: None,
        language: 0,
        is_split: kind == SKELETON,
        bases: Bases { low: 0, addresses: 0, range_lists: 0, ranges: 0, string_offsets: header_bytes },
    };
    Some((unit, is_read))
}

/// Reads what the unit's root entry says; the code it covers as far as that is given.
fn root(unit: &mut Unit, reader: &mut Reader<'_>, table: &Abbreviations) -> Option<Bounds> {
    let mut bounds = Bounds::default();
    let abbreviation = table.find(reader.uleb()?)?;
    for attribute in table.attributes(&abbreviation) {
        let value = forms::read(reader, *attribute, unit.encoding, unit.start)?;
        bounds.take(attribute.name, value);
        match (attribute.name, value) {
            (0x10, Value::Number(offset)) => unit.lines = Some(offset),
            (0x13, Value::Number(language)) => unit.language = u16::try_from(language).unwrap_or(0),
            (0x72, Value::Number(base)) => unit.bases.string_offsets = base,
            (0x73 | 0x2133, Value::Number(base)) => unit.bases.addresses = base,
            (0x74, Value::Number(base)) => unit.bases.range_lists = base,
            (0x2132, Value::Number(base)) => unit.bases.ranges = base,
            (0x76 | 0x2130, Value::Text(_) | Value::TextIndex(_)) => unit.is_split = true,
            _ => {}
        }
    }
    Some(bounds)
}

/// Reads units one at a time.
struct UnitReader<'a, 'b> {
    sections: &'a Sections<'b>,
    reader: Reader<'a>,
    table: Abbreviations,
}

impl<'a, 'b> UnitReader<'a, 'b> {
    fn new(sections: &'a Sections<'b>) -> UnitReader<'a, 'b> {
        UnitReader { sections, reader: sections.info.reader(WINDOW), table: Abbreviations::new() }
    }

    /// The unit that begins at this offset, with what its root says unless it is none that is read. `None` where no
    /// unit begins, or no more may be read.
    fn at(&mut self, offset: u64, budget: &mut Budget) -> Option<(Unit, Option<Bounds>)> {
        self.reader.seek(offset)?;
        let (mut unit, is_read) = header(&mut self.reader)?;
        if !budget.take_unit() {
            return None;
        }
        let abbreviations = &self.sections.abbreviations;
        if !is_read || self.table.load(abbreviations, unit.abbreviations, unit.encoding).is_none() {
            return Some((unit, None));
        }
        let bounds = root(&mut unit, &mut self.reader, &self.table);
        Some((unit, bounds))
    }

    fn bytes_read(&self) -> u64 {
        self.reader.bytes_read() + self.table.bytes_read
    }
}

/// Visits the units in their order, each with what its root says. Stops when `visit` says so.
fn each(sections: &Sections<'_>, budget: &mut Budget, visit: &mut dyn FnMut(Unit, &Bounds, &mut Budget) -> bool) {
    let mut units = UnitReader::new(sections);
    let mut next = 0;
    while next < sections.info.bytes {
        let Some((unit, bounds)) = units.at(next, budget) else { break };
        next = unit.end;
        if bounds.is_some_and(|bounds| !visit(unit, &bounds, budget)) {
            break;
        }
    }
    budget.bytes_read += units.bytes_read();
}

/// Finds the units that hold `wanted`, sorted addresses; nothing below `lowest` is code.
pub(super) fn assign(sections: &Sections<'_>, wanted: &[u64], lowest: u64, budget: &mut Budget) -> Assignment {
    if let Some(found) = assign_as_listed(sections, wanted, lowest, budget) {
        return found;
    }
    let mut found = Assignment::new(wanted);
    let mut ranges = Ranges::new(sections);
    each(sections, budget, &mut |unit, bounds, budget| {
        found.take(unit, bounds, (wanted, lowest), &mut ranges, budget);
        true
    });
    budget.bytes_read += ranges.bytes_read();
    found
}

/// The same, of units that a list names, where going through all would mean to decode them. `None` unless each address
/// that a compiler may have made is in one of those.
fn assign_as_listed(sections: &Sections<'_>, wanted: &[u64], lowest: u64, budget: &mut Budget) -> Option<Assignment> {
    if sections.info.is_random() {
        return None;
    }
    let listed = aranges::units(sections, wanted, lowest, budget)?;
    let mut units = UnitReader::new(sections);
    let mut found = Assignment::new(wanted);
    let mut ranges = Ranges::new(sections);
    for offset in listed {
        let Some((unit, Some(bounds))) = units.at(offset, budget) else { break };
        found.take(unit, &bounds, (wanted, lowest), &mut ranges, budget);
    }
    budget.bytes_read += units.bytes_read() + ranges.bytes_read();
    let mut unit_of = found.unit_of.iter().zip(wanted);
    let is_complete = unit_of.all(|(unit, address)| *unit != NO_UNIT || sections.is_linkage(*address));
    is_complete.then_some(found)
}

impl Assignment {
    fn new(wanted: &[u64]) -> Assignment {
        Assignment { units: Vec::new(), unit_of: vec![NO_UNIT; wanted.len()] }
    }

    /// Takes a unit that holds any of the addresses that no unit before it held.
    fn take(
        &mut self,
        mut unit: Unit,
        bounds: &Bounds,
        (wanted, lowest): (&[u64], u64),
        ranges: &mut Ranges<'_>,
        budget: &mut Budget,
    ) {
        unit.bases.low = ranges.low(bounds, &unit);
        let number = self.units.len() as u32;
        let mut holds_any = false;
        ranges.visit(bounds, &unit, budget, &mut |low, high| {
            // Ranges of code that the linker left out start at 0 or just above.
            if low >= lowest {
                for index in ranges::within(wanted, low, high) {
                    if self.unit_of[index] == NO_UNIT {
                        self.unit_of[index] = number;
                        holds_any = true;
                    }
                }
            }
        });
        if holds_any {
            self.units.push(unit);
        }
    }
}

/// The units that contain these sorted offsets of `.debug_info`, which lie in none of the known ones.
pub(super) fn containing(sections: &Sections<'_>, offsets: &[u64], budget: &mut Budget) -> Vec<Unit> {
    let mut units = Vec::new();
    let mut rest = offsets;
    each(sections, budget, &mut |unit, _, _| {
        let below = rest.partition_point(|offset| *offset < unit.end);
        if rest[..below].iter().any(|offset| *offset >= unit.start) {
            units.push(unit);
        }
        rest = &rest[below..];
        !rest.is_empty()
    });
    units
}
