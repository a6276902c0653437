//! Leaving a managed frame: each part of a method has unwind codes in the form of Windows on `x86_64`, on Linux too
//! (`UNWIND_INFO`), with one code more for large distances of the frame pointer. They say what the prologue does; in an
//! epilogue, which they do not describe, the instructions are followed to the return.

use crate::process::code::Code;
use crate::process::memory::Memory;
use crate::types::arch::Arch;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;
use crate::types::stack::Stack;

/// DWARF numbers in the order of the instructions' own: rax rcx rdx rbx rsp rbp rsi rdi, r8 to r15.
const NUMBERS: [usize; 16] = [0, 2, 1, 3, 7, 6, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15];
const STACK_POINTER: usize = 7;
/// The flag of unwind codes that go on with those of another function.
const CHAINED: u8 = 4;
/// Bytes of an epilogue, and its instructions: at most nine registers are restored.
const EPILOGUE_BYTES: usize = 48;
const INSTRUCTIONS: usize = 14;

/// A part of a method with a frame of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Function {
    pub(super) begin: u64,
    pub(super) end: u64,
    pub(super) unwind: Unwind,
}

/// What its prologue does, the last first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unwind {
    prologue_bytes: u8,
    /// The register that points into the frame, and how far above the stack pointer.
    frame: Option<(u8, u64)>,
    steps: Box<[(u8, Done)]>,
}

/// What an instruction of a prologue has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Done {
    Pushed(u8),
    Allocated(u64),
    SetFrame,
    /// Stored a register this far above the stack pointer.
    Saved(u8, u64),
    /// Nothing that matters here.
    Other,
}

impl Unwind {
    /// Reads the codes at a distance from the base. `None` when they are malformed.
    pub(super) fn read(memory: &Memory, base: u64, distance: u32) -> Option<Unwind> {
        let at = base.wrapping_add(distance.into());
        let mut head = [0; 4];
        memory.read_exact(at, &mut head)?;
        let bytes = memory.bytes(at.wrapping_add(4), usize::from(head[2]) * 2, 512)?;
        Unwind::parse(head, &bytes)
    }

    fn parse([kind, prologue_bytes, _, frame]: [u8; 4], bytes: &[u8]) -> Option<Unwind> {
        (kind & 7 == 1 && kind >> 3 & CHAINED == 0).then_some(())?;
        let codes: Vec<[u8; 2]> = bytes.chunks_exact(2).map(|code| [code[0], code[1]]).collect();
        let half = |at: usize| codes.get(at).map(|code| u64::from(u16::from_le_bytes(*code)));
        let word = |at: usize| Some(half(at)? | half(at + 1)? << 16);
        let mut frame = (frame & 15 != 0).then_some((frame & 15, u64::from(frame >> 4) * 16));
        let mut steps = Vec::with_capacity(codes.len());
        let mut at = 0;
        while let Some([offset, operation]) = codes.get(at).copied() {
            let info = operation >> 4;
            let (done, used) = match operation & 15 {
                0 => (Done::Pushed(info), 1),
                1 if info == 0 => (Done::Allocated(half(at + 1)? * 8), 2),
                1 if info == 1 => (Done::Allocated(word(at + 1)?), 3),
                2 => (Done::Allocated(u64::from(info) * 8 + 8), 1),
                3 => (Done::SetFrame, 1),
                4 => (Done::Saved(info, half(at + 1)? * 8), 2),
                5 => (Done::Saved(info, word(at + 1)?), 3),
                8 => (Done::Other, 2),
                9 => (Done::Other, 3),
                11 => {
                    frame = Some((frame?.0, word(at + 1)? * 16));
                    (Done::SetFrame, 3)
                }
                _ => return None,
            };
            steps.push((offset, done));
            at += used;
        }
        Some(Unwind { prologue_bytes, frame, steps: steps.into() })
    }
}

