//! The two architectures and their register numbering. Both are compiled in, so
//! that either can be tested on the other.

/// Architecture of a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arch {
    /// `x86_64`, System V ABI.
    X86_64,
    /// `AArch64`, little endian.
    Aarch64,
}

impl Arch {
    /// The architecture this crate was compiled for.
    #[cfg(target_arch = "x86_64")]
    pub const NATIVE: Arch = Arch::X86_64;
    /// The architecture this crate was compiled for.
    #[cfg(target_arch = "aarch64")]
    pub const NATIVE: Arch = Arch::Aarch64;

    /// `sample_regs_user` to ask the kernel for: every general register, the
    /// stack pointer and the instruction pointer.
    #[must_use]
    pub const fn perf_mask(self) -> u64 {
        match self {
            // AX BX CX DX SI DI BP SP IP, then R8 to R15; flags and segments are left out.
            Arch::X86_64 => 0x1ff | 0xff << 16,
            // X0 to X29, LR, SP, PC.
            Arch::Aarch64 => (1 << 33) - 1,
        }
    }

    /// DWARF number of the stack pointer.
    pub(crate) const fn sp(self) -> usize {
        match self {
            Arch::X86_64 => 7,
            Arch::Aarch64 => 31,
        }
    }

    /// Index that holds the instruction pointer: DWARF's return-address
    /// column on `x86_64`; 32 on `AArch64`, where DWARF has no column for it.
    pub(crate) const fn ip(self) -> usize {
        match self {
            Arch::X86_64 => 16,
            Arch::Aarch64 => 32,
        }
    }

    /// Register in which a call leaves the return address, as DWARF numbers it.
    pub(crate) const fn return_column(self) -> u8 {
        match self {
            Arch::X86_64 => 16,
            Arch::Aarch64 => 30,
        }
    }

    /// DWARF number of the frame pointer.
    pub(crate) const fn fp(self) -> usize {
        match self {
            Arch::X86_64 => 6,
            Arch::Aarch64 => 29,
        }
    }

    /// Registers whose value survives a call, as a mask of DWARF numbers.
    pub(crate) const fn callee_saved(self) -> u64 {
        match self {
            Arch::X86_64 => 1 << 3 | 1 << 6 | 0xf << 12,
            Arch::Aarch64 => 0x7ff << 19,
        }
    }

    /// `e_machine` of this architecture's ELF files.
    pub(crate) const fn elf_machine(self) -> u16 {
        match self {
            Arch::X86_64 => 62,
            Arch::Aarch64 => 183,
        }
    }

    /// Removes what is not address from a code pointer: on `AArch64` the pointer
    /// authentication code and the tag, which user space never maps (48 bits).
    pub(crate) const fn strip(self, address: u64) -> u64 {
        match self {
            Arch::X86_64 => address,
            Arch::Aarch64 => address & ((1 << 48) - 1),
        }
    }
}

/// One more than the highest register index of either architecture.
pub(crate) const REGISTERS: usize = 33;

/// How many bytes a page of memory has on this machine: a power of two.
pub(crate) fn page_bytes() -> u64 {
    // SAFETY: sysconf takes no pointers and reads a constant of the process.
    let bytes = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    u64::try_from(bytes).ok().filter(|bytes| bytes.is_power_of_two()).unwrap_or(4096)
}
