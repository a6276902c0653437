//! Where a method is in its class's source: the file that the compiler noted for the class, and the line of
//! the method's first bytecode, from the table that the machine keeps behind the bytecodes.

use super::layout::{Layout, SourceFile};
use super::names;
use super::scopes::Numbers;
use crate::memory::Memory;

/// Longest name of a file read.
const FILE_BYTES: usize = 1024;
/// Bytes of a table up to the end of its first row: a mark and two numbers of at most five bytes.
const ROW_BYTES: usize = 11;
/// Says that two compressed numbers follow, and not one byte for both.
const ESCAPE: u8 = 0xff;
/// Ends the table.
const END: u8 = 0;
/// Lines that a class file can tell apart.
const LINES: u32 = 1 << 16;

/// The line of the first bytecode of a method. `None` for one that was compiled without lines.
pub(super) fn first_line(constant: u64, layout: &Layout, memory: &Memory) -> Option<u32> {
    let lines = layout.lines?;
    if lines.flags.at(memory, constant)? & lines.present == 0 {
        return None;
    }
    let (_, table) = names::bytecodes_of(constant, layout, memory)?;
    let mut row = [0; ROW_BYTES];
    let count = memory.read_at(table, &mut row);
    parse(row.get(..count)?, lines.packing)
}

fn parse(row: &[u8], packing: u32) -> Option<u32> {
    let (first, rest) = row.split_first()?;
    let line = match *first {
        END => return None,
        ESCAPE => {
            let mut numbers = Numbers { bytes: rest, packing };
            let bytecode = signed(numbers.next()?);
            // What lies before the first bytecode was read wrongly.
            if bytecode < 0 {
                return None;
            }
            signed(numbers.next()?)
        }
        both => i32::from(both & 7),
    };
    u32::try_from(line).ok().filter(|line| (1..LINES).contains(line))
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
    let name = names::text_of(pool, index, FILE_BYTES, layout, memory)?;
    (!name.is_empty() && !name.contains(char::is_control)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn the_first_row_says_where_a_method_begins() {
        // Bytecode 0 and line 42, each twice itself, in numbers that use the zero byte or not.
        assert_eq!(parse(&[0xff, 0, 84], 0), Some(42));
        assert_eq!(parse(&[0xff, 1, 85], 1), Some(42));
        // 300 is 600 in two bytes: 216 and 6 times 64.
        assert_eq!(parse(&[0xff, 0, 216, 6], 0), Some(300));
        assert_eq!(parse(&[0x05, 0xff], 0), Some(5));
    }

    #[test]
    fn what_makes_no_sense_is_no_line() {
        for row in [&[][..], &[0], &[0xff], &[0xff, 0], &[0xff, 1, 84], &[0xff, 0, 85], &[0xff, 0, 0], &[0x08]] {
            assert_eq!(parse(row, 0), None, "{row:?}");
        }
        assert_eq!(parse(&[0xff, 0, 255, 255, 255, 255, 255], 0), None);
    }
}
