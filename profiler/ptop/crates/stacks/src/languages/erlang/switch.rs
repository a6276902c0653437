//! Where native code that was called from Erlang code goes back to the process's stack: it is in rbp while the process
//! has what it had before, and in the process otherwise (`emit_leave_runtime` in `beam_asm.hpp`).

use std::collections::HashMap;

use super::layout::PROCESS_STACK;
use super::trampoline;
use crate::process::code::Code;

/// Bytes of code behind the call in which the switch back is.
const CODE_BYTES: usize = 256;
/// Addresses of which it is remembered.
const CALLS: usize = 1 << 14;
/// `mov rsp, rbp`, as assemblers write it in two ways.
const FROM_REGISTER: [[u8; 3]; 2] = [[0x48, 0x89, 0xec], [0x48, 0x8b, 0xe5]];
/// `mov rsp, [r13 + …]`.
const FROM_PROCESS: [u8; 4] = [0x49, 0x8b, 0x65, PROCESS_STACK as u8];
/// `mov r13, rax`: the scheduler has chosen a process.
const CHOSEN: [u8; 3] = [0x49, 0x89, 0xc5];

/// Where the stack pointer of the process is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kept {
    InRegister,
    InProcess,
}

/// What the code behind a call does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Call {
    /// Where the process's stack is. `None` when the code does not say it.
    pub(super) kept: Option<Kept>,
    /// Whether the scheduler was called that chooses what runs next.
    pub(super) is_scheduling: bool,
    /// Whether a trampoline may be here.
    pub(super) may_be_trampoline: bool,
}

/// Addresses of code that were met.
#[derive(Default)]
pub(super) struct Calls {
    known: HashMap<u64, Call>,
}

impl Calls {
    /// What the code at an address does.
    pub(super) fn at(&mut self, address: u64, code: &Code) -> Call {
        if let Some(known) = self.known.get(&address) {
            return *known;
        }
        let mut bytes = [0; CODE_BYTES];
        let count = code.read(address, &mut bytes);
        let bytes = &bytes[..count];
        let call = Call {
            kept: kept(bytes),
            is_scheduling: bytes.starts_with(&CHOSEN),
            may_be_trampoline: trampoline::may_be(bytes),
        };
        if count > 0 {
            if self.known.len() >= CALLS {
                self.known.clear();
            }
            self.known.insert(address, call);
        }
        call
    }

    pub(super) fn clear(&mut self) {
        self.known.clear();
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.known.capacity() * (size_of::<(u64, Call)>() + 1)
    }
}

/// What the code at a return address does first. `None` when neither is found.
fn kept(code: &[u8]) -> Option<Kept> {
    (0..code.len()).find_map(|at| {
        let rest = &code[at..];
        if rest.starts_with(&FROM_PROCESS) {
            return Some(Kept::InProcess);
        }
        FROM_REGISTER.iter().any(|code| rest.starts_with(code)).then_some(Kept::InRegister)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_first_behind_the_call_says_where_the_stack_is() {
        let code = |parts: &[&[u8]]| parts.concat();
        let (register, process) = (&FROM_REGISTER[0][..], &FROM_PROCESS[..]);
        assert_eq!(kept(&code(&[&[0x48, 0x85, 0xc0], register, process])), Some(Kept::InRegister));
        assert_eq!(kept(&code(&[&[0x90; 7], process, register])), Some(Kept::InProcess));
        assert_eq!(kept(&code(&[&FROM_REGISTER[1]])), Some(Kept::InRegister));
        assert_eq!([kept(&[]), kept(&[0x49, 0x8b, 0x65, 0x50]), kept(&[0x90; 300])], [None; 3]);
    }
}
