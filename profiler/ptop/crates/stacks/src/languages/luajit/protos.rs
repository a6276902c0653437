//! The code of functions (`GCproto`). It lives as long as functions of it do, and where an instruction lies says whose it
//! is, so a frame is named by the instruction that the sample has, rather than by an object that may have died since.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::layout::{KIND, TEXT, TEXT_LENGTH, function, kind, proto};
use crate::process::memory::Memory;

/// Bytes of one function's code that are read, and of all that are remembered.
const MOST_BYTES: usize = 1 << 20;
const MOST_REMEMBERED: usize = 8 << 20;
const NAME_BYTES: usize = 1024;
/// Instructions with which functions of Lua begin: `BC_FUNCF` to `BC_JFUNCV`.
const BEGIN: std::ops::RangeInclusive<u32> = 89..=94;
/// First line of a function that comes with the interpreter.
const BUILTIN: u32 = u32::MAX;

/// A function's code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Proto {
    pub(super) address: u64,
    head: [u8; proto::BYTES],
    pub(super) instructions: Vec<u32>,
    /// Path of its file, or what else the program calls the text.
    pub(super) chunk: String,
}

fn word(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).map_or(0, |word| u32::from_le_bytes(word.try_into().unwrap_or_default()))
}

fn long(bytes: &[u8], at: usize) -> u64 {
    u64::from(word(bytes, at)) | u64::from(word(bytes, at + 4)) << 32
}

/// What does not change of a head: not the collector's marks, nor the compiler's.
fn lasting(head: &[u8]) -> (u8, u32, u64, [u64; 6]) {
    let longs =
        [proto::CHUNK, proto::FIRST_LINE, proto::LINE_TABLE, proto::UPVALUE_NAMES, proto::VARIABLES, proto::OBJECTS];
    let kind = head.get(KIND).copied().unwrap_or_default();
    (kind, word(head, proto::INSTRUCTIONS), long(head, proto::CONSTANTS), longs.map(|at| long(head, at)))
}

impl Proto {
    fn read(address: u64, memory: &Memory) -> Option<Proto> {
        let mut head = [0; proto::BYTES];
        memory.read_exact(address, &mut head)?;
        let (count, whole) = (word(&head, proto::INSTRUCTIONS) as usize, word(&head, proto::WHOLE) as usize);
        let bytes = count.checked_mul(4).filter(|bytes| (4..=MOST_BYTES).contains(bytes))?;
        if head[KIND] != kind::PROTO || whole < bytes + proto::BYTES {
            return None;
        }
        let bytes = memory.bytes(address.wrapping_add(proto::BYTES as u64), bytes, MOST_BYTES)?;
        let instructions: Vec<u32> = bytes.chunks_exact(4).map(|bytes| word(bytes, 0)).collect();
        if !BEGIN.contains(&(instructions.first()? & 0xff)) {
            return None;
        }
        let chunk = text(long(&head, proto::CHUNK), memory)?;
        // Read again: what was freed meanwhile may have been something else in between.
        let mut again = [0; proto::BYTES];
        memory.read_exact(address, &mut again)?;
        (lasting(&head) == lasting(&again)).then_some(Proto { address, head, instructions, chunk })
    }

    fn start(&self) -> u64 {
        self.address + proto::BYTES as u64
    }

    /// The number of the instruction before the one at `next`, which runs. `None` where that is in no instruction.
    pub(super) fn position(&self, next: u64) -> Option<usize> {
        let bytes = next.checked_sub(self.start()).filter(|bytes| bytes % 4 == 0)?;
        // A function is entered by its address before its first instruction is counted.
        let position = usize::try_from((bytes / 4).saturating_sub(1)).ok()?;
        (position < self.instructions.len()).then_some(position)
    }

    pub(super) fn parameters(&self) -> u8 {
        self.head[proto::PARAMETERS]
    }

    pub(super) fn upvalues(&self) -> u8 {
        self.head[proto::UPVALUES]
    }

    /// The object that an instruction means by a number.
    pub(super) fn object(&self, number: u32, memory: &Memory) -> Option<u64> {
        let below = u64::from(number) + 1;
        if below > u64::from(word(&self.head, proto::OBJECTS)) {
            return None;
        }
        memory.u64(long(&self.head, proto::CONSTANTS).wrapping_sub(below * 8))
    }

    /// Whether it comes with the interpreter.
    pub(super) fn is_builtin(&self) -> bool {
        word(&self.head, proto::FIRST_LINE) == BUILTIN
    }

    /// Whether it is all of a file or text (`lj_debug_getinfo`).
    pub(super) fn is_main(&self) -> bool {
        word(&self.head, proto::FIRST_LINE) == 0 && word(&self.head, proto::LINES) != 0
    }

    pub(super) fn first_line(&self) -> Option<u32> {
        Some(word(&self.head, proto::FIRST_LINE)).filter(|line| !self.is_builtin() && *line != 0)
    }

