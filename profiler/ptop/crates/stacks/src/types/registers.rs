//! The registers of one frame, indexed by DWARF number, with a mask of those
//! whose value is known: a call does not preserve them all, and a rule that
//! needs a lost one must cut the stack instead of inventing a frame.

use crate::types::arch::{Arch, REGISTERS};
use crate::types::error::Error;

/// DWARF number of each bit of the kernel's `x86_64` user-register mask
/// (`PERF_REG_X86_*`: AX BX CX DX SI DI BP SP IP FLAGS CS SS DS ES FS GS R8…R15).
const X86_64_FROM_PERF: [u8; 24] =
    [0, 3, 2, 1, 4, 5, 6, 7, 16, NONE, NONE, NONE, NONE, NONE, NONE, NONE, 8, 9, 10, 11, 12, 13, 14, 15];
const NONE: u8 = u8::MAX;

/// User registers of a sampled thread, or of one of its frames.
#[derive(Debug, Clone)]
pub struct Registers {
    arch: Arch,
    known: u64,
    values: [u64; REGISTERS],
}

impl Registers {
    /// Builds from a perf sample: `values` are the 64-bit registers in the order
    /// of the set bits of `mask` (`sample_regs_user`), as `PERF_SAMPLE_REGS_USER`
    /// carries them after its ABI word.
    ///
    /// Hand in only samples whose ABI word is `PERF_SAMPLE_REGS_ABI_64`.
    ///
    /// # Errors
    /// When the count differs from the mask, or the stack or instruction pointer is not in it.
    pub fn from_perf(arch: Arch, mask: u64, values: &[u64]) -> Result<Registers, Error> {
        if mask.count_ones() as usize != values.len() {
            return Err(Error::Registers("their number differs from the mask"));
        }
        let mut regs = Registers { arch, known: 0, values: [0; REGISTERS] };
        let mut left = mask;
        for value in values {
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            let number = match arch {
                Arch::X86_64 => X86_64_FROM_PERF.get(bit).copied().unwrap_or(NONE),
                Arch::Aarch64 if bit < REGISTERS => bit as u8,
                Arch::Aarch64 => NONE,
            };
            if number != NONE {
                regs.set(number as usize, *value);
            }
        }
        let needed = 1 << arch.sp() | 1 << arch.ip();
        if regs.known & needed != needed {
            return Err(Error::Registers("the stack pointer or the instruction pointer is missing"));
        }
        regs.set(arch.ip(), arch.strip(regs.ip()));
        Ok(regs)
    }

    /// Architecture these registers belong to.
    #[must_use]
    pub fn arch(&self) -> Arch {
        self.arch
    }

    /// Instruction pointer.
    #[must_use]
    pub fn ip(&self) -> u64 {
        self.values[self.arch.ip()]
    }

    /// Stack pointer.
    #[must_use]
    pub fn sp(&self) -> u64 {
        self.values[self.arch.sp()]
    }

    /// Value of a register by index, when it is known.
    pub(crate) fn get(&self, number: usize) -> Option<u64> {
        (number < REGISTERS && self.known >> number & 1 == 1).then(|| self.values[number])
    }

    /// Sets a register; an index out of range is ignored.
    pub(crate) fn set(&mut self, number: usize, value: u64) {
        if let Some(slot) = self.values.get_mut(number) {
            *slot = value;
            self.known |= 1 << number;
        }
    }

    /// Forgets a register's value.
    pub(crate) fn forget(&mut self, number: usize) {
        if number < REGISTERS {
            self.known &= !(1 << number);
        }
    }

    /// Forgets every register outside `mask`.
    pub(crate) fn keep_only(&mut self, mask: u64) {
        self.known &= mask;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perf_order_becomes_dwarf_order_on_x86_64() {
        let values: Vec<u64> = (100..117).collect();
        let regs = Registers::from_perf(Arch::X86_64, Arch::X86_64.perf_mask(), &values).unwrap();
        assert_eq!((regs.ip(), regs.sp()), (108, 107));
        assert_eq!([0, 1, 2, 3, 4, 5, 6].map(|n| regs.get(n)), [100, 103, 102, 101, 104, 105, 106].map(Some));
        assert_eq!([8, 15].map(|n| regs.get(n)), [Some(109), Some(116)]);
    }

    #[test]
    fn aarch64_loses_the_pointer_authentication_code() {
        let mut values: Vec<u64> = (0..33).collect();
        values[32] = 0x00a5_ffff_1234_5678;
        let regs = Registers::from_perf(Arch::Aarch64, Arch::Aarch64.perf_mask(), &values).unwrap();
        assert_eq!((regs.ip(), regs.sp(), regs.get(30)), (0xffff_1234_5678, 31, Some(30)));
    }

    #[test]
    fn a_mask_that_does_not_fit_is_refused() {
        assert!(Registers::from_perf(Arch::X86_64, Arch::X86_64.perf_mask(), &[0; 16]).is_err());
        assert!(Registers::from_perf(Arch::X86_64, 0x3f, &[0; 6]).is_err());
        assert!(Registers::from_perf(Arch::Aarch64, u64::MAX, &[0; 64]).is_ok());
    }

    #[test]
    fn a_lost_register_has_no_value() {
        let mut regs = Registers::from_perf(Arch::X86_64, Arch::X86_64.perf_mask(), &[7; 17]).unwrap();
        regs.keep_only(Arch::X86_64.callee_saved());
        assert_eq!((regs.get(0), regs.get(3), regs.get(99)), (None, Some(7), None));
        regs.forget(3);
        assert_eq!(regs.get(3), None);
    }
}
