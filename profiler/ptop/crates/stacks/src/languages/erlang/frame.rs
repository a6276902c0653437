//! All frames of a process, from the code at hand to the oldest.

use super::Erlang;
use super::functions::{Function, Functions, Place};
use super::layout::PROCESS_HEAP_TOP;
use super::stack::{Return, is_return};
use super::switch::{Call, Kept};
use crate::languages::frames::LanguageFrame;
use crate::languages::runtime::RuntimeFrame;
use crate::step::Step;
use crate::step::bare::Left;
use crate::types::arch::Arch;
use crate::types::name::NameOrigin;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;

type Leaving = Option<Result<(Left, Step), CutReason>>;

/// By DWARF number: the registers of the scheduler, the process, and the process's stack while native code runs.
const REGISTERS: usize = 3;
const PROCESS: usize = 13;
const STACK: usize = 6;
/// By DWARF number: those that a function keeps.
const SAVED: [usize; 6] = [3, 6, 12, 13, 14, 15];
/// What the code is called that chooses the process to run next.
const SCHEDULER: &str = "[scheduler]";
/// What is said of a process that has returned from its last function.
const ENDING: &str = "[process exit]";
const RUNTIME_MODULE: &str = "[erlang]";

/// A process's stack.
struct Part {
    /// The lowest address.
    top: u64,
    /// The address behind it, where that is known.
    end: Option<u64>,
    /// Whether it is one only if it ends as one does.
    must_end: bool,
}

/// How the return addresses ended.
enum End {
    /// With the one at which a process ends.
    Exit,
    /// With what was copied.
    Copy,
    /// With the stack, or what is taken for its end.
    Unknown,
}

impl Erlang {
    /// Leaves all frames of the process at once.
    pub(super) fn leave_process(
        &mut self,
        frame: &mut RuntimeFrame<'_>,
        registers: &Registers,
        out: &mut Vec<u64>,
    ) -> Leaving {
        if frame.linked.is_some() || registers.arch() != Arch::X86_64 {
            return None;
        }
        let (ip, sp) = (registers.ip(), registers.sp());
        let above = registers.get(REGISTERS)?.wrapping_sub(self.layout.registers_above_stack);
        let process = registers.get(PROCESS)?;
        let address = if frame.exact { ip } else { ip.wrapping_sub(1) };
        let place = self.functions.place(address, frame.memory, frame.names);
        let is_native = sp == above;
        if place == Place::Other && !is_native && !frame.exact {
            return None;
        }
        self.schedulers.learn(self.copied.thread, (process, above), &self.layout, frame.memory);
        let call = self.calls.at(ip, frame.code);
        if is_native && !frame.exact && call.is_scheduling {
            let scheduler = LanguageFrame::new(SCHEDULER, RUNTIME_MODULE, NameOrigin::Erlang);
            out.push(frame.names.address(&scheduler));
            return Some(Ok((Left::Described, Step::Root)));
        }
        let place = match place {
            Place::Function(function) if frame.exact && function.is_last && call.may_be_trampoline => Place::Other,
            other => other,
        };
        let stack = match (is_native, frame.exact) {
            (false, true) => Ok(Some(self.own_stack(sp, place == Place::Other))),
            (false, false) => return Some(Err(CutReason::RuntimeUnknown)),
            (true, _) => self.left_stack(call, registers),
        };
        let Part { top, end, must_end } = match stack {
            Ok(Some(part)) => part,
            Ok(None) => {
                let ending = LanguageFrame::new(ENDING, RUNTIME_MODULE, NameOrigin::Erlang);
                out.push(frame.names.address(&ending));
                return Some(Ok((Left::Described, Step::Root)));
            }
            Err(reason) => {
                Self::report(place, address, frame, out);
                return Some(Err(reason));
            }
        };
        let (mut found, ending) = self.returns((top, end), place == Place::Other, frame);
        if must_end && !matches!(ending, End::Exit) {
            // Not shown to be the stack of a process, or no longer the one that it was.
            if place == Place::Other && !is_native && !self.is_of(sp, process, frame) {
                return None;
            }
            Self::report(place, address, frame, out);
            return Some(Err(CutReason::FramesElsewhere));
        }
        self.sizes.settle(&mut found, place != Place::Other);
        if matches!(ending, End::Exit) {
            self.sizes.learn(&found);
        }
        Self::report(place, address, frame, out);
        for one in &found {
            if out.len() >= self.most_frames {
                return Some(Err(CutReason::FrameLimit));
            }
            Self::report(one.place, one.address.wrapping_sub(1), frame, out);
        }
        Some(match ending {
            End::Exit => Ok((Left::Described, Step::Root)),
            End::Copy => Err(CutReason::StackCopyEnded),
            End::Unknown => Err(CutReason::FramesElsewhere),
        })
    }

