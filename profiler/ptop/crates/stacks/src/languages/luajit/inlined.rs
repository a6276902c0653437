//! Functions that the compiler inlined. Where compiled code may leave, it has noted which frames there would be then
//! (`SnapShot` in `lj_jit.h`), and where in the code each of these notes begins to hold: the interpreter goes by the same
//! when an error is thrown in compiled code (`lj_trace_unwind`). They are noted from one exit to the next, so a call or
//! a return since the last one is not seen.

use super::layout::link::{C, CONTINUATION, KINDS, KINDS_AND_PROTECTED, LUA, VARIABLE_ARGUMENTS};
use super::protos::Protos;
use super::traces::Trace;
use crate::process::memory::Memory;

/// Bytes of a note, and where it has what it is about: its entries, where its code begins, and how many entries there are.
const NOTE_BYTES: u64 = 12;
const NOTE_ENTRIES: usize = 0;
const NOTE_CODE: usize = 6;
const NOTE_COUNT: usize = 10;
/// Notes of one piece that are read.
const MOST_NOTES: u16 = 1024;
/// Constants are below this, each in two words, the second of which is the value.
const FIRST_INSTRUCTION: u32 = 0x8000;
/// Frames in one another: slots have one byte.
const MOST_LEVELS: usize = 128;

/// A frame that there would be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Level {
    /// The function, where the code is of one only.
    pub(super) object: Option<u64>,
    /// The instruction behind the one that runs.
    pub(super) next: Option<u64>,
}

/// What is noted for a place in the code.
struct Note {
    entries: Vec<(u32, u32)>,
    constants: u64,
    instruction: u64,
    /// Slot of the newest function, from that in which the code began.
    newest: u32,
}

impl Note {
    fn read(trace: &Trace, address: u64, memory: &Memory) -> Option<Note> {
        let place = address.checked_sub(trace.code.start)?;
        let count = trace.notes.1.min(MOST_NOTES);
        let notes =
            memory.bytes(trace.notes.0, usize::from(count) * NOTE_BYTES as usize, usize::from(MOST_NOTES) * 16)?;
        let begins = |note: &&[u8]| u64::from(u16::from_le_bytes([note[NOTE_CODE], note[NOTE_CODE + 1]])) <= place;
        let note = notes.chunks_exact(NOTE_BYTES as usize).take_while(begins).last()?;
        let first = u32::from_le_bytes(note[NOTE_ENTRIES..NOTE_ENTRIES + 4].try_into().ok()?);
        let count = usize::from(note[NOTE_COUNT]);
        let words = memory.bytes(trace.entries.wrapping_add(4 * u64::from(first)), 4 * count + 8, 2048)?;
        let (entries, end) = words.split_at(4 * count);
        let entry = |word: &[u8]| {
            let word = u32::from_le_bytes(word.try_into().unwrap_or_default());
            (word >> 24, word & 0xffff)
        };
        let end = u64::from_le_bytes(end.try_into().ok()?);
        Some(Note {
            entries: entries.chunks_exact(4).map(entry).collect(),
            constants: trace.constants,
            instruction: end >> 8,
            newest: end as u32 & 0xff,
        })
    }

    /// What is always in a slot, if that is so.
    fn constant(&self, slot: u32, memory: &Memory) -> Option<u64> {
        let (_, number) = self.entries.iter().find(|(own, number)| *own == slot && *number < FIRST_INSTRUCTION)?;
        memory.u64(self.constants.wrapping_add(8 * (u64::from(*number) + 1)))
    }
}

/// The frames that there would be, innermost first, down to that in which the code began. `None` where that is not noted.
pub(super) fn levels(trace: &Trace, address: u64, protos: &mut Protos, memory: &Memory) -> Option<Vec<Level>> {
    let note = Note::read(trace, address, memory)?;
    let function = |slot: u32| {
        let object = note.constant(slot, memory).map(|value| value & ((1 << 47) - 1));
        object.filter(|object| *object != 0)
    };
    let mut found = Vec::new();
    let (mut slot, mut next, mut is_same) = (note.newest, Some(note.instruction.checked_add(4)?), false);
    for _ in 0..MOST_LEVELS {
        if !is_same {
            found.push(Level { object: function(slot), next });
        }
        if slot == 0 {
            return Some(found);
        }
        let link = note.constant(slot + 1, memory)?;
        is_same = link & KINDS_AND_PROTECTED == VARIABLE_ARGUMENTS;
        let distance = (link >> 3) as u32;
        let (below, older) = match link & KINDS {
            LUA => {
                let proto = protos.of(link, None, memory);
                let call = match &proto {
                    Some(proto) => *proto.instructions.get(proto.position(link)?)?,
                    None => memory.u32(link.checked_sub(4)?)?,
                };
                (2 + (call >> 8 & 0xff), Some(link))
            }
            C => return None,
            CONTINUATION if link & KINDS_AND_PROTECTED == CONTINUATION => {
                (distance, note.constant(slot.checked_sub(1)?, memory))
            }
            _ => (distance, None),
        };
        slot = slot.checked_sub(below).filter(|_| below >= 2)?;
        if !is_same {
            next = older;
        }
    }
    None
}
