//! Functions inlined into optimised code. The code has a table of the places in the
//! scripts that its calls come from, and each place says through which inlined calls
//! it came there. Calls are all in it; other instructions are not, so where the
//! thread is inside the code, only what the places before and after it share is said.

use super::code::Unit;
use super::heap::{Heap, is_object};

/// Calls inlined into each other that are believed; V8 stops long before.
const DEPTH: usize = 16;
/// Bytes of a table that are read; larger ones are not looked into.
const TABLE_BYTES: usize = 128 * 1024;
/// Bytes of one inlined call: its place, and the number of its function.
const CALL_BYTES: u64 = 16;

/// The descriptions of the functions inlined at `address`, innermost first, without the one whose code it
/// is. `exact` when the thread is there, rather than in something that was called from there.
pub(super) fn inlined(unit: &Unit, data: u64, address: u64, exact: bool, heap: &mut Heap<'_>) -> Vec<u64> {
    find(unit, data, address, exact, heap).unwrap_or_default()
}

fn find(unit: &Unit, data: u64, address: u64, exact: bool, heap: &mut Heap<'_>) -> Option<Vec<u64>> {
    let [literals, calls] = heap.layout.deopt_inlining?;
    let calls = heap.element(data, calls)?;
    let (bytes, at) = heap.array(calls, |layout| &layout.types.bytes)?;
    if bytes < CALL_BYTES {
        return None;
    }
    let calls = Calls { at, count: bytes / CALL_BYTES };
    let literals = heap.element(data, literals)?;
    let table = table(unit, heap)?;
    let (before, after) = around(&table, address.wrapping_sub(unit.start));
    let mut chain = calls.chain(before?, heap);
    if exact {
        let other = after.map(|after| calls.chain(after, heap)).unwrap_or_default();
        let shared = chain.iter().rev().zip(other.iter().rev()).take_while(|(one, other)| one == other).count();
        chain.drain(..chain.len() - shared);
    }
    chain.into_iter().map(|(_, function)| heap.element(literals, function.into())).collect()
}

/// The table of places: the last of the arrays of bytes that the description refers to first.
fn table(unit: &Unit, heap: &mut Heap<'_>) -> Option<Vec<u8>> {
    let words: [u64; 4] = heap.words(unit.code)?;
    let mut candidates = words.into_iter().skip(1).rev().filter(|word| is_object(*word));
    let (bytes, at) = candidates.find_map(|word| heap.array(word, |layout| &layout.types.bytes))?;
    heap.memory.bytes(at, usize::try_from(bytes).ok()?, TABLE_BYTES)
}

/// The calls that were inlined into one code.
struct Calls {
    at: u64,
    count: u64,
}

impl Calls {
    /// Number and function of the calls through which a place is reached, innermost first.
    fn chain(&self, place: i64, heap: &Heap<'_>) -> Vec<(u64, u32)> {
        let mut chain = Vec::new();
        let mut place = place;
        while let Some(call) = call_of(place).filter(|call| *call < self.count && chain.len() < DEPTH) {
            let at = self.at.wrapping_add(call * CALL_BYTES);
            let (Some(from), Some(function)) = (heap.memory.u64(at), heap.memory.u32(at.wrapping_add(8))) else {
                break;
            };
            chain.push((call, function));
            place = from as i64;
        }
        chain
    }
}

/// The inlined call in which a place lies; `None` in the function itself, and where no place is known.
fn call_of(place: i64) -> Option<u64> {
    // One bit for other kinds of place, 30 for the character of the script, 16 for the call, plus one.
    let is_script = place & 1 == 0;
    if is_script { (place as u64 >> 31 & 0xffff).checked_sub(1) } else { None }
}

/// The last place at or before an offset, and the first one after it.
fn around(table: &[u8], offset: u64) -> (Option<i64>, Option<i64>) {
    let mut numbers = Numbers { bytes: table.iter() };
    let (mut at, mut place) = (0_i64, 0_i64);
    let mut before = None;
    while let Some((distance, change)) = numbers.next().zip(numbers.next()) {
        // A negative distance marks anything but a statement.
        let distance = if distance < 0 { -(distance + 1) } else { distance };
        at = at.wrapping_add(distance);
        place = place.wrapping_add(change);
        if u64::try_from(at).is_ok_and(|at| at > offset) {
            return (before, Some(place));
        }
        before = Some(place);
    }
    (before, None)
}

/// Numbers of seven bits a byte, lowest first, the sign in the lowest bit.
struct Numbers<'a> {
    bytes: std::slice::Iter<'a, u8>,
}

impl Numbers<'_> {
    fn next(&mut self) -> Option<i64> {
        let mut value = 0_u64;
        let mut shift = 0;
        loop {
            let byte = *self.bytes.next()?;
            value |= u64::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
            shift += 7;
            if byte & 0x80 == 0 {
                return Some((value >> 1) as i64 ^ -((value & 1) as i64));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table as V8 writes it.
    fn table(entries: &[(i64, i64)]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut put = |value: i64| {
            let mut left = (value << 1 ^ value >> 63) as u64;
            while left >= 0x80 {
                bytes.push(left as u8 | 0x80);
                left >>= 7;
            }
            bytes.push(left as u8);
        };
        let mut last = (0, 0);
        for (at, place) in entries {
            put(-(at - last.0) - 1);
            put(place - last.1);
            last = (*at, *place);
        }
        bytes
    }

    #[test]
    fn an_offset_lies_between_two_places() {
        let table = table(&[(0, 8), (300, 1 << 40), (1000, 6)]);
        assert_eq!(around(&table, 0), (Some(8), Some(1 << 40)));
        assert_eq!(around(&table, 299), (Some(8), Some(1 << 40)));
        assert_eq!(around(&table, 300), (Some(1 << 40), Some(6)));
        assert_eq!(around(&table, 5000), (Some(6), None));
        assert_eq!(around(&[], 5), (None, None));
    }

    #[test]
    fn numbers_that_never_end_are_no_numbers() {
        assert_eq!(around(&[0xff; 4096], 5), (None, None));
        let mut endless = vec![0xff; 100];
        endless.extend([0, 2]);
        let (before, _) = around(&endless, u64::MAX);
        assert_eq!(before, Some(1));
    }

    #[test]
    fn a_place_says_which_inlined_call_it_is_in() {
        assert_eq!((call_of(1 << 1), call_of(1 << 31 | 8), call_of(3 << 31)), (None, Some(0), Some(2)));
        assert_eq!(call_of(3 << 31 | 1), None);
    }
}