    /// The line of an instruction (`lj_debug_line`).
    pub(super) fn line(&self, position: usize, memory: &Memory) -> Option<u32> {
        let (first, lines) = (word(&self.head, proto::FIRST_LINE), word(&self.head, proto::LINES));
        let table = long(&self.head, proto::LINE_TABLE);
        if table == 0 || self.is_builtin() || position >= self.instructions.len() {
            return None;
        }
        let Some(row) = position.checked_sub(1) else { return Some(first).filter(|line| *line != 0) };
        let row = row as u64;
        let further = match lines {
            0..256 => memory.u8(table.wrapping_add(row))?.into(),
            256..65536 => memory.u16(table.wrapping_add(2 * row))?.into(),
            _ => memory.u32(table.wrapping_add(4 * row))?,
        };
        (further <= lines).then(|| first.wrapping_add(further))
    }

    /// The names of its upvalues, and those of its variables with where they live.
    pub(super) fn debug_bytes(&self, memory: &Memory) -> Option<(Vec<u8>, Vec<u8>)> {
        let end = self.address.wrapping_add(word(&self.head, proto::WHOLE).into());
        let (upvalues, variables) = (long(&self.head, proto::UPVALUE_NAMES), long(&self.head, proto::VARIABLES));
        let part = |from: u64, to: u64| {
            let bytes = usize::try_from(to.checked_sub(from)?).ok()?;
            (from >= self.start()).then(|| memory.bytes(from, bytes, MOST_BYTES)).flatten()
        };
        Some((part(upvalues, variables)?, part(variables, end)?))
    }

    fn memory_bytes(&self) -> usize {
        size_of::<Proto>() + self.instructions.capacity() * 4 + self.chunk.capacity()
    }
}

/// A text that a program has.
pub(super) fn text(address: u64, memory: &Memory) -> Option<String> {
    if memory.u8(address.wrapping_add(KIND as u64))? != kind::TEXT {
        return None;
    }
    let length = memory.u32(address.wrapping_add(TEXT_LENGTH))? as usize;
    memory.utf8(address.wrapping_add(TEXT), length, NAME_BYTES)
}

/// What a function object says of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Function {
    /// 0 of Lua, 1 of C, above that of the interpreter itself.
    pub(super) fast: u8,
    pub(super) upvalues: u8,
    pub(super) env: u64,
    code: u64,
}

impl Function {
    fn read(address: u64, memory: &Memory) -> Option<Function> {
        let mut bytes = [0; function::BYTES];
        memory.read_exact(address, &mut bytes)?;
        let (fast, upvalues) = (bytes[function::FAST], bytes[function::UPVALUES]);
        let (env, code) = (long(&bytes, function::ENV), long(&bytes, function::CODE));
        (bytes[KIND] == kind::FUNCTION).then_some(Function { fast, upvalues, env, code })
    }

    /// Where its code begins, of a function of Lua.
    pub(super) fn proto(&self) -> Option<u64> {
        (self.fast == 0).then(|| self.code.checked_sub(proto::BYTES as u64)).flatten()
    }
}

/// Code and functions met.
#[derive(Default)]
pub(super) struct Protos {
    /// By address, with the moment at which it was there the last time.
    known: BTreeMap<u64, (u32, Rc<Proto>)>,
    bytes: usize,
    functions: HashMap<u64, Option<Function>>,
    moment: u32,
}

impl Protos {
    /// What was read of objects that die is not believed any longer, and code is compared again before it is.
    pub(super) fn next_moment(&mut self) {
        self.moment = self.moment.wrapping_add(1);
        self.functions.clear();
        if self.bytes > MOST_REMEMBERED {
            self.known.clear();
            self.bytes = 0;
        }
    }

    pub(super) fn function(&mut self, address: u64, memory: &Memory) -> Option<Function> {
        *self.functions.entry(address).or_insert_with(|| Function::read(address, memory))
    }

    /// The code at an address.
    pub(super) fn at(&mut self, address: u64, memory: &Memory) -> Option<Rc<Proto>> {
        if let Some((moment, known)) = self.known.get_mut(&address) {
            let mut head = [0; proto::BYTES];
            let is_there = *moment == self.moment
                || memory.read_exact(address, &mut head).is_some() && lasting(&head) == lasting(&known.head);
            if is_there {
                *moment = self.moment;
                return Some(known.clone());
            }
            if let Some((_, gone)) = self.known.remove(&address) {
                self.bytes -= gone.memory_bytes();
            }
        }
        let found = Rc::new(Proto::read(address, memory)?);
        self.bytes += found.memory_bytes();
        self.known.insert(address, (self.moment, found.clone()));
        Some(found)
    }

    /// The code whose instruction is before `next`: code that is known, or that of a function object.
    pub(super) fn of(&mut self, next: u64, function: Option<u64>, memory: &Memory) -> Option<Rc<Proto>> {
        let known = self.known.range(..next).next_back().map(|(address, _)| *address);
        let fits = |found: &Rc<Proto>| found.position(next).is_some();
        if let Some(found) = known.and_then(|address| self.at(address, memory)).filter(fits) {
            return Some(found);
        }
        let address = self.function(function?, memory)?.proto()?;
        self.at(address, memory).filter(fits)
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.bytes + self.known.len() * 48 + self.functions.capacity() * size_of::<(u64, Option<Function>)>()
    }
}
