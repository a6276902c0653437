//! Names of functions. A function lives longer than its calls, so it can be read some time after the sample; but between
//! two requests an engine may throw away all of them, and a closure is gone with its object. So what is read must be what
//! the sample met: of the same kind, with names at the same addresses, and with the instruction among its own.

use std::collections::{BTreeMap, HashMap};
use std::ops::{Range, RangeInclusive};
use std::time::{Duration, Instant};

use super::calls::{Call, Function, Kind};
use super::layout::Offsets;
use super::texts;
use crate::languages::copied::word_of;
use crate::languages::frames::{Frames, LanguageFrame, SourcePlace};
use crate::process::memory::Memory;
use crate::types::name::NameOrigin;

/// Module of functions in C, and of what belongs to no file.
const ENGINE: &str = "[php]";
/// Name of the placeholder for calls that were too many.
const MORE: &str = "[more PHP frames]";
/// What a file runs that no function holds: of the program's own, of those that it includes, of text.
const MAIN: &str = "{main}";
const INCLUDED: &str = "{include}";
const EVALUATED: &str = "{eval}";
/// Bytes of a function that are read.
pub(super) const FUNCTION_BYTES: usize = 184;
/// Bytes of an instruction, and where it has its line, in every version: `Zend/zend_compile.h`, `_zend_op`.
const INSTRUCTION_BYTES: u64 = 32;
const LINE: u64 = 24;
const OPERATION: u64 = 28;
/// The operation that a call is at while an exception leaves it, which is not among the function's own.
const HANDLE_EXCEPTION: u8 = 149;
/// Bytes by which the instructions of one function are known from those of another.
const FIRST_BYTES: usize = 512;
/// Instructions of one function that are believed.
const INSTRUCTIONS: u64 = 1 << 20;
#[allow(clippy::reversed_empty_ranges, reason = "it has none")]
const NO_LINES: RangeInclusive<u32> = 1..=0;
/// For how long what was read is believed without another look.
const MOMENT: Duration = Duration::from_millis(100);

/// A function as it was read.
#[derive(Debug, Clone)]
struct Known {
    /// The moment in which it was.
    moment: u32,
    frame: u64,
    /// Where its instructions are, if it is in PHP.
    instructions: Range<u64>,
    /// The first of them, where others may take their place. What is shared by all processes never changes.
    first: Option<Vec<u8>>,
    /// Its lines, where they are those of its file.
    lines: RangeInclusive<u32>,
}

/// Functions met.
pub(super) struct Functions {
    offsets: Offsets,
    known: HashMap<(Function, bool), Known>,
    /// Those that are gone sooner than their instructions, by where these begin: closures with their objects, and files
    /// when they have run.
    fleeting: BTreeMap<u64, (Function, Known)>,
    moment: u32,
    began: Instant,
    most: usize,
}

impl Functions {
    pub(super) fn new(offsets: Offsets, most: usize) -> Functions {
        let (known, fleeting) = (HashMap::new(), BTreeMap::new());
        Functions { offsets, known, fleeting, moment: 0, began: Instant::now(), most }
    }

    /// Begins a new moment when the last one is over.
    pub(super) fn begin(&mut self) {
        if self.began.elapsed() >= MOMENT {
            self.began = Instant::now();
            self.moment = self.moment.wrapping_add(1);
            // A program that makes functions without end: names stay, what leads to them is looked up again.
            if self.known.len() + self.fleeting.len() > self.most {
                self.known.clear();
                self.fleeting.clear();
            }
        }
    }

    /// The address that represents a call. `instruction` is where it is, if that is known to be so.
    pub(super) fn frame(&mut self, call: &Call, instruction: Option<u64>, memory: &Memory, names: &mut Frames) -> u64 {
        self.find(call, instruction, memory, names).map_or_else(|| unknown(call, names), |known| known.frame)
    }

    /// The same with the line that runs.
    pub(super) fn frame_at_line(
        &mut self,
        call: &Call,
        instruction: Option<u64>,
        memory: &Memory,
        names: &mut Frames,
    ) -> u64 {
        let Some(known) = self.find(call, instruction, memory, names) else { return unknown(call, names) };
        let line = instruction
            .filter(|at| is_among(*at, &known.instructions))
            .and_then(|at| memory.u32(at.wrapping_add(LINE)))
            .filter(|line| known.lines.contains(line));
        line.map_or(known.frame, |line| names.at_line(known.frame, line))
    }

    fn find(&mut self, call: &Call, instruction: Option<u64>, memory: &Memory, names: &mut Frames) -> Option<Known> {
        let key = (call.function, call.is_oldest);
        let is_leaving = |at: u64| memory.u8(at.wrapping_add(OPERATION)) == Some(HANDLE_EXCEPTION);
        let is_its = |at: u64, known: &Known| is_among(at, &known.instructions) || is_leaving(at);
        let fits = |known: &Known| known.instructions.is_empty() || instruction.is_none_or(|at| is_its(at, known));
        let earlier = self.known.get(&key).filter(|known| fits(known));
        if let Some(known) = earlier.filter(|known| known.moment == self.moment) {
            return Some(known.clone());
        }
        let mut bytes = [0; FUNCTION_BYTES];
        let wanted = if call.kind == Kind::Internal { 24 } else { FUNCTION_BYTES };
        if memory.read_exact(call.function.address, &mut bytes[..wanted]).is_none() {
            // The process has ended, most likely.
            return earlier.cloned();
        }
        let Some(known) = self.read(call, &bytes, memory, names).filter(|known| fits(known)) else {
            return self.gone(call, instruction, memory).or_else(|| self.closure(call, memory, names));
        };
        self.known.insert(key, known.clone());
        if self.is_fleeting(call) {
            self.fleeting.insert(known.instructions.start, (call.function, known.clone()));
        }
        Some(known)
    }

