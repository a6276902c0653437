//! Leaving one frame of the virtual machine's code.

use super::blob::{Blob, Kind};
use super::caller::{ADAPTED_BYTES, Caller, Outcome, caller_of, framed_caller, go_to, leave_call_stub};
use super::leaf::{self, Extent};
use super::{HotSpot, pools, virtual_threads};
use crate::languages::frames::LanguageFrame;
use crate::languages::runtime::RuntimeFrame;
use crate::step::Step;
use crate::step::bare::Left;
use crate::types::arch::Arch;
use crate::types::name::NameOrigin;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;

/// Bytes below the frame pointer of a frame that the interpreter is making.
const HALF_MADE_BYTES: u64 = 128;

/// A frame of the interpreter.
struct Interpreted {
    caller: Caller,
    /// The address that represents its method.
    name: u64,
    /// Whether the registers say that it is this frame's method that runs.
    runs: bool,
}

impl HotSpot {
    /// Reports and leaves the frame at `registers`, whose code is the blob's.
    pub(super) fn leave_blob(
        &mut self,
        blob: &Blob,
        frame: &mut RuntimeFrame<'_>,
        registers: &mut Registers,
        out: &mut Vec<u64>,
    ) -> Outcome {
        match blob.kind {
            Kind::Method => self.leave_method(blob, frame, registers, out),
            Kind::Interpreter if self.is_interpreter(registers.ip()) => {
                self.leave_interpreted(blob, frame, registers, out)
            }
            Kind::Adapter | Kind::Interpreter => {
                self.report_routine(blob, frame, out);
                self.leave_adapter(frame, registers)
            }
            Kind::Stubs if registers.ip() == self.call_stub_return => {
                self.report("call_stub", frame, out);
                leave_call_stub(frame, registers)
            }
            Kind::Stubs if !frame.exact && !frame.code.follows_call(registers.ip()) => {
                self.leave_for_heap(frame, registers, out)
            }
            Kind::Stubs => {
                self.report_routine(blob, frame, out);
                self.leave_stub(frame, registers)
            }
            Kind::Routine => {
                self.report_routine(blob, frame, out);
                self.leave_sized(blob, frame, registers)
            }
        }
    }

    fn is_interpreter(&self, address: u64) -> bool {
        (self.interpreter.0..=self.interpreter.1).contains(&address)
    }

    /// A routine of the machine is a function of the machine's own file.
    fn report_routine(&self, blob: &Blob, frame: &mut RuntimeFrame<'_>, out: &mut Vec<u64>) {
        self.report(self.kinds.name(blob.name), frame, out);
    }

    pub(super) fn report(&self, function: &str, frame: &mut RuntimeFrame<'_>, out: &mut Vec<u64>) {
        let routine = LanguageFrame::new(function, &self.module, NameOrigin::Java);
        out.push(frame.names.address(&routine));
    }

    fn leave_method(
        &mut self,
        blob: &Blob,
        frame: &mut RuntimeFrame<'_>,
        registers: &mut Registers,
        out: &mut Vec<u64>,
    ) -> Outcome {
        let mut code = registers.ip();
        if !frame.exact && blob.is_deoptimised_at(code) {
            // The machine gave up on this frame while it was calling; it holds the place it was at.
            code = frame.stack.read(registers.sp().wrapping_add(blob.original_pc))?;
            if !(blob.code_start..=blob.code_end).contains(&code) {
                return Err(CutReason::RuntimeUnknown);
            }
        }
        let is_top = frame.exact && out.is_empty();
        out.extend(self.methods(blob, code, is_top, frame));
        self.leave_sized(blob, frame, registers)
    }

