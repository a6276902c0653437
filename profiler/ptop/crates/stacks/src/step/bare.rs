//! Leaving a frame whose code has no unwind information: JIT code, linkage
//! tables that the linker did not describe, signal trampolines of runtimes that
//! bring their own. Each way is checked, and a frame that passes no check cuts
//! the stack.

use crate::process::code::Code;
use crate::step::Step;
use crate::types::arch::Arch;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;
use crate::types::stack::Stack;

/// `x86_64` `struct rt_sigframe` as the trampoline sees it: the stack pointer is
/// at the ucontext, whose registers start here.
const X86_64_CONTEXT: u64 = 40;
/// DWARF numbers in the order of `gregs`: r8…r15 rdi rsi rbp rbx rdx rax rcx rsp rip.
const X86_64_CONTEXT_ORDER: [usize; 17] = [8, 9, 10, 11, 12, 13, 14, 15, 5, 4, 6, 3, 1, 0, 2, 7, 16];
/// `AArch64`: siginfo (128 bytes), then the ucontext up to x0.
const AARCH64_CONTEXT: u64 = 128 + 184;

/// What a function without a frame may have on the stack.
const FRAMELESS_BYTES: u64 = 256;
/// What the functions may have on the stack that call a program's first one.
const START_BYTES: u64 = 256;

/// A frame without unwind information.
pub(crate) struct BareFrame<'a> {
    pub(crate) stack: &'a Stack<'a>,
    pub(crate) code: &'a mut Code,
    /// Whether the instruction pointer is where the thread was interrupted.
    pub(crate) exact: bool,
}

/// How a bare frame was left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Left {
    /// By the kernel's signal frame, or a language runtime's own description: as sure as unwind information.
    Described,
    /// By the frame pointer, or by the instruction at which a leaf stands.
    Checked,
    /// To a caller further up: the frames in between are not on the stack.
    Skipping,
}

