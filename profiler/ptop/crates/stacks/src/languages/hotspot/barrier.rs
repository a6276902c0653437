//! Where a virtual thread returns to when its caller's frame is in the heap: the machine copies a few frames from there
//! to the stack at that moment. Above lie the frames of the thread that carries it.
//!
//! The place is in no table that the machine exports, but its first instruction is like no other: it sets the stack
//! pointer to what the machine's record of the thread says (`generate_cont_returnBarrier` in `HotSpot`'s
//! `stubGenerator_x86_64.cpp` and `stubGenerator_aarch64.cpp`, the same from Java 20 to 25).

use super::HotSpot;
use super::blob::Kind;
use super::caller::Caller;
use crate::arch::Arch;
use crate::languages::RuntimeFrame;
use crate::memory::Memory;
use crate::registers::Registers;

/// `mov rsp, [r15 + offset]`, with an offset of four bytes and with one of one.
const X86_64: [[u8; 3]; 2] = [[0x49, 0x8b, 0xa7], [0x49, 0x8b, 0x67]];
/// `ldr x8, [x28, #offset]`, without the offset's bits.
const AARCH64_LOAD: u32 = 0xf940_0388;
const AARCH64_LOAD_OFFSET: u32 = 0x003f_fc00;
/// `mov sp, x8`
const AARCH64_SET: u32 = 0x9100_011f;

/// More than the machine keeps of a virtual thread's entry, and the arguments of a method below it.
const ENTRY_BYTES: u64 = 256;

impl HotSpot {
    /// The method that runs a virtual thread on the thread that carries it, where its next frame is in the heap. What
    /// lies between the last frame on the stack and the carrier's holds no other address of code.
    pub(super) fn carrier(&mut self, frame: &mut RuntimeFrame<'_>, registers: &Registers) -> Option<Caller> {
        let arch = registers.arch();
        if !is_barrier(registers.ip(), arch, frame.memory) {
            return None;
        }
        (8..ENTRY_BYTES).step_by(8).map(|at| registers.sp().wrapping_add(at)).find_map(|at| {
            let ip = arch.strip(frame.stack.read(at).ok()?);
            if !self.heaps.contains(ip) || !self.is_return_address(ip, frame) {
                return None;
            }
            let caller = Caller { ip, sp: at.wrapping_add(8), fp: frame.stack.read(at.wrapping_sub(8)).ok() };
            let method = self.blob(ip.wrapping_sub(1), frame.memory).filter(|blob| blob.kind == Kind::Method);
            let next = method.map(|blob| frame.stack.read(caller.sp.wrapping_add(blob.frame_bytes).wrapping_sub(8)));
            next.is_none_or(|next| next.is_ok_and(|next| self.is_return_address(next, frame))).then_some(caller)
        })
    }
}

pub(super) fn is_barrier(address: u64, arch: Arch, memory: &Memory) -> bool {
    let mut code = [0; 8];
    let count = memory.read_at(address, &mut code);
    begins(&code[..count], arch)
}

fn begins(code: &[u8], arch: Arch) -> bool {
    match arch {
        Arch::X86_64 => X86_64.iter().any(|instruction| code.starts_with(instruction)),
        Arch::Aarch64 => {
            let word = |at: usize| Some(u32::from_le_bytes(code.get(at..at + 4)?.try_into().ok()?));
            word(0).is_some_and(|load| load & !AARCH64_LOAD_OFFSET == AARCH64_LOAD) && word(4) == Some(AARCH64_SET)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Arch, begins};

    #[test]
    fn it_begins_with_setting_the_stack_pointer_from_the_threads_record() {
        assert!(begins(&[0x49, 0x8b, 0xa7, 0x98, 0x04, 0, 0, 0x90], Arch::X86_64));
        assert!(begins(&[0x49, 0x8b, 0x67, 0x70, 0x90], Arch::X86_64));
        // ldr x8, [x28, #1176]; mov sp, x8
        assert!(begins(&[0x88, 0x4f, 0x42, 0xf9, 0x1f, 0x01, 0x00, 0x91], Arch::Aarch64));
    }

    #[test]
    fn other_code_is_not_it() {
        // Nothing, half of it, another register.
        for code in [&[][..], &[0x49, 0x8b], &[0x48, 0x8b, 0xa7, 0x98, 4, 0, 0, 0]] {
            assert!(!begins(code, Arch::X86_64), "{code:?}");
        }
        for code in [[0x89, 0x4f, 0x42, 0xf9, 0x1f, 0x01, 0x00, 0x91], [0x88, 0x4f, 0x42, 0xf9, 0x3f, 0x01, 0x00, 0x91]]
        {
            assert!(!begins(&code, Arch::Aarch64), "{code:?}");
        }
    }
}
