//! The target's instructions, a few bytes at a time: what lets a frame without
//! unwind information be left without inventing its caller.

use std::sync::Arc;

use crate::process::memory::Memory;
use crate::types::arch::Arch;

/// Return addresses remembered as checked.
const CHECKED: usize = 1024;
/// Bytes before a return address that a call instruction may take.
const CALL_BYTES: usize = 8;

pub(crate) struct Code {
    arch: Arch,
    memory: Arc<Memory>,
    checked: Vec<u64>,
}

impl Code {
    pub(crate) fn new(arch: Arch, memory: Arc<Memory>) -> Code {
        Code { arch, memory, checked: Vec::new() }
    }

    /// Whose instructions these are.
    pub(crate) fn arch(&self) -> Arch {
        self.arch
    }

    /// Reads instructions; the count is 0 when memory cannot be read.
    pub(crate) fn read(&self, address: u64, out: &mut [u8]) -> usize {
        self.memory.read_at(address, out)
    }

    /// Whether the instruction before `address` is a call. Checked once per
    /// address: code that changes under a sample costs a frame, not soundness
    /// of the others.
    pub(crate) fn follows_call(&mut self, address: u64) -> bool {
        if self.checked.is_empty() {
            self.checked = vec![0; CHECKED];
        }
        let slot = (address.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % CHECKED;
        if self.checked[slot] == address && address != 0 {
            return true;
        }
        let Some(before) = address.checked_sub(CALL_BYTES as u64) else {
            return false;
        };
        let mut bytes = [0; CALL_BYTES];
        let is_call = self.read(before, &mut bytes) == CALL_BYTES && ends_in_call(self.arch, bytes);
        if is_call {
            self.checked[slot] = address;
        }
        is_call
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.checked.capacity() * 8
    }
}

/// Whether the bytes end in a call instruction.
fn ends_in_call(arch: Arch, bytes: [u8; CALL_BYTES]) -> bool {
    match arch {
        Arch::X86_64 => {
            // ff /2 with 0 to 5 bytes of index, displacement after its ModRM byte; or e8 and four bytes.
            let indirect = |length: usize| bytes[8 - length] == 0xff && bytes[9 - length] >> 3 & 7 == 2;
            bytes[3] == 0xe8 || [2, 3, 4, 6, 7].into_iter().any(indirect)
        }
        Arch::Aarch64 => {
            let [.., a, b, c, d] = bytes;
            let word = u32::from_le_bytes([a, b, c, d]);
            // BL; BLR; BLRAA and its kin.
            word >> 26 == 0b10_0101 || word & 0xffff_fc1f == 0xd63f_0000 || word & 0xfeff_f800 == 0xd63f_0800
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x86(code: &[u8]) -> bool {
        let mut bytes = [0x90; CALL_BYTES];
        bytes[CALL_BYTES - code.len()..].copy_from_slice(code);
        ends_in_call(Arch::X86_64, bytes)
    }

    #[test]
    fn every_form_of_call_is_known() {
        for call in [
            &[0xe8, 1, 2, 3, 4][..],
            &[0xff, 0xd0],
            &[0x41, 0xff, 0xd3],
            &[0xff, 0x50, 8],
            &[0xff, 0x54, 0x24, 8],
            &[0xff, 0x15, 1, 2, 3, 4],
            &[0xff, 0x94, 0x24, 0, 1, 0, 0],
        ] {
            assert!(x86(call), "{call:x?}");
        }
        for other in [&[0xe9, 1, 2, 3, 4][..], &[0xff, 0xe0], &[0xc3], &[0x90; 8]] {
            assert!(!x86(other), "{other:x?}");
        }
        for (word, expected) in [(0x9400_0001, true), (0xd63f_0020, true), (0xd63f_0bff, true), (0xd61f_0020, false)] {
            let [a, b, c, d] = u32::to_le_bytes(word);
            assert_eq!(ends_in_call(Arch::Aarch64, [0, 0, 0, 0, a, b, c, d]), expected, "{word:x}");
        }
    }
}
