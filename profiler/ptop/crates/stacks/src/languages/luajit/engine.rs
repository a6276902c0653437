//! The interpreter in its file: one piece of assembler, described by one unwind entry whose instructions are always the
//! same. That entry holds where the interpreter runs, but not where it is entered and left, nor where compiled code
//! leaves, so those are found by their instructions.

use std::ops::Range;

use crate::languages::runtime::Opening;
use crate::process::memory::Memory;

/// The unwind entry's end: no augmentation; CFA rsp+80; rbp, rbx, r15, r14 below (`emit_asm_debug` in `vm_x64.dasc`).
const ENTRY: [u8; 11] = [0, 0x0e, 0x50, 0x86, 2, 0x83, 3, 0x8f, 4, 0x8e, 5];
/// Bytes of it before that: where the code begins, from there, and how long it is.
const ENTRY_CODE: usize = 8;
/// push rbp; push rbx; push r15; push r14; sub $40, rsp (`saveregs`). Callbacks come with rbp saved.
const SAVES: [u8; 10] = [0x55, 0x53, 0x41, 0x57, 0x41, 0x56, 0x48, 0x83, 0xec, 0x28];
/// add $40, rsp; pop r14; pop r15; pop rbx; pop rbp (`restoreregs`).
const RESTORES: [u8; 10] = [0x48, 0x83, 0xc4, 0x28, 0x41, 0x5e, 0x41, 0x5f, 0x5b, 0x5d];
/// push r13; push r12; push r11; push r10; push r9; push r8; push rdi; push rsi (`vm_exit_handler`).
const EXITS: [u8; 14] = [0x41, 0x55, 0x41, 0x54, 0x41, 0x53, 0x41, 0x52, 0x41, 0x51, 0x41, 0x50, 0x57, 0x56];
/// call *rcx: what is to be called, in `vm_cpcall`.
const CALL: [u8; 2] = [0xff, 0xd1];
/// Bytes of the code in which compiled code leaves.
const EXIT_BYTES: u64 = 288;
/// Bytes of the code that enters.
const ENTER_BYTES: u64 = 110;
/// mov 16(rsp), rbp: the thread of Lua; and mov 24(rsp), ebp, which is that with pointers of 32 bits.
const THREAD: [u8; 5] = [0x48, 0x8b, 0x6c, 0x24, 0x10];
const THREAD_OF_32_BITS: [u8; 4] = [0x8b, 0x6c, 0x24, 0x18];
/// Bytes of the interpreter, of unwind entries and of constants that are read.
const MOST_CODE: u64 = 64 * 1024;
const MOST_ENTRIES: u64 = 32 << 20;
const MOST_CONSTANTS: u64 = 32 << 20;
const WINDOW: usize = 64 * 1024;
const NAME: &[u8] = b"LuaJIT ";
const VERSION_BYTES: usize = 32;

/// How far a thread is between its caller and the interpreter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// The caller's frame begins so far above the stack pointer, and of rbp, rbx, r15 and r14 this many were saved.
    Partly { bytes: u64, saved: usize },
    /// All is saved, but the frame does not have its thread of Lua yet.
    Entering,
    /// In what compiled code leaves by, which has pushed registers.
    Exiting,
    /// The frame is as described.
    Whole,
}

/// Run-time addresses of the interpreter.
#[derive(Debug, Default)]
pub(super) struct Engine {
    pub(super) code: Range<u64>,
    /// Where each begins that is entered, and where it is entered.
    enters: Vec<Range<u64>>,
    leaves: Vec<u64>,
    exits: u64,
}

impl Engine {
    /// The error is a text for people.
    pub(super) fn find(opening: &Opening<'_>) -> Result<Engine, String> {
        let not_found = || "its interpreter was not found in the file".to_owned();
        let section =
            |name: &[u8]| opening.module.elf.section_named(&opening.module.source, name, opening.limits.headers);
        let entries = section(b".eh_frame").ok_or_else(not_found)?;
        let start = entries.address.wrapping_add(opening.bias);
        let code = code_of(opening.memory, start, entries.bytes.min(MOST_ENTRIES)).ok_or_else(not_found)?;
        let bytes = (code.end - code.start) as usize;
        let bytes = opening.memory.bytes(code.start, bytes, MOST_CODE as usize).ok_or_else(not_found)?;
        Engine::read(code, &bytes)
    }

    pub(super) fn read(code: Range<u64>, bytes: &[u8]) -> Result<Engine, String> {
        if places(bytes, &THREAD).count() <= places(bytes, &THREAD_OF_32_BITS).count() {
            return Err("LuaJIT with pointers of 32 bits is not read, only LJ_GC64".into());
        }
        let all = |pattern: &[u8]| places(bytes, pattern).map(|at| code.start + at as u64).collect::<Vec<u64>>();
        let exits = all(&EXITS).first().copied().unwrap_or(code.end);
        // Callbacks, without the first instruction.
        let enters = all(&SAVES[1..]).into_iter().map(|at| {
            let end = at - 1 + ENTER_BYTES;
            // One calls C code first, and its own code is short.
            let offset = (at - code.start) as usize;
            let called = bytes.get(offset..(offset + ENTER_BYTES as usize).min(bytes.len()));
            let called = called.and_then(|bytes| places(bytes, &CALL).next()).map(|place| at + place as u64);
            at - 1..called.map_or(end, |called| called.min(end))
        });
        let enters = enters.collect();
        Ok(Engine { enters, leaves: all(&RESTORES), exits, code })
    }