    /// Leaves a frame of the blob's size, or as much of it as exists.
    fn leave_sized(&mut self, blob: &Blob, frame: &mut RuntimeFrame<'_>, registers: &mut Registers) -> Outcome {
        if blob.frame_bytes < 16 {
            // What calls through a method handle jumps on: it has no frame.
            return self.leave_adapter(frame, registers);
        }
        let whole = caller_of(blob, Extent::Complete, frame, registers);
        if !frame.exact {
            // After a call the frame is complete. Only of the machine's routines some move the stack pointer.
            let caller = whole?;
            if blob.kind == Kind::Method || self.is_return_address(caller.ip, frame) {
                return Ok((Left::Described, go_to(caller, registers)));
            }
            // A method that was stopped returns to the instruction at which it was.
            let stopped = self.heaps.contains(caller.ip).then(|| self.blob(caller.ip, frame.memory)).flatten();
            if stopped.is_some_and(|blob| blob.kind == Kind::Method) {
                go_to(caller, registers);
                return Ok((Left::Described, Step::Caller { exact: true }));
            }
            return self.leave_stub(frame, registers);
        }
        let arch = registers.arch();
        let known = leaf::extent(blob, registers.ip(), arch, frame.memory);
        if let Some(extent) = known {
            let caller = caller_of(blob, extent, frame, registers)?;
            if self.is_return_address(caller.ip, frame) {
                return Ok((Left::Described, go_to(caller, registers)));
            }
        }
        let nothing = Extent::Partial { back: 0, frame_pointer: None };
        let pushed = Extent::Partial { back: 8, frame_pointer: Some(0) };
        for extent in [Extent::Complete, nothing, pushed, Extent::InLink] {
            let Ok(caller) = caller_of(blob, extent, frame, registers) else { continue };
            if self.is_return_address(caller.ip, frame) {
                return Ok((Left::Checked, go_to(caller, registers)));
            }
        }
        Err(CutReason::NoUnwindInfo)
    }

    /// Leaves a frame of the interpreter, which keeps a frame pointer and the method below it.
    fn leave_interpreted(
        &mut self,
        blob: &Blob,
        frame: &mut RuntimeFrame<'_>,
        registers: &mut Registers,
        out: &mut Vec<u64>,
    ) -> Outcome {
        let found = self.interpreted(frame, registers, out.is_empty());
        let mut left = Left::Described;
        if frame.exact && !found.as_ref().is_ok_and(|found| found.runs) {
            if let Some(entered) = self.leave_entered(frame, registers, out) {
                return Ok(entered);
            }
            left = Left::Checked;
        }
        match found {
            Ok(found) => {
                out.push(found.name);
                Ok((left, go_to(found.caller, registers)))
            }
            Err(reason) => {
                self.report_routine(blob, frame, out);
                Err(reason)
            }
        }
    }

    /// The interpreter's frame at the frame pointer, on top of the stack with the line that runs.
    fn interpreted(
        &mut self,
        frame: &mut RuntimeFrame<'_>,
        registers: &Registers,
        is_top: bool,
    ) -> Result<Interpreted, CutReason> {
        let arch = registers.arch();
        let fp = registers.get(arch.fp()).ok_or(CutReason::RegisterLost)?;
        if fp < registers.sp() || fp % 8 != 0 {
            return Err(CutReason::RuntimeUnknown);
        }
        let method = frame.stack.read(fp.wrapping_add_signed(self.layout.frame_method))?;
        let name = self.names.address(method, &self.layout, frame.memory, frame.names);
        let name = name.ok_or(CutReason::RuntimeUnknown)?;
        let bytecode = registers.get(if arch == Arch::Aarch64 { 22 } else { 13 }).filter(|_| frame.exact);
        let runs = bytecode.and_then(|at| {
            let (start, end) = pools::bytecodes(method, &self.layout, frame.memory)?;
            (start..=end).contains(&at).then(|| (at - start) as u32)
        });
        let line = runs.filter(|_| is_top).and_then(|at| self.names.line(method, at, &self.layout, frame.memory));
        let name = line.map_or(name, |line| frame.names.at_line(name, line));
        let sender = frame.stack.pointer(fp.wrapping_add_signed(self.layout.frame_sender), fp)?;
        Ok(Interpreted { caller: framed_caller(fp, Some(sender), frame, arch)?, name, runs: runs.is_some() })
    }

    /// A method that is being entered has no whole frame yet; the machine keeps it in a register.
    fn leave_entered(
        &mut self,
        frame: &mut RuntimeFrame<'_>,
        registers: &mut Registers,
        out: &mut Vec<u64>,
    ) -> Option<(Left, Step)> {
        if registers.arch() == Arch::Aarch64 {
            return None;
        }
        let method = self.names.address(registers.get(3)?, &self.layout, frame.memory, frame.names)?;
        let caller = self
            .on_top(frame, registers)
            .or_else(|| self.half_made(frame, registers))
            .or_else(|| self.popped(frame, registers))?;
        out.push(method);
        Some((Left::Checked, go_to(caller, registers)))
    }

