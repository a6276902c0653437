//! The walk of one sample, frame by frame.

use std::ops::Range;

use crate::cfi::rule::Rule;
use crate::cfi::rule_store::{AddressKey, Remembered};
use crate::languages::python::{self, PythonEntry, PythonStack};
use crate::languages::{CopiedFrames, Frames, HeapChunk, Languages, RuntimeFrame};
use crate::modules::module::{Lookup, Reading};
use crate::step::bare::{BareFrame, Left};
use crate::step::{Frame, Step};
use crate::target::{Brought, Place, Sample, Target};
use crate::types::outcome::{CutReason, Outcome};
use crate::types::registers::Registers;
use crate::types::stack::Stack;

/// Which rule an address has.
enum Found {
    Stored(u32),
    /// In [`Target`]'s buffer for one rule.
    Loose,
    /// None: the place is where the code lies.
    Nothing(Place),
}

impl Target {
    /// Walks one sample. `out` is cleared and filled with lookup addresses, leaf
    /// first: the instruction pointer of the leaf and of frames interrupted by a
    /// signal, the return address minus one of every other frame. They are what
    /// [`Target::symbolise`] takes.
    ///
    /// Whatever the outcome, the addresses reported are sound. Never fails as a
    /// whole, never allocates beyond the limits; `out` holds at most
    /// [`crate::Limits::frames`].
    pub fn unwind(&mut self, sample: &Sample<'_>, out: &mut Vec<u64>) -> Outcome {
        self.unwind_with(sample, Brought::default(), out)
    }

    /// As [`Target::unwind`], of a thread of which frames were read at the same moment that are not on its stack.
    ///
    /// Those of a Python interpreter stand where the native stack has the interpreter. Where the native stack is
    /// longer than its copy they follow alone. Frames for which there is no place are not reported but counted. Those
    /// of a virtual thread of Java stand where its stack leads to the heap. Parts of the stack are read where the
    /// sample's own copy does not have an address.
    pub fn unwind_with(&mut self, sample: &Sample<'_>, brought: Brought<'_>, out: &mut Vec<u64>) -> Outcome {
        let outcome = self.unwind_once(sample, brought, out);
        if self.code.take_missed() && self.open_code_files() { self.unwind_once(sample, brought, out) } else { outcome }
    }

    fn unwind_once(&mut self, sample: &Sample<'_>, brought: Brought<'_>, out: &mut Vec<u64>) -> Outcome {
        out.clear();
        self.look_again_if_due();
        self.is_unread = false;
        self.epoch = brought.time_ns.map_or(self.mappings.epoch(), |time_ns| self.mappings.epoch_at(time_ns));
        let mut frame_pointer_steps = 0;
        let mut python = PythonStack::new(brought.python);
        if !brought.python.is_empty() && self.languages.interpreter().is_some_and(|found| found.has_objects()) {
            python.calls = Some(Vec::new());
        }
        self.begin_languages(brought.frames);
        let end = self.walk(sample, (&mut python, &brought), out, &mut frame_pointer_steps);
        let is_cut = matches!(end, Err(CutReason::StackCopyEnded | CutReason::InterruptedStack));
        if python.calls.is_some() {
            self.report_unmarked(&mut python, (end.is_ok(), is_cut), out);
        } else if is_cut {
            // Who called is known although the native frames in between are not.
            let rest = python.take_rest().unwrap_or(&[]).iter().filter(|entry| !entry.is_mark());
            let rest: Vec<PythonEntry> = rest.copied().collect();
            let reported = out.len();
            self.report_python(&rest, (reported, reported), out);
        }
        self.counters.python_frames_left += python.left() as u64;
        let copied = self.languages.end(is_cut, &self.memory, &mut self.frames, out);
        out.truncate(self.limits.frames);
        self.is_unread |= copied.is_unread;
        let end = match end {
            Ok(()) if copied.missing > 0 => Err(CutReason::StackCopyEnded),
            Err(CutReason::NullReturnAddress) if copied.is_complete => Ok(()),
            end => end,
        };
        self.counters.stacks_unread += u64::from(self.is_unread);
        self.give_back_if_due();
        match end {
            Ok(()) => Outcome::Whole { frame_pointer_steps },
            Err(reason) => Outcome::Cut { reason, frame_pointer_steps },
        }
    }

    /// Gives the runtimes what was copied, and tells them of the native functions that they ask for.
    fn begin_languages(&mut self, frames: Option<&CopiedFrames<'_>>) {
        if self.languages.is_empty() {
            return;
        }
        self.languages.begin(frames, &self.memory);
        if let Some(address) = self.languages.unknown_code() {
            let function = self.function_around(address);
            self.languages.learn_code(function);
        }
    }

