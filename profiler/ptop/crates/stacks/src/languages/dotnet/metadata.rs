//! Metadata of an assembly, as ECMA-335 partition II has it: names of methods and of the types they belong to.

mod schema;

use crate::process::memory::Memory;
use schema::{TABLES, Widths};

/// Longest name read.
const NAME_BYTES: usize = 1024;
/// Types that a type is inside of.
const NESTED: usize = 16;
/// Streams believed.
const STREAMS: u16 = 16;

const MODULE: usize = 0x00;
const TYPE: usize = 0x02;
const METHOD: usize = 0x06;
const NESTED_CLASS: usize = 0x29;

/// Where the tables of an assembly are.
#[derive(Debug)]
pub(super) struct Metadata {
    strings: (u64, u32),
    rows: [u32; TABLES],
    /// Of the first row of each table, and a row's bytes.
    tables: [(u64, u32); TABLES],
    widths: Widths,
}

impl Metadata {
    /// Reads the headers of the metadata at an address.
    pub(super) fn read(memory: &Memory, (root, bytes): (u64, u32)) -> Option<Metadata> {
        let end = root.checked_add(bytes.into())?;
        let version = memory.u32(root.wrapping_add(12)).filter(|version| *version <= 256)?;
        let count = memory.u16(root.wrapping_add(16 + u64::from(version) + 2))?.min(STREAMS);
        let mut at = root.wrapping_add(16 + u64::from(version) + 4);
        let (mut strings, mut tables) = (None, None);
        for _ in 0..count {
            let (offset, length) = (memory.u32(at)?, memory.u32(at.wrapping_add(4))?);
            let name = memory.c_string(at.wrapping_add(8), 32)?;
            let start = root.wrapping_add(offset.into());
            let is_inside = start.checked_add(length.into()).is_some_and(|stream| stream <= end);
            match name.as_str() {
                "#Strings" if is_inside => strings = Some((start, length)),
                // Not "#-", which is changed while it is used.
                "#~" if is_inside => tables = Some((start, length)),
                _ => {}
            }
            at = at.wrapping_add(8 + (name.len() as u64 + 1).next_multiple_of(4));
        }
        Metadata::read_tables(memory, tables?, strings?)
    }

    fn read_tables(memory: &Memory, (start, length): (u64, u32), strings: (u64, u32)) -> Option<Metadata> {
        let heaps = memory.u8(start.wrapping_add(6))?;
        let present = memory.u64(start.wrapping_add(8))?;
        let mut rows = [0; TABLES];
        let mut at = start.wrapping_add(24);
        for table in 0..64 {
            if present >> table & 1 == 1 {
                let count = memory.u32(at)?;
                if let Some(rows) = rows.get_mut(table) {
                    *rows = count;
                }
                at = at.wrapping_add(4);
            }
        }
        let widths = Widths::new(heaps, &rows);
        let end = start.checked_add(length.into())?;
        let mut tables = [(0, 0); TABLES];
        for (number, table) in tables.iter_mut().enumerate() {
            let bytes = widths.row(number);
            *table = (at, bytes);
            at = at.checked_add(u64::from(rows[number]) * u64::from(bytes)).filter(|at| *at <= end)?;
        }
        Some(Metadata { strings, rows, tables, widths })
    }

    /// What the assembly's file is called.
    pub(super) fn module(&self, memory: &Memory) -> Option<String> {
        self.text(memory, self.cell(memory, MODULE, 1, 1)?)
    }

    /// The method with this row: `Namespace.Outer+Type.Method`.
    pub(super) fn method(&self, memory: &Memory, row: u32) -> Option<String> {
        let name = self.text(memory, self.cell(memory, METHOD, row, 3)?)?;
        let owner = self.owner(memory, row)?;
        Some(format!("{}.{name}", self.type_name(memory, owner)?))
    }

    /// The type whose list of methods has this row: the last that begins at or before it.
    fn owner(&self, memory: &Memory, method: u32) -> Option<u32> {
        let (mut low, mut high) = (0, self.rows[TYPE]);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.cell(memory, TYPE, middle + 1, 5)? <= method {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (low > 0).then_some(low)
    }

    fn type_name(&self, memory: &Memory, row: u32) -> Option<String> {
        let mut name = String::new();
        let mut at = row;
        for _ in 0..NESTED {
            let own = self.text(memory, self.cell(memory, TYPE, at, 1)?)?;
            name = if name.is_empty() { own } else { format!("{own}+{name}") };
            let Some(outer) = self.outer(memory, at) else {
                let namespace = self.text(memory, self.cell(memory, TYPE, at, 2)?)?;
                return Some(if namespace.is_empty() { name } else { format!("{namespace}.{name}") });
            };
            at = outer;
        }
        None
    }

    /// The type that a type is inside of. The table is sorted by the inner one.
    fn outer(&self, memory: &Memory, inner: u32) -> Option<u32> {
        let (mut low, mut high) = (0, self.rows[NESTED_CLASS]);
        while low < high {
            let middle = low + (high - low) / 2;
            let found = self.cell(memory, NESTED_CLASS, middle + 1, 0)?;
            if found == inner {
                return self.cell(memory, NESTED_CLASS, middle + 1, 1);
            }
            if found < inner {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        None
    }

    /// The value in a column of a row, counted from one.
    fn cell(&self, memory: &Memory, table: usize, row: u32, column: usize) -> Option<u32> {
        let (start, bytes) = self.tables[table];
        let row = row.checked_sub(1).filter(|row| *row < self.rows[table])?;
        let (offset, width) = self.widths.column(table, column)?;
        let at = start.wrapping_add(u64::from(row) * u64::from(bytes) + u64::from(offset));
        if width == 2 { memory.u16(at).map(u32::from) } else { memory.u32(at) }
    }

    fn text(&self, memory: &Memory, at: u32) -> Option<String> {
        let (start, length) = self.strings;
        let left = length.checked_sub(at)? as usize;
        memory.c_string(start.wrapping_add(at.into()), left.min(NAME_BYTES))
    }
}
