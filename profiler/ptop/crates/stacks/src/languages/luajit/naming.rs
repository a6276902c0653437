//! What functions are called. A function of Lua has no name: what its caller's code calls it is one, as in Lua's own
//! tracebacks (`lj_debug_slotname`), but only where that still leads to the very function. After a tail call it does not.

use super::layout::{UPVALUE_VALUE, function, kind, object};
use super::protos::{Function, Proto, text};
use super::tables::field;
use crate::process::memory::Memory;

/// Instructions by which a value got where it is: `BC_MOV` and its like in `lj_bc.h` of 2.1.
const MOV: u32 = 18;
const KNIL: u32 = 44;
const UGET: u32 = 45;
const GGET: u32 = 54;
const TGETS: u32 = 57;
/// Calls that name what they call: `BC_CALLM` and `BC_CALL`.
const CALLS: [u32; 2] = [65, 66];
/// Names of variables below this are of the loop they control, not of the program.
const FIRST_NAME: u8 = 7;
/// Names within names: `a.b.c`.
const DEPTH: usize = 4;

/// A frame that calls another one.
pub(super) struct Caller<'a> {
    pub(super) proto: &'a Proto,
    /// Number of the instruction that calls.
    pub(super) position: usize,
    /// Of its function.
    pub(super) object: u64,
    pub(super) function: Function,
    /// A slot of its frame, counted from its base, as it was.
    pub(super) slot: &'a dyn Fn(u64) -> Option<u64>,
    pub(super) memory: &'a Memory,
}

/// A value, and what the code calls it.
struct Found {
    name: Option<String>,
    value: u64,
}

fn a(instruction: u32) -> u32 {
    instruction >> 8 & 0xff
}

fn b(instruction: u32) -> u32 {
    instruction >> 24
}

fn c(instruction: u32) -> u32 {
    instruction >> 16 & 0xff
}

fn d(instruction: u32) -> u32 {
    instruction >> 16
}

/// Whether an instruction writes to slots from A on.
fn writes_from(op: u32) -> bool {
    matches!(op, KNIL | 63 | 65..=73 | 77..=84)
}

/// Whether it writes to slot A.
fn writes(op: u32) -> bool {
    matches!(op, 12 | 13 | 18..=43 | 45 | 51..=54 | 56..=59)
}

impl Caller<'_> {
    /// What it calls the function object. `None` where it does not say, or that is another function by now.
    pub(super) fn name_of(&self, called: u64) -> Option<String> {
        let call = *self.proto.instructions.get(self.position)?;
        if !CALLS.contains(&(call & 0xff)) {
            return None;
        }
        let found = self.value_of(a(call), self.position, DEPTH)?;
        (object(found.value, kind::FUNCTION) == Some(called)).then_some(found.name?)
    }

    /// The value that a slot had before an instruction.
    fn value_of(&self, slot: u32, position: usize, depth: usize) -> Option<Found> {
        let depth = depth.checked_sub(1)?;
        let (_, described) = self.proto.debug_bytes(self.memory)?;
        if let Some(name) = variables(&described, position).into_iter().nth(slot as usize) {
            // What a function is called that was handed in says nothing of that function.
            let name = (slot >= self.proto.parameters().into() && !name.is_empty()).then_some(name);
            return Some(Found { name, value: (self.slot)(slot.into())? });
        }
        for position in (1..position).rev() {
            let instruction = *self.proto.instructions.get(position)?;
            let op = instruction & 0xff;
            if writes_from(op) && slot >= a(instruction) && (op != KNIL || slot <= d(instruction)) {
                return None;
            }
            if !writes(op) || a(instruction) != slot {
                continue;
            }
            return match op {
                MOV => self.value_of(d(instruction), position, depth),
                UGET => self.upvalue(d(instruction)),
                GGET => self.field(self.function.env, d(instruction)),
                TGETS => {
                    let holder = self.value_of(b(instruction), position, depth)?;
                    self.field(object(holder.value, kind::TABLE)?, c(instruction))
                }
                _ => None,
            };
        }
        None
    }

    fn field(&self, table: u64, number: u32) -> Option<Found> {
        let key = self.proto.object(number, self.memory)?;
        let value = field(table, key, self.memory)?;
        Some(Found { name: text(key, self.memory), value })
    }

    fn upvalue(&self, number: u32) -> Option<Found> {
        if number >= self.function.upvalues.min(self.proto.upvalues()).into() {
            return None;
        }
        let at = self.object.wrapping_add(function::UPVALUE + 8 * u64::from(number));
        let upvalue = self.memory.u64(at)?;
        let value = self.memory.u64(self.memory.u64(upvalue.wrapping_add(UPVALUE_VALUE))?)?;
        let (names, _) = self.proto.debug_bytes(self.memory)?;
        let name = names.split(|byte| *byte == 0).nth(number as usize);
        let name = name.and_then(|name| std::str::from_utf8(name).ok()).filter(|name| !name.is_empty());
        Some(Found { name: name.map(str::to_owned), value })
    }
}

/// The names of the variables that live while an instruction runs, by slot (`debug_varname`).
pub(super) fn variables(bytes: &[u8], position: usize) -> Vec<String> {
    let (mut rest, mut begin, mut found) = (bytes, 0_u64, Vec::new());
    let mut next = || {
        let first = *rest.first().filter(|first| **first != 0)?;
        let length = if first < FIRST_NAME { 0 } else { rest.iter().position(|byte| *byte == 0)? };
        let name = rest.get(..length)?;
        rest = rest.get(length + 1..)?;
        begin = begin.checked_add(number(&mut rest)?)?;
        let end = begin.checked_add(number(&mut rest)?)?;
        (begin <= position as u64).then(|| (String::from_utf8_lossy(name).into_owned(), end))
    };
    while let Some((name, end)) = next() {
        if (position as u64) < end {
            found.push(name);
        }
    }
    found
}

fn number(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..35).step_by(7) {
        let (byte, behind) = rest.split_first()?;
        *rest = behind;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}