impl BareFrame<'_> {
    /// Replaces `registers` by the caller's. `executable` says whether an address can be code.
    pub(crate) fn leave(
        &mut self,
        registers: &mut Registers,
        executable: &mut dyn FnMut(u64) -> bool,
    ) -> Result<(Left, Step), CutReason> {
        let mut bytes = [0; 16];
        // What is returned to after a call is no trampoline, and which addresses follow a call is remembered.
        let is_settled = !self.exact && self.code.follows_call(registers.ip());
        let count = if is_settled { 0 } else { self.code.read(registers.ip(), &mut bytes) };
        let code = &bytes[..count];
        if code.starts_with(signal_return(registers.arch())) || self.exact && self.is_returning(registers) {
            self.leave_signal_frame(registers)?;
            return Ok((Left::Described, Step::Caller { exact: true }));
        }
        if self.exact && self.leave_by_instruction(code, registers, executable) {
            return Ok((Left::Checked, Step::Caller { exact: false }));
        }
        if self.exact && self.leave_without_frame(registers, executable)? {
            return Ok((Left::Checked, Step::Caller { exact: false }));
        }
        self.leave_by_frame_pointer(registers, executable)?;
        Ok((Left::Checked, Step::Caller { exact: false }))
    }

    /// Leaves a leaf that has made no frame, so that the frame pointer is its caller's still: return addresses lie below
    /// that frame. Which of them is the leaf's says the call in front of it, whose function begins nearest before the
    /// leaf's place. False when the frame is the leaf's own.
    fn leave_without_frame(
        &mut self,
        registers: &mut Registers,
        executable: &mut dyn FnMut(u64) -> bool,
    ) -> Result<bool, CutReason> {
        let arch = registers.arch();
        let (ip, sp) = (registers.ip(), registers.sp());
        let Some(frame) = registers.get(arch.fp()).filter(|frame| *frame >= sp && frame % 8 == 0) else {
            return Ok(false);
        };
        let mut is_return = |address: u64, code: &mut Code| executable(address) && code.follows_call(address);
        // A function without a frame keeps little on the stack.
        let slots = (sp..frame.min(sp.saturating_add(FRAMELESS_BYTES))).step_by(8);
        let link = registers.get(30).map(|link| arch.strip(link)).filter(|_| arch == Arch::Aarch64);
        let read = slots.filter_map(|at| Some((arch.strip(self.stack.read(at).ok()?), at + 8)));
        let found = link.map(|link| (link, sp)).into_iter().chain(read.filter(|_| arch == Arch::X86_64));
        let found: Vec<(u64, u64)> = found.filter(|(address, _)| is_return(*address, self.code)).collect();
        if found.is_empty() {
            return Ok(false);
        }
        let framed = self.stack.read(frame.wrapping_add(8)).ok().map(|address| arch.strip(address));
        let begin = |address: u64, code: &Code| code.called_before(address).filter(|begin| *begin <= ip);
        let own = framed.and_then(|address| begin(address, self.code));
        let nearest = found.iter().filter_map(|one| Some((begin(one.0, self.code)?, *one)));
        match (own, nearest.max_by_key(|(begin, _)| *begin)) {
            (Some(own), other) if other.is_none_or(|(other, _)| other <= own) => Ok(false),
            (_, Some((_, (address, above)))) => {
                registers.keep_only(1 << arch.fp());
                registers.set(arch.sp(), above);
                registers.set(arch.ip(), address);
                Ok(true)
            }
            // Called through a pointer: there is no telling.
            _ => Err(CutReason::NoUnwindInfo),
        }
    }

    /// The return address nearest above, which is the caller's where the frame keeps nothing that looks like one.
    pub(crate) fn nearest_return(
        &mut self,
        registers: &Registers,
        executable: &mut dyn FnMut(u64) -> bool,
    ) -> Option<u64> {
        let (arch, sp) = (registers.arch(), registers.sp());
        let words = (sp..sp.saturating_add(START_BYTES)).step_by(8).map_while(|at| self.stack.read(at).ok());
        let code = &mut *self.code;
        words.map(|word| arch.strip(word)).find(|address| executable(*address) && code.follows_call(*address))
    }

    /// Within `rt_sigreturn`: the kernel has read the instruction that calls it, and nothing of the frame has gone.
    fn is_returning(&mut self, registers: &Registers) -> bool {
        let call = signal_return(registers.arch());
        let mut bytes = [0; 16];
        let bytes = &mut bytes[..call.len()];
        self.code.read(registers.ip().wrapping_sub(call.len() as u64), bytes) == call.len() && bytes == call
    }

    fn leave_signal_frame(&self, registers: &mut Registers) -> Result<(), CutReason> {
        let mut interrupted = registers.clone();
        let sp = registers.sp();
        match registers.arch() {
            Arch::X86_64 => {
                for (index, number) in X86_64_CONTEXT_ORDER.into_iter().enumerate() {
                    let address = sp.wrapping_add(X86_64_CONTEXT + 8 * index as u64);
                    interrupted.set(number, self.stack.read(address)?);
                }
            }
            Arch::Aarch64 => {
                for number in 0..=32 {
                    let address = sp.wrapping_add(AARCH64_CONTEXT + 8 * number as u64);
                    interrupted.set(number, self.stack.read(address)?);
                }
            }
        }
        *registers = interrupted;
        Ok(())
    }

    /// Where a leaf stands before or after its frame exists, the return address
    /// is in a known place; it must also follow a call.
    fn leave_by_instruction(
        &mut self,
        code: &[u8],
        registers: &mut Registers,
        executable: &mut dyn FnMut(u64) -> bool,
    ) -> bool {
        let arch = registers.arch();
        if arch == Arch::Aarch64 {
            let Some(link) = registers.get(30).map(|link| arch.strip(link)) else {
                return false;
            };
            if !is_frameless_on_aarch64(code) || !executable(link) || !self.code.follows_call(link) {
                return false;
            }
            registers.keep_only(arch.callee_saved() | 1 << arch.sp());
            registers.set(arch.ip(), link);
            return true;
        }
        for slot in return_slots_on_x86_64(code) {
            let at = registers.sp().wrapping_add(*slot);
            let Ok(address) = self.stack.read(at) else { continue };
            if executable(address) && self.code.follows_call(address) {
                registers.keep_only(arch.callee_saved());
                registers.set(arch.sp(), at.wrapping_add(8));
                registers.set(arch.ip(), address);
                return true;
            }
        }
        false
    }

    fn leave_by_frame_pointer(
        &mut self,
        registers: &mut Registers,
        executable: &mut dyn FnMut(u64) -> bool,
    ) -> Result<(), CutReason> {
        let arch = registers.arch();
        let frame = registers.get(arch.fp()).ok_or(CutReason::NoUnwindInfo)?;
        if frame < registers.sp() || frame % 8 != 0 {
            return Err(CutReason::NoUnwindInfo);
        }
        let plausible = |error| {
            if error == CutReason::StackCopyEnded { error } else { CutReason::NoUnwindInfo }
        };
        let caller_frame = self.stack.read(frame).map_err(plausible)?;
        let address = arch.strip(self.stack.read(frame.wrapping_add(8)).map_err(plausible)?);
        if !executable(address) || !self.code.follows_call(address) {
            return Err(CutReason::NoUnwindInfo);
        }
        // JIT code keeps nothing but the frame pointer for its callers.
        registers.keep_only(0);
        registers.set(arch.fp(), caller_frame);
        registers.set(arch.sp(), frame.wrapping_add(16));
        registers.set(arch.ip(), address);
        Ok(())
    }
}

