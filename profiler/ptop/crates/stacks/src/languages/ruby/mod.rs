//! Ruby 2.7 to 4.0. Its frames lie on a stack of their own, from whose end they grow down, and change with every call, so
//! they are copied at the moment of the sample ([`Layout::plan`]). Each time that native code enters the interpreter, the
//! frame it enters with says so, and the native frame of the function that interprets has those up to that one.
//!
//! That function is not exported by all versions. Instructions are addresses of the code that carries them out, so the first
//! one of any method leads to it.

mod code;
mod layout;
mod lines;
mod names;
mod objects;
#[cfg(test)]
mod tests;
mod thread;

use std::ops::Range;

use crate::languages::copied::{CopiedFrames, FramesEnd, FramesPlan};
use crate::languages::frames::Frames;
use crate::languages::runtime::{Opening, Runtime, RuntimeFrame, RuntimeNote};
use crate::modules::lookup;
use crate::process::memory::Memory;
use crate::step::Step;
use crate::step::bare::Left;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;
use code::{Codes, Row};
use layout::Layout;
use names::Names;

/// The language, in the word of [`RuntimeNote`].
pub(super) const LANGUAGE: &str = "ruby";
/// What every version exports, and a function that interprets or is called for that, by its names; what a compiler may
/// have split off; and the table of names. All but the first only where the symbols are not stripped, or in some versions.
const SYMBOLS: [&str; 8] = [
    "ruby_version",
    "ruby_global_symbols",
    "vm_exec_core",
    "vm_exec_core.cold",
    "rb_vm_exec",
    "rb_vm_exec.cold",
    "vm_exec",
    "vm_exec.cold",
];
const CORE: Range<usize> = 2..4;
const OUTER: Range<usize> = 4..8;
/// Where the table of names is among those.
const TABLE: u64 = 16;
/// Longest version read.
const VERSION_BYTES: usize = 16;
/// Words of the stack that code which was made at run time has on top of where it was called.
const MADE_WORDS: u64 = 64;
/// Times that the function is asked for.
const QUESTIONS: u8 = 20;

/// Whether a file of this base name is likely to hold it.
pub(super) fn is_likely(name: &str) -> bool {
    name.starts_with("libruby") || name.strip_prefix("ruby").is_some_and(is_number)
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-'))
}

/// Opens the interpreter that a module holds. The error is a text for people.
pub(super) fn open(opening: &Opening<'_>) -> Result<Box<dyn Runtime>, String> {
    let Opening { module, memory, limits, bias, .. } = opening;
    let found = lookup::find(module, &SYMBOLS, limits);
    let version = found[0].and_then(|symbol| memory.c_string(symbol.address.wrapping_add(*bias), VERSION_BYTES));
    let version =
        version.filter(|version| !version.is_empty()).ok_or("a Ruby that does not say its version is not read")?;
    let layout = Layout::of(&version).ok_or_else(|| format!("Ruby {version} is not read"))?;
    let plan = layout.plan(thread::find(opening)?);
    let range = |symbol: &lookup::Found| {
        let start = symbol.address.wrapping_add(*bias);
        start..start.saturating_add(symbol.bytes)
    };
    let ranges = |of: Range<usize>| -> Vec<Range<u64>> {
        found[of].iter().flatten().map(range).filter(|function| !function.is_empty()).collect()
    };
    let mut variables = Vec::new();
    module.elf.visit_named(&module.source, limits.headers, &mut |section, name| {
        if matches!(name, b".data" | b".bss") {
            let start = section.address.wrapping_add(*bias);
            variables.push(start..start.saturating_add(section.bytes));
        }
    });
    let table = found[1].map(|symbol| symbol.address.wrapping_add(*bias).wrapping_add(TABLE));
    let codes = Codes::new(layout, Names::new(table, variables), limits);
    Ok(Box::new(Ruby {
        version,
        plan,
        core: ranges(CORE),
        outer: ranges(OUTER),
        codes,
        stack: Stack::default(),
        questions: 0,
    }))
}

/// The frames of the stack at hand.
#[derive(Default)]
struct Stack {
    rows: Vec<Row>,
    /// The newest that is not reported.
    next: usize,
    /// Those of the native frame that called the one walked last are reported.
    is_reported: bool,
    /// Behind what was reported last.
    behind: Option<usize>,
    /// Older ones were not copied.
    is_cut: bool,
    /// It leads through the interpreter, and none were copied.
    is_unread: bool,
    /// Address of an instruction.
    instruction: Option<u64>,
}

struct Ruby {
    version: String,
    plan: FramesPlan,
    /// Code of the function that interprets; where that is known by itself, of the one that calls it.
    core: Vec<Range<u64>>,
    outer: Vec<Range<u64>>,
    codes: Codes,
    stack: Stack,
    questions: u8,
}

impl Ruby {
    /// Reports the frames that the native one at hand has: up to the one that the interpreter was entered with.
    fn report(&mut self, with_line: bool, memory: &Memory, names: &mut Frames, out: &mut Vec<u64>) {
        while let Some(row) = self.report_next(with_line, memory, names, out) {
            if row.is_entry() {
                break;
            }
        }
        self.stack.behind = Some(out.len());
    }