    /// Where the function begins and ends that has the address.
    fn function_around(&mut self, address: u64) -> Option<Range<u64>> {
        let Ok(Place::Module(number, linked)) = self.place(address) else { return None };
        let module = self.modules.opened(number)?;
        let mut reading = Reading {
            module: number,
            pages: &mut self.pages,
            scratch: &mut self.scratch,
            entry_bytes: self.limits.unwind_entry_bytes,
        };
        let function = module.code_around(linked, &mut reading)?;
        let bias = address.wrapping_sub(linked);
        Some(function.start.wrapping_add(bias)..function.end.wrapping_add(bias))
    }

    /// `Ok` when the root was reached.
    fn walk(
        &mut self,
        sample: &Sample<'_>,
        (python, brought): (&mut PythonStack<'_>, &Brought<'_>),
        out: &mut Vec<u64>,
        bare_steps: &mut u16,
    ) -> Result<(), CutReason> {
        if sample.regs.arch() != self.arch {
            return Err(CutReason::WrongArchitecture);
        }
        let stack = Stack::with(sample.regs.sp(), sample.stack, brought.stack);
        let mut registers = sample.regs.clone();
        let mut exact = true;
        // Where the report of the frame begins that the one at hand called.
        let mut called = 0;
        let mut is_elsewhere = false;
        let mut end = Ok(());
        loop {
            if out.len() >= self.limits.frames {
                return Err(CutReason::FrameLimit);
            }
            let address = if exact { registers.ip() } else { registers.ip() - 1 };
            let found = match self.rule_at(address) {
                // A signal trampoline is returned to at its first instruction, which may be the first of its mapping.
                Err(CutReason::UnmappedCode) if !exact && self.mappings.find(registers.ip()).is_some() => {
                    Ok(Found::Nothing(Place::Anonymous))
                }
                found => found,
            };
            let (reported, sp) = (out.len(), registers.sp());
            python.reached = sp;
            let by_runtime =
                self.leave_by_runtime((&found, address), (&stack, exact, brought.heap), &mut registers, out);
            let left = by_runtime.unwrap_or_else(|| {
                self.is_unread |= self.is_unread_code(&found, address);
                self.leave(found, (&stack, exact), &mut registers, out)
            });
            self.is_unread |= matches!(left, Err(CutReason::RuntimeUnknown));
            if let Some(calls) = python.calls.as_mut().filter(|_| out.len() == reported + 1) {
                let is_call = self.languages.interpreter().is_some_and(|found| found.is_call(address));
                calls.extend(is_call.then_some(reported));
            }
            let frames = left.is_ok().then(|| python.take(sp, registers.sp())).flatten();
            if let Some(frames) = frames {
                self.report_python(frames, (called, reported), out);
            }
            called = reported;
            out.truncate(self.limits.frames);
            let (left, step) = match left {
                Ok(left) => left,
                Err(reason) => {
                    end?;
                    let reason = if is_elsewhere { elsewhere(reason) } else { reason };
                    return self.follow_chain(sample, (&registers, exact), reason, out, bare_steps);
                }
            };
            *bare_steps = bare_steps.saturating_add((left == Left::Checked).into());
            if left == Left::Skipping {
                end = Err(CutReason::FramesElsewhere);
            }
            match step {
                Step::Root => return end,
                Step::Caller { exact: next } => exact = next,
            }
            if exact {
                is_elsewhere = !stack.has(registers.sp());
            }
            if registers.ip() == 0 {
                return Err(CutReason::NullReturnAddress);
            }
        }
    }

    /// Whether what runs here is a program that a runtime made or interprets which nobody here reads.
    fn is_unread_code(&mut self, found: &Result<Found, CutReason>, address: u64) -> bool {
        match (found, self.last_place) {
            (Ok(Found::Nothing(Place::Anonymous)), _) => {
                // Not the kernel's own, nor where a signal returns to.
                !self.has_map && self.mappings.find(address).is_some_and(|mapping| mapping.is_made_code())
            }
            (_, Some(Place::Module(number, linked))) => self.languages.is_unread(number, linked),
            _ => false,
        }
    }