impl Function {
    /// Replaces `registers` by those of the caller.
    pub(super) fn leave(
        &self,
        (stack, code, exact): (&Stack<'_>, &Code, bool),
        registers: &mut Registers,
    ) -> Result<(), CutReason> {
        let executed = registers.ip().wrapping_sub(self.begin);
        let is_prologue = executed < u64::from(self.unwind.prologue_bytes);
        let mut caller = registers.clone();
        caller.keep_only(Arch::X86_64.callee_saved() | 1 << STACK_POINTER);
        let is_left = exact && !is_prologue && self.follow_epilogue(stack, code, &mut caller)?;
        if !is_left {
            self.undo(stack, if is_prologue { executed } else { u64::MAX }, &mut caller)?;
        }
        let sp = caller.sp();
        let address = stack.read(sp)?;
        caller.set(STACK_POINTER, sp.wrapping_add(8));
        caller.set(Arch::X86_64.ip(), address);
        *registers = caller;
        Ok(())
    }

    /// Undoes what the first bytes of the prologue have done.
    fn undo(&self, stack: &Stack<'_>, executed: u64, caller: &mut Registers) -> Result<(), CutReason> {
        let mut is_set = false;
        let done =
            || self.unwind.steps.iter().filter(|(offset, _)| u64::from(*offset) <= executed).map(|(_, done)| *done);
        // Where registers were stored is said from the stack pointer as it was behind the prologue.
        if let Some((number, distance)) = self.unwind.frame.filter(|_| done().any(|done| done == Done::SetFrame)) {
            let frame = caller.get(NUMBERS[usize::from(number)]).ok_or(CutReason::RegisterLost)?;
            caller.set(STACK_POINTER, frame.wrapping_sub(distance));
            is_set = true;
        }
        let base = caller.sp();
        for step in done() {
            let sp = caller.sp();
            match step {
                Done::Pushed(number) => {
                    caller.set(NUMBERS[usize::from(number & 15)], stack.read(sp)?);
                    caller.set(STACK_POINTER, sp.wrapping_add(8));
                }
                Done::Allocated(bytes) => caller.set(STACK_POINTER, sp.wrapping_add(bytes)),
                Done::Saved(number, above) => {
                    caller.set(NUMBERS[usize::from(number & 15)], stack.read(base.wrapping_add(above))?);
                }
                Done::SetFrame if is_set => {}
                Done::SetFrame => return Err(CutReason::BadUnwindInfo),
                Done::Other => {}
            }
        }
        Ok(())
    }

    /// Where the thread is in an epilogue, does what is left of it up to the return. False, and nothing is changed, where
    /// it is not in one.
    fn follow_epilogue(&self, stack: &Stack<'_>, code: &Code, caller: &mut Registers) -> Result<bool, CutReason> {
        let mut bytes = [0; EPILOGUE_BYTES];
        let ip = caller.ip();
        let count = code.read(ip, &mut bytes);
        let Some(left) = epilogue(&bytes[..count], ip, self.begin..self.end) else { return Ok(false) };
        for step in left {
            let sp = caller.sp();
            match step {
                Left::Add(bytes) => caller.set(STACK_POINTER, sp.wrapping_add_signed(bytes)),
                Left::FromFrame(distance) => {
                    let frame = caller.get(NUMBERS[5]).ok_or(CutReason::RegisterLost)?;
                    caller.set(STACK_POINTER, frame.wrapping_add_signed(distance));
                }
                Left::Pop(number) => {
                    caller.set(NUMBERS[usize::from(number)], stack.read(sp)?);
                    caller.set(STACK_POINTER, sp.wrapping_add(8));
                }
            }
        }
        Ok(true)
    }
}

/// What an instruction of an epilogue does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Left {
    Add(i64),
    /// The stack pointer is this far above the frame pointer.
    FromFrame(i64),
    Pop(u8),
}

