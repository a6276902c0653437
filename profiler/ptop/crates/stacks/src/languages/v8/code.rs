//! Code that V8 made: which code object an address lies in, and whose it is. No
//! table in the target says so; each code starts with a header that
//! points to its description, which points back, so the header is searched for
//! from the address downwards.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::functions::bytecode_of;
use super::heap::{Heap, is_object};
use super::layout::Layout;

/// Codes remembered; beyond them all are forgotten, and searched again as they come.
const CODES: usize = 4096;
/// Bytes searched below an address: larger code is not found, and has no name.
const SEARCHED: u64 = 256 * 1024;
/// Addresses remembered as lying in no code, for one moment.
const NOWHERE: usize = 512;
/// What code starts at a multiple of.
const ALIGNMENT: u64 = 32;
/// Bytes of one read of the search.
const WINDOW: u64 = 4096;
/// Kinds of header remembered: each thread of the program that runs scripts may have its own.
const HEADERS: usize = 64;
/// Bytes at the start of code in which its frame is made.
const PROLOGUE: usize = 64;

/// Whose code it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// Made from this bytecode, instruction by instruction.
    Baseline(u64),
    /// Optimised, of the function with this description; the array says what was inlined.
    Optimised { shared: u64, data: u64 },
    /// Of no function: an expression, an adaptor.
    Other,
}

/// One code object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) start: u64,
    pub(super) end: u64,
    /// Its description.
    pub(super) code: u64,
    pub(super) owner: Owner,
    /// From here on the frame is there; 0 where that is not seen.
    pub(super) framed: u64,
    checked: u32,
}

/// What was found.
#[derive(Default)]
pub(super) struct Codes {
    units: BTreeMap<u64, Unit>,
    /// Maps of headers.
    headers: Vec<u64>,
    nowhere: Vec<u64>,
    moment: u32,
}

impl Codes {
    /// The code in which `address` lies, if it was found before.
    pub(super) fn known(&self, address: u64) -> Option<Unit> {
        self.units.range(..=address).next_back().map(|(_, unit)| *unit).filter(|unit| address < unit.end)
    }

    /// The code in which `address` lies.
    pub(super) fn find(&mut self, address: u64, moment: u32, heap: &mut Heap<'_>) -> Option<Unit> {
        if self.moment != moment {
            self.moment = moment;
            self.nowhere.clear();
        }
        if let Some((start, unit)) = self.units.range_mut(..=address).next_back().filter(|(_, unit)| address < unit.end)
        {
            if unit.checked == moment {
                return Some(*unit);
            }
            if read_unit(*start, unit.code, heap).is_some_and(|read| (read.end, read.owner) == (unit.end, unit.owner)) {
                unit.checked = moment;
                return Some(*unit);
            }
            let start = *start;
            self.units.remove(&start);
        }
        if self.nowhere.contains(&address) {
            return None;
        }
        let Some(unit) = self.search(address, heap) else {
            if self.nowhere.len() < NOWHERE {
                self.nowhere.push(address);
            }
            return None;
        };
        if self.units.len() >= CODES {
            self.units.clear();
        }
        let unit = Unit { checked: moment, ..unit };
        self.units.insert(unit.start, unit);
        Some(unit)
    }

