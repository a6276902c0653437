//! The tables in which code objects said what line each instruction is of before 3.11: pairs of a number of bytes
//! of instructions and, signed, of lines. The formats are described in `Objects/lnotab_notes.txt` of the
//! interpreter's source.

/// Lines of a range that belongs to none.
const NO_LINE: i8 = -128;
const INSTRUCTION_BYTES: u64 = 2;

/// The line of the instruction with that number, counted in units of two bytes (3.10): each pair is a range of
/// instructions, and its line that of the range before and so many more. `None` where there is none, and behind the
/// end of the table.
pub(super) fn line_in_ranges(table: &[u8], first_line: u32, instruction: u64) -> Option<u32> {
    let place = instruction.checked_mul(INSTRUCTION_BYTES)?;
    let mut line = i64::from(first_line);
    let mut passed = 0;
    for (bytes, lines) in pairs(table) {
        line += if lines == NO_LINE { 0 } else { i64::from(lines) };
        passed += bytes;
        if place < passed {
            return u32::try_from(line).ok().filter(|line| lines != NO_LINE && *line > 0);
        }
    }
    None
}

/// As [`line_in_ranges`] (3.9 and older): so many bytes on, the line is so many lines further. What follows the last
/// pair is of its line.
pub(super) fn line_in_changes(table: &[u8], first_line: u32, instruction: u64) -> Option<u32> {
    let place = instruction.checked_mul(INSTRUCTION_BYTES)?;
    let mut line = i64::from(first_line);
    let mut passed = 0;
    for (bytes, lines) in pairs(table) {
        passed += bytes;
        if passed > place {
            break;
        }
        line += i64::from(lines);
    }
    u32::try_from(line).ok().filter(|line| *line > 0)
}

/// Bytes of instructions, and lines.
fn pairs(table: &[u8]) -> impl Iterator<Item = (u64, i8)> {
    table.chunks_exact(2).map(|pair| (pair[0].into(), i8::from_ne_bytes([pair[1]])))
}

#[cfg(test)]
mod tests {
    use super::{line_in_changes, line_in_ranges};

    #[test]
    fn ranges_lead_to_their_lines() {
        // Two bytes of line 7, four of no line, 130 lines on in two steps, back by three.
        let table = [2, 0, 4, 0x80, 0, 127, 4, 3, 2, 0xfd];
        let lines: Vec<_> = (0..7).map(|number| line_in_ranges(&table, 7, number)).collect();
        assert_eq!(lines, [Some(7), None, None, Some(137), Some(137), Some(134), None]);
    }

    #[test]
    fn changes_lead_to_their_lines() {
        // Line 7, from byte 4 on line 8, from byte 260 on line 8 + 127 + 3, from byte 262 on two lines before.
        let table = [4, 1, 255, 0, 1, 127, 0, 3, 2, 0xfe];
        let lines = [0, 1, 2, 129, 130, 131, 5000].map(|number| line_in_changes(&table, 7, number));
        assert_eq!(lines, [Some(7), Some(7), Some(8), Some(8), Some(138), Some(136), Some(136)]);
    }

    #[test]
    fn what_makes_no_sense_has_no_line() {
        assert_eq!([line_in_ranges(&[], 7, 0), line_in_ranges(&[9], 7, 0)], [None, None]);
        assert_eq!(line_in_ranges(&[2, 0xf0], 7, 0), None, "lines begin at one");
        assert_eq!(line_in_changes(&[0, 0xf0], 7, 0), None, "lines begin at one");
        for line_in in [line_in_ranges, line_in_changes] {
            assert_eq!(line_in(&[255; 64], 7, u64::MAX), None);
        }
    }
}