    /// Reports frames of the Python interpreter in place of the native one that they ran in, and of the one it
    /// called if that only runs an instruction.
    fn report_python(&mut self, frames: &[PythonEntry], (called, native): (usize, usize), out: &mut Vec<u64>) {
        let Some(interpreter) = self.languages.interpreter() else { return };
        let runs_instruction = interpreter.has_instructions()
            && native == called + 1
            && out.get(called).is_some_and(|address| !Frames::is_frame(*address));
        out.truncate(if runs_instruction { called } else { native });
        for frame in frames.iter().take(self.limits.frames.saturating_sub(out.len())) {
            // Lines are given for the top only: with the lines of its callers one stack would become many.
            let instruction = if out.is_empty() { frame.instruction } else { 0 };
            let frame = PythonEntry { instruction, ..*frame };
            out.push(interpreter.frame(frame, &self.memory, &mut self.frames));
        }
        self.counters.python_frames += frames.len() as u64;
    }

    /// Leaves a frame that no runtime has left, after reporting it: also when it cannot be left, unless its
    /// address is no code.
    fn leave(
        &mut self,
        found: Result<Found, CutReason>,
        (stack, exact): (&Stack<'_>, bool),
        registers: &mut Registers,
        out: &mut Vec<u64>,
    ) -> Result<(Left, Step), CutReason> {
        let address = if exact { registers.ip() } else { registers.ip() - 1 };
        let is_code = !matches!(found, Err(CutReason::UnmappedCode));
        let is_frame = is_code || out.is_empty() && !Frames::is_frame(address);
        if is_frame && !self.rename(&found, (stack, exact), registers, out) {
            out.push(address);
        }
        let bytes = match found? {
            Found::Nothing(place) => {
                if self.is_entry_code(place) {
                    return Ok((Left::Described, Step::Root));
                }
                let mappings = &mut self.mappings;
                let mut executable = |address: u64| mappings.find(address).is_some();
                let left = BareFrame { stack, code: &mut self.code, exact }.leave(registers, &mut executable);
                let is_cut = left == Err(CutReason::NoUnwindInfo) && !exact;
                let is_last = is_cut && self.is_called_by_start(stack, registers);
                return if is_last { Ok((Left::Checked, Step::Root)) } else { left };
            }
            Found::Stored(rule) => self.rules.get(rule),
            Found::Loose => &self.loose_rule,
        };
        let rule = Rule::decode(bytes).ok_or(CutReason::BadUnwindInfo)?;
        let frame = Frame { stack, steps: self.limits.expression_steps, exact };
        Ok((Left::Described, frame.leave(&rule, registers)?))
    }

    /// Whether the caller of a frame without unwind information is what every thread begins with, which has none where
    /// the C library was built without: the program's first instructions, or a call behind which the thread ends.
    fn is_called_by_start(&mut self, stack: &Stack<'_>, registers: &Registers) -> bool {
        let Target { mappings, modules, code, .. } = self;
        let mut executable = |address: u64| mappings.find(address).is_some();
        let caller = BareFrame { stack, code, exact: false }.nearest_return(registers, &mut executable);
        let Some(caller) = caller else { return false };
        let is_entry = mappings.find(caller).is_some_and(|mapping| {
            let module = mapping.bias.and_then(|bias| Some((bias, modules.opened(mapping.module)?)));
            module.is_some_and(|(bias, module)| module.is_entry_code(caller.wrapping_sub(bias)))
        });
        is_entry || code.ends_thread(caller)
    }

    /// Reports frames of a Python interpreter that says of none where it runs: each in place of the native frame of
    /// its call. Those of calls that were not met follow, where the stack goes on beyond what was walked.
    fn report_unmarked(&mut self, python: &mut PythonStack<'_>, (is_whole, is_cut): (bool, bool), out: &mut Vec<u64>) {
        let Some(interpreter) = self.languages.interpreter() else { return };
        let calls = python.calls.take().unwrap_or_default();
        let calls = python::with_frames(&calls, python.left(), is_whole);
        // Where frames without a call go. In a whole stack a part of the function that interprets was not known as such:
        // then who called whom is right, and what native code is in between is not for all of them.
        let behind = if is_whole { calls.last().map(|oldest| oldest + 1) } else { is_cut.then_some(out.len()) };
        let most = behind.map_or(calls.len(), |_| usize::MAX);
        let mut rest = Vec::new();
        for (number, entry) in python.take_first(most).iter().enumerate() {
            let call = calls.get(number);
            // As for other frames, lines are given for the top only.
            let instruction = if call == Some(&0) { entry.instruction } else { 0 };
            let address = interpreter.frame(PythonEntry { instruction, ..*entry }, &self.memory, &mut self.frames);
            match call.and_then(|call| out.get_mut(*call)) {
                Some(native) => *native = address,
                None => rest.push(address),
            }
            self.counters.python_frames += 1;
        }
        if let Some(behind) = behind {
            out.splice(behind..behind, rest);
            out.truncate(self.limits.frames);
        }
    }

    /// Lets a runtime leave a frame whose code has no unwind information, or may have been made since
    /// the mappings were read. `None` when it is no runtime's.
    fn leave_by_runtime(
        &mut self,
        (found, address): (&Result<Found, CutReason>, u64),
        place: (&Stack<'_>, bool, Option<&[HeapChunk<'_>]>),
        registers: &mut Registers,
        out: &mut Vec<u64>,
    ) -> Option<Result<(Left, Step), CutReason>> {
        let is_bare = matches!(found, Ok(Found::Nothing(_)) | Err(CutReason::UnmappedCode));
        if self.languages.is_empty() || !is_bare && !self.languages.describe(address) {
            return None;
        }
        let linked = if let Ok(Found::Nothing(Place::Module(_, linked))) = found { Some(*linked) } else { None };
        let left = self.ask_runtimes(place, linked, |languages, frame| languages.leave(frame, registers, out))?;
        self.counters.runtime_frames += 1;
        Some(left)
    }

