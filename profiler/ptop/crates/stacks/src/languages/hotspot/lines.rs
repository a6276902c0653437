//! Where a method is in its class's source: the file that the compiler noted for the class, and the lines of
//! the method's bytecodes, from the table that the machine keeps behind them.

use super::layout::{Layout, SourceFile};
use super::pools;
use super::scopes::Numbers;
use crate::process::memory::Memory;

/// Longest name of a file read.
const FILE_BYTES: usize = 1024;
/// Bytes of a table up to the end of its first row: a mark and two numbers of at most five bytes.
const ROW_BYTES: usize = 11;
/// Bytes of a whole table: most rows take one or two. Of a longer one lines are not known.
const TABLE_BYTES: usize = 4096;
/// Says that two compressed numbers follow, and not one byte for both.
const ESCAPE: u8 = 0xff;
/// Ends the table.
const END: u8 = 0;
/// Lines that a class file can tell apart.
const LINES: u32 = 1 << 16;

/// The line of the first bytecode of a method. `None` for one that was compiled without lines.
pub(super) fn first_line(constant: u64, layout: &Layout, memory: &Memory) -> Option<u32> {
    let (table, packing) = table_of(constant, layout, memory)?;
    let mut row = [0; ROW_BYTES];
    let count = memory.read_at(table, &mut row);
    first_of(row.get(..count)?, packing)
}

/// The line of a bytecode of a method.
pub(super) fn line_at(constant: u64, bytecode: u32, layout: &Layout, memory: &Memory) -> Option<u32> {
    let (table, packing) = table_of(constant, layout, memory)?;
    let mut rows = [0; TABLE_BYTES];
    let count = memory.read_at(table, &mut rows);
    line_in(rows.get(..count)?, packing, bytecode)
}

/// Where the table of a method's lines begins, and how its numbers are packed.
fn table_of(constant: u64, layout: &Layout, memory: &Memory) -> Option<(u64, u32)> {
    let lines = layout.lines?;
    let has_table = lines.flags.at(memory, constant)? & lines.present != 0;
    has_table.then(|| Some((pools::bytecodes_of(constant, layout, memory)?.1, lines.packing)))?
}

/// Rows of a table: a bytecode and the line that begins with it, each relative to the row before.
struct Rows<'a> {
    numbers: Numbers<'a>,
    bytecode: i32,
    line: i32,
    /// Whether the table's own end was seen.
    is_over: bool,
}

impl<'a> Rows<'a> {
    fn new(table: &'a [u8], packing: u32) -> Rows<'a> {
        Rows { numbers: Numbers { bytes: table, packing }, bytecode: 0, line: 0, is_over: false }
    }
}

impl Iterator for Rows<'_> {
    type Item = (u32, u32);

    fn next(&mut self) -> Option<(u32, u32)> {
        let (first, rest) = self.numbers.bytes.split_first()?;
        if *first == END {
            self.is_over = true;
            return None;
        }
        self.numbers.bytes = rest;
        let (bytecodes, lines) = match *first {
            ESCAPE => (signed(self.numbers.next()?), signed(self.numbers.next()?)),
            both => (i32::from(both >> 3), i32::from(both & 7)),
        };
        self.bytecode = self.bytecode.checked_add(bytecodes)?;
        self.line = self.line.checked_add(lines)?;
        // What lies before the first bytecode was read wrongly.
        let bytecode = u32::try_from(self.bytecode).ok()?;
        let line = u32::try_from(self.line).ok().filter(|line| (1..LINES).contains(line))?;
        Some((bytecode, line))
    }
}

fn first_of(row: &[u8], packing: u32) -> Option<u32> {
    Rows::new(row, packing).next().map(|(_, line)| line)
}

/// The line of the last row that begins before the bytecode or at it: rows need not be in order.
fn line_in(table: &[u8], packing: u32, bytecode: u32) -> Option<u32> {
    let mut rows = Rows::new(table, packing);
    let begun = rows.by_ref().filter(|(from, _)| *from <= bytecode);
    let found =
        begun.fold(None, |best: Option<(u32, u32)>, row| Some(best.filter(|best| best.0 > row.0).unwrap_or(row)));
    found.filter(|_| rows.is_over).map(|(_, line)| line)
}

/// The lowest bit is the sign.
fn signed(value: u32) -> i32 {
    (value >> 1) as i32 ^ -((value & 1) as i32)
}

/// The file that a class was compiled from.
pub(super) fn file(class: u64, pool: u64, layout: &Layout, memory: &Memory) -> Option<String> {
    let index = match layout.source_file? {
        SourceFile::InClass(field) => field.at(memory, class)?,
        SourceFile::InPool(field) => field.at(memory, pool)?,
    };
    let name = pools::text_of(pool, index, FILE_BYTES, layout, memory)?;
    (!name.is_empty() && !name.contains(char::is_control)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::{first_of, line_in};

    #[test]
    fn the_first_row_says_where_a_method_begins() {
        // Bytecode 0 and line 42, each twice itself, in numbers that use the zero byte or not.
        assert_eq!(first_of(&[0xff, 0, 84], 0), Some(42));
        assert_eq!(first_of(&[0xff, 1, 85], 1), Some(42));
        // 300 is 600 in two bytes: 216 and 6 times 64.
        assert_eq!(first_of(&[0xff, 0, 216, 6], 0), Some(300));
        assert_eq!(first_of(&[0x05, 0xff], 0), Some(5));
    }

    #[test]
    fn what_makes_no_sense_is_no_line() {
        for row in [&[][..], &[0], &[0xff], &[0xff, 0], &[0xff, 1, 84], &[0xff, 0, 85], &[0xff, 0, 0], &[0x08]] {
            assert_eq!(first_of(row, 0), None, "{row:?}");
        }
        assert_eq!(first_of(&[0xff, 0, 255, 255, 255, 255, 255], 0), None);
    }
    /// Bytecode 0 in line 42, 5 in 44, 9 in 40, 7 in 41.
    const TABLE: [u8; 9] = [0xff, 0, 84, 5 << 3 | 2, 0xff, 8, 7, 0xff, 3];

    #[test]
    fn a_bytecode_is_of_the_last_line_that_begins_before_it() {
        let table = [&TABLE[..], &[2, 0]].concat();
        let lines = [0, 4, 5, 6, 7, 8, 9, 65_535].map(|bytecode| line_in(&table, 0, bytecode));
        assert_eq!(lines, [42, 42, 44, 44, 41, 41, 40, 40].map(Some));
    }

    #[test]
    fn a_table_without_its_end_says_nothing() {
        assert_eq!(line_in(&TABLE, 0, 0), None);
        assert_eq!(line_in(&[&TABLE[..], &[2]].concat(), 0, 0), None);
        assert_eq!(line_in(&[0], 0, 0), None);
        // A line before the first.
        assert_eq!(line_in(&[5, 0xff, 0, 11, 0], 0, 0), None);
    }
}