    /// Reports the process for which a scheduler works that runs native code only, in place of the function that does so:
    /// it collects the garbage of large heaps, and calls what takes long. False when nothing is known of that process.
    pub(super) fn rename_dirty(
        &mut self,
        frame: &mut RuntimeFrame<'_>,
        registers: &Registers,
        out: &mut Vec<u64>,
    ) -> bool {
        if !self.dirty.code.contains(&registers.ip()) {
            return false;
        }
        let candidates = SAVED.iter().filter_map(|number| registers.get(*number));
        for scheduler in candidates {
            self.schedulers.learn_dirty(self.copied.thread, scheduler, &self.dirty.arrays, frame.memory);
        }
        let Some(bounds) = self.copied.bounds.filter(|bounds| bounds.hold(bounds.last)) else { return false };
        let (found, ending) = self.returns((bounds.last, Some(bounds.end)), false, frame);
        let place = self.functions.place(self.copied.next, frame.memory, frame.names);
        if !matches!(ending, End::Exit) || found.is_empty() && place == Place::Other {
            return false;
        }
        Self::report(place, self.copied.next, frame, out);
        for one in &found {
            Self::report(one.place, one.address.wrapping_sub(1), frame, out);
        }
        true
    }

    /// The stack of a process whose code runs. `is_shared` says whether that is code that all modules share.
    fn own_stack(&self, sp: u64, is_shared: bool) -> Part {
        match self.copied.bounds.filter(|bounds| bounds.hold(sp)) {
            Some(bounds) => Part { top: sp, end: Some(bounds.end), must_end: false },
            None => Part { top: sp, end: None, must_end: is_shared },
        }
    }

    /// Whether a stack pointer is that of a process, by what that says of itself now.
    fn is_of(&self, sp: u64, process: u64, frame: &RuntimeFrame<'_>) -> bool {
        let word = |offset: u32| frame.memory.u64(process.wrapping_add(offset.into()));
        let words = word(PROCESS_HEAP_TOP).zip(word(self.layout.process_end));
        words.is_some_and(|(heap, end)| heap <= sp && sp < end)
    }

    /// The stack of a process while native code runs; nothing when it has become empty, because the process ends.
    fn left_stack(&self, call: Call, registers: &Registers) -> Result<Option<Part>, CutReason> {
        let bounds = self.copied.bounds.ok_or(CutReason::FramesElsewhere)?;
        let kept = call.kept.ok_or(CutReason::RuntimeUnknown)?;
        let top = match kept {
            Kept::InProcess => bounds.last,
            Kept::InRegister => registers.get(STACK).ok_or(CutReason::RegisterLost)?,
        };
        if bounds.hold(top) {
            return Ok(Some(Part { top, end: Some(bounds.end), must_end: false }));
        }
        match kept {
            Kept::InProcess if top == bounds.end => Ok(None),
            // The stack has moved to another heap, and where that ends is not said yet.
            Kept::InProcess if top % 8 == 0 => Ok(Some(Part { top, end: None, must_end: true })),
            _ => Err(CutReason::FramesElsewhere),
        }
    }

    /// The return addresses of a process's stack, without the last. `is_shared` says whether the code at hand is one
    /// that all modules share: calls of such code need not be aligned.
    fn returns(
        &mut self,
        (top, end): (u64, Option<u64>),
        is_shared: bool,
        frame: &mut RuntimeFrame<'_>,
    ) -> (Vec<Return>, End) {
        let mut found = Vec::new();
        let mut slot = top;
        loop {
            if end.is_some_and(|end| slot >= end) {
                return (found, End::Unknown);
            }
            let Some(word) = frame.stack.read(slot).ok().or_else(|| self.copied.word(slot)) else {
                return (found, End::Copy);
            };
            let is_first = is_shared && slot == top;
            let is_candidate = is_return(word) || is_first && word > 3 && frame.code.follows_call(word);
            if is_candidate && (frame.executable)(word) {
                let is_last = end.is_none_or(|end| end == slot.wrapping_add(8));
                if is_last && self.functions.is_exit(word, frame.memory) {
                    return (found, End::Exit);
                }
                let place = self.functions.place(word.wrapping_sub(1), frame.memory, frame.names);
                // Of those that are not aligned only functions of modules can be meant.
                if is_return(word) || place != Place::Other {
                    found.push(Return { slot, address: word, place });
                }
            }
            let Some(next) = slot.checked_add(8) else { return (found, End::Unknown) };
            slot = next;
        }
    }

    /// Reports a function; lines are given for the top only: with the lines of its callers one stack would become many.
    fn report(place: Place, address: u64, frame: &mut RuntimeFrame<'_>, out: &mut Vec<u64>) {
        let Place::Function(function) = place else { return };
        let shown = shown(&function, address, frame, out.is_empty());
        out.push(shown);
    }
}

fn shown(function: &Function, address: u64, frame: &mut RuntimeFrame<'_>, is_top: bool) -> u64 {
    if is_top { Functions::at_line(function, address, frame.memory, frame.names) } else { Functions::frame(function) }
}