/// How a signal trampoline calls `rt_sigreturn`: `mov $15, %rax; syscall`, or `mov x8, #139; svc #0`.
fn signal_return(arch: Arch) -> &'static [u8] {
    match arch {
        Arch::X86_64 => &[0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05],
        Arch::Aarch64 => &[0x68, 0x11, 0x80, 0xd2, 0x01, 0, 0, 0xd4],
    }
}

/// Distances from the stack pointer at which the return address can lie.
fn return_slots_on_x86_64(code: &[u8]) -> &'static [u64] {
    match code {
        // endbr64; push %rbp; ret; push $n of a linkage table entry.
        [0xf3, 0x0f, 0x1e, 0xfa, ..] | [0x55 | 0xc3 | 0xc2 | 0x68, ..] | [0xf2 | 0xf3, 0xc3, ..] => &[0],
        // jmp *slot: of an entry, or the last instruction of the table's head.
        [0xff, 0x25, ..] | [0xf2, 0xff, 0x25, ..] => &[0, 16],
        // mov %rsp, %rbp; jmp to the table's head; the head's push.
        [0x48, 0x89, 0xe5, ..] | [0x48, 0x8b, 0xec, ..] | [0xe9, ..] | [0xff, 0x35, ..] => &[8],
        _ => &[],
    }
}

/// Linkage table entries and the first instructions of functions, before the frame is made.
fn is_frameless_on_aarch64(code: &[u8]) -> bool {
    let Some(word) = code.get(..4).and_then(|word| word.try_into().ok()).map(u32::from_le_bytes) else {
        return false;
    };
    // adrp x16; ldr x17, [x16, …]; add x16, x16, …; br x17; bti c; paciasp; stp x29, x30, [sp, …]!; ret.
    word & 0x9f00_001f == 0x9000_0010
        || word & 0xffc0_03ff == 0xf940_0211
        || word & 0xff80_03ff == 0x9100_0210
        || matches!(word, 0xd61f_0220 | 0xd503_245f | 0xd503_233f | 0xd65f_03c0)
        || word & 0xffc0_7fff == 0xa980_7bfd
}
