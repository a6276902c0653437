//! Leaving one of the machine's routines about whose frame nothing is said: it keeps a frame pointer, or has no frame at
//! all. Which, its code says, and that of its caller: a word that happens to be a return address is none for that.

use super::HotSpot;
use super::blob::Kind;
use super::caller::{Caller, Outcome, go_to};
use crate::languages::runtime::RuntimeFrame;
use crate::process::code::Code;
use crate::step::bare::Left;
use crate::types::arch::Arch;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;

/// Largest frame of one of the machine's routines that keeps a frame pointer.
const ROUTINE_BYTES: u64 = 64 * 1024;
/// Bytes of a routine that are read from its entry on: landing pad, alignment, and the making of the frame.
const ENTRY_BYTES: usize = 16;
/// push %rbp; mov %rsp, %rbp, in both forms.
const ENTERS: [[u8; 4]; 2] = [[0x55, 0x48, 0x8b, 0xec], [0x55, 0x48, 0x89, 0xe5]];
/// mov to r10, and call of what is there.
const FAR_CALL: usize = 13;

/// What of a frame exists where a thread was interrupted, as far as the instructions there say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Made {
    Nothing,
    /// The frame pointer is on the stack, and not yet replaced.
    Pushed,
    Unknown,
}

/// Callers by where their return address may be.
#[derive(Clone, Copy)]
struct Places {
    on_top: Option<Caller>,
    framed: Option<Caller>,
    pushed: Option<Caller>,
    in_link: Option<Caller>,
}

impl HotSpot {
    /// Leaves such a routine.
    pub(super) fn leave_stub(&mut self, frame: &mut RuntimeFrame<'_>, registers: &mut Registers) -> Outcome {
        let Places { on_top, framed, pushed, in_link } = places(frame, registers);
        let (framed, order) = match made_at(registers.ip(), frame) {
            Made::Nothing => (None, [on_top, framed, pushed, in_link]),
            Made::Pushed => (None, [pushed, on_top, framed, in_link]),
            Made::Unknown => (framed, [on_top, framed, pushed, in_link]),
        };
        // Who called code that keeps a frame pointer is above it, whatever older calls left below.
        let sure = framed.filter(|caller| self.is_return_address(caller.ip, frame) && self.calls_framed(caller, frame));
        let found = sure.or_else(|| {
            let mut candidates = order.into_iter().flatten();
            candidates.find(|caller| self.is_return_address(caller.ip, frame) && self.may_call_stub(caller, frame))
        });
        found.map(|caller| (Left::Checked, go_to(caller, registers))).ok_or(CutReason::NoUnwindInfo)
    }

    /// Whether the caller says which routine it calls, and that keeps a frame pointer.
    fn calls_framed(&mut self, caller: &Caller, frame: &mut RuntimeFrame<'_>) -> bool {
        let routine = called_by(caller.ip, frame.code).filter(|routine| self.is_stub(*routine, frame));
        routine.is_some_and(|routine| enters_at(routine, frame.code))
    }

    /// Whether the caller may have called a routine: it does not say that it called something else.
    fn may_call_stub(&mut self, caller: &Caller, frame: &mut RuntimeFrame<'_>) -> bool {
        let routine = called_by(caller.ip, frame.code);
        routine.is_none_or(|routine| self.is_stub(routine, frame))
    }

    fn is_stub(&mut self, address: u64, frame: &RuntimeFrame<'_>) -> bool {
        self.blob(address, frame.memory).is_some_and(|blob| !matches!(blob.kind, Kind::Method | Kind::Adapter))
    }
}

fn places(frame: &RuntimeFrame<'_>, registers: &Registers) -> Places {
    let arch = registers.arch();
    let sp = registers.sp();
    let fp = registers.get(arch.fp());
    let without = |end: u64, fp: Option<u64>| {
        let ip = arch.strip(frame.stack.read(end.wrapping_sub(8)).ok()?);
        Some(Caller { ip, sp: end, fp })
    };
    let framed = fp.filter(|fp| *fp >= sp && fp % 8 == 0 && fp - sp <= ROUTINE_BYTES).and_then(|fp| {
        let saved = frame.stack.pointer(fp, fp).ok()?;
        // The stub that a method asks whether it may be entered keeps a mark where others have the address.
        let is_marked = frame.stack.read(fp.wrapping_add(8)) == Ok(u64::MAX);
        without(fp.wrapping_add(if is_marked { 24 } else { 16 }), Some(saved))
    });
    let is_frameless = frame.exact && arch == Arch::X86_64;
    let on_top = is_frameless.then(|| without(sp.wrapping_add(8), fp)).flatten();
    let saved = frame.stack.read(sp).ok().filter(|_| is_frameless);
    let pushed = saved.and_then(|saved| without(sp.wrapping_add(16), Some(saved)));
    let in_link = registers.get(30).filter(|_| frame.exact && arch == Arch::Aarch64);
    let in_link = in_link.map(|ip| Caller { ip: arch.strip(ip), sp, fp });
    Places { on_top, framed, pushed, in_link }
}

