//! The table in which a code object says what line each of its instructions is of
//! (since 3.11): entries in the order of the instructions, each some instructions
//! long and relative to the line of the one before. The format is described in
//! `Objects/locations.md` of the interpreter's source, under "The format of the
//! location table".

/// Kinds of an entry: no line at all; a line and columns of any size; a line and no columns.
const NO_LINE: u8 = 15;
const LONG: u8 = 14;
const NO_COLUMNS: u8 = 13;
/// The first and the last of those for one line, which is the lines since the last entry, with two columns.
const ONE_LINE: std::ops::RangeInclusive<u8> = 10..=12;

/// The line of the instruction with that number, counted in units of two bytes. `None` where there is none, and where
/// the table ends or makes no sense before it.
pub(super) fn line_at(table: &[u8], first_line: u32, instruction: u64) -> Option<u32> {
    let mut bytes = table.iter().copied();
    let mut line = i64::from(first_line);
    let mut passed = 0;
    loop {
        let first = bytes.next().filter(|first| first & 0x80 != 0)?;
        let kind = first >> 3 & 0xf;
        match kind {
            NO_LINE => {}
            LONG => {
                line = line.checked_add(signed(&mut bytes)?)?;
                for _ in 0..3 {
                    unsigned(&mut bytes)?;
                }
            }
            NO_COLUMNS => line = line.checked_add(signed(&mut bytes)?)?,
            _ if ONE_LINE.contains(&kind) => {
                line = line.checked_add(i64::from(kind - ONE_LINE.start()))?;
                bytes.nth(1)?;
            }
            _ => {
                bytes.next()?;
            }
        }
        passed += u64::from(first & 7) + 1;
        if instruction < passed {
            return u32::try_from(line).ok().filter(|line| kind != NO_LINE && *line > 0);
        }
    }
}

/// Six bits in each byte, the lowest first; the seventh says that more follow.
fn unsigned(bytes: &mut impl Iterator<Item = u8>) -> Option<u64> {
    let mut value = 0;
    for shift in (0..60).step_by(6) {
        let byte = bytes.next()?;
        value |= u64::from(byte & 0x3f) << shift;
        if byte & 0x40 == 0 {
            return Some(value);
        }
    }
    None
}

/// The lowest bit is the sign.
fn signed(bytes: &mut impl Iterator<Item = u8>) -> Option<i64> {
    let value = unsigned(bytes)?;
    let size = i64::try_from(value >> 1).ok()?;
    Some(if value & 1 == 1 { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::line_at;

    fn entry(kind: u8, length: u8) -> u8 {
        0x80 | kind << 3 | (length - 1)
    }

    #[test]
    fn every_kind_of_entry_leads_to_its_line() {
        let table = [
            &[entry(15, 1)][..],
            &[entry(0, 2), 0x21],
            &[entry(11, 3), 4, 9],
            &[entry(14, 8), 20 << 1, 0, 1, 2],
            &[entry(13, 1), 3 << 1 | 1],
            // 100 lines on, in two bytes.
            &[entry(13, 1), 0x40 | 0x08, 0x03],
        ]
        .concat();
        let lines: Vec<_> = (0..18).map(|number| line_at(&table, 7, number)).collect();
        let expected = [(1, None), (2, Some(7)), (3, Some(8)), (8, Some(28)), (1, Some(25)), (1, Some(125)), (2, None)];
        let expected: Vec<_> = expected.iter().flat_map(|(count, line)| vec![*line; *count]).collect();
        assert_eq!(lines, expected);
    }

    #[test]
    fn what_makes_no_sense_has_no_line() {
        assert_eq!(line_at(&[], 7, 0), None);
        assert_eq!(line_at(&[0x08, 0x21], 7, 0), None, "the first byte of an entry has its highest bit set");
        assert_eq!(line_at(&[entry(14, 1), 2, 0, 0], 7, 0), None);
        assert_eq!(line_at(&[entry(13, 1), 8 << 1 | 1], 7, 0), None, "lines begin at one");
        assert_eq!(line_at(&[&[entry(13, 1)][..], &[0x7f; 40]].concat(), 7, 0), None);
        assert_eq!(line_at(&[entry(13, 1), 2], 7, u64::MAX), None);
    }
}
