//! Line tables: which line of which file the code at an address comes from. A
//! table's program is run once, from its beginning to its end; nothing of it is
//! kept but the rows of the wanted addresses.

use std::ops::RangeInclusive;

use super::budget::Budget;
use super::forms::{self, Attribute, Encoding, Text, Value};
use super::ranges::within;
use super::sections::Sections;
use super::texts::{TextId, Texts};
use super::unit::{TextTable, Unit};
use crate::files::reader::Reader;

/// Bytes read at a time.
const WINDOW: RangeInclusive<usize> = 4096..=128 * 1024;
/// Bytes of a program after which the limits are checked.
const CHECK_BYTES: u64 = 4096;
/// Files and directories believed per table.
const MOST_FILES: usize = 65_536;
/// Bytes of names in a table itself.
const MOST_NAME_BYTES: usize = 1 << 20;
/// Attributes of a file believed.
const MOST_FORMATS: u8 = 16;

/// A row: a file of the table, and a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) file: u32,
    pub(super) line: u32,
}

/// The name of a file or directory.
#[derive(Debug, Clone, Copy)]
enum Name {
    /// In another section.
    Elsewhere(Text),
    /// In the table, copied.
    Copied(u32, u32),
    Unknown,
}

/// A file's directory and name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileName {
    pub(super) directory: Option<TextId>,
    pub(super) name: TextId,
}

struct Header {
    program: u64,
    end: u64,
    minimum_length: u64,
    operation_base: u8,
    /// By operation, by how much the special ones advance the address and the line.
    advances: [(u64, i64); 256],
    /// Operands of the standard operations.
    operands: [u8; 256],
    files: Files,
}

/// The files of one table, by number.
pub(super) struct Files {
    directories: Vec<Name>,
    names: Vec<(Name, u32)>,
    /// The number of the first file.
    first: u32,
    /// Whether directory 0 is one of the list, and not the one in which the compiler ran.
    has_directory_0: bool,
    copied: Vec<u8>,
}

impl Files {
    /// Asks for the name of a file.
    pub(super) fn name(&self, number: u32, texts: &mut Texts) -> Option<FileName> {
        let (name, directory) = *self.names.get(number.checked_sub(self.first)? as usize)?;
        let name = self.want(name, texts)?;
        // Number 0 is the directory in which the compiler ran: no part of the name as it was given.
        let at = if self.has_directory_0 { Some(directory) } else { directory.checked_sub(1) };
        let directory = at.filter(|_| directory != 0).and_then(|at| self.directories.get(at as usize));
        Some(FileName { directory: directory.and_then(|name| self.want(*name, texts)), name })
    }

    fn want(&self, name: Name, texts: &mut Texts) -> Option<TextId> {
        match name {
            Name::Elsewhere(text) => Some(texts.want(text)),
            Name::Copied(start, count) => {
                self.copied.get(start as usize..(start + count) as usize).map(|text| texts.keep(text))
            }
            Name::Unknown => None,
        }
    }

    fn copy(&mut self, reader: &mut Reader<'_>) -> Option<Name> {
        let start = self.copied.len();
        let room = MOST_NAME_BYTES - start;
        reader.string(room.min(4096), &mut self.copied)?;
        Some(Name::Copied(start as u32, (self.copied.len() - start) as u32))
    }
}

/// Reads line tables.
pub(super) struct LineTables<'a> {
    reader: Reader<'a>,
    texts: TextTable<'a>,
}

