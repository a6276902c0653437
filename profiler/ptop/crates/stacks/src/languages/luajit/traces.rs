//! Code that the compiler made: which piece an address is in, and where in the program that begins.

use std::ops::Range;

use super::layout::{KIND, compiler, kind, trace};
use crate::process::memory::Memory;

/// Pieces that are read.
const MOST: u32 = 65536;
/// Pieces in which a place of the compiler's is tried.
const TRIED: u64 = 64;

/// A piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Trace {
    pub(super) code: Range<u64>,
    pub(super) number: u32,
    /// Number of the piece that this one continues; 0: none.
    pub(super) root: u32,
    /// The code in which it begins.
    pub(super) proto: u64,
    /// What is noted of its exits: where, and how many; where the entries of these are, and the constants.
    pub(super) notes: (u64, u16),
    pub(super) entries: u64,
    pub(super) constants: u64,
}

impl Trace {
    fn read(address: u64, memory: &Memory) -> Option<Trace> {
        let mut bytes = [0; trace::BYTES];
        memory.read_exact(address, &mut bytes)?;
        let half = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let long = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap_or_default());
        let length = u32::from(half(trace::CODE_BYTES)) | u32::from(half(trace::CODE_BYTES + 2)) << 16;
        let start = long(trace::CODE);
        let number = half(trace::NUMBER).into();
        (bytes[KIND] == kind::TRACE && number != 0).then(|| Trace {
            code: start..start.saturating_add(length.into()),
            number,
            root: half(trace::ROOT).into(),
            proto: long(trace::START_PROTO),
            notes: (long(trace::NOTES), half(trace::NOTE_COUNT)),
            entries: long(trace::NOTE_ENTRIES),
            constants: long(trace::INSTRUCTIONS),
        })
    }
}

/// The pieces of one `global_State`.
#[derive(Default)]
pub(super) struct Traces {
    /// Where the table of them is described, once that is known.
    table: Option<u64>,
    known: Vec<Trace>,
    /// Whether all were read at this moment.
    is_read: bool,
}

impl Traces {
    pub(super) fn next_moment(&mut self) {
        self.is_read = false;
        self.known.clear();
    }

    /// The piece that an address is in; `number` is the one that runs, where that is known.
    pub(super) fn find(&mut self, shared: u64, address: u64, number: Option<u32>, memory: &Memory) -> Option<Trace> {
        let is_in = |trace: &&Trace| trace.code.contains(&address);
        if let Some(known) = self.known.iter().find(is_in) {
            return Some(known.clone());
        }
        let table = self.table(shared, memory)?;
        let running = number.and_then(|number| at(table, number, memory));
        if let Some(found) = running.filter(|found| found.code.contains(&address)) {
            self.known.push(found.clone());
            return Some(found);
        }
        if self.is_read {
            return None;
        }
        self.is_read = true;
        let count = memory.u32(table.wrapping_add(compiler::TRACE_COUNT - compiler::TRACES))?.min(MOST);
        let pointers = memory.bytes(memory.u64(table)?, count as usize * 8, MOST as usize * 8)?;
        let pointers = pointers.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default()));
        let all = pointers.filter(|pointer| *pointer != 0).filter_map(|pointer| Trace::read(pointer, memory));
        self.known = all.collect();
        self.known.iter().find(is_in).cloned()
    }

    /// Where the table of pieces is described: the place at which a piece says the number that it has there.
    fn table(&mut self, shared: u64, memory: &Memory) -> Option<u64> {
        if self.table.is_none() {
            let mut places = compiler::PLACES.step_by(8).map(|place| shared.wrapping_add(place + compiler::TRACES));
            self.table = places.find(|place| is_table(*place, memory));
        }
        self.table
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.known.capacity() * size_of::<Trace>()
    }
}

fn is_table(place: u64, memory: &Memory) -> bool {
    let count = memory.u32(place.wrapping_add(compiler::TRACE_COUNT - compiler::TRACES));
    let Some(count) = count.filter(|count| (1..=MOST).contains(count)) else { return false };
    (1..u64::from(count).min(TRIED)).any(|number| at(place, number as u32, memory).is_some())
}

/// The piece of a number.
fn at(table: u64, number: u32, memory: &Memory) -> Option<Trace> {
    let pointer = memory.u64(memory.u64(table)?.wrapping_add(8 * u64::from(number)))?;
    Trace::read(pointer, memory).filter(|found| found.number == number)
}
