//! The function that interprets, `execute_ex`. Machine code that the engine makes is jumped to from it and runs in its
//! frame, with a little more on top, so that its frame is what is left there.

use std::ops::Range;

use crate::process::code::Code;
use crate::process::memory::Memory;
use crate::step::Step;
use crate::step::bare::Left;
use crate::types::arch::Arch;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;
use crate::types::stack::Stack;

/// Bytes of the beginning of the function in which it makes its frame.
const PROLOGUE_BYTES: usize = 48;
/// Most bytes of the function's frame.
const FRAME_BYTES: u64 = 1024;
/// What made code may have on top of the frame: all registers, where it leaves a trace.
const ON_TOP_BYTES: u64 = 512;

/// Most bytes of a frame of code that a library made.
const LIBRARY_BYTES: u64 = 2048;

/// The frame of the function, on `x86_64`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Shape {
    /// From the lowest address to behind the return address.
    bytes: u64,
    /// Registers of the caller by DWARF number, and how far they are below the end.
    saved: Vec<(usize, u64)>,
}

/// The function that interprets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Execute {
    /// Run-time addresses.
    code: Range<u64>,
    /// Whether the newest call and its instruction are in registers of its own while it runs, and in what it calls.
    pub(super) has_registers: bool,
    shape: Option<Shape>,
    /// What made code had on top of the frame when that was sure.
    usual: Option<u64>,
}

/// The registers: of the call, and of its instruction. `Zend/zend_execute.c`, `ZEND_VM_FP_GLOBAL_REG`.
const fn registers(arch: Arch) -> (usize, usize) {
    match arch {
        Arch::X86_64 => (14, 15),
        Arch::Aarch64 => (27, 28),
    }
}

impl Execute {
    /// `kind_function` is the address of `zend_vm_kind`.
    pub(super) fn new(code: Range<u64>, kind_function: Option<u64>, memory: &Memory) -> Execute {
        let mut bytes = [0; PROLOGUE_BYTES];
        let shape = memory.read_exact(code.start, &mut bytes).and_then(|()| shape_of(&bytes));
        let has_registers = kind_function.is_some_and(|at| is_hybrid(memory, at));
        Execute { code, has_registers, shape, usual: None }
    }

    pub(super) fn has(&self, address: u64) -> bool {
        self.code.contains(&address)
    }

    /// The newest call, and its instruction, as the registers have them.
    pub(super) fn call(&self, from: &Registers) -> (Option<u64>, Option<u64>) {
        let (call, instruction) = registers(from.arch());
        let known = |number: usize| from.get(number).filter(|_| self.has_registers);
        (known(call), known(instruction))
    }

    /// Whether the stack is as made code leaves it: the nearest return address is that of the function's frame.
    pub(super) fn is_usual(&self, registers: &Registers, place: &mut Place<'_, '_>) -> bool {
        let frame = self.shape.as_ref().zip(self.usual).filter(|_| self.has_registers);
        frame.is_some_and(|(shape, usual)| {
            let slot = registers.sp().wrapping_add(shape.bytes + usual).wrapping_sub(8);
            place.nearest_pointed(registers).is_ok_and(|(at, _)| at == slot)
        })
    }

    /// Leaves made code and the function's frame below it: `to` becomes the function's caller. `is_sure` says that it is
    /// the engine's.
    pub(super) fn leave_made(
        &mut self,
        to: &mut Registers,
        is_sure: bool,
        place: &mut Place<'_, '_>,
    ) -> Result<(), CutReason> {
        let shape = self.shape.as_ref().filter(|_| self.has_registers).ok_or(CutReason::NoUnwindInfo)?;
        let lowest = to.sp().wrapping_add(shape.bytes);
        let most = if is_sure { ON_TOP_BYTES } else { self.usual.unwrap_or(0) + 8 };
        for end in (lowest..lowest.saturating_add(most)).step_by(8) {
            let address = place.stack.read(end.wrapping_sub(8))?;
            if !place.is_return(address)
                || place.code.called_before(address).is_some_and(|called| called != self.code.start)
            {
                continue;
            }
            if is_sure {
                self.usual = Some(end - lowest);
            }
            let arch = to.arch();
            to.keep_only(arch.callee_saved());
            for (number, below) in &shape.saved {
                match place.stack.read(end.wrapping_sub(*below)) {
                    Ok(value) => to.set(*number, value),
                    Err(_) => to.forget(*number),
                }
            }
            to.set(arch.sp(), end);
            to.set(arch.ip(), address);
            return Ok(());
        }
        Err(CutReason::NoUnwindInfo)
    }
}

/// What is needed to find a caller.
pub(super) struct Place<'a, 'b> {
    pub(super) stack: &'a Stack<'b>,
    pub(super) code: &'a mut Code,
    pub(super) executable: &'a mut dyn FnMut(u64) -> bool,
}

impl Place<'_, '_> {
    fn is_return(&mut self, address: u64) -> bool {
        (self.executable)(address) && self.code.follows_call(address)
    }

    /// The nearest return address of a call by a pointer, and where it is.
    fn nearest_pointed(&mut self, from: &Registers) -> Result<(u64, u64), CutReason> {
        let (arch, sp) = (from.arch(), from.sp());
        for at in (sp..sp.saturating_add(LIBRARY_BYTES)).step_by(8) {
            let address = arch.strip(self.stack.read(at)?);
            if self.is_return(address) && self.code.called_before(address).is_none() {
                return Ok((at, address));
            }
        }
        Err(CutReason::NoUnwindInfo)
    }

