//! Where each version has what is read. From `erl_process.h` (`struct process`, `ErtsSchedulerData`,
//! `ErtsSchedulerRegisters`), `beam_code.h`, `code_ix.h` and `atom.h` of its source, on 64-bit machines.

/// What differs from version to version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    /// In a process: the address behind its stack.
    pub(super) process_end: u32,
    /// In a process: the code with which it goes on, while it does not run.
    pub(super) process_next: u32,
    /// In a process: the scheduler that runs it.
    pub(super) process_scheduler: u64,
    /// In the header of a module's code: its functions.
    pub(super) header_functions: u64,
    /// How far the stack of native code begins below the registers that Erlang code has in rbx.
    pub(super) registers_above_stack: u64,
    /// Whether the name of an atom is a binary, or bytes.
    pub(super) has_binary_names: bool,
}

/// In a process: the end of its heap.
pub(super) const PROCESS_HEAP_TOP: u32 = 0x50;
/// In a process: the lowest address of its stack, as it was noted for native code last.
pub(super) const PROCESS_STACK: u32 = 0x58;
/// In a scheduler: its registers.
pub(super) const SCHEDULER_REGISTERS: u64 = 0;
/// In a scheduler: the process that it runs.
pub(super) const SCHEDULER_PROCESS: u32 = 0xa8;

/// In a scheduler of native code: its number among those, from 1 on.
pub(super) const SCHEDULER_DIRTY_NUMBER: u64 = 0xc0;

/// In the header of a module's code: how many functions it has, and its table of lines.
pub(super) const HEADER_COUNT: u64 = 0;
pub(super) const HEADER_LINES: u64 = 72;

/// In front of each function's code: module, name, number of arguments. All of it has so many bytes.
pub(super) const FUNCTION_MODULE: u64 = 16;
pub(super) const FUNCTION_NAME: u64 = 24;
pub(super) const FUNCTION_ARITY: u64 = 32;
pub(super) const FUNCTION_BYTES: u64 = 40;

/// In a table of lines: names of files, bytes of a line's number, those numbers, and for each function where its part
/// of the addresses begins that the numbers belong to.
pub(super) const LINES_FILES: u64 = 0;
pub(super) const LINES_BYTES: u64 = 8;
pub(super) const LINES_NUMBERS: u64 = 16;
pub(super) const LINES_FUNCTIONS: u64 = 24;

/// In the table of atoms, which is one of hashes first: what it is called, how many there are, and where their pages are.
pub(super) const ATOMS_NAME: u64 = 64;
pub(super) const ATOMS_ROOM: u64 = 108;
pub(super) const ATOMS_LIMIT: u64 = 112;
pub(super) const ATOMS_COUNT: u64 = 116;
pub(super) const ATOMS_PAGES: u64 = 120;
/// Atoms of a page, as a shift.
pub(super) const ATOMS_PAGE_SHIFT: u32 = 10;
/// In an atom: its number, its bytes, and where its name is.
pub(super) const ATOM_NUMBER: u64 = 16;
pub(super) const ATOM_BYTES: u64 = 24;
pub(super) const ATOM_NAME: u64 = 32;

const OTP_25: Layout = Layout {
    process_end: 0x88,
    process_next: 0x100,
    process_scheduler: 0x2f8,
    header_functions: 96,
    registers_above_stack: 0x80,
    has_binary_names: false,
};

const OTP_27: Layout = Layout {
    process_end: 0xc8,
    process_next: 0xf8,
    process_scheduler: 0x2e8,
    header_functions: 136,
    registers_above_stack: 0x40,
    has_binary_names: false,
};

const OTP_29: Layout = Layout { header_functions: 152, has_binary_names: true, ..OTP_27 };

impl Layout {
    /// Of a release. The error is a text for people.
    pub(super) fn of(release: u32) -> Result<Layout, String> {
        match release {
            25 => Ok(OTP_25),
            27 => Ok(OTP_27),
            29 => Ok(OTP_29),
            _ => Err(format!("the structures of Erlang/OTP {release} are not known")),
        }
    }
}