    fn is_closure(&self, call: &Call) -> bool {
        call.flags & self.offsets.closure != 0 && call.kind != Kind::Internal
    }

    fn is_fleeting(&self, call: &Call) -> bool {
        self.is_closure(call) || unnamed(call).is_some()
    }

    /// What is known of a function that is gone, from another with the same instructions.
    fn gone(&self, call: &Call, instruction: Option<u64>, memory: &Memory) -> Option<Known> {
        let instruction = instruction.filter(|_| self.is_fleeting(call))?;
        let (function, known) = self.fleeting.range(..=instruction).next_back()?.1;
        let is_same = (function.name, function.class) == (call.function.name, call.function.class);
        let is_there = || match &known.first {
            Some(first) => memory.bytes(known.instructions.start, first.len(), FIRST_BYTES).as_ref() == Some(first),
            None => true,
        };
        (is_same && is_among(instruction, &known.instructions) && is_there()).then(|| known.clone())
    }

    /// A closure that is gone. What it is called lives longer.
    fn closure(&self, call: &Call, memory: &Memory, names: &mut Frames) -> Option<Known> {
        let Function { name, class, .. } = call.function;
        let own = texts::read(memory, name).filter(|text| self.is_closure(call) && text.contains("{closure"))?;
        let function = full_name(&texts::closure(&own), class, memory)?;
        let frame = names.address(&LanguageFrame::new(&function, ENGINE, NameOrigin::Php));
        Some(Known { moment: self.moment, frame, instructions: 0..0, first: None, lines: NO_LINES })
    }

    /// `None` when what is there now is not the function of the sample.
    fn read(&self, call: &Call, bytes: &[u8], memory: &Memory, names: &mut Frames) -> Option<Known> {
        let word = |at: usize| word_of(bytes, at);
        let half = |at: usize| word(at).map(|word| word as u32);
        let Function { name, class, .. } = call.function;
        let kind = match bytes.first()? {
            1 => Kind::Internal,
            2 => Kind::User,
            4 => Kind::Eval,
            _ => return None,
        };
        if kind != call.kind || word(8)? != name || word(16)? != class {
            return None;
        }
        let own = match unnamed(call) {
            Some(own) => own.to_owned(),
            None => texts::closure(&texts::read(memory, name).filter(|text| !text.is_empty())?),
        };
        let function = if name == 0 { own } else { full_name(&own, class, memory)? };
        let moment = self.moment;
        if kind == Kind::Internal {
            let frame = names.address(&LanguageFrame::new(&function, ENGINE, NameOrigin::Php));
            return Some(Known { moment, frame, instructions: 0..0, first: None, lines: NO_LINES });
        }
        let Offsets { count, instructions, owners, file, first_line, .. } = self.offsets;
        let (start, count) = (word(instructions)?, u64::from(half(count)?));
        if start == 0 || count == 0 || count > INSTRUCTIONS {
            return None;
        }
        let path = texts::read(memory, word(file)?)?;
        let made_in = texts::evaluated_in(&path);
        let file = made_in.unwrap_or(&path);
        // The lines of text that became code are its own, not those of a file.
        let (first_line, last_line) = word(first_line).map(|lines| (lines as u32, (lines >> 32) as u32))?;
        let lines = if made_in.is_none() { first_line.max(1)..=last_line } else { NO_LINES };
        let source = SourcePlace { file, first_line: made_in.is_none().then_some(first_line), line: None };
        let frame = LanguageFrame { source, ..LanguageFrame::new(&function, texts::module_of(file), NameOrigin::Php) };
        let frame = names.address(&frame);
        let instructions = start..start.checked_add(count * INSTRUCTION_BYTES)?;
        let is_changing = word(owners)? != 0 && self.is_fleeting(call);
        let first_bytes = (instructions.end - start).min(FIRST_BYTES as u64) as usize;
        let first = if is_changing { Some(memory.bytes(start, first_bytes, FIRST_BYTES)?) } else { None };
        Some(Known { moment, frame, instructions, first, lines })
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.known.capacity() * (size_of::<((Function, bool), Known)>() + 1)
            + self.fleeting.len() * (size_of::<(u64, (Function, Known))>() + FIRST_BYTES)
    }
}

/// With the class, which has its name in the same place in every version.
fn full_name(own: &str, class: u64, memory: &Memory) -> Option<String> {
    if class == 0 {
        return Some(own.to_owned());
    }
    let name = texts::read(memory, memory.u64(class.wrapping_add(8))?).filter(|name| !name.is_empty())?;
    Some(format!("{name}::{own}"))
}

fn is_among(at: u64, instructions: &Range<u64>) -> bool {
    instructions.contains(&at) && (at - instructions.start) % INSTRUCTION_BYTES == 0
}

/// What a file runs that no function holds.
fn unnamed(call: &Call) -> Option<&'static str> {
    match call.kind {
        _ if call.function.name != 0 => None,
        Kind::Internal => None,
        Kind::Eval => Some(EVALUATED),
        Kind::User if call.is_oldest => Some(MAIN),
        Kind::User => Some(INCLUDED),
    }
}

/// The address that represents calls of functions that nobody knows any more.
fn unknown(call: &Call, names: &mut Frames) -> u64 {
    names.address(&LanguageFrame::new(unnamed(call).unwrap_or(""), ENGINE, NameOrigin::Php))
}

/// The address that represents calls that were not copied.
pub(super) fn more(names: &mut Frames) -> u64 {
    names.address(&LanguageFrame::new(MORE, ENGINE, NameOrigin::Php))
}
