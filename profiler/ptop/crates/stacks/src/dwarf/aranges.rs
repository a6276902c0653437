//! `.debug_aranges`: which unit each range of code is in, of the units whose compiler wrote it. It spares decoding a
//! compressed `.debug_info` a first time, only to find the units in it. What it says is checked with the units.

use std::ops::RangeInclusive;

use super::budget::Budget;
use super::ranges::within;
use super::sections::Sections;
use crate::files::reader::Reader;

const WINDOW: RangeInclusive<usize> = 4096..=64 * 1024;
const VERSION: u16 = 2;
/// Bytes of an address in the sets that are read; they name no segments.
const ADDRESS_BYTES: u8 = 8;
/// Bytes of a range, to whose multiple the first one of a set is aligned.
const RANGE_BYTES: u64 = 16;

/// Offsets of the units that hold sorted addresses, each once and in the file's order. `None` when it does not say so of
/// every address that a compiler may have made. Nothing below `lowest` is code.
pub(super) fn units(sections: &Sections<'_>, wanted: &[u64], lowest: u64, budget: &mut Budget) -> Option<Vec<u64>> {
    let mut reader = sections.ranges_of_units.reader(WINDOW);
    let mut unit_of: Vec<Option<u64>> = vec![None; wanted.len()];
    // Of what is malformed, what comes before counts.
    let _ = visit(&mut reader, budget, &mut |unit, low, high| {
        if low >= lowest {
            for index in within(wanted, low, high) {
                unit_of[index].get_or_insert(unit);
            }
        }
    });
    budget.bytes_read += reader.bytes_read();
    let in_units = unit_of.into_iter().zip(wanted).filter(|(_, address)| !sections.is_linkage(**address));
    let mut units: Vec<u64> = in_units.map(|(unit, _)| unit).collect::<Option<_>>()?;
    units.sort_unstable();
    units.dedup();
    Some(units)
}

/// Calls `visit` with the unit, start and end of each range.
fn visit(reader: &mut Reader<'_>, budget: &mut Budget, visit: &mut dyn FnMut(u64, u64, u64)) -> Option<()> {
    while reader.position() < reader.end() {
        let start = reader.position();
        let (length, is_64) = reader.initial_length()?;
        let end = reader.position().checked_add(length).filter(|end| *end <= reader.end())?;
        let version = reader.u16()?;
        let unit = reader.offset(is_64)?;
        let (address_bytes, segment_bytes) = (reader.u8()?, reader.u8()?);
        if (version, address_bytes, segment_bytes) == (VERSION, ADDRESS_BYTES, 0) {
            let header = reader.position() - start;
            reader.skip(header.next_multiple_of(RANGE_BYTES) - header)?;
            while end.saturating_sub(reader.position()) >= RANGE_BYTES {
                if !budget.take_range() {
                    return None;
                }
                let (low, bytes) = (reader.u64()?, reader.u64()?);
                if (low, bytes) == (0, 0) {
                    break;
                }
                visit(unit, low, low.saturating_add(bytes));
            }
        }
        reader.seek(end)?;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{Budget, Reader, WINDOW, visit};
    use crate::files::source::Source;
    use crate::types::limits::Limits;

    fn set(version: u16, unit: u32, address_bytes: u8, ranges: &[(u64, u64)]) -> Vec<u8> {
        let mut set = Vec::from(version.to_le_bytes());
        set.extend(unit.to_le_bytes());
        set.extend([address_bytes, 0, 0, 0, 0, 0]);
        set.extend(ranges.iter().flat_map(|(low, bytes)| [low.to_le_bytes(), bytes.to_le_bytes()].concat()));
        [&(set.len() as u32).to_le_bytes()[..], &set].concat()
    }

    fn visited(section: &[u8]) -> (Vec<(u64, u64, u64)>, bool) {
        let source = Source::Memory(section.into());
        let mut reader = Reader::new(&source, (0, section.len() as u64), WINDOW);
        let mut budget = Budget::new(&Limits::default(), Instant::now() + Duration::from_secs(60));
        let mut ranges = Vec::new();
        let done = visit(&mut reader, &mut budget, &mut |unit, low, high| ranges.push((unit, low, high)));
        (ranges, done.is_some())
    }

    #[test]
    fn each_range_is_reported_with_its_unit() {
        let section =
            [set(2, 0, 8, &[(0x1000, 16), (0x2000, 8), (0, 0)]), set(2, 77, 8, &[(0x1010, 1), (0, 0)])].concat();
        let expected = vec![(0, 0x1000, 0x1010), (0, 0x2000, 0x2008), (77, 0x1010, 0x1011)];
        assert_eq!(visited(&section), (expected, true));
    }

    #[test]
    fn sets_of_another_kind_are_passed_over_and_damaged_ones_end_it() {
        let other = [set(3, 1, 8, &[(1, 1)]), set(2, 1, 4, &[(1, 1)])].concat();
        let good = set(2, 5, 8, &[(0x1000, u64::MAX)]);
        assert_eq!(visited(&[&other[..], &good].concat()), (vec![(5, 0x1000, u64::MAX)], true));
        for cut in 1..good.len() {
            let (ranges, is_done) = visited(&[&good[..], &good[..cut]].concat());
            assert_eq!((ranges.len(), is_done), (1, false), "{cut}");
        }
    }
}