    /// Lets a runtime name a native frame in which it interprets.
    fn rename(
        &mut self,
        found: &Result<Found, CutReason>,
        (stack, exact): (&Stack<'_>, bool),
        registers: &Registers,
        out: &mut Vec<u64>,
    ) -> bool {
        if self.languages.is_empty() || !matches!(found, Ok(Found::Stored(_) | Found::Loose)) {
            return false;
        }
        self.ask_runtimes((stack, exact, None), None, |languages, frame| languages.rename(frame, registers, out))
    }

    /// Shows the runtimes a frame; `linked` is the link-time address of its code, where it lies in a module.
    fn ask_runtimes<T>(
        &mut self,
        (stack, exact, heap): (&Stack<'_>, bool, Option<&[HeapChunk<'_>]>),
        linked: Option<u64>,
        ask: impl FnOnce(&mut Languages, &mut RuntimeFrame<'_>) -> T,
    ) -> T {
        let mappings = &mut self.mappings;
        let mut frame = RuntimeFrame {
            stack,
            heap,
            memory: &self.memory,
            code: &mut self.code,
            executable: &mut |address| mappings.find(address).is_some(),
            names: &mut self.frames,
            exact,
            linked,
        };
        ask(&mut self.languages, &mut frame)
    }

    fn rule_at(&mut self, address: u64) -> Result<Found, CutReason> {
        self.last_place = None;
        let place = self.place(address)?;
        self.last_place = Some(place);
        let Place::Module(number, linked) = place else {
            return Ok(Found::Nothing(place));
        };
        let Some(module) = self.modules.opened(number) else {
            return Err(CutReason::ModuleUnreadable);
        };
        let key = AddressKey::new(number, linked.wrapping_sub(module.elf.base()));
        if let Some(remembered) = key.and_then(|key| self.addresses.get(key)) {
            self.counters.rule_hits += 1;
            return match remembered {
                Remembered::Rule(rule) => Ok(Found::Stored(rule)),
                Remembered::NoEntry => Ok(Found::Nothing(place)),
                Remembered::Malformed => Err(CutReason::BadUnwindInfo),
            };
        }
        self.counters.rule_misses += 1;
        let mut reading = Reading {
            module: number,
            pages: &mut self.pages,
            scratch: &mut self.scratch,
            entry_bytes: self.limits.unwind_entry_bytes,
        };
        let (remembered, found) = match module.rule(linked, &mut reading, &mut self.loose_rule) {
            Lookup::NoEntry => (Remembered::NoEntry, Ok(Found::Nothing(place))),
            Lookup::Malformed => {
                self.counters.entries_refused += 1;
                (Remembered::Malformed, Err(CutReason::BadUnwindInfo))
            }
            Lookup::Found => {
                if let Some(rule) = self.rules.intern(&self.loose_rule) {
                    (Remembered::Rule(rule), Ok(Found::Stored(rule)))
                } else {
                    self.counters.rules_not_kept += 1;
                    return Ok(Found::Loose);
                }
            }
        };
        if let Some(key) = key {
            self.addresses.insert(key, remembered);
        }
        found
    }

    fn is_entry_code(&mut self, place: Place) -> bool {
        match place {
            Place::Module(number, linked) => {
                self.modules.opened(number).is_some_and(|module| module.is_entry_code(linked))
            }
            Place::Anonymous => false,
        }
    }
}

/// Why a frame was not left that a signal interrupted on a stack of which nothing was copied.
fn elsewhere(reason: CutReason) -> CutReason {
    match reason {
        CutReason::StackCopyEnded | CutReason::OutsideStack | CutReason::NoUnwindInfo => CutReason::InterruptedStack,
        other => other,
    }
}
