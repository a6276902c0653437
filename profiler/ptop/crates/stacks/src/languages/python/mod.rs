//! `CPython` 3.7 to 3.14. Its frames lie on the heap and change with every call, so they are read by
//! the program that takes the sample ([`PythonLayout`] tells it where) and handed in with the sample.
//! What is read here is what lives longer: where the interpreter keeps its structures, and the
//! names of code objects.

mod cache_tag;
mod code;
mod debug_offsets;
pub(super) mod interpreter;
mod layout;
mod lines;
mod merge;
mod older_lines;
#[cfg(test)]
mod tests;
mod text;
mod unmarked;
mod versions;

pub use layout::{PythonKind, PythonLayout};
pub use merge::PythonEntry;
pub(crate) use merge::PythonStack;
pub(crate) use unmarked::with_frames;

use super::runtime::{Opening, Runtime, RuntimeFrame, RuntimeNote};
use crate::modules::lookup;
use crate::step::Step;
use crate::step::bare::Left;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;
use code::Codes;
use interpreter::Interpreter;

/// The language, in the word of [`RuntimeNote`].
pub(super) const LANGUAGE: &str = "python";
/// What the interpreter exports: its state, its version, the type of code objects, and the function that interprets;
/// and what a compiler may have split off from that.
const SYMBOLS: [&str; 5] =
    ["_PyRuntime", "Py_Version", "PyCode_Type", "_PyEval_EvalFrameDefault", "_PyEval_EvalFrameDefault.cold"];
/// The function that interprets has tens of thousands of bytes, unless each instruction is a function of its own.
const LOOP_BYTES: u64 = 8 * 1024;
/// Before 3.7 there is no state to be found.
const TOO_OLD: &str = "a CPython older than 3.7 is not understood";
/// Section of the state in the versions that describe themselves.
const STATE_SECTION: &[u8] = b".PyRuntime";

/// Whether a file of this base name is likely to hold an interpreter.
pub(super) fn is_likely(name: &str) -> bool {
    name.starts_with("python") || name.starts_with("libpython")
}

/// Finds the interpreter in a module. The error is a text for people.
pub(super) fn open(opening: &Opening<'_>) -> Result<Box<dyn Runtime>, String> {
    let Opening { module, memory, limits, .. } = opening;
    let found = lookup::find(module, &SYMBOLS, limits);
    let at = |index: usize| found[index].map(|symbol: lookup::Found| symbol.address.wrapping_add(opening.bias));
    let section = || module.elf.section_named(&module.source, STATE_SECTION, limits.headers);
    let state = at(0).or_else(|| Some(section()?.address.wrapping_add(opening.bias))).ok_or(TOO_OLD)?;
    let version = at(1).and_then(|address| memory.u64(address)).or_else(|| cache_tag::version(module, limits));
    let offsets = versions::find(memory, state, version)?;
    let name = format!("CPython {}.{}", offsets.version >> 24 & 0xff, offsets.version >> 16 & 0xff);
    let layout = offsets.layout(state);
    let has_instructions = found[3].is_some_and(|symbol| (1..LOOP_BYTES).contains(&symbol.bytes));
    let version = version_text(offsets.version);
    let mut calls = Vec::new();
    if layout.kind == PythonKind::Object {
        unmarked::check(memory, &offsets, state, at(2))?;
        let range = |symbol: &lookup::Found| {
            let start = symbol.address.wrapping_add(opening.bias);
            start..start.saturating_add(symbol.bytes)
        };
        calls.extend(found[3..].iter().flatten().map(range).filter(|call| !call.is_empty()));
        if calls.is_empty() {
            return Err("the function of the interpreter is not known".into());
        }
    }
    let codes = Codes::new(offsets, at(2), limits);
    Ok(Box::new(Interpreter { name, version, layout, codes, has_instructions, calls }))
}

/// As it is written, without the last number where the interpreter does not say it.
fn version_text(version: u64) -> String {
    let [major, minor, micro] = [24, 16, 8].map(|shift| version >> shift & 0xff);
    // A release says of what kind it is in the last byte.
    if version as u8 == 0 { format!("{major}.{minor}") } else { format!("{major}.{minor}.{micro}") }
}

impl Runtime for Interpreter {
    fn leave(
        &mut self,
        _frame: &mut RuntimeFrame<'_>,
        _registers: &mut Registers,
        _out: &mut Vec<u64>,
    ) -> Option<Result<(Left, Step), CutReason>> {
        // The interpreter is compiled code with unwind information, and makes none.
        None
    }

    fn note(&self) -> RuntimeNote {
        let version = Some(self.version.clone());
        RuntimeNote { name: self.name.clone(), language: LANGUAGE, version, problem: None, hint: None }
    }

    fn memory_bytes(&self) -> usize {
        size_of::<Interpreter>() + self.name.capacity() + self.version.capacity() + self.codes.memory_bytes()
    }

    fn interpreter(&mut self) -> Option<&mut Interpreter> {
        Some(self)
    }
}
