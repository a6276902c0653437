//! What the walk asks a language runtime, and what a runtime is given.

use std::ops::Range;

use super::copied::{CopiedFrames, FramesEnd, FramesPlan, KnownThread};
use super::frames::Frames;
use super::hotspot::{HeapChunk, JavaMachine};
use super::python::interpreter::Interpreter;
use crate::modules::module::Module;
use crate::process::code::Code;
use crate::process::memory::Memory;
use crate::step::Step;
use crate::step::bare::Left;
use crate::types::limits::Limits;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;
use crate::types::stack::Stack;

/// One physical frame about to be left, as a runtime sees it.
pub(crate) struct RuntimeFrame<'a> {
    /// The copied bytes of the stack: what is read here belongs to the sample.
    pub(crate) stack: &'a Stack<'a>,
    /// What was copied of the thread's frames that the runtime keeps in the heap, the newest first. `None` when
    /// nobody looked for them.
    pub(crate) heap: Option<&'a [HeapChunk<'a>]>,
    /// The target's memory, which has moved on since the sample was taken.
    pub(crate) memory: &'a Memory,
    pub(crate) code: &'a mut Code,
    /// Whether an address can be code.
    pub(crate) executable: &'a mut dyn FnMut(u64) -> bool,
    /// Where the names of language frames get their addresses.
    pub(crate) names: &'a mut Frames,
    /// Whether the instruction pointer is where the thread was interrupted, rather than a return address.
    pub(crate) exact: bool,
    /// Link-time address of the code, where it lies in a module; `None` in anonymous memory.
    pub(crate) linked: Option<u64>,
}

/// A language runtime in the target.
pub(crate) trait Runtime {
    /// Leaves a frame whose code (at `registers.ip()`) has no unwind information. `None` when the code
    /// is not this runtime's, or the runtime does not know how to leave it: then nothing was changed.
    ///
    /// Otherwise pushes the frames that the physical one represents, innermost first, and replaces
    /// `registers` by the caller's. When it pushes nothing the address itself is reported.
    fn leave(
        &mut self,
        frame: &mut RuntimeFrame<'_>,
        registers: &mut Registers,
        out: &mut Vec<u64>,
    ) -> Option<Result<(Left, Step), CutReason>>;

    /// Whether code at this address is left by [`Runtime::leave`] although it has unwind information: because that is not
    /// right everywhere.
    fn describes(&self, _address: u64) -> bool {
        false
    }

    /// Names a native frame (code with unwind information) in which the runtime interprets: pushes
    /// what runs in it, innermost first, in place of the native frame. False when the frame is native
    /// for all the runtime knows, and then nothing was pushed. The walk leaves the frame by itself.
    fn rename(&mut self, _frame: &mut RuntimeFrame<'_>, _registers: &Registers, _out: &mut Vec<u64>) -> bool {
        false
    }

    /// A stack begins to be walked, of a thread of which this was copied by the runtime's [`Runtime::plan`]. `None` when
    /// nothing was: then what the runtime keeps elsewhere is not known.
    fn begin(&mut self, _copied: Option<&CopiedFrames<'_>>, _memory: &Memory) {}

    /// An address in code of which the runtime needs to know where its function begins and ends, as unwind information
    /// has it.
    fn unknown_code(&self) -> Option<u64> {
        None
    }

    /// Answers that; `None` when nothing describes the code.
    fn learn_code(&mut self, _function: Option<Range<u64>>) {}

    /// The walk is over. Pushes the frames that were copied and that no native frame had, innermost first: behind all that
    /// was reported where `is_cut`, because the native stack goes on there, else where they belong.
    fn end(&mut self, _is_cut: bool, _memory: &Memory, _names: &mut Frames, _out: &mut Vec<u64>) -> FramesEnd {
        FramesEnd::default()
    }

    /// Where the frames are that it keeps outside the native stack, if it does.
    fn plan(&self) -> Option<FramesPlan> {
        None
    }

    /// Threads of which the structure is known that its plan begins at.
    fn threads(&self) -> &[KnownThread] {
        &[]
    }

    /// The mappings were read again: what was remembered of the target's memory may be old.
    fn refresh(&mut self, _memory: &Memory) {}

    /// The interpreter whose frames come with the samples, if it is one.
    fn interpreter(&mut self) -> Option<&mut Interpreter> {
        None
    }

    /// Where the frames in the heap are found, and the threads that may have some, if it is a Java machine with
    /// threads that have some.
    fn java(&mut self, _memory: &Memory) -> Option<JavaMachine<'_>> {
        None
    }

    /// What a person should know about it.
    fn note(&self) -> RuntimeNote;

    /// Heap bytes held.
    fn memory_bytes(&self) -> usize;
}

/// A language runtime that was found in a process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuntimeNote {
    /// Which, with its version where it says one.
    pub name: String,
    /// The language, in one word: `node`, `python`, `java`, `ruby`, …
    pub language: &'static str,
    /// What a person would call the version of that runtime, where it says one: `20.20.2` of Node, not of its V8.
    pub version: Option<String>,
    /// Why its frames have no names, or not all of them; a sentence without a final stop.
    pub problem: Option<String>,
    /// What would make its samples more exact, where some were not; whole sentences.
    pub hint: Option<String>,
}

/// What opening a runtime needs.
pub(crate) struct Opening<'a> {
    /// The file that holds it.
    pub(crate) module: &'a Module,
    /// Base name of that file.
    pub(crate) name: &'a str,
    /// Run-time address less link-time address.
    pub(crate) bias: u64,
    pub(crate) memory: &'a Memory,
    pub(crate) limits: &'a Limits,
}
