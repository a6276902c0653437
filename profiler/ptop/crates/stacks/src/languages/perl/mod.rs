//! Perl 5.28 to 5.42. Its calls are contexts in the heap, which change with every call, so the program that takes samples
//! copies them ([`Perl::plan`]); what is read here is what lives longer: subs and the ops at which lines begin.
//!
//! A native call of the loop over ops (`Perl_runops_standard`) runs any number of subs. The walk notes where such calls
//! are, and when it is over the subs take their places. The function of the one op that runs on top of all is the
//! interpreter itself, so its sub takes that place too; what an op calls stays.

mod contexts;
mod files;
mod layout;
mod loops;
mod names;
mod objects;
mod opening;
#[cfg(test)]
mod tests;

use std::ops::Range;

use super::copied::{CopiedFrames, FramesEnd, FramesList, FramesNode, FramesPlace, FramesPlan, word_of};
use super::frames::Frames;
use super::runtime::{Opening, Runtime, RuntimeFrame, RuntimeNote};
use crate::process::memory::Memory;
use crate::step::Step;
use crate::step::bare::Left;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;
use contexts::Contexts;
use layout::{Layout, fixed};
use loops::Native;
use names::Names;
pub(super) use opening::is_likely;
use opening::{Interpreter, Start};

/// The language, in the word of [`RuntimeNote`].
pub(super) const LANGUAGE: &str = "perl";
/// Bytes of stack from where a thread is to where its interpreter jumps on an exception.
const MOST_STACK_BYTES: u64 = 1 << 20;

/// An interpreter in the target.
struct Perl {
    name: String,
    version: String,
    layout: Layout,
    start: Start,
    /// Addresses of the loop over ops, and of what runs a program.
    loops: Vec<Range<u64>>,
    program: Range<u64>,
    names: Names,
    walked: Walked,
}

/// The stack at hand.
#[derive(Default)]
struct Walked {
    contexts: Contexts,
    /// Whether contexts of it were copied.
    is_copied: bool,
    /// Places of the loops among the frames that are reported, the newest first, and the newest one's stack pointer.
    loops: Vec<usize>,
    sp: u64,
    runs_program: bool,
}

/// Opens the interpreter that a module holds. The error is a text for people.
pub(super) fn open(opening: &Opening<'_>) -> Result<Box<dyn Runtime>, String> {
    let Interpreter { version, layout, start, loops, program } = opening::find(opening)?;
    Ok(Box::new(Perl {
        name: format!("Perl {version}"),
        version,
        layout,
        start,
        loops,
        program,
        names: Names::new(layout, opening.limits),
        walked: Walked::default(),
    }))
}

impl Perl {
    /// Whether the contexts that were copied are those of the thread.
    fn is_of_thread(&self, memory: &Memory) -> bool {
        let Some((pointer, offset)) = self.start.jump else { return true };
        let jump = memory.u64(pointer).and_then(|interpreter| memory.u64(interpreter.wrapping_add(offset)));
        jump.and_then(|jump| jump.checked_sub(self.walked.sp)).is_some_and(|above| above < MOST_STACK_BYTES)
    }
}

impl Runtime for Perl {
    fn leave(
        &mut self,
        _frame: &mut RuntimeFrame<'_>,
        _registers: &mut Registers,
        _out: &mut Vec<u64>,
    ) -> Option<Result<(Left, Step), CutReason>> {
        // The interpreter is compiled code with unwind information, and makes none.
        None
    }

    fn rename(&mut self, frame: &mut RuntimeFrame<'_>, registers: &Registers, out: &mut Vec<u64>) -> bool {
        let ip = registers.ip();
        let address = if frame.exact { ip } else { ip.wrapping_sub(1) };
        let walked = &mut self.walked;
        if self.loops.iter().any(|range| range.contains(&address)) {
            if walked.loops.is_empty() {
                walked.sp = registers.sp();
            }
            walked.loops.push(out.len());
        } else if self.program.contains(&address) {
            walked.runs_program = true;
        }
        // The frames take their places when all loops are known.
        false
    }