impl<'a> LineTables<'a> {
    pub(super) fn new(sections: &'a Sections<'_>) -> LineTables<'a> {
        LineTables { reader: sections.lines.reader(WINDOW), texts: TextTable::new(sections) }
    }

    pub(super) fn bytes_read(&self) -> u64 {
        self.reader.bytes_read()
    }

    /// Reads the files of the table at `offset`, which `unit` refers to, and
    /// calls `visit` with the index and the row of each of the `wanted`, sorted
    /// addresses that the program covers; nothing below `lowest` is code.
    pub(super) fn read(
        &mut self,
        offset: u64,
        unit: &Unit,
        wanted: &[u64],
        lowest: u64,
        budget: &mut Budget,
        visit: &mut dyn FnMut(usize, Row),
    ) -> Option<Files> {
        let header = self.header(offset, unit)?;
        if !wanted.is_empty() {
            let done = self.run(&header, wanted, lowest, budget, visit);
            budget.malformed += u64::from(done.is_none());
        }
        Some(header.files)
    }

    fn header(&mut self, offset: u64, unit: &Unit) -> Option<Header> {
        let reader = &mut self.reader;
        reader.seek(offset)?;
        let (length, is_64) = reader.initial_length()?;
        let end = reader.position().checked_add(length).filter(|end| *end <= reader.end())?;
        let version = reader.u16()?;
        if !(2..=5).contains(&version) {
            return None;
        }
        if version >= 5 {
            reader.skip(2)?;
        }
        let header_bytes = reader.offset(is_64)?;
        let program = reader.position().checked_add(header_bytes).filter(|program| *program <= end)?;
        let minimum_length = u64::from(reader.u8()?);
        if version >= 4 {
            reader.skip(1)?;
        }
        reader.skip(1)?;
        let line_base = i64::from(reader.u8()? as i8);
        let line_range = u64::from(reader.u8()?);
        let operation_base = reader.u8()?;
        if line_range == 0 || operation_base == 0 {
            return None;
        }
        let mut operands = [0; 256];
        for count in &mut operands[1..usize::from(operation_base)] {
            *count = reader.u8()?;
        }
        let mut advances = [(0, 0); 256];
        for (advance, adjusted) in advances[usize::from(operation_base)..].iter_mut().zip(0_u64..) {
            let address = adjusted / line_range * minimum_length;
            *advance = (address, line_base + (adjusted % line_range) as i64);
        }
        let encoding = Encoding { version, is_64 };
        let files = if version >= 5 { self.files(encoding, unit)? } else { self.older_files()? };
        Some(Header { program, end, minimum_length, operation_base, advances, operands, files })
    }

    fn older_files(&mut self) -> Option<Files> {
        let reader = &mut self.reader;
        let mut files =
            Files { directories: Vec::new(), names: Vec::new(), first: 1, has_directory_0: false, copied: Vec::new() };
        loop {
            let name = files.copy(reader)?;
            if matches!(name, Name::Copied(_, 0)) {
                break;
            }
            if files.directories.len() < MOST_FILES {
                files.directories.push(name);
            }
        }
        loop {
            let name = files.copy(reader)?;
            if matches!(name, Name::Copied(_, 0)) {
                break;
            }
            let directory = u32::try_from(reader.uleb()?).unwrap_or(0);
            // When it changed, and its size.
            reader.uleb()?;
            reader.uleb()?;
            if files.names.len() < MOST_FILES {
                files.names.push((name, directory));
            }
        }
        Some(files)
    }

    fn files(&mut self, encoding: Encoding, unit: &Unit) -> Option<Files> {
        let mut files =
            Files { directories: Vec::new(), names: Vec::new(), first: 0, has_directory_0: true, copied: Vec::new() };
        for is_directory in [true, false] {
            let count = self.reader.u8()?.min(MOST_FORMATS);
            let mut formats = [(0, 0); MOST_FORMATS as usize];
            for format in &mut formats[..usize::from(count)] {
                *format = (self.reader.uleb()?, u16::try_from(self.reader.uleb()?).ok()?);
            }
            let rows = usize::try_from(self.reader.uleb()?).ok().filter(|rows| *rows <= MOST_FILES)?;
            for _ in 0..rows {
                let (mut name, mut directory) = (Name::Unknown, 0);
                for (content, form) in &formats[..usize::from(count)] {
                    let attribute = Attribute { name: 0, form: *form, constant: 0 };
                    // A string in the table itself.
                    if (*content, *form) == (1, 0x08) {
                        name = files.copy(&mut self.reader)?;
                        continue;
                    }
                    let value = forms::read(&mut self.reader, attribute, encoding, 0)?;
                    match (content, value) {
                        (1, Value::Text(Text::Info(_))) => {}
                        (1, value) => name = self.texts.text(value, unit).map_or(Name::Unknown, Name::Elsewhere),
                        (2, Value::Number(number)) => directory = u32::try_from(number).unwrap_or(0),
                        _ => {}
                    }
                }
                if is_directory {
                    files.directories.push(name);
                } else {
                    files.names.push((name, directory));
                }
            }
        }
        Some(files)
    }

    fn run(
        &mut self,
        header: &Header,
        wanted: &[u64],
        lowest: u64,
        budget: &mut Budget,
        visit: &mut dyn FnMut(usize, Row),
    ) -> Option<()> {
        let reader = &mut self.reader;
        reader.seek(header.program)?;
        let fresh = (0_u64, Row { file: 1, line: 1 });
        let (mut address, mut row) = fresh;
        // The row before, whose code ends where the next one's begins.
        let mut open: Option<(u64, Row)> = None;
        // Code without a wanted address, so that most rows are not looked up: it ends before the second.
        let mut unwanted = (0, 0);
        let mut emit = |open: &mut Option<(u64, Row)>, address: u64, row: Row, budget: &mut Budget| {
            if let Some((from, row)) = open.filter(|(from, _)| *from < address && *from >= lowest) {
                if from < unwanted.0 || address > unwanted.1 {
                    let covered = within(wanted, from, address);
                    unwanted = (after(wanted, covered.end), wanted.get(covered.end).copied().unwrap_or(u64::MAX));
                    for index in covered {
                        if !budget.take_range() {
                            break;
                        }
                        visit(index, row);
                    }
                }
            }
            *open = Some((address, row));
        };
        let line_by = |line: u32, by: i64| line.wrapping_add(by as u32);
        let mut counted = header.program;
        while reader.position() < header.end {
            let position = reader.position();
            if position - counted >= CHECK_BYTES {
                if !budget.take_lines(position - counted) {
                    return None;
                }
                counted = position;
            }
            let operation = reader.u8()?;
            if operation >= header.operation_base {
                let (bytes, lines) = header.advances[usize::from(operation)];
                address = address.wrapping_add(bytes);
                row.line = line_by(row.line, lines);
                emit(&mut open, address, row, budget);
                continue;
            }
            match operation {
                0 => {
                    let length = reader.uleb()?;
                    let end = reader.position().checked_add(length).filter(|end| *end <= header.end)?;
                    if length > 0 {
                        match reader.u8()? {
                            1 => {
                                emit(&mut open, address, row, budget);
                                open = None;
                                (address, row) = fresh;
                            }
                            2 if length == 9 => address = reader.u64()?,
                            _ => {}
                        }
                    }
                    reader.seek(end)?;
                }
                1 => emit(&mut open, address, row, budget),
                2 => address = address.wrapping_add(reader.uleb()?.wrapping_mul(header.minimum_length)),
                3 => row.line = line_by(row.line, reader.sleb()?),
                4 => row.file = u32::try_from(reader.uleb()?).unwrap_or(0),
                8 => address = address.wrapping_add(header.advances[255].0),
                9 => address = address.wrapping_add(reader.u16()?.into()),
                other => {
                    for _ in 0..header.operands[usize::from(other)] {
                        reader.uleb()?;
                    }
                }
            }
        }
        budget.take_lines(reader.position() - counted);
        Some(())
    }
}

/// The first address behind those before this index.
fn after(wanted: &[u64], index: usize) -> u64 {
    index.checked_sub(1).and_then(|last| wanted.get(last)).map_or(0, |last| last.saturating_add(1))
}