    fn report_next(&mut self, with_line: bool, memory: &Memory, names: &mut Frames, out: &mut Vec<u64>) -> Option<Row> {
        let Stack { rows, next, .. } = &mut self.stack;
        let row = *rows.get(*next)?;
        // Lines are given for the newest only: with the lines of its callers one stack would become many.
        let is_newest = with_line && rows[..*next].iter().all(|newer| !newer.has_code());
        out.extend(self.codes.frame(&rows[*next..], is_newest, memory, names));
        *next += 1;
        Some(row)
    }

    fn is_interpreter(&self, address: u64) -> bool {
        self.core.iter().chain(&self.outer).any(|function| function.contains(&address))
    }
}

impl Runtime for Ruby {
    /// Code that Ruby made at run time calls and is called without unwind information; what called it is the function that
    /// interprets.
    fn leave(
        &mut self,
        frame: &mut RuntimeFrame<'_>,
        registers: &mut Registers,
        out: &mut Vec<u64>,
    ) -> Option<Result<(Left, Step), CutReason>> {
        if frame.linked.is_some() || self.stack.next >= self.stack.rows.len() {
            return None;
        }
        let (sp, arch) = (registers.sp(), registers.arch());
        let (at, caller) = (0..MADE_WORDS).find_map(|word| {
            let at = sp.wrapping_add(8 * word);
            let caller = frame.stack.read(at).ok()?;
            (self.is_interpreter(caller) && frame.code.follows_call(caller)).then_some((at, caller))
        })?;
        // Before it calls, such code does not note where it is.
        self.report(!frame.exact, frame.memory, frame.names, out);
        self.stack.is_reported = true;
        let fp = registers.get(arch.fp());
        registers.keep_only(0);
        if let Some(fp) = fp {
            registers.set(arch.fp(), fp);
        }
        registers.set(arch.sp(), at.wrapping_add(8));
        registers.set(arch.ip(), caller);
        Some(Ok((Left::Checked, Step::Caller { exact: false })))
    }

    fn rename(&mut self, frame: &mut RuntimeFrame<'_>, registers: &Registers, out: &mut Vec<u64>) -> bool {
        let address = if frame.exact { registers.ip() } else { registers.ip().wrapping_sub(1) };
        let is_outer = self.outer.iter().any(|function| function.contains(&address));
        if !is_outer && !self.core.iter().any(|function| function.contains(&address)) {
            return false;
        }
        if self.stack.rows.is_empty() {
            self.stack.is_unread = true;
            return false;
        }
        if !self.stack.is_reported {
            self.report(true, frame.memory, frame.names, out);
        }
        // The one that interprets is called by the other, which has no frames of its own.
        self.stack.is_reported = !is_outer && !self.outer.is_empty();
        true
    }

    fn begin(&mut self, copied: Option<&CopiedFrames<'_>>, memory: &Memory) {
        let mut rows = std::mem::take(&mut self.stack.rows);
        rows.clear();
        if let Some(copied) = copied {
            rows.extend(copied.nodes(Layout::node()).map_while(|(_, frame, beside)| Row::parse(frame, beside)));
        }
        let is_cut = copied.is_some_and(|copied| !copied.rows.is_empty() && !copied.is_whole);
        self.stack = Stack { rows, is_cut, ..Stack::default() };
        if self.core.is_empty() && self.questions < QUESTIONS {
            let objects = self.codes.objects(memory);
            let code = self.stack.rows.iter().find_map(|row| row.code(objects));
            self.stack.instruction = code.and_then(|code| memory.u64(code));
            self.questions += u8::from(self.stack.instruction.is_some());
        }
    }

    fn unknown_code(&self) -> Option<u64> {
        self.stack.instruction
    }

    fn learn_code(&mut self, function: Option<Range<u64>>) {
        let Some(function) = function else { return };
        if self.outer.iter().any(|outer| outer.contains(&function.start)) {
            // The compiler made one function of both.
            self.questions = QUESTIONS;
        } else {
            self.core.push(function);
        }
    }

    fn end(&mut self, is_cut: bool, memory: &Memory, names: &mut Frames, out: &mut Vec<u64>) -> FramesEnd {
        let mut rest = Vec::new();
        while self.report_next(true, memory, names, &mut rest).is_some() {}
        let behind = self.stack.behind.filter(|_| !is_cut).unwrap_or(out.len());
        out.splice(behind..behind, rest);
        let Stack { is_cut, is_unread, .. } = self.stack;
        FramesEnd { missing: is_cut.into(), is_complete: !self.stack.rows.is_empty() && !is_cut, is_unread }
    }

    fn plan(&self) -> Option<FramesPlan> {
        Some(self.plan)
    }

    fn note(&self) -> RuntimeNote {
        let version = Some(self.version.clone());
        RuntimeNote { name: format!("Ruby {}", self.version), language: LANGUAGE, version, problem: None, hint: None }
    }

    fn memory_bytes(&self) -> usize {
        size_of::<Ruby>() + self.codes.memory_bytes() + self.stack.rows.capacity() * size_of::<Row>()
    }
}
