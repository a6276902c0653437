//! Where a thread is in code that makes or has removed its frame: what the
//! instructions before and at that place have done to the stack.

use super::blob::Blob;
use crate::process::memory::Memory;
use crate::types::arch::Arch;

/// Bytes of code read from an entry on: the longest prologue known has about 40.
const PROLOGUE_BYTES: usize = 64;
/// Instructions of a prologue that are read.
const INSTRUCTIONS: usize = 12;

/// What of a frame exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// All of it: the return address is below its end, and the caller's frame pointer below that.
    Complete,
    /// The return address is at this distance from the stack pointer, the caller's frame pointer at that
    /// distance, or still in its register.
    Partial { back: u64, frame_pointer: Option<u64> },
    /// Nothing: the return address is in the link register.
    InLink,
}

const NOTHING: Extent = Extent::Partial { back: 0, frame_pointer: None };

/// The extent of the frame at `address` of a method or routine; `None` when the instructions say nothing.
pub(super) fn extent(blob: &Blob, address: u64, arch: Arch, memory: &Memory) -> Option<Extent> {
    if arch == Arch::Aarch64 {
        return if address <= blob.entry { Some(Extent::InLink) } else { complete_from(blob, address) };
    }
    let mut code = [0; 16];
    let count = memory.read_at(address, &mut code);
    if let Some(extent) = epilogue(&code[..count]) {
        return Some(extent);
    }
    if address <= blob.entry && address < blob.complete {
        return Some(NOTHING);
    }
    complete_from(blob, address).or_else(|| {
        let mut code = [0; PROLOGUE_BYTES];
        let count = memory.read_at(blob.entry, &mut code);
        let executed = usize::try_from(address - blob.entry).ok().filter(|executed| *executed <= count)?;
        prologue(&code[..count], executed, blob.frame_bytes)
    })
}

fn complete_from(blob: &Blob, address: u64) -> Option<Extent> {
    (address >= blob.complete).then_some(Extent::Complete)
}

/// At the end of a frame: pop of the frame pointer, the question whether to stop, return.
fn epilogue(code: &[u8]) -> Option<Extent> {
    match code {
        [0x5d, rest @ ..] if is_return(rest) => Some(Extent::Partial { back: 8, frame_pointer: Some(0) }),
        code if is_return(code) => Some(NOTHING),
        _ => None,
    }
}

fn is_return(code: &[u8]) -> bool {
    matches!(
        code,
        // ret; cmp stack pointer with the thread's word, of which loops have no use.
        [0xc3 | 0xc2, ..] | [0x49, 0x3b, 0x67 | 0xa7, ..]
        // ja past the return.
        | [0x0f, 0x87, _, _, _, _, 0xc3, ..] | [0x77, _, 0xc3, ..]
        // test of the polling page, then ret.
        | [0x41, 0x85, _, 0xc3, ..] | [0x85, 0x05, _, _, _, _, 0xc3, ..]
        // The way out to the stop: note the place in the thread.
        | [0x4c, 0x8d, 0x15, _, _, _, _, 0x4d, 0x89, 0x97, ..] | [0x4d, 0x89, 0x97, _, _, _, _, 0xe9, ..]
    )
}

/// What the first `executed` bytes of a prologue have done.
fn prologue(code: &[u8], executed: usize, frame_bytes: u64) -> Option<Extent> {
    let mut extent = NOTHING;
    let mut at = 0;
    for _ in 0..INSTRUCTIONS {
        if at == executed {
            return Some(extent);
        }
        let (bytes, next) = instruction(code.get(at..)?, extent, frame_bytes)?;
        at += bytes;
        extent = next;
        if at > executed {
            return None;
        }
    }
    None
}

