//! Where a virtual thread returns to when its caller's frame is in the heap: the machine copies a few frames from there
//! to the stack at that moment. Above lie the frames of the thread that carries it.
//!
//! The place is in no table that the machine exports, but its first instruction is like no other: it sets the stack
//! pointer to what the machine's record of the thread says (`generate_cont_returnBarrier` in `HotSpot`'s
//! `stubGenerator_x86_64.cpp` and `stubGenerator_aarch64.cpp`, the same from Java 20 to 25).

use crate::languages::hotspot::HotSpot;
use crate::languages::hotspot::blob::Kind;
use crate::languages::hotspot::caller::Caller;
use crate::languages::runtime::RuntimeFrame;
use crate::process::memory::Memory;
use crate::types::arch::Arch;
use crate::types::registers::Registers;

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
    pub(in crate::languages::hotspot) fn carrier(
        &mut self,
        frame: &mut RuntimeFrame<'_>,
        registers: &Registers,
    ) -> Option<Caller> {
        let arch = registers.arch();
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

/// Where in its record of a thread the machine keeps the address of the thread's innermost entry, if this is the place.
pub(in crate::languages::hotspot) fn thread_entry(address: u64, arch: Arch, memory: &Memory) -> Option<u32> {
    let mut code = [0; 8];
    let count = memory.read_at(address, &mut code);
    entry_of(&code[..count], arch)
}

fn entry_of(code: &[u8], arch: Arch) -> Option<u32> {
    let word = |at: usize| Some(u32::from_le_bytes(code.get(at..at + 4)?.try_into().ok()?));
    match arch {
        Arch::X86_64 if code.starts_with(&X86_64[0]) => word(X86_64[0].len()),
        Arch::X86_64 => code.strip_prefix(&X86_64[1])?.first().map(|offset| u32::from(*offset)),
        Arch::Aarch64 => {
            let is_it = word(0)? & !AARCH64_LOAD_OFFSET == AARCH64_LOAD && word(4)? == AARCH64_SET;
            // In words, from the tenth bit on.
            is_it.then(|| Some((word(0)? & AARCH64_LOAD_OFFSET) >> 10 << 3))?
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Arch, entry_of};

    #[test]
    fn it_begins_with_setting_the_stack_pointer_from_the_threads_record() {
        assert_eq!(entry_of(&[0x49, 0x8b, 0xa7, 0x98, 0x04, 0, 0, 0x90], Arch::X86_64), Some(0x498));
        assert_eq!(entry_of(&[0x49, 0x8b, 0x67, 0x70, 0x90], Arch::X86_64), Some(0x70));
        // ldr x8, [x28, #1176]; mov sp, x8
        assert_eq!(entry_of(&[0x88, 0x4f, 0x42, 0xf9, 0x1f, 0x01, 0x00, 0x91], Arch::Aarch64), Some(1176));
    }

    #[test]
    fn other_code_is_not_it() {
        // Nothing, half of it, another register.
        for code in [&[][..], &[0x49, 0x8b], &[0x49, 0x8b, 0xa7, 1], &[0x48, 0x8b, 0xa7, 0x98, 4, 0, 0, 0]] {
            assert_eq!(entry_of(code, Arch::X86_64), None, "{code:?}");
        }
        for code in [[0x89, 0x4f, 0x42, 0xf9, 0x1f, 0x01, 0x00, 0x91], [0x88, 0x4f, 0x42, 0xf9, 0x3f, 0x01, 0x00, 0x91]]
        {
            assert_eq!(entry_of(&code, Arch::Aarch64), None, "{code:?}");
        }
    }
}