    fn begin(&mut self, copied: Option<&CopiedFrames<'_>>, _memory: &Memory) {
        let walked = &mut self.walked;
        walked.loops.clear();
        (walked.sp, walked.runs_program) = (0, false);
        let now = copied.and_then(|copied| Some((copied, word_of(copied.head, 0)?)));
        walked.is_copied = now.is_some();
        if let Some((copied, now)) = now {
            walked.contexts.read(&self.layout, copied, now);
        }
    }

    fn end(&mut self, is_cut: bool, memory: &Memory, names: &mut Frames, out: &mut Vec<u64>) -> FramesEnd {
        if self.walked.loops.is_empty() {
            return FramesEnd::default();
        }
        if !self.walked.is_copied || !self.is_of_thread(memory) {
            return FramesEnd { is_unread: true, ..FramesEnd::default() };
        }
        let newest = self.walked.contexts.newest_call();
        if newest.is_some_and(|frame| self.names.is_being_made(frame, memory)) {
            self.walked.contexts.forget_newest(&self.layout);
        }
        let Walked { contexts, loops, runs_program, .. } = &self.walked;
        let placed = contexts.place(Native { loops: loops.len(), is_cut, runs_program: *runs_program });
        let mut addresses = Vec::new();
        let mut report = |range: Range<usize>, mut is_top: bool, addresses: &mut Vec<u64>| {
            let end = range.end;
            for frame in contexts.frames.get(range.clone()).unwrap_or(&[]) {
                let Some(known) = self.names.find(*frame, memory, names) else { continue };
                // Lines are given for the top only: with the lines of its callers one stack would become many.
                let line = known.line.filter(|_| std::mem::take(&mut is_top));
                addresses.push(line.map_or(known.address, |line| names.at_line(known.address, line)));
            }
            if !contexts.is_whole && end == contexts.frames.len() && !range.is_empty() {
                addresses.push(Names::more(names));
            }
        };
        if is_cut && !placed.left.is_empty() {
            // Who called is known although the native frames in between are not.
            report(placed.left.clone(), false, out);
        }
        for (number, (at, frames)) in loops.iter().zip(&placed.loops).enumerate().rev() {
            // What runs the one op on top is the interpreter.
            let is_op = number == 0 && *at == 1 && out.first().is_some_and(|address| !Frames::is_frame(*address));
            let first = if is_op { 0 } else { *at };
            report(frames.clone(), first == 0, &mut addresses);
            if !addresses.is_empty() && *at < out.len() {
                out.splice(first..=*at, addresses.drain(..));
            }
            addresses.clear();
        }
        let left = if is_cut { 0 } else { placed.left.len() as u64 };
        FramesEnd { missing: left + u64::from(!contexts.is_whole), ..FramesEnd::default() }
    }

    fn plan(&self) -> Option<FramesPlan> {
        let Start { from, hop, current_op, stack, .. } = self.start;
        let mut hops = [0; super::copied::HOPS];
        let path = hop.into_iter().chain([stack]);
        let mut hop_count = 0;
        for (hop, offset) in hops.iter_mut().zip(path) {
            *hop = offset;
            hop_count += 1;
        }
        let bytes = self.layout.context_bytes as i32;
        let contexts = FramesPlace { pointer: fixed::STACK_CONTEXTS, ..FramesPlace::default() };
        let newest = FramesPlace { count: fixed::STACK_NEWEST, count_bytes: 4, scale: bytes, ..contexts };
        Some(FramesPlan {
            start: from,
            hops,
            hop_count,
            head_hop: hop_count - 1,
            head: (current_op, 8),
            last_bytes: 0,
            list: FramesList::Array {
                first: newest,
                end: FramesPlace { offset: -bytes, ..contexts },
                stride: -bytes,
                node: FramesNode { bytes: self.layout.copied_bytes(), ..FramesNode::default() },
            },
            outer: fixed::STACK_OUTER,
        })
    }

    fn refresh(&mut self, _memory: &Memory) {
        self.names.forget();
    }

    fn note(&self) -> RuntimeNote {
        let (name, version) = (self.name.clone(), Some(self.version.clone()));
        RuntimeNote { name, language: LANGUAGE, version, problem: None, hint: None }
    }

    fn memory_bytes(&self) -> usize {
        size_of::<Perl>() + self.name.capacity() + self.version.capacity() + self.names.memory_bytes()
    }
}