    /// The caller of a frame that the interpreter is making: the return address is above the frame pointer, the
    /// method not yet below it.
    fn half_made(&mut self, frame: &mut RuntimeFrame<'_>, registers: &Registers) -> Option<Caller> {
        let arch = registers.arch();
        let (fp, sp) = (registers.get(arch.fp())?, registers.sp());
        let pushed = fp.checked_sub(sp).filter(|pushed| *pushed <= HALF_MADE_BYTES && fp % 8 == 0)?;
        let sender = if pushed >= 8 {
            frame.stack.read(fp.wrapping_add_signed(self.layout.frame_sender)).ok()
        } else {
            registers.get(13)
        };
        let caller = framed_caller(fp, sender, frame, arch).ok()?;
        let is_begun = registers.get(0) == Some(caller.ip) || pushed < self.layout.frame_method.unsigned_abs();
        (is_begun && self.is_return_address(caller.ip, frame)).then_some(caller)
    }

    fn leave_adapter(&mut self, frame: &mut RuntimeFrame<'_>, registers: &mut Registers) -> Outcome {
        let caller = self.adapted_caller(frame, registers).ok_or(CutReason::NoUnwindInfo)?;
        Ok((Left::Checked, go_to(caller, registers)))
    }

    /// The caller of code that has no frame.
    fn adapted_caller(&mut self, frame: &mut RuntimeFrame<'_>, registers: &Registers) -> Option<Caller> {
        if !frame.exact {
            return None;
        }
        let arch = registers.arch();
        if arch == Arch::Aarch64 {
            let caller =
                Caller { ip: arch.strip(registers.get(30)?), sp: registers.sp(), fp: registers.get(arch.fp()) };
            return self.is_return_address(caller.ip, frame).then_some(caller);
        }
        self.on_top(frame, registers).or_else(|| self.popped(frame, registers))
    }

    /// The caller whose return address is on top of the stack.
    fn on_top(&mut self, frame: &mut RuntimeFrame<'_>, registers: &Registers) -> Option<Caller> {
        let sp = registers.sp();
        let ip = frame.stack.read(sp).ok()?;
        self.frameless(ip, sp.wrapping_add(8), frame, registers)
    }

    /// The caller whose return address was taken into rax, to make room below it.
    fn popped(&mut self, frame: &mut RuntimeFrame<'_>, registers: &Registers) -> Option<Caller> {
        self.frameless(registers.get(0)?, registers.sp(), frame, registers)
    }

    /// The caller's stack ends at `end`, or where r13 says if arguments were moved below it.
    fn frameless(&mut self, ip: u64, end: u64, frame: &mut RuntimeFrame<'_>, registers: &Registers) -> Option<Caller> {
        if !self.is_return_address(ip, frame) {
            return None;
        }
        let fp = registers.get(registers.arch().fp());
        let moved = registers.get(13).filter(|at| at % 8 == 0 && at.wrapping_sub(end) <= ADAPTED_BYTES);
        let caller = self.heaps.contains(ip).then(|| self.blob(ip.wrapping_sub(1), frame.memory)).flatten();
        let Some(method) = caller.filter(|blob| blob.kind == Kind::Method) else {
            return Some(Caller { ip, sp: end, fp });
        };
        // Only the right one has a return address at the end of the caller's own frame.
        let sp = [Some(end), moved].into_iter().flatten().find(|sp| {
            let next = frame.stack.read(sp.wrapping_add(method.frame_bytes).wrapping_sub(8));
            next.is_ok_and(|next| self.is_return_address(next, frame))
        });
        sp.map(|sp| Caller { ip, sp, fp })
    }

    /// Whether code may return here: it follows a call, or is in the interpreter, which pushes its return
    /// addresses and jumps, or is where a frame returns to that was given up, or whose caller is in the heap.
    pub(super) fn is_return_address(&mut self, address: u64, frame: &mut RuntimeFrame<'_>) -> bool {
        let is_ours = self.heaps.contains(address);
        if !is_ours && !(frame.executable)(address) {
            return false;
        }
        if self.is_interpreter(address) {
            return true;
        }
        let is_given_up = |blob: Option<Blob>| blob.is_some_and(|blob| blob.is_deoptimised_at(address));
        frame.code.follows_call(address)
            || is_ours && is_given_up(self.blob(address, frame.memory))
            || is_ours && virtual_threads::thread_entry(address, frame.code.arch(), frame.memory).is_some()
    }
}