    /// Leaves code that a library made and calls by a pointer.
    pub(super) fn leave_library(&mut self, to: &mut Registers) -> Result<(), CutReason> {
        let (at, address) = self.nearest_pointed(to)?;
        // The code may have used any register for its own.
        to.keep_only(0);
        to.set(to.arch().sp(), at.wrapping_add(8));
        to.set(to.arch().ip(), address);
        Ok(())
    }

    /// Leaves a routine that has put nothing on the stack.
    pub(super) fn leave_frameless(&mut self, to: &mut Registers) -> Result<(Left, Step), CutReason> {
        let (arch, sp) = (to.arch(), to.sp());
        let address = match arch {
            Arch::X86_64 => self.stack.read(sp)?,
            Arch::Aarch64 => arch.strip(to.get(30).ok_or(CutReason::RegisterLost)?),
        };
        if !self.is_return(address) {
            return Err(CutReason::NoUnwindInfo);
        }
        to.keep_only(arch.callee_saved());
        to.set(arch.sp(), if arch == Arch::X86_64 { sp.wrapping_add(8) } else { sp });
        to.set(arch.ip(), address);
        Ok((Left::Checked, Step::Caller { exact: false }))
    }
}

/// Whether `zend_vm_kind`, at this address, says that instructions are jumped to and registers are set apart:
/// `Zend/zend_vm_opcodes.h`, `ZEND_VM_KIND_HYBRID`.
fn is_hybrid(memory: &Memory, at: u64) -> bool {
    let mut code = [0; 12];
    if memory.read_exact(at, &mut code).is_none() {
        return false;
    }
    let [endbr, bti] = [[0xf3, 0x0f, 0x1e, 0xfa], [0x5f, 0x24, 0x03, 0xd5]];
    let code = if code.starts_with(&endbr) || code.starts_with(&bti) { &code[4..] } else { &code[..] };
    // mov $4, %eax; ret, or mov w0, #4; ret.
    code.starts_with(&[0xb8, 4, 0, 0, 0, 0xc3]) || code.starts_with(&[0x80, 0, 0x80, 0x52, 0xc0, 0x03, 0x5f, 0xd6])
}

/// What the first instructions of a function make of its frame. `None` where they are others than compilers write.
fn shape_of(code: &[u8]) -> Option<Shape> {
    // DWARF numbers in the order of the machine's own.
    const NUMBERS: [usize; 16] = [0, 2, 1, 3, 7, 6, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15];
    let mut saved = Vec::new();
    let mut rest = code;
    loop {
        rest = match rest {
            [0x41, push @ 0x50..=0x57, rest @ ..] => {
                saved.push(NUMBERS[usize::from(push - 0x50) + 8]);
                rest
            }
            [push @ 0x50..=0x57, rest @ ..] => {
                saved.push(NUMBERS[usize::from(push - 0x50)]);
                rest
            }
            // endbr64; mov and xor between registers.
            [0xf3, 0x0f, 0x1e, 0xfa, rest @ ..]
            | [0x48..=0x4f, 0x89 | 0x8b | 0x31 | 0x33, 0xc0..=0xff, rest @ ..]
            | [0x31 | 0x33, 0xc0..=0xff, rest @ ..] => rest,
            [0x48, 0x83, 0xec, bytes, ..] => return shape(u64::from(*bytes), &saved),
            [0x48, 0x81, 0xec, a, b, c, d, ..] => return shape(u32::from_le_bytes([*a, *b, *c, *d]).into(), &saved),
            _ => return None,
        };
    }
}

fn shape(own: u64, pushed: &[usize]) -> Option<Shape> {
    let bytes = own + 8 * (pushed.len() as u64 + 1);
    let saved = pushed.iter().zip(2..).map(|(number, words)| (*number, 8 * words)).collect();
    (bytes <= FRAME_BYTES && bytes % 8 == 0).then_some(Shape { bytes, saved })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_of_the_function_is_what_its_beginning_makes() {
        // Of Debian's PHP 8.2 and 8.4.
        let plain = [0x41, 0x55, 0x41, 0x54, 0x55, 0x53, 0x48, 0x83, 0xec, 0x78, 0x64];
        let saved = vec![(13, 16), (12, 24), (6, 32), (3, 40)];
        assert_eq!(shape_of(&plain), Some(Shape { bytes: 160, saved }));
        let framed = [
            0xf3, 0x0f, 0x1e, 0xfa, 0x55, 0x48, 0x89, 0xe5, 0x41, 0x55, 0x41, 0x54, 0x53, 0x48, 0x81, 0xec, 0x98, 0, 0,
            0,
        ];
        let saved = vec![(6, 16), (13, 24), (12, 32), (3, 40)];
        assert_eq!(shape_of(&framed), Some(Shape { bytes: 192, saved }));
        assert_eq!(shape_of(&[0x41, 0x55, 0xe8]), None);
        assert_eq!(shape_of(&[0x48, 0x81, 0xec, 0, 0, 0, 0x7f]), None);
        assert_eq!(shape_of(&[]), None);
    }
}