/// What the instructions do up to the end of the function, if that is an epilogue: a change of the stack pointer, pops,
/// and a return or a jump out of the function.
fn epilogue(code: &[u8], ip: u64, function: std::ops::Range<u64>) -> Option<Vec<Left>> {
    let mut steps = Vec::new();
    let mut at = 0;
    for _ in 0..INSTRUCTIONS {
        let rest = code.get(at..)?;
        let word = |from: usize| Some(i64::from(i32::from_le_bytes(rest.get(from..from + 4)?.try_into().ok()?)));
        let byte = |from: usize| rest.get(from).map(|byte| i64::from(*byte as i8));
        let is_outside = |distance: i64, length: u64| {
            let target = ip.wrapping_add(at as u64).wrapping_add(length).wrapping_add_signed(distance);
            !function.contains(&target)
        };
        let (length, step) = match rest {
            // ret; rep ret; jmp *slot
            [0xc3 | 0xc2, ..] | [0xf3, 0xc3, ..] | [0xff, 0x25, ..] => return Some(steps),
            // jmp through a register or memory, with a prefix that only a jump out of the function has.
            [0x48..=0x4f, 0xff, operand, ..] if operand >> 3 & 7 == 4 => return Some(steps),
            [0xe9, ..] => return is_outside(word(1)?, 5).then_some(steps),
            [0xeb, ..] => return is_outside(byte(1)?, 2).then_some(steps),
            // vzeroupper
            [0xc5, 0xf8, 0x77, ..] => (3, None),
            [0x48, 0x83, 0xc4, ..] if steps.is_empty() => (4, Some(Left::Add(byte(3)?))),
            [0x48, 0x81, 0xc4, ..] if steps.is_empty() => (7, Some(Left::Add(word(3)?))),
            // lea n(%rbp), %rsp; mov %rbp, %rsp
            [0x48, 0x8d, 0x65, ..] if steps.is_empty() => (4, Some(Left::FromFrame(byte(3)?))),
            [0x48, 0x8d, 0xa5, ..] if steps.is_empty() => (7, Some(Left::FromFrame(word(3)?))),
            [0x48, 0x8b, 0xe5, ..] | [0x48, 0x89, 0xec, ..] if steps.is_empty() => (3, Some(Left::FromFrame(0))),
            [pop @ (0x58..=0x5b | 0x5d..=0x5f), ..] => (1, Some(Left::Pop(pop & 7))),
            [0x41, pop @ 0x58..=0x5f, ..] => (2, Some(Left::Pop(pop & 7 | 8))),
            _ => return None,
        };
        steps.extend(step);
        at += length;
    }
    None
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::made::Made;
    use super::*;

    /// push %rbp; push %r15; push %rbx; sub $16, %rsp; lea 32(%rsp), %rbp
    const CODE: [u8; 13] = [0x55, 0x41, 0x57, 0x53, 0x48, 0x83, 0xec, 0x10, 0x48, 0x8d, 0x6c, 0x24, 0x20];
    const CODES: [u8; 10] = [13, 0x03, 8, 0x12, 4, 0x30, 3, 0xf0, 1, 0x50];
    const BEGIN: u64 = 0x40_0000;

    fn function() -> Function {
        let unwind = Unwind::parse([1, 13, 5, 0x25], &CODES).unwrap();
        Function { begin: BEGIN, end: BEGIN + 64, unwind }
    }

    fn registers(ip: u64, sp: u64, rbp: u64) -> Registers {
        let mut values = [7; 17];
        (values[6], values[7], values[8]) = (rbp, sp, ip);
        Registers::from_perf(Arch::X86_64, Arch::X86_64.perf_mask(), &values).unwrap()
    }

    #[test]
    fn a_frame_is_left_from_its_prologue_its_body_and_its_epilogue() {
        let mut made = Made::new();
        made.write(BEGIN, &CODE);
        // lea -16(%rbp), %rsp; pop %rbx; pop %r15; pop %rbp; ret
        made.write(BEGIN + 40, &[0x48, 0x8d, 0x65, 0xf0, 0x5b, 0x41, 0x5f, 0x5d, 0xc3]);
        made.next = made.next.max(BEGIN + 64);
        let code = Code::new(Arch::X86_64, Arc::new(made.memory()));
        // Two words of its own, rbx, r15, rbp, the return address.
        let words = [1, 2, 0xb, 0xf, 0x7777, 0x50_0000_u64];
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let stack = Stack::new(0x9000, &bytes);
        for (offset, sp, rbp, exact, restores) in [
            (20, 0x9000, 0x9020, true, true),
            (20, 0x8f00, 0x9020, false, true),
            (0, 0x9028, 0x7777, true, false),
            (1, 0x9020, 0x7777, true, false),
            (3, 0x9018, 0x7777, true, false),
            (8, 0x9000, 0x7777, true, true),
            (40, 0x9000, 0x9020, true, true),
            (44, 0x9010, 0x9020, true, true),
            (47, 0x9020, 0x9020, true, false),
            (48, 0x9028, 0x7777, true, false),
        ] {
            let mut at = registers(BEGIN + offset, sp, rbp);
            let left = function().leave((&stack, &code, exact), &mut at);
            assert_eq!((left, at.ip(), at.sp(), at.get(6)), (Ok(()), 0x50_0000, 0x9030, Some(0x7777)), "{offset}");
            let restored = (at.get(3), at.get(15));
            assert_eq!(restored == (Some(0xb), Some(0xf)), restores, "{offset}: {restored:x?}");
        }
    }

    #[test]
    fn a_frame_whose_stack_was_not_copied_is_not_left() {
        let made = Made::new();
        let code = Code::new(Arch::X86_64, Arc::new(made.memory()));
        let stack = Stack::new(0x9000, &[0; 16]);
        let mut at = registers(BEGIN + 20, 0x9000, 0x9020);
        assert_eq!(function().leave((&stack, &code, false), &mut at), Err(CutReason::StackCopyEnded));
        assert_eq!((at.ip(), at.sp()), (BEGIN + 20, 0x9000));
        let mut lost = registers(BEGIN + 20, 0x9000, 0x9020);
        lost.forget(6);
        assert_eq!(function().leave((&stack, &code, false), &mut lost), Err(CutReason::RegisterLost));
    }

    #[test]
    fn a_jump_ends_a_function_only_where_it_leaves_it() {
        let all = |code: &[u8]| epilogue(code, 0x1000, 0x0f00..0x1100);
        assert_eq!(all(&[0x5d, 0xe9, 0, 1, 0, 0]), Some(vec![Left::Pop(5)]));
        assert_eq!(all(&[0x48, 0x83, 0xc4, 0x28, 0x48, 0xff, 0xe0]), Some(vec![Left::Add(0x28)]));
        assert_eq!(all(&[0x5b, 0x5d, 0x48, 0xff, 0x20]), Some(vec![Left::Pop(3), Left::Pop(5)]));
        assert_eq!(all(&[0xc5, 0xf8, 0x77, 0xc3]), Some(vec![]));
        for body in [
            &[0xe9, 0x10, 0, 0, 0][..],
            &[0xeb, 0x10],
            &[0xff, 0xe0],
            &[0x48, 0xff, 0xd0],
            &[0x5d, 0x90],
            &[0x5c, 0xc3],
            &[0x5d, 0x48, 0x83, 0xc4, 8, 0xc3],
            &[0x5d; 48],
            &[],
        ] {
            assert_eq!(all(body), None, "{body:x?}");
        }
    }

    #[test]
    fn unwind_codes_that_are_none_are_refused() {
        let parse = |head: [u8; 4], codes: &[u8]| Unwind::parse(head, codes);
        assert!(parse([0x19, 0, 0, 0], &[]).is_some());
        // Another version; codes of another function; a code that ends early; unknown ones; a frame that is not set.
        for (head, codes) in [
            ([2, 0, 0, 0], &[][..]),
            ([0x21, 0, 0, 0], &[]),
            ([1, 0, 1, 0], &[1, 0x01]),
            ([1, 0, 2, 0], &[1, 0x11, 0, 0]),
            ([1, 0, 1, 0], &[1, 0x06]),
            ([1, 0, 1, 0], &[1, 0x0a]),
            ([1, 0, 1, 0], &[1, 0x0b, 1, 0, 0, 0]),
        ] {
            assert_eq!(parse(head, codes), None, "{head:?} {codes:?}");
        }
        let large = parse([1, 9, 3, 0xf5], &[9, 0x0b, 0x20, 0, 0, 0]).unwrap();
        assert_eq!(large.frame, Some((5, 0x200)));
    }
}
