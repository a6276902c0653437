//! One interpreter in the target.

use std::ops::Range;

use super::code::Codes;
use super::layout::{PythonKind, PythonLayout};
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
    /// Addresses of the function that interprets, where each of its calls runs one frame.
    pub(super) calls: Vec<Range<u64>>,
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

    /// Whether each call of the function that interprets runs one frame, and no frame says where on the C stack.
    pub(crate) fn has_objects(&self) -> bool {
        self.layout.kind == PythonKind::Object
    }

    /// Whether that function has the address.
    pub(crate) fn is_call(&self, address: u64) -> bool {
        self.calls.iter().any(|call| call.contains(&address))
    }

    /// The address that represents a frame that runs the code.
    pub(crate) fn frame(&mut self, entry: PythonEntry, memory: &Memory, names: &mut Frames) -> u64 {
        self.codes.frame(entry, memory, names)
    }
}
