//! From a frame of V8 to its caller.

use super::frame::{Frame, Leaving, Shape};
use crate::step::Step;
use crate::step::bare::Left;
use crate::types::arch::Arch;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;

/// Where the frame that native code enters through keeps the caller's registers, below its frame pointer,
/// on `x86_64`: r12, r13, r14, r15, rbx by DWARF number.
const ENTRY_REGISTERS: [(usize, u64); 5] = [(12, 24), (13, 32), (14, 40), (15, 48), (3, 56)];

impl Frame<'_, '_> {
    /// Whether the thread is at the first or the last instruction of a function.
    pub(super) fn is_at_edge(&self, registers: &Registers) -> bool {
        let mut bytes = [0; 4];
        let count = self.code.read(registers.ip(), &mut bytes);
        match registers.arch() {
            // push %rbp; ret.
            Arch::X86_64 => count > 0 && matches!(bytes[0], 0x55 | 0xc2 | 0xc3),
            // ret; stp x29, x30, [sp, …]!.
            Arch::Aarch64 => {
                let word = u32::from_le_bytes(bytes);
                count == 4 && (word == 0xd65f_03c0 || word & 0xffc0_7fff == 0xa980_7bfd)
            }
        }
    }

    /// Goes to the caller of code that has no frame, over what lies on top of its return address.
    pub(super) fn step_over(&self, slot: u64, registers: &mut Registers) -> Result<(Left, Step), CutReason> {
        let arch = registers.arch();
        let at = registers.sp().wrapping_add(slot);
        let address = self.stack.read(at)?;
        // With the caller's frame pointer pushed already, the register may have changed.
        let fp = if slot == 8 { self.stack.read(registers.sp()).ok() } else { registers.get(arch.fp()) };
        registers.keep_only(0);
        if let Some(fp) = fp {
            registers.set(arch.fp(), fp);
        }
        registers.set(arch.sp(), at.wrapping_add(8));
        registers.set(arch.ip(), address);
        Ok((Left::Checked, Step::Caller { exact: false }))
    }

    /// Goes to the caller by the frame pointer. `None` when that does not lead to code that called.
    pub(super) fn step(&mut self, shape: Shape, registers: &mut Registers) -> Leaving {
        let arch = registers.arch();
        let fp = registers.get(arch.fp()).filter(|fp| *fp >= registers.sp() && fp % 8 == 0)?;
        let caller_frame = match self.stack.read(fp) {
            Err(CutReason::StackCopyEnded) => return Some(Err(CutReason::StackCopyEnded)),
            other => other.ok()?,
        };
        let address = match self.stack.read(fp.wrapping_add(8)) {
            Err(CutReason::StackCopyEnded) => return Some(Err(CutReason::StackCopyEnded)),
            other => arch.strip(other.ok()?),
        };
        if !(self.executable)(address) || !self.code.follows_call(address) {
            return None;
        }
        let entry = &self.naming.heap.layout.markers.entry;
        let is_entry = matches!(shape, Shape::Marked(mark) if entry.contains(&mark)) && arch == Arch::X86_64;
        registers.keep_only(0);
        if is_entry {
            for (number, below) in ENTRY_REGISTERS {
                if let Ok(value) = self.stack.read(fp.wrapping_sub(below)) {
                    registers.set(number, value);
                }
            }
        }
        registers.set(arch.fp(), caller_frame);
        registers.set(arch.sp(), fp.wrapping_add(16));
        registers.set(arch.ip(), address);
        let left = if shape == Shape::Unknown { Left::Checked } else { Left::Described };
        Some(Ok((left, Step::Caller { exact: false })))
    }
}