    /// What the version of the interpreter is, as its file has it.
    pub(super) fn version(opening: &Opening<'_>) -> Option<String> {
        let section = opening.module.elf.section_named(&opening.module.source, b".rodata", opening.limits.headers)?;
        let start = section.address.wrapping_add(opening.bias);
        let mut found = None;
        visit(opening.memory, start, section.bytes.min(MOST_CONSTANTS), VERSION_BYTES, &mut |_, bytes| {
            found = places(bytes, NAME).find_map(|at| {
                let text = bytes.get(at + NAME.len()..)?;
                let end = text.iter().take(VERSION_BYTES).position(|byte| *byte == 0)?;
                let text = std::str::from_utf8(&text[..end]).ok()?;
                let is_version = text.starts_with(|first: char| first.is_ascii_digit())
                    && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'+'));
                is_version.then(|| text.to_owned())
            });
            found.is_none()
        });
        found
    }

    /// Where a thread is that was interrupted at `ip`, or returns there.
    pub(super) fn stage(&self, ip: u64, exact: bool) -> Stage {
        if (self.exits..self.exits.saturating_add(EXIT_BYTES)).contains(&ip) {
            return Stage::Exiting;
        }
        if !exact {
            return Stage::Whole;
        }
        let entered = self.enters.iter().filter(|entered| entered.start <= ip).max_by_key(|entered| entered.start);
        let is_entered = |entered: &&Range<u64>| ip < entered.end.max(entered.start + SAVES.len() as u64);
        match entered.filter(is_entered).map_or(u64::MAX, |entered| ip - entered.start) {
            0 => return Stage::Partly { bytes: 8, saved: 0 },
            1 => return Stage::Partly { bytes: 16, saved: 1 },
            2..4 => return Stage::Partly { bytes: 24, saved: 2 },
            4..6 => return Stage::Partly { bytes: 32, saved: 3 },
            6..10 => return Stage::Partly { bytes: 40, saved: 4 },
            u64::MAX => {}
            _ => return Stage::Entering,
        }
        for start in &self.leaves {
            match ip.checked_sub(*start) {
                Some(4..6) => return Stage::Partly { bytes: 40, saved: 4 },
                Some(6..8) => return Stage::Partly { bytes: 32, saved: 3 },
                Some(8) => return Stage::Partly { bytes: 24, saved: 2 },
                Some(9) => return Stage::Partly { bytes: 16, saved: 1 },
                Some(10) => return Stage::Partly { bytes: 8, saved: 0 },
                _ => {}
            }
        }
        Stage::Whole
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.enters.capacity() * size_of::<Range<u64>>() + self.leaves.capacity() * 8
    }
}

/// The code of the unwind entry that is the interpreter's.
fn code_of(memory: &Memory, start: u64, bytes: u64) -> Option<Range<u64>> {
    let mut found = None;
    visit(memory, start, bytes, ENTRY.len() + ENTRY_CODE, &mut |address, bytes| {
        found = places(bytes, &ENTRY).find_map(|at| {
            let place = at.checked_sub(ENTRY_CODE)?;
            let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
            let begin = (address + place as u64).wrapping_add_signed(i64::from(word(place)? as i32));
            let length = u64::from(word(place + 4)?);
            (1024..MOST_CODE).contains(&length).then(|| begin..begin.saturating_add(length))
        });
        found.is_none()
    });
    found
}

/// Shows what lies there piece by piece, each with the last bytes of the one before it; until `seen` says no.
fn visit(memory: &Memory, start: u64, bytes: u64, kept: usize, seen: &mut dyn FnMut(u64, &[u8]) -> bool) {
    let mut piece = vec![0; WINDOW];
    let mut at = 0;
    while at < bytes {
        let wanted = (bytes - at).min(WINDOW as u64) as usize;
        let address = start.wrapping_add(at);
        let read = memory.read_at(address, &mut piece[..wanted]);
        if read == 0 || !seen(address, &piece[..read]) || read < wanted || wanted < WINDOW {
            return;
        }
        at += (WINDOW - kept) as u64;
    }
}

/// Where a pattern is.
fn places<'a>(bytes: &'a [u8], pattern: &'a [u8]) -> impl Iterator<Item = usize> + use<'a> {
    bytes.windows(pattern.len()).enumerate().filter(move |(_, window)| *window == pattern).map(|(at, _)| at)
}