    fn search(&mut self, address: u64, heap: &mut Heap<'_>) -> Option<Unit> {
        let header = heap.layout.stream_header;
        let lowest = address.saturating_sub(SEARCHED);
        let mut end = (address & !(ALIGNMENT - 1)).checked_add(ALIGNMENT)?;
        let mut bytes = [0; WINDOW as usize];
        while end > lowest {
            let from = end.saturating_sub(WINDOW);
            let count = usize::try_from(end - from).ok()?;
            // Where code ends nothing can be read, and the header is not below that.
            heap.memory.read_exact(from, bytes.get_mut(..count)?)?;
            let words = |at: usize| -> Option<[u64; 2]> {
                let bytes: &[u8; 16] = bytes.get(at..at + 16)?.try_into().ok()?;
                let (map, code) = bytes.split_at(8);
                Some([u64::from_le_bytes(map.try_into().ok()?), u64::from_le_bytes(code.try_into().ok()?)])
            };
            // A header lies before an aligned address, within the window.
            let mut start = end;
            while start >= from + header + ALIGNMENT {
                start -= ALIGNMENT;
                let at = usize::try_from(start - header - from).ok()?;
                let Some([map, code]) = words(at).filter(|words| words.iter().all(|word| is_object(*word))) else {
                    continue;
                };
                let unit = if self.is_header(map, heap) { read_unit(start, code, heap) } else { None };
                if let Some(unit) = unit.filter(|unit| address < unit.end) {
                    return Some(unit);
                }
            }
            // The next window holds the header of what starts first in this one.
            end = start;
            if end <= header + ALIGNMENT {
                return None;
            }
        }
        None
    }

    fn is_header(&mut self, map: u64, heap: &mut Heap<'_>) -> bool {
        if self.headers.contains(&map) {
            return true;
        }
        let is_one = heap.kind_of_map(map) == Some(heap.layout.types.stream);
        if is_one && self.headers.len() < HEADERS {
            self.headers.push(map);
        }
        is_one
    }

    pub(super) fn memory_bytes(&self) -> usize {
        // A tree's nodes are about two thirds full.
        self.units.len() * size_of::<(u64, Unit)>() * 3 / 2 + (self.headers.capacity() + self.nowhere.capacity()) * 8
    }
}

/// The code that starts at `start`, if its description says so too.
fn read_unit(start: u64, code: u64, heap: &mut Heap<'_>) -> Option<Unit> {
    let layout = heap.layout;
    let words: [u64; 11] = heap.words(code)?;
    if heap.kind_of_map(words[0])? != layout.types.code {
        return None;
    }
    let at = |offset: u64| words.get(offset as usize / 8).copied();
    let half = |offset: u64| at(offset).map(|word| if offset % 8 == 0 { word as u32 } else { (word >> 32) as u32 });
    if at(layout.code_start)? != start {
        return None;
    }
    let end = start.checked_add(half(layout.code_bytes)?.into())?;
    let kind = half(layout.code_flags)? & layout.code_kind_mask;
    let owner = match kind.cmp(&layout.code_kind_baseline) {
        Ordering::Less => Owner::Other,
        Ordering::Equal => bytecode_of(code, heap).map_or(Owner::Other, Owner::Baseline),
        Ordering::Greater => optimised(&words[1..4], heap).unwrap_or(Owner::Other),
    };
    let framed = framed(start, owner, heap);
    Some(Unit { start, end, code, owner, framed, checked: 0 })
}

/// The function of optimised code, by the array that says how its frames are taken apart.
fn optimised(words: &[u64], heap: &mut Heap<'_>) -> Option<Owner> {
    let Layout { deopt_shared, types, .. } = heap.layout;
    words.iter().find_map(|data| {
        let function = heap.element(*data, *deopt_shared)?;
        let kind = heap.kind(function)?;
        let shared = if Some(kind) == types.wrapper { heap.word(function, 8)? } else { function };
        heap.is(shared, types.shared).then_some(Owner::Optimised { shared, data: *data })
    })
}

/// Where the frame is complete: after `push %rbp; mov %rsp, %rbp`, or in baseline code after the call that
/// makes it.
fn framed(start: u64, owner: Owner, heap: &Heap<'_>) -> u64 {
    let mut bytes = [0; PROLOGUE];
    let count = heap.memory.read_at(start, &mut bytes);
    let code = &bytes[..count];
    let after = if matches!(owner, Owner::Baseline(_)) {
        code.iter().position(|byte| *byte == 0xe8).map(|at| at + 5)
    } else {
        code.windows(4).position(|window| window == [0x55, 0x48, 0x89, 0xe5]).map(|at| at + 4)
    };
    after.map_or(0, |after| start + after as u64)
}