/// Length of the instruction of a prologue, and what is there after it.
fn instruction(code: &[u8], extent: Extent, frame_bytes: u64) -> Option<(usize, Extent)> {
    let pushed = Extent::Partial { back: 8, frame_pointer: Some(0) };
    let unsaved = Extent::Partial { back: frame_bytes.checked_sub(8)?, frame_pointer: None };
    Some(match code {
        // A touch of the stack further down; no operation, in every length.
        [0x89, 0x84, 0x24, ..] | [0x0f, 0x1f, 0x80, ..] => (7, extent),
        [0x90, ..] => (1, extent),
        [0x66, 0x90, ..] => (2, extent),
        [0x0f, 0x1f, 0x40, ..] | [0xf3, 0x0f, 0x1e, 0xfa, ..] => (4, extent),
        [0x0f, 0x1f, 0x44, ..] => (5, extent),
        [0x66, 0x0f, 0x1f, 0x44, ..] => (6, extent),
        [0x0f, 0x1f, 0x84, ..] => (8, extent),
        [0x66, 0x0f, 0x1f, 0x84, ..] => (9, extent),
        [0x55, ..] if extent == NOTHING => (1, pushed),
        // And the copy of the stack pointer into the frame pointer, which a push has saved.
        [0x0f, 0x1f, 0x00, ..] | [0x48, 0x8b, 0xec, ..] | [0x48, 0x89, 0xe5, ..] => (3, extent),
        [0x48, 0x83, 0xec, ..] => (4, if extent == pushed { Extent::Complete } else { unsaved }),
        [0x48, 0x81, 0xec, ..] => (7, if extent == pushed { Extent::Complete } else { unsaved }),
        // The frame pointer is stored where a push would have put it.
        [0x48, 0x89, 0x6c, 0x24, ..] if extent == unsaved => (5, Extent::Complete),
        [0x48, 0x89, 0xac, 0x24, ..] if extent == unsaved => (8, Extent::Complete),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prologue_that_pushes_is_followed() {
        // mov %eax, -0x14000(%rsp); push %rbp; sub $32, %rsp
        let code = [0x89, 0x84, 0x24, 0, 0xc0, 0xfe, 0xff, 0x55, 0x48, 0x83, 0xec, 0x20, 0x90];
        let pushed = Some(Extent::Partial { back: 8, frame_pointer: Some(0) });
        for (executed, expected) in
            [(0, Some(NOTHING)), (7, Some(NOTHING)), (8, pushed), (12, Some(Extent::Complete)), (3, None)]
        {
            assert_eq!(prologue(&code, executed, 48), expected, "{executed}");
        }
    }

    #[test]
    fn a_prologue_that_stores_is_followed() {
        // sub $24, %rsp; mov %rbp, 16(%rsp)
        let code = [0x48, 0x81, 0xec, 0x18, 0, 0, 0, 0x48, 0x89, 0x6c, 0x24, 0x10, 0x90];
        let unsaved = Some(Extent::Partial { back: 24, frame_pointer: None });
        assert_eq!(prologue(&code, 0, 32), Some(NOTHING));
        assert_eq!(prologue(&code, 7, 32), unsaved);
        assert_eq!(prologue(&code, 12, 32), Some(Extent::Complete));
    }

    #[test]
    fn what_is_not_known_says_nothing() {
        assert_eq!(prologue(&[0x0f, 0x0b, 0x90], 2, 32), None);
        assert_eq!(prologue(&[0x55], 9, 32), None);
        assert_eq!(prologue(&[0x90; 64], 60, 32), None);
    }

    #[test]
    fn epilogues_are_told_from_bodies() {
        let popped = Some(Extent::Partial { back: 8, frame_pointer: Some(0) });
        assert_eq!(epilogue(&[0x5d, 0xc3]), popped);
        assert_eq!(epilogue(&[0x5d, 0x49, 0x3b, 0xa7, 0x48, 3, 0, 0]), popped);
        assert_eq!(epilogue(&[0xc3]), Some(NOTHING));
        assert_eq!(epilogue(&[0x41, 0x85, 0x02, 0xc3]), Some(NOTHING));
        // A poll in a loop, and a pop that is not the last.
        for body in [&[0x41, 0x85, 0x02, 0x48][..], &[0x5d, 0x90], &[0x48, 0x83, 0xc4, 0x20, 0x5d, 0xc3], &[]] {
            assert_eq!(epilogue(body), None, "{body:x?}");
        }
    }
}