/// What the instructions at `address` say of the frame there.
fn made_at(address: u64, frame: &RuntimeFrame<'_>) -> Made {
    if !frame.exact || frame.code.arch() != Arch::X86_64 {
        return Made::Unknown;
    }
    let mut code = [0; ENTRY_BYTES];
    let count = frame.code.read(address, &mut code);
    match &code[..count] {
        // ret, perhaps after vzeroupper.
        [0xc3, ..] | [0xc5, 0xf8, 0x77, 0xc3, ..] => Made::Nothing,
        code if enters(code) => Made::Nothing,
        [0x48, 0x8b, 0xec, ..] | [0x48, 0x89, 0xe5, ..] => Made::Pushed,
        _ => Made::Unknown,
    }
}

/// Whether a routine keeps a frame pointer.
fn enters_at(address: u64, code: &Code) -> bool {
    let mut bytes = [0; ENTRY_BYTES];
    let count = code.read(address, &mut bytes);
    enters(&bytes[..count])
}

fn enters(code: &[u8]) -> bool {
    let landing: &[u8] = &[0xf3, 0x0f, 0x1e, 0xfa];
    let code = code.strip_prefix(landing).unwrap_or(code);
    ENTERS.iter().any(|enter| code.starts_with(enter))
}

/// What the call before `address` calls, if it says so itself: a near call, or a far one as the compilers write it.
fn called_by(address: u64, code: &Code) -> Option<u64> {
    if code.arch() == Arch::X86_64 {
        let mut bytes = [0; FAR_CALL];
        let count = code.read(address.checked_sub(FAR_CALL as u64)?, &mut bytes);
        if let (FAR_CALL, [0x49, 0xba, to @ .., 0x41, 0xff, 0xd2]) = (count, bytes) {
            return Some(u64::from_le_bytes(to));
        }
    }
    code.called_before(address)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::process::memory::Memory;

    #[test]
    fn frames_are_told_by_how_routines_begin() {
        for code in [&[0x55, 0x48, 0x8b, 0xec, 0x90][..], &[0xf3, 0x0f, 0x1e, 0xfa, 0x55, 0x48, 0x89, 0xe5]] {
            assert!(enters(code), "{code:x?}");
        }
        // push %rbx first; a push alone; nothing that could be read.
        for code in [&[0x53, 0x55, 0x48, 0x8b, 0xec][..], &[0x55, 0x53, 0x48, 0x83], &[]] {
            assert!(!enters(code), "{code:x?}");
        }
    }

    #[test]
    fn calls_near_and_far_say_what_they_call() {
        let mut bytes = vec![0x90; 128];
        // mov $0x7f0011223344, %r10; call *%r10
        bytes[0x20..0x2d].copy_from_slice(&[0x49, 0xba, 0x44, 0x33, 0x22, 0x11, 0, 0x7f, 0, 0, 0x41, 0xff, 0xd2]);
        bytes[0x40..0x45].copy_from_slice(&[0xe8, 0x0b, 0, 0, 0]);
        bytes[0x50..0x52].copy_from_slice(&[0xff, 0xd0]);
        let path = std::env::temp_dir().join(format!("stacks-stub-{}", std::process::id()));
        std::fs::write(&path, &bytes).unwrap();
        let memory = Memory::new(Some(std::fs::File::open(&path).unwrap()));
        std::fs::remove_file(path).unwrap();
        let code = Code::new(Arch::X86_64, Arc::new(memory));
        let found = [0x2d, 0x45, 0x52].map(|after| called_by(after, &code));
        assert_eq!(found, [Some(0x7f00_1122_3344), Some(0x50), None]);
    }
}
