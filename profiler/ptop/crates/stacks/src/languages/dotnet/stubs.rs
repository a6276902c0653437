//! Leaving code outside methods: pieces of code that the runtime makes to lead to methods, and its own routines that it has
//! copied to where it can change them.

use super::DotNet;
use crate::languages::frames::LanguageFrame;
use crate::languages::runtime::RuntimeFrame;
use crate::process::code::Code;
use crate::step::Step;
use crate::step::bare::Left;
use crate::types::arch::Arch;
use crate::types::name::NameOrigin;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;

/// What a stub is called.
const STUB: &str = "[stub]";
/// Constants that are loaded in front of a jump, and the bytes of each load.
const LOADS: usize = 2;
const LOAD_BYTES: usize = 10;
/// Words that a stub may have pushed on top of the return address.
const PUSHED: u64 = 3;

impl DotNet {
    /// Leaves a stub, which has at most pushed a word or two. One that calls is left by the frame pointer.
    pub(super) fn leave_stub(
        &self,
        frame: &mut RuntimeFrame<'_>,
        registers: &mut Registers,
        out: &mut Vec<u64>,
    ) -> Option<Result<(Left, Step), CutReason>> {
        if !frame.exact {
            return None;
        }
        let slots = (0..PUSHED).map(|number| registers.sp().wrapping_add(number * 8));
        for at in slots {
            let address = match frame.stack.read(at) {
                Ok(address) => address,
                Err(reason) => return Some(Err(reason)),
            };
            if (frame.executable)(address) && frame.code.follows_call(address) {
                out.push(frame.names.address(&LanguageFrame::new(STUB, &self.module, NameOrigin::DotNet)));
                return Some(Ok(go_to(address, at, registers)));
            }
        }
        Some(Err(CutReason::NoUnwindInfo))
    }

    /// Leaves code that is in no range of the runtime's and has no frame: what was called by a method, as are the barriers of
    /// the garbage collector, which are copied; and what leads native code to a method.
    pub(super) fn leave_helper(
        &self,
        frame: &mut RuntimeFrame<'_>,
        registers: &mut Registers,
    ) -> Option<Result<(Left, Step), CutReason>> {
        if !frame.exact || frame.linked.is_some() {
            return None;
        }
        let at = registers.sp();
        let address = frame.stack.read(at).ok()?;
        let is_return = (frame.executable)(address) && frame.code.follows_call(address);
        let is_caller = is_return
            && (is_led_on(frame.code, registers.ip()) || self.is_method(frame.memory, address.wrapping_sub(1)));
        is_caller.then(|| Ok(go_to(address, at, registers)))
    }
}

/// Whether nothing follows but loads of constants and a jump: where native code calls a method, up to version 8.
fn is_led_on(code: &Code, ip: u64) -> bool {
    let mut bytes = [0; LOADS * LOAD_BYTES + 3];
    let count = code.read(ip, &mut bytes);
    let mut rest = &bytes[..count];
    for _ in 0..=LOADS {
        match rest {
            // jmp *%rax, with a prefix or without.
            [0xff, 0xe0, ..] | [0x48, 0xff, 0xe0, ..] => return true,
            // mov to %r10 or %rax.
            [0x49, 0xba, ..] | [0x48, 0xb8, ..] => rest = rest.get(LOAD_BYTES..).unwrap_or_default(),
            _ => return false,
        }
    }
    false
}

/// Returns to an address that is on the stack.
fn go_to(address: u64, at: u64, registers: &mut Registers) -> (Left, Step) {
    registers.keep_only(Arch::X86_64.callee_saved());
    registers.set(Arch::X86_64.sp(), at.wrapping_add(8));
    registers.set(Arch::X86_64.ip(), address);
    (Left::Checked, Step::Caller { exact: false })
}
