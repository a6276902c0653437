//! One interpreter in the target.

use super::code::Codes;
use super::layout::PythonLayout;
use super::merge::PythonEntry;
use crate::languages::frames::Frames;
use crate::process::memory::Memory;

/// An interpreter in the target.
pub(crate) struct Interpreter {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) layout: PythonLayout,
    pub(super) codes: Codes,
    pub(super) has_instructions: bool,
}

impl Interpreter {
    /// Where the program that takes samples finds the frames.
    pub(crate) fn layout(&self) -> PythonLayout {
        self.layout
    }

    /// Whether each instruction is a native function, so that the one called by the function that interprets is
    /// the interpreter itself (since 3.14, where the compiler can jump instead of call).
    pub(crate) fn has_instructions(&self) -> bool {
        self.has_instructions
    }

    /// The address that represents a frame that runs the code.
    pub(crate) fn frame(&mut self, entry: PythonEntry, memory: &Memory, names: &mut Frames) -> u64 {
        self.codes.frame(entry, memory, names)
    }
}
